//! `cargo xtask setup`: installs Z3.
//!
//! Debian 12 ships a Z3 that is too old for the bindings (their constants differ, so answers could be silently wrong),
//! and building Z3 from source takes long and needs a newer compiler. So a system Z3 is used if it is new enough, else
//! the library from the Python wheel, pinned by hash.
//!
//! The result is `.deps/z3/lib`, ignored by git, where programs run by cargo and the built binary find the library when
//! a query first needs it (`crates/smt/src/version/late.rs`). It is not needed to build. A stamp records what was set
//! up from which requirement, so a second run only reads the stamp.

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{command, read, run as run_command};
use crate::{Outcome, root};

/// Oldest Z3 version that the bindings support.
const MINIMUM: [u32; 3] = [4, 13, 3];
const REQUIREMENTS: &str = "xtask/z3-requirements.txt";
/// Version of the set-up; incremented when it produces a different result from the same requirement.
const EDITION: u32 = 3;

/// Makes Z3 available; fast if it already is.
pub(crate) fn run() -> Outcome {
    let deps = root().join(".deps");
    let requirements = read_file(&root().join(REQUIREMENTS))?;
    let wanted = format!("edition {EDITION}\n{requirements}");
    let stamp = deps.join("z3/stamp");
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) && has_library(&deps) {
        return Ok(());
    }
    // Built in a temporary folder and renamed: an interrupted set-up leaves nothing half done.
    let fresh = deps.join(format!("new-{}", std::process::id()));
    let result = install(&fresh, &wanted).and_then(|()| publish(&fresh, &deps));
    drop(fs::remove_dir_all(&fresh));
    result
}

fn install(fresh: &Path, wanted: &str) -> Outcome {
    create(&fresh.join("z3/lib"))?;
    match system_z3() {
        Some(system) => link_system(&system, fresh)?,
        None => unpack_wheel(fresh)?,
    }
    write(&fresh.join("z3/stamp"), wanted)
}

fn publish(fresh: &Path, deps: &Path) -> Outcome {
    let target = deps.join("z3");
    drop(fs::remove_dir_all(&target));
    fs::rename(fresh.join("z3"), &target)
        .map_err(|error| format!("cannot create {}: {error}", target.display()))
}

fn has_library(deps: &Path) -> bool {
    deps.join("z3/lib/libz3.so").exists()
}

struct System {
    version: String,
    libraries: PathBuf,
}

/// A Z3 known to pkg-config that is new enough.
fn system_z3() -> Option<System> {
    let ask = |arguments: &[&str]| read(&mut command("pkg-config", arguments));
    let version = ask(&["--modversion", "z3"])?;
    if parse_version(&version)? < MINIMUM {
        println!(
            "system Z3 {version} is older than {}: not used",
            show_version(MINIMUM)
        );
        return None;
    }
    let libraries = PathBuf::from(ask(&["--variable=libdir", "z3"])?);
    Some(System { version, libraries })
}

fn link_system(system: &System, fresh: &Path) -> Outcome {
    println!("using the system's Z3 {}", system.version);
    let entries = fs::read_dir(&system.libraries)
        .map_err(|error| format!("cannot read {}: {error}", system.libraries.display()))?;
    for entry in entries.flatten() {
        let name = entry.file_name();
        if ["libz3.so", "libz3.dylib"]
            .iter()
            .any(|known| name == *known)
        {
            // The name that `.cargo/config.toml` gives, on every system.
            symlink(&entry.path(), &fresh.join("z3/lib/libz3.so"))?;
        }
    }
    Ok(())
}

fn unpack_wheel(fresh: &Path) -> Outcome {
    let downloads = fresh.join("wheel");
    create(&downloads)?;

    // The wheel is pinned by its hash.
    let directory = downloads.to_string_lossy().into_owned();
    run_command(&mut command(
        "python3",
        &[
            "-m",
            "pip",
            "download",
            "--quiet",
            "--disable-pip-version-check",
            "--no-deps",
            "--only-binary=:all:",
            "--require-hashes",
            "-r",
            REQUIREMENTS,
            "-d",
            &directory,
        ],
    ))
    .map_err(|error| {
        format!(
            "{error}\nZ3 {} or later is not there: install it with its pkg-config file, \
             or python3 with pip so that it can be fetched.",
            show_version(MINIMUM)
        )
    })?;

    // A wheel is a zip file.
    let wheel = only_file(&downloads)?;
    let unpacked = fresh.join("unpacked");
    let paths = [&wheel, &unpacked].map(|path| path.to_string_lossy().into_owned());
    run_command(&mut command(
        "python3",
        &["-m", "zipfile", "-e", &paths[0], &paths[1]],
    ))?;
    fs::rename(
        unpacked.join("z3/lib/libz3.so"),
        fresh.join("z3/lib/libz3.so"),
    )
    .map_err(|error| format!("the wheel holds no z3/lib/libz3.so: {error}"))
}

fn parse_version(text: &str) -> Option<[u32; 3]> {
    let mut numbers = text.split('.').map(|part| part.parse().ok());
    Some([numbers.next()??, numbers.next()??, numbers.next()??])
}

fn show_version(version: [u32; 3]) -> String {
    version.map(|number| number.to_string()).join(".")
}

fn only_file(directory: &Path) -> Result<PathBuf, String> {
    let mut entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let first = entries.next().map(|entry| entry.path());
    first.ok_or_else(|| "pip downloaded nothing".to_owned())
}

fn create(directory: &Path) -> Outcome {
    fs::create_dir_all(directory)
        .map_err(|error| format!("cannot create {}: {error}", directory.display()))
}

fn write(file: &Path, text: &str) -> Outcome {
    fs::write(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))
}

fn read_file(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))
}

fn symlink(target: &Path, link: &Path) -> Outcome {
    #[cfg(unix)]
    let made = std::os::unix::fs::symlink(target, link);
    #[cfg(not(unix))]
    let made = fs::copy(target, link).map(|_| ());
    made.map_err(|error| format!("cannot link {}: {error}", link.display()))
}
