//! The site of a page: the domain that somebody registered, by the public suffix list, or the host
//! of a blog.

use super::url::{ascii_host, is_scheme};
use std::borrow::Cow;
use std::net::Ipv6Addr;
use std::sync::LazyLock;

/// The day of the public suffix list in the program, as year-month-day: the day on which the crate
/// psl published it.
pub const LIST_DATE: &str = "2026-11-05";

/// The domains of Blogger's blogs under the domains of countries (`blogspot.de`, `blogspot.co.uk`,
/// …) begin so. The list once had them all, and now has `blogspot.com` alone.
const COUNTRY_BLOGS: &str = "blogspot.";

/// Hosts under which every blog had a host of its own, and which the list does not have; in the
/// order of their bytes. Most are of the time of BLOGS06.
static BLOG_HOSTS: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("blog_hosts.txt").split_ascii_whitespace().collect());

/// Returns the site of a page with this URL, in lower case: its host's registrable domain by the
/// public suffix list, private part included (`alice.github.io`), so that the blogs of a host are
/// sites of their own. An IP address, a host without dots and a public suffix are their own sites;
/// an IPv6 address is in brackets. A suffix that the list does not know is one label. Port and user
/// do not matter.
///
/// None if the URL has no host: a relative one, `mailto:`, no URL at all. A host in Unicode has the
/// site of the same host in Punycode (`ascii_host`).
pub fn site(url: &str) -> Option<Cow<'_, str>> {
    match ascii_host(host(url)?) {
        Cow::Borrowed(host) => of_host(host),
        Cow::Owned(host) => of_host(&host).map(|site| Cow::Owned(site.into_owned())),
    }
}

/// Returns the site of a host.
fn of_host(host: &str) -> Option<Cow<'_, str>> {
    if let Some(address) = host.strip_prefix('[') {
        let address: Ipv6Addr = address.strip_suffix(']')?.parse().ok()?;
        return Some(format!("[{address}]").into());
    }
    let host = host.strip_suffix('.').unwrap_or(host);
    if host.is_empty() || host.contains(is_forbidden) || host.split('.').any(str::is_empty) {
        return None;
    }
    if host.chars().all(|c| c.is_ascii() && !c.is_ascii_uppercase()) {
        Some(registrable(host).into())
    } else {
        Some(registrable(&host.to_lowercase()).to_owned().into())
    }
}

/// Whether no host may have this character, by the WHATWG's URL standard.
fn is_forbidden(c: char) -> bool {
    c.is_ascii_control() || c.is_whitespace() || "#%/:<>?@[\\]^|".contains(c)
}

/// The host as it is written, with its trailing dot or brackets.
fn host(url: &str) -> Option<&str> {
    let (scheme, rest) = url.trim().split_once("://")?;
    if !is_scheme(scheme) {
        return None;
    }
    let authority = rest.split(['/', '\\', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    let port = host.rfind(':').filter(|at| host[at + 1..].chars().all(|c| c.is_ascii_digit()));
    // The colons of an IPv6 address are in its brackets.
    let port = port.filter(|_| !host.ends_with(']'));
    Some(port.map_or(host, |at| &host[..at]))
}

/// The part of a host in lower case that is its site.
fn registrable(host: &str) -> &str {
    let last = host.rsplit('.').next().unwrap_or(host);
    let is_decimal = last.chars().all(|c| c.is_ascii_digit());
    let hexadecimal = last.strip_prefix("0x");
    if is_decimal || hexadecimal.is_some_and(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()))
    {
        return host; // An IPv4 address: no domain ends in a number.
    }
    let domain = psl::domain_str(host).unwrap_or(host);
    let longer = with_label_before(host, domain);
    let blogs = [domain, longer].into_iter().find(|name| BLOG_HOSTS.binary_search(name).is_ok());
    match blogs {
        Some(blogs) => with_label_before(host, blogs),
        None if domain.starts_with(COUNTRY_BLOGS) => longer,
        None => domain,
    }
}

/// The end of a host with one label more than `end`; the same end if that is all of the host.
fn with_label_before<'a>(host: &'a str, end: &str) -> &'a str {
    let before = host[..host.len() - end.len()].trim_end_matches('.');
    &host[before.rfind('.').map_or(0, |dot| dot + 1)..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_site_is_the_registrable_domain() {
        for (url, expected) in [
            ("http://www.example.com/a?b#c", "example.com"),
            ("http://example.com", "example.com"),
            ("https://a.b.example.co.uk:8080/", "example.co.uk"),
            ("HTTP://User:Pass@WWW.Example.COM./", "example.com"),
            ("http://user@name@example.com/", "example.com"),
            ("http://example.com?query=http://other.org/", "example.com"),
            ("http:\\\\example.com", "-"),
            ("http://www.example.com\\path", "example.com"),
            ("ftp://ftp.example.org/pub", "example.org"),
            ("http://alice.github.io/post", "alice.github.io"),
            ("http://www.alice.blogspot.com/", "alice.blogspot.com"),
            // Wildcards, and an exception to one.
            ("http://www.shop.firm.ck/", "shop.firm.ck"),
            ("http://a.www.ck/", "www.ck"),
            // A suffix that the list does not know is one label.
            ("http://a.b.example.localdomain/", "example.localdomain"),
            // Themselves: bare hosts, public suffixes.
            ("http://localhost:3000/", "localhost"),
            ("http://com/", "com"),
            ("http://co.uk/", "co.uk"),
            ("http://github.io/", "github.io"),
            ("http://under_score.example.com/", "example.com"),
        ] {
            assert_eq!(site(url).as_deref().unwrap_or("-"), expected, "{url}");
        }
    }

    #[test]
    fn punycode_and_unicode_are_one() {
        for (url, expected) in [
            ("http://www.xn--85x722f.xn--55qx5d.cn/", "xn--85x722f.xn--55qx5d.cn"),
            ("http://www.食狮.公司.cn/", "xn--85x722f.xn--55qx5d.cn"),
            ("http://www.XN--BCHER-KVA.de/", "xn--bcher-kva.de"),
            ("http://WWW.BÜCHER.de/", "xn--bcher-kva.de"),
            ("http://a.b%C3%BCcher.de:8080/", "xn--bcher-kva.de"),
            ("http://ａ。bücher.blogspot.de./", "xn--bcher-kva.blogspot.de"),
        ] {
            assert_eq!(site(url).as_deref(), Some(expected), "{url}");
        }
    }

    #[test]
    fn an_address_is_a_site_of_its_own() {
        for (url, expected) in [
            ("http://192.168.1.10:80/a", "192.168.1.10"),
            ("http://0x7f.1/", "0x7f.1"),
            ("http://3232235777/", "3232235777"),
            ("http://[2001:DB8:0::1]:8080/", "[2001:db8::1]"),
            ("http://[::1]/", "[::1]"),
        ] {
            assert_eq!(site(url).as_deref(), Some(expected), "{url}");
        }
    }

    #[test]
    fn without_a_host_there_is_no_site() {
        for url in [
            "",
            "post.html",
            "/a/b",
            "//example.com/",
            "www.example.com/a",
            "mailto:a@example.com",
            "urn:uuid:1234",
            "file:///etc/hosts",
            "http://",
            "http:///a",
            "http://:80/",
            "http://./",
            "http://a..b/",
            "http://.example.com/",
            "http://exa mple.com/",
            "http://example.com:port/",
            "http://[::1/",
            "http://[::1]x/",
            "http://[nonsense]/",
            "http://%2Fxample.com/",
            "http://b%FCcher.de/",
            "1http://example.com/",
            "see http://example.com/",
        ] {
            assert_eq!(site(url), None, "{url}");
        }
    }

    #[test]
    fn every_blog_of_a_host_is_a_site() {
        for (url, expected) in [
            ("http://alice.blogspot.de/", "alice.blogspot.de"),
            ("http://www.alice.blogspot.co.uk/", "alice.blogspot.co.uk"),
            ("http://alice.blogspot.com.br/", "alice.blogspot.com.br"),
            ("http://blogspot.de/", "blogspot.de"),
            ("http://blogspotter.de/", "blogspotter.de"),
            ("http://a.blogspot-news.de/", "blogspot-news.de"),
            ("http://bob.spaces.live.com/blog/", "bob.spaces.live.com"),
            ("http://mail.live.com/", "live.com"),
            ("http://spaces.live.com/", "spaces.live.com"),
            ("http://bob.blogs.sapo.pt/", "bob.blogs.sapo.pt"),
            ("http://www.sapo.pt/", "sapo.pt"),
        ] {
            assert_eq!(site(url).as_deref(), Some(expected), "{url}");
        }
        assert!(BLOG_HOSTS.is_sorted());
        for host in BLOG_HOSTS.iter() {
            assert_eq!(site(&format!("http://{host}/alice")).as_deref(), Some(*host));
            assert_eq!(
                site(&format!("http://alice.{host}/")),
                Some(format!("alice.{host}").into())
            );
            assert_eq!(
                site(&format!("http://img.alice.{host}/")),
                Some(format!("alice.{host}").into())
            );
            let listed =
                psl::domain_str(&format!("img.alice.{host}")) == Some(&format!("alice.{host}"));
            assert!(!listed, "the public suffix list has {host}");
        }
    }

    /// Who takes a newer list finds its date in the registry's entry of the crate (`pubtime`).
    #[test]
    fn the_date_is_that_of_the_pinned_list() {
        let lock = include_str!("../../../../Cargo.lock");
        let (_, entry) =
            lock.split_once("name = \"psl\"\nversion = \"").expect("the crate is locked");
        let (version, _) = entry.split_once('"').expect("a version");
        assert_eq!((version, LIST_DATE), ("2.1.247", "2026-11-05"));
    }

    proptest! {
        #[test]
        fn any_text_has_a_site_or_none(
            url in r"(https?://)?\PC*|http://[a-z.@:\[\]0-9%A-Z\\ü]{0,40}(/.*)?",
        ) {
            let Some(found) = site(&url) else { return Ok(()) };
            prop_assert!(!found.is_empty() && *found == found.to_lowercase());
            // A site is its own site, so pages of a site can be found by the site's name.
            let again = format!("http://{found}/");
            prop_assert_eq!(site(&again), Some(found));
        }

        #[test]
        fn the_site_is_an_end_of_the_host(
            labels in prop::collection::vec("[a-z0-9-]{1,8}", 1..5),
            end in "(com|co\\.uk|blogspot\\.de|live\\.com|ck|github\\.io|example)",
        ) {
            let host = format!("{}.{end}", labels.join("."));
            let url = format!("http://{host}/");
            let found = site(&url).expect("a host");
            prop_assert!(host.ends_with(&*found));
            prop_assert!(
                found.len() == host.len() || host[..host.len() - found.len()].ends_with('.')
            );
        }
    }
}
