//! `tamis shard plan COLLECTION... --shards N` assigns the files of a collection to shards;
//! `tamis shard check INDEX...` tells whether the indexes of all shards are there.

use crate::flags::options::warn_of_writer;
use crate::terminal::console::{Exit, Verbosity, print_json, to_stdout};
use serde_json::json;
use std::ffi::OsString;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use tamis_index::error::Result;
use tamis_index::index::manifest::IndexCounts;
use tamis_index::index::shards::check_complete;
use tamis_index::index::{Index, Manifest};
use tamis_index::ingest::ShardPlan;
use tamis_place::Escaped;
use tamis_report::words::{counted, grouped};

/// Arguments of `tamis shard`.
#[derive(Debug, Clone, clap::Args)]
pub struct ShardArgs {
    #[command(subcommand)]
    command: ShardCommand,
}

/// The commands of `tamis shard`.
#[derive(Debug, Clone, clap::Subcommand)]
enum ShardCommand {
    /// Deal the files of a collection into shards of about equal bytes
    Plan(PlanArgs),
    /// Check that the indexes of all shards are there and finished
    Check(CheckArgs),
}

/// Arguments of `tamis shard plan`.
#[derive(Debug, Clone, clap::Args)]
struct PlanArgs {
    /// Files, folders or globs, as for `tamis index`
    #[arg(value_name = "COLLECTION", required = true)]
    collections: Vec<OsString>,
    /// Number of shards
    #[arg(long, value_name = "N")]
    shards: NonZeroU32,
    /// Print one JSON object: the plan for `tamis index --plan`
    #[arg(long)]
    json: bool,
}

/// Arguments of `tamis shard check`.
#[derive(Debug, Clone, clap::Args)]
struct CheckArgs {
    /// Index folders of all shards
    #[arg(value_name = "INDEX", required = true)]
    indexes: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command; a summary goes to standard error, the plan or the counts to `out`.
pub fn run(args: &ShardArgs, talk: Verbosity, out: &mut dyn Write) -> Result<Exit> {
    match &args.command {
        ShardCommand::Plan(args) => plan(args, talk, out).map(|()| Exit::Done),
        ShardCommand::Check(args) => check(args, talk, out),
    }
}

/// Prints a line per file with its shard, or the plan as JSON.
fn plan(args: &PlanArgs, talk: Verbosity, out: &mut dyn Write) -> Result<()> {
    let plan = ShardPlan::make(&args.collections, args.shards)?;
    talk.say_lines(&in_words(&plan));
    if args.json {
        return print_json(&plan, out);
    }
    for shard in &plan.shards {
        for file in &shard.files {
            let name = Escaped(&file.file);
            writeln!(out, "{}/{}\t{}\t{name}", shard.shard, args.shards, file.bytes)
                .map_err(to_stdout)?;
        }
    }
    Ok(())
}

fn in_words(plan: &ShardPlan) -> String {
    let files = plan.shards.iter().map(|shard| shard.files.len() as u64).sum();
    let sizes = || plan.shards.iter().map(|shard| shard.bytes);
    let least = sizes().min().unwrap_or_default();
    let most = sizes().max().unwrap_or_default();
    let mut text = format!(
        "{} of {} in {}: {} to {} bytes each",
        counted(files, "file"),
        counted(plan.bytes, "byte"),
        counted(plan.shards.len() as u64, "shard"),
        grouped(least),
        grouped(most)
    );
    let empty = plan.shards.iter().filter(|shard| shard.files.is_empty()).count() as u64;
    if empty > 0 {
        text += &format!(
            "\nwarning: {} without files: there are fewer files than shards",
            counted(empty, "shard")
        );
    }
    for what in &plan.passed_over {
        text += &format!("\n{} and is passed over", Escaped(what));
    }
    for name in &plan.too_large {
        text += &format!(
            "\nwarning: {} alone is larger than a shard should be, and files stay whole",
            Escaped(name)
        );
    }
    text
}

/// Prints the counts of every shard and their sum.
fn check(args: &CheckArgs, talk: Verbosity, out: &mut dyn Write) -> Result<Exit> {
    let mut manifests = Vec::new();
    for path in &args.indexes {
        let index = Index::open(path)?;
        warn_of_writer(&index, talk);
        manifests.push(index.manifest);
    }
    let indexes: Vec<(&Path, &Manifest)> =
        args.indexes.iter().map(PathBuf::as_path).zip(&manifests).collect();
    check_complete(indexes.iter().copied())?;
    let mut sum = IndexCounts::default();
    for manifest in &manifests {
        sum.add(&manifest.counts);
    }
    if args.json {
        let line = json!({
            "shards": manifests.len(),
            "archives": manifests.iter().map(|manifest| manifest.archives.len()).sum::<usize>(),
            "records": sum.records,
            "pages": sum.pages,
            "blocks": sum.blocks,
            "tokens": sum.tokens,
            "skipped": sum.skipped,
            "flawed": sum.defective,
            "damaged": sum.damaged(),
        });
        print_json(&line, out)?;
    } else {
        let rows: String = indexes.iter().map(|(path, manifest)| row(path, manifest)).collect();
        let total = format!("all shards: {}\n", counts_in_words(&sum));
        out.write_all((rows + &total).as_bytes()).map_err(to_stdout)?;
    }
    Ok(if sum.damaged() > 0 { Exit::Damaged } else { Exit::Done })
}

fn row(path: &Path, manifest: &Manifest) -> String {
    let shard = manifest.shard.as_ref().map_or(String::new(), |mark| mark.shard().to_string());
    format!("{shard}  {}: {}\n", Escaped(path.display()), counts_in_words(&manifest.counts))
}

fn counts_in_words(counts: &IndexCounts) -> String {
    let pages = counted(counts.pages, "page");
    let records = counted(counts.records, "record");
    format!("{pages} of {records}, {} damaged or lost", grouped(counts.damaged()))
}
