//! Inputs near those of the tests, which show what a repair does beyond the tests that it was found with.
//!
//! A patch that passes all tests may still be wrong (overfitting, E. Smith et al., *Is the Cure Worse Than the
//! Disease?*, 2015). No test specifies the result for another input. But a repair that causes undefined behaviour where
//! the program as written has none has broken something; and a reference program, if there is one, specifies the
//! result. So the numbers, words and lines of the tests' inputs are varied slightly, one at a time, and a patch that
//! passes all tests is run on the resulting inputs. Two patches that pass all tests are told apart in the same way.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use eval::{AssertionCounts, ChoiceSource};
use exec::run::{Failure, PreparedTest, TestOutcome, Verdict};
use exec::runner::Runner;
use harness::{Expected, InputShape};
use ir::Program;
use rustc_hash::FxHasher;

use crate::limits::{
    MAX_NEARBY_INPUTS, MAX_NEARBY_TESTS, MAX_NEARBY_WORDS, MAX_SHOWN_OUTPUT, TELLING_INPUTS,
};

/// Inputs near those of some tests, for one program.
pub struct Nearby<'a> {
    original: &'a Program,
    /// A correct program.
    reference: Option<&'a Program>,
    inputs: Vec<PreparedTest>,
    /// What an input looks like on which a repair has to do what the reference does.
    shape: Option<InputShape>,
    /// Maximal number of instructions of a run.
    steps: u64,
    /// Behaviour of the original program on the inputs, computed when it is first needed.
    known: OnceLock<Vec<Baseline>>,
}

/// Behaviour on one input.
struct Baseline {
    /// End of the run of the program as written.
    end: End,
    /// Output of the reference.
    wanted: Option<Output>,
    /// Whether the input looks like those of the tests.
    is_usual: bool,
    /// Whether it has as many words as they have, whatever these are.
    has_form: bool,
}

/// What a program does on nearby inputs that look like those of the tests; empty if nothing is known.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Behaviour(Arc<[Observed]>);

/// What a program does on one input.
#[derive(Debug, Clone, PartialEq)]
struct Observed {
    input: Arc<[u8]>,
    args: Arc<[Vec<u8>]>,
    /// What the program as written does there.
    before: End,
    end: End,
}

/// An input on which two programs print different things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The input.
    pub input: Vec<u8>,
    /// Arguments of the program.
    pub args: Vec<Vec<u8>>,
    /// The first lines of the two outputs that differ; empty if an output has no such line.
    pub lines: [Vec<u8>; 2],
    /// The two outputs; `None` if one is long.
    pub outputs: [Option<Vec<u8>>; 2],
    /// What the program as written prints; `None` if that is long, or not known.
    pub before: Option<Vec<u8>>,
}

/// End of a run.
#[derive(Debug, Clone, PartialEq)]
enum End {
    /// The run ends normally.
    Defined(Output),
    /// The run ends in undefined behaviour, or does not end.
    Undefined,
    /// The end is unknown.
    Unknown,
}

/// An output, white space aside.
#[derive(Debug, Clone)]
struct Output {
    /// Hash of the words.
    hash: u64,
    /// Beginning of the output, or all of it.
    start: Arc<[u8]>,
    is_whole: bool,
}

impl PartialEq for Output {
    fn eq(&self, other: &Output) -> bool {
        self.hash == other.hash
    }
}

impl Output {
    fn of(output: &[u8]) -> Output {
        let words = output.split(u8::is_ascii_whitespace);
        let mut hasher = FxHasher::default();
        for word in words.filter(|word| !word.is_empty()) {
            word.hash(&mut hasher);
        }
        Output {
            hash: hasher.finish(),
            start: output[..output.len().min(MAX_SHOWN_OUTPUT)].into(),
            is_whole: output.len() <= MAX_SHOWN_OUTPUT,
        }
    }

    /// The output, if all of it was kept.
    fn whole(&self) -> Option<Vec<u8>> {
        self.is_whole.then(|| self.start.to_vec())
    }
}

impl End {
    fn of(ran: &TestOutcome) -> End {
        match ran.verdict {
            Verdict::Pass if ran.ended => End::Defined(Output::of(&ran.stdout)),
            _ if is_undefined(&ran.verdict) => End::Undefined,
            _ => End::Unknown,
        }
    }

    /// The output of a run that ends normally.
    fn printed(&self) -> Option<&Output> {
        match self {
            End::Defined(output) => Some(output),
            End::Undefined | End::Unknown => None,
        }
    }

    /// Whether the two are known to differ.
    fn differs(&self, other: &End) -> bool {
        self != other && *self != End::Unknown && *other != End::Unknown
    }
}

impl Behaviour {
    /// Whether enough is known to tell two programs apart.
    pub fn is_telling(&self) -> bool {
        let known = self.0.iter().filter(|one| one.end.printed().is_some());
        known.count() >= TELLING_INPUTS
    }

    /// Of the inputs on which both this program and the one as written end, the number on which they print the same,
    /// and the number of all.
    pub fn as_before(&self) -> (usize, usize) {
        let pairs = self
            .0
            .iter()
            .filter_map(|one| Some((one.before.printed()?, one.end.printed()?)));
        pairs.fold((0, 0), |(same, all), (before, now)| {
            (same + usize::from(before == now), all + 1)
        })
    }

    /// A hash of what it does, the same for programs that do the same on each input.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for one in &*self.0 {
            match &one.end {
                End::Defined(output) => output.hash.hash(&mut hasher),
                End::Undefined => 1u64.hash(&mut hasher),
                End::Unknown => 0u64.hash(&mut hasher),
            }
        }
        hasher.finish()
    }

    /// The shortest input on which the two print different things, near the beginning if possible.
    pub fn difference(&self, other: &Behaviour) -> Option<Difference> {
        let pairs = self.0.iter().zip(&*other.0).filter_map(|(own, other)| {
            let outputs = [own.end.printed()?, other.end.printed()?];
            let is_same_input = (&own.input, &own.args) == (&other.input, &other.args);
            (is_same_input && outputs[0] != outputs[1]).then_some((own, outputs))
        });
        let differences = pairs.map(|(on, outputs)| Difference {
            input: on.input.to_vec(),
            args: on.args.to_vec(),
            lines: differing_lines(outputs.map(|output| &*output.start)),
            outputs: outputs.map(Output::whole),
            before: on.before.printed().and_then(Output::whole),
        });
        differences.min_by_key(|found| (found.lines[0] == found.lines[1], found.input.len()))
    }
}

/// Comparison of a repaired program with the program as written, on inputs near those of the tests.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NearbyComparison {
    /// Number of inputs that were tried.
    pub inputs: usize,
    /// Inputs on which only the repaired program has undefined behaviour or does not end.
    pub breaks: Vec<Vec<u8>>,
    /// Number of inputs on which only the program as written has undefined behaviour or does not end.
    pub heals: usize,
    /// Whether the output differs from that of the reference.
    pub differs: bool,
    /// What the repaired program does.
    pub behaviour: Behaviour,
}

impl NearbyComparison {
    /// Whether the repair has broken more inputs than it has fixed. Invalid inputs are undefined either before or
    /// after: an index that was one too large is then one too small.
    pub fn is_worse(&self) -> bool {
        self.breaks.len() > self.heals
    }
}

/// The first lines that differ, white space aside.
fn differing_lines([a, b]: [&[u8]; 2]) -> [Vec<u8>; 2] {
    let lines = |text: &'_ [u8]| -> Vec<Vec<u8>> {
        let lines = text.split(|byte| *byte == b'\n');
        lines.map(|line| line.trim_ascii().to_vec()).collect()
    };
    let (mut a, mut b) = (lines(a).into_iter(), lines(b).into_iter());
    loop {
        match (a.next(), b.next()) {
            (Some(a), Some(b)) if a == b => {}
            (a, b) => return [a, b].map(Option::unwrap_or_default),
        }
    }
}

impl<'a> Nearby<'a> {
    /// Inputs near those of these tests. With a `reference`, which may be lowered from other files, the inputs of the
    /// tests themselves are included.
    pub fn new(
        original: &'a Program,
        reference: Option<&'a Program>,
        tests: &[&PreparedTest],
        steps: u64,
    ) -> Nearby<'a> {
        let mut inputs: Vec<PreparedTest> = Vec::new();
        let some: Vec<PreparedTest> = tests
            .iter()
            .take(MAX_NEARBY_TESTS)
            .map(|test| coming_to_an_end(test))
            .collect();
        let mut near: Vec<std::vec::IntoIter<Vec<u8>>> = some
            .iter()
            .map(|test| variants(&test.start.input).into_iter())
            .collect();
        if reference.is_some() {
            inputs.extend(some.iter().cloned());
        }
        // One of each test in turn, so that no test uses up all of them.
        while inputs.len() < MAX_NEARBY_INPUTS {
            let before = inputs.len();
            for (test, variants) in some.iter().zip(&mut near) {
                let Some(input) = variants.next() else {
                    continue;
                };
                let mut test = test.clone();
                test.start.input = Arc::from(input);
                if inputs
                    .iter()
                    .all(|known| known.start.input != test.start.input)
                {
                    inputs.push(test);
                }
            }
            if inputs.len() == before {
                break;
            }
        }
        Nearby {
            original,
            reference,
            inputs,
            shape: InputShape::of(tests.iter().map(|test| &*test.start.input)),
            steps,
            known: OnceLock::new(),
        }
    }

    /// Runs a repaired program on the inputs, until it differs from the reference.
    pub fn compare(&self, program: &Program, stopped: &dyn Fn() -> bool) -> NearbyComparison {
        let known = self.known.get_or_init(|| self.run_baseline(stopped));
        let mut runner = Runner::new(program);
        let mut compared = NearbyComparison::default();
        let mut ends = Vec::new();
        for (test, known) in self.inputs.iter().zip(known) {
            let Some(test) = self.of_other(test, program).filter(|_| !stopped()) else {
                break;
            };
            let going = || !stopped();
            let ran = runner
                .run(&test, ChoiceSource::Nothing, self.steps, false, &going)
                .ran;
            compared.inputs += 1;
            let end = End::of(&ran);
            let is_undefined = end == End::Undefined;
            if let Some(wanted) = &known.wanted
                && end.differs(&End::Defined(wanted.clone()))
            {
                compared.differs = true;
                return compared;
            }
            match known.end {
                _ if !known.has_form => {}
                End::Defined(_) if is_undefined => compared.breaks.push(test.start.input.to_vec()),
                End::Undefined if !is_undefined => compared.heals += 1,
                _ => {}
            }
            if known.is_usual {
                ends.push(Observed {
                    input: Arc::clone(&test.start.input),
                    args: Arc::clone(&test.start.args),
                    before: known.end.clone(),
                    end,
                });
            }
        }
        compared.behaviour = Behaviour(ends.into());
        compared
    }

    /// Runs the program as written and the reference on the inputs.
    fn run_baseline(&self, stopped: &dyn Fn() -> bool) -> Vec<Baseline> {
        let going = || !stopped();
        let mut original = Runner::new(self.original);
        let mut reference = self.reference.map(Runner::new);
        let known = self.inputs.iter().map(|test| {
            let ran = original
                .run(test, ChoiceSource::Nothing, self.steps, false, &going)
                .ran;
            let shape = self.shape.as_ref();
            let is_usual = shape.is_none_or(|shape| shape.admits(&test.start.input));
            let has_form = shape.is_none_or(|shape| shape.has_form(&test.start.input));
            let reference = reference.as_mut().filter(|_| is_usual);
            let wanted = reference.and_then(|runner| {
                let test = self.of_other(test, self.reference?)?;
                let ran = runner
                    .run(&test, ChoiceSource::Nothing, self.steps, false, &going)
                    .ran;
                match End::of(&ran) {
                    End::Defined(printed) => Some(printed),
                    End::Undefined | End::Unknown => None,
                }
            });
            Baseline {
                end: End::of(&ran),
                wanted,
                is_usual,
                has_form,
            }
        });
        known.collect()
    }

    /// The test for another program that has a function of the same name.
    fn of_other(&self, test: &PreparedTest, other: &Program) -> Option<PreparedTest> {
        let id = test.start.function;
        let own = self.original.functions.get(id.index())?;
        let is_same = other
            .functions
            .get(id.index())
            .is_some_and(|f| (&f.name, f.unit) == (&own.name, own.unit));
        let mut test = test.clone();
        if !is_same {
            test.start.function = other.function(&own.name)?;
        }
        Some(test)
    }
}

fn is_undefined(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Fail(Failure::Trap(_) | Failure::NoEnd(_)))
}

/// The test without expected output: the run only has to end.
pub fn coming_to_an_end(test: &PreparedTest) -> PreparedTest {
    let mut test = test.clone();
    test.goal.expected = Arc::new(Expected::anything());
    test.goal.exit = None;
    test.goal.returns = None;
    test.goal.asserts = AssertionCounts::default();
    test
}

/// Inputs that differ in one number or word (one more, one less, 0, the other sign; a letter added, removed or changed)
/// or in one line (left out, repeated, exchanged with the next), in turn.
fn variants(input: &[u8]) -> Vec<Vec<u8>> {
    let mut at = 0;
    let mut words: Vec<(usize, usize)> = Vec::new();
    for part in input.split_inclusive(u8::is_ascii_whitespace) {
        let word = part.trim_ascii_end().len();
        if word > 0 {
            words.push((at, at + word));
        }
        at += part.len();
    }
    let of_words = words.into_iter().take(MAX_NEARBY_WORDS);
    let of_words = of_words.map(|(start, end)| {
        let others = word_variants(&input[start..end]).into_iter();
        others.map(move |other| [&input[..start], &other, &input[end..]].concat())
    });
    in_turn(vec![
        in_turn(of_words.map(Iterator::collect).collect()),
        line_variants(input),
    ])
}

/// The first of each list, then the second of each, and so on.
fn in_turn<T>(lists: Vec<Vec<T>>) -> Vec<T> {
    let mut lists: Vec<std::vec::IntoIter<T>> = lists.into_iter().map(Vec::into_iter).collect();
    let mut all = Vec::new();
    loop {
        let before = all.len();
        all.extend(lists.iter_mut().filter_map(Iterator::next));
        if all.len() == before {
            return all;
        }
    }
}

fn line_variants(input: &[u8]) -> Vec<Vec<u8>> {
    let lines: Vec<&[u8]> = input.split_inclusive(|byte| *byte == b'\n').collect();
    let mut found = Vec::new();
    for at in 0..lines.len().min(MAX_NEARBY_WORDS) {
        let (before, after) = (&lines[..at], &lines[at + 1..]);
        if let [next, rest @ ..] = after {
            found.push([before, after].concat().concat());
            found.push([before, &[lines[at], lines[at]], after].concat().concat());
            // Without a line end, the two would become one.
            if next.ends_with(b"\n") {
                found.push([before, &[*next, lines[at]], rest].concat().concat());
            }
        }
    }
    found
}

fn word_variants(word: &[u8]) -> Vec<Vec<u8>> {
    let text = str::from_utf8(word).unwrap_or_default();
    if let Ok(number) = text.parse::<i64>() {
        let near = [
            number.saturating_add(1),
            number.saturating_sub(1),
            0,
            number.saturating_neg(),
        ];
        let mut texts: Vec<Vec<u8>> = Vec::new();
        for other in near {
            let other = other.to_string().into_bytes();
            if other != word && !texts.contains(&other) {
                texts.push(other);
            }
        }
        return texts;
    }
    if let Ok(number) = text.parse::<f64>() {
        return [number + 1.0, number - 0.5, -number]
            .map(|other| format!("{other:?}").into_bytes())
            .to_vec();
    }
    let (first, rest) = match word {
        [first, rest @ ..] => (*first, rest),
        [] => return Vec::new(),
    };
    let next = if first.is_ascii_alphabetic() && !matches!(first, b'z' | b'Z') {
        first + 1
    } else {
        b'a'
    };
    let mut found = vec![[&[next], rest].concat(), [word, &[first]].concat()];
    if !rest.is_empty() {
        found.push(word[..word.len() - 1].to_vec());
    }
    found
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// What a program does that prints these texts, one for each input.
    pub(crate) fn behaviour(printed: &[&str]) -> Behaviour {
        let observed = printed.iter().map(|text| Observed {
            input: Arc::default(),
            args: Arc::default(),
            before: End::Unknown,
            end: End::Defined(Output::of(text.as_bytes())),
        });
        Behaviour(observed.collect())
    }

    #[test]
    fn the_shortest_input_tells_two_programs_apart() {
        let printed = |text: &[u8]| End::Defined(Output::of(text));
        let of = |ends: [End; 4]| {
            let inputs = ["1 2 3", "1 2", "5", "7"].map(|text| Arc::from(text.as_bytes()));
            let observed = inputs.into_iter().zip(ends).map(|(input, end)| Observed {
                input,
                args: Arc::default(),
                before: printed(b"b"),
                end,
            });
            Behaviour(observed.collect())
        };
        let one = of([
            printed(b"a"),
            printed(b"b"),
            printed(b"c\n"),
            End::Undefined,
        ]);
        let other = of([printed(b"x"), printed(b"y"), printed(b" c"), printed(b"z")]);
        let found = one.difference(&other).unwrap();
        assert_eq!(found.input, b"1 2");
        assert_eq!(found.lines, [b"b", b"y"]);
        assert_eq!(found.outputs, [Some(b"b".to_vec()), Some(b"y".to_vec())]);
        assert_eq!(found.before.as_deref(), Some(&b"b"[..]));
        assert_eq!(one.as_before(), (1, 3));
        let lines = differing_lines([b"1\n2 \n3", b"1\n2\n4\n"]);
        assert_eq!(lines, [b"3", b"4"]);
        assert_eq!(differing_lines([b"1", b"1\n5"]), [&b""[..], b"5"]);
        assert_eq!(one.difference(&one), None);
        assert_eq!(one.difference(&Behaviour::default()), None);
    }

    #[test]
    fn numbers_and_words_are_changed_one_at_a_time() {
        let all = variants(b"2 ab\n1.5");
        let texts: Vec<String> = all
            .into_iter()
            .map(|t| String::from_utf8(t).unwrap())
            .collect();
        assert_eq!(
            texts,
            [
                "3 ab\n1.5",
                "1.5",
                "2 bb\n1.5",
                "2 ab\n2 ab\n1.5",
                "2 ab\n2.5",
                "1 ab\n1.5",
                "2 aba\n1.5",
                "2 ab\n1.0",
                "0 ab\n1.5",
                "2 a\n1.5",
                "2 ab\n-1.5",
                "-2 ab\n1.5"
            ]
        );
    }
}
