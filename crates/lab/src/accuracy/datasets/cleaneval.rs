//! CleanEval (2007): gold whose first line may be `URL: …`, in which `<h>`, `<p>` and `<l>` begin a
//! header, a paragraph and an item and are never closed; pages wrapped in the lines
//! `<text id= title= encoding=>` and `</text>`, which are no part of the page.

use super::{DatasetFolders, DatasetFormat, PageFiles, files};
use crate::accuracy::gold::{Content, GoldPage};
use std::ops::Range;
use std::path::Path;
use tamis_index::error::Result;

pub(super) const FORMAT: DatasetFormat = DatasetFormat {
    name: "cleaneval",
    describe: "pages in html/ and gold of the same names in native/ or gold/, with a URL line or \
               <p>, <h>, <l>",
    find,
    load,
};

const GOLD: [&str; 5] = ["native", "gold", "clean", "GoldStandard", "GoldStandard-utf8"];

/// The number of files examined to detect the format.
const LOOK: usize = 10;

fn find(folder: &Path, _: Content) -> Result<Option<DatasetFolders>> {
    let Some(html) = files::first_folder(folder, &files::PAGES) else { return Ok(None) };
    for gold in GOLD.map(|name| folder.join(name)).into_iter().filter(|path| path.is_dir()) {
        let texts = files::by_id(&gold)?
            .into_values()
            .filter(|path| path.extension().is_some_and(|e| e == "txt"));
        for path in texts.take(LOOK) {
            let text = files::read_text(&path)?;
            if text.starts_with("URL:") || text.lines().any(|line| is_tag(line.trim_start())) {
                return Ok(Some((html, gold)));
            }
        }
    }
    Ok(None)
}

/// Whether a line begins with a tag of CleanEval.
fn is_tag(line: &str) -> bool {
    matches!(line.as_bytes(), [b'<', b'p' | b'P' | b'h' | b'H' | b'l' | b'L', b'>', ..])
}

fn load(page: &PageFiles, _: Content) -> Result<GoldPage> {
    let mut gold = files::page(&page.html)?;
    let marked = files::read_text(&page.gold)?;
    let marked = without_url(&marked);
    gold.text = without_tags(marked);
    gold.marked = Some(marked.to_owned());
    gold.charset = gold.charset.or_else(|| wrapper_encoding(&gold.html));
    let page = without_wrapper(&gold.html);
    gold.html.truncate(page.end);
    gold.html.drain(..page.start);
    Ok(gold)
}

/// Returns the text after the URL line; the URL itself may be on the next line.
fn without_url(text: &str) -> &str {
    let Some(rest) = text.strip_prefix("URL:") else { return text };
    let (line, rest) = rest.split_once('\n').unwrap_or((rest, ""));
    if line.trim().is_empty() && rest.starts_with("http") {
        return rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest
}

fn without_tags(marked: &str) -> String {
    let mut text = String::with_capacity(marked.len());
    let mut rest = marked;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        let length = if is_tag(&rest[at..]) { 3 } else { 1 };
        text.push_str(if length == 3 { " " } else { "<" });
        rest = &rest[at + length..];
    }
    text + rest
}

/// Returns the bytes between the lines of the wrapper; all bytes if there is none.
fn without_wrapper(html: &[u8]) -> Range<usize> {
    if !html.trim_ascii_start().starts_with(b"<text ") {
        return 0..html.len();
    }
    let start = html.len() - html.trim_ascii_start().len();
    let start =
        memchr::memchr2(b'\n', b'\r', &html[start..]).map_or(html.len(), |line| start + line + 1);
    let end = html.trim_ascii_end().strip_suffix(b"</text>").map_or(html.len(), <[u8]>::len);
    start..end.max(start)
}

/// Returns the encoding in the wrapper, which the organisers took from the server's response.
fn wrapper_encoding(html: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&html[..html.len().min(2048)]);
    let wrapper = head.trim_start().strip_prefix("<text ")?;
    let value = wrapper.split_once("encoding=\"")?.1.split_once('"')?.0;
    tamis_blocks::html::encoding_name(value).map(|_| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unwrapped(html: &str) -> &str {
        &html[without_wrapper(html.as_bytes())]
    }

    #[test]
    fn gold_is_read_without_its_address_and_tags() {
        let gold = "URL: http://a.example/\n\n<h> Ice\n<P>A < b, <b>c</p>\n<l>* d";
        assert_eq!(without_tags(without_url(gold)), "\n  Ice\n A < b, <b>c</p>\n * d");
        assert_eq!(without_url("<h>URL: no\nx"), "<h>URL: no\nx");
        assert_eq!(without_url("URL: alone"), "");
        assert_eq!(without_url("URL: \nhttp://a.example/\nIce"), "Ice");
        assert_eq!(without_url("URL: \nIce"), "Ice");
    }

    #[test]
    fn the_lines_of_the_wrapper_are_no_part_of_the_page() {
        assert_eq!(unwrapped("<text id=\"x\">\n<p>a</p>\n</text>\n"), "<p>a</p>\n");
        assert_eq!(unwrapped("<text id=\"x\">\n<p>a"), "<p>a");
        assert_eq!(unwrapped("<p>a</text>"), "<p>a</text>");
        assert_eq!(unwrapped("<text id=\"x\">"), "");
        assert_eq!(unwrapped("<text </text>"), "");
        assert_eq!(unwrapped(""), "");
    }

    #[test]
    fn the_wrapper_names_the_encoding_if_it_is_one() {
        let page = b"<text id=\"x\" title=\"y\" encoding=\"iso-8859-2\"><html>";
        assert_eq!(wrapper_encoding(page), Some("iso-8859-2".into()));
        assert_eq!(wrapper_encoding(b"<text id=\"x\" encoding=\"unset\"><html>"), None);
        assert_eq!(wrapper_encoding(b"<html encoding=\"utf-8\">"), None);
    }
}
