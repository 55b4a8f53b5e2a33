//! The Debian package, made by `dpkg-deb` of what the archive contains.

use std::fs;
use std::path::{Path, PathBuf};

use super::archive::{commit_time, copy, copy_folder};
use super::{VERSION, create};
use crate::process::{command, run as run_command};

/// Packs an unpacked archive as a `.deb`.
pub(super) fn pack(folder: &Path, out: &Path) -> Result<PathBuf, String> {
    let tree = out.join("debian");
    let (programs, texts) = (tree.join("usr/bin"), tree.join("usr/share/doc/faultlens"));
    create(&tree.join("DEBIAN"))?;
    create(&programs)?;
    copy_folder(folder, &texts)?;
    let server = programs.join("faultlens");
    copy(&folder.join("faultlens"), &server)?;
    let doubled = texts.join("faultlens");
    fs::remove_file(&doubled)
        .map_err(|error| format!("cannot remove {}: {error}", doubled.display()))?;
    let control = tree.join("DEBIAN/control");
    fs::write(&control, description())
        .map_err(|error| format!("cannot write {}: {error}", control.display()))?;
    let file = out.join(format!("faultlens_{VERSION}_amd64.deb"));
    let mut dpkg = command("dpkg-deb", &["--root-owner-group", "-Zgzip", "--build"]);
    // Otherwise the time of packing would be recorded.
    dpkg.env("SOURCE_DATE_EPOCH", commit_time());
    run_command(dpkg.arg(&tree).arg(&file))?;
    fs::remove_dir_all(&tree)
        .map_err(|error| format!("cannot empty {}: {error}", tree.display()))?;
    Ok(file)
}

fn description() -> String {
    format!(
        "Package: faultlens\n\
         Version: {VERSION}\n\
         Architecture: amd64\n\
         Maintainer: The FaultLens authors <faultlens@users.noreply.github.com>\n\
         Section: devel\n\
         Priority: optional\n\
         Depends: libc6 (>= 2.28), libgcc-s1 | libgcc1\n\
         Suggests: libz3-4 (>= 4.13.3)\n\
         Homepage: https://github.com/faultlens/faultlens\n\
         Description: fault localization for C programs with failing tests\n \
         Tells which statements could be at fault, which would have to change\n \
         together, and what value was needed there.\n"
    )
}
