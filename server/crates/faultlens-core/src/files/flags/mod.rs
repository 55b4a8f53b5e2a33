//! Compile flags of a file, from `compile_commands.json` or `compile_flags.txt`, found as clangd finds them; otherwise
//! from `CMake` or a makefile.

mod cmake;

use std::fs;
use std::path::{Path, PathBuf};

use builds::make::{MAKEFILES, Makefile};
use serde::Deserialize;
use syntax::DataModel;

use super::build::Projects;
use super::project_folder::ProjectFolder;
use super::regular::read_settings;

/// Flags that matter to a preprocessor, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flags {
    /// File that contains the flags; `None` if there is no such file.
    pub from: Option<PathBuf>,
    /// Whether the flags are guesses: those of a build that has not been run. Then the report mentions them.
    pub is_guess: bool,
    /// Base folder of relative paths in the flags.
    pub folder: PathBuf,
    /// `-I`, `-iquote`, `-isystem`, `-idirafter`, made absolute.
    pub include_dirs: Vec<PathBuf>,
    /// `-D`: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// `-U`
    pub undefines: Vec<String>,
    /// `-include`, made absolute.
    pub forced_includes: Vec<PathBuf>,
    /// `-std=…`
    pub standard: Option<String>,
    /// `-m32`, `-m64`
    pub data_model: Option<DataModel>,
    /// Folders whose files may be included, besides those of the system; `None`: all. Links in them are resolved.
    pub inside: Option<Vec<PathBuf>>,
    /// Reason why an existing file was not used.
    pub problem: Option<String>,
}

/// Folders of the system and of what is installed beside it, whose headers belong to no project.
const SYSTEM: [&str; 6] = ["/usr", "/opt", "/lib", "/Library", "/Applications", "/nix"];

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// Finds the flags of `source`.
pub fn flags_of(source: &Path) -> Flags {
    flags_within(source, &mut Projects::default())
}

/// Finds the flags of one of several files; descriptions of builds are read once for all.
pub(crate) fn flags_within(source: &Path, projects: &mut Projects) -> Flags {
    let Ok(source) = std::path::absolute(source) else {
        return Flags::default();
    };
    let own: Vec<&Path> = around(&source).collect();
    for folder in source.ancestors().skip(1) {
        // Folders are listed only where nothing lies in the usual places.
        let others = std::iter::once_with(|| {
            let files = own.contains(&folder).then(|| ProjectFolder::at(folder));
            files.flatten().map(|files| builds::build_folders(&files))
        });
        let others = others.flatten().flatten();
        let others = others.map(|build| folder.join(build));
        let places = [folder.to_path_buf(), folder.join("build")]
            .into_iter()
            .chain(others);
        for place in places.map(|place| place.join("compile_commands.json")) {
            match read_settings(&place) {
                Ok(None) => {}
                Ok(Some(text)) => return from_database(&text, &place, &source),
                Err(why) => return Flags::unusable(&place, &why),
            }
        }
        let place = folder.join("compile_flags.txt");
        match read_settings(&place) {
            Ok(None) => {}
            Ok(Some(text)) => return from_text(&text, place, folder.to_path_buf()),
            Err(why) => return Flags::unusable(&place, &why),
        }
    }
    flags_of_build(&source, projects)
}

/// Maximum number of folders above a file that are searched for its makefile.
const MOST_ABOVE: usize = 3;

/// Folders around a file that may belong to its project: up to the one with a `.git`, and at most [`MOST_ABOVE`] of
/// them.
pub(super) fn around(source: &Path) -> impl Iterator<Item = &Path> {
    let mut ended = false;
    let folders = source.ancestors().skip(1).take(MOST_ABOVE);
    folders.take_while(move |folder| !std::mem::replace(&mut ended, folder.join(".git").exists()))
}

/// A makefile, and a file of which it is asked something.
pub(super) struct AskedMakefile<'m> {
    pub(super) makefile: Makefile<'m>,
    /// The path of the makefile.
    pub(super) place: PathBuf,
    /// The path of the file, relative to the makefile's folder.
    pub(super) inside: &'m str,
}

/// Asks the nearest makefile around a file.
pub(super) fn ask_makefile<T>(
    source: &Path,
    question: impl FnOnce(AskedMakefile<'_>) -> Option<T>,
) -> Option<T> {
    let root = around(source).last()?;
    let files = ProjectFolder::at(root)?;
    let asked = around(source).find_map(|folder| {
        let folder_inside = folder.strip_prefix(root).ok()?;
        let mut names = MAKEFILES.iter().map(|name| folder_inside.join(name));
        let (place, makefile) = names.find_map(|place| {
            let makefile = Makefile::read(&files, place.to_str()?)?;
            Some((root.join(&place), makefile))
        })?;
        let inside = source.strip_prefix(folder).ok()?.to_str()?;
        Some(AskedMakefile {
            makefile,
            place,
            inside,
        })
    });
    question(asked?)
}

/// Flags of a file from a build of `CMake`, a description of a build, or a makefile.
fn flags_of_build(source: &Path, projects: &mut Projects) -> Flags {
    let cmake = around(source).find_map(|folder| {
        let (from, words) = cmake::words(folder, source)?;
        Some(Flags::of_words(words, Some(from), folder.to_path_buf()))
    });
    let described = || {
        let project = projects.around(source)?;
        let words = project.words(source);
        let (description, root) = project.places();
        (!words.is_empty()).then(|| Flags::of_words(words, Some(description), root))
    };
    let made = || {
        ask_makefile(source, |asked| {
            let folder = asked.place.parent()?.to_path_buf();
            let words = asked.makefile.words(asked.inside);
            Some(Flags::of_words(words, Some(asked.place), folder))
        })
    };
    let flags = cmake.or_else(described).or_else(made);
    let flags = flags.or_else(|| flags_of_script(source, projects));
    flags.map_or_else(Flags::default, |flags| Flags {
        is_guess: true,
        ..flags
    })
}

/// Flags of a file from a script that compiles it, if they matter.
fn flags_of_script(source: &Path, projects: &mut Projects) -> Option<Flags> {
    let (words, script) = projects.script_words(source)?;
    let folder = around(source).last()?.to_path_buf();
    let flags = Flags::of_words(words, None, folder.clone());
    let nothing = Flags {
        folder,
        ..Flags::default()
    };
    (flags != nothing).then_some(Flags {
        from: Some(script),
        ..flags
    })
}

fn from_text(text: &str, place: PathBuf, folder: PathBuf) -> Flags {
    let words = text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .map(str::to_owned)
        .collect();
    Flags::of_words(words, Some(place), folder)
}

fn from_database(text: &str, place: &Path, source: &Path) -> Flags {
    let entries: Vec<Entry> = match serde_json::from_str(text) {
        Ok(entries) => entries,
        Err(error) => return Flags::unusable(place, &error.to_string()),
    };
    let canonical = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let wanted = canonical(source);
    let found = entries
        .into_iter()
        .find(|entry| canonical(&entry.directory.join(&entry.file)) == wanted);
    let Some(entry) = found else {
        return Flags::default();
    };
    let words = entry
        .arguments
        .or_else(|| shlex::split(entry.command.as_deref()?))
        .unwrap_or_default();
    // The first word is the compiler.
    Flags::of_words(
        words.into_iter().skip(1).collect(),
        Some(place.to_path_buf()),
        entry.directory,
    )
}

impl Flags {
    /// Whether a file may be included; one that is not there may.
    pub(crate) fn may_include(&self, path: &Path) -> bool {
        let (Some(inside), Ok(real)) = (&self.inside, path.canonicalize()) else {
            return true;
        };
        let system = SYSTEM.iter().map(Path::new);
        let mut folders = inside.iter().map(PathBuf::as_path).chain(system);
        folders.any(|folder| real.starts_with(folder))
    }

    /// Extracts the flags from a compiler's arguments; relative paths in them are relative to the folder.
    pub fn of_words(words: Vec<String>, from: Option<PathBuf>, folder: PathBuf) -> Flags {
        let mut flags = Flags {
            from,
            folder,
            ..Flags::default()
        };
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let mut value = |prefix: &str| -> Option<String> {
                let rest = word.strip_prefix(prefix)?;
                if rest.is_empty() {
                    words.next()
                } else {
                    Some(rest.to_owned())
                }
            };
            if let Some(name) = value("-D") {
                flags.forget_macro(&name);
                flags.defines.push(name);
            } else if let Some(name) = value("-U") {
                flags.forget_macro(&name);
                flags.undefines.push(name);
            } else if let Some(path) = word.strip_prefix("--include=") {
                flags.forced_includes.push(path.into());
            } else if let Some(path) = ["-include", "-imacros", "--include"]
                .into_iter()
                .find_map(&mut value)
            {
                flags.forced_includes.push(path.into());
            } else if let Some(folder) = ["-iquote", "-isystem", "-idirafter", "-I"]
                .into_iter()
                .find_map(&mut value)
            {
                flags.include_dirs.push(flags.folder.join(folder));
            } else if let Some(standard) = word.strip_prefix("-std=") {
                flags.standard = Some(standard.to_owned());
            } else if word == "-ansi" {
                flags.standard = Some("c90".to_owned());
            } else if word == "-m32" {
                flags.data_model = Some(DataModel::Ilp32);
            } else if word == "-m64" {
                flags.data_model = Some(DataModel::Lp64);
            }
        }
        flags.find_forced_includes();
        flags
    }

    /// Files that are included by force are searched for in the folder, then in those of other headers.
    fn find_forced_includes(&mut self) {
        for forced in &mut self.forced_includes {
            let folders = std::iter::once(&self.folder).chain(&self.include_dirs);
            let mut places = folders.map(|folder| folder.join(&*forced));
            let found = places.find(|place| place.exists());
            *forced = found.unwrap_or_else(|| self.folder.join(&*forced));
        }
    }

    /// Drops what was said about a macro: the last flag counts.
    fn forget_macro(&mut self, define: &str) {
        fn name(define: &str) -> &str {
            define.split(['=', '(']).next().unwrap_or_default()
        }
        for list in [&mut self.defines, &mut self.undefines] {
            list.retain(|other| name(other) != name(define));
        }
    }

    /// No flags, because the file with the flags cannot be used.
    fn unusable(place: &Path, why: &str) -> Flags {
        Flags {
            problem: Some(format!("{}: {why}", place.display())),
            ..Flags::default()
        }
    }

    /// Sentence about the flags taken from a build that has not been run; `None` if there are none.
    pub fn origin_sentence(&self) -> Option<String> {
        let from = self.from.as_ref().filter(|_| self.is_guess)?;
        let defines = self
            .defines
            .iter()
            .filter(|define| !define.starts_with("__FAULTLENS"))
            .map(|define| format!("-D{define}"));
        let undefines = self.undefines.iter().map(|name| format!("-U{name}"));
        let folders = self.include_dirs.iter().map(|folder| {
            let inside = folder.strip_prefix(&self.folder).unwrap_or(folder);
            let inside = super::paths::tidy(inside);
            let is_root = inside.as_os_str().is_empty();
            format!(
                "-I{}",
                if is_root { Path::new(".") } else { &inside }.display()
            )
        });
        let words: Vec<String> = defines.chain(undefines).chain(folders).collect();
        (!words.is_empty()).then(|| {
            let from = from.file_name().unwrap_or_default().to_string_lossy();
            format!(
                "the compiler is given `{}`, as {from} says",
                words.join(" ")
            )
        })
    }

    /// The flags as arguments of a compiler.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        if self.data_model == Some(DataModel::Ilp32) {
            arguments.push("-m32".to_owned());
        }
        arguments.extend(self.standard.iter().map(|s| format!("-std={s}")));
        arguments.extend(self.defines.iter().map(|d| format!("-D{d}")));
        arguments.extend(self.undefines.iter().map(|u| format!("-U{u}")));
        arguments.extend(
            self.include_dirs
                .iter()
                .map(|i| format!("-I{}", i.display())),
        );
        for file in &self.forced_includes {
            arguments.extend(["-include".to_owned(), file.display().to_string()]);
        }
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_that_matter_are_taken_and_others_left() {
        let words = "-Wall -UX -DZ=1 -Iinc -I /abs -DX -D Y=2 -UZ -std=c99 -O2 -o a.o -include pre.h -isystem sys -c a.c";
        let words = words.split(' ').map(str::to_owned).collect();
        let flags = Flags::of_words(words, Some("/p/compile_flags.txt".into()), "/p".into());
        let dirs: Vec<&str> = flags
            .include_dirs
            .iter()
            .filter_map(|p| p.to_str())
            .collect();
        assert_eq!(dirs, ["/p/inc", "/abs", "/p/sys"]);
        assert_eq!(flags.defines, ["X", "Y=2"]);
        assert_eq!(flags.undefines, ["Z"]);
        assert_eq!(flags.forced_includes, [Path::new("/p/pre.h")]);
        assert_eq!(
            flags.arguments(),
            [
                "-std=c99", "-DX", "-DY=2", "-UZ", "-I/p/inc", "-I/abs", "-I/p/sys", "-include",
                "/p/pre.h"
            ]
        );
    }

    #[test]
    fn a_database_is_asked_for_the_very_file() {
        let text = r#"[
            {"directory": "/p", "file": "b.c", "command": "cc -DB -c b.c"},
            {"directory": "/p", "file": "a.c", "command": "cc '-DA=\"x y\"' -c a.c"},
            {"directory": "/p", "file": "/q/c.c", "arguments": ["cc", "-DC", "-c", "c.c"]}]"#;
        let defines = |file: &str| {
            from_database(text, Path::new("/p/compile_commands.json"), Path::new(file)).defines
        };
        assert_eq!(defines("/p/a.c"), ["A=\"x y\""]);
        assert_eq!(defines("/q/c.c"), ["C"]);
        assert!(defines("/p/d.c").is_empty());
        let broken = from_database(
            "[",
            Path::new("/p/compile_commands.json"),
            Path::new("/p/a.c"),
        );
        assert!(broken.problem.is_some());
    }
}
