//! Parses the dates in archives.

use jiff::civil::{Date, DateTime, Time};
use jiff::fmt::{rfc2822, strtime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use std::ops::Range;

/// Returns the seconds from 1970 to a date, or `None` if it is invalid. Accepts ISO 8601 with or
/// without time and offset (WARC, BLOGS06's `DATE_XML`), ARC's digits (`20051206091233`, or fewer),
/// HTTP and mail dates, and those of JavaScript (`Tue Dec 06 2005 13:00:00 GMT+0100 (CET)`). The
/// default time zone is UTC.
pub fn seconds(date: &str) -> Option<i64> {
    let date = date.trim();
    let with_offset = date.parse::<Timestamp>().ok().map(Timestamp::as_second);
    with_offset
        .or_else(|| without_offset(date).map(|span| span.start))
        .or_else(|| rfc2822::parse(date).ok().map(|date| date.timestamp().as_second()))
        .or_else(|| of_script(date))
}

/// Returns the seconds of a date that JavaScript writes.
fn of_script(date: &str) -> Option<i64> {
    let date = date.split(" (").next()?;
    let time = strtime::parse("%a %b %d %Y %H:%M:%S GMT%z", date).ok()?;
    time.to_timestamp().ok().map(Timestamp::as_second)
}

/// From this number on, seconds would be later than the year 5000: it counts milliseconds.
const MILLISECONDS: f64 = 1e11;

/// Returns a date that is written as a number, in ISO 8601: seconds or milliseconds from 1970, or
/// the digits of a date (`2005`, `20051206`); `None` if it is too large.
pub(crate) fn from_number(number: &str) -> Option<String> {
    if span(number).is_some() {
        return Some(number.to_owned());
    }
    let number: f64 = number.parse().ok()?;
    let milliseconds = if number.abs() < MILLISECONDS { number * 1000.0 } else { number };
    let whole = milliseconds.abs() < i64::MAX as f64;
    let instant = whole.then(|| Timestamp::from_millisecond(milliseconds.round() as i64).ok())?;
    instant.map(|instant| instant.to_string())
}

/// Returns the day of today in UTC: `2005-12-06`.
pub fn today() -> String {
    Timestamp::now().to_zoned(TimeZone::UTC).date().to_string()
}

/// Writes seconds since 1970 as a date and a time in UTC: `2005-12-06T09:12:33Z`; the seconds
/// themselves if no calendar has them.
pub fn written(seconds: i64) -> String {
    Timestamp::from_second(seconds).map_or_else(|_| seconds.to_string(), |time| time.to_string())
}

/// Returns the range of seconds, in UTC, of a date: the year `2005`, the month `2005-12`, the day
/// `2005-12-06`, or, for whatever else [`seconds`] accepts (`2005-12-06T09:12:33Z`,
/// `20051206091233`), that one second.
pub fn span(date: &str) -> Option<Range<i64>> {
    // A date with a time may have an offset.
    let days = without_offset(date.trim()).filter(|span| span.end - span.start > 1);
    days.or_else(|| seconds(date).map(|second| second..second + 1))
}

/// Returns the range of seconds of a date without an offset from UTC.
fn without_offset(date: &str) -> Option<Range<i64>> {
    let all_digits = date.bytes().all(|byte| byte.is_ascii_digit());
    let (begin, length): (DateTime, _) = match (date.len(), all_digits) {
        (4, true) => (day(date, 1, 1)?.into(), 1.year()),
        (6, true) => (day(date, two_digits(date, 4)?, 1)?.into(), 1.month()),
        (7, false) if date.as_bytes()[4] == b'-' => {
            (day(date, two_digits(date, 5)?, 1)?.into(), 1.month())
        }
        (8, true) => (day(date, two_digits(date, 4)?, two_digits(date, 6)?)?.into(), 1.day()),
        (14, true) => {
            let day = day(date, two_digits(date, 4)?, two_digits(date, 6)?)?;
            let hour = two_digits(date, 8)?;
            let minute = two_digits(date, 10)?;
            let second = two_digits(date, 12)?;
            (day.to_datetime(Time::new(hour, minute, second, 0).ok()?), 1.second())
        }
        (10, false) => (date.parse::<Date>().ok()?.into(), 1.day()),
        (11.., false) => (date.parse().ok()?, 1.second()),
        _ => return None,
    };
    Some(utc_seconds(begin)?..utc_seconds(begin.checked_add(length).ok()?)?)
}

/// Returns the day of the year in the first four characters of `date`.
fn day(date: &str, month: i8, day: i8) -> Option<Date> {
    Date::new(date.get(..4)?.parse().ok()?, month, day).ok()
}

/// Returns the number in the two characters at `from`.
fn two_digits(date: &str, from: usize) -> Option<i8> {
    date.get(from..from + 2)?.parse().ok()
}

/// Returns the seconds from 1970 to a time in UTC.
fn utc_seconds(time: DateTime) -> Option<i64> {
    Some(time.to_zoned(TimeZone::UTC).ok()?.timestamp().as_second())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn dates_as_archives_write_them() {
        let noon = Some(1_133_870_400);
        for date in [
            "2005-12-06T12:00:00Z",
            "2005-12-06T12:00:00+0000",
            "2005-12-06T13:00:00+01:00",
            "2005-12-06T12:00:00.250Z",
            "2005-12-06T12:00:00",
            "2005-12-06 12:00:00",
            "20051206120000",
            "Tue, 06 Dec 2005 12:00:00 GMT",
            "Tue, 6 Dec 2005 13:00:00 +0100",
            "Tue Dec 06 2005 13:00:00 GMT+0100 (Central European Standard Time)",
            "Tue Dec 06 2005 12:00:00 GMT+0000",
        ] {
            assert_eq!(seconds(date), noon, "{date}");
        }
        let midnight = Some(1_133_827_200);
        assert_eq!(["2005-12-06", "20051206", " 2005-12-06\n"].map(seconds), [midnight; 3]);
        assert_eq!(
            ["", "yesterday", "2005-13-01", "20051", "2005-1x", "0"].map(seconds),
            [None; 6]
        );
    }

    #[test]
    fn a_date_covers_its_whole_span() {
        let length = |date| span(date).map(|span| span.end - span.start);
        let day = 24 * 60 * 60;
        assert_eq!(length("2004"), Some(366 * day));
        assert_eq!((length("2006-02"), length("200602")), (Some(28 * day), Some(28 * day)));
        assert_eq!((length("2006-02-21"), length("2006-02-21T10:00:00")), (Some(day), Some(1)));
        for written in [
            "2005-12-31T23:59:59Z",
            "2006-01-01T00:59:59+01:00",
            "20051231235959",
            "2005-12-31 23:59:59.5Z",
        ] {
            assert_eq!(span(written), Some(1_136_073_599..1_136_073_600), "{written}");
        }
        assert_eq!(written(1_136_073_599), "2005-12-31T23:59:59Z");
        assert_eq!(written(i64::MAX), i64::MAX.to_string());
    }

    #[test]
    fn numbers_are_seconds_milliseconds_or_digits_of_a_date() {
        for number in ["1136073600", "1136073600000", "1136073600.0", "1.1360736e9"] {
            assert_eq!(from_number(number).as_deref(), Some("2006-01-01T00:00:00Z"), "{number}");
        }
        assert_eq!(from_number("1136073600250").as_deref(), Some("2006-01-01T00:00:00.25Z"));
        assert_eq!(from_number("-1").as_deref(), Some("1969-12-31T23:59:59Z"));
        assert_eq!(from_number("0").as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(
            ["2005", "200512", "20051206", "20051206091233"]
                .map(|digits| from_number(digits).unwrap()),
            ["2005", "200512", "20051206", "20051206091233"]
        );
        assert_eq!(["1e300", "-1e18", "1e400", "NaN"].map(from_number), [const { None }; 4]);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(date in "[0-9T:+.Z -]{0,25}|.{0,20}") {
            let _ = seconds(&date);
        }
    }
}
