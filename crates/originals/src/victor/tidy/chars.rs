//! Characters as tidy classes them.

pub(super) fn is_white(c: char) -> bool {
    matches!(c, '\n' | '\u{C}' | '\r' | ' ' | '\t')
}

pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b':' | b'_')
}
