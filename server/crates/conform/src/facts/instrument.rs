//! Instrumented texts of a program: counters and prints at the places of its tree.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use syntax::ast::{Item, Unit};
use syntax::{FileId, Parse, Span};

use super::sites::{Shape, Site, Use};

/// Declarations of the runtime, at the start of every unit.
const PRELUDE: &str = include_str!("prelude.h");

/// A look at the program, when a place is executed for the given time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Probe {
    /// Index of the place.
    pub(super) site: usize,
    pub(super) execution: u64,
    pub(super) look: Look,
}

/// What a probe writes into the log, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Look {
    /// Value of a C expression, before the execution.
    Before(String),
    /// Value of a C expression, after the execution.
    After(String),
    /// Whether the value of the place is not zero.
    Outcome,
}

/// The places to instrument, and the looks at them.
pub(super) struct Plan<'a> {
    pub(super) parse: &'a Parse,
    /// Places that are counted.
    pub(super) sites: &'a [Site],
    pub(super) probes: &'a [Probe],
    /// Index of the place at which the run fails, with the number of the execution: all counts are noted there.
    pub(super) failure: Option<(usize, u64)>,
}

impl Plan<'_> {
    /// Texts of all files that belong to the program, with these places and probes, which are indices.
    pub(super) fn texts(
        &self,
        sites: &BTreeSet<usize>,
        probes: &BTreeSet<usize>,
    ) -> BTreeMap<FileId, String> {
        let mut insertions = Insertions::default();
        let mut statics = String::new();
        for (k, site) in self.sites.iter().enumerate() {
            if !sites.contains(&k) {
                continue;
            }
            let (before, after) = self.hooks(k, probes);
            let begin = format!("long __fl_n{k} = __fl_begin({k}); ");
            let (open, close) = match site.shape {
                Shape::Statement { .. } => (format!("{{ {begin}{before}"), format!(" {after}}}")),
                Shape::Expression(used) => {
                    let before = begin + &before;
                    self.expression(k, used, probes, &before, &after)
                }
                // Pointers to any type can stand beside the variable and be initialised.
                Shape::Variable => {
                    let begin = format!("*__fl_n{k} = (void *)__fl_begin({k})");
                    let code = |name, code| format!("*__fl_{name}{k} = ({{ {code}(void *)0; }})");
                    let open = format!("{begin}, {}, ", code("b", before));
                    (open, format!(", {}", code("a", after)))
                }
                Shape::Static => {
                    let _ = write!(statics, "{{ {begin}{before}{after}}} ");
                    continue;
                }
            };
            insertions.around(site.changed(), open, close);
        }
        if let Some(at) = main_body(&self.parse.unit) {
            insertions.around(at, statics, String::new());
        }
        self.written(insertions)
    }

    /// Code before and after an execution of a place.
    fn hooks(&self, k: usize, wanted: &BTreeSet<usize>) -> (String, String) {
        let (mut before, mut after) = (String::new(), String::new());
        for (id, probe) in self.probes.iter().enumerate() {
            if probe.site != k || !wanted.contains(&id) {
                continue;
            }
            let (hook, object) = match &probe.look {
                Look::Before(object) => (&mut before, object.clone()),
                Look::After(object) => (&mut after, object.clone()),
                Look::Outcome => (&mut after, format!("__fl_v{k}")),
            };
            let execution = probe.execution;
            let _ = write!(
                hook,
                "if ((long)__fl_n{k} == {execution}) {{ __fl_look({id}); __fl_show({object}); }} "
            );
        }
        if let Some((_, execution)) = self.failure.filter(|(site, _)| *site == k) {
            let counts =
                |moment| format!("if ((long)__fl_n{k} == {execution}) __fl_counts({moment}); ");
            before += &counts(0);
            after += &counts(1);
        }
        (before, after)
    }

    /// Text before and behind an expression.
    fn expression(
        &self,
        k: usize,
        used: Use,
        wanted: &BTreeSet<usize>,
        before: &str,
        after: &str,
    ) -> (String, String) {
        let mut probes = self.probes.iter().enumerate();
        let has_outcome = probes.any(|(id, probe)| {
            probe.site == k && probe.look == Look::Outcome && wanted.contains(&id)
        });
        let (start, end) = match used {
            Use::Truth => (
                format!("int __fl_v{k} = ("),
                format!(") ? 1 : 0; {after}__fl_v{k}; }})"),
            ),
            Use::Value if has_outcome => (
                format!("__auto_type __fl_w{k} = ("),
                format!("); int __fl_v{k} = __fl_w{k} ? 1 : 0; {after}__fl_w{k}; }})"),
            ),
            Use::Value => (
                format!("__auto_type __fl_v{k} = ("),
                format!("); {after}__fl_v{k}; }})"),
            ),
            Use::Nothing => ("(void)(".to_owned(), format!("); {after}}})")),
            Use::Place => {
                let open = format!("(*({{ {before}__auto_type __fl_v{k} = &(");
                return (open, format!("); {after}__fl_v{k}; }}))"));
            }
        };
        (format!("({{ {before}{start}"), end)
    }

    /// Texts of the program's files with the insertions.
    fn written(&self, mut insertions: Insertions) -> BTreeMap<FileId, String> {
        let mut texts = BTreeMap::new();
        for (i, source) in self.parse.sources.files.iter().enumerate() {
            if source.is_built_in() {
                continue;
            }
            let file = FileId(i as u16);
            let text = insertions.applied(file, &source.text);
            let is_unit = Path::new(&source.path)
                .extension()
                .is_some_and(|e| e == "c");
            let start = if is_unit {
                format!("{PRELUDE}#line 1\n")
            } else {
                String::new()
            };
            texts.insert(file, start + &text);
        }
        texts
    }
}

/// Place behind the opening brace of `main`.
fn main_body(unit: &Unit) -> Option<Span> {
    unit.items.iter().find_map(|item| match item {
        Item::Function(f) if f.declarator.name.as_ref().is_some_and(|n| n.text == "main") => {
            let body = f.body.span;
            Some(Span {
                start: body.start + 1,
                end: body.start + 1,
                ..body
            })
        }
        _ => None,
    })
}

/// Texts that are inserted into files.
#[derive(Default)]
struct Insertions {
    by_file: BTreeMap<FileId, Vec<(Place, String)>>,
}

/// Place of an insertion. At the same offset, what ends there comes first, inside out, then what begins there, outside
/// in.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    offset: u32,
    begins: bool,
    /// Length of the range around which text is inserted, negative where it begins.
    length: i64,
    /// Order of ranges that are equal.
    order: i64,
}

impl Insertions {
    /// Inserts texts before and behind a range. Of equal ranges the first is the outermost.
    fn around(&mut self, span: Span, open: String, close: String) {
        let all = self.by_file.entry(span.file).or_default();
        let (length, order) = (i64::from(span.end - span.start), all.len() as i64);
        let begin = Place {
            offset: span.start,
            begins: true,
            length: -length,
            order,
        };
        let end = Place {
            offset: span.end,
            begins: false,
            length,
            order: -order,
        };
        all.extend([(begin, open), (end, close)]);
    }

    /// Text of a file with the insertions.
    fn applied(&mut self, file: FileId, text: &str) -> String {
        let mut all = self.by_file.remove(&file).unwrap_or_default();
        all.sort();
        let mut out = String::with_capacity(2 * text.len());
        let mut at = 0;
        for (place, inserted) in all {
            let offset = place.offset as usize;
            out += text.get(at..offset).unwrap_or_default();
            out += &inserted;
            at = offset;
        }
        out + text.get(at..).unwrap_or_default()
    }
}
