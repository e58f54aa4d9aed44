//! Parses rules such as `words >= 11 and link_density <= 0.33 or kind = title` to an
//! [`Expression`]. `not` binds more tightly than `and`, and `and` more tightly than `or`;
//! parentheses group. Besides features, rules may test `label = NAME` and `kind = title|text`.

use super::super::decimal::Decimal;
use super::super::predicate::Operator;
use super::place::{EXAMPLE, RulePlace};
use super::words::{Located, RuleToken, tokenize};
use super::{Expression, is_feature};
use tamis_blocks::classify::kind;
use tamis_index::error::{Error, Result};
use tamis_index::index::Manifest;

/// Reads a rule that is part of a setting, behind this many characters. With a manifest, every name
/// must be one of its index. Without one, what no index knows is left to whoever resolves the rule,
/// and can list what there is.
///
/// # Errors
/// [`Error::Setting`] with the first problem and its column, counted from the start of the setting.
pub(super) fn read(
    setting: &'static str,
    text: &str,
    before: u64,
    manifest: Option<&Manifest>,
) -> Result<Expression> {
    let characters = text.chars().count();
    let start = RulePlace { setting, column: before + 1, found: None };
    if characters > MAX_CHARACTERS {
        let last = RulePlace { column: before + MAX_CHARACTERS as u64 + 1, ..start };
        return Err(last.problem(&too_long(characters)));
    }
    let mut tokens = tokenize(text);
    for token in &mut tokens {
        token.column += before;
    }
    let end = before + characters as u64 + 1;
    let unknown = None;
    let mut parser =
        RuleParser { setting, tokens, next: 0, end, depth: 0, comparisons: 0, unknown, manifest };
    let rule = parser.rule();
    // A word that is no feature is what is wrong first.
    let rule = rule.map_err(|error| parser.unknown.take().unwrap_or(error))?;
    check_printed(&rule, start, characters)?;
    Ok(rule)
}

/// The maximum depth of nested parentheses and `not`s. Parsing, evaluating, printing and dropping a
/// rule recurse as deep.
const MAX_DEPTH: usize = 100;

/// The maximum depth for messages, and the remedy.
const NESTED: &str = "at most 100 nested parentheses and 'not's; write 'a and b and c' rather than \
                      'a and (b and (c))'";

/// The maximum number of comparisons: each is a pass over all blocks.
const MAX_COMPARISONS: usize = 10_000;

/// The maximum length of a rule.
const MAX_CHARACTERS: usize = 1 << 20;

/// How many times as long as it was written a rule may be where it is printed: `a<1` is
/// `not (a < 1)` at most.
const GROWTH: usize = 8;

fn too_long(characters: usize) -> String {
    format!("found {characters} characters, expected at most {MAX_CHARACTERS}")
}

/// Checks that a rule is read again as it is printed: with all its parentheses.
fn check_printed(rule: &Expression, start: RulePlace<'_>, characters: usize) -> Result<()> {
    let depth = rule.depth();
    if depth >= MAX_DEPTH {
        let found = format!("a rule that is {depth} deep with all its parentheses");
        return Err(start.wrong(&found, NESTED));
    }
    if characters > MAX_CHARACTERS / GROWTH {
        let printed = rule.to_string().chars().count();
        if printed > MAX_CHARACTERS {
            return Err(start.problem(&too_long(printed)));
        }
    }
    Ok(())
}

struct RuleParser<'a> {
    /// The setting's name in errors.
    setting: &'static str,
    tokens: Vec<RuleToken>,
    next: usize,
    end: u64,
    depth: usize,
    comparisons: usize,
    /// The error for the first word that no index knows.
    unknown: Option<Error>,
    manifest: Option<&'a Manifest>,
}

impl RuleParser<'_> {
    fn peek(&self) -> Option<&RuleToken> {
        self.tokens.get(self.next)
    }

    /// The place of the next token.
    fn place(&self) -> RulePlace<'_> {
        let next = self.peek();
        let column = next.map_or(self.end, |token| token.column);
        RulePlace { setting: self.setting, column, found: next.map(|token| &*token.text) }
    }

    /// Returns the error for the next token.
    fn expected(&self, expected: &str) -> Error {
        self.place().expected(expected)
    }

    /// The next token, unless it is a name in quotes.
    fn peek_plain(&self) -> Option<&str> {
        self.peek().filter(|token| !token.quoted).map(|token| &*token.text)
    }

    /// Whether the next token is this word.
    fn is_next(&self, word: &str) -> bool {
        self.peek_plain().is_some_and(|next| next.eq_ignore_ascii_case(word))
    }

    fn take(&mut self, word: &str) -> bool {
        let taken = self.is_next(word);
        self.next += usize::from(taken);
        taken
    }

    /// Takes the next token as a name; the empty one at the end.
    fn take_name(&mut self) -> Located<String> {
        let RulePlace { column, found, .. } = self.place();
        let name = Located { value: found.unwrap_or_default().to_owned(), column };
        self.next += 1;
        name
    }

    fn rule(&mut self) -> Result<Expression> {
        let rule = self.either()?;
        match self.peek() {
            Some(_) => Err(self.expected("'and', 'or' or the end")),
            None => Ok(rule),
        }
    }

    fn either(&mut self) -> Result<Expression> {
        self.chain("or", Self::both, Expression::Or)
    }

    fn both(&mut self) -> Result<Expression> {
        self.chain("and", Self::one, Expression::And)
    }

    /// Parses parts with `word` between them; one alone is not a chain.
    fn chain(
        &mut self,
        word: &str,
        part: impl Fn(&mut Self) -> Result<Expression>,
        of: impl Fn(Vec<Expression>) -> Expression,
    ) -> Result<Expression> {
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

    fn one(&mut self) -> Result<Expression> {
        if self.depth == MAX_DEPTH {
            return Err(self.expected(NESTED));
        }
        self.depth += 1;
        let one = if self.take("not") {
            self.one().map(|inner| Expression::Not(Box::new(inner)))
        } else if self.take("(") {
            self.grouped()
        } else {
            self.comparison()
        };
        self.depth -= 1;
        one
    }

    fn grouped(&mut self) -> Result<Expression> {
        let inner = self.either()?;
        if self.take(")") { Ok(inner) } else { Err(self.expected("')'")) }
    }

    fn comparison(&mut self) -> Result<Expression> {
        self.comparisons += 1;
        if self.comparisons > MAX_COMPARISONS {
            let remedy = format!(
                "at most {MAX_COMPARISONS}; label the blocks with a program, and test its label"
            );
            return Err(self.place().wrong("one comparison too many", &remedy));
        }
        if self.take("all") {
            return Ok(Expression::All);
        }
        if self.take("kind") {
            return self.named(Self::kind);
        }
        if self.take("label") {
            return self.named(Self::label);
        }
        let name = self.feature()?;
        let operator = self.sign()?;
        match self.peek_plain().map(str::parse::<Decimal>) {
            Some(Ok(value)) => {
                let place = self.place();
                if let Some(manifest) = self.manifest {
                    let feature =
                        RulePlace { found: Some(&name.value), ..place }.feature(manifest)?;
                    place.check(value, feature)?;
                }
                let value = Located { value, column: place.column };
                self.next += 1;
                Ok(Expression::Feature(name, operator, value))
            }
            _ => Err(self.expected("a number such as 11 or 0.33")),
        }
    }

    /// Takes the name of a feature.
    fn feature(&mut self) -> Result<Located<String>> {
        if let Some(manifest) = self.manifest {
            self.place().feature(manifest)?;
        } else if !self.peek().is_some_and(RuleToken::is_name) {
            return Err(self.place().unknown_feature(None));
        } else if self.unknown.is_none() && !self.place().found.is_some_and(is_feature) {
            self.unknown = Some(self.place().unknown_feature(None));
        }
        Ok(self.take_name())
    }

    fn sign(&mut self) -> Result<Operator> {
        let sign = self.peek_plain().and_then(Operator::from_symbol);
        let sign =
            sign.ok_or_else(|| self.expected(&format!("one of < <= = != >= >, {EXAMPLE}")))?;
        self.next += 1;
        Ok(sign)
    }

    /// Parses `= NAME` or `!= NAME`; `read` parses the name.
    fn named(&mut self, read: impl Fn(&mut Self) -> Result<Expression>) -> Result<Expression> {
        if self.take("!=") {
            return Ok(Expression::Not(Box::new(read(self)?)));
        }
        if self.take("=") || self.take("==") { read(self) } else { Err(self.expected("= or !=")) }
    }

    fn kind(&mut self) -> Result<Expression> {
        for name in ["title", "text"] {
            if self.is_next(name) {
                let Located { column, .. } = self.take_name();
                return Ok(Expression::Kind(Located { value: name.to_owned(), column }));
            }
        }
        if self.peek().is_none_or(|token| kind(&token.text).is_none()) {
            return Err(self.expected("title, text, description, or h1 to h6"));
        }
        self.check_label("a kind")?;
        Ok(Expression::Kind(self.take_name()))
    }

    fn label(&mut self) -> Result<Expression> {
        if self.manifest.is_none() && self.peek().is_none() {
            return Err(self.expected("a label"));
        }
        self.check_label("a label")?;
        Ok(Expression::Label(self.take_name()))
    }

    /// Checks that the next token is a label of the index, if that is known.
    fn check_label(&self, what: &str) -> Result<()> {
        match self.manifest {
            Some(manifest) => self.place().label(what, manifest).map(drop),
            None => Ok(()),
        }
    }
}
