//! Z3 is loaded when it is first needed.
//!
//! Few programs need it: without floats the embedded SAT solver answers nearly everything. But a library of 30 MB that a
//! program is linked to, with that of C++ behind it, is loaded and relocated at every start, before `main`: half of the
//! time that starting takes, for each of the two processes of a job, a quarter of what a student's program takes in all.
//!
//! The bindings declare Z3's functions to be somewhere. Here they are: each jumps to where a table says that the real one
//! is, with all its arguments where they were. [`load`] loads the library and fills the table; nothing of the bindings
//! may be called before. Which functions there are the build script finds out from the library that is there then.

#![allow(unsafe_code, reason = "functions that are found when the program runs")]

use std::error::Error;
use std::ffi::c_void;
use std::process::abort;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

/// Defines Z3's functions, given the library's file name, their number, and them, numbered.
macro_rules! z3_functions {
    ($library:literal, $count:literal; $($number:literal $name:ident)*) => {
        /// The library's file name.
        const LIBRARY: &str = $library;
        /// Names of the functions.
        const NAMES: [&str; $count] = [$(stringify!($name)),*];
        /// Where the functions are, once the library is loaded.
        static TABLE: [AtomicPtr<c_void>; $count] = [const { AtomicPtr::new(null_mut()) }; $count];

        $(
            // SAFETY: no other function has this name, for the real ones are not linked.
            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            extern "C" fn $name() {
                go_to!($number)
            }
        )*
    };
}

/// Goes to a function of the table, by a register that calls do not preserve and that carries no argument.
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

#[cfg(target_arch = "aarch64")]
macro_rules! go_to {
    ($number:literal) => {
        std::arch::naked_asm!(
            "adrp x16, {table} + {at}",
            "ldr x16, [x16, :lo12:{table} + {at}]",
            "cbz x16, 2f",
            "br x16",
            "2: b {missing}",
            table = sym TABLE,
            at = const $number * 8,
            missing = sym missing,
        )
    };
}

include!(concat!(env!("OUT_DIR"), "/functions.rs"));

/// Something was called before [`load`], which no test may survive.
extern "C" fn missing() -> ! {
    abort()
}

/// Loads the library: from where the system's loader finds it, as if the program were linked to it. Gives a function that
/// it lacks, if there is one: it is older than the one that this was built with.
///
/// # Errors
/// It cannot be loaded.
pub(crate) fn load() -> Result<Option<&'static str>, String> {
    // SAFETY: what Z3 does when it is loaded is to make its own tables.
    let library = unsafe { Library::open(Some(LIBRARY), RTLD_NOW | RTLD_LOCAL) };
    let library = library.map_err(|error| {
        let why = error.source().map(ToString::to_string);
        format!(
            "Z3 cannot be loaded: {}",
            why.unwrap_or_else(|| error.to_string())
        )
    })?;
    let mut lacks = None;
    for (name, slot) in NAMES.iter().zip(&TABLE) {
        // SAFETY: the address is only kept; whoever calls it declares what it is.
        match unsafe { library.get::<*mut c_void>(*name) } {
            Ok(function) => slot.store(function.as_raw_ptr(), Ordering::Release),
            Err(_) => lacks = Some(*name),
        }
    }
    // It stays.
    std::mem::forget(library);
    Ok(lacks)
}
