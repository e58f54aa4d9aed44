//! Decodes bytes to text. The encoding comes from the byte order mark, the caller, the HTTP header,
//! the page, or detection, in this order (WHATWG HTML, section 13.2.3.2). Any bytes decode;
//! malformed sequences become U+FFFD.

use super::encoding::encoding_of;
use super::prescan;
use crate::page::EncodingSource;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};
use std::borrow::Cow;

/// Number of multi-byte sequences that make valid UTF-8 sure.
const SURE: usize = 10;
/// From here on, a byte is the first one of such a sequence.
const FIRST_BYTE: u8 = 0xC0;

/// Encoding labels from outside the page. Unknown labels are ignored; so are those that would
/// replace the whole page (`iso-2022-kr`, `hz-gb-2312`), to keep its ASCII text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Charset<'a> {
    /// Set by the caller; only a byte order mark overrides it.
    pub forced: Option<&'a str>,
    /// From the HTTP header.
    pub http: Option<&'a str>,
}

/// A decoded page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// Its text, without a byte order mark.
    pub text: Cow<'a, str>,
    /// Its encoding (WHATWG name).
    pub encoding: &'static str,
    /// Where the encoding was found.
    pub source: EncodingSource,
}

impl<'a> Decoded<'a> {
    /// A page that is text already.
    pub fn given(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let source = EncodingSource::Given;
        Self { text: Cow::Borrowed(text), encoding: UTF_8.name(), source }
    }
}

/// Finds the encoding of a page and decodes it.
pub fn decode<'a>(bytes: &'a [u8], charset: Charset<'_>) -> Decoded<'a> {
    let ((encoding, source), mark) = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => ((encoding, EncodingSource::Bom), mark),
        None => (find_encoding(bytes, charset), 0),
    };
    let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
    Decoded { text, encoding: encoding.name(), source }
}

fn find_encoding(bytes: &[u8], charset: Charset<'_>) -> (&'static Encoding, EncodingSource) {
    if let Some(encoding) = charset.forced.and_then(encoding_of_label) {
        (encoding, EncodingSource::Forced)
    } else if let Some(encoding) = charset.http.and_then(encoding_of_label) {
        (encoding, EncodingSource::Http)
    } else if let Some(encoding) = prescan::declared_encoding(bytes)
        && (encoding == UTF_8 || !is_surely_utf_8(bytes))
    {
        (encoding, EncodingSource::Meta)
    } else {
        (detect(bytes), EncodingSource::Detected)
    }
}

/// The encoding of a label from outside the page, which may be in quotes.
fn encoding_of_label(label: &str) -> Option<&'static Encoding> {
    encoding_of(label.trim_matches(['"', '\'']).as_bytes())
}

/// Whether a page is UTF-8 whatever it declares: servers and archives transcode pages, and leave
/// their `<meta>` as it was. Text in another encoding is hardly ever valid UTF-8 this often.
fn is_surely_utf_8(bytes: &[u8]) -> bool {
    // The start of most pages is ASCII, which is quick to pass.
    let rest = &bytes[Encoding::ascii_valid_up_to(bytes)..];
    Encoding::utf8_valid_up_to(rest) == rest.len()
        && rest.iter().filter(|byte| **byte >= FIRST_BYTE).nth(SURE - 1).is_some()
}

/// Detects the encoding from the bytes. Valid UTF-8 is quick to check; chardetng decides the rest.
/// ISO-2022-JP looks like ASCII with escapes, so chardetng also decides pages with an escape.
fn detect(bytes: &[u8]) -> &'static Encoding {
    if memchr::memchr(0x1B, bytes).is_none() && Encoding::utf8_valid_up_to(bytes) == bytes.len() {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow)
}

#[cfg(test)]
mod tests;
