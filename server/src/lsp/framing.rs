//! Frames of the protocol as bytes: headers, an empty line, and a body with the number of bytes given in a header.
//!
//! Malformed frames and messages become a [`Frame::Malformed`], and the search continues with the next frame. Whatever
//! a client sends, at most [`MAX_HEADER`] and [`MAX_BODY`] bytes are buffered.

use memchr::memmem;
use serde_json::Value as Json;
use tower_lsp::jsonrpc::{Request, Response};

/// Maximum number of bytes of the headers of one message. There are two headers, each of some tens of bytes.
pub(crate) const MAX_HEADER: usize = 8 << 10;

/// Maximum number of bytes of one message. The largest necessary message contains the text of an analysed file: at most
/// 4 MiB, which becomes six times as large in JSON if every byte is escaped. A larger file must still be possible to
/// open.
pub(crate) const MAX_BODY: u64 = 64 << 20;

/// Required header of a frame, in lower case, with the colon.
const LENGTH: &[u8] = b"content-length:";

/// A received frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Frame {
    /// A request, a notification or a response, as JSON that the framework takes.
    Message(Vec<u8>),
    /// Anything else, reported once per contiguous piece.
    Malformed(Fault),
}

/// Error in a received frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The headers are malformed, or the body is not JSON: error −32700.
    Parse(String),
    /// The body is JSON but not a message, or it is too large: error −32600.
    Invalid(String),
}

/// Finds the frames in received bytes, however these are split.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    buffer: Vec<u8>,
    state: FramingState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum FramingState {
    /// A header is expected.
    #[default]
    Header,
    /// A body of this many bytes is expected.
    Body(usize),
    /// This many bytes are skipped.
    Skipped(u64),
    /// Bytes are skipped up to the next `Content-Length:`.
    Lost,
}

impl Frames {
    /// Adds received bytes. All earlier frames must have been taken with [`Self::next`] before.
    pub(crate) fn push(&mut self, received: &[u8]) {
        let skipped = match &mut self.state {
            FramingState::Skipped(left) => {
                let skipped = received
                    .len()
                    .min(usize::try_from(*left).unwrap_or(usize::MAX));
                *left -= skipped as u64;
                skipped
            }
            _ => 0,
        };
        self.buffer.extend_from_slice(&received[skipped..]);
    }

    /// Next frame, if it has been received completely.
    pub(crate) fn next(&mut self) -> Option<Frame> {
        loop {
            match self.state {
                FramingState::Header => match self.header()? {
                    Ok(length) if length <= MAX_BODY => {
                        self.state = FramingState::Body(length as usize);
                    }
                    Ok(length) => {
                        self.skip(length);
                        return Some(Frame::Malformed(Fault::Invalid(format!(
                            "a message of {length} bytes, which is more than {MAX_BODY}, is not read"
                        ))));
                    }
                    Err(fault) => {
                        self.lose();
                        return Some(Frame::Malformed(fault));
                    }
                },
                FramingState::Body(length) => {
                    if self.buffer.len() < length {
                        return None;
                    }
                    let frame = message(&self.buffer[..length]);
                    self.buffer.drain(..length);
                    self.state = FramingState::Header;
                    return Some(frame.map_or_else(Frame::Malformed, Frame::Message));
                }
                FramingState::Skipped(0) => self.state = FramingState::Header,
                FramingState::Skipped(_) => return None,
                FramingState::Lost => {
                    if !self.find() {
                        return None;
                    }
                    self.state = FramingState::Header;
                }
            }
        }
    }

    /// Reads the headers, if they have been received completely; returns the length of the body.
    fn header(&mut self) -> Option<Result<u64, Fault>> {
        let within = &self.buffer[..self.buffer.len().min(MAX_HEADER)];
        let Some(end) = memmem::find(within, b"\r\n\r\n") else {
            let too_long = self.buffer.len() >= MAX_HEADER;
            let fault = || Fault::Parse(format!("the headers have more than {MAX_HEADER} bytes"));
            return too_long.then(|| Err(fault()));
        };
        let length = match content_length(&within[..end]) {
            Ok(length) => length,
            Err(fault) => return Some(Err(fault)),
        };
        self.buffer.drain(..end + 4);
        Some(Ok(length))
    }

    /// Skips the next bytes, which may be more than memory holds.
    fn skip(&mut self, length: u64) {
        let here = usize::try_from(length).map_or(self.buffer.len(), |n| n.min(self.buffer.len()));
        self.buffer.drain(..here);
        self.state = FramingState::Skipped(length - here as u64);
    }

    /// Handles bytes that do not begin a frame. Headers that begin correctly are dropped as a whole; otherwise one byte
    /// is dropped, because only the bytes before the headers may be wrong.
    fn lose(&mut self) {
        let within = &self.buffer[..self.buffer.len().min(MAX_HEADER)];
        let begins_well = within
            .get(..LENGTH.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(LENGTH));
        let end = memmem::find(within, b"\r\n\r\n").filter(|_| begins_well);
        let dropped = end.map_or(1, |end| end + 4).min(self.buffer.len());
        self.buffer.drain(..dropped);
        self.state = FramingState::Lost;
    }

    /// Drops everything before the next beginning of a frame; returns whether there is one.
    fn find(&mut self) -> bool {
        let starts = self.buffer.windows(LENGTH.len());
        let found = starts
            .enumerate()
            .find(|(_, window)| window.eq_ignore_ascii_case(LENGTH));
        match found {
            Some((at, _)) => {
                self.buffer.drain(..at);
                true
            }
            None => {
                // The last received bytes may be the first ones of the header.
                let kept = self.buffer.len().min(LENGTH.len() - 1);
                self.buffer.drain(..self.buffer.len() - kept);
                false
            }
        }
    }
}

/// Length of the body that the headers announce. Other headers are ignored, except for the encoding, which must be
/// UTF-8.
fn content_length(headers: &[u8]) -> Result<u64, Fault> {
    let fault = |what: &str| Err(Fault::Parse(what.to_owned()));
    let mut length = None;
    for line in headers.split(|&byte| byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let Some(colon) = memchr::memchr(b':', line) else {
            return fault("a header without a colon");
        };
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"content-length") {
            let number = str::from_utf8(value).ok().filter(|value| {
                // The protocol allows no sign.
                value.bytes().all(|byte| byte.is_ascii_digit())
            });
            let Some(number) = number.and_then(|number| number.parse::<u64>().ok()) else {
                return fault("the Content-Length is no number of bytes");
            };
            if length.is_some_and(|known| known != number) {
                return fault("there are two different Content-Lengths");
            }
            length = Some(number);
        } else if name.eq_ignore_ascii_case(b"content-type") && !is_utf8(value) {
            return fault("the encoding is not UTF-8");
        }
    }
    length.map_or_else(|| fault("there is no Content-Length"), Ok)
}

/// Whether a content type names no encoding other than UTF-8.
fn is_utf8(content_type: &[u8]) -> bool {
    let lower = content_type.to_ascii_lowercase();
    match memmem::find(&lower, b"charset=") {
        None => true,
        Some(at) => {
            let charset = &lower[at + b"charset=".len()..];
            let end = charset.iter().position(|byte| b"; ".contains(byte));
            let charset = &charset[..end.unwrap_or(charset.len())];
            matches!(
                charset.trim_ascii(),
                b"utf-8" | b"utf8" | b"\"utf-8\"" | b"\"utf8\""
            )
        }
    }
}

/// Message in a body, in a form that the framework accepts: it stops at anything that it cannot read.
fn message(body: &[u8]) -> Result<Vec<u8>, Fault> {
    let text = str::from_utf8(body).map_err(|error| Fault::Parse(error.to_string()))?;
    let json: Json = serde_json::from_str(text).map_err(|error| Fault::Parse(error.to_string()))?;
    let invalid = |why: &dyn std::fmt::Display| Fault::Invalid(why.to_string());
    let Json::Object(object) = &json else {
        let what = if json.is_array() {
            "the protocol has no batches of messages"
        } else {
            "a message is an object"
        };
        return Err(invalid(&what));
    };
    // A duplicate key is written only once from here on.
    let written = if object.contains_key("method") {
        let request: Request = serde_json::from_value(json).map_err(|error| invalid(&error))?;
        serde_json::to_vec(&request)
    } else {
        let response: Response = serde_json::from_value(json).map_err(|error| invalid(&error))?;
        serde_json::to_vec(&response)
    };
    written.map_err(|error| invalid(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTE: &str = r#"{"jsonrpc":"2.0","method":"note"}"#;

    fn framed(body: &str) -> Vec<u8> {
        format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
    }

    /// Results for bytes that are received in pieces of `piece` bytes: `ok`, and error codes.
    fn received(bytes: &[u8], piece: usize) -> Vec<&'static str> {
        let mut frames = Frames::default();
        let mut all = Vec::new();
        for piece in bytes.chunks(piece) {
            frames.push(piece);
            while let Some(frame) = frames.next() {
                all.push(match frame {
                    Frame::Message(message) => {
                        assert_eq!(message, NOTE.as_bytes());
                        "ok"
                    }
                    Frame::Malformed(Fault::Parse(_)) => "-32700",
                    Frame::Malformed(Fault::Invalid(_)) => "-32600",
                });
            }
            assert!(frames.buffer.len() <= MAX_HEADER + bytes.len());
        }
        all
    }

    #[test]
    fn whatever_comes_is_answered_and_the_next_message_is_found() {
        let length = NOTE.len();
        let cases: &[(&str, Vec<u8>, &[&str])] = &[
            ("nothing", Vec::new(), &[]),
            ("a message", framed(NOTE), &["ok"]),
            ("no JSON", framed("{oops"), &["-32700"]),
            ("an empty body", framed(""), &["-32700"]),
            ("JSON that is too deep", framed(&"[".repeat(9999)), &["-32700"]),
            ("half a surrogate", framed(r#"{"jsonrpc":"2.0","method":"\ud800"}"#), &["-32700"]),
            ("a batch", framed(&format!("[{NOTE}]")), &["-32600"]),
            ("a number", framed("1"), &["-32600"]),
            ("no version", framed(r#"{"method":"note"}"#), &["-32600"]),
            ("another version", framed(r#"{"jsonrpc":"1.0","method":"note"}"#), &["-32600"]),
            ("a method that is no text", framed(r#"{"jsonrpc":"2.0","method":3}"#), &["-32600"]),
            ("an id that is none", framed(r#"{"jsonrpc":"2.0","method":"note","id":{}}"#), &["-32600"]),
            ("no message", framed(r#"{"jsonrpc":"2.0"}"#), &["-32600"]),
            ("a key twice", framed(r#"{"jsonrpc":"2.0","method":"x","method":"note"}"#), &["ok"]),
            ("no UTF-8", [b"Content-Length: 2\r\n\r\n".as_slice(), b"\xff\xfe"].concat(), &["-32700"]),
            ("other headers", format!("content-length: {length}\r\nX-Y: z\r\nContent-Type: a/b; charset=utf8\r\n\r\n{NOTE}").into_bytes(), &["ok"]),
            ("another encoding", format!("Content-Length: {length}\r\nContent-Type: a/b; charset=latin1\r\n\r\n{NOTE}").into_bytes(), &["-32700"]),
            ("no length", b"X-Y: z\r\n\r\n".to_vec(), &["-32700"]),
            ("a length that is none", format!("Content-Length: +{length}\r\n\r\n{NOTE}").into_bytes(), &["-32700"]),
            ("a length beyond all", b"Content-Length: 99999999999999999999\r\n\r\n".to_vec(), &["-32700"]),
            ("two lengths", b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n".to_vec(), &["-32700"]),
            ("words before headers", [&b"hello\n"[..], &framed(NOTE)].concat(), &["-32700", "ok"]),
            ("garbage", b"hello\r\n\r\n".to_vec(), &["-32700"]),
            ("binary garbage", [&[0xff_u8; 99][..], b"\r\n\r\n"].concat(), &["-32700"]),
            ("garbage without an end", vec![b'x'; 3 * MAX_HEADER], &["-32700"]),
        ];
        for (name, bytes, expected) in cases {
            let followed = [bytes.clone(), framed(NOTE)].concat();
            let expected = [*expected, &["ok"]].concat();
            for piece in [1, 7, followed.len()] {
                assert_eq!(received(&followed, piece), expected, "{name}, by {piece}");
            }
        }
    }

    #[test]
    fn what_is_too_large_is_passed_over_and_not_kept() {
        let mut frames = Frames::default();
        let length = MAX_BODY + 5;
        frames.push(format!("Content-Length: {length}\r\n\r\n").as_bytes());
        assert!(matches!(
            frames.next(),
            Some(Frame::Malformed(Fault::Invalid(_)))
        ));
        let piece = vec![b'x'; 1 << 20];
        for _ in 0..MAX_BODY >> 20 {
            frames.push(&piece);
            assert_eq!(frames.next(), None);
            assert!(frames.buffer.is_empty());
        }
        frames.push(&[&b"xxxxx"[..], &framed(NOTE)].concat());
        assert_eq!(frames.next(), Some(Frame::Message(NOTE.into())));
    }
}
