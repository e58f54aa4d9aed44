//! Treats bytes as a plan for compressing and damaging records: every record that the damage does
//! not touch must arrive.
//!
//! The first byte is the format, the next the number of strikes, then four bytes for each strike;
//! what follows is the text of the pages. Random bytes would never pass a checksum, so the members
//! are made here.

use super::readers::{ReadItems, Record, chance, check};
use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use std::io::Write;
use std::ops::Range;
use tamis_collection::{Archive, ArchiveKind, ReadSettings};
use tamis_collection::{Body, RawDocument};

/// Records of 60 bytes of text each, so that a mutation moves few of them.
const PAGE: usize = 60;

/// One change of the stored bytes.
struct Strike {
    what: u8,
    at: usize,
    with: u8,
}

/// A gzip, zstd or bzip2 file of WARC records, struck in up to three places, gives its ledger and
/// resumes anywhere; when one byte is struck, all records of the other members arrive.
pub fn members(bytes: &[u8]) {
    let [format, count, rest @ ..] = bytes else { return };
    let strikes = usize::from(count % 4);
    let Some((places, text)) = rest.split_at_checked(4 * strikes) else { return };
    let pages: Vec<&[u8]> = text.chunks(PAGE).take(12).collect();
    let (mut file, members) = lay(*format, &pages);
    let strikes: Vec<Strike> = places
        .chunks_exact(4)
        .map(|s| Strike {
            what: s[0] % 4,
            at: usize::from(u16::from_le_bytes([s[1], s[2]])) % (file.len() + 1),
            with: s[3],
        })
        .collect();
    for strike in &strikes {
        strike.strike(&mut file);
    }
    let seed = chance(bytes);
    let Some(archive) =
        Archive::from_bytes("fuzz", file).filter(|archive| archive.kind == ArchiveKind::Warc)
    else {
        assert!(!strikes.is_empty() || pages.is_empty(), "not taken for an archive");
        return;
    };
    let outcome = check(&archive, &ReadSettings::default(), seed);
    match strikes[..] {
        [] => {
            assert_eq!(
                arrived(&outcome),
                expected(&pages, |_| true),
                "undamaged: {:#?}",
                outcome.items
            );
        }
        [Strike { what: 0, at, .. }] => {
            let sound = expected(&pages, |page| {
                !members.iter().any(|m| m.stored.contains(&at) && m.pages.contains(&page))
            });
            let arrived = arrived(&outcome);
            let missing: Vec<_> = sound.iter().filter(|body| !arrived.contains(body)).collect();
            assert!(
                missing.is_empty(),
                "struck at {at}, {missing:?} did not arrive: {:#?}",
                outcome.items
            );
        }
        _ => {}
    }
}

impl Strike {
    fn strike(&self, file: &mut Vec<u8>) {
        let n = usize::from(self.with) % 40 + 1;
        // A strike before this one may have shortened the file.
        let at = self.at.min(file.len());
        let end = (at + n).min(file.len());
        match self.what {
            // Never by 0, which would strike nothing.
            0 => {
                if let Some(byte) = file[at..end].first_mut() {
                    *byte ^= self.with.max(1);
                }
            }
            1 => drop(file.drain(at..end)),
            2 => drop(file.splice(at..at, std::iter::repeat_n(self.with, n))),
            _ => file.truncate(at),
        }
    }
}

/// A member: the bytes it is stored in, and the pages it holds.
struct Member {
    stored: Range<usize>,
    pages: Range<usize>,
}

/// The pages as records in the format that `format` says, one to three of them in a member.
fn lay(format: u8, pages: &[&[u8]]) -> (Vec<u8>, Vec<Member>) {
    let per_member = usize::from(format / 4 % 3) + 1;
    let mut file = Vec::new();
    let mut members = Vec::new();
    for (member, chunk) in pages.chunks(per_member).enumerate() {
        let from = member * per_member;
        let records: Vec<u8> =
            (from..).zip(chunk).flat_map(|(page, text)| record(page, text)).collect();
        let start = file.len();
        file.extend(compress(format, &records).expect("memory takes all"));
        members.push(Member { stored: start..file.len(), pages: from..from + chunk.len() });
    }
    (file, members)
}

fn compress(format: u8, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let level = u32::from(format / 16);
    match format % 4 {
        0 | 1 => {
            let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::new(level.min(9)));
            encoder.write_all(bytes)?;
            encoder.finish()
        }
        2 => {
            let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1)?;
            encoder.include_checksum(true)?;
            encoder.include_contentsize(level % 2 == 0)?;
            encoder.set_pledged_src_size((level % 2 == 0).then_some(bytes.len() as u64))?;
            encoder.write_all(bytes)?;
            encoder.finish()
        }
        _ => {
            let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            encoder.write_all(bytes)?;
            encoder.finish()
        }
    }
}

fn body(page: usize, text: &[u8]) -> Vec<u8> {
    [format!("<p>{page} ").as_bytes(), text].concat()
}

fn record(page: usize, text: &[u8]) -> Vec<u8> {
    let body = body(page, text);
    let length = body.len();
    let head = format!(
        "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: a:{page}\r\nContent-Type: \
         text/html\r\nContent-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), &body, b"\r\n\r\n"].concat()
}

fn expected(pages: &[&[u8]], keep: impl Fn(usize) -> bool) -> Vec<Vec<u8>> {
    let kept = pages.iter().enumerate().filter(|(page, _)| keep(*page));
    kept.map(|(page, text)| body(page, text)).collect()
}

fn arrived(outcome: &ReadItems) -> Vec<Vec<u8>> {
    let mut bodies = Vec::new();
    for item in &outcome.items {
        if let Record::Document(RawDocument { body: Body::Html(bytes), .. }) = item {
            bodies.push(bytes.clone());
        }
    }
    bodies
}
