//! Source excerpts with a span underlined, drawn by `annotate-snippets`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::model::Edit;
use crate::patch;

/// Maximum number of lines of a change.
const MOST_CHANGED: usize = 8;

/// Texts that excerpts are taken from, each read once.
pub(super) struct Excerpts {
    colour: bool,
    texts: BTreeMap<String, Option<String>>,
}

impl Excerpts {
    pub(super) fn new(colour: bool) -> Excerpts {
        Excerpts {
            colour,
            texts: BTreeMap::new(),
        }
    }

    /// Uses this text instead of the file on disk.
    #[cfg(test)]
    pub(super) fn with(mut self, file: &str, text: &str) -> Excerpts {
        self.texts.insert(file.to_owned(), Some(text.to_owned()));
        self
    }

    /// Lines of bytes `start..end` of `file`, with the span underlined and labelled; `None` if the file has changed
    /// such that there is no such span, or cannot be read.
    pub(super) fn span(
        &mut self,
        file: &str,
        start: u32,
        end: u32,
        label: Option<&str>,
    ) -> Option<String> {
        let text = self.text(file)?;
        let (start, end) = (start as usize, (end as usize).max(start as usize));
        text.get(start..end)?;
        // Only the affected lines are passed on, because the renderer scans the whole text.
        let first = text[..start].rfind('\n').map_or(0, |i| i + 1);
        let last = text[end..].find('\n').map_or(text.len(), |i| end + i);
        let line = text[..first].matches('\n').count() + 1;
        let source = text[first..last].to_owned();
        Some(self.render(&source, line, start - first, end - first, label))
    }

    /// A whole 1-based line, underlined from its first character.
    pub(super) fn line(&mut self, file: &str, line: u32, label: Option<&str>) -> Option<String> {
        let text = self.text(file)?;
        let source = text
            .lines()
            .nth((line as usize).checked_sub(1)?)?
            .to_owned();
        let start = source.len() - source.trim_start().len();
        let end = source.trim_end().len().max(start);
        Some(self.render(&source, line as usize, start, end, label))
    }

    /// Edits as the lines before and after, below the names of the files if there are several; `None` if the text has
    /// changed, or if there are too many lines.
    pub(super) fn change(&mut self, edits: &[&Edit]) -> Option<String> {
        let files: BTreeSet<&str> = edits.iter().map(|edit| edit.file.as_str()).collect();
        let mut drawn = String::new();
        for file in &files {
            let of_file = edits.iter().copied().filter(|edit| edit.file == *file);
            let change = self.change_of_file(&of_file.collect::<Vec<_>>())?;
            if files.len() > 1 {
                let _ = writeln!(drawn, "     {file}");
            }
            drawn.push_str(&change);
        }
        Some(drawn)
    }

    fn change_of_file(&mut self, edits: &[&Edit]) -> Option<String> {
        let first = edits.first()?;
        let colour = self.colour;
        let before = self.text(&first.file)?;
        let after = patch::edited(before, edits).ok()?;
        let lines = patch::changed_lines(before, &after);
        if lines.is_empty() || lines.len() > MOST_CHANGED {
            return None;
        }
        let width = lines.iter().map(|(_, n, _)| n.to_string().len()).max()?;
        let mut drawn = String::new();
        for (sign, number, text) in lines {
            let line = format!("     {sign} {number:>width$} | {text}");
            let line = line.trim_end();
            let _ = match (colour, sign) {
                (true, '-') => writeln!(drawn, "\x1b[31m{line}\x1b[0m"),
                (true, _) => writeln!(drawn, "\x1b[32m{line}\x1b[0m"),
                (false, _) => writeln!(drawn, "{line}"),
            };
        }
        Some(drawn)
    }

    fn text(&mut self, file: &str) -> Option<&str> {
        let text = self.texts.entry(file.to_owned()).or_insert_with(|| {
            let read = crate::files::read_source(file.as_ref());
            read.ok().map(|source| source.text)
        });
        text.as_deref()
    }

    fn render(
        &self,
        source: &str,
        line: usize,
        start: usize,
        end: usize,
        label: Option<&str>,
    ) -> String {
        let mut annotation = AnnotationKind::Primary.span(start..end);
        if let Some(label) = label {
            annotation = annotation.label(label);
        }
        let snippet = Snippet::source(source)
            .line_start(line)
            .fold(false)
            .annotation(annotation);
        let renderer = if self.colour {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        let drawn = renderer.render(&[Group::with_level(Level::WARNING).element(snippet)]);
        let mut text = String::new();
        for line in drawn.lines() {
            text.push_str("   ");
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}
