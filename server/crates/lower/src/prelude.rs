//! The part of the library that is written in C.
//!
//! Functions that call back (`qsort`), keep state between calls (`strtok`), or are shorter in C than in the evaluator
//! (`strpbrk`, `ldexp`) are ordinary C, in `prelude.c`, and run on the one evaluator in either domain. A library
//! function whose address is taken gets a wrapper function around its call. Only definitions that a program names are
//! lowered with it.

use std::borrow::Cow;
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use ir::Builtin;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{Declaration, Derive, Expr, ExprKind, Function, Item, Unit};

use super::effects::{for_each_expr, init_exprs};
use super::overflow::overflow_operator;

/// Prefix of the wrapper functions around calls of library functions.
pub(super) const AROUND: &str = "__around_";

/// Library functions that do more in a program that names another one, and the functions that stand for them there.
const REPLACED: [(&str, &str, &[&str]); 3] = [
    ("abort", "__abort", &["signal", "sigaction"]),
    ("fflush", "__memory_fflush", MEMORY_STREAMS),
    ("fclose", "__memory_fclose", MEMORY_STREAMS),
];
const MEMORY_STREAMS: &[&str] = &["open_memstream", "fmemopen"];

/// The function that may stand for a library function.
pub(super) fn replacement(name: &str) -> Option<&'static str> {
    let mut replaced = REPLACED.iter();
    replaced
        .find(|(library, ..)| *library == name)
        .map(|(_, other, _)| *other)
}

/// The function that runs the handlers registered by `atexit`.
pub(super) const AT_EXIT: &str = "__at_exit";

/// Name of the array of the environment variables that a test sets.
pub(super) const GIVEN_ENVIRONMENT: &str = "__given_environment";

/// The function that computes whether arithmetic overflows; `prelude_gnu.c` defines it.
pub(super) const OVERFLOWS: &str = "__faultlens_overflows";

/// The text: definitions of one name each, separated by empty lines, with no empty line inside a definition.
const TEXT: &str = concat!(
    include_str!("prelude.c"),
    "\n\n",
    include_str!("prelude_wide.c"),
    "\n\n",
    include_str!("posix/files.c"),
    "\n\n",
    include_str!("posix/streams.c"),
    "\n\n",
    include_str!("posix/options.c"),
    "\n\n",
    include_str!("posix/fnmatch.c"),
    "\n\n",
    include_str!("posix/regex.c"),
    "\n\n",
    include_str!("posix/errors.c"),
    "\n\n",
    include_str!("posix/paths.c"),
    "\n\n",
    include_str!("posix/search.c"),
    "\n\n",
    include_str!("posix/locale.c"),
    "\n\n",
    include_str!("posix/strptime.c"),
    "\n\n",
    include_str!("posix/glob.c"),
    "\n\n",
    include_str!("posix/environment.c"),
    "\n\n",
    include_str!("posix/signals.c"),
    "\n\n",
    include_str!("posix/wide_streams.c"),
    "\n\n",
    include_str!("prelude_gnu.c")
);

/// A definition, parsed when it is first needed: a program needs few of them.
struct PreludeDefinition {
    order: usize,
    text: &'static str,
    item: OnceLock<Option<Item>>,
}

/// The definitions of the text, by name.
static PIECES: LazyLock<FxHashMap<&'static str, PreludeDefinition>> = LazyLock::new(|| {
    let pieces = TEXT.split("\n\n").enumerate().filter_map(|(order, text)| {
        let item = OnceLock::new();
        Some((defined_name(text)?, PreludeDefinition { order, text, item }))
    });
    pieces.collect()
});

/// The wrapper functions around library functions that were needed so far.
static AROUNDS: Mutex<FxHashMap<String, Option<&'static Item>>> =
    Mutex::new(FxHashMap::with_hasher(rustc_hash::FxBuildHasher));

/// The name that a text defines. It is in the first line that begins with a word at the margin and is not a `typedef`,
/// before the first parenthesis, bracket or equals sign.
fn defined_name(text: &str) -> Option<&str> {
    let begins = |line: &&str| line.starts_with(|c: char| c.is_ascii_alphabetic());
    let whole = text
        .lines()
        .filter(begins)
        .find(|l| !l.starts_with("typedef"))?;
    // A pointer to a function has its name after `(*`.
    let line = whole
        .split_once("(*")
        .filter(|(head, _)| !head.contains('('));
    let line = line.map_or(whole, |(_, rest)| rest);
    let head = line.split(['(', '[', '=', ';', ')']).next()?.trim_end();
    let start = head.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    Some(&head[start.map_or(0, |i| i + 1)..])
}

fn parsed(text: &str, name: &str) -> Option<Item> {
    let options = syntax::Options::default();
    let parse = syntax::parse("prelude.c", text, &syntax::NoIncludes, &options);
    debug_assert!(parse.problems.is_empty(), "{name}: {:?}", parse.problems);
    let mut items = parse.unit.items.into_iter();
    items.find(|item| item_name(item) == Some(name))
}

/// A definition, and its position in the text.
fn find(name: &str) -> Option<(usize, &'static Item)> {
    if let Some((name, piece)) = PIECES.get_key_value(name) {
        let item = piece.item.get_or_init(|| parsed(piece.text, name));
        return Some((piece.order, item.as_ref()?));
    }
    let library = name.strip_prefix(AROUND)?;
    let builtin = Builtin::by_name(library)?;
    let mut known = AROUNDS.lock().unwrap_or_else(PoisonError::into_inner);
    let item = known.entry(name.to_owned()).or_insert_with(|| {
        let item = parsed(&function_around(builtin, library)?, name)?;
        Some(Box::leak(Box::new(item)))
    });
    Some((usize::MAX, (*item)?))
}

/// The parts of the library that a unit needs to have lowered with it.
#[derive(Debug, Default)]
pub(super) struct Prelude {
    /// Functions with a body.
    pub(super) functions: Vec<&'static Function>,
    /// The translation unit that names each of them, whose headers declare the types that it needs.
    pub(super) units: Vec<usize>,
    /// Variables.
    pub(super) variables: Vec<&'static Declaration>,
    /// Whether the unit calls a function that reopens a standard stream.
    pub(super) redirects: bool,
}

impl Prelude {
    /// Finds the parts for a unit; definitions of the unit itself are not needed.
    pub(super) fn of(unit: &Unit) -> Prelude {
        let defined: FxHashSet<&str> = unit.items.iter().flat_map(defined_names).collect();
        let mut wanted: Vec<(Cow<'_, str>, usize)> = Vec::new();
        for (number, items) in unit.translation_units().enumerate() {
            wanted.extend(names(items).into_iter().map(|name| (name, number)));
        }
        let mut prelude = Prelude {
            redirects: wanted.iter().any(|(name, _)| name == "freopen"),
            ..Prelude::default()
        };
        let (mut functions, mut variables) = (Vec::new(), Vec::new());
        let mut done: FxHashSet<String> = FxHashSet::default();
        while let Some((name, unit)) = wanted.pop() {
            if defined.contains(&*name) || done.contains(&*name) {
                continue;
            }
            let Some((order, item)) = find(&name) else {
                continue;
            };
            done.insert(name.clone().into_owned());
            match item {
                Item::Function(f) => {
                    functions.push((order, name, f, unit));
                    for_each_expr(&f.body, &mut |e| {
                        wanted.extend(ident(e).map(|name| (Cow::from(name), unit)));
                    });
                }
                Item::Declaration(d) => {
                    variables.push((order, d));
                    for init in d.declarators.iter().filter_map(|d| d.init.as_ref()) {
                        let named = init_exprs(init).into_iter().filter_map(ident);
                        wanted.extend(named.map(|name| (Cow::from(name), unit)));
                    }
                }
                Item::End => {}
            }
        }
        functions.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        variables.sort_by_key(|(order, _)| *order);
        prelude.variables = variables.into_iter().map(|(_, d)| d).collect();
        prelude.units = functions.iter().map(|(.., unit)| *unit).collect();
        prelude.functions = functions.into_iter().map(|(_, _, f, _)| f).collect();
        prelude
    }
}

/// Whether the text defines the name.
pub(super) fn defines(name: &str) -> bool {
    PIECES.contains_key(name)
}

/// The library function that `__builtin_…` stands for: usually the same name without the prefix.
pub(super) fn plain_name(name: &str) -> Option<&str> {
    let plain = name.strip_prefix("__builtin_")?;
    match plain {
        "trap" => return Some("abort"),
        "unreachable" => return Some("__faultlens_unreachable"),
        _ => {}
    }
    let known = !defines(name) && Builtin::by_name(name).is_none();
    let library = defines(plain) || Builtin::by_name(plain).is_some();
    (known && library).then_some(plain)
}

/// The names that an item defines or, if it is not a function, declares.
fn defined_names(item: &Item) -> Vec<&str> {
    match item {
        Item::Function(_) => function_name(item).into_iter().collect(),
        Item::Declaration(d) => {
            let objects = d.declarators.iter().map(|d| &d.declarator);
            let objects =
                objects.filter(|d| !matches!(d.derive.first(), Some(Derive::Function(_))));
            let names = objects.filter_map(|d| d.name.as_ref());
            let names = names.map(|n| &*n.text);
            names.filter(|n| !is_library_variable(n)).collect()
        }
        Item::End => Vec::new(),
    }
}

/// Whether `extern int errno;` and similar declarations mean the library's variable.
fn is_library_variable(name: &str) -> bool {
    matches!(
        name,
        "environ"
            | "errno"
            | "optarg"
            | "optind"
            | "opterr"
            | "optopt"
            | "error_message_count"
            | "error_one_per_line"
            | "error_print_progname"
    )
}

fn function_name(item: &Item) -> Option<&str> {
    match item {
        Item::Function(f) => Some(&f.declarator.name.as_ref()?.text),
        Item::Declaration(_) | Item::End => None,
    }
}

/// Name of a function or of a variable.
fn item_name(item: &Item) -> Option<&str> {
    match item {
        Item::Function(_) => function_name(item),
        Item::Declaration(d) => Some(&d.declarators.first()?.declarator.name.as_ref()?.text),
        Item::End => None,
    }
}

/// The name that an expression is.
pub(super) fn ident(e: &Expr) -> Option<&str> {
    match &e.kind {
        ExprKind::Ident(name) => Some(name),
        _ => None,
    }
}

/// Counts a use of a name other than as the callee of a call.
fn note<'a>(uses: &mut FxHashMap<&'a str, i32>, e: &'a Expr) {
    if let Some(name) = ident(e) {
        *uses.entry(name).or_default() += 1;
    }
    if let ExprKind::Call(callee, _) = &e.kind
        && let Some(name) = ident(callee)
    {
        *uses.entry(name).or_default() -= 1;
    }
}

/// Names that a translation unit uses; if a library function is used other than by calling it, the name of its wrapper.
fn names(items: &[Item]) -> Vec<Cow<'_, str>> {
    let mut uses: FxHashMap<&str, i32> = FxHashMap::default();
    for item in items {
        match item {
            Item::Function(f) => for_each_expr(&f.body, &mut |e| note(&mut uses, e)),
            Item::Declaration(d) => {
                for init in d.declarators.iter().filter_map(|d| d.init.as_ref()) {
                    let mut open = init_exprs(init);
                    while let Some(e) = open.pop() {
                        note(&mut uses, e);
                        super::effects::for_each_child(e, &mut |child| open.push(child));
                    }
                }
            }
            Item::End => {}
        }
    }
    let as_value =
        |(name, others): &(&&str, &i32)| **others > 0 && Builtin::by_name(name).is_some();
    let around = uses.iter().filter(as_value);
    let around: Vec<Cow<'_, str>> = around
        .map(|(name, _)| format!("{AROUND}{name}").into())
        .collect();
    let replaced = REPLACED.iter().filter(|(name, _, because)| {
        uses.contains_key(name) && because.iter().any(|because| uses.contains_key(because))
    });
    let replacing: Vec<Cow<'_, str>> = replaced.map(|(_, other, _)| (*other).into()).collect();
    uses.into_keys()
        .map(needs)
        .chain(around)
        .chain(replacing)
        .collect()
}

/// The function that is needed for the use of a name.
fn needs(name: &str) -> Cow<'_, str> {
    if overflow_operator(name, syntax::DataModel::default()).is_some() {
        return OVERFLOWS.into();
    }
    plain_name(name).unwrap_or(name).into()
}

/// The wrapper function around the call of a library function, the same for all data models; for variable arguments,
/// around that of `v…`.
fn function_around(builtin: Builtin, name: &str) -> Option<String> {
    let (mut params, mut args) = (Vec::new(), Vec::new());
    for (i, ty) in builtin.params().iter().enumerate() {
        params.push(format!("{} a{i}", ty.c_name(syntax::DataModel::Ilp32)));
        args.push(format!("a{i}"));
    }
    let (result, back) = match builtin.result() {
        Some(ty) => (ty.c_name(syntax::DataModel::Ilp32), "return "),
        None => ("void", ""),
    };
    let head = format!("static {result} {AROUND}{name}");
    if builtin.variadic() {
        let called = Builtin::by_name(&format!("v{name}"))?.name();
        let last = args.last()?.clone();
        let (params, args) = (params.join(", "), args.join(", "));
        // The type of a `va_list`, which the program need not include.
        return Some(format!(
            "{head}({params}, ...) {{ struct {{ long cursor; }} more; __builtin_va_start(more, {last}); \
             {back}{called}({args}, more); }}\n"
        ));
    }
    let params = if params.is_empty() {
        "void".to_owned()
    } else {
        params.join(", ")
    };
    let args = args.join(", ");
    Some(format!("{head}({params}) {{ {back}{name}({args}); }}\n"))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn needed(text: &str) -> Vec<String> {
        let parse = syntax::parse(
            "a.c",
            text,
            &syntax::NoIncludes,
            &syntax::Options::default(),
        );
        let prelude = Prelude::of(&parse.unit);
        let name = |f: &&Function| f.declarator.name.as_ref().map(|n| n.text.clone());
        let mut names: Vec<String> = prelude.functions.iter().filter_map(name).collect();
        names.extend(prelude.variables.iter().map(|_| "variable".to_owned()));
        names
    }

    #[test]
    fn only_what_is_named_and_not_defined() {
        assert_eq!(needed("int f(void) { return abs(1); }"), [""; 0]);
        assert_eq!(
            needed("int c(); void f(int *a) { qsort(a, 2, 4, c); }"),
            ["__sort", "qsort"]
        );
        assert_eq!(
            needed("void f(char *s) { strtok(s, \" \"); }"),
            ["strtok_r", "strtok", "variable"]
        );
        for install in ["signal", "sigaction"] {
            let names = needed(&format!("void f(void) {{ {install}(6, 0, 0); abort(); }}"));
            assert!(names.iter().any(|name| name == "__abort"), "{names:?}");
        }
        assert_eq!(
            needed("int (*table[])() = { abs }; int g() { return abs(1); }"),
            ["__around_abs"]
        );
        assert_eq!(needed("void qsort() {} void f() { qsort(); }"), [""; 0]);
    }

    #[test]
    fn every_piece_is_read_and_lowered() {
        assert!(PIECES.len() > 100, "{}", PIECES.len());
        let mut uses = String::new();
        let mut names: Vec<&str> = PIECES.keys().copied().collect();
        names.sort_unstable();
        for name in names {
            assert!(find(name).is_some(), "{name}");
            let _ = write!(uses, "{name};");
        }
        for builtin in Builtin::ALL {
            let name = format!("{AROUND}{}", builtin.name());
            let taking_list = Builtin::by_name(&format!("v{}", builtin.name()));
            let has_around = !builtin.variadic() || taking_list.is_some();
            assert_eq!(find(&name).is_some(), has_around, "{name}");
        }
        let headers = ["stdio", "stdlib", "time", "inttypes", "locale", "signal"]
            .map(|h| format!("#include <{h}.h>\n"));
        // What the headers of the system define.
        let records = "struct option { const char *name; int has_arg; int *flag; int val; };
            struct re_pattern_buffer { void *buffer; unsigned long re_nsub; };
            struct entry { char *key; void *data; };
            struct timespec { long tv_sec, tv_nsec; };
            struct stat { unsigned long st_dev, st_ino, st_nlink; unsigned st_mode, st_uid, st_gid;
                long st_size, st_blksize, st_blocks; struct timespec st_atim, st_mtim, st_ctim; };
            struct dirent { unsigned long d_ino; long d_off; unsigned short d_reclen; unsigned char d_type;
                char d_name[256]; };
            struct iovec { void *iov_base; unsigned long iov_len; };";
        let text = format!("{}{records} void all(void) {{ {uses} }}", headers.concat());
        let options = syntax::Options::default();
        let parse = syntax::parse("a.c", &text, &syntax::NoIncludes, &options);
        let lowered = super::super::lower(&parse, &super::super::LowerOptions::default());
        assert!(lowered.problems.is_empty(), "{:?}", lowered.problems);
        assert_eq!(lowered.program.unsupported, []);
    }

    #[test]
    fn the_name_that_is_defined() {
        for (text, want) in [
            ("/* x */\nint f(int (*g)(void)) {\n    h();\n}", Some("f")),
            ("static char *a;", Some("a")),
            ("static int (*h[9])(void);", Some("h")),
            ("static int t[2] = {1};", Some("t")),
            ("typedef int T;\nT *f(void) {\n}", Some("f")),
            ("/* only words */", None),
        ] {
            assert_eq!(defined_name(text), want, "{text}");
        }
    }
}
