//! Questions of Moodle's `CodeRunner`, exported as XML: the input and the expected output of each test.

use roxmltree::{Document, Node};

use super::{Case, Layout, Program};
use crate::files::{join, split_extension};
use crate::model::Compare;

/// Most files that are read, and their largest size in bytes.
const MOST_FILES: usize = 20;
const LARGEST: u64 = 4 << 20;

pub(super) fn read(program: &Program<'_>) -> Layout {
    let names = program.files.list(program.folder);
    let is_xml = |name: &&String| split_extension(name).1 == "xml";
    let mut last = Layout::default();
    for name in names.iter().filter(is_xml).take(MOST_FILES) {
        let path = join(program.folder, name);
        if program.files.size(&path).is_none_or(|size| size > LARGEST) {
            continue;
        }
        let content = program.files.read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&content);
        let Ok(document) = Document::parse(&text) else {
            continue;
        };
        let found = of_document(program, name, &path, &document);
        if !found.tests.is_empty() {
            return found;
        }
        last.skipped.extend(found.skipped);
    }
    last
}

fn of_document(program: &Program<'_>, file: &str, path: &str, document: &Document<'_>) -> Layout {
    let is_question = |node: &Node<'_, '_>| {
        node.has_tag_name("question") && node.attribute("type") == Some("coderunner")
    };
    let questions: Vec<Node<'_, '_>> = document.descendants().filter(is_question).collect();
    // Several questions are distinguished by their names; a single one is meant if its file has the program's name or
    // the folder has no other program.
    let is_named = |question: &&Node<'_, '_>| text(**question, "name").trim() == program.stem;
    let is_alone = questions.len() == 1
        && (program.others.is_empty() || split_extension(file).0 == program.stem);
    let question = questions.iter().find(is_named);
    let Some(question) = question.or_else(|| questions.first().filter(|_| is_alone)) else {
        return Layout::default();
    };
    let tests = question
        .descendants()
        .filter(|node| node.has_tag_name("testcase"));
    let case = |(number, test): (usize, Node<'_, '_>)| {
        let id = number.to_string();
        if !text(test, "testcode").trim().is_empty() {
            return Err((
                id,
                "it is C code that calls functions of the answer".to_owned(),
            ));
        }
        Ok(Case {
            id,
            stdin: text(test, "stdin").into_bytes(),
            stdout: Some(text(test, "expected").into_bytes()),
            compare: Compare::Trim,
            ..Case::default()
        })
    };
    program.layout(path, (1..).zip(tests).map(case).collect())
}

/// The text of a child element.
fn text(node: Node<'_, '_>, name: &str) -> String {
    let element = node.children().find(|child| child.has_tag_name(name));
    let texts = element
        .into_iter()
        .flat_map(|element| element.descendants());
    texts
        .filter(Node::is_text)
        .filter_map(|node| node.text())
        .collect()
}
