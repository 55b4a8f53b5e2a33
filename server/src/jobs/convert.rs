//! From the core's result to the model.
