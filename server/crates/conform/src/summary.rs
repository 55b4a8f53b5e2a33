//! Summary printed at the end.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::Outcome;
use crate::verdict::{Class, ProgramVerdict};

/// Prints the differences and the counts; returns whether nothing is wrong.
pub(crate) fn print(verdicts: &mut [ProgramVerdict], list: Option<&Path>) -> Outcome<bool> {
    verdicts.sort_by(|a, b| (a.class, &a.name).cmp(&(b.class, &b.name)));
    if let Some(path) = list {
        write_list(verdicts, path)?;
    }
    let mut others = verdicts.iter().filter(|v| v.class != Class::Same);
    if let Some(first) = others.next() {
        println!("\nnot the same:\n{first}");
        others.for_each(|verdict| println!("{verdict}"));
    }
    print_constructs(verdicts);
    let count = |class: Class| verdicts.iter().filter(|v| v.class == class).count();
    println!("\n{:>6}         programs", verdicts.len());
    for class in Class::ALL {
        let n = count(class);
        let percent = 100.0 * n as f64 / verdicts.len().max(1) as f64;
        println!("{n:>6} {percent:>6.2} % {class}");
    }
    Ok(count(Class::Wrong) == 0)
}

/// Prints the constructs that are most often not supported.
fn print_constructs(verdicts: &[ProgramVerdict]) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for verdict in verdicts.iter().filter(|v| v.class == Class::Unsupported) {
        let construct = verdict.reason.split(" @ ").next().unwrap_or_default();
        *counts.entry(construct).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().filter(|(_, n)| *n > 1).collect();
    counts.sort_by_key(|(construct, n)| (usize::MAX - n, *construct));
    if !counts.is_empty() {
        println!("\nnot supported, more than once:");
    }
    for (construct, n) in counts {
        println!("{n:>6} {construct}");
    }
}

fn write_list(verdicts: &[ProgramVerdict], path: &Path) -> Outcome<()> {
    let mut text = String::new();
    for verdict in verdicts {
        let _ = writeln!(
            text,
            "{}\t{}\t{}",
            verdict.class, verdict.name, verdict.reason
        );
    }
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
