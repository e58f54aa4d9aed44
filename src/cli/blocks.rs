//! Prints blocks with their features and labels, for `extract --blocks`, `extract --explain` and `inspect`.

use super::columns::wrapped;
use super::console::{print_json, to_stdout};
use super::snippet::{self, Layout};
use super::terminal::Terminal;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use tamis_blocks::page::{Block, BlockKind};
use tamis_index::error::Result;
use tamis_place::Escaped;

/// A block to print.
#[derive(Debug, Clone, Serialize)]
pub struct BlockLine<'a> {
    /// The block's number in its page, from 0, the title first.
    pub block: usize,
    /// Title or text.
    pub kind: BlockKind,
    /// [`Block::words`].
    pub words: u32,
    /// [`Block::anchor_words`].
    pub anchor_words: u32,
    /// [`Block::wrapped_words`].
    pub wrapped_words: u32,
    /// [`Block::wrapped_lines`].
    pub wrapped_lines: u32,
    /// [`Block::text_density`].
    pub text_density: f32,
    /// [`Block::link_density`].
    pub link_density: f32,
    /// [`Block::tag_level`].
    pub tag_level: u32,
    /// Tokens that the analyzer kept; only in an index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u32>,
    /// Pages of the index with a block of the same tokens, each URL once; only in an index, for a block with tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<u32>,
    /// The same among the pages of the site; only for a page with a URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_repeats: Option<u32>,
    /// The share of the site's other pages with such a block; only for a page with a URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_share: Option<f64>,
    /// The probabilities that it is content, by classifier; only in an index with scores, and without those it lacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<BTreeMap<&'a str, f64>>,
    /// The page's encoding; only in an index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<&'a str>,
    /// The source of the encoding; only in an index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub encoding_source: Option<&'a str>,
    /// Whether the explained classifier labels it as content; only with `--explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<bool>,
    /// The reason; only with `--explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The classifiers that label it as content.
    pub labels: Vec<&'a str>,
    /// The text.
    pub text: &'a str,
}

impl<'a> BlockLine<'a> {
    /// Returns a block with the names of its label bits.
    pub fn new(number: usize, block: &Block, text: &'a str, labels: u64, classifiers: &[&'a str]) -> Self {
        let named = classifiers.iter().enumerate().filter(|(bit, _)| labels >> bit & 1 == 1);
        Self {
            block: number,
            kind: block.kind,
            words: block.words,
            anchor_words: block.anchor_words,
            wrapped_words: block.wrapped_words,
            wrapped_lines: block.wrapped_lines,
            text_density: block.text_density(),
            link_density: block.link_density(),
            tag_level: block.tag_level,
            tokens: None,
            repeats: None,
            site_repeats: None,
            site_share: None,
            scores: None,
            encoding: None,
            encoding_source: None,
            content: None,
            because: None,
            labels: named.map(|(_, name)| *name).collect(),
            text,
        }
    }
}

/// The lines that a block's text takes on a terminal.
const LINES: usize = 3;

/// Prints blocks, one per line: as JSON, or as columns with `+` for blocks that `classifier` keeps and `-` for others. On a
/// terminal, long texts are wrapped beside the columns and cut; elsewhere they are whole.
pub fn print(lines: &[BlockLine<'_>], classifier: Option<&str>, json: bool, out: &mut dyn Write) -> Result<()> {
    let counted = lines.iter().any(|line| line.repeats.is_some());
    let scores: BTreeSet<&str> = lines.iter().flat_map(|line| &line.scores).flat_map(BTreeMap::keys).copied().collect();
    if !json {
        let repeats = if counted { "repeats  " } else { "" };
        let scores: String = scores.iter().map(|name| format!("{name:>SCORE$}  ")).collect();
        writeln!(out, "    # words anchor density  link level  {repeats}{scores}text").map_err(to_stdout)?;
    }
    let terminal = Terminal::of_stdout();
    for line in lines {
        match json {
            true => print_json(line, out)?,
            false => writeln!(out, "{}", columns(line, classifier, counted, &scores, &terminal)).map_err(to_stdout)?,
        }
    }
    Ok(())
}

/// The least characters of a score: `0.87`.
const SCORE: usize = 4;

/// Returns a block as columns, with how often it repeats if that is `counted`, and with these scores.
fn columns(
    line: &BlockLine<'_>,
    classifier: Option<&str>,
    counted: bool,
    scores: &BTreeSet<&str>,
    terminal: &Terminal,
) -> String {
    let mark = match (line.kind, classifier) {
        (BlockKind::Title, _) => 'T',
        (_, Some(name)) if line.labels.contains(&name) => '+',
        (_, Some(_)) => '-',
        (_, None) => ' ',
    };
    let text = line.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let BlockLine { block, words, anchor_words, text_density, link_density, tag_level, .. } = line;
    let repeats = line.repeats.map_or("-".to_owned(), |repeats| repeats.to_string());
    let repeats = if counted { format!("{repeats:>7}  ") } else { String::new() };
    let score = |name: &&str| {
        let score = line.scores.as_ref().and_then(|scores| scores.get(name));
        let (score, width) = (score.map_or("-".to_owned(), |score| format!("{score:.2}")), name.len().max(SCORE));
        format!("{score:>width$}  ")
    };
    let scores: String = scores.iter().map(score).collect();
    let numbers = format!(
        "{mark}{block:4} {words:5} {anchor_words:6} {text_density:7.2} {link_density:5.2} {tag_level:5}  {repeats}{scores}"
    );
    let text = match terminal.room(numbers.len()) {
        Some(width) => snippet::lines(&text, &[], Layout { width, lines: LINES }, &Terminal::PLAIN, ""),
        None => vec![Escaped(text).to_string()],
    };
    let because = line.because.iter().flat_map(|because| match terminal.room(BECAUSE) {
        Some(width) => wrapped(&Escaped(because).to_string(), width),
        None => vec![Escaped(because).to_string()],
    });
    let because: String = because.map(|line| format!("\n{:BECAUSE$}{line}", "")).collect();
    numbers.clone() + &text.join(&format!("\n{:1$}", "", numbers.len())) + &because
}

/// The column of the reasons of a classifier.
const BECAUSE: usize = 36;
