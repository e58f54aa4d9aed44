//! Decides whether an HTTP body is a page, and decodes it.

pub(crate) use crate::http::DecodedBody as Page;

use crate::http::{self, Media, ResponseHead};
use crate::reason::Reason;
use crate::settings::ReadSettings;
use crate::sniff;

/// Generic types: the bytes decide, as if there were no type (MIME Sniffing Standard, section 7).
const GENERIC: [&str; 5] =
    ["text/plain", "application/octet-stream", "unknown/unknown", "application/unknown", "*/*"];

/// Why a body is not a page, and what was found.
pub(crate) type Refusal = (Reason, String);

/// The rules for accepting a page.
pub(crate) struct PageRule<'a> {
    /// The user's settings.
    pub settings: &'a ReadSettings,
    /// Whether this is a TREC layout or a record with a WARC-TREC-ID: then every status is kept,
    /// and a page without a type is HTML.
    pub trec: bool,
}

impl PageRule<'_> {
    /// Checks the HTTP head and the first bytes of the body, so that images and videos need not be
    /// read.
    pub(crate) fn early(&self, head: &ResponseHead, body: &[u8]) -> Result<(), Refusal> {
        if !self.settings.keeps(head.status, self.trec) {
            return Err((
                Reason::Status,
                head.status.map(|status| status.to_string()).unwrap_or_default(),
            ));
        }
        if http::is_coded(head, body) || body.trim_ascii().is_empty() {
            Ok(())
        } else {
            self.is_page(head, body)
        }
    }

    /// Returns the decoded page, with a defect if it could not be decoded completely.
    pub(crate) fn page<'a>(
        &self,
        head: &ResponseHead,
        body: &'a [u8],
    ) -> Result<Page<'a>, Refusal> {
        self.early(head, body)?;
        let page = http::decode(head, body, self.settings.max_inflated)?;
        if page.bytes.trim_ascii_start().is_empty() {
            return Err(headless(head).unwrap_or_else(|| (Reason::Empty, empty(head))));
        }
        self.is_page(head, &page.bytes)?;
        Ok(page)
    }

    /// Accepts HTML, by its type or by its bytes.
    fn is_page(&self, head: &ResponseHead, body: &[u8]) -> Result<(), Refusal> {
        let (is_html, found) = match &head.media {
            Media::Html => (true, ""),
            Media::Unsaid if sniff::is_html(body) => (true, ""),
            Media::Unsaid => match headless(head) {
                Some(refusal) => return Err(refusal),
                None => (self.trec, ""),
            },
            Media::Other(name) if GENERIC.contains(&name.as_str()) => {
                (sniff::is_html(body), name.as_str())
            }
            Media::Other(name) => (sniff::is_surely_html(body), name.as_str()),
        };
        if is_html { Ok(()) } else { Err((Reason::NotHtml, found.to_owned())) }
    }
}

/// Returns why a response without a page is refused if its head does not start with a status line:
/// then nobody can tell what it was.
fn headless(head: &ResponseHead) -> Option<Refusal> {
    head.no_status.map(|detail| (Reason::DamagedBody, detail.to_owned()))
}

/// Describes a page without a body: its status, and the length that its head promises.
fn empty(head: &ResponseHead) -> String {
    let status = head.status.map(|status| format!("status {status}"));
    let length =
        head.length.filter(|length| *length > 0).map(|length| format!("Content-Length {length}"));
    status.into_iter().chain(length).collect::<Vec<_>>().join(", ")
}
