//! The gold of CleanEval as the original aligns it: without tags, bullets and rules.

/// Returns a text in CleanEval's format without its first line if that begins with `URL:`, without
/// `<h>`, `<p>` and `<l>`, the bullet or number after an `<l>`, lines of ten or more `_` or `-`,
/// and white space at the beginning of lines. A text without tags is changed as little.
pub fn normalised(text: &str) -> String {
    let text = if text.starts_with("URL:") {
        text.split_once('\n').map_or("", |(_, rest)| rest)
    } else {
        text
    };
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let starts_line = at == 0 || text.as_bytes()[at - 1] == b'\n';
        match dropped(&text[at..], starts_line) {
            0 => {
                let width = text[at..].chars().next().map_or(1, char::len_utf8);
                out.push_str(&text[at..at + width]);
                at += width;
            }
            length => at += length,
        }
    }
    out.trim_matches(|c| c <= ' ').to_owned()
}

/// The length of what is dropped at the beginning of `rest`.
fn dropped(rest: &str, starts_line: bool) -> usize {
    if starts_line && let Some(length) = bullet(rest) {
        return length;
    }
    if let Some(after) = tag(rest, &["<l>", "<h>", "<p>"]) {
        return rest.len() - without_space(after).len();
    }
    if !starts_line {
        return 0;
    }
    rule(rest).unwrap_or(rest.len() - without_space(rest).len())
}

/// White space, an `<l>` with its bullet or its number of one or two digits, and the white space
/// around it.
fn bullet(rest: &str) -> Option<usize> {
    let item = without_space(tag(without_space(rest), &["<l>"])?);
    let after = item.strip_prefix('»').or_else(|| item.strip_prefix('*')).or_else(|| {
        let digits = item.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let after = item[digits..].strip_prefix('.').filter(|_| digits > 0)?;
        after.starts_with(is_space).then_some(after)
    })?;
    Some(rest.len() - without_space(after).len())
}

/// A line of ten or more `_` or `-`, with the white space around it but without the last line end.
fn rule(rest: &str) -> Option<usize> {
    let line = without_space(rest);
    let mark = line.chars().next().filter(|c| "_-".contains(*c))?;
    let after = line.trim_start_matches(mark);
    if line.len() - after.len() < 10 {
        return None;
    }
    let next = without_space(after);
    let space = &after[..after.len() - next.len()];
    let kept = if next.is_empty() { 0 } else { space.len() - space.rfind('\n')? };
    Some(rest.len() - next.len() - kept)
}

/// What follows one of these tags, in any case.
fn tag<'a>(rest: &'a str, tags: &[&str]) -> Option<&'a str> {
    let found =
        rest.get(..3).filter(|start| tags.iter().any(|tag| start.eq_ignore_ascii_case(tag)))?;
    Some(&rest[found.len()..])
}

fn without_space(text: &str) -> &str {
    text.trim_start_matches(is_space)
}

/// Java's `\s`.
fn is_space(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_bullets_and_rules_are_dropped() {
        assert_eq!(
            normalised("URL: http://a.example/\n\n<h>Ice\n<p> We walk\n  far\n"),
            "Ice\nWe walk\nfar"
        );
        assert_eq!(
            normalised("<l> * one\n<L>12. two\n<l>123. three\n <l>» four 5<p>x"),
            "one\ntwo\n123. three\nfour 5x"
        );
        assert_eq!(
            normalised("a\n\n__________\n\nb\n---\nc -----------"),
            "a\nb\n---\nc -----------"
        );
        assert_eq!(normalised("a\n------------  "), "a");
        assert_eq!(normalised("URL: x"), "");
    }
}
