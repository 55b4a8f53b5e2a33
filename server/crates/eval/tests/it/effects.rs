//! What the table of library functions declares, held against what the machine does.
//!
//! Each function is called on random memory with random arguments. Every byte, stream, object and error number that a
//! call changes has to be among its declared effects; and changing a byte that it does not declare to read must not
//! change what it does.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use eval::{ChoiceSource, Concrete, Image, Machine, Name, ObjId, Start, State, Stop, Storage, Val};
use harness::{Expected, FileSet};
use ir::text::printf::{FormatPiece, parse_format};
use ir::text::scanf::{self, Directive};
use ir::{
    ARGUMENT_CELL, Arguments, Builtin, BuiltinCall, Direction, Effect, Extent, FnId, FormatText,
    Function, Global, GlobalId, Inst, Program, Reg, Scalar, StreamSource,
};
use testkit::cases;

/// Bytes of each object.
const SIZE: usize = 32;
/// The object of `errno`.
const ERRNO: ObjId = 1;
/// Register of the result.
const RESULT: Reg = 0;

/// A small generator of random numbers (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 11) as usize % limit
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// A call to make: its arguments, and the contents of the objects that they point to.
struct Case {
    program: Program,
    call: BuiltinCall,
    state: State<u64>,
    arguments: Vec<Val<u64>>,
    format: Option<Vec<u8>>,
}

/// A program whose `main` calls a function, with `errno`.
fn program(call: &BuiltinCall) -> Program {
    let main = Function {
        name: "main".into(),
        span: syntax::Span::default(),
        params: Vec::new(),
        variadic: false,
        unit: None,
        old_style: false,
        result: None,
        regs: 16,
        constants: Vec::new(),
        variables: Vec::new(),
        slots: Vec::new(),
        frame: 0,
        code: vec![Inst::Builtin(Box::new(call.clone())), Inst::ReturnNothing],
        spans: vec![syntax::Span::default(); 2],
        relaxations: Vec::new(),
        rescues: Vec::new(),
        observes: Vec::new(),
    };
    Program {
        functions: vec![Arc::new(main)],
        globals: vec![Global {
            name: "errno".into(),
            size: 4,
            align: 4,
            bytes: Vec::new(),
            read_only: false,
            span: syntax::Span::default(),
        }],
        errno: Some(GlobalId(0)),
        environment: None,
        ..Program::default()
    }
}

/// The state in which `main` begins, with some input.
fn initial(program: &Program, random: &mut Random) -> State<u64> {
    let input: &[&[u8]] = &[b"", b"12 x\n", b"  -3.5e1\nabc", b"aaaa", b"\n\n7"];
    let start = Start {
        name: "program".into(),
        environment: std::sync::Arc::default(),
        function: FnId(0),
        args: Arc::from([]),
        literals: Vec::new(),
        input: random.pick(input).into(),
        leaks: false,
        slack: false,
        observed: harness::Observed::Output,
        files: Some(Arc::new(FileSet::default())),
    };
    let mut dom = concrete();
    Image::new(program).start(&mut dom, program, &start, true)
}

fn concrete() -> Concrete {
    Concrete::new(0, ChoiceSource::Nothing)
}

/// Makes one step of a state, and returns the state after it.
fn step(program: &Program, state: State<u64>) -> (Result<(), Box<Stop>>, State<u64>) {
    let expected = Arc::new(Expected::anything());
    let mut machine = Machine::new(program, concrete(), state, expected, 1 << 20);
    let end = machine.step_once();
    (end, machine.take_state())
}

/// An object with these bytes, then random ones.
fn object(state: &mut State<u64>, storage: Storage, bytes: &[u8], random: &mut Random) -> ObjId {
    let id = state
        .memory
        .make(Name::Fixed("object"), storage, SIZE, true);
    let object = state.memory.get_mut(id).unwrap();
    for at in 0..SIZE {
        let byte = bytes.get(at).copied().unwrap_or(random.next() as u8);
        object.bytes.write(at, &[byte]);
    }
    id
}

/// Contents of objects: numbers, words, names of files, formats, and bytes without an end.
const TEXTS: &[&[u8]] = &[
    b"12\0",
    b" -3.5e2 7\0",
    b"0x1fz\0",
    b"data\0",
    b"new\0",
    b"r\0",
    b"w+\0",
    b"a\0",
    b"abcabc\0",
    b"b\0",
    b"\0",
    b"99999999999999999999\0",
    b"",
];
const PRINTF: &[&[u8]] = &[
    b"x%dy",
    b"%s|",
    b"%5.2f",
    b"%*d%n",
    b"%.3s%hhn",
    b"%c%%%lu",
    b"plain",
    b"%p%ln",
];
const SCANF: &[&[u8]] = &[
    b"%d",
    b"%3s%n",
    b"%lf",
    b"%c%*c%hd",
    b" %[a-z]",
    b"%f%d",
    b"%4c",
];

/// Opens the file `data`; the pointer to its stream.
fn opened(state: State<u64>, mode: &[u8], random: &mut Random) -> (State<u64>, Val<u64>) {
    let call = BuiltinCall {
        dst: Some(RESULT),
        builtin: Builtin::Fopen,
        args: vec![(1, Scalar::Ptr), (2, Scalar::Ptr)],
    };
    let program = program(&call);
    let mut state = state;
    let name = object(&mut state, Storage::Static, b"data\0", random);
    let mode = object(&mut state, Storage::Static, mode, random);
    let place = state.calls.place();
    state.calls.set_register(1, Val::pointer(name, 0));
    state.calls.set_register(2, Val::pointer(mode, 0));
    let (end, mut state) = step(&program, state);
    assert!(end.is_ok());
    let stream = state
        .calls
        .registers()
        .value(state.calls.running().unwrap().index_of(RESULT));
    assert_ne!(stream.object, 0, "the file is open");
    state.calls.jump(place.pc);
    (state, stream)
}

fn heap_block(state: &mut State<u64>, random: &mut Random) -> Val<u64> {
    Val::pointer(object(state, Storage::Heap, b"heap\0", random), 0)
}

/// A random argument of a type.
fn argument(
    ty: Scalar,
    wanted: Option<Wanted>,
    stream: Val<u64>,
    state: &mut State<u64>,
    random: &mut Random,
) -> Val<u64> {
    // Sometimes an argument is not what the declaration suggests.
    let wanted = wanted.filter(|_| random.below(8) > 0);
    match (ty, wanted) {
        (Scalar::Ptr, Some(Wanted::Stream)) => match random.below(8) {
            0 => Val::scalar(0x10),
            1 => Val::scalar(0x11),
            _ => stream,
        },
        (Scalar::Ptr, wanted) => match random.below(10) {
            0 => Val::scalar(0),
            1 => stream,
            2.. if wanted == Some(Wanted::Block) => heap_block(state, random),
            2 => heap_block(state, random),
            _ => {
                let text = random.pick(TEXTS);
                let id = object(state, Storage::Static, text, random);
                Val::pointer(id, random.below(3) as u64 / 2)
            }
        },
        (Scalar::F64, _) => {
            let value: f64 = random.pick(&[0.0, -1.5, 2.0, 1e300, -1e300, 1e-320, f64::NAN, 0.5]);
            Val::scalar(value.to_bits())
        }
        (Scalar::F32, _) => {
            let value: f32 = random.pick(&[0.0, -1.5, 2.0, 3e38, -3e38, 1e-44, f32::NAN, 0.5]);
            Val::scalar(u64::from(value.to_bits()))
        }
        (_, Some(Wanted::Descriptor)) => Val::scalar(random.below(3) as u64),
        _ => Val::scalar(random.pick(&[0, 1, 2, 3, 4, 7, 9, 65, 97, u64::MAX])),
    }
}

/// What an argument is used for, according to the table.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    Stream,
    Descriptor,
    Block,
}

fn wanted(builtin: Builtin, at: u8) -> Option<Wanted> {
    builtin.effects().iter().find_map(|effect| match effect {
        Effect::Stream(StreamSource::Argument(stream), _) if *stream == at => Some(Wanted::Stream),
        Effect::Stream(StreamSource::Descriptor(stream), _) if *stream == at => {
            Some(Wanted::Descriptor)
        }
        Effect::Frees(block) if *block == at => Some(Wanted::Block),
        _ => None,
    })
}

/// Types of the arguments of a format's conversions.
fn conversion_types(format: &[u8], prints: bool) -> Vec<Scalar> {
    if !prints {
        let directives = scanf::parse_format(format).unwrap();
        let stored = directives.iter().filter(|directive| match directive {
            Directive::Conversion(spec) => !spec.suppress,
            _ => false,
        });
        return stored.map(|_| Scalar::Ptr).collect();
    }
    let mut types = Vec::new();
    for piece in parse_format(format).unwrap() {
        let FormatPiece::Conversion(spec) = piece else {
            continue;
        };
        let (width, precision) = spec.stars();
        types.extend(
            [width, precision]
                .into_iter()
                .filter(|is| *is)
                .map(|_| Scalar::I32),
        );
        types.push(match spec.conv {
            b's' | b'p' | b'n' => Scalar::Ptr,
            _ if spec.is_float() => Scalar::F64,
            _ if spec.int_bits() == 64 => Scalar::I64,
            _ => Scalar::I32,
        });
    }
    types
}

/// A `va_list` with these arguments.
fn list(state: &mut State<u64>, arguments: &[(Val<u64>, Scalar)]) -> Val<u64> {
    let mut dom = concrete();
    let size = ARGUMENT_CELL as usize * arguments.len();
    let cells = state
        .memory
        .make(Name::Fixed("cells"), Storage::Static, size, true);
    let list = state
        .memory
        .make(Name::Fixed("va_list"), Storage::Static, 24, true);
    let object = state.memory.get_mut(cells).unwrap();
    for (i, (value, ty)) in arguments.iter().enumerate() {
        let at = i * ARGUMENT_CELL as usize;
        let number = Scalar::ARGUMENTS
            .iter()
            .position(|known| known == ty)
            .unwrap();
        object.store(&mut dom, at, *ty, *value);
        object.store(&mut dom, at + 8, Scalar::I64, Val::scalar(number as u64));
    }
    let object = state.memory.get_mut(list).unwrap();
    object.store(&mut dom, 0, Scalar::Ptr, Val::pointer(cells, 0));
    Val::pointer(list, 0)
}

/// A random call of a function.
fn case(builtin: Builtin, random: &mut Random) -> Case {
    let mut call = BuiltinCall {
        dst: builtin.result().map(|_| RESULT),
        builtin,
        args: Vec::new(),
    };
    let empty = program(&call);
    let state = initial(&empty, random);
    // A file with some words, and a stream on it.
    let (mut state, _) = opened(state, b"w+\0", random);
    let disk = Rc::make_mut(&mut state.disk);
    assert!(disk.write(0, b"7 words\nof data", 100));
    disk.streams[0].dirty = false;
    let mode = random.pick(&[&b"r\0"[..], b"r+\0", b"a\0", b"r\0"]);
    let (mut state, stream) = opened(state, mode, random);
    let prints = builtin.has(|effect| matches!(effect, Effect::PrintfFormat(..)));
    let format = builtin.format().map(|(at, arguments)| {
        let text = random.pick(if prints { PRINTF } else { SCANF });
        (at, arguments, text)
    });

    // The conversions' arguments, which follow the fixed ones or are in a list.
    let types = format.map_or_else(Vec::new, |(_, _, text)| conversion_types(text, prints));
    let mut more = Vec::new();
    for ty in types {
        more.push((argument(ty, None, stream, &mut state, random), ty));
    }
    let mut arguments = Vec::new();
    for (at, ty) in (0..).zip(builtin.params()) {
        let value = match format {
            Some((format, _, text)) if format == at => {
                let text = [text, b"\0"].concat();
                Val::pointer(object(&mut state, Storage::Static, &text, random), 0)
            }
            Some((_, Arguments::List(list_at), _)) if usize::from(list_at) == at => {
                list(&mut state, &more)
            }
            _ => {
                let wanted = wanted(builtin, at as u8);
                argument(*ty, wanted, stream, &mut state, random)
            }
        };
        arguments.push((value, *ty));
    }
    if let Some((_, Arguments::Following, _)) = format {
        arguments.extend(more);
    }

    for (at, (value, ty)) in (1..).zip(&arguments) {
        state.calls.set_register(at, *value);
        call.args.push((at, *ty));
    }
    Case {
        program: program(&call),
        call,
        state,
        arguments: arguments.into_iter().map(|(value, _)| value).collect(),
        format: format.map(|(_, _, text)| text.to_vec()),
    }
}

impl Case {
    fn effects(&self) -> Vec<Effect> {
        let format = self
            .format
            .as_deref()
            .map_or(FormatText::Unknown, FormatText::Known);
        self.call.effects(format).to_vec()
    }

    /// The bytes of an object that an access to this extent of an argument may touch.
    fn range(&self, state: &State<u64>, at: u8, extent: Extent) -> Option<(ObjId, Range<usize>)> {
        let pointer = self.arguments.get(usize::from(at))?;
        let object = state.memory.get(pointer.object)?;
        let (start, size) = (pointer.bits as usize, object.bytes.len());
        let number = |at: u8| {
            self.arguments
                .get(usize::from(at))
                .map_or(0, |v| v.bits as usize)
        };
        let length = match extent {
            Extent::Text => {
                let end = (start..size).position(|at| object.bytes.get(at) == 0);
                end.map_or(size, |end| end + 1)
            }
            Extent::Bytes(count) => number(count),
            Extent::Items(a, b) => number(a).saturating_mul(number(b)),
            Extent::Fixed(count) => usize::from(count),
            Extent::Object => size,
        };
        Some((
            pointer.object,
            start..start.saturating_add(length).min(size),
        ))
    }

    /// The declared writes.
    fn written(&self, after: &State<u64>) -> Vec<(ObjId, Range<usize>)> {
        let effects = self.effects().into_iter();
        let writes = effects.filter_map(|effect| match effect {
            Effect::Writes(at, extent) => self.range(after, at, extent),
            Effect::Errno => Some((ERRNO, 0..4)),
            _ => None,
        });
        writes.collect()
    }

    /// The first undeclared change that the call made.
    fn undeclared(&self, after: &State<u64>) -> Option<String> {
        let (before, effects) = (&self.state, self.effects());
        let has = |is_wanted: &dyn Fn(&Effect) -> bool| effects.iter().any(is_wanted);
        let anywhere = has(&|effect| *effect == Effect::WritesAnywhere);
        let written = self.written(after);
        for id in 1..=before.memory.len() as ObjId {
            let (Some(old), Some(new)) = (before.memory.get(id), after.memory.get(id)) else {
                continue;
            };
            let frees = |effect: &Effect| match effect {
                Effect::Frees(at) => self.arguments[usize::from(*at)].object == id,
                _ => false,
            };
            if old.life != new.life {
                if !has(&frees) {
                    return Some(format!("ends the lifetime of object {id}"));
                }
                continue;
            }
            let old_rich: Vec<_> = old.rich.iter().map(|rich| rich.offset).collect();
            let new_rich: Vec<_> = new.rich.iter().map(|rich| rich.offset).collect();
            for at in 0..new.bytes.len() {
                let is_same = old.bytes.get(at) == new.bytes.get(at)
                    && old.init.get(at) == new.init.get(at)
                    && old_rich.contains(&(at as u32)) == new_rich.contains(&(at as u32));
                let is_declared =
                    |(object, range): &(ObjId, Range<usize>)| *object == id && range.contains(&at);
                if !is_same && !anywhere && !written.iter().any(is_declared) {
                    return Some(format!("writes byte {at} of object {id}"));
                }
            }
        }
        let uses = |effect: &Effect, wanted: &dyn Fn(Direction) -> bool| match effect {
            Effect::Stream(_, direction) => wanted(*direction),
            _ => false,
        };
        let allocates = has(&|effect| *effect == Effect::Allocates);
        let takes = has(&|e| uses(e, &|d| matches!(d, Direction::Takes | Direction::Moves)));
        let prints = has(&|e| uses(e, &|d| matches!(d, Direction::Prints | Direction::Flushes)));
        let asks_only = !has(&|e| uses(e, &|d| d != Direction::Asks));
        let files = has(&|e| matches!(e, Effect::Opens | Effect::Files));
        let is_allowed = [
            (
                "creates an object",
                before.memory.len() == after.memory.len() || allocates,
            ),
            (
                "moves in standard input",
                before.input == after.input || takes,
            ),
            ("prints", before.output == after.output || prints),
            (
                "changes files",
                before.disk == after.disk || files || !asks_only,
            ),
            (
                "draws a random number",
                before.random == after.random || has(&|e| *e == Effect::Random),
            ),
        ];
        let first = is_allowed.iter().find(|(_, is_allowed)| !is_allowed);
        first.map(|(what, _)| (*what).to_owned())
    }

    /// A copy in which bytes that the call does not declare to read have other values.
    fn disturbed(&self, random: &mut Random) -> State<u64> {
        let mut state = self.state.clone();
        let effects = self.effects();
        if effects.contains(&Effect::ReadsAnywhere) {
            return state;
        }
        let read: Vec<_> = effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::Reads(at, extent) => self.range(&self.state, *at, *extent),
                _ => None,
            })
            .collect();
        for id in 1..=self.state.memory.len() as ObjId {
            let Some(object) = state.memory.get_mut(id) else {
                continue;
            };
            for at in 0..object.bytes.len() {
                let is_read =
                    |(read, range): &(ObjId, Range<usize>)| *read == id && range.contains(&at);
                if !read.iter().any(is_read) && object.rich.is_empty() {
                    object.bytes.write(at, &[random.next() as u8]);
                }
            }
        }
        state
    }
}

/// A call that was made.
struct Outcome {
    before: State<u64>,
    end: Result<(), Box<Stop>>,
    after: State<u64>,
}

impl Outcome {
    fn of(case: &Case, before: State<u64>) -> Outcome {
        let (end, after) = step(&case.program, before.clone());
        Outcome { before, end, after }
    }

    /// Everything visible but memory.
    fn visible(&self, case: &Case) -> String {
        let after = &self.after;
        let frame = after.calls.running();
        let result = frame.map(|frame| after.calls.registers().value(frame.index_of(RESULT)));
        let result = result.filter(|_| case.call.dst.is_some());
        let end = self.end.as_ref().err();
        let end = end.map(|stop| std::mem::discriminant(&**stop));
        format!(
            "{end:?} {result:?} {} {:?} {:?} {:?} {:?}",
            after.memory.len(),
            after.input,
            after.output,
            after.disk,
            after.random
        )
    }

    /// The byte that a call left at a place, unless it is as before.
    fn left(&self, id: ObjId, at: usize) -> Option<(u8, u8)> {
        let byte = |state: &State<u64>| {
            let object = state.memory.get(id)?;
            (at < object.bytes.len()).then(|| (object.bytes.get(at), object.init.get(at)))
        };
        byte(&self.after).filter(|new| Some(*new) != byte(&self.before))
    }

    fn value(&self, id: ObjId, at: usize) -> Option<(u8, u8)> {
        let object = self.after.memory.get(id)?;
        (at < object.bytes.len()).then(|| (object.bytes.get(at), object.init.get(at)))
    }
}

/// The first difference between two calls on memory that differs only where the function declares not to read.
fn difference(case: &Case, one: &Outcome, other: &Outcome) -> Option<String> {
    let (first, second) = (one.visible(case), other.visible(case));
    if first != second {
        return Some(format!("{first} / {second}"));
    }
    for id in 1..=one.after.memory.len() as ObjId {
        let is_written = |at: &usize| one.left(id, *at).or(other.left(id, *at)).is_some();
        let differs = |at: &usize| one.value(id, *at) != other.value(id, *at);
        if let Some(at) = (0..SIZE).filter(is_written).find(differs) {
            return Some(format!("byte {at} of object {id}"));
        }
    }
    None
}

/// The first thing that a call in some random cases does without declaring it.
fn first_surprise(builtin: Builtin, random: &mut Random) -> Option<String> {
    let ends = builtin.has(|effect| matches!(effect, Effect::Ends | Effect::Judges));
    let mut completed = 0;
    for _ in 0..cases(400) {
        let case = case(builtin, random);
        let disturbed = case.disturbed(random);
        let outcome = Outcome::of(&case, case.state.clone());
        let undeclared = case.undeclared(&outcome.after);
        let undeclared = undeclared.filter(|_| outcome.end.is_ok());
        let what = undeclared.or_else(|| {
            let other = Outcome::of(&case, disturbed);
            let difference = difference(&case, &outcome, &other)?;
            Some(format!("reads what decides about {difference}"))
        });
        if let Some(what) = what {
            let (arguments, format) = (&case.arguments, &case.format);
            return Some(format!("{what}: {arguments:?} {format:?}"));
        }
        completed += u32::from(outcome.end.is_ok());
    }
    (!ends && completed < 5).then(|| "does not complete its calls".to_owned())
}

#[test]
fn every_effect_of_a_call_is_declared() {
    let mut random = Random(0x5EED_1234_ABCD_0001);
    let surprises = Builtin::ALL.iter().filter_map(|builtin| {
        let what = first_surprise(*builtin, &mut random)?;
        Some(format!("`{}` {what}\n", builtin.name()))
    });
    assert_eq!(surprises.collect::<String>(), "");
}
