//! Treats bytes as a plan for coding, chunking and cutting a page: what is left of it must arrive,
//! or be reported.
//!
//! The first six bytes are the number of codings, which ones, the size of chunks, what the head
//! says, and where the body is cut; what follows is the page. Random bytes would never pass a
//! checksum, so the codings are made here.

use super::readers::{ReadItems, Record, chance, check};
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use std::io::Write;
use tamis_collection::{Archive, Body, RawDocument, ReadSettings, Reason};

/// The greatest number of codings that a reader undoes.
const MAX: usize = 8;
/// The length of the longest magic number.
const MAGIC: usize = 4;

/// How a body is made of its page.
struct Plan {
    /// The codings, in the order they are applied.
    codings: Vec<u8>,
    /// The size of a chunk; 0 for none.
    chunk: usize,
    /// Whether the head names the codings.
    names: bool,
    /// Whether the head has the body's length.
    length: bool,
    /// Where the body is cut, if it is.
    cut: Option<usize>,
}

/// A page in any codings and chunks arrives unchanged. The start of one arrives as far as it goes,
/// with a defect.
pub fn codings(bytes: &[u8]) {
    let [count, kinds, chunk, says, low, high, text @ ..] = bytes else { return };
    let plan = Plan {
        codings: (0..usize::from(count % 11))
            .map(|i| kinds.rotate_right(2 * i as u32) % 4)
            .collect(),
        chunk: usize::from(*chunk),
        names: says & 1 > 0,
        length: says & 2 > 0,
        cut: (says & 4 > 0).then_some(usize::from(u16::from_le_bytes([*low, *high]))),
    };
    let page = [b"<html>", text].concat();
    let body = plan.body(&page);
    let cut = plan.cut.map_or(body.len(), |at| at % (body.len() + 1));
    let block = [plan.head(body.len()).as_bytes(), &body[..cut]].concat();
    let head =
        format!("WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {}\r\n\r\n", block.len());
    let file = [head.as_bytes(), &block, b"\r\n\r\n"].concat();
    let archive = Archive::from_bytes("fuzz", file).expect("a WARC file");
    let tight = ReadSettings { max_record: 200, max_inflated: 150, ..ReadSettings::default() };
    let [outcome, _] =
        [ReadSettings::default(), tight].map(|settings| check(&archive, &settings, chance(bytes)));
    assert_eq!(outcome.records, 1, "{:#?}", outcome.items);
    plan.judge(&page, &body, cut, &outcome);
}

impl Plan {
    /// Returns the page as the body of a response.
    fn body(&self, page: &[u8]) -> Vec<u8> {
        let coded = self
            .codings
            .iter()
            .fold(page.to_vec(), |body, kind| code(*kind, &body).expect("memory takes all"));
        if self.chunk == 0 {
            return coded;
        }
        let mut body = Vec::new();
        for chunk in coded.chunks(self.chunk) {
            body.extend(format!("{:x}\r\n", chunk.len()).bytes());
            body.extend(chunk);
            body.extend(b"\r\n");
        }
        [&body[..], b"0\r\n\r\n"].concat()
    }

    fn head(&self, length: usize) -> String {
        let mut head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n".to_owned();
        if self.names && !self.codings.is_empty() {
            let names: Vec<_> = self
                .codings
                .iter()
                .map(|kind| ["gzip", "zstd", "deflate", "deflate"][usize::from(*kind)])
                .collect();
            head += &format!("Content-Encoding: {}\r\n", names.join(", "));
        }
        if self.chunk > 0 {
            head += "Transfer-Encoding: chunked\r\n";
        }
        if self.length {
            head += &format!("Content-Length: {length}\r\n");
        }
        head + "\r\n"
    }

    /// Checks what a reader made of the first `cut` bytes of `body`.
    fn judge(&self, page: &[u8], body: &[u8], cut: usize, outcome: &ReadItems) {
        let items = &outcome.items;
        // deflate has no magic number: its bytes may look like a page, and without a name nothing
        // gives it away.
        if self.codings.iter().any(|kind| *kind > 1) {
            return;
        }
        let has_defect = items.len() > 1;
        let found = match &items[0] {
            Record::Document(RawDocument { body: Body::Html(bytes), .. }) => Some(bytes),
            Record::Skipped(report)
                if self.codings.len() > MAX && report.reason == Reason::UnknownCoding =>
            {
                return;
            }
            _ => None,
        };
        if cut == body.len() {
            assert!(
                self.codings.len() <= MAX
                    && found.is_some_and(|found| found == page)
                    && !has_defect,
                "{items:#?}"
            );
            return;
        }
        let Some(found) = found else { return };
        // Without its end, the first line is no chunk's, and a magic number no coding's, also
        // inside another coding.
        let line = if self.chunk > 0 {
            body.iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1)
        } else {
            0
        };
        if cut < line + MAGIC || (has_defect && found.len() < MAGIC) {
            return;
        }
        assert!(page.starts_with(found), "{items:#?}");
        let missing = body.len() - cut;
        let is_detectable = self.length || self.chunk > 0 || !self.codings.is_empty();
        let lines = found.iter().filter(|byte| **byte == b'\n').count();
        let trimmed =
            self.chunk == 0 && self.codings.is_empty() && (missing <= 2 || missing == lines);
        assert!(
            has_defect || !is_detectable || found == page || trimmed,
            "{missing} bytes are missing: {items:#?}"
        );
    }
}

fn code(kind: u8, bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let level = Compression::fast();
    match kind {
        0 => {
            let mut encoder = GzEncoder::new(Vec::new(), level);
            encoder.write_all(bytes)?;
            encoder.finish()
        }
        1 => zstd::stream::encode_all(bytes, 1),
        2 => {
            let mut encoder = ZlibEncoder::new(Vec::new(), level);
            encoder.write_all(bytes)?;
            encoder.finish()
        }
        _ => {
            let mut encoder = DeflateEncoder::new(Vec::new(), level);
            encoder.write_all(bytes)?;
            encoder.finish()
        }
    }
}
