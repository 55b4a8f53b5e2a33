//! Typed IR of C and its one evaluator over two value domains.
