//! Amount of memory that the system has given to this process.

/// Number of bytes in resident pages, if the system reports it. Allocates only at the first call.
#[cfg(target_os = "linux")]
pub(crate) fn resident_bytes() -> Option<u64> {
    use std::fs::File;
    use std::os::unix::fs::FileExt;
    use std::sync::OnceLock;

    static STATM: OnceLock<Option<(File, u64)>> = OnceLock::new();
    let statm = STATM.get_or_init(|| File::open("/proc/self/statm").ok().zip(page_size()));
    let (statm, page_size) = statm.as_ref()?;
    let mut text = [0; 128];
    let length = statm.read_at(&mut text, 0).ok()?;
    Some(second_number(&text[..length])? * page_size)
}

/// Number of bytes in a page, which the kernel passes to each process with its arguments.
#[cfg(target_os = "linux")]
fn page_size() -> Option<u64> {
    const PAGE_SIZE: usize = 6;
    let told = std::fs::read("/proc/self/auxv").ok()?;
    let (words, _) = told.as_chunks::<{ size_of::<usize>() }>();
    let (pairs, _) = words.as_chunks::<2>();
    let pair = pairs
        .iter()
        .find(|[key, _]| usize::from_ne_bytes(*key) == PAGE_SIZE);
    pair.map(|[_, value]| usize::from_ne_bytes(*value) as u64)
}

/// Number of bytes in resident pages, if the system reports it. (On Linux, `memory_stats` allocates at each call, and
/// would be called by the allocator.)
#[cfg(not(target_os = "linux"))]
pub(crate) fn resident_bytes() -> Option<u64> {
    memory_stats::memory_stats().map(|stats| stats.physical_mem as u64)
}

/// The second of several numbers separated by blanks.
#[cfg(target_os = "linux")]
fn second_number(text: &[u8]) -> Option<u64> {
    let number = text.split(|&byte| byte == b' ').nth(1)?;
    std::str::from_utf8(number).ok()?.trim_ascii().parse().ok()
}

/// Largest resident size of this process so far, in kilobytes, if the system reports it.
pub(crate) fn peak_kb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = status.lines();
    let peak = lines.find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_system_tells() {
        assert_eq!(second_number(b"12 345 6\n"), Some(345));
        assert_eq!(second_number(b"12"), None);
        let page_size = page_size().unwrap();
        assert!(page_size.is_power_of_two() && page_size >= 4096);
        let (now, peak) = (resident_bytes().unwrap(), peak_kb().unwrap() << 10);
        assert!(now > 1 << 20 && peak >= now / 2, "{now} {peak}");
    }
}
