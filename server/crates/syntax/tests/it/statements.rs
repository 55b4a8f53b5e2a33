//! Statements.

use expect_test::expect;

use crate::check_body;

#[test]
fn branches_and_loops() {
    check_body(
        "if (a) b(); else if (c) d(); else ;\n\
         while (a) a--; do a++; while (a < 3); for (;;) break; for (a = 0, b = 1; a < 3; a++, b++) continue;\n\
         for (int i = 0, j = 1; i < j; i++) { int k; }\n\
         if (a) if (b) c(); else d();\n\
         return;",
        &expect![[r#"
              if a
                (call b)
              else
                if c
                  (call d)
                else
                  empty
              while a
                (a--)
              do while (Lt a 3)
                (a++)
              for ; ; 
                break
              for (, (= a 0) (= b 1)); (Lt a 3); (, (a++) (b++))
                continue
              for declared; (Lt i j); (i++)
                declare i: Int = 0
                declare j: Int = 1
                block
                  declare k: Int
              if a
                if b
                  (call c)
                else
                  (call d)
              return
        "#]],
    );
}

#[test]
fn switches() {
    check_body(
        "switch (a) { case 1: case 2: b(); c(); break; case 3 ... 5: { int x; } case 'a' + 1: d(); default: }\n\
         switch (a) { int x; default: x = 1; while (x) { case 7: x--; } }",
        &expect![[r#"
              switch a
                block
                  case 1
                    empty
                  case 2
                    (call b)
                  (call c)
                  break
                  case 3 ... 5
                    block
                      declare x: Int
                  case (Add char(97) 1)
                    (call d)
                  default
                    empty
              switch a
                block
                  declare x: Int
                  default
                    (= x 1)
                  while x
                    block
                      case 7
                        (x--)
        "#]],
    );
}

#[test]
fn labels() {
    check_body(
        "a: b: c(); { goto a; d: int x = 1; x++; e: } if (x) f: g(); [[fallthrough]]; end: ;",
        &expect![[r#"
              label a
                label b
                  (call c)
              block
                goto a
                label d
                  empty
                declare x: Int = 1
                (x++)
                label e
                  empty
              if x
                label f
                  (call g)
              empty
              label end
                empty
        "#]],
    );
}

#[test]
fn switches_without_a_block() {
    check_body(
        "switch (a) case 1: b(); switch (a) case 1: switch (b) { default: c(); } d();",
        &expect![[r#"
            switch a
              block
                case 1
                  (call b)
            switch a
              block
                case 1
                  switch b
                    block
                      default
                        (call c)
            (call d)
        "#]],
    );
}
