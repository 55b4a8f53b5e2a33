//! Formatting of integers and pointers.

use super::{Flags, Spec, pad, pad_number, sign};

/// Prints an integer (`%d %i %u %o %x %X %b %B`). Only the low [`Spec::int_bits`] bits of `value` are used, as signed
/// or unsigned according to the conversion; so any extension of the argument to 64 bits will do.
pub fn format_int(out: &mut Vec<u8>, spec: &Spec, value: u64) {
    let shift = 64 - spec.int_bits();
    let (negative, magnitude) = if spec.is_signed() {
        let signed = ((value << shift) as i64) >> shift;
        (signed < 0, signed.unsigned_abs())
    } else {
        (false, (value << shift) >> shift)
    };
    let mut buffer = [0; 64];
    let digits = match spec.conv {
        b'x' => write_digits(&mut buffer, magnitude, 16, b"0123456789abcdef"),
        b'X' => write_digits(&mut buffer, magnitude, 16, b"0123456789ABCDEF"),
        b'o' => write_digits(&mut buffer, magnitude, 8, b"01234567"),
        b'b' | b'B' => write_digits(&mut buffer, magnitude, 2, b"01"),
        _ => write_digits(&mut buffer, magnitude, 10, b"0123456789"),
    };
    let alternate = spec.flags.has(Flags::ALTERNATE);
    let prefix: &[u8] = match spec.conv {
        b'd' | b'i' => sign(spec.flags, negative),
        b'x' if alternate && magnitude != 0 => b"0x",
        b'X' if alternate && magnitude != 0 => b"0X",
        b'b' if alternate && magnitude != 0 => b"0b",
        b'B' if alternate && magnitude != 0 => b"0B",
        _ => b"",
    };
    let mut least = spec.precision_value().unwrap_or(1);
    if spec.conv == b'o' && alternate {
        least = least.max(digits.len() + 1);
        if magnitude == 0 {
            least = spec.precision_value().unwrap_or(1).max(1);
        }
    }
    let zeros = spec.flags.has(Flags::ZERO) && spec.precision.is_none();
    if least <= digits.len() {
        pad_number(out, spec, prefix, digits, zeros);
    } else {
        let mut body = vec![b'0'; least - digits.len()];
        body.extend_from_slice(digits);
        pad_number(out, spec, prefix, &body, zeros);
    }
}

/// The digits of `value`, most significant first; empty for zero.
fn write_digits<'a>(
    buffer: &'a mut [u8; 64],
    mut value: u64,
    base: u64,
    digits: &[u8],
) -> &'a [u8] {
    let mut start = buffer.len();
    while value > 0 {
        start -= 1;
        buffer[start] = digits[(value % base) as usize];
        value /= base;
    }
    &buffer[start..]
}

/// Prints a pointer (`%p`) of this numeric value as glibc does: `(nil)` or hexadecimal.
pub fn format_ptr(out: &mut Vec<u8>, spec: &Spec, address: u64) {
    if address == 0 {
        pad(out, spec, b"(nil)");
        return;
    }
    let mut buffer = [0; 64];
    let digits = write_digits(&mut buffer, address, 16, b"0123456789abcdef");
    let mut prefix = sign(spec.flags, false).to_vec();
    prefix.extend_from_slice(b"0x");
    let mut body = vec![
        b'0';
        spec.precision_value()
            .unwrap_or(1)
            .saturating_sub(digits.len())
    ];
    body.extend_from_slice(digits);
    let zeros = spec.flags.has(Flags::ZERO) && spec.precision.is_none();
    pad_number(out, spec, &prefix, &body, zeros);
}
