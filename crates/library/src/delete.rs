//! Deletions.

use super::index::Index;
use crate::job::DeleteJob;
use std::path::Path;
use tamis_index::corpus::pages::dates;
use tamis_index::delete::Deletion;
use tamis_index::error::Result;

/// Deletes pages from an index, for takedowns; made by [`Index::delete`].
#[derive(Debug, Clone)]
#[must_use]
pub struct DeletionBuilder(DeleteJob);

impl Index {
    /// Deletes pages from the index in a folder: their texts, terms, labels and counts. The index
    /// then answers like one that never had them, and remembers their docnos and the prefixes of
    /// URLs, so that they do not come back. An index that is open shows its former pages until it
    /// is opened again.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let (pages, index) = (folder.path().join("pages.jsonl"), folder.path().join("index"));
    /// # let lines = [r#"{"docno":"a","text":"one"}"#, r#"{"docno":"b","text":"two"}"#];
    /// # std::fs::write(&pages, lines.join("\n") + "\n")?;
    /// # tamis::Index::build(&index).collection(&pages).run()?;
    /// let deletion = tamis::Index::delete(&index).docnos(["a", "c"]).run()?;
    /// assert_eq!((deletion.pages[0].docno.as_str(), deletion.left), ("a", 1));
    /// assert_eq!(deletion.unknown_docnos, ["c"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn delete(path: impl AsRef<Path>) -> DeletionBuilder {
        DeletionBuilder(DeleteJob { index: path.as_ref().to_path_buf(), ..DeleteJob::default() })
    }
}

impl DeletionBuilder {
    /// Adds the pages with these docnos.
    pub fn docnos<S: Into<String>>(mut self, docnos: impl IntoIterator<Item = S>) -> Self {
        self.0.docnos.get_or_insert_default().extend(docnos.into_iter().map(Into::into));
        self
    }

    /// Adds the pages whose URL starts with this prefix, as for a search; a host at least.
    pub fn url_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.0.url_prefixes.push(prefix.into());
        self
    }

    /// Deletes of these pages, or of all if none are named, only those that say they were published
    /// from the one date to the other: `2005`, `2005-12`, `2005-12-06`, or with a time, in UTC.
    /// Later pages of the prefixes are not kept out then.
    ///
    /// # Errors
    /// An invalid date, or a first one after the last one.
    pub fn published(mut self, from: Option<&str>, to: Option<&str>) -> Result<Self> {
        dates(("published_from", from), ("published_to", to))?;
        [self.0.published_from, self.0.published_to] =
            [from, to].map(|date| date.map(str::to_owned));
        Ok(self)
    }

    /// Returns what [`run`](Self::run) would delete; writes nothing.
    ///
    /// # Errors
    /// A folder without an index, a damaged index, a prefix without a host, or dates of publication
    /// that the index does not know.
    pub fn preview(self) -> Result<Deletion> {
        let preview = DeleteJob { dry_run: true, ..self.0 };
        Ok(preview.run(&())?.result.deletion)
    }

    /// Deletes the pages in one commit. Docnos that the index never had are no error: the result
    /// names them.
    ///
    /// # Errors
    /// As [`preview`](Self::preview); an index that another process writes; a full disk. Then
    /// nothing is deleted.
    pub fn run(self) -> Result<Deletion> {
        Ok(self.0.run(&())?.result.deletion)
    }
}
