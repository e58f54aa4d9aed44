//! Parses rules such as `words >= 11 and link_density <= 0.33 or kind = title` to a [`Predicate`].
//! `not` binds more tightly than `and`, and `and` more tightly than `or`; parentheses group.
//! Besides features, rules may test `label = NAME` and `kind = title|text`.

use super::decimal::Decimal;
use super::predicate::{FEATURES, Feature, Operator, Predicate};
use tamis_blocks::classify::kind;
use tamis_blocks::page::BlockKind;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;
use tamis_place::{nearest, shown};

/// Parses a rule.
///
/// # Errors
/// [`Error::Setting`] with the column of the problem (in characters, from 1): also for more than
/// 10,000 comparisons, and for parentheses and `not`s nested deeper than 100.
pub fn parse(text: &str, manifest: &Manifest) -> Result<Predicate> {
    parse_in("where", text, 0, manifest)
}

/// Parses a rule that is part of a setting, behind this many characters.
///
/// # Errors
/// As [`parse`]; they name the setting, and count columns from its start.
pub(crate) fn parse_in(
    setting: &'static str,
    text: &str,
    before: u64,
    manifest: &Manifest,
) -> Result<Predicate> {
    let mut tokens = tokenize(text);
    for token in &mut tokens {
        token.column += before;
    }
    let end = before + text.chars().count() as u64 + 1;
    let mut parser = Parser { setting, tokens, next: 0, end, depth: 0, comparisons: 0, manifest };
    let predicate = parser.either()?;
    if parser.peek().is_some() {
        return Err(parser.expected("'and', 'or' or the end"));
    }
    let depth = predicate.depth();
    if depth >= MAX_DEPTH {
        // A rule is printed with all its parentheses, and must be read again as it is printed.
        let problem = format!(
            "column {}: found a rule that is {depth} deep with all its parentheses, expected \
             {NESTED}",
            before + 1
        );
        return Err(Error::setting(setting, problem));
    }
    Ok(predicate)
}

/// What a comparison looks like, for messages.
const EXAMPLE: &str = "such as words >= 11";

/// Whether a rule can test something of this name.
pub(crate) fn is_tested(name: &str) -> bool {
    let names = FEATURES.iter().map(|feature| feature.name()).chain(["kind", "label"]);
    names.into_iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The maximum depth of nested parentheses and `not`s. Parsing, evaluating, printing and dropping a
/// rule recurse as deep.
const MAX_DEPTH: usize = 100;

/// The maximum depth for messages, and the remedy.
const NESTED: &str = "at most 100 nested parentheses and 'not's; write 'a and b and c' rather than \
                      'a and (b and (c))'";

/// The maximum number of comparisons: each is a pass over all blocks.
const MAX_COMPARISONS: usize = 10_000;

#[derive(Debug, Clone, PartialEq)]
struct Token {
    text: String,
    column: u64,
}

struct Parser<'a> {
    /// The setting's name in errors.
    setting: &'static str,
    tokens: Vec<Token>,
    next: usize,
    end: u64,
    depth: usize,
    comparisons: usize,
    manifest: &'a Manifest,
}

/// Splits text into words, numbers, comparison signs and parentheses; any other character is a
/// token.
fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut class_before = ' ';
    for (index, character) in text.chars().enumerate() {
        let class = match character {
            c if c.is_whitespace() => ' ',
            c if c.is_alphanumeric() || "_-.:/".contains(c) => 'w',
            '<' | '>' | '=' | '!' => '=',
            _ => 'x',
        };
        match tokens.last_mut() {
            Some(last) if class == class_before && (class == 'w' || class == '=') => {
                last.text.push(character);
            }
            _ if class == ' ' => {}
            _ => tokens.push(Token { text: character.to_string(), column: index as u64 + 1 }),
        }
        class_before = class;
    }
    tokens
}

/// What a sign of other languages is here.
fn meant(sign: &str) -> Option<&'static str> {
    match sign {
        "&" | "," => Some("and"),
        "|" => Some("or"),
        "=>" | "≥" => Some(">="),
        ">>" => Some(">"),
        "<<" => Some("<"),
        "is" => Some("="),
        "=<" | "≤" => Some("<="),
        "<>" | "≠" => Some("!="),
        _ => None,
    }
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
    }

    fn column(&self) -> u64 {
        self.peek().map_or(self.end, |token| token.column)
    }

    fn wrong(&self, found: &str, expected: &str) -> Error {
        self.problem(&format!("found {found}, expected {expected}"))
    }

    /// Returns a problem with the next token.
    fn problem(&self, problem: &str) -> Error {
        Error::setting(self.setting, format!("column {}: {problem}", self.column()))
    }

    /// Returns the error for the next token, which is no label or no score; `error` says why.
    fn expected_name(&self, what: &str, error: Error) -> Error {
        let here = self.expected(&format!("{what} ({error})"));
        match (error, here) {
            (Error::Setting(error), Error::Setting(here)) => {
                error.reworded(here.setting, here.problem).into()
            }
            (_, here) => here,
        }
    }

    /// Returns the error for the next token.
    fn expected(&self, expected: &str) -> Error {
        let found = self.peek().map_or("the end".to_owned(), |token| shown(&token.text));
        let meant = self.peek().and_then(|token| meant(&token.text));
        match meant.filter(|meant| !expected.contains("did you mean") && expected.contains(meant)) {
            Some(meant) => self.wrong(&found, &format!("{expected}; did you mean {meant}?")),
            None => self.wrong(&found, expected),
        }
    }

    fn take(&mut self, word: &str) -> bool {
        let taken = self.peek().is_some_and(|token| token.text.eq_ignore_ascii_case(word));
        self.next += usize::from(taken);
        taken
    }

    fn either(&mut self) -> Result<Predicate> {
        self.chain("or", Self::both, Predicate::Or)
    }

    fn both(&mut self) -> Result<Predicate> {
        self.chain("and", Self::one, Predicate::And)
    }

    /// Parses parts with `word` between them; one alone is not a chain.
    fn chain(
        &mut self,
        word: &str,
        part: impl Fn(&mut Self) -> Result<Predicate>,
        of: impl Fn(Vec<Predicate>) -> Predicate,
    ) -> Result<Predicate> {
        let first = part(self)?;
        if !self.take(word) {
            return Ok(first);
        }
        let mut parts = vec![first, part(self)?];
        while self.take(word) {
            parts.push(part(self)?);
        }
        Ok(of(parts))
    }

    fn one(&mut self) -> Result<Predicate> {
        if self.depth == MAX_DEPTH {
            return Err(self.expected(NESTED));
        }
        self.depth += 1;
        let one = if self.take("not") {
            self.one().map(|inner| Predicate::Not(Box::new(inner)))
        } else if self.take("(") {
            self.grouped()
        } else {
            self.comparison()
        };
        self.depth -= 1;
        one
    }

    fn grouped(&mut self) -> Result<Predicate> {
        let inner = self.either()?;
        if self.take(")") { Ok(inner) } else { Err(self.expected("')'")) }
    }

    fn comparison(&mut self) -> Result<Predicate> {
        self.comparisons += 1;
        if self.comparisons > MAX_COMPARISONS {
            let remedy = format!(
                "at most {MAX_COMPARISONS}; label the blocks with a program, and test its label"
            );
            return Err(self.wrong("one comparison too many", &remedy));
        }
        if self.take("all") {
            return Ok(Predicate::All);
        }
        if self.take("kind") {
            return self.named(|parser| parser.kind());
        }
        if self.take("label") {
            return self.named(|parser| parser.label());
        }
        let known = self.peek().and_then(|token| Feature::from_name(&token.text, self.manifest));
        let Some(known) = known else { return Err(self.unknown_feature()) };
        let feature = known.map_err(|error| self.expected_name("a score", error))?;
        self.next += 1;
        let comparison = self.sign()?;
        let value = self.peek().map(|token| token.text.parse::<Decimal>());
        match value {
            Some(Ok(value)) => {
                value.check_for(feature).map_err(|problem| self.problem(&problem))?;
                self.next += 1;
                Ok(Predicate::Feature(feature, comparison, value))
            }
            _ => Err(self.expected("a number such as 11 or 0.33")),
        }
    }

    fn unknown_feature(&self) -> Error {
        let scores = self.manifest.scores();
        let mut names: Vec<&str> = FEATURES.iter().map(|feature| feature.name()).collect();
        names.extend(scores.iter().map(|score| score.name()));
        names.extend(["kind", "label", "not", "all"]);
        let hint = self.peek().and_then(|token| {
            // A threshold's name, such as `min_words`, is that of a feature with a bound.
            let bounds = ["min_", "max_"].into_iter();
            let feature = bounds.filter_map(|bound| token.text.strip_prefix(bound)).next();
            nearest(feature.unwrap_or(&token.text), names.iter().copied())
        });
        let expected = match hint {
            Some(name) => format!("a feature; did you mean '{name}'?"),
            None => format!("one of {}, {EXAMPLE}", names.join(", ")),
        };
        self.expected(&expected)
    }

    fn sign(&mut self) -> Result<Operator> {
        let sign = self.peek().and_then(|token| match token.text.as_str() {
            "<" => Some(Operator::Less),
            "<=" => Some(Operator::AtMost),
            "=" | "==" => Some(Operator::Equal),
            "!=" => Some(Operator::NotEqual),
            ">=" => Some(Operator::AtLeast),
            ">" => Some(Operator::Greater),
            _ => None,
        });
        let sign =
            sign.ok_or_else(|| self.expected(&format!("one of < <= = != >= >, {EXAMPLE}")))?;
        self.next += 1;
        Ok(sign)
    }

    /// Parses `= NAME` or `!= NAME`; `read` parses the name.
    fn named(&mut self, read: impl Fn(&mut Self) -> Result<Predicate>) -> Result<Predicate> {
        if self.take("!=") {
            return Ok(Predicate::Not(Box::new(read(self)?)));
        }
        if self.take("=") || self.take("==") { read(self) } else { Err(self.expected("= or !=")) }
    }

    fn kind(&mut self) -> Result<Predicate> {
        for (name, kind) in [("title", BlockKind::Title), ("text", BlockKind::Text)] {
            if self.take(name) {
                return Ok(Predicate::Kind(kind));
            }
        }
        let name = self.peek().and_then(|token| kind(&token.text));
        let name = name.ok_or_else(|| self.expected("title, text, description, or h1 to h6"))?;
        self.label_named(name, "a kind")
    }

    fn label(&mut self) -> Result<Predicate> {
        let name = self.peek().map(|token| token.text.clone()).unwrap_or_default();
        self.label_named(&name, "a label")
    }

    /// Returns the rule of a label of the index, and passes over its name.
    fn label_named(&mut self, name: &str, expected: &str) -> Result<Predicate> {
        let label = Predicate::label(self.manifest, name);
        let label = label.map_err(|error| self.expected_name(expected, error))?;
        self.next += 1;
        Ok(label)
    }
}

#[cfg(test)]
mod tests;
