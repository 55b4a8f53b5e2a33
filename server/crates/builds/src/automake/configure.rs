//! Reads `configure.ac`: the project's name and version, and macros with constant values.
//!
//! The file is a shell script with macros. Only macros that stand alone are used: what is
//! inside of `if … fi` or of another macro's arguments may or may not happen.

use crate::budget::LONGEST;
use crate::template::{Filling, Style, fill};
use crate::{Configured, Files, paths};
use std::collections::BTreeMap;

/// The most macros that are read.
const MOST: usize = 5_000;

/// What `configure.ac` says.
#[derive(Default)]
pub(super) struct Settings {
    /// Variables for `Makefile.am` and for `@NAME@` in templates.
    pub variables: BTreeMap<String, String>,
    /// Where the configuration header is, if there is one.
    pub header: Option<String>,
    /// The files that are written.
    pub configured: Vec<Configured>,
    /// The version of C, if one is asked for.
    pub standard: Option<String>,
}

/// A macro that stands alone, with its arguments.
struct Macro {
    name: String,
    arguments: Vec<String>,
}

/// Reads `configure.ac`, or its older name `configure.in`.
pub(super) fn read(files: &dyn Files) -> Settings {
    let mut settings = Settings::default();
    let text = files
        .read("configure.ac")
        .or_else(|| files.read("configure.in"));
    let Some(text) = text.filter(|text| text.len() < LONGEST) else {
        return settings;
    };
    let mut defines = BTreeMap::new();
    let mut outputs = Vec::new();
    let mut headers = Vec::new();
    for call in macros(&text) {
        let argument = |place: usize| call.arguments.get(place).map_or("", String::as_str);
        match call.name.as_str() {
            "AC_INIT" => start_project(&call.arguments, &mut settings, &mut defines),
            "AC_DEFINE" | "AC_DEFINE_UNQUOTED" => {
                let value = if call.arguments.len() > 1 {
                    argument(1)
                } else {
                    "1"
                };
                // A `$` is a shell variable, whose value is not known.
                if !(call.name == "AC_DEFINE_UNQUOTED" && value.contains(['$', '`'])) {
                    defines.insert(argument(0).to_string(), value.to_string());
                }
            }
            "AC_SUBST" if !argument(1).contains(['$', '`']) => {
                settings
                    .variables
                    .insert(argument(0).to_string(), argument(1).to_string());
            }
            "AC_CHECK_HEADERS" | "AC_CHECK_HEADER" => {
                let headers = argument(0).split_whitespace();
                let known = headers.filter(|header| paths::is_known_header(header));
                defines.extend(known.map(|header| (macro_of(header), "1".to_string())));
            }
            "AC_CONFIG_HEADERS" | "AC_CONFIG_HEADER" | "AM_CONFIG_HEADER" => {
                headers.extend(argument(0).split_whitespace().map(str::to_string));
            }
            "AC_CONFIG_FILES" | "AC_OUTPUT" => {
                outputs.extend(argument(0).split_whitespace().map(str::to_string));
            }
            "AC_PROG_CC_C99" => settings.standard = Some("gnu99".to_string()),
            _ => {}
        }
    }
    settings.header = headers.first().map(|header| output_of(header).to_string());
    write_templates(files, &mut settings, &defines, &headers, Style::Autoconf);
    // Of the other outputs, only headers and sources matter; Makefiles do not.
    outputs.retain(|output| ["h", "c"].contains(&paths::extension(output_of(output))));
    write_templates(
        files,
        &mut settings,
        &BTreeMap::new(),
        &outputs,
        Style::Autoconf,
    );
    settings
}

/// The macro for a header, such as `HAVE_SYS_TYPES_H`.
fn macro_of(header: &str) -> String {
    let name = header.to_ascii_uppercase();
    format!(
        "HAVE_{}",
        name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
    )
}

/// The written file of `output:input`.
fn output_of(pair: &str) -> &str {
    pair.split(':').next().unwrap_or(pair)
}

/// `AC_INIT(name, version, address, short name, address of the site)`.
fn start_project(
    arguments: &[String],
    settings: &mut Settings,
    defines: &mut BTreeMap<String, String>,
) {
    let argument = |place: usize| match arguments.get(place) {
        // The output of a command is not known.
        Some(text) if !text.contains("m4_") => text.clone(),
        _ => String::new(),
    };
    let (name, version) = (argument(0), argument(1));
    let short = argument(3);
    let plain: String = name
        .to_lowercase()
        .replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let short = if short.is_empty() { plain } else { short };
    for (key, value) in [
        ("PACKAGE_NAME", name.clone()),
        ("PACKAGE_VERSION", version.clone()),
        ("PACKAGE_STRING", format!("{name} {version}")),
        ("PACKAGE_BUGREPORT", argument(2)),
        ("PACKAGE_TARNAME", short.clone()),
        ("PACKAGE_URL", argument(4)),
        ("PACKAGE", short),
        ("VERSION", version.clone()),
    ] {
        defines.insert(key.to_string(), format!("\"{value}\""));
        settings.variables.insert(key.to_string(), value);
    }
}

/// Fills the templates of `output` or `output:input`.
fn write_templates(
    files: &dyn Files,
    settings: &mut Settings,
    defines: &BTreeMap<String, String>,
    pairs: &[String],
    style: Style,
) {
    for pair in pairs.iter().take(100) {
        let output = paths::clean(output_of(pair));
        let written = format!("{output}.in");
        let input = pair.split(':').nth(1).unwrap_or(&written);
        let Some(template) = files.read(input).filter(|text| text.len() < LONGEST) else {
            continue;
        };
        let value_of = |name: &str| {
            let value = defines.get(name).or_else(|| settings.variables.get(name));
            value.map(|text| Filling::Text(text.clone()))
        };
        let text = fill(&template, style, &value_of);
        settings.configured.push(Configured { path: output, text });
    }
}

/// The macros of a text that stand alone.
fn macros(text: &str) -> Vec<Macro> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut shell_depth = 0_usize;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    while let Some(start) = rest.find(|letter: char| is_part(letter) || letter == '#') {
        let (_, here) = rest.split_at(start);
        let end = here.find(|letter| !is_part(letter)).unwrap_or(here.len());
        let (word, after) = here.split_at(end);
        rest = after;
        if word.is_empty() || word == "dnl" {
            // A comment goes to the end of the line.
            rest = after
                .find('\n')
                .and_then(|end| after.get(end..))
                .unwrap_or_default();
            continue;
        }
        match word {
            "if" | "case" => shell_depth += 1,
            "fi" | "esac" => shell_depth = shell_depth.saturating_sub(1),
            _ => {}
        }
        if let Some(inside) = after.strip_prefix('(').filter(|_| word.contains('_')) {
            let mut arguments = Vec::new();
            rest = take_arguments(inside, &mut arguments);
            if shell_depth == 0 && found.len() < MOST {
                found.push(Macro {
                    name: word.to_string(),
                    arguments,
                });
            }
        }
    }
    found
}

/// Takes the arguments up to the closing parenthesis, and gives the text after it.
fn take_arguments<'a>(text: &'a str, arguments: &mut Vec<String>) -> &'a str {
    let mut argument = String::new();
    let mut brackets = 0_usize;
    let mut parentheses = 0_usize;
    for (place, letter) in text.char_indices() {
        let is_outside = brackets == 0 && parentheses == 0;
        match letter {
            '[' => brackets += 1,
            ']' => brackets = brackets.saturating_sub(1),
            '(' if brackets == 0 => parentheses += 1,
            ')' if is_outside => {
                arguments.push(argument.trim().to_string());
                return text.get(place + 1..).unwrap_or_default();
            }
            ')' if brackets == 0 => parentheses = parentheses.saturating_sub(1),
            ',' if is_outside => {
                arguments.push(std::mem::take(&mut argument).trim().to_string());
                continue;
            }
            _ => {}
        }
        // The outermost brackets only quote.
        let is_quote = (letter == '[' && brackets == 1) || (letter == ']' && brackets == 0);
        if !is_quote {
            argument.push(letter);
        }
    }
    arguments.push(argument.trim().to_string());
    ""
}
