//! Candidates for missing statements, and the effect of inserting one on the text and the tree.

use super::facts::FunctionParts;
use super::gaps::gaps;
use super::list::Class;
use super::unused::OfFile;
use super::*;
use crate::generate::scope::Scope;
use crate::generate::tests::read;

/// The statements that may be missing at the last gap before this text in the function `f`, by class.
fn missing(text: &str, before: &str) -> Vec<Vec<String>> {
    missing_in(&read(text), before)
}

fn missing_in(parse: &Parse, before: &str) -> Vec<Vec<String>> {
    let of_file = OfFile::new(parse);
    let text = &parse.sources.files[0].text;
    let at = text.find(before).expect("the text") as u32;
    let mut found = vec![Vec::new(); Class::ALL.len()];
    for item in &parse.unit.items {
        let Item::Function(function) = item else {
            continue;
        };
        if !function.span.encloses(syntax::Span {
            start: at,
            end: at,
            ..function.span
        }) {
            continue;
        }
        let facts = FunctionParts::of(function, parse, &of_file.members);
        let place = gaps(function, parse)
            .into_iter()
            .find(|place| place.point.span.start == at)
            .expect("a gap");
        let scope = Scope::at(&parse.unit, place.point.span);
        let habits = Habits::of(parse);
        let around = Surroundings {
            parse,
            scope: &scope,
            of_file: &of_file,
            leaves: Leaves::at(place.point.span, &scope, parse, &habits),
            habits: &habits,
        };
        for written in facts.missing_at(&place, &around) {
            found[written.class as usize].push(written.text);
        }
    }
    found
}

/// In a program that is mended in part, trees of new statements stand at places that have another text.
#[test]
fn a_statement_whose_text_is_not_its_own_is_left_out() {
    let text = "int g(int); void f(int a, int b) { a = g(a + 1); b = 2; }";
    let mut parse = read(text);
    let end = text.find("b = 2").expect("the text") as u32;
    let Some(Item::Function(function)) = parse.unit.items.last_mut() else {
        panic!("no function");
    };
    for (at, start) in [(0, end - 2), (1, end)] {
        if let BlockItem::Statement(s) = &mut function.body.items[at]
            && let StmtKind::Expr(e) = &mut s.kind
        {
            (e.span.start, e.span.end) = (start, start + 1);
        }
    }
    let all = missing_in(&parse, "}").concat();
    assert!(all.iter().all(|s| !s.contains("g(b)")), "{all:?}");
}

#[test]
fn what_nothing_uses_comes_first() {
    let text = "#define LIMIT 9\n#define USED 2\nenum size { SMALL, LARGE };\n\
        struct ring { int count; int *at; };\n\
        static void fill(struct ring *to, int n) { to->count = n; }\n\
        static int twice(int n) { return n * USED; }\n\
        int f(struct ring *r, int count) { int best = SMALL; if (count > 3) { best = twice(count); } return best; }";
    let classes = missing(text, "return best;");
    for likely in [
        "r->count = count;",
        "best = LIMIT;",
        "best = LARGE;",
        "fill(r, count);",
        "best = twice(count);",
        "return best;",
    ] {
        assert!(
            classes[0].iter().any(|s| s == likely),
            "{likely}: {classes:?}"
        );
    }
    for natural in ["best = 0;", "count++;", "return count;", "r->at = 0;"] {
        assert!(
            classes[1].iter().any(|s| s == natural),
            "{natural}: {classes:?}"
        );
    }
    let all = classes.concat();
    for wrong in ["best = USED;", "f(r, count);", "best = r;", "r = 1;"] {
        assert!(all.iter().all(|s| s != wrong), "{wrong}");
    }
}

#[test]
fn a_variable_that_nothing_reads_was_meant_to_be_used() {
    let text = "void f(int *a, int j, int n) { int t, u; scanf(\"%d\", &u); t = a[j]; a[j] = a[j + 1]; if (n) { a[0] = n; } }";
    let classes = missing(text, "if (n)");
    for likely in ["a[j + 1] = t;", "a[j] = u;"] {
        assert!(
            classes[0].iter().any(|s| s == likely),
            "{likely}: {classes:?}"
        );
    }
    assert!(
        classes[0].iter().all(|s| s != "a[j + 1] = n;"),
        "{classes:?}"
    );
}

#[test]
fn variables_are_read_reset_and_reduced() {
    let text = "int f(int k) { int n, m, c = 2; scanf(\"%d\", &n); while (n) { n = n / c; c++; } return m + k % 26; }";
    let classes = missing(text, "n = n / c;");
    let has = |class: Class, text: &str| classes[class as usize].iter().any(|s| s == text);
    assert!(has(Class::Unused, "scanf(\"%d\", &m);"), "{classes:?}");
    assert!(has(Class::Derived, "c = 2;"), "{classes:?}");
    assert!(has(Class::Derived, "k = k % 26;"), "{classes:?}");
    assert!(has(Class::Derived, "n = n % m;"), "{classes:?}");
    assert!(!has(Class::Unused, "scanf(\"%d\", &k);"), "{classes:?}");
}

#[test]
fn a_statement_is_put_where_it_is_missing() {
    let text = "int f(int a) { int s = 0; while (a) { s += a; a--; } if (s > 9) { s = 9; } \
        if (a) ; else a++; switch (a) { case 1: s++; default: s--; } do\n  s--;\nwhile (s > 5); if (s) return 1; \
        return s; }";
    let parse = read(text);
    let Item::Function(function) = &parse.unit.items[0] else {
        panic!("a function");
    };
    let mut results = Vec::new();
    for place in gaps(function, &parse) {
        let stmt = Stmt {
            kind: StmtKind::Break,
            span: place.point.span,
        };
        let changed = with(function, &place, stmt).expect("a place in the tree");
        let fix = put(&parse, &place, &place.in_place("break;")).expect("a place in the text");
        let (start, end) = (fix.edit.span.start as usize, fix.edit.span.end as usize);
        let new = format!("{}{}{}", &text[..start], fix.edit.text, &text[end..]);
        let mut unit = parse.unit.clone();
        unit.items[0] = Item::Function(changed);
        let reread = read(&new).unit;
        // After a label, the two statements form one block in the changed tree.
        if place.slot != Slot::Labelled {
            let (reread, changed) = (syntax::dump::unit(&reread), syntax::dump::unit(&unit));
            assert_eq!(reread, changed, "{new}");
        }
        results.push(new);
    }
    // Before the declaration and the seven statements of the function; in the blocks of the loop (3), the `if` (2) and
    // the `switch` (3, two of them before its labels); one `else`, and none behind a `return`; in place of the empty statement; after two
    // labels; before and after each of two statements without braces, and before the `return` that has none. There is
    // none after `return`.
    assert_eq!(results.len(), 25, "{results:#?}");
    assert!(
        results
            .iter()
            .any(|new| new.contains("do {\n  s--;\n  break;\n}\nwhile")),
        "{results:#?}"
    );
}

#[test]
fn braces_are_not_put_into_a_comment() {
    let parse = read(
        "void f(int a) {\n  if (a) // (once)\n    a++;\n  while (a) /* (down) */\n    a--;\n}\n",
    );
    let Some(Item::Function(function)) = parse.unit.items.last() else {
        panic!("the function is last")
    };
    for place in gaps(function, &parse) {
        let is_bare = matches!(place.slot, Slot::Start | Slot::End);
        assert_eq!(put(&parse, &place, "g();").is_none(), is_bare, "{place:?}");
    }
}

#[test]
fn an_else_is_put_only_where_its_if_is_clear() {
    let elses = |body: &str| {
        let parse = read(&format!("void f(int a, int b) {{ {body} }}"));
        let Some(Item::Function(function)) = parse.unit.items.last() else {
            panic!("the function is last")
        };
        let all = gaps(function, &parse).into_iter();
        all.filter(|place| place.slot == Slot::Else).count()
    };
    for (body, count) in [
        ("if (a) b = 1;", 1),
        ("if (a) if (b) b = 1;", 0),
        ("if (a) while (b) if (b) b = 1;", 0),
        ("if (a) { if (b) b = 1; }", 2),
        ("if (a) { b = 2; } else if (b) b = 1;", 1),
        ("if (a) if (b) b = 1; else b = 2; else b = 3;", 0),
        ("while (a) if (b) b = 1;", 1),
    ] {
        assert_eq!(elses(body), count, "{body}");
    }
}
