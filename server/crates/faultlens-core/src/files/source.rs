//! Reading the analysed C file.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Maximum size of an analysed C file, in bytes.
pub const MAX_SOURCE: u64 = 4 << 20;

/// The mark with which some editors begin a file in UTF-8. It is no part of the text: editors do not count it either.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Text of a C file, and the encoding that leads back to its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    /// The text. Offsets in results count its bytes, which are those of the file only if that is UTF-8 without a mark.
    pub text: String,
    /// Whether the file is not UTF-8 and was read as Latin-1, so that old sources with such comments can be analysed.
    pub latin1: bool,
    /// Whether the file begins with a byte order mark.
    has_mark: bool,
}

impl SourceText {
    /// Decodes the content of a file; an error is a clause with the reason why it is not text.
    pub fn of(content: &[u8]) -> Result<SourceText, String> {
        if let Some(at) = content.iter().position(|&b| b == 0) {
            return Err(format!(
                "it is not a text file: there is a zero byte at offset {at}"
            ));
        }
        let unmarked = content.strip_prefix(BYTE_ORDER_MARK);
        let bytes = unmarked.unwrap_or(content);
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err("it is empty".to_owned());
        }
        let (text, latin1) = match str::from_utf8(bytes) {
            Ok(text) => (text.to_owned(), false),
            Err(_) => (bytes.iter().copied().map(char::from).collect(), true),
        };
        Ok(SourceText {
            text,
            latin1,
            has_mark: unmarked.is_some(),
        })
    }

    /// The text of an editor's buffer for the file at `path`. Editors hold any text as Unicode; saved, it has the
    /// encoding of the file, if that has all of its characters.
    pub(crate) fn of_buffer(text: &str, path: &Path) -> Result<SourceText, String> {
        SourceText::of(text.as_bytes())?;
        let is_latin1 = || read_source(path).is_ok_and(|on_disk| on_disk.latin1);
        Ok(SourceText {
            // A mark that an editor sends is a character of its text.
            text: text.to_owned(),
            latin1: !text.is_ascii() && latin1(text).is_ok() && is_latin1(),
            has_mark: false,
        })
    }

    /// The bytes of a text in the encoding of this file. An error is a clause that names a character without a code.
    pub fn encode(&self, text: &str) -> Result<Vec<u8>, String> {
        let mark = if self.has_mark { BYTE_ORDER_MARK } else { &[] };
        let mut bytes = mark.to_vec();
        if self.latin1 {
            bytes.extend(latin1(text).map_err(|c| {
                format!("it is not UTF-8 but was read as Latin-1, which has no character `{c}`")
            })?);
        } else {
            bytes.extend_from_slice(text.as_bytes());
        }
        Ok(bytes)
    }
}

/// A text in Latin-1, or the first character that Latin-1 does not have.
fn latin1(text: &str) -> Result<Vec<u8>, char> {
    text.chars()
        .map(|c| u8::try_from(c).map_err(|_| c))
        .collect()
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
    SourceText::of(&fs::read(path).map_err(|e| say(&e))?)
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
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_is_told_from_what_is_not() {
        let text = |bytes: &[u8]| SourceText::of(bytes).map(|t| (t.text, t.latin1));
        let is_text = |text: &str, latin1: bool| Ok((text.to_owned(), latin1));
        assert_eq!(text(b"int x;"), is_text("int x;", false));
        assert_eq!(text("// naïve".as_bytes()), is_text("// naïve", false));
        assert_eq!(text(b"// na\xefve"), is_text("// naïve", true));
        // The mark has no place in either encoding.
        assert_eq!(text(b"\xef\xbb\xbfint x;"), is_text("int x;", false));
        assert_eq!(text(b"\xef\xbb\xbf// \xe9"), is_text("// é", true));
        let why = |bytes: &[u8]| SourceText::of(bytes).unwrap_err();
        assert_eq!(
            why(b"\x7fELF\0"),
            "it is not a text file: there is a zero byte at offset 4"
        );
        assert_eq!(why(b" \n"), "it is empty");
        assert_eq!(why(b"\xef\xbb\xbf\r\n"), "it is empty");
    }

    #[test]
    fn a_character_without_a_code_is_named() {
        let latin1 = SourceText::of(b"// \xe9").unwrap();
        assert_eq!(latin1.encode("// é ÿ").unwrap(), b"// \xe9 \xff");
        assert_eq!(
            latin1.encode("// 3 €").unwrap_err(),
            "it is not UTF-8 but was read as Latin-1, which has no character `€`"
        );
    }

    proptest! {
        #[test]
        fn what_was_decoded_is_encoded_again(
            has_mark: bool,
            content in proptest::collection::vec(1u8..=255, 1..60),
        ) {
            let mark = if has_mark { BYTE_ORDER_MARK } else { &[] };
            let content = [mark, b"x", &content].concat();
            let source = SourceText::of(&content).unwrap();
            prop_assert_eq!(source.encode(&source.text).unwrap(), content);
        }
    }
}
