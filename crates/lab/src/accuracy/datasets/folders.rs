//! Plain folders: pages in `html/`, the text to keep in `gold/`, under the same names. If comments
//! count as content and `gold_with_comments/` exists (dragnet's articles with comments), it is used
//! instead of `gold/`. Otherwise it is the second text of the pages that it has. The gold Markdown
//! of pages is in `markdown/`, if there is one, as NAME.md; not all pages need it.

use super::{DatasetFormat, PageFiles, files};
use crate::accuracy::gold::{Content, GoldPage};
use std::path::PathBuf;
use tamis_index::error::Result;

/// The folder of the texts with the comments of readers.
const WITH_COMMENTS: &str = "gold_with_comments";

/// The folder of the pages' Markdown.
pub(super) const MARKDOWN: &str = "markdown";

pub(super) const FORMAT: DatasetFormat = DatasetFormat {
    name: "folders",
    describe: "pages in html/ and text in gold/ of the same names, a.html and a.txt",
    find: |folder, content| {
        let with_comments: &[&str] = if content == Content::All { &[WITH_COMMENTS] } else { &[] };
        let gold =
            files::first_folder(folder, &[with_comments, &["gold", "clean", "Corrected"]].concat());
        Ok(files::first_folder(folder, &files::PAGES).zip(gold))
    },
    load,
};

fn load(page: &PageFiles, content: Content) -> Result<GoldPage> {
    let with_comments = match path_with_comments(page) {
        Some(path) if content != Content::All && path.is_file() => Some(files::read_text(&path)?),
        _ => None,
    };
    let markdown = match path_of_markdown(page) {
        Some(path) if path.is_file() => Some(files::read_text(&path)?),
        _ => None,
    };
    let text = files::read_text(&page.gold)?;
    Ok(GoldPage { text, with_comments, markdown, ..files::page(&page.html)? })
}

/// Returns where the Markdown of a page would be.
fn path_of_markdown(page: &PageFiles) -> Option<PathBuf> {
    Some(page.gold.parent()?.with_file_name(MARKDOWN).join(format!("{}.md", page.id)))
}

/// Returns where the text of a page with comments would be.
fn path_with_comments(page: &PageFiles) -> Option<PathBuf> {
    Some(page.gold.parent()?.with_file_name(WITH_COMMENTS).join(page.gold.file_name()?))
}

#[cfg(test)]
mod tests {
    use super::super::tests::write;
    use super::*;
    use crate::accuracy::datasets::Dataset;
    use std::path::Path;

    /// The text of each page's gold, and its text with comments.
    fn texts(folder: &Path, content: Content) -> Vec<(String, Option<String>)> {
        let dataset = Dataset::open(folder, None, content).unwrap();
        let golds = dataset.pages.iter().map(|page| dataset.load(page).unwrap());
        golds.map(|gold| (gold.text, gold.with_comments)).collect()
    }

    #[test]
    fn an_article_may_have_a_second_text_with_comments() {
        let folder = tempfile::tempdir().unwrap();
        for id in ["a", "b"] {
            write(folder.path(), &format!("html/{id}.html"), "<p>the text<p>me too");
            write(folder.path(), &format!("gold/{id}.txt"), "the text");
        }
        write(folder.path(), "gold_with_comments/a.txt", "the text\nme too");
        let text = "the text".to_owned();
        let both = "the text\nme too".to_owned();
        assert_eq!(
            texts(folder.path(), Content::Article),
            [(text.clone(), Some(both.clone())), (text, None)]
        );
        assert_eq!(texts(folder.path(), Content::All), [(both, None)]);
    }
    #[test]
    fn a_page_may_have_markdown() {
        let folder = tempfile::tempdir().unwrap();
        for id in ["a", "b.c"] {
            write(folder.path(), &format!("html/{id}.html"), "<h1>the text");
            write(folder.path(), &format!("gold/{id}.txt"), "the text");
        }
        let open = || Dataset::open(folder.path(), None, Content::All).unwrap();
        assert!(!open().has_markdown());
        write(folder.path(), "markdown/b.c.md", "# the text");
        let dataset = open();
        assert!(dataset.has_markdown());
        let golds = dataset.pages.iter().map(|page| dataset.load(page).unwrap().markdown);
        assert_eq!(golds.collect::<Vec<_>>(), [None, Some("# the text".to_owned())]);
    }
}
