//! Reads a page with gold as everything needs it: decoded, parsed and cut.

use super::datasets::{Dataset, PageFiles};
use super::gold::GoldPage;
use tamis_blocks::html::Charset;
use tamis_blocks::page::{Budget, Cut};
use tamis_blocks::{Document, Source, Wanted};
use tamis_index::error::Result;

pub struct GoldBlocks {
    /// The page as it is written, without what scripts and styles change.
    pub page: Document,
    /// Its gold, without the page's bytes.
    pub gold: GoldPage,
}

impl GoldBlocks {
    /// Reads a page of a data set, with its outline if that is wanted. `encoding` overrides that of
    /// the data set.
    ///
    /// # Errors
    /// [`tamis_index::Error::Io`] if a file cannot be read.
    pub fn read(
        dataset: &Dataset,
        files: &PageFiles,
        cut: Cut,
        encoding: Option<&str>,
        outline: bool,
    ) -> Result<Self> {
        let mut gold = dataset.load(files)?;
        let html = std::mem::take(&mut gold.html);
        let charset = Charset { forced: encoding.or(gold.charset.as_deref()), http: None };
        let wanted = Wanted { cut, outline, markup: true, shown: false };
        let source = Source::Bytes(html.into(), charset);
        Ok(Self { page: Document::read(source, wanted, &Budget::UNLIMITED), gold })
    }
}
