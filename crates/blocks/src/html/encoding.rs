//! Labels of encodings (WHATWG Encoding Standard).

use encoding_rs::Encoding;

/// Returns the encoding of a label, if pages can be decoded with it.
pub(super) fn encoding_of(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label_no_replacement(label)
}

/// Returns the name of the encoding with this label of the WHATWG Encoding Standard, if pages can
/// be decoded with it.
pub fn encoding_name(label: &str) -> Option<&'static str> {
    encoding_of(label.as_bytes()).map(Encoding::name)
}
