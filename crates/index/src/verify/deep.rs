//! Checks every number that a rule can read, in every way that it is read: of many pages at once,
//! as views and sweeps do; of the page alone, as one looks at it; and of the page itself, read
//! again from where it came and cut anew.

use super::record_reports;
use super::verdict::{Check, Fault};
use crate::analyze::Analyzer;
use crate::blocks::classify::CLASSIFIERS;
use crate::corpus::Corpus;
use crate::corpus::Segment;
use crate::error::{Error, Remedy, Result};
use crate::index::columns::{BlockColumn, BlockNumbers, ColumnSet};
use crate::index::recipe::{Store, differing};
use crate::index::{Index, Recipe, Score};
use crate::ingest::{BlockClassifiers, LabelledPage, Labellers, Progress, label};
use crate::repeats::hashes;
use crate::reread::{PageAddress, RereadPage, RereadSource};
use rayon::prelude::*;
use std::collections::HashSet;
use std::ffi::OsString;
use std::io;
use tamis_blocks::classify::{LabelSet, Scorers, Set};
use tamis_blocks::page::{Block, BlockKind, LimitHit, Stage};
use tamis_collection::{Body, date};
use tamis_place::shown;
use tantivy::columnar::{Column, StrColumn};

/// The pages with a fault that are named; the others are counted.
const NAMED: usize = 10;

/// Returns the name of a column: that of a score as rules have it.
fn name(index: &Index, column: BlockColumn) -> &'static str {
    let score = index.manifest.scores().into_iter().find(|score| score.column() == column);
    score.map_or(column.name(), Score::name)
}

/// Checks that the columns give the same numbers whether a page is read with its neighbours or
/// alone.
///
/// # Errors
/// If the index cannot be read; [`Error::Interrupted`].
pub(super) fn numbers(corpus: &Corpus, progress: &dyn Progress) -> Result<Check> {
    let index = &corpus.indexes[0];
    let wrong = corpus.segments.par_iter().map(|segment| segment_numbers(index, segment, progress));
    let wrong: Vec<Vec<String>> = wrong.collect::<Result<_>>()?;
    let ranges: usize = corpus.segments.iter().map(|segment| segment.page_ranges().count()).sum();
    let blocks: usize = corpus.segments.iter().map(Segment::rows).sum();
    let found =
        format!("those of {blocks} blocks are the same in {ranges} runs of pages and page by page");
    let wrong = faults(wrong.concat(), |message| {
        Fault::new(format!("{message}: report this fault of the program"))
    });
    Ok(Check::new("numbers", found, wrong))
}

/// Returns the first difference of every page of a segment that has one.
fn segment_numbers(
    index: &Index,
    segment: &Segment,
    progress: &dyn Progress,
) -> Result<Vec<String>> {
    let mut together = BlockNumbers::default();
    let mut alone = BlockNumbers::default();
    let mut wrong = Vec::new();
    let failed = |error: io::Error| index.error(error);
    for documents in segment.page_ranges() {
        if progress.stops() {
            return Err(Error::Interrupted);
        }
        segment.read(&documents, ColumnSet::ALL, &mut together).map_err(failed)?;
        let first = segment.first_row[documents.start as usize];
        for doc in documents {
            segment.read(&(doc..doc + 1), ColumnSet::ALL, &mut alone).map_err(failed)?;
            let from = (segment.first_row[doc as usize] - first) as usize;
            for column in BlockColumn::ALL {
                let alone = &alone[column];
                if together[column][from..from + alone.len()] != alone[..] {
                    let docno = segment.docno(doc).map_err(failed)?;
                    let name = name(index, column);
                    wrong.push(format!(
                        "page {docno}: {name} differs when the page is read with others and alone"
                    ));
                    break;
                }
            }
        }
    }
    Ok(wrong)
}

/// Reads every page again, cuts, classifies and analyzes it, and compares its blocks with those of
/// the index.
///
/// # Errors
/// If the index cannot be read; [`Error::Interrupted`]. Where the pages or their classifiers are
/// not there any more, the check reports it.
pub(super) fn pages(
    corpus: &Corpus,
    inputs: &[OsString],
    progress: &dyn Progress,
) -> Result<Check> {
    let index = &corpus.indexes[0];
    let begun = RereadSource::find(index, inputs)
        .and_then(|source| Ok((source, PageComparer::new(corpus)?)));
    let (source, comparer) = match begun {
        Ok(begun) => begun,
        // Who names a collection expects that it is read.
        Err(error) if !inputs.is_empty() => return Err(error),
        Err(error) => {
            return Ok(Check::left_out(
                "pages",
                format!("not compared with the pages themselves: {error}"),
            ));
        }
    };
    let mut wrong = Vec::new();
    let mut slow = 0;
    let mut seen = 0u64;
    let done = source.each(
        corpus,
        progress,
        || comparer.analyzer.clone(),
        |analyzer, page| comparer.compare(analyzer, page),
        |compared| {
            for (_, outcome) in compared {
                seen += 1;
                match outcome {
                    DeepOutcome::Same => {}
                    DeepOutcome::Slow => slow += 1,
                    DeepOutcome::Differs(message) => wrong.push(message),
                }
            }
            Ok(())
        },
    );
    match done {
        Ok(()) => {}
        Err(Error::Index { message, .. }) => wrong.push(message),
        Err(error) => return Err(error),
    }
    let mut found = format!("{seen} read again from {} and cut anew", source.name());
    if slow > 0 {
        found += &format!("; {slow} of them not compared: they reached the time limit for a page");
    }
    if comparer.unchecked > 0 {
        found +=
            &format!("; {} labels from lines or the collection not compared", comparer.unchecked);
    }
    let wrong = faults(wrong, |message| Fault { message, remedy: Some(Remedy::Rebuild) });
    Ok(Check { complete: slow == 0, ..Check::new("pages", found, wrong) })
}

/// Names the first pages with a fault, and counts the others.
fn faults(wrong: Vec<String>, fault: impl Fn(String) -> Fault) -> Vec<Fault> {
    let others = wrong.len().saturating_sub(NAMED);
    let mut faults: Vec<Fault> = wrong.into_iter().take(NAMED).map(fault).collect();
    if others > 0 {
        faults.push(Fault::new(format!("the same is wrong with {others} more pages")));
    }
    faults
}

/// What a page that was cut anew is compared with.
struct PageComparer<'a> {
    corpus: &'a Corpus,
    analyzer: Analyzer,
    classifiers: Set,
    scorers: Scorers,
    added: Labellers,
    /// The recipe of the index, without storing bodies.
    recipe: Recipe,
    first_added_bit: usize,
    /// The labels that classifiers of this program gave.
    checked: LabelSet,
    /// The number of the other labels.
    unchecked: usize,
    /// The docnos of pages that reached the time limit when they were indexed.
    slow: HashSet<String>,
    /// A hash of the tokens of every page, by segment, from the postings.
    tokens: Vec<Vec<u64>>,
    /// The columns of URLs and of dates in seconds since 1970, by segment.
    captures: Vec<(Option<StrColumn>, Option<Column<i64>>)>,
}

/// A page that was cut and classified anew.
struct CutPage {
    labelled: LabelledPage,
    /// The number of each block's tokens, and their hash.
    tokens: Vec<(u32, u64)>,
}

/// The result of a comparison.
enum DeepOutcome {
    Same,
    /// The page reached the time limit, when it was indexed or now.
    Slow,
    Differs(String),
}

impl<'a> PageComparer<'a> {
    /// Returns what is needed to cut the pages of an index again.
    ///
    /// # Errors
    /// For a classifier or a model that is not there any more, or another one than the index was
    /// built with.
    fn new(corpus: &'a Corpus) -> Result<Self> {
        let index = &corpus.indexes[0];
        let recipe = &index.manifest.recipe;
        let classifiers = CLASSIFIERS.set(&recipe.classifiers)?;
        let scorers = CLASSIFIERS.scorers(&recipe.scores)?;
        let models = classifiers.models().into_iter().chain(scorers.models()).collect();
        if let Some((name, ours, theirs)) = differing(&models, &recipe.models) {
            let message = format!("found the model {ours} of {name}, expected {theirs}");
            return Err(Error::index(&index.path, message).with_remedy(Remedy::SameModel));
        }
        let first = index.first_added_bit();
        let from_classifiers =
            (first..).zip(&index.added.labels).filter(|(_, label)| label.is_from_classifier());
        let bits: Vec<usize> = (0..first).chain(from_classifiers.map(|(bit, _)| bit)).collect();
        Ok(Self {
            corpus,
            analyzer: recipe.analyzer()?,
            classifiers,
            scorers,
            added: Labellers::new(&index.path, &index.added)?,
            slow: record_reports::slow(&index.path, &index.manifest)?,
            recipe: Recipe { store: Store::None, metadata: false, ..recipe.clone() },
            first_added_bit: first,
            checked: bits.iter().copied().collect(),
            unchecked: index.manifest.classifiers.len() - bits.len(),
            tokens: corpus
                .segments
                .iter()
                .map(|segment| page_hashes(index, segment))
                .collect::<Result<_>>()?,
            captures: corpus
                .segments
                .iter()
                .map(|segment| {
                    let columns = index.searcher.segment_reader(segment.ordinal).fast_fields();
                    Ok((columns.str("url")?, columns.column_opt("time")?))
                })
                .collect::<tantivy::Result<_>>()
                .map_err(|error| index.error(error))?,
        })
    }

    /// Compares a page with the index.
    fn compare(&self, analyzer: &mut Analyzer, mut reread: RereadPage) -> Result<DeepOutcome> {
        if self.slow.contains(&reread.docno) {
            return Ok(DeepOutcome::Slow);
        }
        if let Some(difference) = self.differing_capture(&reread)? {
            let RereadPage { docno, archive, .. } = reread;
            return Ok(DeepOutcome::Differs(format!("page {docno} of {archive}: {difference}")));
        }
        let bodies = std::mem::take(&mut reread.bodies);
        let mut outcome = DeepOutcome::Differs(format!("page {} has no contents", reread.docno));
        for body in bodies {
            outcome = match self.cut(analyzer, &reread, body) {
                None => DeepOutcome::Slow,
                Some(page) => match self.difference(&reread, &page)? {
                    None => return Ok(DeepOutcome::Same),
                    Some(difference) => DeepOutcome::Differs(format!(
                        "page {} of {}: {difference}",
                        reread.docno, reread.archive
                    )),
                },
            };
        }
        Ok(outcome)
    }

    /// Returns how the URL or the date of a page in its archive differs from that in the index.
    fn differing_capture(&self, reread: &RereadPage) -> Result<Option<String>> {
        let Some((url, time)) = &reread.capture else { return Ok(None) };
        let (segment, doc) = reread.address;
        let (urls, times) = &self.captures[segment];
        let mut stored = String::new();
        if let Some(urls) = urls
            && let Some(ordinal) = urls.ords().first(doc)
        {
            let read = urls.ord_to_str(ordinal, &mut stored);
            read.map_err(|error| self.corpus.indexes[0].error(error))?;
        }
        if *url != stored {
            let [url, stored] = [url, &stored].map(|url| shown(url));
            return Ok(Some(format!(
                "found the URL {url} in the archive, expected {stored} as in the index"
            )));
        }
        let stored = times.as_ref().and_then(|times| times.first(doc));
        let in_words = |time: Option<i64>| time.map_or("none".to_owned(), date::written);
        Ok((*time != stored).then(|| {
            let [time, stored] = [*time, stored].map(in_words);
            format!("found the date {time} in the archive, expected {stored} as in the index")
        }))
    }

    /// Cuts, classifies and analyzes a page as an ingest does; none if it reaches the time limit.
    fn cut(&self, analyzer: &mut Analyzer, reread: &RereadPage, body: Body) -> Option<CutPage> {
        let classifiers = BlockClassifiers {
            classifiers: &self.classifiers,
            scorers: &self.scorers,
            added: &self.added,
        };
        let budget = self.recipe.limits.begin();
        let (labelled, _) = label(body, reread.charset(), "", classifiers, &self.recipe, &budget);
        let mut tokens = Vec::new();
        let mut lines = String::new();
        for block in labelled.blocks.all() {
            lines.clear();
            let count = analyzer.analyze(labelled.blocks.text_of(block), &mut lines);
            tokens.push((count, hashes::of_tokens(lines.lines())));
        }
        let mut hits = labelled.hits.iter().chain(&labelled.blocks.hits);
        let is_slow = hits.any(|hit| matches!(hit, LimitHit::Time { .. }))
            || budget.is_over(Stage::Analyzing);
        (!is_slow).then_some(CutPage { labelled, tokens })
    }

    /// Returns the first difference of a page from that of the index.
    fn difference(&self, reread: &RereadPage, page: &CutPage) -> Result<Option<String>> {
        let (segment, doc) = reread.address;
        let index = &self.corpus.indexes[0];
        let mut numbers = BlockNumbers::default();
        self.corpus.segments[segment]
            .read(&(doc..doc + 1), ColumnSet::ALL, &mut numbers)
            .map_err(|error| index.error(error))?;
        let found = page.tokens.len();
        let expected = numbers[BlockColumn::Words].len();
        if found != expected {
            return Ok(Some(format!(
                "found {found} blocks in the page, expected {expected} as in the index"
            )));
        }
        for (number, block) in page.labelled.blocks.all().enumerate() {
            for (column, found) in self.numbers(page, number, block) {
                let expected = numbers[column][number];
                if found != expected {
                    let name = name(index, column);
                    let message = format!(
                        "block {number}: found {name} {found} in the page, expected {expected} as \
                         in the index"
                    );
                    return Ok(Some(message));
                }
            }
        }
        if let Some(message) = self.differing_label(reread.address, page)? {
            return Ok(Some(message));
        }
        let differs = hashes::of_page(page.tokens.iter().map(|(_, hash)| *hash))
            != self.tokens[segment][doc as usize];
        Ok(differs.then(|| "its tokens are not those of the postings".to_owned()))
    }

    /// Returns the first label of the page that differs from the index, of those that can be
    /// compared.
    fn differing_label(
        &self,
        (segment, doc): PageAddress,
        page: &CutPage,
    ) -> Result<Option<String>> {
        let index = &self.corpus.indexes[0];
        let segment = &self.corpus.segments[segment];
        let rows = segment.first_row[doc as usize]..segment.first_row[doc as usize + 1];
        let stored = segment.columns().labels(rows).map_err(|error| index.error(error))?;
        let LabelledPage { labels, added_labels, .. } = &page.labelled;
        for (number, stored) in stored.iter().enumerate() {
            let mut found = labels[number].clone();
            let added = added_labels.get(number).into_iter().flat_map(LabelSet::iter);
            added.for_each(|label| found.insert(label + self.first_added_bit));
            let differing =
                self.checked.iter().find(|&label| found.contains(label) != stored.contains(label));
            if let Some(label) = differing {
                let name = &index.manifest.classifiers[label];
                let has = |has| if has { "the label" } else { "no label" };
                return Ok(Some(format!(
                    "block {number}: found {} {name} in the page, expected {} as in the index",
                    has(found.contains(label)),
                    has(stored.contains(label)),
                )));
            }
        }
        Ok(None)
    }

    /// Returns the numbers of a block of a page that was cut anew: all but how often it repeats.
    fn numbers(&self, page: &CutPage, number: usize, block: &Block) -> Vec<(BlockColumn, u64)> {
        let scores = &page.labelled.scores;
        let mut numbers = vec![
            (BlockColumn::Words, block.words.into()),
            (BlockColumn::AnchorWords, block.anchor_words.into()),
            (BlockColumn::WrappedWords, block.wrapped_words.into()),
            (BlockColumn::WrappedLines, block.wrapped_lines.into()),
            (BlockColumn::TagLevel, block.tag_level.into()),
            (BlockColumn::Tokens, page.tokens[number].0.into()),
            (BlockColumn::Kind, u64::from(block.kind == BlockKind::Title)),
        ];
        for score in 0..self.scorers.len() {
            numbers.push((BlockColumn::Score(score as u8), scores[number].stored(score)));
        }
        numbers
    }
}

/// Returns a hash of the tokens of every page of a segment, from its postings.
fn page_hashes(index: &Index, segment: &Segment) -> Result<Vec<u64>> {
    let rows = hashes::of_rows(&segment.postings, &segment.first_row)
        .map_err(|error| index.error(error))?;
    let mut of_pages = Vec::with_capacity(segment.documents() as usize);
    for ends in segment.first_row.windows(2) {
        let rows_of_page = &rows[ends[0] as usize..ends[1] as usize];
        of_pages.push(hashes::of_page(rows_of_page.iter().copied()));
    }
    Ok(of_pages)
}
