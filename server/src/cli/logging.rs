//! Log on stderr, silent unless requested.

use clap::ArgMatches;
use tracing_subscriber::EnvFilter;

use crate::jobs::LOG_VARIABLE;

/// Log filter, if a log is requested.
pub(super) fn filter(matches: &ArgMatches) -> Option<String> {
    let flag = matches.get_one::<String>("log").cloned();
    flag.or_else(asked).filter(|filter| !filter.is_empty())
}

/// Log filter from the environment variable.
pub(super) fn asked() -> Option<String> {
    let filter = std::env::var(LOG_VARIABLE).ok();
    filter.filter(|filter| !filter.is_empty())
}

/// Starts logging.
pub(super) fn start(filter: Option<&str>) {
    let Some(filter) = filter else { return };
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(filter))
        .with_writer(std::io::stderr)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .finish();
    // A subscriber exists already when a test runs several command lines in one process.
    let _ = tracing::subscriber::set_global_default(subscriber);
}
