//! The commands about tests.
//!
//! Tests are collected while the files are read and completed at the end, because the
//! program of a test and the properties of a test may be described after it.

use super::expand::items;
use super::generator::{resolve, resolve_all};
use super::interpreter::{Interpreter, PlannedTest, Property};
use super::targets::properties;
use crate::pattern::translated;
use crate::roots::{BINARY, SOURCE, project_path, seen_from, why_no_program, without_roots};
use crate::{Test, paths, template};

/// The most tests of a project.
const MOST_TESTS: usize = 5_000;

impl Interpreter<'_> {
    /// `add_test(NAME name COMMAND command arguments…)`, or `add_test(name command arguments…)`.
    pub(super) fn add_test(&mut self, arguments: &[String]) {
        if self.tests.len() >= MOST_TESTS {
            return;
        }
        let mut test = PlannedTest {
            name: String::new(),
            command: Vec::new(),
            folder: self.binary_folder(),
            place: self.reported_place(),
            properties: Vec::new(),
        };
        let Some((first, rest)) = arguments.split_first() else {
            return;
        };
        if first == "NAME" {
            let mut keyword = "NAME";
            for word in arguments {
                match word.as_str() {
                    "NAME" | "COMMAND" | "WORKING_DIRECTORY" | "CONFIGURATIONS" => keyword = word,
                    "COMMAND_EXPAND_LISTS" => {}
                    _ if keyword == "NAME" => test.name.clone_from(word),
                    _ if keyword == "COMMAND" => test.command.push(word.clone()),
                    _ if keyword == "WORKING_DIRECTORY" => {
                        test.folder = self.source_path(&resolve(word));
                    }
                    _ => {}
                }
            }
        } else {
            test.name.clone_from(first);
            test.command = rest.to_vec();
        }
        self.tests.push(test);
    }

    /// `set_tests_properties(tests… PROPERTIES name value …)`.
    pub(super) fn set_tests_properties(&mut self, arguments: &[String]) {
        for [name, property, value] in properties(arguments) {
            self.set_test_property(name, property, value);
        }
    }

    /// `set_property(TEST|TARGET names… [APPEND] PROPERTY name values…)`.
    pub(super) fn set_property(&mut self, arguments: &[String]) {
        let Some((kind, rest)) = arguments.split_first() else {
            return;
        };
        let mut parts = rest.split(|word| word == "PROPERTY");
        let names = parts.next().unwrap_or_default();
        let Some((property, values)) = parts.next().and_then(<[String]>::split_first) else {
            return;
        };
        let value = values.join(";");
        for name in names {
            match kind.as_str() {
                "TEST" => self.set_test_property(name, property, &value),
                "TARGET" => self.set_target_property(name, property, &value),
                _ => {}
            }
        }
    }

    /// Remembers a property of a test.
    fn set_test_property(&mut self, name: &str, property: &str, value: &str) {
        if !self.budget.spend(self.tests.len() + value.len()) {
            return;
        }
        let tests = self.tests.iter_mut().rev();
        if let Some(test) = tests.into_iter().find(|test| test.name == name) {
            test.properties.push(Property {
                name: property.to_string(),
                value: value.to_string(),
            });
        }
    }

    /// Completes the tests when all targets are known.
    pub(super) fn finish_tests(&mut self) {
        for planned in std::mem::take(&mut self.tests) {
            let test = self.finished_test(planned);
            self.build.tests.push(test);
        }
    }

    /// A test with its program, arguments and properties.
    fn finished_test(&self, planned: PlannedTest) -> Test {
        let words = resolve_all(&planned.command);
        let program = words.first().cloned().unwrap_or_default();
        let mut test = Test {
            name: planned.name,
            target: without_roots(&program),
            from: planned.place.file,
            line: planned.place.line,
            ..Test::default()
        };
        let mut folder = planned.folder;
        for property in &planned.properties {
            match property.name.as_str() {
                "WORKING_DIRECTORY" => folder.clone_from(&property.value),
                "WILL_FAIL" => test.will_fail = !template::is_false(&property.value),
                "PASS_REGULAR_EXPRESSION" => {
                    let patterns = items(&property.value);
                    let patterns = patterns.iter().map(|pattern| translated(pattern));
                    test.passes_with.extend(patterns);
                }
                "FAIL_REGULAR_EXPRESSION" => test.fails_with.extend(items(&property.value)),
                "ENVIRONMENT" => {
                    let reason = format!("it sets environment variables: {}", property.value);
                    test.not_understood = Some(without_roots(&reason));
                }
                "DISABLED" if !template::is_false(&property.value) => {
                    test.not_understood = Some("it is disabled".to_string());
                }
                _ => {}
            }
        }
        if folder.starts_with(SOURCE) {
            test.folder = project_path(&folder).unwrap_or_default();
        }
        let arguments = words.get(1..).unwrap_or_default();
        test.args = arguments
            .iter()
            .map(|word| seen_from(&test.folder, word))
            .collect();
        if let Some(other) = arguments.iter().find(|word| self.is_built_program(word)) {
            let name = paths::name_of(other);
            test.not_understood = Some(format!("an argument is the path of the program `{name}`"));
        }
        match self.program_named(&program) {
            Some(name) => test.target = name,
            None => test.not_understood = Some(why_no_program(&program)),
        }
        test
    }

    /// The program that a command runs: a target's name, or a path in the build folder.
    fn program_named(&self, command: &str) -> Option<String> {
        let is_built = command.starts_with(BINARY) || !command.starts_with('/');
        let name = if is_built {
            paths::name_of(command)
        } else {
            command
        };
        let target = self.build.targets.get(self.target_index(name)?)?;
        target.is_program.then(|| target.name.clone())
    }

    /// Whether an argument is the path of a program that the project builds.
    fn is_built_program(&self, argument: &str) -> bool {
        argument.starts_with(BINARY) && self.program_named(argument).is_some()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::build;

    /// A command, and the target, arguments, folder and reason of the test it describes.
    const TESTS: &[(&str, &str, &str, &str, &str)] = &[
        ("add_test(NAME t COMMAND p a \"b c\")", "p", "a|b c", "", ""),
        (
            "add_test(t p ${CMAKE_CURRENT_SOURCE_DIR}/in.txt)",
            "p",
            "in.txt",
            "",
            "",
        ),
        (
            "add_test(NAME t COMMAND $<TARGET_FILE:p> -x WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/data)",
            "p",
            "-x",
            "data",
            "",
        ),
        (
            "add_test(NAME t WORKING_DIRECTORY data COMMAND p ${CMAKE_SOURCE_DIR}/in.txt)",
            "p",
            "../in.txt",
            "data",
            "",
        ),
        (
            "add_test(NAME t COMMAND ${CMAKE_BINARY_DIR}/p)",
            "p",
            "",
            "",
            "",
        ),
        (
            "add_test(NAME t COMMAND sh -c \"p | q\")",
            "sh",
            "-c|p | q",
            "",
            "it runs a script with `sh`",
        ),
        (
            "add_test(NAME t COMMAND ${CMAKE_SOURCE_DIR}/run.sh)",
            "run.sh",
            "",
            "",
            "it runs a script with `run.sh`",
        ),
        (
            "add_test(NAME t COMMAND diff a b)",
            "diff",
            "a|b",
            "",
            "it runs `diff`, which is not a program of this project",
        ),
        (
            "add_test(NAME t COMMAND p $<TARGET_FILE:p>)",
            "p",
            "p",
            "",
            "an argument is the path of the program `p`",
        ),
        (
            "add_test(NAME t COMMAND ${NOTHING})",
            "",
            "",
            "",
            "it has no command, or an unknown variable for it",
        ),
        (
            "add_test(NAME t COMMAND p)\nset_tests_properties(t PROPERTIES ENVIRONMENT A=1)",
            "p",
            "",
            "",
            "it sets environment variables: A=1",
        ),
        (
            "add_test(NAME t COMMAND p)\nset_tests_properties(t PROPERTIES DISABLED TRUE)",
            "p",
            "",
            "",
            "it is disabled",
        ),
    ];

    #[test]
    fn commands_of_tests_are_understood() {
        for (command, program, args, folder, reason) in TESTS {
            let content = format!("enable_testing()\n{command}\nadd_executable(p p.c)");
            let build = build(&[("CMakeLists.txt", &content)]);
            let test = &build.tests[0];
            assert_eq!(test.target, *program, "{command}");
            assert_eq!(test.args.join("|"), *args, "{command}");
            assert_eq!(test.folder, *folder, "{command}");
            assert_eq!(
                test.not_understood.as_deref().unwrap_or_default(),
                *reason,
                "{command}"
            );
        }
    }

    #[test]
    fn properties_of_tests_are_kept() {
        let build = build(&[(
            "CMakeLists.txt",
            "include(CTest)\nadd_executable(p p.c)\nfunction(check name)\nadd_test(NAME ${name} COMMAND p)\nendfunction()\n\
         check(a)\ncheck(b)\n\
         set_tests_properties(a b PROPERTIES PASS_REGULAR_EXPRESSION \"x;y\" WILL_FAIL ON)\n\
         set_property(TEST b PROPERTY FAIL_REGULAR_EXPRESSION \"bad[;]\")\n",
        )]);
        let [a, b] = build.tests.as_slice() else {
            panic!("two tests")
        };
        assert_eq!(a.passes_with, ["x", "y"]);
        assert!(a.will_fail && a.fails_with.is_empty());
        assert_eq!(b.fails_with, ["bad[;]"]);
        assert_eq!((a.line, b.line, a.from.as_str()), (6, 7, "CMakeLists.txt"));
    }
}
