//! Formula-based fault localization: guards, search, weights, ranking.
