//! `cargo xtask setup`: brings in Z3.
//!
//! Debian 12 ships a Z3 that is too old for the bindings (their constants differ, so answers
//! could be silently wrong), and building Z3 from source takes long and a newer compiler.
//! So: a system Z3 that is new enough, else the library out of the Python wheel, pinned by hash.
//!
//! The result is `.deps/z3/lib` (where the build script of the crate `smt` finds the library)
//! and `.deps/pkgconfig/z3.pc` (where the bindings find its version), both ignored by git.
//! A stamp names what was set up from which requirement, so a second run only reads it.
//!
//! Where the crate `smt` loads Z3 when it is first needed (`z3_solver/late.rs`), that description names no library to link.

use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{command, read, run as run_command};
use crate::{Outcome, root};

/// The oldest Z3 that the bindings support.
const MINIMUM: [u32; 3] = [4, 13, 3];
const REQUIREMENTS: &str = "xtask/z3-requirements.txt";
/// The crate `smt` has a way to load Z3 on this system.
const LOADED_LATE: bool = cfg!(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
));
/// Grows when what set-up makes of the same requirement changes.
const EDITION: u32 = 2;

/// Makes Z3 available to the build; quick when it already is.
pub(crate) fn run() -> Outcome {
    let deps = root().join(".deps");
    let requirements = read_file(&root().join(REQUIREMENTS))?;
    let wanted = format!("edition {EDITION}\n{requirements}");
    let stamp = deps.join("z3/stamp");
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) && has_library(&deps) {
        return Ok(());
    }
    // Built aside and renamed: an interrupted set-up leaves nothing half done.
    let fresh = deps.join(format!("new-{}", std::process::id()));
    let result = install(&fresh, &wanted).and_then(|()| publish(&fresh, &deps));
    drop(fs::remove_dir_all(&fresh));
    result
}

fn install(fresh: &Path, wanted: &str) -> Outcome {
    create(&fresh.join("z3/lib"))?;
    create(&fresh.join("pkgconfig"))?;
    match system_z3() {
        Some(system) => link_system(&system, fresh)?,
        None => unpack_wheel(fresh)?,
    }
    write(&fresh.join("z3/stamp"), wanted)
}

fn publish(fresh: &Path, deps: &Path) -> Outcome {
    for part in ["pkgconfig", "z3"] {
        let target = deps.join(part);
        drop(fs::remove_dir_all(&target));
        fs::rename(fresh.join(part), &target)
            .map_err(|error| format!("cannot create {}: {error}", target.display()))?;
    }
    Ok(())
}

fn has_library(deps: &Path) -> bool {
    deps.join("z3/lib/libz3.so").exists() || deps.join("z3/lib/libz3.dylib").exists()
}

struct System {
    version: String,
    libraries: PathBuf,
}

/// A Z3 that pkg-config knows and that is new enough.
fn system_z3() -> Option<System> {
    let ask = |arguments: &[&str]| {
        let mut pkg_config = command("pkg-config", arguments);
        // The repository's own entry, set by .cargo/config.toml, is what is being replaced.
        let own = root().join(".deps/pkgconfig");
        if std::env::var_os("PKG_CONFIG_PATH").is_some_and(|path| Path::new(&path) == own) {
            pkg_config.env_remove("PKG_CONFIG_PATH");
        }
        read(&mut pkg_config)
    };
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
        if name.to_string_lossy().starts_with("libz3.") {
            symlink(&entry.path(), &fresh.join("z3/lib").join(&name))?;
        }
    }
    let libraries = system.libraries.display().to_string();
    write(
        &fresh.join("pkgconfig/z3.pc"),
        &package_file(&system.version, &libraries),
    )
}

fn unpack_wheel(fresh: &Path) -> Outcome {
    let downloads = fresh.join("wheel");
    create(&downloads)?;
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
            "{error}\nFaultLens needs Z3 {} or later: install it with its pkg-config file, \
             or python3 with pip so that it can be fetched.",
            show_version(MINIMUM)
        )
    })?;
    let wheel = only_file(&downloads)?;
    let unpacked = fresh.join("unpacked");
    let paths = [&wheel, &unpacked].map(|path| path.to_string_lossy().into_owned());
    run_command(&mut command(
        "python3",
        &["-m", "zipfile", "-e", &paths[0], &paths[1]],
    ))?;
    let library = fresh.join("z3/lib/libz3.so");
    fs::rename(unpacked.join("z3/lib/libz3.so"), &library)
        .map_err(|error| format!("the wheel holds no z3/lib/libz3.so: {error}"))?;
    let soname = soname(&library)?;
    if soname != "libz3.so" {
        symlink(Path::new("libz3.so"), &fresh.join("z3/lib").join(&soname))?;
    }
    let version = wheel_version(&wheel)?;
    // pkg-config replaces `pcfiledir` by the folder of the file: no absolute path is needed.
    write(
        &fresh.join("pkgconfig/z3.pc"),
        &package_file(&version, "${pcfiledir}/../z3/lib"),
    )
}

fn package_file(version: &str, libraries: &str) -> String {
    let link = if LOADED_LATE { "" } else { " -lz3" };
    format!(
        "libdir={libraries}\n\nName: z3\nDescription: The Z3 theorem prover\n\
         Version: {version}\nLibs: -L${{libdir}}{link}\nCflags:\n"
    )
}

/// The name under which programs linked to the library look for it: a string of the file.
fn soname(library: &Path) -> Result<String, String> {
    let bytes =
        fs::read(library).map_err(|error| format!("cannot read {}: {error}", library.display()))?;
    let prefix = b"libz3.so";
    let start = bytes
        .windows(prefix.len())
        .position(|window| window == prefix)
        .ok_or_else(|| format!("{} has no soname", library.display()))?;
    let name = bytes[start..]
        .split(|&byte| byte == 0)
        .next()
        .unwrap_or(prefix);
    Ok(String::from_utf8_lossy(name).into_owned())
}

/// The version out of `z3_solver-5.4.0.0-py3-….whl`.
fn wheel_version(wheel: &Path) -> Result<String, String> {
    let name = wheel
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let version = name.split('-').nth(1).and_then(parse_version);
    version
        .map(show_version)
        .ok_or_else(|| format!("no version in the name {name}"))
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
