//! `tamis demo`: generates a collection, indexes and sweeps it, with the commands that a user would
//! run, and prints what came out.

use crate::terminal::columns::wrapped;
use crate::terminal::console::{Exit, Verbosity, to_stdout};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use tamis::demo::{self, DemoFiles};
use tamis_blocks::page::BlockKind;
use tamis_index::error::{Error, Result};
use tamis_index::index::{Index, StoredBlock};
use tamis_place::Escaped;
use tamis_report::words::counted;

/// Characters of a line.
const WIDTH: usize = 80;
/// The page that is shown keeps blocks on at most this many pages.
const FEW_PAGES: u32 = 30;
/// The maximum number of blocks shown of a group of neighbours that are all kept or all dropped.
const SHOWN: usize = 3;
/// The sweeps: the flag, its values, the folder, and what the rule drops.
const SWEEPS: [(&str, &str, &str, &str); 2] = [
    (
        "--max-repeats",
        "1,2,3,5,10..=100:10",
        "max-repeats",
        "Dropping blocks that stand on more than {} pages",
    ),
    ("--min-words", "1..=100", "min-words", "Dropping blocks of fewer than {} words"),
];

/// Arguments of `tamis demo`.
#[derive(Debug, Clone, clap::Args)]
pub struct DemoArgs {
    /// Folder for the collection, the index and the results
    #[arg(short, long, default_value = "target/demo", value_name = "DIR")]
    out: PathBuf,
    /// Number of pages to generate
    #[arg(long, default_value_t = demo::PAGES, value_name = "N")]
    pages: usize,
    /// Random seed; the same seed generates the same bytes
    #[arg(long, default_value_t = demo::SEED, value_name = "N")]
    seed: u64,
}

/// Runs a command, given its arguments and the line that repeats it.
pub type Runner = fn(&[&str], &str, Verbosity, &mut dyn Write) -> Result<()>;

/// Generates, indexes, sweeps, prints the commands that it runs, and what came out.
pub fn run(args: &DemoArgs, talk: Verbosity, out: &mut dyn Write, run: Runner) -> Result<Exit> {
    let again = args.out.join("demo.warc.gz").exists();
    let files = demo::generate(&args.out, args.pages, args.seed)?;
    say(
        out,
        &format!(
            "Wrote {} of blogs to {}. {}",
            counted(args.pages as u64, "page"),
            text(&files.warc),
            demo::STATEMENT
        ),
    )?;
    let index = args.out.join("index");
    let warc = text(&files.warc);
    let at = text(&index);
    // Only an index that an earlier demo made is replaced.
    let force = again.then_some("--force");
    let line: Vec<&str> = ["index", &warc, "--out", &at].into_iter().chain(force).collect();
    step(&line, talk, out, run)?;
    show(&index, &files, out)?;
    let topics = text(&files.topics);
    let qrels = text(&files.qrels);
    for (flag, values, name, _) in SWEEPS {
        let folder = text(&args.out.join(name));
        let sweep =
            ["sweep", &at, "--topics", &topics, "--qrels", &qrels, flag, values, "--out", &folder];
        // Results of an earlier demo are replaced, whatever its collection was.
        let force = Path::new(&folder).exists().then_some("--force");
        step(&sweep.into_iter().chain(force).collect::<Vec<_>>(), Verbosity::Quiet, out, run)?;
    }
    found(&args.out, out)?;
    Ok(Exit::Done)
}

/// Prints and runs one command line. What it prints is dropped: the files that it writes have more.
fn step(args: &[&str], talk: Verbosity, out: &mut dyn Write, run: Runner) -> Result<()> {
    let line = format!("tamis {}", args.join(" "));
    let shown = wrapped(&Escaped(&line).to_string(), WIDTH - 6).join(" \\\n    ");
    writeln!(out, "\n$ {shown}").map_err(to_stdout)?;
    out.flush().map_err(to_stdout)?;
    run(args, &line, talk, &mut std::io::sink())
}

/// Prints a paragraph.
fn say(out: &mut dyn Write, paragraph: &str) -> Result<()> {
    let lines = wrapped(&Escaped(paragraph).to_string(), WIDTH);
    writeln!(out, "\n{}", lines.join("\n")).map_err(to_stdout)
}

fn count_words(blocks: &[&&StoredBlock]) -> u64 {
    blocks.iter().map(|b| u64::from(b.block.words)).sum::<u64>()
}

/// Prints some blocks of a page, those that a rule keeps and those that it drops.
fn show(index: &Path, files: &DemoFiles, out: &mut dyn Write) -> Result<()> {
    let page = Index::open(index)?.page(&files.example)?;
    let Some(page) = page else {
        return Err(Error::index(index, format!("no page '{}'", files.example)));
    };
    say(
        out,
        &format!(
            "One of its pages is {}. Most of its blocks are the blog's and stand on all of its \
             pages:",
            page.url
        ),
    )?;
    writeln!(out, "\n        words  pages  text").map_err(to_stdout)?;
    let blocks: Vec<&StoredBlock> = page
        .blocks
        .iter()
        .filter(|b| b.block.kind != BlockKind::Title && b.block.words > 0)
        .collect();
    for group in blocks.chunk_by(|a, b| is_kept(a) == is_kept(b)) {
        // The line for a single further block would take as much room as the block.
        let shown = if group.len() > SHOWN + 1 { SHOWN } else { group.len() };
        let verb = if is_kept(group[0]) { "keep" } else { "drop" };
        for block in &group[..shown] {
            let text = cut(&Escaped(&block.text).to_string(), WIDTH - 22);
            let words = block.block.words;
            let pages = block.repeats.repeats().unwrap_or(1);
            writeln!(out, "{verb}   {words:>6} {pages:>6}  {text}").map_err(to_stdout)?;
        }
        if group.len() > shown {
            writeln!(out, "{verb}                  ... {} more", group.len() - shown)
                .map_err(to_stdout)?;
        }
    }
    let (kept, dropped): (Vec<_>, Vec<_>) = blocks.iter().partition(|block| is_kept(block));
    let message = format!(
        "The rule \"on at most {FEW_PAGES} pages\" keeps {} of its blocks with {} words and drops \
         {} with {}. `tamis inspect {} {}` prints them all. Does search get better if such blocks \
         are dropped? A sweep tries many thresholds, here for pages per block and for words per \
         block:",
        kept.len(),
        count_words(&kept),
        dropped.len(),
        count_words(&dropped),
        text(index),
        files.example
    );
    say(out, &message)
}

fn is_kept(block: &StoredBlock) -> bool {
    block.repeats.repeats().is_none_or(|pages| pages <= FEW_PAGES)
}

/// Cuts text at a space to at most `width` characters, with an ellipsis.
fn cut(text: &str, width: usize) -> String {
    match wrapped(text, width).len() {
        0 | 1 => text.to_owned(),
        _ => format!("{} ...", wrapped(text, width - 4)[0]),
    }
}

/// The second measure is NDCG@10.
fn second_value(of: &Value, what: &str) -> Option<f64> {
    of[what][1].as_f64()
}

/// Prints the best threshold of each sweep, and where the reports are.
fn found(folder: &Path, out: &mut dyn Write) -> Result<()> {
    for (place, (_, _, name, rule)) in SWEEPS.into_iter().enumerate() {
        let path = folder.join(name).join("sweep.json");
        let json = std::fs::read(&path).map_err(|e| Error::io("read", &path, e))?;
        let sweep: Value =
            serde_json::from_slice(&json).map_err(|e| Error::io("read", &path, e.into()))?;
        let best = &sweep["points"][sweep["best"][1].as_u64().unwrap_or_default() as usize];
        let (Some(plain), Some(mean)) =
            (second_value(&sweep["unfiltered"], "means"), second_value(best, "means"))
        else {
            continue;
        };
        let sign = if mean < plain { "-" } else { "+" };
        let p = second_value(best, "p_values").map_or(String::new(), |p| {
            let chance = if p < 0.05 { "" } else { ": within chance" };
            format!(", p = {p:.3}{chance}")
        });
        let rule = rule.replace("{}", best["parameters"][0].as_str().unwrap_or_default());
        let first = format!(
            "The unfiltered text of all pages scores {plain:.3} (NDCG@10, the mean of {} topics). ",
            topics(&sweep)
        );
        let first = if place == 0 { first } else { String::new() };
        let gain = (mean - plain).abs();
        say(
            out,
            &format!(
                "{first}{rule} gives {mean:.3} ({sign}{gain:.3}{p}): the best of {}.",
                points(&sweep)
            ),
        )?;
    }
    say(
        out,
        "Each best was chosen by looking at these topics: expect less on others. Reports with all \
         thresholds:",
    )?;
    for (_, _, name, _) in SWEEPS {
        writeln!(out, "  {}", Escaped(folder.join(name).join("report.html").display()))
            .map_err(to_stdout)?;
    }
    Ok(())
}

fn topics(sweep: &Value) -> usize {
    sweep["topics"].as_array().map_or(0, Vec::len)
}

fn points(sweep: &Value) -> usize {
    sweep["points"].as_array().map_or(0, Vec::len)
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_block_is_cut_at_a_space() {
        assert_eq!(cut("one two three", 13), "one two three");
        assert_eq!(cut("one two three", 12), "one two ...");
        assert_eq!(cut("", 12), "");
    }
}
