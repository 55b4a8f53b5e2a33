//! Compile flags from `CMake`: the reply of its file API, which editors request when they configure a project.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::super::regular::read_settings;

/// Usual build folders, relative to the folder of the project.
const BUILD_FOLDERS: [&str; 4] = ["build", "out", "cmake-build-debug", "builddir"];
/// Maximum number of targets that are searched.
const MOST_TARGETS: usize = 500;

#[derive(Deserialize)]
struct Codemodel {
    paths: Paths,
}

#[derive(Deserialize)]
struct Paths {
    source: PathBuf,
}

#[derive(Deserialize)]
struct Target {
    #[serde(default)]
    sources: Vec<Source>,
    #[serde(default, rename = "compileGroups")]
    groups: Vec<Group>,
}

#[derive(Deserialize)]
struct Source {
    path: PathBuf,
    #[serde(rename = "compileGroupIndex")]
    group: Option<usize>,
}

#[derive(Deserialize, Default)]
struct Group {
    #[serde(default)]
    includes: Vec<Include>,
    #[serde(default)]
    defines: Vec<Define>,
    #[serde(default, rename = "compileCommandFragments")]
    fragments: Vec<Fragment>,
}

#[derive(Deserialize)]
struct Include {
    path: String,
}

#[derive(Deserialize)]
struct Define {
    define: String,
}

#[derive(Deserialize)]
struct Fragment {
    fragment: String,
}

/// Relevant words of the command that compiles `source`, and the file that contains them. `folder` is one of the
/// folders around `source`.
pub(super) fn words(folder: &Path, source: &Path) -> Option<(PathBuf, Vec<String>)> {
    let builds = BUILD_FOLDERS.iter().map(|name| folder.join(name));
    builds
        .map(|build| build.join(".cmake/api/v1/reply"))
        .find_map(|reply| from_reply(&reply, source))
}

fn from_reply(reply: &Path, source: &Path) -> Option<(PathBuf, Vec<String>)> {
    let entries = fs::read_dir(reply).ok()?.flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    let codemodel = names.iter().find(|name| name.starts_with("codemodel-v2"))?;
    let codemodel: Codemodel = read(&reply.join(codemodel))?;
    let targets = names.iter().filter(|name| name.starts_with("target-"));
    for name in targets.take(MOST_TARGETS) {
        let file = reply.join(name);
        let Some(target) = read::<Target>(&file) else {
            continue;
        };
        let is_source = |s: &&Source| codemodel.paths.source.join(&s.path) == source;
        let Some(found) = target.sources.iter().find(is_source) else {
            continue;
        };
        let group = found.group.and_then(|group| target.groups.get(group));
        return Some((file, group.map_or_else(Vec::new, flags)));
    }
    None
}

fn flags(group: &Group) -> Vec<String> {
    let fragments = group.fragments.iter();
    let mut words: Vec<String> = fragments
        .flat_map(|fragment| shlex::split(&fragment.fragment).unwrap_or_default())
        .collect();
    words.extend(group.defines.iter().map(|d| format!("-D{}", d.define)));
    words.extend(group.includes.iter().map(|i| format!("-I{}", i.path)));
    words
}

fn read<T: for<'a> Deserialize<'a>>(file: &Path) -> Option<T> {
    serde_json::from_str(&read_settings(file).ok()??).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_of_the_file_counts() {
        let root = std::env::temp_dir().join(format!("faultlens-cmake-{}", std::process::id()));
        let reply = root.join("build/.cmake/api/v1/reply");
        fs::create_dir_all(&reply).unwrap();
        let source = root.display();
        let codemodel =
            format!(r#"{{"paths": {{"source": "{source}", "build": "{source}/build"}}}}"#);
        fs::write(reply.join("codemodel-v2-1.json"), codemodel).unwrap();
        let target = r#"{"sources": [{"path": "a.c", "compileGroupIndex": 1}, {"path": "a.h"}],
            "compileGroups": [{}, {"includes": [{"path": "/p/inc"}], "defines": [{"define": "N=2"}],
            "compileCommandFragments": [{"fragment": "-std=gnu11 -O2"}]}]}"#;
        fs::write(reply.join("target-a-Debug-1.json"), target).unwrap();
        let words = |name: &str| words(&root, &root.join(name)).map(|(_, words)| words.join(" "));
        assert_eq!(
            words("a.c").as_deref(),
            Some("-std=gnu11 -O2 -DN=2 -I/p/inc")
        );
        assert_eq!(words("b.c"), None);
        fs::remove_dir_all(root).unwrap();
    }
}
