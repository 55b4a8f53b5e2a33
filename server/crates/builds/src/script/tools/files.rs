//! Tools for files and paths.

use super::Options;
use crate::paths::{folder_of, join, name_of};
use crate::script::disk::{Entry, PathKind, absolute};
use crate::script::interpreter::Interpreter;
use crate::script::regex::is_fitting;
use crate::script::value::{Status, Value};

impl Interpreter<'_> {
    /// Executes a tool for files; `None` if it is none.
    pub(super) fn file_tool(&mut self, name: &str, args: &[Value]) -> Option<Status> {
        let options = Options::new(args, if name == "basename" { "s" } else { "" });
        let texts = options.texts();
        let printed = match name {
            "find" => return Some(self.find(args)),
            "ls" => return Some(self.ls(&options, &texts)),
            "cp" | "mv" | "ln" => return Some(self.copy(name, &texts)),
            "mkdir" | "rm" | "rmdir" | "touch" => {
                for text in &texts {
                    self.change(name, text);
                }
                return Some(Status::Known(0));
            }
            "basename" => base_name(texts.first()?, options.value("s").or(options.operand(1))),
            "dirname" => {
                let path = texts.first()?.trim_end_matches('/');
                match (folder_of(path), path.starts_with('/')) {
                    ("", true) => "/".to_string(),
                    ("", false) => ".".to_string(),
                    (folder, _) => folder.to_string(),
                }
            }
            "pwd" => absolute(&self.shell.folder),
            "realpath" | "readlink" => absolute(&self.path(texts.first()?)),
            "mktemp" => {
                let path = self.new_path("tmp");
                let entry = if options.has("d") {
                    Entry::Folder
                } else {
                    Entry::File(Value::default())
                };
                self.disk.set(&path, entry);
                path
            }
            _ => return None,
        };
        let mut operands = options.operands.iter();
        let is_known = operands.all(|operand| operand.text().is_some());
        if is_known {
            self.print(printed + "\n");
        } else {
            self.write(1, &Value::unknown("a path is not known"));
        }
        Some(Status::Known(0))
    }

    /// Makes or removes a file or folder.
    fn change(&mut self, name: &str, text: &str) {
        let path = self.path(text);
        if text.is_empty() || path.is_empty() {
            return;
        }
        let kind = self.disk.kind(&path);
        if name.starts_with("rm") {
            let start = format!("{path}/");
            let products = &mut self.ledger.products;
            products.remove(|one| one == path || one.starts_with(&start) || is_fitting(&path, one));
            products.touch(&path);
        }
        match name {
            "mkdir" => self.disk.set(&path, Entry::Folder),
            "touch" if kind == PathKind::Missing => {
                self.disk.set(&path, Entry::File(Value::default()));
            }
            "rm" | "rmdir" if kind != PathKind::Missing => self.disk.remove(&path),
            _ => {}
        }
    }

    /// Executes `cp`, `mv` or `ln`.
    fn copy(&mut self, name: &str, texts: &[String]) -> Status {
        let Some((last, sources)) = texts.split_last() else {
            return Status::Known(1);
        };
        let target = self.path(last);
        let is_folder = self.disk.kind(&target) == PathKind::Folder;
        let mut status = Status::Known(0);
        for source in sources {
            let from = self.path(source);
            let to = if is_folder {
                join(&target, name_of(source.trim_end_matches('/')))
            } else {
                target.clone()
            };
            if self.disk.kind(&from) == PathKind::Folder {
                for path in self.disk.walk(&from, usize::MAX) {
                    let below = path
                        .strip_prefix(&from)
                        .unwrap_or_default()
                        .trim_start_matches('/');
                    let to = join(&to, below);
                    let text = self.disk.read(&path);
                    self.disk.set(&to, text.map_or(Entry::Folder, Entry::File));
                }
            } else {
                match (self.disk.read(&from), self.disk.entry(&from)) {
                    (Some(text), _) => self.disk.set(&to, Entry::File(text)),
                    (None, Some(Entry::Program(is_made))) => {
                        let is_made = *is_made;
                        self.disk.set(&to, Entry::Program(is_made));
                    }
                    _ => {
                        self.consume_file(&from, name);
                        status = Status::unknown();
                    }
                }
            }
            if name == "mv" {
                self.ledger.products.remove(|path| path == from);
                self.disk.remove(&from);
            }
        }
        status
    }

    /// Executes `ls`.
    fn ls(&mut self, options: &Options, texts: &[String]) -> Status {
        if options.has("l") {
            self.write(1, &Value::unknown("its input is what `ls -l` prints"));
            return Status::Known(0);
        }
        let mut names = Vec::new();
        let mut status = Status::Known(0);
        let current = [".".to_string()];
        for text in if texts.is_empty() { &current } else { texts } {
            let path = self.path(text);
            match self.disk.kind(&path) {
                PathKind::Missing => status = Status::Known(2),
                PathKind::Folder if !options.has("d") => {
                    names.extend(
                        self.disk
                            .list(&path)
                            .into_iter()
                            .filter(|name| !name.starts_with('.')),
                    );
                }
                _ => names.push(text.clone()),
            }
        }
        names.push(String::new());
        self.print(names.join(
            "
",
        ));
        status
    }

    /// Executes `find` with tests of names and types.
    fn find(&mut self, args: &[Value]) -> Status {
        let texts: Vec<&str> = args.iter().map(Value::text_or_empty).collect();
        let first_test = texts
            .iter()
            .position(|text| text.starts_with(['-', '!', '(']));
        let (starts, tests) = texts.split_at(first_test.unwrap_or(texts.len()));
        let levels = option_after(tests, "-maxdepth")
            .and_then(|levels| levels.parse().ok())
            .unwrap_or(usize::MAX);
        let least = option_after(tests, "-mindepth")
            .and_then(|levels| levels.parse().ok())
            .unwrap_or(0_usize);
        let mut lines = Vec::new();
        for start in if starts.is_empty() { &["."] } else { starts } {
            let root = self.path(start);
            if self.disk.kind(&root) == PathKind::Missing {
                continue;
            }
            for path in self.disk.walk(&root, levels) {
                let below = path
                    .strip_prefix(&root)
                    .unwrap_or(&path)
                    .trim_start_matches('/');
                let depth = below.split('/').filter(|part| !part.is_empty()).count();
                let shown = match below {
                    "" => (*start).to_string(),
                    below => format!("{}/{below}", start.trim_end_matches('/')),
                };
                self.budget.spend(shown.len());
                match self.is_found(tests, &path, &shown) {
                    Some(true) if depth >= least => lines.push(shown),
                    Some(_) => {}
                    None => {
                        self.write(1, &Value::unknown("its input is what `find` prints"));
                        return Status::Known(0);
                    }
                }
            }
        }
        let separator = if tests.contains(&"-print0") {
            "\0"
        } else {
            "
"
        };
        lines.push(String::new());
        self.print(lines.join(separator));
        Status::Known(0)
    }

    /// Whether a path passes the tests of `find`; `None` if one is not modelled.
    fn is_found(&self, tests: &[&str], path: &str, shown: &str) -> Option<bool> {
        let mut is_found = true;
        let mut is_any = false;
        let mut is_negated = false;
        let mut rest = tests.iter();
        while let Some(test) = rest.next() {
            let is_true = match *test {
                "-name" => is_fitting(rest.next()?, name_of(shown)),
                "-path" | "-wholename" => is_fitting(rest.next()?, shown),
                "-type" => (self.disk.kind(path) == PathKind::Folder) == (*rest.next()? == "d"),
                "-maxdepth" | "-mindepth" => {
                    rest.next()?;
                    continue;
                }
                "-print" | "-print0" | "-a" | "-and" | "(" | ")" => continue,
                "-o" | "-or" => {
                    is_any |= is_found;
                    is_found = true;
                    continue;
                }
                "!" | "-not" => {
                    is_negated = true;
                    continue;
                }
                "-executable" => true,
                _ => return None,
            };
            is_found &= is_true != is_negated;
            is_negated = false;
        }
        Some(is_found || is_any)
    }
}

/// The last part of a path, without an ending.
fn base_name(path: &str, end: Option<&str>) -> String {
    let base = name_of(path.trim_end_matches('/'));
    let stem = base.strip_suffix(end.unwrap_or_default());
    stem.filter(|stem| !stem.is_empty())
        .unwrap_or(base)
        .to_string()
}

/// What stands behind an option.
fn option_after<'t>(texts: &[&'t str], option: &str) -> Option<&'t str> {
    let at = texts.iter().position(|text| *text == option)?;
    texts.get(at + 1).copied()
}
