//! Reading the C file itself.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Largest C file that is analysed, in bytes.
pub const MAX_SOURCE: u64 = 4 << 20;

/// The text of a C file; an error is a clause that says why there is none.
///
/// Bytes that are not UTF-8 are read as Latin-1, so that old sources with such comments can be analysed.
pub fn read_source(path: &Path) -> Result<String, String> {
    let metadata = fs::metadata(path).map_err(|e| say(&e))?;
    if metadata.is_dir() {
        return Err("it is a folder; give a C file".to_owned());
    }
    if !metadata.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    if metadata.len() > MAX_SOURCE {
        return Err(format!(
            "it has {} MB; files of more than {} MB are not analysed",
            metadata.len() >> 20,
            MAX_SOURCE >> 20
        ));
    }
    text_of(fs::read(path).map_err(|e| say(&e))?)
}

/// The text of these bytes; an error is a clause that says why they are no text.
pub(crate) fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    if let Some(at) = bytes.iter().position(|&b| b == 0) {
        return Err(format!(
            "it is not a text file: there is a zero byte at offset {at}"
        ));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err("it is empty".to_owned());
    }
    String::from_utf8(bytes)
        .or_else(|error| Ok(error.into_bytes().into_iter().map(char::from).collect()))
}

/// The system's reason, in words that stay the same.
pub(crate) fn say(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "reading it is not permitted".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_told_from_what_is_not() {
        assert_eq!(text_of(b"int x;".to_vec()).unwrap(), "int x;");
        assert_eq!(text_of(b"// na\xefve".to_vec()).unwrap(), "// naïve");
        assert_eq!(
            text_of(b"\x7fELF\0".to_vec()).unwrap_err(),
            "it is not a text file: there is a zero byte at offset 4"
        );
        assert_eq!(text_of(b" \n".to_vec()).unwrap_err(), "it is empty");
    }
}
