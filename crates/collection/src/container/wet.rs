//! The block of a `conversion` record, as in Common Crawl's WET files -> plain text with its paragraphs apart.

/// A page's text with blank lines between its paragraphs. A WET file has one block of a page a line and no blank line,
/// so each line is a paragraph; of text that has blank lines itself the paragraphs stand between these. Bytes that are no
/// UTF-8, as a limit or damage may leave, become U+FFFD.
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
