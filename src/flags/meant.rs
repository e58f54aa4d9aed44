//! What a mistyped number or range was meant to be: `1-100` is `1..=100`, `50%` is `0.5`.

use tamis::Decimal;

/// Words and signs between the ends of a range, as other programs write it.
const BETWEEN: &[&str] =
    &["-", "–", "—", "..", "...", "…", "..=", "=..", "..<", ":", "to", "until", "bis", "~"];
/// Words and signs in front of the step.
const STEPS: &[&str] = &[":", "..", "..=", "/", "by", "step", "+"];

/// Returns the values that a text was meant to be: a range, or one number.
pub fn values(text: &str) -> Option<String> {
    let Some((numbers, between)) = parts(text.trim()) else { return number(text) };
    let meant = match (&numbers[..], &between[..]) {
        ([from, to], [sign]) if BETWEEN.contains(&sign.as_str()) => range(from, to, None),
        ([from, to, step], [sign, second])
            if BETWEEN.contains(&sign.as_str()) && STEPS.contains(&second.as_str()) =>
        {
            range(from, to, Some(step))
        }
        // 1,2,...,10
        ([from, second, to], [comma, dots]) if comma == "," && dots.starts_with(",..") => {
            let step = step_of(from, second)?;
            range(from, to, (step != "1").then_some(&step))
        }
        _ => number(text),
    };
    meant.filter(|meant| meant != text)
}

/// The range between two numbers, the smaller one first.
fn range(from: &str, to: &str, step: Option<&String>) -> Option<String> {
    let (low, high): (Decimal, Decimal) = (from.parse().ok()?, to.parse().ok()?);
    let (from, to) = if low <= high { (from, to) } else { (to, from) };
    Some(match step {
        Some(step) => format!("{from}..={to}:{step}"),
        None => format!("{from}..={to}"),
    })
}

/// How far the second number of a list is from the first.
fn step_of(from: &str, second: &str) -> Option<String> {
    let (from, second): (u32, u32) = (from.parse().ok()?, second.parse().ok()?);
    second.checked_sub(from).filter(|step| *step > 0).map(|step| step.to_string())
}

/// The numbers of a text that begins and ends with one, and what stands between them.
pub fn parts(text: &str) -> Option<(Vec<String>, Vec<String>)> {
    let mut numbers = Vec::new();
    let mut between = Vec::new();
    let mut rest = text;
    loop {
        let end = end_of_number(rest);
        if end == 0 {
            return None;
        }
        numbers.push(rest[..end].to_owned());
        rest = &rest[end..];
        if rest.is_empty() {
            return Some((numbers, between));
        }
        let next = rest.find(|c: char| c.is_ascii_digit())?;
        between.push(rest[..next].trim().to_lowercase().replace(' ', ""));
        rest = &rest[next..];
    }
}

/// Returns the number that a text begins with.
pub fn leading(text: &str) -> Option<String> {
    let text = text.trim();
    let end = end_of_number(text);
    (end > 0).then(|| text[..end].to_owned())
}

/// The end of the number that a text begins with: digits, and a point only between digits.
fn end_of_number(text: &str) -> usize {
    let digits = |from: usize| {
        text[from..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| from + end)
    };
    let whole = digits(0);
    match text[whole..].strip_prefix('.') {
        Some(fraction) if fraction.starts_with(|c: char| c.is_ascii_digit()) => digits(whole + 1),
        _ => whole,
    }
}

/// Returns the number that a text was meant to be: `>= 11`, `1 000`, `50%`.
pub fn number(text: &str) -> Option<String> {
    let bare = text.trim().trim_start_matches(['<', '>', '=', '+', '≥', '≤', ' ']);
    let bare: String = bare.chars().filter(|c| !matches!(c, ' ' | '_' | '\'' | '’')).collect();
    let meant = match bare.strip_suffix('%') {
        Some(percent) => percent.parse::<Decimal>().ok()?.percent().to_string(),
        None => bare.parse::<Decimal>().ok()?.to_string(),
    };
    (meant != text).then_some(meant)
}

/// Returns the date that a text was meant to be: `06.12.2005`, `2005/12/06`. With strokes, 3/4/2005
/// is one of two days.
pub fn date(text: &str) -> Option<String> {
    let sign = text.chars().find(|c| matches!(c, '.' | '/'))?;
    let parts: Vec<u32> = text.split(sign).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let (year, month, day) = match parts[..] {
        [year, month, day] if year > 999 => (year, month, day),
        [day, month, year] if year > 999 && (sign == '.' || day > 12) => (year, month, day),
        [month, day, year] if year > 999 && day > 12 => (year, month, day),
        _ => return None,
    };
    let exists = (1..=12).contains(&month) && (1..=31).contains(&day);
    exists.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// A message about a value, with what it was meant to be.
pub fn with_meant(message: String, meant: Option<String>) -> String {
    match meant {
        Some(meant) => format!("{message}; did you mean {meant}?"),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_other_programs_are_understood() {
        for (typed, meant) in [
            ("1-100", "1..=100"),
            ("1..100", "1..=100"),
            ("1...100", "1..=100"),
            ("1 - 100", "1..=100"),
            ("1 to 100", "1..=100"),
            ("1:100", "1..=100"),
            ("1–100", "1..=100"),
            ("100-1", "1..=100"),
            ("100..=1", "1..=100"),
            ("0.1-0.9:0.1", "0.1..=0.9:0.1"),
            ("0.5..3:0.5", "0.5..=3:0.5"),
            ("1-10 by 2", "1..=10:2"),
            ("1,2,...,10", "1..=10"),
            ("10,20,..,100", "10..=100:10"),
        ] {
            assert_eq!(values(typed).as_deref(), Some(meant), "{typed}");
        }
    }

    #[test]
    fn numbers_of_other_programs_are_understood() {
        for (typed, meant) in
            [(">=11", "11"), ("= 11", "11"), ("33%", "0.33"), ("1_000", "1000"), ("1 000", "1000")]
        {
            assert_eq!(values(typed).as_deref(), Some(meant), "{typed}");
        }
    }

    #[test]
    fn dates_of_other_countries_are_understood() {
        for (typed, meant) in [
            ("06.12.2005", Some("2005-12-06")),
            ("2005/12/06", Some("2005-12-06")),
            ("2005/1/6", Some("2005-01-06")),
            ("12/31/2005", Some("2005-12-31")),
            ("31/12/2005", Some("2005-12-31")),
            ("3/4/2005", None),
            ("2005-12-06", None),
            ("2005-12-06T09:12:33.5Z", None),
            ("31.13.2005", None),
        ] {
            assert_eq!(date(typed).as_deref(), meant, "{typed}");
        }
    }

    #[test]
    fn what_means_nothing_gets_no_answer() {
        for typed in
            ["", "a", "a-b", "1-", "-5", "1..=", "1;2", "1-2-3-4", "11", "..", "1e9999999999"]
        {
            assert_eq!(values(typed), None, "{typed}");
        }
    }
}
