//! Reads a page with gold as everything needs it: decoded, parsed and cut.

use super::datasets::{Dataset, PageFiles};
use super::gold::GoldPage;
use tamis_blocks::block;
use tamis_blocks::classify::Subject;
use tamis_blocks::html::{self, Charset};
use tamis_blocks::page::{Blocks, Budget, Cut, Page};
use tamis_index::error::Result;

/// A page with gold.
pub struct GoldBlocks {
    /// The page's HTML, decoded.
    pub markup: String,
    /// The page, parsed.
    pub page: Page,
    /// Its blocks.
    pub blocks: Blocks,
    /// Its gold, without the page's bytes.
    pub gold: GoldPage,
}

impl GoldBlocks {
    /// Reads a page of a data set. `encoding` overrides the data set's.
    ///
    /// # Errors
    /// [`tamis_index::Error::Io`] if a file cannot be read.
    pub fn read(
        dataset: &Dataset,
        files: &PageFiles,
        cut: Cut,
        encoding: Option<&str>,
    ) -> Result<Self> {
        let mut gold = dataset.load(files)?;
        let html = std::mem::take(&mut gold.html);
        let decoded = html::decode(
            &html,
            Charset { forced: encoding.or(gold.charset.as_deref()), http: None },
        );
        let page = html::parse_decoded(&decoded, &Budget::UNLIMITED);
        Ok(Self { blocks: block::cut(&page, cut), markup: decoded.text.into_owned(), page, gold })
    }

    /// Returns the page as a classifier sees it.
    pub fn subject(&self) -> Subject<'_> {
        Subject::new(&self.page, &self.blocks).with_markup(&self.markup)
    }
}
