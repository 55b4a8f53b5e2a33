//! The bytes that a program can print at all.
//!
//! A format that is a string literal prints its own bytes and, for the numbers in it, digits and a few letters. If a
//! test expects a byte that no output of the program can print, whatever its arguments, one of the outputs has to
//! change: that is known without a run. Wrong words and a missing end of line are among the most common faults of
//! beginners, and without this analysis every other set would have to be explored to the last branch to learn that the
//! text stays wrong.

use rustc_hash::FxHashMap;

use super::operands::definition;
use super::reachable::reachable;
use crate::program::{Constant, FnId, Function, GlobalId, Inst, Printable, Program, Reg};
use crate::text::printf::{FormatPiece, Spec, parse_format};
use crate::{Builtin, Nature};

/// Characters of printed numbers, including padding, exponents and `nan`.
const OF_NUMBERS: &[u8] = b"0123456789+-. ";
const OF_HEXADECIMALS: &[u8] = b"abcdefABCDEFxX";
const OF_FLOATS: &[u8] = b"einfaEINFA";
const OF_HEXADECIMAL_FLOATS: &[u8] = b"pP";

/// The bytes that a program can print; its intermediate results must still have registers of their own.
pub fn printable(program: &Program) -> Printable {
    let mut bytes = Some(Box::new([false; 256]));
    let mut printers = Vec::new();
    for id in called(program) {
        let function = &program.functions[id.index()];
        let of_function = Constants::of(function);
        for inst in &function.code {
            match inst {
                Inst::AngelicOutput { comp } => printers.push(*comp),
                Inst::Builtin(call) if call.builtin.nature() == Nature::Output => {
                    let args: Vec<Reg> = call.args.iter().map(|(reg, _)| *reg).collect();
                    let known = bytes.as_mut().is_some_and(|bytes| {
                        of_function
                            .print(program, call.builtin, &args, bytes)
                            .is_some()
                    });
                    if !known {
                        bytes = None;
                    }
                }
                _ => {}
            }
        }
    }
    printers.sort_unstable();
    printers.dedup();
    Printable { bytes, printers }
}

/// The functions that may run: the user's functions and those that they call or take the address of.
fn called(program: &Program) -> Vec<FnId> {
    let all = program.functions.iter().enumerate();
    let own = all.filter(|(_, f)| !f.relaxations.is_empty());
    let entered = own.map(|(i, _)| FnId(i as u32));
    reachable(program, entered)
}

/// Constants in registers of a function that are written once.
struct Constants {
    known: FxHashMap<Reg, Constant>,
}

impl Constants {
    fn of(function: &Function) -> Constants {
        let mut known = FxHashMap::default();
        // Callers write the parameters.
        let params = 0..function.params.len() as Reg;
        let mut written: FxHashMap<Reg, u32> = params.map(|reg| (reg, 1)).collect();
        for inst in &function.code {
            if let Some(dst) = definition(inst) {
                *written.entry(*dst).or_default() += 1;
            }
            match inst {
                Inst::AddrGlobal { dst, global } => {
                    known.insert(*dst, Constant::Global(*global));
                }
                Inst::Const { dst, bits, .. } => {
                    known.insert(*dst, Constant::Bits(*bits));
                }
                _ => {}
            }
        }
        known.retain(|reg, _| written.get(reg) == Some(&1));
        Constants { known }
    }

    /// Adds the bytes that a call can print; `None` if these may be any.
    fn print(
        &self,
        program: &Program,
        builtin: Builtin,
        args: &[Reg],
        bytes: &mut [bool; 256],
    ) -> Option<()> {
        let text = |at: usize| self.text(program, *args.get(at)?);
        if let Some((format, _)) = builtin.format() {
            return formatted(text(format)?, bytes);
        }
        match builtin {
            Builtin::Puts => add(bytes, &[text(0)?, b"\n"].concat()),
            Builtin::Fputs => add(bytes, text(0)?),
            Builtin::Putchar | Builtin::Fputc | Builtin::Putc => {
                match self.known.get(args.first()?)? {
                    Constant::Bits(bits) => add(bytes, &[*bits as u8]),
                    Constant::Global(_) => return None,
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// The string literal that a register points to.
    fn text<'p>(&self, program: &'p Program, reg: Reg) -> Option<&'p [u8]> {
        let Constant::Global(GlobalId(id)) = self.known.get(&reg)? else {
            return None;
        };
        let global = program.globals.get(*id as usize).filter(|g| g.read_only)?;
        global.bytes.split(|b| *b == 0).next()
    }
}

fn formatted(format: &[u8], bytes: &mut [bool; 256]) -> Option<()> {
    for piece in parse_format(format).ok()? {
        match piece {
            FormatPiece::Literal(text) => add(bytes, &text),
            FormatPiece::Conversion(spec) => converted(&spec, bytes)?,
        }
    }
    Some(())
}

fn converted(spec: &Spec, bytes: &mut [bool; 256]) -> Option<()> {
    let of: &[&[u8]] = match spec.conv {
        b'd' | b'i' | b'u' | b'o' => &[OF_NUMBERS],
        b'x' | b'X' | b'b' | b'B' => &[OF_NUMBERS, OF_HEXADECIMALS],
        b'e' | b'f' | b'g' | b'E' | b'F' | b'G' => &[OF_NUMBERS, OF_FLOATS],
        b'a' | b'A' => &[
            OF_NUMBERS,
            OF_HEXADECIMALS,
            OF_FLOATS,
            OF_HEXADECIMAL_FLOATS,
        ],
        b'n' => &[],
        _ => return None,
    };
    for set in of {
        add(bytes, set);
    }
    Some(())
}

fn add(bytes: &mut [bool; 256], more: &[u8]) {
    for b in more {
        bytes[*b as usize] = true;
    }
}
