//! Parses the fields at the start of a `<DOC>` record.

use memchr::{memchr, memmem};

/// Fields of TREC layouts; one of them follows `<DOC>`.
pub(super) const DOC_FIELDS: [&[u8]; 7] =
    [b"<DOCNO>", b"<DOCOLDNO>", b"<FEEDNO>", b"<BLOGHPNO>", b"<DATE_XML>", b"<DOCHDR>", b"<DOCID>"];

/// The kind of a BLOGS06 record. TREC web has pages only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordRole {
    Page,
    Feed,
    Homepage,
}

/// The fields before the page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct TrecwebFields {
    docno: String,
    feedno: String,
    feed_url: String,
    bloghpno: String,
    bloghp_url: String,
    permalink: String,
    has_permalinks: bool,
    has_header: bool,
    header: Vec<u8>,
    /// DATE_XML as written; otherwise the date in the first line of DOCHDR.
    pub date: String,
    /// Offset of the page in the record.
    pub body: usize,
}

impl TrecwebFields {
    /// Reads the fields of the record at the start of `text`. They end after DOCHDR, or before the
    /// first line that is not a field.
    pub(super) fn read(text: &[u8]) -> Self {
        let mut fields = Self { body: line_end(text, "<DOC>".len()), ..Self::default() };
        while let Some((name, value, end)) = field(text, fields.body) {
            fields.body = line_end(text, end);
            let value_text = String::from_utf8_lossy(value.trim_ascii()).into_owned();
            match name {
                b"DOCNO" => fields.docno = value_text,
                b"DATE_XML" => fields.date = value_text,
                b"FEEDNO" => fields.feedno = value_text,
                b"FEEDURL" => fields.feed_url = value_text,
                b"BLOGHPNO" => fields.bloghpno = value_text,
                b"BLOGHPURL" => fields.bloghp_url = value_text,
                b"PERMALINK" => fields.permalink = value_text,
                b"PERMALINKS" => fields.has_permalinks = true,
                b"DOCHDR" => {
                    fields.has_header = true;
                    fields.header = value.trim_ascii_start().to_vec();
                    break;
                }
                _ => {}
            }
        }
        if fields.date.is_empty() {
            fields.date = fields.header_date();
        }
        fields
    }

    /// Returns DOCNO, otherwise FEEDNO for a feed and BLOGHPNO for a home page; may be empty.
    pub(super) fn name(&self) -> String {
        let by_role = match self.role() {
            RecordRole::Page => "",
            RecordRole::Feed => &self.feedno,
            RecordRole::Homepage => &self.bloghpno,
        };
        if self.docno.is_empty() { by_role.to_owned() } else { self.docno.clone() }
    }

    /// A permalink has a PERMALINK, a feed has PERMALINKS, a home page has only the blog's number.
    /// Anything else with its own DOCNO is a page, because other TREC collections contain only
    /// pages.
    pub(super) fn role(&self) -> RecordRole {
        if !self.permalink.is_empty() {
            RecordRole::Page
        } else if self.has_permalinks
            || (self.is_own(&self.feedno)
                && !(self.bloghpno == self.docno && self.is_own(&self.bloghpno)))
        {
            RecordRole::Feed
        } else if self.is_own(&self.bloghpno) {
            RecordRole::Homepage
        } else {
            RecordRole::Page
        }
    }

    /// Returns whether a number is that of the record itself, rather than of its feed or blog.
    fn is_own(&self, number: &str) -> bool {
        !number.is_empty() && (self.docno.is_empty() || self.docno == number)
    }

    /// Returns the page's URL: PERMALINK, otherwise the first word of DOCHDR, otherwise the URL of
    /// the feed or blog.
    pub(super) fn url(&self) -> String {
        let first = self.first_line().split_ascii_whitespace().next().unwrap_or_default();
        let by_role =
            if self.role() == RecordRole::Feed { &self.feed_url } else { &self.bloghp_url };
        [self.permalink.as_str(), first, by_role]
            .into_iter()
            .find(|url| !url.is_empty())
            .unwrap_or_default()
            .to_owned()
    }

    /// Returns the HTTP headers in DOCHDR.
    pub(super) fn headers(&self) -> &[u8] {
        let url_line = self.first_line().len();
        &self.header[url_line..]
    }

    /// Returns the first line of DOCHDR, `URL [ip date type length]`; empty if it is a header.
    fn first_line(&self) -> &str {
        let line = &self.header[..memchr(b'\n', &self.header).unwrap_or(self.header.len())];
        let line = std::str::from_utf8(line).unwrap_or_default();
        let first = line.split_ascii_whitespace().next().unwrap_or_default();
        if first.starts_with("HTTP/") || first.ends_with(':') { "" } else { line }
    }

    /// Returns the third word of DOCHDR's first line if it is a date in digits.
    fn header_date(&self) -> String {
        let date = self.first_line().split_ascii_whitespace().nth(2).unwrap_or_default();
        let is_date = date.len() >= 8 && date.bytes().all(|byte| byte.is_ascii_digit());
        if is_date { date.to_owned() } else { String::new() }
    }
}

/// Returns whether `bytes` start with a document of a TREC layout.
pub(super) fn is_doc(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(b"<DOC>") else { return false };
    let rest = rest.trim_ascii_start();
    DOC_FIELDS.iter().any(|field| rest.starts_with(field))
}

/// Returns whether `text` starts with a record for certain: nothing but white space and fields up
/// to its name.
pub(super) fn is_named(text: &[u8]) -> bool {
    is_doc(text) && !TrecwebFields::read(text).name().is_empty()
}

/// Returns whether the record at the start of `text` has DOCHDR, perhaps not to its end.
pub(super) fn has_header(text: &[u8]) -> bool {
    let fields = TrecwebFields::read(text);
    let rest = text.get(fields.body..).unwrap_or_default();
    fields.has_header || rest.trim_ascii_start().starts_with(b"<DOCHDR>")
}

/// Returns the next field after `from`, skipping blank lines: its name, its value, and where its
/// tag ends.
fn field(text: &[u8], from: usize) -> Option<(&[u8], &[u8], usize)> {
    let rest = text.get(from..)?;
    let start = from + (rest.len() - rest.trim_ascii_start().len());
    let tag = &text[start..];
    let name_end = memchr(b'>', &tag[..tag.len().min(32)])?;
    let name = tag[..name_end].strip_prefix(b"<")?;
    if name.is_empty()
        || !name.iter().all(|byte| byte.is_ascii_uppercase() || *byte == b'_')
        || !KNOWN.contains(&name)
    {
        return None;
    }
    let close = [&b"</"[..], name, b">"].concat();
    let value = &tag[name_end + 1..];
    let length = memmem::find(value, &close)?;
    Some((name, &value[..length], start + name_end + 1 + length + close.len()))
}

/// The fields before pages. Other tags belong to the page.
const KNOWN: [&[u8]; 11] = [
    b"DOCNO",
    b"DOCOLDNO",
    b"DOCID",
    b"DATE_XML",
    b"FEEDNO",
    b"FEEDURL",
    b"BLOGHPNO",
    b"BLOGHPURL",
    b"PERMALINK",
    b"PERMALINKS",
    b"DOCHDR",
];

/// Returns the start of the next line if only white space is before it; otherwise `from`.
fn line_end(text: &[u8], from: usize) -> usize {
    match memchr(b'\n', &text[from..]) {
        Some(newline) if text[from..from + newline].trim_ascii().is_empty() => from + newline + 1,
        _ => from,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_of_a_permalink_are_read() {
        let text = b"<DOC>\n<DOCNO>BLOG06-1</DOCNO>\n<DATE_XML>2006</DATE_XML>\n\
            <FEEDNO>f</FEEDNO>\n<BLOGHPNO></BLOGHPNO>\n\
            <PERMALINK>http://a/</PERMALINK>\n<DOCHDR>\nhttp://b/ 0.0.0.0 20051206 9\n\
            HTTP/1.1 404 No\n</DOCHDR>\n<DOCNO>x";
        let fields = TrecwebFields::read(text);
        assert_eq!(
            (fields.name().as_str(), fields.url().as_str(), fields.date.as_str()),
            ("BLOG06-1", "http://a/", "2006")
        );
        assert_eq!((fields.role(), &text[fields.body..]), (RecordRole::Page, &b"<DOCNO>x"[..]));
        assert_eq!(fields.headers().trim_ascii(), b"HTTP/1.1 404 No");
    }

    fn role(text: &str) -> RecordRole {
        TrecwebFields::read(text.as_bytes()).role()
    }

    #[test]
    fn feeds_and_home_pages_are_recognised_by_their_fields() {
        assert_eq!(
            role("<DOC>\n<FEEDNO>f</FEEDNO>\n<PERMALINKS>\nu d\n</PERMALINKS>\n<DOCHDR></DOCHDR>"),
            RecordRole::Feed
        );
        assert_eq!(
            role("<DOC>\n<FEEDNO>f</FEEDNO>\n<BLOGHPNO>b</BLOGHPNO>\n<DOCHDR></DOCHDR>"),
            RecordRole::Feed
        );
        assert_eq!(
            role("<DOC>\n<BLOGHPNO>b</BLOGHPNO>\n<BLOGHPURL>u</BLOGHPURL>"),
            RecordRole::Homepage
        );
        assert_eq!(role("<DOC>\n<DOCNO>b</DOCNO>\n<BLOGHPNO>b</BLOGHPNO>"), RecordRole::Homepage);
        assert_eq!(
            role("<DOC>\n<DOCNO>WTX001</DOCNO>\n<DOCHDR>\nhttp://a\n</DOCHDR>"),
            RecordRole::Page
        );
    }

    #[test]
    fn a_page_without_dochdr_starts_after_the_last_field() {
        let text = b"<DOC>\n<DOCNO>a</DOCNO>\n<P>page";
        assert_eq!(&text[TrecwebFields::read(text).body..], b"<P>page");
    }
}
