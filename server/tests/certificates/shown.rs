//! Certificates as the JSON shows them.

use std::collections::BTreeMap;

use serde_json::Value as Json;

/// What a report says about how one test passes.
pub(crate) struct Certificate<'r> {
    pub(crate) test: &'r str,
    /// Components of the set, with their choices by the number of the execution, from 1.
    pub(crate) members: Vec<Member<'r>>,
    /// Edits that the set presupposes.
    pub(crate) given: &'r [Json],
    /// Whether the test runs with memory in which undefined accesses do no harm.
    pub(crate) has_slack: bool,
}

/// A component of a set.
pub(crate) struct Member<'r> {
    pub(crate) component: &'r Json,
    pub(crate) executions: BTreeMap<u32, Vec<&'r Json>>,
}

impl<'r> Certificate<'r> {
    /// The certificates by values, one for each set and test.
    pub(crate) fn of_report(report: &'r Json) -> Vec<Certificate<'r>> {
        let mut all = Vec::new();
        for set in list(&report["diagnoses"]) {
            let group = &report["groups"][set["group"].as_u64().unwrap() as usize];
            if set["certificate"] != "values" {
                continue;
            }
            for test in list(&group["tests"]) {
                let test = test.as_str().unwrap();
                let components = list(&set["components"]).iter();
                all.push(Certificate {
                    test,
                    members: components.map(|c| Member::new(c, test)).collect(),
                    given: list(&set["given"]),
                    has_slack: !group["behind"].is_null(),
                });
            }
        }
        all
    }

    /// Whether the report says that values are left out.
    pub(crate) fn is_cut(&self) -> bool {
        let left_out = |member: &Member<'_>| member.component["values_left_out"] != 0;
        self.members.iter().any(left_out)
    }
}

impl<'r> Member<'r> {
    fn new(component: &'r Json, test: &str) -> Member<'r> {
        let mut executions: BTreeMap<u32, Vec<&Json>> = BTreeMap::new();
        for value in list(&component["values"]) {
            if value["test"] == test {
                let execution = value["execution"].as_u64().unwrap() as u32;
                executions.entry(execution).or_default().push(value);
            }
        }
        Member {
            component,
            executions,
        }
    }

    /// Place in the text.
    pub(crate) fn span(&self) -> (usize, usize) {
        let offset = |name: &str| self.component[name].as_u64().unwrap() as usize;
        (offset("start"), offset("end"))
    }

    pub(crate) fn kind(&self) -> &'r str {
        self.component["kind"].as_str().unwrap()
    }

    /// Whether it is not a component of the text as it is read first: a missing statement, or a part that has other
    /// effects than its value.
    pub(crate) fn is_added(&self) -> bool {
        let kinds = ["insertion", "size", "target", "argument", "macro"];
        kinds.contains(&self.kind()) || !self.component["missing"].is_null()
    }
}

impl std::fmt::Debug for Certificate<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "test {}, given {:?}", self.test, self.given)?;
        for member in &self.members {
            let component = member.component;
            let (line, text) = (&component["line"], &component["text"]);
            writeln!(f, "  line {line}: {} {text}", member.kind())?;
            for (execution, rows) in &member.executions {
                for row in rows {
                    let (choice, was, needs) = (&row["choice"], &row["was"], &row["needs"]);
                    writeln!(f, "    {execution}: {choice}, was {was}, needs {needs}")?;
                }
            }
        }
        Ok(())
    }
}

/// Elements of a list.
pub(crate) fn list(json: &Json) -> &[Json] {
    json.as_array().map_or(&[], Vec::as_slice)
}

/// Bytes of a C string literal.
pub(crate) fn text(literal: &str) -> Option<Vec<u8>> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut bytes = Vec::new();
    let mut rest = inner.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next()? {
                b'n' => b'\n',
                b't' => b'\t',
                digit @ b'0'..=b'7' => {
                    let [second, third] = [rest.next()?, rest.next()?];
                    (digit & 3) << 6 | (second - b'0') << 3 | (third - b'0')
                }
                other => other,
            },
            byte => byte,
        });
    }
    Some(bytes)
}
