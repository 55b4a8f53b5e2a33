//! Links from one page of the repository to another.

use std::path::{Path, PathBuf};

/// The links of a page that lead nowhere: to no file, to no heading of it, or to a picture that is none.
pub(crate) fn dead(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap_or_default();
    let links = targets(&text);
    let dead = links
        .into_iter()
        .filter(|target| !leads_somewhere(page, target));
    dead.map(|target| format!("{}: {target}", page.display()))
        .collect()
}

/// What stands in the round brackets of links, outside of code.
fn targets(text: &str) -> Vec<String> {
    let mut targets = Vec::new();
    let mut in_code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        // Every second part is code.
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        let ends = prose.split("](").skip(1);
        targets.extend(ends.filter_map(|end| Some(end.split_once(')')?.0.to_owned())));
    }
    targets
}

fn leads_somewhere(page: &Path, target: &str) -> bool {
    if target.starts_with("https://") {
        return true;
    }
    let (path, heading) = target.split_once('#').unwrap_or((target, ""));
    let file = match path {
        "" => page.to_owned(),
        path => page.parent().unwrap_or(page).join(path),
    };
    if file.extension().is_some_and(|extension| extension == "png") {
        // Where links between files were lost, the name of another file stands in a picture's place.
        return std::fs::read(&file).is_ok_and(|bytes| bytes.starts_with(b"\x89PNG"));
    }
    file.exists() && (heading.is_empty() || headings(&file).iter().any(|anchor| anchor == heading))
}

/// The anchors that a reader of Markdown gives to the headings of a page.
fn headings(page: &PathBuf) -> Vec<String> {
    let text = std::fs::read_to_string(page).unwrap_or_default();
    let lines = text.lines().filter(|line| line.starts_with('#'));
    lines
        .map(|line| anchor(line.trim_start_matches('#').trim()))
        .collect()
}

fn anchor(heading: &str) -> String {
    let lower = heading.to_lowercase();
    let kept = lower
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn dead_links_are_found() {
    let folder = crate::common::Folder::new("links");
    folder.write("there.md", b"# A heading, with `code`\n");
    folder.write("text.png", b"../elsewhere/picture.png");
    let text = "[a](there.md) [b](there.md#a-heading-with-code) [c](https://example.org)\n`[d](code.md)`\n\
                ```\n[e](code.md)\n```\n[f](gone.md) and [g](there.md#gone)\n![h](gone.png) ![i](text.png)\n";
    folder.write("page.md", text.as_bytes());
    let dead = dead(&folder.path().join("page.md"));
    let targets: Vec<&str> = dead
        .iter()
        .map(|dead| dead.rsplit(' ').next().unwrap())
        .collect();
    assert_eq!(
        targets,
        ["gone.md", "there.md#gone", "gone.png", "text.png"]
    );
}
