//! A place in the text of a script, and the bodies of here-documents that are cut out of it.

/// A reader of letters.
#[derive(Debug, Clone)]
pub(in crate::script) struct Cursor {
    letters: Vec<char>,
    at: usize,
    /// The line of the place.
    pub(in crate::script) line: usize,
    /// Where the line ends behind which here-documents are, and where they end.
    here: Option<Gap>,
}

/// Bodies of here-documents: the newline in front of them and the place behind them.
#[derive(Debug, Clone, Copy)]
struct Gap {
    newline: usize,
    end: usize,
}

impl Cursor {
    /// The start of a text.
    pub(in crate::script) fn new(text: &str, line: usize) -> Self {
        Cursor {
            letters: text.chars().collect(),
            at: 0,
            line,
            here: None,
        }
    }

    /// The next letter, which stays.
    pub(in crate::script) fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    /// The letter after some more.
    pub(in crate::script) fn peek_at(&self, distance: usize) -> Option<char> {
        self.letters.get(self.at.saturating_add(distance)).copied()
    }

    /// Whether a text comes next.
    pub(in crate::script) fn is_at(&self, text: &str) -> bool {
        let mut distance = 0;
        text.chars().all(|letter| {
            distance += 1;
            self.peek_at(distance - 1) == Some(letter)
        })
    }

    /// Takes the next letter.
    pub(in crate::script) fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        if letter == '\n' {
            self.line += 1;
        }
        let here = self.here.take_if(|gap| gap.newline == self.at);
        self.at += 1;
        if let Some(gap) = here {
            let skipped = self.letters.get(self.at..gap.end).unwrap_or_default();
            self.line += skipped.iter().filter(|letter| **letter == '\n').count();
            self.at = gap.end;
        }
        Some(letter)
    }

    /// Takes a text if it comes next.
    pub(in crate::script) fn eat(&mut self, text: &str) -> bool {
        let is_next = self.is_at(text);
        if is_next {
            for _ in text.chars() {
                self.next();
            }
        }
        is_next
    }

    /// Takes letters as long as they fit.
    pub(in crate::script) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(letter) = self.peek().filter(|letter| fits(*letter)) {
            taken.push(letter);
            self.next();
        }
        taken
    }

    /// Takes what stands up to the parentheses that close those that were opened; `None`, and no step further, if they
    /// do not end with two.
    pub(in crate::script) fn take_arithmetic(&mut self) -> Option<String> {
        let start = self.clone();
        let mut taken = String::new();
        let mut depth = 0_usize;
        while let Some(letter) = self.next() {
            match letter {
                '(' => depth += 1,
                ')' if depth > 0 => depth -= 1,
                ')' if self.eat(")") => return Some(taken),
                ')' => break,
                _ => {}
            }
            taken.push(letter);
        }
        *self = start;
        None
    }

    /// Cuts out the body of a here-document behind this line; returns it with the number of its first line.
    pub(in crate::script) fn take_here(&mut self, end: &str, is_indented: bool) -> (String, usize) {
        let newline = match self.here {
            Some(gap) => gap.newline,
            None => (self.at..self.letters.len())
                .find(|at| self.letters.get(*at) == Some(&'\n'))
                .unwrap_or(self.letters.len()),
        };
        let mut at = self.here.map_or(newline.saturating_add(1), |gap| gap.end);
        let before = self.letters.get(self.at..at).unwrap_or_default();
        let line = self.line + before.iter().filter(|letter| **letter == '\n').count();
        let mut body = String::new();
        while at < self.letters.len() {
            let rest = self.letters.get(at..).unwrap_or_default();
            let mut text: String = rest.iter().take_while(|letter| **letter != '\n').collect();
            at += text.chars().count() + 1;
            if is_indented {
                text = text.trim_start_matches('\t').to_string();
            }
            if text == end {
                break;
            }
            body.push_str(&text);
            body.push('\n');
        }
        let end = at.min(self.letters.len());
        self.here = Some(Gap { newline, end });
        (body, line)
    }
}
