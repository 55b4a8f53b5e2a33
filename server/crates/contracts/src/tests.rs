//! Tests of predicates in C, harnesses, and the places of checks.

use std::collections::{BTreeMap, BTreeSet};

use syntax::Parse;
use syntax::ast::Item;

use crate::annotations::annotations;
use crate::c::{Scope, expression};
use crate::clause::{AnnotationContent, read};
use crate::{Harness, harness, weave};

/// The predicate of an assertion, in C notation.
fn c(predicate: &str) -> Result<String, String> {
    let text = format!("/*@ assert {predicate}; */");
    let annotation = annotations(&text).remove(0);
    let mut problems = Vec::new();
    let Some(AnnotationContent::Assert(clauses)) = read(&annotation, &mut problems) else {
        return Err("no assertion".to_owned());
    };
    let at_call = Scope {
        has_result: true,
        copied: Some(["a".to_owned()].into()),
    };
    match (clauses.first(), problems.first()) {
        (_, Some(problem)) => Err(problem.message.clone()),
        (Some(clause), None) => expression(&clause.node, &at_call),
        (None, None) => Err("no clause".to_owned()),
    }
}

fn written(text: &str) -> (Parse, Harness) {
    let parse = syntax::parse(
        "p.c",
        text,
        &syntax::NoIncludes,
        &syntax::Options::default(),
    );
    let harness = harness(&parse, 0, &BTreeSet::new(), &BTreeMap::new());
    (parse, harness)
}

#[test]
fn operators_are_those_of_c() {
    let is = |acsl: &str, wanted: &str| assert_eq!(c(acsl).as_deref(), Ok(wanted), "{acsl}");
    is("0 <= i < n", "(0 <= i && i < n)");
    is("a == 1 ==> b ==> c", "(!(a == 1) || (!b || c))");
    is("x <==> y || !z", "(!x == !(y || (!z)))");
    is("\\result == x + 1", "(__result == ((0LL + x) + 1))");
    is("p->next[2].v != \\null", "(p->next[2].v != 0)");
    is(
        "(char)x == 'a' && sizeof(int) == 4",
        "((((char)x) == 'a') && (sizeof(int) == 4))",
    );
    is(
        "\\old(a[i]) == a[i] && \\at(b, Pre)",
        "((__old_a[i] == a[i]) && b)",
    );
    is("c ? \\true : f(x, 2)", "(c ? 1 : f(x, 2))");
}

#[test]
fn quantifiers_count_between_their_bounds() {
    assert_eq!(
        c("\\forall integer i; 0 <= i < n ==> a[i] > 0").as_deref(),
        Ok(
            "({ int __q1 = 1; for (long long i = 0; __q1 && i <= n; i++) if (!(!(0 <= i && i < n) || (a[i] > 0))) __q1 = 0; __q1; })"
        )
    );
    let sorted = c("\\forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j]").unwrap();
    assert!(
        sorted.contains("long long i = 0; __q1 && i <= n; i++"),
        "{sorted}"
    );
    assert!(
        sorted.contains("long long j = i; __q1 && j <= n; j++"),
        "{sorted}"
    );
    let some = c("\\exists int i; n > i >= 0 && a[i] == x").unwrap();
    assert!(
        some.contains("long long i = 0; !__q1 && i <= n; i++"),
        "{some}"
    );
}

#[test]
fn what_is_not_known_is_said() {
    assert_eq!(c("\\fresh(p)"), Err("`\\fresh` is not known".to_owned()));
    assert_eq!(
        c("\\forall integer i; i > 0 ==> a[i] > 0"),
        Err("`i` has no upper bound".to_owned())
    );
    assert_eq!(c("x >"), Err("`;` is not expected here".to_owned()));
    assert_eq!(c("(x"), Err("expected `)` before `;`".to_owned()));
    let deep = "(".repeat(5_000) + "x";
    assert_eq!(c(&deep), Err("this is nested too deeply".to_owned()));
}

#[test]
fn a_contract_belongs_to_the_function_behind_it() {
    let (_, harness) = written(
        "/*@ requires n >= 0 && \\valid(a + (0 .. n - 1)); assigns a[0]; */\nvoid f(int *a, int n) { a[1] = n; }\n\
         /*@ ensures \\result > 0; */ int g(int x);\nint g(int x) { return x; }\n/*@ ensures \\true; */ int v;\n",
    );
    let functions: Vec<&str> = harness
        .callable
        .iter()
        .map(|c| c.function.as_str())
        .collect();
    assert_eq!(functions, ["f", "g"]);
    let of_arrays = "if ((long long)n < 0";
    assert!(harness.text.contains(of_arrays), "{}", harness.text);
    assert!(harness.text.contains("__i != 0"), "{}", harness.text);
    assert_eq!(harness.problems.len(), 1);
    assert!(harness.problems[0].1.message.contains("before no function"));
}

#[test]
fn arguments_are_read_and_written_in_the_same_way() {
    let (_, harness) = written(
        "int total;\n/*@ requires total > 0; */ int f(int *a, const char *s, unsigned n, double d[2]) { return 0; }\n",
    );
    let f = &harness.callable[0];
    assert_eq!(f.assumed, ["`a` has `n` elements"]);
    let call = "total = 9; f({1, 2, 3}, \"xy\", 3, {0.5, 1})";
    let input = "3 1 2 3 xy 0.5 1 9\n";
    assert_eq!(f.call(input).as_deref(), Some(call));
    let args = ["{1, 2, 3}", "\"xy\"", "3", "{0.5, 1}", "total = 9"];
    let args: Vec<String> = args.into_iter().map(str::to_owned).collect();
    assert_eq!(f.input(&args).as_deref(), Some(input));
    assert_eq!(f.input(&args[..4]), None);
    assert_eq!(f.call("3 1 2"), None);
}

#[test]
fn structures_are_refused_with_a_reason() {
    let (_, harness) = written(
        "typedef struct { int x; } point;\n/*@ ensures \\true; */ int f(point p) { return p.x; }\n",
    );
    assert!(harness.callable.is_empty());
    assert!(harness.problems[0].1.message.contains("`p` is no number"));
}

#[test]
fn checks_go_where_they_stand() {
    let text = "int f(int n) {\n int i = 0;\n //@ assert n > 0;\n if (n)\n  /*@ assert n; */ n--;\n\
                 /*@ loop invariant i >= 0; loop variant n; */\n for (; i < n; i++) ;\n return i; }\n";
    let (parse, harness) = written(text);
    // Parse as if the unit included the harness.
    let mut all = syntax::parse(
        "p.c",
        &format!("{text}{}", harness.text),
        &syntax::NoIncludes,
        &syntax::Options::default(),
    );
    assert_eq!(weave(&mut all.unit, &harness), []);
    let dump = |parse: &Parse| syntax::dump::unit(&parse.unit);
    let woven = dump(&all);
    assert!(!woven.contains("__faultlens_check_"), "{woven}");
    let count = woven.matches("__VERIFIER_assert").count();
    assert_eq!(count - dump(&parse).matches("__VERIFIER_assert").count(), 3);
    let Some(Item::Function(f)) = all.unit.items.first() else {
        panic!("{woven}")
    };
    // The declaration, the assertion, `if`, the loop, `return`.
    assert_eq!(f.body.items.len(), 5);
}

#[test]
fn an_invariant_without_a_loop_is_said_to_be_unchecked() {
    let (mut parse, harness) =
        written("int f(int n) {\n /*@ loop invariant n; */\n n--;\n return n; }\n");
    let text = format!(
        "int f(int n) {{\n /*@ loop invariant n; */\n n--;\n return n; }}\n{}",
        harness.text
    );
    parse = syntax::parse(
        &parse.sources.files[0].path,
        &text,
        &syntax::NoIncludes,
        &syntax::Options::default(),
    );
    let problems = weave(&mut parse.unit, &harness);
    assert!(problems[0].1.message.contains("no loop follows"));
}

#[test]
fn no_beginning_of_a_contract_is_too_much() {
    let text = "/*@ requires p: \\valid(a + (0 .. n - 1)) && \\old(x)[2 .. ] <==> (int)x ^^ 1.5e3 ? 'c' : \"s\";\n\
                @ behavior b: assumes \\exists integer i, j; 0 <= i < j && a->b.c == \\at(x, Pre);\n\
                @ assigns *a, a[0 .. \\max(1, 2)], \\nothing; ensures \\forall int k; k == k; loop ü */ int f(int *a, int n);\n\
                int f(int *a, int n) { return 0; }\n";
    for (end, _) in text.char_indices() {
        written(&text[..end]);
        let rest = &text[end..];
        written(&format!("/*@ {rest}"));
        written(&format!("/*@ ensures {rest}"));
    }
}

#[test]
fn comments_of_other_tools_are_left_alone() {
    let (_, harness) = written(
        "/*@{*/ /*@null@*/ int *f(/*@unused@*/ int x) { return 0; } /*@}*/\n//@todo more\n/*@ ghost int g; */\n",
    );
    let messages: Vec<&str> = harness.problems.iter().map(|(_, p)| &*p.message).collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].starts_with("`ghost` is not read"));
}
