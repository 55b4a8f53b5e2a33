//! Explanations of whole programs.

mod papers;
mod proved;
mod support;
