//! The address and the date that programs write into pages they save: in a comment near the start.

use crate::date;
use memchr::memmem;

/// Number of bytes searched: the comment is before or behind the head's start tag.
const WINDOW: usize = 16 * 1024;

/// Where and when a page was saved.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Saved {
    /// An address of the web.
    pub url: String,
    /// In ISO 8601; empty if the program writes none.
    pub date: String,
}

/// Returns what the first such comment says; nothing without one.
pub(super) fn saved(page: &[u8]) -> Saved {
    let start = &page[..page.len().min(WINDOW)];
    // What a script or the page itself says is of no program that saved it.
    let ends = ["<body", "<BODY", "<script"].map(|tag| memmem::find(start, tag.as_bytes()));
    let mut rest = &start[..ends.into_iter().flatten().min().unwrap_or(start.len())];
    while let Some(start) = memmem::find(rest, b"<!--") {
        rest = &rest[start + b"<!--".len()..];
        let Some(end) = memmem::find(rest, b"-->") else { break };
        let comment = String::from_utf8_lossy(&rest[..end]);
        if let Some((url, date)) = said(comment.trim())
            && let Some(url) = of_web(url)
        {
            let date = date::seconds(date).map(date::written).unwrap_or_default();
            return Saved { url, date };
        }
        rest = &rest[end..];
    }
    Saved::default()
}

/// Returns the address and the date in a comment.
fn said(comment: &str) -> Option<(&str, &str)> {
    if let Some(url) = comment.strip_prefix("saved from url=") {
        // Browsers write its length before it: `(0022)`.
        return Some((url.trim_start_matches(|sign| "()0123456789".contains(sign)), ""));
    }
    if let Some(mirrored) = comment.strip_prefix("Mirrored from ") {
        let (url, rest) = mirrored.split_once(" by HTTrack")?;
        return Some((url, rest.rsplit_once("], ").map_or("", |(_, date)| date)));
    }
    if let Some(saved) = comment.strip_prefix("Saved from ") {
        let (url, rest) = saved.split_once(" at ")?;
        return Some((url, rest.split_once(" using monolith")?.0));
    }
    let mut lines = comment.lines().map(str::trim);
    if !lines.next()?.contains("SingleFile") {
        return None;
    }
    let url = lines.clone().find_map(|line| line.strip_prefix("url:"))?;
    Some((url, lines.find_map(|line| line.strip_prefix("saved date:")).unwrap_or_default()))
}

/// Returns an address if it is one of the web. HTTrack leaves its scheme out.
fn of_web(url: &str) -> Option<String> {
    let url = url.split_whitespace().next()?;
    let (host, rest) = match url.split_once("://") {
        Some(("http" | "https", rest)) => (rest, url.to_owned()),
        Some(_) => return None,
        None => (url, format!("http://{url}")),
    };
    // Neither a file's path nor `about:internet`.
    let host = host.split(['/', '?', '#']).next()?;
    let is_host = host.contains('.') || host.starts_with("localhost") || host.starts_with('[');
    is_host.then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(page: &str) -> (String, String) {
        let Saved { url, date } = saved(page.as_bytes());
        (url, date)
    }

    #[test]
    fn the_comments_of_programs_are_read() {
        let cases = [
            (
                "<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n \
                 url: https://a.example/b?c=d \n \
                 saved date: Tue Dec 06 2005 13:00:00 GMT+0100 (Central European Time)\n--><p>",
                ("https://a.example/b?c=d", "2005-12-06T12:00:00Z"),
            ),
            (
                "<!--\n Archive processed by SingleFile \n url: http://a.example/\n-->",
                ("http://a.example/", ""),
            ),
            (
                "<html>\r\n<!-- Mirrored from a.example/x/y.html by HTTrack Website Copier/3.49-2 \
                 [XR&CO'2014], Tue, 06 Dec 2005 12:00:00 GMT -->\r\n",
                ("http://a.example/x/y.html", "2005-12-06T12:00:00Z"),
            ),
            (
                "<!-- a note --><!-- saved from url=(0020)https://a.example/%2D -->",
                ("https://a.example/%2D", ""),
            ),
            (
                "<!-- Saved from http://localhost:8000/ at 2005-12-06T12:00:00Z using monolith \
                 v2.8.1 -->",
                ("http://localhost:8000/", "2005-12-06T12:00:00Z"),
            ),
        ];
        for (page, (url, date)) in cases {
            assert_eq!(found(page), (url.to_owned(), date.to_owned()), "{page}");
        }
    }

    #[test]
    fn what_is_no_address_of_the_web_is_none() {
        for page in [
            "<!-- saved from url=(0014)about:internet -->",
            "<!-- saved from url=(0025)file:///C:/pages/a.b.html -->",
            "<!-- saved from url=(0020)https://a.example/ ",
            "<!-- Saved from http://a.example/ by hand at noon -->",
            "<!-- Mirrored from a.example -->",
            "<!-- url: http://a.example/ -->",
            "<p>saved from url=(0020)https://a.example/",
            "<!-- saved from url= -->",
            "<body><p>a<!-- saved from url=(0020)https://a.example/ -->",
            "<script>'<!-- saved from url=(0020)https://a.example/ -->'</script>",
        ] {
            assert_eq!(saved(page.as_bytes()), Saved::default(), "{page}");
        }
        let late = format!("{}<!-- saved from url=http://a.example/ -->", " ".repeat(WINDOW));
        assert_eq!(saved(late.as_bytes()), Saved::default());
    }
}
