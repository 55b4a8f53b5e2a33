//! How much memory the system has given to this process.

/// Number of bytes in resident pages, where the system tells. Does not allocate but at the first call.
#[cfg(target_os = "linux")]
pub(crate) fn resident_bytes() -> Option<u64> {
    use std::fs::File;
    use std::os::unix::fs::FileExt;
    use std::sync::OnceLock;

    static STATM: OnceLock<Option<File>> = OnceLock::new();
    let statm = STATM.get_or_init(|| File::open("/proc/self/statm").ok());
    let mut text = [0; 128];
    let length = statm.as_ref()?.read_at(&mut text, 0).ok()?;
    let pages = second_number(&text[..length])?;
    Some(pages * rustix::param::page_size() as u64)
}

/// Number of bytes in resident pages, where the system tells.
#[cfg(not(target_os = "linux"))]
pub(crate) fn resident_bytes() -> Option<u64> {
    None
}

/// The second of some numbers with blanks between them.
#[cfg(target_os = "linux")]
fn second_number(text: &[u8]) -> Option<u64> {
    let number = text.split(|&byte| byte == b' ').nth(1)?;
    std::str::from_utf8(number).ok()?.trim_ascii().parse().ok()
}

/// Largest resident size of this process so far, in kilobytes, where the system tells.
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
        let (now, peak) = (resident_bytes().unwrap(), peak_kb().unwrap() << 10);
        assert!(now > 1 << 20 && peak >= now / 2, "{now} {peak}");
    }
}
