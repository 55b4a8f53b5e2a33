//! Regular expressions for output: a table of states, so that a run can be followed byte by byte.
//!
//! An output matches if the expression is found anywhere in it. The anchors `^` and `$` mean lines, as in the tools
//! from which these tests come. A state from which no output can match any more is *dead*.

use std::collections::{HashMap, VecDeque};

use regex_automata::dfa::{Automaton as _, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, MatchKind};

/// Most states of an expression.
const MOST_STATES: usize = 2_000;
/// Most bytes of memory for building an automaton.
const MOST_MEMORY: usize = 8 << 20;

/// The automaton of an expression; state 0 is the one before any output.
#[derive(Debug)]
pub(crate) struct Automaton {
    next: Vec<[u16; 256]>,
    /// For each state, whether the output may end there.
    accepts: Vec<bool>,
    /// For each state, a shortest text after which the output may end; `None` for a dead state.
    completions: Vec<Option<Vec<u8>>>,
}

impl Automaton {
    /// Builds the automaton of an expression; an error is a clause.
    pub(crate) fn new(pattern: &str) -> Result<Automaton, String> {
        let dfa = dense::Builder::new()
            .syntax(
                syntax::Config::new()
                    .multi_line(true)
                    .unicode(false)
                    .utf8(false),
            )
            .thompson(
                regex_automata::nfa::thompson::Config::new()
                    .utf8(false)
                    .nfa_size_limit(Some(MOST_MEMORY)),
            )
            .configure(
                dense::Config::new()
                    .match_kind(MatchKind::All)
                    .dfa_size_limit(Some(MOST_MEMORY))
                    .determinize_size_limit(Some(MOST_MEMORY)),
            )
            .build(pattern)
            .map_err(|error| {
                let error = error.to_string();
                format!("its regular expression cannot be used: {}", error.trim())
            })?;
        let start = Input::new("").anchored(Anchored::No);
        let start = dfa.start_state_forward(&start);
        let start = start.map_err(|error| error.to_string())?;
        Automaton::explored(&dfa, start)
    }

    /// The states that are reachable from the first one. The DFA reports a match one byte late; its match state
    /// becomes state 1, which nothing leaves.
    fn explored(dfa: &dense::DFA<Vec<u32>>, start: StateID) -> Result<Automaton, String> {
        const FOUND: u16 = 1;
        let mut numbers: HashMap<StateID, u16> = HashMap::new();
        let mut automaton = Automaton {
            next: vec![[FOUND; 256]; 2],
            accepts: vec![false, true],
            completions: Vec::new(),
        };
        let mut waiting = vec![start];
        numbers.insert(start, 0);
        let mut known = 2_u16;
        while let Some(state) = waiting.pop() {
            let number = usize::from(numbers[&state]);
            let mut next = [FOUND; 256];
            for byte in 0..=u8::MAX {
                let to = dfa.next_state(state, byte);
                if dfa.is_match_state(to) {
                    continue;
                }
                next[usize::from(byte)] = *numbers.entry(to).or_insert_with(|| {
                    waiting.push(to);
                    known += 1;
                    known - 1
                });
            }
            let size = automaton.next.len().max(number + 1);
            if size > MOST_STATES {
                return Err("its regular expression is too large".to_owned());
            }
            automaton.next.resize(size, [FOUND; 256]);
            automaton.accepts.resize(size, false);
            automaton.next[number] = next;
            automaton.accepts[number] = dfa.is_match_state(dfa.next_eoi_state(state));
        }
        automaton.complete();
        Ok(automaton)
    }

    /// Computes the completion of each state, the states nearest to an end first.
    fn complete(&mut self) {
        let ends = |accepts: &bool| accepts.then(Vec::new);
        self.completions = self.accepts.iter().map(ends).collect();
        loop {
            let mut found = Vec::new();
            for (state, next) in self.next.iter().enumerate() {
                if self.completions[state].is_some() {
                    continue;
                }
                // Printable bytes are preferred.
                let bytes = (b' '..=b'~').chain(0..b' ').chain(b'\x7f'..=u8::MAX);
                let mut ways = bytes.filter_map(|byte| {
                    let rest = self.completions[usize::from(next[usize::from(byte)])].as_ref()?;
                    Some([&[byte], &rest[..]].concat())
                });
                found.extend(ways.next().map(|way| (state, way)));
            }
            if found.is_empty() {
                return;
            }
            for (state, way) in found {
                self.completions[state] = Some(way);
            }
        }
    }

    /// A shortest text after this state with which the output may end.
    pub(crate) fn completion(&self, state: usize) -> Option<&[u8]> {
        self.completions.get(state)?.as_deref()
    }

    /// A shortest text that leads from one state to another.
    pub(crate) fn path(&self, from: usize, to: usize) -> Option<Vec<u8>> {
        let mut before: Vec<Option<(usize, u8)>> = vec![None; self.len()];
        let mut waiting = VecDeque::from([from]);
        while let Some(state) = waiting.pop_front().filter(|state| *state != to) {
            for byte in 0..=u8::MAX {
                let next = usize::from(self.next[state][usize::from(byte)]);
                if next != from && before[next].is_none() {
                    before[next] = Some((state, byte));
                    waiting.push_back(next);
                }
            }
        }
        let mut text = Vec::new();
        let mut state = to;
        while state != from {
            let (earlier, byte) = before[state]?;
            text.push(byte);
            state = earlier;
        }
        text.reverse();
        Some(text)
    }

    /// The state before any output.
    #[cfg(test)]
    const START: usize = 0;

    pub(crate) fn len(&self) -> usize {
        self.next.len()
    }

    /// The state after some output; `None` if no output that begins so can match.
    pub(crate) fn advance(&self, bytes: &[u8], state: usize) -> Option<usize> {
        let after = bytes.iter().fold(state, |state, byte| {
            usize::from(self.next[state][usize::from(*byte)])
        });
        self.completions[after].is_some().then_some(after)
    }

    pub(crate) fn accepts(&self, state: usize) -> bool {
        self.accepts.get(state).copied().unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, text: &str) -> bool {
        let automaton = Automaton::new(pattern).unwrap();
        let after = automaton.advance(text.as_bytes(), Automaton::START);
        after.is_some_and(|state| automaton.accepts(state))
    }

    #[test]
    fn an_expression_may_stand_anywhere() {
        for (pattern, text, want) in [
            ("7", "3 7 9", true),
            ("7", "3 8 9", false),
            ("^7$", "3\n7\n9", true),
            ("^7$", "3 7\n9", false),
            (r"\A7\z", "7", true),
            (r"\A7\n\z", "7\n8", false),
            (r"sum: *\d+", "the sum:  12\n", true),
            ("(a|b)+c?$", "xxab", true),
            ("é", "café", true),
            ("", "", true),
        ] {
            assert_eq!(fits(pattern, text), want, "{pattern} {text}");
        }
        assert!(Automaton::new("(").is_err());
        assert!(
            Automaton::new(r"(a)\1").is_err(),
            "there are no references back"
        );
        assert!(Automaton::new("(a|b){1900}c{900}").is_err());
    }

    #[test]
    fn texts_lead_from_state_to_state() {
        let automaton = Automaton::new(r"\Asum: (12|7)$").unwrap();
        let start = Automaton::START;
        let middle = automaton.advance(b"sum: 1", start).unwrap();
        assert_eq!(automaton.completion(middle), Some(&b"2"[..]));
        assert_eq!(automaton.completion(start), Some(&b"sum: 7"[..]));
        assert_eq!(automaton.path(start, middle), Some(b"sum: 1".to_vec()));
        assert_eq!(automaton.path(middle, start), None);
        assert_eq!(automaton.path(start, start), Some(Vec::new()));
    }

    #[test]
    fn what_can_no_longer_fit_is_dead() {
        let automaton = Automaton::new(r"\Aab").unwrap();
        assert!(automaton.advance(b"a", Automaton::START).is_some());
        assert!(automaton.advance(b"b", Automaton::START).is_none());
    }
}
