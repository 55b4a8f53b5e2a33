//! Variable arguments.
//!
//! The arguments after the fixed ones are stored in an object of the activation, one cell each, with the value and the
//! number of its type. A `va_list` is a cursor into that object, so `va_arg` and `va_copy` are plain loads and stores,
//! reading too many arguments is an out-of-bounds access, and reading the wrong type is a use of an uninitialised or
//! reinterpreted value.

use ir::{ARGUMENT_CELL, Scalar};

use super::domain::Domain;
use super::machine::Machine;
use super::object::{Name, Object};
use super::stop::Exec;
use super::storage::Storage;
use super::trap::UninitialisedUse;
use super::value::Val;

impl<D: Domain> Machine<'_, D> {
    /// Stores the variable arguments of the running activation.
    pub(super) fn pass_variable(
        &mut self,
        args: impl ExactSizeIterator<Item = (Val<D::Bits>, Scalar)>,
    ) {
        let size = args.len() * ARGUMENT_CELL as usize;
        let mut object = Object::new(
            Name::Fixed("variable arguments"),
            Storage::Stack,
            size,
            false,
        );
        for (i, (value, ty)) in args.enumerate() {
            let at = i * ARGUMENT_CELL as usize;
            let number = Scalar::ARGUMENTS.iter().position(|t| *t == ty);
            let number = D::constant(number.unwrap_or(usize::MAX) as u64);
            let cell = ty.in_memory(self.program.data_model).cell();
            let value = if value.object == 0 && cell != ty {
                let bits = self.dom.cast(ty, cell, value.bits);
                Val { bits, ..value }
            } else {
                value
            };
            object.store(&mut self.dom, at, cell, value);
            object.store(&mut self.dom, at + 8, Scalar::I64, Val::scalar(number));
        }
        let id = self.state.memory.add(object);
        if let Some(frame) = self.state.calls.frames.last_mut() {
            frame.arguments = id;
        }
    }

    /// The remaining arguments of the `va_list` at address `list`.
    pub(super) fn variable(&mut self, list: Val<D::Bits>) -> Exec<Vec<(Val<D::Bits>, Scalar)>> {
        let mut cursor = self.load(list, self.pointer_in_memory())?;
        self.determinate(cursor, UninitialisedUse::Address)?;
        let mut args = Vec::new();
        let size = self.state.memory.get(cursor.object).map_or(0, Object::size);
        let mut at = self.concretise(Scalar::Ptr, cursor.bits)?;
        while at + ARGUMENT_CELL <= size {
            cursor.bits = D::constant(at + 8);
            let number = self.load(cursor, Scalar::I64)?;
            let number = self.concretise(Scalar::I64, number.bits)?;
            let ty = Scalar::ARGUMENTS.get(number as usize).copied();
            let ty = ty.unwrap_or(Scalar::I32);
            cursor.bits = D::constant(at);
            let in_memory = ty.in_memory(self.program.data_model);
            args.push((self.load(cursor, in_memory)?, ty));
            at += ARGUMENT_CELL;
        }
        Ok(args)
    }
}
