//! The contents of an index in words: a table of numbers, histograms, labels and archives.

use std::collections::BTreeMap;
use tamis::collection::ArchiveKind;
use tamis::job::IndexContents;
use tamis::words::{counted, grouped};
use tamis::{ArchiveEntry, Bin, Contents, Escaped, LabelCount, RepeatedBlock, TunedRule};
use tamis::{WordsByRepeats, WordsByScore, tuned_flag};

/// Characters of a block's text to print.
const SHOWN: usize = 80;

pub fn in_words(index: &IndexContents) -> String {
    let contents = &index.contents;
    let mut text = String::new();
    let mut row = |name: &str, value: String| text += &format!("{name:<33} {value}\n");
    row("index", Escaped(index.index.display()).to_string());
    row("built like", Escaped(&index.command).to_string());
    pages(index, &mut row);
    records(index, &mut row);
    text += "\nwords per block\n";
    let bins = &contents.blocks_by_words;
    for bin in bins {
        text += &format!("{:>9} {:>12} {}\n", range(bin), grouped(bin.count), bar(bin, bins));
    }
    text += &contents.repeats.as_ref().map(repeated).unwrap_or_default();
    text.extend(contents.scores.iter().map(scored));
    text += "\nblocks that a classifier calls content\n";
    text.extend(contents.labels.iter().map(label));
    text += &index.tuned.as_ref().map(tuned).unwrap_or_default();
    text + &archives(&index.archives)
}

/// The rows about pages, files and sites.
fn pages(index: &IndexContents, row: &mut impl FnMut(&str, String)) {
    let Contents { bytes, pages_by: by, repeats, segments, .. } = &index.contents;
    row("pages", grouped(index.counts.pages));
    row("blocks", grouped(index.counts.blocks));
    row("tokens", grouped(index.counts.tokens));
    row("analyzer", index.analyzer.clone());
    row("cut", index.cut.name().to_owned());
    let mut known = vec![("encoding", &by.encodings), ("encoding source", &by.encoding_sources)];
    known.extend(index.recipe.knows_languages().then_some(("language", &by.languages)));
    for (name, pages_by) in known {
        for (value, pages) in pages_by {
            row(&format!("{name} {value}"), grouped(*pages));
        }
    }
    row("segments", segments.to_string());
    row("bytes total", grouped(bytes.total));
    row("bytes stored texts", grouped(bytes.stored_texts));
    row("bytes density columns", grouped(bytes.density_columns));
    row("bytes codes", grouped(bytes.codes));
    row("bytes counts of repeats", grouped(bytes.counts_of_repeats));
    if let Some(repeats) = repeats {
        let pages = counted(repeats.pages_with_site, "page");
        row("public suffix list", repeats.public_suffix_list.clone());
        row("sites", format!("{} of {pages}", grouped(repeats.sites)));
    }
}

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

fn repeated(repeats: &WordsByRepeats) -> String {
    let mut text = "\nwords by the pages that hold the same block\n".to_owned();
    let all = total(&repeats.words).max(1);
    for bin in &repeats.words {
        text += &format!("{} {}\n", share(&range(bin), bin.count, all), bar(bin, &repeats.words));
    }
    text += "\nblocks that most pages hold, by their tokens: pages, words, commonest text\n";
    for RepeatedBlock { repeats, words, docno, text: of_block } in &repeats.most_repeated {
        let line = of_block.split_whitespace().collect::<Vec<_>>().join(" ");
        let cut = line.char_indices().nth(SHOWN).map_or(line.len(), |(at, _)| at);
        let shown = if line.is_empty() { format!("in {docno}") } else { line[..cut].to_owned() };
        let [repeats, words] = [*repeats, *words].map(|n| grouped(n.into()));
        text += &format!("{repeats:>9} {words:>8}  {}\n", Escaped(shown));
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
        text += &format!("{} {}\n", share(&range, bin.count, all), bar(bin, &scored.words));
    }
    text + &share("none", scored.without, all) + "\n"
}

/// A number of words with its share of `all` words.
fn share(what: &str, words: u64, all: u64) -> String {
    let share = words as f64 * 100.0 / all as f64;
    format!("{what:>9} {:>12} {share:5.1} %", grouped(words))
}

/// Characters of the longest bar.
const LONGEST: u64 = 40;

/// Returns the values of a bin: `3`, `4-5`, `1001..`.
fn range(bin: &Bin) -> String {
    match bin.to {
        Some(to) if to == bin.from => to.to_string(),
        Some(to) => format!("{}-{to}", bin.from),
        None => format!("{}..", bin.from),
    }
}

/// Returns the bar of a bin among these bins.
fn bar(bin: &Bin, bins: &[Bin]) -> String {
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1);
    "#".repeat((bin.count * LONGEST).div_ceil(most) as usize)
}

/// Returns all that the bins count.
fn total(bins: &[Bin]) -> u64 {
    bins.iter().map(|bin| bin.count).sum()
}

/// A label, its blocks, and where it comes from.
fn label(label: &LabelCount) -> String {
    let mut text = format!("{:<26}{:>12}", label.name, grouped(label.blocks));
    if let Some(origin) = &label.origin {
        text += &format!("  added: {}", Escaped(origin));
    }
    if label.lacking > 0 {
        text += &format!("; missing on {}", counted(label.lacking, "page"));
    }
    text + "\n"
}

/// The tuned rule: its parameters as flags, each with its reason, and how it was chosen.
fn tuned(rule: &TunedRule) -> String {
    let line = |indent: &str, said: &str| match said {
        "" => String::new(),
        said => format!("{indent}{}\n", Escaped(said)),
    };
    let mut text = "\ntuned rule (--rule tuned)\n".to_owned();
    for parameter in &rule.parameters {
        text += &format!("{}\n", Escaped(tuned_flag(parameter)));
        text += &line("    ", &parameter.because);
    }
    if rule.parameters.is_empty() {
        text += "no parameter: every block counts once\n";
    }
    text + &line("", &rule.summary) + &line("", &chosen_on(rule))
}

/// On which pages a rule was chosen, and what happened to them.
fn chosen_on(rule: &TunedRule) -> String {
    let TunedRule { pages, changed, program, relabelled, .. } = rule;
    let pages = counted(*pages, "page");
    let changed = match changed {
        0 => "none was added or deleted since".to_owned(),
        1 => "1 was added or deleted since".to_owned(),
        many => format!("{} were added or deleted since", grouped(*many)),
    };
    let labels = match relabelled.join(", ") {
        none if none.is_empty() => none,
        labels => format!("; labels that were replaced since: {labels}"),
    };
    format!("chosen on {pages} by tamis {program}; {changed}{labels}")
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
        let (kind, pages, skipped) = if !is_folder(entry) {
            (entry.kind.clone(), entry.pages, entry.skipped.total())
        } else if let Some([files, pages, skipped]) = folders.remove(entry.path.as_str()) {
            (format!("folder, {}", counted(files, "loose file")), pages, skipped)
        } else {
            continue;
        };
        let (pages, skipped) = (counted(pages, "page"), grouped(skipped));
        text += &format!("{path}  {kind}, {pages}, {skipped} skipped\n");
    }
    text
}
