//! Prepares for the Z3 that `cargo xtask setup` put into `.deps`.
//!
//! Cargo lets `cargo run` and `cargo test` find libraries only in folders below its target
//! folder, so the library is linked into this script's output folder. The `faultlens` binary,
//! which has to run by itself, gets a path from its own build script.
//!
//! Where Z3 is loaded when it is first needed (`src/z3_solver/late.rs`), its functions are listed
//! here; elsewhere the linker is shown the library.

#![allow(
    clippy::print_stdout,
    reason = "this is how build scripts speak to cargo"
)]

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use object::Object as _;

fn main() -> Result<(), Box<dyn Error>> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let libraries = here.join("../../../.deps/z3/lib");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", libraries.display());
    println!("cargo:rustc-check-cfg=cfg(late)");
    if !libraries.exists() {
        println!("cargo:warning=no .deps/z3: run `cargo xtask setup` unless the system has Z3");
        return Ok(());
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(&libraries)? {
        paths.push(entry?.path());
    }
    for path in &paths {
        let name = path.file_name().unwrap_or_default();
        link(&path.canonicalize()?, &out.join(name))?;
    }
    println!("cargo:rustc-link-search=native={}", out.display());
    if is_late() {
        fs::write(out.join("functions.rs"), functions(&paths)?)?;
        println!("cargo:rustc-cfg=late");
    }
    Ok(())
}

/// Whether there is a way for this target to load Z3 late.
fn is_late() -> bool {
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    target("OS") == "linux" && ["x86_64", "aarch64"].contains(&target("ARCH").as_str())
}

/// The name by which the library is loaded, and all functions that it offers, numbered.
fn functions(paths: &[PathBuf]) -> Result<String, Box<dyn Error>> {
    // The name without a version is for the linker; a system may have nothing else.
    let longest = paths.iter().max_by_key(|path| path.as_os_str().len());
    let library = longest.ok_or("no library in .deps/z3/lib")?;
    let name = library.file_name().unwrap_or_default().to_string_lossy();
    let bytes = fs::read(library)?;
    let file = object::File::parse(&*bytes)?;
    let mut names = Vec::new();
    for export in file.exports()? {
        let name = std::str::from_utf8(export.name())?;
        if name.starts_with("Z3_") {
            names.push(name.to_owned());
        }
    }
    names.sort_unstable();
    let mut text = format!("z3_functions! {{\n    {name:?}, {};\n", names.len());
    for (number, name) in names.iter().enumerate() {
        writeln!(text, "    {number} {name}")?;
    }
    text.push_str("}\n");
    Ok(text)
}

fn link(library: &Path, link: &Path) -> io::Result<()> {
    if link.symlink_metadata().is_ok() {
        fs::remove_file(link)?;
    }
    #[cfg(unix)]
    return std::os::unix::fs::symlink(library, link);
    #[cfg(not(unix))]
    return fs::copy(library, link).map(drop);
}
