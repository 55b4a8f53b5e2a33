//! What a common mistake teaches, in one sentence, as a tutor would say it.
//!
//! A mistake is named only after a repair of it has passed the tests: the rows below look at what that repair exchanges
//! for what, and at the text around it.

use repair::tokens;

use super::fix::Edit;

/// What an edit exchanges.
struct Change<'t> {
    /// Tokens that go, and tokens that come.
    removed: &'t [&'t str],
    added: &'t [&'t str],
    /// All tokens of the replaced and of the new text.
    old: &'t [&'t str],
    new: &'t [&'t str],
    /// The file before and behind the tokens that go.
    before: &'t str,
    after: &'t str,
}

/// Whether a change mends a mistake.
type Mends = fn(&Change<'_>) -> bool;

/// The common mistakes, and what each teaches.
const LESSONS: [(Mends, &str); 18] = [
    (
        |c| c.removed == ["="] && c.added == ["=="],
        "`=` assigns a value, `==` compares two",
    ),
    (
        |c| c.removed.is_empty() && c.added == ["&"] && c.is_argument_of(&SCANS),
        "`scanf` stores through a pointer, so it is given the address of a variable: `&x`",
    ),
    (
        |c| c.removed == [";"] && c.added.is_empty() && c.follows_head(),
        "a semicolon directly behind `if`, `for` or `while` is its whole body",
    ),
    (
        |c| c.added == ["break", ";"] && c.removed.is_empty() && c.precedes_case(),
        "without `break`, the run goes on into the next `case`",
    ),
    (
        |c| c.added == ["{"] && c.removed.is_empty() && c.follows_head(),
        "without braces, only the first statement belongs to the `if`, `else` or loop above it",
    ),
    (
        |c| c.skips_blanks(),
        "`%c` reads every character, also the line end that the input before it has left; a blank before it skips those",
    ),
    (
        |c| c.is_argument_of(&FORMATTED) && c.exchanges_conversion(),
        "a conversion of a format must fit the type: `%d` for `int`, `%f` for `double`, which `scanf` reads with `%lf`",
    ),
    (
        |c| c.takes_digit(),
        "the character of a digit is not its number: `'7'` is 55, and `'7' - '0'` is 7",
    ),
    (
        |c| c.divides_really(),
        "an integer divided by an integer is an integer: what is behind the decimal point is lost",
    ),
    (
        |c| matches!(c.old, ["char"] | ["unsigned", "char"]) && c.new != ["signed", "char"],
        "a `char` holds 256 values, as a rule from -128 to 127; a larger number, or `EOF` beside all characters, needs `int`",
    ),
    (
        |c| c.added == ["(", "unsigned", "char", ")"] && c.removed.is_empty(),
        "a `char` may be negative: as an index, or for `isalpha` and its like, it is converted to `unsigned char` first",
    ),
    (
        |c| c.added.contains(&"strcmp") && c.removed.iter().any(|t| ["==", "!="].contains(t)),
        "`==` compares where two strings lie, `strcmp` compares their text",
    ),
    (
        |c| c.added == ["static"] && c.removed.is_empty(),
        "a local array ends with its function, and a pointer to it then leads nowhere; a `static` one stays (all calls share it)",
    ),
    (
        |c| c.terminates(),
        "a string needs `'\\0'` behind its last character, and room for it: `strlen` does not count it",
    ),
    (
        |c| c.is_initial() || c.is_first_value(),
        "a local variable has no value before it is given one; it does not begin with 0",
    ),
    (
        |c| c.ends_with_array() || c.removed.is_empty() && c.added == ["-", "1"] && c.is_index(),
        "an array of `n` elements has no element `n`: the last one is `n - 1`",
    ),
    (
        |c| c.removed == ["abs"] && c.added == ["fabs"],
        "`abs` is for integers, `fabs` for floating-point numbers",
    ),
    (
        |c| matches!(c.removed, ["&" | "|"]) && matches!(c.added, ["&&" | "||"]),
        "`&` and `|` combine bits, `&&` and `||` combine conditions",
    ),
];

/// Functions that read by a format, and those that have one.
const SCANS: [&str; 3] = ["scanf", "fscanf", "sscanf"];
const FORMATTED: [&str; 7] = [
    "scanf", "fscanf", "sscanf", "printf", "fprintf", "sprintf", "snprintf",
];
/// Functions that allocate memory.
const ALLOCATES: [&str; 3] = ["malloc", "calloc", "realloc"];

/// What an edit of a file with this text teaches, if it mends a common mistake.
pub(crate) fn lesson(text: &str, edit: &Edit) -> Option<&'static str> {
    let (old, new) = (tokens(&edit.old), tokens(&edit.new));
    let [removed, added] = changed([&old, &new]);
    let (start, end) = match removed {
        [first, .., last] => (within(edit, first), within(edit, last) + last.len()),
        [only] => (within(edit, only), within(edit, only) + only.len()),
        // Behind what stays.
        [] => {
            let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
            let last = same.checked_sub(1).and_then(|at| old.get(at));
            let at = last.map_or(edit.start as usize, |last| within(edit, last) + last.len());
            (at, at)
        }
    };
    let change = Change {
        removed,
        added,
        old: &old,
        new: &new,
        before: text.get(..start)?,
        after: text.get(end..)?,
    };
    let found = LESSONS.iter().find(|(mends, _)| mends(&change));
    found.map(|(_, sentence)| *sentence)
}

/// Position in the file of a token of the replaced text.
fn within(edit: &Edit, token: &str) -> usize {
    edit.start as usize + (token.as_ptr() as usize - edit.old.as_ptr() as usize)
}

/// What differs between two sequences that begin and end with the same tokens.
pub fn changed<T: PartialEq>([old, new]: [&[T]; 2]) -> [&[T]; 2] {
    let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[same..], &new[same..]);
    let rest = old.iter().rev().zip(new.iter().rev());
    let tail = rest.take_while(|(a, b)| a == b).count();
    [&old[..old.len() - tail], &new[..new.len() - tail]]
}

impl Change<'_> {
    /// What stands before the parenthesis in which the change is, within its statement: a function, or `for`.
    fn callee(&self) -> Option<&str> {
        let mut open = 0;
        for (at, c) in self.before.char_indices().rev() {
            match c {
                ')' => open += 1,
                '(' if open > 0 => open -= 1,
                '(' => {
                    let head = self.before[..at].trim_end();
                    let name = head.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
                    return Some(&head[name.len()..]);
                }
                '{' | '}' => return None,
                _ => {}
            }
        }
        None
    }

    fn is_argument_of(&self, functions: &[&str]) -> bool {
        self.callee().is_some_and(|name| functions.contains(&name))
    }

    /// Whether the change is directly behind the head of an `if` or a loop.
    fn follows_head(&self) -> bool {
        let before = self.before.trim_end();
        before.ends_with(')') || before.ends_with("else")
    }

    fn precedes_case(&self) -> bool {
        let after = self.after.trim_start();
        after.starts_with("case ") || after.starts_with("default")
    }

    /// `" %c"` for `"%c"`.
    fn skips_blanks(&self) -> bool {
        let ([old], [new]) = (self.removed, self.added) else {
            return false;
        };
        let without = |text: &str| text.replace(' ', "");
        new.contains(" %c") && !old.contains(" %c") && without(old) == without(new)
    }

    /// Whether one conversion of a format is another one now, and nothing else.
    fn exchanges_conversion(&self) -> bool {
        let ([old], [new]) = (self.removed, self.added) else {
            return false;
        };
        let texts = [old, new].map(|text| conversions(text));
        let [(words, were), (others, are)] = texts;
        words == others && were.len() == are.len() && were != are
    }

    /// `c - '0'` for `c`, `n + '0'` for `n`, `'1'` for `1`.
    fn takes_digit(&self) -> bool {
        let is_number = |t: &str| t.len() == 1 && t.starts_with(|c: char| c.is_ascii_digit());
        let is_character = |t: &str| t.starts_with('\'') && t.len() == 3 && is_number(&t[1..2]);
        match (self.removed, self.added) {
            ([old], [new]) => is_number(old) && is_character(new) && new[1..2] == **old,
            (removed, [.., "-" | "+", "'0'"] | ["-" | "+", "'0'", ..]) => !removed.contains(&"'0'"),
            (removed, added) => added.contains(&"'0'") && !removed.contains(&"'0'"),
        }
    }

    /// `(double)a / b` for `a / b`, `1.0 * a / b`, `a * 100.0 / b` for `a / b * 100.0`.
    fn divides_really(&self) -> bool {
        let is_real = |t: &&str| {
            matches!(*t, "double" | "float")
                || t.contains('.') && t.starts_with(|c: char| c.is_ascii_digit())
        };
        let count = |tokens: &[&str]| tokens.iter().filter(|t| is_real(t)).count();
        let statement = |text: &str| {
            text.split([';', '{', '}'])
                .next()
                .unwrap_or("")
                .contains('/')
        };
        let divides = self.new.contains(&"/") || statement(self.after);
        let mut sorted = [self.old.to_vec(), self.new.to_vec()];
        for tokens in &mut sorted {
            tokens.sort_unstable();
        }
        let at = |tokens: &[&str], op: &str| tokens.iter().position(|t| *t == op);
        let is_moved = sorted[0] == sorted[1] && at(self.old, "/") < at(self.old, "*") && {
            at(self.new, "*") < at(self.new, "/") && at(self.old, "/").is_some()
        };
        divides && count(self.new) > count(self.old) || is_moved
    }

    /// A terminator written, or room for one.
    fn terminates(&self) -> bool {
        let writes = self.added.contains(&"'\\0'") && self.added.contains(&"=");
        let is_longer = self.removed.is_empty() && matches!(self.added, ["+", "1"]);
        let of_text = self.before.trim_end().ends_with(')') && self.old.contains(&"strlen")
            || self.is_argument_of(&ALLOCATES);
        let line = self.before.rsplit(['\n', ';', '{']).next().unwrap_or("");
        let grows = match (self.removed, self.added) {
            ([old], [new]) => matches!(
                (old.parse::<u32>(), new.parse::<u32>()),
                (Ok(old), Ok(new)) if new == old + 1
            ),
            _ => false,
        };
        writes
            || is_longer && of_text
            || grows && line.contains("char ") && line.trim_end().ends_with('[')
    }

    /// An initial value for a variable that had none.
    fn is_initial(&self) -> bool {
        let line = self.before.rsplit([';', '{', '}']).next().unwrap_or("");
        let mut words = tokens(line).into_iter();
        let types = [
            "int", "long", "double", "float", "char", "unsigned", "short", "size_t",
        ];
        let is_declared = words.next().is_some_and(|first| types.contains(&first));
        self.removed.is_empty() && matches!(self.added, ["=", _]) && is_declared
    }

    /// A first value, in a statement, for what the function has not set before, and has not let others set.
    fn is_first_value(&self) -> bool {
        let function = self.before.rsplit("\n}").next().unwrap_or(self.before);
        let set = match self.added {
            ["memset", "(", name, ..] => *name,
            [target @ .., "=", value, ";"] if value.starts_with(|c: char| c.is_ascii_digit()) => {
                let bracket = target.iter().position(|t| *t == "[");
                let target = bracket.map_or(target, |at| &target[..at]);
                match target {
                    [name] | [_, "." | "->", name] => *name,
                    _ => return false,
                }
            }
            _ => return false,
        };
        let tokens = tokens(function);
        let mut pairs = tokens.windows(2);
        let is_set = pairs.any(|pair| pair == [set, "="] || pair == ["&", set]);
        self.removed.is_empty() && self.before.contains(set) && !is_set
    }

    /// Whether the change is inside the brackets of an index.
    fn is_index(&self) -> bool {
        let mut open = 0;
        let inner = self.before.chars().rev().find(|c| {
            match c {
                ')' | ']' => open += 1,
                '(' | '[' => open -= 1,
                _ => {}
            }
            open < 0 || matches!(c, ';' | '{' | '}')
        });
        inner == Some('[')
    }

    /// `i < n` for `i <= n` in a loop over the elements of an array.
    fn ends_with_array(&self) -> bool {
        let counter = tokens(self.before.rsplit([';', '(', '{']).next().unwrap_or(""));
        let is_index = counter.last().is_some_and(|name| {
            self.after.contains(&format!("[{name}]")) || self.after.contains(&format!("[{name} "))
        });
        let is_loop = self.is_argument_of(&["for", "while"]);
        self.removed == ["<="] && self.added == ["<"] && is_loop && is_index
    }
}

/// The text of a format without the letters of its conversions, and these.
fn conversions(format: &str) -> (String, Vec<String>) {
    let (mut rest, mut found) = (String::new(), Vec::new());
    let mut parts = format.split('%');
    rest.extend(parts.next());
    for part in parts {
        let end = part.find(|c: char| c.is_alphabetic() && !"lhLzjt".contains(c));
        let start = part.find(|c: char| c.is_alphabetic()).unwrap_or(part.len());
        let end = end.map_or(part.len(), |end| end + 1).max(start);
        found.push(part[start..end].to_owned());
        rest.push('%');
        rest.push_str(&part[..start]);
        rest.push_str(&part[end..]);
    }
    (rest, found)
}

#[cfg(test)]
mod tests;
