//! Hash-consed bit-vector, float and Boolean terms with folding.
