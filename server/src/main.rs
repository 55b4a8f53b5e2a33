//! The `faultlens` binary: everything is in the library of the same name.

fn main() -> std::process::ExitCode {
    faultlens::cli::run()
}
