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

mod build;
mod builder;
mod combine;
mod compare;
mod contents;
mod delete;
mod index;
pub mod job;
mod kept;
mod kind;
mod labels;
mod notice;
mod opened;
mod page;
mod results;
mod search;
mod stats;
mod sweep;
mod topic_search;
mod tune;
mod watch;

pub use build::{BuildProgress, IndexBuilder};
pub use builder::JobBuilder;
pub use combine::CombineBuilder;
pub use compare::ComparisonBuilder;
pub use contents::{Archive, BlocksAt, IndexContents, PagesWith};
pub use delete::DeletionBuilder;
pub use index::Index;
pub use job::PageText;
// Values that requests share, for programs that answer many.
pub use kept::Kept;
pub use notice::Notice;
pub use page::{LabelReasons, WordFinder};
pub use results::{Comparison, Sweep, Tuned};
pub use search::SearchBuilder;
pub use stats::Stats;
pub use sweep::SweepBuilder;
pub use topic_search::TopicSearchBuilder;
pub use tune::TuneBuilder;
pub use watch::{Steps, Watch};

// What comes from the crates below, each with the reason why a door needs it. Five of them are
// rooms of their own, with a page in the book: `collection`, `blocks` and `eval` work without an
// index, `request` is the language of all parameters, `shards` what machines send each other.

// Reads archives, with no index.
pub use tamis_collection as collection;
// Measures, tests and TREC's files, with no index; what every experiment is given.
pub use tamis_eval as eval;
pub use tamis_eval::{Qrels, Run, Topics};
// What `Index::captures` returns.
pub use tamis_index::captures::Capture;
// Parts of what `Index::contents` returns.
pub use tamis_index::stats::{LabelCount, RepeatedBlock, WordsByRepeats, WordsByScore};
// What a deletion returns.
pub use tamis_index::delete::{DeletedPage, Deletion};
// Writes a run: whole or not at all, compressed as its name says.
pub use tamis_index::disk::save_packed;
/// Files that are replaced as a whole and durably, for what a program writes beside an index.
pub mod disk {
    pub use tamis_index::disk::{
        create_folder, is_left_over, open_for_lock, remove, remove_durably, remove_left_over, save,
    };
}

// Where an error is, what helps, and text of others as it may be shown.
pub use tamis_index::error::Remedy;
pub use tamis_index::{Error, Result};
pub use tamis_place::{Escaped, IoError, Place, SettingError, is_escaped, nearest};
// Settings of a build.
pub use tamis_index::index::recipe::{Dedup, Store};
// Tries a page in a process of its own, for `IndexBuilder::trial`.
pub use tamis_index::ingest::try_page;
// How an index was built: what a request is resolved against.
pub use tamis_index::index::Manifest;
// What `Index::stored_page` returns.
pub use tamis_index::index::StoredPage;
// What `Index::record_reports` takes, what it and `Index::losses` return.
pub use tamis_index::ingest::ledger::Outcome as RecordOutcome;
pub use tamis_index::ingest::record_reports::{ReportFilter, ReportLine, ReportList};
// What a panic says, for programs that go on after one.
pub use tamis_index::index::storage::panic_text;
// The language of a page that does not tell it.
pub use tamis_index::analyze::language::UNDETERMINED;
// What `Index::tuned` returns.
pub use tamis_index::index::{TunedParameter, TunedRule};
// Cuts pages into blocks and removes boilerplate, with no index.
pub use tamis_index::blocks;
// A generated collection, for examples and first tries.
pub use tamis_lab::demo;
// A result as one line of JSON, as every door writes it.
pub use tamis_report::json::one_line as json_line;
// The style of reports, for pages that show the same figures.
pub use tamis_report::page::CSS;
// The form of the files of results.
pub use tamis_report::{Form, Format, Style, WIDTHS};
// Figures of results, for pages that show them.
pub use tamis_report::figure;
// Numbers, dates and names as reports write them.
pub use tamis_report::words;
// The measures of experiments: the usual ones, how names are read, how deep they look.
pub use tamis_search::experiment::measures;
// Points and axes of sweeps, rows of comparisons.
pub use tamis_search::experiment::parameter::{Parameter, Value};
pub use tamis_search::experiment::results::{
    Axis, ComparedView, ComparisonRow, Point, RowKind, Sweep as SweepData, SweepPoint,
};
// Where a report shows its points in a browser.
pub use tamis_search::experiment::results::Site;
// Requests: the parameters of a search or a sweep, and their values.
pub use tamis_search::feedback::{Feedback, Method as FeedbackMethod};
pub use tamis_search::request;
pub use tamis_search::rule::weights::{Weight, WeightClause};
pub use tamis_search::{Decimal, TitleRule};
// How texts become tokens, for lists of the ways.
pub use tamis_index::analyze::ANALYZERS;
// What a request is, resolved.
pub use tamis_search::rule::predicate::Operator;
pub use tamis_search::{BlockRule, Ranking};
// The models, for lists of them.
pub use tamis_search::model::{MODELS, ModelEntry, models};
// The features that rules compare, for lists of them.
pub use tamis_search::rule::predicate::FEATURES;
// Pages that were found, with their columns for tables, and blocks.
pub use tamis_search::result::block::{
    Column as BlockColumn, Get as BlockGet, Output as BlockOutput, columns as block_columns,
    two_decimals,
};
pub use tamis_search::result::explained::ScoredPage;
pub use tamis_search::result::hit::{Column as HitColumn, Get as HitGet, columns as hit_columns};
pub use tamis_search::result::{BlockRow, Explained, Hit};
pub use tamis_search::snippet::best_block::{FoundBlock, FoundWord};
// The part of a text with most of the words that were found.
pub use tamis_search::snippet::window::window as best_window;
/// One search, explanation or sweep over indexes on several machines, with the scores of one index
/// of all their pages. A job gives out its [`Rounds`](crate::job::Rounds), such as
/// [`TopicsJob::over_shards`](crate::job::TopicsJob::over_shards).
pub mod shards {
    // What travels, and who answers.
    pub use tamis_search::shards::{Answer, Shard, Task};
    // How often blocks repeat, counted over all shards.
    pub use tamis_search::shards::repeats;
    // Which files are whose, and whether all shards are there.
    pub use tamis_index::index::shard::Shard as ShardNumber;
    pub use tamis_index::index::shards::check_complete;
    pub use tamis_index::ingest::{GivenShard, ShardPlan, Share};
}

// Settings of `tune`.
pub use tamis_search::tune::{MEASURE as TUNE_MEASURE, Prior, TuneSettings};
// Tokens of a condition as they are typed.
pub use tamis_search::typed::conditions::typed as typed_tokens;
