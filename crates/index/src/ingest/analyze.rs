//! Turns a document into an analyzed page: all stages in one place, within the limits for a page.

use super::labellers::Labellers;
use super::options::Options;
use crate::analyze::{Analyzer, TermId, Vocabulary, language};
use crate::index::recipe::Store;
use crate::index::{AnalyzedPage, BlockScores, KeptMetadata, Recipe};
use tamis_blocks::block;
use tamis_blocks::classify::{DESCRIPTION, LabelSet, Scorers, Set, Subject};
use tamis_blocks::html::{self, Charset};
use tamis_blocks::page::{Blocks, Budget, EncodingSource, LimitHit, Page, Stage};
use tamis_blocks::{Document, Source, Wanted};
use tamis_collection::{Body, RawDocument};
use tamis_collection::{Reason, RecordReport, date};
use tamis_text::metadata::Metadata;
use tamis_text::structure::{Packed, Structure};

/// Bytes of blocks between two checks of the time limit. A block is never split.
const LOOK_EVERY: usize = 64 << 10;

/// Parses, cuts, classifies and analyzes a document. No page content makes it fail: at a limit it
/// keeps what was read so far and adds a defect. Its terms are added to `vocabulary`.
pub fn analyze(
    document: RawDocument,
    analyzer: &mut Analyzer,
    vocabulary: &mut Vocabulary,
    classifiers: &Set,
    options: &Options,
) -> AnalyzedPage {
    let scorers = &Scorers::default();
    let added = &Labellers::default();
    let classifiers = BlockClassifiers { classifiers, scorers, added };
    analyze_with(document, analyzer, vocabulary, classifiers, options)
}

/// All classifiers of the blocks of a page.
#[derive(Clone, Copy)]
pub(crate) struct BlockClassifiers<'a> {
    /// Those of the index's own labels.
    pub classifiers: &'a Set,
    /// Those of the columns of scores.
    pub scorers: &'a Scorers,
    /// Those of labels that were added to the index.
    pub added: &'a Labellers,
}

/// As [`analyze`], with scores and added labels.
pub(super) fn analyze_with(
    mut document: RawDocument,
    analyzer: &mut Analyzer,
    vocabulary: &mut Vocabulary,
    classifiers: BlockClassifiers<'_>,
    options: &Options,
) -> AnalyzedPage {
    let recipe = &options.recipe;
    let budget = recipe.limits.begin();
    let body = std::mem::replace(&mut document.body, Body::text(""));
    let charset = Charset { forced: recipe.encoding.as_deref(), http: document.charset.as_deref() };
    let (labelled, body) = label(body, charset, &document.url, classifiers, recipe, &budget);
    document.body = body.unwrap_or(document.body);
    let LabelledPage {
        mut blocks,
        metadata,
        structure,
        mut labels,
        mut added_labels,
        mut scores,
        encoding,
        encoding_source,
        mut hits,
    } = labelled;
    let (mut terms, block_terms, hit) = terms(&mut blocks, analyzer, vocabulary, &budget);
    // They stay until the segment is written.
    terms.shrink_to_fit();
    labels.truncate(block_terms.len());
    added_labels.truncate(block_terms.len());
    scores.truncate(block_terms.len());
    hits.extend(blocks.hits.iter().copied().chain(hit));
    let defects = hits.iter().map(|hit| defect(&document, hit)).collect();
    let language = language_of(&blocks, recipe);
    let metadata = metadata.map(|metadata| kept(&metadata));
    let structure = structure.map(|structure| packed(structure, &blocks, hit.is_some()));
    let fingerprint = None;
    AnalyzedPage {
        document,
        encoding,
        encoding_source,
        language,
        metadata,
        structure,
        labels,
        added_labels,
        scores,
        terms,
        block_terms,
        blocks,
        fingerprint,
        defects,
    }
}

/// Returns the language that the recipe names for all pages, or else the detected one if the recipe
/// detects languages.
fn language_of(blocks: &Blocks, recipe: &Recipe) -> &'static str {
    match recipe.language.as_deref().and_then(language::code) {
        Some(named) => named,
        None if recipe.detect_language => language::language(blocks),
        None => language::UNDETERMINED,
    }
}

/// Returns what the index keeps of metadata.
fn kept(metadata: &Metadata) -> KeptMetadata {
    let published = metadata.published.as_deref().and_then(date::seconds);
    KeptMetadata { json: metadata.json().to_string(), published }
}

/// Returns what the index stores of a structure: paragraphs, if some blocks were cut off, for a
/// table or a sentence would have text of these.
fn packed(whole: Structure, blocks: &Blocks, is_cut: bool) -> Vec<u8> {
    let structure = if is_cut { Structure::of_blocks(blocks) } else { whole };
    let text_of = |block: u32| blocks.text_of(&blocks.blocks[block as usize]);
    // Postcard fails only for values without a length, and there is none.
    postcard::to_allocvec(&Packed::new(structure, &text_of)).unwrap_or_default()
}

/// A page's blocks and their labels, before analysis.
pub(crate) struct LabelledPage {
    pub blocks: Blocks,
    /// If the recipe keeps it.
    pub metadata: Option<Metadata>,
    /// If the recipe stores it.
    pub structure: Option<Structure>,
    /// One word of label bits per block of [`Blocks::all`]; 0 for the title.
    pub labels: Vec<LabelSet>,
    /// The same for added labels; empty without classifiers of such labels.
    pub added_labels: Vec<LabelSet>,
    /// The scores of every block of [`Blocks::all`]; empty without classifiers that score.
    pub scores: Vec<BlockScores>,
    pub encoding: &'static str,
    pub encoding_source: EncodingSource,
    pub hits: Vec<LimitHit>,
}

/// Parses, cuts and classifies a page, whose URL may be empty. Returns the body too if the recipe
/// stores it.
pub(crate) fn label(
    body: Body,
    charset: Charset<'_>,
    url: &str,
    classifiers: BlockClassifiers<'_>,
    recipe: &Recipe,
    budget: &Budget,
) -> (LabelledPage, Option<Body>) {
    let BlockClassifiers { classifiers, scorers, added } = classifiers;
    let needs_markup = classifiers.needs_markup() || scorers.needs_markup() || added.needs_markup();
    let needs_metadata = recipe.metadata || recipe.has_descriptions();
    let needs_outline = needs_metadata || recipe.store == Store::Structure;
    let wanted =
        Wanted { cut: recipe.cut, outline: needs_outline, markup: needs_markup, shown: true };
    let (page, body) = read_page(body, charset, wanted, recipe.store == Store::All, budget);
    let page = page.in_language(recipe.language.as_deref());
    let subject = page.subject();
    let mut labels = classifiers.labels(&subject);
    let mut scores = scores(scorers, &subject);
    let mut added_labels = added.labels(&subject, recipe);
    if subject.blocks.title.is_some() {
        labels.insert(0, LabelSet::default());
        added_labels.splice(..0, (!added.is_empty()).then(LabelSet::default));
    }
    let address = Some(url).filter(|url| !url.is_empty());
    let metadata = needs_metadata.then(|| match recipe.metadata {
        true => Metadata::read(&subject, address),
        false => Metadata::read_without_kind(&subject, address),
    });
    let is_stored = recipe.store == Store::Structure;
    let structure = is_stored.then(|| Structure::new(&subject, address));
    let (Page { encoding, encoding_source, mut hits, .. }, mut blocks) = page.into_parts();
    hits.extend(structure.iter().flat_map(|made| &made.hits));
    if let Some((bit, description)) = metadata.as_ref().and_then(|said| described(said, recipe)) {
        blocks.append(description);
        labels.resize(blocks.all().count(), [bit].into_iter().collect());
        // Nothing else is known of the block.
        if !added.is_empty() {
            added_labels.resize(labels.len(), LabelSet::default());
        }
        if !scorers.is_empty() {
            scores.resize(labels.len(), BlockScores::default());
        }
    }
    if recipe.composed {
        blocks.compose();
    }
    let metadata = metadata.filter(|_| recipe.metadata);
    let labelled = LabelledPage {
        blocks,
        metadata,
        structure,
        labels,
        added_labels,
        scores,
        encoding,
        encoding_source,
        hits,
    };
    (labelled, body)
}

/// The blocks of the description that a page gives of itself, and the number of their label; none,
/// if the recipe has no such blocks.
pub(crate) fn described(said: &Metadata, recipe: &Recipe) -> Option<(usize, Blocks)> {
    let bit = recipe.classifiers.iter().position(|name| name == DESCRIPTION)?;
    let description = html::plain_text("", said.description.as_deref()?);
    Some((bit, block::cut(&description, recipe.cut)))
}

/// Reads a page, and returns its body, too, if that is kept.
pub(crate) fn read_page(
    body: Body,
    charset: Charset<'_>,
    wanted: Wanted,
    is_kept: bool,
    budget: &Budget,
) -> (Document, Option<Body>) {
    let read = |source| Document::read(source, wanted, budget);
    match body {
        Body::Html(bytes) if !is_kept => (read(Source::Bytes(bytes.into(), charset)), None),
        Body::Markup(text) if !is_kept => (read(Source::Html(text.into())), None),
        kept => {
            let page = read(match &kept {
                Body::Html(bytes) => Source::Bytes(bytes.into(), charset),
                Body::Markup(text) => Source::Html(text.into()),
                Body::Text { title, text } => Source::Plain(title, text),
            });
            (page, is_kept.then_some(kept))
        }
    }
}

/// Returns the scores of every block of [`Blocks::all`]: none for the title. Empty without
/// classifiers that score.
fn scores(scorers: &Scorers, subject: &Subject) -> Vec<BlockScores> {
    if scorers.is_empty() {
        return Vec::new();
    }
    let titles = usize::from(subject.blocks.title.is_some());
    let mut all = vec![BlockScores::default(); titles + subject.blocks.blocks.len()];
    for (number, of_classifier) in scorers.hundredths(subject).into_iter().enumerate() {
        for (scores, score) in all[titles..].iter_mut().zip(of_classifier) {
            scores.set(number, score);
        }
    }
    all
}

/// Returns the terms of all blocks, and how many each block has. When the time is up, it removes
/// the blocks that have not been analyzed yet.
fn terms(
    blocks: &mut Blocks,
    analyzer: &mut Analyzer,
    vocabulary: &mut Vocabulary,
    budget: &Budget,
) -> (Vec<TermId>, Vec<u32>, Option<LimitHit>) {
    let mut terms = Vec::new();
    let mut block_terms = Vec::new();
    let mut unseen = 0;
    let mut is_over = false;
    for block in blocks.all() {
        let start = terms.len();
        analyzer.number(blocks.text_of(block), vocabulary, &mut terms);
        block_terms.push((terms.len() - start) as u32);
        unseen += block.text.len();
        if unseen >= LOOK_EVERY {
            unseen = 0;
            is_over = budget.is_over(Stage::Analyzing);
            if is_over {
                break;
            }
        }
    }
    let kept = block_terms.len() - usize::from(blocks.title.is_some() && !block_terms.is_empty());
    if !is_over || kept == blocks.blocks.len() {
        return (terms, block_terms, None);
    }
    let bytes = blocks.blocks.drain(kept..).map(|block| block.text.len() as u64).sum();
    (terms, block_terms, Some(budget.time_hit(Stage::Analyzing, bytes)))
}

/// Returns the report of a limit that a page reached.
fn defect(document: &RawDocument, hit: &LimitHit) -> RecordReport {
    let reason = match hit {
        LimitHit::Depth { .. } => Reason::DepthLimit,
        LimitHit::Blocks { .. } => Reason::BlocksLimit,
        LimitHit::Time { stage: Stage::Structuring, .. } | LimitHit::Addresses { .. } => {
            Reason::StructureLimit
        }
        LimitHit::Time { .. } => Reason::TimeLimit,
    };
    let source = document.source.clone();
    let record = document.docno.clone();
    RecordReport { source, record, reason, detail: hit.to_string(), bytes: hit.bytes() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_text::structure::Options;

    #[test]
    fn a_table_that_was_cut_off_is_stored_as_what_is_left_of_it() {
        let html = "<p>Tea.<table><tr><th>Leaf<th>Minutes<tr><td>Green tea<td>2<tr><td>Black<td>4";
        let page = Document::parse(html);
        let mut blocks = page.cut().clone();
        let written = |blocks: &Blocks, is_cut: bool| {
            let subject = Subject::new(page.page(), blocks).with_outline(page.subject().outline);
            let whole = Structure::new(&subject, None);
            let packed = packed(whole, blocks, is_cut);
            let text_of = |block| Some(blocks.text_of(blocks.blocks.get(block as usize)?));
            let read = postcard::from_bytes::<Packed>(&packed).unwrap().unpack(&text_of);
            read.unwrap().markdown(Options::default())
        };
        assert!(written(&blocks, false).contains("| Black | 4 |"));
        blocks.blocks.truncate(5);
        assert_eq!(written(&blocks, true), "Tea.\n\nLeaf\n\nMinutes\n\nGreen tea\n\n2\n");
    }
}
