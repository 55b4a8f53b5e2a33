//! `--valid`: which inputs count. A C file is a program that reads an input and ends with status 0 if it counts; any
//! other text is a condition in C on variables that `main` reads with `scanf` before its first loop, from which such a
//! program is made.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use ir::Program;
use ir::text::Length;
use ir::text::scanf::{Directive, ScanSpec, parse_format};
use syntax::ast::{Expr, ExprKind, Item, StmtKind};
use syntax::visit::{Walk, each_of_item, each_statement};
use syntax::{Parse, Span};

use super::run::Ready;
use super::{Job, NoAnswer};

/// A call of `scanf` and the variables that it reads.
struct ScanCall {
    format: String,
    variables: Vec<(String, ScanSpec)>,
}

impl Job<'_> {
    /// The program that says which inputs count, if there is one.
    pub(super) fn checker(
        &mut self,
        ready: &Ready<'_>,
    ) -> Result<Option<(Parse, Program)>, NoAnswer> {
        let Some(given) = self.spec.inputs.valid.clone() else {
            return Ok(None);
        };
        if Path::new(&given).is_file() {
            return self.program_in(Path::new(&given), None).map(Some);
        }
        if Path::new(&given).extension().is_some_and(|ext| ext == "c") {
            return Err(format!("--valid: there is no file {given}").into());
        }
        let text = condition_as_program(ready, &given)?;
        let program = self.program_in(&PathBuf::from("valid.c"), Some(&text));
        let program = program.map_err(|wrong| format!("--valid: {}", wrong.reason))?;
        Ok(Some(program))
    }
}

/// A program that reads what `main` reads and ends with status 0 if the condition holds.
fn condition_as_program(ready: &Ready<'_>, condition: &str) -> Result<String, NoAnswer> {
    let mut text = "#include <stdio.h>\n#include <string.h>\nint main(void)\n{\n".to_owned();
    let mut known: Vec<String> = Vec::new();
    for read in reads(ready) {
        let mut targets = String::new();
        for (name, spec) in &read.variables {
            let (ty, array, address) = match spec.conv {
                b's' => ("char", "[4096]".to_owned(), ""),
                _ => (type_of(spec), String::new(), "&"),
            };
            if !known.contains(name) {
                let _ = writeln!(text, "    {ty} {name}{array} = {{0}};");
                known.push(name.clone());
            }
            let _ = write!(targets, ", {address}{name}");
        }
        let count = read.variables.len();
        let _ = writeln!(
            text,
            "    if (scanf({}{targets}) != {count})\n        return 1;",
            read.format
        );
    }
    if known.is_empty() {
        return Err(
            "--valid: `main` reads no variable with `scanf` before its first loop; name a C file that checks an input"
                .to_owned()
                .into(),
        );
    }
    let _ = writeln!(text, "    return !({condition});\n}}");
    Ok(text)
}

/// The type of a variable that a conversion reads.
fn type_of(spec: &ScanSpec) -> &'static str {
    match (spec.conv, spec.length) {
        (b'c', _) => "char",
        (b'f' | b'e' | b'g' | b'a', Length::Default) => "float",
        (b'f' | b'e' | b'g' | b'a', _) => "double",
        (b'u' | b'x' | b'o', Length::Default) => "unsigned",
        (b'u' | b'x' | b'o', Length::Long | Length::LongLong) => "unsigned long long",
        (_, Length::Long) => "long",
        (_, Length::LongLong) => "long long",
        (_, Length::Short) => "short",
        (_, Length::Char) => "signed char",
        _ => "int",
    }
}

/// What `main` reads with `scanf` before its first loop, as far as it is plain variables.
fn reads(ready: &Ready<'_>) -> Vec<ScanCall> {
    let mut unit = ready.parse.unit.clone();
    let mut first_loop: Option<Span> = None;
    let main = unit.items.iter().position(|item| match item {
        Item::Function(function) => function
            .declarator
            .name
            .as_ref()
            .is_some_and(|name| name.text == "main"),
        _ => false,
    });
    let Some(main) = main else {
        return Vec::new();
    };
    unit.items = vec![unit.items.swap_remove(main)];
    each_statement(&mut unit, &mut |statement| {
        if matches!(
            statement.kind,
            StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoWhile(..)
        ) {
            first_loop.get_or_insert(statement.span);
        }
    });
    let end = first_loop.map_or(u32::MAX, |at| at.start);
    let mut reads = Vec::new();
    each_of_item(&mut unit.items[0], &mut |e| {
        if e.span.start >= end {
            return Walk::Stop;
        }
        reads.extend(read(e));
        Walk::On
    });
    reads
}

/// The call, if it is one of `scanf` that reads plain variables.
fn read(e: &Expr) -> Option<ScanCall> {
    let ExprKind::Call(callee, arguments) = &e.kind else {
        return None;
    };
    let (format, targets) = arguments.split_first()?;
    let (ExprKind::Ident(name), ExprKind::Str(bytes)) = (&callee.kind, &format.kind) else {
        return None;
    };
    if name != "scanf" {
        return None;
    }
    let directives = parse_format(bytes).ok()?;
    let specs = directives.iter().filter_map(|directive| match directive {
        Directive::Conversion(spec) if !spec.suppress => Some(spec.clone()),
        _ => None,
    });
    let names = targets.iter().map(|target| match &target.kind {
        ExprKind::AddressOf(of) => match &of.kind {
            ExprKind::Ident(name) => Some(name.clone()),
            _ => None,
        },
        ExprKind::Ident(name) => Some(name.clone()),
        _ => None,
    });
    let names: Vec<String> = names.collect::<Option<_>>()?;
    Some(ScanCall {
        format: format!("\"{}\"", bytes.escape_ascii()),
        variables: names.into_iter().zip(specs).collect(),
    })
}
