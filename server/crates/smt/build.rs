//! Decides how this build obtains Z3, and prepares for that.
//!
//! * `late`: Z3 is loaded when a query first needs it (`src/version/late.rs`), so the build needs no Z3. The bindings
//!   nevertheless make the linker look for Z3 and the C++ library; they are given empty archives.
//! * Otherwise, as in a browser, there is no Z3, and queries that only Z3 can answer stay open.

#![allow(
    clippy::print_stdout,
    reason = "this is how build scripts speak to cargo"
)]

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The functions that the bindings declare, one per line.
const FUNCTIONS: &str = "src/version/functions.txt";
/// An archive without members.
const EMPTY_ARCHIVE: &str = "!<arch>\n";

fn main() -> Result<(), Box<dyn Error>> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={FUNCTIONS}");
    println!("cargo:rustc-check-cfg=cfg(late)");
    if can_load_late() {
        println!("cargo:rustc-cfg=late");
        let functions = fs::read_to_string(here.join(FUNCTIONS))?;
        fs::write(out.join("functions.rs"), function_table(&functions)?)?;
        stand_in_for_libraries(&out.join("empty"))?;
    }
    Ok(())
}

/// Whether late loading is implemented for this target.
fn can_load_late() -> bool {
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    ["linux", "macos", "windows"].contains(&target("OS").as_str())
        && ["x86_64", "aarch64"].contains(&target("ARCH").as_str())
}

/// The numbered functions, in the form that `late.rs` reads.
fn function_table(functions: &str) -> Result<String, std::fmt::Error> {
    let names: Vec<&str> = functions.lines().collect();
    let mut text = format!("z3_functions! {{\n    {};\n", names.len());
    for (number, name) in names.iter().enumerate() {
        writeln!(text, "    {number} {name}")?;
    }
    text.push_str("}\n");
    Ok(text)
}

/// Creates empty libraries under the names that the bindings link.
fn stand_in_for_libraries(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for name in ["libz3.a", "libstdc++.a", "libz3.lib"] {
        fs::write(folder.join(name), EMPTY_ARCHIVE)?;
    }
    println!("cargo:rustc-link-search=native={}", folder.display());
    Ok(())
}
