//! A page as the index has it: its blocks, which of them the rule permits, their features and
//! labels.

use crate::answers::command;
use crate::excerpt::{self, LINE};
use crate::requests::{Answer, Failure, SearchRequest};
use crate::site::WebRequest;
use serde::{Serialize, Serializer};
use tamis::text::metadata::Metadata;
use tamis::{BlockOutput, BlockRow, Manifest, StoredPage};

/// The most blocks of an answer; `from` names the first one.
pub const BLOCKS: usize = 1000;
/// The most characters of a block to show.
const TEXT: usize = 4000;
/// What is said where blocks have no reasons.
const LACKS_PAGE: &str = ". Reasons for single blocks need the page itself: an index built with \
                          --store all";
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

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Amount {
    pub blocks: u64,
    pub words: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LabelAmount {
    pub label: String,
    /// Blocks that it calls content.
    #[serde(flatten)]
    pub amount: Amount,
}

fn metadata<S: Serializer>(metadata: &Metadata, serializer: S) -> Result<S::Ok, S::Error> {
    metadata.json().serialize(serializer)
}

/// Blocks as this address answers.
fn blocks<S: Serializer>(blocks: &[BlockRow], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(blocks.iter().map(|block| block.json(BlockOutput::Server)))
}

/// Shows a page.
///
/// # Errors
/// [`Failure`] for a page that is not in the index, and for an index that cannot be read.
pub fn page(web: &WebRequest<'_>, request: &SearchRequest) -> Answer<ShownPage> {
    let snapshot = web.snapshot;
    let manifest = web.snapshot.manifest();
    let document = snapshot.document(web.fields.needed("docno")?)?;
    let stored = snapshot.index.stored_page(document)?;
    let from = web.fields.whole("from", 0.., ", 0 or more")?.unwrap_or(0).min(stored.blocks.len());
    for name in ["left", "right"] {
        if let Some(label) = web.fields.get(name) {
            manifest.label(label).map_err(|error| Failure::of_parameter(name, error))?;
        }
    }
    let reasons = match web.fields.get("explain") {
        Some(label) => Some(snapshot.index.label_reasons(document, label)?),
        None => None,
    };
    let (explanation, reasons) = reasons.map_or_else(Default::default, |found| {
        let lacking = if found.lacks_page { LACKS_PAGE } else { "" };
        (Some(found.text + lacking), found.of_blocks)
    });
    web.cancel.check()?;
    let rows = snapshot.index.blocks_under(&stored, &request.rule);
    let permitted = rows.iter().filter(|row| row.permitted == Some(true));
    let shown = |row: BlockRow| {
        let because = reasons.get(row.number).cloned().flatten();
        BlockRow { because, text: excerpt::start(&row.text, TEXT), ..row }
    };
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
        all: Amount::sum(rows.iter()),
        permitted: Amount::sum(permitted),
        labels: labels(&rows, manifest),
        explanation,
        from,
        blocks: rows.into_iter().skip(from).take(BLOCKS).map(shown).collect(),
    })
}

impl Amount {
    fn sum<'a>(rows: impl Iterator<Item = &'a BlockRow>) -> Self {
        let mut sum = Self::default();
        for row in rows {
            sum.blocks += 1;
            sum.words += u64::from(row.words);
        }
        sum
    }
}

/// What every label keeps of a page.
fn labels(rows: &[BlockRow], manifest: &Manifest) -> Vec<LabelAmount> {
    let amount = |label: &String| {
        let kept = rows.iter().filter(|row| row.labels.contains(label));
        LabelAmount { label: label.clone(), amount: Amount::sum(kept) }
    };
    manifest.classifiers.iter().map(amount).collect()
}
