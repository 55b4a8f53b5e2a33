//! Groups of submissions with the same mistake.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::limits::{SHORT, WIDTH};
use super::mistake::{Mistake, STATEMENT};
use super::record::{Record, State};
use crate::model::changed;
use crate::model::words::one_line;

/// Submissions that failed in the same way.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Group<'r> {
    /// The mistake in words, with code in back quotes.
    pub(crate) title: String,
    /// The submissions, in order.
    pub(crate) members: Vec<&'r Record>,
}

/// The failing submissions in groups.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Groups<'r> {
    /// Groups of a certified edit with at least two members, the largest first.
    pub(crate) explained: Vec<Group<'r>>,
    /// Groups without a certified edit: the first difference is the same.
    pub(crate) unexplained: Vec<Group<'r>>,
    /// Mistakes that only one submission has.
    pub(crate) single: Vec<Group<'r>>,
}

impl<'r> Groups<'r> {
    /// Groups these records, whose order decides that of the members.
    pub(crate) fn of(records: &'r [Record]) -> Groups<'r> {
        let mut by_mistake: BTreeMap<Vec<&str>, Vec<&Record>> = BTreeMap::new();
        let mut by_difference: BTreeMap<Vec<&str>, Vec<&Record>> = BTreeMap::new();
        for record in records.iter().filter(|r| r.state == State::Fails) {
            let mut key = record.failing();
            if let Some(repair) = &record.repair {
                for mistake in &repair.mistakes {
                    key.push(&mistake.place);
                    key.extend(
                        mistake
                            .pattern()
                            .into_iter()
                            .flat_map(|side| side.iter().map(String::as_str).chain([""])),
                    );
                }
                by_mistake.entry(key).or_default().push(record);
            } else {
                key.extend(record.difference().map(|test| test.message.as_str()));
                by_difference.entry(key).or_default().push(record);
            }
        }
        let (explained, single) = sorted(by_mistake, title)
            .into_iter()
            .partition(|group| group.members.len() > 1);
        Groups {
            explained,
            unexplained: sorted(by_difference, difference),
            single,
        }
    }
}

impl<'r> Groups<'r> {
    /// All groups.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Group<'r>> {
        let explained = self.explained.iter();
        explained.chain(&self.unexplained).chain(&self.single)
    }
}

/// The groups with their titles, the largest first.
fn sorted<'r>(
    groups: BTreeMap<Vec<&str>, Vec<&'r Record>>,
    title: fn(&Record) -> String,
) -> Vec<Group<'r>> {
    let groups = groups.into_values().filter_map(|members| {
        let title = title(members.first()?);
        Some(Group { title, members })
    });
    let mut groups: Vec<Group<'r>> = groups.collect();
    groups.sort_by_key(|group| {
        let first = group.members.first();
        let first = first.map(|&record| record.submission.as_str());
        (Reverse(group.members.len()), first)
    });
    groups
}

/// The first difference, for a submission without a certified edit.
fn difference(record: &Record) -> String {
    let test = record.difference();
    test.map_or_else(String::new, |test| format!("{}: {}", test.id, test.message))
}

/// The mistake of a submission in words.
fn title(record: &Record) -> String {
    let mistakes = record.repair.iter().flat_map(|repair| &repair.mistakes);
    let words: Vec<String> = mistakes.map(Mistake::words).collect();
    words.join("; and ")
}

impl Mistake {
    /// The two sides of the key: of the patterns only the changed tokens if no name is among them, because then the
    /// mistake is the same whatever it is applied to.
    fn pattern(&self) -> [&[String]; 2] {
        let [old, new] = &self.pattern;
        let [from, to] = changed([old, new]);
        let has_name = |side: &[String]| side.iter().any(|token| is_numbered(token));
        if has_name(from) || has_name(to) || from.is_empty() && to.is_empty() {
            [old, new]
        } else {
            [from, to]
        }
    }

    /// The mistake in words: ``missing `&` in an argument of `scanf` ``.
    fn words(&self) -> String {
        let (was, is) = (code(&self.old), code(&self.new));
        let what = match (self.old.is_empty(), self.new.is_empty()) {
            (true, _) if self.place == STATEMENT => return format!("statement missing: {is}"),
            (_, true) if self.place == STATEMENT => return format!("statement too much: {was}"),
            (true, _) => format!("missing {is}"),
            (_, true) => format!("{was} too much"),
            _ => {
                let [old, new] = [&self.old, &self.new].map(|text| repair::tokens(text));
                let [from, to] = changed([&old, &new]);
                self.kind(from, to)
            }
        };
        format!("{what} in {}", self.place)
    }

    /// The change of some tokens within the expression, in words.
    fn kind(&self, from: &[&str], to: &[&str]) -> String {
        let whole = format!("{} for {}", code(&self.old), code(&self.new));
        let parentheses = |tokens: &[&str]| -> Vec<String> {
            let others = tokens.iter().filter(|token| !["(", ")"].contains(token));
            others.map(|&token| token.to_owned()).collect()
        };
        if is_off_by_one(from, to) {
            return format!("a constant off by one: {whole}");
        }
        match (from, to) {
            ([old], [new]) if !is_word(old) && !is_word(new) || self.old.len() > SHORT => {
                format!("{} for {}", code(old), code(new))
            }
            ([], _) if to.iter().all(|token| !is_word(token)) => {
                format!("missing {}", code(&to.concat()))
            }
            (_, []) if from.iter().all(|token| !is_word(token)) => {
                format!("{} too much", code(&from.concat()))
            }
            _ if parentheses(from) == parentheses(to) => format!("parentheses: {whole}"),
            _ => whole,
        }
    }
}

/// Whether a token stands for a name of the file.
fn is_numbered(token: &str) -> bool {
    let number = token.strip_prefix('v');
    number.is_some_and(|number| number.parse::<usize>().is_ok())
}

/// Whether a token is a name, a number or a literal.
fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphanumeric() || "_\"'".contains(c))
}

/// Whether 1 was added or taken away, or a number is one more or one less.
fn is_off_by_one(from: &[&str], to: &[&str]) -> bool {
    let sum = |tokens: &[&str]| match tokens {
        [] => Some(0),
        [number] => number.parse::<i64>().ok(),
        ["+", number] => number.parse().ok(),
        ["-", number] => number.parse::<i64>().ok().map(|number| -number),
        _ => None,
    };
    let is_sign = from.is_empty() || to.is_empty() || from.len() == to.len();
    let values = sum(from).zip(sum(to));
    is_sign && values.is_some_and(|(old, new)| old.abs_diff(new) == 1)
}

fn code(text: &str) -> String {
    let text = one_line(text, WIDTH).replace('`', "'");
    format!("`{text}`")
}

#[cfg(test)]
mod tests {
    use super::super::mistake::tests::mistake;
    use super::super::record::{Repair, TestLine, TestVerdict};
    use super::*;

    /// The record of a failing submission, perhaps with an edit.
    fn record(name: &str, failing: &[&str], edit: Option<Mistake>) -> Record {
        let test = |id: &&str| TestLine {
            id: (*id).to_owned(),
            verdict: TestVerdict::Fail,
            message: format!("expected {name}"),
        };
        Record {
            submission: name.to_owned(),
            state: State::Fails,
            tests: failing.iter().map(test).collect(),
            repair: edit.map(|mistake| Repair {
                sentence: String::new(),
                promise: String::new(),
                doubtful: false,
                diff: Vec::new(),
                mistakes: vec![mistake],
                lesson: None,
            }),
            ..Record::default()
        }
    }

    /// Titles and members of the groups.
    fn grouped(records: &[Record]) -> Vec<String> {
        let groups = Groups::of(records);
        let all = groups.all().map(|group| {
            let members: Vec<&str> = group
                .members
                .iter()
                .map(|r| r.submission.as_str())
                .collect();
            format!("{} [{}]", group.title, members.join(" "))
        });
        all.collect()
    }

    /// Five programs with the mistake, and edits that mend it in each.
    const BOUND: [(&str, &str, &str); 5] = [
        ("int main(void){int i,n;for(i=0;i<=n;i++);}", "i<=n", "i<n"),
        (
            "int f(int*a,int len){int k;for(k=1;a[k]<=a[len];k++);}",
            "<=",
            "<",
        ),
        (
            "int main(void){int x;for(int j=0; j <= x*2; j++) x--;}",
            "j <= x*2",
            "j < x*2",
        ),
        ("int g(int m){for(;m<=9;m+=2);return m;}", "m<=9", "m<9"),
        (
            "struct s{int n;};int h(struct s*p,int q){for(;p->n<=q;q--);}",
            "p->n<=q",
            "p->n<q",
        ),
    ];

    #[test]
    fn the_same_mistake_in_different_programs_is_one_group() {
        let names = ["a", "b", "c", "d", "e"];
        let records: Vec<Record> = names
            .iter()
            .zip(BOUND)
            .map(|(name, (text, old, new))| record(name, &["1"], Some(mistake(text, old, new))))
            .collect();
        assert_eq!(
            grouped(&records),
            ["`<=` for `<` in the condition of a `for` [a b c d e]"]
        );
    }

    #[test]
    fn different_mistakes_and_different_failures_are_different_groups() {
        let text = "int main(void){int i=1,n;scanf(\"%d\",n);for(i=1;i<n;i++)n=n/i;if(i<n)return n-1;return i;}";
        let edit = |old, new| Some(mistake(text, old, new));
        let records = [
            record("a", &["1"], edit("i<n;", "i<=n;")),
            record("b", &["1", "2"], edit("i<n;", "i<=n;")),
            record("c", &["1"], edit("i<n)", "i<=n)")),
            record("d", &["1"], edit("\"%d\",n", "\"%d\",&n")),
            record("e", &["1"], edit("n-1", "n")),
            record("f", &["1"], edit("for(i=1", "for(i=0")),
            record("g", &["1"], edit("n/i", "n*i")),
            record("h", &["1"], edit("return i;", "n++;return i;")),
            record("i", &["1"], edit("return i", "return n")),
            record("j", &["1"], None),
            record("k", &["1"], None),
        ];
        let expected = [
            "1: expected j [j]",
            "1: expected k [k]",
            "`/` for `*` in an assignment [g]",
            "`<` for `<=` in the condition of a `for` [a]",
            "`<` for `<=` in the condition of a `for` [b]",
            "`<` for `<=` in the condition of an `if` [c]",
            "`i` for `n` in a `return` [i]",
            "a constant off by one: `1` for `0` in the start of a `for` [f]",
            "a constant off by one: `n-1` for `n` in a `return` [e]",
            "missing `&` in an argument of `scanf` [d]",
            "statement missing: `n++;` [h]",
        ];
        let mut found = grouped(&records);
        found.sort();
        let mut wanted: Vec<String> = expected.map(str::to_owned).into();
        wanted.sort();
        assert_eq!(found, wanted);
    }

    #[test]
    fn names_do_not_matter_but_their_roles_do() {
        let edit = |text, old, new| Some(mistake(text, old, new));
        let records = [
            record(
                "a",
                &["1"],
                edit("int f(int x,int y){return x+x;}", "x;", "y;"),
            ),
            record(
                "b",
                &["1"],
                edit("int f(int p,int q){return p+p;}", "p;", "q;"),
            ),
            record(
                "c",
                &["1"],
                edit("int f(int p,int q){return p+q;}", "q;", "p;"),
            ),
        ];
        let found = grouped(&records);
        assert_eq!(
            found,
            [
                "`x+x` for `x+y` in a `return` [a b]",
                "`p+q` for `p+p` in a `return` [c]"
            ]
        );
    }

    #[test]
    fn without_an_edit_the_first_difference_decides() {
        let same = |name: &str| Record {
            submission: name.to_owned(),
            ..record("4", &["1"], None)
        };
        let records = [same("a"), same("b"), record("c", &["1"], None)];
        assert_eq!(
            grouped(&records),
            ["1: expected 4 [a b]", "1: expected c [c]"]
        );
    }
}
