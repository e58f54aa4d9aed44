//! Labels from classifiers: parses, cuts and classifies every page of the index again, by its
//! recipe, and checks that the blocks are those of the index.

use super::labelling::{Labelling, WrittenLabel};
use super::site::{self, SiteLabel};
use crate::blocks::classify::CLASSIFIERS;
use crate::error::{Error, Remedy, Result};
use crate::index::Recipe;
use crate::index::added::{AddedLabel, Rows};
use crate::index::columns::{BlockColumn, BlockNumbers};
use crate::index::recipe::Store;
use crate::ingest::{BlockClassifiers, LabelledPage, Labellers, Progress, label};
use crate::reread::{PageAddress, RereadPage, RereadSource};
use std::ffi::OsStr;
use tamis_blocks::classify::{DESCRIPTION, LabelSet, Scorers, Set};
use tamis_collection::Body;

/// Labels every page by these classifiers. Pages are read from the index if it stores them, or else
/// from `inputs`, or from the archives that the index was built from. `language` replaces the
/// language of the recipe. Labels `NAME-site` are made from the scores and repeats of the index,
/// and no page is read for them.
///
/// # Errors
/// [`Error::Index`] if an archive is missing or has changed, if a page is in none of them, or if
/// its blocks are not those of the index; [`Error::Interrupted`] once [`Progress::stops`] returns
/// true. After an error the index is unchanged.
pub fn from_classifiers<S: AsRef<OsStr>>(
    labelling: &Labelling,
    names: &[String],
    language: Option<&str>,
    inputs: &[S],
    progress: &dyn Progress,
) -> Result<Vec<WrittenLabel>> {
    let (of_collection, of_pages): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| site::is_name(name));
    if of_pages.iter().any(|name| *name == DESCRIPTION) {
        let message = "has no blocks of descriptions: they are made while pages are indexed";
        return Err(labelling.error(message).with_remedy(Remedy::BuildWithLabels));
    }
    if of_pages.is_empty() && !inputs.is_empty() {
        return Err(Error::settings(
            "these labels are made from the index alone: name no collection",
        ));
    }
    let of_collection =
        of_collection.into_iter().map(|name| SiteLabel::new(&labelling.corpus, name));
    let mut labels: Vec<AddedLabel> =
        of_collection.map(|label| label?.make(progress)).collect::<Result<_>>()?;
    if !of_pages.is_empty() {
        labels.extend(of_each_page(labelling, &of_pages, language, inputs, progress)?);
        labels.sort_by_key(|label| names.iter().position(|name| *name == label.name));
    }
    labelling.write(labels)
}

/// Returns the labels of these classifiers.
fn of_each_page<S: AsRef<OsStr>>(
    labelling: &Labelling,
    names: &[&String],
    language: Option<&str>,
    inputs: &[S],
    progress: &dyn Progress,
) -> Result<Vec<AddedLabel>> {
    let recipe = &labelling.index().manifest.recipe;
    let source = RereadSource::find(labelling.index(), inputs)?;
    // Labels have their numbers here, not those of the index. That of descriptions is behind them.
    let descriptions = recipe.has_descriptions().then(|| DESCRIPTION.to_owned());
    let classifiers = names.iter().map(|name| name.to_string()).chain(descriptions).collect();
    let work = LabelWork {
        labelling,
        classifiers: CLASSIFIERS.set(names)?,
        recipe: Recipe {
            store: Store::None,
            metadata: false,
            classifiers,
            language: language.map(str::to_owned).or_else(|| recipe.language.clone()),
            ..recipe.clone()
        },
    };
    let mut content: Vec<Vec<Rows>> = names.iter().map(|_| labelling.no_blocks()).collect();
    source.each(
        &labelling.corpus,
        progress,
        || (),
        |(), page| work.label(page),
        |labelled| {
            for (address, labels) in labelled {
                work.take(address, &labels, &mut content);
            }
            Ok(())
        },
    )?;
    let models = work.classifiers.models();
    let mut labels = Vec::with_capacity(names.len());
    for (name, content) in names.iter().zip(content) {
        labels.push(AddedLabel {
            name: name.to_string(),
            origin: AddedLabel::classifier(models.get(*name).map(String::as_str)),
            language: language.map(str::to_owned),
            pages: None,
            content,
        });
    }
    Ok(labels)
}

struct LabelWork<'a> {
    labelling: &'a Labelling,
    classifiers: Set,
    /// The recipe of the index, without storing bodies.
    recipe: Recipe,
}

impl LabelWork<'_> {
    /// Returns the labels of a page, whose blocks must be those of the index.
    fn label(&self, mut page: RereadPage) -> Result<Vec<LabelSet>> {
        let bodies = std::mem::take(&mut page.bodies);
        let mut labels = Err(self.labelling.error(format!("page {} has no contents", page.docno)));
        for body in bodies {
            labels = self.label_body(&page, body);
            if labels.is_ok() {
                break;
            }
        }
        labels
    }

    /// Returns the labels of a page with these contents, if its blocks are those of the index.
    fn label_body(&self, reread: &RereadPage, body: Body) -> Result<Vec<LabelSet>> {
        let RereadPage { address: (segment, doc), docno, archive, .. } = reread;
        let scorers = &Scorers::default();
        let added = &Labellers::default();
        let classifiers = BlockClassifiers { classifiers: &self.classifiers, scorers, added };
        let budget = self.recipe.limits.begin();
        let (page, _) = label(body, reread.charset(), "", classifiers, &self.recipe, &budget);
        let LabelledPage { blocks, labels, .. } = page;
        let mut numbers = BlockNumbers::default();
        let corpus = &self.labelling.corpus;
        let segment = &corpus.segments[*segment];
        segment
            .read(&(*doc..doc + 1), BlockColumn::Words.into(), &mut numbers)
            .map_err(|e| corpus.error(segment, e))?;
        let words: Vec<u64> = blocks.all().map(|block| block.words.into()).collect();
        let indexed = &numbers[BlockColumn::Words];
        if words != *indexed {
            let found = words.len();
            let expected = indexed.len();
            let mut pairs = words.iter().zip(indexed);
            let differing = match pairs.position(|(found, expected)| found != expected) {
                Some(block) => format!(", the first to differ is block {block}"),
                None => String::new(),
            };
            let message = format!(
                "page {docno} of {archive}: found {found} blocks, expected {expected} as in the \
                 index{differing}; either this is not the page that was indexed, or another \
                 version of the program cut it, or it reached the time limit for a page"
            );
            return Err(self.labelling.error(message).with_remedy(Remedy::BuildWithLabels));
        }
        Ok(labels)
    }

    /// Adds the labels of a page, which a block of its description has not.
    fn take(&self, (segment, doc): PageAddress, labels: &[LabelSet], content: &mut [Vec<Rows>]) {
        let first = self.labelling.corpus.segments[segment].first_row[doc as usize];
        let known = content.len();
        for (row, labels) in (first..).zip(labels) {
            for label in labels.iter().filter(|label| *label < known) {
                content[label][segment].insert(row);
            }
        }
    }
}
