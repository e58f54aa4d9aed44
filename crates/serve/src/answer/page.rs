//! A page as the index has it: its blocks, which of them the rule permits, their features and labels.

use super::super::asked::Asked;
use super::super::command;
use super::super::excerpt::{self, LINE};
use super::super::failure::{Failure, Problem};
use super::super::site::Request;
use serde::Serialize;
use std::collections::BTreeMap;
use tamis_blocks::Document;
use tamis_blocks::classify;
use tamis_blocks::page::BlockKind;
use tamis_index::index::{Manifest, Score, StoredBlock, StoredPage};
use tamis_search::rule::predicate::BlockRow;

/// The most blocks of an answer; `from` names the first one.
pub const BLOCKS: usize = 1000;
/// The most characters of a block to show.
const TEXT: usize = 4000;
/// The parameters of a page besides those of a search.
pub const PARAMETERS: [&str; 6] = ["docno", "from", "features", "left", "right", "explain"];

/// A page and its blocks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ShownPage {
    /// Its name in the collection.
    pub docno: String,
    /// Its URL, or empty.
    pub url: String,
    /// Its title, or empty; cut after 300 characters.
    pub title: String,
    /// Its date as the archive writes it, or empty.
    pub date: String,
    /// The archive that it came from.
    pub archive: String,
    /// The offset of its record in the archive, in bytes.
    pub offset: u64,
    /// Its encoding.
    pub encoding: String,
    /// Its language, `und` if it is not known.
    pub language: String,
    /// The command that prints all blocks with their features.
    pub command: String,
    /// The commit of the index.
    pub commit: String,
    /// The rule as text; empty if every block is permitted.
    pub rule: String,
    /// Whether the index has the texts of blocks.
    pub has_texts: bool,
    /// Whether the index has the page itself.
    pub has_original: bool,
    /// All blocks of the page.
    pub all: Amount,
    /// Those that the rule permits.
    pub permitted: Amount,
    /// What every label keeps of the page, in the order of the index.
    pub labels: Vec<LabelAmount>,
    /// Why the label of `explain` keeps what it keeps; none unless asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// The number of the first block below.
    pub from: usize,
    /// The blocks, at most 1,000.
    pub blocks: Vec<PageBlock>,
}

/// An amount of text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Amount {
    /// Blocks.
    pub blocks: u64,
    /// Their words.
    pub words: u64,
}

/// What a label keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LabelAmount {
    /// The label.
    pub label: String,
    /// Blocks that it calls content.
    pub blocks: u64,
    /// Their words.
    pub words: u64,
}

/// A block.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PageBlock {
    /// Its number, from 0; the title comes first.
    pub number: usize,
    /// `title` or `text`.
    pub kind: BlockKind,
    /// Whether the rule permits it.
    pub permitted: bool,
    /// How many times its text counts.
    pub weight: f64,
    /// Its words.
    pub words: u32,
    /// Words inside links.
    pub anchor_words: u32,
    /// Tokens that the analyzer kept.
    pub tokens: u32,
    /// Words per full line of 80 characters.
    pub text_density: f32,
    /// Share of words inside links, 0 to 1.
    pub link_density: f32,
    /// Depth of open elements.
    pub tag_level: u32,
    /// Pages of the index that hold a block of the same tokens, each URL once; none for a block without tokens.
    pub repeats: Option<u32>,
    /// The same among the pages of its site; none for a page without a site.
    pub site_repeats: Option<u32>,
    /// The share of the site's other pages that hold it, 0 to 1; none for a page without a site.
    pub site_share: Option<f64>,
    /// Its scores, 0 to 1, by classifier.
    pub scores: BTreeMap<String, f64>,
    /// The labels that call it content.
    pub labels: Vec<String>,
    /// Why the label of `explain` has decided so; none unless asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// Its text, cut after 4,000 characters; empty if the index stores none.
    pub text: String,
}

/// Shows a page.
///
/// # Errors
/// [`Failure`] for a page that is not in the index, and for an index that cannot be read.
pub fn page(request: &Request<'_>, asked: &Asked) -> Result<ShownPage, Failure> {
    let (snapshot, manifest) = (request.snapshot, request.snapshot.manifest());
    let document = snapshot.document(request.needed("docno")?)?;
    let stored = snapshot.page(document)?;
    let from = number(request, "from")?.min(stored.blocks.len());
    for name in ["left", "right"] {
        if let Some(label) = request.fields.get(name) {
            let known = manifest.label(label);
            known.map_err(|error| Failure::Problems(vec![Problem::new(name, error.to_string())]))?;
        }
    }
    let explained = explain(request, document, &stored)?;
    let (explanation, reasons) = explained.map_or((None, Vec::new()), |(told, reasons)| (Some(told), reasons));
    request.cancel.check()?;
    let scores = manifest.scores();
    let block = |(number, stored): (usize, &StoredBlock)| {
        let because = reasons.get(number).cloned().flatten();
        PageBlock { because, ..PageBlock::new(number, stored, asked, manifest, &scores) }
    };
    let permitted = stored.blocks.iter().filter(|block| asked.rule.permits(&BlockRow::of(block)));
    let StoredPage { docno, url, title, date, archive, offset, encoding, language, .. } = &*stored;
    Ok(ShownPage {
        docno: docno.clone(),
        url: url.clone(),
        title: excerpt::line(title),
        date: excerpt::start(date, LINE),
        archive: archive.clone(),
        offset: *offset,
        encoding: encoding.clone(),
        language: language.clone(),
        command: command::inspect(request.path(), docno, asked),
        commit: snapshot.commit.clone(),
        rule: asked.rule_text(),
        has_texts: snapshot.has_texts(),
        has_original: snapshot.has_originals(),
        all: Amount::of(stored.blocks.iter()),
        permitted: Amount::of(permitted),
        labels: labels(&stored, manifest),
        explanation,
        from,
        blocks: stored.blocks.iter().enumerate().skip(from).take(BLOCKS).map(block).collect(),
    })
}

/// A whole number of the address; 0 if it is not there.
fn number(request: &Request<'_>, name: &str) -> Result<usize, Failure> {
    let Some(text) = request.fields.get(name) else { return Ok(0) };
    text.parse().map_err(|_| Failure::Problems(vec![Problem::new(name, "expected a whole number, 0 or more")]))
}

impl Amount {
    fn of<'a>(blocks: impl Iterator<Item = &'a StoredBlock>) -> Self {
        blocks.fold(Self::default(), |sum, stored| Self {
            blocks: sum.blocks + 1,
            words: sum.words + u64::from(stored.block.words),
        })
    }
}

/// What every label keeps of a page.
fn labels(page: &StoredPage, manifest: &Manifest) -> Vec<LabelAmount> {
    let of_label = |(bit, name): (usize, &String)| {
        let Amount { blocks, words } = Amount::of(page.blocks.iter().filter(|block| block.labels >> bit & 1 == 1));
        LabelAmount { label: name.clone(), blocks, words }
    };
    manifest.classifiers.iter().enumerate().map(of_label).collect()
}

impl PageBlock {
    fn new(number: usize, stored: &StoredBlock, asked: &Asked, manifest: &Manifest, scores: &[Score]) -> Self {
        let (row, block) = (BlockRow::of(stored), &stored.block);
        let named = manifest.classifiers.iter().enumerate().filter(|(bit, _)| stored.labels >> bit & 1 == 1);
        let score = |score: &Score| Some((score.classifier().to_owned(), stored.scores.score(*score)?));
        Self {
            number,
            kind: block.kind,
            permitted: asked.rule.permits(&row),
            weight: f64::from(asked.rule.weights.of(&row).hundredths()) / 100.0,
            words: block.words,
            anchor_words: block.anchor_words,
            tokens: stored.tokens,
            text_density: block.text_density(),
            link_density: block.link_density(),
            tag_level: block.tag_level,
            repeats: stored.repeats.repeats(),
            site_repeats: stored.repeats.site_repeats(),
            site_share: stored.repeats.site_share(),
            scores: scores.iter().filter_map(score).collect(),
            labels: named.map(|(_, name)| name.clone()).collect(),
            because: None,
            text: excerpt::start(&stored.text, TEXT),
        }
    }
}

/// What a label says of a page as a whole, and the reason for each block; none for the title.
type Explained = (String, Vec<Option<String>>);

/// Explains a label of the index: classifies the page itself again, if the index has it.
fn explain(request: &Request<'_>, document: u32, stored: &StoredPage) -> Result<Option<Explained>, Failure> {
    let Some(name) = request.fields.get("explain") else { return Ok(None) };
    let (_, name) = request.snapshot.manifest().label(name)?;
    let told = |text: String| Ok(Some((text, Vec::new())));
    // A name with a path would read a file.
    let built_in = (!name.contains(':')).then(|| classify::entry_of(name).ok()).flatten();
    let Some((entry, _)) = built_in else {
        return told(format!("{name} was added to the index; the index knows its labels, not their reasons"));
    };
    let describe = format!("{name}: {} ({})", entry.describe, entry.paper);
    let Some(body) = request.snapshot.whole_page(document)?.body else {
        return told(format!(
            "{describe}. Reasons for single blocks need the page itself: an index built with --store all"
        ));
    };
    let classifier = classify::by_name(name).map_err(tamis_index::Error::from)?;
    let page = parsed(request.snapshot.manifest(), stored, &body);
    let reasons = classifier.explain(&page.subject());
    let words = page.cut().all().map(|block| block.words).eq(stored.blocks.iter().map(|stored| stored.block.words));
    if reasons.is_empty() || !words {
        return told(format!("{describe}. It gives no reasons for single blocks"));
    }
    let of_title = page.cut().title.iter().map(|_| None);
    Ok(Some((describe, of_title.chain(reasons.into_iter().map(Some)).collect())))
}

/// Parses and cuts a page as the index was told to.
fn parsed(manifest: &Manifest, stored: &StoredPage, body: &[u8]) -> Document {
    let recipe = &manifest.recipe;
    let builder = Document::builder().cut(recipe.cut).limits(recipe.limits).charset(stored.encoding.clone());
    match &recipe.language {
        Some(language) => builder.language(language.clone()).decode(body),
        None => builder.decode(body),
    }
}
