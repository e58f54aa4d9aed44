//! Parses an HTTP response and decodes its body. Archives hold invalid heads and wrong codings, so
//! the bytes decide which codings to undo, and parsing never fails.

mod chunks;
mod coding;
mod head;
mod hidden;

pub(crate) use head::{Media, ResponseHead, head, lines, media, without_status};

use crate::reason::{Defect, Reason};
use coding::{BodyEnd, Coding, MAX_CODINGS};
use memchr::{memchr, memchr_iter};
use std::borrow::Cow;

/// The length of a line end, CRLF.
const LINE_END: u64 = 2;

/// A body with its codings undone.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DecodedBody<'a> {
    /// The decoded bytes; incomplete if there are defects.
    pub bytes: Cow<'a, [u8]>,
    /// Why they are incomplete: [`Reason::InflatedLimit`] or [`Reason::DamagedBody`], each at most
    /// once.
    pub defects: Vec<Defect>,
}

/// Returns whether `body`, apart from chunks, must be decoded before its type can be detected.
pub(crate) fn is_coded(head: &ResponseHead, body: &[u8]) -> bool {
    head.chunked || !head.codings.is_empty() || Coding::sniff(body).is_some()
}

/// Undoes chunks and codings, each to at most `limit` bytes and all together to at most twice as
/// many. Codings that the bytes contradict are ignored. The error says why nothing of the page can
/// be decoded.
pub(crate) fn decode<'a>(
    head: &ResponseHead,
    body: &'a [u8],
    limit: u64,
) -> Result<DecodedBody<'a>, (Reason, String)> {
    let mut decoded = DecodedBody { bytes: Cow::Borrowed(body), defects: Vec::new() };
    let open = head.is_open.then_some("no blank line between the HTTP head and the page");
    if let Some(detail) = head.no_status.or(open) {
        decoded.add_defect(Defect::new(Reason::DamagedBody, detail, 0));
    }
    if head.chunked
        && let Some((joined, defect)) = chunks::join(body)
    {
        decoded.bytes = Cow::Owned(joined);
        if let Some(defect) = defect {
            decoded.add_defect(defect);
        }
    }
    if let Some(defect) = shortfall(head, body) {
        decoded.add_defect(defect);
    }
    let mut layers = Layers { limit, left: limit.saturating_mul(2), undone: 0 };
    for coding in head.codings.iter().rev() {
        match actual_coding(coding, &decoded.bytes)? {
            Some(coding) => layers.undo(&coding, &mut decoded)?,
            // The body is not coded at all, so earlier codings do not apply either.
            None => break,
        }
    }
    // HTML never starts with a magic number, so for HTML the bytes alone decide.
    while let Some(coding) = Coding::sniff(&decoded.bytes).filter(|_| head.media == Media::Html) {
        layers.undo(&coding, &mut decoded)?;
    }
    Ok(decoded)
}

impl DecodedBody<'_> {
    /// Adds a defect, unless there is one with its reason: an outer coding that breaks off breaks
    /// the inner ones.
    fn add_defect(&mut self, defect: Defect) {
        if self.defects.iter().all(|known| known.reason != defect.reason) {
            self.defects.push(defect);
        }
    }
}

/// Returns the defect of a body with fewer bytes than its Content-Length. Crawlers keep the lengths
/// of bodies whose chunks or codings they undid, and chunks and codings show by themselves where
/// they break off: so the length counts only for a body that never had any. Line ends may have been
/// shortened, or the last one removed.
fn shortfall(head: &ResponseHead, body: &[u8]) -> Option<Defect> {
    let length = head.length?;
    let there = body.len() as u64;
    let missing =
        length.checked_sub(there).filter(|missing| *missing > LINE_END && !is_coded(head, body))?;
    let lines = memchr_iter(b'\n', body).count() as u64;
    if missing == lines && memchr(b'\r', body).is_none() {
        return None;
    }
    let detail = format!("{there} bytes of Content-Length {length}");
    Some(Defect::new(Reason::DamagedBody, detail, missing))
}

/// Returns the coding of `body` if the head claims `claimed`; `None` if the body is not coded.
fn actual_coding(claimed: &Coding, body: &[u8]) -> Result<Option<Coding>, (Reason, String)> {
    match (Coding::sniff(body), claimed) {
        (Some(coding), _) => Ok(Some(coding)),
        (None, Coding::Gzip | Coding::Zstd) => Ok(None),
        _ if looks_like_text(body) => Ok(None),
        (None, Coding::Unknown(name)) => Err((Reason::UnknownCoding, name.clone())),
        (None, coding) => Ok(Some(coding.clone())),
    }
}

/// The codings undone so far, within limits for all of them: work stays in proportion to the body
/// and the limit.
struct Layers {
    /// The limit for each coding, in bytes.
    limit: u64,
    /// Number of bytes that all further codings may give.
    left: u64,
    undone: usize,
}

impl Layers {
    /// Undoes one coding of `decoded`, and records a defect if it is incomplete.
    fn undo(&mut self, coding: &Coding, decoded: &mut DecodedBody) -> Result<(), (Reason, String)> {
        if self.undone == MAX_CODINGS {
            return Err((Reason::UnknownCoding, coding::too_many()));
        }
        self.undone += 1;
        let limit = self.limit.min(self.left);
        let (bytes, end) = coding::undo(coding, &decoded.bytes, limit);
        self.left -= bytes.len() as u64;
        let defect = match end {
            BodyEnd::Complete => None,
            BodyEnd::Limit => {
                let name = coding.name();
                let together = if limit < self.limit { " for all codings together" } else { "" };
                Some((
                    Reason::InflatedLimit,
                    format!("{name} of more than {limit} bytes, the limit{together}"),
                ))
            }
            // deflate and brotli decode any bytes for a while, so a partial result counts only if
            // it looks like a page.
            BodyEnd::BrokenOff
                if bytes.is_empty() || !(coding.has_magic() || looks_like_text(&bytes)) =>
            {
                if !coding.has_magic() && is_plain(&decoded.bytes) {
                    return Ok(());
                }
                return Err((
                    Reason::DamagedBody,
                    format!("{} that cannot be decoded", coding.name()),
                ));
            }
            BodyEnd::BrokenOff => {
                Some((Reason::DamagedBody, format!("{} that breaks off", coding.name())))
            }
        };
        if let Some((reason, detail)) = defect {
            decoded.add_defect(Defect::new(reason, detail, 0));
        }
        decoded.bytes = Cow::Owned(bytes);
        Ok(())
    }
}

/// Returns whether bytes with a claimed coding are plain text that contains a tag.
fn looks_like_text(body: &[u8]) -> bool {
    is_plain(body) && memchr(b'<', early(body)).is_some()
}

/// Returns whether the first bytes contain no control characters.
fn is_plain(body: &[u8]) -> bool {
    !early(body).iter().any(hidden::is_control)
}

/// Returns the first bytes after white space: some servers send many blank lines first.
fn early(body: &[u8]) -> &[u8] {
    let body = body.trim_ascii_start();
    &body[..body.len().min(512)]
}

#[cfg(test)]
mod tests;
