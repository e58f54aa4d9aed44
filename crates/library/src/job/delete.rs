//! Deleting pages from an index.

use super::Outcome;
use crate::notice::Notice;
use crate::watch::{Told, Watch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tamis_eval::trec::docnos;
use tamis_index::corpus::pages::dates;
use tamis_index::delete::{Deletion, Selection, delete, preview};
use tamis_index::error::Result;
use tamis_index::index::Index;

/// A deletion as it is wanted: of the pages with these docnos and those whose URL starts with one
/// of the prefixes; of these, or of all if neither is given, only those published between the
/// dates.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DeleteJob {
    /// The folder of the index.
    pub index: PathBuf,
    /// Docnos; an empty list names no page, none asks for no docno.
    pub docnos: Option<Vec<String>>,
    /// Files of docnos, one a line; `-` is standard input.
    pub docno_lists: Vec<PathBuf>,
    /// Starts of URLs, as for a search: a host at least.
    pub url_prefixes: Vec<String>,
    /// The first date of publication: `2005`, `2005-12`, `2005-12-06`, or with a time, in UTC.
    /// Later pages of the prefixes are not kept out with a date.
    pub published_from: Option<String>,
    /// The last date of publication.
    pub published_to: Option<String>,
    /// Whether nothing is deleted, and the outcome has what would be.
    pub dry_run: bool,
}

/// What was deleted from an index, or would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Deleted {
    /// The folder of the index, as it was named.
    pub index: PathBuf,
    /// Whether nothing was deleted, because of `--dry-run`.
    pub dry_run: bool,
    /// The pages, and the names that found none.
    #[serde(flatten)]
    pub deletion: Deletion,
}

impl DeleteJob {
    /// Deletes the pages in one commit: their texts, terms, labels and counts. The index then
    /// answers like one that never had them, and remembers their docnos and the prefixes of URLs,
    /// so that they do not come back. An index that is open shows its former pages until it is
    /// opened again. Docnos that the index never had are no error: the outcome names them.
    ///
    /// ```
    /// use tamis::job::DeleteJob;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let (pages, index) = (folder.path().join("pages.jsonl"), folder.path().join("index"));
    /// # let lines = [r#"{"docno":"a","text":"one"}"#, r#"{"docno":"b","text":"two"}"#];
    /// # std::fs::write(&pages, lines.join("\n") + "\n")?;
    /// # tamis::Index::build(&index).collection(&pages).run()?;
    /// let docnos = Some(vec!["a".to_owned(), "c".to_owned()]); let deletion = DeleteJob { index,
    /// docnos, ..DeleteJob::default() }.run(&())?.result.deletion;
    /// assert_eq!((deletion.pages[0].docno.as_str(), deletion.left), ("a", 1));
    /// assert_eq!(deletion.unknown_docnos, ["c"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A folder without an index, a damaged index, a prefix without a host, a list that cannot be
    /// read, an invalid date, or dates that the index does not know; an index that another process
    /// writes; a full disk. Then nothing is deleted.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome<Deleted>> {
        let told = Told::new(watch);
        let selection = self.selection()?;
        let deletion = match self.dry_run {
            true => preview(&self.index, &selection)?,
            false => delete(&self.index, &selection)?,
        };
        if !self.dry_run && !deletion.pages.is_empty() {
            tell_if_outdated(&self.index, &told)?;
        }
        let deleted = Deleted { index: self.index.clone(), dry_run: self.dry_run, deletion };
        Ok(Outcome::new(deleted, told))
    }

    fn selection(&self) -> Result<Selection> {
        let [from, to] = [&self.published_from, &self.published_to].map(Option::as_deref);
        let mut selection = Selection {
            docnos: self.docnos.as_ref().map(|docnos| docnos.iter().cloned().collect()),
            url_prefixes: self.url_prefixes.clone(),
            published: dates(("published_from", from), ("published_to", to))?,
        };
        for list in &self.docno_lists {
            selection.docnos.get_or_insert_default().extend(docnos::read(list)?);
        }
        Ok(selection)
    }
}

/// Tells if too many pages of the index in a folder changed since its rule was tuned, or labels
/// that the rule uses.
pub(super) fn tell_if_outdated(index: &Path, told: &Told<'_>) -> Result<()> {
    let rule = Index::open_alone(index)?.manifest.tuned;
    let warning = rule.and_then(|rule| rule.warning(index));
    told.tell_all(warning.map(Notice::outdated_rule));
    Ok(())
}
