//! Circuits for whole words. Bit 0 of a slice is the lowest.

use batsat::Lit;

use super::gates::Gates;

impl Gates {
    /// The word of a constant, which may be wider than the number.
    pub(crate) fn number(&self, value: u64, width: usize) -> Vec<Lit> {
        (0..width as u32)
            .map(|i| self.constant(value.checked_shr(i).unwrap_or(0) & 1 == 1))
            .collect()
    }

    /// The value of a word of constant bits.
    pub(crate) fn as_number(&self, bits: &[Lit]) -> Option<u64> {
        bits.iter().enumerate().try_fold(0, |sum, (i, &bit)| {
            self.as_constant(bit).map(|bit| sum | (u64::from(bit) << i))
        })
    }

    /// Sum with carry, and the carry out: ripple-carry adder.
    pub(crate) fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Vec<Lit>, Lit) {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            sum.push(self.sum(a, b, carry));
            carry = self.majority(a, b, carry);
        }
        (sum, carry)
    }

    /// Difference, and "no borrow", which is `a ≥ b` unsigned.
    pub(crate) fn subtract(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Lit) {
        let one = self.constant(true);
        self.add(a, &complement(b), one)
    }

    /// Two's complement.
    pub(crate) fn negate(&mut self, a: &[Lit]) -> Vec<Lit> {
        let zero = self.number(0, a.len());
        self.subtract(&zero, a).0
    }

    /// `−a` if `negative`, else `a`.
    pub(crate) fn negate_if(&mut self, negative: Lit, a: &[Lit]) -> Vec<Lit> {
        // −a = ¬a + 1; both steps fold to nothing when `negative` is constantly false.
        let flipped: Vec<Lit> = a.iter().map(|&bit| self.xor(bit, negative)).collect();
        let zero = self.number(0, a.len());
        self.add(&flipped, &zero, negative).0
    }

    /// `a` if `c`, else `b`, bit by bit.
    pub(crate) fn choose(&mut self, c: Lit, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        a.iter().zip(b).map(|(&a, &b)| self.mux(c, a, b)).collect()
    }

    pub(crate) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same = a.iter().zip(b).map(|(&a, &b)| !self.xor(a, b)).collect();
        self.all(same)
    }

    /// Unsigned or signed `a < b`: computes only the borrow of `a − b`.
    pub(crate) fn less(&mut self, a: &[Lit], b: &[Lit], is_signed: bool) -> Lit {
        let mut less = self.constant(false);
        for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
            // The sign bit has negative weight, so its operands are swapped.
            let (x, y) = if is_signed && i + 1 == a.len() {
                (y, x)
            } else {
                (x, y)
            };
            less = self.majority(!x, y, less);
        }
        less
    }

    /// Shifts by `places`, which may exceed the width, with a barrel shifter: to the left if `left`, otherwise to the
    /// right. `fill` is shifted in.
    pub(crate) fn shift(&mut self, a: &[Lit], places: &[Lit], left: bool, fill: Lit) -> Vec<Lit> {
        let width = a.len();
        let mut word = a.to_vec();
        let mut far = Vec::new();
        for (stage, &on) in places.iter().enumerate() {
            let step = 1usize.checked_shl(stage as u32).unwrap_or(usize::MAX);
            if step >= width {
                far.push(on);
                continue;
            }
            word = (0..width)
                .map(|i| {
                    let from = if left {
                        i.checked_sub(step)
                    } else {
                        Some(i + step)
                    };
                    let moved = from.and_then(|i| word.get(i)).copied().unwrap_or(fill);
                    self.mux(on, moved, word[i])
                })
                .collect();
        }
        let far = self.any(far);
        word.into_iter()
            .map(|bit| self.mux(far, fill, bit))
            .collect()
    }

    /// The low `width` bits of the product of two signed words, which are extended as needed; also correct for unsigned
    /// words if `width` does not exceed theirs.
    ///
    /// Shift-add: one addition for each bit of the multiplier that may be 1. The multiplier is
    /// the operand with fewer such bits, without its repeated sign bits, so products of widened
    /// narrow numbers are narrow. A constant multiplier is recoded to digits −1, 0, 1 with no
    /// two neighbours non-zero (Reitwiesner 1960): a third of the digits are non-zero, not half.
    pub(crate) fn multiply(&mut self, a: &[Lit], b: &[Lit], width: usize) -> Vec<Lit> {
        let (a, b) = (without_repeated_sign(a), without_repeated_sign(b));

        // The multiplier `b` is the cheaper operand.
        let cost = |bits: &[Lit]| match self.as_number(bits) {
            Some(_) => 0,
            None => bits
                .iter()
                .filter(|&&bit| self.as_constant(bit) != Some(false))
                .count(),
        };
        let (a, b) = if cost(a) < cost(b) { (b, a) } else { (a, b) };
        let sign = a[a.len() - 1];
        let shifted = |gates: &Gates, places: usize| -> Vec<Lit> {
            let zeros = std::iter::repeat_n(gates.constant(false), places);
            zeros
                .chain(a.iter().copied())
                .chain(std::iter::repeat(sign))
                .take(width)
                .collect()
        };

        // A constant multiplier: one addition or subtraction for each of its digits.
        let mut product = self.number(0, width);
        if let Some(constant) = self.as_number(b) {
            let constant = term::value::signed(b.len() as u32, constant);
            for (place, digit) in signed_digits(constant) {
                let part = shifted(self, place);
                product = match digit {
                    1 => self.add(&product, &part, self.constant(false)).0,
                    _ => self.subtract(&product, &part).0,
                };
            }
            return product;
        }

        // Any other one: its last bit is the sign, so it counts negatively.
        for (place, &bit) in b.iter().enumerate().take(width) {
            let part = shifted(self, place);
            let part: Vec<Lit> = part.into_iter().map(|x| self.and(bit, x)).collect();
            product = if place + 1 == b.len() {
                self.subtract(&product, &part).0
            } else {
                self.add(&product, &part, self.constant(false)).0
            };
        }
        product
    }

    /// Whether the product of two signed words of one width does not fit that width.
    pub(crate) fn multiply_overflows(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let width = a.len();
        // A word without its repeated sign bits has as many bits as it needs, and the product
        // of such words fits the sum of their widths.
        let exact = without_repeated_sign(a).len() + without_repeated_sign(b).len();
        if exact <= width {
            return self.constant(false);
        }
        let product = self.multiply(a, b, exact);
        let sign = product[width - 1];
        let beyond: Vec<Lit> = product[width..]
            .iter()
            .map(|&bit| self.xor(bit, sign))
            .collect();
        self.any(beyond)
    }

    /// Unsigned quotient and remainder; for division by zero all ones and `a`, as in SMT-LIB.
    ///
    /// Restoring division: the remainder, and with it the subtractors, grow by one bit per step.
    pub(crate) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let width = a.len();
        if let Some(divisor) = self.as_number(b).filter(|&d| d != 0) {
            return self.divide_by(a, divisor);
        }
        let mut quotient = self.number(0, width);
        let mut rest: Vec<Lit> = Vec::with_capacity(width);
        for i in (0..width).rev() {
            rest.insert(0, a[i]);
            let (low, high) = b.split_at(rest.len());
            let (difference, no_borrow) = self.subtract(&rest, low);
            let too_big = self.any(high.iter().copied());
            let fits = self.and(no_borrow, !too_big);
            quotient[i] = fits;
            rest = self.choose(fits, &difference, &rest);
        }
        (quotient, rest)
    }

    /// Unsigned quotient and remainder for a constant divisor other than zero: the unique solution of
    /// `a = quotient * divisor + rest` with `rest < divisor`. A product with a constant takes only a few additions,
    /// much less than a division.
    fn divide_by(&mut self, a: &[Lit], divisor: u64) -> (Vec<Lit>, Vec<Lit>) {
        let (width, log) = (a.len(), divisor.ilog2() as usize);
        let no = self.constant(false);
        let wide = |mut word: Vec<Lit>, width: usize| {
            word.resize(width, no);
            word
        };
        if divisor.is_power_of_two() {
            return (
                wide(a[log..].to_vec(), width),
                wide(a[..log].to_vec(), width),
            );
        }
        let quotient: Vec<Lit> = (log..width).map(|_| self.fresh()).collect();
        let rest: Vec<Lit> = (0..=log).map(|_| self.fresh()).collect();
        let (quotient, rest) = (wide(quotient, width), wide(rest, width));
        // Less than 2^(width + 1), because the quotient has `width - log` bits and the divisor `log + 1`.
        let product = {
            let (q, d) = (
                wide(quotient.clone(), width + 1),
                self.number(divisor, width + 1),
            );
            self.multiply(&q, &d, width + 1)
        };
        let sum = self.add(&product, &wide(rest.clone(), width + 1), no).0;
        let (same, least) = (
            self.equal(&sum, &wide(a.to_vec(), width + 1)),
            self.less(&rest, &self.number(divisor, width), false),
        );
        self.clause(&[same]);
        self.clause(&[least]);
        (quotient, rest)
    }

    /// Signed quotient and remainder from the division of the absolute values.
    pub(crate) fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let (negative_a, negative_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (a, b) = (self.negate_if(negative_a, a), self.negate_if(negative_b, b));
        let (quotient, rest) = self.divide(&a, &b);
        let differ = self.xor(negative_a, negative_b);
        (
            self.negate_if(differ, &quotient),
            self.negate_if(negative_a, &rest),
        )
    }
}

fn complement(a: &[Lit]) -> Vec<Lit> {
    a.iter().map(|&bit| !bit).collect()
}

/// A signed word without redundant copies of its sign bit.
fn without_repeated_sign(a: &[Lit]) -> &[Lit] {
    let mut needed = a.len();
    while needed > 1 && a[needed - 1] == a[needed - 2] {
        needed -= 1;
    }
    &a[..needed]
}

/// The non-adjacent form of a number: positions with digits 1 or −1.
fn signed_digits(number: i64) -> Vec<(usize, i8)> {
    let mut rest = i128::from(number);
    let mut digits = Vec::new();
    let mut place = 0;
    while rest != 0 {
        if rest & 1 == 1 {
            let digit = if rest & 3 == 3 { -1 } else { 1 };
            digits.push((place, digit));
            rest -= i128::from(digit);
        }
        rest >>= 1;
        place += 1;
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::signed_digits;

    #[test]
    fn signed_digits_add_up_and_have_no_neighbours() {
        for number in (-300..300).chain([i64::MIN, i64::MAX, 0x5555_5555, -0x1234_5678]) {
            let digits = signed_digits(number);
            let sum: i128 = digits
                .iter()
                .map(|&(place, d)| i128::from(d) << place)
                .sum();
            assert_eq!(sum, i128::from(number));
            assert!(
                digits.windows(2).all(|pair| pair[0].0 + 1 < pair[1].0),
                "{number}"
            );
        }
    }
}
