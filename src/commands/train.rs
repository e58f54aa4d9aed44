//! `tamis train METHOD DATASET... --out MODEL`: trains a model and writes its card beside it.

use crate::flags::{DatasetArgs, one_of, use_threads, values};
use crate::terminal::{Console, Exit, Shown};
use std::path::PathBuf;
use tamis::job::{Outcome, TrainJob};
use tamis::{By, Result, json_line};

/// Arguments of `tamis train`.
#[derive(Debug, Clone, clap::Args)]
pub struct TrainArgs {
    /// Classifier to train a model for, or kind, the kind of a page; a wrong name lists all
    #[arg(value_name = "METHOD")]
    method: String,
    #[command(flatten)]
    data: DatasetArgs,
    /// Write the model to this file, and its card beside it with the ending .md
    #[arg(short, long, value_name = "MODEL")]
    out: PathBuf,
    /// Share of the pages that decides when the training stops
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, conflicts_with = "split")]
    validation: f64,
    /// What stays together when pages are divided
    #[arg(long, default_value = By::default().name(), value_parser = one_of(&By::NAMED),
        conflicts_with = "split")]
    by: By,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Maximum number of steps; for tamis the trees of its first stage [default: the method's own]
    #[arg(long, value_name = "N", value_parser = values::at_least_one)]
    iterations: Option<usize>,
    /// Text for the card, such as the licences of the data and known failures
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print the card as JSON
    #[arg(long)]
    json: bool,
}

/// Trains, writes model and card, and prints the card.
pub fn run(args: &TrainArgs, console: &mut Console) -> Result<Exit> {
    use_threads(args.threads)?;
    let Outcome { result, written, .. } = args.job(console.line).run(&Shown::new(console.talk))?;
    let text = if args.json { json_line(&result) } else { result.markdown() };
    console.print(text)?;
    let written: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
    console.talk.say(format!("written: {}", written.join(" and ")));
    Ok(Exit::Done)
}

impl TrainArgs {
    fn job(&self, line: &str) -> TrainJob {
        TrainJob {
            method: self.method.clone(),
            data: self.data.datasets(),
            out: self.out.clone(),
            validation: self.validation,
            by: self.by,
            seed: self.seed,
            iterations: self.iterations,
            note: self.note.clone(),
            command: Some(line.to_owned()),
            threads: None,
        }
    }
}
