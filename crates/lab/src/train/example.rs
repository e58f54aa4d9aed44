//! A page with gold, decoded, parsed and cut: what trainers learn from.

use crate::accuracy::datasets::{Dataset, Facts, PageFiles};
use crate::accuracy::gold::{Content, GoldPage};
use crate::accuracy::read::GoldBlocks;
use rayon::prelude::*;
use std::collections::BTreeMap;
use tamis_blocks::Document;
use tamis_blocks::block::align;
use tamis_blocks::classify::Subject;
use tamis_blocks::page::Cut;
use tamis_index::error::Result;
use tamis_index::index::site;

pub struct Example {
    pub dataset: String,
    /// The page's name in the data set.
    pub id: String,
    /// The site of the page's URL. A page without a URL is a site of its own, `dataset/id`.
    pub site: String,
    /// The page's URL, if it is known.
    pub url: Option<String>,
    /// Its kind, such as *forum*, in the data set's words, if it is known.
    pub kind: Option<String>,
    pub page: Document,
    pub gold: GoldPage,
    /// Which classes of the gold count as content.
    pub content: Content,
}

impl Example {
    /// Returns the page as a classifier sees it.
    pub fn subject(&self) -> Subject<'_> {
        self.page.subject()
    }

    /// Returns whether it is a thread of a forum; none if its kind is not known.
    pub fn is_thread(&self) -> Option<bool> {
        let kind = self.kind.as_deref().filter(|kind| !UNKNOWN.contains(kind))?;
        Some(kind.starts_with("forum"))
    }

    /// Whether its gold has text. If not, its main text is nothing, or its gold was lost.
    pub fn has_gold(&self) -> bool {
        self.gold.has_text()
    }

    /// Returns its name, which no page of another data set has.
    pub fn name(&self) -> String {
        format!("{}/{}", self.dataset, self.id)
    }

    /// Returns whether each block is content: by the judges' classes or, without classes, if more
    /// than two thirds of its characters are in the gold text. On L3S-GN1, which has classes,
    /// labels by the text alone are those of the classes for 99.79 % of the words, and for 99.73 %
    /// by the half of the words that scoring requires (`tests/it/accuracy.rs`).
    pub fn labels(&self) -> Vec<bool> {
        if self.gold.pieces.is_empty() {
            align::blocks(self.page.cut(), &self.gold.text)
        } else {
            self.gold.content(self.page.cut(), self.content)
        }
    }
}

const UNKNOWN: [&str; 2] = ["page", "?"];

/// Reads the pages of a data set, in the order of their names. Calls `done` after each.
///
/// # Errors
/// [`tamis_index::Error::Io`] with the first file that cannot be read.
pub fn load(
    dataset: &Dataset,
    cut: Cut,
    encoding: Option<&str>,
    done: impl Fn() + Sync,
) -> Result<Vec<Example>> {
    let facts = dataset.facts()?;
    let loaded: Vec<Result<Example>> = dataset
        .pages
        .par_iter()
        .map(|files| {
            let read = GoldBlocks::read(dataset, files, cut, encoding, false)?;
            done();
            Ok(example(dataset, files, &facts, read))
        })
        .collect();
    loaded.into_iter().collect()
}

fn example(
    dataset: &Dataset,
    files: &PageFiles,
    facts: &BTreeMap<String, Facts>,
    read: GoldBlocks,
) -> Example {
    let name = dataset.name.clone();
    let id = files.id.clone();
    let GoldBlocks { page, gold } = read;
    let Facts { url, kind } = facts.get(&id).cloned().unwrap_or_default();
    Example {
        site: url.as_deref().and_then(self::site).unwrap_or_else(|| format!("{name}/{id}")),
        url,
        kind,
        dataset: name,
        id,
        page,
        gold,
        content: dataset.content,
    }
}

/// Returns the site of a URL. Some lists of URLs leave out the scheme.
fn site(url: &str) -> Option<String> {
    match site::site(url) {
        Some(site) => Some(site.into_owned()),
        None => site::site(&format!("http://{url}")).map(|site| site.into_owned()),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::accuracy::datasets::tests::write;
    use tamis_blocks::Wanted;
    use tamis_blocks::page::Limits;

    /// A page whose gold is its last line.
    pub fn example(dataset: &str, id: &str, site: &str, markup: &str) -> Example {
        let wanted = Wanted { outline: false, shown: false, ..Wanted::default() };
        let as_written = Document::builder().wanted(wanted).limits(Limits::NONE);
        let text = tamis_blocks::extract(markup, "keep-all").unwrap();
        let gold = GoldPage {
            text: text.lines().last().unwrap_or_default().to_owned(),
            ..GoldPage::default()
        };
        Example {
            dataset: dataset.to_owned(),
            id: id.to_owned(),
            site: site.to_owned(),
            url: None,
            kind: None,
            page: as_written.parse(markup),
            gold,
            content: Content::default(),
        }
    }

    #[test]
    fn pages_have_the_site_of_their_url_or_are_one_of_their_own_and_may_have_a_kind() {
        let folder = tempfile::tempdir().unwrap();
        for id in ["a", "b", "c", "empty"] {
            let html = "<p>home<p>the text of the page";
            let gold = if id == "empty" { "" } else { "the text of the page" };
            write(folder.path(), &format!("html/{id}.html"), html);
            write(folder.path(), &format!("gold/{id}.txt"), gold);
        }
        let facts = "id\tkind\turl\na\tnews\thttp://www.news.example.co.uk/1\nb\tforum?\t\n\
                     c\tpage\t\n";
        write(folder.path(), "manifest.tsv", facts);
        let dataset = Dataset::open(folder.path(), None, Content::All).unwrap();
        let examples = load(&dataset, Cut::default(), None, || ()).unwrap();
        let name = &dataset.name;
        let sites: Vec<&str> = examples.iter().map(|example| &*example.site).collect();
        let own = ["b", "c", "empty"].map(|id| format!("{name}/{id}"));
        assert_eq!(sites, ["example.co.uk", &own[0], &own[1], &own[2]]);
        let threads: Vec<Option<bool>> = examples.iter().map(Example::is_thread).collect();
        assert_eq!(threads, [Some(false), Some(true), None, None]);
        let gold: Vec<bool> = examples.iter().map(Example::has_gold).collect();
        assert_eq!(gold, [true, true, true, false]);
        assert_eq!(examples[0].labels(), [false, true]);
    }
}
