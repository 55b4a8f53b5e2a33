//! Where Z3 may be.
//!
//! Z3 comes with distributions, with Homebrew, and as the Python package `z3-solver`. The system's loader finds the
//! first. The other two lie at fixed places beside a folder of programs: of `faultlens` itself, if pip installed both,
//! and of `python3` or `brew`, which are on the `PATH`.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Environment variable with the file to load Z3 from. If it is set, no other file is tried.
const VARIABLE: &str = "FAULTLENS_Z3";
/// Folder where `cargo xtask setup` puts Z3, from that of a built program: `target/release`.
const OF_THE_SETUP: &str = "../../.deps/z3/lib";
/// Ends of names under which distributions for Linux install Z3.
const VERSIONS: [&str; 6] = [".5.4", ".5", ".4.15", ".4.14", ".4.13", ".4"];

/// Files to try, in this order.
pub(super) fn files() -> Vec<OsString> {
    if let Some(file) = env::var_os(VARIABLE).filter(|file| !file.is_empty()) {
        return vec![file];
    }
    let program = env::current_exe().and_then(fs::canonicalize);
    let beside = program
        .ok()
        .and_then(|file| file.parent().map(Path::to_owned));
    let path = env::var_os("PATH").unwrap_or_default();
    let name = name();
    let mut files = Vec::new();
    if let Some(folder) = &beside {
        let own = [folder.join(&name), folder.join(OF_THE_SETUP).join(&name)];
        files.extend(own.into_iter().filter(|file| file.exists()));
    }
    // By a name alone the loader looks in the system's folders.
    files.push(PathBuf::from(&name));
    if cfg!(target_os = "linux") {
        files.extend(VERSIONS.map(|version| PathBuf::from(format!("{name}{version}"))));
    }
    for folder in beside.into_iter().chain(env::split_paths(&path)) {
        files.extend(near(&folder, &name));
    }
    files.into_iter().map(PathBuf::into_os_string).collect()
}

/// The name of Z3 without a version.
fn name() -> String {
    format!("libz3{}", env::consts::DLL_SUFFIX)
}

/// The Z3s that belong to a folder of programs.
fn near(programs: &Path, name: &str) -> Vec<PathBuf> {
    let Some(root) = programs.parent().filter(|_| programs.is_absolute()) else {
        return Vec::new();
    };
    // `lib/python3.11/site-packages`, and on Windows `Lib/site-packages` beside `python.exe` or above its `Scripts`.
    let mut folders = vec![
        root.join("lib"),
        root.join("Lib/site-packages/z3/lib"),
        programs.join("Lib/site-packages/z3/lib"),
    ];
    let versions = fs::read_dir(root.join("lib"))
        .into_iter()
        .flatten()
        .flatten();
    for version in versions {
        if version
            .file_name()
            .as_encoded_bytes()
            .starts_with(b"python3")
        {
            for packages in ["site-packages", "dist-packages"] {
                folders.push(version.path().join(packages).join("z3/lib"));
            }
        }
    }
    folders.retain_mut(|folder| {
        folder.push(name);
        folder.exists()
    });
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_z3_of_a_python_beside_a_folder_of_programs_is_found() {
        let root = env::temp_dir().join(format!("faultlens-places-{}", std::process::id()));
        let package = root.join("lib/python3.99/site-packages/z3/lib");
        fs::create_dir_all(&package).unwrap();
        fs::create_dir_all(root.join("bin")).unwrap();
        assert_eq!(near(&root.join("bin"), "libz3.so"), Vec::<PathBuf>::new());
        fs::write(package.join("libz3.so"), "").unwrap();
        assert_eq!(
            near(&root.join("bin"), "libz3.so"),
            [package.join("libz3.so")]
        );
        assert_eq!(near(Path::new("bin"), "libz3.so"), Vec::<PathBuf>::new());
        fs::remove_dir_all(root).unwrap();
    }
}
