//! The `faultlens` binary: everything is in the library of the same name.

/// States of runs are small and short-lived: with the system's allocator a quarter of a localization is spent in it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    faultlens::cli::run()
}
