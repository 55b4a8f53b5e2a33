//! Fixes of the bodies of macros: `((a) * (a))` for `a * a`, `((x) & 7)` for `((x) & 3)`.
//!
//! No tree shows the body of a macro: each use has a copy of it, whose operands may even belong to different
//! expressions. So a body is edited as text, and what contains it is read again. Which edits make sense is known from
//! a function that returns the body, read in the place of the program where the macro may be used: there it is an
//! expression like any other.

use ir::Program;
use syntax::ast::{Expr, Function, StmtKind, TypeSpec};
use syntax::visit::{Walk, each_expr, each_specs, each_statement_of};
use syntax::{Parse, Span, reread};

use crate::edit::{Edit, HOLE, Number, spelled_like};
use crate::generate::candidates;
use crate::generate::deletion::statements;
use crate::generate::print::{UNARY, precedence};
use crate::limits::{MAX_CHANGED_BODIES, MAX_NAMED, UNNAMED};
use crate::macro_value::alternative_numbers;
use crate::macros::{MacroBodies, definitions, is_part_of_name, names, without_comment};
use crate::named_numbers::named_numbers;
use crate::patch::{Fix, TextEdit};
use crate::plausibility::ARBITRARY;
use crate::validate::Fixer;

/// Name of the function that stands for a macro.
const STAND_IN: &str = "faultlens_body";

/// The body of a macro that may be wrong.
struct MacroBody {
    body: Span,
    params: Vec<String>,
}

/// The bodies of the macros that are used at some places, or that those name, in order of place. Bodies that are a
/// number are no concern of this module.
fn macro_bodies(parse: &Parse, places: &[Span]) -> Vec<MacroBody> {
    let macros = MacroBodies::of(parse);
    let used = parse.macro_uses.iter().filter(|used| {
        let is_here = |place: &Span| place.overlaps(used.use_span);
        used.definition.is_some() && places.iter().any(is_here)
    });
    let reached = macros.reached(used.map(|used| used.name.as_str()));
    let mut found: Vec<MacroBody> = Vec::new();
    for (_, behind) in definitions(parse)
        .iter()
        .filter(|(name, _)| reached.contains(name))
    {
        let Some(of_line) = macro_body(parse, *behind) else {
            continue;
        };
        // A header stands there once for each unit.
        let is_same = |known: &MacroBody| parse.sources.are_same(known.body, of_line.body);
        if !found.iter().any(is_same) && !parse.sources.is_built_in(*behind) {
            found.push(of_line);
        }
    }
    found
}

fn macro_body(parse: &Parse, behind: Span) -> Option<MacroBody> {
    let text = parse.sources.text(behind);
    let (params, body) = match text.strip_prefix('(') {
        Some(rest) => rest.split_once(')')?,
        None => ("", text),
    };
    let start = behind.end - body.trim_start().len() as u32;
    let body = without_comment(body);
    let is_number = params.is_empty() && body.chars().all(|c| c.is_ascii_digit());
    if body.is_empty() || is_number {
        return None;
    }
    let body = Span {
        start,
        end: start + body.len() as u32,
        ..behind
    };
    let params = names(params).map(str::to_owned).collect();
    Some(MacroBody { body, params })
}

/// A change of a body.
struct BodyEdit {
    /// Index of the body.
    of: usize,
    edit: TextEdit,
    plausibility: f64,
    /// The number that becomes another one, and that one, which stands for [`HOLE`] in the text.
    number: Option<(i64, i64)>,
    with_hole: String,
}

impl MacroBody {
    /// The program with a function that does what the macro does, and the place of the body in it. Most parameters
    /// are values, but one may be a type.
    fn stand_in(&self, parse: &Parse) -> Option<(Parse, Span)> {
        let main = parse.main_file(self.body.file)?;
        let end = parse.sources.file(main)?.text.len() as u32;
        let body = parse.sources.text(self.body);
        let types = std::iter::once(None).chain(self.params.iter().map(Some));
        let mut attempts = types.flat_map(|ty| [(ty, "return "), (ty, "")]);
        attempts.find_map(|(ty, before)| {
            let params = self.params.iter().filter(|name| Some(*name) != ty);
            let params: Vec<String> = params.map(|name| format!("int {name}")).collect();
            let ty = ty.map(|name| format!("\n#undef {name}\n#define {name} int"));
            let head = format!(
                "{}\nint {STAND_IN}({}) {{ {before}",
                ty.unwrap_or_default(),
                params.join(", ")
            );
            let place = Span {
                file: main,
                start: end,
                end,
            };
            let mut new = reread(parse, &[(place, &format!("{head}{body}\n; }}\n"))])?;
            if self.names_a_type(&mut new) {
                return None;
            }
            let start = end + head.len() as u32;
            let end = start + body.len() as u32;
            Some((
                new,
                Span {
                    start,
                    end,
                    ..place
                },
            ))
        })
    }

    /// Whether a parameter stands where a type does.
    fn names_a_type(&self, stand_in: &mut Parse) -> bool {
        let mut found = false;
        each_specs(&mut stand_in.unit, &mut |specs| {
            found |= matches!(&specs.ty, TypeSpec::Named(name) if self.params.contains(&name.text));
        });
        found
    }

    /// Edits of the body, which has this index; without numbers, only the one that adds parentheses.
    fn edits(&self, of: usize, parse: &Parse, numbers: Option<&Numbers>) -> Vec<BodyEdit> {
        let body = parse.sources.text(self.body);
        let stand_in = self.stand_in(parse);
        let parenthesised = match &stand_in {
            Some((new, place)) => self.parenthesised(new, *place),
            // No function does what the macro does: it makes names or texts of its arguments.
            None => Some(self.guarded(body)).filter(|new| new != body),
        };
        let mut found: Vec<BodyEdit> = Vec::new();
        found.extend(parenthesised.map(|text| BodyEdit {
            of,
            edit: TextEdit {
                span: self.body,
                text,
            },
            plausibility: 1.0,
            number: None,
            with_hole: String::new(),
        }));
        let (Some((mut new, place)), Some(numbers)) = (stand_in, numbers) else {
            return found;
        };
        let statements = statements(&mut new.unit);
        let is_guarded = self.guarded(body) == body;
        for expression in outermost(&mut new, place) {
            let inside = candidates(&mut new, expression, &statements).into_iter();
            // With a statement, more than the body may go.
            for (_, edit) in inside.filter(|(_, edit)| place.encloses(edit.span)) {
                let range = [edit.span.start, edit.span.end].map(|at| (at - place.start) as usize);
                let (before, after) = (&body[..range[0]], &body[range[1]..]);
                let old = new.sources.text(edit.span);
                let is_named = old.starts_with(|c: char| c.is_alphabetic() || c == '_');
                for (text, number) in numbers.texts(&edit, old) {
                    let doubt = if is_named && number.is_some() {
                        UNNAMED
                    } else {
                        1.0
                    };
                    // Parameters keep their parentheses.
                    let whole = [before, &*text, after].concat();
                    let is_bare = is_guarded && self.guarded(&whole) != whole;
                    found.push(BodyEdit {
                        of,
                        edit: TextEdit {
                            span: Span {
                                start: self.body.start + range[0] as u32,
                                end: self.body.start + range[1] as u32,
                                ..self.body
                            },
                            text: if is_bare { self.guarded(&text) } else { text },
                        },
                        plausibility: edit.kind.plausibility() * doubt,
                        number,
                        with_hole: edit.text.clone(),
                    });
                }
            }
        }
        found
    }

    /// The body with parentheses around its parameters, and around itself; `None` if it has them or needs none.
    fn parenthesised(&self, parse: &Parse, place: Span) -> Option<String> {
        let text = parse.sources.text(place);
        let new = self.guarded(text);
        // What is in parentheses has a smaller span.
        let is_open = returned(parse).is_some_and(|whole| {
            whole.span.start == place.start && precedence(&whole.kind) <= UNARY
        });
        let new = if is_open { format!("({new})") } else { new };
        (new != text).then_some(new)
    }

    /// A text of the body with parentheses around its parameters, but where nothing else is between brackets.
    fn guarded(&self, text: &str) -> String {
        let (mut new, mut at) = (String::new(), 0);
        // In a literal, the name of a parameter is not one.
        let words = words(text).filter(|_| !text.contains(['"', '\'']));
        for (start, name) in words {
            let end = start + name.len();
            let (before, after) = (text[..start].trim_end(), text[end..].trim_start());
            let is_alone = before.ends_with(['(', ',', '[']) && after.starts_with([')', ',', ']']);
            // A type, the name of a member, or a part of a name or text.
            let is_other = before.ends_with(['.', '>', '#'])
                || after.starts_with(|c| c == '#' || is_part_of_name(c));
            if self.params.iter().any(|param| param == name) && !is_alone && !is_other {
                new.extend([&text[at..start], "(", name, ")"]);
                at = end;
            }
        }
        new + &text[at..]
    }
}

/// The words of a text, with their positions.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let pieces = text.split_inclusive(|c| !is_part_of_name(c));
    pieces.map(move |piece| {
        let start = at;
        at += piece.len();
        (start, piece.trim_end_matches(|c| !is_part_of_name(c)))
    })
}

/// What the function that stands for a macro returns.
fn returned(parse: &Parse) -> Option<Expr> {
    let mut functions = parse.unit.functions();
    let function = functions.find(|f| {
        let name = f.declarator.name.as_ref();
        name.is_some_and(|name| name.text == STAND_IN)
    });
    let mut found = None;
    each_statement_of(&mut Function::clone(function?), &mut |s| {
        if let StmtKind::Return(Some(e)) = &s.kind {
            found = Some(e.clone());
        }
    });
    found
}

/// The expressions inside a place that are not part of others.
fn outermost(parse: &mut Parse, place: Span) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    each_expr(&mut parse.unit, &mut |e| {
        let is_part = found.iter().any(|known| known.encloses(e.span));
        if place.encloses(e.span) && !is_part {
            found.push(e.span);
        }
        Walk::On
    });
    found
}

/// Numbers of the program.
struct Numbers {
    constants: Vec<Number>,
    names: Vec<String>,
}

impl Numbers {
    /// The texts of an edit, each with the number that it changes: where a number is to be found, those of the program.
    fn texts(&self, edit: &Edit, old_text: &str) -> Vec<(String, Option<(i64, i64)>)> {
        let filled = |number: &str| edit.text.replace(HOLE, number);
        match edit.hole.map(|hole| hole.old) {
            None => vec![(edit.text.clone(), None)],
            Some(Number::Float(_)) => Vec::new(),
            Some(Number::Int(old)) => {
                let names = self.names.iter().filter(|name| *name != old_text);
                let names = names.map(|name| (filled(name), None));
                let numbers = alternative_numbers(old, &self.constants).into_iter();
                let numbers =
                    numbers.map(|new| (filled(&spelled_like(old_text, new)), Some((old, new))));
                names.chain(numbers).collect()
            }
        }
    }
}

impl Fixer<'_> {
    /// For each macro that is used at these places, the most plausible other body with which all tests pass. Unless all
    /// are wanted, a body without parameters only gets parentheses.
    pub fn change_macro_bodies(&mut self, places: &[Span], wants_all: bool) -> Vec<Fix> {
        let bodies = macro_bodies(self.original, places);
        let numbers = Numbers {
            constants: self.constants.clone(),
            names: {
                let names = named_numbers(self.original).into_iter();
                names.map(|(name, _)| name).take(MAX_NAMED).collect()
            },
        };
        let mut all: Vec<BodyEdit> = Vec::new();
        for (of, body) in bodies.iter().enumerate() {
            // A unit is read again to know what may be edited.
            if self.exhausted() {
                return Vec::new();
            }
            self.charge_lowering();
            let numbers = (wants_all || !body.params.is_empty()).then_some(&numbers);
            all.extend(body.edits(of, self.original, numbers));
        }
        all.sort_by(|a, b| b.plausibility.total_cmp(&a.plausibility));
        let mut found: Vec<(usize, Fix)> = Vec::new();
        for change in all {
            if self.exhausted() {
                break;
            }
            let known = found.iter().filter(|(of, _)| *of == change.of);
            if known.count() == MAX_CHANGED_BODIES {
                continue;
            }
            self.charge_lowering();
            let program = self.with_text(&change.edit);
            if program.is_some_and(|program| self.count_broken(&program, 0) == Some(0)) {
                let of = change.of;
                found.extend(self.body_fix(change).map(|fix| (of, fix)));
            }
        }
        let calm = |fix: &Fix| fix.plausibility * (1.0 - fix.disturbed.unwrap_or(0.0));
        found.sort_by(|(_, a), (_, b)| calm(b).total_cmp(&calm(a)));
        let mut changed: Vec<usize> = Vec::new();
        found.retain(|(of, _)| {
            let is_best = !changed.contains(of);
            changed.push(*of);
            is_best
        });
        found.into_iter().map(|(_, fix)| fix).collect()
    }

    /// The fix that a change makes with which all tests pass.
    fn body_fix(&mut self, change: BodyEdit) -> Option<Fix> {
        let place = change.edit.span;
        let is_open = change.number.is_some_and(|(old, new)| {
            self.leaves_open(old, new, |fixer, number| {
                let text = change.with_hole.replace(HOLE, &number.to_string());
                fixer.with_text(&TextEdit { span: place, text })
            })
        });
        let doubt = if is_open { ARBITRARY } else { 1.0 };
        let plausibility = change.plausibility * doubt;
        self.wanted(Fix::new("macro body", change.edit, plausibility))
    }

    /// The program with an edit of a text; `None` if it does not compile without new warnings.
    fn with_text(&mut self, edit: &TextEdit) -> Option<Program> {
        let new = reread(self.original, &[(edit.span, &edit.text)])?;
        self.lowered_of(&new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::tests::read;
    use syntax::ast::Item;

    /// The bodies that are tried for the macros of a text, all of which are used.
    fn tried(text: &str) -> Vec<String> {
        let parse = read(text);
        let places: Vec<Span> = parse.macro_uses.iter().map(|used| used.use_span).collect();
        let numbers = Numbers {
            constants: vec![Number::Int(40)],
            names: vec!["ROOM".to_owned()],
        };
        let bodies = macro_bodies(&parse, &places);
        let all = bodies.iter().enumerate();
        let edits = all.flat_map(|(of, body)| body.edits(of, &parse, Some(&numbers)));
        let changed = edits.map(|change| {
            let body = bodies[change.of].body;
            let (start, end) = (
                change.edit.span.start as usize,
                change.edit.span.end as usize,
            );
            let (before, after) = (
                &text[body.start as usize..start],
                &text[end..body.end as usize],
            );
            format!("{before}{}{after}", change.edit.text)
        });
        assert!(
            parse
                .unit
                .items
                .iter()
                .any(|item| matches!(item, Item::Function(_)))
        );
        changed.collect()
    }

    #[test]
    fn parentheses_are_added_where_operands_could_be_taken_apart() {
        for (body, expected) in [
            ("x * x", Some("((x) * (x))")),
            ("(x * x)", Some("((x) * (x))")),
            ("(x) + 1", Some("((x) + 1)")),
            ("get(x)", None),
            ("((x) + 1)", None),
            ("table[x]", None),
            ("-x", Some("(-(x))")),
            ("(n ## x + 1)", None),
            ("(m ## x + (long)x)", Some("(m ## x + (long)(x))")),
        ] {
            let text = format!(
                "int table[9], get(int n); \n#define M(x) {body} // of x\nint f(int n) {{ return M(n); }}\n"
            );
            let all = tried(&text);
            match expected {
                Some(new) => assert_eq!(all.first().map(String::as_str), Some(new)),
                None => assert!(!all.contains(&format!("({body})")), "{all:?}"),
            }
        }
    }

    #[test]
    fn a_body_is_edited_like_other_expressions() {
        for (define, expected) in [
            ("M(a, b) ((a) > (b) ? (b) : (a))", "((a) > (b) ? (a) : (b))"),
            ("M(a, b) ((a) & 0x0F) + (b)", "((a) & 0x28) + (b)"),
            ("M(a, b) (1 + (a) % (b))", "(1 + (a) / (b))"),
            (
                "M(a, b) ((a) < 4 && \\\n  (b) >= 0)",
                "((a) < ROOM && \\\n  (b) >= 0)",
            ),
            (
                "M(a, b) do { int k = a; a = b; b = a; } while (0)",
                "do { int k = a; a = b; b = k; } while (0)",
            ),
            ("M(a, b) INNER(b, a)", "((a) + (b))"),
        ] {
            let text = format!(
                "#define INNER(a, b) ((a) - (b))\n#define {define}\nvoid f(int n, int m) {{ M(n, m); }}\n"
            );
            let all = tried(&text);
            assert!(
                all.iter().any(|body| body == expected),
                "{expected}: {all:?}"
            );
        }
        let text = "#define SWAP(T, a, b) { T k = a; a = b; b = a; }\nvoid f(int n, int m) { SWAP(int, n, m) }\n";
        let expected = "{ T k = a; a = b; b = k; }";
        assert!(
            tried(text).iter().any(|body| body == expected),
            "{:?}",
            tried(text)
        );
    }
}
