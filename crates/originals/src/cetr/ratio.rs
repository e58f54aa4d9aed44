//! The arrays of the originals: text-to-tag ratios of lines, moving averages, differences.

use std::ops::Range;

/// Splits a text into lines as Java's `BufferedReader` does: at LF, CR and CRLF. A final end of
/// line adds no line. Returns the bytes of each line without its end.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let end = start + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let line = start..end;
        start = end + if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
        Some(line)
    })
}

/// Java's `String.trim`.
pub(super) fn trim(line: &str) -> &str {
    let is_text = |byte: &u8| *byte > b' ';
    let start = line.as_bytes().iter().position(is_text).unwrap_or(line.len());
    let end = line.as_bytes().iter().rposition(is_text).map_or(start, |last| last + 1);
    &line[start..end]
}

/// Returns the number of UTF-16 units outside of tags, divided by the number of tags (or 1), of a
/// trimmed line. If the line begins inside a tag, that tag counts, and what is before its `>` does
/// not.
pub(super) fn ratio(line: &str) -> f64 {
    let bytes = line.as_bytes();
    let mut text = 0usize;
    let mut tags = 0usize;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'<' {
            tags += 1;
            let Some(length) = memchr::memchr(b'>', &bytes[at..]) else { break };
            at += length;
        } else if byte == b'>' && tags == 0 {
            text = 0;
            tags = 1;
        } else {
            // The first byte of a character stands for its units.
            text += if byte & 0xC0 == 0x80 { 0 } else { 1 + usize::from(byte >= 0xF0) };
        }
        at += 1;
    }
    text as f64 / tags.max(1) as f64
}

/// Returns the moving average over `radius` neighbours on each side. The sum is an integer, cut
/// after every addition.
pub(super) fn smooth(values: &[f64], radius: usize) -> Vec<f64> {
    let mut smoothed = Vec::with_capacity(values.len());
    for i in 0..values.len() {
        let window = &values[i.saturating_sub(radius)..values.len().min(i + radius + 1)];
        let sum = window.iter().fold(0i32, |sum, value| (f64::from(sum) + value) as i32);
        smoothed.push(f64::from(sum) / window.len() as f64);
    }
    smoothed
}

/// Returns the absolute difference between each value and the mean of the next three; of those
/// there are at the end, and 0 for the last value.
pub(super) fn derivative(values: &[f64]) -> Vec<f64> {
    let mut differences = Vec::with_capacity(values.len());
    for (i, value) in values.iter().enumerate() {
        let next = &values[i + 1..values.len().min(i + 4)];
        let sum = next.iter().copied().reduce(|sum, value| sum + value);
        differences.push(sum.map_or(0.0, |sum| (value - sum / next.len() as f64).abs()));
    }
    differences
}

/// Returns the standard deviation of all values, 0 for none.
pub(super) fn standard_deviation(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let count = values.len() as f64;
    let mean = values.iter().fold(0.0, |sum, value| sum + value) / count;
    let squares = values.iter().fold(0.0, |sum, value| sum + (mean - value) * (mean - value));
    (squares / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        lines(text).map(|line| &text[line]).collect()
    }

    #[test]
    fn lines_end_like_those_of_java() {
        assert_eq!(texts("a\nb\r\n\rc\n\nd\n"), ["a", "b", "", "c", "", "d"]);
        assert_eq!((texts(""), texts("\n"), texts("\r\n")), (vec![], vec![""], vec![""]));
        assert_eq!(trim("\u{1F} \ta\u{A0}\n"), "a\u{A0}");
    }

    /// The examples of the paper's page, and the rules for tags over several lines.
    #[test]
    fn a_ratio_is_text_per_tag() {
        assert_eq!(ratio("<div id=\"topnav\">"), 0.0);
        assert_eq!(ratio("<div id=\"author\">James Smith</div>"), 5.5);
        assert_eq!(ratio("OKLAHOMA CITY - Police were told that"), 37.0);
        assert_eq!(ratio("</div></div>"), 0.0);
        assert_eq!(ratio("class=\"a\">five"), 4.0);
        assert_eq!(ratio("class=\"a\">five<b>ab</b> > c"), 10.0 / 3.0);
        assert_eq!(ratio("ab<i"), 2.0);
        assert_eq!(ratio("é𝒜&amp;"), 8.0);
        assert_eq!(ratio(""), 0.0);
    }

    #[test]
    fn averages_lose_fractions() {
        assert_eq!(smooth(&[0.9, 0.9, 5.5, 1.5], 1), [0.0, 5.0 / 3.0, 2.0, 3.0]);
        assert_eq!(smooth(&[5e9, 5e9], 1), [1073741823.5; 2]);
        assert_eq!(derivative(&[1.0, 2.0, 3.0, 10.0, 4.0]), [4.0, 17.0 / 3.0 - 2.0, 4.0, 6.0, 0.0]);
        assert_eq!(derivative(&[7.0]), [0.0]);
        assert_eq!(standard_deviation(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]), 2.0);
        assert_eq!(standard_deviation(&[]), 0.0);
    }
}
