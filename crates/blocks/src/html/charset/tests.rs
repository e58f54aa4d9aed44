//! Pages whose mark, header, `<meta>` and bytes disagree.

use super::*;
use crate::html::{Charset, parse, parse_str, parse_within, plain_text};
use crate::page::Budget;
use crate::page::EncodingSource::{Bom, Detected, Forced, Given, Http, Meta};

const MARK: &[u8] = b"\xEF\xBB\xBF";
/// Three letters in KOI8-R and in windows-1251, invalid as UTF-8.
const LETTERS: &[u8] = b"<p>\xC1\xC2\xD7";
const META: &[u8] = b"<meta charset=koi8-r><p>\xC1\xC2\xD7";

fn found(
    bytes: &[u8],
    forced: Option<&str>,
    http: Option<&str>,
) -> (&'static str, EncodingSource, String) {
    let page = parse_within(bytes, Charset { forced, http }, &Budget::UNLIMITED);
    (page.encoding, page.encoding_source, page.text)
}

fn encoding(
    bytes: &[u8],
    forced: Option<&str>,
    http: Option<&str>,
) -> (&'static str, EncodingSource) {
    let (encoding, source, _) = found(bytes, forced, http);
    (encoding, source)
}

#[test]
fn each_says_less_than_the_one_before() {
    let forced = Some("windows-1251");
    let http = Some("iso-8859-1");
    assert_eq!(encoding(&[MARK, META].concat(), forced, http), ("UTF-8", Bom));
    assert_eq!(
        found(META, forced, http),
        ("windows-1251", Forced, "\u{411}\u{412}\u{427}".to_owned())
    );
    assert_eq!(found(META, None, http), ("windows-1252", Http, "\u{C1}\u{C2}\u{D7}".to_owned()));
    assert_eq!(found(META, None, None), ("KOI8-R", Meta, "\u{430}\u{431}\u{432}".to_owned()));
    assert_eq!(encoding("<p>na\u{EF}ve".as_bytes(), None, None), ("UTF-8", Detected));
    assert_eq!(encoding(b"<p>plain", None, None), ("UTF-8", Detected));
}

#[test]
fn the_users_word_alone_and_against_each_of_the_others() {
    for (page, http) in [(META, None), (META, Some("gbk")), (LETTERS, Some("gbk")), (LETTERS, None)]
    {
        assert_eq!(encoding(page, Some("utf-8"), http), ("UTF-8", Forced));
    }
    assert_eq!(
        encoding(b"\xFF\xFEa\0", Some("utf-8"), None),
        ("UTF-16LE", Bom),
        "the standard's one exception"
    );
}

#[test]
fn utf_8_under_a_false_meta_is_read_when_the_user_says_so() {
    let page = [b"<meta charset=iso-8859-1>".as_slice(), "<p>na\u{EF}ve".as_bytes()].concat();
    assert_eq!(found(&page, None, None), ("windows-1252", Meta, "na\u{C3}\u{AF}ve".to_owned()));
    assert_eq!(found(&page, Some("utf8"), None), ("UTF-8", Forced, "na\u{EF}ve".to_owned()));
}

#[test]
fn utf_8_beyond_doubt_is_read_whatever_the_page_declares() {
    let page = |declared: &str, text: &[u8]| [declared.as_bytes(), b"<p>", text].concat();
    let latin = "<meta charset=iso-8859-1>";
    for (declared, letters) in [
        (latin, "\u{E9}".repeat(10)),
        ("<?xml version='1.0' encoding='windows-1251'?>", "\u{436}".repeat(10)),
        (
            "<meta http-equiv=content-type content='text/html; charset=gb2312'>",
            "\u{4E2D}".repeat(10),
        ),
        ("<meta charset=shift_jis>", "\u{1F600} ".repeat(10).trim_end().to_owned()),
    ] {
        let page = page(declared, letters.as_bytes());
        assert_eq!(found(&page, None, None), ("UTF-8", Detected, letters), "{declared}");
        assert_eq!(encoding(&page, None, Some("koi8-r")), ("KOI8-R", Http), "{declared}");
        assert_eq!(encoding(&page, Some("koi8-r"), None), ("KOI8-R", Forced), "{declared}");
    }
    let nine = "\u{E9}".repeat(9);
    let cut = "\u{E9}".repeat(11);
    for text in [nine.as_bytes(), &cut.as_bytes()[..21], &[cut.as_bytes(), b"\xE9"].concat()] {
        assert_eq!(encoding(&page(latin, text), None, None), ("windows-1252", Meta));
    }
    let honest = page("<meta charset=utf-8>", cut.as_bytes());
    assert_eq!(encoding(&honest, None, None), ("UTF-8", Meta));
    let escapes = page("<meta charset=iso-2022-jp>", b"\x1B$B$\"\x1B(B");
    assert_eq!(found(&escapes, None, None), ("ISO-2022-JP", Meta, "\u{3042}".to_owned()));
}

#[test]
fn a_label_that_names_nothing_that_decodes_says_nothing() {
    for label in ["no such label", "", "iso-2022-kr", "replacement", "utf-7"] {
        assert_eq!(encoding(META, Some(label), None), ("KOI8-R", Meta), "{label}");
        assert_eq!(encoding(META, None, Some(label)), ("KOI8-R", Meta), "{label}");
        assert!(crate::html::encoding_name(label).is_none(), "{label}");
    }
    let page = b"<meta charset=hz-gb-2312><meta charset=koi8-r><p>\xC1";
    assert_eq!(found(page, None, None), ("KOI8-R", Meta, "\u{430}".to_owned()));
    assert_eq!(encoding(META, None, Some("\"iso-8859-1\"")), ("windows-1252", Http));
}

#[test]
fn text_is_utf_8_whatever_it_says() {
    let page = parse_str("\u{FEFF}<meta charset=koi8-r><p>\u{430}");
    assert_eq!(
        (page.encoding, page.encoding_source, page.text.as_str()),
        ("UTF-8", Given, "\u{430}")
    );
    assert_eq!(
        (plain_text("", "a").encoding, plain_text("", "a").encoding_source),
        ("UTF-8", Given)
    );
}

#[test]
fn the_names_of_the_sources_are_those_of_their_json() {
    for source in EncodingSource::ALL {
        assert_eq!(serde_json::to_value(source).unwrap(), source.name());
    }
}

#[test]
fn undeclared_encodings_are_detected_from_the_bytes() {
    let text = "Сегодня утром в парке пели птицы, и дети играли у пруда до самого вечера.";
    for label in ["windows-1251", "koi8-u"] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        let (bytes, _, _) = encoding.encode(text);
        let page = parse(&bytes, None);
        assert_eq!((page.encoding, page.text.as_str()), (encoding.name(), text));
    }
}

#[test]
fn malformed_bytes_become_replacement_characters() {
    assert_eq!(parse(b"a\xFFb", Some("utf-8")).text, "a\u{FFFD}b");
}
