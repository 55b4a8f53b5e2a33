//! Contents of annotations: the clauses of a contract, assertions, and the invariants of a loop.

use std::ops::Range;

use crate::Problem;
use crate::annotations::Annotation;
use crate::predicate::{Parser, Predicate};
use crate::tokens::tokens;

/// A predicate with its place: the clause from its keyword to its semicolon, in bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Predicate that must hold.
    pub node: Predicate,
    /// Range of the clause.
    pub span: Range<usize>,
}

/// The contract of a function.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contract {
    /// Conditions that the caller must meet.
    pub requires: Vec<Clause>,
    /// Conditions that hold after the call.
    pub ensures: Vec<Clause>,
    /// Places that the call may change: `None` for any place, an empty list for no place.
    pub assigns: Option<Vec<Predicate>>,
    /// Range of the `assigns` clause.
    pub assigns_at: Range<usize>,
}

/// Content of one annotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnnotationContent {
    /// Contract of the function that follows.
    Contract(Contract),
    /// Assertions at the place of the annotation.
    Assert(Vec<Clause>),
    /// Invariants of the loop that follows, checked whenever its condition is evaluated.
    LoopInvariant(Vec<Clause>),
}

/// First words of the supported annotations.
const CLAUSES: [&str; 13] = [
    "requires",
    "ensures",
    "assigns",
    "assumes",
    "behavior",
    "assert",
    "check",
    "loop",
    "decreases",
    "terminates",
    "complete",
    "disjoint",
    "allocates",
];
/// First words of other ACSL annotations, which are not checked.
const UNCHECKED: [&str; 12] = [
    "predicate",
    "logic",
    "axiomatic",
    "lemma",
    "ghost",
    "global",
    "type",
    "model",
    "inductive",
    "invariant",
    "import",
    "admit",
];

/// Reads an annotation. Known clauses that do not change what is checked (`decreases`, `loop variant`) are left out. An
/// unknown clause is reported as a problem, and the rest is kept.
pub fn read(annotation: &Annotation, problems: &mut Vec<Problem>) -> Option<AnnotationContent> {
    let words = tokens(&annotation.text);
    let mut reader = Reader {
        parser: Parser::new(&words, annotation.text.len()),
        base: annotation.span.start,
        problems,
    };
    let first = reader.parser.peek()?;
    // Other tools use comments of this form as well: `/*@null@*/` of Splint, `/*@{*/` of Doxygen.
    if !CLAUSES.contains(&first) && !UNCHECKED.contains(&first) {
        return None;
    }
    match first {
        "assert" | "check" => Some(AnnotationContent::Assert(reader.assertion())),
        "loop" => Some(AnnotationContent::LoopInvariant(reader.of_loop())),
        _ => reader.contract().map(AnnotationContent::Contract),
    }
}

struct Reader<'t, 'p> {
    parser: Parser<'t>,
    /// Start of the annotation.
    base: usize,
    problems: &'p mut Vec<Problem>,
}

impl Reader<'_, '_> {
    fn assertion(&mut self) -> Vec<Clause> {
        let mut clauses = Vec::new();
        while let Some("assert" | "check") = self.parser.peek() {
            clauses.extend(self.clause());
        }
        clauses
    }

    fn of_loop(&mut self) -> Vec<Clause> {
        let mut invariants = Vec::new();
        while self.parser.eat("loop") {
            match self.parser.peek() {
                Some("invariant") => invariants.extend(self.clause()),
                _ => self.skip(),
            }
        }
        invariants
    }

    fn contract(&mut self) -> Option<Contract> {
        let mut contract = Contract::default();
        let mut is_one = false;
        // Assumption of the current behaviour.
        let mut assumes: Option<Predicate> = None;
        while let Some(word) = self.parser.peek() {
            match word {
                "requires" => {
                    let clause = self.clause();
                    contract
                        .requires
                        .extend(clause.map(|c| c.under(assumes.as_ref())));
                }
                "ensures" => {
                    let clause = self.clause();
                    let before = assumes.clone().map(|node| Predicate::Old(Box::new(node)));
                    contract
                        .ensures
                        .extend(clause.map(|c| c.under(before.as_ref())));
                }
                "assumes" => {
                    let clause = self.clause().map(|clause| clause.node);
                    assumes = match (assumes, clause) {
                        (Some(a), Some(b)) => {
                            Some(Predicate::Binary("&&".to_owned(), Box::new(a), Box::new(b)))
                        }
                        (a, b) => a.or(b),
                    };
                }
                "behavior" => {
                    assumes = None;
                    self.parser.word();
                    self.parser.word();
                    self.parser.eat(":");
                }
                "assigns" => self.assigns(&mut contract, assumes.is_some()),
                "decreases" | "terminates" | "complete" | "disjoint" | "allocates" => self.skip(),
                other => {
                    let message = format!(
                        "`{other}` is not read: only contracts of functions, assertions and loop invariants are"
                    );
                    self.problem(self.parser.at(), message);
                    return is_one.then_some(contract);
                }
            }
            is_one = true;
        }
        is_one.then_some(contract)
    }

    /// Reads `assigns \nothing;` or `assigns *p, a[0 .. n - 1];`. The clause of a behaviour is read, but not used.
    fn assigns(&mut self, contract: &mut Contract, is_of_behaviour: bool) {
        let start = self.parser.at();
        self.parser.word();
        let mut places = Vec::new();
        if !self.parser.eat("\\nothing") {
            loop {
                match self.parser.node() {
                    Ok(place) => places.push(place),
                    Err(problem) => {
                        self.problem(problem.at, problem.message);
                        self.skip();
                        return;
                    }
                }
                if !self.parser.eat(",") {
                    break;
                }
            }
        }
        // Skip `\from` and everything up to the semicolon.
        self.skip();
        if !is_of_behaviour {
            contract.assigns.get_or_insert_default().extend(places);
            contract.assigns_at = self.base + start..self.base + self.parser.read_to();
        }
    }

    /// Reads a keyword, a predicate and a semicolon.
    fn clause(&mut self) -> Option<Clause> {
        let start = self.parser.at();
        self.parser.word();
        // `ensures name: predicate`
        let node = self.parser.node().and_then(|node| {
            let is_name = matches!(node, Predicate::Word(_)) && self.parser.eat(":");
            let node = if is_name { self.parser.node()? } else { node };
            self.parser.expect(";").map(|()| node)
        });
        match node {
            Ok(node) => Some(Clause {
                node,
                span: self.base + start..self.base + self.parser.read_to(),
            }),
            Err(problem) => {
                self.problem(problem.at, problem.message);
                self.skip();
                None
            }
        }
    }

    /// Skips everything up to and including the next semicolon.
    fn skip(&mut self) {
        while let Some(word) = self.parser.word() {
            if word == ";" {
                return;
            }
        }
    }

    fn problem(&mut self, at: usize, message: String) {
        let at = self.base + at;
        self.problems.push(Problem { at, message });
    }
}

impl Clause {
    /// The parts of the conjunction, with the place of the clause.
    pub(crate) fn conjuncts(&self) -> Vec<(&Predicate, usize)> {
        let mut parts = vec![&self.node];
        let mut at = 0;
        while let Some(part) = parts.get(at) {
            match part {
                Predicate::Binary(op, a, b) if op == "&&" => {
                    parts.splice(at..=at, [&**a, &**b]);
                }
                _ => at += 1,
            }
        }
        parts
            .into_iter()
            .map(|part| (part, self.span.start))
            .collect()
    }

    /// The clause under a condition: the condition implies the predicate.
    fn under(self, condition: Option<&Predicate>) -> Clause {
        let Some(condition) = condition else {
            return self;
        };
        let condition = Box::new(condition.clone());
        Clause {
            node: Predicate::Binary("==>".to_owned(), condition, Box::new(self.node)),
            ..self
        }
    }
}
