//! A page with gold, decoded, parsed and cut: what trainers learn from.

use crate::accuracy::datasets::{Dataset, PageFiles};
use crate::accuracy::gold::{Content, GoldPage};
use crate::accuracy::read::GoldBlocks;
use rayon::prelude::*;
use tamis_blocks::block::align;
use tamis_blocks::classify::Subject;
use tamis_blocks::page::{Blocks, Cut, Page};
use tamis_index::error::Result;
use tamis_index::index::site;

/// A page with gold.
pub struct Example {
    /// The data set's name.
    pub dataset: String,
    /// The page's name in the data set.
    pub id: String,
    /// The site of the page's URL. A page without a URL is a site of its own, `dataset/id`.
    pub site: String,
    /// The page's HTML, decoded.
    pub markup: String,
    /// The page, parsed.
    pub page: Page,
    /// Its blocks.
    pub blocks: Blocks,
    /// Its gold.
    pub gold: GoldPage,
    /// Which classes of the gold count as content.
    pub content: Content,
}

impl Example {
    /// Returns the page as a classifier sees it.
    pub fn subject(&self) -> Subject<'_> {
        Subject::new(&self.page, &self.blocks).with_markup(&self.markup)
    }

    /// Returns the name that tells it from the pages of other data sets.
    pub fn name(&self) -> String {
        format!("{}/{}", self.dataset, self.id)
    }

    /// Returns whether each block is content: by the judges' classes or, without classes, if more
    /// than two thirds of its characters are in the gold text. On L3S-GN1, which has classes,
    /// labels by the text alone are those of the classes for 99.79 % of the words, and for 99.73 %
    /// by the half of the words that scoring asks for (`tests/it/accuracy.rs`).
    pub fn labels(&self) -> Vec<bool> {
        match self.gold.pieces.is_empty() {
            true => align::blocks(&self.blocks, &self.gold.text),
            false => self.gold.content(&self.blocks, self.content),
        }
    }
}

/// Reads the pages of a data set that have gold, in the order of their names. Calls `done` after
/// each.
///
/// # Errors
/// [`tamis_index::Error::Io`] with the first file that cannot be read.
pub fn load(
    dataset: &Dataset,
    cut: Cut,
    encoding: Option<&str>,
    done: impl Fn() + Sync,
) -> Result<Vec<Example>> {
    let urls = dataset.urls()?;
    let load = |files: &PageFiles| -> Result<Option<Example>> {
        let read = GoldBlocks::read(dataset, files, cut, encoding)?;
        done();
        let Some(GoldBlocks { markup, page, blocks, gold }) = read else { return Ok(None) };
        let name = dataset.name.clone();
        let id = files.id.clone();
        let site_of = |url: &String| {
            // Some lists of URLs leave out the scheme.
            let site = site::site(url).map(|site| site.into_owned());
            site.or_else(|| site::site(&format!("http://{url}")).map(|site| site.into_owned()))
        };
        let site = urls.get(&id).and_then(site_of);
        Ok(Some(Example {
            site: site.unwrap_or_else(|| format!("{name}/{id}")),
            dataset: name,
            id,
            markup,
            page,
            blocks,
            gold,
            content: dataset.content,
        }))
    };
    let loaded: Vec<Result<Option<Example>>> = dataset.pages.par_iter().map(load).collect();
    loaded.into_iter().filter_map(Result::transpose).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use tamis_blocks::{block, html};

    /// A page whose gold is its last line.
    pub fn example(dataset: &str, id: &str, site: &str, markup: &str) -> Example {
        let page = html::parse_str(markup);
        let text = tamis_blocks::extract(markup, "keep-all").unwrap();
        let gold = GoldPage {
            text: text.lines().last().unwrap_or_default().to_owned(),
            ..GoldPage::default()
        };
        Example {
            dataset: dataset.to_owned(),
            id: id.to_owned(),
            site: site.to_owned(),
            markup: markup.to_owned(),
            blocks: block::cut(&page, Cut::default()),
            page,
            gold,
            content: Content::default(),
        }
    }

    #[test]
    fn pages_have_the_site_of_their_url_or_are_one_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        for id in ["a", "b", "c", "empty"] {
            write(&format!("html/{id}.html"), "<p>home<p>the text of the page");
            write(
                &format!("gold/{id}.txt"),
                if id == "empty" { "" } else { "the text of the page" },
            );
        }
        write(
            "manifest.tsv",
            "id\tkind\turl\na\tnews\thttp://www.news.example.co.uk/1\nb\tnews\t\n",
        );
        let dataset = Dataset::open(folder.path(), None, Content::All).unwrap();
        let examples = load(&dataset, Cut::default(), None, || ()).unwrap();
        let name = &dataset.name;
        let sites: Vec<&str> = examples.iter().map(|example| &*example.site).collect();
        assert_eq!(sites, ["example.co.uk", &format!("{name}/b"), &format!("{name}/c")]);
        assert_eq!(examples[0].labels(), [false, true]);
    }
}
