//! The initial state of a run.

use std::sync::Arc;

use harness::{ExitStatus, FileSet, Matcher, Observed};
use ir::program::{FnId, GlobalId, Program};
use ir::{BinOp, Scalar};

use super::disk::Disk;
use super::domain::Domain;
use super::frames::activate;
use super::literal::Literal;
use super::memory::Memory;
use super::object::{Name, Object, Rich};
use super::state::{CallStack, Destination, OBJECTS, Settings, State};
use super::storage::Storage;
use super::value::{ObjId, Val};

/// The function to run and its inputs.
#[derive(Debug, Clone)]
pub struct Start {
    /// The function: `main`, or the one that a test calls.
    pub function: FnId,
    /// The program's name, its `argv[0]`.
    pub name: Arc<str>,
    /// Program arguments for `main`, without the program's name.
    pub args: Arc<[Vec<u8>]>,
    /// Environment variables: `NAME=value`.
    pub environment: Arc<[String]>,
    /// Arguments of a function that a test calls.
    pub literals: Vec<Literal>,
    /// Standard input.
    pub input: Arc<[u8]>,
    /// Whether memory leaked at the end of the program is a failure.
    pub leaks: bool,
    /// Whether memory has slack: indeterminate memory starts as zero, and local variables and allocated blocks have
    /// some extra room behind them. So a run continues after an undefined access, as it would on most machines, and
    /// shows further failures.
    pub slack: bool,
    /// What is compared; the name of a file in normal form.
    pub observed: Observed,
    /// Files that may be opened; `None`: nothing is known about any file.
    pub files: Option<Arc<FileSet>>,
}

impl Start {
    /// The file that is compared, if one is.
    fn observed_file(&self) -> Option<&Arc<str>> {
        match &self.observed {
            Observed::File(name) => Some(name),
            Observed::Output | Observed::OutputAndErrors | Observed::Errors => None,
        }
    }
}

/// Memory before the first instruction, created once per program and shared by all runs until they write.
#[derive(Debug, Clone)]
pub struct Image<B> {
    memory: Memory<B>,
}

impl<B: Copy + PartialEq> Image<B> {
    /// Creates all objects with static lifetime, in order, so that global `g` is object `g + 1`.
    pub fn new(program: &Program) -> Image<B> {
        let mut memory = Memory::new();
        for (i, g) in (0..).zip(&program.globals) {
            let mut object = Object::new(Name::Global(i), Storage::Static, g.size as usize, true);
            let n = g.bytes.len().min(object.bytes.len());
            object.bytes.write(0, &g.bytes[..n]);
            object.read_only = g.read_only;
            memory.add(object);
        }
        Image { memory }
    }

    /// Sets the first bytes of a global variable to an `int`.
    pub fn set_global(&mut self, global: usize, value: i32) {
        if let Some(object) = self.memory.get_mut(global as ObjId + 1) {
            object.bytes.write(0, &value.to_le_bytes());
        }
    }

    /// The initial state of a run.
    pub fn start<D: Domain<Bits = B>>(
        &self,
        dom: &mut D,
        program: &Program,
        start: &Start,
        capture: bool,
    ) -> State<B> {
        self.start_after(None, dom, program, start, capture)
    }

    /// The initial state of a run, reusing the allocations of an earlier one: allocating and freeing takes as long as
    /// many a run.
    pub fn start_after<D: Domain<Bits = B>>(
        &self,
        before: Option<State<B>>,
        dom: &mut D,
        program: &Program,
        start: &Start,
        capture: bool,
    ) -> State<B> {
        // Memory and call stack, which are empty but for the global objects.
        let (calls, memory) = match before {
            Some(State {
                mut calls,
                mut memory,
                ..
            }) => {
                calls.clear();
                memory.rewind(&self.memory);
                (calls, memory)
            }
            None => (
                CallStack::with_capacity(),
                self.memory.clone_with_capacity(start.args.len() + OBJECTS),
            ),
        };
        // Inputs and settings.
        let destination = if capture {
            Destination::Capture(Vec::new())
        } else {
            Destination::Match(Matcher::new())
        };
        let mut state = State::new(
            calls,
            memory,
            Arc::clone(&start.input),
            destination,
            Disk::new(start.files.clone(), start.observed_file()),
            Settings {
                leaks: start.leaks,
                slack: start.slack,
                compares_output: matches!(
                    start.observed,
                    Observed::Output | Observed::OutputAndErrors
                ),
                compares_errors: matches!(
                    start.observed,
                    Observed::Errors | Observed::OutputAndErrors
                ),
            },
        );
        if let Some(global) = program.environment
            && !start.environment.is_empty()
        {
            let array = variables::<D>(dom, &mut state.memory, program, start, Some(global));
            if let Some(object) = state.memory.get_mut(global.0 + 1) {
                *object = array;
            }
        }
        // Calls: the function with its arguments, and before it the initialisation of global variables.
        let args = if start.literals.is_empty() {
            main_arguments(dom, &mut state.memory, program, start)
        } else {
            let memory = &mut state.memory;
            start
                .literals
                .iter()
                .map(|l| literal_value::<D>(memory, l))
                .collect()
        };
        activate::<D>(&mut state, program, start.function, &args, None);
        if let Some(init) = program.init {
            activate::<D>(&mut state, program, init, &[], None);
        }
        state
    }
}

fn text_object<D: Domain>(memory: &mut Memory<D::Bits>, name: Name, bytes: &[u8]) -> ObjId {
    memory.make_with(name, Storage::Outside, bytes.len() + 1, true, |object| {
        object.bytes.write(0, bytes);
    })
}

fn main_arguments<D: Domain>(
    dom: &mut D,
    memory: &mut Memory<D::Bits>,
    program: &Program,
    start: &Start,
) -> Vec<Val<D::Bits>> {
    if program.functions[start.function.index()].params.is_empty() {
        return Vec::new();
    }
    let ty = Scalar::Ptr.in_memory(program.data_model);
    let size = ty.size();
    let argc = start.args.len() as u64 + 1;
    // Written at once, because a program is run thousands of times.
    let mut argv = Object::new(
        Name::Fixed("argv"),
        Storage::Outside,
        (argc as usize + 1) * size as usize,
        true,
    );
    argv.rich.reserve_exact(argc as usize);
    let texts = std::iter::once(start.name.as_bytes()).chain(start.args.iter().map(Vec::as_slice));
    for (i, text) in texts.enumerate() {
        let id = text_object::<D>(memory, Name::Argument(i as u32), text);
        argv.rich.push(Rich {
            offset: i as u32 * size,
            ty: ty.cell(),
            object: id,
            bits: D::constant(0),
        });
    }
    argv.grain = size as u8;
    let argv = memory.add(argv);
    let environment = match program.environment {
        Some(global) if !start.environment.is_empty() => global.0 + 1,
        _ => {
            let variables = variables::<D>(dom, memory, program, start, None);
            memory.add(variables)
        }
    };
    vec![
        Val::scalar(D::constant(argc)),
        Val::pointer(argv, D::constant(0)),
        Val::pointer(environment, D::constant(0)),
    ]
}

/// The array of the environment variables, which ends with a null pointer; `global` is the program's own one.
fn variables<D: Domain>(
    dom: &mut D,
    memory: &mut Memory<D::Bits>,
    program: &Program,
    start: &Start,
    global: Option<GlobalId>,
) -> Object<D::Bits> {
    let ty = Scalar::Ptr.in_memory(program.data_model);
    let size = ty.size() as usize;
    let (name, storage) = match global {
        Some(global) => (Name::Global(global.0), Storage::Static),
        None => (Name::Fixed("environ"), Storage::Outside),
    };
    let count = start.environment.len();
    let mut array = Object::new(name, storage, (count + 1) * size, true);
    for (at, variable) in (0..).zip(start.environment.iter()) {
        let text = text_object::<D>(memory, Name::Fixed("environment"), variable.as_bytes());
        array.store(
            dom,
            at * size,
            ty.cell(),
            Val::pointer(text, D::constant(0)),
        );
    }
    let end = count * size;
    array.store(dom, end, ty.cell(), Val::scalar(D::constant(0)));
    array
}

fn literal_value<D: Domain>(memory: &mut Memory<D::Bits>, literal: &Literal) -> Val<D::Bits> {
    match literal {
        Literal::Scalar(bits) => Val::scalar(D::constant(*bits)),
        Literal::Text(bytes) => Val::pointer(
            text_object::<D>(memory, Name::Fixed("string argument"), bytes),
            D::constant(0),
        ),
    }
}

/// The condition that a program's exit status is one that the test allows.
pub fn allows<D: Domain>(dom: &mut D, wanted: ExitStatus, status: Val<D::Bits>) -> D::Cond {
    if !status.init || status.object != 0 {
        dom.first_values_mattered();
        return D::verdict(false);
    }
    let (op, other) = match wanted {
        ExitStatus::Is(status) => (BinOp::Eq, status),
        ExitStatus::IsNot(status) => (BinOp::Ne, status),
    };
    // Only the low byte reaches the parent process.
    let low = dom.cast(Scalar::I32, Scalar::U8, status.bits);
    dom.compare(op, Scalar::U8, low, D::constant(u64::from(other as u8)))
}

/// The condition that a returned value equals the expected literal; for a string, that it points to these characters.
/// `None` if the domain cannot tell, because the place of the string depends on a choice.
pub fn equals<D: Domain>(
    dom: &mut D,
    memory: &Memory<D::Bits>,
    ty: Scalar,
    v: Val<D::Bits>,
    literal: &Literal,
) -> Option<D::Cond> {
    match literal {
        Literal::Scalar(bits) if v.init && v.object == 0 => {
            Some(dom.compare(BinOp::Eq, ty, v.bits, D::constant(*bits)))
        }
        Literal::Text(text) if v.init && v.object != 0 => {
            let start = D::known(v.bits)?;
            let mut equal = D::verdict(true);
            for (at, byte) in (start..).zip(text.iter().chain(&[0])) {
                let object = memory.get(v.object);
                let found = object.and_then(|object| object.read(dom, at, Scalar::U8));
                let Some(found) = found.filter(|found| found.init) else {
                    return Some(D::verdict(false));
                };
                let same = D::constant(u64::from(*byte));
                let same = dom.compare(BinOp::Eq, Scalar::U8, found.bits, same);
                equal = dom.and(equal, same);
            }
            Some(equal)
        }
        _ => {
            dom.first_values_mattered();
            Some(D::verdict(false))
        }
    }
}
