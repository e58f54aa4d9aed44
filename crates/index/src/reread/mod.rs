//! Reads the pages of a finished index again, from the index if it stores them, or else from the
//! archives that it was built from: to cut and classify the same pages once more.

mod archives;
mod structure;

pub use structure::{check_structure, structure};

use crate::corpus::{Corpus, DocnoOrder, Segment};
use crate::error::{Error, Result};
use crate::index::added::Rows;
use crate::index::recipe::{Recipe, Store};
use crate::index::url::{UrlPrefix, fitted};
use crate::index::{Index, StoredPage};
use crate::ingest::Progress;
use crate::ingest::ledger::{Listed, RECORD_REPORTS, RowOutcome, WHOLE_COPY, each_line};
use archives::Archives;
use rayon::prelude::*;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufReader, Read};
use tamis_blocks::html::Charset;
use tamis_blocks::page::EncodingSource;
use tamis_collection::{Body, RawDocument, Reason, date};
use tamis_place::Escaped;
use tantivy::DocAddress;

/// Stored pages that are worked on together.
const BATCH: usize = 256;

/// A page of the index: the number of its segment in the corpus, and its own in the segment.
pub(crate) type PageAddress = (usize, u32);

/// A page of the index, read again.
pub(crate) struct RereadPage {
    /// Where it is in the index.
    pub address: PageAddress,
    pub docno: String,
    pub archive: String,
    /// Its URL, and its date in seconds since 1970, as the archive has them; none if the page was
    /// read from the index.
    pub capture: Option<(String, Option<i64>)>,
    /// What was indexed. Two if the index does not know which of them: their blocks decide.
    pub bodies: Vec<Body>,
    forced: Option<String>,
    http: Option<String>,
}

impl RereadPage {
    /// Returns what is known of its encoding from outside the page.
    pub fn charset(&self) -> Charset<'_> {
        Charset { forced: self.forced.as_deref(), http: self.http.as_deref() }
    }
}

/// Where the pages of an index are read from.
pub(crate) enum RereadSource {
    Index,
    /// The archives, in the order in which they were indexed.
    Archives(Archives),
}

impl RereadSource {
    /// Finds the pages of `index`: in `inputs`, or in their old places if there are no inputs.
    ///
    /// # Errors
    /// [`Error::Index`] for an archive that is missing or has changed; [`Error::Setting`] for
    /// inputs that are not needed.
    pub fn find<S: AsRef<OsStr>>(index: &Index, inputs: &[S]) -> Result<Self> {
        match index.manifest.recipe.store {
            Store::All if inputs.is_empty() => Ok(Self::Index),
            Store::All => Err(Error::settings(
                "the index stores its pages, and those are read: name no collection",
            )),
            Store::Structure | Store::Text | Store::None => {
                Ok(Self::Archives(Archives::find(index, inputs)?))
            }
        }
    }

    /// Describes the source: `the index`, or the number of archives.
    pub fn name(&self) -> String {
        match self {
            Self::Index => "the index".to_owned(),
            Self::Archives(archives) => archives.name(),
        }
    }

    /// Calls `work` with every page of a corpus of one index, on all threads, each with a state of
    /// its own from `begin`. Calls `take` with the results, batch by batch.
    ///
    /// # Errors
    /// Those of `work` and `take`; if a page cannot be read or is in no archive;
    /// [`Error::Interrupted`] once [`Progress::stops`] returns true.
    pub fn each<S, T: Send>(
        &self,
        corpus: &Corpus,
        progress: &dyn Progress,
        begin: impl Fn() -> S + Sync + Send,
        work: impl Fn(&mut S, RereadPage) -> Result<T> + Sync + Send,
        mut take: impl FnMut(Vec<(PageAddress, T)>) -> Result<()>,
    ) -> Result<()> {
        let work = |pages| work_on(pages, progress, &begin, &work, &mut take);
        match self {
            Self::Index => stored(corpus, progress, work),
            Self::Archives(archives) => archived(archives, corpus, progress, work),
        }
    }
}

/// Calls `work` with these pages on all threads, then `take` with the results.
fn work_on<S, T: Send>(
    pages: Vec<RereadPage>,
    progress: &dyn Progress,
    begin: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, RereadPage) -> Result<T> + Sync + Send,
    mut take: impl FnMut(Vec<(PageAddress, T)>) -> Result<()>,
) -> Result<()> {
    let done: Vec<(PageAddress, T)> = pages
        .into_par_iter()
        .map_init(&begin, |state, page| {
            // With all classifiers a batch takes seconds.
            check_stop(progress)?;
            Ok((page.address, work(state, page)?))
        })
        .collect::<Result<_>>()?;
    progress.pages(done.len() as u64);
    take(done)?;
    check_stop(progress)
}

/// Fails once the caller requests a stop.
fn check_stop(progress: &dyn Progress) -> Result<()> {
    if progress.stops() { Err(Error::Interrupted) } else { Ok(()) }
}

/// Calls `work` with batches of the pages that the index stores.
fn stored(
    corpus: &Corpus,
    progress: &dyn Progress,
    mut work: impl FnMut(Vec<RereadPage>) -> Result<()>,
) -> Result<()> {
    let index = &corpus.indexes[0];
    progress.total(corpus.segments.iter().map(|segment| stored_bytes(index, segment)).sum());
    progress.archive(&index.path.display().to_string());
    for (number, segment) in corpus.segments.iter().enumerate() {
        let documents: Vec<u32> =
            (0..segment.documents()).filter(|&doc| segment.is_alive(doc)).collect();
        let total = stored_bytes(index, segment);
        let mut done = 0;
        for batch in documents.chunks(BATCH) {
            let pages = batch.par_iter().map(|&doc| {
                let page = index.page_at(DocAddress::new(segment.ordinal, doc))?;
                reread_page(index, (number, doc), page)
            });
            let pages = pages.collect::<Result<Vec<RereadPage>>>()?;
            done += batch.len() as u64;
            let before = total * (done - batch.len() as u64) / documents.len() as u64;
            progress.read(total * done / documents.len() as u64 - before);
            work(pages)?;
        }
    }
    Ok(())
}

/// Returns the bytes of the stored pages of a segment.
fn stored_bytes(index: &Index, segment: &Segment) -> u64 {
    let usage = index.searcher.segment_reader(segment.ordinal).space_usage();
    usage.map_or(0, |usage| usage.store().total().get_bytes())
}

/// Returns a page that the index stores.
fn reread_page(index: &Index, address: PageAddress, page: StoredPage) -> Result<RereadPage> {
    let Some(bytes) = page.body else {
        let message = format!("does not store page {}; name the collection", page.docno);
        return Err(Error::index(&index.path, message));
    };
    let is_given = page.encoding_source == EncodingSource::Given.name();
    // The index does not know whether text was HTML or plain.
    let bodies = if is_given {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        vec![Body::Markup(text.clone()), Body::Text { title: page.title, text }]
    } else {
        vec![Body::Html(bytes)]
    };
    let forced = (!is_given).then_some(page.encoding);
    Ok(RereadPage {
        address,
        docno: page.docno,
        archive: page.archive,
        capture: None,
        bodies,
        forced,
        http: None,
    })
}

/// Calls `work` with batches of the pages of the index that the archives hold.
fn archived(
    archives: &Archives,
    corpus: &Corpus,
    progress: &dyn Progress,
    mut work: impl FnMut(Vec<RereadPage>) -> Result<()>,
) -> Result<()> {
    let order = corpus.order()?;
    let mut seen = SeenRows::none(corpus);
    let manifest = &corpus.indexes[0].manifest;
    let prefixes = manifest.deleted_prefixes();
    let left_out = LeftOut::of(&corpus.indexes[0])?;
    progress.total(archives.bytes());
    archives.each_batch(&manifest.recipe.settings, progress, |mut documents| {
        let mut kept = Ok(());
        documents.retain(|document| {
            if left_out.holds(document, archives) {
                return false;
            }
            let is_kept = is_candidate(corpus, order, &prefixes, document);
            is_kept.unwrap_or_else(|error| {
                kept = Err(error);
                false
            })
        });
        kept?;
        work(new_pages(documents, order, &manifest.recipe, &mut seen)?)
    })?;
    seen.check_all(corpus)
}

/// Records that gave no page when they were indexed, though they can be read. A later page may have
/// the docno.
#[derive(Default)]
struct LeftOut {
    /// Those that ended the program, or that have a whole copy: name of the file, offset, docno.
    /// Without the folders above it, because the collection may have been moved.
    named: HashSet<(String, u64, String)>,
    /// Those that an older program took for damaged, which had no docno: archive and offset.
    damaged: HashSet<(String, u64)>,
}

impl LeftOut {
    /// Reads them from the list of records.
    ///
    /// # Errors
    /// [`Error::Io`].
    fn of(index: &Index) -> Result<Self> {
        let mut left_out = Self::default();
        let skipped = &index.manifest.counts.skipped;
        let reasons = [Reason::Crashed, Reason::DamagedRecord, Reason::Duplicate];
        if reasons.iter().all(|reason| skipped.get(*reason) == 0) {
            return Ok(left_out);
        }
        let path = index.path.join(RECORD_REPORTS);
        let read = File::open(&path).and_then(|file| {
            each_line(BufReader::new(file.take(index.manifest.report_list_bytes)), |line| {
                let listed = Listed::parse(line);
                let skipped = listed.filter(|listed| listed.outcome == RowOutcome::Skipped);
                if let Some(skipped) = skipped {
                    left_out.add(&skipped);
                }
            })
        });
        read.map_err(|error| Error::io("read", &path, error))?;
        Ok(left_out)
    }

    fn add(&mut self, skipped: &Listed<'_>) {
        let Listed { archive, offset, record, reason, detail, .. } = *skipped;
        match reason {
            Reason::Crashed => {
                self.named.insert((file_name(archive), offset, record.to_owned()));
            }
            Reason::Duplicate if detail == WHOLE_COPY => {
                self.named.insert((file_name(archive), offset, record.to_owned()));
            }
            Reason::DamagedRecord => {
                self.damaged.insert((archive.to_owned(), offset));
            }
            _ => {}
        }
    }

    fn holds(&self, document: &RawDocument, archives: &Archives) -> bool {
        if self.named.is_empty() && self.damaged.is_empty() {
            return false;
        }
        let name = &*document.source.archive;
        let offset = document.source.offset;
        let docno = Escaped(&document.docno).to_string();
        self.named.contains(&(file_name(&Escaped(name).to_string()), offset, docno))
            || self.damaged.contains(&(Escaped(archives.indexed_as(name)).to_string(), offset))
    }
}

fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

/// Whether a document may be the page of its docno: not if it was left out for its URL, which is
/// below a deleted prefix, and the page has another one.
fn is_candidate(
    corpus: &Corpus,
    order: DocnoOrder<'_>,
    prefixes: &[UrlPrefix],
    document: &RawDocument,
) -> Result<bool> {
    if prefixes.is_empty() || !UrlPrefix::any_is_start_of(prefixes, &document.url) {
        return Ok(true);
    }
    let Some(rank) = order.rank(&document.docno)? else { return Ok(false) };
    let (segment, doc) = order.page(rank);
    let address = DocAddress::new(corpus.segments[segment].ordinal, doc);
    Ok(corpus.indexes[0].page_at(address)?.url == fitted(&document.url))
}

/// Returns the documents that are pages of the index and were not seen before, and adds them to
/// those that were seen.
fn new_pages(
    documents: Vec<RawDocument>,
    order: DocnoOrder<'_>,
    recipe: &Recipe,
    seen: &mut SeenRows,
) -> Result<Vec<RereadPage>> {
    let mut pages = Vec::with_capacity(documents.len());
    for document in documents {
        // Unknown docnos are duplicates of another page's text, repeated ones duplicates of a
        // docno.
        let Some(rank) = order.rank(&document.docno)? else { continue };
        let address = order.page(rank);
        if seen.add(address) {
            let RawDocument { docno, source, charset, body, url, date, .. } = document;
            pages.push(RereadPage {
                address,
                docno,
                archive: source.archive.to_string(),
                capture: Some((fitted(&url).into_owned(), date::seconds(&date))),
                bodies: vec![body],
                forced: recipe.encoding.clone(),
                http: charset,
            });
        }
    }
    Ok(pages)
}

/// The pages that an archive held so far.
struct SeenRows(Vec<Rows>);

impl SeenRows {
    fn none(corpus: &Corpus) -> Self {
        Self(corpus.segments.iter().map(|segment| Rows::new(segment.documents().into())).collect())
    }

    /// Adds a page; false if it was there.
    fn add(&mut self, (segment, doc): PageAddress) -> bool {
        let is_new = !self.0[segment].contains(doc);
        self.0[segment].insert(doc);
        is_new
    }

    /// Fails if a page is missing.
    fn check_all(&self, corpus: &Corpus) -> Result<()> {
        let order = corpus.order()?;
        let mut unseen = Vec::new();
        for rank in order.visible() {
            let (segment, doc) = order.page(rank);
            if !self.0[segment].contains(doc) {
                unseen.push(rank);
            }
        }
        let Some(&first) = unseen.first() else { return Ok(()) };
        let count = unseen.len();
        let first = order.docno(first)?;
        let pages = corpus.pages();
        let message = format!(
            "not in the archives: {count} of its {pages} pages, the first is {first}; name the \
             collection that was indexed"
        );
        Err(Error::index(&corpus.indexes[0].path, message))
    }
}
