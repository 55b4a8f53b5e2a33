//! The state of the interpretation: variables, folders and what was found so far.
//!
//! A function and an added folder have variables of their own and see those around them,
//! so the variables are a stack of scopes. An added folder also has include folders,
//! macros and flags that hold for all of its targets; these are applied when it is left.

use super::words::Command;
use super::{cache, names, words};
use crate::budget::{Budget, LONGEST};
use crate::roots::{BINARY, SOURCE, project_path};
use crate::{Build, Files, add_once, flags, paths};
use std::collections::HashMap;
use std::rc::Rc;

/// A function or macro of the project.
pub(super) struct Procedure {
    pub parameters: Vec<String>,
    pub body: Vec<Command>,
    pub is_macro: bool,
}

/// A place in a file of the project.
#[derive(Clone, Default)]
pub(super) struct Place {
    pub file: String,
    pub line: usize,
}

/// A folder while its description is interpreted.
#[derive(Clone, Default)]
pub(super) struct Folder {
    /// Its full name in the source folder.
    pub source: String,
    /// Its full name in the build folder.
    pub binary: String,
    /// What `include_directories` said.
    pub include_dirs: Vec<String>,
    /// What `add_definitions` and the like said.
    pub defines: Vec<String>,
    /// What `add_compile_options(-std=…)` said.
    pub standard: Option<String>,
    /// What `link_libraries` said.
    pub links: Vec<String>,
    /// Which targets it describes itself.
    pub own_targets: Vec<usize>,
}

/// A test while its properties and the targets are not all known.
pub(super) struct PlannedTest {
    pub name: String,
    pub command: Vec<String>,
    pub folder: String,
    pub place: Place,
    /// The properties that were set, in order.
    pub properties: Vec<Property>,
}

/// A property that was set.
pub(super) struct Property {
    pub name: String,
    pub value: String,
}

/// The state of the interpretation.
pub(super) struct Interpreter<'a> {
    pub files: &'a dyn Files,
    pub build: Build,
    pub budget: Budget,
    /// The innermost scope is the last; `None` hides a variable of an outer scope.
    pub scopes: Vec<HashMap<String, Option<String>>>,
    pub folders: Vec<Folder>,
    pub procedures: HashMap<String, Rc<Procedure>>,
    /// Other names of targets.
    pub aliases: HashMap<String, String>,
    pub tests: Vec<PlannedTest>,
    /// The file that is read, and the command that is executed.
    pub place: Place,
    /// From where functions are called, the outermost first.
    pub calls: Vec<Place>,
}

impl<'a> Interpreter<'a> {
    /// The state before the first command.
    pub(super) fn new(files: &'a dyn Files) -> Self {
        let known = names::PREDEFINED.iter();
        let known = known.map(|(name, value)| ((*name).into(), Some((*value).into())));
        let given = cache::variables(files).into_iter();
        let variables = known.chain(given.map(|(name, value)| (name, Some(value))));
        let root = Folder {
            source: SOURCE.into(),
            binary: BINARY.into(),
            ..Folder::default()
        };
        Interpreter {
            files,
            build: Build::default(),
            budget: Budget::new(),
            scopes: vec![variables.collect()],
            folders: vec![root],
            procedures: HashMap::new(),
            aliases: HashMap::new(),
            tests: Vec::new(),
            place: Place::default(),
            calls: Vec::new(),
        }
    }

    /// Interprets the root's description.
    pub(super) fn read_root(&mut self, text: &str) {
        self.run_text(text, "CMakeLists.txt".to_string());
        self.leave_folder();
    }

    /// Interprets the text of a file.
    pub(super) fn run_text(&mut self, text: &str, file: String) {
        if text.len() > LONGEST || !self.budget.spend(text.len()) {
            return;
        }
        let outside = std::mem::replace(&mut self.place, Place { file, line: 1 });
        self.run(&words::commands(text));
        self.place = outside;
    }

    /// The value of a variable, if it has one.
    pub(super) fn variable(&self, name: &str) -> Option<&str> {
        let entry = self.scopes.iter().rev().find_map(|scope| scope.get(name));
        entry.and_then(Option::as_deref)
    }

    /// The value of a variable; `""` if it has none.
    pub(super) fn value(&self, name: &str) -> &str {
        self.variable(name).unwrap_or_default()
    }

    /// Sets a variable of the innermost scope, or of the one around it.
    pub(super) fn set_variable(&mut self, name: &str, value: Option<String>, in_parent: bool) {
        let length = value.as_ref().map_or(0, String::len);
        if length > LONGEST || !self.budget.spend(length + name.len()) {
            return;
        }
        let back = if in_parent { 2 } else { 1 };
        let index = self.scopes.len().saturating_sub(back);
        if let Some(scope) = self.scopes.get_mut(index) {
            scope.insert(name.to_string(), value);
        }
    }

    /// Sets a variable of the innermost scope to a text.
    pub(super) fn set(&mut self, name: &str, value: String) {
        self.set_variable(name, Some(value), false);
    }

    /// The folder that is described now.
    pub(super) fn folder(&self) -> Folder {
        self.folders.last().cloned().unwrap_or_default()
    }

    /// The full name of the current folder in the build folder.
    pub(super) fn binary_folder(&self) -> String {
        self.folders
            .last()
            .map_or_else(String::new, |folder| folder.binary.clone())
    }

    /// The folder that is described now, to change it.
    pub(super) fn folder_mut(&mut self) -> Option<&mut Folder> {
        self.folders.last_mut()
    }

    /// A path as written in a command, seen from the current source folder.
    pub(super) fn source_path(&self, text: &str) -> String {
        self.folders
            .last()
            .map_or_else(String::new, |folder| paths::join(&folder.source, text))
    }

    /// A path relative to the project's root, if it is in the project.
    pub(super) fn path_in_project(&self, text: &str) -> Option<String> {
        project_path(&self.source_path(text))
    }

    /// The text of a file of the project.
    pub(super) fn read_file(&mut self, text: &str) -> Option<String> {
        let content = self.files.read(&self.path_in_project(text)?)?;
        (content.len() <= LONGEST && self.budget.spend(content.len())).then_some(content)
    }

    /// The place to report: where the outermost function was called, or this command.
    pub(super) fn reported_place(&self) -> Place {
        self.calls.first().unwrap_or(&self.place).clone()
    }

    /// Goes into an added folder and interprets its description.
    pub(super) fn add_folder(&mut self, arguments: &[String]) {
        let Some(path) = arguments
            .first()
            .and_then(|name| self.path_in_project(name))
        else {
            return;
        };
        let file = paths::join(&path, "CMakeLists.txt");
        let Some(text) = self.files.read(&file) else {
            return;
        };
        let inherited: usize = self.folder().include_dirs.iter().map(String::len).sum();
        if !self.budget.spend(inherited) || !self.budget.enter() {
            return;
        }
        let source = format!("{SOURCE}/{path}");
        let binary = format!("{BINARY}/{path}");
        self.scopes.push(HashMap::new());
        self.set("CMAKE_CURRENT_SOURCE_DIR", source.clone());
        self.set("CMAKE_CURRENT_LIST_DIR", source.clone());
        self.set("CMAKE_CURRENT_BINARY_DIR", binary.clone());
        self.folders.push(Folder {
            source,
            binary,
            own_targets: vec![],
            ..self.folder()
        });
        self.run_text(&text, file);
        self.leave_folder();
        self.scopes.pop();
        self.budget.leave();
    }

    /// Applies to a folder's own targets what holds for all of them, and leaves it.
    fn leave_folder(&mut self) {
        let flags = flags::read_quoted(&flags::words(self.value("CMAKE_C_FLAGS")));
        let from_flags: Vec<String> = flags
            .include_dirs
            .iter()
            .filter_map(|folder| self.path_in_project(folder))
            .collect();
        let sees_itself = !crate::template::is_false(self.value("CMAKE_INCLUDE_CURRENT_DIR"));
        let own = project_path(&self.source_path("")).filter(|_| sees_itself);
        let Some(folder) = self.folders.pop() else {
            return;
        };
        let count = folder.include_dirs.len() + folder.defines.len();
        for index in &folder.own_targets {
            if !self.budget.spend(count * 100) {
                break;
            }
            let Some(target) = self.build.targets.get_mut(*index) else {
                continue;
            };
            for include in folder.include_dirs.iter().chain(&from_flags).chain(&own) {
                add_once(&mut target.include_dirs, include.clone());
            }
            for define in folder.defines.iter().chain(&flags.defines) {
                add_once(&mut target.defines, define.clone());
            }
            if target.standard.is_none() {
                target.standard = folder.standard.clone().or_else(|| flags.standard.clone());
            }
        }
        if self.folders.is_empty() {
            // The root stays, so that paths can be resolved until the end.
            self.folders.push(folder);
        }
    }

    /// The result, when all is interpreted.
    pub(super) fn finish(mut self) -> Build {
        self.resolve_links();
        self.finish_tests();
        self.build
    }
}
