//! Languages, texts and explanations of whole pages. `tests/it/justext.rs` compares paragraphs and
//! classes with the original.

use super::*;
use tamis_blocks::page::Cut;

const GERMAN: &str = "Der alte Mann und das Meer sind in der Geschichte nicht immer einer Meinung, \
                      aber sie haben sich mit der Zeit aneinander gewöhnt, weil es für beide nicht \
                      anders geht, und so fährt er auch an diesem Morgen wieder hinaus, obwohl er \
                      weiß, dass er nichts fangen wird.";

fn with<T>(html: &str, language: Option<&str>, of: impl Fn(&Subject) -> T) -> T {
    let page = html::parse_str(html);
    let blocks = tamis_blocks::block::cut(&page, Cut::Boilerpipe);
    of(&Subject::new(&page, &blocks).with_markup(html).in_language(language))
}

fn text(justext: &JusText, html: &str, language: Option<&str>) -> String {
    with(html, language, |subject| justext.text(subject))
}

/// A page in German with this attribute of HTML.
fn page(lang: &str) -> String {
    format!("<html{lang}><body><p>{GERMAN}</p></body></html>")
}

#[test]
fn the_language_is_the_users_then_the_pages_then_its_texts() {
    let of_page = JusText::new(None).unwrap();
    let all = format!("{GERMAN}\n");
    assert_eq!(text(&of_page, &page(""), None), all, "detected from the text");
    assert_eq!(text(&of_page, &page(" lang=de-AT"), None), all, "declared by the page");
    assert_eq!(text(&of_page, &page(" lang=en"), None), "");
    assert_eq!(text(&of_page, &page(" lang=en"), Some("de")), all, "set by the caller");
    assert_eq!(text(&of_page, &page(" lang=zh"), None), "", "English where there is no list");
    assert_eq!(
        text(&JusText::new(Some("german")).unwrap(), &page(" lang=en"), Some("en")),
        all,
        "named"
    );
    assert_eq!(
        text(&JusText::chatnoir(None).unwrap(), &page(""), Some("de")),
        "",
        "English always"
    );
    assert_eq!(text(&JusText::chatnoir(Some("de")).unwrap(), &page(""), None), all);
    assert_eq!(text(&JusText::without_stop_words(), &page(" lang=en"), None), all);
}

#[test]
fn an_unknown_language_brings_the_nearest() {
    let error = JusText::new(Some("germann")).err().unwrap().to_string();
    assert!(error.contains("german"), "{error}");
}

#[test]
fn the_paragraph_of_every_block_is_explained() {
    let page = format!("<html lang=de><p><a>Start</a><div>{GERMAN}</div><p>Ende<p>\u{2014}");
    let reasons = with(&page, None, |subject| JusText::new(None).unwrap().explain(subject));
    assert!(
        reasons[0]
            .starts_with("justext: paragraph 0: bad (too many links: 5 characters, 1.00 of them"),
        "{reasons:?}"
    );
    assert!(
        reasons[1].contains("good (long with many stop words")
            && reasons[1].ends_with("good among its neighbours")
    );
    assert!(
        reasons[2].contains("short (short: 4 characters")
            && reasons[2].ends_with("bad among its neighbours"),
        "{reasons:?}"
    );
    assert_eq!(reasons[3], "justext: no paragraph has its words");
}
