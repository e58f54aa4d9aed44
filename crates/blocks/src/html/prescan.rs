//! Finds the encoding that a page declares, by `<meta>` or else by its XML declaration: WHATWG
//! HTML, section 13.2.3.2, "prescan a byte stream to determine its encoding".

use super::encoding::encoding_of;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// How far to search for a `<meta>`, in bytes. The standard prescans 1,024 and later restarts if
/// its parser finds a `<meta>` further on; this window finds both at once.
const WINDOW: usize = 16 << 10;

/// Returns the encoding that a page declares.
pub(super) fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    meta_encoding(bytes).or_else(|| xml_encoding(bytes))
}

/// "Get an XML encoding": returns that of the XML declaration at the start of a page.
fn xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let window = &bytes[..bytes.len().min(WINDOW)];
    let declaration = window.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..memchr::memchr(b'>', declaration)?];
    let name = memchr::memmem::find(declaration, b"encoding")?;
    let value = declaration[name + b"encoding".len()..].trim_ascii_start().strip_prefix(b"=")?;
    let (quote, label) = value.trim_ascii_start().split_first()?;
    let is_quoted = matches!(quote, b'"' | b'\'');
    let end = memchr::memchr(*quote, label).filter(|_| is_quoted)?;
    encoding_of(&label[..end]).map(scannable)
}

/// Returns what a page in ASCII means by an encoding that it declares.
fn scannable(encoding: &'static Encoding) -> &'static Encoding {
    match encoding {
        // A page in UTF-16 could not have been scanned up to here.
        _ if encoding == UTF_16BE || encoding == UTF_16LE => UTF_8,
        _ if encoding.name() == "x-user-defined" => WINDOWS_1252,
        _ => encoding,
    }
}

/// Returns the encoding of the first `<meta>` that declares one.
fn meta_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut scan = EncodingScan::new(bytes);
    while let Some(found) = memchr::memchr(b'<', scan.rest()) {
        scan.at += found;
        if scan.starts_with(b"<!--") {
            scan.at += 2; // `<!-->` is a whole comment
            scan.skip_past(b"-->")?;
        } else if scan.starts_with(b"<meta")
            && scan.peek(5).is_some_and(|byte| is_space(byte) || byte == b'/')
        {
            scan.at += 5;
            if let Some(encoding) = scan.meta() {
                return Some(encoding);
            }
        } else if scan.peek(1).is_some_and(|byte| matches!(byte, b'!' | b'?'))
            || scan.is_broken_end_tag()
        {
            scan.skip_past(b">")?;
        } else if scan.is_tag() {
            scan.at += memchr::memchr3(b' ', b'>', b'\n', scan.rest())?;
            while scan.attribute().is_some() {}
        } else {
            scan.at += 1;
        }
    }
    None
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

pub(super) struct EncodingScan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> EncodingScan<'a> {
    /// Scans the start of a page.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: &bytes[..bytes.len().min(WINDOW)], at: 0 }
    }

    /// Moves past the name of the next start tag and returns it; `None` if there is no other. Skips
    /// comments.
    pub(super) fn next_start(&mut self) -> Option<&'a [u8]> {
        loop {
            self.at += memchr::memchr(b'<', self.rest())?;
            if self.starts_with(b"<!--") {
                self.at += 2; // `<!-->` is a whole comment
                self.skip_past(b"-->")?;
            } else if self.peek(1).is_some_and(|byte| byte.is_ascii_alphabetic()) {
                let start = self.at + 1;
                self.at = start;
                self.skip_while(|byte| !is_space(byte) && !matches!(byte, b'/' | b'>'));
                return Some(&self.bytes[start..self.at]);
            } else {
                self.at += 1;
            }
        }
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn starts_with(&self, prefix: &[u8]) -> bool {
        self.rest().get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    }

    fn is_tag(&self) -> bool {
        let name = if self.peek(1) == Some(b'/') { 2 } else { 1 };
        self.peek(name).is_some_and(|byte| byte.is_ascii_alphabetic())
    }

    fn is_broken_end_tag(&self) -> bool {
        self.peek(1) == Some(b'/') && !self.is_tag()
    }

    fn skip_past(&mut self, end: &[u8]) -> Option<()> {
        self.at += memchr::memmem::find(self.rest(), end)? + end.len();
        Some(())
    }

    fn skip_while(&mut self, skipped: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&skipped) {
            self.at += 1;
        }
    }

    /// Returns the encoding that a `<meta>` declares; call it after the tag's name.
    fn meta(&mut self) -> Option<&'static Encoding> {
        let mut pragma = false;
        let mut charset = None;
        let mut content = None;
        while let Some((name, value)) = self.attribute() {
            match name.as_str() {
                "http-equiv" => pragma = value == "content-type",
                "charset" if charset.is_none() => charset = Some(encoding_of(value.as_bytes())),
                "content" if content.is_none() => content = charset_of_content(&value),
                _ => {}
            }
        }
        charset.unwrap_or_else(|| content.filter(|_| pragma)).map(scannable)
    }

    /// "Get an attribute": returns name and value in lower case; `None` at the end of the tag.
    pub(super) fn attribute(&mut self) -> Option<(String, String)> {
        self.skip_while(|byte| is_space(byte) || byte == b'/');
        if self.peek(0)? == b'>' {
            return None;
        }
        let start = self.at;
        self.at += 1; // a name may begin with `=`
        self.skip_while(|byte| !is_space(byte) && !matches!(byte, b'/' | b'>' | b'='));
        let name = lower(&self.bytes[start..self.at]);
        self.skip_while(is_space);
        if self.peek(0) != Some(b'=') {
            return Some((name, String::new()));
        }
        self.at += 1;
        self.skip_while(is_space);
        Some((name, self.value()?))
    }

    fn value(&mut self) -> Option<String> {
        let first = self.peek(0)?;
        if matches!(first, b'"' | b'\'') {
            let start = self.at + 1;
            let length = memchr::memchr(first, self.bytes.get(start..)?)?;
            self.at = start + length + 1;
            return Some(lower(&self.bytes[start..start + length]));
        }
        let start = self.at;
        self.skip_while(|byte| !is_space(byte) && byte != b'>');
        Some(lower(&self.bytes[start..self.at]))
    }
}

fn lower(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).to_ascii_lowercase()
}

/// "Extract a character encoding from a meta element", from `text/html; charset=...`.
fn charset_of_content(content: &str) -> Option<&'static Encoding> {
    let mut rest = content;
    loop {
        rest = &rest[rest.find("charset")? + "charset".len()..];
        let Some(value) = rest.trim_start().strip_prefix('=') else { continue };
        let value = value.trim_start();
        let label = match value.chars().next()? {
            quote @ ('"' | '\'') => value[1..].split_once(quote)?.0,
            _ => value.split([' ', '\t', '\n', '\x0C', '\r', ';']).next()?,
        };
        return encoding_of(label.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(page: &str) -> Option<&'static str> {
        declared_encoding(page.as_bytes()).map(Encoding::name)
    }

    #[test]
    fn an_xml_declaration_counts_where_no_meta_does() {
        let xml = |rest: &str| name(&format!("<?xml version='1.0' {rest}<html>"));
        assert_eq!(xml("encoding='iso-8859-15'?>"), Some("ISO-8859-15"));
        assert_eq!(xml("encoding\n=\t\"macintosh\" standalone='yes'?>"), Some("macintosh"));
        assert_eq!(xml("standalone=\"no\" encoding='ISO-8859-7' ?>"), Some("ISO-8859-7"));
        assert_eq!(xml("encoding='utf-16'?>"), Some("UTF-8"));
        assert_eq!(xml("encoding='koi8-r'?><meta charset=big5>"), Some("Big5"));
        assert_eq!(xml("encoding='koi8-r'?><meta charset=nonsense>"), Some("KOI8-R"));
        for none in ["encoding=koi8-r?>", "encoding='koi8-r?>", "?> encoding='koi8-r'", "encoding"]
        {
            assert_eq!(xml(none), None, "{none}");
        }
        assert_eq!(name(" <?xml encoding='koi8-r'?>"), None);
    }

    #[test]
    fn both_forms_of_meta_are_read() {
        assert_eq!(name("<html><head><meta charset=koi8-r>"), Some("KOI8-R"));
        assert_eq!(
            name("<META HTTP-EQUIV='Content-Type' CONTENT=\"text/html; charset = Shift_JIS\">"),
            Some("Shift_JIS")
        );
        assert_eq!(
            name("<meta content='text/html;charset=\"iso-8859-1\"' http-equiv=content-type />"),
            Some("windows-1252")
        );
        assert_eq!(name("<meta charset=utf-16le>"), Some("UTF-8"));
        assert_eq!(name("<meta charset=x-user-defined>"), Some("windows-1252"));
    }

    #[test]
    fn what_is_no_declaration_is_passed_over() {
        assert_eq!(name("<!-- <meta charset=koi8-r> --><meta charset=gbk>"), Some("GBK"));
        assert_eq!(name("<!--><meta charset=gbk>"), Some("GBK"));
        assert_eq!(
            name("<meta name=description content='the charset=koi8-r page'><meta charset=big5>"),
            Some("Big5")
        );
        assert_eq!(name("<body class='<meta charset=koi8-r>'><meta charset=nonsense>"), None);
        assert_eq!(name("<metal charset=koi8-r>"), None);
    }

    #[test]
    fn pages_that_break_off_are_read_to_their_end() {
        for page in [
            "<",
            "<m",
            "<meta",
            "<meta ",
            "<meta charset",
            "<meta charset=",
            "<meta charset='k",
            "<!--",
            "<!",
            "</",
            "<a b",
        ] {
            assert_eq!(name(page), None, "{page}");
        }
    }
}
