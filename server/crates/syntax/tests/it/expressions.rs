//! Expressions, especially those that C can only parse by knowing which names are types.

use expect_test::expect;

use crate::{check, check_body};

#[test]
fn precedence() {
    check_body(
        "a = b || c && d | e ^ f & g == h < i << j + k * l;\n\
         a = b = c ? d : e ? f : g; a += -b * ~c - !d; *p++ = (*q)--; ++*p; -a.b->c[1](2); &a[1]; a, b, c;\n\
         a = (b, c); a ?: b; sizeof a + 1; sizeof(a) + 1; sizeof *p; sizeof -a; a - -b; a - - b; a + +b;",
        &expect![[r#"
              (= a (|| b (&& c (BitOr d (BitXor e (BitAnd f (Eq g (Lt h (Shl i (Add j (Mul k l)))))))))))
              (= a (= b (? c d (? e f g))))
              (Add= a (Sub (Mul (- b) (~ c)) (! d)))
              (= (* (p++)) ((* q)--))
              (++(* p))
              (- (call ([] (-> (. a b) c) 1) 2))
              (& ([] a 1))
              (, (, a b) c)
              (= a (, b c))
              (? a _ b)
              (Add (sizeof a) 1)
              (Add (sizeof a) 1)
              (sizeof (* p))
              (sizeof (- a))
              (Sub a (- b))
              (Sub a (- b))
              (Add a (+ b))
        "#]],
    );
}

#[test]
fn assignments() {
    check_body(
        "a = 1; a += 1; a -= 1; a *= 1; a /= 1; a %= 1; a <<= 1; a >>= 1; a &= 1; a ^= 1; a |= 1;\n\
         (a) = 1; *(a) = 1; (a)[0] = 1; f(a)->b = 1; (*a).b = 1;",
        &expect![[r#"
              (= a 1)
              (Add= a 1)
              (Sub= a 1)
              (Mul= a 1)
              (Div= a 1)
              (Rem= a 1)
              (Shl= a 1)
              (Shr= a 1)
              (BitAnd= a 1)
              (BitXor= a 1)
              (BitOr= a 1)
              (= a 1)
              (= (* a) 1)
              (= ([] a 0) 1)
              (= (-> (call f a) b) 1)
              (= (. (* a) b) 1)
        "#]],
    );
}

#[test]
fn what_is_no_type_makes_no_cast_and_no_declaration() {
    check_body(
        "(a) - 1; (a) + 1; (a) * b; (a) & b; (a)(b); a * b; a(b); a(b) * c; (a[0]) - 1; (f(a)) - 1; (a.b) - 1; a;\n\
         if (x) a(b); else a * b; for (a(b); a; a * b) (a)(b); return (a) - 1;",
        &expect![[r#"
              (Sub a 1)
              (Add a 1)
              (Mul a b)
              (BitAnd a b)
              (call a b)
              (Mul a b)
              (call a b)
              (Mul (call a b) c)
              (Sub ([] a 0) 1)
              (Sub (call f a) 1)
              (Sub (. a b) 1)
              a
              if x
                (call a b)
              else
                (Mul a b)
              for (call a b); a; (Mul a b)
                (call a b)
              return (Sub a 1)
        "#]],
    );
}

#[test]
fn a_name_in_parentheses_before_an_operator_is_an_operand() {
    check_body(
        "r = (a) && b == c; r = (a) && b <= 3 && (c); r = (a) && !b; r = (a) && (b) < c; r = (a) && (b) && c + 1;\n\
         r = sizeof (a) && b > c; r = ((a) && b * c); f((a) && b == c, (a) & b, (a) - b == c); if ((a) && b - c) ;\n\
         if (x) (a) && b == c; for (int i;;) (a) && b > c; while ((a) && b == c) (a)++; r = x ? (a) && b == c : (a) - b;\n\
         r = (int) (a) && b == c; r = (int) (a) - b; r = (int) (long) (a) * b; r = -(int) (a)(b);\n\
         r = *(a) && b == c; a[(b) && c == d]; return (a) && b == c;",
        &expect![[r#"
            (= r (&& a (Eq b c)))
            (= r (&& (&& a (Le b 3)) c))
            (= r (&& a (! b)))
            (= r (&& a (Lt b c)))
            (= r (&& (&& a b) (Add c 1)))
            (= r (&& (sizeof a) (Gt b c)))
            (= r (&& a (Mul b c)))
            (call f (&& a (Eq b c)) (BitAnd a b) (Eq (Sub a b) c))
            if (&& a (Sub b c))
              empty
            if x
              (&& a (Eq b c))
            for declared; ; 
              declare i: Int
              (&& a (Gt b c))
            while (&& a (Eq b c))
              (a++)
            (= r (? x (&& a (Eq b c)) (Sub a b)))
            (= r (&& (cast Int a) (Eq b c)))
            (= r (Sub (cast Int a) b))
            (= r (Mul (cast Int (cast Long a)) b))
            (= r (- (cast Int (call a b))))
            (= r (&& (* a) (Eq b c)))
            ([] a (&& b (Eq c d)))
            return (&& a (Eq b c))
        "#]],
    );
}

#[test]
fn the_address_of_a_label_is_told_from_and() {
    check_body(
        "p = &&end; p = (void *) &&end; r = (a) && end; goto *p; end: ;",
        &expect![[r#"
            (= p &&end)
            (= p (cast pointer to Void &&end))
            (= r (&& a end))
            goto *p
            label end
              empty
        "#]],
    );
}

#[test]
fn what_is_a_type_does() {
    check(
        "typedef int T; void f(void) { (T) - 1; (T) + 1; (T) * b; (T) & b; (T)(b); T * b; T c; (T *) p; (T (*)(T)) p;\n\
         sizeof(T); sizeof(T) * 2; sizeof(T) - 1; sizeof(T *); sizeof(T[3]); sizeof(struct s); (T) { 1 }; (T[]) { 1, 2 };\n\
         (unsigned char) a + 1; (struct s *) p; -(T) a; !(T) *p; (T) a.b; (T) a[1]; (T) -a; (T) (T) a; }",
        &expect![[r#"
            declare T: typedef Int
            function f: function() returning Void
              (cast T (- 1))
              (cast T (+ 1))
              (cast T (* b))
              (cast T (& b))
              (cast T b)
              declare b: pointer to T
              declare c: T
              (cast pointer to T p)
              (cast pointer to function(_: T) returning T p)
              (sizeof type T)
              (Mul (sizeof type T) 2)
              (Sub (sizeof type T) 1)
              (sizeof type pointer to T)
              (sizeof type array 3 of T)
              (sizeof type struct s)
              (literal T { 1 })
              (literal array of T { 1, 2 })
              (Add (cast UnsignedChar a) 1)
              (cast pointer to struct s p)
              (- (cast T a))
              (! (cast T (* p)))
              (cast T (. a b))
              (cast T ([] a 1))
              (cast T (- a))
              (cast T (cast T a))
        "#]],
    );
}

#[test]
fn sizeof_of_expressions() {
    check_body(
        "sizeof(a); sizeof(a[0]); sizeof(a) / sizeof(a[0]); sizeof(f(a)); sizeof(a)[0]; sizeof(a.b); sizeof(*a);\n\
         sizeof(int); sizeof(int[2]); sizeof(int (*)(void)); sizeof sizeof a; _Alignof(int); __alignof__(double);",
        &expect![[r#"
              (sizeof a)
              (sizeof ([] a 0))
              (Div (sizeof a) (sizeof ([] a 0)))
              (sizeof (call f a))
              (sizeof ([] a 0))
              (sizeof (. a b))
              (sizeof (* a))
              (sizeof type Int)
              (sizeof type array 2 of Int)
              (sizeof type pointer to function() returning Int)
              (sizeof (sizeof a))
              (alignof type Int)
              (alignof type Double)
        "#]],
    );
}

#[test]
fn constants() {
    check_body(
        "0; 017; 0x1F; 0b101; 1u; 2l; 3ul; 4LL; 5ull; 18446744073709551615u; 1.5; .5; 5.; 1e3; 1.5e-3f; 2.5L; 0x1.8p1;\n\
         'a'; '\\n'; '\\0'; '\\x41'; '\\377'; '\\''; 'ab'; '\\e'; L'x'; u8\"x\";\n\
         \"a\" \"b\\n\" \"\\x41\\101\\u00e9\\\"\"; \"\";",
        &expect![[r#"
              0
              15
              31
              5
              1u
              2l
              3ul
              4ll
              5ull
              18446744073709551615u
              1.5
              0.5
              5.0
              1000.0
              0.0015f
              2.5l
              3.0
              char(97)
              char(10)
              char(0)
              char(65)
              char(-1)
              char(39)
              char(24930)
              char(27)
              char(120)
              "x"
              "ab\nAA\xc3\xa9\""
              ""
        "#]],
    );
}

#[test]
fn gnu_expressions() {
    check_body(
        "({ int t = a; t + 1; }) * 2; a ?: b; __extension__ a; __func__; __FUNCTION__;\n\
         __asm__ volatile (\"nop\" : \"=r\"(a) : \"r\"(b)); _Generic(a, int: 1, default: 2);",
        &expect![[r#"
            (Mul ({ declare t: Int = a; (Add t 1) }) 2)
            (? a _ b)
            a
            "f"
            "f"
            (unsupported inline assembly)
            (generic a Int: 1 default: 2)
        "#]],
    );
}

#[test]
fn calls_that_take_types() {
    check_body(
        "va_arg(ap, int); va_arg(s.ap, char *); *va_arg(ap, struct s *); offsetof(struct s, a); offsetof(struct s, a.b[2].c);\n\
         __builtin_va_arg(ap, double) + 1; __builtin_offsetof(T, x);",
        &expect![[r#"
              (va_arg ap Int)
              (va_arg (. s ap) pointer to Char)
              (* (va_arg ap pointer to struct s))
              (offsetof struct s .a)
              (offsetof struct s .a.b[2].c)
              (Add (va_arg ap Double) 1)
              (offsetof T .x)
        "#]],
    );
}
