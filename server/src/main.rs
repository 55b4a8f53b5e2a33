//! The `faultlens` binary: everything is in the library of the same name.

#[global_allocator]
static ALLOCATOR: faultlens::memory::Allocator = faultlens::memory::Allocator;

fn main() -> std::process::ExitCode {
    faultlens::cli::run(faultlens::mcp::run)
}
