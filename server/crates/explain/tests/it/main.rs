//! Explanations of whole programs.

mod papers;
mod programs;
mod proved;
mod support;
