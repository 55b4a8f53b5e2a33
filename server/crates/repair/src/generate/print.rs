//! C text of edited expressions: operators are written anew, operands are copied from the source.
//!
//! Operands get parentheses where C needs them, and where gcc asks for them (`-Wparentheses`).

use syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use syntax::{Parse, Span};

/// Precedence of an expression; operands that bind less tightly need parentheses.
pub(crate) fn precedence(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Comma(..) => 1,
        ExprKind::Assign(..) => 2,
        ExprKind::Conditional(..) => 3,
        ExprKind::LogicalOr(..) => OR,
        ExprKind::LogicalAnd(..) => AND,
        ExprKind::Binary(op, ..) => binary_precedence(*op),
        ExprKind::Cast(..) => CAST,
        ExprKind::Unary(..)
        | ExprKind::AddressOf(_)
        | ExprKind::Deref(_)
        | ExprKind::SizeofExpr(_)
        | ExprKind::IncDec { prefix: true, .. } => UNARY,
        _ => 16,
    }
}

/// Precedence of `||`.
pub(super) const OR: u8 = 4;
/// Precedence of `&&`.
pub(crate) const AND: u8 = 5;
/// Precedence of `|`.
const BIT_OR: u8 = 6;
/// Precedence of `^`.
const BIT_XOR: u8 = 7;
/// Precedence of `&`.
const BIT_AND: u8 = 8;
/// Precedence of `==` and `!=`.
pub(crate) const EQUALITY: u8 = 9;
/// Precedence of `<`, `<=`, `>` and `>=`.
pub(crate) const RELATION: u8 = 10;
/// Precedence of `<<` and `>>`.
const SHIFT: u8 = 11;
/// Precedence of `+` and `-`.
const SUM: u8 = 12;
/// Precedence of prefix operators.
pub(crate) const UNARY: u8 = 14;
/// Precedence of casts. They are prefix operators, too, but cannot merge with what stands before them.
pub(crate) const CAST: u8 = 15;

/// Precedence of a binary operator.
pub(crate) fn binary_precedence(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::BitOr => BIT_OR,
        BinaryOp::BitXor => BIT_XOR,
        BinaryOp::BitAnd => BIT_AND,
        BinaryOp::Eq | BinaryOp::Ne => EQUALITY,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => RELATION,
        BinaryOp::Shl | BinaryOp::Shr => SHIFT,
        BinaryOp::Add | BinaryOp::Sub => SUM,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 13,
    }
}

/// Spelling of a binary operator.
pub(crate) fn spelling(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
    }
}

/// The source text of an operand, in parentheses unless it binds at least as tightly as `least`.
pub(crate) fn operand(parse: &Parse, e: &Expr, least: u8) -> String {
    let text = parse.sources.text(e.span);
    if precedence(&e.kind) < least {
        format!("({text})")
    } else {
        text.to_owned()
    }
}

/// The source text of the left operand of an operator of this precedence.
pub(crate) fn left_operand(parse: &Parse, e: &Expr, level: u8) -> String {
    operand_beside(parse, e, level, level)
}

/// The source text of the right operand of an operator of this precedence.
pub(crate) fn right_operand(parse: &Parse, e: &Expr, level: u8) -> String {
    operand_beside(parse, e, level, level + 1)
}

fn operand_beside(parse: &Parse, e: &Expr, level: u8, least: u8) -> String {
    let is_suggested = suggests_parentheses(level, &e.kind);
    operand(parse, e, if is_suggested { u8::MAX } else { least })
}

/// `a op b` with the source texts of the operands.
pub(crate) fn binary(parse: &Parse, a: &Expr, op: &str, b: &Expr, level: u8) -> String {
    let (a, b) = (
        left_operand(parse, a, level),
        right_operand(parse, b, level),
    );
    format!("{a} {op} {b}")
}

/// Whether gcc suggests parentheses around an operand of a binary operator of this precedence: readers often expect
/// another grouping.
pub(super) fn suggests_parentheses(level: u8, operand: &ExprKind) -> bool {
    let is_negation = matches!(operand, ExprKind::Unary(UnaryOp::Not, _));
    let inner = precedence(operand);
    let is_comparison = inner == EQUALITY || inner == RELATION;
    match level {
        OR => inner == AND,
        BIT_OR => matches!(inner, BIT_AND | BIT_XOR | SUM) || is_comparison || is_negation,
        BIT_XOR => matches!(inner, BIT_AND | SUM) || is_comparison,
        BIT_AND => inner == SUM || is_comparison || is_negation,
        EQUALITY => is_comparison,
        RELATION => inner == RELATION,
        SHIFT => inner == SUM,
        _ => false,
    }
}

/// Whether an expression of this kind at a place gets parentheses because of the operators beside it, or because it is
/// an assignment where a truth value is expected.
pub(crate) fn wants_parentheses(
    parse: &Parse,
    place: Span,
    kind: &ExprKind,
    is_tested: bool,
) -> bool {
    let Some((before, after)) = around(parse, place) else {
        return false;
    };
    let level_of = |(_, op): &&(&str, u8)| *op;
    let last = OPERATORS.iter().find(|(op, _)| before.ends_with(op));
    let next = OPERATORS.iter().find(|(op, _)| after.starts_with(op));
    let mut beside = [last, next].into_iter().flatten();
    let is_set = matches!(kind, ExprKind::Assign(None, ..));
    let is_condition = before.strip_suffix('(').is_some_and(|head| {
        let head = head.trim_end();
        head.ends_with("if") || head.ends_with("while")
    });
    is_set && (is_condition || is_tested)
        || beside.any(|of| suggests_parentheses(level_of(&of), kind))
}

/// The text before and after a place, without blanks beside it.
fn around(parse: &Parse, place: Span) -> Option<(&str, &str)> {
    let text = &parse.sources.file(place.file)?.text;
    let before = text.get(..place.start as usize)?;
    let after = text.get(place.end as usize..)?;
    Some((before.trim_end(), after.trim_start()))
}

/// The span of the operator between two operands, if only parentheses and blanks surround it there.
pub(crate) fn operator_span(parse: &Parse, a: &Expr, op: &str, b: &Expr) -> Option<Span> {
    let between = Span {
        start: a.span.end,
        end: b.span.start,
        ..a.span
    };
    if a.span.file != b.span.file || between.start >= between.end {
        return None;
    }
    let text = parse.sources.text(between);
    let at = text.find(op)?;
    let rest = text.replacen(op, "", 1);
    rest.chars()
        .all(|c| c.is_whitespace() || "()".contains(c))
        .then(|| Span {
            start: between.start + at as u32,
            end: between.start + (at + op.len()) as u32,
            ..between
        })
}

/// Whether an expression of this precedence needs no parentheses at a place: no operator is beside it, or only ones
/// that bind less tightly.
pub(crate) fn stands_alone(parse: &Parse, place: Span, level: u8) -> bool {
    // What a macro does around its argument is not seen in the text.
    let used = parse.macro_use_at(place);
    if used.is_some_and(|used| used.use_span != place) {
        return false;
    }
    let Some((before, after)) = around(parse, place) else {
        return false;
    };
    let compared = COMPARISONS.iter().any(|op| before.ends_with(op));
    let assigned = before.ends_with('=') && !compared;
    let opened = before.ends_with(['(', '[', ',', ';', '{']) || before.ends_with("return");
    let is_sum = level >= binary_precedence(BinaryOp::Add);
    let loosely = |beside: &str, at: fn(&str, &str) -> bool| {
        let shifts = ["<<", ">>", "->"].iter().any(|op| at(beside, op));
        is_sum && !shifts && LOOSER.iter().any(|op| at(beside, op))
    };
    // Only what follows its operand binds more tightly than a prefix.
    if level == UNARY || level == CAST {
        let follows = ["[", "(", ".", "->", "++", "--"];
        let merges = level == UNARY && before.ends_with(['-', '&', '+']);
        return !merges && !follows.iter().any(|op| after.starts_with(op));
    }
    let begins = opened || assigned || loosely(before, |text, op| text.ends_with(op));
    let ends =
        after.starts_with([')', ']', ',', ';']) || loosely(after, |text, op| text.starts_with(op));
    begins && ends
}

/// Whether a `!` stands before a place.
pub(crate) fn is_negated(parse: &Parse, place: Span) -> bool {
    around(parse, place).is_none_or(|(before, _)| before.ends_with('!'))
}

/// Operators that end in `=` and are not assignments.
const COMPARISONS: [&str; 4] = ["==", "!=", "<=", ">="];
/// Operators that bind less tightly than a sum.
const LOOSER: [&str; 10] = ["==", "!=", "<=", ">=", "<", ">", "&&", "||", "?", ":"];
/// Tokens that are beside an operand, with their precedence as binary operators, if they are such (otherwise 0). A
/// token precedes its prefixes.
const OPERATORS: [(&str, u8); 20] = [
    ("&&", AND),
    ("||", OR),
    ("<<=", 0),
    (">>=", 0),
    ("<<", SHIFT),
    (">>", SHIFT),
    ("->", 0),
    ("==", EQUALITY),
    ("!=", EQUALITY),
    ("<=", RELATION),
    (">=", RELATION),
    ("&=", 0),
    ("|=", 0),
    ("^=", 0),
    ("=", 0),
    ("<", RELATION),
    (">", RELATION),
    ("&", BIT_AND),
    ("|", BIT_OR),
    ("^", BIT_XOR),
];
