//! Counts over the paper's words (section 3.3): tokens between white space with a letter or digit.

/// The counts of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Shallow {
    pub words: usize,
    /// Characters of all words.
    pub letters: usize,
    /// Words that begin with an upper-case letter.
    pub capitalized: usize,
    /// Words of more than one letter, none of them lower-case.
    pub upper_case: usize,
    /// Words that end in a full stop.
    pub full_stops: usize,
    /// Sentences: tokens that end in a full stop, question mark, exclamation mark or semicolon.
    pub sentences: usize,
    /// Tokens that look like part of a date or time.
    pub dates: usize,
    pub vertical_bars: usize,
}

impl Shallow {
    pub(super) fn from_text(text: &str) -> Self {
        let mut counts = Self { vertical_bars: text.matches('|').count(), ..Self::default() };
        // A mark may be a token by itself, for example after an anchor.
        counts.sentences = text.split_whitespace().filter(|token| ends_sentence(token)).count();
        for token in text.split_whitespace() {
            if token.contains(char::is_alphanumeric) {
                counts.add(token);
            }
        }
        // Words after the last mark are a sentence, too.
        counts.sentences += usize::from(counts.words > 0 && !ends_sentence(text.trim_end()));
        counts
    }

    fn add(&mut self, token: &str) {
        self.words += 1;
        self.letters += token.chars().count();
        self.full_stops += usize::from(bare(token).ends_with('.'));
        let word = token.trim_matches(|c: char| !c.is_alphanumeric());
        self.capitalized += usize::from(word.starts_with(char::is_uppercase));
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        self.upper_case += usize::from(
            letters > 1 && !word.contains(char::is_lowercase) && word.contains(char::is_uppercase),
        );
        self.dates += usize::from(is_date(word));
    }

    /// Divides a count by the number of words; 0 without words.
    pub(super) fn per_word(&self, count: usize) -> f64 {
        if self.words == 0 { 0.0 } else { count as f64 / self.words as f64 }
    }
}

/// Removes closing quotes and brackets from the end of a token.
fn bare(token: &str) -> &str {
    token.trim_end_matches(['"', '\'', ')', '”', '’'])
}

fn ends_sentence(token: &str) -> bool {
    bare(token).ends_with(['.', '?', '!', ';'])
}

const NAMES: [&str; 19] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// Years, clock times, numeric dates, months, days of the week, am and pm. The paper only says
/// "date/time-related tokens".
fn is_date(word: &str) -> bool {
    let lower = word.to_lowercase();
    let named = NAMES
        .iter()
        .any(|name| lower == *name || (lower.len() >= 3 && lower == name[..3]) || lower == "sept");
    named || matches!(lower.as_str(), "am" | "pm" | "a.m" | "p.m") || is_numeric_date(&lower)
}

fn is_numeric_date(word: &str) -> bool {
    let word = word.trim_end_matches("am").trim_end_matches("pm");
    let parts: Vec<&str> = word.split([':', '/', '-', '.']).collect();
    for part in &parts {
        if !(1..=4).contains(&part.len()) || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return false;
        }
    }
    match parts[..] {
        [year] => year.len() == 4 && (year.starts_with("19") || year.starts_with("20")),
        [hour, minutes] => word.contains(':') && hour.len() <= 2 && minutes.len() == 2,
        [_, _, _] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_are_known_from_numbers() {
        for word in [
            "2008",
            "1999",
            "10:30",
            "10:30pm",
            "3/5/08",
            "2008-05-03",
            "Monday",
            "Sept",
            "Feb",
            "pm",
            "12:30:59",
        ] {
            assert!(is_date(word), "{word}");
        }
        for word in ["3", "1500", "10.5", "dec1", "mayor", "1/2", "00001/2/3", "", "a:b"] {
            assert!(!is_date(word), "{word}");
        }
    }

    #[test]
    fn words_are_counted_as_they_are_written() {
        let counts = Shallow::from_text("\"NATO said so.\" - Who knows? *** I do, U.S. troops; |");
        assert_eq!((counts.words, counts.capitalized, counts.upper_case), (9, 4, 2));
        assert_eq!((counts.full_stops, counts.sentences, counts.vertical_bars), (2, 5, 1));
        assert_eq!(Shallow::from_text(" | - "), Shallow { vertical_bars: 1, ..Shallow::default() });
    }
}
