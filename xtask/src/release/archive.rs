//! Contents of the archive, and reproducible packing: the same build gives the same bytes.

use std::fs;
use std::path::{Path, PathBuf};

use super::create;
use crate::process::{command, read, run as run_command};
use crate::{Outcome, root};

/// Files of the repository, and their names in the archive.
const FILES: [(&str, &str); 5] = [
    ("xtask/package-readme.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("server/faultlens.schema.json", "faultlens.schema.json"),
];
/// Folders of the repository, and their names in the archive; subfolders for developers are left out.
const FOLDERS: [(&str, &str); 2] = [("docs", "docs"), ("editors/nvim", "nvim")];
const FOR_DEVELOPERS: [&str; 2] = ["test", "dev"];

/// Copies everything to pack into a new folder.
pub(super) fn fill(folder: &Path, server: &Path, licences: &str) -> Outcome {
    create(folder)?;
    copy(server, &folder.join("faultlens"))?;
    for (from, to) in FILES {
        copy(&root().join(from), &folder.join(to))?;
    }
    for (from, to) in FOLDERS {
        copy_folder(&root().join(from), &folder.join(to))?;
    }
    let path = folder.join("THIRD-PARTY.md");
    fs::write(&path, licences).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Time of the last commit, in seconds: what is packed has no other.
pub(super) fn commit_time() -> String {
    let git = ["log", "-1", "--format=%ct"];
    read(&mut command("git", &git)).unwrap_or_else(|| "0".to_owned())
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
    let time = commit_time();
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
        // Otherwise gzip would record the time.
        .args(["--use-compress-program=gzip -n9", "-cf"])
        .arg(&file)
        .arg("-C")
        .arg(parent)
        .arg(&name);
    run_command(&mut tar)?;
    Ok(file)
}

/// Copies a folder, without what is for developers.
pub(super) fn copy_folder(from: &Path, to: &Path) -> Outcome {
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

/// Copies a file.
pub(super) fn copy(from: &Path, to: &Path) -> Outcome {
    let copied = fs::copy(from, to);
    copied
        .map(drop)
        .map_err(|error| format!("cannot copy {}: {error}", from.display()))
}
