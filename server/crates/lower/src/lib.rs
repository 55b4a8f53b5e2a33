//! Lowering: from the syntax tree to the IR. C's types are resolved here.
//!
//! There are two passes over the unit: the first processes the declarations at file scope (types, objects, functions)
//! and lowers the initialisers of globals into the function `@init`; the second lowers the bodies, which may therefore
//! call functions that are defined further down.
//!
//! # Conventions
//! * A scalar local whose address is never taken is a register; every other local is a slot.
//! * An expression of record type is represented by the address of an object. Records are passed by address and copied
//!   by the callee's prologue; a function that returns a record receives the address for it as a hidden first argument.
//! * Where C leaves the order of evaluation open, lowering follows gcc on x86-64, because expected outputs were
//!   produced by it: arguments from right to left, the right operand of a compound assignment before the left, a plain
//!   variable to the left of a call after the call.
//! * A call through a pointer to an old-style function passes promoted arguments; the callee converts.
//! * The lifetime of a variable-length array begins at its declaration, with the size computed there.
//!
//! # Components
//! The module `relax` explains which alternatives a component gets and why they suffice.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used))]

mod assign;
mod attributes;
mod builder;
mod call;
mod call_context;
mod components;
mod constant;
mod declare;
mod diagnostics;
mod effects;
mod expr;
mod format_check;
mod function;
mod functions;
mod gcc_builtins;
mod generic;
mod globals;
mod incremental;
mod index;
mod init;
mod insertion;
mod jump;
mod layout;
mod lengths;
mod library;
mod library_use;
mod linkage;
mod lvalue;
mod number;
mod operators;
mod options;
mod overflow;
mod parts;
mod place;
mod prelude;
mod purity;
mod relax;
mod resolve;
mod scope;
mod shapes;
mod spelled_type;
mod stmt;
mod targets;
mod text;
mod types;
mod typing;
mod unit;
mod value;
mod variable;
mod warnings;
mod wide_field;

use ir::{FnId, Inst, Lack, Program};
use syntax::{Parse, Problem, Span};

pub use incremental::Relowering;
pub use insertion::{Gap, InsertionRequest, Insertions, Point, Statements, lower_insertions};
pub use options::LowerOptions;
pub use parts::lower_parts;
pub use purity::observers;
pub use warnings::{Warning, WarningKind, have_new};

use builder::FnBuilder;
use call_context::CallContext;
use components::Components;
use diagnostics::Diagnostics;
use functions::Functions;
use globals::Globals;
use insertion::Inserting;
use layout::Records;
use lengths::Lengths;
use library_use::LibraryUse;
use linkage::Linkage;
use scope::Scopes;
use types::Type;

/// Result of lowering.
#[derive(Debug, Clone, Default)]
pub struct LoweredUnit {
    /// The program; constructs that could not be lowered are [`Inst::Unsupported`].
    pub program: Program,
    /// Problems of the source text, in order of place.
    pub problems: Vec<Problem>,
    /// What gcc would warn about in a program without components; see [`have_new`].
    pub warnings: Vec<Warning>,
    /// The data that components of kind [`ir::ComponentKind::Insertion`] refer to.
    pub insertions: Insertions,
}

/// Lowers a translation unit. Never fails.
pub fn lower(parse: &Parse, options: &LowerOptions) -> LoweredUnit {
    Lowerer::new(parse, *options).run()
}

/// State of lowering one unit.
///
/// Each part has private fields and keeps its own invariants; what needs only one or two parts takes these. The methods
/// of `Lowerer` itself, in the modules, emit code or resolve types, which may need all of them.
struct Lowerer<'a> {
    /// The text and its syntax tree.
    parse: &'a Parse,
    options: LowerOptions,
    /// Problems and unmodelled constructs.
    diagnostics: Diagnostics,
    /// Components.
    components: Components,
    /// What the context of calls says about them.
    calls: CallContext,
    /// Statements to insert; see [`insertion`].
    inserting: Inserting<'a>,
    /// Structs and unions.
    records: Records,
    /// Names.
    scopes: Scopes,
    /// Objects with static lifetime.
    globals: Globals,
    /// Uses of the C library.
    library: LibraryUse,
    /// Symbols shared by several units.
    linkage: Linkage,
    /// Functions with a body.
    functions: Functions,
    /// Treatment of lengths that are not constant.
    lengths: Lengths,
    /// The function being lowered.
    f: FnBuilder,
    /// The suspended builder: `@init` while another function is lowered, and vice versa.
    suspended: FnBuilder,
}

impl<'a> Lowerer<'a> {
    fn new(parse: &'a Parse, options: LowerOptions) -> Lowerer<'a> {
        let builder = || FnBuilder::new(FnId(0), "@init", Span::default(), Type::Void);
        Lowerer {
            parse,
            options,
            diagnostics: Diagnostics::default(),
            components: Components::default(),
            calls: CallContext::default(),
            inserting: Inserting::default(),
            records: Records::new(parse.sources.data_model),
            scopes: Scopes::default(),
            globals: Globals::default(),
            library: LibraryUse::default(),
            linkage: Linkage::default(),
            functions: Functions::default(),
            lengths: Lengths::default(),
            f: builder(),
            suspended: builder(),
        }
    }

    /// Continues with the suspended builder, and suspends the present one.
    fn swap_builders(&mut self) {
        std::mem::swap(&mut self.f, &mut self.suspended);
    }

    /// Takes the suspended builder, to finish it.
    fn take_suspended(&mut self) -> FnBuilder {
        std::mem::replace(&mut self.suspended, FnBuilder::placeholder())
    }

    /// Emits code that ends the run as not analysable; a text completes "… is not modelled".
    fn unsupported(&mut self, span: Span, what: impl Into<Lack>) {
        let what = self.diagnostics.unsupported_index(span, what);
        self.f.emit(span, Inst::Unsupported { what });
    }

    /// Emits code that ends the run at a construct that is wrong rather than unmodelled, and reports an error.
    fn wrong(&mut self, span: Span, message: impl Into<String>) {
        let message = message.into();
        self.diagnostics.error(span, message.clone());
        self.unsupported(span, Lack::Wrong(format!("an error: {message}")));
    }
}
