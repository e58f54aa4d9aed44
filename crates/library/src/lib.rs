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
//! let sweep = index.sweep(&topics, &qrels).axis("min_words", 1..=100).measure("P.10").run()?;
//! println!("best: {:?} words", sweep.best().threshold("min_words"));
//! sweep.write("out")?;
//!
//! // Search what is left of the pages.
//! for hit in index.search("march of the penguins").set("min_words", 11)?.set("hits", 10)?.run()? {
//!     println!("{:2}. {:.3} {} {}", hit.rank, hit.score, hit.docno, hit.title);
//! }
//! # assert_eq!((index.stats().pages, sweep.points().len()), (60, 100));
//! # assert!(std::path::Path::new("out/report.html").exists());
//! # std::env::set_current_dir("/")?;
//! # Ok(())
//! # }
//! ```
//!
//! - [`Index`] builds, opens, searches and measures; each verb is a [`job`] with a default for
//!   every setting.
//! - [`collection`] reads archives, with no index: WARC, ARC, WACZ, TREC web, JSONL, folders.
//! - [`blocks`] cuts HTML into blocks and removes boilerplate, with no index. With the cargo
//!   feature `originals` it is the crate tamis-originals, which has the removers of others, else
//!   tamis-blocks.
//! - [`text`] makes Markdown of what is kept, and reads metadata and comments of pages, with no
//!   index.
//! - [`eval`] evaluates runs: topics, qrels, measures, statistics.

#![warn(missing_docs)]

#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryPage;

mod build;
mod builder;
mod index;
pub mod job;
pub mod json;
mod kept;
mod kind;
mod labels;
mod notice;
mod opened;
mod overview;
mod page;
mod recipe;
mod results;
mod stats;
mod watch;

pub use build::IndexBuilder;
pub use builder::JobBuilder;
pub use index::Index;
pub use job::PageText;
pub use overview::{Archive, BlocksAt, Overview, PagesWith};
// Values that requests share, for programs that answer many.
pub use kept::WeightedCache;
pub use notice::Notice;
pub use page::{LabelReasons, WordFinder};
pub use results::{Accuracy, Comparison, PointDifference, Results, Sweep, Tuned};
pub use stats::Stats;
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
// What a deletion returns.
pub use tamis_index::delete::{DeletedPage, Deletion};
// The folder of results of a command that is no job.
pub use tamis_report::results_folder;
// Data sets with gold text, and what is scored of them.
pub use tamis_lab::accuracy;
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
pub use tamis_place::{Escaped, IoError, Place, SettingError, in_our_words, is_escaped, nearest};
// Settings of a build.
pub use tamis_index::index::recipe::{Dedup, Store};
// What an index contains in numbers.
pub use tamis_index::index::manifest::{ArchiveEntry, IndexCounts, Tally};
pub use tamis_index::stats::{
    Bin, Contents, LabelCount, RepeatedBlock, WordsByRepeats, WordsByScore,
};
// Whether an index is intact.
pub use tamis_index::verify::{Check, Verdict};
// A parameter of a tuned rule as the flag that sets it.
pub use tamis_report::tune::flag as tuned_flag;
// Tries a page in a process of its own, for `IndexJob::trial`.
pub use tamis_index::ingest::try_page;
// Languages by code or name.
pub use tamis_index::analyze::language::code_of as language_code;
// Damage that shows as a panic below the index: somebody made it so.
pub use tamis_index::index::storage::panic_text;
// How an index was built: what a request is resolved against.
pub use tamis_index::index::Manifest;
// What `Index::stored_page` returns.
pub use tamis_index::index::{StoredBlock, StoredPage};
// The list of skipped records in the folder of an index.
pub use tamis_index::ingest::RECORD_REPORTS;
// What a build tells while it reads archives: its events, and what they have.
pub use tamis_index::ingest::Progress;
// The threads of a process, for flags.
pub use tamis_index::ingest::check_threads;
pub use tamis_index::ingest::ledger::{ReportRow, RowOutcome as ReportOutcome};
// What `Index::record_reports` takes, what it and `Index::losses` return.
pub use tamis_index::ingest::record_reports::{ReportFilter, ReportLine, ReportList};
// The language of a page that does not tell it.
pub use tamis_index::analyze::language::UNDETERMINED;
// What `Index::tuned` returns.
pub use tamis_index::index::{TunedParameter, TunedRule};
// Cuts pages into blocks and removes boilerplate, with no index.
pub use tamis_index::blocks;
// Markdown, metadata and comments of pages, with no index.
pub use tamis_text as text;
// Settings and results of trainings and of scorings by gold, and the steps that a watch sees.
pub use tamis_lab::accuracy::data::Accuracy as AccuracyData;
pub use tamis_lab::accuracy::gold::Content;
pub use tamis_lab::accuracy::judge::ScoredText;
pub use tamis_lab::train::Step as TrainingStep;
pub use tamis_lab::train::card::Card as ModelCard;
pub use tamis_lab::train::cross::CrossSettings;
pub use tamis_lab::train::split::{By, Part};
// A generated collection, for examples and first tries.
pub use tamis_lab::demo;
// A result as one line of JSON, as every door writes it.
pub use tamis_report::json::one_line as json_line;
// The style of reports, for pages that show the same figures.
pub use tamis_report::CSS;
// The form of the files of results.
pub use tamis_report::{Form, Format, Style, WIDTHS};
// Figures of results, for pages that show them.
pub use tamis_report::figure;
// Tables of typed columns, each with one writer a form.
pub use tamis_report::table;
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
pub use tamis_index::analyze::{ANALYZERS, AnalyzerEntry};
// What a request is, resolved.
pub use tamis_search::rule::predicate::Operator;
pub use tamis_search::{BlockRule, Ranking};
// The models, for lists of them.
pub use tamis_search::model::{MODELS, ModelEntry, models};
// The features that rules compare, for lists of them.
pub use tamis_search::rule::predicate::FEATURES;
// Pages that were found, with their columns for tables, and blocks.
pub use tamis_search::result::block::{
    BlockField as BlockColumn, BlockGet, BlockOutput, columns as block_columns, two_decimals,
};
pub use tamis_search::result::explained::ScoredPage;
pub use tamis_search::result::hit::{HitColumn, HitGet, columns as hit_columns};
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
    // Which files are whose.
    pub use tamis_index::index::shard::Shard as ShardNumber;
    pub use tamis_index::ingest::{GivenShard, ShardPlan, Share};
}

// Settings of `tune`.
pub use tamis_search::tune::{MEASURE as TUNE_MEASURE, Prior, TuneSettings};
// Fields of other search engines, which a query has not.
pub use tamis_search::typed::FIELDS as QUERY_FIELDS;
// Tokens of a condition as they are typed.
pub use tamis_search::typed::conditions::typed as typed_tokens;
