//! L3S-GN1 (Kohlschütter, Fankhauser, Nejdl 2010): pages, and the same pages with annotations, each
//! text in a `<span class=x-nc-selN>`, where N is its class. Spans nest and the innermost counts;
//! text without one is boilerplate.

use super::{DatasetFolders, DatasetFormat, PageFiles, files};
use crate::accuracy::gold::{Content, GoldClass, GoldPage};
use std::path::Path;
use tamis_blocks::html::runs::runs;
use tamis_index::error::Result;

pub(super) const FORMAT: DatasetFormat = DatasetFormat {
    name: "l3s-gn1",
    describe: "pages in html/ or original/ and, annotated with x-nc-sel0 to x-nc-sel5, in native/ \
               or annotated/",
    find,
    load,
};

/// The prefix of an annotation's class attribute.
const ANNOTATION: &str = "x-nc-sel";
/// The number of files examined to detect the format.
const LOOK: usize = 3;

fn find(folder: &Path, _: Content) -> Result<Option<DatasetFolders>> {
    let folders = files::first_folder(folder, &files::PAGES)
        .zip(files::first_folder(folder, &["annotated", "native"]));
    let Some((html, gold)) = folders else { return Ok(None) };
    let pages = files::by_id(&gold)?
        .into_values()
        .filter(|path| path.extension().is_some_and(|e| e == "html"));
    for path in pages.take(LOOK) {
        let page = files::read(&path)?;
        if memchr::memmem::find(&page, ANNOTATION.as_bytes()).is_some() {
            return Ok(Some((html, gold)));
        }
    }
    Ok(None)
}

fn load(page: &PageFiles, content: Content) -> Result<GoldPage> {
    let annotated = files::read_text(&page.gold)?;
    let (pieces, text) = pieces(&annotated, content);
    let with_comments =
        (!content.has(GoldClass::Comments)).then(|| self::pieces(&annotated, Content::All).1);
    Ok(GoldPage { pieces, text, with_comments, ..files::page(&page.html)? })
}

fn class(attribute: &str) -> Option<GoldClass> {
    let number = attribute.split_whitespace().find_map(|class| class.strip_prefix(ANNOTATION))?;
    GoldClass::ALL.get(number.parse::<usize>().ok()?).copied()
}

/// Returns all pieces of an annotated page, and the text of those that are content, with a line
/// break at each separating tag.
fn pieces(annotated: &str, content: Content) -> (Vec<(GoldClass, String)>, String) {
    let mut pieces: Vec<(GoldClass, String)> = Vec::new();
    let mut text = String::new();
    // There may be boilerplate between two pieces of content.
    let mut separate = false;
    for span in runs(annotated, class) {
        let class = span.mark.unwrap_or(GoldClass::Boilerplate);
        separate |= span.separate;
        if content.has(class) {
            text.push_str(if separate && !text.is_empty() { "\n" } else { "" });
            // A line of the page's source is not a line of its text.
            text.extend(span.text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }));
            separate = false;
        }
        match pieces.last_mut() {
            Some((last, piece)) if *last == class && !span.separate => piece.push_str(&span.text),
            _ => pieces.push((class, span.text)),
        }
    }
    (pieces, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_of_spans() {
        let page = "<p><span class=x-nc-sel0>Home</span><h1><span class='x-nc-sel1'>On\nthe \
                    ice</span></h1><p><span class=x-nc-sel2>We <b>walk</b> <span \
                    class=x-nc-sel4>more</span> on</span><p><span class='a x-nc-sel5'>Me \
                    too</span> bare";
        let (all, text) = pieces(page, Content::All);
        let classes: Vec<(GoldClass, &str)> =
            all.iter().map(|(class, text)| (*class, &**text)).collect();
        let expected = [
            (GoldClass::Boilerplate, "Home"),
            (GoldClass::Headline, "On\nthe ice"),
            (GoldClass::FullText, "We walk "),
            (GoldClass::Related, "more"),
            (GoldClass::FullText, " on"),
            (GoldClass::Comments, "Me too"),
            (GoldClass::Boilerplate, " bare"),
        ];
        assert_eq!(classes, expected);
        assert_eq!(text, "On the ice\nWe walk  on\nMe too");
        assert_eq!(pieces(page, Content::Article).1, "On the ice\nWe walk  on");
        assert_eq!(pieces(page, Content::Main).1, "We walk  on");
    }

    #[test]
    fn an_annotation_may_stand_where_html_allows_none() {
        let page =
            "<table><tr><span class=x-nc-sel3><td>mine</td></span><td>other</td></tr></table>";
        assert_eq!(pieces(page, Content::All).1, "mine");
    }

    #[test]
    fn a_class_that_is_none_is_boilerplate() {
        assert_eq!(class("x-nc-sel9"), None);
        assert_eq!(class("x-nc-invisible"), None);
        assert_eq!(class("y x-nc-sel3"), Some(GoldClass::Supplemental));
    }
}
