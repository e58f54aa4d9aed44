//! When two URLs are one: a canonical form, as web archives use it to look up captures, and
//! prefixes of it.
//!
//! It does what pywb and the SURT of Heritrix and OpenWayback do in their simple parts. The same
//! are
//!
//! - `http` and `https`, any other scheme followed by `//`, and none;
//! - a host in upper and lower case, with `www.` (`www2.`, …) and without, with its default port, a
//!   final dot or a user name;
//! - a path with slashes at its end and without, also before a query; an empty query;
//! - percent-encoded letters, digits, `-`, `.`, `_` and `~` and these characters themselves;
//!   characters beyond ASCII and their percent-encoded UTF-8;
//! - any fragment, and none.
//!
//! Unlike there, paths and queries keep their case, and queries keep their order and their session
//! ids: two pages are never taken for one because of a rule of thumb. What has no `//` and is
//! not a host (`urn:uuid:…`, `dns:example.org`) stays as it is.

use std::borrow::Cow;
use xxhash_rust::xxh3::xxh3_64;

/// The length of the longest URL of an index, in bytes: tantivy's columns cut longer texts, even
/// within a character.
pub const MAX_BYTES: usize = u16::MAX as usize;

/// Returns a URL as an index can hold it: one of more than [`MAX_BYTES`] bytes, such as that of a
/// picture in its own address, is cut, and ends with `~` and a hash of all of it, so that different
/// URLs stay different.
pub fn fitted(url: &str) -> Cow<'_, str> {
    if url.len() <= MAX_BYTES {
        return Cow::Borrowed(url);
    }
    let mark = format!("~{:016x}", xxh3_64(url.as_bytes()));
    let mut end = MAX_BYTES - mark.len();
    while !url.is_char_boundary(end) {
        end -= 1;
    }
    Cow::Owned(format!("{}{mark}", &url[..end]))
}

/// Returns the canonical form of a URL: `example.org/path?query`. Two URLs are one if their forms
/// are equal. A URL without host and path has an empty form.
pub fn canonical(url: &str) -> String {
    let Some((host, path)) = parts(url) else { return url.trim().to_owned() };
    let (path, query) = path.split_once('?').unwrap_or((&path, ""));
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{host}{}{mark}{query}", path.trim_end_matches('/'))
}

/// The start of URLs. A host alone (`example.org`) means this host, and neither
/// `example.org.evil.example` nor `blog.example.org`. Behind the host it is a prefix of characters:
/// `example.org/blo` is the start of `example.org/blog/1`. What [`canonical`] takes for the same is
/// the same here too; a slash at the end of a path counts: `example.org/blog/` is no start of
/// `example.org/blogs`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrlPrefix {
    /// The prefix in the canonical form, without slashes at its end.
    start: String,
    /// Whether the URL must end behind `start`, or go on with a new part.
    whole: bool,
}

impl UrlPrefix {
    /// Returns the prefix that is written so; none if it names neither a host nor a path, as a
    /// scheme alone.
    pub fn new(written: &str) -> Option<Self> {
        let Some((host, path)) = parts(written) else {
            return Some(Self { start: written.trim().to_owned(), whole: false });
        };
        let (path, query) = match path.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (path.as_str(), None),
        };
        let trimmed = path.trim_end_matches('/');
        let (start, whole) = match query {
            Some(query) if !query.is_empty() => (format!("{host}{trimmed}?{query}"), false),
            query => (
                format!("{host}{trimmed}"),
                query.is_some() || path.is_empty() || trimmed.len() < path.len(),
            ),
        };
        (!start.is_empty()).then_some(Self { start, whole })
    }

    /// Whether a URL, as it is written, starts with the prefix. An empty URL does not.
    pub fn is_start_of(&self, url: &str) -> bool {
        Self::any_is_start_of(std::slice::from_ref(self), url)
    }

    /// Whether a URL starts with one of these prefixes.
    pub fn any_is_start_of(prefixes: &[Self], url: &str) -> bool {
        let url = canonical(url);
        !url.is_empty() && prefixes.iter().any(|prefix| prefix.begins(&url))
    }

    /// Whether a URL in the canonical form starts with the prefix.
    fn begins(&self, url: &str) -> bool {
        match url.strip_prefix(&self.start) {
            Some(rest) => !self.whole || rest.is_empty() || rest.starts_with(['/', '?']),
            None => false,
        }
    }
}

/// Returns the canonical host, and the rest without its fragment; none for a URL without a host
/// that must stay as it is.
fn parts(url: &str) -> Option<(Cow<'_, str>, String)> {
    let url = url.trim();
    let rest = match url.split_once("//") {
        Some(("", rest)) => rest,
        Some((scheme, rest)) if scheme.strip_suffix(':').is_some_and(is_scheme) => rest,
        _ if is_opaque(url) => return None,
        _ => url,
    };
    let rest = rest.split('#').next().unwrap_or_default();
    let (authority, mut path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let host = host(authority);
    // Without a host, one slash: with two, what follows would be the host of the form.
    while host.is_empty() && path.starts_with("//") {
        path = &path[1..];
    }
    Some((host, encoded(path)))
}

/// Whether a text is the scheme of a URL.
pub(super) fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

/// Whether a text without `//` is a scheme and what that scheme alone understands.
/// `example.org:8080` is not.
fn is_opaque(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    is_scheme(scheme) && !rest.starts_with(|c: char| c.is_ascii_digit() || c == '/')
}

/// The canonical host of an authority, with a port that is not the default.
fn host(authority: &str) -> Cow<'_, str> {
    let host = authority.rsplit('@').next().unwrap_or_default();
    let mut host = if host.chars().any(|c| c.is_uppercase()) {
        Cow::Owned(host.to_lowercase())
    } else {
        Cow::Borrowed(host)
    };
    loop {
        let mut shorter = host.trim();
        for port in [":80", ":443", ":", "."] {
            shorter = shorter.strip_suffix(port).unwrap_or(shorter);
        }
        if let Some(rest) = shorter.strip_prefix("www") {
            let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            shorter = rest.strip_prefix('.').filter(|rest| !rest.is_empty()).unwrap_or(shorter);
        }
        if shorter.len() == host.len() {
            return host;
        }
        host = Cow::Owned(shorter.to_owned());
    }
}

/// Percent-encodes what a URL cannot hold, and decodes what it can.
fn encoded(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    let mut bytes = path.bytes();
    while let Some(byte) = bytes.next() {
        let mut digits = bytes.clone().take(2).map(|digit| char::from(digit).to_digit(16));
        let code = match (byte, digits.next().flatten(), digits.next().flatten()) {
            (b'%', Some(high), Some(low)) => Some((high * 16 + low) as u8),
            _ => None,
        };
        if code.is_some() {
            bytes.nth(1);
        }
        match code {
            Some(code) if code.is_ascii_alphanumeric() || b"-._~".contains(&code) => {
                encoded.push(code.into());
            }
            Some(code) => encoded += &format!("%{code:02X}"),
            None if byte.is_ascii_graphic() && byte != b'%' => encoded.push(byte.into()),
            None => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_same_page_has_one_form() {
        for url in [
            "http://example.org/Blog/a?x=1",
            "https://www.example.org/Blog/a?x=1#part",
            "HTTP://WWW.Example.Org:80/Blog/a/?x=1",
            "https://user:pass@www2.example.org.:443/Blog//?x=1",
            "//example.org/Blog/a?x=1",
            " example.org/Blog/a?x=1\n",
            "ftp://example.org/%42log/%61?x=1",
        ] {
            let expected =
                if url.contains("//?") { "example.org/Blog?x=1" } else { "example.org/Blog/a?x=1" };
            assert_eq!(canonical(url), expected, "{url}");
        }
        for (url, expected) in [
            ("http://example.org", "example.org"),
            ("http://example.org/?", "example.org"),
            ("http://example.org:8080/", "example.org:8080"),
            ("example.org:8080/", "example.org:8080"),
            ("http://example.org/é%c3%a9 %7E%2f%", "example.org/%C3%A9%C3%A9%20~%2F%25"),
            ("http://BÜCHER.de/", "bücher.de"),
            ("http://www.", "www"),
            ("http://[2001:DB8::1]:80/a", "[2001:db8::1]/a"),
            (
                "example.org/redirect?to=http://other.example/",
                "example.org/redirect?to=http://other.example/",
            ),
            ("urn:uuid:AB#c", "urn:uuid:AB#c"),
            ("mailto:a@example.org", "mailto:a@example.org"),
            ("file:///etc/hosts", "/etc/hosts"),
            ("", ""),
        ] {
            assert_eq!(canonical(url), expected, "{url}");
        }
    }

    #[test]
    fn other_pages_have_other_forms() {
        let forms = ["/a", "/A", "/a?x=1&y=2", "/a?y=2&x=1", "/a%2Fb", "/a/b", "/ab"]
            .map(|path| canonical(&format!("http://example.org{path}")));
        let distinct: std::collections::BTreeSet<_> = forms.iter().collect();
        assert_eq!(distinct.len(), forms.len());
        assert_ne!(canonical("http://example.org/"), canonical("http://example.org:8080/"));
        assert_ne!(canonical("http://example.org/"), canonical("http://wwwexample.org/"));
    }

    #[test]
    fn a_prefix_ends_where_a_host_does_or_within_a_path() {
        let starts = |prefix: &str, url: &str| UrlPrefix::new(prefix).unwrap().is_start_of(url);
        for prefix in
            ["example.org", "example.org/", "https://www.example.org", "http://EXAMPLE.org/"]
        {
            for url in ["http://example.org", "https://www.example.org/a", "http://example.org?q"] {
                assert!(starts(prefix, url), "{prefix} {url}");
            }
            for url in [
                "http://example.org.evil.example/",
                "http://blog.example.org/",
                "http://example.organic/",
            ] {
                assert!(!starts(prefix, url), "{prefix} {url}");
            }
            assert!(!starts(prefix, ""), "a page without a URL");
        }
        let page = "https://www.example.org/blog/2006?p=1";
        for prefix in [
            "example.org/blo",
            "http://example.org/blog/",
            "example.org/blog/2006?p",
            "example.org/%62log/2",
        ] {
            assert!(starts(prefix, page), "{prefix}");
        }
        for prefix in ["example.org/Blog", "example.org/log", "example.org:8080", "evil.example"] {
            assert!(!starts(prefix, page), "{prefix}");
        }
        assert!(
            starts("example.org/blog/", "http://example.org/blog")
                && starts("example.org/blog", "http://example.org/blogs")
        );
        assert!(!starts("example.org/blog/", "http://example.org/blogs"));
        assert!(
            starts("example.org/blog/?p=1", "http://example.org/blog/?p=12")
                && !starts("example.org/a?", "http://example.org/ab")
        );
        assert!(starts("urn:uuid:1", "urn:uuid:12") && !starts("urn:uuid:2", "urn:uuid:12"));
    }

    #[test]
    fn a_form_has_a_host_where_the_url_has_one() {
        let forms = ["a:// a", "a://a #b", "http:// Example.org/b", "a:////b", "a://@//b"];
        let forms = forms.map(canonical);
        assert_eq!(forms, ["a", "a", "example.org/b", "/b", "/b"]);
        assert!(forms.iter().all(|form| canonical(form) == *form));
    }

    #[test]
    fn a_prefix_without_a_host_is_none() {
        for prefix in ["", " ", "http://", "https://#top", "//", "/", "/?"] {
            assert_eq!(UrlPrefix::new(prefix), None, "{prefix}");
        }
    }

    proptest! {
        #[test]
        fn the_form_of_a_form_is_itself(
            url in concat!(
                r"(https?://)?(www[0-9]?\.){0,3}([a-z:]{1,4}@)?[a-zA-Z0-9ü]{1,5}",
                r"(\.[a-zA-Z0-9ü]{1,5}){0,2}\.?(:(80|443|8080)?)?[/?#][/?#%a-fA-F0-9é. ~-]{0,30}",
            ),
        ) {
            let form = canonical(&url);
            prop_assert_eq!(canonical(&form), form.clone(), "{}", url);
        }

        #[test]
        fn any_text_has_a_form(url in r"\PC*|[a-z:/?#%@. ]{0,20}") {
            let starts = UrlPrefix::new(&url).is_some_and(|prefix| prefix.is_start_of(&url));
            let form = canonical(&url);
            prop_assert_eq!(starts, !form.is_empty(), "{}", url);
            prop_assert_eq!(canonical(&form), form.clone(), "{}", url);
        }

        #[test]
        fn every_url_starts_with_its_host_and_with_itself(
            host in r"[a-z]{1,5}(\.[a-z]{1,5}){1,2}",
            path in "(/[a-zA-Z%é?=]{0,5}){0,4}",
        ) {
            let url = format!("http://{host}{path}");
            for prefix in [&host, &url, &canonical(&url), &format!("https://www.{host}/")] {
                prop_assert!(
                    UrlPrefix::new(prefix).unwrap().is_start_of(&url),
                    "{} {}",
                    prefix,
                    url
                );
            }
            let evil = format!("http://{host}.evil.example{path}");
            prop_assert!(!UrlPrefix::new(&host).unwrap().is_start_of(&evil));
        }
    }
}
