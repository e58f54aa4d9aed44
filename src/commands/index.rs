//! `tamis index COLLECTION... --out INDEX`: builds, resumes or extends an index.

use crate::flags::{LimitArgs, one_of, values};
use crate::terminal::progress::IndexProgress;
use crate::terminal::{Console, Exit, signals};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tamis::blocks::page::Cut;
use tamis::collection::StatusRule;
use tamis::job::{Built, IndexJob, RecipeSettings};
use tamis::shards::ShardNumber;
use tamis::words::{counted, grouped};
use tamis::{Dedup, Escaped, RECORD_REPORTS, Result, Store, Tally, try_page};

/// Arguments of `tamis index`.
#[derive(Debug, Clone, clap::Args)]
pub struct IndexArgs {
    /// Files to index: WARC, ARC, WET, WACZ, BLOGS06/TREC web, JSONL or TSV such as MS MARCO's
    /// (plain, gzip, zstd or bzip2); folders, globs, or - for standard input
    #[arg(value_name = "COLLECTION", required_unless_present = "plan", conflicts_with = "plan")]
    collections: Vec<PathBuf>,
    /// Index folder: new or empty, or an index to resume or extend with the settings that built it
    #[arg(short, long, value_name = "INDEX")]
    out: PathBuf,
    /// Index only this shard of the collection, such as 3/8; the others are indexed elsewhere (see
    /// `tamis shard`)
    #[arg(long, value_name = "I/N", value_parser = values::shard)]
    shard: Option<ShardNumber>,
    /// Take the shard's files from this plan (`tamis shard plan --json`) and not from the files
    /// that are there now
    #[arg(long, value_name = "FILE", requires = "shard")]
    plan: Option<PathBuf>,
    /// Analyzer that turns text into tokens (see `tamis analyzers`) [default: english]
    #[arg(long, value_name = "NAME")]
    analyzer: Option<String>,
    /// Method of cutting pages into blocks [default: boilerpipe]
    #[arg(long, value_parser = one_of(&Cut::NAMED))]
    cut: Option<Cut>,
    /// Classifiers that label blocks: a list (see `tamis classifiers`), all (that need no
    /// argument), or default [default: default, the rules of the WSDM paper]. Also kinds of blocks
    /// for rules such as 'kind = h1': h1 to h6, and description, which adds a block to each page
    #[arg(long = "classifier", alias = "classifiers", value_name = "NAMES", value_delimiter = ',')]
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
    /// [default: text]
    #[arg(long, value_parser = one_of(&Store::NAMED), value_name = "all|structure|text|none",
        hide_possible_values = true)]
    store: Option<Store>,
    /// Skip pages with the same text as an earlier page: word for word (exact), or with a SimHash
    /// that differs in at most 3 of 64 bits (near) [default: off]
    #[arg(long, value_parser = one_of(&Dedup::NAMED), value_name = "off|exact|near",
        hide_possible_values = true)]
    dedup: Option<Dedup>,
    /// Stop at the first damaged or lost record
    #[arg(long, conflicts_with = "max_bad")]
    strict: bool,
    /// Maximum number of damaged or lost records before stopping [default: no limit]
    #[arg(long, value_name = "N")]
    max_bad: Option<u64>,
    /// Commit after this many bytes, at most 1 GiB; limits memory per thread and lost work
    /// [default: 32MiB]
    #[arg(long, value_name = "BYTES", value_parser = values::bytes)]
    commit_every: Option<u64>,
    /// Seconds between progress lines if standard error is not a terminal
    #[arg(long, value_name = "S", default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(1..))]
    progress_every: u64,
    /// Print a JSON object per indexed archive and one with the counts at the end
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// Maximum size of a record, such as 500k, 10M or 64MiB. Longer records are truncated, longer
    /// lines of JSONL or TSV skipped [default: 32MiB]
    #[arg(long, value_name = "BYTES", value_parser = values::bytes)]
    max_record: Option<u64>,
    /// Maximum size of a page after HTTP decoding (gzip, deflate, ...); drops the rest [default:
    /// 32MiB]
    #[arg(long, value_name = "BYTES", value_parser = values::bytes)]
    max_inflated: Option<u64>,
}

/// A part of a BLOGS06 collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Include {
    /// RSS and Atom feeds.
    Feeds,
    /// Home pages of blogs.
    Homepages,
}

const STOPPING: &str = "stopping, committing what is done (Ctrl-C again ends at once, with what \
                        was committed before)";

/// Indexes the collection; a summary goes to standard error.
pub fn run(args: &IndexArgs, console: &mut Console) -> Result<Exit> {
    let mut bar = IndexProgress::new(console.talk, args.progress_every, args.json, STOPPING)?;
    let start = Instant::now();
    let outcome = args.job().run(&bar);
    bar.finish();
    let built = outcome?.result;
    console.talk.say_lines(&in_words(&built, start.elapsed()));
    console.json_if(args.json, &built)?;
    if let Some(status) = signals::came().filter(|_| !built.finished) {
        return Ok(Exit::Interrupted(status));
    }
    built.check_pages()?;
    if built.damaged == 0 {
        return Ok(Exit::Done);
    }
    let records = counted(built.damaged, "damaged or lost record");
    let what = format!("{}: {records}{}", args.out.display(), listing(&args.out));
    Ok(console.talk.damaged(&what))
}

impl IndexArgs {
    fn job(&self) -> IndexJob {
        let names = |names: &[String]| (!names.is_empty()).then(|| names.to_vec());
        let includes = |part| self.include.contains(&part).then_some(true);
        let recipe = RecipeSettings {
            analyzer: self.analyzer.clone(),
            cut: self.cut,
            classifiers: names(&self.classifiers),
            scores: names(&self.scores),
            language: self.language.clone(),
            detect_language: self.detect_language.then_some(true),
            metadata: self.metadata.then_some(true),
            store: self.store,
            dedup: self.dedup,
            encoding: self.encoding.clone(),
            status: self.status.clone(),
            include_feeds: includes(Include::Feeds),
            include_homepages: includes(Include::Homepages),
            max_depth: self.limits.max_depth,
            max_blocks: self.limits.max_blocks,
            max_ms: self.limits.max_ms,
            max_record: self.max_record,
            max_inflated: self.max_inflated,
            commit_every: self.commit_every,
        };
        IndexJob {
            collections: self.collections.clone(),
            out: self.out.clone(),
            recipe,
            threads: self.threads,
            replace: self.force,
            max_damaged: if self.strict { Some(0) } else { self.max_bad },
            shard: self.shard,
            plan: self.plan.clone(),
            share: None,
            trial: trial(),
        }
    }
}

/// The argument with which the program tries a page and does nothing else. It is not for people.
const TRIAL: &str = "--try-page";

/// Tries the page on standard input if these are the arguments for it, and returns the exit status.
pub fn tried(mut args: impl Iterator<Item = OsString>) -> Option<u8> {
    (args.nth(1)? == TRIAL).then(try_page)
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

fn in_words(built: &Built, time: Duration) -> String {
    let Built { counts, finished, shard, .. } = built;
    let out = Escaped(built.index.display());
    let mut text = format!(
        "{out}: {}, {}, {} in {:.1} s",
        counted(counts.pages, "page"),
        counted(counts.blocks, "block"),
        counted(counts.tokens, "token"),
        time.as_secs_f64()
    );
    if let Some(mark) = shard {
        let archives = counted(built.archives as u64, "archive");
        let all = counted(mark.files, "file");
        text += &format!("\nshard {} of {all}: {archives}", mark.shard());
    }
    if counts.pages == 0 && *finished {
        let what = if shard.is_some() { "shard" } else { "index" };
        text += &format!(
            "\nwarning: this {what} has no pages; see what was skipped, or name another collection"
        );
    }
    let listed = format!("(listed in {out}/{RECORD_REPORTS})");
    if counts.skipped.total() > 0 {
        let skipped = counted(counts.skipped.total(), "record");
        text += &format!("\nskipped {skipped}: {} {listed}", reasons(&counts.skipped));
    }
    if counts.defective.total() > 0 {
        let defects = counted(counts.defective.total(), "defect");
        let reasons = reasons(&counts.defective);
        text += &format!("\n{defects} in pages: {reasons} {listed}");
    }
    text += &damage(built);
    if !finished {
        text += "\ninterrupted: all of this is committed; the same command resumes from here";
    }
    text
}

/// Which of the reasons are damage, why the exit status is 3, and what lists the records; empty if
/// nothing is damaged.
fn damage(built: &Built) -> String {
    let damage = built.counts.damage();
    if damage.total() == 0 {
        return String::new();
    }
    let all = counted(damage.total(), "record");
    let reasons = reasons(&damage);
    let new = match built.damaged {
        0 => "; none is new".to_owned(),
        new if new == damage.total() => String::new(),
        new => format!("; {} new", grouped(new)),
    };
    format!("\n{all} damaged or lost: {reasons}{new}{}", listing(&built.index))
}

/// The command that lists damaged records.
fn listing(index: &Path) -> String {
    format!(" (`tamis stats {} --losses --damaged`)", Escaped(index.display()))
}
