//! Violation witnesses of verification competitions, read as inputs.
//!
//! A verifier that reports a failure writes down a run: the value that it chose for each call of a function like
//! `__VERIFIER_nondet_int()`. If the program reads these values from standard input, such a run is an input: the
//! values in their order. Both formats of SV-COMP are read: `GraphML` (version 1), where edges of an automaton have
//! assumptions, and YAML (version 2), where the assumptions are way points; and the traces that CBMC and ESBMC print:
//! JSON (`cbmc --trace --json-ui`), and text, where the assignments of each state follow a line with its place.
//!
//! D. Beyer et al.: *Verification Witnesses*, TOSEM 2022.

use roxmltree::{Document, Node};
use serde_json::Value as Json;

/// Part of the names of functions whose values a verifier chooses.
const OPEN_VALUE: &str = "nondet_";
/// Prefix of the variables that hold what such a function returns, in traces of CBMC.
const RESULT: &str = "return_value_";

/// Whether this is a witness or a trace of a verifier, and no input.
pub fn is_witness(content: &[u8]) -> bool {
    let text = String::from_utf8_lossy(content);
    let start = text.trim_start();
    let is_marked = |marks: &[&str]| marks.iter().any(|mark| text.contains(mark));
    start.starts_with('<') && is_marked(&["<graphml"])
        || is_marked(&[
            "entry_type: violation_sequence",
            "\"stepType\"",
            "\"cProverStatus\"",
        ])
        || text.lines().any(|line| place_of_state(line).is_some())
}

/// The input that a witness describes, for a program with this text. An error is a clause.
pub fn witness_input(witness: &[u8], program: &str) -> Result<Vec<u8>, String> {
    let text = String::from_utf8_lossy(witness);
    let steps = if text.trim_start().starts_with('<') {
        of_graph(&text)?
    } else if let Ok(json) = serde_json::from_slice::<Json>(witness)
        && text.contains("stepType")
    {
        let mut steps = Vec::new();
        assignments(&json, &mut steps);
        without_copies(steps)
    } else if text.lines().any(|line| place_of_state(line).is_some()) {
        without_copies(of_states(&text))
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
    /// An assignment: of a chosen value if the variable holds the result of a function that chooses it.
    fn assignment(line: usize, name: &str, value: &str) -> Step {
        let function = name.strip_prefix(RESULT).filter(|f| f.contains(OPEN_VALUE));
        let name = function.map_or(name, |_| "\\result");
        Step {
            line,
            function: function.map(str::to_owned),
            condition: format!("{name} == {value}"),
        }
    }

    /// The values that were chosen here: those of results, and of variables to which a chosen value was assigned in
    /// the line or above it.
    fn values(&self, lines: &[&str]) -> Vec<String> {
        if self
            .function
            .as_ref()
            .is_some_and(|f| !f.contains(OPEN_VALUE))
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

/// The assignments of a trace of CBMC in JSON, at any depth.
fn assignments(json: &Json, steps: &mut Vec<Step>) {
    match json {
        Json::Array(parts) => parts.iter().for_each(|part| assignments(part, steps)),
        Json::Object(parts)
            if parts
                .get("stepType")
                .is_some_and(|kind| kind == "assignment") =>
        {
            let line = json["sourceLocation"]["line"].as_str();
            let name = json["lhs"].as_str().unwrap_or_default();
            let value = json["value"]["data"].as_str().unwrap_or_default();
            let line = line.and_then(|line| line.parse().ok()).unwrap_or(0);
            steps.push(Step::assignment(line, name, value));
        }
        Json::Object(parts) => parts.values().for_each(|part| assignments(part, steps)),
        _ => {}
    }
}

/// The line of the source in the heading of a state: `State 4 file loop.c line 12 function main thread 0`
fn place_of_state(line: &str) -> Option<usize> {
    let rest = line.trim().strip_prefix("State ")?;
    let (_, rest) = rest.split_once(" line ")?;
    rest.split_whitespace().next()?.parse().ok()
}

/// The assignments of a trace in text: `x = 7 (00000000 00000000 00000000 00000111)`
fn of_states(text: &str) -> Vec<Step> {
    let mut place = None;
    let mut steps = Vec::new();
    for line in text.lines() {
        place = place_of_state(line).or(place);
        if let Some((name, value)) = line.split_once('=')
            && let Some(place) = place
        {
            let name = name.trim().rsplit("::").next().unwrap_or_default();
            let value = value.split_whitespace().next().unwrap_or_default();
            steps.push(Step::assignment(place, name, value));
        }
    }
    steps
}

/// Where results of functions are named, the variables that they are assigned to say nothing more.
fn without_copies(mut steps: Vec<Step>) -> Vec<Step> {
    if steps.iter().any(|step| step.function.is_some()) {
        steps.retain(|step| step.function.is_some());
    }
    steps
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

    #[test]
    fn traces_give_the_values_that_were_chosen() {
        let step = |line: u32, name: &str, value: &str| {
            format!(
                "{{\"stepType\": \"assignment\", \"lhs\": \"{name}\", \"hidden\": false, \"value\": {{\"name\": \"integer\", \"data\": \"{value}\"}}, \"sourceLocation\": {{\"file\": \"a.c\", \"line\": \"{line}\"}}}}"
            )
        };
        let trace = |steps: &[String]| {
            let steps = steps.join(", ");
            format!(
                "[{{\"program\": \"CBMC\"}}, {{\"result\": [{{\"status\": \"FAILURE\", \"trace\": [{steps}]}}]}}]"
            )
        };
        let named = [
            step(2, "return_value___VERIFIER_nondet_int", "-4"),
            step(2, "x", "-4"),
            step(3, "z", "3"),
            step(3, "return_value___VERIFIER_nondet_int$0", "9"),
        ];
        assert_eq!(input(&trace(&named)).as_deref(), Ok("-4\n9\n"));
        let plain = [
            step(2, "x", "5"),
            step(3, "y", "6"),
            step(3, "z", "3"),
            step(4, "y", "7"),
        ];
        assert_eq!(input(&trace(&plain)).as_deref(), Ok("5\n6\n"));
        let states = "Counterexample:\n\nState 1 file a.c line 2 function main thread 0\n----\n  x = 8 (00000000 00001000)\n\n\
            State 2 file a.c line 3 column 2 function main thread 0\n----\n  main::1::y=2 (00000010)\n  z=3\n\n\
            State 4 file a.c line 4 function main thread 0\n----\n  y = 9 (00001001)\n\nViolated property:\n";
        assert_eq!(input(states).as_deref(), Ok("8\n2\n"));
        assert!(is_witness(states.as_bytes()) && is_witness(trace(&plain).as_bytes()));
        assert!(!is_witness(b"State of the art\n3 = 4\n") && !is_witness(b"{\"x\": 1}"));
    }
}
