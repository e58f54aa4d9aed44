//! Texts cut into numbers, words and marks, to find dates in them.

/// Characters of a text that are read.
pub const LONGEST: usize = 400;

/// A part of a text.
#[derive(Debug, PartialEq)]
pub enum Lexeme {
    /// A number and how many digits it has.
    Number(u64, usize),
    /// A word in lower case.
    Word(String),
    Mark(char),
}

/// The parts of a text. White space only ends what stands before it.
pub fn tokens(text: &str) -> Vec<Lexeme> {
    let mut tokens: Vec<Lexeme> = Vec::new();
    for c in text.chars().take(LONGEST) {
        let digit = c.to_digit(10).map(u64::from);
        match (digit, tokens.last_mut()) {
            (Some(digit), Some(Lexeme::Number(value, digits))) if *digits < 15 && *digits > 0 => {
                *value = *value * 10 + digit;
                *digits += 1;
            }
            (Some(digit), _) => tokens.push(Lexeme::Number(digit, 1)),
            (None, Some(Lexeme::Word(word))) if c.is_alphabetic() && !is_unit(c) => {
                word.extend(c.to_lowercase());
            }
            (None, _) if c.is_alphabetic() => tokens.push(Lexeme::Word(c.to_lowercase().collect())),
            _ => tokens.push(Lexeme::Mark(c)),
        }
    }
    tokens.retain(|token| !matches!(token, Lexeme::Mark(c) if c.is_whitespace()));
    tokens
}

/// Whether a letter stands for a year, a month or a day.
fn is_unit(c: char) -> bool {
    matches!(c, '年' | '月' | '日' | '년' | '월' | '일')
}
