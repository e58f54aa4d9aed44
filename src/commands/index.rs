//! `tamis index COLLECTION... --out INDEX`: builds, resumes or extends an index.

use crate::flags::limits::{LimitArgs, RecordArgs};
use crate::flags::options::threads;
use crate::flags::values;
use crate::flags::values::{Bytes, one_of};
use crate::terminal::console::{Exit, Verbosity, print_json};
use crate::terminal::progress::Bar;
use crate::terminal::signals::Signals;
use crate::terminal::tuned::warn_if_outdated;
use serde_json::json;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tamis::blocks::page::Cut;
use tamis_collection::{ReadSettings, Reason, StatusRule};
use tamis_index::blocks::classify::CLASSIFIERS;
use tamis_index::error::{Error, Remedy, Result};
use tamis_index::index::Index;
use tamis_index::index::manifest::Tally;
use tamis_index::index::recipe::{COMMIT_EVERY, Dedup, Recipe, Store, check_encoding};
use tamis_index::index::shard::Shard;
use tamis_index::ingest;
use tamis_index::ingest::{Options, RECORD_REPORTS, ShardPlan, Share, Summary};
use tamis_place::Escaped;
use tamis_report::words::{counted, grouped};

/// Arguments of `tamis index`.
#[derive(Debug, Clone, clap::Args)]
pub struct IndexArgs {
    /// Files to index: WARC, ARC, WET, WACZ, BLOGS06/TREC web, JSONL or TSV such as MS MARCO's
    /// (plain, gzip, zstd or bzip2); folders, globs, or - for standard input
    #[arg(value_name = "COLLECTION", required_unless_present = "plan", conflicts_with = "plan")]
    collections: Vec<OsString>,
    /// Index folder: new or empty, or an index to resume or extend
    #[arg(short, long, value_name = "INDEX")]
    out: PathBuf,
    /// Index only this shard of the collection, such as 3/8; the others are indexed elsewhere (see
    /// `tamis shard`)
    #[arg(long, value_name = "I/N", value_parser = values::shard)]
    shard: Option<Shard>,
    /// Take the shard's files from this plan (`tamis shard plan --json`) and not from the files
    /// that are there now
    #[arg(long, value_name = "FILE", requires = "shard")]
    plan: Option<PathBuf>,
    /// Analyzer that turns text into tokens (see `tamis analyzers`)
    #[arg(long, default_value = "english", value_name = "NAME")]
    analyzer: String,
    /// Method of cutting pages into blocks
    #[arg(long, default_value = Cut::default().name(), value_parser = one_of(&Cut::NAMED))]
    cut: Cut,
    /// Classifiers that label blocks: a list (see `tamis classifiers`), all (that need no
    /// argument), or default [default: default, the rules of the WSDM paper]. Also kinds of blocks
    /// for rules such as 'kind = h1': h1 to h6, and description, which adds a block to each page
    #[arg(
        long = "classifier",
        alias = "classifiers",
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "default",
        hide_default_value = true
    )]
    classifiers: Vec<String>,
    /// Also keep the probability of each block that it is content, by these classifiers (victor,
    /// web2text and other trained ones): score.NAME in rules, axes and weights
    #[arg(long = "score", alias = "scores", value_name = "NAMES", value_delimiter = ',')]
    scores: Vec<String>,
    /// Language of all pages by code or name (en, german), for classifiers that need it [default:
    /// each page's own]
    #[arg(long, value_name = "CODE", value_parser = values::language)]
    language: Option<String>,
    /// Detect each page's language from its text, for searches with --page-language
    #[arg(long, conflicts_with = "language")]
    detect_language: bool,
    /// Keep what each page says of itself: title, author, when it was published, site, and so on;
    /// for searches with --published-from and --published-to, results as JSON, and exports
    #[arg(long)]
    metadata: bool,
    /// Also index these parts of a BLOGS06 collection: feeds, homepages
    #[arg(long, value_delimiter = ',', value_name = "PARTS")]
    include: Vec<Include>,
    /// HTTP statuses to keep: any, or a list such as 2xx,404 [default: any for documents with TREC
    /// ids, otherwise 2xx]
    #[arg(long, value_name = "STATUS")]
    status: Option<StatusRule>,
    /// Encoding of all HTML without a byte order mark, overriding headers and the page; JSONL is
    /// always UTF-8
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
    /// Number of indexing threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Replace an existing index
    #[arg(long)]
    force: bool,
    /// What to keep besides the index: all (HTML, titles, block texts), structure (titles, block
    /// texts, and what `tamis export --format markdown` needs), text (titles, block texts) or none
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "all|structure|text|none",
        hide_possible_values = true
    )]
    store: StoreArg,
    /// Skip pages with the same text as an earlier page: word for word (exact), or with a SimHash
    /// that differs in at most 3 of 64 bits (near)
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "off|exact|near",
        hide_possible_values = true
    )]
    dedup: DedupArg,
    /// Stop at the first damaged or lost record
    #[arg(long, conflicts_with = "max_bad")]
    strict: bool,
    /// Maximum number of damaged or lost records before stopping [default: no limit]
    #[arg(long, value_name = "N")]
    max_bad: Option<u64>,
    /// Commit after this many bytes, at most 1 GiB; limits memory per thread and lost work
    #[arg(long, value_name = "BYTES", default_value_t = Bytes(COMMIT_EVERY))]
    commit_every: Bytes,
    /// Seconds between progress lines if standard error is not a terminal
    #[arg(long, value_name = "S", default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(1..))]
    progress_every: u64,
    /// Print a JSON object per indexed archive and one with the counts at the end
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    records: RecordArgs,
}

/// Data that an index stores and searches do not need.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum StoreArg {
    /// The page's bytes, title and block texts.
    All,
    /// Title, block texts and the structure of the page.
    Structure,
    /// Title and block texts.
    #[default]
    Text,
    /// Nothing.
    None,
}

/// Duplicate pages to skip.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum DedupArg {
    /// None.
    #[default]
    Off,
    /// Pages with the same text.
    Exact,
    /// Pages with nearly the same text.
    Near,
}

/// A part of a BLOGS06 collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Include {
    /// RSS and Atom feeds.
    Feeds,
    /// Home pages of blogs.
    Homepages,
}

/// Warns if the index that is replaced has deleted pages: the list of them goes with it.
fn warn_of_deletions(path: &Path, talk: Verbosity) {
    let deleted =
        Index::open(path).map_or(0, |index| index.manifest.counts.skipped.get(Reason::Deleted));
    if deleted > 0 {
        let pages = counted(deleted, "deleted page");
        let path = path.display();
        talk.say(format!("warning: {path} is built again, and {pages} with it; delete them again"));
    }
}

const STOPPING: &str = "stopping, committing what is done (Ctrl-C again ends at once, with what was \
                        committed before)";

/// Indexes the collection; a summary goes to standard error, `--json` to `out`.
pub fn run(args: &IndexArgs, talk: Verbosity, out: &mut dyn Write) -> Result<Exit> {
    let (options, inputs) = args.options()?;
    if args.force {
        warn_of_deletions(&args.out, talk);
    }
    let signals = Signals::listen()?;
    let every = Duration::from_secs(args.progress_every);
    let mut bar = Bar::new(talk, every, args.json, signals.clone(), STOPPING);
    let start = Instant::now();
    let summary = ingest::ingest(&inputs, &args.out, &options, &bar);
    bar.finish();
    let summary = summary?;
    talk.say_lines(&in_words(&summary, args, start.elapsed()));
    let rule = summary.manifest.tuned.as_ref();
    if rule != summary.before.tuned.as_ref() {
        warn_if_outdated(&args.out, rule, talk);
    }
    if args.json {
        let counts = &summary.manifest.counts;
        let mut line = json!({
            "index": args.out.display().to_string(),
            "finished": summary.manifest.finished,
            "archives": summary.manifest.archives.len(),
            "records": counts.records,
            "pages": counts.pages,
            "blocks": counts.blocks,
            "tokens": counts.tokens,
            "skipped": counts.skipped,
            "flawed": counts.defective,
            "damaged": summary.damaged(),
            "pages_without_label": summary.lacking.iter().cloned().collect::<BTreeMap<_, _>>(),
        });
        if let Some(mark) = &summary.manifest.shard {
            line["shard"] = json!(mark);
        }
        print_json(&line, out)?;
    }
    Ok(match signals.came().filter(|_| !summary.manifest.finished) {
        Some(status) => Exit::Interrupted(status),
        None if summary.damaged() > 0 => Exit::Damaged,
        // A shard may have no files, or none with pages.
        None if summary.manifest.counts.pages == 0 && args.shard.is_none() => {
            return Err(no_pages(&summary, args));
        }
        None => Exit::Done,
    })
}

impl IndexArgs {
    /// The options, and the files to read.
    fn options(&self) -> Result<(Options, Vec<OsString>)> {
        if let Some(name) = &self.encoding {
            check_encoding(name)?;
        }
        let settings = ReadSettings {
            include_feeds: self.include.contains(&Include::Feeds),
            include_homepages: self.include.contains(&Include::Homepages),
            status: self.status.clone(),
            ..self.records.settings()
        };
        let recipe = Recipe {
            analyzer: self.analyzer.clone(),
            composed: true,
            cut: self.cut,
            models: Default::default(),
            classifiers: CLASSIFIERS.expand(&self.classifiers)?,
            scores: CLASSIFIERS.expand_scores(&self.scores)?,
            language: self.language.clone(),
            detect_language: self.detect_language,
            metadata: self.metadata,
            store: match self.store {
                StoreArg::All => Store::All,
                StoreArg::Structure => Store::Structure,
                StoreArg::Text => Store::Text,
                StoreArg::None => Store::None,
            },
            dedup: match self.dedup {
                DedupArg::Off => Dedup::Off,
                DedupArg::Exact => Dedup::Exact,
                DedupArg::Near => Dedup::Near,
            },
            encoding: self.encoding.clone(),
            settings,
            limits: self.limits.limits(),
            commit_every: self.commit_every.0.max(1),
        };
        let max_damaged = if self.strict { Some(0) } else { self.max_bad };
        let (share, inputs) = self.share()?;
        Ok((
            Options {
                recipe,
                threads: threads(self.threads)?,
                force: self.force,
                max_damaged,
                share,
                trial: trial(),
            },
            inputs,
        ))
    }

    /// Which part of which files to read.
    fn share(&self) -> Result<(Share, Vec<OsString>)> {
        match (self.shard, &self.plan) {
            (None, _) => Ok((Share::Whole, self.collections.clone())),
            (Some(shard), None) => Ok((Share::Shard(shard), self.collections.clone())),
            (Some(shard), Some(plan)) => {
                let planned = ShardPlan::read(plan)?.shard(shard)?;
                let inputs = planned.inputs.clone();
                Ok((Share::Planned(planned), inputs))
            }
        }
    }
}

/// The argument with which the program tries a page and does nothing else. It is not for people.
const TRIAL: &str = "--try-page";

/// Tries the page on standard input if these are the arguments for it, and returns the exit status.
pub fn tried(mut args: impl Iterator<Item = OsString>) -> Option<u8> {
    (args.nth(1)? == TRIAL).then(ingest::try_page)
}

/// This program as one that tries a page; none if the system does not tell where it is.
fn trial() -> Vec<OsString> {
    std::env::current_exe()
        .map_or(Vec::new(), |program| vec![program.into_os_string(), TRIAL.into()])
}

/// Returns the reasons with their numbers.
fn reasons(tally: &Tally) -> String {
    let reasons: Vec<String> =
        tally.iter().map(|(reason, n)| format!("{reason} {}", grouped(n))).collect();
    reasons.join(", ")
}

fn in_words(summary: &Summary, args: &IndexArgs, time: Duration) -> String {
    let counts = &summary.manifest.counts;
    let out = Escaped(args.out.display());
    let mut text = format!(
        "{out}: {}, {}, {} in {:.1} s",
        counted(counts.pages, "page"),
        counted(counts.blocks, "block"),
        counted(counts.tokens, "token"),
        time.as_secs_f64()
    );
    if let Some(mark) = &summary.manifest.shard {
        let archives = counted(summary.manifest.archives.len() as u64, "archive");
        let all = counted(mark.files, "file");
        text += &format!("\nshard {} of {all}: {archives}", mark.shard());
    }
    if summary.manifest.counts.pages == 0 && summary.manifest.finished {
        let what = if summary.manifest.shard.is_some() { "shard" } else { "index" };
        text += &format!(
            "\nwarning: this {what} has no pages; see what was skipped, or name another collection"
        );
    }
    if counts.skipped.total() > 0 {
        let skipped = counted(counts.skipped.total(), "record");
        text += &format!(
            "\nskipped {skipped}: {} (listed in {out}/{RECORD_REPORTS})",
            reasons(&counts.skipped)
        );
    }
    if counts.defective.total() > 0 {
        let defects = counted(counts.defective.total(), "flaw");
        text += &format!(
            "\n{defects} of other records: {} (listed in {out}/{RECORD_REPORTS})",
            reasons(&counts.defective)
        );
    }
    text += &damage(summary, args);
    for (label, pages) in &summary.lacking {
        let pages = counted(*pages, "page");
        let (made, how) = match summary.outdated.contains(label) {
            true => {
                ("made from the repeats of fewer pages", format!("--classifier {label} --force"))
            }
            false => ("read from lines", format!("--from FILE --name {label} --force")),
        };
        text += &format!(
            "\nwarning: the label {label} was {made} and is missing on {pages} added since: no \
             rule over it holds there (`tamis label {out} {how}`)"
        );
    }
    if !summary.manifest.finished {
        text += "\ninterrupted: all of this is committed; the same command resumes from here";
    }
    text
}

/// Which of the reasons are damage, why the exit status is 3, and what lists the records; empty if
/// nothing is damaged.
fn damage(summary: &Summary, args: &IndexArgs) -> String {
    let damage = summary.manifest.counts.damage();
    if damage.total() == 0 {
        return String::new();
    }
    let all = grouped(damage.total());
    let reasons = reasons(&damage);
    let new = match summary.damaged() {
        0 => "; none is new".to_owned(),
        new if new == damage.total() => String::new(),
        new => format!("; {} new", grouped(new)),
    };
    let out = Escaped(args.out.display());
    format!(
        "\n{all} of them are damaged or lost: {reasons}{new} (`tamis stats {out} --losses --damaged`)"
    )
}

/// The error for an index that is finished but has no pages: probably the wrong collection was
/// named.
fn no_pages(summary: &Summary, args: &IndexArgs) -> Error {
    let found = match summary.manifest.counts.records {
        0 => "no page was indexed: the collection has no documents",
        _ => "no page was indexed: every record was skipped",
    };
    Error::index(&args.out, found).with_remedy(Remedy::AddPages)
}
