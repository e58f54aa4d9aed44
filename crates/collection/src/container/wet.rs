//! Splits the block of a `conversion` record, as in Common Crawl's WET files, into paragraphs.

/// Returns a page's text with blank lines between paragraphs. A WET file has one paragraph per line
/// and no blank lines; if there are blank lines, they separate the paragraphs. Bytes that are not
/// UTF-8, after a limit or damage, become U+FFFD.
pub(super) fn paragraphs(block: &[u8]) -> String {
    let text = String::from_utf8_lossy(block);
    let text = text.trim();
    if text.lines().any(|line| line.trim().is_empty()) {
        return text.to_owned();
    }
    text.lines().collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_paragraph_unless_blank_lines_divide_the_text() {
        assert_eq!(paragraphs(b"Title\nOne line\r\nanother\n\n"), "Title\n\nOne line\n\nanother");
        assert_eq!(paragraphs(b"One\nand the same\n \nanother\n"), "One\nand the same\n \nanother");
        assert_eq!(paragraphs(b"caf\xc3"), "caf\u{fffd}");
        assert_eq!(paragraphs(b" \r\n"), "");
    }
}
