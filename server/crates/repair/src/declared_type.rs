//! Fixes of declared types: a sum that overflows its 32 bits, a difference of time stamps that may be negative, a byte
//! that has a sign. The fault shows wherever the object is used, but no expression contains it. So the types with which
//! objects, members, parameters and results are declared are exchanged for others of the kind, one at a time. Types
//! with which gcc would warn, for instance about a format, are not tried.

use ir::Program;
use syntax::ast::{Name, Specs, TypeSpec};
use syntax::visit::each_specs;
use syntax::{Parse, Span};

use crate::limits::{DOUBTED_TYPE, PLAUSIBLE_TYPE};
use crate::macros::is_part_of_name;
use crate::patch::{Fix, TextEdit};
use crate::validate::Fixer;

/// Types, and what each may have been meant to be, likeliest first. Names of `stdint.h` stand for themselves.
const OTHERS: [(&str, &[&str]); 16] = [
    ("char", &["int", "unsigned char"]),
    ("signed char", &["int", "unsigned char"]),
    ("unsigned char", &["int", "signed char"]),
    ("short", &["int", "unsigned short"]),
    ("unsigned short", &["unsigned", "short"]),
    (
        "int",
        &["long long", "double", "unsigned", "uint16_t", "uint8_t"],
    ),
    ("unsigned", &["unsigned long long", "int"]),
    ("unsigned int", &["unsigned long long", "int"]),
    ("float", &["double"]),
    ("size_t", &["int"]),
    ("int8_t", &["int16_t", "uint8_t"]),
    ("uint8_t", &["uint16_t", "int8_t"]),
    ("int16_t", &["int32_t", "uint16_t"]),
    ("uint16_t", &["uint32_t", "int16_t"]),
    ("int32_t", &["int64_t", "uint32_t"]),
    ("uint32_t", &["uint64_t", "int32_t"]),
];

/// A declared type that may be wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct DeclaredType {
    /// The specifiers.
    specs: Span,
    /// The words of the type among them.
    words: Span,
    /// Other types.
    others: Vec<(&'static str, TypeSpec)>,
}

/// The types that the user's files declare objects with, in order of place.
pub fn declared_types(parse: &Parse) -> Vec<DeclaredType> {
    let mut found: Vec<DeclaredType> = Vec::new();
    // The system says what `main` returns.
    let of_main = parse.unit.functions().find(|f| {
        let name = f.declarator.name.as_ref();
        name.is_some_and(|name| name.text == "main")
    });
    let of_main = of_main.map(|f| f.specs.span);
    each_specs(&mut parse.unit.clone(), &mut |specs| {
        let is_same = |known: &DeclaredType| parse.sources.are_same(known.specs, specs.span);
        let is_new = !found.iter().any(is_same);
        let is_new = is_new && Some(specs.span) != of_main;
        found.extend(declared_type(specs, parse).filter(|_| is_new));
    });
    found.sort_by_key(|declared| declared.specs);
    found
}

fn declared_type(specs: &Specs, parse: &Parse) -> Option<DeclaredType> {
    if parse.sources.is_built_in(specs.span) || parse.macro_use_at(specs.span).is_some() {
        return None;
    }
    let text = parse.sources.text(specs.span);
    // The longest name: `unsigned char` is no `char`.
    let names = OTHERS.iter().filter_map(|(name, others)| {
        let at = text.find(name).filter(|at| is_word(text, *at, name))?;
        Some((at, *name, *others))
    });
    let (at, name, others) = names.max_by_key(|(_, name, _)| name.len())?;
    let is_left = ["long", "short", "struct", "union", "enum", "typeof"];
    let rest = [&text[..at], &text[at + name.len()..]].concat();
    if rest.split_whitespace().any(|word| is_left.contains(&word)) {
        return None;
    }
    let start = specs.span.start + at as u32;
    let texts = || parse.sources.texts_of_user();
    let others = others.iter().filter_map(|other| {
        let is_known = !other.ends_with("_t")
            || texts().any(|text| text.contains("int8_t") || text.contains(other));
        Some((*other, spec(other))).filter(|_| is_known || name.ends_with("_t"))
    });
    Some(DeclaredType {
        specs: specs.span,
        words: Span {
            start,
            end: start + name.len() as u32,
            ..specs.span
        },
        others: others.collect(),
    })
}

/// Whether a name at a position of a text is no part of a longer one.
fn is_word(text: &str, at: usize, name: &str) -> bool {
    !text[..at].ends_with(is_part_of_name) && !text[at + name.len()..].starts_with(is_part_of_name)
}

fn spec(name: &str) -> TypeSpec {
    match name {
        "int" => TypeSpec::Int,
        "signed char" => TypeSpec::SignedChar,
        "unsigned char" => TypeSpec::UnsignedChar,
        "short" => TypeSpec::Short,
        "unsigned short" => TypeSpec::UnsignedShort,
        "unsigned" => TypeSpec::UnsignedInt,
        "long long" => TypeSpec::LongLong,
        "unsigned long long" => TypeSpec::UnsignedLongLong,
        "double" => TypeSpec::Double,
        other => TypeSpec::Named(Name {
            text: other.to_owned(),
            span: Span::default(),
        }),
    }
}

impl Fixer<'_> {
    /// The first other type of a declaration with which all tests pass.
    pub fn change_type(&mut self, declared: &DeclaredType) -> Option<Fix> {
        for (name, ty) in &declared.others {
            if self.exhausted() {
                return None;
            }
            self.charge_lowering();
            let Some(program) = self.with_type(declared.specs, ty) else {
                continue;
            };
            if self.count_broken(&program, 0) == Some(0) {
                let edit = TextEdit {
                    span: declared.words,
                    text: (*name).to_owned(),
                };
                // A sum that overflows traps. Without that, the tests pass because a negative number has become a
                // large one.
                let wraps = matches!(*name, "unsigned" | "uint32_t");
                let plausibility = if wraps && self.trials.judges.traps.is_empty() {
                    DOUBTED_TYPE
                } else {
                    PLAUSIBLE_TYPE
                };
                return self.wanted(Fix::new("declared type", edit, plausibility));
            }
        }
        None
    }

    /// The program with another type in these specifiers; `None` if it does not compile without new warnings.
    fn with_type(&mut self, specs: Span, ty: &TypeSpec) -> Option<Program> {
        // A tree may have the specifiers several times, and a header stands there for each unit.
        let mut parse = self.original.clone();
        let sources = &self.original.sources;
        each_specs(&mut parse.unit, &mut |of| {
            if sources.are_same(of.span, specs) {
                of.ty.clone_from(ty);
            }
        });
        self.lowered_of(&parse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::tests::read;

    #[test]
    fn types_of_all_declarations_are_found() {
        let text = "#include <stdint.h>
struct s { uint32_t sum; const char *name; struct s *next; };
static unsigned char get(const unsigned int at, long int l) {
  for (short i = 0; i < 3; i++) { float f; (void)f; }
  unsigned long u = at; (void)u; (void)l; return 0; }
int main(void) { return 0; }";
        let parse = read(text);
        let found = declared_types(&parse);
        let words: Vec<&str> = found
            .iter()
            .map(|declared| parse.sources.text(declared.words))
            .collect();
        assert_eq!(
            words,
            [
                "uint32_t",
                "char",
                "unsigned char",
                "unsigned int",
                "short",
                "float"
            ]
        );
    }
}
