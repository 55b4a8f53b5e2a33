//! Trial of the packed files as a user would use them: unpacked to a new folder, called from another one, with an empty
//! environment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::process::{command, run as run_command};
use crate::{Outcome, root};

/// A program with failing tests, and the exit status expected for it.
const FIXTURE: &str = "fixtures/max3";
const SUSPECTS_FOUND: i32 = 1;

/// Unpacks an archive and tries the server.
pub(super) fn archive(archive: &Path, version: &str) -> Outcome {
    let place = Place::new("archive")?;
    let mut tar = command("tar", &["-xzf"]);
    run_command(tar.arg(archive).arg("-C").arg(&place.0))?;
    let name = archive.file_name().unwrap_or_default().to_string_lossy();
    let folder = place.0.join(name.trim_end_matches(".tar.gz"));
    ask_server(&folder, &place.0, version)
}

/// Unpacks an extension and tries the server inside.
pub(super) fn extension(vsix: &Path, version: &str) -> Outcome {
    let place = Place::new("extension")?;
    let mut unzip = command("python3", &["-m", "zipfile", "-e"]);
    run_command(unzip.arg(vsix).arg(&place.0))?;
    let folder = place.0.join("extension/server");
    // Python's unpacker drops the executable bit; the editor tests show that VS Code's does not.
    run_command(command("chmod", &["+x"]).arg(folder.join("faultlens")))?;
    if !folder.join("THIRD-PARTY.md").exists() {
        return Err(format!(
            "{} lacks the licences of what is inside",
            vsix.display()
        ));
    }
    ask_server(&folder, &place.0, version)
}

/// A temporary folder, deleted when dropped.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Result<Self, String> {
        let folder =
            std::env::temp_dir().join(format!("faultlens-release-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
        Ok(Place(folder))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Calls the server of a folder from another one, through a link, as one on the `PATH` may be.
fn ask_server(folder: &Path, elsewhere: &Path, version: &str) -> Outcome {
    let link = elsewhere.join("a link to faultlens");
    symlink(&folder.join("faultlens"), &link)?;
    let start = |arguments: &[&str]| {
        let mut started = Command::new(&link);
        let started = started.args(arguments).env_clear().current_dir(elsewhere);
        let shown = format!(
            "{} {}",
            folder.join("faultlens").display(),
            arguments.join(" ")
        );
        started
            .output()
            .map_err(|error| format!("{shown}: {error}"))
            .map(|output| ProgramOutput { shown, output })
    };
    start(&["--version"])?.expect(0, &[version])?;
    // Z3 must come from the folder of the server, even if there is another one.
    let z3 = format!("({}/libz3.so", folder.display());
    start(&["doctor"])?.expect(0, &["self-test  passed", &z3])?;
    let program = root().join(FIXTURE).join("program.c").display().to_string();
    let localize = ["localize", &program, "--solver", "z3", "--format", "json"];
    start(&localize)?.expect(
        SUSPECTS_FOUND,
        &["\"status\":\"complete\"", "\"verified\":true"],
    )
}

/// Output of a program.
struct ProgramOutput {
    shown: String,
    output: Output,
}

impl ProgramOutput {
    fn expect(&self, status: i32, words: &[&str]) -> Outcome {
        let Output {
            stdout,
            stderr,
            status: ended,
        } = &self.output;
        let said = String::from_utf8_lossy(stdout);
        let missing = words.iter().find(|word| !said.contains(**word));
        if ended.code() == Some(status) && missing.is_none() {
            return Ok(());
        }
        let missing = missing.map_or_else(String::new, |word| format!(" and `{word}`"));
        let stderr = String::from_utf8_lossy(stderr);
        Err(format!(
            "`{}`: expected exit status {status}{missing}, but: {ended}\n{said}{stderr}",
            self.shown
        ))
    }
}

fn symlink(target: &Path, link: &Path) -> Outcome {
    #[cfg(unix)]
    let made = std::os::unix::fs::symlink(target, link);
    #[cfg(not(unix))]
    let made = fs::copy(target, link).map(drop);
    made.map_err(|error| format!("cannot link {}: {error}", link.display()))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Tries a stand-in for the server that answers as expected, except for a line of shell that runs first.
    fn tried(name: &str, first: &str) -> Result<(), String> {
        let place = Place::new(name).unwrap();
        let folder = place.0.join("unpacked");
        fs::create_dir_all(&folder).unwrap();
        let here = folder.display();
        let text = format!(
            "#!/bin/sh\n{first}\n\
             case $1 in\n--version) echo faultlens 1.2.3;;\n\
             doctor) echo 'self-test  passed'; echo \"Z3 (${{Z3-{here}}}/libz3.so.5)\";;\n\
             localize) echo '\"status\":\"complete\",\"verified\":true'; exit 1;;\nesac\n"
        );
        let program = folder.join("faultlens");
        fs::write(&program, text).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        ask_server(&folder, &place.0, "1.2.3")
    }

    #[test]
    fn a_release_that_does_not_work_elsewhere_is_refused() {
        assert_eq!(tried("good", ":"), Ok(()));
        let refused = [
            (
                "old",
                "[ $1 != --version ] || { echo faultlens 1.2.2; exit 0; }",
                "1.2.3",
            ),
            ("ill", "[ \"$1\" != doctor ] || exit 2", "exit status: 2"),
            ("stranger", "Z3=/usr/lib", "(/usr/lib/libz3.so"),
            (
                "blind",
                "[ \"$1\" != localize ] || exit 0",
                "`\"status\":\"complete\"`",
            ),
            (
                "spoilt",
                "[ -z \"$LD_LIBRARY_PATH$HOME\" ] && exit 127",
                "exit status: 127",
            ),
        ];
        for (name, first, why) in refused {
            let message = tried(name, first).unwrap_err();
            assert!(message.contains(why), "{name}: {message}");
        }
    }
}
