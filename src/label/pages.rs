//! Labels from classifiers: parses, cuts and classifies every page of the index again, by its recipe, and checks that the
//! blocks are those of the index.

use super::archives::Archives;
use super::labelling::{Labelling, Written};
use super::site::{self, SiteLabel};
use crate::error::{Error, Remedy, Result};
use crate::index::added::{AddedLabel, Rows};
use crate::index::recipe::Store;
use crate::index::{Recipe, StoredPage};
use crate::ingest::{Judges, Labelled, Labellers, Progress, label};
use crate::search::corpus::NUMBERS;
use rayon::prelude::*;
use std::ffi::OsStr;
use tamis_blocks::classify::{Scorers, Set};
use tamis_blocks::html::Charset;
use tamis_blocks::page::EncodingSource;
use tamis_collection::{Body, RawDocument};
use tantivy::DocAddress;

/// Pages labelled together.
const BATCH: usize = 256;

/// A page of the index: the segment, and the page's number in it.
type Address = (usize, u32);

/// Labels every page by these classifiers. Pages are read from the index if it stores them, or else from `inputs`, or from
/// the archives that the index was built from. `language` replaces the language of the recipe. Labels `NAME-site` are made
/// from the scores and repeats of the index, and no page is read for them.
///
/// # Errors
/// [`Error::Index`] if an archive is missing or has changed, if a page is in none of them, or if its blocks are not those of
/// the index; [`Error::Interrupted`] once [`Progress::stops`] returns true. After an error the index is unchanged.
pub fn from_classifiers<S: AsRef<OsStr>>(
    labelling: &Labelling,
    names: &[String],
    language: Option<&str>,
    inputs: &[S],
    progress: &dyn Progress,
) -> Result<Vec<Written>> {
    let (of_collection, of_pages): (Vec<&String>, Vec<&String>) = names.iter().partition(|name| site::is_name(name));
    if of_pages.is_empty() && !inputs.is_empty() {
        return Err(Error::settings("these labels are made from the index alone: name no collection"));
    }
    let of_collection = of_collection.into_iter().map(|name| SiteLabel::new(labelling, name));
    let mut labels: Vec<AddedLabel> = of_collection.map(|label| label?.make(progress)).collect::<Result<_>>()?;
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
    let mut work = Work {
        labelling,
        classifiers: Set::new(names)?,
        recipe: Recipe {
            store: Store::None,
            language: language.map(str::to_owned).or_else(|| recipe.language.clone()),
            ..recipe.clone()
        },
        content: names.iter().map(|_| labelling.no_blocks()).collect(),
        seen: labelling.no_pages(),
        progress,
    };
    match recipe.store {
        Store::All if inputs.is_empty() => work.stored()?,
        Store::All => {
            let message = "the index stores its pages and labels those: name no collection";
            return Err(Error::settings(message));
        }
        Store::Text | Store::None => work.archived(inputs)?,
    }
    work.check_all_seen()?;
    let models = work.classifiers.models();
    let label = |(name, content): (&&String, Vec<Rows>)| {
        let origin = AddedLabel::classifier(models.get(*name).map(String::as_str));
        AddedLabel { name: name.to_string(), origin, language: language.map(str::to_owned), pages: None, content }
    };
    Ok(names.iter().zip(work.content).map(label).collect())
}

struct Work<'a> {
    labelling: &'a Labelling,
    classifiers: Set,
    /// The recipe of the index, without storing bodies.
    recipe: Recipe,
    /// Content blocks by classifier and segment.
    content: Vec<Vec<Rows>>,
    /// Pages labelled so far, by segment.
    seen: Vec<Rows>,
    progress: &'a dyn Progress,
}

impl Work<'_> {
    /// Labels all pages, read from the index.
    fn stored(&mut self) -> Result<()> {
        let (labelling, progress) = (self.labelling, self.progress);
        let index = labelling.index();
        let bytes = |ordinal: u32| {
            let usage = index.searcher.segment_reader(ordinal).space_usage();
            usage.map_or(0, |usage| usage.store().total().get_bytes())
        };
        progress.total(labelling.corpus.segments.iter().map(|segment| bytes(segment.ordinal)).sum());
        progress.archive(&labelling.path.display().to_string());
        for (number, segment) in labelling.corpus.segments.iter().enumerate() {
            let documents: Vec<u32> = (0..segment.documents()).filter(|&doc| segment.is_alive(doc)).collect();
            let total = bytes(segment.ordinal);
            let mut done = 0;
            for batch in documents.chunks(BATCH) {
                let of_page = |&doc: &u32| {
                    let page = index.page_at(DocAddress::new(segment.ordinal, doc))?;
                    Ok(((number, doc), self.label_stored((number, doc), page)?))
                };
                let labelled = batch.par_iter().map(of_page).collect::<Result<Vec<_>>>()?;
                done += batch.len() as u64;
                let before = total * (done - batch.len() as u64) / documents.len() as u64;
                progress.read(total * done / documents.len() as u64 - before);
                self.take(labelled)?;
            }
        }
        Ok(())
    }

    fn label_stored(&self, address: Address, page: StoredPage) -> Result<Vec<u64>> {
        let Some(bytes) = page.body else {
            return Err(self.labelling.error(format!("does not store page {}; name the collection", page.docno)));
        };
        if page.encoding_source != EncodingSource::Given.name() {
            let charset = Charset { forced: Some(&page.encoding), http: None };
            return self.label(address, &page.docno, &page.archive, Body::Html(bytes), charset);
        }
        // The index does not say whether the text was HTML or plain: try both, and compare the blocks.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let charset = Charset::default();
        self.label(address, &page.docno, &page.archive, Body::Markup(text.clone()), charset).or_else(|_| {
            self.label(address, &page.docno, &page.archive, Body::Text { title: page.title.clone(), text }, charset)
        })
    }

    /// Labels all pages, read from the archives.
    fn archived<S: AsRef<OsStr>>(&mut self, inputs: &[S]) -> Result<()> {
        let (labelling, progress) = (self.labelling, self.progress);
        let archives = Archives::find(labelling.index(), inputs)?;
        let order = labelling.corpus.order()?;
        progress.total(archives.bytes());
        let settings = self.recipe.settings.clone();
        archives.each_batch(&settings, progress, |documents| {
            let mut new = Vec::with_capacity(documents.len());
            for document in documents {
                // Unknown docnos are duplicates of another page's text, repeated ones duplicates of a docno.
                let Some(rank) = order.rank(&document.docno) else { continue };
                let (segment, doc) = order.documents[rank as usize];
                if !self.seen[segment as usize].contains(doc) {
                    self.seen[segment as usize].insert(doc);
                    new.push(((segment as usize, doc), document));
                }
            }
            let of_page = |(address, document): (Address, RawDocument)| {
                let RawDocument { docno, source, charset, body, .. } = document;
                let charset = Charset { forced: self.recipe.encoding.as_deref(), http: charset.as_deref() };
                Ok((address, self.label(address, &docno, &source.archive, body, charset)?))
            };
            let labelled = new.into_par_iter().map(of_page).collect::<Result<Vec<_>>>()?;
            self.take(labelled)
        })
    }

    /// Returns the labels of a page, if its blocks are those of the index.
    fn label(
        &self,
        (segment, doc): Address,
        docno: &str,
        archive: &str,
        body: Body,
        charset: Charset<'_>,
    ) -> Result<Vec<u64>> {
        let (scorers, added) = (&Scorers::default(), &Labellers::default());
        let judges = Judges { classifiers: &self.classifiers, scorers, added };
        let (page, _) = label(body, charset, judges, &self.recipe, &self.recipe.limits.begin());
        let Labelled { blocks, labels, .. } = page;
        let mut numbers: [Vec<u64>; NUMBERS] = Default::default();
        let of = &self.labelling.corpus.segments[segment];
        of.read(&(doc..doc + 1), 1, &mut numbers).map_err(|e| self.labelling.corpus.indexes[of.index].error(e))?;
        let words: Vec<u64> = blocks.all().map(|block| block.words.into()).collect();
        if words != numbers[0] {
            let (found, expected) = (words.len(), numbers[0].len());
            let differing = words.iter().zip(&numbers[0]).position(|(found, expected)| found != expected);
            let differing = differing.map_or(String::new(), |block| format!(", the first to differ is block {block}"));
            let message = format!(
                "page {docno} of {archive}: found {found} blocks, expected {expected} as in the index{differing}; either \
                 this is not the page that was indexed, or another version of the program cut it, or it reached the time \
                 limit for a page"
            );
            return Err(self.labelling.error(message).with_remedy(Remedy::BuildWithLabels));
        }
        Ok(labels)
    }

    /// Adds the labels of pages.
    fn take(&mut self, labelled: Vec<(Address, Vec<u64>)>) -> Result<()> {
        self.progress.pages(labelled.len() as u64);
        for ((segment, doc), labels) in labelled {
            self.seen[segment].insert(doc);
            let first = self.labelling.corpus.segments[segment].first_row[doc as usize];
            for (bit, content) in self.content.iter_mut().enumerate() {
                let rows = (first..).zip(&labels).filter(|(_, word)| *word >> bit & 1 == 1);
                rows.for_each(|(row, _)| content[segment].insert(row));
            }
        }
        if self.progress.stops() { Err(Error::Interrupted) } else { Ok(()) }
    }

    /// Fails if a page was not labelled.
    fn check_all_seen(&self) -> Result<()> {
        let order = self.labelling.corpus.order()?;
        let unseen = order.documents.iter().enumerate();
        let mut unseen = unseen.filter(|(_, (segment, doc))| !self.seen[*segment as usize].contains(*doc));
        let Some((first, _)) = unseen.next() else { return Ok(()) };
        let (count, first) = (unseen.count() + 1, order.docno(first as u32));
        let pages = order.documents.len();
        Err(self.labelling.error(format!(
            "{count} of its {pages} pages are not in the archives, the first is {first}; name the collection that was indexed"
        )))
    }
}
