//! Reading a program again with other texts, without access to files: for edits that no tree shows, such as another
//! body of a macro.
//!
//! A program consists of units, each read from its file and from what that includes. Both texts and answers to
//! `#include` are known from the first reading. Only the units that contain the changed file are read again.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::ast::Item;
use crate::{FileId, Includes, Options, Parse, Span, parse};

/// How a unit was read.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The options; `None` if the unit cannot be read again, because a compiler has read it, or its tree was changed.
    pub options: Option<Options>,
    /// Number of its source texts.
    pub(crate) files: usize,
    pub(crate) opened: Vec<Opened>,
}

/// A file that an include found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Opened {
    /// What was written.
    pub(crate) name: String,
    /// Path of the file that includes it.
    pub(crate) from: String,
    /// Whether it was written `<name>`.
    pub(crate) system: bool,
    /// Path of the file that was found.
    pub(crate) path: String,
}

/// The changed texts of a unit by the names under which it includes them.
struct RecordedIncludes<'a> {
    opened: &'a [Opened],
    texts: Vec<(&'a str, String)>,
}

impl Includes for RecordedIncludes<'_> {
    fn open(&self, name: &str, from: &str, system: bool) -> Option<(String, String)> {
        let is_it =
            |found: &&Opened| found.name == name && found.from == from && found.system == system;
        let path = &self.opened.iter().find(is_it)?.path;
        // What `__has_include` found need not have been read.
        let text = self.texts.iter().find(|(known, _)| known == path);
        let text = text.map(|(_, text)| text.clone());
        Some((path.clone(), text.unwrap_or_default()))
    }
}

impl Parse {
    /// A copy whose tree is going to be edited: it is no longer what the texts say.
    pub fn edited(&self) -> Parse {
        Parse {
            readings: Vec::new(),
            ..self.clone()
        }
    }

    /// Whether each unit can be read again.
    pub fn can_be_reread(&self) -> bool {
        let mut readings = self.readings.iter();
        !self.readings.is_empty() && readings.all(|reading| reading.options.is_some())
    }

    /// The file that the unit with this source text was read from.
    pub fn main_file(&self, file: FileId) -> Option<FileId> {
        let mut first = self.sources.first_file;
        for reading in &self.readings {
            let next = first + u16::try_from(reading.files).ok()?;
            if (first..next).contains(&file.0) {
                return Some(FileId(first));
            }
            first = next;
        }
        None
    }
}

/// The program with other texts in place of spans, which must not overlap. `None` if a unit with them cannot be read
/// again, has new errors, or includes other files then.
pub fn reread(program: &Parse, edits: &[(Span, &str)]) -> Option<Parse> {
    let changed = changed_texts(program, edits)?;
    let mut new = program.clone();
    let mut old = std::mem::take(&mut new.unit.items).into_iter();
    let mut first = 0;
    if program.readings.is_empty() {
        return None;
    }
    for (at, reading) in program.readings.iter().enumerate() {
        if at > 0 {
            new.unit.items.push(Item::End);
        }
        let unit = old.by_ref().take_while(|item| !matches!(item, Item::End));
        let unit: Vec<Item> = unit.collect();
        let files = program.sources.files.get(first..first + reading.files)?;
        if files.iter().all(|file| !changed.contains_key(&*file.path)) {
            new.unit.items.extend(unit);
            first += reading.files;
            continue;
        }
        let texts = files.iter().map(|file| {
            let new = changed.get(&*file.path).unwrap_or(&file.text);
            (&*file.path, new.clone())
        });
        let includes = RecordedIncludes {
            opened: &reading.opened,
            texts: texts.collect(),
        };
        let (path, text) = includes.texts.first()?;
        let unit = parse(path, text, &includes, reading.options.as_ref()?);
        if unit.has_errors() || unit.sources.files.len() != reading.files {
            return None;
        }
        new.unit.items.extend(unit.unit.items);
        let is_here = |span: Span| (first..first + reading.files).contains(&span.file.0.into());
        new.macro_uses.retain(|used| !is_here(used.use_span));
        new.macro_uses.extend(unit.macro_uses);
        new.problems.retain(|problem| !is_here(problem.span));
        new.problems.extend(unit.problems);
        new.sources
            .files
            .splice(first..first + reading.files, unit.sources.files);
        first += reading.files;
    }
    new.find_copies();
    Some(new)
}

/// The texts of files with edits, by their paths.
fn changed_texts<'p>(
    program: &'p Parse,
    edits: &[(Span, &str)],
) -> Option<BTreeMap<&'p str, String>> {
    let mut changed: BTreeMap<&str, String> = BTreeMap::new();
    let mut edits = edits.to_vec();
    // From the end, so that the places before an edit stay where they are.
    edits.sort_by_key(|(place, _)| Reverse(place.start));
    for (place, text) in edits {
        let file = program.sources.file(place.file)?;
        let new = changed
            .entry(&file.path)
            .or_insert_with(|| file.text.clone());
        let range = place.start as usize..place.end as usize;
        new.get(range.clone())?;
        new.replace_range(range, text);
    }
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NoIncludes, dump};

    /// A folder with one header.
    struct Folder(&'static str);

    impl Includes for Folder {
        fn open(&self, name: &str, _: &str, _: bool) -> Option<(String, String)> {
            (name == "a.h").then(|| ("inc/a.h".to_owned(), self.0.to_owned()))
        }
    }

    const HEADER: &str = "#ifndef A_H\n#define A_H\n#define TWICE(x) 2 * x\n#endif\n";

    fn program(header: &'static str) -> Parse {
        let unit = |name: &str, first_file| {
            let text = format!("#include \"a.h\"\nint {name}(int n) {{ return 8 / TWICE(n); }}\n");
            let options = Options {
                first_file,
                ..Options::default()
            };
            parse(&format!("{name}.c"), &text, &Folder(header), &options)
        };
        let mut all = unit("f", 0);
        all.link(unit("g", 2));
        let options = Options {
            first_file: 4,
            ..Options::default()
        };
        all.link(parse(
            "h.c",
            "int h(void) { return 1; }\n",
            &NoIncludes,
            &options,
        ));
        all
    }

    #[test]
    fn all_units_with_a_header_are_read_again() {
        let old = program(HEADER);
        let start = HEADER.find("2 * x").unwrap() as u32;
        for file in [1, 3] {
            let place = Span {
                file: FileId(file),
                start,
                end: start + 5,
            };
            let new = reread(&old, &[(place, "(2 * (x))")]).unwrap();
            let expected = program(Box::leak(
                HEADER.replace("2 * x", "(2 * (x))").into_boxed_str(),
            ));
            assert_eq!(dump::unit(&new.unit), dump::unit(&expected.unit));
            assert_eq!(new.macro_uses, expected.macro_uses);
            assert_eq!(new.sources.files.len(), 5);
            assert!(reread(&old, &[(place, "2 * )")]).is_none(), "this is no C");
        }
    }

    #[test]
    fn what_a_compiler_read_is_not_read_again() {
        let mut old = program(HEADER);
        old.readings[1].options = None;
        let place = |file| Span {
            file: FileId(file),
            start: 0,
            end: 0,
        };
        assert!(reread(&old, &[(place(1), " ")]).is_none());
        assert!(reread(&old, &[(place(4), " ")]).is_some());
    }
}
