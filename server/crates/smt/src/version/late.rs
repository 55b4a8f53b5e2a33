//! Late loading of Z3, when a query first needs it.
//!
//! Few queries need Z3: without floats, the embedded SAT solver answers nearly all of them. A library of 30 MB that a
//! program is linked to, together with the C++ library, is loaded and relocated at every start, before `main`: that
//! takes half of the start-up time, for each of the two processes of a job, and a quarter of the whole job for a
//! typical student program.
//!
//! The bindings declare Z3's functions as external. They are defined here: each jumps, with its arguments unchanged,
//! to the address of the real function in a table. [`load_first`] loads the library and fills the table; no function
//! of the bindings may be called before. `functions.txt` lists the functions, which are those that the bindings
//! (`z3-sys`) declare. If the list lacks one that is used, linking fails.

#![allow(unsafe_code, reason = "functions that are found when the program runs")]

use std::error::Error;
use std::ffi::c_void;
use std::process::abort;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use libloading::Library;

use super::places;

/// Defines Z3's functions, given their count and the numbered names.
macro_rules! z3_functions {
    ($count:literal; $($number:literal $name:ident)*) => {
        /// Names of the functions.
        const NAMES: [&str; $count] = [$(stringify!($name)),*];
        /// Addresses of the functions, once the library is loaded.
        static TABLE: [AtomicPtr<c_void>; $count] = [const { AtomicPtr::new(null_mut()) }; $count];

        $(
            // SAFETY: no other function has this name, because the real ones are not linked.
            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            extern "C" fn $name() {
                go_to!($number)
            }
        )*
    };
}

/// Jumps to a function of the table, through a register that calls do not preserve and that carries no argument.
#[cfg(target_arch = "x86_64")]
macro_rules! go_to {
    ($number:literal) => {
        std::arch::naked_asm!(
            "mov r11, qword ptr [rip + {table} + {at}]",
            "test r11, r11",
            "jz {missing}",
            "jmp r11",
            table = sym TABLE,
            at = const $number * 8,
            missing = sym missing,
        )
    };
}

/// Jumps for arm64, given how its assembler writes the page of an address and the rest of it.
#[cfg(target_arch = "aarch64")]
macro_rules! go_to_by_pages {
    ($number:literal, $page:literal, $rest:literal) => {
        std::arch::naked_asm!(
            concat!("adrp x16, ", $page),
            concat!("ldr x16, [x16, ", $rest, "]"),
            "cbz x16, 2f",
            "br x16",
            "2: b {missing}",
            table = sym TABLE,
            at = const $number * 8,
            missing = sym missing,
        )
    };
}

#[cfg(all(target_arch = "aarch64", target_vendor = "apple"))]
macro_rules! go_to {
    ($number:literal) => {
        go_to_by_pages!($number, "{table}@PAGE + {at}", "{table}@PAGEOFF + {at}")
    };
}

#[cfg(all(target_arch = "aarch64", not(target_vendor = "apple")))]
macro_rules! go_to {
    ($number:literal) => {
        go_to_by_pages!($number, "{table} + {at}", ":lo12:{table} + {at}")
    };
}

include!(concat!(env!("OUT_DIR"), "/functions.rs"));

/// Ends the process: a function was called before [`load_first`], which is a bug.
extern "C" fn missing() -> ! {
    abort()
}

/// Loads the first Z3 of [`places`] that `accept` takes. If the library lacks a function, because it is older than the
/// bindings, `accept` gets the function's name.
///
/// # Errors
/// No library is found, or the reason why the first one found was not accepted.
pub(super) fn load_first<T>(
    accept: impl Fn(Option<&'static str>) -> Result<T, String>,
) -> Result<T, String> {
    let mut refused = None;
    let mut missing = None;
    for name in places::files() {
        // SAFETY: when Z3 is loaded, it only initialises its own tables.
        match unsafe { Library::new(name) } {
            Ok(library) => {
                let lacking = fill_table(&library);
                // The library stays loaded, accepted or not: closing it would run its clean-up while other threads
                // run.
                std::mem::forget(library);
                match accept(lacking) {
                    Ok(accepted) => return Ok(accepted),
                    Err(why) => refused = refused.or(Some(why)),
                }
            }
            Err(error) => {
                let why = error.source().map(ToString::to_string);
                missing = missing.or_else(|| Some(why.unwrap_or_else(|| error.to_string())));
            }
        }
    }
    Err(refused.unwrap_or_else(|| {
        let why = missing.unwrap_or_default();
        format!("Z3 cannot be loaded: {why}; `pip install z3-solver` installs one that is found")
    }))
}

/// Stores the addresses of a library's functions; returns one that it lacks.
fn fill_table(library: &Library) -> Option<&'static str> {
    let mut lacking = None;
    for (name, slot) in NAMES.iter().zip(&TABLE) {
        // SAFETY: the address is only stored; its caller declares its type.
        let function = unsafe { library.get::<*mut c_void>(*name) };
        match function {
            Ok(function) => slot.store(*function, Ordering::Release),
            Err(_) => lacking = Some(*name),
        }
    }
    lacking
}
