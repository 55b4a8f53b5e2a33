//! Numbers of registers, positions and objects.

use serde::{Deserialize, Serialize};

/// Register of a frame.
pub type Reg = u32;

/// Index into [`super::Function::code`].
pub type Pc = u32;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub u32);
        impl $name {
            /// The index of this id.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
index!(
    /// Index into [`super::Program::functions`].
    FnId
);
index!(
    /// Index into [`super::Program::globals`].
    GlobalId
);
index!(
    /// Index into [`super::Function::slots`].
    SlotId
);
index!(
    /// Index into [`super::Program::components`]; the identity of a guard.
    CompId
);
index!(
    /// A branch of a conditional of the program; see `explore::demand`.
    BranchId
);
