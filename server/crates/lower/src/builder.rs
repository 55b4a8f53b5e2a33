//! Builder for the code of one function: registers, labels, the instruction buffer.
//!
//! While a function is being built, every [`Pc`] in an instruction is a *label*; [`FnBuilder::finish`] replaces labels
//! by addresses.

use ir::flow;
use ir::{
    BinOp, CompId, FnId, Function, Inst, Observe, Pc, Reg, Relaxation, Rescue, Scalar, Slot, SlotId,
};
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::Span;
use syntax::ast::Name;

use super::shapes::VariableTypes;
use super::types::{Type, wrap};

/// A position in the code that may not be known yet.
pub(super) type Label = Pc;

/// Treatment of writes (assignments, `++`) inside an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writes {
    /// Each write is a component of its own.
    Own,
    /// Writes belong to the statement's component and are executed as written.
    Owned,
    /// Right-hand sides are not evaluated; targets get angelic values.
    Angelic(CompId),
    /// Everything is evaluated, then targets get angelic values.
    EvalAngelic(CompId),
}

/// Targets of `break` and `continue`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exit {
    /// `break`
    pub(super) on_break: Label,
    /// `continue`; `None` for a `switch`.
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
    /// Slots declared inside the switch and in scope at some case label: jumping to the label starts their lifetimes.
    pub(super) entered: Vec<SlotId>,
}

/// A `goto` waiting for its label.
#[derive(Debug)]
pub(super) struct PendingGoto {
    /// Target.
    pub(super) name: String,
    /// Label that the emitted jump refers to.
    pub(super) via: Label,
    /// Slots alive at the `goto`.
    pub(super) live: Vec<SlotId>,
    /// Place of the `goto`.
    pub(super) span: Span,
}

/// A `goto *e` waiting for the labels of the function.
#[derive(Debug)]
pub(super) struct ValueGoto {
    /// Register with the address of a label.
    pub(super) value: Reg,
    /// Label that the emitted jump refers to.
    pub(super) via: Label,
    /// Slots alive at the `goto`.
    pub(super) live: Vec<SlotId>,
    /// Place of the `goto`.
    pub(super) span: Span,
}

/// State of the function being lowered.
#[derive(Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "they have nothing to do with each other"
)]
pub(super) struct FnBuilder {
    /// Id of the function.
    pub(super) id: FnId,
    name: String,
    span: Span,
    /// Types of the registers in which arguments arrive.
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
    /// End of the innermost block.
    pub(super) scope_end: u32,
    code: Vec<Inst>,
    spans: Vec<Span>,
    /// Relaxations, indexed by [`Inst::Enter`]; `None` while the component is open.
    pub(super) relaxations: Vec<Option<Relaxation>>,
    rescues: Vec<Rescue>,
    observes: Vec<Observe>,
    /// Types of the variables and of the slots.
    pub(super) types: VariableTypes,
    labels: Vec<Option<Pc>>,
    /// Position at which the last label was bound: the preceding instruction may not be the only predecessor.
    last_bound: Option<usize>,
    /// Slots of the enclosing scopes, in order of declaration.
    pub(super) live: Vec<SlotId>,
    /// Enclosing loops and switches.
    pub(super) exits: Vec<Exit>,
    /// Enclosing switches.
    pub(super) switches: Vec<OpenSwitch>,
    /// Labels by name, with the slots alive there.
    pub(super) named: FxHashMap<String, (Label, Vec<SlotId>)>,
    /// Jumps to be resolved at the end.
    pub(super) gotos: Vec<PendingGoto>,
    /// Jumps to the addresses of labels, to be resolved at the end.
    pub(super) value_gotos: Vec<ValueGoto>,
    /// The labels of the function in the order of the text, if the address of one is taken.
    pub(super) label_values: Vec<Name>,
    /// Names whose address is taken somewhere in the function.
    pub(super) addressed: FxHashSet<String>,
    /// Current treatment of writes.
    pub(super) writes: Writes,
    /// Target of the last write.
    pub(super) written: Option<(Reg, Scalar)>,
    /// Number of enclosing copies (alternatives that evaluate).
    pub(super) copies: u32,
    /// Number of alternatives left out because copies nest too deeply.
    pub(super) dropped: u32,
    /// Whether the code is inside a [`Rescue`] range.
    pub(super) in_rescue: bool,
    /// Whether the text is not visible to the user, so that instructions have no place.
    pub(super) nowhere: bool,
    /// Whether components are created (not in the specification's own functions).
    pub(super) instrument: bool,
}

impl FnBuilder {
    /// A builder without a function, to stand in for one that is taken out.
    pub(super) fn placeholder() -> FnBuilder {
        FnBuilder::new(FnId(0), "", Span::default(), Type::Void)
    }

    /// Creates an empty function.
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
            scope_end: span.end,
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
            value_gotos: Vec::new(),
            label_values: Vec::new(),
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

    /// Allocates a register.
    pub(super) fn reg(&mut self) -> Reg {
        self.regs += 1;
        self.regs - 1
    }

    /// Allocates a slot.
    pub(super) fn slot(
        &mut self,
        name: &str,
        size: u64,
        align: u64,
        ty: &Type,
        declared: Span,
    ) -> SlotId {
        let scope = self.scope_from(declared);
        self.types.slots.push((ty.clone(), scope));
        self.slots.push(Slot {
            name: name.into(),
            size,
            align: align as u32,
        });
        SlotId(self.slots.len() as u32 - 1)
    }

    /// Registers a variable that is kept in a register.
    pub(super) fn variable(&mut self, reg: Reg, name: &Name, scalar: Scalar, ty: &Type) {
        let scope = self.scope_from(name.span);
        self.types.registers.push((ty.clone(), scope));
        self.variables.push((reg, name.text.clone(), scalar));
    }

    /// The text in which a name that is declared here can be used.
    pub(super) fn scope_from(&self, declared: Span) -> Span {
        Span {
            end: self.scope_end.max(declared.end),
            ..declared
        }
    }

    /// Appends an instruction.
    pub(super) fn emit(&mut self, span: Span, inst: Inst) {
        self.code.push(inst);
        self.spans
            .push(if self.nowhere { Span::default() } else { span });
    }

    /// Creates a label.
    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        self.labels.len() as Label - 1
    }

    /// Binds a label to the next instruction.
    pub(super) fn bind(&mut self, label: Label) {
        self.labels[label as usize] = Some(self.code.len() as Pc);
        self.last_bound = Some(self.code.len());
    }

    /// Binds `label` to the position of `to`, which is bound.
    pub(super) fn alias(&mut self, label: Label, to: Label) {
        self.labels[label as usize] = self.labels[to as usize];
    }

    /// A new label bound to the next instruction.
    pub(super) fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// Appends a jump, unless the position is unreachable.
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

    /// The last instruction, if it is the only predecessor of the next one.
    fn last(&mut self) -> Option<&mut Inst> {
        if self.last_bound == Some(self.code.len()) {
            return None;
        }
        self.code.last_mut()
    }

    fn is_variable(&self, reg: Reg) -> bool {
        self.variables.iter().any(|(r, _, _)| *r == reg)
    }

    /// Loads a constant into a new register.
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

    /// The value of the temporary `reg`, if the last instruction loaded it as an integer constant.
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

    /// Changes the last instruction, which loads a constant, to load another one.
    pub(super) fn replace_constant(&mut self, new_ty: Scalar, new_bits: u64) {
        if let Some(Inst::Const { ty, bits, .. }) = self.last() {
            (*ty, *bits) = (new_ty, wrap(new_bits, new_ty));
        }
    }

    /// Emits `to := from`. If `from` is a temporary, the instruction that computes it writes to `to` directly.
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

    /// An indeterminate register.
    pub(super) fn indeterminate(&mut self, span: Span) -> Reg {
        let dst = self.reg();
        self.emit(span, Inst::Undef { dst });
        dst
    }

    /// Converts `a` to another machine type.
    pub(super) fn cast(&mut self, span: Span, from: Scalar, to: Scalar, a: Reg) -> Reg {
        let dst = self.reg();
        self.emit(span, Inst::Cast { from, to, dst, a });
        dst
    }

    /// Copies `size` bytes.
    pub(super) fn copy(&mut self, span: Span, dst: Reg, src: Reg, size: u32) {
        self.emit(span, Inst::Copy { dst, src, size });
    }

    /// Ends the lifetimes of the slots declared since there were `outer` live ones. Jumps out of the scope leave them
    /// alive; the end of the function frees all.
    pub(super) fn end_lifetimes(&mut self, outer: usize, span: Span) {
        let ending = self.live.split_off(outer);
        if self.reachable() {
            for slot in ending.into_iter().rev() {
                self.emit(span, Inst::SlotDead { slot });
            }
        }
    }

    /// Binds the label of this name to the next instruction, unless it is bound.
    pub(super) fn bind_named(&mut self, name: &str) {
        let label = self.here();
        let live = self.live.clone();
        self.named.entry(name.to_owned()).or_insert((label, live));
    }

    /// Jumps to the label of this name, which may be bound later.
    pub(super) fn goto(&mut self, name: &str, span: Span) {
        let via = self.label();
        self.emit(span, Inst::Jump { to: via });
        self.gotos.push(PendingGoto {
            name: name.to_owned(),
            via,
            live: self.live.clone(),
            span,
        });
    }

    /// Jumps to the label whose address is in a register.
    pub(super) fn goto_value(&mut self, value: Reg, span: Span) {
        let via = self.label();
        self.emit(span, Inst::Jump { to: via });
        self.value_gotos.push(ValueGoto {
            value,
            via,
            live: self.live.clone(),
            span,
        });
    }

    /// Records that `reg` holds the value that `comp` computed after the last instruction (or after the next one, if
    /// the last is not the only predecessor). A `Return` is observed before it is executed.
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

    /// Makes traps between `start` and the current position lead to `resume`.
    pub(super) fn rescue(&mut self, start: Pc, resume: Label) {
        let end = self.position();
        if start < end {
            self.rescues.push(Rescue { start, end, resume });
        }
    }

    /// Replaces instructions that use a missing value. They occur only in erroneous code, for which an error has been
    /// reported.
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

        // Addresses of the labels; one that was never bound leads to the end.
        let end = self.code.len() as Pc;
        let labels = std::mem::take(&mut self.labels);
        let at = |label: &mut Pc| {
            *label = labels
                .get(*label as usize)
                .copied()
                .flatten()
                .unwrap_or(end);
        };

        // Labels become addresses in the code and in the tables beside it.
        for inst in &mut self.code {
            inst.each_target(at);
        }
        let mut relaxations: Vec<Relaxation> = self.relaxations.into_iter().flatten().collect();
        for relaxation in &mut relaxations {
            at(&mut relaxation.resume);
            relaxation.alts.iter_mut().for_each(|alt| at(&mut alt.pc));
        }
        self.rescues.iter_mut().for_each(|r| at(&mut r.resume));

        // The tables are searched by address.
        self.rescues.sort_by_key(|r| r.start);
        self.observes.sort_by_key(|o| o.pc);

        // The function.
        let frame = frame_size(&self.variables, &self.slots);
        Function {
            name: self.name,
            unit: None,
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

/// A lower bound for the stack that gcc uses for an unoptimised activation on x86-64: the return address, the caller's
/// frame pointer, and the variables, in units of 16 bytes.
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

/// The destination register of an instruction that only computes.
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
