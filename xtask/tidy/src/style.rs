//! Rules that find places to review: names, documentation and lengths that the style guide (CONTRIBUTING.md)
//! discourages.

use std::collections::BTreeMap;

use syn::spanned::Spanned;
use syn::visit::Visit;

use crate::source::{Module, Repository};
use crate::{Finding, Rule};

/// Maximum numbers of lines of a file, and of a function without comments inside.
const LONG_FILE: usize = 600;
const LONG_FUNCTION: usize = 40;
/// Participles that do not end in `ed`.
const IRREGULAR: [&str; 24] = [
    "Told", "Came", "Ran", "Said", "Known", "Held", "Given", "Found", "Seen", "Made", "Kept",
    "Left", "Taken", "Written", "Done", "Gone", "Built", "Meant", "Shown", "Drawn", "Chosen",
    "Begun", "Lost", "Read",
];
/// Beginnings of documentation without a subject.
const ELLIPTIC: [&str; 10] = [
    "The same", "Of ", "It ", "Its ", "Those ", "They ", "That of", "As ", "And ", "But ",
];
/// Unidiomatic phrases.
const ODD: [&str; 12] = [
    "so many ",
    "so much ",
    "whoever",
    " comes of",
    "stands for itself",
    "in its own words",
    "the same, but",
    "nobody says",
    "of ours",
    "in vain",
    "what is left of",
    "at one's",
];

pub(crate) fn check(repository: &Repository) -> Vec<Rule> {
    let mut looks = Looks::default();
    for module in &repository.modules {
        looks.module = Some(module);
        let lines = module.text.lines().count();
        if lines > LONG_FILE {
            let message = format!("{lines} lines");
            looks.files.push(looks.finding(1, message));
        }
        looks.odd_phrases(&module.text);
        looks.visit_file(&module.tree);
    }
    let names = shared_names(looks.defined);
    let rule = |name, findings| Rule {
        name,
        is_error: false,
        findings,
    };
    vec![
        rule("types that are bare participles", looks.participles),
        rule("documentation without a subject", looks.docs),
        rule("odd phrases", looks.phrases),
        rule("names of three types or more", names),
        rule("long functions without a comment", looks.functions),
        rule("files of more than 600 lines", looks.files),
    ]
}

/// Names that three types or more have, each at its first place.
fn shared_names(defined: BTreeMap<String, Vec<Finding>>) -> Vec<Finding> {
    let mut names = Vec::new();
    for (name, places) in defined {
        if places.len() >= 3
            && let Some(first) = places.first()
        {
            let files: Vec<&str> = places.iter().map(|finding| finding.file.as_str()).collect();
            let message = format!(
                "`{name}` is the name of {} types: {}",
                places.len(),
                files.join(", ")
            );
            names.push(Finding {
                message,
                ..first.clone()
            });
        }
    }
    names
}

#[derive(Default)]
struct Looks<'a> {
    module: Option<&'a Module>,
    participles: Vec<Finding>,
    docs: Vec<Finding>,
    phrases: Vec<Finding>,
    functions: Vec<Finding>,
    files: Vec<Finding>,
    defined: BTreeMap<String, Vec<Finding>>,
}

impl Looks<'_> {
    fn finding(&self, line: usize, message: String) -> Finding {
        let file = self
            .module
            .map_or_else(String::new, |module| module.path.clone());
        Finding {
            file,
            line,
            message,
        }
    }

    fn odd_phrases(&mut self, text: &str) {
        for (line, text) in (1..).zip(text.lines()) {
            let Some(comment) = text.trim_start().strip_prefix("//") else {
                continue;
            };
            let comment = comment.to_lowercase();
            for phrase in ODD.iter().filter(|phrase| comment.contains(**phrase)) {
                let finding = self.finding(line, format!("`{}`", phrase.trim()));
                self.phrases.push(finding);
            }
        }
    }

    fn defines(&mut self, name: &syn::Ident) {
        let line = name.span().start().line;
        let name = name.to_string();
        let is_one_word = name.chars().filter(char::is_ascii_uppercase).count() == 1;
        let is_participle =
            name.ends_with("ed") && !name.ends_with("eed") || IRREGULAR.contains(&name.as_str());
        if is_one_word && is_participle {
            self.participles
                .push(self.finding(line, format!("`{name}`")));
        }
        let place = self.finding(line, String::new());
        self.defined.entry(name).or_default().push(place);
    }

    fn has_long_body(&mut self, name: &syn::Ident, block: &syn::Block) {
        let (start, end) = (block.span().start().line, block.span().end().line);
        let text = self.module.map_or("", |module| &module.text);
        let mut body = text.lines().skip(start).take(end.saturating_sub(start + 1));
        let has_comment = body.any(|line| line.trim_start().starts_with("//"));
        if end - start > LONG_FUNCTION && !has_comment {
            self.functions
                .push(self.finding(start, format!("`{name}`, {} lines", end - start)));
        }
    }
}

impl<'a> Visit<'a> for Looks<'a> {
    fn visit_item_struct(&mut self, item: &'a syn::ItemStruct) {
        self.defines(&item.ident);
        syn::visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'a syn::ItemEnum) {
        self.defines(&item.ident);
        syn::visit::visit_item_enum(self, item);
    }

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.has_long_body(&item.sig.ident, &item.block);
        syn::visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.has_long_body(&item.sig.ident, &item.block);
        syn::visit::visit_impl_item_fn(self, item);
    }

    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        let is_for_tests = item.ident == "tests";
        if !is_for_tests {
            syn::visit::visit_item_mod(self, item);
        }
    }

    fn visit_attribute(&mut self, attribute: &'a syn::Attribute) {
        if let syn::Meta::NameValue(pair) = &attribute.meta
            && pair.path.is_ident("doc")
            && let syn::Expr::Lit(literal) = &pair.value
            && let syn::Lit::Str(text) = &literal.lit
        {
            let text = text.value();
            let is_elliptic = ELLIPTIC
                .iter()
                .any(|start| text.trim_start().starts_with(start));
            // Only the first line of a comment is checked.
            let line = attribute.span().start().line;
            let above = self
                .module
                .and_then(|module| module.text.lines().nth(line.wrapping_sub(2)));
            let is_first = above.is_none_or(|above| !above.trim_start().starts_with("//"));
            if is_elliptic && is_first {
                self.docs
                    .push(self.finding(line, format!("`{}`", text.trim())));
            }
        }
    }
}
