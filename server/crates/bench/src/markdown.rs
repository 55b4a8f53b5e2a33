//! Markdown tables: one row per figure, one column per method.

use std::fmt::Write as _;

/// A table under construction.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// Titles of the columns, the first of which is that of the row names.
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// Formats the table; cells that are missing or empty show a dash.
    pub(crate) fn markdown(&self) -> String {
        let mut text = String::new();
        line(&mut text, &self.head, self.head.len());
        let _ = writeln!(
            text,
            "|---|{}",
            "---:|".repeat(self.head.len().saturating_sub(1))
        );
        for row in &self.rows {
            line(&mut text, row, self.head.len());
        }
        text
    }
}

fn line(text: &mut String, cells: &[String], columns: usize) {
    for i in 0..columns {
        let cell = cells.get(i).map_or("", String::as_str);
        // The corner stays empty.
        let cell = if cell.is_empty() && i > 0 {
            "–"
        } else {
            cell
        };
        let _ = write!(text, "| {cell} ");
    }
    text.push_str("|\n");
}

/// Share in percent, with its total; empty if the total is 0.
pub(crate) fn percent(count: u64, of: u64) -> String {
    if of == 0 {
        return String::new();
    }
    let share = 100.0 * count as f64 / of as f64;
    format!("{share:.1} % of {of}")
}
