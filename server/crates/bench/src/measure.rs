//! Measurement of the shipped binary on sets of cases, and the table of the results.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::case::{Case, Set};
use crate::cli::Cli;
use crate::markdown::{Table, percent};
use crate::published::{Figures, PublishedFigures};
use crate::ranks::{Ranks, TOPS};
use crate::row::Row;
use crate::summary::{Part, Spread, Summary};
use crate::{Outcome, pool, run};

/// Statuses with rows of their own.
const STATUSES: [&str; 4] = ["complete", "stopped", "none", "unanalysable"];

/// Measures, reporting each case on stderr; returns a table for each set.
pub(crate) fn tables(cli: &Cli, sets: &[Set]) -> Outcome<String> {
    let published = PublishedFigures::read(cli.published.as_deref())?;
    let binary = binary(cli)?;
    let mut text = String::new();
    for set in sets {
        let mut columns = Vec::new();
        for strategy in &cli.strategies {
            eprintln!("{}, {strategy}", set.name);
            let rows = pool::map(cli.jobs, &set.cases, |case| {
                let row = measure(&binary, cli, strategy, case)?;
                eprintln!("{row}");
                Ok(row)
            })?;
            columns.push(column(strategy, &Summary::of(&rows)));
        }
        columns.extend(published.of(&set.name).iter().map(published_column));
        let _ = writeln!(text, "## {}\n\n{}", set.name, table(&columns).markdown());
    }
    text.push_str(NOTES);
    Ok(text)
}

const NOTES: &str = "Ranks, and what covers faults, are counted over the cases whose faulty lines are known; a line that \
is not ranked counts as half of the program's lines. A paper's time is CPU time on its authors' machine.\n";

/// Absolute path of the binary, because each case is run in its own folder.
pub(crate) fn binary(cli: &Cli) -> Outcome<PathBuf> {
    let given = cli.bin.as_deref().unwrap_or(Path::new("faultlens"));
    given
        .canonicalize()
        .map_err(|e| format!("{}: {e}", given.display()))
}

fn measure(binary: &Path, cli: &Cli, strategy: &str, case: &Case) -> Outcome<Row> {
    let timeout = cli.timeout.to_string();
    let mut arguments = vec!["localize", "program.c", "--format", "json"];
    arguments.extend(["--timeout", &timeout, "--strategy", strategy]);
    if case.folder.join("tests").is_dir() {
        arguments.extend(["--tests", "tests"]);
    }
    arguments.extend(cli.arguments.iter().map(String::as_str));
    // The program should end by itself.
    let limit = cli.time_limit()?.mul_f64(1.5) + Duration::from_secs(5);
    let ended = run::run(binary, &arguments, &case.folder, limit)?;
    Ok(Row::new(case, &ended))
}

/// Name of a column and its figures, in the order of [`names`].
type Column = (String, Vec<String>);

fn names() -> Vec<String> {
    let mut names = vec!["cases".to_owned()];
    names.extend(STATUSES.map(str::to_owned));
    names.extend(["other endings", "same failing tests", "mean rank"].map(str::to_owned));
    names.extend(TOPS.map(|top| format!("top-{top}")));
    let rest = [
        "a diagnosis covers a fault",
        "a diagnosis covers all faults",
        "all diagnoses together cover all faults",
        "unverified diagnoses",
        "`minimal: proved`",
        "unknown answers",
        "time, median",
        "time, p95",
        "time, max",
        "time, sum",
        "peak memory",
    ];
    names.extend(rest.map(str::to_owned));
    names
}

fn column(strategy: &str, s: &Summary) -> Column {
    let status = |name: &str| s.status.get(name).copied().unwrap_or(0);
    let other = s.cases - STATUSES.map(status).iter().sum::<usize>();
    let known = s.ranks.cases;
    let mut cells = vec![s.cases.to_string()];
    cells.extend(STATUSES.map(|name| status(name).to_string()));
    cells.push(other.to_string());
    cells.push(of(s.same_tests));
    cells.extend(rank_cells(&s.ranks));
    cells.extend([s.covers_any, s.covers_all, s.together].map(|n| out_of(n, known)));
    cells.push(s.unverified.to_string());
    cells.push(percent(s.proved.count, s.proved.of.unwrap_or(0)));
    cells.push(match s.unknown.of {
        Some(questions) => percent(s.unknown.count, questions),
        None => s.unknown.count.to_string(),
    });
    cells.extend(time_cells(&s.seconds));
    cells.push(format!("{:.0} MB", s.megabytes.max));
    (strategy.to_owned(), cells)
}

fn published_column(figures: &Figures) -> Column {
    let count = |n: Option<usize>| n.map_or_else(String::new, |n| n.to_string());
    let mut cells = vec![count(figures.cases), count(figures.complete)];
    // The paper does not give the statuses of the others, nor the failing tests.
    cells.resize(7, String::new());
    match &figures.ranks {
        Some(ranks) => cells.extend(rank_cells(ranks)),
        None => cells.resize(12, String::new()),
    }
    cells.push(figures.covers.clone().unwrap_or_default());
    cells.resize(18, String::new());
    let seconds = |s: Option<f64>| s.map_or_else(String::new, self::seconds);
    match &figures.seconds {
        Some(spread) => cells.extend(time_cells(spread)),
        None => cells.extend([
            seconds(figures.median_seconds),
            String::new(),
            String::new(),
            seconds(figures.sum_seconds),
        ]),
    }
    let megabytes = figures.megabytes;
    cells.push(megabytes.map_or_else(String::new, |mb| format!("{mb:.0} MB")));
    (figures.tool.clone(), cells)
}

fn table(columns: &[Column]) -> Table {
    let mut table = Table::default();
    table.head.push(String::new());
    table
        .head
        .extend(columns.iter().map(|(name, _)| name.clone()));
    for (i, name) in names().into_iter().enumerate() {
        let cells = columns.iter().map(|(_, cells)| cells.get(i).cloned());
        let row = [name]
            .into_iter()
            .chain(cells.map(Option::unwrap_or_default));
        table.rows.push(row.collect());
    }
    table
}

/// Cells for mean rank and tops.
pub(crate) fn rank_cells(ranks: &Ranks) -> Vec<String> {
    let mean = ranks
        .mean
        .map_or_else(String::new, |mean| format!("{mean:.2}"));
    let tops = ranks.top.map(|n| out_of(n, ranks.cases));
    [mean].into_iter().chain(tops).collect()
}

fn time_cells(spread: &Spread) -> [String; 4] {
    [spread.median, spread.p95, spread.max, spread.sum].map(seconds)
}

fn seconds(s: f64) -> String {
    if s < 10.0 {
        format!("{s:.3} s")
    } else {
        format!("{s:.1} s")
    }
}

fn out_of(n: usize, all: usize) -> String {
    if all == 0 {
        return String::new();
    }
    format!("{n} of {all}")
}

fn of(part: Part) -> String {
    out_of(part.count as usize, part.of.unwrap_or(0) as usize)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn published_figures_stand_in_their_rows() {
        let ranked = Figures {
            tool: "R".to_owned(),
            cases: Some(2),
            ranks: Some(Ranks {
                cases: 2,
                top: [0, 1, 1, 2],
                mean: Some(4.7),
            }),
            ..Figures::default()
        };
        let run = Figures {
            tool: "S".to_owned(),
            cases: Some(3),
            complete: Some(2),
            covers: Some("7 of 8 runs".to_owned()),
            seconds: Some([1.0, 2.0, 30.0].into_iter().collect()),
            megabytes: Some(1800.0),
            ..Figures::default()
        };
        let totals = Figures {
            tool: "T".to_owned(),
            median_seconds: Some(1.5),
            sum_seconds: Some(500.0),
            ..Figures::default()
        };
        let ours = column("ours", &Summary::of(&[]));
        assert_eq!(ours.1.len(), names().len());
        let columns = [ranked, run, totals].map(|figures| published_column(&figures));
        let text = table(&columns).markdown();
        expect![[r"
            |  | R | S | T |
            |---|---:|---:|---:|
            | cases | 2 | 3 | – |
            | complete | – | 2 | – |
            | stopped | – | – | – |
            | none | – | – | – |
            | unanalysable | – | – | – |
            | other endings | – | – | – |
            | same failing tests | – | – | – |
            | mean rank | 4.70 | – | – |
            | top-1 | 0 of 2 | – | – |
            | top-3 | 1 of 2 | – | – |
            | top-5 | 1 of 2 | – | – |
            | top-10 | 2 of 2 | – | – |
            | a diagnosis covers a fault | – | 7 of 8 runs | – |
            | a diagnosis covers all faults | – | – | – |
            | all diagnoses together cover all faults | – | – | – |
            | unverified diagnoses | – | – | – |
            | `minimal: proved` | – | – | – |
            | unknown answers | – | – | – |
            | time, median | – | 2.000 s | 1.500 s |
            | time, p95 | – | 2.000 s | – |
            | time, max | – | 30.0 s | – |
            | time, sum | – | 33.0 s | 500.0 s |
            | peak memory | – | 1800 MB | – |
        "]]
        .assert_eq(&text);
    }
}
