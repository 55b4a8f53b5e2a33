//! Every node must lead back to the text that the user typed.

use syntax::Span;
use syntax::ast::{BlockItem, Expr, ExprKind, Item, Stmt, StmtKind};

use crate::parse;

/// Statements of the last function.
fn statements(parse: &syntax::Parse) -> Vec<&Stmt> {
    let Some(Item::Function(function)) = parse.unit.items.last() else {
        panic!("no function")
    };
    let mut found = Vec::new();
    for item in &function.body.items {
        if let BlockItem::Statement(statement) = item {
            found.push(statement);
        }
    }
    found
}

fn expr(statement: &Stmt) -> &Expr {
    match &statement.kind {
        StmtKind::Expr(found) | StmtKind::Return(Some(found)) | StmtKind::If(found, ..) => found,
        other => panic!("no expression in {other:?}"),
    }
}

/// Parses `text` and compares the text that the spans of the last function's statements cover.
fn check_statements(text: &str, expected: &[&str]) {
    let parse = parse(text);
    let found: Vec<&str> = statements(&parse)
        .into_iter()
        .map(|found| parse.sources.text(found.span))
        .collect();
    assert_eq!(found, expected);
}

/// Compares the text that the spans of the statements' expressions cover; see [`check_statements`].
fn check_exprs(text: &str, expected: &[&str]) {
    let parse = parse(text);
    let found: Vec<&str> = statements(&parse)
        .into_iter()
        .map(|found| parse.sources.text(expr(found).span))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn statements_cover_themselves() {
    check_statements(
        "void f(void) { a = 1 ; if (a) { b; } else c; for (;;) x(); l: y(); case 3 : z; return (1) ; ; }",
        &[
            "a = 1 ;",
            "if (a) { b; } else c;",
            "for (;;) x();",
            "l: y();",
            "case 3 : z;",
            "return (1) ;",
            ";",
        ],
    );
}

#[test]
fn parentheses_belong_to_the_enclosing_expression() {
    check_exprs(
        "void f(void) { ((a)); (a) + (b); (a = (3)); return ((x)); if ((y)) ; \"a\" \n \"b\"; sizeof(a) ; }",
        &[
            "a",
            "(a) + (b)",
            "a = (3)",
            "x",
            "y",
            "\"a\" \n \"b\"",
            "sizeof(a)",
        ],
    );
}

#[test]
fn comments_and_splices_do_not_shift() {
    check_exprs(
        "void f(void) { /* x */ a /* y */ + b // z\n ; a\\\nb; c \\\n+ d; }",
        &["a /* y */ + b", "a\\\nb", "c \\\n+ d"],
    );
    check_exprs(
        "void f(void) { \"\u{e9}\u{1f600}\"; \u{e9} + 1; }",
        &["\"\u{e9}\u{1f600}\"", "\u{e9} + 1"],
    );
}

#[test]
fn text_out_of_macros_is_at_the_use() {
    check_exprs(
        "#define N 5\n#define M (N + 1)\nvoid f(void) { x = N; N; M; x + M * 2; }",
        &["x = N", "N", "M", "x + M * 2"],
    );
    check_exprs(
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define SET(v, e) v = e\n#define ID(x) x\n\
         void f(void) { MAX(i + 1, j); SET(x, y + 1); ID(x = y + 1); ID(MAX(1, 2)); 3 * MAX(1, 2); }",
        &[
            "MAX(i + 1, j)",
            "SET(x, y + 1)",
            "x = y + 1",
            "MAX(1, 2)",
            "3 * MAX(1, 2)",
        ],
    );
}

#[test]
fn arguments_keep_their_own_places() {
    let parse = parse("#define LESS(a, b) ((a) < (b))\nvoid f(void) { LESS(i + 1, g(j)); }");
    let ExprKind::Binary(_, left, right) = &expr(statements(&parse)[0]).kind else {
        panic!("no comparison")
    };
    assert_eq!(parse.sources.text(left.span), "i + 1");
    assert_eq!(parse.sources.text(right.span), "g(j)");
}

#[test]
fn macro_uses_name_their_definitions() {
    let parse = parse(
        "#include <limits.h>\n#define LIMIT 10\n#define TWICE(x) ((x) + (x))\n#define NOTHING\n\
         NOTHING int f(void) { return TWICE(LIMIT) + INT_MAX; }",
    );
    let text = |span: Span| parse.sources.text(span).to_owned();
    let uses: Vec<(String, String, Option<String>)> = parse
        .macro_uses
        .iter()
        .map(|found| {
            (
                found.name.clone(),
                text(found.use_span),
                found.definition.map(text),
            )
        })
        .collect();
    let row = |name: &str, used: &str, definition: Option<&str>| {
        (
            name.to_owned(),
            used.to_owned(),
            definition.map(str::to_owned),
        )
    };
    assert_eq!(
        uses,
        [
            row(
                "TWICE",
                "TWICE(LIMIT)",
                Some("#define TWICE(x) ((x) + (x))")
            ),
            row("LIMIT", "LIMIT", Some("#define LIMIT 10")),
            row("INT_MAX", "INT_MAX", None),
        ]
    );
    let limit = parse.sources.files[0].text.rfind("LIMIT").unwrap() as u32;
    let inner = Span {
        start: limit,
        end: limit + 5,
        ..Span::default()
    };
    assert_eq!(
        parse.macro_use_at(inner).map(|found| &*found.name),
        Some("LIMIT")
    );
    let outer = Span {
        start: limit - 1,
        ..inner
    };
    assert_eq!(
        parse.macro_use_at(outer).map(|found| &*found.name),
        Some("TWICE")
    );
    assert_eq!(
        parse.macro_use_at(Span {
            start: 0,
            end: 3,
            ..inner
        }),
        None
    );
}

#[test]
fn included_text_is_in_its_file() {
    let parse = parse(
        "#include \"a.h\"\nint main(void) { return 0; }\n//- a.h\nint in_a(void) { return 1; }\n",
    );
    let Item::Function(function) = &parse.unit.items[0] else {
        panic!("no function")
    };
    assert_eq!(parse.sources.file(function.span.file).unwrap().path, "a.h");
    assert_eq!(
        parse.sources.text(function.span),
        "int in_a(void) { return 1; }"
    );
}

#[test]
fn lines_and_columns() {
    let parse = parse("int a;\n  \u{e9} b;\n");
    let span = Span {
        start: 12,
        end: 13,
        ..Span::default()
    };
    assert_eq!(parse.sources.text(span), "b");
    assert_eq!(parse.sources.line_col(span), (2, 6));
    assert_eq!(parse.sources.line_col_chars(span), (2, 5));
    assert_eq!(
        parse.sources.line_col(Span {
            start: 0,
            end: 0,
            ..span
        }),
        (1, 1)
    );
}

#[test]
fn line_ends_are_those_of_the_line_or_of_the_one_before() {
    let text = "a\r\nb\nc\r\nd";
    let source = syntax::Source::new("p.c", text);
    let ends = ["a", "b", "c", "d"].map(|line| source.line_end(text.find(line).unwrap() as u32));
    assert_eq!(ends, ["\r\n", "\n", "\r\n", "\r\n"]);
    assert_eq!(syntax::Source::new("p.c", "a").line_end(0), "\n");
}
