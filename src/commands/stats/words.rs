//! The contents of an index in words: a table of numbers, histograms, labels and archives.

use super::histogram::{bar, range, total};
use crate::terminal::tuned::chosen_on;
use std::collections::BTreeMap;
use tamis::collection::ArchiveKind;
use tamis::job::IndexContents;
use tamis::words::{counted, grouped};
use tamis::{ArchiveEntry, Bin, Contents, Escaped, LabelCount, RepeatedBlock, TunedRule};
use tamis::{WordsByRepeats, WordsByScore, tuned_flag};

/// Characters of a block's text to print.
const SHOWN: usize = 80;

/// Returns the text.
pub fn in_words(index: &IndexContents) -> String {
    let contents = &index.contents;
    let mut text = format!("{:<33} {}\n", "index", Escaped(index.index.display()));
    let mut row = |name: &str, value: String| text += &format!("{name:<33} {value}\n");
    row("built like", Escaped(&index.command).to_string());
    pages(index, &mut row);
    disk(contents, &mut row);
    records(index, &mut row);
    text += "\nwords per block\n";
    for bin in &contents.blocks_by_words {
        let bar = bar(bin, &contents.blocks_by_words);
        text += &format!("{:>9} {:>12} {bar}\n", range(bin), grouped(bin.count));
    }
    text += &contents.repeats.as_ref().map(repeated).unwrap_or_default();
    for words in &contents.scores {
        text += &scored(words);
    }
    text += "\nblocks that a classifier calls content\n";
    for count in &contents.labels {
        text += &label(count);
    }
    text += &index.tuned.as_ref().map(tuned).unwrap_or_default();
    text + &archives(&index.archives)
}

/// The rows about pages.
fn pages(index: &IndexContents, row: &mut impl FnMut(&str, String)) {
    row("pages", grouped(index.counts.pages));
    row("blocks", grouped(index.counts.blocks));
    row("tokens", grouped(index.counts.tokens));
    row("analyzer", index.analyzer.clone());
    row("cut", index.cut.name().to_owned());
    let by = &index.contents.pages_by;
    let mut known = vec![("encoding", &by.encodings), ("encoding source", &by.encoding_sources)];
    known.extend(index.recipe.knows_languages().then_some(("language", &by.languages)));
    for (name, pages_by) in known {
        for (value, pages) in pages_by {
            row(&format!("{name} {value}"), grouped(*pages));
        }
    }
}

/// The rows about files and sites.
fn disk(contents: &Contents, row: &mut impl FnMut(&str, String)) {
    row("segments", contents.segments.to_string());
    row("bytes total", grouped(contents.bytes.total));
    row("bytes stored texts", grouped(contents.bytes.stored_texts));
    row("bytes density columns", grouped(contents.bytes.density_columns));
    row("bytes codes", grouped(contents.bytes.codes));
    row("bytes counts of repeats", grouped(contents.bytes.counts_of_repeats));
    if let Some(repeats) = &contents.repeats {
        row("public suffix list", repeats.public_suffix_list.clone());
        row(
            "sites",
            format!("{} of {}", grouped(repeats.sites), counted(repeats.pages_with_site, "page")),
        );
    }
}

/// The rows about records.
fn records(index: &IndexContents, row: &mut impl FnMut(&str, String)) {
    let counts = &index.counts;
    let revisits = &index.contents.revisits;
    row("records seen", grouped(counts.records));
    for (reason, records) in counts.skipped.iter() {
        row(&format!("skipped {reason}"), grouped(records));
    }
    if revisits.resolved + revisits.unresolved > 0 {
        row("revisits of pages here", grouped(revisits.resolved));
        row("revisits of other content", grouped(revisits.unresolved));
    }
    for (reason, defects) in counts.defective.iter() {
        row(&format!("flawed {reason}"), grouped(defects));
    }
    for prefix in &index.deleted_url_prefixes {
        row("deleted, and skipped from now on", Escaped(prefix).to_string());
    }
    if !index.finished {
        row("not finished", "the same `tamis index` command resumes".to_owned());
    }
}

/// How often blocks repeat.
fn repeated(repeats: &WordsByRepeats) -> String {
    let mut text = "\nwords by the pages that hold the same block\n".to_owned();
    let all = total(&repeats.words).max(1);
    for bin in &repeats.words {
        text += &shares(&range(bin), bin, &repeats.words, all);
    }
    text += "\nblocks that most pages hold, by their tokens: pages, words, commonest text\n";
    for RepeatedBlock { repeats, words, docno, text: of_block } in &repeats.most_repeated {
        let line = of_block.split_whitespace().collect::<Vec<_>>().join(" ");
        let cut = line.char_indices().nth(SHOWN).map_or(line.len(), |(at, _)| at);
        let shown = if line.is_empty() { format!("in {docno}") } else { line[..cut].to_owned() };
        text += &format!(
            "{:>9} {:>8}  {}\n",
            grouped((*repeats).into()),
            grouped((*words).into()),
            Escaped(shown)
        );
    }
    text
}

/// The words by a score.
fn scored(scored: &WordsByScore) -> String {
    let mut text = format!("\nwords by score.{}\n", scored.score);
    let all = (total(&scored.words) + scored.without).max(1);
    let fraction = |hundredths: u64| hundredths as f64 / 100.0;
    for bin in &scored.words {
        let range = format!("{:.2}-{:.2}", fraction(bin.from), fraction(bin.to.unwrap_or(100)));
        text += &shares(&range, bin, &scored.words, all);
    }
    text + &format!(
        "{:>9} {:>12} {:5.1} %\n",
        "none",
        grouped(scored.without),
        share(scored.without, all)
    )
}

/// A bin of words with its share of `all` words.
fn shares(range: &str, bin: &Bin, bins: &[Bin], all: u64) -> String {
    format!(
        "{range:>9} {:>12} {:5.1} % {}\n",
        grouped(bin.count),
        share(bin.count, all),
        bar(bin, bins)
    )
}

fn share(words: u64, all: u64) -> f64 {
    words as f64 * 100.0 / all as f64
}

/// A label, its blocks, and where it comes from.
fn label(label: &LabelCount) -> String {
    let origin = label
        .origin
        .as_ref()
        .map(|origin| format!("  added: {}", Escaped(origin)))
        .unwrap_or_default();
    let lacking =
        (label.lacking > 0).then(|| format!("; missing on {}", counted(label.lacking, "page")));
    format!(
        "{:<26}{:>12}{origin}{}\n",
        label.name,
        grouped(label.blocks),
        lacking.unwrap_or_default()
    )
}

/// The tuned rule: its parameters as flags, each with its reason, and how it was chosen.
fn tuned(rule: &TunedRule) -> String {
    let mut text = "\ntuned rule (--rule tuned)\n".to_owned();
    for parameter in &rule.parameters {
        text += &format!("{}\n", Escaped(tuned_flag(parameter)));
        if !parameter.because.is_empty() {
            text += &format!("    {}\n", Escaped(&parameter.because));
        }
    }
    if rule.parameters.is_empty() {
        text += "no parameter: every block counts once\n";
    }
    if !rule.summary.is_empty() {
        text += &format!("{}\n", Escaped(&rule.summary));
    }
    text + &format!("{}\n", Escaped(chosen_on(rule)))
}

/// A line for each archive; the loose files of a folder are one, wherever archives stand among
/// them.
fn archives(archives: &[ArchiveEntry]) -> String {
    let is_folder = |entry: &ArchiveEntry| entry.kind == ArchiveKind::Folder.name();
    let mut folders: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
    for entry in archives.iter().filter(|entry| is_folder(entry)) {
        let sums = folders.entry(&entry.path).or_default();
        for (sum, n) in sums.iter_mut().zip([entry.records, entry.pages, entry.skipped.total()]) {
            *sum += n;
        }
    }
    let mut text = "\narchives\n".to_owned();
    for entry in archives {
        let path = Escaped(&entry.path);
        if !is_folder(entry) {
            let pages = counted(entry.pages, "page");
            let skipped = grouped(entry.skipped.total());
            text += &format!("{path}  {}, {pages}, {skipped} skipped\n", entry.kind);
        } else if let Some([files, pages, skipped]) = folders.remove(entry.path.as_str()) {
            let files = counted(files, "loose file");
            let pages = counted(pages, "page");
            text += &format!("{path}  folder, {files}, {pages}, {} skipped\n", grouped(skipped));
        }
    }
    text
}
