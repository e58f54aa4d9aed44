//! The words of a rule: where each stands, and which need quotes.

use std::fmt;

/// Something in a rule, and where it stands.
#[derive(Debug, Clone)]
pub struct Located<T> {
    pub value: T,
    /// The column of its first character, from 1.
    pub column: u64,
}

impl<T> Located<T> {
    /// What is written nowhere: a rule that is made, not read.
    pub(crate) fn nowhere(value: T) -> Self {
        Self { value, column: 1 }
    }
}

/// The same at another place is the same: a rule that is printed has other columns than the text
/// that it was read from.
impl<T: PartialEq> PartialEq for Located<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Located<T> {}

/// Words that are no names of features where they stand without quotes.
const RESERVED: [&str; 6] = ["all", "and", "kind", "label", "not", "or"];

/// A word, a number, a sign or a parenthesis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RuleToken {
    /// What it says; without its quotes.
    pub text: String,
    /// The column of its first character, from 1.
    pub column: u64,
    /// Whether it stands in quotes: then it is a name, whatever it says.
    pub quoted: bool,
}

impl RuleToken {
    /// Whether it may be a name.
    pub fn is_name(&self) -> bool {
        self.quoted || is_word(&self.text)
    }
}

/// Whether a character is part of words and numbers.
fn is_of_words(c: char) -> bool {
    c.is_alphanumeric() || "_-.:/".contains(c)
}

/// Whether a text is one word where it stands without quotes.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_of_words)
}

/// Splits text into words, numbers, comparison signs and parentheses; any other character is a
/// token, and so is a name in quotes.
pub(super) fn tokenize(text: &str) -> Vec<RuleToken> {
    let mut tokens: Vec<RuleToken> = Vec::new();
    let mut class_before = ' ';
    let mut column = 0;
    let mut rest = text;
    // A quote without an end is a character like others, and so are those behind it.
    let mut are_closed = true;
    while let Some(character) = rest.chars().next() {
        column += 1;
        if character == '"' && are_closed {
            if let Some((name, after)) = quoted_name(rest) {
                tokens.push(RuleToken { text: name, column, quoted: true });
                column += rest[..rest.len() - after.len()].chars().count() as u64 - 1;
                rest = after;
                class_before = '"';
                continue;
            }
            are_closed = false;
        }
        rest = &rest[character.len_utf8()..];
        let class = match character {
            c if c.is_whitespace() => ' ',
            c if is_of_words(c) => 'w',
            '<' | '>' | '=' | '!' => '=',
            _ => 'x',
        };
        match tokens.last_mut() {
            Some(last) if class == class_before && (class == 'w' || class == '=') => {
                last.text.push(character);
            }
            _ if class == ' ' => {}
            _ => tokens.push(RuleToken { text: character.to_string(), column, quoted: false }),
        }
        class_before = class;
    }
    tokens
}

/// Returns the name in double quotes that a text begins with, and what follows; none if there are
/// no quotes around it. In it, a backslash takes the next character as it is.
pub(crate) fn quoted_name(text: &str) -> Option<(String, &str)> {
    let mut characters = text.strip_prefix('"')?.chars();
    let mut name = String::new();
    loop {
        match characters.next()? {
            '"' => return Some((name, characters.as_str())),
            '\\' => name.push(characters.next()?),
            character => name.push(character),
        }
    }
}

/// Prints a name in quotes.
pub(crate) fn in_quotes(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Prints a name as rules read it: in quotes, unless it is a word.
pub(crate) fn as_word(name: &str) -> String {
    if is_word(name) { name.to_owned() } else { in_quotes(name) }
}

/// Prints a name as lists of names read it: as it is, unless a comma or a quote is part of it.
pub(crate) fn as_name(name: &str) -> String {
    if name.contains([',', '"']) { in_quotes(name) } else { name.to_owned() }
}

/// Splits a list with commas between into its names, each with whether it stands in quotes. What
/// is no name in quotes is taken as it is.
pub(crate) fn split_names(text: &str) -> Vec<(String, bool)> {
    let mut names = Vec::new();
    let mut rest = Some(text);
    while let Some(text) = rest {
        let in_quotes = quoted_name(text).filter(|(_, after)| starts_anew(after));
        let (name, is_quoted, after) = match in_quotes {
            Some((name, after)) => (name, true, after),
            None => {
                let end = text.find(',').unwrap_or(text.len());
                (text[..end].to_owned(), false, &text[end..])
            }
        };
        names.push((name, is_quoted));
        rest = after.strip_prefix(',');
    }
    names
}

/// Whether a list ends here, or goes on with another name.
fn starts_anew(after: &str) -> bool {
    after.is_empty() || after.starts_with(',')
}

/// Prints the name of a feature so that it is read as one.
pub(crate) fn as_feature(name: &str) -> String {
    let is_reserved = RESERVED.iter().any(|word| word.eq_ignore_ascii_case(name));
    if is_reserved { in_quotes(name) } else { as_word(name) }
}

/// Prints the parts of a rule with a word between them, in parentheses.
pub(crate) fn chain<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    parts: &[T],
    between: &str,
) -> fmt::Result {
    f.write_str("(")?;
    for (number, part) in parts.iter().enumerate() {
        f.write_str(if number == 0 { "" } else { between })?;
        part.fmt(f)?;
    }
    f.write_str(")")
}
