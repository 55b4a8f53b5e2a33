//! Tools that select, order and count lines.

use super::Options;
use std::cmp::Ordering;

/// Lines, each with a newline.
fn joined<'l>(lines: impl IntoIterator<Item = &'l str>) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// `cut`.
pub(super) fn cut(options: &Options, text: &str) -> Option<String> {
    let list = options
        .value("f")
        .or(options.value("c"))
        .or(options.value("b"))?;
    let is_wanted = |number: usize| {
        list.split(',').any(|range| match range.split_once('-') {
            Some((first, last)) => {
                number >= first.parse().unwrap_or(1) && number <= last.parse().unwrap_or(usize::MAX)
            }
            None => range.parse() == Ok(number),
        })
    };
    let separator = options
        .value("d")
        .and_then(|text| text.chars().next())
        .unwrap_or('\t');
    let lines = text.lines().map(|line| {
        if !options.has("f") {
            return line
                .chars()
                .enumerate()
                .filter(|(at, _)| is_wanted(at + 1))
                .map(|(_, letter)| letter)
                .collect();
        }
        if !line.contains(separator) {
            return line.to_string();
        }
        let fields = line
            .split(separator)
            .enumerate()
            .filter(|(at, _)| is_wanted(at + 1));
        let fields: Vec<&str> = fields.map(|(_, field)| field).collect();
        fields.join(&separator.to_string())
    });
    let lines: Vec<String> = lines.collect();
    Some(joined(lines.iter().map(String::as_str)))
}

/// `head`.
pub(super) fn head(options: &Options, text: &str) -> Option<String> {
    if let Some(count) = options.value("c") {
        let count = count.parse().ok()?;
        return text.is_ascii().then(|| text.chars().take(count).collect());
    }
    let count = options
        .value("n")
        .or(options.value("lines"))
        .unwrap_or("10");
    let lines = text.split_inclusive('\n');
    match count.strip_prefix('-') {
        Some(count) => {
            let kept = text.lines().count().saturating_sub(count.parse().ok()?);
            Some(lines.take(kept).collect())
        }
        None => Some(lines.take(count.parse().ok()?).collect()),
    }
}

/// `tail`.
pub(super) fn tail(options: &Options, text: &str) -> Option<String> {
    if let Some(count) = options.value("c") {
        let count: usize = count.parse().ok()?;
        return text.is_ascii().then(|| {
            text.chars()
                .skip(text.len().saturating_sub(count))
                .collect()
        });
    }
    let count = options
        .value("n")
        .or(options.value("lines"))
        .unwrap_or("10");
    let skipped = match count.strip_prefix('+') {
        Some(first) => first.parse::<usize>().ok()?.saturating_sub(1),
        None => text
            .lines()
            .count()
            .saturating_sub(count.trim_start_matches('-').parse().ok()?),
    };
    Some(text.split_inclusive('\n').skip(skipped).collect())
}

/// `sort` of whole lines.
pub(super) fn sort(options: &Options, text: &str) -> Option<String> {
    // The order of versions is that of names well enough.
    if options.flags().any(|flag| !"nruV".contains(flag)) {
        return None;
    }
    let number = |line: &str| {
        let line = line.trim_start();
        let end = line.char_indices().find(|(at, letter)| {
            !(letter.is_ascii_digit() || *letter == '.' || (*at == 0 && *letter == '-'))
        });
        line.get(..end.map_or(line.len(), |(at, _)| at))
            .unwrap_or_default()
            .parse::<f64>()
            .unwrap_or(0.0)
    };
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_by(|left, right| {
        let by_number = if options.has("n") {
            number(left).total_cmp(&number(right))
        } else {
            Ordering::Equal
        };
        by_number.then_with(|| left.cmp(right))
    });
    if options.has("u") {
        lines.dedup();
    }
    if options.has("r") {
        lines.reverse();
    }
    Some(joined(lines))
}

/// `uniq`.
pub(super) fn uniq(options: &Options, text: &str) -> Option<String> {
    options.flags().next().is_none().then(|| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.dedup();
        joined(lines)
    })
}

/// `wc`.
pub(super) fn wc(options: &Options, text: &str) -> Option<String> {
    let counts = [
        ("l", text.matches('\n').count()),
        ("w", text.split_whitespace().count()),
        ("m", text.chars().count()),
        ("c", crate::script::escapes::bytes_of(text).len()),
    ];
    let is_plain = options.flags().next().is_none();
    let mut words: Vec<String> = counts
        .iter()
        .filter(|(name, _)| options.has(name) || (is_plain && *name != "m"))
        .map(|(_, count)| count.to_string())
        .collect();
    words.extend(options.operand(0).map(str::to_string));
    (options.operands.len() < 2).then(|| words.join(" ") + "\n")
}

/// `tac`.
#[expect(clippy::unnecessary_wraps, reason = "a row of the table of filters")]
pub(super) fn tac(_: &Options, text: &str) -> Option<String> {
    Some(joined(text.lines().rev()))
}

/// `awk` that prints one field.
pub(super) fn awk(options: &Options, text: &str) -> Option<String> {
    let script = options.operand(0)?.trim_matches(['{', '}', ' ', ';']);
    let number: usize = script
        .strip_prefix("print")?
        .trim()
        .strip_prefix('$')?
        .parse()
        .ok()?;
    let separator = options.value("F");
    let lines = text
        .lines()
        .map(|line| match (number.checked_sub(1), separator) {
            (None, _) => line,
            (Some(at), None) => line.split_whitespace().nth(at).unwrap_or_default(),
            (Some(at), Some(separator)) => line.split(separator).nth(at).unwrap_or_default(),
        });
    Some(joined(lines))
}
