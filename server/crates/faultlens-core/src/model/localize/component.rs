//! Components of diagnoses, with the values that they would need.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::words::{code_span, flat, one_line};

/// Maximum number of sets of parts named in a sentence.
const NAMED_PARTS: usize = 3;

/// Kind of components that are not in the text: statements that may be missing.
pub const INSERTION: &str = "insertion";

/// A piece of source that may be at fault.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Component {
    /// Identifier, stable within one version of the text.
    pub id: u32,
    /// File that contains the component, as the user named it.
    pub file: String,
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
    /// 1-based line of the end.
    pub end_line: u32,
    /// 1-based column behind the end, in characters.
    pub end_column: u32,
    /// Byte offset in the text of `file`.
    pub start: u32,
    /// Byte offset in the text of `file`, one past the last.
    pub end: u32,
    /// Kind of component: `condition`, `assignment`, …
    pub kind: String,
    /// Source text with its original white space.
    pub text: String,
    /// Function that contains the component.
    pub function: String,
    /// Smallest sets of parts whose change suffices in place of the whole component, at most eight. Empty if nothing
    /// less than everything that the component assigns, returns or decides suffices; null if that was not examined or
    /// stayed open.
    pub refined: Option<Vec<RefinedPart>>,
    /// Macro that the component is a use of, or the first one that is used in it.
    #[serde(rename = "macro")]
    pub macro_use: Option<MacroUse>,
    /// All macros of the user that the component is made from; a fault may be in their definitions.
    #[serde(default)]
    pub macros: Vec<MacroUse>,
    /// Actual and needed values, test by test: the choices of a run in which the test passes, in the order in which the
    /// component makes them. With those of the other components of the set they determine that run: executions that are
    /// not listed behave as written.
    pub values: Vec<Value>,
    /// Number of values that are not listed because there are too many. If it is 0 for all components of a set, the
    /// values are complete.
    #[serde(default)]
    pub values_left_out: usize,
    /// Whether the component is a missing statement that is executed each time. Then it needs no values.
    #[serde(default)]
    pub always: bool,
    /// For a statement that is not in the text (`text` is the missing statement): the side of the place on which it may
    /// be missing.
    #[serde(default)]
    pub missing: Option<Side>,
}

/// Position of a missing statement relative to a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// In front of the place.
    Before,
    /// Behind the place.
    After,
    /// In the loop that ends in front of the place.
    InLoop,
}

impl Component {
    /// Position of a statement that is not in the text, as seen from the component's place; `None` for other
    /// components.
    pub fn missing(&self) -> Option<&'static str> {
        self.missing.map(|side| match side {
            Side::Before => "before this",
            Side::After => "after this",
            Side::InLoop => "in the loop before this",
        })
    }

    /// Parts that would suffice, as the object of "changing only": `` `a` or `b + 1` ``, `` `a` and `c` ``. `None` if
    /// there are none, or if that is not known.
    pub fn parts(&self) -> Option<String> {
        let refined = self.refined.as_deref().unwrap_or_default();
        let sets = refined.chunk_by(|a, b| a.set == b.set);
        let mut sets: Vec<String> = sets.map(RefinedPart::names).collect();
        sets.dedup();
        let more = sets.len().saturating_sub(NAMED_PARTS);
        sets.truncate(NAMED_PARTS);
        if more > 0 {
            sets.push(format!("one of {more} others"));
        }
        let last = sets.pop()?;
        let named = match sets.join(", ") {
            first if first.is_empty() => last,
            first => format!("{first} or {last}"),
        };
        Some(named)
    }
}

/// A part of a component.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RefinedPart {
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in characters.
    pub column: u32,
    /// 1-based line of the end.
    pub end_line: u32,
    /// 1-based column behind the end, in characters.
    pub end_column: u32,
    /// Byte offset in the text of the component's file.
    #[serde(default)]
    pub start: u32,
    /// Byte offset, one past the last.
    #[serde(default)]
    pub end: u32,
    /// Kind of part: `operator` (it, or several of its operands), `operand`, `constant`.
    pub kind: String,
    /// Source text.
    pub text: String,
    /// Number of the set: parts with the same number are needed together; sets with different numbers are alternatives.
    #[serde(default)]
    pub set: usize,
}

impl RefinedPart {
    /// Names of parts: `` `a` and `b` ``, each on one line.
    fn names(parts: &[RefinedPart]) -> String {
        let name = |part: &RefinedPart| code_span(&flat(&part.text));
        parts.iter().map(name).collect::<Vec<_>>().join(" and ")
    }
}

/// The macro that a component comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MacroUse {
    /// Name of the macro.
    pub name: String,
    /// File of its `#define`; null for predefined macros.
    pub file: Option<String>,
    /// 1-based line of its `#define`.
    pub line: Option<u32>,
}

/// A value that a component had, and one that makes the test pass.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Value {
    /// Id of the test.
    pub test: String,
    /// 1-based execution of the component in the repaired run.
    pub execution: u32,
    /// Actual value in C syntax; null if the failing run does not get there.
    pub was: Option<String>,
    /// Needed value in C syntax, or `skipped`, `not taken`, … Several values of one execution belong to the parts of
    /// what it assigns, in order.
    pub needs: String,
    /// What the execution does.
    #[serde(default)]
    pub choice: Choice,
    /// Address that is needed, as the run numbers it; null for other values.
    #[serde(default)]
    pub address: Option<Address>,
    /// All values that suffice: `>= 5`, `1 .. 9`, `!= 4`. Null if that was not asked, or is not cheap to determine.
    pub range: Option<String>,
}

/// What an execution of a component does in a run in which the test passes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// It has the values that are listed, if any; nothing is evaluated except the places that are assigned.
    #[default]
    Value,
    /// It is evaluated, then it has the values that are listed, if any. Of a call only the arguments are evaluated.
    EvaluatedValue,
    /// It does nothing.
    Skipped,
    /// It has the opposite outcome.
    Opposite,
    /// The missing statement is executed.
    Made,
    /// Nothing is read; the objects that would be read get the values that are listed.
    Input,
    /// In addition, the input is at its end afterwards.
    InputEnd,
}

/// An address in a run in which the test passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Address {
    /// Number of the object: the run numbers objects in the order in which it makes them.
    pub object: u32,
    /// Distance from the beginning of the object, in bytes.
    pub offset: u64,
}

/// Maximum number of characters of a value in a view.
const LONGEST_VALUE: usize = 40;

impl Value {
    /// The needed value, shortened for a view.
    pub fn short(&self) -> String {
        one_line(&self.needs, LONGEST_VALUE)
    }

    /// The needed value with its alternatives, shortened for a view: `5 (any >= 5)`.
    pub fn needed(&self) -> String {
        let needs = self.short();
        match self.range.as_deref() {
            None => needs,
            Some("any") => format!("{needs} (any other)"),
            Some(range) => format!("{needs} (any {range})"),
        }
    }

    /// The values that a short view tells, and the number of the others: values that stay as they were are told only if
    /// nothing else is.
    pub fn told(values: &[Value]) -> (Vec<&Value>, usize) {
        let (kept, changed): (Vec<&Value>, Vec<&Value>) = values.iter().partition(|v| v.is_kept());
        if changed.is_empty() {
            return (kept, 0);
        }
        (changed, kept.len())
    }

    /// Whether the value is the one of the failing run.
    pub fn is_kept(&self) -> bool {
        self.was.as_ref() == Some(&self.needs)
    }
}
