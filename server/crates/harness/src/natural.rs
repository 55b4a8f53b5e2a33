//! Natural order of names: `t2` before `t10`.

use std::cmp::Ordering;

/// Compares names piece by piece, with runs of digits as numbers. Names that differ only in leading zeros are ordered
/// as text, so the order is total.
pub fn compare(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.as_bytes(), b.as_bytes());
    while let (Some(&x), Some(&y)) = (left.first(), right.first()) {
        let order = if x.is_ascii_digit() && y.is_ascii_digit() {
            let (x, y) = (take_number(&mut left), take_number(&mut right));
            x.len().cmp(&y.len()).then_with(|| x.cmp(y))
        } else {
            (left, right) = (&left[1..], &right[1..]);
            x.cmp(&y)
        };
        if order.is_ne() {
            return order;
        }
    }
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

/// Removes the digits at the start and returns them without leading zeros.
fn take_number<'a>(text: &mut &'a [u8]) -> &'a [u8] {
    let end = text
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    *text = rest;
    let zeros = digits.iter().take_while(|&&byte| byte == b'0').count();
    &digits[zeros..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_as_numbers() {
        let mut names = [
            "t10",
            "t2",
            "t",
            "ex01_10",
            "ex01_9",
            "t02",
            "a",
            "t2b",
            "t99999999999999999999999",
        ];
        names.sort_by(|a, b| compare(a, b));
        assert_eq!(
            names,
            [
                "a",
                "ex01_9",
                "ex01_10",
                "t",
                "t02",
                "t2",
                "t2b",
                "t10",
                "t99999999999999999999999"
            ]
        );
    }
}
