//! Text of others in pages.

use crate::excerpt::{ExcerptPiece, start};
use maud::{Markup, html};
use tamis::Escaped;

/// The most characters of a URL to show.
const URL: usize = 300;

/// Text of others, on its own in a sentence: its direction is its own, and what cannot be seen is
/// shown as an escape.
pub fn shown(text: &str) -> Markup {
    html! { bdi { (Escaped(text).to_string()) } }
}

/// A page by its title, or by its docno if it has none.
pub fn named(title: &str, docno: &str) -> Markup {
    shown(if title.is_empty() { docno } else { title })
}

/// Pieces of text with the words of the query marked.
pub fn pieces(pieces: &[ExcerptPiece]) -> Markup {
    html! {
        bdi {
            @for piece in pieces {
                @if piece.is_match {
                    mark { (Escaped(&piece.text).to_string()) }
                } @else {
                    (Escaped(&piece.text).to_string())
                }
            }
        }
    }
}

/// A URL: a link if it is a web address, else text.
pub fn url(url: &str) -> Markup {
    let shown = Escaped(start(url, URL)).to_string();
    html! {
        @if is_web(url) {
            a.url href=(url) rel="noopener noreferrer nofollow" target="_blank" { bdi { (shown) } }
        } @else {
            span.url { bdi { (shown) } }
        }
    }
}

/// Whether a URL is one that a browser may follow: not `javascript:` or `data:`.
fn is_web(url: &str) -> bool {
    (has_scheme(url, "http://") || has_scheme(url, "https://"))
        && url.len() <= 4096
        && url.chars().all(|c| !c.is_control() && c != ' ')
}

fn has_scheme(url: &str, scheme: &str) -> bool {
    url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_are_links() {
        for (address, is_link) in [
            ("http://a.example/", true),
            ("HTTPS://a.example/?a=\"b\"", true),
            ("javascript:alert(1)", false),
            (" http://a.example/", false),
            ("data:text/html,x", false),
            ("http://a.example/\u{a}x", false),
            ("a.example", false),
        ] {
            assert_eq!(url(address).into_string().contains("href"), is_link, "{address}");
        }
    }

    #[test]
    fn markup_and_overrides_are_text() {
        let shown = shown("<b>\u{202e}\u{0}&").into_string();
        assert_eq!(shown, "<bdi>&lt;b&gt;\\u{202e}\\u{0}&amp;</bdi>");
        let found = pieces(&[ExcerptPiece { text: "<i>".into(), is_match: true }]).into_string();
        assert_eq!(found, "<bdi><mark>&lt;i&gt;</mark></bdi>");
    }
}
