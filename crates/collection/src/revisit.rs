//! What a WARC revisit record says: that a URL was fetched again, and where the content of that
//! fetch is kept.

use crate::docno::percent_encoded;
use std::fmt;

/// The fields of a revisit record (ISO 28500:2017, section 6.7) that name the URL and the capture
/// with the same content; empty where the record has none. White space and control characters in
/// them are percent-encoded.
///
/// As text it is the detail of its [`RecordReport`](crate::RecordReport):
/// `url=… date=… refers_to_url=… refers_to_date=… refers_to=… digest=…`, without the empty ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Revisit {
    /// WARC-Target-URI: the URL that was fetched again.
    pub url: String,
    /// WARC-Date: when.
    pub date: String,
    /// WARC-Refers-To-Target-URI: the URL of the capture with the content.
    pub refers_to_url: String,
    /// WARC-Refers-To-Date: its date.
    pub refers_to_date: String,
    /// WARC-Refers-To: its record's id.
    pub refers_to: String,
    /// WARC-Payload-Digest: the digest of the content, such as `sha1:…`.
    pub digest: String,
}

/// The names of the fields in the text.
const NAMES: [&str; 6] = ["url", "date", "refers_to_url", "refers_to_date", "refers_to", "digest"];

impl Revisit {
    /// Reads the text of a revisit; none if it names no field.
    pub fn parse(text: &str) -> Option<Self> {
        let mut revisit = Self::default();
        for (name, value) in text.split(' ').filter_map(|field| field.split_once('=')) {
            let field = NAMES.iter().position(|known| *known == name)?;
            value.clone_into(revisit.fields_mut()[field]);
        }
        (revisit != Self::default()).then_some(revisit)
    }

    /// Returns the revisit with its values percent-encoded.
    pub(crate) fn encoded(mut self) -> Self {
        for value in self.fields_mut() {
            *value = percent_encoded(value);
        }
        self
    }

    fn fields(&self) -> [&String; 6] {
        let Self { url, date, refers_to_url, refers_to_date, refers_to, digest } = self;
        [url, date, refers_to_url, refers_to_date, refers_to, digest]
    }

    fn fields_mut(&mut self) -> [&mut String; 6] {
        let Self { url, date, refers_to_url, refers_to_date, refers_to, digest } = self;
        [url, date, refers_to_url, refers_to_date, refers_to, digest]
    }
}

impl fmt::Display for Revisit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (name, value) in NAMES.iter().zip(self.fields()) {
            if !value.is_empty() {
                write!(f, "{separator}{name}={value}")?;
                separator = " ";
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tamis_place::is_escaped;

    proptest! {
        #[test]
        fn any_revisit_comes_back_from_its_text(
            values in proptest::array::uniform6("[a-z=:/<> \\t\u{85}ü]{0,8}"),
        ) {
            let mut revisit = Revisit::default();
            for (field, value) in revisit.fields_mut().into_iter().zip(values) {
                *field = value;
            }
            let revisit = revisit.encoded();
            let text = revisit.to_string();
            let escaped = text.contains(|c: char| c == '\t' || is_escaped(c));
            prop_assert!(!escaped, "{}", text);
            prop_assert_eq!(Revisit::parse(&text), (!text.is_empty()).then_some(revisit));
        }
    }

    #[test]
    fn what_is_no_revisit_is_none() {
        for text in ["", "revisit", "revisit url", "other=x", "urls=x url=y"] {
            assert_eq!(Revisit::parse(text), None, "{text}");
        }
    }
}
