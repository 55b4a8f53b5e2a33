//! Published figures for the same programs, from `published.json` or the file given by `--published`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::Outcome;
use crate::ranks::{Rank, Ranks};
use crate::summary::Spread;

/// Figures of one paper for one tool on one set; figures that it does not give are absent.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Figures {
    /// Name of the tool, and the paper or database of its figures.
    pub(crate) tool: String,
    pub(crate) cases: Option<usize>,
    /// Number of cases in which the tool came to an end.
    pub(crate) complete: Option<usize>,
    pub(crate) ranks: Option<Ranks>,
    /// Statement about covering a fault.
    pub(crate) covers: Option<String>,
    /// Times in CPU seconds.
    pub(crate) seconds: Option<Spread>,
    pub(crate) median_seconds: Option<f64>,
    pub(crate) sum_seconds: Option<f64>,
    pub(crate) megabytes: Option<f64>,
}

/// Contents of the file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PublishedFigures {
    #[serde(rename = "tcas_rank_Jin_Orso_table_I")]
    tcas_ranks: ByCase<BTreeMap<String, f64>>,
    #[serde(rename = "tcas_rank_averages")]
    tcas_means: BTreeMap<String, f64>,
    #[serde(rename = "tcas_CFaults_database")]
    tcas_runs: ByCase<BTreeMap<String, ToolRun>>,
    #[serde(rename = "tcas_runs_with_a_true_line")]
    tcas_hits: BTreeMap<String, String>,
    #[serde(rename = "tot_info_rank_OFC+CW_table_IV")]
    totinfo_ranks: ByCase<f64>,
    #[serde(rename = "cpack_lab02_CFaults_database")]
    cpack: BTreeMap<String, Totals>,
}

type ByCase<T> = BTreeMap<String, T>;

/// One run of one tool.
#[derive(Debug, Deserialize)]
struct ToolRun {
    cpu_s: f64,
    peak_mb: f64,
    state: String,
}

/// One tool on all programs.
#[derive(Debug, Deserialize)]
struct Totals {
    programs: usize,
    success: usize,
    mean_cpu_s: f64,
    median_cpu_s: f64,
}

impl PublishedFigures {
    /// Reads the file; without a name, `published.json` in the folder of this crate.
    pub(crate) fn read(file: Option<&Path>) -> Outcome<PublishedFigures> {
        let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("published.json");
        let file = file.unwrap_or(&usual);
        let place = |why: String| format!("{}: {why}", file.display());
        let text = std::fs::read_to_string(file).map_err(|e| place(e.to_string()))?;
        serde_json::from_str(&text).map_err(|e| place(e.to_string()))
    }

    /// Figures of the tools that were run on a set.
    pub(crate) fn of(&self, set: &str) -> Vec<Figures> {
        match set {
            "tcas" => self.tcas(),
            "totinfo" => self.totinfo(),
            "cpack" => self.cpack(),
            _ => Vec::new(),
        }
    }

    fn tcas(&self) -> Vec<Figures> {
        let ranked = self.tcas_means.iter().map(|(tool, mean)| {
            let ranks = self.tcas_ranks.values().filter_map(|ranks| ranks.get(tool));
            let ranks = self::ranks(ranks);
            Figures {
                tool: format!("{tool} (Jin, Orso)"),
                cases: Some(ranks.cases),
                ranks: Some(Ranks {
                    // The paper's own mean, because its ranks are rounded.
                    mean: Some(*mean),
                    ..ranks
                }),
                ..Figures::default()
            }
        });
        let hits = self.tcas_hits.iter().map(|(tool, hits)| Figures {
            tool: format!("{tool} (SNIPER)"),
            covers: Some(format!("{hits} runs")),
            ..Figures::default()
        });
        let mut tools: Vec<&String> = self.tcas_runs.values().flat_map(BTreeMap::keys).collect();
        tools.sort_unstable();
        tools.dedup();
        let runs = tools.into_iter().map(|tool| self.tcas_runs(tool));
        ranked.chain(hits).chain(runs).collect()
    }

    /// Figures from the database of `CFaults`' authors.
    fn tcas_runs(&self, tool: &str) -> Figures {
        let runs = self.tcas_runs.values().filter_map(|runs| runs.get(tool));
        let runs: Vec<&ToolRun> = runs.collect();
        let seconds: Spread = runs.iter().map(|run| run.cpu_s).collect();
        Figures {
            tool: format!("{tool} (CFaults)"),
            cases: Some(runs.len()),
            complete: Some(runs.iter().filter(|run| run.state == "SUCCESS").count()),
            seconds: Some(seconds),
            megabytes: runs.iter().map(|run| run.peak_mb).reduce(f64::max),
            ..Figures::default()
        }
    }

    fn totinfo(&self) -> Vec<Figures> {
        if self.totinfo_ranks.is_empty() {
            return Vec::new();
        }
        let ranks = ranks(self.totinfo_ranks.values());
        vec![Figures {
            tool: "OFC+CW (Jin, Orso)".to_owned(),
            cases: Some(ranks.cases),
            ranks: Some(ranks),
            ..Figures::default()
        }]
    }

    fn cpack(&self) -> Vec<Figures> {
        let figures = self.cpack.iter().map(|(tool, totals)| Figures {
            tool: format!("{tool} (CFaults)"),
            cases: Some(totals.programs),
            complete: Some(totals.success),
            median_seconds: Some(totals.median_cpu_s),
            sum_seconds: Some(totals.mean_cpu_s * totals.programs as f64),
            ..Figures::default()
        });
        figures.collect()
    }
}

fn ranks<'a>(ranks: impl Iterator<Item = &'a f64>) -> Ranks {
    let rank = |at: &f64| Rank {
        at: Some(*at),
        loc: 0,
    };
    ranks.map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_has_the_tools_that_were_run_on_it() {
        let json = r#"{
            "note": "n",
            "tcas_rank_Jin_Orso_table_I": { "v1": { "A": 7.5 }, "v2": { "A": 2 } },
            "tcas_rank_averages": { "A": 4.7 },
            "tcas_CFaults_database": {
                "v1": { "C": { "cpu_s": 3.0, "peak_mb": 10, "state": "SUCCESS", "diagnoses": 2 } },
                "v2": { "C": { "cpu_s": 1.0, "peak_mb": 40, "state": "MEMOUT", "diagnoses": -1 } }
            },
            "tcas_runs_with_a_true_line": { "S": "3 of 4" },
            "cpack_lab02_CFaults_database":
                { "C": { "programs": 4, "success": 3, "mean_cpu_s": 2.5, "median_cpu_s": 1.5 } }
        }"#;
        let published: PublishedFigures = serde_json::from_str(json).unwrap();
        let tcas = published.of("tcas");
        let tools: Vec<&str> = tcas.iter().map(|f| f.tool.as_str()).collect();
        assert_eq!(tools, ["A (Jin, Orso)", "S (SNIPER)", "C (CFaults)"]);
        let ranks = tcas[0].ranks.as_ref().unwrap();
        assert_eq!((ranks.mean, ranks.top), (Some(4.7), [0, 1, 1, 2]));
        assert_eq!(tcas[1].covers.as_deref(), Some("3 of 4 runs"));
        assert_eq!((tcas[2].cases, tcas[2].complete), (Some(2), Some(1)));
        assert_eq!(tcas[2].seconds.unwrap().median, 2.0);
        assert_eq!(tcas[2].megabytes, Some(40.0));
        assert_eq!(published.of("cpack")[0].sum_seconds, Some(10.0));
        assert_eq!(published.of("totinfo"), []);
        assert_eq!(published.of("mine"), []);
    }
}
