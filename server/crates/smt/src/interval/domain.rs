//! Domains of terms: an interval, and for floats also NaN.
//!
//! All sorts share one representation. A Boolean is 0 or 1, a bit-vector its signed number, a float its *key*: its
//! position in the order −∞ … −0, +0 … +∞. Keys allow floats to be bisected and stepped through like integers.

use term::{Sort, value};

/// A set of values of one sort: the numbers or keys from `lo` to `hi`, and possibly NaN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dom {
    pub(super) lo: i64,
    pub(super) hi: i64,
    pub(super) nan: bool,
}

/// The key of −0; the key of +0 is 0.
pub(super) const MINUS_ZERO: i64 = -1;

impl Dom {
    /// The interval from `lo` to `hi`, without NaN; empty if `lo` is greater than `hi`.
    pub(super) fn new(lo: i64, hi: i64) -> Dom {
        let (lo, hi) = if lo > hi { (0, -1) } else { (lo, hi) };
        Dom { lo, hi, nan: false }
    }

    /// The empty domain.
    pub(super) fn none() -> Dom {
        Dom::new(0, -1)
    }

    /// All values of a sort.
    pub(super) fn full(sort: Sort) -> Dom {
        match sort {
            Sort::Bool => Dom::new(0, 1),
            Sort::Bv(width) => Dom::of_exact(width, i128::MIN, i128::MAX),
            _ => Dom::numbers(sort).or_nan(true),
        }
    }

    /// All values of a float sort except NaN.
    pub(super) fn numbers(sort: Sort) -> Dom {
        let most = key(sort, of_float(sort, f64::INFINITY));
        Dom::new(-most - 1, most)
    }

    /// The domain of one value, given by its bits.
    pub(super) fn point(sort: Sort, bits: u64) -> Dom {
        if sort.is_float() && value::as_f64(sort, bits).is_nan() {
            return Dom::none().or_nan(true);
        }
        let at = key(sort, bits);
        Dom::new(at, at)
    }

    pub(super) fn bool(value: bool) -> Dom {
        Dom::new(value.into(), value.into())
    }

    /// An interval of exact integers; all values of the width if some do not fit, because these wrap.
    pub(super) fn of_wrapped(width: u32, lo: i128, hi: i128) -> Dom {
        let (least, most) = bounds(width);
        if lo < least || hi > most {
            return Dom::of_exact(width, least, most);
        }
        Dom::of_exact(width, lo, hi)
    }

    /// An interval of integers, restricted to the width.
    pub(super) fn of_exact(width: u32, lo: i128, hi: i128) -> Dom {
        let (least, most) = bounds(width);
        if lo > most || hi < least {
            return Dom::none();
        }
        Dom::new(lo.max(least) as i64, hi.min(most) as i64)
    }

    pub(super) fn or_nan(self, nan: bool) -> Dom {
        Dom {
            nan: self.nan || nan,
            ..self
        }
    }

    pub(super) fn without_nan(self) -> Dom {
        Dom { nan: false, ..self }
    }

    /// Whether the domain contains a number.
    pub(super) fn has_numbers(self) -> bool {
        self.lo <= self.hi
    }

    pub(super) fn is_empty(self) -> bool {
        !self.has_numbers() && !self.nan
    }

    /// The only value, if there is exactly one.
    pub(super) fn only(self, sort: Sort) -> Option<u64> {
        match (self.has_numbers(), self.nan) {
            (true, false) if self.lo == self.hi => Some(bits(sort, self.lo)),
            (false, true) => Some(of_float(sort, f64::NAN)),
            _ => None,
        }
    }

    /// The truth value, if it is decided.
    pub(super) fn truth(self) -> Option<bool> {
        (self.lo == self.hi).then_some(self.lo == 1)
    }

    pub(super) fn meet(self, other: Dom) -> Dom {
        Dom::new(self.lo.max(other.lo), self.hi.min(other.hi)).or_nan(self.nan && other.nan)
    }

    pub(super) fn join(self, other: Dom) -> Dom {
        let nan = self.nan || other.nan;
        match (self.has_numbers(), other.has_numbers()) {
            (false, _) => other.or_nan(nan),
            (_, false) => self.or_nan(nan),
            _ => Dom::new(self.lo.min(other.lo), self.hi.max(other.hi)).or_nan(nan),
        }
    }

    /// Removes the value `at`, if it is one of the bounds.
    pub(super) fn trim(self, at: i64) -> Dom {
        let lo = if self.lo == at { self.lo + 1 } else { self.lo };
        let hi = if self.hi == at { self.hi - 1 } else { self.hi };
        Dom::new(lo, hi).or_nan(self.nan)
    }

    /// Extends the domain by the other zero, if one zero is a bound: comparisons and sums do not distinguish them.
    pub(super) fn both_zeros(self) -> Dom {
        if !self.has_numbers() {
            return self;
        }
        let lo = if self.lo == 0 { MINUS_ZERO } else { self.lo };
        let hi = if self.hi == MINUS_ZERO { 0 } else { self.hi };
        Dom { lo, hi, ..self }
    }

    /// Keeps only whole numbers, infinities and NaN.
    pub(super) fn whole(self, sort: Sort) -> Dom {
        if !self.has_numbers() {
            return self;
        }
        let lo = key_of(sort, float(sort, self.lo).ceil());
        let hi = key_of(sort, float(sort, self.hi).floor());
        Dom::new(self.lo.max(lo), self.hi.min(hi)).or_nan(self.nan)
    }

    /// Bounds of the bit-vector read as an unsigned number.
    pub(super) fn unsigned(self, width: u32) -> (u64, u64) {
        let mask = value::mask(width);
        if self.lo >= 0 || self.hi < 0 {
            (self.lo as u64 & mask, self.hi as u64 & mask)
        } else {
            (0, mask)
        }
    }

    /// The values of a bit-vector that lie between two bounds when read as unsigned numbers.
    pub(super) fn meet_unsigned(self, width: u32, lo: i128, hi: i128) -> Dom {
        let (least, most) = bounds(width);
        let wrap = 2 * least;
        let (lo, hi) = (lo.clamp(0, -wrap), hi.clamp(-1, -wrap - 1));
        let natural = Dom::of_exact(width, lo, hi.min(most)).meet(self);
        let wrapped = Dom::of_exact(width, (lo + wrap).max(least), hi + wrap);
        let negative = Dom::new(least as i64, -1);
        natural.join(wrapped.meet(negative).meet(self))
    }
}

/// Smallest and largest signed number of a width.
pub(super) fn bounds(width: u32) -> (i128, i128) {
    let bound = 1i128 << (width - 1);
    (-bound, bound - 1)
}

/// Key of a value in the order of its sort; not for NaN.
pub(super) fn key(sort: Sort, bits: u64) -> i64 {
    match sort {
        Sort::Bool => bits as i64,
        Sort::Bv(width) => value::signed(width, bits),
        _ => {
            let sign = value::sign_bit(sort.bits());
            let size = (bits & (sign - 1)) as i64;
            if bits & sign == 0 { size } else { -size - 1 }
        }
    }
}

/// The value with a key.
pub(super) fn bits(sort: Sort, key: i64) -> u64 {
    match sort {
        Sort::Bool => key as u64,
        Sort::Bv(width) => key as u64 & value::mask(width),
        _ if key >= 0 => key as u64,
        _ => (-(key + 1)) as u64 | value::sign_bit(sort.bits()),
    }
}

/// The float with a key.
pub(super) fn float(sort: Sort, key: i64) -> f64 {
    value::as_f64(sort, bits(sort, key))
}

fn of_float(sort: Sort, x: f64) -> u64 {
    value::fp_to_fp(Sort::F64, sort, x.to_bits())
}

/// Key of a number, rounded to the sort.
pub(super) fn key_of(sort: Sort, x: f64) -> i64 {
    key(sort, of_float(sort, x))
}

/// Key of the next smaller *number*: both zeros count as one. −∞ maps to itself.
pub(super) fn down(sort: Sort, at: i64) -> i64 {
    let least = Dom::numbers(sort).lo;
    if at == 0 { -2 } else { (at - 1).max(least) }
}

/// Key of the next greater number.
pub(super) fn up(sort: Sort, at: i64) -> i64 {
    let most = Dom::numbers(sort).hi;
    if at == MINUS_ZERO {
        1
    } else {
        (at + 1).min(most)
    }
}

/// Key for comparisons, which is the same for both zeros.
pub(super) fn rank(at: i64) -> i64 {
    if at == MINUS_ZERO { 0 } else { at }
}
