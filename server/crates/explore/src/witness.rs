//! Converts a log and a model to a script that the concrete evaluator can replay.

use std::rc::Rc;

use eval::{Choice, Entry, Log, Script};
use harness::{Expected, Matcher};
use term::{Feasibility, Pool};

/// The choices of the run that a model describes.
pub(super) fn script(
    log: &Log,
    expected: &Expected,
    pool: &Pool,
    solver: &mut dyn Feasibility,
) -> Option<Script> {
    let entries = log.resolve(&mut |t| solver.value(pool, t) != 0);
    let mut texts = gap_texts(&entries, expected)?.into_iter();
    let mut script = Script::new();
    for entry in entries {
        match entry {
            Entry::Enter { comp, alt, kind } => script.push_back(Choice::Enter { comp, alt, kind }),
            Entry::Value {
                comp,
                ty,
                term,
                object,
            } => {
                let bits = eval::arith::extend(ty, solver.value(pool, term));
                script.push_back(Choice::Value {
                    comp,
                    ty,
                    bits,
                    object,
                });
            }
            Entry::Text { comp, bytes } => {
                let bytes = bytes.iter().map(|b| solver.value(pool, *b) as u8).collect();
                script.push_back(Choice::Text { comp, bytes });
            }
            Entry::Output { comp } => {
                let bytes = texts.next().unwrap_or_default();
                script.push_back(Choice::Output { comp, bytes });
            }
            Entry::Printed { .. } | Entry::Read(_) | Entry::Closed { .. } | Entry::Merge { .. } => {
            }
        }
    }
    Some(script)
}

/// A text for each open output, such that together with the known texts in between the output is as expected.
fn gap_texts(entries: &[Entry], expected: &Expected) -> Option<Vec<Vec<u8>>> {
    let gaps = entries
        .iter()
        .filter(|e| matches!(e, Entry::Output { .. }))
        .count();
    if gaps == 0 || !expected.is_known() {
        return Some(vec![Vec::new(); gaps]);
    }
    let pieces: Vec<Option<Rc<[u8]>>> = entries
        .iter()
        .filter_map(|e| match e {
            Entry::Output { .. } => Some(None),
            Entry::Printed { bytes } => Some(Some(Rc::clone(bytes))),
            _ => None,
        })
        .collect();
    complete(&pieces, Matcher::new(), expected)
}

fn complete(pieces: &[Option<Rc<[u8]>>], at: Matcher, expected: &Expected) -> Option<Vec<Vec<u8>>> {
    let Some((piece, rest)) = pieces.split_first() else {
        return at.finish(expected).then(Vec::new);
    };
    if let Some(bytes) = piece {
        let mut next = at;
        return if next.feed(expected, bytes) {
            complete(rest, next, expected)
        } else {
            None
        };
    }
    at.any_text().states(expected).into_iter().find_map(|next| {
        let text = at.text_before(&next, expected)?;
        let mut texts = complete(rest, next, expected)?;
        texts.insert(0, text);
        Some(texts)
    })
}
