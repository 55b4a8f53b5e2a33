//! The page that runs in a browser: the engine for WASI, with Zig as its C compiler, and the page around it.

use crate::process::{cargo, command, run as run_command, target_folder};

use crate::{Outcome, release, root};

const TARGET: &str = "wasm32-wasip1";
/// Folder of the page.
const PAGE: &str = "playground/page";
/// Bytes of the stack of the engine's only thread: the analysis follows the nesting of programs.
const STACK: u32 = 64 << 20;

/// Builds `playground/page/dist`.
pub(crate) fn page() -> Outcome {
    engine("page")?;
    npm(&["ci", "--no-audit", "--no-fund"])?;
    npm(&["run", "build"])
}

/// Checks the page, and tests it in the browsers that are there, with an engine that is quick to build.
pub(crate) fn test() -> Outcome {
    engine("dev")?;
    npm(&["ci", "--no-audit", "--no-fund"])?;
    npm(&["run", "check"])?;
    npm(&["test"])
}

fn engine(profile: &str) -> Outcome {
    let mut add = command("rustup", &["--quiet", "target", "add", TARGET]);
    run_command(&mut add)?;
    let zig = release::tools()?.join("ziglang/zig");
    let tool = |name: &str| root().join("xtask/wasi").join(name);
    let mut cargo = cargo(&["build", "--locked", "--package", "playground"]);
    cargo.args(["--target", TARGET, "--profile", profile]);
    cargo.env("ZIG", zig);
    cargo.env("CC_wasm32_wasip1", tool("cc"));
    cargo.env("AR_wasm32_wasip1", tool("ar"));
    cargo.env(
        "CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS",
        format!("-Clink-arg=-zstack-size={STACK}"),
    );
    run_command(&mut cargo)
}

/// Runs npm in the folder of the page, which takes the engine that was built last.
fn npm(arguments: &[&str]) -> Outcome {
    let engines = ["debug", "page"].map(|profile| target_folder().join(TARGET).join(profile));
    let engines = engines.map(|folder| folder.join("playground.wasm"));
    let built = |file: &std::path::PathBuf| file.metadata().and_then(|facts| facts.modified()).ok();
    let newest = engines.iter().max_by_key(|file| built(file));
    let mut npm = command("npm", arguments);
    npm.current_dir(root().join(PAGE));
    npm.envs(newest.map(|file| ("PLAYGROUND_WASM", file)));
    run_command(&mut npm)
}
