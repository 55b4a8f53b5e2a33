//! Functions that nobody defines, as a linker says it, with the files that were looked through and how to add one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ir::{Lack, Program};
use syntax::ast::Item;
use syntax::{Parse, Problem, Severity, Span};

use super::Job;
use crate::files;
use crate::jobs::convert::Names;

impl Job<'_> {
    /// Warns of calls of functions that no file defines.
    pub(super) fn warn_of_undefined(&mut self, parse: &Parse, program: &Program) {
        let mut calls: BTreeMap<&str, Span> = BTreeMap::new();
        for missing in &program.unsupported {
            if let Lack::Undefined(name) = &missing.what {
                calls.entry(name).or_insert(missing.span);
            }
        }
        let Some(first) = calls.values().min() else {
            return;
        };
        let callers = calls.iter().map(|(name, span)| {
            let mut items = parse.unit.items.iter();
            let caller = items.find_map(|item| match item {
                Item::Function(caller) if caller.span.overlaps(*span) => {
                    caller.declarator.name.as_ref()
                }
                _ => None,
            });
            match caller {
                Some(caller) => format!("`{name}` in `{}`", caller.text),
                None => format!("`{name}`"),
            }
        });
        let file = self.spec.file.display();
        let message = format!(
            "undefined reference to {}: looked through {}; add the file with the definition to the command (`faultlens \
             test {file} FILE.c`), or to `sources` in faultlens.toml",
            listed(callers),
            listed(self.looked_through(parse).into_iter()),
        );
        let problem = Problem {
            severity: Severity::Warning,
            span: *first,
            message,
        };
        let names = Names {
            parse,
            program,
            tests: &[],
            added: &[],
        };
        self.problems.push(names.problem(&problem));
    }

    /// Names of the files in which functions were looked for: those of the program and, unless the user has listed these,
    /// the C files around it.
    fn looked_through(&self, parse: &Parse) -> BTreeSet<String> {
        let spec = self.spec;
        let shown = |path: &Path| {
            let home = spec.file.parent().unwrap_or(Path::new(""));
            path.strip_prefix(home)
                .unwrap_or(path)
                .display()
                .to_string()
        };
        let linked = spec.linked.iter().map(|linked| shown(&linked.file));
        let mut found: BTreeSet<String> = linked.chain([shown(&spec.file)]).collect();
        let are_listed = spec.linked.iter().any(|linked| linked.why.is_none());
        if let Some(first) = parse.sources.files.first().filter(|_| !are_listed) {
            let around = files::files_around(&spec.file, &first.text);
            found.extend(around.iter().map(|file| shown(file)));
        }
        found
    }
}

/// "a, b and 3 more"
fn listed(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(files::SHOWN_NAMES);
    let shown = names.take(files::SHOWN_NAMES).collect::<Vec<_>>();
    let shown = shown.join(", ");
    match more {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
