//! Reads the head of a WARC record. Heads in ClueWeb09 have raw line breaks in values, lines
//! without a colon, and bytes that are not UTF-8; all of them are accepted.

use super::format::{InputFormat, Signs, first_line};
use crate::container::Container;
use crate::container::segments::RecordSegment;
use crate::container::shape::{ContainerFormat, RecordHead, RecordKind};
use crate::mark::RecordMark;
use crate::records::Records;
use crate::revisit::Revisit;
use crate::sniff;
use crate::stream::Stream;
use memchr::memchr;

/// The start of every record.
const VERSION: &[u8] = b"WARC/";
/// The longest version, such as `WARC/1.1.1`.
const LONGEST_VERSION: usize = 10;
/// Number of bytes that a version line and the name of a field take at most.
const VERSION_AND_FIELD: usize = 64;
/// Number of bytes within which a head ends that starts in mid-line.
const WHOLE_HEAD: usize = 4096;
/// Where a search inside a block stops: at a version line followed by one of WARC's fields, or by a
/// whole head.
const SURE: RecordMark = RecordMark {
    prefix: VERSION,
    look_ahead: WHOLE_HEAD,
    is: is_record,
    is_inside: |data, _| is_whole_head(data),
    scheme: |_| None,
};
/// Where a search for a record stops when nothing is known about the bytes before: at any version
/// line.
const ANY: RecordMark = RecordMark { is: is_warc, ..SURE };
/// The longest head; more is not a head.
const LONGEST: usize = 1 << 20;

/// Number of bytes after a blank line that show whether the head continues.
const AHEAD: usize = 8;

/// WARC, ISO 28500.
pub(super) static FORMAT: InputFormat = InputFormat {
    name: "warc",
    noun: Some("a WARC archive"),
    expected: "WARC",
    signs: Signs {
        extensions: &["warc", "wet", "wat"],
        starts: is_warc,
        later: Some(|text| first_line(text, is_warc)),
        ..Signs::NONE
    },
    read: |records, _| Box::new(Records::new(records, Container::new(&WARC))),
};

/// The records of WARC.
pub(crate) static WARC: ContainerFormat = ContainerFormat {
    name: "WARC",
    length: "Content-Length",
    head: read,
    any: ANY,
    sure: SURE,
    behind: WHOLE_HEAD,
    whole_lines: false,
    extent,
    may_hold: |_| true,
    is_fragment: |_| false,
};

/// Returns whether `bytes` start with WARC's magic and a digit. JWAT's and JHOVE's tests call any
/// case valid.
fn is_warc(bytes: &[u8]) -> bool {
    bytes.len() > 5 && bytes[..5].eq_ignore_ascii_case(b"WARC/") && bytes[5].is_ascii_digit()
}

/// Reads the head at the start of the window; `None` if there is none.
fn read(stream: &mut Stream) -> Option<RecordHead> {
    stream.want(VERSION.len() + 1);
    if !is_warc(stream.data()) {
        return None;
    }
    let mut need = VERSION.len();
    loop {
        stream.want(need);
        let next = stream.member_starting(ANY, 1);
        let text = &stream.data()[..next.unwrap_or(stream.data().len()).min(LONGEST)];
        // The bytes after a blank line show whether the head continues, so they must be in the
        // window.
        let all = next.is_some() || stream.data().len() < need || text.len() == LONGEST;
        if let Some(end) = end(text).filter(|end| all || end.at + AHEAD <= text.len()) {
            let head = &text[..end.at];
            return (!sniff::has_hole(head))
                .then(|| RecordHead { is_cut: end.is_cut, ..parse(head) });
        }
        if next.is_some() || stream.data().len() < need || need > LONGEST {
            return None;
        }
        // Grow by a quarter: a head that arrives byte by byte must not be parsed for every byte.
        need = stream.data().len() + stream.data().len() / 4 + 1;
    }
}

/// Returns whether `data` starts with a version line followed by one of WARC's fields.
fn is_record(data: &[u8]) -> bool {
    is_warc(data) && is_head(data)
}

/// Returns whether `data` starts with a version line as programs write it and a whole head, with a
/// type and a length.
fn is_whole_head(data: &[u8]) -> bool {
    let Some(newline) = memchr(b'\n', &data[..data.len().min(LONGEST_VERSION + 2)]) else {
        return false;
    };
    if !is_version_line(data[..newline].trim_ascii_end()) {
        return false;
    }
    let lines =
        data[newline + 1..data.len().min(WHOLE_HEAD)].split_inclusive(|byte| *byte == b'\n');
    let mut has_type = false;
    let mut has_length = false;
    for line in lines.take_while(|line| line.ends_with(b"\n")) {
        if line.trim_ascii().is_empty() {
            return has_type && has_length;
        }
        if memchr(b':', line).is_none() && !line[0].is_ascii_whitespace() {
            return false;
        }
        has_type |= starts_with(line, b"warc-type:");
        has_length |= starts_with(line, b"content-length:");
    }
    false
}

/// Returns whether a line without its end is a version line.
fn is_version_line(line: &[u8]) -> bool {
    is_warc(line) && line.len() <= LONGEST_VERSION
}

/// Returns the size of the head at the start of `data`, if it has all fields that a record must
/// have, and its length.
fn extent(data: &[u8]) -> Option<(usize, u64)> {
    let size = end(data).filter(|end| !end.is_cut)?.at;
    let fields = WarcFields::split(&data[..size]);
    let is_named =
        ["warc-record-id", "warc-trec-id"].iter().any(|name| !fields.get(name).is_empty());
    let length = fields.get("content-length").parse().ok()?;
    (is_named && !fields.get("warc-date").is_empty()).then_some((size, length))
}

/// Returns whether the line after the version line is a field.
fn is_head(data: &[u8]) -> bool {
    let mut lines = data[..data.len().min(VERSION_AND_FIELD)].splitn(3, |byte| *byte == b'\n');
    let version = lines.next().is_some_and(|line| line.trim_ascii_end().len() <= LONGEST_VERSION);
    let field = lines.next().unwrap_or_default();
    version && (starts_with(field, b"warc-") || starts_with(field, b"content-"))
}

struct HeadEnd {
    at: usize,
    /// Whether the next record starts there.
    is_cut: bool,
}

/// Returns the end of the head at the start of `text`: behind its blank line, or where another
/// record starts; `None` if it does not end there. A blank line before the Content-Length is
/// ignored if more WARC fields follow.
fn end(text: &[u8]) -> Option<HeadEnd> {
    let mut start = 0;
    let mut has_length = false;
    while let Some(newline) = memchr(b'\n', &text[start..]) {
        let line = text[start..start + newline].trim_ascii_end();
        if start > 0 && is_version_line(line) {
            return Some(HeadEnd { at: start, is_cut: true });
        }
        start += newline + 1;
        has_length |= starts_with(line, b"content-length:");
        let rest = &text[start..];
        if line.is_empty()
            && (has_length || !(starts_with(rest, b"warc-") || starts_with(rest, b"content-")))
        {
            // Another head may start in mid-line.
            let other = SURE.find(&text[..start], 1);
            return Some(HeadEnd { at: other.unwrap_or(start), is_cut: other.is_some() });
        }
    }
    None
}

fn starts_with(line: &[u8], lower: &[u8]) -> bool {
    line.get(..lower.len()).is_some_and(|start| start.eq_ignore_ascii_case(lower))
}

/// Parses a complete head. If a field occurs twice, the first one counts.
fn parse(text: &[u8]) -> RecordHead {
    let fields = WarcFields::split(text);
    let trec_id = fields.get("warc-trec-id");
    let kind = fields.get("warc-type");
    let url = fields.url("warc-target-uri");
    let date = fields.get("warc-date");
    let payload_digest = fields.get("warc-payload-digest");
    let revisit = kind.eq_ignore_ascii_case("revisit").then(|| {
        let revisit = Revisit {
            url: url.clone(),
            date: date.clone(),
            refers_to_url: fields.url("warc-refers-to-target-uri"),
            refers_to_date: fields.get("warc-refers-to-date"),
            refers_to: fields.get("warc-refers-to"),
            digest: payload_digest.clone(),
        };
        Box::new(revisit.encoded())
    });
    let segment = segment(&fields, &kind);
    RecordHead {
        kind: match kind.to_ascii_lowercase().as_str() {
            "response" => RecordKind::Response,
            "resource" => RecordKind::Resource,
            "conversion" => RecordKind::Conversion,
            _ => RecordKind::Other(kind),
        },
        trec: !trec_id.is_empty(),
        name: if trec_id.is_empty() { fields.get("warc-record-id") } else { trec_id },
        url,
        date,
        content_type: fields.get("content-type"),
        truncated: fields.get("warc-truncated").chars().take(60).collect(),
        payload_digest,
        revisit,
        segment,
        length: fields.get("content-length").parse().ok(),
        is_cut: false,
        size: text.len(),
    }
}

/// Returns which segment of a record this is, if it is one of several.
fn segment(fields: &WarcFields<'_>, kind: &str) -> Option<Box<RecordSegment>> {
    let number = fields.get("warc-segment-number").parse().ok()?;
    let is_first = !kind.eq_ignore_ascii_case("continuation");
    let id = if is_first { "warc-record-id" } else { "warc-segment-origin-id" };
    let origin = fields.get(id);
    let total = fields.get("warc-segment-total-length").parse().ok();
    let is_numbered = !origin.is_empty() && is_first == (number == 1);
    is_numbered.then(|| Box::new(RecordSegment { origin, number, total }))
}

/// The lines of a head, split at the colon.
struct WarcFields<'a>(Vec<(&'a [u8], Vec<&'a [u8]>)>);

impl<'a> WarcFields<'a> {
    fn split(text: &'a [u8]) -> Self {
        let mut fields: Vec<(&[u8], Vec<&[u8]>)> = Vec::with_capacity(16);
        for line in text.split(|byte| *byte == b'\n').skip(1) {
            let continues = matches!(line.first(), Some(b' ' | b'\t'));
            match (memchr(b':', line), fields.last_mut()) {
                (_, Some((_, values))) if continues => values.push(line.trim_ascii()),
                (Some(colon), _) => {
                    fields.push((line[..colon].trim_ascii(), vec![line[colon + 1..].trim_ascii()]));
                }
                _ => {}
            }
        }
        Self(fields)
    }

    /// Returns the value of the field with this lower-case name; may be empty.
    fn get(&self, name: &str) -> String {
        let Some((_, lines)) =
            self.0.iter().find(|(field, _)| field.eq_ignore_ascii_case(name.as_bytes()))
        else {
            return String::new();
        };
        String::from_utf8_lossy(lines.join(&b" "[..]).trim_ascii()).into_owned()
    }

    /// Returns the value of such a field without the angle brackets that some writers put around a
    /// URL.
    fn url(&self, name: &str) -> String {
        let url = self.get(name);
        url.strip_prefix('<')
            .and_then(|url| url.strip_suffix('>'))
            .map(str::to_owned)
            .unwrap_or(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_past_raw_line_breaks_and_blank_lines() {
        let text = b"WARC/0.18\nWARC-Type: response\n\
            WARC-Target-URI: http://a/\xff\nraw rest of it\n\n\
            WARC-TREC-ID: x-1\nwarc-record-id: <urn:uuid:1>\n\
            Content-Length: 7\nContent-Length: 9\n\nbody";
        let size = end(text).unwrap().at;
        assert_eq!(&text[size..], b"body");
        let head = parse(&text[..size]);
        assert_eq!((head.name.as_str(), head.length, head.trec), ("x-1", Some(7), true));
        assert_eq!(head.url, "http://a/\u{fffd}");
    }

    #[test]
    fn a_head_without_a_length_ends_at_its_blank_line() {
        let text = b"WARC/1.0\r\nWARC-Type: warcinfo\r\n\r\nsoftware: x\r\n\r\n";
        assert_eq!(&text[end(text).unwrap().at..], b"software: x\r\n\r\n");
    }

    #[test]
    fn a_revisit_says_what_it_refers_to() {
        let head = parse(
            b"WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Target-URI: <http://a/b c>\r\n\
            WARC-Date: 2006\r\nWARC-Refers-To: <urn:uuid:1>\r\n\
            WARC-Refers-To-Target-URI: <http://a/>\r\nWARC-Payload-Digest: sha1:X\r\n\r\n",
        );
        let expected = "url=http://a/b%20c date=2006 refers_to_url=http://a/ \
                        refers_to=<urn:uuid:1> digest=sha1:X";
        assert_eq!(head.revisit.unwrap().to_string(), expected);
        assert_eq!(head.payload_digest, "sha1:X");
    }

    #[test]
    fn values_fold_and_lose_their_brackets() {
        let head =
            parse(b"WARC/1.0\r\nWARC-Target-URI: <http://a/>\r\nWARC-Date: 2009\r\n -01\r\n\r\n");
        assert_eq!(
            (head.url.as_str(), head.date.as_str(), head.length),
            ("http://a/", "2009 -01", None)
        );
        let head = parse(
            b"WARC/1.0\r\nContent-Type: text/html;\r\n\tcharset=koi8-r\r\nX: y\r\n \
              WARC-Type: response\r\nContent-Length:\r\n 7\r\n\r\n",
        );
        assert_eq!(
            (head.content_type.as_str(), head.kind, head.length),
            ("text/html; charset=koi8-r", RecordKind::Other(String::new()), Some(7))
        );
    }
}
