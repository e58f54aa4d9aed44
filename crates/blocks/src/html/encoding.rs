//! Labels of encodings (WHATWG Encoding Standard).

use encoding_rs::Encoding;

/// Returns the encoding of a label, if pages can be decoded with it.
pub(super) fn encoding_of(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label_no_replacement(label)
}

/// Whether pages can be decoded with this label of the WHATWG Encoding Standard.
pub fn is_encoding(label: &str) -> bool {
    encoding_of(label.as_bytes()).is_some()
}
