//! JSON as pages write it: with comments, missing and trailing commas, quotation marks and line
//! ends in strings, or cut off.

use serde_json::Value;
use tamis_blocks::html::decoded_text;

/// Characters after a quotation mark that tell whether a string ends there.
const SPACES: usize = 50;
const DEEPEST: usize = 127;

/// Reads a script of JSON; what is broken is repaired, as far as it can be.
pub fn read(script: &str) -> Option<Value> {
    let script = script.trim();
    let read = |text: &str| serde_json::from_str(text).ok();
    // A few pages escape the script as if it were text.
    let unescaped =
        || script.contains("&quot;").then(|| decoded_text(script)).and_then(|s| read(&s));
    read(script).or_else(unescaped).or_else(|| read(&repaired(script)))
}

/// Copies JSON without its mistakes.
fn repaired(script: &str) -> String {
    let mut repair =
        Repair { rest: script, out: String::with_capacity(script.len()), open: vec![] };
    if let Some(start) = script.find(['{', '[']) {
        repair.rest = script.get(start..).unwrap_or_default();
    }
    while let Some(c) = repair.next() {
        match c {
            '"' => repair.string(),
            '{' | '[' => {
                repair.before_value();
                repair.out.push(c);
                repair.open.push(if c == '{' { '}' } else { ']' });
                if repair.open.len() > DEEPEST {
                    return String::new();
                }
            }
            '}' | ']' => {
                repair.close(c);
                if repair.open.is_empty() {
                    break;
                }
            }
            '/' if repair.rest.starts_with('/') => repair.skip_past("\n"),
            '/' if repair.rest.starts_with('*') => repair.skip_past("*/"),
            _ if c.is_control() || c == ';' => repair.out.push(' '),
            _ => repair.out.push(c),
        }
    }
    while let Some(end) = repair.open.last().copied() {
        repair.close(end);
    }
    repair.out
}

struct Repair<'a> {
    rest: &'a str,
    out: String,
    /// What closes the objects and lists that are open.
    open: Vec<char>,
}

impl Repair<'_> {
    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    fn skip_past(&mut self, end: &str) {
        self.rest = self.rest.split_once(end).map_or("", |(_, after)| after);
    }

    /// Drops a comma before the end of an object or list, and ends what is open inside it.
    fn close(&mut self, end: char) {
        if !self.open.contains(&end) {
            return;
        }
        while let Some(open) = self.open.pop() {
            let kept = self.out.trim_end_matches(|c: char| c == ',' || c.is_whitespace()).len();
            self.out.truncate(kept);
            if self.out.ends_with(':') {
                self.out.push_str("null");
            }
            self.out.push(open);
            if open == end {
                break;
            }
        }
    }

    /// Adds a comma that is missing after a value.
    fn before_value(&mut self) {
        if self.out.trim_end().ends_with(['}', ']', '"']) {
            self.out.push(',');
        }
    }

    fn string(&mut self) {
        self.before_value();
        self.out.push('"');
        while let Some(c) = self.next() {
            match c {
                '"' if self.is_end_of_string() => break,
                '"' => self.out.push_str("\\\""),
                '\\' => self.escape(),
                '\n' | '\r' | '\t' => self.out.push(' '),
                _ if c.is_control() => {}
                _ => self.out.push(c),
            }
        }
        self.out.push('"');
    }

    /// Whether after a quotation mark comes what may follow a string.
    fn is_end_of_string(&self) -> bool {
        // Spaces without end after every mark would be read again and again.
        let mut after = self.rest.chars().take(SPACES).filter(|c| !c.is_whitespace());
        match after.next() {
            None | Some('}' | ']' | ':') => true,
            Some(',') => after.next().is_none_or(|c| {
                matches!(c, '"' | '{' | '[' | '}' | ']' | '/' | '-' | 't' | 'f' | 'n')
                    || c.is_ascii_digit()
            }),
            // A comma is missing.
            Some('"') => self.rest.starts_with(['\n', '\r']),
            Some(_) => false,
        }
    }

    /// Copies an escape that JSON knows; of others only what is escaped.
    fn escape(&mut self) {
        let is_hex = |text: &str| text.bytes().all(|b| b.is_ascii_hexdigit());
        match self.next() {
            Some('u') if self.rest.get(..4).is_some_and(is_hex) => self.out.push_str("\\u"),
            Some(c @ ('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't')) => {
                self.out.extend(['\\', c]);
            }
            Some(c) if !c.is_control() => self.out.push(c),
            _ => self.out.push(' '),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn broken_json_is_repaired() {
        for (broken, value) in [
            (r#"{"a": "b"}"#, json!({"a": "b"})),
            (r#"{"a": [1, 2,], }"#, json!({"a": [1, 2]})),
            ("<!-- \n{\"a\": 1} -->", json!({"a": 1})),
            ("/* x */ {\"a\": 1 // one\n, \"b\": \"http://x\"};", json!({"a": 1, "b": "http://x"})),
            ("{\"a\": \"one\n\ttwo\"}", json!({"a": "one  two"})),
            ("{\"a\": \"one \"two\" three\", \"b\": 1}", json!({"a": "one \"two\" three", "b": 1})),
            ("{\"a\": \"b\"\n\"c\": \"d\"}", json!({"a": "b", "c": "d"})),
            (r#"{"a": "b\'c"}"#, json!({"a": "b'c"})),
            (r#"{"a": {"b": "c"#, json!({"a": {"b": "c"}})),
            (r#"{"a": , "b": 1"#, json!(null)),
        ] {
            assert_eq!(read(broken).unwrap_or_default(), value, "{broken}");
        }
    }

    #[test]
    fn deep_json_is_no_json() {
        assert_eq!(read(&"[".repeat(1 << 20)), None);
        assert_eq!(read(&"{\"a\":".repeat(1 << 18)), None);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(text in "[\\[\\]{}\",:/*\\\\a1\n u]{0,60}") {
            let _ = read(&text);
        }
    }
}
