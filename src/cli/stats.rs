//! `tamis stats INDEX`: prints the contents of an index in numbers.

mod histogram;
mod repeated;
mod scored;

use super::console::to_stdout;
use histogram::{bar, bins, range};
use repeated::Repeated;
use scored::Scored;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use tamis::captures::Revisits;
use tamis::error::Result;
use tamis::index::schema::SCORE_COLUMNS;
use tamis::index::{Index, PAGE_COLUMNS};
use tamis::report::json::one_line;
use tamis::report::words::{counted, grouped};
use tamis::search::Corpus;
use tamis::search::corpus::NUMBERS;
use tamis_place::Escaped;

/// Arguments of `tamis stats`.
#[derive(Debug, Clone, clap::Args)]
pub struct StatsArgs {
    /// Index folder
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The first words of each bin of the histogram; the last bin has no end.
const BINS: [u64; 12] = [0, 1, 2, 3, 5, 8, 11, 16, 31, 51, 101, 201];

/// Counts of blocks by words, by label and by score.
struct Blocks {
    histogram: [u64; BINS.len()],
    labels: Vec<u64>,
    scored: Vec<Scored>,
}

/// Pages by the values of the columns about encoding and language.
type Values = [BTreeMap<String, u64>; PAGE_COLUMNS.len()];

/// Prints the statistics.
pub fn run(args: &StatsArgs, out: &mut dyn Write) -> Result<()> {
    let corpus = Corpus::new(vec![Index::open(&args.index)?])?;
    let blocks = count(&corpus)?;
    let repeated = Repeated::of(&corpus)?;
    let index = &corpus.indexes[0];
    let bytes = sizes(index)?;
    let [encodings, sources, languages] = PAGE_COLUMNS.map(|column| index.pages_by_value(column));
    let values = [encodings?, sources?, languages?];
    let revisits = Revisits::of(index)?;
    let text = if args.json {
        one_line(&as_json(index, &blocks, repeated.as_ref(), &values, &bytes, &revisits))
    } else {
        in_words(index, &blocks, repeated.as_ref(), &values, &bytes, &revisits)
    };
    out.write_all(text.as_bytes()).map_err(to_stdout)
}

fn count(corpus: &Corpus) -> Result<Blocks> {
    const WORDS: usize = 0;
    const LABELS: usize = 6;
    let labels = vec![0; corpus.indexes[0].manifest.classifiers.len()];
    let mut blocks = Blocks { histogram: [0; BINS.len()], labels, scored: Scored::all(corpus)? };
    let mut numbers: [Vec<u64>; NUMBERS] = Default::default();
    for segment in &corpus.segments {
        for documents in segment.runs(4096) {
            segment.read(&documents, 1 << WORDS | 1 << LABELS, &mut numbers).map_err(|e| corpus.indexes[0].error(e))?;
            numbers[WORDS].iter().for_each(|words| blocks.histogram[BINS.partition_point(|bin| bin <= words) - 1] += 1);
            for (bit, count) in blocks.labels.iter_mut().enumerate() {
                *count += numbers[LABELS].iter().filter(|labels| **labels >> bit & 1 == 1).count() as u64;
            }
        }
    }
    Ok(blocks)
}

/// Columns that tamis writes only for other readers.
const DENSITIES: [&str; 2] = ["text_density", "link_density"];

/// Bytes on disk by part of the index.
fn sizes(index: &Index) -> Result<Vec<(&'static str, u64)>> {
    let (mut total, mut stored, mut densities, mut scores) = (0, 0, 0, 0);
    for segment in index.searcher.segment_readers() {
        let usage = segment.space_usage().map_err(|e| index.error(e))?;
        total += usage.total().get_bytes();
        stored += usage.store().total().get_bytes();
        for column in usage.fast_fields().fields() {
            // A column's own count; the plain one is of the older format without columns.
            let bytes = column.column_num_bytes().map_or(0, |n| n.get_bytes());
            densities += if DENSITIES.contains(&column.field_name()) { bytes } else { 0 };
            scores += if SCORE_COLUMNS.contains(&column.field_name()) { bytes } else { 0 };
        }
    }
    let repeats = index.repeats.as_ref().map_or(0, |repeats| repeats.bytes());
    Ok(vec![
        ("total", total + repeats),
        ("stored_texts", stored),
        ("density_columns", densities),
        ("score_columns", scores),
        ("counts_of_repeats", repeats),
    ])
}

fn as_json(
    index: &Index,
    blocks: &Blocks,
    repeated: Option<&Repeated>,
    values: &Values,
    bytes: &[(&'static str, u64)],
    revisits: &Revisits,
) -> Value {
    let manifest = &index.manifest;
    let object = |pairs: Vec<(String, Value)>| Value::Object(pairs.into_iter().collect());
    let labels = manifest.classifiers.iter().cloned().zip(blocks.labels.iter().map(|n| json!(n))).collect();
    let histogram: Vec<Value> =
        bins(&BINS, &blocks.histogram).map(|(from, to, n)| json!({"from": from, "to": to, "blocks": n})).collect();
    json!({
        "pages": manifest.counts.pages,
        "blocks": manifest.counts.blocks,
        "tokens": manifest.counts.tokens,
        "archives": manifest.archives,
        "records": manifest.counts.records,
        "skipped": manifest.counts.skipped,
        "flawed": manifest.counts.flawed,
        "revisits": {"resolved": revisits.resolved(), "unresolved": revisits.unresolved()},
        "finished": manifest.finished,
        "recipe": manifest.recipe,
        "analyzer": manifest.recipe.analyzer,
        "cut": manifest.recipe.cut,
        "encodings": values[0],
        "encoding_sources": values[1],
        "languages": values[2],
        "labels": object(labels),
        "added_labels": object(added(index).map(|(name, origin)| (name.to_owned(), json!(origin))).collect()),
        "pages_without_label": index.added.lacking(manifest.counts.pages).collect::<BTreeMap<_, _>>(),
        "words_per_block": histogram,
        "repeats": repeated.map(Repeated::as_json),
        "scores": blocks.scored.iter().map(Scored::as_json).collect::<Vec<_>>(),
        "segments": index.searcher.segment_readers().len(),
        "bytes": object(bytes.iter().map(|(name, n)| ((*name).to_owned(), json!(n))).collect()),
        "public_suffix_list": repeated.map(|repeated| &repeated.list),
        "format": manifest.format,
        "program": manifest.program,
    })
}

/// Returns the labels that were added to the finished index, and their origins.
fn added(index: &Index) -> impl Iterator<Item = (&str, &str)> {
    index.added.labels.iter().map(|label| (label.name.as_str(), label.origin.as_str()))
}

fn in_words(
    index: &Index,
    blocks: &Blocks,
    repeated: Option<&Repeated>,
    values: &Values,
    bytes: &[(&'static str, u64)],
    revisits: &Revisits,
) -> String {
    let (manifest, counts) = (&index.manifest, &index.manifest.counts);
    let cut = format!("{:?}", manifest.recipe.cut).to_lowercase();
    let mut text = format!("{:<33} {}\n", "index", Escaped(index.path.display()));
    let mut row = |name: &str, value: String| text += &format!("{name:<33} {value}\n");
    row("pages", grouped(counts.pages));
    row("blocks", grouped(counts.blocks));
    row("tokens", grouped(counts.tokens));
    row("analyzer", manifest.recipe.analyzer.clone());
    row("cut", cut);
    let known = if manifest.recipe.knows_languages() { values } else { &values[..2] };
    for (name, pages_by) in ["encoding", "encoding source", "language"].into_iter().zip(known) {
        pages_by.iter().for_each(|(value, pages)| row(&format!("{name} {value}"), grouped(*pages)));
    }
    row("segments", index.searcher.segment_readers().len().to_string());
    bytes.iter().for_each(|(name, bytes)| row(&format!("bytes {}", name.replace('_', " ")), grouped(*bytes)));
    if let Some(repeated) = repeated {
        row("public suffix list", repeated.list.clone());
        row("sites", repeated.sites());
    }
    row("records seen", grouped(counts.records));
    counts.skipped.iter().for_each(|(reason, records)| row(&format!("skipped {reason}"), grouped(records)));
    if revisits.resolved() + revisits.unresolved() > 0 {
        row("revisits of pages here", grouped(revisits.resolved()));
        row("revisits of other content", grouped(revisits.unresolved()));
    }
    counts.flawed.iter().for_each(|(reason, flaws)| row(&format!("flawed {reason}"), grouped(flaws)));
    if !manifest.finished {
        row("not finished", "the same `tamis index` command resumes".to_owned());
    }
    text += "\nwords per block\n";
    for (from, to, count) in bins(&BINS, &blocks.histogram) {
        let bar = bar(count, &blocks.histogram);
        text += &format!("{:>9} {:>12} {bar}\n", range(from, to), grouped(count));
    }
    text += &repeated.map(Repeated::in_words).unwrap_or_default();
    blocks.scored.iter().for_each(|scored| text += &scored.in_words());
    text += "\nblocks that a classifier calls content\n";
    for (name, count) in manifest.classifiers.iter().zip(&blocks.labels) {
        let origin =
            added(index).find(|(added, _)| added == name).map(|(_, origin)| format!("  added: {}", Escaped(origin)));
        let lacking = index.added.lacking(counts.pages).find(|(added, _)| added == name);
        let lacking = lacking.map(|(_, pages)| format!("; missing on {}", counted(pages, "page")));
        let (origin, lacking) = (origin.unwrap_or_default(), lacking.unwrap_or_default());
        text += &format!("{name:<26}{:>12}{origin}{lacking}\n", grouped(*count));
    }
    text += "\narchives\n";
    for archive in &manifest.archives {
        let (pages, skipped) = (counted(archive.pages, "page"), grouped(archive.skipped.total()));
        text += &format!("{}  {}, {pages}, {skipped} skipped\n", Escaped(&archive.path), archive.kind);
    }
    text
}
