//! Tables in Markdown: one row a figure, one column a way to find it.

use std::fmt::Write as _;

/// A table under construction.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// What the columns are, the first one being that of the rows' names.
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// Its text; cells that are missing or empty show a dash.
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

/// A share in percent, with what it is a share of; nothing of nothing is nothing.
pub(crate) fn percent(count: u64, of: u64) -> String {
    if of == 0 {
        return String::new();
    }
    let share = 100.0 * count as f64 / of as f64;
    format!("{share:.1} % of {of}")
}
