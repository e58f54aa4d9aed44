//! Character references (13.2.5.72 to 80), with html5gum's table of names.

use std::collections::HashMap;
use tamis_blocks::html::decode_reference;

/// The longest name has 31 letters and digits.
const LONGEST: usize = 32;

/// The named references that a page used so far.
pub struct References {
    known: HashMap<Box<str>, Box<str>>,
    /// Whether a name must match as a whole, and numbers are taken as they are.
    whole: bool,
}

impl References {
    pub fn new(whole: bool) -> Self {
        Self { known: HashMap::new(), whole }
    }

    /// Appends the reference that begins at an `&`, or what stands there if there is none, and
    /// returns its end.
    pub fn decode(&mut self, page: &str, at: usize, attribute: bool, out: &mut String) -> usize {
        let rest = &page[at + 1..];
        let length = match rest.strip_prefix('#') {
            Some(digits) => number(digits, self.whole, out).map(|length| length + 1),
            None => self.named(rest, attribute, out),
        };
        if length.is_none() {
            out.push('&');
        }
        at + 1 + length.unwrap_or(0)
    }

    fn named(&mut self, rest: &str, attribute: bool, out: &mut String) -> Option<usize> {
        let mut letters = rest.bytes().take(LONGEST).take_while(u8::is_ascii_alphanumeric).count();
        if self.whole {
            letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
            letters += rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
        }
        if letters == 0 || letters > LONGEST {
            return None;
        }
        let ended = rest[letters..].starts_with(';');
        let length = letters + usize::from(ended);
        let reference = &rest[..length];
        match reference {
            "nbsp;" => out.push('\u{A0}'),
            "amp;" => out.push('&'),
            "lt;" => out.push('<'),
            "gt;" => out.push('>'),
            "quot;" => out.push('"'),
            _ => {
                let must_be_one = self.whole;
                let decoded = self.decoded(reference);
                let one = decoded.chars().nth(1).is_none();
                // In an attribute, a name without its end is one only before other characters.
                let whole = if ended {
                    decoded == ";" || !decoded.ends_with(';')
                } else {
                    !rest[letters..].starts_with('=') && one
                };
                if (attribute && !whole) || (must_be_one && !one) {
                    return None;
                }
                out.push_str(decoded);
            }
        }
        Some(length)
    }

    /// Decodes a reference without its `&`, or the part of it that is one.
    fn decoded(&mut self, reference: &str) -> &str {
        if !self.known.contains_key(reference) {
            let mut decoded = String::new();
            decode_reference(&format!("&{reference}"), &mut decoded);
            self.known.insert(reference.into(), decoded.into());
        }
        &self.known[reference]
    }
}

/// Decodes a number after `#`, and returns the length of what it is written with.
fn number(rest: &str, whole: bool, out: &mut String) -> Option<usize> {
    let digits = rest.strip_prefix(['x', 'X']).unwrap_or(rest);
    let prefix = rest.len() - digits.len();
    let radix = if prefix > 0 { 16 } else { 10 };
    let count = digits.bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
    if count == 0 {
        return None;
    }
    let number = u32::from_str_radix(&digits[..count], radix).unwrap_or(u32::MAX);
    match char::from_u32(number) {
        // Some numbers stand for the characters of Windows.
        Some('\u{80}'..='\u{9F}') if !whole => decode_reference(&format!("&#{number};"), out),
        Some(c) if number > 0 || whole => out.push(c),
        _ => out.push(char::REPLACEMENT_CHARACTER),
    }
    let ended = digits[count..].starts_with(';');
    Some(prefix + count + usize::from(ended))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str, attribute: bool, whole: bool) -> String {
        let mut references = References::new(whole);
        let mut out = String::new();
        let mut at = 0;
        while let Some(sign) = text[at..].find('&') {
            out.push_str(&text[at..at + sign]);
            at = references.decode(text, at + sign, attribute, &mut out);
        }
        out + &text[at..]
    }

    #[test]
    fn references_are_decoded_as_in_browsers() {
        for (text, in_text, in_attribute) in [
            ("&lt;&eacute;&eacute &amp &amp", "<éé & &", "<éé & &"),
            ("&copy2006 &notit; &x;", "©2006 ¬it; &x;", "&copy2006 &notit; &x;"),
            ("&not=1 &notin; &semi; &ngE;", "¬=1 ∉ ; ≧̸", "&not=1 ∉ ; ≧̸"),
            ("&#65;&#x42;&#X43 &#150;", "ABC –", "ABC –"),
            ("&#;&#x;&#xD800;&#0;&#99999999999;&", "&#;&#x;\u{FFFD}\u{FFFD}\u{FFFD}&", ""),
        ] {
            assert_eq!(decoded(text, false, false), in_text);
            assert_eq!(
                decoded(text, true, false),
                if in_attribute.is_empty() { in_text } else { in_attribute }
            );
        }
    }

    #[test]
    fn jsoup_decodes_whole_references() {
        let decoded = |text| decoded(text, false, true);
        assert_eq!(decoded("&lt;&eacute;&eacute &amp;&amp x&y& &"), "<éé && x&y& &");
        assert_eq!(
            decoded("&copy2006 &copy 2006 &notit; &hellip &hellip; &semi;"),
            "&copy2006 © 2006 &notit; &hellip … ;"
        );
        assert_eq!(
            decoded("&#65;&#x42;&#X43 &#150;&#; &#x; &#xD800; &#99999999999;"),
            "ABC \u{96}&#; &#x; \u{FFFD} \u{FFFD}"
        );
        assert_eq!(decoded("&frac12;&sup2;&there4;"), "½²∴");
    }
}
