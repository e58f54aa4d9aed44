//! Compares Readability with the 130 test pages of Mozilla's own suite: its text, and the words of
//! what `tamis extract` prints. Differences are pinned with their cause, so that any change fails.

use super::articles::{first_difference, read, text};
use super::known::known;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use tamis_originals::classify::{self, CLASSIFIERS, Subject, printed};
use tamis_originals::page::Cut;
use tamis_originals::{block, html};

const PAGES: usize = 130;
/// The token F1 from which a page counts as met.
const MET: f64 = 0.999;
/// Pages met by the text of the kept blocks, which an index searches. They are fewer: a block is
/// kept whole or not at all, while Readability also drops parts of blocks.
const MET_BY_BLOCKS: usize = 109;

/// The pages' folders and names, in order.
fn pages() -> Option<Vec<(PathBuf, String)>> {
    let folder = tamis_testing::shared()?.join("data/suites/mozilla/pages");
    let folders = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |folder: &PathBuf| folder.file_name().unwrap().to_str().unwrap().to_owned();
    let mut pages: Vec<_> = folders.map(|folder| (folder.clone(), name(&folder))).collect();
    pages.sort();
    assert_eq!(pages.len(), PAGES);
    Some(pages)
}

/// The known differences of a kind.
fn known_of(kind: &str) -> BTreeSet<(String, String)> {
    let rows = known("mozilla.tsv").into_iter();
    rows.filter(|(_, what)| what.split(' ').next() == Some(kind)).collect()
}

/// Mozilla's suite gives its pages to Readability as text, read as UTF-8. White space is not
/// compared: the suite's expected pages are indented.
#[test]
fn readabilitys_text_is_that_of_mozillas_suite() {
    let Some(pages) = pages() else { return };
    let mut different = BTreeSet::new();
    for (folder, name) in pages {
        let ours = text("readability", &read(&folder.join("source.html")), None);
        let theirs = html::decoded_text(&read(&folder.join("expected.html")));
        let [ours, theirs] = [ours, theirs].map(|text| text.split_whitespace().collect::<String>());
        if ours != theirs {
            eprintln!("{name} {}", first_difference(&ours, &theirs));
            different.insert((name, "text".to_owned()));
        }
    }
    assert_eq!(different, known_of("text"));
}

/// `tamis extract` decodes a page as browsers do, and ends lines where blocks end in the page.
#[test]
fn the_printed_words_are_those_of_mozillas_suite() {
    let Some(pages) = pages() else { return };
    let readability = CLASSIFIERS.by_name("readability").unwrap();
    let mut different = BTreeSet::new();
    let mut sums = [0.0; 2];
    let mut met_by_blocks = 0;
    for (folder, name) in pages {
        let bytes = std::fs::read(folder.join("source.html")).unwrap();
        let markup = html::decode(&bytes, html::Charset::default()).text;
        let page = html::parse_str(&markup);
        let blocks = block::cut(&page, Cut::Boilerpipe);
        let subject = Subject::new(&page, &blocks).with_markup(&markup);
        let theirs = words(&spaced(&read(&folder.join("expected.html"))));
        let f1 = token_f1(&words(&printed(readability.as_ref(), &subject)), &theirs);
        let kept = classify::content(&blocks, &readability.classify(&subject));
        let of_blocks = token_f1(&words(&kept), &theirs);
        if std::env::var_os("TAMIS_SHOW").is_some() {
            eprintln!("{name}\t{f1:.4}\t{of_blocks:.4}");
        }
        sums[0] += f1;
        sums[1] += of_blocks;
        met_by_blocks += usize::from(of_blocks >= MET);
        if f1 < MET {
            different.insert((name, format!("printed {f1:.4}")));
        }
    }
    let [printed, of_blocks] = sums.map(|sum| sum / PAGES as f64);
    eprintln!("mean token F1: printed {printed:.4}, of the kept blocks {of_blocks:.4}");
    assert_eq!(different, known_of("printed"));
    assert_eq!(met_by_blocks, MET_BY_BLOCKS);
}

/// Elements whose tags do not part words.
const INLINE: [&str; 31] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "ins", "kbd", "mark", "nobr", "q", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "time", "tt", "u",
];

/// The text of some markup, with a blank where a tag parts words.
fn spaced(markup: &str) -> String {
    let mut out = String::with_capacity(markup.len());
    let mut pieces = markup.split('<');
    out.extend(pieces.next());
    for piece in pieces {
        let tag = piece.trim_start_matches('/');
        let end = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
        let inline = INLINE.contains(&&*tag[..end].to_ascii_lowercase());
        out.push_str(if inline { "<" } else { " <" });
        out.push_str(piece);
    }
    html::decoded_text(&out)
}

fn words(text: &str) -> HashMap<String, usize> {
    let lower = text.to_lowercase();
    let mut words = HashMap::new();
    for word in lower.split(|c: char| !c.is_alphanumeric() && c != '_') {
        if !word.is_empty() {
            *words.entry(word.to_owned()).or_default() += 1;
        }
    }
    words
}

fn token_f1(ours: &HashMap<String, usize>, theirs: &HashMap<String, usize>) -> f64 {
    let both = ours.iter().map(|(word, &count)| count.min(theirs.get(word).copied().unwrap_or(0)));
    let both: usize = both.sum();
    let sum = ours.values().sum::<usize>() + theirs.values().sum::<usize>();
    if sum == 0 { 1.0 } else { 2.0 * both as f64 / sum as f64 }
}

#[test]
fn tags_in_a_line_do_not_part_words() {
    assert_eq!(spaced("a<b>b</b><p>c</p><br/>d &lt;e"), "ab c  d <e");
}
