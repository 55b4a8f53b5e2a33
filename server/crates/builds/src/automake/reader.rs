//! Makes targets and tests of the variables of all the `Makefile.am` files.

use super::configure::Settings;
use super::makefile::{Makefile, canonical_name};
use crate::budget::Budget;
use crate::roots::{BINARY, SOURCE, project_path, why_no_program, without_roots};
use std::collections::HashSet;

use crate::{Build, Files, Target, Test, add_once, flags, keep_own_links, paths};

/// The most targets, and the most tests, of a project.
const MOST: usize = 1_000;

/// Reads the folders one after the other.
pub(super) struct Reader<'a> {
    files: &'a dyn Files,
    settings: Settings,
    budget: Budget,
    build: Build,
}

impl<'a> Reader<'a> {
    /// A reader that has read no folder.
    pub(super) fn new(files: &'a dyn Files, settings: Settings) -> Self {
        Reader {
            files,
            settings,
            budget: Budget::new(),
            build: Build::default(),
        }
    }

    /// Reads the description of a folder and of those that its `SUBDIRS` name.
    pub(super) fn read_folder(&mut self, folder: &str, text: &str) {
        if !self.budget.enter() {
            return;
        }
        let mut makefile = self.preset_makefile(folder);
        let file = paths::join(folder, "Makefile.am");
        makefile.read(self.files, &mut self.budget, &file, text);
        for name in makefile.words("SUBDIRS", &mut self.budget) {
            let path = paths::join(folder, &name);
            if path == folder || paths::is_outside(&path) || !self.budget.step() {
                continue;
            }
            if let Some(text) = self.files.read(&paths::join(&path, "Makefile.am")) {
                self.read_folder(&path, &text);
            }
        }
        for name in &makefile.names {
            let kind = name.rsplit_once('_').filter(|split| split.0 != "EXTRA");
            match kind.map(|split| split.1) {
                Some("PROGRAMS") => self.add_targets(&makefile, folder, name, true),
                Some("LIBRARIES" | "LTLIBRARIES") => {
                    self.add_targets(&makefile, folder, name, false);
                }
                _ => {}
            }
        }
        self.add_tests(&makefile, folder);
        self.budget.leave();
    }

    /// The variables that automake and `configure.ac` set.
    fn preset_makefile(&self, folder: &str) -> Makefile {
        let mut makefile = Makefile::default();
        let source = paths::join(SOURCE, folder);
        let binary = paths::join(BINARY, folder);
        for (name, text) in [
            ("srcdir", source.as_str()),
            ("abs_srcdir", &source),
            ("top_srcdir", SOURCE),
            ("abs_top_srcdir", SOURCE),
            ("builddir", &binary),
            ("abs_builddir", &binary),
            ("top_builddir", BINARY),
            ("abs_top_builddir", BINARY),
            ("prefix", "/usr/local"),
            ("bindir", "/usr/local/bin"),
            ("libdir", "/usr/local/lib"),
            ("datadir", "/usr/local/share"),
            ("pkgdatadir", "/usr/local/share/$(PACKAGE)"),
            ("sysconfdir", "/usr/local/etc"),
            ("localedir", "/usr/local/share/locale"),
        ] {
            makefile.preset(name, text);
        }
        for (name, text) in &self.settings.variables {
            makefile.preset(name, text);
        }
        makefile
    }

    /// Adds the programs or libraries that a variable names.
    fn add_targets(&mut self, makefile: &Makefile, folder: &str, variable: &str, is_program: bool) {
        for name in makefile.words(variable, &mut self.budget) {
            let path = own_path(folder, &name);
            let is_known = self.build.targets.iter().any(|target| target.name == path);
            if is_known || self.build.targets.len() >= MOST || !self.budget.step() {
                continue;
            }
            let target = self.target(makefile, folder, &name, is_program);
            self.build.targets.push(target);
        }
    }

    /// A program or library with its sources, libraries and flags.
    fn target(
        &mut self,
        makefile: &Makefile,
        folder: &str,
        name: &str,
        is_program: bool,
    ) -> Target {
        let canonical = canonical_name(name);
        let mut target = Target {
            name: own_path(folder, name),
            is_program,
            ..Target::default()
        };
        let mut sources = Vec::new();
        let mut has_sources = false;
        for prefix in ["", "dist_", "nodist_"] {
            let variable = format!("{prefix}{canonical}_SOURCES");
            has_sources |= makefile.variable(&variable).is_some();
            sources.extend(makefile.words(&variable, &mut self.budget));
        }
        if !has_sources {
            let stem = name.strip_suffix(".la").or_else(|| name.strip_suffix(".a"));
            sources.push(format!("{}.c", stem.unwrap_or(name)));
        }
        for source in sources.iter().filter(|source| paths::is_compiled(source)) {
            let path = own_path(folder, source);
            if !paths::is_outside(&path) {
                add_once(&mut target.sources, path);
            }
        }
        // A variable of the target replaces the one for all.
        let own = |kind: &str, otherwise: &str| {
            let name = format!("{canonical}_{kind}");
            if makefile.variable(&name).is_some() {
                name
            } else {
                otherwise.to_string()
            }
        };
        for variable in [own("LDADD", "LDADD"), own("LIBADD", "")] {
            // Only programs use the common `LDADD`.
            if is_program || variable != "LDADD" {
                for word in makefile.words(&variable, &mut self.budget) {
                    add_once(&mut target.links, own_path(folder, &word));
                }
            }
        }
        let mut words = Vec::new();
        for variable in [own("CPPFLAGS", "AM_CPPFLAGS"), own("CFLAGS", "AM_CFLAGS")] {
            words.extend(makefile.words(&variable, &mut self.budget));
        }
        for variable in ["DEFS", "INCLUDES", "CPPFLAGS", "CFLAGS"] {
            words.extend(makefile.words(variable, &mut self.budget));
        }
        self.apply_flags(&mut target, folder, &words);
        target
    }

    /// Gives a target its flags, and the include folders and macros that automake adds.
    fn apply_flags(&self, target: &mut Target, folder: &str, words: &[String]) {
        let read = flags::read_quoted(words);
        add_once(&mut target.include_dirs, folder.to_string());
        if let Some(header) = &self.settings.header {
            add_once(
                &mut target.include_dirs,
                paths::folder_of(header).to_string(),
            );
            add_once(&mut target.defines, "HAVE_CONFIG_H".to_string());
        }
        for include in read.include_dirs {
            let path = own_path(folder, &include);
            if !paths::is_outside(&path) {
                add_once(&mut target.include_dirs, path);
            }
        }
        for define in read.defines {
            add_once(&mut target.defines, without_roots(&define));
        }
        target.standard = read.standard.or_else(|| self.settings.standard.clone());
    }

    /// Adds the tests that `TESTS` names.
    fn add_tests(&mut self, makefile: &Makefile, folder: &str) {
        let Some(variable) = makefile.variable("TESTS").cloned() else {
            return;
        };
        let failing = makefile.words("XFAIL_TESTS", &mut self.budget);
        let failing: HashSet<String> = failing.into_iter().collect();
        let environment = ["AM_TESTS_ENVIRONMENT", "TESTS_ENVIRONMENT"]
            .map(|name| makefile.value(name, &mut self.budget).trim().to_string())
            .concat();
        for name in makefile.words("TESTS", &mut self.budget) {
            if self.build.tests.len() >= MOST || !self.budget.step() {
                return;
            }
            let path = own_path(folder, &name);
            let mut targets = self.build.targets.iter();
            let is_program = targets.any(|target| target.is_program && target.name == path);
            let reason = if is_program && environment.is_empty() {
                None
            } else if is_program {
                Some(format!("runs with `{}`", without_roots(&environment)))
            } else {
                Some(why_no_program(&name))
            };
            self.build.tests.push(Test {
                name: path.clone(),
                target: path,
                folder: folder.to_string(),
                will_fail: failing.contains(&name),
                from: variable.file.clone(),
                line: variable.line,
                not_understood: reason,
                ..Test::default()
            });
        }
    }

    /// The result, when all folders are read.
    pub(super) fn finish(mut self) -> Build {
        keep_own_links(&mut self.build.targets);
        self.build.configured = self.settings.configured;
        self.build
    }
}

/// A path as written in a folder's `Makefile.am`, relative to the root.
fn own_path(folder: &str, text: &str) -> String {
    let text = text.trim_end_matches("$(EXEEXT)");
    project_path(text)
        .filter(|_| text.starts_with('/'))
        .unwrap_or_else(|| paths::join(folder, text))
}
