//! The state of a shell: variables, functions, options, and where its descriptors lead.

use super::syntax::Command;
use super::value::{Status, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a variable holds.
#[derive(Debug, Clone)]
pub(super) enum Content {
    /// One text.
    Single(Value),
    /// An array.
    List(BTreeMap<i64, Value>),
    /// An associative array.
    Table(BTreeMap<String, Value>),
}

/// A variable.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    /// What it holds.
    pub(super) content: Content,
    /// Whether programs get it in their environment.
    pub(super) is_exported: bool,
    /// Whether the script got it from what has called it.
    pub(super) is_inherited: bool,
}

/// Where a descriptor leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// Nowhere anybody looks.
    Nowhere,
    /// A file that is written.
    File(String),
    /// A text in memory, by its number.
    Buffer(usize),
}

/// The state of a shell.
#[derive(Debug, Clone)]
pub(super) struct Shell {
    /// The variables.
    pub(super) variables: BTreeMap<String, Variable>,
    /// The functions.
    pub(super) functions: BTreeMap<String, Rc<Command>>,
    /// The working directory.
    pub(super) folder: String,
    /// The arguments.
    pub(super) args: Vec<Value>,
    /// How the script is called.
    pub(super) script: String,
    /// The status of the last command.
    pub(super) status: Status,
    /// The options that are set, such as `errexit`.
    pub(super) options: Vec<&'static str>,
    /// Where the descriptors lead.
    pub(super) targets: BTreeMap<u32, Target>,
    /// Values of the loops' variables that are names, the innermost last.
    pub(super) loop_names: Vec<Option<String>>,
    /// The known arguments of the outermost call of a function.
    pub(super) call_texts: Option<Rc<[String]>>,
    /// Path of the script that is read, relative to the root.
    pub(super) file: String,
    /// The line of the outermost call in it.
    pub(super) outer_line: Option<usize>,
    /// The line of the command.
    pub(super) line: usize,
    /// The text that a loop reads line by line; programs in it do not read it.
    pub(super) loop_input: Option<usize>,
    /// How many conditions the command is part of; a failure does not end the script there.
    pub(super) conditions: usize,
    /// Whether something else reads what is printed, so that a status counts only when it is asked for.
    pub(super) is_captured: bool,
    /// Whether the shell runs beside the script.
    pub(super) is_background: bool,
}

impl Variable {
    /// The value of a variable that is no array, or the first item.
    pub(super) fn single(&self) -> Option<&Value> {
        match &self.content {
            Content::Single(value) => Some(value),
            Content::List(items) => items.get(&0),
            Content::Table(items) => items.get("0"),
        }
    }

    /// All values.
    pub(super) fn values(&self) -> Vec<Value> {
        match &self.content {
            Content::Single(value) => vec![value.clone()],
            Content::List(items) => items.values().cloned().collect(),
            Content::Table(items) => items.values().cloned().collect(),
        }
    }

    /// All indices.
    pub(super) fn indices(&self) -> Vec<String> {
        match &self.content {
            Content::Single(_) => vec!["0".to_string()],
            Content::List(items) => items.keys().map(i64::to_string).collect(),
            Content::Table(items) => items.keys().cloned().collect(),
        }
    }
}

impl Shell {
    /// A shell in a folder that knows nothing.
    pub(super) fn new(folder: &str, script: &str, file: &str) -> Self {
        Shell {
            variables: BTreeMap::new(),
            functions: BTreeMap::new(),
            folder: folder.to_string(),
            args: Vec::new(),
            script: script.to_string(),
            file: file.to_string(),
            status: Status::Known(0),
            options: Vec::new(),
            targets: BTreeMap::new(),
            loop_names: Vec::new(),
            call_texts: None,
            outer_line: None,
            line: 0,
            loop_input: None,
            conditions: 0,
            is_captured: false,
            is_background: false,
        }
    }

    /// Whether an option is set.
    pub(super) fn has(&self, option: &str) -> bool {
        self.options.contains(&option)
    }

    /// Sets an option or takes it back.
    pub(super) fn set_option(&mut self, option: &'static str, is_set: bool) {
        self.options.retain(|other| *other != option);
        if is_set {
            self.options.push(option);
        }
    }

    /// The value of a variable.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.variables.get(name)?.single()
    }

    /// A variable, which is made an empty array if it is not there.
    pub(super) fn variable(&mut self, name: &str) -> &mut Variable {
        self.variables.entry(name.to_string()).or_insert(Variable {
            content: Content::List(BTreeMap::new()),
            is_exported: false,
            is_inherited: false,
        })
    }

    /// Sets a variable.
    pub(super) fn set(&mut self, name: &str, value: Value) {
        let variable = self.variables.entry(name.to_string()).or_insert(Variable {
            content: Content::Single(Value::default()),
            is_exported: false,
            is_inherited: false,
        });
        match &mut variable.content {
            Content::Single(old) => *old = value,
            Content::List(items) => {
                items.insert(0, value);
            }
            Content::Table(items) => {
                items.insert("0".to_string(), value);
            }
        }
    }

    /// Sets a variable to an array.
    pub(super) fn set_list(&mut self, name: &str, items: Vec<Value>) {
        let content = Content::List((0..).zip(items).collect());
        let variable = Variable {
            content,
            is_exported: false,
            is_inherited: false,
        };
        self.variables.insert(name.to_string(), variable);
    }

    /// Marks a variable as part of the environment.
    pub(super) fn export(&mut self, name: &str) {
        if let Some(variable) = self.variables.get_mut(name) {
            variable.is_exported = true;
        }
    }

    /// Keeps the variables that a script gets from what calls it.
    pub(super) fn inherit(&mut self) {
        self.variables
            .retain(|name, variable| variable.is_exported || name == "IFS");
        for variable in self.variables.values_mut() {
            variable.is_inherited = true;
        }
    }

    /// The files that are being written.
    pub(super) fn open_files(&self) -> Vec<&String> {
        let targets = self.targets.values();
        let files = targets.filter_map(|target| match target {
            Target::File(path) => Some(path),
            _ => None,
        });
        files.collect()
    }

    /// Number of bytes that a copy of the shell takes.
    pub(super) fn size(&self) -> usize {
        let variables = self
            .variables
            .values()
            .map(|variable| match &variable.content {
                Content::Single(value) => value.len(),
                Content::List(items) => items.values().map(Value::len).sum(),
                Content::Table(items) => items.values().map(Value::len).sum(),
            });
        let args = self.args.iter().map(Value::len);
        variables.sum::<usize>() + args.sum::<usize>() + self.variables.len()
    }
}
