//! The allocator of the `faultlens` binary: mimalloc, with a check of [`LIMIT`] before large allocations.
#![allow(
    unsafe_code,
    reason = "an allocator cannot be written without; no crate limits what is resident"
)]

use std::alloc::{GlobalAlloc, Layout};
use std::ffi::{c_ulonglong, c_void};
use std::sync::atomic::Ordering;

use mimalloc::MiMalloc;

use super::LIMIT;

/// Size in bytes from which a block is large and needs a check. Smaller blocks cost nothing here.
const LARGE: usize = 64 << 10;

/// Approximate size of small blocks between two calls of [`slow_path`]: mimalloc has prepared blocks of some size 100
/// times, mostly 4 kB at once.
const BETWEEN: u64 = 1 << 20;

/// mimalloc under the limit of this process; plain mimalloc if there is no limit.
///
/// States of runs are small and short-lived: with the system's allocator, allocation takes a quarter of a
/// localization.
#[derive(Debug)]
pub struct Allocator;

// SAFETY: every call is passed on to mimalloc unchanged. The check before it neither allocates nor unwinds.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        resize(0, layout.size());
        unsafe { MiMalloc.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        resize(0, layout.size());
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        resize(layout.size(), 0);
        unsafe { MiMalloc.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        resize(layout.size(), size);
        unsafe { MiMalloc.realloc(block, layout, size) }
    }
}

/// Notes that the size of a block changes.
#[inline]
fn resize(from: usize, to: usize) {
    if from.max(to) >= LARGE {
        resize_large(from, to);
    }
}

#[cold]
fn resize_large(from: usize, to: usize) {
    let large = |size: usize| if size < LARGE { 0 } else { size as i64 };
    if to >= LARGE {
        // A block that moves exists twice for a while.
        LIMIT.spend(to as u64, true);
    }
    LIMIT
        .large
        .fetch_add(large(to) - large(from), Ordering::Relaxed);
}

unsafe extern "C" {
    /// Returns freed memory to the system.
    fn mi_collect(force: bool);
    /// Registers a function that is called occasionally when blocks of some size have run out: by the thread that
    /// allocates, and never recursively.
    fn mi_register_deferred_free(
        function: Option<unsafe extern "C" fn(bool, c_ulonglong, *mut c_void)>,
        argument: *mut c_void,
    );
}

/// Returns freed memory to the system.
pub(super) fn collect() {
    // SAFETY: this is called while mimalloc is not active on this thread.
    unsafe { mi_collect(true) }
}

/// Lets [`LIMIT`] check small blocks too.
pub(super) fn ask_from_slow_path() {
    // SAFETY: the function exists as long as the program, and needs no argument.
    unsafe { mi_register_deferred_free(Some(slow_path), std::ptr::null_mut()) }
}

unsafe extern "C" fn slow_path(_force: bool, _calls: c_ulonglong, _argument: *mut c_void) {
    LIMIT.spend(BETWEEN, false);
}
