//! The shape of a page's address.

use super::words::ADDRESS;
use tamis_blocks::classify::tamis::MISSING;
use url::Url;

/// Longer addresses are cut: a page may give any.
const LONGEST: usize = 2000;
/// The greatest value of a count.
const MOST: usize = 200;

/// Names of the features, in the order of a row.
pub fn names() -> impl Iterator<Item = String> {
    let shape = SHAPE.iter().map(|name| format!("address_{name}"));
    let groups = ADDRESS.iter().flat_map(|(group, _)| {
        ["host", "path", "last", "words"].map(|place| format!("address_{place}_{group}"))
    });
    shape.chain(groups)
}

/// Number of groups of words.
pub const GROUPS: usize = 7;

pub const WIDTH: usize = SHAPE.len() + 4 * GROUPS;

const SHAPE: [&str; 9] = [
    "depth",
    "query",
    "last_hyphens",
    "last_length",
    "last_digits",
    "digits",
    "hyphens",
    "date",
    "ending",
];

/// Appends the features of an address; missing ones, if there is none.
pub fn append(address: Option<&str>, row: &mut Vec<i32>) {
    let parsed = address.filter(|a| a.len() <= LONGEST).and_then(|a| Url::parse(a).ok());
    let Some(url) = parsed.filter(|url| url.has_host()) else {
        row.extend([MISSING; WIDTH]);
        return;
    };
    let path = url.path().to_ascii_lowercase();
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let last = parts.last().copied().unwrap_or_default();
    let is_year =
        |part: &&str| part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
    let hyphens = |part: &str| part.bytes().filter(|b| matches!(b, b'-' | b'_')).count();
    let digits = |part: &str| part.bytes().filter(u8::is_ascii_digit).count();
    let has_date = parts.iter().any(|part| is_year(part) && digits(part) == 4);
    let shape: [usize; SHAPE.len()] = [
        parts.len(),
        url.query().map_or(0, str::len),
        hyphens(last),
        last.len(),
        digits(last),
        digits(&path),
        parts.iter().map(|part| hyphens(part)).max().unwrap_or(0),
        usize::from(has_date),
        usize::from(last.contains('.')),
    ];
    row.extend(shape.map(|count| count.min(MOST) as i32));
    let host = url.host_str().unwrap_or_default().to_ascii_lowercase();
    for (_, words) in ADDRESS.iter() {
        let is_of = |part: &str| words.contains(&part.split('.').next().unwrap_or_default());
        let before = parts.len().saturating_sub(1);
        let first = parts.iter().take(before).position(|part| is_of(part));
        let labels = host.rsplit('.').skip(1);
        let inside = parts.iter().flat_map(|part| part.split(['-', '_', '.']));
        row.push(i32::from(labels.into_iter().any(|label| words.contains(&label))));
        row.push(first.map_or(0, |at| at.min(MOST) as i32 + 1));
        row.push(i32::from(is_of(last)));
        row.push(inside.filter(|word| words.contains(word)).count().min(MOST) as i32);
    }
}
