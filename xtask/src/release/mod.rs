//! `cargo xtask release`: what users download, built and tried out.
//!
//! Two files come of it, in `target/release-out` (or `--out DIR`): an archive with the server, Z3, the Neovim files and
//! all licences, and the VS Code extension with the same server inside.
//!
//! The server is built by a `profile` of what it does most.
//!
//! A program built on a new Linux does not start on an older one: it asks for versions of the C library's functions that
//! are not there. So the server is linked with Zig, which knows the symbols of every glibc, against a fixed old one
//! (`BASELINE`). Z3 comes as it is out of its Python wheel, which is built that way. Nobody's word is taken for it:
//! `elf` reads what the programs need, and `trial` unpacks what was packed and uses it in an empty environment.

mod archive;
mod build;
mod elf;
mod licences;
mod profile;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{command, run as run_command, target_folder};
use crate::{Outcome, root, setup};

/// The system that a release is for, as Rust names it.
const TARGET: &str = "x86_64-unknown-linux-gnu";
/// How VS Code and the names of the files call it.
const PLATFORM: &str = "linux-x64";

/// The newest versions that may be asked of a user's system: those of Debian 10, RHEL 8 and all that is newer. It is
/// what VS Code itself needs.
const BASELINE: [elf::Floor; 3] = [
    elf::Floor::new("GLIBC", "2.28"),
    elf::Floor::new("GLIBCXX", "3.4.25"),
    elf::Floor::new("CXXABI", "1.3.11"),
];

/// Builds, checks and packs a release; `arguments` may be `--out DIR`.
pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let out = match arguments {
        [] => target_folder().join("release-out"),
        ["--out", folder] => root().join(folder),
        _ => return Err("usage: cargo xtask release [--out DIR]".to_owned()),
    };
    setup::run()?;
    let profile = profile::make()?;
    let server = build::server(&profile)?;
    let version = env!("CARGO_PKG_VERSION");
    let folder = out.join(format!("faultlens-{version}-{PLATFORM}"));
    drop(fs::remove_dir_all(&folder));
    archive::fill(&folder, &server)?;
    check_needs(&folder)?;
    let archive = archive::pack(&folder)?;
    let extension = extension(&folder, &out)?;
    fs::remove_dir_all(&folder)
        .map_err(|error| format!("cannot empty {}: {error}", out.display()))?;
    trial::archive(&archive, version)?;
    trial::extension(&extension, version)?;
    println!("\nbuilt, and tried in an empty environment:");
    for file in [&archive, &extension] {
        let megabytes = fs::metadata(file).map_or(0, |facts| facts.len() / 1_000_000);
        println!("  {} ({megabytes} MB)", file.display());
    }
    Ok(())
}

/// Whether what is about to be packed runs on the oldest system that it is meant for.
fn check_needs(folder: &Path) -> Outcome {
    let server = folder.join("faultlens");
    let needs = elf::Needs::read_file(&server)?;
    needs.within(&BASELINE)?;
    needs.only_beside_itself()?;
    // The server loads it when it first needs it, so it is not among what it needs.
    let z3 = archive::only_library()?;
    let z3 = folder.join(z3.file_name().unwrap_or_default());
    let needs_of_z3 = elf::Needs::read_file(&z3)?;
    needs_of_z3.within(&BASELINE)?;
    let newest = [needs, needs_of_z3].map(|needs| needs.newest("GLIBC"));
    println!("needed of glibc: {}, and for Z3 {}", newest[0], newest[1]);
    Ok(())
}

/// Packs the extension around the server of a folder.
fn extension(folder: &Path, out: &Path) -> Result<PathBuf, String> {
    let code = root().join("editors/code");
    let version = env!("CARGO_PKG_VERSION");
    let vsix = out.join(format!("faultlens-{PLATFORM}-{version}.vsix"));
    drop(fs::remove_file(&vsix));
    run_command(command("npm", &["ci", "--no-audit", "--no-fund"]).current_dir(&code))?;
    let out = out.display().to_string();
    let mut package = command("npm", &["run", "--silent", "package", "--", "--out", &out]);
    package
        .current_dir(&code)
        .env("FAULTLENS_BIN", folder.join("faultlens"));
    run_command(&mut package)?;
    if vsix.exists() {
        Ok(vsix)
    } else {
        Err(format!(
            "there is no {}: has the extension another version than {version}?",
            vsix.display()
        ))
    }
}
