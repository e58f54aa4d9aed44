//! A block of a page with its numbers, and the one list of how they are shown.
//!
//! A new number of a block is a field of [`BlockRow`] and a line of [`COLUMNS`]: JSON, tables, the
//! browser's page and Python's frames are made from the list.

use crate::BlockRule;
use crate::rule::predicate::RuleRow;
use crate::rule::weights::Weight;
use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use tamis_blocks::classify::{self, LabelSet};
use tamis_blocks::page::{Block, BlockKind};
use tamis_index::index::{Manifest, Score, StoredBlock, StoredPage};

/// A block of a page, with its features and labels.
#[derive(Debug, Clone, PartialEq, JsonSchema)]
pub struct BlockRow {
    /// Its number in the page, from 0, the title first.
    #[schemars(rename = "block")]
    pub number: usize,
    /// title, text, or a kind that the index has as a label: description, h1 to h6.
    #[schemars(with = "String")]
    pub kind: BlockKind,
    /// Its words: tokens with a letter or digit.
    pub words: u32,
    /// Words inside links.
    pub anchor_words: u32,
    /// Words on full lines of 80 characters.
    pub wrapped_words: u32,
    /// Full lines of 80 characters.
    pub wrapped_lines: u32,
    /// Words per full line of 80 characters.
    pub text_density: f32,
    /// Share of words inside links, 0 to 1.
    pub link_density: f32,
    /// Depth of open elements.
    pub tag_level: u32,
    /// Tokens that the analyzer kept; only in an index.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u32>,
    /// Pages of the index that hold a block of the same tokens, this one included, each URL once;
    /// only in an index, and of a block with tokens.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<u32>,
    /// Pages of its site that hold such a block; only of a page with a site.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub site_repeats: Option<u32>,
    /// The share of the other pages of its site that hold it, 0 to 1; only of a page with a site.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub site_share: Option<f64>,
    /// The probabilities that it is content, 0 to 1 in hundredths, by classifier; a title has none.
    /// Only in an index with scores.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub scores: Option<BTreeMap<String, f64>>,
    /// The page's encoding; only in an index.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// Where the page's encoding is from: bom, http, meta and so on; only in an index.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub encoding_source: Option<String>,
    /// Whether a rule permits it; only under a rule.
    #[schemars(skip)]
    pub permitted: Option<bool>,
    /// How many times its text counts; only under a rule.
    #[schemars(skip)]
    pub weight: Option<Weight>,
    /// Whether the classifier keeps it; only with `--explain`.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub content: Option<bool>,
    /// Why the classifier has decided so; only with `--explain`.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The classifiers that label it as content.
    pub labels: Vec<String>,
    /// Its text; empty if the index stores none.
    pub text: String,
}

impl BlockRow {
    /// Returns a block of a page, with those of its labels, which are from these classifiers.
    pub fn new(
        number: usize,
        block: &Block,
        text: &str,
        labels: &LabelSet,
        classifiers: &[String],
    ) -> Self {
        let numbered = classifiers.iter().enumerate();
        let named = numbered.filter(|(number, _)| labels.contains(*number));
        Self {
            number,
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
            permitted: None,
            weight: None,
            content: None,
            because: None,
            labels: named.map(|(_, name)| name.clone()).collect(),
            text: text.to_owned(),
        }
    }

    /// Returns the blocks of a page of an index.
    pub fn from_page<'a>(
        page: &'a StoredPage,
        manifest: &'a Manifest,
    ) -> impl Iterator<Item = Self> + 'a {
        let scores = manifest.scores();
        page.blocks
            .iter()
            .enumerate()
            .map(move |(number, stored)| Self::from_stored(number, stored, page, manifest, &scores))
    }

    /// Returns a block of a page of an index that has these scores.
    fn from_stored(
        number: usize,
        stored: &StoredBlock,
        page: &StoredPage,
        manifest: &Manifest,
        scores: &[Score],
    ) -> Self {
        let mut probabilities = BTreeMap::new();
        for score in scores {
            if let Some(probability) = stored.scores.score(*score) {
                probabilities.insert(score.classifier().to_owned(), probability);
            }
        }
        Self {
            tokens: Some(stored.tokens),
            repeats: stored.repeats.repeats(),
            site_repeats: stored.repeats.site_repeats(),
            site_share: stored.repeats.site_share(),
            scores: (!scores.is_empty()).then_some(probabilities),
            encoding: Some(page.encoding.clone()),
            encoding_source: Some(page.encoding_source.clone()),
            ..Self::new(number, &stored.block, &stored.text, &stored.labels, &manifest.classifiers)
        }
    }

    /// Returns the blocks of a page of an index, with what a rule says of them.
    pub fn from_page_under<'a>(
        page: &'a StoredPage,
        manifest: &'a Manifest,
        rule: &'a BlockRule,
    ) -> impl Iterator<Item = Self> + 'a {
        Self::from_page(page, manifest).zip(&page.blocks).map(|(row, stored)| {
            let numbers = RuleRow::from_stored(stored);
            let permitted = rule.permits(&numbers);
            let weight = rule.weights.weight(&numbers);
            Self { permitted: Some(permitted), weight: Some(weight), ..row }
        })
    }

    /// Whether it is the page's title.
    pub fn is_title(&self) -> bool {
        self.kind == BlockKind::Title
    }

    /// The probability that it is content by this classifier, 0 to 1; none if the index or the
    /// block has no such score.
    pub fn score(&self, classifier: &str) -> Option<f64> {
        self.scores.as_ref()?.get(classifier).copied()
    }

    /// Returns the block as JSON: what `output` shows of it.
    pub fn json(&self, output: BlockOutput) -> impl Serialize {
        Json { row: self, output }
    }
}

/// Where blocks are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockOutput {
    /// The program's lines of JSON, which leave out what a block does not have.
    Program,
    /// The answer of `/api/page`.
    Server,
    /// Python's frame of a page's blocks.
    PageFrame,
    /// Python's frame of the blocks of an index's page.
    IndexFrame,
}

use BlockOutput::{IndexFrame, PageFrame, Program, Server};

/// One number or text of a block.
#[derive(Debug, Clone, Copy)]
pub struct BlockField {
    /// Its key in JSON and its column in a frame.
    pub name: &'static str,
    /// How to get it.
    pub get: BlockGet,
    outputs: &'static [BlockOutput],
    /// Its heading in the program's tables, with the least characters of a cell.
    pub heading: Option<(&'static str, usize)>,
    /// Its heading on the browser's page.
    pub on_page: Option<&'static str>,
    /// Whether the server, too, leaves it out if a block does not have it.
    optional: bool,
}

/// How to get a number or text of a block. What says `Maybe` some blocks do not have.
#[derive(Debug, Clone, Copy)]
pub enum BlockGet {
    /// A count.
    Whole(fn(&BlockRow) -> u32),
    /// A count, of pages or tokens of an index.
    MaybeWhole(fn(&BlockRow) -> Option<u32>),
    /// A density.
    Number(fn(&BlockRow) -> f32),
    /// A share or a weight.
    MaybeNumber(fn(&BlockRow) -> Option<f64>),
    /// A decision.
    MaybeFlag(fn(&BlockRow) -> Option<bool>),
    /// A text.
    Text(fn(&BlockRow) -> &str),
    /// A text.
    MaybeText(fn(&BlockRow) -> Option<&str>),
    /// The scores by classifier. A frame has a column for each: `score.NAME`.
    Scores(fn(&BlockRow) -> Option<&BTreeMap<String, f64>>),
    /// The names of labels. A frame has a column for each: `label.NAME`.
    Labels(fn(&BlockRow) -> &[String]),
}

impl BlockField {
    const fn new(name: &'static str, outputs: &'static [BlockOutput], get: BlockGet) -> Self {
        Self { name, get, outputs, heading: None, on_page: None, optional: false }
    }

    const fn headed(self, heading: &'static str, width: usize) -> Self {
        Self { heading: Some((heading, width)), ..self }
    }

    const fn on_page(self, heading: &'static str) -> Self {
        Self { on_page: Some(heading), ..self }
    }

    const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    /// Returns what a table shows of a block: densities and shares with two decimals; none if the
    /// block does not have it, or has no single number.
    pub fn cell(&self, row: &BlockRow) -> Option<String> {
        match self.get {
            BlockGet::Whole(get) => Some(get(row).to_string()),
            BlockGet::MaybeWhole(get) => get(row).map(|count| count.to_string()),
            BlockGet::Number(get) => Some(format!("{:.2}", get(row))),
            BlockGet::MaybeNumber(get) => get(row).map(two_decimals),
            _ => None,
        }
    }
}

/// Returns a score or a share as tables show it.
pub fn two_decimals(number: f64) -> String {
    format!("{number:.2}")
}

const ALL: &[BlockOutput] = &[Program, Server, PageFrame, IndexFrame];
const INDEXED: &[BlockOutput] = &[Program, Server, IndexFrame];

/// Everything that an output shows of a block, in its order.
// `/api/page` has always had the tokens and the reason elsewhere than the others.
pub const COLUMNS: &[BlockField] = &[
    BlockField::new(
        "block",
        &[Program, PageFrame, IndexFrame],
        BlockGet::Whole(|row| row.number as u32),
    ),
    BlockField::new("number", &[Server], BlockGet::Whole(|row| row.number as u32)),
    BlockField::new("kind", ALL, BlockGet::Text(kind)),
    BlockField::new("permitted", &[Server], BlockGet::MaybeFlag(|row| row.permitted)),
    BlockField::new("weight", &[Server], BlockGet::MaybeNumber(|row| row.weight.map(f64::from))),
    BlockField::new("words", ALL, BlockGet::Whole(|row| row.words))
        .headed("words", 5)
        .on_page("words"),
    BlockField::new("anchor_words", ALL, BlockGet::Whole(|row| row.anchor_words))
        .headed("anchor", 6)
        .on_page("links"),
    BlockField::new("tokens", &[Server], BlockGet::MaybeWhole(|row| row.tokens)),
    BlockField::new("wrapped_words", &[Program], BlockGet::Whole(|row| row.wrapped_words)),
    BlockField::new("wrapped_lines", &[Program], BlockGet::Whole(|row| row.wrapped_lines)),
    BlockField::new("text_density", ALL, BlockGet::Number(|row| row.text_density))
        .headed("density", 7)
        .on_page("density"),
    BlockField::new("link_density", ALL, BlockGet::Number(|row| row.link_density))
        .headed("link", 5)
        .on_page("link density"),
    BlockField::new("tag_level", ALL, BlockGet::Whole(|row| row.tag_level))
        .headed("level", 5)
        .on_page("level"),
    BlockField::new("tokens", &[Program, IndexFrame], BlockGet::MaybeWhole(|row| row.tokens)),
    BlockField::new("repeats", INDEXED, BlockGet::MaybeWhole(|row| row.repeats))
        .headed("repeats", 7)
        .on_page("repeats"),
    BlockField::new("site_repeats", INDEXED, BlockGet::MaybeWhole(|row| row.site_repeats)),
    BlockField::new("site_share", INDEXED, BlockGet::MaybeNumber(|row| row.site_share))
        .on_page("site share"),
    BlockField::new("scores", INDEXED, BlockGet::Scores(|row| row.scores.as_ref())),
    BlockField::new("encoding", &[Program], BlockGet::MaybeText(|row| row.encoding.as_deref())),
    BlockField::new(
        "encoding_source",
        &[Program],
        BlockGet::MaybeText(|row| row.encoding_source.as_deref()),
    ),
    BlockField::new("content", &[Program], BlockGet::MaybeFlag(|row| row.content)),
    BlockField::new("because", &[Program], BlockGet::MaybeText(|row| row.because.as_deref())),
    BlockField::new("labels", ALL, BlockGet::Labels(|row| &row.labels)),
    BlockField::new("because", &[Server], BlockGet::MaybeText(|row| row.because.as_deref()))
        .optional(),
    // Of a page's frame the features come before the text.
    BlockField::new("text", INDEXED, BlockGet::Text(|row| &row.text)),
];

/// Returns the columns of an output, in its order.
pub fn columns(output: BlockOutput) -> impl Iterator<Item = &'static BlockField> {
    COLUMNS.iter().filter(move |column| column.outputs.contains(&output))
}

fn kind(row: &BlockRow) -> &str {
    let of_label = row.labels.iter().find_map(|label| classify::kind(label));
    if row.is_title() { "title" } else { of_label.unwrap_or("text") }
}

/// A block as JSON.
struct Json<'a> {
    row: &'a BlockRow,
    output: BlockOutput,
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = self.row;
        let mut map = serializer.serialize_map(None)?;
        for BlockField { name, get, optional, .. } in columns(self.output) {
            let leaves_out = *optional || self.output == Program;
            match get {
                BlockGet::Whole(get) => map.serialize_entry(name, &get(row))?,
                BlockGet::Number(get) => map.serialize_entry(name, &get(row))?,
                BlockGet::Text(get) => map.serialize_entry(name, get(row))?,
                BlockGet::Labels(get) => map.serialize_entry(name, get(row))?,
                BlockGet::MaybeWhole(get) => entry(&mut map, name, get(row), leaves_out)?,
                BlockGet::MaybeNumber(get) => entry(&mut map, name, get(row), leaves_out)?,
                BlockGet::MaybeFlag(get) => entry(&mut map, name, get(row), leaves_out)?,
                BlockGet::MaybeText(get) => entry(&mut map, name, get(row), leaves_out)?,
                BlockGet::Scores(get) if leaves_out => entry(&mut map, name, get(row), leaves_out)?,
                BlockGet::Scores(get) => {
                    map.serialize_entry(name, get(row).unwrap_or(&BTreeMap::new()))?;
                }
            }
        }
        map.end()
    }
}

/// Writes an entry that a block may not have.
fn entry<M: SerializeMap>(
    map: &mut M,
    name: &str,
    value: Option<impl Serialize>,
    leaves_out: bool,
) -> Result<(), M::Error> {
    if value.is_none() && leaves_out { Ok(()) } else { map.serialize_entry(name, &value) }
}
