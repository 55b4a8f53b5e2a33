//! Templates of headers, such as `config.h.in`: text in which names are replaced by values.
//!
//! All three build systems have them, with small differences: `@NAME@` and `${NAME}` in
//! lines, and whole lines that define a macro if a name has a value.

use crate::budget::LONGEST;

/// What a name of a template stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Filling {
    /// `#undef NAME`.
    Off,
    /// `#define NAME value`.
    Text(String),
}

/// How a template is filled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// `CMake`: `@NAME@`, `${NAME}`, `#cmakedefine`, `#cmakedefine01`.
    Cmake,
    /// `CMake` with `@ONLY`: as before, without `${NAME}`.
    CmakeAt,
    /// Meson: `@NAME@`, `#mesondefine`.
    Meson,
    /// autoconf: `#undef NAME`, and `@NAME@`.
    Autoconf,
}

/// Fills a template; `value_of` says what a name stands for, if it is known.
pub(crate) fn fill(text: &str, style: Style, value_of: &dyn Fn(&str) -> Option<Filling>) -> String {
    let mut result = String::new();
    for line in text.split_inclusive('\n') {
        if result.len() > LONGEST {
            break;
        }
        let ending = if line.ends_with('\n') { "\n" } else { "" };
        let body = line.trim_end_matches(['\n', '\r']);
        result.push_str(&fill_line(body, style, value_of));
        result.push_str(ending);
    }
    result
}

/// Fills one line.
fn fill_line(line: &str, style: Style, value_of: &dyn Fn(&str) -> Option<Filling>) -> String {
    let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
    let mut words = directive.unwrap_or_default().split_whitespace();
    let first = words.next().unwrap_or_default();
    let name = words.next().unwrap_or_default();
    let value = value_of(name);
    let undefined = format!("/* #undef {name} */");
    match (first, style) {
        ("cmakedefine01", Style::Cmake | Style::CmakeAt) => {
            let digit = i32::from(!is_off(value.as_ref()));
            format!("#define {name} {digit}")
        }
        ("cmakedefine", Style::Cmake | Style::CmakeAt) => {
            if is_off(value.as_ref()) {
                return undefined;
            }
            fill_names(&line.replacen("cmakedefine", "define", 1), style, value_of)
        }
        ("mesondefine", Style::Meson) => match value {
            Some(Filling::Text(text)) => format!("#define {name} {text}").trim_end().to_string(),
            Some(Filling::Off) => format!("#undef {name}"),
            None => undefined,
        },
        ("undef", Style::Autoconf) => match value {
            Some(Filling::Text(text)) => format!("#define {name} {text}").trim_end().to_string(),
            _ => undefined,
        },
        _ => fill_names(line, style, value_of),
    }
}

/// Whether a value counts as false for `CMake`.
fn is_off(value: Option<&Filling>) -> bool {
    match value {
        Some(Filling::Text(text)) => is_false(text),
        _ => true,
    }
}

/// Whether `CMake` takes a text as false.
pub(crate) fn is_false(text: &str) -> bool {
    let upper = text.to_ascii_uppercase();
    let words = ["", "0", "OFF", "NO", "FALSE", "N", "IGNORE", "NOTFOUND"];
    words.contains(&upper.as_str()) || upper.ends_with("-NOTFOUND")
}

/// Replaces `@NAME@` and, where the style has it, `${NAME}`.
fn fill_names(line: &str, style: Style, value_of: &dyn Fn(&str) -> Option<Filling>) -> String {
    let mut result = String::new();
    let mut rest = line;
    while let Some(place) = rest.find(['@', '$']) {
        let (before, found) = rest.split_at(place);
        result.push_str(before);
        if result.len() > LONGEST {
            return result;
        }
        let bracketed = found.strip_prefix("${").filter(|_| style == Style::Cmake);
        let inside = bracketed
            .or_else(|| found.strip_prefix('@'))
            .unwrap_or_default();
        let end = if bracketed.is_some() { '}' } else { '@' };
        let name = inside.split_once(end).filter(|split| is_name(split.0));
        let Some((name, after)) = name else {
            let mut letters = found.chars();
            result.extend(letters.next());
            rest = letters.as_str();
            continue;
        };
        match value_of(name) {
            Some(Filling::Text(text)) => result.push_str(&text),
            // autoconf leaves what it does not know; the others replace it by nothing.
            _ if style == Style::Autoconf => result.extend(["@", name, "@"]),
            _ => {}
        }
        rest = after;
    }
    result.push_str(rest);
    result
}

/// Whether this can be the name of a variable.
fn is_name(text: &str) -> bool {
    let may_be = |letter: char| letter.is_ascii_alphanumeric() || "_-.+/".contains(letter);
    !text.is_empty() && text.chars().all(may_be)
}

#[cfg(test)]
mod tests {
    use super::{Filling, Style, fill};

    #[test]
    fn templates_are_filled() {
        let value_of = |name: &str| match name {
            "V" => Some(Filling::Text("3".to_string())),
            "OFF" => Some(Filling::Off),
            _ => None,
        };
        for (style, line, expected) in [
            (Style::Cmake, "@V@ ${V} $V a@b", "3 3 $V a@b"),
            (Style::CmakeAt, "@V@ ${V}", "3 ${V}"),
            (Style::Cmake, "#cmakedefine V @V@\n", "#define V 3\n"),
            (Style::Cmake, "#cmakedefine V", "#define V"),
            (Style::Cmake, "#cmakedefine W 1", "/* #undef W */"),
            (Style::Cmake, "#cmakedefine01 W", "#define W 0"),
            (Style::Cmake, "# cmakedefine01 V", "#define V 1"),
            (Style::Meson, "#mesondefine V", "#define V 3"),
            (Style::Meson, "#mesondefine OFF", "#undef OFF"),
            (Style::Meson, "#mesondefine W", "/* #undef W */"),
            (Style::Autoconf, "#undef V", "#define V 3"),
            (Style::Autoconf, "#undef W", "/* #undef W */"),
            (Style::Autoconf, "v=@V@ @W@", "v=3 @W@"),
        ] {
            assert_eq!(fill(line, style, &value_of), expected);
        }
    }
}
