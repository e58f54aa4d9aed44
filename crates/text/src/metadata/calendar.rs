//! Months, their names and their days.
//!
//! The names are those of CLDR in all languages (`months.tsv`, which eval/metadata/months prints):
//! in dates (`6 lipnja`) and alone (`lipanj`), whole and abbreviated.

use icu_normalizer::DecomposingNormalizerBorrowed;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// The names by locale and pattern, whole (`MMMM` in dates, `LLLL` alone) and abbreviated.
const TABLE: &str = include_str!("months.tsv");
/// Its names are used on pages of all languages.
const ENGLISH: &str = "en";
/// Characters that a name of a month has at least.
const LEAST: usize = 3;
/// Characters that an inflected name shares with a known one at least.
const STEM: usize = 4;
/// Characters of a known name that an inflected one may lack, and that may follow.
const ENDING: [usize; 2] = [2, 3];

/// A name, folded, and of which months in which languages.
struct MonthName {
    name: String,
    is_whole: bool,
    of: Vec<(&'static str, u64)>,
}

/// How a word and a name fit; what comes later is surer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameFit {
    /// The word begins with an abbreviation, as in `Febuary`. Many words do.
    Begins,
    /// It is the whole name with another ending.
    Inflected,
    /// It is the beginning of the whole name.
    Abbreviated,
    Equal,
}

/// The names by their first characters.
static NAMES: LazyLock<FxHashMap<[char; LEAST], Vec<MonthName>>> = LazyLock::new(|| {
    let mut all: FxHashMap<(String, bool), Vec<(&str, u64)>> = FxHashMap::default();
    for (locale, is_whole, months) in rows() {
        let language = locale.split('-').next().unwrap_or_default();
        for (name, month) in months.zip(1..) {
            all.entry((last_word(name), is_whole)).or_default().push((language, month));
        }
    }
    let mut names: FxHashMap<_, Vec<MonthName>> = FxHashMap::default();
    for ((name, is_whole), of) in all {
        if let Some(first) = first(&name).filter(|_| name.chars().all(char::is_alphabetic)) {
            names.entry(first).or_default().push(MonthName { name, is_whole, of });
        }
    }
    names
});

/// The languages of [`TABLE`].
static LANGUAGES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
    rows().map(|(locale, ..)| locale).filter(|locale| !locale.contains('-')).collect()
});

/// The rows of [`TABLE`]: the locale, whether the names are whole, and the twelve names.
fn rows() -> impl Iterator<Item = (&'static str, bool, impl Iterator<Item = &'static str>)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut cells = line.split('\t');
        Some((cells.next()?, cells.next()?.len() > LEAST, cells))
    })
}

/// The last word of a name, folded: Catalan has `de gener` and `d’abril`.
fn last_word(name: &str) -> String {
    let name = name.trim_end_matches('.').rsplit([' ', '’', '\'']).next().unwrap_or_default();
    fold(&name.to_lowercase()).into_owned()
}

/// A word without accents, as many write it.
fn fold(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return word.into();
    }
    let decomposed = DecomposingNormalizerBorrowed::new_nfd().normalize(word);
    let of_letter = |c| if c == 'ı' { 'i' } else { c };
    decomposed.chars().filter(|c| c.is_alphanumeric()).map(of_letter).collect()
}

fn first(word: &str) -> Option<[char; LEAST]> {
    let mut chars = word.chars();
    Some([chars.next()?, chars.next()?, chars.next()?])
}

/// The language of a tag such as `de-AT`, if names of months are known of it; else an empty text.
pub fn language(tag: &str) -> &'static str {
    let primary = tag.split(['-', '_']).next().unwrap_or_default();
    let known = LANGUAGES.get(primary).or_else(|| LANGUAGES.get(&*primary.to_ascii_lowercase()));
    known.copied().unwrap_or_default()
}

/// The number of a month by its name in lower case, on a page in a [`language`]. A name that is of
/// several months is that of the page's language, else the English one, else none.
pub fn month(word: &str, language: &str) -> Option<u64> {
    let word = fold(word);
    let same_start = NAMES.get(&first(&word)?)?;
    let of_page = [language, ENGLISH];
    let fit = |name: &'static MonthName| Some((name.fit(&word, &of_page)?, name));
    let fits: Vec<_> = same_start.iter().filter_map(fit).collect();
    let best = fits.iter().map(|(fit, _)| *fit).max()?;
    let best = fits.into_iter().filter(|(fit, _)| *fit == best);
    let found: Vec<_> = best.flat_map(|(_, name)| &name.of).collect();
    let decides = of_page.iter().find(|page| found.iter().any(|(of, _)| of == *page));
    let is_asked = |of: &str| decides.is_none_or(|page| *page == of);
    let mut months = found.iter().filter(|(of, _)| is_asked(of)).map(|(_, month)| *month);
    let first = months.next()?;
    months.all(|month| month == first).then_some(first)
}

impl MonthName {
    /// How a word fits, and in how many characters.
    fn fit(&self, word: &str, of_page: &[&str]) -> Option<(NameFit, usize)> {
        let pairs = word.chars().zip(self.name.chars());
        let common = pairs.take_while(|(word, name)| word == name).count();
        let more = word.chars().count() - common;
        let lacks = self.name.chars().count() - common;
        let [may_lack, may_follow] = ENDING;
        let is_of_page = || self.of.iter().any(|(of, _)| of_page.contains(of));
        let fit = match (self.is_whole, lacks, more) {
            (_, 0, 0) => NameFit::Equal,
            (true, _, 0) => NameFit::Abbreviated,
            _ if self.is_whole && common >= STEM && lacks <= may_lack && more <= may_follow => {
                NameFit::Inflected
            }
            (false, 0, _) if is_of_page() => NameFit::Begins,
            _ => return None,
        };
        Some((fit, if fit == NameFit::Abbreviated { 0 } else { common }))
    }
}

/// The number of a month's last day.
pub fn last_day(year: u64, month: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// How many days a day is after 0000-03-01 (Hinnant's `days_from_civil`).
fn days([year, month, day]: [u64; 3]) -> u64 {
    let year = year - u64::from(month <= 2);
    let from_march = if month > 2 { month - 3 } else { month + 9 };
    year * 365 + year / 4 - year / 100 + year / 400 + (153 * from_march + 2) / 5 + day
}

/// How many days are between two dates in ISO 8601.
pub fn apart(one: &str, other: &str) -> Option<u64> {
    let part = |date: &str, part: Range<usize>| date.get(part)?.parse::<u64>().ok();
    let days = |date| Some(days([part(date, 0..4)?, part(date, 5..7)?, part(date, 8..10)?]));
    Some(days(one)?.abs_diff(days(other)?))
}

/// The year, month and day after so many days since 1970 (Howard Hinnant's `civil_from_days`).
pub fn since_1970(days: u64) -> [u64; 3] {
    let days = days + 719_468;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    [days / 146_097 * 400 + year_of_era + u64::from(month < 3), month, day]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_every_language_is_its_month() {
        let wrong = |tag: &str, name: &str, number: u64| {
            let known = name.chars().all(char::is_alphabetic).then(|| name.to_lowercase());
            known.is_some_and(|name| ![None, Some(number)].contains(&month(&name, language(tag))))
        };
        let mut count = 0;
        for (locale, _, names) in rows() {
            for (name, number) in names.zip(1..) {
                assert!(!wrong(locale, name, number), "{locale} {name}");
                count += 1;
            }
        }
        assert!(count > 5000 && count % 12 == 0, "{count} names");
    }

    #[test]
    fn days_between_dates() {
        assert_eq!(apart("2024-02-28", "2024-03-01T08:00"), Some(2));
        assert_eq!(apart("2023-03-01", "2023-02-28"), Some(1));
        assert_eq!(apart("2000-01-01", "1999-12-31"), Some(1));
        assert_eq!(apart("2024-01-01", "soon"), None);
        for days in [0, 59, 11_016, 20_000] {
            let [one, other] = [days, days + 400].map(|days| {
                let [year, month, day] = since_1970(days);
                format!("{year}-{month:02}-{day:02}")
            });
            assert_eq!(apart(&one, &other), Some(400));
        }
    }

    /// The months of some languages as dates have them.
    const MONTHS: &[(&str, &str)] = &[
        (
            "bg",
            "януари февруари март април май юни \
             юли август септември октомври ноември декември",
        ),
        (
            "cs",
            "ledna února března dubna května června \
             července srpna září října listopadu prosince",
        ),
        (
            "et",
            "jaanuar veebruar märts aprill mai juuni \
             juuli august september oktoober november detsember",
        ),
        (
            "hr",
            "siječnja veljače ožujka travnja svibnja lipnja \
             srpnja kolovoza rujna listopada studenoga prosinca",
        ),
        (
            "id",
            "januari februari maret april mei juni \
             juli agustus september oktober november desember",
        ),
        (
            "is",
            "janúar febrúar mars apríl maí júní \
             júlí ágúst september október nóvember desember",
        ),
        (
            "lt",
            "sausio vasario kovo balandžio gegužės birželio \
             liepos rugpjūčio rugsėjo spalio lapkričio gruodžio",
        ),
        (
            "lv",
            "janvāris februāris marts aprīlis maijs jūnijs \
             jūlijs augusts septembris oktobris novembris decembris",
        ),
        (
            "mt",
            "jannar frar marzu april mejju ġunju \
             lulju awwissu settembru ottubru novembru diċembru",
        ),
        (
            "pl",
            "stycznia lutego marca kwietnia maja czerwca \
             lipca sierpnia września października listopada grudnia",
        ),
        (
            "ro",
            "ianuarie februarie martie aprilie mai iunie \
             iulie august septembrie octombrie noiembrie decembrie",
        ),
        (
            "sl",
            "januar februar marec april maj junij \
             julij avgust september oktober november december",
        ),
        (
            "sr",
            "јануар фебруар март април мај јун \
             јул август септембар октобар новембар децембар",
        ),
        (
            "sr-Latn",
            "januar februar mart april maj jun \
             jul avgust septembar oktobar novembar decembar",
        ),
        (
            "uk",
            "січня лютого березня квітня травня червня \
             липня серпня вересня жовтня листопада грудня",
        ),
    ];

    #[test]
    fn months_in_some_languages() {
        for (tag, names) in MONTHS {
            for (name, number) in names.split(' ').zip(1..) {
                assert_eq!(month(name, language(tag)), Some(number), "{tag} {name}");
            }
        }
    }

    #[test]
    fn a_name_of_several_months_is_that_of_the_language_of_the_page() {
        for (word, tag, number) in [
            ("listopada", "hr", Some(10)),
            ("listopada", "pl-PL", Some(11)),
            ("listopada", "en", None),
            ("listopada", "", None),
            ("lip", "hr", Some(6)),
            ("lip", "pl", Some(7)),
            ("lip", "", None),
            // English names are used everywhere; the Sotho call another month Jan.
            ("jan", "de", Some(1)),
            ("jan", "", Some(1)),
            // Endings that CLDR does not have.
            ("lipnju", "hr", Some(6)),
            ("januárban", "hu", Some(1)),
            ("marraskuussa", "en", Some(11)),
            // As many write them.
            ("fevrier", "", Some(2)),
            ("μαιου", "el", Some(5)),
            ("kasim", "tr", Some(11)),
            ("jänner", "de-AT", Some(1)),
            ("sept", "", Some(9)),
            ("febuary", "en", Some(2)),
            ("ma", "", None),
            ("settings", "en", None),
            ("outdoors", "en", None),
            ("monday", "en", None),
        ] {
            assert_eq!(month(word, language(tag)), number, "{word} {tag}");
        }
    }
}
