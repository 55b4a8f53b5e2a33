//! Functions that call a function with arguments from standard input and check its contract.
//!
//! The input begins with the numbers, in the order of the parameters; then come the elements of the arrays, and last
//! the variables outside of the function that `requires` mentions. For `int sum(int *a, int n)` with `\valid(a + (0 ..
//! n - 1))`, the input `2 5 7` is the call `sum({5, 7}, 2)`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use syntax::ast::{Declarator, Derive, Function, Item, Specs, Storage, Unit};
use syntax::{FileId, Parse, Span};

use crate::Problem;
use crate::annotations::{Annotation, annotations, span};
use crate::c::{Scope, expression, mentions};
use crate::call::{Call, Global, UNCOUNTED};
use crate::callable::{Callable, harness_of};
use crate::clause::{AnnotationContent, Clause, Contract, read};
use crate::params::{arguments, type_of};

/// Prefix for the names of functions that hold assertions until they are moved; a number follows.
const CHECK: &str = "__faultlens_check_";
/// Maximum number of variables that are copied.
const MOST_COPIES: usize = 40;

/// Functions that read numbers of all types.
const READERS: &str = include_str!("readers.c");

/// Harness of a unit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Harness {
    /// C text that follows the unit.
    pub text: String,
    /// Functions that can be called with arguments from standard input.
    pub callable: Vec<Callable>,
    /// Assertions and invariants for the bodies of functions.
    pub(crate) checks: Vec<Check>,
    /// Problems found in annotations and functions, with their files.
    pub problems: Vec<(FileId, Problem)>,
    /// Names of the functions in the text, with their ranges in it.
    functions: Vec<(String, Range<usize>)>,
}

impl Harness {
    /// Name of the function of the harness at an offset in its text.
    pub fn function_at(&self, offset: usize) -> Option<&str> {
        let mut functions = self.functions.iter();
        let (name, _) = functions.find(|(_, range)| range.contains(&offset))?;
        Some(name)
    }

    /// Appends a function to the text.
    fn write(&mut self, name: &str, body: &str) {
        let start = self.text.len();
        let _ = writeln!(self.text, "static void {name}(void)\n{{\n{body}}}");
        self.functions
            .push((name.to_owned(), start..self.text.len()));
    }
}

/// Assertions, or the invariants of a loop, that go into a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Check {
    /// Name of the function that holds them.
    pub(crate) function: String,
    /// Place of the annotation.
    pub(crate) span: Span,
    /// Whether the clauses are invariants of the loop that follows.
    pub(crate) is_invariant: bool,
    /// Places of the clauses.
    pub(crate) clauses: Vec<Span>,
}

/// Writes the harness of a unit: for each of its functions that has a contract, and for the `wanted` ones. The functions
/// of an earlier harness that are `rejected` are left out, with a problem that gives the reason. If there is nothing to
/// check, nothing is written.
pub fn harness(
    parse: &Parse,
    first_file: u16,
    wanted: &BTreeSet<String>,
    rejected: &BTreeMap<String, String>,
) -> Harness {
    let mut writer = Writer {
        unit: &parse.unit,
        rejected,
        harness: Harness::default(),
        annotations: 0,
        contracts: Vec::new(),
    };
    for (file, source) in (first_file..).map(FileId).zip(&parse.sources.files) {
        if !source.is_built_in() {
            for annotation in annotations(&source.text) {
                writer.annotation(file, &annotation);
            }
        }
    }
    writer.functions(wanted);
    let mut harness = writer.harness;
    if !harness.text.is_empty() {
        let head = format!("#define __FAULTLENS_UNCOUNTED {UNCOUNTED}\n{READERS}");
        harness.text.insert_str(0, &head);
        for (_, range) in &mut harness.functions {
            *range = range.start + head.len()..range.end + head.len();
        }
    }
    harness
}

struct Writer<'u> {
    unit: &'u Unit,
    rejected: &'u BTreeMap<String, String>,
    harness: Harness,
    /// Number of assertions and invariants so far, rejected ones included.
    annotations: usize,
    /// Contracts of functions, with the file of each.
    contracts: Vec<(&'u str, FileId, Contract)>,
}

impl<'u> Writer<'u> {
    fn annotation(&mut self, file: FileId, annotation: &Annotation) {
        let mut problems = Vec::new();
        let said = read(annotation, &mut problems);
        let problems = problems.into_iter().map(|problem| (file, problem));
        self.harness.problems.extend(problems);
        match said {
            None => {}
            Some(AnnotationContent::Assert(clauses)) => {
                self.check(file, annotation, clauses, false);
            }
            Some(AnnotationContent::LoopInvariant(clauses)) => {
                self.check(file, annotation, clauses, true);
            }
            Some(AnnotationContent::Contract(contract)) => {
                match declared_behind(self.unit, file, annotation.span.end) {
                    Some(name) => self.contracts.push((name, file, contract)),
                    None => self.problem(
                        file,
                        annotation.span.start,
                        "this contract stands before no function".to_owned(),
                    ),
                }
            }
        }
    }

    /// Writes assertions and invariants as a function of their own, from which they are moved later.
    fn check(
        &mut self,
        file: FileId,
        annotation: &Annotation,
        clauses: Vec<Clause>,
        is_invariant: bool,
    ) {
        let function = format!("{CHECK}{}", self.annotations);
        self.annotations += 1;
        if let Some(why) = self.rejected.get(&function) {
            self.problem(file, annotation.span.start, why.clone());
            return;
        }
        let mut text = String::new();
        let mut places = Vec::new();
        for clause in clauses {
            match expression(&clause.node, &Scope::default()) {
                Ok(c) => {
                    let _ = writeln!(text, "    __VERIFIER_assert({c});");
                    places.push(span(file, &clause.span));
                }
                Err(why) => self.problem(file, clause.span.start, why),
            }
        }
        if places.is_empty() {
            return;
        }
        self.harness.write(&function, &text);
        self.harness.checks.push(Check {
            function,
            span: span(file, &annotation.span),
            is_invariant,
            clauses: places,
        });
    }

    fn functions(&mut self, wanted: &BTreeSet<String>) {
        for function in self.unit.functions() {
            let Some(name) = &function.declarator.name else {
                continue;
            };
            let contract = self.contract_of(&name.text);
            let is_wanted = wanted.contains(&name.text);
            if contract.is_none() && !is_wanted || name.text == "main" {
                continue;
            }
            let at = contract.as_ref().map_or(function.span, |(file, c)| {
                let clauses = c.requires.iter().chain(&c.ensures);
                let first = clauses.map(|clause| span(*file, &clause.span)).next();
                first.unwrap_or(function.span)
            });
            if let Err(why) = self.function(function, &name.text, contract) {
                self.problem(at.file, at.start as usize, why);
            }
        }
    }

    /// The contract from all annotations before a function and its declarations.
    fn contract_of(&self, name: &str) -> Option<(FileId, Contract)> {
        let of = self.contracts.iter().filter(|(of, ..)| *of == name);
        // The annotations at a definition repeat those of a header, so the most complete contract is used.
        of.max_by_key(|(_, _, c)| c.ensures.len())
            .map(|(_, file, contract)| (*file, contract.clone()))
    }

    fn function(
        &mut self,
        f: &Function,
        name: &str,
        contract: Option<(FileId, Contract)>,
    ) -> Result<(), String> {
        let Some(Derive::Function(params)) = f.declarator.derive.first() else {
            return Ok(());
        };

        // Functions that cannot be called with chosen arguments are refused with a sentence.
        if params.variadic {
            return Err(format!(
                "arguments for `{name}` cannot be chosen: their number is open"
            ));
        }
        if let Some(why) = self.rejected.get(&harness_of(name)) {
            return Err(format!("the contract of `{name}`: {why}"));
        }

        // Values that the harness has to choose, and clauses that it can check.
        let file = contract.as_ref().map_or(f.span.file, |(file, _)| *file);
        let has_contract = contract.is_some();
        let contract = contract.map(|(_, contract)| contract).unwrap_or_default();
        let arguments = arguments(self.unit, name, &params.params, Some(&contract))?;
        let result = (f.declarator.derive.len() > 1)
            .then(|| "pointer".to_owned())
            .or_else(|| type_of(&f.specs));
        let returns = result.as_deref() != Some("void");
        let globals = self.globals(&contract);

        // The body of the harness, in the order of its execution.
        let mut call = Call {
            arguments: &arguments,
            contract: &contract,
            globals,
            file,
            body: String::new(),
            clauses: Vec::new(),
            problems: Vec::new(),
        };
        let outside = call.outside();
        call.choose();
        call.copy();
        call.call(name, returns);
        call.check(returns);

        // Clauses that were left out are reported; the others go into the text.
        let Call {
            body,
            clauses,
            problems,
            ..
        } = call;
        self.harness
            .problems
            .extend(problems.into_iter().map(|problem| (file, problem)));
        self.harness.write(&harness_of(name), &body);
        self.harness.callable.push(Callable::new(
            name,
            has_contract,
            &arguments,
            outside,
            clauses,
        ));
        Ok(())
    }

    /// Variables outside of functions that are copied: those that the contract mentions, or all if it has an `assigns`
    /// clause.
    fn globals(&self, contract: &Contract) -> Vec<Global<'u>> {
        let all: Vec<Global<'u>> = globals(self.unit).collect();
        let is_used = |global: &Global<'_>| {
            let clauses = contract.requires.iter().chain(&contract.ensures);
            clauses
                .into_iter()
                .any(|clause| mentions(&clause.node, global.name))
        };
        let watches_all = contract.assigns.is_some() && all.len() <= MOST_COPIES;
        all.into_iter()
            .filter(|global| watches_all || is_used(global))
            .collect()
    }

    fn problem(&mut self, file: FileId, at: usize, message: String) {
        self.harness.problems.push((file, Problem { at, message }));
    }
}

/// The function that is declared or defined next after a place, if nothing else is between them.
fn declared_behind(unit: &Unit, file: FileId, at: usize) -> Option<&str> {
    let behind = unit.items.iter().filter_map(|item| {
        let (span, declarator) = match item {
            Item::Function(f) => (f.span, &f.declarator),
            Item::Declaration(d) => (d.span, &d.declarators.first()?.declarator),
            Item::End => return None,
        };
        (span.file == file && span.start as usize >= at).then_some((span.start, declarator))
    });
    let (_, declarator) = behind.min_by_key(|(start, _)| *start)?;
    let is_function = matches!(declarator.derive.first(), Some(Derive::Function(_)));
    declarator
        .name
        .as_ref()
        .filter(|_| is_function)
        .map(|name| name.text.as_str())
}

/// Variables of a unit that can change, each listed once.
fn globals(unit: &Unit) -> impl Iterator<Item = Global<'_>> {
    let is_variable = |specs: &Specs, declarator: &Declarator| {
        specs.storage != Storage::Typedef
            && !specs.is_const
            && !matches!(declarator.derive.first(), Some(Derive::Function(_)))
    };
    let mut seen = BTreeSet::new();
    let declarations = unit.items.iter().filter_map(|item| match item {
        Item::Declaration(d) => Some(d),
        _ => None,
    });
    let all =
        declarations.flat_map(|d| d.declarators.iter().map(|one| (&d.specs, &one.declarator)));
    all.filter(move |(specs, declarator)| is_variable(specs, declarator))
        .filter_map(|(specs, declarator)| {
            let name = declarator.name.as_ref()?.text.as_str();
            let is_number = declarator.derive.is_empty()
                && type_of(specs).is_some_and(|ty| !ty.starts_with("struct"));
            Some(Global { name, is_number })
        })
        .filter(move |global| seen.insert(global.name))
}
