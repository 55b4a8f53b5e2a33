//! Csmith, which generates the C programs for comparisons: Debian's package, where it is available.

use std::path::Path;

use crate::process::{command, read, run as run_command};

const PACKAGES: [&str; 2] = ["csmith", "libcsmith-dev"];
const HEADER: &str = "/usr/include/csmith/csmith.h";

/// Whether Csmith is available; it is installed if necessary. Without it the steps that need it are skipped with a
/// message, or fail with `CI=true`.
pub(crate) fn available() -> Result<bool, String> {
    if installed() {
        return Ok(true);
    }
    let why = match install() {
        Ok(()) if installed() => return Ok(true),
        Ok(()) => "its packages are installed, but it cannot be found".to_owned(),
        Err(why) => why,
    };
    let message = format!("no Csmith ({why}): no programs of it are compared");
    if std::env::var("CI").is_ok_and(|ci| ci == "true") {
        return Err(message);
    }
    println!("{message}");
    Ok(false)
}

fn installed() -> bool {
    // Csmith itself is not started, because it leaves a file in its working directory.
    let found = read(&mut command("sh", &["-c", "command -v csmith"]));
    Path::new(HEADER).exists() && found.is_some()
}

fn install() -> Result<(), String> {
    if !Path::new("/etc/debian_version").exists() {
        return Err(format!("install {}", PACKAGES.join(" and ")));
    }
    if read(&mut command("id", &["-u"])).as_deref() != Some("0") {
        let packages = PACKAGES.join(" ");
        return Err(format!("as root: apt-get install {packages}"));
    }
    let install = [&["install", "--yes", "-qq"], &PACKAGES[..]].concat();
    // A machine that has never updated its lists knows no packages.
    apt_get(&install).or_else(|_| apt_get(&["update", "-qq"]).and_then(|()| apt_get(&install)))
}

fn apt_get(arguments: &[&str]) -> Result<(), String> {
    let mut apt_get = command("apt-get", arguments);
    apt_get.env("DEBIAN_FRONTEND", "noninteractive");
    apt_get.stdout(std::process::Stdio::null());
    run_command(&mut apt_get)
}
