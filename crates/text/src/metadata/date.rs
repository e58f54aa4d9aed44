//! Dates as pages write them: ISO 8601, RFC 2822, with names of months, in
//! digits with points or slashes, and as seconds since 1970.

use super::calendar::{self, last_day, month};
use super::token::{Lexeme, tokens};
use std::fmt;

/// Bytes of a day in a date.
pub const DAY: usize = 10;

/// Pages are not older, nor from later.
const YEARS: std::ops::RangeInclusive<u64> = 1900..=2100;
/// What may stand between the parts of a written date.
const BETWEEN: [&str; 11] = ["st", "nd", "rd", "th", "er", "of", "de", "del", "den", "º", "ª"];
/// What may stand between a date and its time.
const BEFORE_TIME: [&str; 7] = ["t", "at", "um", "à", "kl", "a", "alle"];

/// A day, and the time of the day if it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
    time: String,
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}{}", self.year, self.month, self.day, self.time)
    }
}

/// A way to write a date.
type DateForm<'a> = fn(&mut Cursor<'a>) -> Option<[u64; 3]>;

/// How dates are written in a language.
#[derive(Debug, Clone, Copy)]
pub struct DateStyle {
    /// Whether `5/6/2024` is a day of May, as in the United States, and not of June, as nearly
    /// everywhere else.
    is_month_first: bool,
    /// Whose names of months these are; may be empty.
    language: &'static str,
}

impl DateStyle {
    /// What readers of a language expect.
    pub fn of(tag: &str) -> Self {
        let american = ["", "en", "en-us", "en-ph"];
        Self {
            is_month_first: american.iter().any(|of| of.eq_ignore_ascii_case(tag)),
            language: calendar::language(tag),
        }
    }
}

/// Reads tokens from a place.
struct Cursor<'a> {
    tokens: &'a [Lexeme],
    style: DateStyle,
}

impl<'a> Cursor<'a> {
    fn number(&mut self, digits: std::ops::RangeInclusive<usize>) -> Option<u64> {
        let (Lexeme::Number(value, length), rest) = self.tokens.split_first()? else { return None };
        self.tokens = if digits.contains(length) { rest } else { return None };
        Some(*value)
    }

    fn month(&mut self) -> Option<u64> {
        let (Lexeme::Word(word), rest) = self.tokens.split_first()? else { return None };
        let month = month(word, self.style.language)?;
        self.tokens = rest;
        Some(month)
    }

    fn mark(&mut self, of: &str) -> Option<char> {
        let (Lexeme::Mark(mark), rest) = self.tokens.split_first()? else { return None };
        self.tokens = if of.contains(*mark) { rest } else { return None };
        Some(*mark)
    }

    fn word(&mut self, of: &[&str]) -> Option<&str> {
        let (Lexeme::Word(word), rest) = self.tokens.split_first()? else { return None };
        self.tokens = if of.contains(&word.as_str()) { rest } else { return None };
        Some(word)
    }

    /// Passes what may stand between parts of a written date.
    fn pass(&mut self) {
        while self.mark(".,-/'’").is_some() || self.word(&BETWEEN).is_some() {}
    }

    fn try_each(&mut self, forms: &[DateForm<'a>]) -> Option<Date> {
        let start = self.tokens;
        forms.iter().find_map(|form| {
            self.tokens = start;
            let [year, month, day] = form(self)?;
            let is_date = YEARS.contains(&year) && (1..=12).contains(&month);
            let is_date = is_date && (1..=last_day(year, month)).contains(&day);
            let time = if is_date { self.time().unwrap_or_default() } else { return None };
            Some(Date { year: year as u16, month: month as u8, day: day as u8, time })
        })
    }

    /// `2024-05-06`, `2024/5/6`.
    fn year_first(&mut self) -> Option<[u64; 3]> {
        let year = self.number(4..=4)?;
        let mark = self.mark("-/.‐–")?;
        let month = self.number(1..=2)?;
        self.mark("-/.‐–").filter(|same| *same == mark)?;
        Some([year, month, self.number(1..=2)?])
    }

    /// `20240506`, alone or before a time.
    fn compact(&mut self) -> Option<[u64; 3]> {
        let day = self.number(8..=8)?;
        Some([day / 10_000, day / 100 % 100, day % 100])
    }

    /// `2024年5月6日`.
    fn with_units(&mut self) -> Option<[u64; 3]> {
        let year = self.number(4..=4)?;
        self.word(&["年", "년"])?;
        let month = self.number(1..=2)?;
        self.word(&["月", "월"])?;
        let day = self.number(1..=2)?;
        self.word(&["日", "일"])?;
        Some([year, month, day])
    }

    /// `May 6th, 2024`.
    fn month_named_first(&mut self) -> Option<[u64; 3]> {
        let month = self.month()?;
        self.pass();
        let day = self.number(1..=2)?;
        self.pass();
        Some([self.number(4..=4)?, month, day])
    }

    /// `6. Mai 2024`, `6 de mayo de 2024`, `6-May-2024`.
    fn day_before_name(&mut self) -> Option<[u64; 3]> {
        let day = self.number(1..=2)?;
        self.pass();
        let month = self.month()?;
        self.pass();
        Some([self.number(4..=4)?, month, day])
    }

    /// `2024 May 6`.
    fn year_before_name(&mut self) -> Option<[u64; 3]> {
        let year = self.number(4..=4)?;
        self.pass();
        let month = self.month()?;
        self.pass();
        Some([year, month, self.number(1..=2)?])
    }

    /// `06.05.2024`, `5/6/2024`.
    fn year_last(&mut self) -> Option<[u64; 3]> {
        let first = self.number(1..=2)?;
        let mark = self.mark("./-")?;
        let second = self.number(1..=2)?;
        self.mark("./-").filter(|same| *same == mark)?;
        let year = self.number(4..=4)?;
        let is_month_first = mark != '.' && self.style.is_month_first && first <= 12;
        let is_month_first = is_month_first || second > 12;
        Some(if is_month_first { [year, first, second] } else { [year, second, first] })
    }

    /// The time after a date, as ISO 8601 writes it.
    fn time(&mut self) -> Option<String> {
        while self.mark(",-–|·•@(").is_some() || self.word(&BEFORE_TIME).is_some() {}
        let hour = match self.tokens {
            // 101530 after a date without marks.
            [Lexeme::Number(time, 6), ..] => {
                self.number(6..=6)?;
                let (hour, rest) = (time / 10_000, time % 10_000);
                return (hour < 24 && rest / 100 < 60)
                    .then(|| format!("T{hour:02}:{:02}:{:02}", rest / 100, rest % 100));
            }
            _ => self.number(1..=2)?,
        };
        self.mark(":")?;
        let minute = self.number(2..=2)?;
        let second = if self.mark(":").is_some() { self.number(2..=2) } else { None };
        if self.mark(".,").is_some() {
            self.number(1..=15)?;
        }
        let hour = match self.word(&["am", "pm", "a", "p"]) {
            Some("am" | "a") if hour == 12 => 0,
            Some("pm" | "p") if hour < 12 => hour + 12,
            _ => hour,
        };
        if hour > 23 || minute > 59 {
            return None;
        }
        let second = second.filter(|second| *second < 60);
        let second = second.map_or(String::new(), |second| format!(":{second:02}"));
        Some(format!("T{hour:02}:{minute:02}{second}{}", self.zone().unwrap_or_default()))
    }

    fn zone(&mut self) -> Option<String> {
        let is_universal = self.word(&["z", "gmt", "utc"]).is_some();
        let Some(sign) = self.mark("+-−") else {
            return is_universal.then(|| "Z".to_owned());
        };
        let sign = if sign == '+' { '+' } else { '-' };
        let (hours, minutes) = match self.tokens.first()? {
            Lexeme::Number(both, 4) => (both / 100, both % 100),
            Lexeme::Number(hours, 1..=2) => {
                self.number(1..=2)?;
                (*hours, self.mark(":").and_then(|_| self.number(2..=2)).unwrap_or(0))
            }
            _ => return None,
        };
        (hours < 15 && minutes < 60).then(|| format!("{sign}{hours:02}:{minutes:02}"))
    }
}

/// Whether a part of a text has the year of a date, in any of its forms.
fn has_year(token: &Lexeme) -> bool {
    match token {
        Lexeme::Number(year, 4) => YEARS.contains(year),
        Lexeme::Number(day, 8) => YEARS.contains(&(day / 10_000)),
        _ => false,
    }
}

/// The first date in a text.
pub fn find(text: &str, style: DateStyle) -> Option<Date> {
    // Most texts have no digits.
    if text.bytes().filter(u8::is_ascii_digit).count() < 4 {
        return None;
    }
    let tokens = tokens(text);
    if let [Lexeme::Number(seconds, 10 | 13)] = tokens[..] {
        return since_1970(if seconds > 99_999_999_999 { seconds / 1000 } else { seconds });
    }
    if !tokens.iter().any(has_year) {
        return None;
    }
    let forms = [
        Cursor::year_first,
        Cursor::compact,
        Cursor::with_units,
        Cursor::month_named_first,
        Cursor::day_before_name,
        Cursor::year_before_name,
        Cursor::year_last,
    ];
    (0..tokens.len()).find_map(|from| {
        let is_start =
            from == 0 || !matches!(tokens.get(from - 1), Some(Lexeme::Mark('/' | '-' | '.')));
        let is_named = matches!(tokens.get(from), Some(Lexeme::Word(_)));
        let tokens = tokens.get(from..).filter(|_| is_start || is_named)?;
        Cursor { tokens, style }.try_each(&forms)
    })
}

/// The date in an address's path, year first, with the day.
pub fn in_path(path: &str) -> Option<Date> {
    let tokens = tokens(path);
    (0..tokens.len()).find_map(|from| {
        let tokens = tokens.get(from..)?;
        let is_part = from > 0 && !matches!(tokens.get(1), Some(Lexeme::Word(_)));
        let forms = [Cursor::year_first, Cursor::compact];
        let style = DateStyle { is_month_first: false, language: "" };
        let cursor = &mut Cursor { tokens, style };
        let date = cursor.try_each(if is_part { &forms } else { &forms[..1] })?;
        (date.year > 1990).then_some(Date { time: String::new(), ..date })
    })
}

/// The date of so many seconds since 1970.
fn since_1970(seconds: u64) -> Option<Date> {
    let [year, month, day] = calendar::since_1970(seconds / 86_400);
    let of_day = seconds % 86_400;
    let time = format!("T{:02}:{:02}:{:02}Z", of_day / 3600, of_day / 60 % 60, of_day % 60);
    let date = Date { year: year as u16, month: month as u8, day: day as u8, time };
    YEARS.contains(&year).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> String {
        find(text, DateStyle::of("")).map_or("-".to_owned(), |date| date.to_string())
    }

    #[test]
    fn dates_in_many_forms() {
        for (text, date) in [
            ("2024-05-06", "2024-05-06"),
            ("2024-05-06T07:08:09.123+02:00", "2024-05-06T07:08:09+02:00"),
            ("2024-05-06T07:08:09Z", "2024-05-06T07:08:09Z"),
            ("2021-11-01T10:52:50+0100", "2021-11-01T10:52:50+01:00"),
            ("2019-04-28 06:01:07", "2019-04-28T06:01:07"),
            ("20240506", "2024-05-06"),
            ("20240506T070809", "2024-05-06T07:08:09"),
            ("Mon, 06 May 2024 07:08:09 GMT", "2024-05-06T07:08:09Z"),
            ("Mon May 06 2024 07:08:09 GMT+0200 (CEST)", "2024-05-06T07:08:09+02:00"),
            ("Posted on May 6th, 2024 at 7:08 pm by Jane", "2024-05-06T19:08"),
            ("6. Mai 2024", "2024-05-06"),
            ("le 1er août 2024", "2024-08-01"),
            ("6 de mayo de 2024", "2024-05-06"),
            ("6 czerwca 2024", "2024-06-06"),
            ("6. července 2024", "2024-07-06"),
            ("6 мая 2024 г.", "2024-05-06"),
            ("2024年5月6日", "2024-05-06"),
            ("06.05.2024", "2024-05-06"),
            ("05/06/2024", "2024-05-06"),
            ("25/12/2024", "2024-12-25"),
            ("1714979289", "2024-05-06T07:08:09Z"),
            ("1714979289000", "2024-05-06T07:08:09Z"),
            ("2024-02-30", "-"),
            ("on Monday", "-"),
            ("May 2024", "-"),
            ("", "-"),
        ] {
            assert_eq!(found(text), date, "{text}");
        }
        assert_eq!(find("05/06/2024", DateStyle::of("en-GB")).unwrap().to_string(), "2024-06-05");
    }

    #[test]
    fn dates_in_addresses() {
        let found = |path: &str| in_path(path).map(|date| date.to_string());
        assert_eq!(found("/2024/05/06/penguins.html").as_deref(), Some("2024-05-06"));
        assert_eq!(found("/news/20240506/penguins").as_deref(), Some("2024-05-06"));
        assert_eq!(found("/news/penguins-2024-05-06").as_deref(), Some("2024-05-06"));
        assert_eq!(found("/2024/05/penguins"), None);
        assert_eq!(found("/a/12345678"), None);
    }

    proptest::proptest! {
        #[test]
        fn any_text_may_hold_a_date(text in "\\PC{0,60}", digits in "[0-9a-z年月日:+. /-]{0,40}") {
            let _ = (found(&text), found(&digits), in_path(&text), in_path(&digits));
        }
    }
}
