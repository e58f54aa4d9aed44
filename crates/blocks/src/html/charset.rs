//! Bytes into text: the encoding by byte order mark, the user's word, HTTP header, `<meta>`, then detection, in this
//! order (WHATWG HTML, section 13.2.3.2), decoded by encoding_rs. Any bytes decode; what is malformed becomes U+FFFD.

use super::encoding::encoding_of;
use super::prescan;
use crate::page::EncodingSource;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};
use std::borrow::Cow;

/// What is said of a page's encoding outside its bytes, as labels. An unknown label counts as none; so do those for
/// which the standard gives up the whole page (`iso-2022-kr`, `hz-gb-2312`): its ASCII is worth having.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Charset<'a> {
    /// The user's word, which only a byte order mark outranks.
    pub forced: Option<&'a str>,
    /// The HTTP header's.
    pub http: Option<&'a str>,
}

/// A page as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// Its characters, without a byte order mark.
    pub text: Cow<'a, str>,
    /// Its encoding by its WHATWG name.
    pub encoding: &'static str,
    /// What says so.
    pub source: EncodingSource,
}

/// Decodes a page.
pub fn decode<'a>(bytes: &'a [u8], charset: Charset<'_>) -> Decoded<'a> {
    let ((encoding, source), mark) = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => ((encoding, EncodingSource::Bom), mark),
        None => (find_encoding(bytes, charset), 0),
    };
    let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
    Decoded { text, encoding: encoding.name(), source }
}

fn find_encoding(bytes: &[u8], charset: Charset<'_>) -> (&'static Encoding, EncodingSource) {
    let said = |label: Option<&str>, source| Some((encoding_of(label?.trim_matches(['"', '\'']).as_bytes())?, source));
    said(charset.forced, EncodingSource::Forced)
        .or_else(|| said(charset.http, EncodingSource::Http))
        .or_else(|| Some((prescan::meta_encoding(bytes)?, EncodingSource::Meta)))
        .unwrap_or_else(|| (detect(bytes), EncodingSource::Detected))
}

/// Valid UTF-8 is UTF-8, which is quick to see; chardetng judges the rest. ISO-2022-JP looks like ASCII with escapes, so
/// a page with an escape is judged too.
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
