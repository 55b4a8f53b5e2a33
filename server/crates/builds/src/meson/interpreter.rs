//! Evaluates the statements and expressions of a `meson.build`.

use super::parser::parse;
use super::tree::{Arguments, Branch, Expression, Kind, Link, Statement};
use super::value::{CallArguments, Item, Value};
use crate::budget::{Budget, LONGEST};
use crate::template::Filling;
use crate::{Build, Files};
use std::collections::{BTreeMap, HashMap};

/// How to go on after a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Break,
    Continue,
}

/// The state of the evaluation.
pub(super) struct Interpreter<'a> {
    pub files: &'a dyn Files,
    pub build: Build,
    pub budget: Budget,
    pub variables: HashMap<String, Value>,
    /// The values of the project's options.
    pub options: HashMap<String, Value>,
    /// The values that `configuration_data` collected.
    pub data: Vec<BTreeMap<String, Filling>>,
    /// The folder that is described, relative to the root.
    pub folder: String,
    /// The file that is read, and the line of the statement.
    pub file: String,
    pub line: usize,
    pub project_name: String,
    pub project_version: String,
    pub project_license: String,
    /// The version of C for all targets.
    pub standard: Option<String>,
    /// Macros for all targets.
    pub defines: Vec<String>,
}

impl<'a> Interpreter<'a> {
    /// The state before the first statement.
    pub(super) fn new(files: &'a dyn Files) -> Self {
        Interpreter {
            files,
            build: Build::default(),
            budget: Budget::new(),
            variables: HashMap::new(),
            options: HashMap::new(),
            data: Vec::new(),
            folder: String::new(),
            file: String::new(),
            line: 0,
            project_name: String::new(),
            project_version: String::new(),
            project_license: String::new(),
            standard: None,
            defines: Vec::new(),
        }
    }

    /// Evaluates the text of a file.
    pub(super) fn run_text(&mut self, text: &str, file: &str) {
        if text.len() > LONGEST || !self.budget.spend(text.len()) {
            return;
        }
        let outside = std::mem::replace(&mut self.file, file.to_string());
        self.run(&parse(text));
        self.file = outside;
    }

    /// Evaluates statements, one level deeper.
    fn run(&mut self, statements: &[Statement]) -> Flow {
        if !self.budget.enter() {
            return Flow::Next;
        }
        let mut flow = Flow::Next;
        for statement in statements {
            if flow != Flow::Next || !self.budget.step() {
                break;
            }
            self.line = statement.line;
            flow = self.run_statement(&statement.kind);
        }
        self.budget.leave();
        flow
    }

    /// Evaluates one statement.
    fn run_statement(&mut self, kind: &Kind) -> Flow {
        match kind {
            Kind::Break => return Flow::Break,
            Kind::Continue => return Flow::Continue,
            Kind::If(branches) => return self.run_branches(branches),
            Kind::Foreach { names, items, body } => self.run_foreach(names, items, body),
            Kind::Evaluate(expression) => {
                self.value_of(expression);
            }
            Kind::Assign {
                name,
                is_addition,
                value,
            } => {
                let mut value = self.value_of(value);
                if *is_addition {
                    let before = self.variables.remove(name).unwrap_or(Value::Unknown);
                    value = super::operators::operate("+", before, value);
                }
                self.set(name, value);
            }
        }
        Flow::Next
    }

    /// Sets a variable, if there is room for its value.
    pub(super) fn set(&mut self, name: &str, value: Value) {
        let value = value.bounded();
        if self.budget.spend(value.size() + name.len()) {
            self.variables.insert(name.to_string(), value);
        }
    }

    /// Evaluates the first branch whose condition is true.
    fn run_branches(&mut self, branches: &[Branch]) -> Flow {
        for branch in branches {
            let condition = branch
                .condition
                .as_ref()
                .map(|condition| self.value_of(condition));
            if condition.is_none_or(|value| value.is_true()) {
                return self.run(&branch.body);
            }
        }
        Flow::Next
    }

    /// Evaluates the body once for each item of a list or dictionary.
    fn run_foreach(&mut self, names: &[String], items: &Expression, body: &[Statement]) {
        let rounds: Vec<Vec<Value>> = match self.value_of(items) {
            Value::List(items) => items.into_iter().map(|item| vec![item]).collect(),
            Value::Dictionary(items) => items
                .into_iter()
                .map(|item| vec![Value::Text(item.key), item.value])
                .collect(),
            _ => Vec::new(),
        };
        for round in rounds {
            for (name, value) in names.iter().zip(round) {
                self.set(name, value);
            }
            if self.run(body) == Flow::Break || !self.budget.step() {
                break;
            }
        }
    }

    /// The value of an expression.
    pub(super) fn value_of(&mut self, expression: &Expression) -> Value {
        let value = match expression {
            Expression::Text(text) => Value::from_text(text),
            Expression::Format(text) => self.formatted(text),
            Expression::Number(number) => Value::Number(*number),
            Expression::Truth(truth) => Value::Truth(*truth),
            Expression::Name(name) => self.variables.get(name).cloned().unwrap_or(Value::Unknown),
            Expression::List(items) => {
                Value::List(items.iter().map(|item| self.value_of(item)).collect())
            }
            Expression::Dictionary(entries) => {
                let mut items = Vec::new();
                for entry in entries {
                    let key = self.value_of(&entry.key).shown().unwrap_or_default();
                    items.push(Item {
                        key,
                        value: self.value_of(&entry.value),
                    });
                }
                Value::Dictionary(items)
            }
            Expression::Call {
                function,
                arguments,
            } => {
                let given = self.given(arguments);
                self.call(function, &given)
            }
            Expression::Chain { first, links } => self.value_of_chain(first, links),
            Expression::Not(inside) => match self.value_of(inside) {
                Value::Truth(truth) => Value::Truth(!truth),
                _ => Value::Unknown,
            },
            Expression::Negative(inside) => match self.value_of(inside) {
                Value::Number(number) => Value::Number(number.saturating_neg()),
                _ => Value::Unknown,
            },
            Expression::Choice { condition, yes, no } => {
                if self.value_of(condition).is_true() {
                    self.value_of(yes)
                } else {
                    self.value_of(no)
                }
            }
        };
        let value = value.bounded();
        if self.budget.spend(value.size()) {
            value
        } else {
            Value::Unknown
        }
    }

    /// A value and what is done with it, from the left to the right.
    fn value_of_chain(&mut self, first: &Expression, links: &[Link]) -> Value {
        let mut rest = links.iter();
        let mut value = match (first, links.first()) {
            (
                Expression::Name(name),
                Some(Link::Method {
                    name: method,
                    arguments,
                }),
            ) if !self.variables.contains_key(name) => {
                let given = self.given(arguments);
                rest.next();
                self.value_of_builtin(name, method, &given)
            }
            _ => self.value_of(first),
        };
        for link in rest {
            value = match link {
                Link::Method { name, arguments } => {
                    let given = self.given(arguments);
                    self.value_of_method(value, name, &given)
                }
                Link::Index(index) => {
                    let index = self.value_of(index);
                    super::operators::at_index(&value, &index)
                }
                Link::Operator("and", right) => match value {
                    Value::Truth(true) => self.value_of(right),
                    other => other,
                },
                Link::Operator("or", right) => {
                    if value.is_true() {
                        value
                    } else {
                        self.value_of(right)
                    }
                }
                Link::Operator(operator, right) => {
                    let right = self.value_of(right);
                    super::operators::operate(operator, value, right).bounded()
                }
            };
            if !self.budget.spend(value.size()) {
                return Value::Unknown;
            }
        }
        value
    }

    /// The values of arguments. `kwargs:` takes the entries of a dictionary as arguments.
    fn given(&mut self, arguments: &Arguments) -> CallArguments {
        let mut given = CallArguments::default();
        for argument in &arguments.positional {
            given.positional.push(self.value_of(argument));
        }
        for keyword in &arguments.keywords {
            match self.value_of(&keyword.value) {
                Value::Dictionary(items) if keyword.name == "kwargs" => {
                    given.keywords.extend(items);
                }
                value => given.keywords.push(Item {
                    key: keyword.name.clone(),
                    value,
                }),
            }
        }
        given
    }

    /// A string with the values of variables for the names in `@…@`.
    fn formatted(&self, text: &str) -> Value {
        let mut result = String::new();
        for (index, part) in text.split('@').enumerate() {
            let shown = self
                .variables
                .get(part)
                .filter(|_| index % 2 == 1)
                .and_then(Value::shown);
            match shown {
                Some(shown) => result.push_str(&shown),
                None if index % 2 == 1 => result.extend(["@", part, "@"]),
                None => result.push_str(part),
            }
            if result.len() > LONGEST {
                return Value::Unknown;
            }
        }
        Value::Text(result)
    }
}
