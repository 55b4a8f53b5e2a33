//! The IR as text, for tests and debugging.

use std::fmt::Write as _;

use ir::{Callee, Function, Inst, Pc, Program};

/// Dumps the whole program.
pub fn dump(program: &Program) -> String {
    let mut out = String::new();
    for (i, c) in program.components.iter().enumerate() {
        let pass = if c.pass_through { " pass-through" } else { "" };
        let _ = writeln!(
            out,
            "component c{i} {:?} {}..{} nodes {} height {}{pass}",
            c.kind, c.span.start, c.span.end, c.nodes, c.height
        );
    }
    for (i, g) in program.globals.iter().enumerate() {
        let _ = write!(
            out,
            "global g{i} {} size {} align {}",
            g.name, g.size, g.align
        );
        if !g.bytes.is_empty() {
            let _ = write!(out, " \"{}\"", g.bytes.escape_ascii());
        }
        out.push('\n');
    }
    for function in &program.functions {
        out.push_str(&dump_function(program, function));
    }
    out
}

/// Dumps one function.
pub fn dump_function(program: &Program, function: &Function) -> String {
    // The head.
    let mut out = String::new();
    let params: Vec<String> = function
        .params
        .iter()
        .enumerate()
        .map(|(i, ty)| format!("r{i}: {ty:?}"))
        .collect();
    let _ = write!(out, "fn {}({})", function.name, params.join(", "));
    if let Some(result) = function.result {
        let _ = write!(out, " -> {result:?}");
    }
    out.push('\n');

    // Variables and slots.
    for (reg, name, ty) in &function.variables {
        let _ = writeln!(out, "  var r{reg} {name}: {ty:?}");
    }
    for (i, slot) in function.slots.iter().enumerate() {
        let _ = writeln!(
            out,
            "  slot s{i} {} size {} align {}",
            slot.name, slot.size, slot.align
        );
    }

    // The code, with the alternatives that begin at an instruction and what is observed at it.
    for (pc, inst) in function.code.iter().enumerate() {
        let pc = pc as Pc;
        for (relaxation, alt) in function
            .relaxations
            .iter()
            .flat_map(|r| r.alts.iter().map(move |a| (r, a)))
        {
            if alt.pc == pc {
                let searched = if alt.searched { "" } else { " (evidence)" };
                let _ = writeln!(out, "  c{} {:?}{searched}:", relaxation.comp.0, alt.kind);
            }
        }
        let _ = write!(out, "  {pc:3} {}", instruction(program, function, inst));
        for observe in function.observes.iter().filter(|o| o.pc == pc) {
            let _ = write!(
                out,
                "  ; c{} = r{}: {:?}",
                observe.comp.0, observe.reg, observe.ty
            );
        }
        out.push('\n');
    }

    // Ranges whose traps end an alternative.
    for rescue in &function.rescues {
        let _ = writeln!(
            out,
            "  rescue {}..{} -> {}",
            rescue.start, rescue.end, rescue.resume
        );
    }
    out
}

fn arguments(args: &[(u32, ir::Scalar)]) -> String {
    let args: Vec<String> = args
        .iter()
        .map(|(reg, ty)| format!("r{reg}: {ty:?}"))
        .collect();
    args.join(", ")
}

fn assign(dst: Option<u32>) -> String {
    dst.map_or(String::new(), |dst| format!("r{dst} = "))
}

fn instruction(program: &Program, function: &Function, inst: &Inst) -> String {
    match inst {
        // Values.
        Inst::Const { dst, ty, bits } => {
            if ty.is_float() {
                format!("r{dst} = {ty:?} {bits:#x}")
            } else {
                format!("r{dst} = {ty:?} {}", *bits as i64)
            }
        }
        Inst::Hole { dst, ty } => format!("r{dst} = hole {ty:?}"),
        Inst::Closed { branch, .. } => format!("closed way {}", branch.0),
        Inst::AddrArguments { dst } => format!("r{dst} = &arguments"),
        Inst::Move { dst, src } => format!("r{dst} = r{src}"),
        Inst::Undef { dst } => format!("r{dst} = indeterminate"),
        Inst::Bin { op, ty, dst, a, b } => format!("r{dst} = {op:?} {ty:?} r{a}, r{b}"),
        Inst::Un { op, ty, dst, a } => format!("r{dst} = {op:?} {ty:?} r{a}"),
        Inst::Cast { from, to, dst, a } => format!("r{dst} = r{a} as {from:?} -> {to:?}"),

        // Pointers and addresses.
        Inst::PtrAdd {
            dst,
            base,
            index,
            size,
        } => format!("r{dst} = r{base} + r{index} * {size}"),
        Inst::Bounds { index, limit, .. } => format!("bounds r{index} < {limit}"),
        Inst::PtrDiff { dst, a, b, size } => format!("r{dst} = (r{a} - r{b}) / {size}"),
        Inst::PtrField { dst, base, offset } => format!("r{dst} = r{base} + {offset}"),
        Inst::AddrSlot { dst, slot } => format!(
            "r{dst} = &s{} {}",
            slot.0,
            function.slots[slot.index()].name
        ),
        Inst::AddrGlobal { dst, global } => {
            format!(
                "r{dst} = &g{} {}",
                global.0,
                program.globals[global.index()].name
            )
        }
        Inst::AddrFn { dst, function } => {
            format!("r{dst} = &{}", program.functions[function.index()].name)
        }

        // Objects: lifetimes, reads and writes.
        Inst::SlotLive { slot } => format!("live s{}", slot.0),
        Inst::SlotKeep { slot } => format!("keep s{}", slot.0),
        Inst::SlotSized { slot, size } => format!("live s{}, r{size} bytes", slot.0),
        Inst::Extent {
            dst, count, step, ..
        } => format!("r{dst} = extent r{count} * r{step}"),
        Inst::SlotDead { slot } => format!("dead s{}", slot.0),
        Inst::Load { dst, addr, ty } => format!("r{dst} = {ty:?} *r{addr}"),
        Inst::Store { addr, src, ty } => format!("{ty:?} *r{addr} = r{src}"),
        Inst::LoadBits {
            dst,
            addr,
            ty,
            shift,
            width,
        } => format!("r{dst} = {ty:?} *r{addr} bits {shift}+{width}"),
        Inst::StoreBits {
            addr,
            src,
            ty,
            shift,
            width,
        } => format!("{ty:?} *r{addr} bits {shift}+{width} = r{src}"),
        Inst::Copy { dst, src, size } => format!("copy *r{dst} = *r{src}, {size} bytes"),
        Inst::Zero { dst, size } => format!("zero *r{dst}, {size} bytes"),

        // Control flow.
        Inst::Jump { to } => format!("jump {to}"),
        Inst::BranchIf {
            op,
            ty,
            a,
            b,
            then,
            els,
        } => {
            format!("if r{a} {op:?} r{b} : {ty:?} then {then} else {els}")
        }
        Inst::Branch {
            cond,
            ty,
            then,
            els,
        } => format!("branch {ty:?} r{cond} ? {then} : {els}"),
        Inst::Switch(switch) => {
            let mut text = format!("switch {:?} r{}", switch.ty, switch.value);
            for (low, high, to) in &switch.cases {
                let _ = if low == high {
                    write!(text, " {low}: {to}")
                } else {
                    write!(text, " {low}..{high}: {to}")
                };
            }
            let _ = write!(text, " else: {}", switch.default);
            text
        }
        Inst::Call(call) => {
            let callee = match call.callee {
                Callee::Fn(id) => program.functions[id.index()].name.clone(),
                Callee::Ptr(callee) => format!("*r{}", callee.pointer),
            };
            format!(
                "{}call {callee}({})",
                assign(call.dst),
                arguments(&call.args)
            )
        }
        Inst::Builtin(call) => {
            format!(
                "{}builtin {}({})",
                assign(call.dst),
                call.builtin.name(),
                arguments(&call.args)
            )
        }
        Inst::Return { value: Some(reg) } => format!("return r{reg}"),
        Inst::Return { value: None } => "return".to_owned(),

        // Components and their choices.
        Inst::Enter { comp, relaxation } => {
            let relaxation = &function.relaxations[*relaxation as usize];
            let covers = if relaxation.covers_original {
                " covered"
            } else {
                ""
            };
            format!("enter c{}{covers} resume {}", comp.0, relaxation.resume)
        }
        Inst::Angelic {
            dst,
            ty,
            elem,
            comp,
        } => {
            let elem = if *elem == 1 {
                String::new()
            } else {
                format!(" of {elem} bytes")
            };
            format!("r{dst} = angelic {ty:?}{elem} c{}", comp.0)
        }
        Inst::AngelicText { addr, comp } => format!("*r{addr} = angelic text c{}", comp.0),
        Inst::AngelicOutput { comp } => format!("angelic output c{}", comp.0),
        Inst::InputToEnd { stream: None } => "input to end".to_owned(),
        Inst::InputToEnd { stream: Some(r) } => format!("input of r{r} to end"),

        // Ends of a run.
        Inst::Unsupported { what } => {
            format!("unsupported: {}", program.unsupported[*what as usize].what)
        }
        Inst::ReturnNothing => "return nothing".to_owned(),
    }
}
