//! Shows the linker the Z3 that `cargo xtask setup` put into `.deps`.
//!
//! Cargo lets `cargo run` and `cargo test` find libraries only in folders below its target
//! folder, so the library is linked into this script's output folder. The `faultlens` binary,
//! which has to run by itself, gets a path from its own build script.

#![allow(
    clippy::print_stdout,
    reason = "this is how build scripts speak to cargo"
)]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let libraries = here.join("../../../.deps/z3/lib");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", libraries.display());
    if !libraries.exists() {
        println!("cargo:warning=no .deps/z3: run `cargo xtask setup` unless the system has Z3");
        return Ok(());
    }
    for entry in fs::read_dir(&libraries)? {
        let entry = entry?;
        link(&entry.path().canonicalize()?, &out.join(entry.file_name()))?;
    }
    println!("cargo:rustc-link-search=native={}", out.display());
    Ok(())
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
