//! Settings of the readers.

use crate::error::{Error, Result};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use tamis_place::SettingError;

/// The default limit for a record: 32 MiB. Indexing a page takes about ten times its size in
/// memory, so the limit bounds memory.
pub const MAX_RECORD: u64 = 32 << 20;
/// The default limit for a decoded page: 32 MiB, for the same reason.
pub const MAX_INFLATED: u64 = 32 << 20;

/// Which documents to read, and the limits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadSettings {
    /// Whether to read BLOGS06 feeds as documents.
    pub include_feeds: bool,
    /// Whether to read BLOGS06 home pages as documents.
    pub include_homepages: bool,
    /// The HTTP statuses to keep; none for all in TREC layouts and for records with a WARC-TREC-ID,
    /// otherwise 200 to 299.
    pub status: Option<StatusRule>,
    /// The maximum size of a stored record in bytes, without its head; at least 1. The rest of a
    /// larger page is left out and reported; a longer line of JSONL or TSV is skipped.
    pub max_record: u64,
    /// The maximum size of a page in bytes after HTTP decoding; at least 1. The rest is left out
    /// and reported.
    pub max_inflated: u64,
}

impl Default for ReadSettings {
    fn default() -> Self {
        Self {
            include_feeds: false,
            include_homepages: false,
            status: None,
            max_record: MAX_RECORD,
            max_inflated: MAX_INFLATED,
        }
    }
}

impl ReadSettings {
    /// Returns whether a page with `status` is kept; `trec`: in a TREC layout. A page without a
    /// status is always kept.
    pub(crate) fn keeps(&self, status: Option<u16>, trec: bool) -> bool {
        match (status, &self.status) {
            (None, _) => true,
            (Some(status), Some(rule)) => rule.keeps(status),
            (Some(status), None) => trec || (200..=299).contains(&status),
        }
    }
}

/// HTTP statuses to keep. Parses from `any`, or from a list such as `2xx,404` or `200-299,404`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct StatusRule(Vec<RangeInclusive<u16>>);

impl StatusRule {
    /// Returns whether `status` is kept.
    pub fn keeps(&self, status: u16) -> bool {
        self.0.iter().any(|range| range.contains(&status))
    }
}

impl FromStr for StatusRule {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let ranges: Option<Vec<_>> = text.split(',').map(|part| range(part.trim())).collect();
        ranges.map(Self).ok_or_else(|| {
            SettingError::new(
                "status",
                format!("found '{text}', expected 'any' or a list such as '2xx,404' or '200-299'"),
            )
            .into()
        })
    }
}

impl TryFrom<String> for StatusRule {
    type Error = Error;

    fn try_from(text: String) -> Result<Self> {
        text.parse()
    }
}

impl From<StatusRule> for String {
    fn from(rule: StatusRule) -> Self {
        rule.to_string()
    }
}

impl fmt::Display for StatusRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, range) in self.0.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            match (*range.start(), *range.end()) {
                (0, u16::MAX) => write!(f, "{comma}any")?,
                (start, end) if start == end => write!(f, "{comma}{start}")?,
                (start, end) => write!(f, "{comma}{start}-{end}")?,
            }
        }
        Ok(())
    }
}

/// Parses one part of a list of statuses.
fn range(part: &str) -> Option<RangeInclusive<u16>> {
    if part == "any" {
        Some(0..=u16::MAX)
    } else if let Some(class) = part.strip_suffix("xx") {
        let class =
            class.parse::<u16>().ok().filter(|class| (1..=9).contains(class) && part.len() == 3)?;
        Some(class * 100..=class * 100 + 99)
    } else if let Some((start, end)) = part.split_once('-') {
        let range = status_code(start)?..=status_code(end)?;
        (!range.is_empty()).then_some(range)
    } else {
        status_code(part).map(|code| code..=code)
    }
}

/// Parses a status of three digits.
fn status_code(text: &str) -> Option<u16> {
    text.parse().ok().filter(|code| (100..=999).contains(code) && text.len() == 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_rule_reads_classes_codes_and_ranges() {
        let rule: StatusRule = "2xx, 404,500-503".parse().unwrap();
        assert!([200, 299, 404, 500, 503].into_iter().all(|status| rule.keeps(status)));
        assert!(![199, 301, 403, 504].into_iter().any(|status| rule.keeps(status)));
        assert!("any".parse::<StatusRule>().unwrap().keeps(0));
        assert_eq!(rule.to_string().parse::<StatusRule>().unwrap(), rule);
    }

    #[test]
    fn a_rule_that_is_none_is_a_usage_error() {
        for text in ["", "2x", "ok", "299-200", "20", "+20", "0xx", "200,,404"] {
            assert!(matches!(text.parse::<StatusRule>(), Err(Error::Setting(_))), "{text}");
        }
    }

    #[test]
    fn trec_layouts_keep_every_status_unless_set_otherwise() {
        let mut settings = ReadSettings::default();
        assert!(
            settings.keeps(Some(404), true)
                && !settings.keeps(Some(404), false)
                && settings.keeps(None, false)
        );
        settings.status = Some("200".parse().unwrap());
        assert!(!settings.keeps(Some(404), true) && !settings.keeps(Some(204), false));
    }
}
