//! Boilerplate-aware indexing of web crawls, in which every threshold is a query-time parameter.
//!
//! tamis reads web archives, cuts pages into blocks and indexes all of them. Which blocks count as
//! content is decided by each search: a threshold, a classifier's label, or any rule over the
//! features of blocks. One index answers a whole sweep of thresholds, measured against qrels as
//! trec_eval measures.
//!
//! ```
//! use tamis::{Qrels, Topics};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # std::env::set_current_dir(&folder)?;
//! # let files = tamis::demo::generate("crawl".as_ref(), 60, 1)?;
//! # std::fs::rename(&files.topics, "topics")?;
//! # std::fs::rename(&files.qrels, "qrels")?;
//! // Build an index, or continue it; `Index::open` opens a finished one.
//! let index = tamis::Index::build("INDEX").collection("crawl/").run()?;
//!
//! // Which minimum length of blocks ranks best?
//! let topics = Topics::read("topics")?;
//! let qrels = Qrels::read("qrels")?;
//! let sweep = index.sweep(&topics, &qrels).min_words(1..=100).measure("P.10")?.run()?;
//! println!("best: {:?} words", sweep.best().threshold("min_words"));
//! sweep.write("out")?;
//!
//! // Search what is left of the pages.
//! for hit in index.search("march of the penguins").min_words(11).hits(10).run()? {
//!     println!("{:2}. {:.3} {} {}", hit.rank, hit.score, hit.docno, hit.title);
//! }
//! # assert_eq!((index.stats().pages, sweep.points().len()), (60, 100));
//! # assert!(std::path::Path::new("out/report.html").exists());
//! # std::env::set_current_dir("/")?;
//! # Ok(())
//! # }
//! ```
//!
//! - [`Index`] builds, opens, searches and measures. Its builders have a default for every setting.
//! - [`collection`] reads archives, with no index: WARC, ARC, WACZ, TREC web, JSONL, folders.
//! - [`blocks`] cuts HTML into blocks and removes boilerplate, with no index. With the cargo
//!   feature `originals` it is the crate tamis-originals, which has the removers of others, else
//!   tamis-blocks.
//! - [`eval`] evaluates runs: topics, qrels, measures, statistics.

#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryPage;

#[macro_use]
mod setters;

mod build;
mod combine;
mod compare;
mod delete;
mod index;
pub mod job;
mod kept;
mod kind;
mod notice;
mod opened;
mod results;
mod search;
mod stats;
mod sweep;
mod topic_search;
mod tune;
mod view;
mod watch;

pub use build::{BuildProgress, IndexBuilder};
pub use combine::CombineBuilder;
pub use compare::ComparisonBuilder;
pub use delete::DeletionBuilder;
pub use index::Index;
pub use job::PageText;
// Values that requests share, for programs that answer many.
pub use kept::Kept;
pub use notice::Notice;
pub use results::{Comparison, Sweep, Tuned};
pub use search::SearchBuilder;
pub use stats::Stats;
pub use sweep::SweepBuilder;
pub use topic_search::TopicSearchBuilder;
pub use tune::TuneBuilder;
pub use watch::{Steps, Watch};

pub use tamis_collection as collection;
pub use tamis_eval as eval;
pub use tamis_eval::{Qrels, Run, Topics};
pub use tamis_index::captures::Capture;
pub use tamis_index::delete::{DeletedPage, Deletion};
// Writes a run: whole or not at all, compressed as its name says.
pub use tamis_index::disk::save_packed;
pub use tamis_index::index::recipe::{Dedup, Store};
pub use tamis_index::index::{TunedParameter, TunedRule};
// Tries a page in a process of its own, for `IndexBuilder::trial`.
pub use tamis_index::ingest::try_page;
pub use tamis_index::{Error, Result, blocks};
// A generated collection, for examples and first tries.
pub use tamis_lab::demo;
// Where an error is, and text of others as it may be shown.
pub use tamis_index::error::Remedy;
pub use tamis_place::{Escaped, IoError, Place, SettingError, is_escaped, nearest};
// A result as one line of JSON, as every door writes it.
pub use tamis_report::json::one_line as json_line;
// The form of the files of results.
pub use tamis_report::{Form, Format, Style, WIDTHS};
// How the choice of a best point is checked, for sweeps over shards.
pub use tamis_search::experiment::Validation;
pub use tamis_search::experiment::parameter::{Parameter, Value};
// Where a report shows its points in a browser.
pub use tamis_search::experiment::results::{
    Axis, ComparedView, ComparisonRow, Point, RowKind, Site, Sweep as SweepData, SweepPoint,
};
pub use tamis_search::feedback::{Feedback, Method as FeedbackMethod};
// Requests: the parameters of a search or a sweep.
pub use tamis_search::request;
// The columns of a page that was found, for tables.
pub use tamis_search::result::hit::{Column as HitColumn, Get as HitGet, columns as hit_columns};
pub use tamis_search::result::{BlockRow, Explained, Hit};
pub use tamis_search::rule::weights::Weight;
// One search over indexes on several machines.
pub use tamis_search::shards;
pub use tamis_search::snippet::best_block::{FoundBlock, FoundWord};
// The part of a text with most of the words that were found.
pub use tamis_search::snippet::window::window as best_window;
pub use tamis_search::tune::{MEASURE as TUNE_MEASURE, Prior, TuneSettings};
// Tokens of a condition as they are typed.
pub use tamis_search::typed::conditions::typed as typed_tokens;
// What a request is, resolved against an index.
pub use tamis_index::index::Manifest;
pub use tamis_search::{BlockRule, Decimal, Ranking, TitleRule};
// Figures of results, for pages that show them.
pub use tamis_report::figure;
// Numbers, dates and names as reports write them.
pub use tamis_report::words;
