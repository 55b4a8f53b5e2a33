//! Relowering some function bodies gives the same program as lowering the whole text with those bodies.

use ir::{Global, Program};
use lower::{LowerOptions, Relowering, lower};
use syntax::ast::{Expr, ExprKind, Item};
use syntax::visit::{Walk, each_of_item};
use syntax::{NoIncludes, Options, Parse, Severity};
use testkit::{LoadedFixture, fixtures};

const BARE: LowerOptions = LowerOptions {
    max_aggregate: 64,
    instrument: false,
    compact: false,
};

/// Replacements for an operation: its operands, a new string, a call that is not modelled, an error.
fn others(e: &Expr) -> Vec<Expr> {
    let other = |kind| Expr { kind, ..e.clone() };
    let unknown = || other(ExprKind::Ident("declared_nowhere".into()));
    match &e.kind {
        ExprKind::Binary(_, a, b)
        | ExprKind::LogicalAnd(a, b)
        | ExprKind::LogicalOr(a, b)
        | ExprKind::Assign(_, a, b) => {
            vec![
                (**a).clone(),
                other(ExprKind::Str(b"new".to_vec())),
                other(ExprKind::Call(Box::new(unknown()), Vec::new())),
                unknown(),
                (**b).clone(),
            ]
        }
        _ => Vec::new(),
    }
}

/// The program, if it has no errors.
fn whole(parse: &Parse, original: &Relowering<'_>) -> Option<Program> {
    let lowered = lower(parse, &BARE);
    let is_wrong = parse.problems.iter().any(|p| p.severity == Severity::Error);
    (!is_wrong && original.accepts(&lowered)).then_some(lowered.program)
}

/// The code, with globals by their contents, since strings may be numbered differently.
fn text_of(program: Option<&Program>) -> Option<String> {
    let program = program?;
    let mut text = format!("{:?}", program.functions);
    for (i, g) in program.globals.iter().enumerate() {
        text = text.replace(
            &format!("GlobalId({i})"),
            &format!("{} {:?}", g.name, g.bytes),
        );
    }
    Some(text)
}

/// Numbers of comparisons.
#[derive(Default)]
struct Count {
    alike: usize,
    wrong: usize,
    refused: usize,
}

/// Replaces operations by other expressions, one after another.
fn compare(parse: &Parse, count: &mut Count) {
    let mut relowering = Relowering::new(parse, &BARE);
    let original = lower(parse, &BARE).program;
    let mut changed = parse.clone();
    for item in 0..changed.unit.items.len() {
        if !relowering.fits(item) {
            let is_function = matches!(changed.unit.items[item], Item::Function(_));
            count.refused += usize::from(is_function);
            continue;
        }
        let mut places = Vec::new();
        let mut position = 0;
        each_of_item(&mut changed.unit.items[item], &mut |e| {
            places.extend(others(e).into_iter().map(|other| (position, other)));
            position += 1;
            Walk::On
        });
        for (place, other) in places {
            let before = changed.unit.items[item].clone();
            let mut at = 0;
            each_of_item(&mut changed.unit.items[item], &mut |e| {
                at += 1;
                if at <= place {
                    return Walk::On;
                }
                *e = other.clone();
                Walk::Stop
            });
            let Item::Function(f) = &changed.unit.items[item] else {
                unreachable!()
            };
            let (one, all) = (relowering.with([(item, f)]), whole(&changed, &relowering));
            let again = relowering.with([(item, f)]);
            assert_eq!(
                text_of(one.as_ref()),
                text_of(again.as_ref()),
                "a second time"
            );
            // Unchanged bodies are not replaced.
            let bodies = changed.unit.items.iter().enumerate();
            let bodies = bodies.filter_map(|(item, other)| match other {
                Item::Function(f) if relowering.fits(item) => Some((item, f)),
                _ => None,
            });
            let several = bodies.collect::<Vec<_>>();
            let several = relowering.with(several);
            assert_eq!(
                text_of(one.as_ref()),
                text_of(several.as_ref()),
                "with the other bodies"
            );
            match (&one, &all) {
                (None, None) => count.wrong += 1,
                (Some(one), Some(all)) => {
                    // A string that only the replaced operation named keeps its number; all other leftovers are errors.
                    let mut more = one
                        .globals
                        .iter()
                        .filter(|g| !all.globals.iter().any(|a| a.bytes == g.bytes));
                    let kept = |g: &Global| original.globals.iter().any(|o| o.bytes == g.bytes);
                    assert!(more.all(kept), "{:?}", one.globals);
                    assert_eq!(text_of(Some(one)), text_of(Some(all)));
                    assert_eq!(one.unsupported, all.unsupported);
                    count.alike += 1;
                }
                _ => panic!("{:?} {:?}", one.is_some(), all.is_some()),
            }
            changed.unit.items[item] = before;
        }
    }
}

#[test]
fn bodies_are_lowered_alike_alone_and_in_their_unit() {
    let mut count = Count::default();
    for folder in fixtures() {
        compare(&LoadedFixture::new(&folder).compiled.parse, &mut count);
    }
    let Count {
        alike,
        wrong,
        refused,
    } = count;
    assert!(alike > 300, "{alike} compared");
    assert!(refused > 0 && wrong > 0, "{refused} refused, {wrong} wrong");
}

/// Two files that use names of each other's and hide others: functions and objects visible in one file only, a
/// replaceable function, structs that are equal and structs that are not.
const LINKED: [&str; 2] = [
    r#"
struct pair { int a; int b; };
struct box { int width; };
static int step = 1;
int shared = 3;
int other(struct pair p);
__attribute__((weak)) int limit(void) { return 5 + step; }
static int twice(int x) { return x * 2 + step; }
int sized(void) { extern int hidden; struct box b = { 4 }; return b.width + hidden; }
int main(void) { struct pair p = { 1, 2 }; return twice(shared) + other(p) - limit(); }
"#,
    r#"
struct pair { int a; int b; };
struct box { char letters[3]; double width; };
extern int shared;
static double step = 0.5;
int hidden = 7;
int limit(void) { return shared > 2 && hidden; }
static int twice(int x) { struct box b = { "ab", 1.5 }; return x + (int)(b.width * step) + b.letters[0]; }
int other(struct pair p) { shared = p.a + twice(p.b); return twice(shared) - (shared < 9); }
"#,
];

#[test]
fn bodies_of_linked_files_are_lowered_in_their_own_file() {
    let [first, second] = LINKED.map(str::trim_start);
    let mut parse = syntax::parse("a.c", first, &NoIncludes, &Options::default());
    let after_first = Options {
        first_file: 1,
        ..Options::default()
    };
    parse.link(syntax::parse("b.c", second, &NoIncludes, &after_first));
    let mut count = Count::default();
    compare(&parse, &mut count);
    assert_eq!(count.refused, 0, "refused");
    assert!(count.alike > 40, "{} compared", count.alike);
    assert!(count.wrong > 5, "{} wrong", count.wrong);
}
