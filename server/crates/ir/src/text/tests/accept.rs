//! The inverse of printing: every candidate prints the expected text, and no value that prints it is missing.

use super::Random;
use crate::text::accept::{FloatSet, float_candidates, int_candidates};
use crate::text::printf::{FormatPiece, Spec, format_float, format_int, parse_format};

fn spec(format: &str) -> Spec {
    match parse_format(format.as_bytes()).unwrap().as_slice() {
        [FormatPiece::Conversion(spec)] => *spec,
        other => panic!("{format} is {other:?}"),
    }
}

fn ints(format: &str, rest: &str) -> Vec<(usize, i64)> {
    let spec = spec(format);
    let shift = 64 - spec.int_bits();
    let value = |value: u64| {
        if spec.is_signed() {
            ((value << shift) as i64) >> shift
        } else {
            value as i64
        }
    };
    int_candidates(&spec, rest.as_bytes())
        .iter()
        .map(|c| (c.len, value(c.value)))
        .collect()
}

#[test]
fn integers_are_read_back() {
    assert_eq!(ints("%d", "123 4"), [(3, 123), (2, 12), (1, 1)]);
    assert_eq!(ints("%d", "-10\n"), [(3, -10), (2, -1)]);
    assert_eq!(ints("%d", "-0"), []);
    assert_eq!(ints("%d", "007"), [(1, 0)]);
    assert_eq!(ints("%03d", "007"), [(3, 7)]);
}

#[test]
fn widths_flags_and_precisions_are_respected() {
    assert_eq!(ints("%3d", "  7"), [(3, 7)]);
    assert_eq!(ints("%3d", " 7"), []);
    assert_eq!(ints("%-4d", "12  x"), [(4, 12)]);
    assert_eq!(ints("%+d", "+5"), [(2, 5)]);
    assert_eq!(ints("% d", " 5"), [(2, 5)]);
    assert_eq!(ints("%.0d", "x"), [(0, 0)]);
    assert_eq!(ints("%#x", "0x1fz"), [(4, 0x1f), (3, 1), (1, 0)]);
    assert_eq!(
        ints("%u", "4294967296"),
        [
            (9, 429_496_729),
            (8, 42_949_672),
            (7, 4_294_967),
            (6, 429_496),
            (5, 42_949),
            (4, 4_294),
            (3, 429),
            (2, 42),
            (1, 4)
        ]
    );
    assert_eq!(ints("%hhd", "-129"), [(3, -12), (2, -1)]);
}

#[test]
fn whatever_is_printed_is_among_the_candidates() {
    let formats = [
        "%d", "%5d", "%-7d", "%+05d", "%.3d", "%x", "%#X", "%#o", "%u", "%ld", "%08lx", "% .0d",
        "%hhu", "%b",
    ];
    let mut random = Random(77);
    for _ in 0..20_000 {
        let spec = spec(random.pick(&formats));
        let mask = u64::MAX >> (64 - spec.int_bits());
        let mut value = random.next() >> random.below(64);
        if random.chance(50) {
            value = value.wrapping_neg();
        }
        let mut text = Vec::new();
        format_int(&mut text, &spec, value);
        let len = text.len();
        text.extend_from_slice(
            random
                .pick(&["", " ", "5", "x1", "\n", "00", "   "])
                .as_bytes(),
        );
        let candidates = int_candidates(&spec, &text);
        assert!(
            candidates
                .iter()
                .any(|c| c.len == len && c.value == value & mask),
            "{spec:?} {value} in {:?}: {candidates:?}",
            String::from_utf8_lossy(&text)
        );
        for candidate in candidates {
            let mut again = Vec::new();
            format_int(&mut again, &spec, candidate.value);
            assert_eq!(again, text[..candidate.len]);
        }
    }
}

#[test]
fn the_interval_of_a_float_is_exact() {
    let one = float_candidates(&spec("%.1f"), b"1.5 ");
    assert_eq!(one.len(), 1);
    let FloatSet::Range { lo, hi, negative } = one[0].values else {
        panic!("{one:?}")
    };
    // The double 1.45 is a little less than the decimal, and 1.55 a little more: neither prints as 1.5.
    assert_eq!(
        (one[0].len, lo, hi, negative),
        (3, 1.45_f64.next_up(), 1.55_f64.next_down(), false)
    );
    let lens = |format, rest: &str| {
        float_candidates(&spec(format), rest.as_bytes())
            .iter()
            .map(|c| c.len)
            .collect::<Vec<_>>()
    };
    assert_eq!(lens("%g", "1e+100"), [6, 5, 1]);
    assert_eq!(lens("%.0f", "12.5"), [2, 1]);
    assert_eq!(lens("%f", "inf"), [3]);
    assert_eq!(lens("%f", "-nan"), [4]);
    assert_eq!(lens("%.2f", "abc"), [] as [usize; 0]);
    assert_eq!(lens("%6.2f", "  3.14x"), [6]);
}

#[test]
fn the_sign_of_zero_is_kept() {
    let zero = |rest: &str| float_candidates(&spec("%.2f"), rest.as_bytes())[0].values;
    let FloatSet::Range { lo, hi, negative } = zero("-0.00") else {
        panic!()
    };
    assert!(negative && lo == (-0.005_f64).next_up() && hi.to_bits() == (-0.0_f64).to_bits());
    let FloatSet::Range { lo, hi, negative } = zero("0.00") else {
        panic!()
    };
    assert!(!negative && hi == 0.005_f64.next_down() && lo.to_bits() == 0);
}

#[test]
fn intervals_hold_their_value_and_end_where_the_text_changes() {
    let formats = [
        "%f", "%.2f", "%8.3f", "%e", "%.0e", "%g", "%.3g", "%-12g", "%+.1f", "%.17g", "%.20e",
        "%a", "%.1a", "%#.0f", "%08.2f",
    ];
    let mut random = Random(99);
    for _ in 0..3_000 {
        let spec = spec(random.pick(&formats));
        let value = match random.below(4) {
            0 => random.below(2_000_000) as f64 / 1000.0 - 1000.0,
            1 => random.below(1000) as f64,
            2 => -(random.below(100) as f64) / 8.0,
            _ => f64::from_bits(random.next()),
        };
        let print = |value: f64| {
            let mut text = Vec::new();
            format_float(&mut text, &spec, value);
            text
        };
        let mut text = print(value);
        let len = text.len();
        text.extend_from_slice(random.pick(&["", " ", "5", "e+05", "\n", ".0"]).as_bytes());
        let candidates = float_candidates(&spec, &text);
        let shown = String::from_utf8_lossy(&text);
        let found = candidates.iter().find(|c| c.len == len);
        let found =
            found.unwrap_or_else(|| panic!("{spec:?} {value} in {shown:?}: {candidates:?}"));
        match found.values {
            FloatSet::Nan { negative } => {
                assert!(value.is_nan() && negative == value.is_sign_negative());
            }
            FloatSet::Range { lo, hi, negative } => {
                assert!(
                    lo <= value && value <= hi && negative == value.is_sign_negative(),
                    "{shown:?} {found:?}"
                );
                assert!(print(lo) == text[..len] && print(hi) == text[..len]);
                assert!(
                    lo.to_bits() << 1 == 0
                        || lo.is_infinite()
                        || print(lo.next_down()) != text[..len]
                );
                assert!(
                    hi.to_bits() << 1 == 0
                        || hi.is_infinite()
                        || print(hi.next_up()) != text[..len]
                );
            }
        }
    }
}
