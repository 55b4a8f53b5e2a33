//! Ratchets: counts that may only fall, beside the highest allowed ones in `xtask/tidy/ratchets.toml`.
//!
//! A count above its row fails the run, and so does a row that is higher than it need be, because otherwise the next
//! change could use up what this one saved. `--update` lowers the rows; only `--raise` raises any. Lines of a crate are
//! allowed in hundreds, so that not every change touches the table.
//!
//! Only product code counts: neither tests nor, for lines, comments and documentation.

mod syntax;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::Context;

use crate::Finding;
use crate::source::Repository;
use syntax::SyntaxPlaces;

/// Path of the table in the repository.
const TABLE: &str = "xtask/tidy/ratchets.toml";
/// Head of the table.
const HEAD: &str = "\
# Highest allowed counts; `cargo xtask tidy --update` lowers them. See \"Ratchets\" in CONTRIBUTING.md.
";
/// Section of the table for counts of the whole repository, and the one for product lines by crate.
const COUNTS: &str = "counts";
const LINES: &str = "lines";
/// Unit in which lines of a crate are allowed.
const LINE_STEP: usize = 100;

/// The table: highest allowed counts by section and name.
type Table = BTreeMap<String, BTreeMap<String, usize>>;

/// A count beside its row in the table.
pub(crate) struct Ratchet {
    section: &'static str,
    name: String,
    pub(crate) count: usize,
    /// Highest allowed count; `None` without a row in the table.
    allowed: Option<usize>,
    /// Counted places; none for lines.
    pub(crate) places: Vec<Finding>,
}

impl Ratchet {
    /// Name with the section's kind.
    pub(crate) fn label(&self) -> String {
        match self.section {
            LINES => format!("lines of {}", self.name),
            _ => self.name.clone(),
        }
    }

    /// Row that the table should have for the count; `None` for a crate that is gone.
    fn row(&self) -> Option<usize> {
        match self.section {
            LINES => (self.count > 0).then(|| self.count.next_multiple_of(LINE_STEP)),
            _ => Some(self.count),
        }
    }

    /// Reason for which the run fails, with the remedy.
    pub(crate) fn failure(&self) -> Option<String> {
        let Some(allowed) = self.allowed else {
            let message = format!("no row in {TABLE}; `cargo xtask tidy --raise` adds it");
            return self.row().map(|_| message);
        };
        if self.count > allowed {
            let remedy = match self.section {
                LINES => "`cargo xtask tidy --raise` in a commit that says why",
                _ => "`cargo xtask tidy --list` shows the places",
            };
            return Some(format!(
                "more than {allowed}, the number in {TABLE}; {remedy}"
            ));
        }
        // Lines may go up and down within two hundreds.
        let slack = match self.section {
            LINES => 2 * LINE_STEP,
            _ => 1,
        };
        (self.count + slack <= allowed).then(|| {
            format!(
                "fewer than {allowed}, the number in {TABLE}; lower it with `cargo xtask tidy --update`"
            )
        })
    }
}

/// Reads the table and counts.
pub(crate) fn count(repository: &Repository) -> anyhow::Result<Vec<Ratchet>> {
    let text = std::fs::read_to_string(TABLE).unwrap_or_default();
    let table: Table = toml::from_str(&text).context(TABLE)?;
    Ok(compared(repository, &table))
}

/// Counts beside their rows in a table.
fn compared(repository: &Repository, table: &Table) -> Vec<Ratchet> {
    let allowed = |section: &str, name: &str| table.get(section)?.get(name).copied();
    let mut ratchets = Vec::new();
    let syntax = SyntaxPlaces::find(repository);
    for (name, places) in [
        ("closures named and used once", syntax.closures_used_once),
        (
            "constants outside limits.rs",
            syntax.constants_outside_limits,
        ),
        ("results with String as error", syntax.string_errors),
        ("sentences in pure crates", tokens::sentences(repository)),
        ("tuple parameters", syntax.tuple_parameters),
    ] {
        ratchets.push(Ratchet {
            section: COUNTS,
            name: name.to_owned(),
            count: places.len(),
            allowed: allowed(COUNTS, name),
            places,
        });
    }
    let lines = tokens::lines(repository);
    let allowed_crates = table.get(LINES).into_iter().flat_map(BTreeMap::keys);
    let crates: BTreeSet<&String> = lines.keys().chain(allowed_crates).collect();
    for name in crates {
        ratchets.push(Ratchet {
            section: LINES,
            name: name.clone(),
            count: lines.get(name).copied().unwrap_or_default(),
            allowed: allowed(LINES, name),
            places: Vec::new(),
        });
    }
    ratchets
}

/// Writes the table anew: lowers rows and, with `raises`, also raises and adds some.
pub(crate) fn update(ratchets: &mut [Ratchet], raises: bool) -> anyhow::Result<()> {
    std::fs::write(TABLE, updated(ratchets, raises)).context(TABLE)
}

/// Text of the table after [`update`], which the ratchets follow.
fn updated(ratchets: &mut [Ratchet], raises: bool) -> String {
    let mut text = HEAD.to_owned();
    for section in [COUNTS, LINES] {
        let _ = writeln!(text, "\n[{section}]");
        for ratchet in ratchets.iter_mut().filter(|r| r.section == section) {
            let row = ratchet.row();
            ratchet.allowed = match (ratchet.allowed, row) {
                _ if raises => row,
                (Some(allowed), Some(row)) => Some(row.min(allowed)),
                _ => None,
            };
            if let Some(allowed) = ratchet.allowed {
                let _ = writeln!(text, "{:?} = {allowed}", ratchet.name);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::source::repository;

    /// Rows and failures after counting in a crate `p` with a text, which has no sentences counted.
    fn ratchets(text: &str, table: &str) -> Vec<Ratchet> {
        let repository = repository(&[("p/src/lib.rs", text)]);
        compared(&repository, &toml::from_str(table).unwrap())
    }

    fn failures(text: &str, table: &str) -> Vec<String> {
        let failures = ratchets(text, table).into_iter().filter_map(|ratchet| {
            let failure = ratchet.failure()?;
            Some(format!("{} {}: {failure}", ratchet.count, ratchet.label()))
        });
        failures.collect()
    }

    const CLEAN: &str = r#"
        [counts]
        "closures named and used once" = 0
        "constants outside limits.rs" = 1
        "results with String as error" = 0
        "sentences in pure crates" = 0
        "tuple parameters" = 0
        [lines]
        "p" = 100
    "#;

    #[test]
    fn a_count_may_neither_rise_nor_fall_below_its_row() {
        assert!(failures("const A: u8 = 1;", CLEAN).is_empty());
        expect![[r#"
            [
                "2 constants outside limits.rs: more than 1, the number in xtask/tidy/ratchets.toml; `cargo xtask tidy --list` shows the places",
            ]
        "#]]
        .assert_debug_eq(&failures("const A: u8 = 1;\nconst B: u8 = 2;", CLEAN));
        expect![[r#"
            [
                "0 constants outside limits.rs: fewer than 1, the number in xtask/tidy/ratchets.toml; lower it with `cargo xtask tidy --update`",
            ]
        "#]]
        .assert_debug_eq(&failures("fn f() {}", CLEAN));
    }

    #[test]
    fn lines_may_rise_and_fall_within_hundreds() {
        let lines =
            |count: usize| "const A: u8 = 1;\n".to_owned() + &"fn f() {}\n".repeat(count - 1);
        let fails = |count: usize, allowed: usize| {
            let table = CLEAN.replace("\"p\" = 100", &format!("\"p\" = {allowed}"));
            !failures(&lines(count), &table).is_empty()
        };
        let fail: Vec<usize> = [99, 100, 101, 199, 300, 301]
            .into_iter()
            .filter(|count| fails(*count, 300))
            .collect();
        assert_eq!(fail, [99, 100, 301]);
    }

    #[test]
    fn only_raising_raises_and_adds_rows() {
        let table = CLEAN
            .replace("\"p\" = 100", "\"gone\" = 100")
            .replace("\"tuple parameters\" = 0", "\"tuple parameters\" = 7");
        let mut found = ratchets("const A: u8 = 1;\nconst B: u8 = 2;", &table);
        expect![[r#"
            # Highest allowed counts; `cargo xtask tidy --update` lowers them. See "Ratchets" in CONTRIBUTING.md.

            [counts]
            "closures named and used once" = 0
            "constants outside limits.rs" = 1
            "results with String as error" = 0
            "sentences in pure crates" = 0
            "tuple parameters" = 0

            [lines]
        "#]]
        .assert_eq(&updated(&mut found, false));
        assert_eq!(found.iter().filter(|r| r.failure().is_some()).count(), 2);
        expect![[r#"
            # Highest allowed counts; `cargo xtask tidy --update` lowers them. See "Ratchets" in CONTRIBUTING.md.

            [counts]
            "closures named and used once" = 0
            "constants outside limits.rs" = 2
            "results with String as error" = 0
            "sentences in pure crates" = 0
            "tuple parameters" = 0

            [lines]
            "p" = 100
        "#]]
        .assert_eq(&updated(&mut found, true));
        assert!(found.iter().all(|ratchet| ratchet.failure().is_none()));
    }
}
