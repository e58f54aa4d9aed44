//! A page as in its archive, for the browser to render where it can do no harm.
//!
//! The sandbox and the policy of the answer forbid scripts, forms, frames and every request, but
//! they know no way to forbid a connection without a request: `<link rel=preconnect>` and
//! `dns-prefetch` tell another server, or the name server, that somebody looks at the page. So
//! there is no `<link>` in what is sent, and no `<iframe>`, which could have one in its `srcdoc`.
//! Nor is there an attribute `href`: Chromium connects to where a link leads when it is pressed,
//! before it checks whether it may follow it.

use super::page::PARAMETERS;
use crate::requests::{Answer, Failure, Scope, check_names};
use crate::site::WebRequest;

/// What a tag begins with, and what stands for it: an element of the same place in the page that
/// does nothing with the attributes, so the page around it looks as before. A refresh that this
/// could make is forbidden by the sandbox.
const REPLACED: [(&str, &str); 3] =
    [("<link", "<meta"), ("<iframe", "<noembed"), ("</iframe", "</noembed")];

/// Attributes that get another name: the address of links, and the attribute by which an animation
/// of SVG names the attribute that it sets.
const RENAMED: [&str; 2] = ["href", "attributename"];
/// What their names begin with then.
const PREFIX: &str = "data-";

/// The most bytes of a page that a browser is given to render: more of them may keep it busy for
/// long.
const MAX_BYTES: usize = 4 << 20;

/// The text of a page, without what could connect.
///
/// # Errors
/// [`Failure::Missing`] for a page that is not in the index, and an index that does not have the
/// pages themselves.
pub fn original(web: &WebRequest<'_>) -> Answer<String> {
    check_names(web.fields, Scope::List, &PARAMETERS)?;
    let document = web.snapshot.document(web.fields.needed("docno")?)?;
    let page = web.snapshot.index.whole_page(document)?;
    let lacking =
        "the index does not keep the pages themselves; build it with --store all to see them";
    let body = page.body.as_ref().ok_or_else(|| Failure::Missing(lacking.to_owned()))?;
    if body.len() > MAX_BYTES {
        let found = format!(
            "the page has {} bytes; a browser is shown at most {MAX_BYTES}: use tamis inspect \
             --html",
            body.len()
        );
        return Err(Failure::Missing(found));
    }
    // As text: in some encodings a tag can be written with other bytes between its letters.
    Ok(unlinked(&harmless(&page.html().unwrap_or_default())))
}

/// Exchanges the beginnings of tags, in any case, wherever they stand: a tag that a browser could
/// read is among them, whatever it takes the text around it for.
fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (tag, other) =
            REPLACED.into_iter().find(|(tag, _)| is_at(rest, 0, tag)).unwrap_or(("<", "<"));
        out.push_str(other);
        rest = &rest[tag.len()..];
    }
    out + rest
}

/// Whether a text in ASCII stands at a place, in any case.
fn is_at(text: &str, at: usize, ascii: &str) -> bool {
    let found = text.as_bytes().get(at..at + ascii.len());
    found.is_some_and(|found| found.eq_ignore_ascii_case(ascii.as_bytes()))
}

/// Renames attributes wherever a browser could read one: after white space, a slash, a quote or
/// the colon of a namespace. Text that reads like one changes too, and shows it.
fn unlinked(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len() + 64);
    let mut copied = 0;
    for at in 1..bytes.len() {
        let is_after_separator = matches!(
            bytes[at - 1],
            b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' | b'/' | b'"' | b'\'' | b':'
        );
        if is_after_separator && RENAMED.iter().any(|name| is_at(text, at, name)) {
            // The bytes before and after are ASCII, so this is between characters.
            out.push_str(&text[copied..at]);
            out.push_str(PREFIX);
            copied = at;
        }
    }
    out + &text[copied..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tamis::blocks::html::{Charset, decode};

    #[test]
    fn links_and_frames_are_exchanged_in_any_case_and_anywhere() {
        assert_eq!(
            harmless(
                "<p>ä<LiNk rel=preconnect href=x><<link><iframe srcdoc='&lt;link>'>y</IFRAME\n>< \
                 link>&lt;link"
            ),
            "<p>ä<meta rel=preconnect href=x><<meta><noembed srcdoc='&lt;link>'>y</noembed\n>< \
             link>&lt;link"
        );
        assert_eq!(harmless(""), "");
        assert_eq!(harmless("a < b <"), "a < b <");
    }

    #[test]
    fn a_tag_that_is_hidden_by_its_encoding_is_found() {
        // ISO-2022-JP may change the character set within a word; the browser reads a whole tag.
        let bytes = b"<\x1b(Jl\x1b(Bink rel=preconnect>";
        let decoded = decode(bytes, Charset { forced: Some("ISO-2022-JP"), http: None });
        assert_eq!(harmless(&decoded.text), "<meta rel=preconnect>");
    }

    #[test]
    fn links_lead_nowhere() {
        assert_eq!(
            unlinked(
                "ä<a HREF=x>ö</a><svg><a\nxlink:href='y'><set attributeName=\"href\" to=z></svg>\
                 <b title=''href=q> hre"
            ),
            "ä<a data-HREF=x>ö</a><svg><a\nxlink:data-href='y'><set \
             data-attributeName=\"data-href\" to=z></svg><b title=''data-href=q> hre"
        );
        assert_eq!(unlinked("href"), "href");
        assert_eq!(unlinked(""), "");
    }

    proptest! {
        #[test]
        fn no_attribute_of_a_link_is_left(
            text in "[ <>a/='\":\nhé]{0,6}(href|HREF|hRef|attributeName)[ =a/'\"h]{0,6}",
        ) {
            let sent = unlinked(&text);
            prop_assert_eq!(sent.replace(PREFIX, ""), text.clone());
            let sent = sent.to_ascii_lowercase();
            let behind = [" ", "\n", "/", "\"", "'", ":"];
            prop_assert!(
                behind.iter().all(|before| !sent.contains(&format!("{before}href"))),
                "{sent}"
            );
        }

        #[test]
        fn nothing_is_left_that_begins_a_link_or_a_frame(
            text in "(<|</|l|L|ink|iframe|IFRAME|meta| |ſ|K|ı){0,12}",
        ) {
            let sent = harmless(&text).to_ascii_lowercase();
            prop_assert!(!sent.contains("<link") && !sent.contains("<iframe"), "{sent}");
        }
    }
}
