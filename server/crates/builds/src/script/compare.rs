//! Comparisons of texts, and the tools that make them: `diff`, `cmp` and `grep`.

use super::How;
use super::interpreter::Interpreter;
use super::output::Output;
use super::value::{Part, Status, Value};

/// The most steps of the search for the ways in which a text can be another one.
const MOST_STEPS: usize = 20_000;
/// The most parts of a text that is divided among outputs, and the longest text, in bytes.
const MOST_PARTS: usize = 200;
const LONGEST_DIVIDED: usize = 50_000;

impl Interpreter<'_> {
    /// The status of a comparison of texts.
    pub(super) fn compared(&self, left: &Value, right: &Value, how: How) -> Status {
        match (left.text(), right.text()) {
            (Some(left), Some(right)) => Status::of(is_same(left, right, how)),
            (None, Some(text)) => self.symbol_compared(left, text, how),
            (Some(text), None) => self.symbol_compared(right, text, how),
            (None, None) if left == right => Status::Known(0),
            (None, None) => Status::unknown_of([left, right]),
        }
    }

    /// The status of a comparison of a text that is not known with one that is.
    fn symbol_compared(&self, value: &Value, text: &str, how: How) -> Status {
        let ways = ways(value, text, how);
        match ways.found.as_slice() {
            [] if ways.is_cut || value.0.iter().any(Part::is_unknown) => {
                Status::unknown_of([value])
            }
            [] => Status::Known(1),
            [way] => way
                .iter()
                .map(|(part, inner)| self.part_compared(part, inner, how))
                .fold(Status::Known(0), Status::and),
            _ => Status::unknown_of([value]),
        }
    }

    /// The status of a comparison of a part that is not known with a text.
    fn part_compared(&self, part: &Part, text: &str, how: How) -> Status {
        match part {
            Part::Output(output) => self.output_compared(output, text, how),
            Part::Status(status) => match text.trim().parse() {
                Ok(number) => self.status_compared(status, number),
                Err(_) => Status::Known(1),
            },
            Part::Known(_) | Part::Unknown(_) => Status::unknown_of([&Value(vec![part.clone()])]),
        }
    }

    /// The status of a comparison of an output with a text.
    fn output_compared(&self, output: &Output, text: &str, how: How) -> Status {
        if let Some(claim) = output.empty_if.as_ref().filter(|_| is_nothing(text)) {
            return Status::Claim((**claim).clone());
        }
        if output.spoiled.is_some() {
            return Status::Unknown(vec![output.run]);
        }
        if output.is_stripped && text.ends_with('\n') && how == How::Exact {
            return Status::Known(1);
        }
        let how = match how {
            How::Exact if output.is_split => How::WhiteSpace,
            How::Exact if output.is_stripped => How::WithoutFinalNewlines,
            how => how,
        };
        self.ledger.ask(output.run, output.prints(text, how))
    }

    /// Notes for all runs whose output is in a text why they are no tests, if the output cannot be compared.
    pub(super) fn spoil_compared(&mut self, left: &Value, right: &Value) {
        for (one, other) in [(left, right), (right, left)] {
            let text = other.text_or_empty();
            let ways = ways(one, text, How::Exact);
            let way = match ways.found.as_slice() {
                [way] if other.text().is_some() => Some(way),
                _ => None,
            };
            let is_single =
                one.outputs().count() == 1 && ways.found.len() < 2 && other.text().is_some();
            let outputs = one.outputs().cloned().collect::<Vec<Output>>();
            for (index, output) in outputs.into_iter().enumerate() {
                let inner = way.and_then(|way| {
                    let mut outputs = way
                        .iter()
                        .filter(|(part, _)| matches!(part, Part::Output(_)));
                    outputs.nth(index).map(|(_, inner)| *inner)
                });
                let inner = inner.unwrap_or(text);
                let is_empty_test = output.empty_if.is_some() && is_nothing(inner);
                let is_split = output.is_split && inner.trim().contains(char::is_whitespace);
                if let Some(reason) = output.spoiled.filter(|_| !is_empty_test) {
                    self.ledger.spoil(output.run, &reason);
                } else if !output.form.may_be(inner) {
                    self.ledger
                        .spoil(output.run, "its lines are counted or selected");
                } else if is_split {
                    self.ledger
                        .spoil(output.run, "its output is split into words");
                } else if way.is_none() && !is_single && one != other {
                    let is_unknown = other.0.iter().all(Part::is_unknown);
                    let reason = if is_unknown {
                        "its output is compared with what is not known"
                    } else {
                        "its output is compared together with other output"
                    };
                    self.ledger.spoil(output.run, reason);
                }
            }
        }
    }
}

/// Whether a text is that of nothing, or of its count.
fn is_nothing(text: &str) -> bool {
    matches!(text.trim(), "" | "0")
}

/// What each part that is not known must be.
type Way<'v> = Vec<(&'v Part, &'v str)>;

/// Ways in which a text that is not known can be another text.
struct Ways<'v> {
    /// The first ones; a third is not looked for.
    found: Vec<Way<'v>>,
    /// Steps of the search that are left.
    left: usize,
    /// Whether there may be more.
    is_cut: bool,
}

/// The ways in which a text that is not known can be another text.
fn ways<'v>(value: &'v Value, text: &'v str, how: How) -> Ways<'v> {
    let mut ways = Ways {
        found: Vec::new(),
        left: MOST_STEPS,
        is_cut: false,
    };
    let unknown: Vec<&Part> = value.0.iter().filter(|part| !part.is_blank()).collect();
    match unknown.as_slice() {
        [part] if how == How::WhiteSpace && !matches!(part, Part::Known(_)) => {
            ways.found.push(vec![(*part, text)]);
        }
        // One output has one way; many are searched only in short texts.
        [_, _, _, _, ..] if value.0.len() > MOST_PARTS || text.len() > LONGEST_DIVIDED => {
            ways.is_cut = true;
        }
        _ => ways.collect(&value.0, text, &mut Vec::new()),
    }
    ways
}

impl<'v> Ways<'v> {
    /// Adds the ways in which these parts can be a text, behind what is known of the parts before.
    fn collect(&mut self, parts: &'v [Part], text: &'v str, way: &mut Way<'v>) {
        let Some((first, rest)) = parts.split_first() else {
            if text.is_empty() && self.found.len() < 2 && !self.found.contains(way) {
                self.found.push(way.clone());
            }
            return;
        };
        if let Part::Known(known) = first {
            if let Some(behind) = text.strip_prefix(known.as_str()) {
                self.collect(rest, behind, way);
            }
            return;
        }
        let all = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        let ends: Vec<usize> = match rest {
            [] => vec![text.len()],
            [Part::Known(end)] => text
                .strip_suffix(end.as_str())
                .map(str::len)
                .into_iter()
                .collect(),
            [Part::Known(next), ..] => text
                .match_indices(next.as_str())
                .map(|found| found.0)
                .collect(),
            _ => all.collect(),
        };
        for end in ends {
            self.is_cut |= self.left == 0;
            if self.is_cut || self.found.len() > 1 {
                return;
            }
            self.left -= 1;
            let (Some(own), Some(behind)) = (text.get(..end), text.get(end..)) else {
                continue;
            };
            if matches!(first, Part::Status(_)) && own.trim().parse::<u8>().is_err() {
                continue;
            }
            way.push((first, own));
            self.collect(rest, behind, way);
            way.pop();
        }
    }
}

/// Whether two texts are the same.
fn is_same(left: &str, right: &str, how: How) -> bool {
    let letters = |text: &'_ str| {
        text.chars()
            .filter(|letter| !letter.is_whitespace())
            .collect::<String>()
    };
    match how {
        How::WhiteSpace => letters(left) == letters(right),
        _ => left == right,
    }
}
