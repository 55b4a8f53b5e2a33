//! From the syntax tree to the IR; C's types are resolved here.
//!
//! Two passes over the unit: the first declares what stands at file scope (types, objects, functions) and lowers the
//! initialisers of globals into the function `@init`; the second lowers the bodies, which therefore may call
//! functions that are defined further down.
//!
//! # Conventions
//! * A scalar local whose address is never taken is a register, everything else a slot.
//! * An expression of record type is the address of an object. Records are passed by address and copied by the
//!   callee's prologue; a function that returns a record gets the address for it as a hidden first argument.
//! * Where C leaves the order of evaluation open we follow gcc on x86-64, because expected outputs come from there:
//!   arguments from right to left, the right operand of a compound assignment before the left, a plain variable
//!   left of a call after the call.
//! * A call through a pointer to an old-style function passes promoted arguments; the callee converts.
//! * A variable-length array begins to live where it is declared, with the size that is computed there.
//!
//! # Components
//! [`relax`] explains which alternatives a component gets and why they suffice.

mod assign;
mod attributes;
mod builder;
mod call;
mod constant;
mod declare;
mod dump;
mod effects;
mod expr;
mod generic;
mod gnu;
mod index;
mod init;
mod insertion;
mod jump;
mod layout;
mod lengths;
mod library;
mod linkage;
mod number;
mod operators;
mod part;
mod place;
mod prelude;
mod purity;
mod relax;
mod relower;
mod resolve;
mod scope;
mod shapes;
mod stmt;
mod targets;
mod text;
mod types;
mod typing;
mod unit;
mod variable;
mod wide_field;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{Parse, Problem, Severity, Span};

pub use dump::{dump, dump_function};
pub use insertion::{Gap, Insertions, Point, Statements, Wanted, lower_insertions};
pub use part::lower_parts;
pub use relower::Relowering;

use builder::FnBuilder;
use insertion::Inserting;
use layout::Records;
use lengths::Lengths;
use linkage::Linkage;
use scope::{Entity, Scopes};
use shapes::VariableTypes;
use text::Text;
use types::{FnType, Type};

use crate::{
    Builtin, CompId, Component, ComponentKind, FnId, Global, GlobalId, Inst, Nature, Program,
    Unsupported,
};

/// What can be chosen about lowering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LowerOptions {
    /// Most scalars in a record or array that get angelic values one by one; larger ones are relaxed only by leaving
    /// the write out.
    pub max_aggregate: u32,
    /// Components are made at all; without them the code is the bare program.
    pub instrument: bool,
    /// Registers are shared; not worth it for code that runs only a few times.
    pub compact: bool,
}

impl Default for LowerOptions {
    fn default() -> Self {
        LowerOptions {
            max_aggregate: 64,
            instrument: true,
            compact: true,
        }
    }
}

/// What lowering gives.
#[derive(Debug, Clone, Default)]
pub struct Lowered {
    /// The program; what could not be lowered stands in it as [`Inst::Unsupported`].
    pub program: Program,
    /// What is wrong with the text, in order of place.
    pub problems: Vec<Problem>,
    /// What components of kind [`ComponentKind::Insertion`] speak of.
    pub insertions: Insertions,
}

/// Lowers a translation unit. Never fails.
pub fn lower(parse: &Parse, options: &LowerOptions) -> Lowered {
    Lowerer::new(parse, *options).run()
}

/// A global object with what only lowering needs to know.
#[derive(Debug)]
struct GlobalState {
    /// Its type; may be an incomplete array.
    ty: Type,
    /// Defined here, if only tentatively.
    defined: bool,
    /// An alignment that an attribute asks for.
    align: Option<u64>,
    /// Bytes that its initialiser needs.
    filled: u64,
    /// What goes into the program.
    global: Global,
}

/// State of lowering one unit.
struct Lowerer<'a> {
    parse: &'a Parse,
    options: LowerOptions,
    /// Expressions inside are components; see [`part`].
    within: Vec<Span>,
    /// Which statements are inserted; see [`insertion`].
    inserting: Inserting<'a>,
    records: Records,
    scopes: Scopes,
    globals: Vec<GlobalState>,
    /// String literals by content.
    strings: FxHashMap<Text, GlobalId>,
    /// Static locals by their declarator, which a copy of their block meets again.
    statics: FxHashMap<Span, GlobalId>,
    /// What several units share.
    linkage: Linkage,
    /// Functions of the program that have no effect, where components are made.
    pure: FxHashSet<FnId>,
    /// Functions with a body, as far as they can be called by name here.
    fn_ids: FxHashMap<String, FnId>,
    /// Their types as defined.
    definitions: Vec<Arc<FnType>>,
    components: Vec<Component>,
    component_ids: FxHashMap<(Span, ComponentKind), CompId>,
    unsupported: Vec<Unsupported>,
    problems: Vec<Problem>,
    /// Messages already given.
    said: FxHashSet<(Span, String)>,
    /// What becomes of lengths that are not constant.
    lengths: Lengths,
    /// Size of what the result of the call being lowered will point to, where the context tells.
    elem_hint: Option<u32>,
    /// Calls that are the whole operand of a component around them, by address: they are no components of their own.
    owned_calls: FxHashSet<usize>,
    /// `errno`, where it is named.
    errno: Option<GlobalId>,
    /// The library's own text is being lowered: what is wrong there is nobody's mistake.
    quiet: bool,
    /// Standard streams may be opened anew.
    redirects: bool,
    /// Types of the variables of functions, by the function's number.
    typed: Vec<VariableTypes>,
    /// The function being lowered.
    f: FnBuilder,
    /// `@init` while another function is lowered, and the other way round.
    other: FnBuilder,
}

impl<'a> Lowerer<'a> {
    fn new(parse: &'a Parse, options: LowerOptions) -> Lowerer<'a> {
        let builder = || FnBuilder::new(FnId(0), "@init", Span::default(), Type::Void);
        Lowerer {
            parse,
            options,
            within: Vec::new(),
            inserting: Inserting::default(),
            records: Records::new(parse.sources.data_model),
            scopes: Scopes::default(),
            globals: Vec::new(),
            strings: FxHashMap::default(),
            statics: FxHashMap::default(),
            linkage: Linkage::default(),
            pure: FxHashSet::default(),
            fn_ids: FxHashMap::default(),
            definitions: Vec::new(),
            components: Vec::new(),
            component_ids: FxHashMap::default(),
            unsupported: Vec::new(),
            problems: Vec::new(),
            said: FxHashSet::default(),
            lengths: Lengths::default(),
            elem_hint: None,
            owned_calls: FxHashSet::default(),
            errno: None,
            quiet: false,
            redirects: false,
            typed: Vec::new(),
            f: builder(),
            other: builder(),
        }
    }

    fn problem(&mut self, severity: Severity, span: Span, message: String) {
        if self.quiet {
            return;
        }
        if self.said.insert((span, message.clone())) {
            self.problems.push(Problem {
                severity,
                span,
                message,
            });
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.problem(Severity::Error, span, message.into());
    }

    fn warning(&mut self, span: Span, message: impl Into<String>) {
        // Text of the built-in headers is nowhere.
        if span.start == span.end {
            return;
        }
        self.problem(Severity::Warning, span, message.into());
    }

    /// Ends runs that get here as not analysable; `what` completes "… is not modelled".
    fn unsupported(&mut self, span: Span, what: impl Into<String>) {
        let entry = Unsupported {
            span,
            what: what.into(),
        };
        let known = self.unsupported.iter().position(|u| *u == entry);
        let index = known.unwrap_or(self.unsupported.len());
        if known.is_none() {
            self.unsupported.push(entry);
        }
        self.f.emit(span, Inst::Unsupported { what: index as u32 });
    }

    /// The same for a construct that is wrong rather than unmodelled.
    fn wrong(&mut self, span: Span, message: impl Into<String>) {
        let message = message.into();
        self.error(span, message.clone());
        self.unsupported(span, format!("an error in the text ({message})"));
    }

    /// Whether a called name is a function without effects.
    fn is_pure_function(&self, name: &str) -> bool {
        match self.scopes.find(name) {
            None | Some(Entity::Function(None, _)) => self.is_pure_in_library(name),
            Some(Entity::Function(Some(id), _)) => self.pure.contains(id),
            Some(_) => false,
        }
    }

    fn is_pure_in_library(&self, name: &str) -> bool {
        Builtin::by_name(name).is_some_and(|b| self.is_pure_builtin(b))
    }

    /// A call of the library function has no effect; where the program looks at `errno`, setting it is one.
    fn is_pure_builtin(&self, builtin: Builtin) -> bool {
        builtin.nature() == Nature::Pure && !(self.errno.is_some() && builtin.sets_errno())
    }

    /// Side effects of an expression.
    fn effects(&self, e: &syntax::ast::Expr) -> effects::Effects {
        effects::effects(e, &|name| self.is_pure_function(name))
    }

    /// Side effects of an initialiser.
    fn init_effects(&self, init: &syntax::ast::Init) -> effects::Effects {
        effects::init_effects(init, &|name| self.is_pure_function(name))
    }
}
