//! The log: on stderr, silent unless asked for.

use clap::ArgMatches;
use tracing_subscriber::EnvFilter;

/// The variable that asks for a log where there is no command line to say it: a level, or a filter as `tracing` has it.
pub(crate) const VARIABLE: &str = "FAULTLENS_LOG";

/// What to log, if anything.
pub(super) fn filter(matches: &ArgMatches) -> Option<String> {
    let flag = matches.get_one::<String>("log").cloned();
    flag.or_else(asked).filter(|filter| !filter.is_empty())
}

/// What the variable asks for.
pub(super) fn asked() -> Option<String> {
    let filter = std::env::var(VARIABLE).ok();
    filter.filter(|filter| !filter.is_empty())
}

/// Begins to log.
pub(super) fn start(filter: Option<&str>) {
    let Some(filter) = filter else { return };
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(filter))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .finish();
    // There is a subscriber already when a test runs several command lines in one process.
    let _ = tracing::subscriber::set_global_default(subscriber);
}
