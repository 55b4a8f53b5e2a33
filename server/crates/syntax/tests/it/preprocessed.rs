//! Output of `cc -E` (of gcc 12 with glibc, shortened), mapped back to the user's text.

use expect_test::expect;
use syntax::ast::Item;
use syntax::{NoIncludes, Options, Parse};

use crate::problems;

const TEXT: &str = r#"#include <zlib.h>
#include <assert.h>
#define N 10
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define LOG(...) fprintf(stderr, __VA_ARGS__)
int main(void) {
  int x = MAX(y, N) + N;
  LOG("%d\n",
      x);
  if (x == EOF && N * N > x) return 1;
  assert(x > N && isalpha(x));
  return errno;
}
"#;

const PREPROCESSED: &str = r#"# 0 "main.c"
# 1 "<built-in>"
# 1 "main.c"
# 1 "/usr/include/zlib.h" 1 3 4
# 30 "/usr/include/zlib.h" 3 4
typedef struct gz { int have; } *gzFile;
extern int gzclose (gzFile file) __attribute__ ((__nothrow__));
static inline int helper(int a) { return a; }
extern gzFile shared;
# 2 "main.c" 2




int main(void) {
  int x = ((y) > (10) ? (y) : (10)) + 10;
  fprintf(
# 8 "main.c" 3 4
 stderr
# 8 "main.c"
 , "%d\n", x)
        ;
  if (x == 
# 10 "main.c" 3 4
          (-1) 
# 10 "main.c"
              && 10 * 10 > x) return 1;
  
# 11 "main.c" 3 4
 ((void) sizeof ((
# 11 "main.c"
 x > 10 && isalpha(x)
# 11 "main.c" 3 4
 ) ? 1 : 0), __extension__ ({ if (
# 11 "main.c"
 x > 10 && 
# 11 "main.c" 3 4
 ((*__ctype_b_loc ())[(int) ((
# 11 "main.c"
 x
# 11 "main.c" 3 4
 ))] & (unsigned short int) _ISalpha)
# 11 "main.c" 3 4
 ) ; else __assert_fail (
# 11 "main.c"
 "x > N && isalpha(x)"
# 11 "main.c" 3 4
 , "main.c", 11, __extension__ __PRETTY_FUNCTION__); }))
# 11 "main.c"
 ;
  return 
# 12 "main.c" 3 4
        (*__errno_location ())
# 12 "main.c"
             ;
}
"#;

fn parse() -> Parse {
    syntax::parse_preprocessed(
        "main.c",
        TEXT,
        PREPROCESSED,
        &NoIncludes,
        &syntax::Options::default(),
    )
}

#[test]
fn the_tree_is_that_of_the_output_without_library_functions() {
    let parse = parse();
    assert_eq!(problems(&parse), "");
    expect![[r#"
        declare __builtin_va_list: typedef struct __faultlens_va_list { __cursor: Long }
        declare gzFile: pointer to typedef struct gz { have: Int }
        function main: function() returning Int
          declare x: Int = (Add (? (Gt y 10) y 10) 10)
          (call fprintf stderr "%d\n" x)
          if (&& (Eq x (- 1)) (Gt (Mul 10 10) x))
            return 1
          (call assert (&& (Gt x 10) (call isalpha x)))
          return errno
    "#]]
    .assert_eq(&syntax::dump::unit(&parse.unit));
}

#[test]
fn places_are_those_of_the_text() {
    let parse = parse();
    let Some(Item::Function(main)) = parse.unit.items.last() else {
        panic!("no function")
    };
    assert_eq!(
        parse.sources.text(main.span),
        &TEXT[TEXT.find("int main").unwrap()..TEXT.len() - 1]
    );
    let spans: Vec<&str> = main
        .body
        .items
        .iter()
        .map(|item| match item {
            syntax::ast::BlockItem::Declaration(found) => parse.sources.text(found.span),
            syntax::ast::BlockItem::Statement(found) => parse.sources.text(found.span),
        })
        .collect();
    assert_eq!(
        spans,
        [
            "int x = MAX(y, N) + N;",
            "LOG(\"%d\\n\",\n      x);",
            "if (x == EOF && N * N > x) return 1;",
            "assert(x > N && isalpha(x));",
            "return errno;",
        ]
    );
}

#[test]
fn uses_of_macros_are_found() {
    let parse = parse();
    let uses: Vec<(&str, &str)> = parse
        .macro_uses
        .iter()
        .map(|found| {
            (
                parse.sources.text(found.use_span),
                found.definition.map_or("", |at| parse.sources.text(at)),
            )
        })
        .collect();
    let n = "#define N 10";
    let max = "#define MAX(a, b) ((a) > (b) ? (a) : (b))";
    let log = "#define LOG(...) fprintf(stderr, __VA_ARGS__)";
    assert_eq!(
        uses,
        [
            ("MAX(y, N)", max),
            ("N", n),
            ("LOG(\"%d\\n\",\n      x)", log),
            ("EOF", ""),
            ("N", n),
            ("N", n),
            ("N", n),
        ]
    );
}

/// Output that is unrelated to the text, or not C at all, may at worst give poor places.
#[test]
fn nonsense_does_no_harm() {
    for output in [
        "",
        "int y;",
        "# 99 \"main.c\"\nint y;",
        "# x\n#\n\"\n(((",
        "# 1 \"other.c\"\nint f(void) { return 1; }\n",
    ] {
        let parse = syntax::parse_preprocessed(
            "main.c",
            "int x;\nM(\n",
            output,
            &NoIncludes,
            &syntax::Options::default(),
        );
        let _ = problems(&parse);
    }
}

#[test]
fn too_much_output_is_refused() {
    let parse = syntax::parse_preprocessed(
        "main.c",
        "",
        &"x ".repeat(1_100_000),
        &NoIncludes,
        &syntax::Options::default(),
    );
    assert!(problems(&parse).contains("too long after preprocessing"));
}

#[test]
fn a_compiler_is_needed_for_headers_that_nobody_has() {
    let parse = |text| syntax::parse("main.c", text, &NoIncludes, &Options::default());
    let needs = |text| parse(text).needs_compiler;
    assert!(needs(TEXT));
    assert!(!needs(
        "#include <stdio.h>\n#include \"mine.h\"\nint main(void) { return 0; }\n"
    ));
    assert!(!needs(
        "#ifdef NO_SUCH_THING\n#include <windows.h>\n#endif\n"
    ));
}

/// What follows the use of a macro also occurs in its expansion.
#[test]
fn an_expansion_closes_what_it_opens() {
    let assert = |condition: &str| {
        format!(
            "((void) sizeof (({condition}) ? 1 : 0), __extension__ ({{ if ({condition}) ; else __assert_fail (\"\", \"m.c\", 1, __func__); }}))"
        )
    };
    for text in [
        "int main(void) { assert(1); }",
        "int main(void) { assert(1);\n}",
        "int main(void) { if (1) { assert(1); } }",
        "int main(void) { ({ assert(1); }); return 0; }",
        "int main(void) { return ({ assert(1); }), 0; }",
    ] {
        let output = text.replace("assert(1)", &assert("1"));
        let parse =
            syntax::parse_preprocessed("m.c", text, &output, &NoIncludes, &Options::default());
        assert_eq!(problems(&parse), "", "{text}");
        let tree = syntax::dump::unit(&parse.unit);
        assert!(tree.contains("(call assert 1)"), "{text}: {tree}");
    }
    // A macro that only opens or closes something is aligned too.
    let text = "#define BEGIN {\n#define END ;}\nint main(void) BEGIN int x = 1 END";
    let output = "\n\nint main(void) { int x = 1 ;}";
    let parse = syntax::parse_preprocessed("m.c", text, output, &NoIncludes, &Options::default());
    assert_eq!(problems(&parse), "");
    let names: Vec<_> = parse.macro_uses.iter().map(|found| &*found.name).collect();
    assert_eq!(names, ["BEGIN", "END"]);
}
