//! Exports a view in the Common Index File Format (Lin et al., Supporting Interoperability Between
//! Open-Source Search Engines with the Common Index File Format, SIGIR 2020), version 1, by which
//! Anserini, JASS, OldDog, PISA and Terrier share indexes: a header, a postings list per term, a
//! record per page, each a Protocol Buffers message after its length.

use super::{ExportSize, WriteResult, index_error, pages};
use crate::View;
use crate::model::Unit;
use crate::rank::terms;
use crate::rank::terms::TermPostings;
use prost::Message;
use std::io::Write;
use tamis_index::corpus::Corpus;

#[derive(Clone, PartialEq, Message)]
pub struct CiffHeader {
    /// The version of the format: 1.
    #[prost(int32, tag = "1")]
    pub version: i32,
    /// Number of postings lists that follow.
    #[prost(int32, tag = "2")]
    pub num_postings_lists: i32,
    /// Number of page records that follow the postings lists.
    #[prost(int32, tag = "3")]
    pub num_docs: i32,
    /// Number of terms in the view; all of them follow.
    #[prost(int32, tag = "4")]
    pub total_postings_lists: i32,
    /// Number of pages in the view, N.
    #[prost(int32, tag = "5")]
    pub total_docs: i32,
    /// Number of tokens in the view, T.
    #[prost(int64, tag = "6")]
    pub total_terms_in_collection: i64,
    #[prost(double, tag = "7")]
    pub average_doclength: f64,
    #[prost(string, tag = "8")]
    pub description: String,
}

/// A term and its pages.
#[derive(Clone, PartialEq, Message)]
pub struct PostingsList {
    /// The analyzed term; lists are sorted by its bytes.
    #[prost(string, tag = "1")]
    pub term: String,
    /// Number of pages with a permitted occurrence.
    #[prost(int64, tag = "2")]
    pub df: i64,
    #[prost(int64, tag = "3")]
    pub cf: i64,
    /// One per page, in the order of the pages.
    #[prost(message, repeated, tag = "4")]
    pub postings: Vec<Posting>,
}

/// A term in a page.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct Posting {
    /// The page's number minus that of the previous posting; for the first posting, the number
    /// itself.
    #[prost(int32, tag = "1")]
    pub docid: i32,
    /// Number of permitted occurrences of the term in the page.
    #[prost(int32, tag = "2")]
    pub tf: i32,
}

#[derive(Clone, PartialEq, Message)]
pub struct DocRecord {
    /// Its number, from 0, in docno order.
    #[prost(int32, tag = "1")]
    pub docid: i32,
    #[prost(string, tag = "2")]
    pub collection_docid: String,
    /// Exact number of its permitted tokens.
    #[prost(int32, tag = "3")]
    pub doclength: i32,
}

/// Writes a view of `corpus`, with the term frequencies and lengths that its weights make. `name`
/// describes the view in the header: which blocks of which pages. Postings are decoded twice,
/// because the header has the number of terms with a permitted occurrence. Memory holds one list at
/// a time, and four bytes per page.
///
/// # Errors
/// Fails if the index cannot be read or the output cannot be written, for fractional weights, and
/// with more than 2^31 - 1 pages, terms, or tokens of a page, the limit of the format.
pub fn write(
    corpus: &Corpus,
    view: &View,
    name: &str,
    out: &mut dyn Write,
) -> WriteResult<ExportSize> {
    if view.statistics.unit != Unit::Tokens {
        let problem = "found a fractional weight, expected whole ones: postings in CIFF count \
                       whole occurrences";
        return Err(tamis_index::Error::setting("weight", problem).into());
    }
    let mut terms = 0;
    terms::each(corpus, |term| {
        let mut any = false;
        term.permitted(view, |_, _, _| any = true)?;
        terms += u64::from(any);
        Ok(())
    })?;
    let lists = at_most(corpus, terms, "terms")?;
    let pages_of_view = at_most(corpus, view.statistics.pages, "pages")?;
    let header = CiffHeader {
        version: 1,
        num_postings_lists: lists,
        num_docs: pages_of_view,
        total_postings_lists: lists,
        total_docs: pages_of_view,
        total_terms_in_collection: view.statistics.tokens as i64,
        average_doclength: view.statistics.tokens as f64 / view.statistics.pages.max(1) as f64,
        description: describe(corpus, name),
    };
    let mut messages = Messages { out, buffer: Vec::new() };
    messages.write(&header)?;
    write_lists(corpus, view, &mut messages)?;
    let order = corpus.order()?;
    for (docid, (rank, segment, doc)) in (0..).zip(pages(order, view)) {
        let length = view.segments[segment].length(doc);
        let doclength = at_most(corpus, length, "tokens of one page")?;
        messages.write(&DocRecord { docid, collection_docid: order.docno(rank)?, doclength })?;
    }
    let pages = view.statistics.pages;
    let tokens = view.statistics.tokens;
    Ok(ExportSize { pages, tokens, terms, ..ExportSize::default() })
}

/// Returns a count as CIFF has it.
fn at_most(corpus: &Corpus, count: u64, what: &str) -> WriteResult<i32> {
    let most = i32::MAX;
    i32::try_from(count).map_err(|_| {
        let message = format!(
            "found {count} {what}, expected at most {most}, CIFF's limit; export a stricter view"
        );
        index_error(corpus, message).into()
    })
}

fn describe(corpus: &Corpus, name: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let analyzer = &corpus.indexes[0].manifest.recipe.analyzer;
    format!(
        "tamis {version}: {name}; analyzer {analyzer}; doclengths are exact, the numbers of tokens \
         permitted; docids in the order of docnos"
    )
}

fn write_lists(corpus: &Corpus, view: &View, messages: &mut Messages<'_>) -> WriteResult<()> {
    let docids = docids(corpus, view)?;
    let mut failed = None;
    terms::each(corpus, |term| {
        let list = list(term, view, &docids)?;
        if !list.postings.is_empty() && failed.is_none() {
            failed = messages.write(&list).err();
        }
        Ok(())
    })?;
    failed.map_or(Ok(()), |error| Err(error.into()))
}

/// Returns `docids[segment][doc]`, the page's number in the view.
fn docids(corpus: &Corpus, view: &View) -> tamis_index::Result<Vec<Vec<i32>>> {
    let mut docids: Vec<Vec<i32>> =
        view.segments.iter().map(|segment| vec![0; segment.documents()]).collect();
    for (docid, (_, segment, doc)) in (0..).zip(pages(corpus.order()?, view)) {
        docids[segment][doc as usize] = docid;
    }
    Ok(docids)
}

fn list(
    term: &TermPostings<'_>,
    view: &View,
    docids: &[Vec<i32>],
) -> tamis_index::Result<PostingsList> {
    let mut postings = Vec::new();
    term.permitted(view, |segment, doc, tf| {
        postings.push(Posting { docid: docids[segment][doc as usize], tf: tf as i32 });
    })?;
    // Segments are in the order of the collection, not of the docnos.
    postings.sort_unstable_by_key(|posting| posting.docid);
    let df = postings.len() as i64;
    let cf = postings.iter().map(|posting| i64::from(posting.tf)).sum();
    let mut before = 0;
    for posting in &mut postings {
        let docid = posting.docid;
        posting.docid = docid - before;
        before = docid;
    }
    Ok(PostingsList { term: term.term.clone(), df, cf, postings })
}

struct Messages<'a> {
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
}

impl Messages<'_> {
    /// Writes a message after its length.
    fn write(&mut self, message: &impl Message) -> std::io::Result<()> {
        self.buffer.clear();
        self.buffer.extend(message.encode_length_delimited_to_vec());
        self.out.write_all(&self.buffer)
    }
}
