//! A seed to a blog collection with topics and judgements, in the manner of BLOGS06: the whole job on a collection that
//! anyone can make.
//!
//! The text comes from the two-strata random writer of Kohlschütter et al. 2010, section 5.2 (`writer`), over words of
//! ours. Its parameters are the paper's. They are never tuned on a retrieval curve: nobody looked at one to choose any
//! number here. Three blocks of content in ten are short and one of boilerplate in eight is long, so a threshold loses
//! relevant text and keeps teasers, and does not win by construction. What is at work is the paper's mechanism (section
//! 6.1): teasers, headlines and tags of *other* posts carry words of a topic into pages that are not about it.
//!
//! **Its figures show the mechanism, not the world.** Real pages are in other proportions, and real judges read.

mod archive;
mod chance;
mod date;
mod judge;
mod plan;
mod template;
mod vocabulary;
mod writer;

use crate::error::{Error, Result};
use archive::Archive;
use date::Date;
use judge::Judge;
use plan::Plan;
use std::path::{Path, PathBuf};

/// Pages of the collection whose topics and judgements stand in `queries/demo.topics` and `qrels/demo.qrels`.
pub const PAGES: usize = 2_000;
/// The seed of that collection.
pub const SEED: u64 = 2010;

/// What is to be said wherever the demo's figures are shown.
pub const STATEMENT: &str = "This collection is generated: its figures show the mechanism, not the world.";

/// Where a collection was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoFiles {
    /// The pages: WARC, a gzip member per page.
    pub warc: PathBuf,
    /// The topics in TREC's SGML.
    pub topics: PathBuf,
    /// The judgements in TREC's format, graded 0 to 2.
    pub qrels: PathBuf,
}

/// A page with its name, in the form of BLOGS06 but ours: `DEMO06-20060217-000-0000123456` is the day, a file, and the
/// bytes of HTML of that day before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoPage {
    /// The name.
    pub docno: String,
    /// Its address, below `.example`.
    pub url: String,
    /// The day as WARC writes it.
    pub date: String,
    /// The page, UTF-8.
    pub html: String,
}

/// The pages of a collection in the order of their days. The same number and seed give the same bytes.
pub fn pages(pages: usize, seed: u64) -> impl Iterator<Item = DemoPage> {
    let plan = Plan::new(pages, seed, template::TEMPLATES.len());
    let mut names = Names::default();
    (0..pages).map(move |post| names.page(&plan, post))
}

/// Writes `demo.warc.gz`, `demo.topics` and `demo.qrels` into a folder, which is created if it is not there.
///
/// # Errors
/// [`Error::Setting`] for 0 pages, [`Error::Io`] for what cannot be written.
pub fn generate(folder: &Path, pages: usize, seed: u64) -> Result<DemoFiles> {
    if pages == 0 {
        return Err(Error::settings("a demo has at least one page; ask for more than 0 pages".to_owned()));
    }
    std::fs::create_dir_all(folder).map_err(|e| Error::io("create", folder, e))?;
    let file = |name: &str| folder.join(name);
    let files = DemoFiles { warc: file("demo.warc.gz"), topics: file("demo.topics"), qrels: file("demo.qrels") };
    let plan = Plan::new(pages, seed, template::TEMPLATES.len());
    let (mut archive, mut judge, mut names) = (Archive::create(&files.warc)?, Judge::new(), Names::default());
    for (index, post) in plan.posts.iter().enumerate() {
        let page = names.page(&plan, index);
        archive.page(&page.docno, &page.url, &page.date, page.html.as_bytes())?;
        judge.see(&page.docno, post, &page.html);
    }
    archive.finish()?;
    save(&files.topics, &judge::topics())?;
    save(&files.qrels, &judge.qrels())?;
    Ok(files)
}

fn save(path: &Path, content: &str) -> Result<()> {
    std::fs::write(path, content).map_err(|e| Error::io("write", path, e))
}

/// Counts the bytes of each day, which the docnos tell.
#[derive(Debug, Default)]
struct Names {
    day: usize,
    bytes: usize,
}

impl Names {
    fn page(&mut self, plan: &Plan, index: usize) -> DemoPage {
        let post = &plan.posts[index];
        if post.day != self.day {
            (self.day, self.bytes) = (post.day, 0);
        }
        let date = Date::of(post.day);
        let html = template::html(plan, index);
        let docno = format!("DEMO06-{}-000-{:010}", date.digits(), self.bytes);
        self.bytes += html.len();
        DemoPage { docno, url: template::url(plan, index), date: date.stamp(), html }
    }
}
