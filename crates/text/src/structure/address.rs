//! Addresses made absolute, and where they may lead.

use tamis_blocks::html::decoded_text;
use url::{Position, Url};

/// Where a page's relative addresses start from.
#[derive(Debug, Clone, Default)]
pub struct Base(Option<Url>);

/// Whether a link may lead to an address: not to a script, nor to what the address itself holds.
pub fn may_lead(address: &str) -> bool {
    const NOT_TO: [&str; 3] = ["javascript:", "vbscript:", "data:"];
    let is_usual = address.starts_with(['/', '#', '?', '.']) || address.starts_with("http");
    // Markdown reads references to characters in addresses, and backslashes before marks.
    let leads = |address: &str| !NOT_TO.iter().any(|scheme| begins(address, scheme));
    is_usual || leads(address) && leads(&decoded_text(&address.replace('\\', "")))
}

/// Whether an image may be shown from an address, which may hold it.
pub fn may_show(address: &str) -> bool {
    may_lead(address) || begins(address, "data:image/")
}

/// Whether an address is absolute and one of the web.
pub fn is_of_web(address: &str) -> bool {
    let begins = |with: &&str| {
        address.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
    };
    ["http://", "https://"].iter().any(begins)
}

/// Whether an address begins in some way for browsers, which leave out blanks and controls before
/// it, and tabs and ends of lines in it.
fn begins(address: &str, with: &str) -> bool {
    let address = address.trim_start_matches(|c: char| c <= ' ' || c.is_whitespace());
    let mut seen = address.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    with.chars().all(|c| seen.next().is_some_and(|seen| seen.eq_ignore_ascii_case(&c)))
}

/// Whether an absolute address is as a parser would write it: most are, and parsing is slow.
fn is_plain(address: &str) -> bool {
    let of_web = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let Some(rest) = of_web else { return false };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let is_letter = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let is_name = |part: &str| !part.is_empty() && part.as_bytes().iter().all(is_letter);
    // What ends in digits is a number, and names with hyphens may be in another script.
    let ends_in_letters = host.ends_with(|c: char| c.is_ascii_lowercase());
    ends_in_letters && host.split('.').all(is_name) && is_plain_path(path)
}

/// Whether a path from the root of a site is in an address as it stands there.
fn is_plain_path(path: &str) -> bool {
    let is_plain =
        |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'?' | b'=' | b'&');
    let mut before = 0;
    path.starts_with('/')
        && path.bytes().all(|byte| {
            // Neither `//` at the beginning nor `/..`.
            let is_step = before == b'/' && matches!(byte, b'/' | b'.');
            before = byte;
            !is_step && (byte == b'/' || is_plain(byte))
        })
}

impl Base {
    /// The address of a page, and what its BASE element names.
    pub fn new(page: Option<&str>, base: Option<&str>) -> Self {
        let may_be = |url: &Url| may_lead(url.as_str());
        let page = page.and_then(|page| Url::parse(page).ok()).filter(may_be);
        let named = base.and_then(|base| match &page {
            Some(page) => page.join(base).ok(),
            None => Url::parse(base).ok(),
        });
        Self(named.filter(may_be).or(page))
    }

    /// Whether an address is a place in the page itself.
    pub fn is_own(&self, address: &str) -> bool {
        let page = address.split('#').next().unwrap_or_default();
        address.contains('#')
            && (page.is_empty() || self.0.as_ref().is_some_and(|base| base.as_str() == page))
    }

    /// Returns an address as an absolute one; as it is, if the page's own is not known.
    pub fn absolute(&self, address: &str) -> String {
        let address = address.trim();
        match &self.0 {
            Some(_) if is_plain(address) => address.to_owned(),
            Some(base) if is_plain_path(address) && base.has_host() => {
                format!("{}{address}", &base[..Position::BeforePath])
            }
            Some(base) if !address.is_empty() => {
                base.join(address).map_or_else(|_| address.to_owned(), Into::into)
            }
            _ => address.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn scripts_are_no_places() {
        for script in [
            "javascript:x()",
            " JavaScript:x()",
            "\u{1}javascript:x()",
            "\u{a0}\u{1f} javascript:x()",
            "jav\tascript:x()",
            "j\r\nava\nscript\t:x()",
            "vbscript:x",
            "data:text/html,x",
            "DATA:,x",
            "javascript&colon;x()",
            "javascript\\:x()",
            "java&Tab;script:x()",
        ] {
            assert!(!may_lead(script) && !may_show(script), "{script:?}");
            assert!(!is_of_web(script), "{script:?}");
            assert_eq!(Base::new(Some(script), Some(script)).absolute("#a"), "#a", "{script:?}");
        }
        for place in
            ["", "a", "/javascript:", "#data:", "http://a.test/", "mailto:a@b.test", "tel:1"]
        {
            assert!(may_lead(place) && may_show(place), "{place:?}");
        }
        assert!(may_show("data:image/png;base64,AA") && !may_lead("data:image/png;base64,AA"));
        assert!(
            is_of_web("HTTPS://a.test") && !is_of_web("//a.test") && !is_of_web("ftp://a.test")
        );
    }

    proptest! {
        #[test]
        fn plain_paths_are_joined_as_urls_are(
            base in "(https?|ftp|file)://[a-z]{1,8}(:80|:81)?(/[a-z.]{0,9}){0,3}([?#][a-z/]{0,9})?",
            path in "((http|https|ftp)://[a-zA-Z0-9.:-]{0,9})?/[a-zA-Z0-9/_.~%?=&#-]{0,20}",
        ) {
            if let Ok(page) = Url::parse(&base) {
                let joined = page.join(&path).map_or_else(|_| path.clone(), Into::into);
                prop_assert_eq!(Base::new(Some(&base), None).absolute(&path), joined);
            }
        }
    }
}
