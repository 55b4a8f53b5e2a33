//! Reading the analysed C file.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Maximum size of an analysed C file, in bytes.
pub const MAX_SOURCE: u64 = 4 << 20;

/// Text of a C file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    /// The text.
    pub text: String,
    /// Whether the file is not UTF-8 and was read as Latin-1, so that old sources with such comments can be analysed.
    /// Bytes above 127 in its strings count as two bytes each.
    pub latin1: bool,
}

/// Reads a C file; an error is a clause with the reason why there is no text.
pub fn read_source(path: &Path) -> Result<SourceText, String> {
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

/// Decodes the content of a file; an error is a clause with the reason why it is not text.
pub(crate) fn text_of(bytes: Vec<u8>) -> Result<SourceText, String> {
    if let Some(at) = bytes.iter().position(|&b| b == 0) {
        return Err(format!(
            "it is not a text file: there is a zero byte at offset {at}"
        ));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err("it is empty".to_owned());
    }
    let (text, latin1) = match String::from_utf8(bytes) {
        Ok(text) => (text, false),
        Err(error) => (
            error.into_bytes().into_iter().map(char::from).collect(),
            true,
        ),
    };
    Ok(SourceText { text, latin1 })
}

/// Reason of a system error, in stable words.
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
        let text = |bytes: &[u8]| text_of(bytes.to_vec()).map(|t| (t.text, t.latin1));
        assert_eq!(text(b"int x;"), Ok(("int x;".to_owned(), false)));
        assert_eq!(
            text("// naïve".as_bytes()),
            Ok(("// naïve".to_owned(), false))
        );
        assert_eq!(text(b"// na\xefve"), Ok(("// naïve".to_owned(), true)));
        assert_eq!(
            text_of(b"\x7fELF\0".to_vec()).unwrap_err(),
            "it is not a text file: there is a zero byte at offset 4"
        );
        assert_eq!(text_of(b" \n".to_vec()).unwrap_err(), "it is empty");
    }
}
