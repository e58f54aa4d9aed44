//! Compares the Markdown of pages with that of defuddle's 99 fixtures: of the blocks that have the
//! expected text, white space, the style of links and boxes and needless escapes aside. Differences
//! are pinned with their cause, so that any change fails.

use regex::Regex;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tamis_blocks::classify::{CLASSIFIERS, Kept, Subject, content};
use tamis_blocks::html::Outline;
use tamis_blocks::page::{Budget, Cut, Label};
use tamis_blocks::{Document, block, html};
use tamis_text::structure::{Options, Structure};

const FIXTURES: usize = 99;
const LINKS_AND_IMAGES: Options = Options { links: true, images: true };

#[test]
fn markdown_is_that_of_defuddles_fixtures() {
    let Some(folder) = tamis_testing::shared() else { return };
    let folder = folder.join("data/suites/defuddle");
    let fixtures = rows("defuddle-blocks.tsv", 4);
    assert_eq!(fixtures.len(), FIXTURES);
    let style = Style::new();
    let mut different = BTreeMap::new();
    for row in &fixtures {
        let [name, address, count, kept] = &row[..] else { unreachable!("rows of four fields") };
        let expected = std::fs::read_to_string(folder.join(format!("expected/{name}.md"))).unwrap();
        let (_, expected) = expected[3..].split_once("```").expect("metadata in a fence");
        let page = std::fs::read(folder.join(format!("fixtures/{name}.html"))).unwrap();
        let found = markdown(&page, address, count, kept);
        let [expected, found] = [expected, &found].map(|text| style.plain(text));
        if let Some(at) = first_difference(&expected, &found) {
            different.insert(name.clone(), at);
        }
    }
    let known: BTreeMap<String, String> =
        rows("defuddle.tsv", 3).into_iter().map(|row| (row[0].clone(), row[1].clone())).collect();
    for (name, difference) in &different {
        if known.get(name) != Some(difference) {
            eprintln!("{name}\t{difference}");
        }
    }
    assert_eq!(different, known);
}

/// The Markdown of some blocks of a page.
fn markdown(page: &[u8], address: &str, count: &str, kept: &str) -> String {
    let decoded = html::decode(page, html::Charset::default());
    let (page, outline) = Outline::of_decoded(&decoded, &Budget::UNLIMITED);
    let blocks = block::cut(&page, Cut::Boilerpipe);
    assert_eq!(blocks.blocks.len().to_string(), count, "{address}");
    let mut labels = vec![Label::Boilerplate; blocks.blocks.len()];
    for span in kept.split(' ').filter(|span| !span.is_empty()) {
        let (first, last) = span.split_once('-').unwrap_or((span, span));
        let [first, last] = [first, last].map(|number| number.parse::<usize>().unwrap());
        labels[first..=last].fill(Label::Content);
    }
    let address = (!address.is_empty()).then_some(address);
    let subject = Subject::new(&page, &blocks).with_outline(&outline);
    let kept = Kept { text: content(&blocks, &labels), labels };
    let made = Structure::of_kept(&subject, address, &kept);
    made.markdown(LINKS_AND_IMAGES)
}

/// Rows of a file with so many fields; `#` begins a comment.
fn rows(name: &str, fields: usize) -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/known-differences");
    let file: PathBuf = folder.join(name);
    let text = std::fs::read_to_string(&file).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let row: Vec<String> = line.split('\t').map(str::to_owned).collect();
        assert!(row.len() == fields, "{}: {line}", file.display());
        row
    })
    .collect()
}

/// What is no difference: white space, also beside the marks of a line and around code and
/// mathematics, and how links are written.
struct Style(Vec<(Regex, &'static str)>);

impl Style {
    fn new() -> Self {
        let rules = [
            // Titles of links, angle brackets, a slash at the end of an address.
            (r#"(\]\([^\s]*?) "[^"\n]*"\)"#, "$1)"),
            (r"(\]\()<([^>\n]*)>\)", "$1$2)"),
            (r"(\]\([^\s]*?)/+\)", "$1)"),
            // An escape that changes nothing.
            (r"(\w)\\_(\w)", "${1}_$2"),
            (r"(\w)\\_(\w)", "${1}_$2"),
            (r"\\~", "~"),
            (r"\\<(\S+@)", "<$1"),
            (r"<br>", " "),
            // Text that is marked has signs of Obsidian there, and HTML here.
            (r"</?mark>", "=="),
            (r"[ \t\u{a0}\u{2000}-\u{200a}\u{202f}\u{3000}]+", " "),
            (r" *\n *", "\n"),
            // Before punctuation, before and after marks.
            (r" +([:;,.!?*_`~$\[])", "$1"),
            (r"([*_`~$)]) +", "$1"),
            (r"\n{2,}", "\n\n"),
            (r"\n+```", "\n```"),
            (r"```\n+", "```\n"),
            (r"\n*\n\$\$\n\n*", "\n$$$$\n"),
        ];
        Self(rules.map(|(find, with)| (Regex::new(find).unwrap(), with)).to_vec())
    }

    fn plain(&self, text: &str) -> String {
        let text = boxes(&decoded_addresses(text));
        let rules = self.0.iter();
        let plain = rules.fold(text, |text, (find, with)| find.replace_all(&text, *with).into());
        plain.trim().to_owned()
    }
}

/// A text whose boxes are GitHub's: of its five kinds, other titles than the kind's as bold lines.
fn boxes(text: &str) -> String {
    let first = Regex::new(r"(?m)^((?:> )*)> \[!([a-z]+)\] (.+)$").unwrap();
    let written = |found: &regex::Captures| {
        let [around, kind, title] = [&found[1], &found[2], &found[3]];
        let github = match &*title.to_lowercase() {
            "note" | "tip" | "important" | "warning" | "caution" => {
                return format!("{around}> [!{}]", title.to_uppercase());
            }
            _ => match kind {
                "tip" | "success" => "TIP",
                "warning" => "WARNING",
                "danger" => "CAUTION",
                _ => "NOTE",
            },
        };
        match title.eq_ignore_ascii_case(kind) {
            true => format!("{around}> [!{github}]"),
            false => format!("{around}> [!{github}]\n{around}> **{title}**\n{around}>"),
        }
    };
    first.replace_all(text, written).into_owned()
}

/// A text whose addresses of links have no percent signs and no escapes.
fn decoded_addresses(text: &str) -> String {
    let address = Regex::new(r"\]\((?:\\.|[^()\\\n]|\([^()\n]*\))*\)").unwrap();
    let decoded = |found: &regex::Captures| {
        let plain = found[0].replace("\\(", "(").replace("\\)", ")");
        percent_encoding::percent_decode_str(&plain).decode_utf8_lossy().into_owned()
    };
    address.replace_all(text, decoded).into_owned()
}

/// The words where two texts part, of the expected one and of the found one.
fn first_difference(expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let mut pairs = expected.char_indices().zip(found.char_indices());
    let at = pairs.find(|((_, a), (_, b))| a != b).map(|((at, _), _)| at);
    let at = at.unwrap_or(expected.len().min(found.len()));
    let from = expected[..at].char_indices().rev().nth(9).map_or(0, |(from, _)| from);
    let words = |text: &str| text[from..].chars().take(30).collect::<String>().replace('\n', "⏎");
    Some(format!("{} | {}", words(expected), words(found)))
}

/// End to end, without rules for single sites, the main text of the fixtures is mostly found.
#[test]
fn the_remover_finds_the_words_of_the_fixtures() {
    let Some(folder) = tamis_testing::shared() else { return };
    let folder = folder.join("data/suites/defuddle");
    let tamis = CLASSIFIERS.by_name("tamis").unwrap();
    let mut sum = 0.0;
    for row in rows("defuddle-blocks.tsv", 4) {
        let name = &row[0];
        let expected = std::fs::read_to_string(folder.join(format!("expected/{name}.md"))).unwrap();
        let (_, expected) = expected[3..].split_once("```").expect("metadata in a fence");
        let page = std::fs::read(folder.join(format!("fixtures/{name}.html"))).unwrap();
        let document = Document::decode(&page);
        let found = tamis_text::markdown(&document, &*tamis, Some(&row[1]), LINKS_AND_IMAGES);
        let f1 = token_f1(&found, &boxes(expected));
        if std::env::var_os("TAMIS_SHOW").is_some() {
            eprintln!("{name}\t{f1:.4}");
        }
        sum += f1;
    }
    let mean = sum / FIXTURES as f64;
    assert_eq!(format!("{mean:.3}"), "0.916");
}

/// The F1 of the words that two texts have in common.
fn token_f1(found: &str, expected: &str) -> f64 {
    let words = |text: &str| {
        let mut bag: BTreeMap<String, usize> = BTreeMap::new();
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.for_each(|word| *bag.entry(word.to_lowercase()).or_default() += 1);
        bag
    };
    let [found, expected] = [found, expected].map(words);
    let common = |(word, count): (&String, &usize)| *expected.get(word).unwrap_or(&0).min(count);
    let common: usize = found.iter().map(common).sum();
    let all: usize = found.values().chain(expected.values()).sum();
    if all == 0 { 1.0 } else { 2.0 * common as f64 / all as f64 }
}
