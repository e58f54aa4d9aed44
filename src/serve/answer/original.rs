//! A page as in its archive, for the browser to render where it can do no harm.
//!
//! The sandbox and the policy of the answer forbid scripts, forms, frames and every request, but they know no way to forbid a
//! connection without a request: `<link rel=preconnect>` and `dns-prefetch` tell another server, or the name server, that
//! somebody looks at the page. So there is no `<link>` in what is sent, and no `<iframe>`, which could have one in its `srcdoc`.

use super::super::failure::Failure;
use super::super::site::Request;
use super::page::PARAMETERS;
use tamis_blocks::html::{Charset, decode};

/// What a tag begins with, and what stands for it: an element of the same place in the page that does nothing with the
/// attributes, so the page around it looks as before. A refresh that this could make is forbidden by the sandbox.
const REPLACED: [(&str, &str); 3] = [("<link", "<meta"), ("<iframe", "<noembed"), ("</iframe", "</noembed")];

/// The text of a page, without what could connect.
///
/// # Errors
/// [`Failure::Missing`] for a page that is not in the index, and an index that does not have the pages themselves.
pub fn original(request: &Request<'_>) -> Result<String, Failure> {
    super::super::asked::check_names(request.fields, &PARAMETERS)?;
    let document = request.snapshot.document(request.needed("docno")?)?;
    let page = request.snapshot.whole_page(document)?;
    let lacking = "the index does not keep the pages themselves; build it with --store all to see them";
    let body = page.body.ok_or_else(|| Failure::Missing(lacking.to_owned()))?;
    // As text: in some encodings a tag can be written with other bytes between its letters.
    Ok(harmless(&decode(&body, Charset { forced: Some(&page.encoding), http: None }).text))
}

/// Exchanges the beginnings of tags, in any case, wherever they stand: a tag that a browser could read is among them, whatever
/// it takes the text around it for.
fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let begins = |tag: &str| rest.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag));
        let (tag, other) = REPLACED.into_iter().find(|(tag, _)| begins(tag)).unwrap_or(("<", "<"));
        out.push_str(other);
        rest = &rest[tag.len()..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn links_and_frames_are_exchanged_in_any_case_and_anywhere() {
        assert_eq!(
            harmless("<p>ä<LiNk rel=preconnect href=x><<link><iframe srcdoc='&lt;link>'>y</IFRAME\n>< link>&lt;link"),
            "<p>ä<meta rel=preconnect href=x><<meta><noembed srcdoc='&lt;link>'>y</noembed\n>< link>&lt;link"
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

    proptest! {
        #[test]
        fn nothing_is_left_that_begins_a_link_or_a_frame(text in "(<|</|l|L|ink|iframe|IFRAME|meta| |ſ|K|ı){0,12}") {
            let sent = harmless(&text).to_ascii_lowercase();
            prop_assert!(!sent.contains("<link") && !sent.contains("<iframe"), "{sent}");
        }
    }
}
