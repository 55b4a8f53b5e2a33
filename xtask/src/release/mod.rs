//! `cargo xtask release`: builds and tries out the files that users download.
//!
//! The result is in `target/release-out` (or `--out DIR`), for Linux with glibc and for a program that is linked
//! statically: archives with the server, the user guide, the Neovim files and all licences; VS Code extensions with the
//! same server inside; wheels for pip; a Debian package; a bill of materials; and the checksums of all of them. None
//! contains Z3: FaultLens finds the one of the system or of pip.
//!
//! The server is optimized with a `profile`. A program built on a new Linux does not start on an older one: it requires
//! versions of C library functions that do not exist there. So it is linked with Zig, which knows the symbols of every
//! glibc, against a fixed old one. `trial` then unpacks the packed files and uses them in an empty environment.
//!
//! `--quick` packs and tries what `cargo build` makes, for this system only: a test of all but the builds.

mod archive;
mod build;
mod debian;
mod licences;
mod profile;
mod trial;

pub(crate) use build::tools;

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{command, read, run as run_command, target_folder};
use crate::{Outcome, root, setup};

/// Target system of the programs that run here, as Rust names it.
const TARGET: &str = "x86_64-unknown-linux-gnu";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A system for which FaultLens is built.
struct Platform {
    /// Name in the names of files.
    name: &'static str,
    /// Name that Rust gives it.
    triple: &'static str,
    /// Name that VS Code gives it.
    code: &'static str,
    /// Oldest systems on which the program starts, as wheels name them.
    systems: &'static str,
    /// Features of the server.
    features: &'static str,
    /// Whether the program needs the system's C library, as that of a Debian package does.
    is_dynamic: bool,
}

/// The first is the usual one, and the only one that is tried quickly. glibc 2.28 is that of Debian 10 and RHEL 8; VS
/// Code itself requires it.
const PLATFORMS: [Platform; 2] = [
    Platform {
        name: "linux-x64",
        triple: TARGET,
        code: "linux-x64",
        systems: "manylinux_2_28",
        features: "clipboard",
        is_dynamic: true,
    },
    Platform {
        name: "linux-x64-musl",
        triple: "x86_64-unknown-linux-musl",
        code: "alpine-x64",
        systems: "musllinux_1_1",
        features: "",
        is_dynamic: false,
    },
];

/// How a release is made.
enum Form {
    /// Of what `cargo build` makes.
    Quick,
    /// Optimized with a profile, for old systems too.
    Full {
        /// Counts of what the program does most.
        profile: PathBuf,
    },
}

/// Builds, checks and packs a release; `arguments` may be `--quick` and `--out DIR`.
pub(crate) fn run(arguments: &[&str]) -> Outcome {
    let (is_quick, rest) = match arguments {
        ["--quick", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let out = match rest {
        [] => target_folder().join("release-out"),
        ["--out", folder] => root().join(folder),
        _ => return Err("usage: cargo xtask release [--quick] [--out DIR]".to_owned()),
    };
    // A licence that is not known ends the release before anything is built.
    let licences = licences::page()?;
    drop(fs::remove_dir_all(&out));
    create(&out)?;
    // Z3 is not packed; the trial asks for it.
    setup::run()?;
    let (form, platforms) = if is_quick {
        (Form::Quick, &PLATFORMS[..1])
    } else {
        let profile = profile::make()?;
        let mut add = command("rustup", &["--quiet", "target", "add"]);
        run_command(add.args(PLATFORMS.iter().map(|platform| platform.triple)))?;
        (Form::Full { profile }, &PLATFORMS[..])
    };
    run_command(command("npm", &["ci", "--no-audit", "--no-fund"]).current_dir(code()))?;
    for platform in platforms {
        let server = build::server(platform, &form, &out)?;
        package(platform, &server, &licences, &out)?;
    }
    wheels(&out)?;
    sums(&out)
}

/// Packs a program, and tries the packages.
fn package(platform: &Platform, server: &Path, licences: &str, out: &Path) -> Outcome {
    let folder = out.join(format!("faultlens-{VERSION}-{}", platform.name));
    archive::fill(&folder, server, licences)?;
    let archive = archive::pack(&folder)?;
    let extension = extension(platform, &folder, out)?;
    if platform.is_dynamic {
        let package = debian::pack(&folder, out)?;
        trial::debian(&package)?;
    }
    fs::remove_dir_all(&folder)
        .map_err(|error| format!("cannot empty {}: {error}", out.display()))?;
    trial::archive(&archive, platform)?;
    trial::extension(&extension, platform)
}

/// Folder of the extension for VS Code.
fn code() -> PathBuf {
    root().join("editors/code")
}

/// Packs the extension with the server of a folder.
fn extension(platform: &Platform, folder: &Path, out: &Path) -> Result<PathBuf, String> {
    let target = platform.code;
    let vsix = out.join(format!("faultlens-{target}-{VERSION}.vsix"));
    let out = out.display().to_string();
    let mut package = command(
        "npm",
        &[
            "run", "--silent", "package", "--", "--target", target, "--out", &out,
        ],
    );
    package
        .current_dir(code())
        .env("FAULTLENS_BIN", folder.join("faultlens"));
    run_command(&mut package)?;
    if vsix.exists() {
        Ok(vsix)
    } else {
        Err(format!(
            "there is no {}: has the extension another version than {VERSION}?",
            vsix.display()
        ))
    }
}

/// Tries the wheels that were built, and takes the bill of materials out of one: the parts are the same.
fn wheels(out: &Path) -> Outcome {
    for wheel in files(out, "whl")? {
        let bill = trial::wheel(&wheel)?;
        let bills = out.join(format!("faultlens-{VERSION}.cyclonedx.json"));
        fs::write(&bills, bill)
            .map_err(|error| format!("cannot write {}: {error}", bills.display()))?;
    }
    Ok(())
}

/// Writes the checksums of all files, and shows the files.
fn sums(out: &Path) -> Outcome {
    let names: Vec<PathBuf> = files(out, "")?;
    let names: Vec<&str> = names
        .iter()
        .filter_map(|file| file.file_name()?.to_str())
        .collect();
    let sums = read(command("sha256sum", &names).current_dir(out)).ok_or("sha256sum failed")?;
    let file = out.join("SHA256SUMS");
    fs::write(&file, sums + "\n")
        .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    println!(
        "\nbuilt, and tried in an empty environment, in {}:",
        out.display()
    );
    for name in names {
        let bytes = fs::metadata(out.join(name)).map_or(0, |facts| facts.len());
        println!("  {name} ({:.1} MB)", bytes as f64 / 1e6);
    }
    Ok(())
}

/// Files of a folder whose names end so, in order.
fn files(folder: &Path, end: &str) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder)
        .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.is_file() && file.to_string_lossy().ends_with(end));
    files.sort();
    Ok(files)
}

fn create(folder: &Path) -> Outcome {
    fs::create_dir_all(folder)
        .map_err(|error| format!("cannot create {}: {error}", folder.display()))
}
