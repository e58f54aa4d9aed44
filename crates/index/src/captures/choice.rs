//! Which of several captures to take.

use crate::error::{Error, Result};
use std::ops::Range;
use tamis_collection::date;

/// Which of several captures to take: the one with the highest [score](Self::score).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    Newest,
    /// The nearest to a span of seconds since 1970; of those within it, or equally far from it, the
    /// newest.
    Nearest(Range<i64>),
}

impl Choice {
    /// Returns the choice of the capture nearest to a date (`2006`, `2006-01`, `2006-01-15`, or
    /// with a time; UTC).
    ///
    /// # Errors
    /// [`Error::Setting`], which names `setting`, for an invalid date.
    pub fn nearest(setting: &'static str, written: &str) -> Result<Self> {
        span(setting, written).map(Self::Nearest)
    }

    /// Returns how good a capture of this time is. One without a time is the worst.
    pub fn score(&self, time: Option<i64>) -> (i64, i64) {
        let Some(time) = time else { return (i64::MIN, i64::MIN) };
        let distance = match self {
            Self::Newest => 0,
            Self::Nearest(span) if time < span.start => span.start - time,
            Self::Nearest(span) => (time - (span.end - 1)).max(0),
        };
        (-distance, time)
    }
}

/// Returns a date of any form that archives have as a time in UTC (RFC 3339): the first second of a
/// year, a month or a day. None if it cannot be read.
pub fn utc(written: &str) -> Option<String> {
    date::seconds(written).map(date::written)
}

/// Returns the seconds since 1970 that a date covers: all seconds of a year, a month or a day; the
/// one second of a date with a time.
///
/// # Errors
/// [`Error::Setting`], which names `setting`, for an invalid date.
pub fn span(setting: &'static str, written: &str) -> Result<Range<i64>> {
    const EXPECTED: &str =
        "expected a date such as 2005-12-06, 2005-12, 2005 or 2005-12-06T09:12:33Z";
    date::span(written)
        .ok_or_else(|| Error::setting(setting, format!("found '{written}', {EXPECTED}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(choice: &Choice, dates: &[&'static str]) -> &'static str {
        dates.iter().max_by_key(|date| choice.score(date::seconds(date))).expect("a date")
    }

    #[test]
    fn the_nearest_is_within_the_date_or_at_its_ends() {
        let january = Choice::nearest("date", "2006-01").unwrap();
        assert_eq!(best(&january, &["2006-01-02", "2006-01-30", "2006-02-01", ""]), "2006-01-30");
        assert_eq!(
            best(&january, &["2005-12-30T00:00:00Z", "2006-02-02T00:00:00Z"]),
            "2006-02-02T00:00:00Z"
        );
        // Equally far: the second before the month, and the second after it.
        assert_eq!(
            best(&january, &["2005-12-31T23:59:59Z", "2006-02-01T00:00:00Z"]),
            "2006-02-01T00:00:00Z"
        );
        assert_eq!(
            best(&january, &["2005-12-31T23:59:59Z", "2006-02-01T00:00:01Z"]),
            "2005-12-31T23:59:59Z"
        );
        assert_eq!(best(&Choice::Newest, &["", "2005", "2006-02", "2006-01"]), "2006-02");
        assert_eq!(
            Choice::nearest("date", "2006-01-15T10:00:00Z")
                .unwrap()
                .score(date::seconds("2006-01-15T10:00:00Z"))
                .0,
            0
        );
        assert!(Choice::nearest("date", "soon").unwrap_err().to_string().contains("found 'soon'"));
    }
}
