//! The functions of Meson that are known here.

use super::interpreter::Interpreter;
use super::value::{CallArguments, Dependency, Value};
use crate::roots::project_path;
use crate::{add_all, flags, paths, roots};

impl Interpreter<'_> {
    /// The value of a call; that of an unknown function is unknown.
    pub(super) fn call(&mut self, function: &str, given: &CallArguments) -> Value {
        match function {
            "project" => self.start_project(given),
            "option" => self.add_option(given),
            "subdir" => self.enter_folder(given),
            "test" => self.add_test(given),
            "add_project_arguments" | "add_global_arguments" => {
                let words: Vec<String> = given.positional.iter().flat_map(Value::texts).collect();
                let read = flags::read(words.iter().map(String::as_str));
                let defines = read
                    .defines
                    .iter()
                    .map(|define| roots::without_roots(define));
                add_all(&mut self.defines, defines.collect());
                self.standard = read.standard.or(self.standard.take());
            }
            "set_variable" => {
                if let (Some(name), Some(value)) = (given.text(0), given.positional.get(1)) {
                    self.set(name, value.clone());
                }
            }
            _ => return self.value_of_call(function, given),
        }
        Value::Unknown
    }

    /// The value of a function that is called for its value.
    fn value_of_call(&mut self, function: &str, given: &CallArguments) -> Value {
        match function {
            "executable" => self.add_target(given, true),
            "library" | "static_library" | "shared_library" | "both_libraries"
            | "shared_module" => self.add_target(given, false),
            "files" => {
                let paths = given.positional.iter().flat_map(Value::texts);
                Value::List(
                    paths
                        .filter_map(|text| self.path_of(&text))
                        .map(Value::File)
                        .collect(),
                )
            }
            "include_directories" => {
                let paths = given.positional.iter().flat_map(Value::texts);
                Value::Folders(paths.filter_map(|text| self.path_of(&text)).collect())
            }
            "declare_dependency" => Value::Dependency(Box::new(self.declared(given))),
            "configuration_data" => self.new_data(given),
            "configure_file" => self.configure_file(given),
            "import" if given.text(0) == Some("fs") => Value::FileModule,
            "find_program" => {
                let names = given.positional.iter().flat_map(Value::flat);
                let mut names = names.filter_map(|name| match name {
                    Value::Text(name) | Value::File(name) => Some(name),
                    _ => None,
                });
                names.next().map_or(Value::Unknown, Value::Program)
            }
            "get_option" => {
                let name = given.text(0).unwrap_or_default();
                self.options.get(name).cloned().unwrap_or(Value::Unknown)
            }
            "get_variable" => {
                let name = given.text(0).unwrap_or_default();
                let otherwise = given.positional.get(1).cloned();
                self.variables
                    .get(name)
                    .cloned()
                    .or(otherwise)
                    .unwrap_or(Value::Unknown)
            }
            "is_variable" => Value::Truth(
                given
                    .text(0)
                    .is_some_and(|name| self.variables.contains_key(name)),
            ),
            "join_paths" => {
                let parts: Vec<String> = given.positional.iter().flat_map(Value::texts).collect();
                Value::Text(
                    parts
                        .iter()
                        .fold(String::new(), |path, part| paths::join(&path, part)),
                )
            }
            "range" => range(given),
            _ => Value::Unknown,
        }
    }

    /// A path as written in this folder, relative to the root; `None` outside of the project.
    pub(super) fn path_of(&self, text: &str) -> Option<String> {
        if text.starts_with('/') {
            return project_path(text);
        }
        Some(paths::join(&self.folder, text)).filter(|path| !paths::is_outside(path))
    }

    /// `project(name, languages…, version: …, default_options: …)`.
    fn start_project(&mut self, given: &CallArguments) {
        self.project_name = given.text(0).unwrap_or_default().to_string();
        self.project_version = match given.flat_keyword("version").first() {
            Some(Value::Text(text)) => text.clone(),
            Some(Value::File(path)) => self.files.read(path).unwrap_or_default().trim().to_string(),
            _ => "undefined".to_string(),
        };
        let licenses = given.flat_keyword("license");
        self.project_license = licenses
            .first()
            .and_then(Value::text)
            .unwrap_or_default()
            .to_string();
        for option in given
            .flat_keyword("default_options")
            .iter()
            .filter_map(Value::text)
        {
            if let Some((name, value)) = option.split_once('=') {
                if name == "c_std" {
                    // Of several versions, Meson takes the first one that the compiler knows.
                    self.standard = value.split(',').next().map(str::to_string);
                }
                self.options
                    .insert(name.to_string(), Value::from_text(value));
            }
        }
    }

    /// `subdir(name)`: the folder's description is evaluated with the same variables.
    fn enter_folder(&mut self, given: &CallArguments) {
        let Some(path) = given.text(0).and_then(|name| self.path_of(name)) else {
            return;
        };
        let file = paths::join(&path, "meson.build");
        let Some(text) = self.files.read(&file) else {
            return;
        };
        let outside = std::mem::replace(&mut self.folder, path);
        let line = self.line;
        self.run_text(&text, &file);
        self.folder = outside;
        self.line = line;
    }

    /// What `declare_dependency` hands on to its users.
    fn declared(&mut self, given: &CallArguments) -> Dependency {
        let mut declared = Dependency {
            include_dirs: self.folders_of(&given.flat_keyword("include_directories")),
            sources: self.sources_of(&given.flat_keyword("sources")),
            ..Dependency::default()
        };
        let arguments: Vec<String> = given
            .keyword("compile_args")
            .map(Value::texts)
            .unwrap_or_default();
        declared.defines = flags::read(arguments.iter().map(String::as_str)).defines;
        for name in ["link_with", "link_whole"] {
            declared
                .links
                .extend(self.names_of(&given.flat_keyword(name)));
        }
        for value in given.flat_keyword("dependencies") {
            if let Value::Dependency(inner) = value {
                add_all(&mut declared.include_dirs, inner.include_dirs);
                add_all(&mut declared.links, inner.links);
                add_all(&mut declared.defines, inner.defines);
                add_all(&mut declared.sources, inner.sources);
            }
        }
        declared
    }

    /// The include folders among values: objects or names.
    pub(super) fn folders_of(&self, values: &[Value]) -> Vec<String> {
        let mut folders = Vec::new();
        for value in values {
            match value {
                Value::Folders(paths) => folders.extend(paths.iter().cloned()),
                Value::Text(text) => folders.extend(self.path_of(text)),
                _ => {}
            }
        }
        folders
    }

    /// The sources among values: files or names.
    pub(super) fn sources_of(&self, values: &[Value]) -> Vec<String> {
        let mut sources = Vec::new();
        for value in values {
            match value {
                Value::File(path) => sources.push(path.clone()),
                Value::Text(text) => sources.extend(self.path_of(text)),
                _ => {}
            }
        }
        sources.retain(|path| paths::is_compiled(path));
        sources
    }

    /// The names of the targets among values.
    pub(super) fn names_of(&self, values: &[Value]) -> Vec<String> {
        let index = |value: &Value| match value {
            Value::Target(index) => Some(*index),
            _ => None,
        };
        let targets = values
            .iter()
            .filter_map(index)
            .filter_map(|at| self.build.targets.get(at));
        targets.map(|target| target.name.clone()).collect()
    }
}

/// The numbers of `range(stop)` or `range(start, stop)`.
fn range(given: &CallArguments) -> Value {
    let (first, last) = match given.positional.as_slice() {
        [Value::Number(last)] => (0, *last),
        [Value::Number(first), Value::Number(last), ..] => (*first, *last),
        _ => return Value::Unknown,
    };
    Value::List((first..last).take(10_000).map(Value::Number).collect())
}
