//! The targets and tests of a `meson.build`.

use super::interpreter::Interpreter;
use super::value::{CallArguments, Value};
use crate::roots::{BINARY, SOURCE, project_path, seen_from, why_no_program, without_roots};
use crate::{Target, Test, add_all, add_once, flags, paths, roots};

/// The most targets, and the most tests, of a project.
const MOST: usize = 1_000;

impl Interpreter<'_> {
    /// `executable`, `library` and the like.
    pub(super) fn add_target(&mut self, given: &CallArguments, is_program: bool) -> Value {
        let Some(name) = given.text(0) else {
            return Value::Unknown;
        };
        if self.build.targets.len() >= MOST {
            return Value::Unknown;
        }
        let mut target = Target {
            name: name.to_string(),
            is_program,
            standard: self.standard.clone(),
            defines: self.defines.clone(),
            include_dirs: self.folders_of(&given.flat_keyword("include_directories")),
            ..Target::default()
        };
        let is_implicit =
            given.keyword("implicit_include_directories") != Some(&Value::Truth(false));
        if is_implicit {
            add_once(&mut target.include_dirs, self.folder.clone());
        }
        let mut sources = self.sources_of(&given.flat_from(1));
        sources.extend(self.sources_of(&given.flat_keyword("sources")));
        for name in ["link_with", "link_whole", "objects"] {
            target
                .links
                .extend(self.names_of(&given.flat_keyword(name)));
        }
        let arguments: Vec<String> = given
            .keyword("c_args")
            .map(Value::texts)
            .unwrap_or_default();
        let read = flags::read(arguments.iter().map(String::as_str));
        let include_dirs = read
            .include_dirs
            .iter()
            .filter_map(|path| self.path_of(path));
        target.include_dirs.extend(include_dirs);
        target.defines.extend(
            read.defines
                .iter()
                .map(|define| roots::without_roots(define)),
        );
        target.standard = read.standard.or(target.standard);
        for option in given
            .keyword("override_options")
            .map(Value::texts)
            .unwrap_or_default()
        {
            if let Some(standard) = option.strip_prefix("c_std=") {
                target.standard = Some(standard.to_string());
            }
        }
        sources.extend(apply_dependencies(&mut target, given));
        add_all(&mut target.sources, sources);
        target.standard = target.standard.filter(|standard| standard != "none");
        self.build.targets.push(target);
        Value::Target(self.build.targets.len() - 1)
    }

    /// `test(name, program, args: …, should_fail: …, workdir: …)`.
    pub(super) fn add_test(&mut self, given: &CallArguments) {
        if self.build.tests.len() >= MOST {
            return;
        }
        let workdir = given
            .keyword("workdir")
            .and_then(Value::text)
            .unwrap_or(BINARY);
        let is_source = workdir.starts_with(SOURCE);
        let folder = project_path(workdir)
            .filter(|_| is_source)
            .unwrap_or_default();
        let mut test = Test {
            name: given.text(0).unwrap_or_default().to_string(),
            will_fail: given.keyword("should_fail").is_some_and(Value::is_true),
            from: self.file.clone(),
            line: self.line,
            ..Test::default()
        };
        for value in given.flat_keyword("args") {
            match self.argument(&value, &folder) {
                Ok(argument) => test.args.push(argument),
                Err(UnknownArgument { text, reason }) => {
                    test.args.push(text);
                    test.not_understood = Some(reason);
                }
            }
        }
        test.folder = folder;
        if given.keyword("env").is_some() {
            test.not_understood = Some("it sets environment variables".to_string());
        }
        match given.positional.get(1) {
            Some(Value::Target(index)) => {
                let target = self
                    .build
                    .targets
                    .get(*index)
                    .filter(|target| target.is_program);
                test.target = target.map(|target| target.name.clone()).unwrap_or_default();
            }
            Some(Value::Program(name) | Value::File(name) | Value::Text(name)) => {
                test.target = without_roots(name);
                test.not_understood = Some(why_no_program(name));
            }
            _ => test.not_understood = Some("it runs a program that is not known here".to_string()),
        }
        self.build.tests.push(test);
    }

    /// An argument of a test, or why it cannot be given.
    fn argument(&self, value: &Value, folder: &str) -> Result<String, UnknownArgument> {
        match value {
            Value::File(path) => Ok(paths::relative_to(folder, path)),
            Value::Target(_) => {
                let name = self.names_of(std::slice::from_ref(value)).concat();
                Err(UnknownArgument {
                    reason: format!("an argument is the path of the program `{name}`"),
                    text: name,
                })
            }
            other => match other.shown() {
                Some(text) => Ok(seen_from(folder, &text)),
                None => Err(UnknownArgument {
                    text: String::new(),
                    reason: "an argument is not known here".to_string(),
                }),
            },
        }
    }
}

/// An argument that only a script may be given.
struct UnknownArgument {
    /// The name of a program, if it is one.
    text: String,
    /// Why it cannot be given: a clause.
    reason: String,
}

/// Gives a target what its dependencies hand on, and returns their sources.
fn apply_dependencies(target: &mut Target, given: &CallArguments) -> Vec<String> {
    let mut sources = Vec::new();
    for value in given.flat_keyword("dependencies") {
        if let Value::Dependency(dependency) = value {
            sources.extend(dependency.sources);
            add_all(&mut target.include_dirs, dependency.include_dirs);
            add_all(&mut target.links, dependency.links);
            add_all(&mut target.defines, dependency.defines);
        }
    }
    sources
}
