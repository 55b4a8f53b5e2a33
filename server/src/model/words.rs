//! Words for numbers and texts, as all clients use them.

/// `1 test`, `3 tests`.
pub(crate) fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Source text on one line of at most `width` characters.
pub(crate) fn one_line(text: &str, width: usize) -> String {
    let text: Vec<&str> = text.split_whitespace().collect();
    let text = text.join(" ");
    if text.chars().count() <= width {
        return text;
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// `41 ms`, `3.2 s`.
pub(crate) fn duration(ms: f64) -> String {
    if ms < 10.0 {
        format!("{ms:.1} ms")
    } else if ms < 1000.0 {
        format!("{ms:.0} ms")
    } else {
        format!("{:.1} s", ms / 1000.0)
    }
}
