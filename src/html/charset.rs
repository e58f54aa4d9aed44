//! Bytes into text: the encoding by byte order mark, HTTP header, `<meta>`, then detection, in this order (WHATWG HTML,
//! section 13.2.3), decoded by encoding_rs. Any bytes decode; what is malformed becomes U+FFFD.

use super::prescan;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};
use std::borrow::Cow;

/// The text of a page, and its encoding by its WHATWG name. `charset` is the label that the HTTP header (or the user)
/// gives; an unknown label counts as none.
pub fn decode<'a>(bytes: &'a [u8], charset: Option<&str>) -> (Cow<'a, str>, &'static str) {
    let (encoding, mark) = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => (encoding, mark),
        None => (find_encoding(bytes, charset), 0),
    };
    let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
    (text, encoding.name())
}

fn find_encoding(bytes: &[u8], charset: Option<&str>) -> &'static Encoding {
    charset
        .and_then(|label| Encoding::for_label(label.trim_matches(['"', '\'']).as_bytes()))
        .or_else(|| prescan::meta_encoding(bytes))
        .unwrap_or_else(|| detect(bytes))
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
