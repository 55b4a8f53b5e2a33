//! The allocator of the `faultlens` binary: mimalloc, which asks [`LIMIT`] before it takes much.
#![allow(
    unsafe_code,
    reason = "an allocator cannot be written without; no crate limits what is resident"
)]

use std::alloc::{GlobalAlloc, Layout};
use std::ffi::{c_ulonglong, c_void};
use std::sync::atomic::Ordering;

use mimalloc::MiMalloc;

use super::LIMIT;

/// From this size on a block is large: that one is not asked about would show. What is smaller costs nothing here.
const LARGE: usize = 64 << 10;

/// About as much as the small blocks have between two calls of [`slow_path`]: 100 times mimalloc has prepared blocks of some
/// size, mostly 4 kB of them at once.
const BETWEEN: u64 = 1 << 20;

/// mimalloc under the limit on this process. Without one it is mimalloc.
///
/// States of runs are small and short-lived: with the system's allocator a quarter of a localization is spent in it.
#[derive(Debug)]
pub struct Allocator;

// SAFETY: every call is passed on to mimalloc as it came. What is done before neither allocates nor unwinds.
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

/// Takes note that a block of the first size becomes one of the second.
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
        // A block that moves is there twice for a while.
        LIMIT.spend(to as u64, true);
    }
    LIMIT
        .large
        .fetch_add(large(to) - large(from), Ordering::Relaxed);
}

unsafe extern "C" {
    /// Gives freed memory back to the system.
    fn mi_collect(force: bool);
    /// Has a function called now and then where blocks of some size have run out: by the thread that asks for one, which
    /// does not call it again from inside.
    fn mi_register_deferred_free(
        function: Option<unsafe extern "C" fn(bool, c_ulonglong, *mut c_void)>,
        argument: *mut c_void,
    );
}

/// Gives freed memory back to the system.
pub(super) fn collect() {
    // SAFETY: this is called where mimalloc is not at work on this thread.
    unsafe { mi_collect(true) }
}

/// Has [`LIMIT`] asked about small blocks too.
pub(super) fn ask_from_slow_path() {
    // SAFETY: the function is there as long as the program, and needs no argument.
    unsafe { mi_register_deferred_free(Some(slow_path), std::ptr::null_mut()) }
}

unsafe extern "C" fn slow_path(_force: bool, _calls: c_ulonglong, _argument: *mut c_void) {
    LIMIT.spend(BETWEEN, false);
}
