//! The commands about targets: their sources, libraries, include folders and macros.
//!
//! `PRIVATE` is for the target itself, `INTERFACE` for those that link it, and `PUBLIC` (or
//! nothing) for both.

use super::expand::items;
use super::generator::{resolve, resolve_all};
use super::interpreter::Interpreter;
use crate::{Target, add_all, add_once, flags, keep_own_links, paths};

/// The most targets of a project.
const MOST_TARGETS: usize = 1_000;

/// For whom a setting of a target is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Public,
    Private,
    Interface,
}

/// A setting and for whom it is.
struct Setting {
    scope: Scope,
    text: String,
}

/// The arguments after the target's name, each with the scope that stands before it.
fn settings(arguments: &[String], scope_before: Scope) -> Vec<Setting> {
    let mut scope = scope_before;
    let mut settings = Vec::new();
    for text in arguments {
        match text.as_str() {
            "PUBLIC" | "LINK_PUBLIC" => scope = Scope::Public,
            "PRIVATE" | "LINK_PRIVATE" => scope = Scope::Private,
            "INTERFACE" | "LINK_INTERFACE_LIBRARIES" => scope = Scope::Interface,
            "SYSTEM" | "BEFORE" | "AFTER" | "debug" | "optimized" | "general" => {}
            _ => {
                let texts = items(&resolve(text));
                settings.extend(texts.into_iter().map(|text| Setting { scope, text }));
            }
        }
    }
    settings
}

impl Interpreter<'_> {
    /// Executes a command about targets; one that is not known does nothing.
    pub(super) fn run_on_targets(&mut self, name: &str, arguments: &[String]) {
        if !self.budget.spend(arguments.len() * 50) {
            return;
        }
        match name {
            "add_executable" => return self.add_target(arguments, true),
            "add_library" => return self.add_target(arguments, false),
            "set_target_properties" => return self.set_target_properties(arguments),
            _ => {}
        }
        if let Some((first, rest)) = arguments.split_first()
            && let Some(index) = self.target_index(first)
        {
            match name {
                "target_sources" => self.add_sources(index, rest),
                "target_link_libraries" => self.add_links(index, rest),
                "target_include_directories" => self.add_include_dirs(index, rest),
                "target_compile_definitions" => self.add_defines(index, rest),
                "target_compile_options" => self.add_options(index, rest),
                "target_compile_features" => self.add_features(index, rest),
                _ => {}
            }
        }
        self.run_on_folder(name, arguments);
    }

    /// Executes a command that is about all targets of the folder.
    fn run_on_folder(&mut self, name: &str, arguments: &[String]) {
        let texts = resolve_all(arguments);
        let read = match name {
            "add_definitions" | "add_compile_options" => {
                flags::read(texts.iter().map(String::as_str))
            }
            "add_compile_definitions" => flags::Flags {
                defines: texts,
                ..Default::default()
            },
            "include_directories" => flags::Flags {
                include_dirs: texts,
                ..Default::default()
            },
            "link_libraries" => {
                if let Some(folder) = self.folder_mut() {
                    add_all(&mut folder.links, texts);
                }
                return;
            }
            _ => return,
        };
        let include_dirs = read.include_dirs.iter();
        let include_dirs: Vec<String> = include_dirs
            .filter_map(|path| self.path_in_project(path))
            .collect();
        let is_word =
            |path: &String| !["BEFORE", "AFTER", "SYSTEM"].contains(&paths::name_of(path));
        if let Some(folder) = self.folder_mut() {
            for path in include_dirs.into_iter().filter(is_word) {
                add_once(&mut folder.include_dirs, path);
            }
            for define in read.defines {
                add_once(&mut folder.defines, define);
            }
            folder.standard = read.standard.or(folder.standard.take());
        }
    }

    /// Where a target is in the list, found by its name or other name.
    pub(super) fn target_index(&self, name: &str) -> Option<usize> {
        let name = self.aliases.get(name).map_or(name, String::as_str);
        self.build
            .targets
            .iter()
            .position(|target| target.name == name)
    }

    /// `add_executable` and `add_library`.
    fn add_target(&mut self, arguments: &[String], is_program: bool) {
        let Some((name, rest)) = arguments.split_first() else {
            return;
        };
        if let [kind, original] = rest
            && kind == "ALIAS"
        {
            self.aliases.insert(name.clone(), original.clone());
            return;
        }
        let is_full = self.build.targets.len() >= MOST_TARGETS;
        let is_known = self.target_index(name).is_some();
        if is_full || is_known || rest.iter().any(|word| word == "IMPORTED") {
            return;
        }
        let index = self.build.targets.len();
        let target = Target {
            name: name.clone(),
            is_program,
            standard: self.standard_of_variables(),
            ..Target::default()
        };
        self.build.targets.push(target);
        if let Some(folder) = self.folder_mut() {
            folder.own_targets.push(index);
        }
        self.add_sources(index, rest);
        if is_program || !rest.iter().any(|word| word == "INTERFACE") {
            let links = self.folder().links;
            self.add_links(index, &links);
        }
    }

    /// The version of C that the variables ask for.
    fn standard_of_variables(&self) -> Option<String> {
        let number = self
            .variable("CMAKE_C_STANDARD")
            .filter(|number| !number.is_empty())?;
        let extensions = self.variable("CMAKE_C_EXTENSIONS").unwrap_or("ON");
        let kind = if crate::template::is_false(extensions) {
            "c"
        } else {
            "gnu"
        };
        Some(format!("{kind}{number}"))
    }

    /// Adds sources; the objects of another target are taken as a link to it.
    fn add_sources(&mut self, index: usize, arguments: &[String]) {
        let mut links = Vec::new();
        for argument in arguments {
            let objects = argument.strip_prefix("$<TARGET_OBJECTS:");
            links.extend(
                objects
                    .and_then(|rest| rest.strip_suffix('>'))
                    .map(str::to_string),
            );
        }
        let found = resolve_all(arguments)
            .iter()
            .filter_map(|path| self.path_in_project(path))
            .collect();
        let found: Vec<String> = found;
        if let Some(target) = self.build.targets.get_mut(index) {
            for path in found.into_iter().filter(|path| paths::is_compiled(path)) {
                add_once(&mut target.sources, path);
            }
            for link in links {
                add_once(&mut target.links, link);
            }
        }
    }

    /// `target_link_libraries`; names of other libraries are removed at the end.
    fn add_links(&mut self, index: usize, arguments: &[String]) {
        let Some(target) = self.build.targets.get_mut(index) else {
            return;
        };
        for setting in settings(arguments, Scope::Public) {
            if setting.scope != Scope::Private {
                add_once(&mut target.offers.links, setting.text.clone());
            }
            // What an interface library asks for is also linked into its users.
            add_once(&mut target.links, setting.text);
        }
    }

    /// `target_include_directories`.
    fn add_include_dirs(&mut self, index: usize, arguments: &[String]) {
        for setting in settings(arguments, Scope::Public) {
            let path = self.path_in_project(&setting.text);
            let Some(target) = self.build.targets.get_mut(index) else {
                return;
            };
            let Some(path) = path else { continue };
            if setting.scope != Scope::Private {
                add_once(&mut target.offers.include_dirs, path.clone());
            }
            if setting.scope != Scope::Interface {
                add_once(&mut target.include_dirs, path);
            }
        }
    }

    /// `target_compile_definitions`; a `-D` in front is allowed.
    fn add_defines(&mut self, index: usize, arguments: &[String]) {
        let Some(target) = self.build.targets.get_mut(index) else {
            return;
        };
        for setting in settings(arguments, Scope::Public) {
            let define = crate::roots::without_roots(setting.text.trim_start_matches("-D"));
            if setting.scope != Scope::Private {
                add_once(&mut target.offers.defines, define.clone());
            }
            if setting.scope != Scope::Interface {
                add_once(&mut target.defines, define);
            }
        }
    }

    /// `target_compile_options`: of the flags, those that matter.
    fn add_options(&mut self, index: usize, arguments: &[String]) {
        for scope in [Scope::Public, Scope::Private, Scope::Interface] {
            let settings = settings(arguments, Scope::Public);
            let own = settings.iter().filter(|setting| setting.scope == scope);
            let read = flags::read(own.map(|setting| setting.text.as_str()));
            let keyword = match scope {
                Scope::Public => "PUBLIC",
                Scope::Private => "PRIVATE",
                Scope::Interface => "INTERFACE",
            };
            let with_keyword = |list: Vec<String>| [vec![keyword.to_string()], list].concat();
            self.add_defines(index, &with_keyword(read.defines));
            self.add_include_dirs(index, &with_keyword(read.include_dirs));
            if let Some(target) = self.build.targets.get_mut(index) {
                target.standard = read.standard.or(target.standard.take());
            }
        }
    }

    /// `target_compile_features`: only `c_std_…` matters.
    fn add_features(&mut self, index: usize, arguments: &[String]) {
        let number = arguments
            .iter()
            .find_map(|word| word.strip_prefix("c_std_"));
        if let Some(target) = self.build.targets.get_mut(index)
            && let Some(number) = number
        {
            target.standard.get_or_insert(format!("gnu{number}"));
        }
    }

    /// `set_target_properties(targets… PROPERTIES name value …)`.
    fn set_target_properties(&mut self, arguments: &[String]) {
        for [name, property, value] in properties(arguments) {
            self.set_target_property(name, property, value);
        }
    }

    /// Sets one property of one target.
    pub(super) fn set_target_property(&mut self, name: &str, property: &str, value: &str) {
        let Some(index) = self.target_index(name) else {
            return;
        };
        self.budget.spend(self.build.targets.len() + value.len());
        let with_scope = |scope: &str| vec![scope.to_string(), value.to_string()];
        match property {
            "C_STANDARD" => {
                if let Some(target) = self.build.targets.get_mut(index) {
                    target.standard = Some(format!("gnu{value}"));
                }
            }
            "C_EXTENSIONS" if crate::template::is_false(value) => {
                if let Some(target) = self.build.targets.get_mut(index) {
                    target.standard = target.standard.take().map(|text| text.replace("gnu", "c"));
                }
            }
            "COMPILE_DEFINITIONS" => self.add_defines(index, &with_scope("PRIVATE")),
            "INTERFACE_COMPILE_DEFINITIONS" => self.add_defines(index, &with_scope("INTERFACE")),
            "INCLUDE_DIRECTORIES" => self.add_include_dirs(index, &with_scope("PRIVATE")),
            "INTERFACE_INCLUDE_DIRECTORIES" => {
                self.add_include_dirs(index, &with_scope("INTERFACE"));
            }
            "COMPILE_FLAGS" | "COMPILE_OPTIONS" => {
                let mut words = vec!["PRIVATE".to_string()];
                words.extend(value.split([' ', ';']).map(str::to_string));
                self.add_options(index, &words);
            }
            _ => {}
        }
    }

    /// Replaces other names in the links, and removes what is no target of the project.
    pub(super) fn resolve_links(&mut self) {
        for target in &mut self.build.targets {
            for links in [&mut target.links, &mut target.offers.links] {
                for link in links.iter_mut() {
                    if let Some(original) = self.aliases.get(link) {
                        link.clone_from(original);
                    }
                }
            }
        }
        keep_own_links(&mut self.build.targets);
    }
}

/// Each name with each property and its value: `names… PROPERTIES property value …`.
pub(super) fn properties(arguments: &[String]) -> impl Iterator<Item = [&String; 3]> {
    let mut parts = arguments.split(|word| word == "PROPERTIES");
    let names = parts.next().unwrap_or_default();
    let pairs = parts.next().unwrap_or_default();
    names.iter().flat_map(|name| {
        let pairs = pairs.as_chunks::<2>().0.iter();
        pairs.map(move |[property, value]| [name, property, value])
    })
}
