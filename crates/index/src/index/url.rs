//! When two URLs are one: a canonical form, as web archives use it to look up captures, and
//! prefixes of it.
//!
//! It does what pywb and the SURT of Heritrix and OpenWayback do in their simple parts. The same
//! are
//!
//! - `http` and `https`, any other scheme followed by `//`, and none;
//! - a host in upper and lower case, with `www.` (`www2.`, …) and without, with its default port, a
//!   final dot or a user name;
//! - a host in Unicode, in percent-encoded UTF-8 and in Punycode (`ascii_host`);
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
    form(url, false)
}

/// Returns the canonical form of a URL; with `marked`, the mark of an empty query stays.
fn form(url: &str, marked: bool) -> String {
    let Some((host, path)) = parts(url) else { return url.trim().to_owned() };
    let (path, query) = split_query(&path);
    let query = if query == "?" && !marked { "" } else { query };
    format!("{host}{}{query}", path.trim_end_matches('/'))
}

/// Returns a path without its query, and the query with its mark; empty without one.
fn split_query(path: &str) -> (&str, &str) {
    path.split_at(path.find('?').unwrap_or(path.len()))
}

/// Returns a host as the URL standard writes it, in ASCII (UTS 46), without a port: of
/// `BÜCHER.example`, of `b%C3%BCcher.example` and of the same with full-width letters or dots it is
/// `xn--bcher-kva.example`. What is in ASCII already, or is no host by the standard, stays as it
/// is.
pub(super) fn ascii_host(host: &str) -> Cow<'_, str> {
    if is_plain(host) {
        return Cow::Borrowed(host);
    }
    url::Host::parse(host).map_or(Cow::Borrowed(host), |ascii| Cow::Owned(ascii.to_string()))
}

/// Whether a host is in ASCII, with nothing encoded.
fn is_plain(host: &str) -> bool {
    host.is_ascii() && !host.contains('%')
}

/// Whether a URL has a host that is not written in ASCII. The first programs took it for another
/// one than the same host in Punycode.
pub(crate) fn is_international(url: &str) -> bool {
    authority(url).is_some_and(|(authority, _)| !is_plain(without_user(authority)))
}

/// The start of URLs. A host alone (`example.org`) means this host, and neither
/// `example.org.evil.example` nor `blog.example.org`. Behind the host it is a prefix of characters:
/// `example.org/blo` is the start of `example.org/blog/1`. What [`canonical`] takes for the same is
/// the same here too, but at the end of a path a slash and the mark of a query count:
/// `example.org/blog/` is no start of `example.org/blogs`, and `example.org/blog?` is one of
/// `example.org/blog?p=1` alone.
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
        let (path, query) = split_query(&path);
        let trimmed = path.trim_end_matches('/');
        let whole = query.is_empty() && (path.is_empty() || trimmed.len() < path.len());
        let names_something = !host.is_empty() || !trimmed.is_empty() || query.len() > 1;
        names_something.then(|| Self { start: format!("{host}{trimmed}{query}"), whole })
    }

    /// Whether a URL, as it is written, starts with the prefix. An empty URL does not.
    pub fn is_start_of(&self, url: &str) -> bool {
        Self::any_is_start_of(std::slice::from_ref(self), url)
    }

    /// Whether a URL starts with one of these prefixes.
    pub fn any_is_start_of(prefixes: &[Self], url: &str) -> bool {
        // A prefix may ask for a query, if only an empty one.
        let form = form(url, true);
        !matches!(&*form, "" | "?") && prefixes.iter().any(|prefix| prefix.begins(&form))
    }

    /// Whether a URL in the canonical form, with its empty query if it has one, starts with the
    /// prefix.
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
    let (authority, mut path) = authority(url)?;
    let host = host(authority);
    // Without a host, one slash: with two, what follows would be the host of the form.
    while host.is_empty() && path.starts_with("//") {
        path = &path[1..];
    }
    Some((host, encoded(path)))
}

/// Returns the authority as it is written, and the rest without its fragment.
fn authority(url: &str) -> Option<(&str, &str)> {
    let url = url.trim();
    let rest = match url.split_once("//") {
        Some(("", rest)) => rest,
        Some((scheme, rest)) if scheme.strip_suffix(':').is_some_and(is_scheme) => rest,
        _ if is_opaque(url) => return None,
        _ => url,
    };
    let rest = rest.split('#').next().unwrap_or_default();
    Some(rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len())))
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
    let mut host = Cow::Borrowed(without_user(authority));
    loop {
        let mut shorter = host.trim();
        for port in [":80", ":443", ":", "."] {
            shorter = shorter.strip_suffix(port).unwrap_or(shorter);
        }
        if let Some(rest) = shorter.strip_prefix("www") {
            let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            shorter = rest.strip_prefix('.').filter(|rest| !rest.is_empty()).unwrap_or(shorter);
        }
        let written = lower(shorter);
        if written == host {
            return host;
        }
        host = Cow::Owned(written.into_owned());
    }
}

fn without_user(authority: &str) -> &str {
    authority.rsplit('@').next().unwrap_or_default()
}

/// Returns a host, which may have a port, in ASCII and in lower case.
fn lower(host: &str) -> Cow<'_, str> {
    let is_port = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    let name =
        host.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(host, |(name, _)| name);
    let ascii = match ascii_host(name) {
        Cow::Owned(ascii) => Cow::Owned(ascii + &host[name.len()..]),
        Cow::Borrowed(_) => Cow::Borrowed(host),
    };
    if ascii.chars().any(char::is_uppercase) { Cow::Owned(ascii.to_lowercase()) } else { ascii }
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
    fn a_host_is_one_however_it_is_written() {
        for (hosts, expected) in [
            (
                &[
                    "bücher.example",
                    "BÜCHER.Example",
                    "bu\u{308}cher.example",
                    "b%C3%BCcher.example",
                    "www.B%c3%9cCHER.example.:80",
                    "ｂｕ\u{308}ｃｈｅｒ。ｅｘａｍｐｌｅ",
                    "ｗｗｗ．bücher．example",
                    "user:ü@XN--BCHER-KVA.example:443",
                    "bü\u{ad}cher.example",
                ][..],
                "xn--bcher-kva.example",
            ),
            (&["маяк.example:8080", "XN--80AUE1F.EXAMPLE:8080"], "xn--80aue1f.example:8080"),
            (&["faß.example", "FAß.example"], "xn--fa-hia.example"),
            (&["ΒΌΛΟΣ.example", "βόλοσ.example"], "xn--nxasmq6b.example"),
            (&["ex%61mple.org", "ｅｘａｍｐｌｅ.org", "EXAMPLE.org"], "example.org"),
            (&["１２７.0.0.1", "127.0.0.1"], "127.0.0.1"),
            (&["食狮.公司.cn", "xn--85x722f.xn--55qx5d.cn"], "xn--85x722f.xn--55qx5d.cn"),
        ] {
            for host in hosts {
                let url = format!("http://{host}/A?b=ü");
                assert_eq!(canonical(&url), format!("{expected}/A?b=%C3%BC"), "{host}");
                let own = UrlPrefix::new(&format!("http://{host}")).unwrap();
                assert!(own.is_start_of(&url), "{host}");
                let prefix = UrlPrefix::new(expected).unwrap();
                assert!(prefix.is_start_of(&url), "{host}");
            }
        }
        // What is no host stays apart, and as it was.
        for (url, expected) in [
            ("http://b%FCcher.example/", "b%fccher.example"),
            ("http://a%2Fb.example/", "a%2fb.example"),
            ("http://ü：80/", "ü：80"),
            ("http://[ü]/a", "[ü]/a"),
            ("http://xn--a.example/", "xn--a.example"),
            ("http://under_score.example/", "under_score.example"),
            ("http://0x7f.1/", "0x7f.1"),
            ("http://ü:80:80/", "xn--tda"),
            ("http://strasse.example/", "strasse.example"),
        ] {
            assert_eq!(canonical(url), expected, "{url}");
        }
    }

    #[test]
    fn a_prefix_with_the_mark_of_a_query_takes_queries_alone() {
        let taken = |prefix: &str| -> Vec<&str> {
            let prefix = UrlPrefix::new(prefix).unwrap();
            ["/", "/?", "/?p=5", "/x", "/x?", "/x?q=1", "/x/?q=2", "/x/y", "/xy", "/x%3Fq"]
                .into_iter()
                .filter(|path| prefix.is_start_of(&format!("https://www.h.example{path}#top")))
                .collect()
        };
        for prefix in ["h.example?", "http://h.example/?", "//H.example:80//?", "h.example/?#a"] {
            assert_eq!(taken(prefix), ["/?", "/?p=5"], "{prefix}");
        }
        for prefix in ["h.example/x?", "h.example/x/?", "h.example/%78?"] {
            assert_eq!(taken(prefix), ["/x?", "/x?q=1", "/x/?q=2"], "{prefix}");
        }
        assert_eq!(taken("h.example/x?q="), ["/x?q=1", "/x/?q=2"]);
        assert_eq!(taken("h.example/x/"), ["/x", "/x?", "/x?q=1", "/x/?q=2", "/x/y"]);
        assert_eq!(taken("h.example/x%3F"), ["/x%3Fq"]);
        assert_eq!(taken("h.example/x#y").len(), 7, "a fragment does not count");
        assert_eq!(taken("h.example:8080/?"), [""; 0]);
        assert_eq!(taken("h.example/*"), [""; 0], "no wildcards");
        let prefix = UrlPrefix::new("h.example:8080/?").unwrap();
        assert!(prefix.is_start_of("http://h.example:8080?a"));
        assert!(!prefix.is_start_of("http://h.example:8080/a"));
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
        for prefix in ["", " ", "http://", "https://#top", "//", "/", "/?", "?", "http://?"] {
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
