//! The text of an edit matches its change to the tree.

use std::collections::BTreeSet;

use syntax::ast::{ExprKind, Item};
use syntax::{NoIncludes, Options, Parse, parse};

use super::deletion::statements;
use super::*;
use crate::edit::HOLE;
use crate::generate::edits;
use crate::generate::scope::Scope;
use crate::kind::EditKind;
use crate::sites::exchange;
use syntax::visit::{Walk, each_expr};

pub(crate) fn read(text: &str) -> Parse {
    let parse = parse("a.c", text, &NoIncludes, &Options::default());
    assert!(parse.problems.is_empty(), "{text}: {:?}", parse.problems);
    parse
}

/// All edits of a text, as the resulting texts; each is parsed again and must yield the edited tree. Its kind must be
/// one of those that are tried.
pub(crate) fn edited(text: &str) -> BTreeSet<String> {
    let parse = read(text);
    let mut unit = parse.unit.clone();
    let all = Span {
        start: 0,
        end: text.len() as u32,
        ..Span::default()
    };
    let mut found = BTreeSet::new();
    let statements = statements(&mut unit);
    for (position, context, expr) in sites(&mut unit, all, &statements) {
        let scope = Scope::at(&parse.unit, expr.span);
        for mut edit in edits(&expr, context, &scope, &parse) {
            assert!(EditKind::ALL.contains(&edit.kind), "{:?}", edit.kind);
            let mut unit = parse.unit.clone();
            exchange(&mut unit.items, position, &mut edit.tree);
            if let Some(hole) = edit.hole {
                each_expr(&mut unit, &mut |e| {
                    match &mut e.kind {
                        ExprKind::Int(lit) if e.span == hole.span => lit.value = 77,
                        ExprKind::Float { value, .. } if e.span == hole.span => *value = 77.0,
                        _ => {}
                    }
                    Walk::On
                });
            }
            let (start, end) = (edit.span.start as usize, edit.span.end as usize);
            let constant = match edit.hole.map(|hole| hole.old) {
                Some(Number::Float(_)) => "77.0",
                _ => "77",
            };
            let new = edit.text.replace(HOLE, constant);
            let result = format!("{}{new}{}", &text[..start], &text[end..]);
            let reread = read(&result).unit;
            assert_eq!(
                syntax::dump::unit(&reread),
                syntax::dump::unit(&unit),
                "{text} -> {result}"
            );
            found.insert(result);
        }
    }
    found
}

#[test]
fn texts_say_what_trees_do() {
    for body in [
        "return a + b * c - (a - b) % c;",
        "if (a < b && (b <= c || !a) && a) return 1; return a == b != c;",
        "a += b * 2; b = (a, c); c = a ? b + 1 : c; return -a;",
        "while (a-- > 0 || --b) c = c << 1 | 3 & a ^ b; return ~c;",
        "return (a || b) && c ? f(a, -1, (b)) : x[a + 1] / (int)y;",
        "if ((a = b)) return !(a < b) == c; return - 2 * a;",
        "return LIMIT < a ? LIMIT : a - LIMIT;",
        "return (a - LIMIT) * (b + LIMIT) < c && a - b * (c + LIMIT) > LIMIT;",
        "return a / (b + (c - LIMIT * 2)) - (LIMIT + a * b) * c;",
        "int *p = x; *p = f(a, b + 1, (c, a)); a == b; x[a] = x[b++]; return -p[a] + f(c, LIMIT, a);",
        "int m[4][5]; m[a][b % c] = m[c - LIMIT][a]; return (a - b) / (c - a) % m[b][LIMIT];",
        "int n = a; while (n & 1 && x[n - 1]) n = x[n] << n; for (n = b; n < c - a; n++) x[n] = n ? n : -n; return n;",
    ] {
        let text = format!(
            "#define LIMIT 600+100\nint x[9]; double y; int f(int a, int b, int c) {{ {body} }}"
        );
        assert!(edited(&text).len() > 10, "{text}");
    }
}

/// gcc's `-Wparentheses` says which groupings readers misunderstand.
#[test]
fn edits_have_the_parentheses_that_gcc_asks_for() {
    let cases: &[(&str, &[&str])] = &[
        // An operator that is replaced: its operands, and the operators beside it.
        ("return a && b && c;", &["(a && b) || c", "(a || b) && c"]),
        ("return a || b || c;", &["(a && b) || c", "(a || b) && c"]),
        ("return a < b + c;", &["a < (b + c) % 77"]),
        (
            "return a << b * c;",
            &["a << (b + c)", "a << (b - c)", "a << b / c"],
        ),
        ("return a & b * c;", &["a & (b + c)"]),
        ("return a | (b & c);", &["a & (b & c)", "a ^ (b & c)"]),
        ("return a & (b | c);", &["a | (b | c)"]),
        ("return (a & b) | c;", &["a & b & c", "(a & b) ^ c"]),
        ("return (a < b) == c;", &["(a < b) < c", "(a < b) != c"]),
        (
            "if (a = 0 && b < c) return 1; return 0;",
            &["if (a == 0 && b < c)"],
        ),
        (
            "while (a = 3 || b) a++; return 0;",
            &["while (a == 3 || b)"],
        ),
        (
            "char k = 'x'; if (k = ' ') return 1; return k * 2;",
            &["if (k == ' ')", "(k - '0') * 2"],
        ),
        (
            "char t[4]; t[a] = b % 10; return t[0] == 1;",
            &["t[a] = b % 10 + '0'", "t[0] == '1'"],
        ),
        (
            "char t[4]; b += t[a]; return t[0] * x[t[1]];",
            &["b += t[a] - '0'", "x[t[1] - '0']"],
        ),
        ("return a < b && c;", &["a < b || c"]),
        ("return (a < b) & c;", &["(a < b) | c", "(a < b) ^ c"]),
        // An assignment that is tested.
        ("while (a && (b = c)) a--; return a;", &["while ((b = c))"]),
        ("if ((a -= b)) return a; return c;", &["if ((a = b))"]),
        (
            "for (; a && (b = c); ) a--; return a;",
            &["for (; (b = c); )"],
        ),
    ];
    for (body, news) in cases {
        let edits = edited(&format!("int f(int a, int b, int c) {{ {body} }}"));
        for new in *news {
            let has = |text: &String| text.contains(&format!(" {new}"));
            assert!(edits.iter().any(has), "{body}: {new} is not in {edits:#?}");
        }
    }
}

#[test]
fn nothing_is_multiplied_by_one() {
    let edits = edited("int f(int a) { return a % (a - 1); }");
    let has = |text: &str| edits.iter().any(|t| t.contains(text));
    assert!(has("a % (a)") && has("a % (a + 1)"), "{edits:?}");
    assert!(!has("a * 1") && !has("a / 1"), "{edits:?}");
}

#[test]
fn the_edits_of_a_comparison() {
    let text = "int f(int a, int b) { return a < 3; }";
    let edits = edited(text);
    let news: BTreeSet<&str> = edits
        .iter()
        .filter_map(|t| {
            t.strip_prefix("int f(int a, int b) { return ")?
                .strip_suffix("; }")
        })
        .collect();
    let expected = [
        "!(a < 3)",
        "a != 3",
        "a + 1 < 3",
        "a - 1 < 3",
        "a < 77",
        "a < a",
        "a < b",
        "a <= 3",
        "a == 3",
        "a > 3",
        "a >= 3",
        "b < 3",
    ];
    assert_eq!(news, expected.into());
}

#[test]
fn names_are_exchanged_for_others_of_their_type() {
    let head = "typedef struct node { int value, rank; struct node *next, *previous; char tag; } node; \
                int isupper(int); int islower(int); int less(node *, node *); int more(node *x, node *y);";
    let edits = edited(&format!(
        "{head} int f(node *a, node *b) {{ return less(a->next, b) + isupper(b->value); }}"
    ));
    for new in [
        "more(a->next, b) + isupper(b->value)",
        "less(a->previous, b) + isupper(b->value)",
        "less(b->next, b) + isupper(b->value)",
        "less(a, b) + isupper(b->value)",
        "less(b, a->next) + isupper(b->value)",
        "less(a->next, b) + islower(b->value)",
        "less(a->next, b) + isupper(b->rank)",
    ] {
        let text = format!("{head} int f(node *a, node *b) {{ return {new}; }}");
        assert!(edits.contains(&text), "{new} is not in {edits:#?}");
    }
    for wrong in ["->tag", "isupper(b->next)", "less(a->value"] {
        assert!(
            !edits.iter().any(|t| t.contains(wrong)),
            "{wrong}: {edits:#?}"
        );
    }
}

#[test]
fn variables_are_those_before_the_place() {
    let text =
        "int g; char *s; int f(int p) { int q = p; { int hidden; } int r; return p; int later; }";
    let parse = read(text);
    let Some(Item::Function(f)) = parse.unit.items.last() else {
        panic!("the function is last")
    };
    let at = text.find("return").unwrap() as u32;
    let scope = Scope::at(
        &parse.unit,
        Span {
            start: at,
            end: at + 8,
            ..f.span
        },
    );
    let peers: Vec<&str> = scope.peers("p").collect();
    // Nearest first.
    assert_eq!(peers, ["r", "q", "g"]);
    assert_eq!(scope.peers("s").count(), 0);
}
