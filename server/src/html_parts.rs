//! Parts of all HTML pages: the frame with its style, code in text, and differences.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::model::words::{KEEPS_LINES, visible};

const STYLE: &str = include_str!("cli/report/report.css");
/// Security policy: nothing may be loaded, whatever a program's text or output contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A self-contained page with this title and content; `style` is added to the common one.
pub(crate) fn page(title: &str, style: &str, content: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            body { (content) }
        }
    };
    // Whatever a program, a test or an output contains: the page has no control characters of its own.
    visible(&page.into_string(), KEEPS_LINES).into_owned()
}

/// Formats text with code in back quotes.
pub(crate) fn coded(text: &str) -> Markup {
    html! {
        @for (i, part) in text.split('`').enumerate() {
            @if i % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

/// Lines of a difference, each with its sign.
pub(crate) fn diff(lines: &[(char, String)]) -> Markup {
    html! {
        pre.diff {
            @for (sign, line) in lines {
                @let class = match sign { '-' => "gone", '+' => "new", _ => "same" };
                span class=(class) { (sign) " " (line) "\n" }
            }
        }
    }
}
