//! Fixes of numbers that macros define, and of array sizes: `#define SIZE 10`, where the fault is the 10.
//!
//! Such a number occurs once in the text, but affects every use of the macro: the size of an array in one place, the
//! limit of a loop in another. No component contains it, and editing a single use is not the correction. So other
//! numbers are tried for the definition, changing all its uses in the tree at once. If a use cannot be found in the
//! tree (because it is inside an enumerator or another macro), the macro is left alone, because the tree would not
//! match the text.

use ir::Program;
use syntax::ast::{Expr, ExprKind, IntLit, Item, Unit};
use syntax::visit::{Walk, each_expr, each_size};
use syntax::{Parse, Span};

use crate::edit::Number;
use crate::limits::MAX_MACRO_NUMBERS;
use crate::macros::{definition, without_comment};
use crate::patch::{Fix, TextEdit};
use crate::plausibility::ARBITRARY;
use crate::validate::Fixer;

/// A macro that defines a number, or the size of an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MacroValue {
    /// Whether the number is the size of an array, so that only larger ones are tried.
    pub is_size: bool,
    /// The number in the definition.
    pub body: Span,
    value: i64,
    uses: Vec<Span>,
}

/// The user's macros that define a number used in several places, in order of place. A number used once is covered by
/// edits of that use.
pub fn definitions(parse: &Parse) -> Vec<MacroValue> {
    let mut found: Vec<MacroValue> = Vec::new();
    for used in &parse.macro_uses {
        let Some((body, value)) = used.definition.and_then(|line| number_of(parse, line)) else {
            continue;
        };
        match found
            .iter_mut()
            .find(|d| parse.sources.are_same(d.body, body))
        {
            Some(known) => known.uses.push(used.use_span),
            None => found.push(MacroValue {
                is_size: false,
                body,
                value,
                uses: vec![used.use_span],
            }),
        }
    }
    found.retain(|d| d.uses.len() > 1);
    found.sort_by_key(|d| d.body);
    found
}

/// Numbers that are sizes of arrays, in order of place.
pub fn sizes(parse: &Parse) -> Vec<MacroValue> {
    let mut found: Vec<MacroValue> = Vec::new();
    each_size(&mut parse.unit.clone(), &mut |e| {
        let ExprKind::Int(IntLit { value, .. }) = &e.kind else {
            return;
        };
        let is_own = parse.sources.text(e.span) == value.to_string();
        if !is_own || parse.macro_use_at(e.span).is_some() {
            return;
        }
        let mut known = found.iter_mut();
        match known.find(|d| parse.sources.are_same(d.body, e.span)) {
            Some(known) => known.uses.push(e.span),
            None => found.push(MacroValue {
                is_size: true,
                body: e.span,
                value: *value as i64,
                uses: vec![e.span],
            }),
        }
    });
    found.sort_by_key(|d| d.body);
    found
}

/// The decimal number that a `#define` line defines.
fn number_of(parse: &Parse, line: Span) -> Option<(Span, i64)> {
    let text = parse.sources.text(line);
    let (_, body) = definition(text)?;
    let body = body.trim_start();
    let number = without_comment(body);
    let is_octal = number.len() > 1 && number.starts_with('0');
    if is_octal || !number.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let start = line.start + (text.len() - body.len()) as u32;
    let span = Span {
        start,
        end: start + number.len() as u32,
        ..line
    };
    Some((span, number.parse().ok()?))
}

impl MacroValue {
    /// Changes all uses to another number; false if not all of them are in the tree.
    fn set(&self, unit: &mut Unit, value: i64) -> bool {
        let mut left = self.uses.clone();
        let mut change = |e: &mut Expr| {
            if let ExprKind::Int(IntLit { value: old, .. }) = &mut e.kind
                && self.uses.contains(&e.span)
            {
                *old = value.unsigned_abs();
                left.retain(|s| *s != e.span);
            }
        };
        each_expr(unit, &mut |e| {
            change(e);
            Walk::On
        });
        each_size(unit, &mut change);
        left.is_empty()
    }

    /// The items of the unit that use the number, if it is used only in bodies of functions.
    fn bodies(&self, unit: &Unit) -> Option<Vec<usize>> {
        let body_of = |span: &Span| {
            unit.items.iter().position(|item| match item {
                Item::Function(f) => f.body.span.encloses(*span),
                Item::Declaration(_) | Item::End => false,
            })
        };
        let bodies: Option<Vec<usize>> = self.uses.iter().map(body_of).collect();
        let mut bodies = bodies?;
        bodies.sort_unstable();
        bodies.dedup();
        Some(bodies)
    }

    /// Other numbers that may have been meant: for a size, only larger ones.
    fn others(&self, known: &[Number]) -> Vec<i64> {
        let mut all = alternative_numbers(self.value, known);
        all.retain(|n| *n > self.value || !self.is_size);
        all.truncate(MAX_MACRO_NUMBERS);
        all
    }
}

/// Numbers that may have been meant: one more or less, a multiple, a power of two, a number of the program.
pub(crate) fn alternative_numbers(v: i64, known: &[Number]) -> Vec<i64> {
    let near = [v + 1, v - 1, v * 2, v * 10, v * 4, v / 2, v / 10];
    let known = known.iter().filter_map(|n| match n {
        Number::Int(n) => Some(*n),
        Number::Float(_) => None,
    });
    let powers = (3..=12).map(|log| 1 << log).filter(|p| *p > v);
    let mut all = Vec::new();
    for n in near.into_iter().chain(powers).chain(known) {
        if n >= 0 && n != v && !all.contains(&n) {
            all.push(n);
        }
    }
    all
}

impl Fixer<'_> {
    /// The first other number for a macro with which all tests pass.
    pub fn change_macro_value(&mut self, definition: &MacroValue) -> Option<Fix> {
        let others = definition.others(&self.constants);
        let bodies = definition.bodies(&self.parse.unit);
        for value in others {
            if self.exhausted() {
                return None;
            }
            let Some(program) = self.with_number(definition, bodies.as_deref(), value) else {
                continue;
            };
            if self.count_broken(&program, 0) == Some(0) {
                let mut plausibility = if definition.is_size { 0.75 } else { 0.85 };
                let is_open = self.leaves_open(definition.value, value, |fixer, number| {
                    fixer.with_number(definition, bodies.as_deref(), number)
                });
                if is_open {
                    plausibility *= ARBITRARY;
                }
                let edit = TextEdit {
                    span: definition.body,
                    text: value.to_string(),
                };
                return self.wanted(Fix::new("macro value", edit, plausibility));
            }
        }
        None
    }

    /// The program with another number for a macro that is used in these bodies only, if that is known. `None` if the
    /// number is negative, not all uses are in the tree, or the program does not compile.
    fn with_number(
        &mut self,
        definition: &MacroValue,
        bodies: Option<&[usize]>,
        value: i64,
    ) -> Option<Program> {
        if value < 0 {
            return None;
        }
        let whole = definition.set(&mut self.parse.unit, value);
        let program = match bodies {
            _ if !whole => None,
            Some(bodies) => self.relowered(bodies),
            None => self.lowered(),
        };
        definition.set(&mut self.parse.unit, definition.value);
        program
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syntax::{NoIncludes, Options, parse};

    fn read(text: &str) -> Parse {
        parse("a.c", text, &NoIncludes, &Options::default())
    }

    #[test]
    fn only_plain_numbers_are_numbers() {
        let text = "\
#define SIZE 10 /* at most */
# define  LAST	9// index
#define OCTAL 010
#define SUM 1+1
#define TWICE(x) 2
#define ONCE 7
int a[SIZE], b[OCTAL], c[SUM], d[TWICE(1)], e = LAST, once = ONCE;
int f[SIZE], g[OCTAL], h[SUM], i[TWICE(1)], j = LAST;
";
        let parse = read(text);
        let found = definitions(&parse);
        let texts: Vec<&str> = found.iter().map(|d| parse.sources.text(d.body)).collect();
        assert_eq!(texts, ["10", "9"]);
    }

    #[test]
    fn sizes_of_arrays_become_larger_only() {
        let text =
            "#define N 3\nint a[9], b[N], c[4][5];\nint f(void) { char s[2 + 1]; return s[0]; }\n";
        let parse = read(text);
        let found = sizes(&parse);
        let texts: Vec<&str> = found.iter().map(|d| parse.sources.text(d.body)).collect();
        assert_eq!(texts, ["9", "4", "5", "2", "1"]);
        let others = found[0].others(&[Number::Int(7), Number::Int(20)]);
        assert!(others.contains(&10) && others.contains(&20), "{others:?}");
        assert!(others.iter().all(|n| *n > 9), "{others:?}");
    }

    #[test]
    fn all_uses_change_or_none() {
        let text = "\
#define SIZE 4
#define LIMIT 5
enum { MOST = LIMIT };
struct s { char name[SIZE]; } x;
int f(int i) { int a[SIZE + 1]; for (; i < SIZE; i++) a[i] = LIMIT; return a[0] + LIMIT; }
";
        let mut parse = read(text);
        let all = definitions(&parse);
        let changed = |d: &MacroValue, parse: &mut Parse| d.set(&mut parse.unit, 8);
        assert!(changed(&all[0], &mut parse));
        assert!(!changed(&all[1], &mut parse));
        let expected = read(&text.replace("SIZE 4", "SIZE 8")).unit;
        all[1].set(&mut parse.unit, 5);
        assert_eq!(
            syntax::dump::unit(&parse.unit),
            syntax::dump::unit(&expected)
        );
    }
}
