//! `tamis shard plan COLLECTION... --shards N` assigns the files of a collection to shards;
//! `tamis shard check INDEX...` tells whether the indexes of all shards are there.

use crate::terminal::{Console, Exit, Shown, notices};
use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::PathBuf;
use tamis::job::{Outcome, ShardCheckJob, ShardPlanJob};
use tamis::shards::ShardPlan;
use tamis::words::{counted, grouped};
use tamis::{Escaped, IndexCounts, Result};

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

/// Runs the command; a summary of the plan goes to standard error.
pub fn run(args: &ShardArgs, console: &mut Console) -> Result<Exit> {
    match &args.command {
        ShardCommand::Plan(args) => plan(args, console),
        ShardCommand::Check(args) => check(args, console),
    }
}

/// Prints a line per file with its shard, or the plan as JSON.
fn plan(args: &PlanArgs, console: &mut Console) -> Result<Exit> {
    let PlanArgs { collections, shards, json } = args;
    let collections = collections.iter().map(PathBuf::from).collect();
    let job = ShardPlanJob { collections, shards: *shards };
    let Outcome { result: plan, notices, .. } = job.run(&())?;
    console.talk.say(in_words(&plan));
    notices::say_all(&notices, console.talk);
    if *json {
        console.json(&plan)?;
        return Ok(Exit::Done);
    }
    for shard in &plan.shards {
        for file in &shard.files {
            let name = Escaped(&file.file);
            console.print(format!("{}/{shards}\t{}\t{name}\n", shard.shard, file.bytes))?;
        }
    }
    Ok(Exit::Done)
}

fn in_words(plan: &ShardPlan) -> String {
    let files = plan.shards.iter().map(|shard| shard.files.len() as u64).sum();
    let sizes = || plan.shards.iter().map(|shard| shard.bytes);
    format!(
        "{} of {} in {}: {} to {} bytes each",
        counted(files, "file"),
        counted(plan.bytes, "byte"),
        counted(plan.shards.len() as u64, "shard"),
        grouped(sizes().min().unwrap_or_default()),
        grouped(sizes().max().unwrap_or_default())
    )
}

/// Prints the counts of every shard and their sum.
fn check(args: &CheckArgs, console: &mut Console) -> Result<Exit> {
    let job = ShardCheckJob { indexes: args.indexes.clone() };
    let shards = job.run(&Shown::new(console.talk))?.result;
    if args.json {
        console.json(&shards)?;
    } else {
        for (path, shard, counts) in &shards.each {
            let path = Escaped(path.display());
            console.print(format!("{shard}  {path}: {}\n", in_counts(counts)))?;
        }
        console.print(format!("all shards: {}\n", in_counts(&shards.counts)))?;
    }
    Ok(if shards.damaged > 0 { Exit::Damaged } else { Exit::Done })
}

fn in_counts(counts: &IndexCounts) -> String {
    let pages = counted(counts.pages, "page");
    let records = counted(counts.records, "record");
    format!("{pages} of {records}, {} damaged or lost", grouped(counts.damaged()))
}
