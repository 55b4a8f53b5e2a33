//! Fingerprints of functions: equal in two programs if the behaviour inside the function is identical.
//!
//! After an edit, most of a program is unchanged. A run depends only on the code of the functions that it enters, and
//! on what all functions share (global objects, signatures, the numbering of functions). So results of runs stay valid
//! as long as the fingerprints of the functions that the runs entered are unchanged. The fingerprint of a function
//! covers its code and the shared parts, but neither source positions nor the global numbering of components. A
//! component is identified by the fingerprint of its function and its rank in it.
//!
//! A string literal belongs to the functions that use it: a run that enters none of them never sees its text.

use std::fmt::{self, Debug, Write};
use std::hash::{DefaultHasher, Hash, Hasher};

use ir::program::{CompId, Constant, FnId, Function, Global, GlobalId, Inst, Pc, Program};
use rustc_hash::FxHashMap;
use syntax::Span;

use crate::Reads;

/// The fingerprint of a function.
pub type Fingerprint = u64;

/// A component, independent of its global number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComponentKey {
    /// Fingerprint of the component's function.
    pub function: Fingerprint,
    /// Rank among the components of the function.
    pub rank: u32,
}

/// The fingerprints of the functions of a program.
#[derive(Debug)]
pub struct Fingerprints {
    functions: Vec<Fingerprint>,
    /// Place of each component.
    places: Vec<ComponentKey>,
    components: FxHashMap<ComponentKey, CompId>,
    /// Functions that every run of the whole program may enter without being called.
    implied: Vec<FnId>,
    /// Assertions by source position: function and instruction.
    asserts: FxHashMap<Span, (Fingerprint, Pc)>,
}

impl Fingerprints {
    /// Computes the fingerprints of a program; `reads` are the reads of its input.
    pub fn new(program: &Program, reads: &Reads) -> Fingerprints {
        // Rank of each component in its function.
        let mut ranks = vec![0; program.components.len()];
        let mut next = vec![0; program.functions.len()];
        for (rank, component) in ranks.iter_mut().zip(&program.components) {
            let next = &mut next[component.function.index()];
            *rank = *next;
            *next += 1;
        }
        // Fingerprint of each function.
        let surroundings = surroundings(program);
        let all = (0..).map(FnId).zip(&program.functions);
        let functions: Vec<Fingerprint> = all
            .clone()
            .map(|(id, function)| {
                let mut seen = FunctionHasher {
                    program,
                    ranks: &ranks,
                    hasher: surroundings.clone(),
                };
                seen.function(id, function, reads);
                seen.hasher.finish()
            })
            .collect();
        // Place of each component.
        let components = program.components.iter().zip(ranks);
        let places: Vec<ComponentKey> = components
            .map(|(component, rank)| ComponentKey {
                function: functions[component.function.index()],
                rank,
            })
            .collect();
        // The first assertion at each position.
        let mut asserts = FxHashMap::default();
        for (id, function) in all {
            let code = (0..).zip(function.code.iter().zip(&function.spans));
            for (pc, (_, span)) in code.filter(|(_, (inst, _))| inst.asserts()) {
                let place = (functions[id.index()], pc);
                asserts.entry(*span).or_insert(place);
            }
        }
        Fingerprints {
            components: places.iter().copied().zip((0..).map(CompId)).collect(),
            implied: program.init.into_iter().chain(program.at_exit).collect(),
            functions,
            places,
            asserts,
        }
    }

    /// Fingerprint of a function.
    pub fn of(&self, function: FnId) -> Fingerprint {
        self.functions[function.index()]
    }

    /// Fingerprints of all functions.
    pub fn all(&self) -> &[Fingerprint] {
        &self.functions
    }

    /// Functions that runs may enter without being called, besides the one in which they begin.
    pub fn implied(&self) -> &[FnId] {
        &self.implied
    }

    /// Number of components.
    pub fn components(&self) -> u32 {
        self.places.len() as u32
    }

    /// The place of a component.
    pub fn place(&self, component: CompId) -> ComponentKey {
        self.places[component.index()]
    }

    /// The component at a place.
    pub fn component(&self, place: ComponentKey) -> Option<CompId> {
        self.components.get(&place).copied()
    }

    /// Function and instruction of an assertion.
    pub fn assertion(&self, span: Span) -> Option<(Fingerprint, u32)> {
        self.asserts.get(&span).copied()
    }
}

/// Adapter that hashes formatted text.
struct HashWriter<'h>(&'h mut DefaultHasher);

impl Write for HashWriter<'_> {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        self.0.write(s.as_bytes());
        Ok(())
    }
}

/// Hashes everything that a value consists of, including fields that are added to its type later.
fn debug(hasher: &mut DefaultHasher, value: impl Debug) {
    // Writing to a hasher does not fail.
    let _ = write!(HashWriter(hasher), "{value:?};");
}

/// Hash of everything that all functions share.
fn surroundings(program: &Program) -> DefaultHasher {
    let Program {
        functions,
        globals,
        components: _,
        unsupported: _,
        init,
        errno,
        environment,
        at_exit,
        data_model,
        unset_is_any,
        // Running code never reads these tables.
        printable: _,
        shapes: _,
    } = program;
    let mut hasher = DefaultHasher::new();
    for global in globals {
        let Global {
            name,
            size,
            align,
            bytes,
            read_only,
            span: _,
        } = global;
        if is_literal(global) {
            name.hash(&mut hasher);
        } else {
            (name, size, align, bytes, read_only).hash(&mut hasher);
        }
    }
    for f in functions {
        debug(&mut hasher, (&f.name, &f.params, f.result));
        (f.variadic, f.old_style).hash(&mut hasher);
    }
    debug(
        &mut hasher,
        (init, errno, environment, at_exit, data_model, unset_is_any),
    );
    // Bit-field writes affect the analysis of declarations in all functions.
    program.writes_fields().hash(&mut hasher);
    hasher
}

fn is_literal(global: &Global) -> bool {
    global.read_only && !global.bytes.is_empty()
}

/// A function while it is hashed.
struct FunctionHasher<'a> {
    program: &'a Program,
    /// Rank of each component.
    ranks: &'a [u32],
    hasher: DefaultHasher,
}

impl FunctionHasher<'_> {
    fn function(&mut self, id: FnId, function: &Function, reads: &Reads) {
        let Function {
            name,
            // The id tells functions of one name apart.
            unit: _,
            // Source position, which does not affect behaviour.
            span: _,
            params,
            variadic: _,
            old_style: _,
            result,
            regs,
            constants,
            variables,
            slots,
            // Derived from variables and slots.
            frame: _,
            code,
            spans: _,
            relaxations,
            rescues,
            observes,
        } = function;
        id.hash(&mut self.hasher);
        name.hash(&mut self.hasher);
        debug(&mut self.hasher, (params, result, regs));
        debug(&mut self.hasher, (variables, slots, rescues));
        for constant in constants {
            self.constant(constant);
        }
        for (pc, inst) in (0..).zip(code) {
            self.inst(inst);
            reads.from(id, pc).hash(&mut self.hasher);
        }
        for r in relaxations {
            self.component(r.comp);
            debug(&mut self.hasher, (&r.alts, r.covers_original, r.resume));
        }
        for o in observes {
            self.component(o.comp);
            debug(&mut self.hasher, (o.pc, o.reg, o.ty));
        }
    }

    fn component(&mut self, comp: CompId) {
        self.ranks[comp.index()].hash(&mut self.hasher);
        debug(&mut self.hasher, self.program.components[comp.index()].kind);
    }

    fn global(&mut self, global: GlobalId) {
        let named = &self.program.globals[global.index()];
        if is_literal(named) {
            (named.size, named.align, &named.bytes).hash(&mut self.hasher);
        }
    }

    fn constant(&mut self, constant: &Constant) {
        debug(&mut self.hasher, constant);
        if let Constant::Global(global) = constant {
            self.global(*global);
        }
    }

    fn inst(&mut self, inst: &Inst) {
        match inst {
            Inst::Enter { comp, relaxation } => {
                ("enter", relaxation).hash(&mut self.hasher);
                self.component(*comp);
            }
            Inst::Angelic {
                dst,
                ty,
                elem,
                comp,
            } => {
                ("angelic", dst, ty, elem).hash(&mut self.hasher);
                self.component(*comp);
            }
            Inst::AngelicText { addr, comp } => {
                ("text", addr).hash(&mut self.hasher);
                self.component(*comp);
            }
            Inst::AngelicOutput { comp } => {
                "output".hash(&mut self.hasher);
                self.component(*comp);
            }
            Inst::Unsupported { what } => {
                let what = &self.program.unsupported[*what as usize].what;
                ("unsupported", what).hash(&mut self.hasher);
            }
            Inst::AddrGlobal { dst, global } => {
                ("global", dst, global).hash(&mut self.hasher);
                self.global(*global);
            }
            inst => debug(&mut self.hasher, inst),
        }
    }
}
