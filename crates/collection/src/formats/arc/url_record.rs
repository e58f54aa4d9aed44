//! The first line of an ARC record, the URL record
//! (<https://archive.org/web/researcher/ArcFileFormat.php>).

use memchr::{memchr, memchr_iter, memchr3, memmem};
use std::net::IpAddr;

/// The longest URL record: crawlers cut URLs at 2,083 characters.
pub(crate) const LONGEST: usize = 4096;
/// The start of the record that describes the file.
pub(crate) const FILE: &[u8] = b"filedesc:";

/// The fields of a URL record: `URL IP date type length`; version 2:
/// `URL IP date type status checksum location offset file length`.
pub(crate) struct UrlLine<'a> {
    pub url: Vec<&'a [u8]>,
    pub date: &'a [u8],
    pub media: Vec<&'a [u8]>,
    pub length: &'a [u8],
}

/// Returns whether `data` starts with a URL record that was not cut off.
pub(crate) fn is_record(data: &[u8]) -> bool {
    line(data).is_some_and(|(text, _)| split(text).is_some() && !is_cut_by_another(text))
}

/// What stands in place of an address.
const NO_ADDRESS: [&[u8]; 3] = [b"-", b"None", b"null"];
/// The schemes that crawlers write, by which a URL is found behind other text. Of two alike the
/// longer comes first.
const SCHEMES: [&[u8]; 8] =
    [b"https", b"http", b"ftp", b"dns", b"filedesc", b"whois", b"gopher", b"warcinfo"];

/// Returns whether `data` starts with a URL record for certain, so that it is one in mid-line, too,
/// behind the byte `before`.
pub(crate) fn is_certain(data: &[u8], before: u8) -> bool {
    // Most URLs in a page are attributes.
    let end = memchr3(b' ', b'"', b'\n', &data[..data.len().min(LONGEST)]);
    let Some((text, _)) = line(data).filter(|_| end.is_some_and(|end| data[end] == b' ')) else {
        return false;
    };
    // What stands before a URL in a page. If it was cut off there, the URL behind it is that of the
    // record.
    let is_quoted = before.is_ascii_whitespace() || b"\"'=(>".contains(&before);
    is_strict(text) && others(text).into_iter().all(|at| !is_quoted && !breaks_off(&text[..at]))
}

/// Returns the offsets behind 0 where the rest of a line is a URL record, too.
fn others(text: &[u8]) -> Vec<usize> {
    let Some(end) = url_ends(text).pop() else { return Vec::new() };
    let start = text[..end].iter().rposition(is_quote).map_or(0, |quote| quote + 1);
    let url = &text[start..end];
    let schemes = memchr_iter(b':', url).filter_map(|colon| scheme(&url[..colon]));
    let others: Vec<usize> = schemes.map(|at| start + at).filter(|at| *at > 0).collect();
    // They differ in their URL alone, so one stands for all.
    let is_record = others.last().is_some_and(|at| split(&text[*at..]).is_some());
    if is_record { others } else { Vec::new() }
}

/// Returns whether a line is a URL record as crawlers write it: a URL, an address, a date, a type,
/// and a length. The one that describes the file only needs its name.
fn is_strict(text: &[u8]) -> bool {
    if text.starts_with(FILE) {
        return split(text).is_some();
    }
    let Some(end) = url_ends(text).into_iter().next() else { return false };
    let url = &text[..end];
    let colon = memchr(b':', url);
    let is_url = colon.is_some_and(|colon| scheme(&url[..colon]) == Some(0));
    is_url && !url.iter().any(is_quote) && split(text).is_some()
}

/// Returns where the words of a line end that have an address and a date behind them: the last
/// words of URLs.
fn url_ends(text: &[u8]) -> Vec<usize> {
    let spaces: Vec<usize> = memchr_iter(b' ', text).chain([text.len()]).collect();
    let mut ends = Vec::new();
    for part in spaces.windows(3) {
        let address = &text[part[0] + 1..part[1]];
        let date = &text[part[1] + 1..part[2]];
        if (is_address(address) || NO_ADDRESS.contains(&address)) && is_date(date) {
            ends.push(part[0]);
        }
    }
    ends
}

/// Returns whether a word is a date as crawlers write it: only digits.
fn is_date(word: &[u8]) -> bool {
    (8..=18).contains(&word.len()) && digits(word) == word.len()
}

/// Returns whether a line starts with what is left of a URL record, which was cut off by another
/// one.
pub(crate) fn is_fragment(data: &[u8]) -> bool {
    let Some((text, _)) = line(data) else { return false };
    others(text).into_iter().any(|at| breaks_off(&text[..at]) && starts_scheme(&text[..at]))
}

/// Returns whether one of a text and a scheme is the start of the other.
fn starts_scheme(text: &[u8]) -> bool {
    SCHEMES.iter().any(|scheme| {
        let both = text.len().min(scheme.len());
        text[..both].eq_ignore_ascii_case(&scheme[..both])
    })
}

/// Returns whether `data` has a word of 14 digits that is a date, as URL records do.
pub(crate) fn has_date(data: &[u8]) -> bool {
    let centuries = [&b" 19"[..], b" 20"].into_iter();
    let mut places = centuries.flat_map(|century| memmem::find_iter(data, century));
    places.any(|at| {
        digits(&data[at + 1..data.len().min(at + 16)]) == 14 && data.get(at + 15) == Some(&b' ')
    })
}

/// Returns whether a byte ends a URL in a page.
fn is_quote(byte: &u8) -> bool {
    matches!(byte, b'"' | b'<' | b'>')
}

/// Returns where the scheme starts that `text`, up to a colon, ends with.
pub(crate) fn scheme(text: &[u8]) -> Option<usize> {
    for scheme in SCHEMES {
        if let Some(start) = text.len().checked_sub(scheme.len())
            && text[start..].eq_ignore_ascii_case(scheme)
        {
            return Some(start);
        }
    }
    None
}

/// Returns whether a URL record was cut off before another one. A URL within a URL is no record.
pub(crate) fn is_cut_by_another(text: &[u8]) -> bool {
    others(text).into_iter().any(|at| breaks_off(&text[..at]))
}

/// Returns whether a URL record was cut off behind `text`, so that a URL there is not a part of its
/// URL: within a word or a host, behind its URL, or before it, because `text` is a field of an HTTP
/// head. Schemes are in lower case.
fn breaks_off(text: &[u8]) -> bool {
    let within_word = text.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b' ');
    let is_field = text.first().is_some_and(u8::is_ascii_uppercase);
    let mut fields = text.split(|byte| *byte == b' ');
    let url = fields.next().unwrap_or_default();
    let has_path = memmem::find(url, b"://")
        .is_some_and(|at| url[at + 3..].iter().any(|byte| b"/?".contains(byte)));
    within_word || is_field || !has_path || fields.any(is_part_of_address)
}

/// Returns whether a field is an address or the start of one.
fn is_part_of_address(field: &[u8]) -> bool {
    !field.is_empty() && field.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
}

/// Returns the line at the start of `data` and its length with the newline; `None` if it is too
/// long or does not end.
pub(crate) fn line(data: &[u8]) -> Option<(&[u8], usize)> {
    let end = memchr(b'\n', &data[..data.len().min(LONGEST)])?;
    Some((data[..end].trim_ascii_end(), end + 1))
}

/// Splits a URL record into fields; `None` if it is invalid. Some crawlers wrote URLs and types
/// with spaces or swapped fields, so the fields are found by their form: an IP address next to a
/// date, and a length at the end. The record that describes the file only needs its name.
pub(crate) fn split(text: &[u8]) -> Option<UrlLine<'_>> {
    if !has_scheme(text) {
        return None;
    }
    let fields: Vec<&[u8]> = text.split(|byte| *byte == b' ').collect();
    let (length, before) = fields.split_last()?;
    if text.starts_with(FILE) {
        let date = before.get(2).copied().unwrap_or_default();
        let url = fields[..1].to_vec();
        return Some(UrlLine {
            url,
            date,
            media: before.iter().skip(3).copied().collect(),
            length,
        });
    }
    let (first, last, date) = (1..before.len()).find_map(|at| place(before, at))?;
    let number = std::str::from_utf8(length).ok()?.parse::<i64>().is_ok();
    if before.len() < last + 1 || !(number || digits(date) >= 14) {
        return None;
    }
    let media = match &before[last..] {
        // Version 2 has five more fields after the type.
        [media, _, _, _, _, _] => vec![*media],
        media => media.to_vec(),
    };
    Some(UrlLine { url: before[..first].to_vec(), date, media, length })
}

/// Tries the fields at `at` as IP address and date. Returns where the URL ends, where the type
/// starts, and the date. Next to an address the date may be anything, and next to a date of 14
/// digits the address may be anything.
fn place<'a>(fields: &[&'a [u8]], at: usize) -> Option<(usize, usize, &'a [u8])> {
    let one = *fields.get(at)?;
    let other = *fields.get(at + 1)?;
    if is_address(one) && other.first().is_some_and(u8::is_ascii_alphanumeric) {
        return Some((at, at + 2, other));
    }
    if is_address(other) && digits(one) >= 8 {
        return Some((at, at + 2, one));
    }
    let missing = NO_ADDRESS.contains(&one) && digits(other) >= 8;
    let dated = digits(other) == 14 && other.len() == 14;
    (missing || dated).then_some((at, at + 2, other))
}

/// Returns the number of digits at the start of a field.
fn digits(field: &[u8]) -> usize {
    field.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn is_address(field: &[u8]) -> bool {
    std::str::from_utf8(field).is_ok_and(|field| field.parse::<IpAddr>().is_ok())
}

/// Returns whether a line starts with a URL scheme.
fn has_scheme(text: &[u8]) -> bool {
    let name =
        text.iter().take(16).position(|byte| *byte == b':').map_or(&[][..], |colon| &text[..colon]);
    name.len() > 1 && name[0].is_ascii_alphabetic() && name.iter().all(may_be_in_scheme)
}

/// Returns whether a byte may be part of a URL's scheme.
fn may_be_in_scheme(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}
