//! Functions of the platform's `libm` that Rust's standard library does not offer.
#![expect(
    unsafe_code,
    reason = "the declarations are those of the C standard; numbers go in, a number comes out"
)]

use std::ffi::c_int;

unsafe extern "C" {
    /// `erf`
    pub(super) safe fn erf(x: f64) -> f64;
    /// `erfc`
    pub(super) safe fn erfc(x: f64) -> f64;
    /// `tgamma`
    pub(super) safe fn tgamma(x: f64) -> f64;
    /// `erff`
    pub(super) safe fn erff(x: f32) -> f32;
    /// `erfcf`
    pub(super) safe fn erfcf(x: f32) -> f32;
    /// `tgammaf`
    pub(super) safe fn tgammaf(x: f32) -> f32;
    /// `asinhf`
    pub(super) safe fn asinhf(x: f32) -> f32;
    /// `acoshf`
    pub(super) safe fn acoshf(x: f32) -> f32;
    /// `atanhf`
    pub(super) safe fn atanhf(x: f32) -> f32;
    safe fn lgamma_r(x: f64, sign: &mut c_int) -> f64;
    safe fn lgammaf_r(x: f32, sign: &mut c_int) -> f32;
}

/// `lgamma`, without its write to a global variable.
pub(super) fn log_gamma(x: f64) -> f64 {
    lgamma_r(x, &mut 0)
}

/// `lgammaf`
pub(super) fn log_gamma_single(x: f32) -> f32 {
    lgammaf_r(x, &mut 0)
}
