//! Edits of format strings: other conversions, and other text between the conversions of an input.
//!
//! A comma in the format of `scanf` has to be typed, and `%c` reads the blank that `%d` would skip. The text that an
//! output prints around its values is learnt from the tests ([`crate::wording`]).

use syntax::ast::{Expr, ExprKind};

use crate::generate::conversions::{fitting, forgotten, parted_otherwise, without_surplus};
use crate::generate::edit_maker::Maker;
use crate::generate::format_pieces::{FormatPiece, Pieces};
use crate::generate::scope::Scope;
use crate::generate::written::Written;
use crate::kind::EditKind;
use crate::macros::names;

/// Functions with a format: name, index of the format among the arguments, and whether the function reads.
const FUNCTIONS: [(&str, usize, bool); 6] = [
    ("scanf", 0, true),
    ("fscanf", 1, true),
    ("sscanf", 1, true),
    ("printf", 0, false),
    ("fprintf", 1, false),
    ("sprintf", 1, false),
];
/// Replacements for the letters of a conversion of `scanf`.
const READ: [(&str, &[&str]); 7] = [
    ("d", &["f", "c", "ld", "i"]),
    ("ld", &["d"]),
    ("f", &["lf", "d"]),
    ("lf", &["f", "d"]),
    ("c", &["d", "s"]),
    ("s", &[LINE, "c"]),
    ("i", &["d"]),
];
/// Conversion that reads up to the end of a line, blanks included.
const LINE: &str = "[^\n]";
/// Those for the letters of a conversion of `printf`; a precision before the letters replaces the old one.
const PRINTED: [(&str, &[&str]); 9] = [
    ("d", &["c", "f", "ld", "u"]),
    ("ld", &["d"]),
    ("u", &["d"]),
    ("f", &["d", ".1f", ".2f", ".3f", ".4f", ".0f", ".6f", "g"]),
    ("g", &["f", ".1f", ".2f", ".3f"]),
    ("x", &["X"]),
    ("X", &["x"]),
    ("c", &["d", "s"]),
    ("s", &["c"]),
];
/// Widths of a number with zeros in front of it, where none is given.
const WIDTHS: [&str; 3] = ["02", "03", "04"];
const WIDTHS_OF_HEXADECIMAL: [&str; 3] = ["02", "04", "08"];

/// Number of arguments up to and including the format, for a function that reads.
pub(crate) fn before_targets(name: &str) -> Option<usize> {
    let reads = |(function, _, reads): &&(&str, usize, bool)| *reads && *function == name;
    FUNCTIONS.iter().find(reads).map(|(_, at, _)| at + 1)
}

impl Maker<'_> {
    /// Adds calls with other formats that may have been meant.
    pub(crate) fn formats(&mut self, callee: &Expr, args: &[Expr], scope: &Scope) {
        let ExprKind::Ident(name) = &callee.kind else {
            return;
        };
        let function = FUNCTIONS.iter().find(|(function, ..)| function == name);
        let Some(&(_, at, reads)) = function else {
            return;
        };
        let Some(ExprKind::Str(bytes)) = args.get(at).map(|e| &e.kind) else {
            return;
        };
        let written = self.parse.sources.text(args[at].span);
        // Adjacent literals form one string; they are not edited.
        let inner = written.strip_prefix('"').and_then(|w| w.strip_suffix('"'));
        let (Some(inner), Ok(meant)) = (inner, str::from_utf8(bytes)) else {
            return;
        };
        if inner.replace("\\\"", "").contains('"') {
            return;
        }
        // The source text differs from the string only by escapes, so both are changed alike.
        let (written, meant) = (Pieces::of(inner, true), Pieces::of(meant, false));
        // An array for a text that is read has room for its characters and the terminator.
        let room = |e: &Expr| match &e.kind {
            ExprKind::Ident(name) => scope.length(name).filter(|n| *n > 1).map(|n| n - 1),
            _ => None,
        };
        let rooms: Vec<Option<i64>> = match args.get(at + 1..) {
            Some(targets) if reads => targets.iter().map(room).collect(),
            _ => Vec::new(),
        };
        let all = written
            .variants(reads, "[^\\n]", &rooms)
            .into_iter()
            .zip(meant.variants(reads, LINE, &rooms));
        let rest = &args[at + 1..];
        // What fits its arguments goes on to do so.
        let fits = |pieces: &Pieces| fitting(pieces, reads, rest, scope).is_none();
        let is_right = fits(&meant);
        let told = |change: &dyn Fn(&Pieces) -> Option<Pieces>| {
            Some((change(&written)?.text(), change(&meant)?.text()))
        };
        let fitting = told(&|pieces| fitting(pieces, reads, rest, scope));
        let fewer = told(&|pieces| without_surplus(pieces, rest).filter(|_| !reads));
        for (text, string) in fitting.into_iter().chain(fewer) {
            self.format((callee, args), at, (text, string), EditKind::Neighbour);
        }
        if !reads {
            for name in forgotten(&meant, rest, scope) {
                let mut others = self.written(args);
                others.push(Written::name(name, self.e.span));
                self.call_with(callee, others, EditKind::Neighbour);
            }
            let parted = parted_otherwise(&written, "\\n").into_iter();
            for (text, string) in parted.zip(parted_otherwise(&meant, "\n")) {
                self.format(
                    (callee, args),
                    at,
                    (text.text(), string.text()),
                    EditKind::Format,
                );
            }
        }
        for (text, string) in all {
            if is_right && !fits(&Pieces::of(&string, false)) {
                continue;
            }
            // After a blank at its end, an input waits for what comes after the end of the line. That is meant where
            // lines or characters are read, too: they begin with what the input has left.
            let of = match reads && string.ends_with(' ') {
                true if self.reads_lines() => EditKind::Neighbour,
                true => EditKind::Unlike,
                false => EditKind::Format,
            };
            self.format((callee, args), at, (text, string), of);
        }
    }

    /// Whether the file names a function that reads a line or a character.
    fn reads_lines(&self) -> bool {
        let file = self.parse.sources.file(self.e.span.file);
        let mut names = file.into_iter().flat_map(|file| names(&file.text));
        names.any(|name| {
            matches!(
                name,
                "fgets" | "gets" | "getline" | "getchar" | "getc" | "fgetc"
            )
        })
    }

    /// Adds the call with another format, given as source text and as a string.
    fn format(
        &mut self,
        (callee, args): (&Expr, &[Expr]),
        at: usize,
        (text, string): (String, String),
        of: EditKind,
    ) {
        let mut others = self.written(args);
        let kind = ExprKind::Str(string.into_bytes());
        let span = args[at].span;
        others[at] = Written::new(kind, span, format!("\"{text}\""));
        self.call_with(callee, others, of);
    }
}

impl Pieces {
    /// Variants of the format. Two formats with the same conversions have equally many variants, in the same order.
    /// `line` is the notation of [`LINE`]; `rooms` is the room in the targets of an input, in characters.
    fn variants(&self, reads: bool, line: &str, rooms: &[Option<i64>]) -> Vec<String> {
        let mut found = Vec::new();
        let mut rooms = rooms.iter();
        for (i, piece) in self.0.iter().enumerate() {
            let FormatPiece::Conversion(before, letters) = piece else {
                continue;
            };
            let takes_target = !before[1..].contains(['*', '%']);
            let room = takes_target.then(|| rooms.next().copied().flatten());
            if let (Some(Some(room)), "s" | "[") = (room, &**letters)
                && !before.contains(|c: char| c.is_ascii_digit())
            {
                // Read no more of a word or a line than there is room for.
                let lines = (letters == "s").then_some(line);
                for letters in std::iter::once(&**letters).chain(lines) {
                    let mut pieces = self.clone();
                    pieces.0[i] =
                        FormatPiece::Conversion(format!("{before}{room}"), letters.to_owned());
                    found.push(pieces.text());
                }
            }
            for other in others(before, letters, reads, line) {
                let mut pieces = self.clone();
                pieces.0[i] = other;
                found.push(pieces.text());
            }
        }
        // A conversion that is wrong in one place is often wrong in all of them.
        for (i, piece) in self.0.iter().enumerate() {
            let FormatPiece::Conversion(before, letters) = piece else {
                continue;
            };
            let is_first = !self.0[..i].contains(piece);
            if !is_first || !self.0[i + 1..].contains(piece) {
                continue;
            }
            for other in others(before, letters, reads, line) {
                let changed = self.0.iter().map(|one| {
                    if one == piece {
                        other.clone()
                    } else {
                        one.clone()
                    }
                });
                found.push(Pieces(changed.collect()).text());
            }
        }
        if reads {
            found.extend(self.with(""));
            found.extend(self.with(" "));
            found.push(format!("{} ", self.text()));
            found.push(format!(" {}", self.text()));
        }
        found
    }

    /// The conversions alone, joined by `between`; `None` for a single conversion.
    fn with(&self, between: &str) -> Option<String> {
        let conversions = self
            .0
            .iter()
            .filter(|p| matches!(p, FormatPiece::Conversion(..)));
        let texts: Vec<String> = conversions.map(FormatPiece::text).collect();
        (texts.len() > 1).then(|| texts.join(between))
    }
}

/// Other conversions that may have been meant.
fn others(before: &str, letters: &str, reads: bool, line: &str) -> Vec<FormatPiece> {
    let table: &[(&str, &[&str])] = if reads { &READ } else { &PRINTED };
    let of_table = table.iter().find(|(of, _)| *of == letters);
    let of_table = of_table.map_or(&[][..], |(_, others)| others);
    let mut found: Vec<FormatPiece> = Vec::new();
    for other in of_table {
        let before = if other.starts_with('.') {
            before.split('.').next().unwrap_or(before)
        } else {
            before
        };
        let other = if *other == LINE { line } else { other };
        found.push(FormatPiece::Conversion(before.to_owned(), other.to_owned()));
    }
    if !reads {
        let widths = other_widths(before, letters);
        found.extend(widths.map(|before| FormatPiece::Conversion(before, letters.to_owned())));
    }
    found
}

/// What may stand before the letters of a conversion of `printf` instead: zeros in front of a number, and a text at the
/// other end of its field.
fn other_widths(before: &str, letters: &str) -> impl Iterator<Item = String> {
    let kind = letters.trim_start_matches(['h', 'l', 'z', 'j', 't']);
    let is_number = ["d", "i", "u", "x", "X", "o"].contains(&kind);
    let flags = before.strip_prefix('%').unwrap_or_default();
    let mut found: Vec<String> = Vec::new();
    match flags.chars().next() {
        None if ["x", "X"].contains(&kind) => {
            found.extend(WIDTHS_OF_HEXADECIMAL.map(str::to_owned));
        }
        None if is_number => found.extend(WIDTHS.map(str::to_owned)),
        Some('0' | '-') => found.push(flags[1..].to_owned()),
        Some('1'..='9') => {
            found.extend(is_number.then(|| format!("0{flags}")));
            found.push(format!("-{flags}"));
        }
        _ => {}
    }
    found.into_iter().map(|flags| format!("%{flags}"))
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    #[test]
    fn formats_are_written_otherwise() {
        let head = "int scanf(const char *, ...); int printf(const char *, ...);";
        let texts = |call: &str| edited(&format!("{head} void f(float *p) {{ {call}; }}"));
        let check = |call: &str, news: &[&str]| {
            let edits = texts(call);
            for new in news {
                let text = format!("{head} void f(float *p) {{ {new}; }}");
                assert!(edits.contains(&text), "{new} is not in {edits:#?}");
            }
        };
        check(
            "scanf(\"%f,%d\", p, p)",
            &[
                "scanf(\"%f%d\", p, p)",
                "scanf(\"%f %d\", p, p)",
                "scanf(\"%lf,%d\", p, p)",
                "scanf(\"%f,%c\", p, p)",
                "scanf(\"%f,%d \", p, p)",
            ],
        );
        check(
            "scanf(\" %9s\", p)",
            &["scanf(\" %9[^\\n]\", p)", "scanf(\" %9c\", p)"],
        );
        let array = "int scanf(const char *, ...); void f(float *p) { char t[21]; int n; ";
        let edits = edited(&format!("{array} scanf(\"%d %s\", &n, t); }}"));
        for new in ["%d %20s", "%d %20[^\\n]", "%d %[^\\n]"] {
            let text = format!("{array} scanf(\"{new}\", &n, t); }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
        check(
            "scanf(\"%9s %i:%i\", p, p, p)",
            &[
                "scanf(\"%9s %d:%i\", p, p, p)",
                "scanf(\"%9s %d:%d\", p, p, p)",
            ],
        );
        check(
            "printf(\"%d:%d %d.\", *p, *p, *p)",
            &["printf(\"%02d:%02d %02d.\", *p, *p, *p)"],
        );
        check(
            "scanf(\"%c\\n\", p)",
            &["scanf(\" %c\\n\", p)", "scanf(\"%d\\n\", p)"],
        );
        check(
            "printf(\"\\\"%5.2f\\\"%%\\n\", *p)",
            &[
                "printf(\"\\\"%5.3f\\\"%%\\n\", *p)",
                "printf(\"\\\"%5.2g\\\"%%\\n\", *p)",
            ],
        );
    }
}
