//! Months, their names and their days.

use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// How the names of each month start, in lower case; the longest start that fits counts.
const MONTHS: [&str; 12] = [
    "jan gen ene oca sty led tammi ian янв січ ιαν",
    "feb fév fev şub lut úno helmi фев лют φεβ",
    "mar mär mrz maa mrt bře márc мар бер μαρ μάρ",
    "apr avr abr kwi dub huhti nis ápr апр квіт απρ",
    "may mai mei maj mag květ touko máj мая май трав μαΐ μάι μαι",
    "jun juin giu cze červ haz kesä jún июн черв ιουν ιούν",
    "jul juil lug lip červenc tem heinä júl июл лип ιουλ ιούλ",
    "aug aoû aou ago sie srp ağu elo авг серп αυγ αύγ",
    "sep set wrz zář eyl syys szep сен вер σεπ",
    "oct okt out ott paź říj eki loka окт жов οκτ",
    "nov lis kas marras ноя листопад νοε νοέ",
    "dec déc dez dic des gru prosin aral joulu дек груд δεκ",
];

/// Bytes that every name of a month has at least.
const LEAST: usize = 3;

/// Starts of names with their months, by their first bytes.
type Starts = FxHashMap<[u8; LEAST], Vec<(&'static str, u64)>>;

/// Those of [`MONTHS`], the longest first.
static STARTS: LazyLock<Starts> = LazyLock::new(|| {
    let mut starts = Starts::default();
    for (of_month, month) in MONTHS.iter().zip(1..) {
        for start in of_month.split(' ') {
            if let Some(first) = start.as_bytes().first_chunk() {
                starts.entry(*first).or_default().push((start, month));
            }
        }
    }
    for of in starts.values_mut() {
        of.sort_by_key(|(start, _)| Reverse(start.len()));
    }
    starts
});

/// The number of a month by its name.
pub fn month(word: &str) -> Option<u64> {
    let starts = STARTS.get(word.as_bytes().first_chunk()?)?;
    starts.iter().find(|(start, _)| word.starts_with(start)).map(|(_, month)| *month)
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
