//! Building blocks of sentences.

use ::trace::{NamedValue, Pointee, PointeeObject, Value, Written, address, quoted};
use eval::Life;
use syntax::Sources;

/// Most values in a sentence.
const MOST_VALUES: usize = 4;
/// Most bytes of a text that are shown.
const MOST_BYTES: usize = 40;

/// The values that a sentence shows: known ones, without that of the object that it is about.
pub(super) fn shown<'a>(
    seen: &'a [NamedValue],
    without: Option<&str>,
) -> impl Iterator<Item = &'a NamedValue> {
    let known = seen.iter().filter(|seen| seen.value.is_known());
    let without = without.map(str::to_owned);
    known
        .filter(move |seen| without.as_ref() != Some(&seen.name))
        .take(MOST_VALUES)
}

/// ` (a = 3, b = 7)`: the values before a statement; without that of the object that the sentence is about, whose old
/// value would be confusing.
pub(super) fn values(seen: &[NamedValue], without: Option<&str>, sources: &Sources) -> String {
    let shown = shown(seen, without).map(|NamedValue { name, value: known }| {
        format!("{name} = {}", value(known, sources)).replace('`', "'")
    });
    let shown: Vec<String> = shown.collect();
    if shown.is_empty() {
        String::new()
    } else {
        format!(" ({})", shown.join(", "))
    }
}

/// A value as text: as in C, and in words where C has none.
pub fn value(value: &Value, sources: &Sources) -> String {
    if let Value::Text { bytes, has_end, .. } = value {
        let more = if bytes.len() > MOST_BYTES { "…" } else { "" };
        let end = if *has_end { "" } else { " without its end" };
        let shown = quoted(&bytes[..bytes.len().min(MOST_BYTES)]);
        return format!("{shown}{more}{end}");
    }
    if let Some(constant) = value.constant() {
        return constant;
    }
    match value {
        Value::Indeterminate => "not set".to_owned(),
        Value::Unreadable => "gone".to_owned(),
        Value::Address(bits) => format!("{bits:#x}"),
        Value::MadeFromAddress => "a number made from an address".to_owned(),
        Value::Pointer(pointee) => pointer(pointee, sources),
        Value::Array(elements, has_more) => {
            let each = elements.iter().map(|element| self::value(element, sources));
            let more = has_more.then(|| "…".to_owned());
            let all: Vec<String> = each.chain(more).collect();
            format!("{{{}}}", all.join(", "))
        }
        Value::Record(members) => {
            let each = members.iter();
            let each =
                each.map(|(name, member)| format!("{name} = {}", self::value(member, sources)));
            format!("{{{}}}", each.collect::<Vec<_>>().join(", "))
        }
        _ => "{…}".to_owned(),
    }
}

/// The object that a pointer points to.
pub(super) fn pointer(pointee: &Pointee, sources: &Sources) -> String {
    let Pointee {
        object,
        offset,
        life,
    } = pointee;
    // What the name does not mean here is told with the place of its declaration.
    let (owner, has_owner) = match object {
        PointeeObject::Variable {
            function,
            in_scope: false,
            ..
        } => match function {
            Some(function) => (format!(" of {function}()"), true),
            None => (" at file scope".to_owned(), false),
        },
        _ => (String::new(), false),
    };
    let gone = match life {
        Life::Live => "",
        Life::Freed => ", which is freed",
        Life::Ended => ", whose block was left",
        Life::Returned if has_owner => ", which has returned",
        Life::Returned => ", whose function has returned",
    };
    let place = match (object, offset) {
        (PointeeObject::Unknown, _) => "somewhere".to_owned(),
        (PointeeObject::Outside(name), offset) => within(name, offset.cast_signed()),
        (PointeeObject::Block { .. }, offset) => {
            within(&block(object, sources), offset.cast_signed())
        }
        (PointeeObject::Variable { name, path, .. }, offset) => match path {
            Some(path) => address(name, path),
            None if *offset == 0 => format!("&{name}"),
            None => {
                let sign = if offset.cast_signed() < 0 { '-' } else { '+' };
                let distance = offset.cast_signed().unsigned_abs();
                format!("&{name} {sign} {distance} bytes")
            }
        },
    };
    format!("{place}{owner}{gone}")
}

/// A place at an offset in bytes from the start of an object.
fn within(object: &str, offset: i64) -> String {
    if offset == 0 {
        return object.to_owned();
    }
    let side = if offset < 0 { "before" } else { "into" };
    format!("{} bytes {side} {object}", offset.unsigned_abs())
}

/// `the 2nd struct node from line 18`
fn block(object: &PointeeObject, sources: &Sources) -> String {
    let PointeeObject::Block { number, kind, born } = object else {
        return "memory".to_owned();
    };
    let kind = if kind.is_empty() { "block" } else { kind };
    let line = sources.line_col(*born).0;
    format!("the {} {kind} from line {line}", ordinal(*number))
}

/// The name of an object that was written.
pub(super) fn object(written: &Written, sources: &Sources) -> String {
    match &written.block {
        Some(of) => format!("a part of {}", block(of, sources)),
        None => format!("`{}`", written.name),
    }
}

/// `1st`, `2nd`, `3rd`, `4th`
pub(super) fn ordinal(n: usize) -> String {
    let end = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}

/// A clause as a sentence: its first letter in upper case, unless a name begins it.
pub(super) fn sentence(clause: &str) -> String {
    let mut chars = clause.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_several_blocks_are_said_as_in_english() {
        assert_eq!(
            [1, 2, 3, 11, 23].map(ordinal),
            ["1st", "2nd", "3rd", "11th", "23rd"]
        );
    }
}
