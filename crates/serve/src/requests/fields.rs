//! The query string of an address as names and values, within limits.

use super::failure::{Answer, Failure};
use std::ops::RangeBounds;
use std::str::FromStr;

/// The most bytes of a query string, encoded.
pub const MAX_BYTES: usize = 32 << 10;
/// The most names with values.
pub const MAX_FIELDS: usize = 200;
/// The most bytes of one value, decoded.
pub const MAX_VALUE: usize = 8 << 10;

/// Names with values, in their order. Names without a value, which forms send for empty inputs, are
/// left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields(Vec<(String, String)>);

pub type Pairs = Vec<(&'static str, String)>;

impl Fields {
    /// Decodes a query string; white space around values does not count.
    ///
    /// # Errors
    /// [`Failure::Problems`] for one that is too long, has too many names, or a value that is too
    /// long.
    pub fn parse(query: &str) -> Answer<Self> {
        if query.len() > MAX_BYTES {
            return Err(Failure::of(
                "",
                format!("found an address of {} bytes, expected at most {MAX_BYTES}", query.len()),
            ));
        }
        let pairs = form_urlencoded::parse(query.as_bytes()).map(|(name, value)| {
            let value = value.replace('\0', "\u{FFFD}");
            (name.into_owned(), value.trim().to_owned())
        });
        let fields: Vec<(String, String)> = pairs.filter(|(_, value)| !value.is_empty()).collect();
        if fields.len() > MAX_FIELDS {
            return Err(Failure::of(
                "",
                format!("found {} parameters, expected at most {MAX_FIELDS}", fields.len()),
            ));
        }
        if let Some((name, value)) = fields.iter().find(|(_, value)| value.len() > MAX_VALUE) {
            let problem = format!("found {} bytes, expected at most {MAX_VALUE}", value.len());
            return Err(Failure::of(name, problem));
        }
        Ok(Self(fields))
    }

    /// Names with values that were decoded before.
    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self(pairs.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    /// The names with their values.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the value of a name, the last one if it has several: a form's own input follows what
    /// it hides.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rfind(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the value of a name that must be there.
    ///
    /// # Errors
    /// [`Failure::Problems`] if it is not.
    pub fn needed(&self, name: &str) -> Answer<&str> {
        self.get(name).ok_or_else(|| Failure::of(name, "is missing"))
    }

    /// Returns the whole number of a name, if it has a value; `expected` says which there are.
    ///
    /// # Errors
    /// [`Failure::Problems`] for a value that is none of them.
    pub fn whole<T: FromStr + PartialOrd>(
        &self,
        name: &str,
        range: impl RangeBounds<T>,
        expected: &str,
    ) -> Answer<Option<T>> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let number = text.parse().ok().filter(|number| range.contains(number));
        let wrong =
            || Failure::of(name, format!("found '{text}', expected a whole number{expected}"));
        number.map(Some).ok_or_else(wrong)
    }

    /// Returns those of these names that have a value, with it.
    pub fn given(&self, names: &[&'static str]) -> Pairs {
        names.iter().filter_map(|name| Some((*name, self.get(name)?.to_owned()))).collect()
    }

    /// Returns all values of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Whether a switch is on: any value but `false`, `no`, `off` and `0`.
    pub fn is_on(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| !["false", "no", "off", "0"].contains(&value))
    }
}

/// Whether two query strings have the same names and values, however these are encoded.
pub fn same(a: &str, b: &str) -> bool {
    form_urlencoded::parse(a.as_bytes()).eq(form_urlencoded::parse(b.as_bytes()))
}

/// Encodes names and values as a query string.
pub fn encode<'a, V: AsRef<str>>(pairs: impl IntoIterator<Item = (&'a str, V)>) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_values_are_not_there_and_the_last_value_counts() {
        let fields =
            Fields::parse("q=open+data&min_words=&label=a&label=+b+&sieve=false&rm3=on").unwrap();
        assert_eq!(
            (fields.get("q"), fields.get("min_words"), fields.get("label")),
            (Some("open data"), None, Some("b"))
        );
        assert_eq!(fields.all("label").collect::<Vec<_>>(), ["a", "b"]);
        assert!(!fields.is_on("sieve") && fields.is_on("rm3") && !fields.is_on("q2"));
        assert_eq!(
            encode([("q", "open data"), ("where", "words >= 11")]),
            "q=open+data&where=words+%3E%3D+11"
        );
    }

    #[test]
    fn what_is_too_long_is_refused() {
        assert!(Fields::parse(&"a".repeat(MAX_BYTES + 1)).is_err());
        assert!(Fields::parse(&format!("q={}", "a".repeat(MAX_VALUE + 1))).is_err());
        assert!(Fields::parse(&"a=1&".repeat(MAX_FIELDS + 1)).is_err());
        assert!(Fields::parse(&format!("q={}", "a".repeat(MAX_VALUE))).is_ok());
        assert!(Fields::parse("%ff=%00&%").is_ok());
    }
}
