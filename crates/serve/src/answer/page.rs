//! A page as the index has it: its blocks, which of them the rule permits, their features and
//! labels.

use super::super::command;
use super::super::excerpt::{self, LINE};
use super::super::failure::{Failure, Problem};
use super::super::search_request::SearchRequest;
use super::super::site::WebRequest;
use serde::{Serialize, Serializer};
use tamis::BlockRow;
use tamis_blocks::Document;
use tamis_blocks::metadata::Metadata;
use tamis_index::blocks::classify::CLASSIFIERS;
use tamis_index::index::{Manifest, StoredBlock, StoredPage};
use tamis_search::result::block::Output;
use tamis_search::rule::predicate::RuleRow;

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
    /// What it says of itself; only in an index that keeps it.
    #[serde(skip_serializing_if = "Metadata::is_empty", serialize_with = "metadata")]
    pub metadata: Metadata,
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
    /// Why the label of `explain` keeps what it keeps; none unless it is in the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// The number of the first block below.
    pub from: usize,
    /// The blocks, at most 1,000; their texts are cut after 4,000 characters.
    #[serde(serialize_with = "blocks")]
    pub blocks: Vec<BlockRow>,
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

fn metadata<S: Serializer>(metadata: &Metadata, serializer: S) -> Result<S::Ok, S::Error> {
    metadata.json().serialize(serializer)
}

/// Blocks as this address answers.
fn blocks<S: Serializer>(blocks: &[BlockRow], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(blocks.iter().map(|block| block.json(Output::Server)))
}

/// Shows a page.
///
/// # Errors
/// [`Failure`] for a page that is not in the index, and for an index that cannot be read.
pub fn page(web: &WebRequest<'_>, request: &SearchRequest) -> Result<ShownPage, Failure> {
    let snapshot = web.snapshot;
    let manifest = web.snapshot.manifest();
    let document = snapshot.document(web.needed("docno")?)?;
    let stored = snapshot.page(document)?;
    let from = number(web, "from")?.min(stored.blocks.len());
    for name in ["left", "right"] {
        if let Some(label) = web.fields.get(name) {
            manifest.label(label).map_err(|error| Failure::of_parameter(name, error))?;
        }
    }
    let explained = explain(web, document, &stored)?;
    let (explanation, reasons) = match explained {
        Some((text, reasons)) => (Some(text), reasons),
        None => (None, Vec::new()),
    };
    web.cancel.check()?;
    let rows = BlockRow::from_page_under(&stored, manifest, &request.rule);
    let permitted =
        stored.blocks.iter().filter(|block| request.rule.permits(&RuleRow::from_stored(block)));
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
        metadata: stored.metadata.clone(),
        command: command::inspect(web.path(), docno, request),
        commit: snapshot.commit.clone(),
        rule: request.rule_text(),
        has_texts: snapshot.has_texts(),
        has_original: snapshot.has_originals(),
        all: Amount::sum(stored.blocks.iter()),
        permitted: Amount::sum(permitted),
        labels: labels(&stored, manifest),
        explanation,
        from,
        blocks: rows.skip(from).take(BLOCKS).map(|row| shown_block(row, &reasons)).collect(),
    })
}

/// A block with its reason, its text cut.
fn shown_block(row: BlockRow, reasons: &[Option<String>]) -> BlockRow {
    let because = reasons.get(row.number).cloned().flatten();
    BlockRow { because, text: excerpt::start(&row.text, TEXT), ..row }
}

/// A whole number of the address; 0 if it is not there.
fn number(web: &WebRequest<'_>, name: &str) -> Result<usize, Failure> {
    let Some(text) = web.fields.get(name) else { return Ok(0) };
    text.parse().map_err(|_| {
        Failure::Problems(vec![Problem::new(name, "expected a whole number, 0 or more")])
    })
}

impl Amount {
    fn sum<'a>(blocks: impl Iterator<Item = &'a StoredBlock>) -> Self {
        let mut sum = Self::default();
        for stored in blocks {
            sum.blocks += 1;
            sum.words += u64::from(stored.block.words);
        }
        sum
    }
}

/// What every label keeps of a page.
fn labels(page: &StoredPage, manifest: &Manifest) -> Vec<LabelAmount> {
    let mut labels = Vec::with_capacity(manifest.classifiers.len());
    for (number, name) in manifest.classifiers.iter().enumerate() {
        let kept = page.blocks.iter().filter(|block| block.labels.contains(number));
        let Amount { blocks, words } = Amount::sum(kept);
        labels.push(LabelAmount { label: name.clone(), blocks, words });
    }
    labels
}

/// An explanation of a label for the page as a whole, and the reason for each block; none for the
/// title.
type Explained = (String, Vec<Option<String>>);

/// Explains a label of the index: classifies the page itself again, if the index has it.
fn explain(
    web: &WebRequest<'_>,
    document: u32,
    stored: &StoredPage,
) -> Result<Option<Explained>, Failure> {
    let Some(name) = web.fields.get("explain") else { return Ok(None) };
    let (_, name) = web.snapshot.manifest().label(name)?;
    // A name with a path would read a file.
    let built_in = (!name.contains(':')).then(|| CLASSIFIERS.entry_of(name).ok()).flatten();
    let Some((entry, _)) = built_in else {
        return Ok(without_reasons(format!(
            "{name} was added to the index; the index knows its labels, not their reasons"
        )));
    };
    let describe = format!("{name}: {} ({})", entry.describe, entry.paper);
    let Some(body) = web.snapshot.whole_page(document)?.body else {
        return Ok(without_reasons(format!(
            "{describe}. Reasons for single blocks need the page itself: an index built with \
             --store all"
        )));
    };
    let classifier = CLASSIFIERS.by_name(name).map_err(tamis_index::Error::from)?;
    let page = parsed(web.snapshot.manifest(), stored, &body);
    let reasons = classifier.explain(&page.subject());
    let words = page
        .cut()
        .all()
        .map(|block| block.words)
        .eq(stored.blocks.iter().map(|stored| stored.block.words));
    if reasons.is_empty() || !words {
        return Ok(without_reasons(format!("{describe}. It gives no reasons for single blocks")));
    }
    let of_title = page.cut().title.iter().map(|_| None);
    Ok(Some((describe, of_title.chain(reasons.into_iter().map(Some)).collect())))
}

/// An explanation of the page as a whole alone.
fn without_reasons(text: String) -> Option<Explained> {
    Some((text, Vec::new()))
}

/// Parses and cuts a page as the recipe of the index says.
fn parsed(manifest: &Manifest, stored: &StoredPage, body: &[u8]) -> Document {
    let recipe = &manifest.recipe;
    let builder =
        Document::builder().cut(recipe.cut).limits(recipe.limits).charset(stored.encoding.clone());
    match &recipe.language {
        Some(language) => builder.language(language.clone()).decode(body),
        None => builder.decode(body),
    }
}
