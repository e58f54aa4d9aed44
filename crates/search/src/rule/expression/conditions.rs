//! Conditions with `and` between them, each `NAME = VALUE`: filters of pages. They have the words
//! of rules, so that other comparisons, `or` and `not` can follow.

use super::place::RulePlace;
use super::words::{Located, RuleToken, tokenize};
use tamis_index::error::{Error, Result};

/// The name of the setting in errors.
const SETTING: &str = "pages";

/// A condition as it is written.
pub(crate) struct Condition {
    pub name: Located<String>,
    pub value: String,
}

/// Reads conditions; `all` is none.
///
/// # Errors
/// [`Error::Setting`] with the column of the problem.
pub(crate) fn read(text: &str) -> Result<Vec<Condition>> {
    let tokens = tokenize(text);
    let end = text.chars().count() as u64 + 1;
    let mut reader = ConditionReader { tokens: tokens.iter(), end };
    let mut conditions = Vec::new();
    if matches!(&tokens[..], [only] if only.text == "all" && !only.quoted) {
        return Ok(conditions);
    }
    loop {
        conditions.push(reader.condition()?);
        match reader.tokens.next() {
            None => return Ok(conditions),
            Some(token) if token.text == "and" && !token.quoted => {}
            other => return Err(reader.expected(other, "'and' or the end")),
        }
    }
}

/// The error for a name that is no condition's.
pub(crate) fn unknown(name: &Located<String>, expected: &str) -> Error {
    let place = RulePlace { setting: SETTING, column: name.column, found: Some(&name.value) };
    place.expected(expected)
}

struct ConditionReader<'t> {
    tokens: std::slice::Iter<'t, RuleToken>,
    /// The column behind the text.
    end: u64,
}

impl ConditionReader<'_> {
    fn expected(&self, found: Option<&RuleToken>, expected: &str) -> Error {
        let column = found.map_or(self.end, |token| token.column);
        let found = found.map(|token| &*token.text);
        RulePlace { setting: SETTING, column, found }.expected(expected)
    }

    fn name(&mut self, what: &str) -> Result<Located<String>> {
        match self.tokens.next() {
            Some(token) if token.is_name() => {
                Ok(Located { value: token.text.clone(), column: token.column })
            }
            other => Err(self.expected(other, what)),
        }
    }

    fn condition(&mut self) -> Result<Condition> {
        let name = self.name("a filter of pages")?;
        match self.tokens.next() {
            Some(token) if token.text == "=" && !token.quoted => {}
            other => return Err(self.expected(other, "=")),
        }
        let value = self.name("a value; one that is no word stands in quotes")?;
        Ok(Condition { name, value: value.value })
    }
}
