//! Z3 is loaded when it is first needed.
//!
//! Few programs need it: without floats the embedded SAT solver answers nearly everything. But a library of 30 MB that a
//! program is linked to, with that of C++ behind it, is loaded and relocated at every start, before `main`: half of the
//! time that starting takes, for each of the two processes of a job, a quarter of what a student's program takes in all.
//!
//! The bindings declare Z3's functions to be somewhere. Here they are: each jumps to where a table says that the real one
//! is, with all its arguments where they were. [`load_first`] loads the library and fills the table; nothing of the bindings
//! may be called before. Which functions there are says `functions.txt`: those that the bindings (`z3-sys`) declare. Linking
//! fails if the list lacks one that is used.

#![allow(unsafe_code, reason = "functions that are found when the program runs")]

use std::error::Error;
use std::ffi::{OsString, c_void};
use std::path::Path;
use std::process::abort;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

/// Names a file to load Z3 from, before any other.
const VARIABLE: &str = "FAULTLENS_Z3";
/// File names under which Z3 is looked for, in this order: as the set-up and releases have it, as compilers ask for it, as
/// Z3's own releases and distributions name it.
const FILE_NAMES: [&str; 7] = [
    "libz3.so.5.4",
    "libz3.so",
    "libz3.so.5",
    "libz3.so.4.15",
    "libz3.so.4.14",
    "libz3.so.4.13",
    "libz3.so.4",
];

/// Defines Z3's functions, given their number, and them, numbered.
macro_rules! z3_functions {
    ($count:literal; $($number:literal $name:ident)*) => {
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

/// Something was called before [`load_first`], which no test may survive.
extern "C" fn missing() -> ! {
    abort()
}

/// Loads the first Z3 that is found and that `accept` takes: the file that `FAULTLENS_Z3` names, else from where the
/// system's loader finds it, as if the program were linked to it. `accept` is told of a function that the library lacks, if there is one: it is older than the bindings.
///
/// # Errors
/// None is found, or why the first one found was not accepted.
pub(super) fn load_first<T>(
    accept: impl Fn(Option<&'static str>) -> Result<T, String>,
) -> Result<T, String> {
    let mut refused = None;
    let mut missing = None;
    let named = std::env::var_os(VARIABLE).filter(|file| Path::new(file).exists());
    let names = FILE_NAMES.iter().map(OsString::from);
    for name in named.into_iter().chain(names) {
        // SAFETY: what Z3 does when it is loaded is to make its own tables.
        match unsafe { Library::open(Some(name), RTLD_NOW | RTLD_LOCAL) } {
            Ok(library) => {
                let lacking = fill_table(&library);
                // It stays, accepted or not: closing it would run its clean-up beside threads.
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
    let not_found = || format!("Z3 cannot be loaded: {}", missing.unwrap_or_default());
    Err(refused.unwrap_or_else(not_found))
}

/// Notes where the functions of a library are; returns one that it lacks.
fn fill_table(library: &Library) -> Option<&'static str> {
    let mut lacking = None;
    for (name, slot) in NAMES.iter().zip(&TABLE) {
        // SAFETY: the address is only kept; whoever calls it declares what it is.
        let function = unsafe { library.get::<*mut c_void>(*name) };
        match function {
            Ok(function) => slot.store(function.as_raw_ptr(), Ordering::Release),
            Err(_) => lacking = Some(*name),
        }
    }
    lacking
}
