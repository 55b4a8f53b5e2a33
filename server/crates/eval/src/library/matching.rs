//! Output of a symbolic run, matched against the expected one.
//!
//! Known bytes must be the next expected ones, otherwise the run is dead; a symbolic number may print each prefix of the
//! expected rest that reads back as a number, and the run forks once for each, with the constraint that the value is
//! that number. So in every live run the position in the expected output is known.

use std::sync::Arc;

use harness::{Compare, Matcher};
use ir::text::accept::{FloatSet, float_candidates, int_candidates};
use ir::text::printf::{Spec, format_float, format_int};
use ir::{BinOp, Scalar};

use super::Given;
use super::element::Element;
use crate::arith;
use crate::domain::Domain;
use crate::machine::Machine;
use crate::stop::{Continuation as Way, Stop};

/// Most ways in which the output of one call may match; with more, a symbolic run is abandoned.
const MAX_WAYS: usize = 2000;

impl<D: Domain> Machine<'_, D> {
    pub(super) fn match_elements(
        &mut self,
        matcher: Matcher,
        elements: &[Element<D::Bits>],
    ) -> Given<D> {
        let mut ways = vec![Way {
            output: matcher,
            constraints: Vec::new(),
            text: Vec::new(),
        }];
        for e in elements {
            if let Element::Known(bytes) = e {
                let expected = &self.expected;
                ways.retain_mut(|way| {
                    way.text.extend_from_slice(bytes);
                    way.output.feed(expected, bytes)
                });
            } else {
                let mut next = Vec::new();
                for way in ways {
                    self.match_unknown(&way, e, &mut next);
                }
                ways = next;
            }
            if ways.is_empty() {
                return Err(Box::new(Stop::Dead));
            }
            if ways.len() > MAX_WAYS {
                return self.unmodelled("output that could match in thousands of ways");
            }
        }
        match ways.pop() {
            Some(way) if ways.is_empty() => {
                let printed = way.text.len();
                self.state.proceed(way);
                self.int(printed as i32)
            }
            last => {
                ways.extend(last);
                Err(Box::new(Stop::Options(ways)))
            }
        }
    }

    fn match_unknown(&mut self, way: &Way, e: &Element<D::Bits>, out: &mut Vec<Way>) {
        let expected = Arc::clone(&self.expected);
        // Where the expected output may begin anywhere, the printed text may be unrelated to it.
        if !expected.is_known() || expected.may_stand_anywhere() {
            out.push(way.clone());
        }
        if !expected.is_known() {
            return;
        }
        for output in way.output.states(&expected) {
            let start = Way {
                output,
                ..way.clone()
            };
            let Some(rest) = start.output.rest(&expected) else {
                continue;
            };
            let exact = expected.compare() == Compare::Exact;
            let rest = if exact { rest } else { rest.trim_ascii_start() };
            match e {
                Element::Known(_) => {}
                Element::Int(spec, ty, bits) => {
                    let guess = if exact {
                        *spec
                    } else {
                        Spec {
                            width: None,
                            ..*spec
                        }
                    };
                    for c in int_candidates(&guess, rest) {
                        self.match_int(&start, spec, *ty, *bits, c.value, out);
                    }
                }
                Element::Float(spec, bits) => {
                    let guess = if exact {
                        *spec
                    } else {
                        Spec {
                            width: None,
                            ..*spec
                        }
                    };
                    for c in float_candidates(&guess, rest) {
                        self.match_float(&start, spec, *bits, c.values, out);
                    }
                }
                Element::Char(bits) => {
                    for byte in rest.first().copied().into_iter().chain(separators(exact)) {
                        let known = D::constant(u64::from(byte));
                        let c = self.dom.compare(BinOp::Eq, Scalar::U8, *bits, known);
                        self.constrained(&start, &[byte], &[c], out);
                    }
                }
            }
        }
    }

    fn match_int(
        &mut self,
        way: &Way,
        spec: &Spec,
        ty: Scalar,
        bits: D::Bits,
        value: u64,
        out: &mut Vec<Way>,
    ) {
        let wide = spec.int_bits();
        if wide > ty.bits() && value >> ty.bits() != 0 {
            return;
        }
        let unsigned = unsigned_of_bits(ty.bits());
        let same = self.dom.cast(ty, unsigned, bits);
        let (looked_at, as_ty) = if wide < ty.bits() {
            let narrow = unsigned_of_bits(wide);
            (self.dom.cast(unsigned, narrow, same), narrow)
        } else {
            (same, unsigned)
        };
        let constant = D::constant(arith::extend(as_ty, value));
        let c = self.dom.compare(BinOp::Eq, as_ty, looked_at, constant);
        let mut text = Vec::new();
        format_int(&mut text, spec, value);
        self.constrained(way, &text, &[c], out);
    }

    fn match_float(
        &mut self,
        way: &Way,
        spec: &Spec,
        bits: D::Bits,
        values: FloatSet,
        out: &mut Vec<Way>,
    ) {
        let FloatSet::Range { lo, hi, negative } = values else {
            return;
        };
        let (low, high) = (D::constant(lo.to_bits()), D::constant(hi.to_bits()));
        let mut conditions = vec![
            self.dom.compare(BinOp::Le, Scalar::F64, low, bits),
            self.dom.compare(BinOp::Le, Scalar::F64, bits, high),
        ];
        if lo <= 0.0 && hi >= 0.0 {
            // `<=` does not distinguish the zeros, but their texts differ: exclude the zero of the other sign.
            let zero = D::constant(if negative { 0 } else { (-0.0f64).to_bits() });
            if let Some(c) = self.not_identical(bits, zero) {
                conditions.push(c);
            }
        }
        let mut text = Vec::new();
        format_float(&mut text, spec, lo);
        self.constrained(way, &text, &conditions, out);
    }

    fn not_identical(&mut self, a: D::Bits, b: D::Bits) -> Option<D::Cond> {
        let (x, y) = (
            self.dom.bits_term(Scalar::F64, a),
            self.dom.bits_term(Scalar::F64, b),
        );
        let pool = self.dom.pool()?;
        let same = pool.eq(x, y);
        let bits = pool.bv_of_bool(same, 8);
        let bits = self.dom.of_term(Scalar::U8, bits);
        Some(
            self.dom
                .compare(BinOp::Eq, Scalar::U8, bits, D::constant(0)),
        )
    }

    fn constrained(&mut self, way: &Way, text: &[u8], conditions: &[D::Cond], out: &mut Vec<Way>) {
        let mut next = way.clone();
        if !next.output.feed(&self.expected, text) {
            return;
        }
        next.text.extend_from_slice(text);
        for c in conditions {
            match D::truth(*c) {
                Some(true) => {}
                Some(false) => return,
                None => next.constraints.push(self.dom.cond_term(*c)),
            }
        }
        out.push(next);
    }
}

/// White space that may be printed instead of the expected byte where output is not compared exactly.
fn separators(exact: bool) -> impl Iterator<Item = u8> {
    let blanks: &[u8] = if exact { b"" } else { b" \n\t" };
    blanks.iter().copied()
}

fn unsigned_of_bits(bits: u32) -> Scalar {
    match bits {
        8 => Scalar::U8,
        16 => Scalar::U16,
        32 => Scalar::U32,
        _ => Scalar::U64,
    }
}
