//! Trial of the packed files as a user would use them: unpacked to a new folder, called from another one, with an empty
//! environment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::Platform;
use crate::process::{command, read, run as run_command};
use crate::{Outcome, root};

/// A program with failing tests, and the exit status expected for it.
const FIXTURE: &str = "fixtures/max3";
const SUSPECTS_FOUND: i32 = 1;
/// Where the pictures of the extension's page are.
const PICTURES: &str = "https://github.com/faultlens/faultlens/raw/HEAD/";

/// Unpacks an archive and tries the server.
pub(super) fn archive(archive: &Path, platform: &Platform) -> Outcome {
    let place = Place::new("archive")?;
    let mut tar = command("tar", &["-xzf"]);
    run_command(tar.arg(archive).arg("-C").arg(&place.0))?;
    let name = archive.file_name().unwrap_or_default().to_string_lossy();
    let folder = place.0.join(name.trim_end_matches(".tar.gz"));
    ask_server(&folder, &place.0, platform.is_dynamic)
}

/// Unpacks a Debian package and tries the server.
pub(super) fn debian(package: &Path) -> Outcome {
    let place = Place::new("debian")?;
    run_command(
        command("dpkg-deb", &["--extract"])
            .arg(package)
            .arg(&place.0),
    )?;
    ask_server(&place.0.join("usr/bin"), &place.0, true)
}

/// Installs a wheel, tries the server, and returns the wheel's bill of materials.
pub(super) fn wheel(wheel: &Path) -> Result<String, String> {
    let place = Place::new("wheel")?;
    let mut pip = command(
        "python3",
        &["-m", "pip", "install", "--quiet", "--no-index", "--no-deps"],
    );
    pip.args(["--disable-pip-version-check", "--root-user-action=ignore"]);
    let is_musl = wheel.to_string_lossy().contains("musllinux");
    if is_musl {
        // This system is another; what is inside runs on all.
        pip.args(["--platform", "musllinux_1_1_x86_64", "--only-binary=:all:"]);
    }
    run_command(pip.arg("--target").arg(&place.0).arg(wheel))?;
    ask_server(&place.0.join("bin"), &place.0, !is_musl)?;
    let facts = format!("faultlens-{}.dist-info", super::VERSION);
    let bills = super::files(&place.0.join(facts).join("sboms"), ".cyclonedx.json")?;
    let bill = bills.first().ok_or("the wheel has no bill of materials")?;
    fs::read_to_string(bill).map_err(|error| format!("cannot read {}: {error}", bill.display()))
}

/// Unpacks an extension and tries the server inside.
pub(super) fn extension(vsix: &Path, platform: &Platform) -> Outcome {
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
    let page = read(command("cat", &[]).arg(place.0.join("extension/readme.md")));
    pictures_exist(&page.unwrap_or_default())?;
    ask_server(&folder, &place.0, platform.is_dynamic)
}

/// Checks that the pictures of the extension's page are files of this repository.
fn pictures_exist(page: &str) -> Outcome {
    let pictures = page.split("![").skip(1).filter_map(|rest| {
        let (_, path) = rest.split_once("](")?;
        path.split([')', ' ']).next()
    });
    let mut count = 0;
    for picture in pictures {
        count += 1;
        let path = picture.strip_prefix(PICTURES);
        if !path.is_some_and(|path| root().join(path).is_file()) {
            return Err(format!("the extension's page has no picture at {picture}"));
        }
    }
    (count > 0)
        .then_some(())
        .ok_or_else(|| "the extension's page has no pictures".to_owned())
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
fn ask_server(folder: &Path, elsewhere: &Path, can_load: bool) -> Outcome {
    let link = elsewhere.join("a link to faultlens");
    symlink(&folder.join("faultlens"), &link)?;
    let start = |arguments: &[&str], z3: &Path| {
        let mut started = Command::new(&link);
        let started = started.args(arguments).env_clear().current_dir(elsewhere);
        let shown = format!(
            "{} {}",
            folder.join("faultlens").display(),
            arguments.join(" ")
        );
        started
            .env("FAULTLENS_Z3", z3)
            .output()
            .map_err(|error| format!("{shown}: {error}"))
            .map(|output| ProgramOutput { shown, output })
    };
    let nowhere = elsewhere.join("no Z3");
    start(&["--version"], &nowhere)?.expect(0, &[super::VERSION])?;
    // Without Z3 all is well, and what it is good for is said.
    let doctor = start(&["doctor"], &nowhere)?;
    doctor.expect(0, &["self-test  passed", "pip install z3-solver"])?;
    let program = root().join(FIXTURE).join("program.c").display().to_string();
    let localize = ["localize", &program, "--format", "json"];
    let found = ["\"status\":\"complete\"", "\"verified\":true"];
    start(&localize, &nowhere)?.expect(SUSPECTS_FOUND, &found)?;
    if !can_load {
        return Ok(());
    }
    let z3 = root().join(".deps/z3/lib/libz3.so");
    let localize = [&localize[..], &["--solver", "z3"]].concat();
    start(&localize, &z3)?.expect(SUSPECTS_FOUND, &found)
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
        let text = format!(
            "#!/bin/sh\n{first}\n\
             case $1 in\n--version) echo faultlens {};;\n\
             doctor) echo 'self-test  passed'; echo 'pip install z3-solver';;\n\
             localize) echo '\"status\":\"complete\",\"verified\":true'; exit 1;;\nesac\n",
            super::super::VERSION
        );
        let program = folder.join("faultlens");
        fs::write(&program, text).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        ask_server(&folder, &place.0, true)
    }

    #[test]
    fn a_release_that_does_not_work_elsewhere_is_refused() {
        assert_eq!(tried("good", ":"), Ok(()));
        let refused = [
            (
                "old",
                "[ $1 != --version ] || { echo faultlens 0.0.0; exit 0; }",
                super::super::VERSION,
            ),
            ("ill", "[ \"$1\" != doctor ] || exit 2", "exit status: 2"),
            (
                "blind",
                "[ \"$1\" != localize ] || exit 0",
                "`\"status\":\"complete\"`",
            ),
            (
                "unable",
                "[ \"$6\" != z3 ] || exit 2",
                "--solver z3`: expected exit status 1",
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

    #[test]
    fn a_picture_that_is_nowhere_is_refused() {
        let page = |path: &str| format!("text ![Suspects]({PICTURES}{path}) and [more](more.md)");
        assert_eq!(
            pictures_exist(&page("editors/code/media/screenshot.png")),
            Ok(())
        );
        assert!(pictures_exist(&page("media/screenshot.png")).is_err());
        assert!(pictures_exist("no pictures").is_err());
    }
}
