//! Violation witnesses of verification competitions, read as inputs.
//!
//! A verifier that reports a failure writes down a run: the value that it chose for each call of a function like
//! `__VERIFIER_nondet_int()`. If the program reads these values from standard input, such a run is an input: the
//! values in their order. Both formats of SV-COMP are read: `GraphML` (version 1), where edges of an automaton have
//! assumptions, and YAML (version 2), where the assumptions are way points.
//!
//! D. Beyer et al.: *Verification Witnesses*, TOSEM 2022.

use roxmltree::{Document, Node};
use serde_json::Value as Json;

/// Prefix of the functions whose values a verifier chooses.
const OPEN_VALUE: &str = "__VERIFIER_nondet_";

/// The input that a witness describes, for a program with this text. An error is a clause.
pub fn witness_input(witness: &[u8], program: &str) -> Result<Vec<u8>, String> {
    let text = String::from_utf8_lossy(witness);
    let steps = if text.trim_start().starts_with('<') {
        of_graph(&text)?
    } else {
        waypoints(&serde_saphyr::from_slice(witness).unwrap_or_default())
    };
    let lines: Vec<&str> = program.lines().collect();
    let values: Vec<String> = steps.iter().flat_map(|step| step.values(&lines)).collect();
    if values.is_empty() {
        return Err("it says nothing of the values that the program leaves open".to_owned());
    }
    Ok((values.join("\n") + "\n").into_bytes())
}

/// A place in the run, and a condition that holds there.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    /// Line number from 1; 0 if it is not given.
    line: usize,
    /// Function whose result `\result` is, if that is given.
    function: Option<String>,
    /// `x == 5 && y == 2`, `\result == 3`
    condition: String,
}

impl Step {
    /// The values that were chosen here: those of results, and of variables to which a chosen value was assigned in
    /// the line or above it.
    fn values(&self, lines: &[&str]) -> Vec<String> {
        if self
            .function
            .as_ref()
            .is_some_and(|f| !f.starts_with(OPEN_VALUE))
        {
            return Vec::new();
        }
        let parts = self.condition.split("&&").flat_map(|part| part.split(';'));
        let equations = parts.filter_map(|part| part.split_once("=="));
        let chosen = equations.filter_map(|(name, value)| {
            let strip = |text: &str| {
                text.trim_matches(|c: char| c.is_whitespace() || "()".contains(c))
                    .to_owned()
            };
            let (name, value) = (strip(name), strip(value));
            let value = value.trim_end_matches(['u', 'U', 'l', 'L']).to_owned();
            let is_open = name == "\\result" || self.is_open(&name, lines);
            (is_open && value.parse::<f64>().is_ok()).then_some(value)
        });
        chosen.collect()
    }

    /// Whether the last assignment above to a variable assigns a chosen value.
    fn is_open(&self, name: &str, lines: &[&str]) -> bool {
        let end = if self.line == 0 {
            lines.len()
        } else {
            self.line.min(lines.len())
        };
        let assigned = lines[..end].iter().rev().find_map(|line| {
            let (before, after) = line.split_once('=')?;
            let is_of = before
                .trim_end()
                .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
                == Some(name);
            (is_of && !after.starts_with('=')).then_some(after)
        });
        assigned.is_some_and(|value| value.contains(OPEN_VALUE))
    }
}

/// The steps of an automaton, along the path from its entry; verifiers write its edges in this order.
fn of_graph(text: &str) -> Result<Vec<Step>, String> {
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        ..Default::default()
    };
    let document =
        Document::parse_with_options(text, options).map_err(|error| error.to_string())?;
    let edges = document
        .descendants()
        .filter(|node| node.has_tag_name_any("edge"));
    let steps = edges.filter_map(|edge| {
        let data = |key: &str| {
            let mut all = edge.children().filter(|node| node.has_tag_name_any("data"));
            all.find(|node| node.attribute("key") == Some(key))?
                .text()
                .map(str::to_owned)
        };
        Some(Step {
            line: data("startline")
                .and_then(|line| line.trim().parse().ok())
                .unwrap_or(0),
            function: data("assumption.resultfunction"),
            condition: data("assumption")?,
        })
    });
    Ok(steps.collect())
}

/// Comparison of element names without their name space.
trait Named {
    fn has_tag_name_any(&self, name: &str) -> bool;
}

impl Named for Node<'_, '_> {
    fn has_tag_name_any(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

/// The way points of the violation sequences.
fn waypoints(json: &Json) -> Vec<Step> {
    let entries = json.as_array().into_iter().flatten();
    let violations = entries.filter(|entry| entry["entry_type"] == "violation_sequence");
    let segments = violations.flat_map(|entry| entry["content"].as_array().into_iter().flatten());
    let points = segments.flat_map(|segment| segment["segment"].as_array().into_iter().flatten());
    let followed = points
        .map(|point| &point["waypoint"])
        .filter(|point| point["action"] == "follow");
    let steps = followed.filter_map(|point| {
        Some(Step {
            line: point["location"]["line"].as_u64().unwrap_or(0) as usize,
            function: None,
            condition: point["constraint"]["value"].as_str()?.to_owned(),
        })
    });
    steps.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "int main() {\n int x = __VERIFIER_nondet_int();\n int y = __VERIFIER_nondet_int(), z = 3;\n y = x + 1;\n}\n";

    fn input(witness: &str) -> Result<String, String> {
        witness_input(witness.as_bytes(), PROGRAM).map(|input| String::from_utf8(input).unwrap())
    }

    #[test]
    fn way_points_give_their_values_in_order() {
        let point = |kind: &str, line: u32, value: &str| {
            format!(
                "  - segment:\n    - waypoint:\n        type: {kind}\n        action: follow\n        location:\n          line: {line}\n        constraint:\n          value: \"{value}\"\n"
            )
        };
        let head = "- entry_type: violation_sequence\n  content:\n";
        let results = point("function_return", 2, "\\\\result == 7")
            + &point("function_return", 3, "\\\\result == -2L");
        assert_eq!(input(&format!("{head}{results}")).as_deref(), Ok("7\n-2\n"));
        // A computed value is not a choice.
        let assumptions =
            point("assumption", 3, "(x == 5) && z == 3") + &point("assumption", 4, "y == 6");
        assert_eq!(input(&format!("{head}{assumptions}")).as_deref(), Ok("5\n"));
        assert!(input("- entry_type: invariant_set\n").is_err());
    }

    #[test]
    fn edges_give_their_assumptions() {
        let edge = |line: u32, of: &str, value: &str| {
            format!(
                "<edge><data key=\"startline\">{line}</data><data key=\"assumption\">{value}</data><data key=\"assumption.resultfunction\">{of}</data></edge>"
            )
        };
        let all = edge(2, "__VERIFIER_nondet_int", "\\result == 3;")
            + &edge(3, "f", "\\result == 9;")
            + &edge(3, "__VERIFIER_nondet_int", "\\result == 4;");
        let graph = format!(
            "<?xml version=\"1.0\"?><graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"><graph>{all}</graph></graphml>"
        );
        assert_eq!(input(&graph).as_deref(), Ok("3\n4\n"));
        assert!(input("<graphml>").is_err());
    }
}
