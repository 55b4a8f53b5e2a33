//! Contents of the archive, and reproducible packing: the same build gives the same bytes.

use std::fs;
use std::path::{Path, PathBuf};

use super::licences;
use crate::process::{command, read, run as run_command};
use crate::{Outcome, root};

/// Files of the repository, and their names in the archive.
const FILES: [(&str, &str); 5] = [
    ("xtask/archive-readme.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("server/faultlens.schema.json", "faultlens.schema.json"),
];
/// Folders of the repository, and their names in the archive; subfolders for developers are left out.
const FOLDERS: [(&str, &str); 2] = [("docs", "docs"), ("editors/nvim", "nvim")];
const FOR_DEVELOPERS: [&str; 2] = ["test", "dev"];

/// Copies everything to pack into a new folder.
pub(super) fn fill(folder: &Path, server: &Path) -> Outcome {
    create(folder)?;
    copy(server, &folder.join("faultlens"))?;
    let z3 = only_library()?;
    let name = z3.file_name().unwrap_or_default();
    copy(&z3, &folder.join(name))?;
    for (from, to) in FILES {
        copy(&root().join(from), &folder.join(to))?;
    }
    for (from, to) in FOLDERS {
        copy_folder(&root().join(from), &folder.join(to))?;
    }
    let licences = licences::page()?;
    let path = folder.join("THIRD-PARTY.md");
    fs::write(&path, licences).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Z3 library that set-up fetched, under the name by which the server looks for it.
pub(super) fn only_library() -> Result<PathBuf, String> {
    let folder = root().join(".deps/z3/lib");
    let entries = fs::read_dir(&folder)
        .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    // The name without a version is only for the linker.
    paths.retain(|path| !path.ends_with("libz3.so"));
    match &paths[..] {
        [library] => Ok(library.clone()),
        _ => Err(format!(
            "there should be one libz3.so.VERSION in {}",
            folder.display()
        )),
    }
}

/// Packs a folder into a `.tar.gz` beside it, without times and owners, and in a fixed order.
pub(super) fn pack(folder: &Path) -> Result<PathBuf, String> {
    let name = folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let parent = folder.parent().unwrap_or(folder);
    let file = parent.join(format!("{name}.tar.gz"));
    let git = ["log", "-1", "--format=%ct"];
    let time = read(&mut command("git", &git)).unwrap_or_else(|| "0".to_owned());
    let mut tar = command(
        "tar",
        &[
            "--sort=name",
            "--owner=0",
            "--group=0",
            "--numeric-owner",
            "--mode=go-w",
        ],
    );
    tar.arg(format!("--mtime=@{time}"))
        .args(["-czf"])
        .arg(&file)
        .arg("-C")
        .arg(parent)
        .arg(&name);
    // Otherwise gzip would record the time.
    run_command(tar.env("GZIP", "-n9"))?;
    Ok(file)
}

fn copy_folder(from: &Path, to: &Path) -> Outcome {
    create(to)?;
    let entries =
        fs::read_dir(from).map_err(|error| format!("cannot read {}: {error}", from.display()))?;
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if FOR_DEVELOPERS.iter().any(|skipped| name == *skipped) {
            continue;
        }
        if path.is_dir() {
            copy_folder(&path, &to.join(name))?;
        } else {
            copy(&path, &to.join(name))?;
        }
    }
    Ok(())
}

fn create(folder: &Path) -> Outcome {
    fs::create_dir_all(folder)
        .map_err(|error| format!("cannot create {}: {error}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> Outcome {
    let copied = fs::copy(from, to);
    copied
        .map(drop)
        .map_err(|error| format!("cannot copy {}: {error}", from.display()))
}
