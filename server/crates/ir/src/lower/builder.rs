//! Building the code of one function: registers, labels, the instruction buffer.
//!
//! While a function is built every [`Pc`] in an instruction is a *label*; [`FnBuilder::finish`] replaces labels by
//! addresses.

use rustc_hash::{FxHashMap, FxHashSet};
use syntax::Span;

use super::shapes::VariableTypes;
use super::types::{Type, wrap};
use crate::flow;
use crate::{
    BinOp, CompId, FnId, Function, Inst, Observe, Pc, Reg, Relaxation, Rescue, Scalar, Slot, SlotId,
};

/// A place in the code that may not be known yet.
pub(super) type Label = Pc;

/// How writes (assignments, `++`) inside an expression are lowered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writes {
    /// Nothing owns them: each is a component of its own.
    Own,
    /// They belong to the statement's component: as written.
    Owned,
    /// Right-hand sides are not evaluated; targets get angelic values.
    Angelic(CompId),
    /// All is evaluated, then targets get angelic values.
    EvalAngelic(CompId),
}

/// Where `break` and `continue` lead.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exit {
    /// `break`
    pub(super) on_break: Label,
    /// `continue`; a `switch` has none of its own.
    pub(super) on_continue: Option<Label>,
}

/// A `switch` under construction.
#[derive(Debug, Default)]
pub(super) struct OpenSwitch {
    /// Ranges and labels.
    pub(super) cases: Vec<(i64, i64, Label)>,
    /// `default:`
    pub(super) default: Option<Label>,
    /// Type of the controlling value.
    pub(super) ty: Option<Scalar>,
    /// Length of [`FnBuilder::live`] outside the switch.
    pub(super) outer_live: usize,
    /// Slots declared inside the switch and in scope at some case label: jumping there starts their lives.
    pub(super) entered: Vec<SlotId>,
}

/// A `goto` waiting for its label.
#[derive(Debug)]
pub(super) struct PendingGoto {
    /// Target.
    pub(super) name: String,
    /// What the emitted jump refers to.
    pub(super) via: Label,
    /// Slots that live where the `goto` stands.
    pub(super) live: Vec<SlotId>,
    /// Where.
    pub(super) span: Span,
}

/// State of the function being lowered.
#[derive(Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "they have nothing to do with each other"
)]
pub(super) struct FnBuilder {
    /// Its id.
    pub(super) id: FnId,
    name: String,
    span: Span,
    /// Types of the registers that arguments arrive in.
    pub(super) params: Vec<Scalar>,
    /// `...`
    pub(super) variadic: bool,
    /// `f()`
    pub(super) old_style: bool,
    /// C's result type.
    pub(super) result: Type,
    /// Register with the address for a returned record.
    pub(super) result_address: Option<Reg>,
    /// Next free register.
    pub(super) regs: u32,
    /// See [`Function::variables`].
    pub(super) variables: Vec<(Reg, String, Scalar)>,
    slots: Vec<Slot>,
    code: Vec<Inst>,
    spans: Vec<Span>,
    /// By index in [`Inst::Enter`]; `None` while the component is open.
    pub(super) relaxations: Vec<Option<Relaxation>>,
    rescues: Vec<Rescue>,
    observes: Vec<Observe>,
    /// Types of the variables and of the slots.
    pub(super) types: VariableTypes,
    labels: Vec<Option<Pc>>,
    /// Where the last label was bound: the instruction before it may not be the only one that leads here.
    last_bound: Option<usize>,
    /// Slots of the scopes around, in order of declaration.
    pub(super) live: Vec<SlotId>,
    /// Loops and switches around.
    pub(super) exits: Vec<Exit>,
    /// Switches around.
    pub(super) switches: Vec<OpenSwitch>,
    /// Labels by name with the slots that live there.
    pub(super) named: FxHashMap<String, (Label, Vec<SlotId>)>,
    /// Jumps to resolve at the end.
    pub(super) gotos: Vec<PendingGoto>,
    /// Names whose address is taken somewhere in the function.
    pub(super) addressed: FxHashSet<String>,
    /// Current treatment of writes.
    pub(super) writes: Writes,
    /// What the last write wrote.
    pub(super) written: Option<(Reg, Scalar)>,
    /// How many copies (alternatives that evaluate) we are inside.
    pub(super) copies: u32,
    /// Alternatives left out because copies nest too deeply.
    pub(super) dropped: u32,
    /// Inside a [`Rescue`] range.
    pub(super) in_rescue: bool,
    /// The text is nowhere that the user could see: instructions have no place.
    pub(super) nowhere: bool,
    /// Components are made (off in the specification's own functions).
    pub(super) instrument: bool,
}

impl FnBuilder {
    /// An empty function.
    pub(super) fn new(id: FnId, name: &str, span: Span, result: Type) -> FnBuilder {
        FnBuilder {
            id,
            name: name.to_owned(),
            span,
            params: Vec::new(),
            variadic: false,
            old_style: false,
            result,
            result_address: None,
            regs: 0,
            variables: Vec::new(),
            types: VariableTypes::default(),
            slots: Vec::new(),
            code: Vec::new(),
            spans: Vec::new(),
            relaxations: Vec::new(),
            rescues: Vec::new(),
            observes: Vec::new(),
            labels: Vec::new(),
            last_bound: None,
            live: Vec::new(),
            exits: Vec::new(),
            switches: Vec::new(),
            named: FxHashMap::default(),
            gotos: Vec::new(),
            addressed: FxHashSet::default(),
            writes: Writes::Own,
            written: None,
            copies: 0,
            dropped: 0,
            in_rescue: false,
            nowhere: false,
            instrument: true,
        }
    }

    /// A new register.
    pub(super) fn reg(&mut self) -> Reg {
        self.regs += 1;
        self.regs - 1
    }

    /// A new slot.
    pub(super) fn slot(&mut self, name: &str, size: u64, align: u64, ty: &Type) -> SlotId {
        self.types.slots.push(ty.clone());
        self.slots.push(Slot {
            name: name.into(),
            size,
            align: align as u32,
        });
        SlotId(self.slots.len() as u32 - 1)
    }

    /// A variable in a register.
    pub(super) fn variable(&mut self, reg: Reg, name: &str, scalar: Scalar, ty: &Type) {
        self.types.registers.push(ty.clone());
        self.variables.push((reg, name.to_owned(), scalar));
    }

    /// Appends an instruction.
    pub(super) fn emit(&mut self, span: Span, inst: Inst) {
        self.code.push(inst);
        self.spans
            .push(if self.nowhere { Span::default() } else { span });
    }

    /// A new label.
    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        self.labels.len() as Label - 1
    }

    /// Binds a label to the next instruction.
    pub(super) fn bind(&mut self, label: Label) {
        self.labels[label as usize] = Some(self.code.len() as Pc);
        self.last_bound = Some(self.code.len());
    }

    /// Makes `label` mean the same place as `to`, which is bound.
    pub(super) fn alias(&mut self, label: Label, to: Label) {
        self.labels[label as usize] = self.labels[to as usize];
    }

    /// A label bound here.
    pub(super) fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// Appends a jump, unless control cannot get here.
    pub(super) fn jump(&mut self, span: Span, to: Label) {
        if self.reachable() {
            self.emit(span, Inst::Jump { to });
        }
    }

    /// Whether control may reach the next instruction: a label is bound here or the last instruction falls through.
    pub(super) fn reachable(&self) -> bool {
        self.last_bound == Some(self.code.len())
            || !matches!(
                self.code.last(),
                Some(
                    Inst::Jump { .. }
                        | Inst::Branch { .. }
                        | Inst::Switch(_)
                        | Inst::Return { .. }
                        | Inst::ReturnNothing
                        | Inst::Unsupported { .. }
                )
            )
    }

    /// The last instruction, if nothing else leads to the next one.
    fn last(&mut self) -> Option<&mut Inst> {
        if self.last_bound == Some(self.code.len()) {
            return None;
        }
        self.code.last_mut()
    }

    fn is_variable(&self, reg: Reg) -> bool {
        self.variables.iter().any(|(r, _, _)| *r == reg)
    }

    /// A constant.
    pub(super) fn constant(&mut self, span: Span, ty: Scalar, bits: u64) -> Reg {
        let dst = self.reg();
        self.emit(
            span,
            Inst::Const {
                dst,
                ty,
                bits: wrap(bits, ty),
            },
        );
        dst
    }

    /// The value of temporary `reg` if the last instruction loaded it as an integer constant.
    pub(super) fn last_constant(&mut self, reg: Reg) -> Option<(Scalar, u64)> {
        if self.is_variable(reg) {
            return None;
        }
        match self.last() {
            Some(Inst::Const { dst, ty, bits }) if *dst == reg && !ty.is_float() => {
                Some((*ty, *bits))
            }
            _ => None,
        }
    }

    /// Turns the last instruction, which loads constant `reg`, into another constant.
    pub(super) fn replace_constant(&mut self, new_ty: Scalar, new_bits: u64) {
        if let Some(Inst::Const { ty, bits, .. }) = self.last() {
            (*ty, *bits) = (new_ty, wrap(new_bits, new_ty));
        }
    }

    /// `to := from`, where `from` may be a temporary: then the instruction that made it writes `to` at once.
    pub(super) fn assign(&mut self, span: Span, to: Reg, from: Reg) {
        if !self.is_variable(from)
            && let Some(dst) = self.last().and_then(target)
            && *dst == from
        {
            *dst = to;
            return;
        }
        self.emit(span, Inst::Move { dst: to, src: from });
    }

    /// `a op b`.
    pub(super) fn bin(&mut self, span: Span, op: BinOp, ty: Scalar, a: Reg, b: Reg) -> Reg {
        let dst = self.reg();
        self.emit(span, Inst::Bin { op, ty, dst, a, b });
        dst
    }

    /// Notes that `reg` holds what `comp` computed, once the last instruction (or the next one, if the last is not
    /// the only way here) is done. A `Return` is observed before it is executed.
    pub(super) fn observe(&mut self, comp: CompId, reg: Reg, ty: Scalar) {
        if self.copies > 0 {
            return;
        }
        let next = self.code.len() as Pc;
        let settled = match self.last() {
            None | Some(Inst::Call(_) | Inst::Builtin(_) | Inst::Enter { .. }) => false,
            Some(_) => true,
        };
        let pc = if settled { next - 1 } else { next };
        self.observes.push(Observe { pc, comp, reg, ty });
    }

    /// Address of the next instruction, for [`FnBuilder::rescue`].
    pub(super) fn position(&self) -> Pc {
        self.code.len() as Pc
    }

    /// Traps from `start` to here lead to `resume`.
    pub(super) fn rescue(&mut self, start: Pc, resume: Label) {
        let end = self.position();
        if start < end {
            self.rescues.push(Rescue { start, end, resume });
        }
    }

    /// Makes sure that nothing without a value is used: that happens only where the text is wrong, and it has been said.
    fn drop_missing(&mut self) {
        for inst in &mut self.code {
            let mut missing = flow::definition(inst) == Some(&Reg::MAX);
            flow::uses(inst, &mut |&r| missing |= r == Reg::MAX);
            if missing {
                *inst = Inst::ReturnNothing;
            }
        }
        self.observes.retain(|o| o.reg != Reg::MAX);
    }

    /// Replaces labels by addresses.
    pub(super) fn finish(mut self, result: Option<Scalar>) -> Function {
        self.drop_missing();
        let end = self.code.len() as Pc;
        let labels = std::mem::take(&mut self.labels);
        let at = |label: &mut Pc| {
            *label = labels
                .get(*label as usize)
                .copied()
                .flatten()
                .unwrap_or(end);
        };
        for inst in &mut self.code {
            inst.each_target(at);
        }
        let mut relaxations: Vec<Relaxation> = self.relaxations.into_iter().flatten().collect();
        for relaxation in &mut relaxations {
            at(&mut relaxation.resume);
            relaxation.alts.iter_mut().for_each(|alt| at(&mut alt.pc));
        }
        self.rescues.iter_mut().for_each(|r| at(&mut r.resume));
        self.rescues.sort_by_key(|r| r.start);
        self.observes.sort_by_key(|o| o.pc);
        let frame = frame_size(&self.variables, &self.slots);
        Function {
            name: self.name,
            span: self.span,
            params: self.params,
            variadic: self.variadic,
            old_style: self.old_style,
            result,
            regs: self.regs,
            constants: Vec::new(),
            variables: self.variables,
            frame,
            slots: self.slots,
            code: self.code,
            spans: self.spans,
            relaxations,
            rescues: self.rescues,
            observes: self.observes,
        }
    }
}

/// Bytes of stack that gcc takes for an activation on x86-64 when it does not optimise, or fewer: the return address, the
/// caller's frame pointer, and the variables, in units of 16.
fn frame_size(variables: &[(Reg, String, Scalar)], slots: &[Slot]) -> u32 {
    let scalars = variables.iter().map(|(_, _, ty)| u64::from(ty.size()));
    let objects = slots.iter().map(|slot| slot.size);
    let locals = scalars.chain(objects).fold(0, u64::saturating_add);
    let size = locals
        .max(1)
        .div_ceil(16)
        .saturating_mul(16)
        .saturating_add(16);
    u32::try_from(size).unwrap_or(u32::MAX)
}

/// The register that a plain computation writes.
fn target(inst: &mut Inst) -> Option<&mut Reg> {
    match inst {
        Inst::Move { .. }
        | Inst::Call(_)
        | Inst::Builtin(_)
        | Inst::Undef { .. }
        | Inst::Hole { .. }
        | Inst::Extent { .. } => None,
        _ => flow::definition_mut(inst),
    }
}
