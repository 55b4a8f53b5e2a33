//! Lets the binaries find the Z3 that `cargo xtask setup` put into `.deps`.
//!
//! `cargo run` and `cargo test` find it by themselves (see `crates/smt/build.rs`). The binary is
//! also started directly, by editors and from any folder, so it carries where to look: beside
//! itself, as a release is laid out, then where the build found it. A release knows the first place
//! only (`FAULTLENS_RELEASE`, which `cargo xtask release` sets): a path of the machine that built it is
//! nothing to look into on another.

#![allow(
    clippy::print_stdout,
    reason = "this is how build scripts speak to cargo"
)]

use std::{env, path::PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=FAULTLENS_RELEASE");
    if env::var("CARGO_CFG_TARGET_FAMILY").as_deref() != Ok("unix") {
        return;
    }
    let beside = if env::var("CARGO_CFG_TARGET_VENDOR").as_deref() == Ok("apple") {
        "@loader_path"
    } else {
        "$ORIGIN"
    };
    println!("cargo:rustc-link-arg=-Wl,-rpath,{beside}");
    if env::var_os("FAULTLENS_RELEASE").is_some() {
        return;
    }
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    if let Some(root) = here.parent() {
        println!(
            "cargo:rustc-link-arg=-Wl,-rpath,{}",
            root.join(".deps/z3/lib").display()
        );
    }
}
