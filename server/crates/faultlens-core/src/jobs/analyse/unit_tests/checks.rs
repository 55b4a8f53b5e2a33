//! Programs that check themselves without `assert`: they count and print failures, and their exit status is the number
//! of failures.
//!
//! Many libraries are tested like this, each with macros of its own. What they have in common is that the status
//! decides; but it also does so in a program that rejects a wrong input. A program counts as a test only if there is
//! more evidence: its name or its folder, a makefile whose `test` or `check` runs it, or a macro that reports the line of
//! its use.

use std::path::Path;

use syntax::Parse;
use syntax::ast::{Expr, ExprKind, Function, StmtKind};
use syntax::visit::{Walk, each_of_item, each_statement_of};

use super::{has_no_parameters, name};
use crate::files::{self, Projects, frameworks};

/// Whether running the program is a test that its exit status decides; `projects` may describe its build.
pub(in crate::jobs::analyse) fn checks_itself(
    parse: &Parse,
    file: &Path,
    entry: &str,
    projects: &mut Projects,
) -> bool {
    let mut functions = parse.unit.functions();
    let Some(main) = functions.find(|f| name(f) == Some(entry)) else {
        return false;
    };
    // A framework is replaced here, and what its `main` returns says nothing.
    if frameworks::included(&parse.sources) {
        return false;
    }
    // Among tests there are other programs as well, but these have arguments, or the build runs no test with them.
    let looks_like_test =
        files::is_test(file) || has_no_parameters(main) && files::is_among_tests(file);
    may_fail(parse, entry)
        && (reports_lines(parse)
            || looks_like_test && !projects.leave_out(file)
            || projects.run_alone(file))
}

/// Whether the entry returns a value that it computes, such as the number of failures.
pub(in crate::jobs::analyse) fn returns_count(parse: &Parse, entry: &str) -> bool {
    let mut functions = parse.unit.functions();
    let main = functions.find(|f| name(f) == Some(entry));
    main.is_some_and(|main| returns(main, |value| !matches!(value.kind, ExprKind::Int(_))))
}

/// Whether the program may end with a status other than 0.
fn may_fail(parse: &Parse, entry: &str) -> bool {
    parse.unit.functions().any(|f| {
        (name(f) == Some(entry) && returns(f, |value| !is_nothing(value)))
            || exits_with_more_than_nothing(f)
    })
}

/// Whether a function returns such a value somewhere.
fn returns(f: &Function, is_such: impl Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    each_statement_of(&mut f.clone(), &mut |stmt| {
        if let StmtKind::Return(Some(value)) = &stmt.kind {
            found |= is_such(value);
        }
    });
    found
}

fn exits_with_more_than_nothing(f: &Function) -> bool {
    let mut found = false;
    let mut item = syntax::ast::Item::Function(f.clone());
    each_of_item(&mut item, &mut |e| {
        if let ExprKind::Call(callee, arguments) = &e.kind
            && let ExprKind::Ident(name) = &callee.kind
            && matches!(name.as_str(), "exit" | "_exit" | "_Exit" | "quick_exit")
        {
            found |= arguments.first().is_some_and(|status| !is_nothing(status));
        }
        Walk::On
    });
    found
}

/// Whether the expression is a literal 0.
fn is_nothing(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(literal) => literal.value == 0,
        _ => false,
    }
}

/// Whether a macro of the user's that is used here reports the place of its use with `__LINE__`.
fn reports_lines(parse: &Parse) -> bool {
    parse.macro_uses.iter().any(|used| {
        let definition = used.definition.and_then(|span| {
            let text = &parse.sources.file(span.file)?.text;
            text.get(span.start as usize..)
        });
        definition.is_some_and(|text| body(text).any(|line| line.contains("__LINE__")))
    })
}

/// The lines of a `#define`.
fn body(text: &str) -> impl Iterator<Item = &str> {
    let mut ended = false;
    let goes_on = move |line: &&str| !std::mem::replace(&mut ended, !line.ends_with('\\'));
    text.lines().take_while(goes_on)
}
