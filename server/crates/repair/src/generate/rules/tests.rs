//! Edits by rules.

use syntax::ast::{BlockItem, Item};

use super::reading::RULES;
use crate::generate::tests::{edited, read};

#[test]
fn every_rule_is_read_as_it_is_written() {
    let rules = &*RULES;
    assert!(
        rules.parse.problems.is_empty(),
        "{:?}",
        rules.parse.problems
    );
    let functions = rules.parse.unit.items.iter().filter_map(|item| match item {
        Item::Function(function) => Some(function),
        _ => None,
    });
    assert_eq!(functions.clone().count(), rules.all.len());
    for (function, rule) in functions.zip(&rules.all) {
        let name = &function.declarator.name.as_ref().unwrap().text;
        assert_eq!(
            *name,
            rule.generator.replace(' ', "_"),
            "a rule was not read"
        );
        let is_statement = |item: &BlockItem| matches!(item, BlockItem::Statement(_));
        assert!(function.body.items.iter().all(is_statement), "{name}");
        assert_eq!(function.body.items.len(), rule.forms.len(), "{name}");
        assert!(
            rule.forms.iter().all(|form| !form.meant.is_empty()),
            "{name}"
        );
    }
}

#[test]
fn a_product_may_lack_a_factor_and_a_sum_have_a_term_too_many() {
    let edits = edited("int f(double a, double b) { return a < b - 1.5; }");
    for new in [
        "a < (b - 1.5) * 77.0",
        "a * 77.0 < b - 1.5",
        "a < b",
        "a < 1.5",
        "a < -b - 1.5",
        "a < b - 77.0",
    ] {
        let text = format!("int f(double a, double b) {{ return {new}; }}");
        assert!(edits.contains(&text), "{new} is not in {edits:#?}");
    }
}

#[test]
fn a_difference_may_be_meant_to_compare() {
    let head = "struct a { double price; int n; };";
    let edits = edited(&format!(
        "{head} int f(struct a *x, struct a *y) {{ return x->price - y->price; }}"
    ));
    let new = format!(
        "{head} int f(struct a *x, struct a *y) {{ return (x->price > y->price) - (x->price < y->price); }}"
    );
    assert!(edits.contains(&new), "{edits:#?}");
    let small = edited(&format!(
        "{head} int f(struct a *x, struct a *y) {{ return x->n - y->n; }}"
    ));
    assert!(
        small.iter().all(|text| !text.contains(") - (")),
        "{small:#?}"
    );
}

#[test]
fn what_is_compared_may_be_less_or_more_than_meant() {
    let edits = edited("int f(unsigned a, unsigned b) { return a - (b + 1) > 0; }");
    let new = "int f(unsigned a, unsigned b) { return a > b + 1; }";
    assert!(edits.contains(new), "{edits:#?}");
    let head = "struct date { int year, month; }; int f(struct date *a, struct date b) { return";
    let edits = edited(&format!("{head} a->year <= b.year; }}"));
    let new = "a->year < b.year || (a->year == b.year && a->month <= b.month)";
    assert!(edits.contains(&format!("{head} {new}; }}")), "{edits:#?}");
    let head = "int strncmp(const char *, const char *, unsigned long);";
    let function = "int f(const char *s, const char **all, int n)";
    let edits = edited(&format!(
        "{head} {function} {{ return strncmp(all[1], s, n) == 0; }}"
    ));
    for new in ["all[1][n]", "s[n]"] {
        let text =
            format!("{head} {function} {{ return strncmp(all[1], s, n) == 0 && {new} == '\\0'; }}");
        assert!(edits.contains(&text), "{new} is not in {edits:#?}");
    }
}

#[test]
fn sizes_have_names() {
    let text = "#define ROOM 4\nenum { SEATS = 5 };\nint f(int i) { i = i + 1; return i; }";
    let parse = read(text);
    let named = crate::named_numbers::named_numbers(&parse);
    let names: Vec<&str> = named.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["SEATS", "ROOM"]);
    let edits = edited("enum { SEATS = 5 };\nint f(int i) { i = i + 1; return i; }");
    assert!(
        edits.iter().any(|text| text.contains("(i + 1) % SEATS")),
        "{edits:#?}"
    );
}

#[test]
fn values_are_made_absolute_or_reduced() {
    let edits = edited("double f(int n, double d, int i) { i = i + 1; return d * n; }");
    for new in [
        "i = (i + 1) % n; return d * n",
        "i = (i + 1) % 77; return d * n",
        "i = i + 1; return fabs(d * n)",
    ] {
        let text = format!("double f(int n, double d, int i) {{ {new}; }}");
        assert!(edits.contains(&text), "{new} is not in {edits:#?}");
    }
    assert!(!edits.iter().any(|text| text.contains("abs(i + 1)")));
}

#[test]
fn whole_numbers_are_divided_as_real_ones() {
    let edits = edited("double f(int a, int b) { return (a + b) / b + a / 2; }");
    for new in ["(double)(a + b) / b + a / 2", "(a + b) / b + a / 2.0"] {
        let text = format!("double f(int a, int b) {{ return {new}; }}");
        assert!(edits.contains(&text), "{new} is not in {edits:#?}");
    }
    let edits = edited("int f(int a, int b) { return a / b + (a - 1) / 30; }");
    for new in [
        "(a + b - 1) / b + (a - 1) / 30",
        "(a + b / 2) / b + (a - 1) / 30",
        "a / b + (a - 1 + 29) / 30",
        "a / b + (a - 1 + 15) / 30",
    ] {
        let text = format!("int f(int a, int b) {{ return {new}; }}");
        assert!(edits.contains(&text), "{new} is not in {edits:#?}");
    }
    let edits = edited("int f(int a, int b) { return b - a / 100 * (b + 1) + 2 * (a / b); }");
    for new in [
        "b - a * (b + 1) / 100 + 2 * (a / b)",
        "b - a / 100 * (b + 1) + 2 * a / b",
    ] {
        let text = format!("int f(int a, int b) {{ return {new}; }}");
        assert!(edits.contains(&text), "{new} is not in {edits:#?}");
    }
    let text = "int f(int a, int b) { return (a / b) == (b + 1) / (a - b); }";
    let new = "int f(int a, int b) { return a * (a - b) == (b + 1) * b; }";
    assert!(edited(text).contains(new), "{:#?}", edited(text));
    let edits = edited("int f(int a, int b) { return (a + 1) / b > 3 / 4; }");
    let new = "int f(int a, int b) { return (a + 1) * 4 > 3 * b; }";
    assert!(edits.contains(new), "{edits:#?}");
    let real = edited("double f(double a, int b) { return a / b; }");
    assert!(real.iter().all(|text| !text.contains("(double)")));
}

#[test]
fn indices_bounds_and_lengths_are_one_off() {
    let head = "unsigned long strlen(const char *);";
    let edits = edited(&format!(
        "{head} int f(int n, char *s) {{ s[n] = strlen(s) * 2; return n < 2; }}"
    ));
    for new in [
        "s[n - 1] = strlen(s) * 2; return n < 2",
        "s[n + 1] = strlen(s) * 2; return n < 2",
        "s[n] = (strlen(s) + 1) * 2; return n < 2",
        "s[n] = strlen(s) * 2; return n - 1 < 2",
    ] {
        let text = format!("{head} int f(int n, char *s) {{ {new}; }}");
        assert!(edits.contains(&text), "{new} is not in {edits:#?}");
    }
    let sums = edited("int f(int n, int c) { return n + 5 * c; }");
    for new in ["n + 5 * c - 1", "n + 5 * (c - 1)"] {
        let text = format!("int f(int n, int c) {{ return {new}; }}");
        assert!(sums.contains(&text), "{new} is not in {sums:#?}");
    }
    let targets = edited("void f(int n) { n = 1; n++; }");
    assert!(
        !targets.iter().any(|text| text.contains("n + 1 = ")),
        "{targets:#?}"
    );
}

#[test]
fn elements_are_counted_in_bytes() {
    let head = "void *malloc(unsigned long); void *memcpy(void *, const void *, unsigned long);";
    let edits = edited(&format!(
        "{head} int *f(int n, int *a) {{ int *b = malloc(n + 1); memcpy(b, a, n); return b; }}"
    ));
    for new in [
        "malloc((n + 1) * sizeof(int)); memcpy(b, a, n)",
        "malloc((n + 1) * sizeof(double)); memcpy(b, a, n)",
        "malloc(n + 1); memcpy(b, a, n * sizeof(*b))",
    ] {
        let text = format!("{head} int *f(int n, int *a) {{ int *b = {new}; return b; }}");
        assert!(edits.contains(&text), "{new} is not in {edits:#?}");
    }
}
