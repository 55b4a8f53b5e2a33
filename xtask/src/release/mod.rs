//! `cargo xtask release`: builds and tries out the files that users download.
//!
//! The result is two files in `target/release-out` (or `--out DIR`): an archive with the server, Z3, the Neovim files
//! and all licences, and the VS Code extension with the same server inside.
//!
//! The server is optimized with a `profile`.
//!
//! A program built on a new Linux does not start on an older one: it requires versions of C library functions that do
//! not exist there. So the server is linked with Zig, which knows the symbols of every glibc, against a fixed old one
//! (`BASELINE`). Z3 is taken unchanged from its Python wheel, which is built in the same way. Both are checked: `elf`
//! reads the requirements of the programs, and `trial` unpacks the packed files and uses them in an empty environment.

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

/// Target system of a release, as Rust names it.
const TARGET: &str = "x86_64-unknown-linux-gnu";
/// Target system, as VS Code and the file names name it.
const PLATFORM: &str = "linux-x64";

/// Newest library versions that may be required: those of Debian 10, RHEL 8 and newer systems. VS Code itself requires
/// these.
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

/// Checks that the files to pack run on the oldest supported system.
fn check_needs(folder: &Path) -> Outcome {
    let server = folder.join("faultlens");
    let needs = elf::Needs::read_file(&server)?;
    needs.within(&BASELINE)?;
    needs.only_beside_itself()?;
    // The server loads Z3 on first use, so Z3 is not among its own requirements.
    let z3 = archive::only_library()?;
    let z3 = folder.join(z3.file_name().unwrap_or_default());
    let needs_of_z3 = elf::Needs::read_file(&z3)?;
    needs_of_z3.within(&BASELINE)?;
    let newest = [needs, needs_of_z3].map(|needs| needs.newest("GLIBC"));
    println!("needed of glibc: {}, and for Z3 {}", newest[0], newest[1]);
    Ok(())
}

/// Packs the extension with the server of a folder.
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
