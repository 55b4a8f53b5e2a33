//! Reads simple commands: assignments, words and redirections.

use super::parser::Parser;
use super::tree::{Assignment, Item, Kind, NewValue, Redirect, RedirectKind, Simple, Word};
use super::words::is_name_letter;

/// Commands whose arguments may be assignments.
const DECLARING: [&str; 5] = ["export", "local", "declare", "typeset", "readonly"];

/// The signs of redirections; the longest first.
const REDIRECTS: [(&str, RedirectKind); 11] = [
    ("<<<", RedirectKind::HereString),
    ("<<", RedirectKind::Here),
    ("<&", RedirectKind::Copy),
    ("<>", RedirectKind::Read),
    ("<", RedirectKind::Read),
    ("&>>", RedirectKind::AppendBoth),
    ("&>", RedirectKind::WriteBoth),
    (">>", RedirectKind::Append),
    (">&", RedirectKind::Copy),
    (">|", RedirectKind::Write),
    (">", RedirectKind::Write),
];

impl Parser {
    /// Reads a simple command, or the definition of a function.
    pub(in crate::script) fn simple(&mut self, redirects: &mut Vec<Redirect>) -> Option<Kind> {
        let mut simple = Simple::default();
        loop {
            self.skip_blanks();
            if let Some(redirect) = self.redirect()? {
                redirects.push(redirect);
                continue;
            }
            if matches!(
                self.cursor.peek(),
                None | Some('\n' | ';' | '&' | '|' | ')')
            ) {
                break;
            }
            let first = simple.words.first();
            let is_declaring = first
                .and_then(Word::literal)
                .is_some_and(|name| DECLARING.contains(&name));
            if (first.is_none() || is_declaring)
                && let Some(assignment) = self.assignment()
            {
                if is_declaring {
                    simple.declarations.push(assignment);
                } else {
                    simple.assignments.push(assignment);
                }
                continue;
            }
            if self.cursor.is_at("(") {
                let name = simple.words.pop()?;
                let is_alone = simple.words.is_empty() && simple.assignments.is_empty();
                return is_alone.then(|| self.function(name.literal()?.to_string()))?;
            }
            simple.words.push(self.word()?);
        }
        let is_empty =
            simple.words.is_empty() && simple.assignments.is_empty() && redirects.is_empty();
        (!is_empty).then_some(Kind::Simple(simple))
    }

    /// Reads an assignment if one comes next.
    fn assignment(&mut self) -> Option<Assignment> {
        let start = self.cursor.clone();
        let assignment = self.assignment_or_word();
        if assignment.is_none() {
            self.cursor = start;
        }
        assignment
    }

    /// Reads an assignment; goes some steps further if there is none.
    fn assignment_or_word(&mut self) -> Option<Assignment> {
        let first = self.cursor.peek()?;
        (is_name_letter(first) && !first.is_ascii_digit()).then_some(())?;
        let name = self.cursor.take_while(is_name_letter);
        let mut index = None;
        if self.cursor.eat("[") {
            index = Some(self.index_word()?);
            self.cursor.next();
        }
        let is_append = self.cursor.eat("+=");
        (is_append || self.cursor.eat("=")).then_some(())?;
        let value = if self.cursor.eat("(") {
            NewValue::Array(self.items()?)
        } else {
            NewValue::Single(self.word_or_nothing()?)
        };
        Some(Assignment {
            name,
            index,
            is_append,
            value,
        })
    }

    /// Reads the word of an index, up to its bracket.
    fn index_word(&mut self) -> Option<Word> {
        let text = self
            .cursor
            .take_while(|letter| letter != ']' && letter != '\n');
        self.nested(&text, self.cursor.line, Parser::word)
    }

    /// Reads what stands behind `=`.
    fn word_or_nothing(&mut self) -> Option<Word> {
        match self.cursor.peek() {
            None => Some(Word::default()),
            Some(letter) if " \t\r\n;&|)".contains(letter) => Some(Word::default()),
            Some(_) => self.word(),
        }
    }

    /// Reads the items of an array.
    fn items(&mut self) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        loop {
            self.skip_lines();
            if self.cursor.eat(")") {
                return Some(items);
            }
            let mut index = None;
            if self.cursor.eat("[") {
                index = Some(self.index_word()?);
                self.cursor.eat("]=").then_some(())?;
            }
            let value = match index {
                Some(_) => self.word_or_nothing()?,
                None => self.word()?,
            };
            items.push(Item { index, value });
        }
    }

    /// Reads a redirection, if one comes next; the outer `None` if it is wrong.
    #[expect(
        clippy::option_option,
        reason = "there may be none, and it may be wrong"
    )]
    pub(in crate::script) fn redirect(&mut self) -> Option<Option<Redirect>> {
        let start = self.cursor.clone();
        let digits = self.cursor.take_while(|letter| letter.is_ascii_digit());
        let is_process = self.cursor.is_at("<(") || self.cursor.is_at(">(");
        let sign = REDIRECTS
            .iter()
            .find(|(sign, _)| !is_process && self.cursor.eat(sign));
        let Some((_, kind)) = sign else {
            self.cursor = start;
            return Some(None);
        };
        let is_read = matches!(
            kind,
            RedirectKind::Read | RedirectKind::Here | RedirectKind::HereString
        );
        let has_read_sign = is_read || start.is_at(&format!("{digits}<"));
        let descriptor = match digits.as_str() {
            "" => u32::from(!has_read_sign),
            digits => digits.parse().ok()?,
        };
        let is_indented = *kind == RedirectKind::Here && self.cursor.eat("-");
        self.skip_blanks();
        let mut word = self.word()?;
        if *kind == RedirectKind::Here {
            word = self.here_document(&word, is_indented)?;
        }
        Some(Some(Redirect {
            descriptor,
            kind: *kind,
            word,
        }))
    }

    /// Cuts out the body of a here-document.
    fn here_document(&mut self, end: &Word, is_indented: bool) -> Option<Word> {
        let is_plain = end.literal().is_none();
        let mut end_text = String::new();
        for piece in &end.0 {
            if let super::tree::Piece::Text { text, .. } = piece {
                end_text.push_str(text);
            }
        }
        let (body, line) = self.cursor.take_here(&end_text, is_indented);
        let mut word = Word::default();
        word.push_empty();
        if is_plain {
            body.chars().for_each(|letter| word.push(letter, true));
        } else {
            self.nested(&body, line, |parser| parser.double_quoted(&mut word, None))?;
        }
        Some(word)
    }
}
