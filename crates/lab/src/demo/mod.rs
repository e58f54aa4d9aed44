//! Generates a blog collection with topics and judgements from a seed, modelled on BLOGS06, so that
//! anyone can run a whole experiment.
//!
//! The text comes from the two-strata random writer of Kohlschütter et al. 2010, section 5.2
//! (`writer`), with our own word list. Pages are modelled on six real sites (`plan`, `blog`, `post`
//! and `listing` have the proportions): half of the words stand in blocks that the whole site
//! repeats, there is a listing page for every two posts, and for every post that is about a topic
//! and says so, five others mention it. No parameter was tuned on a retrieval curve, so a threshold
//! does not win by construction: three content blocks in ten are short, and one boilerplate block
//! in eight is long.
//!
//! **Its figures show the mechanism, not the world.** Real pages have other proportions, and real
//! judges read.

mod blog;
mod chance;
mod date;
mod judge;
mod listing;
mod plan;
mod post;
mod subjects;
mod template;
mod vocabulary;
mod writer;

use date::DemoDate;
use judge::DemoJudge;
use plan::{BlogPage, Plan};
use std::path::{Path, PathBuf};
use tamis_collection::WarcWriter;
use tamis_index::disk;
use tamis_index::error::{Error, Result};

/// Pages of the default collection. `queries/demo.topics` and `qrels/demo.qrels` are its topics and
/// judgements.
pub const PAGES: usize = 2_000;
/// The seed of the default collection.
pub const SEED: u64 = 2010;

/// The statement to print wherever the demo's figures are shown.
pub const STATEMENT: &str =
    "This collection is generated: its figures show the mechanism, not the world.";

/// The files of a generated collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoFiles {
    /// The pages, as WARC with one gzip member per page.
    pub warc: PathBuf,
    /// The topics in TREC's SGML.
    pub topics: PathBuf,
    /// The judgements in TREC's format, graded 0 to 2.
    pub qrels: PathBuf,
    /// The docno of a page that is good to look at: a post of a few paragraphs with comments.
    pub example: String,
}

/// A page. Its docno is formed as in BLOGS06: `DEMO06-20060217-000-0000123456` is the day, a file
/// number, and the bytes of HTML of that day before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoPage {
    pub docno: String,
    /// Its URL, below `.example`.
    pub url: String,
    /// Its date as WARC writes it.
    pub date: String,
    /// Its HTML, in UTF-8.
    pub html: String,
}

/// Generates the pages of a collection in the order of their days. The same number and seed give
/// the same bytes.
pub fn pages(pages: usize, seed: u64) -> impl Iterator<Item = DemoPage> {
    let plan = Plan::new(pages, seed, template::TEMPLATES.len());
    let mut names = DocnoNames::default();
    (0..pages).map(move |place| names.page(&plan, plan.pages[place]))
}

/// Writes `demo.warc.gz`, `demo.topics` and `demo.qrels` into a folder, and creates the folder.
///
/// # Errors
/// [`Error::Setting`] for 0 pages; [`Error::Io`] if a file cannot be written.
pub fn generate(folder: &Path, pages: usize, seed: u64) -> Result<DemoFiles> {
    if pages == 0 {
        return Err(Error::settings("pages: found 0, expected 1 or more"));
    }
    disk::create_folder(folder).map_err(|e| Error::io("create", folder, e))?;
    let warc = folder.join("demo.warc.gz");
    let topics = folder.join("demo.topics");
    let qrels = folder.join("demo.qrels");
    let plan = Plan::new(pages, seed, template::TEMPLATES.len());
    let shown = plan.example();
    let mut example = String::new();
    let mut archive = WarcWriter::create_bare(&warc)?;
    let mut judge = DemoJudge::new();
    let mut names = DocnoNames::default();
    for &planned in &plan.pages {
        let page = names.page(&plan, planned);
        archive.page(&page.docno, &page.url, &page.date, page.html.as_bytes())?;
        judge.see(&plan, planned, &page.docno, &page.html);
        if planned == shown {
            example = page.docno;
        }
    }
    archive.finish()?;
    disk::save(&topics, judge::topics())?;
    disk::save(&qrels, judge.qrels())?;
    Ok(DemoFiles { warc, topics, qrels, example })
}

/// Counts the bytes of each day, for the docnos.
#[derive(Debug, Default)]
struct DocnoNames {
    day: usize,
    bytes: usize,
}

impl DocnoNames {
    fn page(&mut self, plan: &Plan, page: BlogPage) -> DemoPage {
        let day = plan.day(page);
        if day != self.day {
            self.day = day;
            self.bytes = 0;
        }
        let date = DemoDate::from_day(day);
        let html = template::html(plan, page);
        let docno = format!("DEMO06-{}-000-{:010}", date.digits(), self.bytes);
        self.bytes += html.len();
        DemoPage { docno, url: template::url(plan, page), date: date.stamp(), html }
    }
}
