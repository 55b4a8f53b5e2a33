//! Digits and their characters: `c - '0'` for `c`, `n + '0'` for `n`, and `'1'` for `1`.

use ir::Builtin;
use syntax::Parse;
use syntax::ast::{BinaryOp, Expr, ExprKind, TypeSpec};

use crate::edit::constant;
use crate::generate::edit_maker::Maker;
use crate::generate::print::{binary_precedence, spelling};
use crate::generate::scope::Scope;
use crate::kind::EditKind;
use crate::macros::is_part_of_name;

/// Precedence of `+` and `-`.
fn sum() -> u8 {
    binary_precedence(BinaryOp::Add)
}

impl Maker<'_> {
    /// The value of the digit that a character is.
    pub(super) fn digit(&mut self, scope: &Scope) {
        if is_character(self.parse, self.e, scope) && !takes_character(self.parse, self.e) {
            let zero = self.character(0);
            let text = format!("{} - '0'", self.parse.sources.text(self.e.span));
            let kind = ExprKind::Binary(BinaryOp::Sub, Box::new(self.e.clone()), Box::new(zero));
            self.whole(kind, text, EditKind::Operator);
        }
    }

    /// The character of a digit where one is stored.
    pub(super) fn stored_digit(&mut self, target: &Expr, value: &Expr, scope: &Scope) {
        let is_number = matches!(value.kind, ExprKind::Binary(..) | ExprKind::Ident(_))
            && !is_character(self.parse, value, scope);
        if !is_character(self.parse, target, scope) || !is_number {
            return;
        }
        let zero = self.character(0);
        let own = |e: &Expr| self.parse.sources.text(e.span);
        let value_text = match &value.kind {
            ExprKind::Binary(op, ..) if binary_precedence(*op) < sum() => {
                format!("({})", own(value))
            }
            _ => own(value).to_owned(),
        };
        let text = format!("{} = {value_text} + '0'", own(target));
        let span = value.span;
        let kind = ExprKind::Binary(BinaryOp::Add, Box::new(value.clone()), Box::new(zero));
        let digit = Box::new(Expr { kind, span });
        let kind = ExprKind::Assign(None, Box::new(target.clone()), digit);
        self.whole(kind, text, EditKind::Operator);
    }

    /// A comparison of a character with the digit rather than with the number.
    pub(super) fn compared_digit(&mut self, op: BinaryOp, a: &Expr, b: &Expr, scope: &Scope) {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let Some(digit @ 0..=9) = constant(b) else {
            return;
        };
        let is_number = matches!(b.kind, ExprKind::Int(_));
        if matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
            && is_number
            && is_character(self.parse, a, scope)
        {
            let text = format!(
                "{} {} '{digit}'",
                self.parse.sources.text(a.span),
                spelling(op)
            );
            let character = self.character(digit as u8);
            let kind = ExprKind::Binary(op, Box::new(a.clone()), Box::new(character));
            self.whole(kind, text, EditKind::Neighbour);
        }
    }

    fn character(&self, digit: u8) -> Expr {
        Expr {
            kind: ExprKind::Char(i32::from(b'0' + digit)),
            span: self.e.span,
        }
    }
}

/// Whether an expression is the argument of a function of the library, such as `isdigit`, which wants the character.
fn takes_character(parse: &Parse, e: &Expr) -> bool {
    let file = parse.sources.file(e.span.file);
    let before = file.and_then(|file| file.text.get(..e.span.start as usize));
    let before = before.unwrap_or_default().trim_end();
    let before = before.strip_suffix("(unsigned char)").unwrap_or(before);
    let callee = before.trim_end().strip_suffix('(').map(str::trim_end);
    callee.is_some_and(|callee| {
        let name = callee.trim_end_matches(is_part_of_name).len();
        Builtin::by_name(&callee[name..]).is_some()
    })
}

/// Whether a value is a character: a `char`, or an `int` that takes what is read.
fn is_character(parse: &Parse, e: &Expr, scope: &Scope) -> bool {
    if let ExprKind::Ident(name) = &e.kind
        && scope.is_integer(name)
    {
        let reads = |text: &str| {
            ["getchar", "getc", "fgetc"].iter().any(|function| {
                text.contains(&format!("{name} = {function}("))
                    || text.contains(&format!("{name}={function}("))
            })
        };
        return parse.sources.files.iter().any(|file| reads(&file.text));
    }
    scope
        .type_of(e)
        .is_some_and(|ty| ty.is_number() && ty.is_base(&[TypeSpec::Char]))
}
