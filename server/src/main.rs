//! The `faultlens` binary: everything is in the library of the same name.

#[global_allocator]
static ALLOCATOR: faultlens_core::memory::Allocator = faultlens_core::memory::Allocator;

fn main() -> std::process::ExitCode {
    faultlens::cli::run(faultlens::mcp::run)
}
