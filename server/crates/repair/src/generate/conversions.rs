//! Edits of formats together with their arguments: conversions that fit the types of the arguments, a forgotten
//! argument, a blank or line end at the other end of an output.
//!
//! All conversions that do not fit their arguments are corrected at once: a programmer who writes `%d` for one `float`
//! does so for all of them.

use syntax::ast::{Expr, ExprKind};

use crate::generate::format_pieces::{FormatPiece, Pieces};
use crate::generate::scope::Scope;
use crate::limits::MAX_FORGOTTEN;

/// The format with conversions that fit the arguments; `None` if all of them fit already.
pub(crate) fn fitting(
    pieces: &Pieces,
    reads: bool,
    args: &[Expr],
    scope: &Scope,
) -> Option<Pieces> {
    let mut new = pieces.clone();
    let mut args = args.iter();
    let mut is_changed = false;
    for piece in &mut new.0 {
        let FormatPiece::Conversion(before, letters) = piece else {
            continue;
        };
        if before[1..].contains('%') || letters.is_empty() {
            continue;
        }
        if before.contains('*') {
            return None;
        }
        let Some(arg) = args.next() else { break };
        let Some(wanted) = wanted(arg, reads, scope) else {
            continue;
        };
        if !agree(letters, wanted, reads) {
            let width = before.split('.').next().unwrap_or("%");
            *before = if reads {
                "%".to_owned()
            } else {
                width.to_owned()
            };
            wanted.clone_into(letters);
            is_changed = true;
        }
    }
    is_changed.then_some(new)
}

/// The conversion for an argument that is read into or printed.
fn wanted(arg: &Expr, reads: bool, scope: &Scope) -> Option<&'static str> {
    if !reads {
        let letters = scope.type_of(arg).and_then(|ty| ty.conversion());
        let of_value = || scope.names_floating(arg).then_some("f");
        return letters
            .map(|letters| if letters == "lf" { "f" } else { letters })
            .or_else(of_value);
    }
    match &arg.kind {
        ExprKind::AddressOf(target) => scope.type_of(target)?.conversion(),
        _ => scope
            .type_of(arg)?
            .conversion()
            .filter(|letters| *letters == "s"),
    }
}

/// Whether the conversion `letters` works for an argument whose conversion is `wanted`.
fn agree(letters: &str, wanted: &str, reads: bool) -> bool {
    let class = |letters: &str| match letters {
        "d" | "i" | "x" | "X" | "o" | "u" | "c" if !reads => "number",
        "d" | "i" | "x" | "o" | "u" => "number",
        "f" | "lf" | "e" | "g" | "le" | "lg" if !reads => "floating",
        "f" | "e" | "g" => "float",
        "lf" | "le" | "lg" => "double",
        "ld" | "lu" | "lld" | "llu" | "zu" | "zd" => "wide",
        _ => "other",
    };
    letters == wanted || class(letters) == class(wanted) && class(letters) != "other"
        // A set of characters reads a text as well.
        || letters.starts_with('[') && wanted == "s"
}

/// Number of arguments that the conversions take.
fn conversions(pieces: &Pieces) -> usize {
    let takes = |piece: &&FormatPiece| matches!(piece, FormatPiece::Conversion(before, _) if !before[1..].contains('%'));
    pieces.0.iter().filter(takes).count()
}

/// Variables that may be the missing argument of the last conversion.
pub(crate) fn forgotten<'s>(pieces: &Pieces, args: &[Expr], scope: &'s Scope) -> Vec<&'s str> {
    if conversions(pieces) != args.len() + 1 {
        return Vec::new();
    }
    let last = pieces.0.iter().rev().find_map(|piece| match piece {
        FormatPiece::Conversion(before, letters) if !before[1..].contains('%') => Some(letters),
        _ => None,
    });
    let Some(letters) = last else {
        return Vec::new();
    };
    let fits = |name: &&str| {
        let arg = Expr {
            kind: ExprKind::Ident((*name).to_owned()),
            span: syntax::Span::default(),
        };
        wanted(&arg, false, scope).is_some_and(|wanted| agree(letters, wanted, false))
    };
    scope
        .local_names()
        .filter(fits)
        .take(MAX_FORGOTTEN)
        .collect()
}

/// The format without the last conversions, which have no arguments.
pub(crate) fn without_surplus(pieces: &Pieces, args: &[Expr]) -> Option<Pieces> {
    let mut surplus = conversions(pieces)
        .checked_sub(args.len())
        .filter(|n| *n > 0)?;
    let mut new = pieces.clone();
    while surplus > 0 {
        let takes = |piece: &FormatPiece| matches!(piece, FormatPiece::Conversion(before, _) if !before[1..].contains('%'));
        let at = new.0.iter().rposition(takes)?;
        new.0.remove(at);
        let is_blank =
            |piece: &FormatPiece| matches!(piece, FormatPiece::Other(text) if text == " ");
        if at > 0 && new.0.get(at - 1).is_some_and(is_blank) {
            new.0.remove(at - 1);
        }
        surplus -= 1;
    }
    Some(new)
}

/// Outputs that separate their values differently: a blank or a line end at the end, a line end at the beginning, or
/// neither. `line_end` is the notation for a line end.
pub(crate) fn parted_otherwise(pieces: &Pieces, line_end: &str) -> Vec<Pieces> {
    let end = |text: &str| FormatPiece::Other(text.to_owned());
    let is_gap = |piece: &FormatPiece| matches!(piece, FormatPiece::Other(text) if text == " " || text == line_end);
    let mut found: Vec<Pieces> = Vec::new();
    let mut add = |new: Vec<FormatPiece>| {
        let new = Pieces(new);
        if new != *pieces && !new.0.is_empty() && !found.contains(&new) {
            found.push(new);
        }
    };
    // `/n` instead of `\n`.
    let all = &pieces.0;
    if let [
        before @ ..,
        FormatPiece::Other(slash),
        FormatPiece::Other(n),
    ] = &all[..]
        && (slash.as_str(), n.as_str()) == ("/", "n")
    {
        add([before, &[end(line_end)]].concat());
    }
    let first = all.iter().position(|piece| !is_gap(piece)).unwrap_or(0);
    let last = all
        .iter()
        .rposition(|piece| !is_gap(piece))
        .map_or(0, |at| at + 1);
    let middle = &all[first..last.max(first)];
    for gap in [Some(line_end), Some(" "), None] {
        add([middle, &gap.map(end).into_iter().collect::<Vec<_>>()].concat());
    }
    add([&[end(line_end)], middle].concat());
    found
}

#[cfg(test)]
mod tests {
    use crate::generate::tests::edited;

    fn assert_edits(head: &str, call: &str, news: &[&str]) {
        let edits = edited(&format!("{head} {call}; }}"));
        for new in news {
            let text = format!("{head} {new}; }}");
            assert!(edits.contains(&text), "{new} is not in {edits:#?}");
        }
    }

    #[test]
    fn conversions_fit_their_arguments() {
        let head = "int scanf(const char *, ...); int f(float a, double b, char c, int n) { return";
        assert_edits(
            head,
            r#"scanf("%d %d%d %d", &a, &b, &c, &n)"#,
            &[r#"scanf("%f %lf%c %d", &a, &b, &c, &n)"#],
        );
        let head =
            "int printf(const char *, ...); int f(float a, double b, char c, int n) { return";
        assert_edits(
            head,
            r#"printf("%d %5d %d %f", a, b, c, n)"#,
            &[r#"printf("%f %5f %d %d", a, b, c, n)"#],
        );
    }

    #[test]
    fn as_many_arguments_as_conversions() {
        let head = "int printf(const char *, ...); int f(float a, int n) { return";
        assert_edits(
            head,
            r#"printf("%.4f is positive")"#,
            &[
                r#"printf("%.4f is positive", a)"#,
                r#"printf(" is positive")"#,
            ],
        );
        assert_edits(
            head,
            r#"printf("%.4f is positive %d", a)"#,
            &[
                r#"printf("%.4f is positive", a)"#,
                r#"printf("%.4f is positive %d", a, n)"#,
            ],
        );
    }

    #[test]
    fn values_are_parted_at_the_other_end() {
        let head = "int printf(const char *, ...); int f(int n) { return";
        let variants = [
            r#"printf("%d", n)"#,
            r#"printf("%d ", n)"#,
            r#"printf("%d\n", n)"#,
        ];
        assert_edits(head, r#"printf("\n %d", n)"#, &variants);
        assert_edits(head, r#"printf("%d/n", n)"#, &variants[2..]);
    }
}
