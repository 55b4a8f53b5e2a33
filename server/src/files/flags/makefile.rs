//! Compile flags from a makefile. It is read, never run: the result of a shell command counts as empty.
//!
//! The supported part of `make`'s language determines the folders of headers and the defined macros: variables and
//! `+=`, conditionals over them, rules, and functions that transform lists of words. If several rules match a file, the
//! first one counts, as for `make` without arguments.

use std::collections::{BTreeMap, BTreeSet};

/// Maximum depth of references between variables.
const DEPTH: usize = 16;
/// Maximum length of a value, in bytes.
const LONGEST: usize = 64 << 10;

/// A makefile that has been read.
#[derive(Debug, Default)]
pub(in crate::files) struct Makefile {
    variables: BTreeMap<String, String>,
    rules: Vec<Rule>,
}

#[derive(Debug)]
struct Rule {
    targets: Vec<String>,
    prerequisites: Vec<String>,
    /// Commands of the rule, as written.
    recipe: Vec<String>,
}

impl Makefile {
    /// Reads the text of a makefile.
    pub(in crate::files) fn read(text: &str) -> Makefile {
        let mut makefile = Makefile::default();
        // For each conditional around a line: whether its branch is active, and whether an earlier branch was.
        let mut conditions: Vec<(bool, bool)> = Vec::new();
        // A recipe belongs to the rule before it, if that rule is active.
        let mut in_rule = false;
        for line in joined(text) {
            let active = conditions.iter().all(|(counts, _)| *counts);
            if let Some(command) = line.strip_prefix('\t') {
                if active
                    && in_rule
                    && let Some(rule) = makefile.rules.last_mut()
                {
                    rule.recipe.push(command.trim().to_owned());
                }
                continue;
            }
            let line = without_comment(&line);
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            match word {
                "" => {}
                "ifeq" | "ifneq" | "ifdef" | "ifndef" => {
                    let holds = makefile.holds(word, rest.trim());
                    conditions.push((holds, holds));
                }
                "else" => {
                    let condition = rest.trim().split_once(char::is_whitespace);
                    let holds =
                        condition.is_none_or(|(word, rest)| makefile.holds(word, rest.trim()));
                    if let Some((counts, before)) = conditions.last_mut() {
                        *counts = !*before && holds;
                        *before |= *counts;
                    }
                }
                "endif" => {
                    conditions.pop();
                }
                _ if !active => {}
                _ => in_rule = makefile.statement(line),
            }
        }
        makefile
    }

    /// Reads an assignment or the head of a rule; returns whether it was the head of a rule.
    fn statement(&mut self, line: &str) -> bool {
        let line = line.strip_prefix("export ").unwrap_or(line);
        let line = line.strip_prefix("override ").unwrap_or(line);
        let equals = line.find('=');
        let colon = line.find(':');
        // A variable for one target only (`debug: CFLAGS += -g`) is neither.
        if let (Some(equals), Some(colon)) = (equals, colon)
            && colon + 1 < equals
        {
            let name = line[colon..equals].trim_matches([':', '+', '?', ' ', '\t']);
            if !name.is_empty() && !name.contains([' ', '$', '(', '{']) {
                return false;
            }
        }
        match (equals, colon) {
            (Some(equals), _) if colon.is_none_or(|colon| equals <= colon + 2) => {
                self.assign(&line[..equals], line[equals + 1..].trim());
                false
            }
            (_, Some(colon)) => {
                let words = |text: &str| -> Vec<String> {
                    let text = self.expanded(text);
                    text.split_whitespace().map(str::to_owned).collect()
                };
                let behind = line[colon + 1..].trim_start_matches(':');
                let (prerequisites, command) = behind.split_once(';').unwrap_or((behind, ""));
                let command = command.trim();
                let rule = Rule {
                    targets: words(&line[..colon]),
                    prerequisites: words(prerequisites),
                    recipe: (!command.is_empty())
                        .then(|| command.to_owned())
                        .into_iter()
                        .collect(),
                };
                self.rules.push(rule);
                true
            }
            _ => false,
        }
    }

    /// Assigns a variable. `name` ends in the operator before the `=`: `+`, `?` or `:`.
    fn assign(&mut self, name: &str, value: &str) {
        let bare = name.trim_end_matches(['+', '?', ':', '!']).trim();
        let known = self.variables.get(bare);
        let value = match name.trim_start_matches(bare).trim() {
            "!" => return,
            "+" => match known {
                Some(known) if known.len() < LONGEST => format!("{known} {value}"),
                Some(_) => return,
                None => value.to_owned(),
            },
            "?" if known.is_some() => return,
            // Only this operator expands the value at once, so the value may refer to the old value of the variable.
            ":" | "::" => self.expanded(value),
            _ => value.to_owned(),
        };
        self.variables.insert(bare.to_owned(), value);
    }

    /// Whether a condition holds.
    fn holds(&self, word: &str, rest: &str) -> bool {
        let is_set = |name: &str| {
            let value = self.variables.get(&self.expanded(name));
            value.is_some_and(|value| !value.is_empty())
        };
        let is_equal = || {
            let sides = rest.strip_prefix('(').and_then(|r| r.strip_suffix(')'));
            let sides = sides.and_then(split_argument).unwrap_or((rest, ""));
            let (left, right) = if rest.starts_with(['"', '\'']) {
                let mut quoted = rest
                    .split(['"', '\''])
                    .filter(|part| !part.trim().is_empty());
                (quoted.next().unwrap_or(""), quoted.next().unwrap_or(""))
            } else {
                sides
            };
            self.expanded(left).trim() == self.expanded(right).trim()
        };
        match word {
            "ifdef" => is_set(rest),
            "ifndef" => !is_set(rest),
            "ifneq" => !is_equal(),
            _ => is_equal(),
        }
    }

    /// Expands variables and functions in the text; automatic variables such as `$<` are kept.
    fn expanded(&self, text: &str) -> String {
        self.expanded_at(text, DEPTH)
    }

    fn expanded_at(&self, text: &str, depth: usize) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let Some(open) = rest.chars().next() else {
                break;
            };
            let close = match open {
                '(' => ')',
                '{' => '}',
                '$' => {
                    rest = &rest[1..];
                    continue;
                }
                // `$<`, `$@`, `$^`, and variables with a name of one letter, which are not used for flags.
                _ => {
                    out.push('$');
                    continue;
                }
            };
            let Some(end) = matching(rest, open, close) else {
                break;
            };
            if depth > 0 && out.len() < LONGEST {
                out.push_str(&self.reference(&rest[1..end], depth - 1));
            }
            rest = &rest[end + 1..];
        }
        out.push_str(rest);
        out
    }

    /// Expands a reference, whose content is the text between the parentheses after a `$`.
    fn reference(&self, inside: &str, depth: usize) -> String {
        let function = inside.split_once(char::is_whitespace);
        if let Some((name, arguments)) = function
            && let Some(value) = self.function(name, arguments, depth)
        {
            return value;
        }
        let inside = self.expanded_at(inside, depth);
        let (name, change) = match inside.split_once(':') {
            Some((name, change)) => (name, change.split_once('=')),
            None => (&*inside, None),
        };
        let value = self.variables.get(name.trim()).map_or("", String::as_str);
        let value = self.expanded_at(value, depth);
        let Some((from, to)) = change else {
            return value;
        };
        if from.contains('%') {
            return mapped(&value, |word| patterned(word, from, to));
        }
        mapped(&value, |word| match word.strip_suffix(from) {
            Some(stem) => format!("{stem}{to}"),
            None => word.to_owned(),
        })
    }

    /// Evaluates functions that transform lists of words; `None` for other functions, which query the system.
    fn function(&self, name: &str, arguments: &str, depth: usize) -> Option<String> {
        let value = |text: &str| self.expanded_at(text, depth);
        let two = || {
            let (first, second) = split_argument(arguments)?;
            Some((value(first), value(second)))
        };
        Some(match name {
            "addprefix" => {
                let (prefix, words) = two()?;
                mapped(&words, |word| format!("{}{word}", prefix.trim()))
            }
            "addsuffix" => {
                let (suffix, words) = two()?;
                mapped(&words, |word| format!("{word}{}", suffix.trim()))
            }
            "patsubst" => {
                let (from, rest) = split_argument(arguments)?;
                let (to, words) = split_argument(rest)?;
                let (from, to) = (value(from), value(to));
                mapped(&value(words), |word| {
                    patterned(word, from.trim(), to.trim())
                })
            }
            "filter-out" => {
                let (out, words) = two()?;
                let out: Vec<&str> = out.split_whitespace().collect();
                let kept = words.split_whitespace().filter(|word| !out.contains(word));
                kept.collect::<Vec<_>>().join(" ")
            }
            "strip" | "sort" | "abspath" | "realpath" => value(arguments).trim().to_owned(),
            "wildcard" | "shell" | "foreach" | "call" | "eval" | "if" | "or" | "and" | "filter"
            | "subst" | "notdir" | "dir" | "basename" | "word" | "firstword" | "info"
            | "warning" | "error" => String::new(),
            _ => return None,
        })
    }

    /// Words of the command that compiles `source`, whose path is relative to the folder of the makefile: from the
    /// first rule that names it, or from the variables that `make` itself would use.
    pub(in crate::files) fn words(&self, source: &str) -> Vec<String> {
        let command = self.commands(source).next();
        let command = command.unwrap_or_else(|| self.expanded("$(CPPFLAGS) $(CFLAGS)"));
        shlex::split(&command).unwrap_or_else(|| {
            let words = command.split_whitespace();
            words.map(str::to_owned).collect()
        })
    }

    /// Commands that compile a file: those that name it come before those for any file.
    fn commands(&self, source: &str) -> impl Iterator<Item = String> + '_ {
        let stem = source.strip_suffix(".c").unwrap_or(source).to_owned();
        let own = self.rules.iter().filter_map({
            let (source, stem) = (source.to_owned(), stem.clone());
            move |rule| {
                let needs = |word: &String| word.strip_prefix("./").unwrap_or(word) == source;
                let is_needed = rule.prerequisites.iter().any(needs);
                let makes_object = rule.targets.iter().any(|word| {
                    let word = word.strip_prefix("./").unwrap_or(word);
                    word.strip_suffix(".o") == Some(&stem)
                });
                let mut lines = rule.recipe.iter().map(|line| self.expanded(line));
                lines.find(|line| {
                    let mut words = line
                        .split_whitespace()
                        .map(|word| word.trim_start_matches("./"));
                    let all = ["$<", "$^", "$+", "$?"];
                    words.any(|word| {
                        word == source || (is_needed || makes_object) && all.contains(&word)
                    })
                })
            }
        });
        let general = self.rules.iter().filter_map(|rule| {
            let for_any = |target: &String| target.contains('%') || target.starts_with(".c");
            if !rule.targets.iter().any(for_any) {
                return None;
            }
            let mut lines = rule.recipe.iter().map(|line| self.expanded(line));
            lines.find(|line| line.contains("$<") || line.contains("$^"))
        });
        own.chain(general)
    }

    /// C files that one rule names, directly or by their objects, together with `source`.
    pub(in crate::files) fn beside(&self, source: &str) -> Vec<String> {
        let mut found = Vec::new();
        for rule in &self.rules {
            let recipe = rule.recipe.iter().map(|line| self.expanded(line));
            let recipe: Vec<String> = recipe.collect();
            let words = recipe.iter().flat_map(|line| line.split_whitespace());
            let words = words.chain(rule.prerequisites.iter().map(String::as_str));
            let files: Vec<String> = words.filter_map(c_file).collect();
            if files.iter().any(|file| file == source) {
                found.extend(files.into_iter().filter(|file| file != source));
            }
        }
        found.sort();
        found.dedup();
        found
    }

    /// Whether `make test` or `make check` runs a program built from `source`.
    pub(in crate::files) fn tests(&self, source: &str) -> bool {
        let stem = source.strip_suffix(".c").unwrap_or(source);
        let made_of_it = self.rules.iter().filter(|rule| {
            let needs = |word: &String| c_file(word).as_deref() == Some(source);
            let named = |line: &String| self.expanded(line).split_whitespace().any(|w| w == source);
            rule.prerequisites.iter().any(needs) || rule.recipe.iter().any(named)
        });
        let programs = made_of_it
            .flat_map(|rule| &rule.targets)
            .map(String::as_str);
        let programs: Vec<&str> = programs.chain([stem]).collect();
        ["test", "tests", "check"]
            .iter()
            .any(|target| self.runs(target, &programs, &mut BTreeSet::new()))
    }

    /// Whether making a target runs one of these programs by itself, that is, without input or a use of its output: then
    /// only its exit status can say what is right.
    fn runs<'m>(
        &'m self,
        target: &'m str,
        programs: &[&str],
        seen: &mut BTreeSet<&'m str>,
    ) -> bool {
        if !seen.insert(target) {
            return false;
        }
        let of_target = self.rules.iter().filter(|rule| {
            let mut targets = rule.targets.iter();
            targets.any(|own| own == target)
        });
        let mut of_target = of_target.collect::<Vec<_>>().into_iter();
        of_target.any(|rule| {
            let mut needed = rule.prerequisites.iter();
            let mut recipe = rule.recipe.iter().map(|line| self.expanded(line));
            recipe.any(|line| {
                let line = line.replace(">/dev/null", "").replace("> /dev/null", "");
                let mut words = line
                    .split([' ', '\t', ';'])
                    .map(|word| word.trim_start_matches(['@', '-', '.', '/']));
                !line.contains(['<', '>', '|']) && words.any(|word| programs.contains(&word))
            }) || needed.any(|other| self.runs(other, programs, seen))
        })
    }
}

/// The C file that a word names, directly or by its object.
fn c_file(word: &str) -> Option<String> {
    let word = word.strip_prefix("./").unwrap_or(word);
    let stem = word
        .strip_suffix(".c")
        .or_else(|| word.strip_suffix(".o"))?;
    (!stem.is_empty() && !stem.contains(['%', '$', '*'])).then(|| format!("{stem}.c"))
}

/// Lines of the text; a line that ends in a backslash is joined with the next one.
fn joined(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let (line, more) = match line.strip_suffix('\\') {
            Some(line) => (line, true),
            None => (line, false),
        };
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => {
                last.push(' ');
                last.push_str(line.trim_start());
            }
            None => lines.push(line.to_owned()),
        }
        goes_on = more;
    }
    lines
}

fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        if c == '#' && before != '\\' {
            return line[..at].trim();
        }
        before = c;
    }
    line.trim()
}

/// Position of the parenthesis that closes the one at the start.
fn matching(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// Splits a text at the first comma outside of parentheses.
fn split_argument(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_i32;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ',' if depth == 0 => return Some((&text[..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

fn mapped(words: &str, f: impl Fn(&str) -> String) -> String {
    words
        .split_whitespace()
        .map(f)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Replaces the pattern `from` by `to` in a word that matches it; `%` matches any text.
fn patterned(word: &str, from: &str, to: &str) -> String {
    let (before, after) = from.split_once('%').unwrap_or((from, ""));
    let stem = word
        .strip_prefix(before)
        .and_then(|rest| rest.strip_suffix(after));
    match stem {
        Some(stem) => to.replacen('%', stem, 1),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(makefile: &str, source: &str) -> String {
        let words = Makefile::read(makefile).words(source);
        let matter = |word: &String| word.starts_with("-I") || word.starts_with("-D");
        words
            .into_iter()
            .filter(matter)
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn the_variables_of_make_are_read() {
        let text = "HDRS = ../src\nCFLAGS += -I$(HDRS)\n#CFLAGS += -DNO\nCFLAGS += -g \\\n  -DLONG=1 # why\nCPPFLAGS := -DP";
        assert_eq!(flags(text, "t.c"), "-DP -I../src -DLONG=1");
        // Conditions on arguments of `make` are evaluated without arguments.
        let text = "ifdef BIG\nCFLAGS = -DBIG\nelse\nCFLAGS = -DSMALL\nendif\nifeq ($(OS),Windows)\nCFLAGS += -DW\nelse ifneq ($(OS),)\nCFLAGS += -DX\nelse\nCFLAGS += -DU\nendif\ndebug: CFLAGS += -DDEBUG";
        assert_eq!(flags(text, "t.c"), "-DSMALL -DU");
        let text = "DIRS = inc lib/inc\nCFLAGS = $(addprefix -I,$(DIRS)) $(shell rm -rf x) $(filter-out -DB,-DA -DB)";
        assert_eq!(flags(text, "t.c"), "-Iinc -Ilib/inc -DA");
        // A variable that refers to itself: the expansion ends at the maximum depth.
        assert_eq!(
            flags("CFLAGS = $(CFLAGS) -DX", "t.c"),
            "-DX ".repeat(16).trim_end()
        );
    }

    #[test]
    fn the_first_rule_that_names_the_file_counts() {
        let text = "CFLAGS = -DALL\nplain: t.c lib.c\n\t$(CC) $(CFLAGS) -o $@ $^\nstrict: t.c\n\t$(CC) -DSTRICT $(CFLAGS) $< -o $@\n";
        assert_eq!(flags(text, "t.c"), "-DALL");
        let text = "t: t.c t.h\n\tcc -o t t.c -DTEST_MAIN\n\t@echo t.c -DNO\n";
        assert_eq!(flags(text, "t.c"), "-DTEST_MAIN");
        let text = ".c.o:\n\t$(CC) -c -DOBJ $< -o $@\nall:\n\t@cc -I. x.c tests/a.c\n";
        assert_eq!(flags(text, "other.c"), "-DOBJ");
        assert_eq!(flags(text, "tests/a.c"), "-I.");
        assert_eq!(flags("obj.o: obj.c\n\tcc -DO -c $<", "obj.c"), "-DO");
        assert_eq!(flags("", "t.c"), "");
    }

    #[test]
    fn what_is_linked_together_stands_in_one_rule() {
        let text = "OBJS = main.o util.o\nprog: $(OBJS) extra.o\n\tcc -o $@ $^\nSRC = a.c b.c\nother: $(SRC:.c=.o)\nall:\n\tcc re.c tests/t.c -o tests/t\n";
        let beside = |source: &str| Makefile::read(text).beside(source).join(" ");
        assert_eq!(beside("main.c"), "extra.c util.c");
        assert_eq!(beside("a.c"), "b.c");
        assert_eq!(beside("tests/t.c"), "re.c");
        assert_eq!(beside("none.c"), "");
    }

    #[test]
    fn a_target_that_tests_says_what_is_a_test() {
        let text = "smoke: smoke.c lib.c\n\tcc -o $@ $^\ndemo: demo.c\n\tcc -o $@ $^\ncheck: smoke\n\t./smoke\n";
        let makefile = Makefile::read(text);
        assert!(makefile.tests("smoke.c"));
        assert!(!makefile.tests("demo.c"));
        let checks = |recipe: &str| {
            let text =
                format!("check: most\nmost: check demo\n\t{recipe}\ndemo: demo.c\n\tcc -o $@ $^\n");
            Makefile::read(&text).tests("demo.c")
        };
        // Where the output is used, or there is an input, the status says little.
        for (recipe, is_test) in [
            ("./demo", true),
            ("@./demo >/dev/null; echo done", true),
            ("./run.sh", false),
            ("./demo < a.txt > out; cmp out a.want", false),
            ("./demo | diff - a.want", false),
        ] {
            assert_eq!(checks(recipe), is_test, "{recipe}");
        }
    }

    #[test]
    fn any_text_is_read() {
        let pieces = [
            "$", "$(", ")", ":", "=", "+=", "\t", "\\", "#", "ifeq", "else", "endif", " ", "\n",
            "a", "é", ",",
        ];
        for a in pieces {
            for b in pieces {
                for c in pieces {
                    let makefile = Makefile::read(&format!("{a}{b}{c}{a}{b}"));
                    makefile.words("a.c");
                    makefile.beside("a.c");
                }
            }
        }
    }
}
