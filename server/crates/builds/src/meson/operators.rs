//! The operators of Meson, and the elements of its lists and dictionaries.

use super::value::Value;
use crate::paths;

/// The value of an operator; unknown if the values do not go together.
pub(super) fn operate(operator: &str, left: Value, right: Value) -> Value {
    match (operator, left, right) {
        ("==", left, right) if is_known(&left) && is_known(&right) => Value::Truth(left == right),
        ("!=", left, right) if is_known(&left) && is_known(&right) => Value::Truth(left != right),
        ("in", item, list) => contains(&list, &item).map_or(Value::Unknown, Value::Truth),
        ("not in", item, list) => {
            contains(&list, &item).map_or(Value::Unknown, |found| Value::Truth(!found))
        }
        ("+", Value::Text(left), Value::Text(right)) => Value::Text(left + &right),
        ("/", Value::Text(left), Value::Text(right)) => Value::Text(paths::join(&left, &right)),
        ("+", Value::List(mut left), Value::List(right)) => {
            left.extend(right);
            Value::List(left)
        }
        ("+", Value::List(mut left), right) => {
            left.push(right);
            Value::List(left)
        }
        ("+", Value::Dictionary(mut left), Value::Dictionary(right)) => {
            left.retain(|item| !right.iter().any(|other| other.key == item.key));
            left.extend(right);
            Value::Dictionary(left)
        }
        (operator, Value::Number(left), Value::Number(right)) => calculate(operator, left, right),
        _ => Value::Unknown,
    }
}

/// Whether a value is known.
fn is_known(value: &Value) -> bool {
    *value != Value::Unknown
}

/// The value of an operator on numbers.
fn calculate(operator: &str, left: i64, right: i64) -> Value {
    let number = match operator {
        "<" => return Value::Truth(left < right),
        "<=" => return Value::Truth(left <= right),
        ">" => return Value::Truth(left > right),
        ">=" => return Value::Truth(left >= right),
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        _ => left.checked_rem(right),
    };
    number.map_or(Value::Unknown, Value::Number)
}

/// Whether a list, dictionary or string contains an item.
pub(super) fn contains(list: &Value, item: &Value) -> Option<bool> {
    match (list, item) {
        (Value::List(items), item) => Some(items.contains(item)),
        (Value::Dictionary(items), Value::Text(key)) => {
            Some(items.iter().any(|item| item.key == *key))
        }
        (Value::Text(text), Value::Text(part)) => Some(text.contains(part.as_str())),
        _ => None,
    }
}

/// The item of a list or dictionary at an index.
pub(super) fn at_index(value: &Value, index: &Value) -> Value {
    match (value, index) {
        (Value::List(items), Value::Number(number)) => {
            let place = if *number < 0 {
                isize::try_from(*number)
                    .ok()
                    .and_then(|back| items.len().checked_add_signed(back))
            } else {
                usize::try_from(*number).ok()
            };
            place
                .and_then(|place| items.get(place))
                .cloned()
                .unwrap_or(Value::Unknown)
        }
        (Value::Dictionary(items), Value::Text(key)) => {
            let found = items.iter().find(|item| item.key == *key);
            found.map_or(Value::Unknown, |item| item.value.clone())
        }
        _ => Value::Unknown,
    }
}
