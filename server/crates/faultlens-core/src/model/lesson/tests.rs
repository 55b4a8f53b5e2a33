use super::*;

/// The lesson of replacing the part in `[[old|new]]` of a text.
fn taught(marked: &str) -> &'static str {
    let (before, rest) = marked.split_once("[[").unwrap();
    let (part, after) = rest.split_once("]]").unwrap();
    let (old, new) = part.split_once("=>").unwrap();
    let edit = Edit {
        file: "a.c".to_owned(),
        line: 1,
        column: 1,
        end_line: 1,
        end_column: 1,
        start: before.len() as u32,
        end: (before.len() + old.len()) as u32,
        old: old.to_owned(),
        new: new.to_owned(),
        nth: None,
    };
    lesson(&[before, old, after].concat(), &edit).unwrap_or_default()
}

#[test]
fn common_mistakes_are_named() {
    for (marked, part) in [
        ("if ([[a = b=>a == b]]) n++;", "`=` assigns"),
        ("while (n [[==>==]] 0 && k) n++;", "`=` assigns"),
        ("scanf(\"%d %d\", &a, [[b=>&b]]);", "`&x`"),
        (
            "if ([[fscanf(f, \"%d\", v[i])=>fscanf(f, \"%d\", &v[i])]] != 1) k();",
            "`&x`",
        ),
        ("for (i = 0; i < n; i++)[[;=>]] { f(); }", "whole body"),
        ("if (a) f(); else[[;=>]] g();", "whole body"),
        ("case 1: f(); [[=>break; ]]case 2: g();", "next `case`"),
        (
            "f();\n        [[=>break;\n        ]]default:\n",
            "next `case`",
        ),
        ("if (a)[[=> {]]\n  f();\n  g();", "without braces"),
        ("scanf([[\"%c\"=>\" %c\"]], &c);", "line end"),
        ("scanf([[\"%d%c\"=>\"%d %c\"]], &n, &c);", "line end"),
        ("printf([[\"%d\\n\"=>\"%f\\n\"]], x);", "must fit the type"),
        (
            "[[scanf(\"%f\", &x)=>scanf(\"%lf\", &x)]];",
            "must fit the type",
        ),
        ("s += [[c=>c - '0']];", "'7'"),
        ("t[i] = [[n % 10=>n % 10 + '0']];", "'7'"),
        ("if (c == [[1=>'1']]) n++;", "'7'"),
        ("x = [[s / n=>(double)s / n]];", "decimal point"),
        ("x = [[s=>1.0 * s]] / n;", "decimal point"),
        ("p = [[a / b * 100.0=>a * 100.0 / b]];", "decimal point"),
        ("x = [[1=>1.0]] / 2 * b;", "decimal point"),
        ("[[char=>int]] c;", "256 values"),
        ("[[unsigned char=>int]] c;", "256 values"),
        ("[[char=>unsigned char]] sum = 0;", "256 values"),
        (
            "if ([[a == b=>strcmp(a, b) == 0]])",
            "where two strings lie",
        ),
        ("[[=>static ]]char t[20];", "a local array"),
        ("}\n  [[=>d[i] = '\\0';\n  ]]return d;", "strlen"),
        ("d = malloc([[strlen(s)=>strlen(s) + 1]]);", "strlen"),
        ("char t[ [[5=>6]] ];", "strlen"),
        ("int i, [[sum=>sum = 0]];", "does not begin with 0"),
        ("int [[n=>n = 0]], k;", "does not begin with 0"),
        (
            "void f(void) {\n  int sum, i;\n  [[=>sum = 0;\n  ]]for (;;) sum += i;",
            "does not begin with 0",
        ),
        (
            "struct t { int used; };\nt *g(void) {\n  t *a = malloc(8);\n  [[=>a->used = 0;\n  ]]a->used++;",
            "does not begin with 0",
        ),
        (
            "int n[26], c;\n[[=>memset(n, 0, sizeof(n));\n]]n[c]++;",
            "does not begin with 0",
        ),
        ("n[ [[s[i] =>(unsigned char)s[i] ]] ]++;", "may be negative"),
        ("x = a[ [[n=>n - 1]] ];", "no element"),
        ("x = a[f(b[0]) + [[n=>n - 1]] ];", "no element"),
        (
            "for (i = 0; [[i <= n=>i < n]]; i++) s += a[i];",
            "no element",
        ),
        ("while (i [[<==><]] n) { v[i] = 0; i++; }", "no element"),
        ("d = [[abs=>fabs]](x - y);", "floating-point numbers"),
        ("if (a [[&=>&&]] b > 2) f();", "combine bits"),
    ] {
        let found = taught(marked);
        assert!(found.contains(part), "{marked}: {found}");
    }
}

#[test]
fn other_mistakes_are_not_named() {
    for marked in [
        "if (a [[<=><=]] b) n++;",
        "for (i = 0; [[i < n=>i <= n]]; i++) s += a[i];",
        "for (i = 0; [[i <= n=>i < n]]; i++) s += i;",
        "if ([[i <= n=>i < n]]) s += a[i];",
        "x = [[a + b=>a - b]];",
        "x = [[2=>2.5]] * b;",
        "f([[a=>&a]]);",
        "printf([[\"%d\\n\"=>\"%d \\n\"]], x);",
        "printf([[\"%d\"=>\"%02d\"]], x);",
        "while (a) { f(); [[=>break; ]]}",
        "[[int=>long]] c;",
        "int a[ [[5=>6]] ];",
        "n = [[n=>n + 1]];",
        "[[=>n = 0; ]]f();",
        "[[f();=>]]",
        "a = [[b == c=>b != c]];",
        "if (t[i] == [['0'=>'1']]) n++;",
        "m = n[[=> + 1]];",
        "void f(void) {\n  int n;\n  scanf(\"%d\", &n);\n  [[=>n = 0;\n  ]]g(n);",
        "void f(int m) {\n  int n;\n  [[=>n = m;\n  ]]g(n);",
        "void f(int m) {\n  int n;\n  [[=>if (m) n = 0;\n  ]]g(n);",
        "f([[n=>n - 1]]);",
        "void f(void) {\n  int sum = 0, i;\n  for (;;) {\n    [[=>sum = 0;\n    ]]sum += i;",
        "x = a[0] + f([[n=>n - 1]]);",
    ] {
        assert_eq!(taught(marked), "", "{marked}");
    }
}
