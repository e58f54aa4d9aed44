//! Plain folders: pages in `html/`, the text to keep in `gold/`, under the same names. If comments count as content and
//! `gold_with_comments/` exists (dragnet's articles with comments), it is used instead of `gold/`.

use super::{Format, PageFiles, files};
use crate::accuracy::gold::{Content, GoldPage};
use crate::error::Result;

pub(super) const FORMAT: Format = Format {
    name: "folders",
    describe: "pages in html/ and text in gold/ of the same names, a.html and a.txt",
    find: |folder, content| {
        let with_comments: &[&str] = if content == Content::All { &["gold_with_comments"] } else { &[] };
        let gold = files::first_folder(folder, &[with_comments, &["gold", "clean", "Corrected"]].concat());
        Ok(files::first_folder(folder, &files::PAGES).zip(gold))
    },
    load,
};

fn load(page: &PageFiles, _: Content) -> Result<GoldPage> {
    Ok(GoldPage { text: files::read_text(&page.gold)?, ..files::page(&page.html)? })
}
