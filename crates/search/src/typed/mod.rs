//! Queries as people type them: words, `"phrases"`, `+required` and `-excluded` ones. A query that
//! is typed may hold any text, so nothing is an error: operators that are not supported are listed,
//! for a warning, and what remains of them is read as plain words.

pub mod conditions;
#[cfg(test)]
mod tests;

use crate::query::Query;
use conditions::Conditions;
use tamis_index::analyze::Analyzer;

/// A typed query, before analysis.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typed {
    /// Words and phrases, as typed and in their order.
    pub parts: Vec<QueryPart>,
    /// The operators that are not supported, in the order in which they were found.
    pub unsupported: Vec<Unsupported>,
}

/// A word or a phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryPart {
    pub text: String,
    pub occur: Occur,
    /// Whether it stood in quotes.
    pub is_phrase: bool,
}

/// What a part of a query requires of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occur {
    /// Nothing: a word raises the score. A phrase is required all the same.
    Should,
    /// `+`: a permitted block must hold it.
    Must,
    /// `-`: no permitted block may hold it.
    MustNot,
}

/// An operator of other search engines that was found in a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    pub operator: QueryOperator,
    /// The word that it is in, as typed.
    pub found: String,
}

impl Unsupported {
    /// Says what a search does with it instead.
    pub fn explanation(&self) -> String {
        let found = &self.found;
        match self.operator {
            QueryOperator::And => {
                format!("{found} is read as a word; + before a word makes it required: +ice +sea")
            }
            QueryOperator::Or => {
                format!("{found} is read as a word; words without + are optional anyway")
            }
            QueryOperator::Not => {
                format!("{found} is read as a word; - before a word excludes its pages: ice -sea")
            }
            QueryOperator::Boost => {
                format!("{found}: the ^ is ignored; a word that is typed twice counts twice")
            }
            QueryOperator::Fuzzy => {
                format!("{found}: the ~ is ignored; there is no search for similar words")
            }
            QueryOperator::Wildcard => {
                format!("{found}: * and ? are ignored; a search finds whole words only")
            }
            QueryOperator::Field(field) => format!("{found}: '{field}:' is ignored"),
            QueryOperator::Parentheses => format!("{found}: parentheses are ignored"),
            QueryOperator::LoneQuote => format!("{found}: a quote without a second one is ignored"),
        }
    }
}

/// The operators that are recognised and not supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryOperator {
    /// `AND` or `&&`; read as a word.
    And,
    /// `OR` or `||`; read as a word.
    Or,
    /// `NOT`; read as a word.
    Not,
    /// `word^2`; the number is dropped.
    Boost,
    /// `word~`, `word~2` or `"a phrase"~5`; what follows the word is dropped.
    Fuzzy,
    /// `wor*`; read as a word.
    Wildcard,
    /// `title:word`, one of [`FIELDS`]; the field is dropped.
    Field(&'static str),
    Parentheses,
    /// A quote without its partner; dropped.
    LoneQuote,
}

/// The fields that people type before a colon. `re:invent` and `12:30` are words.
pub const FIELDS: [&str; 19] = [
    "title",
    "intitle",
    "allintitle",
    "text",
    "intext",
    "body",
    "content",
    "url",
    "inurl",
    "site",
    "host",
    "domain",
    "docno",
    "date",
    "lang",
    "language",
    "filetype",
    "kind",
    "label",
];

/// A typed query after analysis.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Analyzed {
    /// The words of all parts that are not excluded, as in a query without operators.
    pub query: Query,
    /// What a page must hold, and must not hold.
    pub conditions: Conditions,
    /// The required and excluded parts without a token, such as stop words: they ask for nothing.
    pub empty: Vec<QueryPart>,
}

impl Typed {
    /// Reads a query.
    ///
    /// A part begins after white space or a quote. `+` and `-` are operators before a quote, and
    /// before a word that has a letter or digit (or is not ASCII) and does not begin with another
    /// sign. A word ends at white space, or before a quote that opens a phrase. Quotes are `"`,
    /// typographic ones, and those of French; a quote between two Hebrew letters belongs to the
    /// word.
    pub fn parse(text: &str) -> Self {
        let mut typed = Self::default();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            rest = typed.read_part(rest).trim_start();
        }
        typed
    }

    /// Analyzes the parts one by one. White space divides the work of every analyzer, so a query
    /// without operators gives the tokens of its whole text.
    pub fn analyze(&self, analyzer: &mut Analyzer) -> Analyzed {
        let mut words = Vec::new();
        let mut analyzed = Analyzed::default();
        for part in &self.parts {
            let tokens = analyzer.terms(&part.text);
            let Analyzed { conditions: Conditions { required, excluded }, empty, .. } =
                &mut analyzed;
            match part.occur {
                Occur::Should if !part.is_phrase => {}
                _ if tokens.is_empty() => empty.push(part.clone()),
                Occur::MustNot => add(excluded, &tokens),
                Occur::Must | Occur::Should => add(required, &tokens),
            }
            if part.occur != Occur::MustNot {
                words.extend(tokens);
            }
        }
        analyzed.query = Query::new(words.iter().map(String::as_str));
        analyzed
    }

    /// Reads the part at the start of a text, and returns the rest.
    fn read_part<'t>(&mut self, text: &'t str) -> &'t str {
        if let Some(rest) = text.strip_prefix('(') {
            self.note(QueryOperator::Parentheses, word(text));
            return rest;
        }
        let (occur, rest) = sign(text);
        if let Some(rest) = rest.strip_prefix(is_quote) {
            return match closing_quote(rest) {
                Some(at) => self.read_phrase(occur, &rest[..at], after_char(&rest[at..])),
                None => {
                    self.note(QueryOperator::LoneQuote, word(text));
                    rest
                }
            };
        }
        let end = word_end(rest);
        self.read_word(occur, &rest[..end]);
        let rest = &rest[end..];
        match rest.strip_prefix(is_quote) {
            Some(after) if !opens(after) => {
                self.note(QueryOperator::LoneQuote, word(text));
                after
            }
            _ => rest,
        }
    }

    /// Takes a phrase, and returns what follows it and its operators.
    fn read_phrase<'t>(&mut self, occur: Occur, phrase: &str, after: &'t str) -> &'t str {
        self.parts.push(QueryPart { text: phrase.to_owned(), occur, is_phrase: true });
        let (operator, number) = match after.chars().next() {
            Some('^') => (QueryOperator::Boost, &after[1..]),
            Some('~') => (QueryOperator::Fuzzy, &after[1..]),
            _ => return after,
        };
        let rest = number.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        self.note(operator, &format!("\"{phrase}\"{}", &after[..after.len() - rest.len()]));
        rest
    }

    /// Takes a word, without the operators that are not supported.
    fn read_word(&mut self, occur: Occur, word: &str) {
        let mut text = word;
        match word {
            "AND" | "&&" => self.note(QueryOperator::And, word),
            "OR" | "||" => self.note(QueryOperator::Or, word),
            "NOT" => self.note(QueryOperator::Not, word),
            _ => {}
        }
        if let Some((field, after)) = word.split_once(':')
            && let Some(field) = FIELDS.iter().find(|known| known.eq_ignore_ascii_case(field))
        {
            self.note(QueryOperator::Field(field), word);
            text = after;
        }
        if text.ends_with(')') && text.matches(')').count() > text.matches('(').count() {
            self.note(QueryOperator::Parentheses, word);
            text = text.trim_end_matches(')');
        }
        while let Some((operator, before)) = suffix(text) {
            self.note(operator, word);
            text = before;
        }
        // A question mark at the end is a question.
        let has_inner_mark = text.trim_end_matches('?').contains('?');
        if (text.contains('*') || has_inner_mark) && text.contains(char::is_alphanumeric) {
            self.note(QueryOperator::Wildcard, word);
        }
        if !text.is_empty() {
            self.parts.push(QueryPart { text: text.to_owned(), occur, is_phrase: false });
        }
    }

    fn note(&mut self, operator: QueryOperator, found: &str) {
        self.unsupported.push(Unsupported { operator, found: found.to_owned() });
    }
}

/// Analyzes a query; its operators are words like all others unless `operators` are on.
pub fn analyze(text: &str, operators: bool, analyzer: &mut Analyzer) -> Analyzed {
    if operators {
        return Typed::parse(text).analyze(analyzer);
    }
    let query = Query::new(analyzer.terms(text).iter().map(String::as_str));
    Analyzed { query, ..Analyzed::default() }
}

/// Adds a sequence of tokens that is not yet there.
fn add(sequences: &mut Vec<Vec<String>>, tokens: &[String]) {
    if !sequences.iter().any(|known| known == tokens) {
        sequences.push(tokens.to_vec());
    }
}

/// Splits off the sign of a part, if there is one.
fn sign(text: &str) -> (Occur, &str) {
    let (occur, rest) = match text.as_bytes().first() {
        Some(b'+') => (Occur::Must, &text[1..]),
        Some(b'-') => (Occur::MustNot, &text[1..]),
        _ => return (Occur::Should, text),
    };
    let before_word = !rest.starts_with(['+', '-', '('])
        && word(rest).contains(|c: char| c.is_alphanumeric() || !c.is_ascii());
    let signs = before_word || rest.starts_with(is_quote);
    if signs { (occur, rest) } else { (Occur::Should, text) }
}

/// Returns the text up to white space.
fn word(text: &str) -> &str {
    text.split(char::is_whitespace).next().unwrap_or_default()
}

/// Returns the end of the word at the start of a text: white space, or a quote that is not part of
/// it.
fn word_end(text: &str) -> usize {
    for (at, c) in text.char_indices() {
        if c.is_whitespace() || is_quote(c) && !is_between_hebrew(text, at) {
            return at;
        }
    }
    text.len()
}

/// Returns the place of the quote that ends a phrase.
fn closing_quote(text: &str) -> Option<usize> {
    text.char_indices()
        .find(|(at, c)| is_quote(*c) && !is_between_hebrew(text, *at))
        .map(|(at, _)| at)
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201C}'..='\u{201F}' | '«' | '»')
}

/// Whether the quote at this place stands between two Hebrew letters, as in abbreviations.
fn is_between_hebrew(text: &str, at: usize) -> bool {
    text[at..].starts_with('"')
        && text[..at].chars().next_back().is_some_and(is_hebrew)
        && text[at + 1..].chars().next().is_some_and(is_hebrew)
}

fn is_hebrew(c: char) -> bool {
    ('\u{5D0}'..='\u{5EA}').contains(&c)
}

/// Whether a quote before this text can open a phrase.
fn opens(after: &str) -> bool {
    after.starts_with(|c: char| !c.is_whitespace())
}

fn after_char(text: &str) -> &str {
    let mut chars = text.chars();
    chars.next();
    chars.as_str()
}

/// Splits `^2`, `~` or `~2` off the end of a word that has something before it.
fn suffix(word: &str) -> Option<(QueryOperator, &str)> {
    let before = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let (operator, text) = match before.chars().next_back()? {
        '^' if before.len() < word.len() => (QueryOperator::Boost, &before[..before.len() - 1]),
        '~' => (QueryOperator::Fuzzy, &before[..before.len() - 1]),
        _ => return None,
    };
    text.contains(char::is_alphanumeric).then_some((operator, text))
}
