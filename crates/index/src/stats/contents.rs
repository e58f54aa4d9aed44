//! The contents of an index in numbers. The columns of the blocks are read once, for all counts
//! together.

use super::histogram::{Bin, add, empty};
use super::pages::{PagesBy, RevisitCounts};
use super::repeated::{Samples, WordsByRepeats};
use super::scored::WordsByScore;
use super::shape;
use super::size::Size;
use crate::corpus::{Corpus, Segment};
use crate::error::{Error, Result};
use crate::index::columns::{BlockColumn, BlockNumbers, ColumnSet};
use crate::index::{Index, Score};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::io;

/// The first words of each bin of the histogram; the last bin has no end.
const BINS: [u64; 12] = [0, 1, 2, 3, 5, 8, 11, 16, 31, 51, 101, 201];

/// What an index contains, beyond the totals, the archives and the recipe, which its manifest has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Contents {
    /// Blocks by their words, titles included.
    #[serde(rename = "words_per_block", serialize_with = "shape::blocks")]
    #[schemars(with = "Vec<shape::BlocksByLength>")]
    pub blocks_by_words: Vec<Bin>,
    /// The labels in the order of their bits: those that the index was built with, then the added
    /// ones.
    #[serde(flatten, serialize_with = "by_name")]
    #[schemars(with = "shape::Labels<'_>")]
    pub labels: Vec<LabelCount>,
    /// Words by each score of the index; empty if it has none.
    #[serde(serialize_with = "shape::scores")]
    #[schemars(with = "Vec<shape::ScoreWords<'_>>")]
    pub scores: Vec<WordsByScore>,
    /// Words by how often their block repeats; none for an index that is not finished.
    #[serde(flatten, serialize_with = "shape::repeats")]
    #[schemars(with = "shape::CountedSites<'_>")]
    pub repeats: Option<WordsByRepeats>,
    /// Pages by encoding and language.
    #[serde(flatten)]
    pub pages_by: PagesBy,
    /// The records of pages that have not changed.
    pub revisits: RevisitCounts,
    /// Segments of the index.
    pub segments: usize,
    /// Bytes on disk.
    pub bytes: Size,
}

/// A label and its blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LabelCount {
    /// Its name.
    pub name: String,
    /// The blocks that the label calls content.
    pub blocks: u64,
    /// Where it comes from, if it was added to the finished index: a classifier, or a file.
    pub origin: Option<String>,
    /// The pages that came after the label and lack it.
    pub lacking: u64,
}

/// Serialises labels by their names.
fn by_name<S: Serializer>(
    counts: &[LabelCount],
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    let mut maps = shape::Labels::default();
    for LabelCount { name, blocks, origin, lacking } in counts {
        maps.labels.insert(name, *blocks);
        maps.added_labels.extend(origin.as_ref().map(|origin| (&**name, &**origin)));
        maps.pages_without_label.extend((*lacking > 0).then_some((&**name, *lacking)));
    }
    maps.serialize(serializer)
}

impl Contents {
    /// Counts the contents of an index, given as a corpus of it alone. Pages that a filter leaves
    /// out count too.
    ///
    /// # Errors
    /// [`Error::Setting`] for a corpus of several indexes; [`Error::Index`] or [`Error::Io`] if the
    /// index cannot be read.
    pub fn count(corpus: &Corpus) -> Result<Self> {
        let [index] = &corpus.indexes[..] else {
            let found = corpus.indexes.len();
            return Err(Error::settings(format!(
                "found {found} indexes, expected 1: contents are counted one by one"
            )));
        };
        let repeats = index.repeats.get().map(|repeats| WordsByRepeats::new(corpus, repeats));
        let scores = index.manifest.scores();
        let mut contents = Self {
            blocks_by_words: empty(&BINS, None),
            labels: labels(index),
            scores: scores.iter().copied().map(WordsByScore::new).collect(),
            repeats: repeats.transpose()?,
            pages_by: PagesBy::count(index)?,
            revisits: RevisitCounts::count(index)?,
            segments: index.searcher.segment_readers().len(),
            bytes: Size::measure(index)?,
        };
        contents.add_blocks(corpus, &scores)?;
        Ok(contents)
    }

    /// Counts the blocks of all segments.
    fn add_blocks(&mut self, corpus: &Corpus, scores: &[Score]) -> Result<()> {
        let mut needed: ColumnSet = scores.iter().map(|score| score.column()).collect();
        needed.insert(BlockColumn::Words);
        let mut samples = Samples::default();
        if let Some(counts) = corpus.indexes[0].repeats.get() {
            needed.insert(BlockColumn::Repeats);
            needed.insert(BlockColumn::Tokens);
            samples = Samples::new(corpus, counts)?;
        }
        let mut numbers = BlockNumbers::default();
        for (place, ordinal) in corpus.indexes[0].segments_in_order().into_iter().enumerate() {
            let segment = &corpus.segments[ordinal as usize];
            self.add_labels(segment).map_err(|e| corpus.indexes[0].error(e))?;
            for documents in segment.page_ranges() {
                segment
                    .read(&documents, needed, &mut numbers)
                    .map_err(|e| corpus.indexes[0].error(e))?;
                self.add(&numbers, scores);
                samples.offer(place, segment, documents, &numbers);
            }
        }
        match &mut self.repeats {
            Some(repeats) => repeats.show_commonest(corpus, &samples),
            None => Ok(()),
        }
    }

    /// Counts the blocks of a segment with each label.
    fn add_labels(&mut self, segment: &Segment) -> io::Result<()> {
        for (number, label) in (0..).zip(&mut self.labels) {
            let bits = segment.columns().label_bits(number, 0..segment.rows() as u32)?;
            label.blocks += bits.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>();
        }
        Ok(())
    }

    /// Adds these blocks to all other counts.
    fn add(&mut self, numbers: &BlockNumbers, scores: &[Score]) {
        for words in &numbers[BlockColumn::Words] {
            add(&mut self.blocks_by_words, *words, 1);
        }
        if let Some(repeats) = &mut self.repeats {
            repeats.add(numbers);
        }
        for (words, score) in self.scores.iter_mut().zip(scores) {
            words.add(*score, numbers);
        }
    }
}

/// Returns the labels of an index, without blocks yet.
fn labels(index: &Index) -> Vec<LabelCount> {
    let lacking: BTreeMap<&str, u64> = index.added.lacking(index.manifest.counts.pages).collect();
    let mut labels = Vec::new();
    for name in &index.manifest.classifiers {
        let added = index.added.labels.iter().find(|added| added.name == *name);
        labels.push(LabelCount {
            name: name.clone(),
            blocks: 0,
            origin: added.map(|added| added.origin.clone()),
            lacking: lacking.get(name.as_str()).copied().unwrap_or_default(),
        });
    }
    labels
}

// Its index has a score of one of the originals.
#[cfg(all(test, feature = "originals"))]
mod tests {
    use super::*;
    use crate::index::Recipe;
    use crate::ingest::{Options, ingest};
    use std::path::{Path, PathBuf};

    /// Builds an index of three pages, two of which share a block of two words.
    fn built(folder: &Path) -> PathBuf {
        let pages = [
            ("a", "<p>site menu</p><p>the first page of all</p>"),
            ("b", "<p>site menu</p><p>second</p>"),
            ("c", "<p>third</p>"),
        ];
        built_of(folder, &pages)
    }

    fn built_of(folder: &Path, pages: &[(&str, &str)]) -> PathBuf {
        let file = folder.join("a.jsonl");
        let out = folder.join("index");
        let mut lines = String::new();
        for (docno, html) in pages {
            let url = format!("http://{docno}.example.org/");
            lines += &serde_json::json!({"docno": docno, "url": url, "html": html}).to_string();
            lines += "\n";
        }
        std::fs::write(&file, lines).unwrap();
        let recipe = Recipe { scores: vec!["victor".to_owned()], ..Recipe::default() };
        ingest(&[file], &out, &Options { recipe, ..Options::default() }, &()).unwrap();
        out
    }

    fn opened(path: &Path) -> Corpus {
        Corpus::new(vec![Index::open(path).unwrap()]).unwrap()
    }

    /// The bins that hold something: first value and count.
    fn filled(bins: &[Bin]) -> Vec<(u64, u64)> {
        bins.iter().filter(|bin| bin.count > 0).map(|bin| (bin.from, bin.count)).collect()
    }

    #[test]
    fn blocks_and_words_are_in_their_bins() {
        let folder = tempfile::tempdir().unwrap();
        let contents = Contents::count(&opened(&built(folder.path()))).unwrap();
        assert_eq!(filled(&contents.blocks_by_words), [(1, 2), (2, 2), (5, 1)]);
        let repeats = contents.repeats.unwrap();
        assert_eq!(filled(&repeats.words), [(1, 7), (2, 4)]);
        assert_eq!((repeats.sites, repeats.pages_with_site), (1, 3));
        let most: Vec<_> = repeats
            .most_repeated
            .iter()
            .map(|block| (block.repeats, block.text.as_str()))
            .collect();
        assert_eq!(most[0], (2, "site menu"));
        let [words] = &contents.scores[..] else { panic!("{:?}", contents.scores) };
        assert_eq!(words.score, "victor");
        assert_eq!(words.words.iter().map(|bin| bin.count).sum::<u64>() + words.without, 11);
    }

    #[test]
    fn a_repeated_block_is_shown_by_its_commonest_text() {
        let folder = tempfile::tempdir().unwrap();
        let mut pages = vec![("first", "<p>And that is about it.</p><p>of the menu".to_owned())];
        let docnos: Vec<String> = (0..200).map(|number| format!("page-{number}")).collect();
        for docno in &docnos {
            pages.push((docno, format!("<p>About</p><p>menu</p><p>words of {docno}")));
        }
        pages.push(("last", "<p>It is about that.</p><p>menu".to_owned()));
        let pages: Vec<(&str, &str)> =
            pages.iter().map(|(docno, html)| (*docno, html.as_str())).collect();
        let corpus = opened(&built_of(folder.path(), &pages));
        let most = Contents::count(&corpus).unwrap().repeats.unwrap().most_repeated;
        let shown: Vec<_> = most
            .iter()
            .filter(|block| block.repeats > 1)
            .map(|block| (block.repeats, block.words, &*block.docno, &*block.text))
            .collect();
        assert_eq!(shown, [(202, 1, "page-0", "About"), (202, 1, "page-0", "menu")]);
        // A block of one text keeps its first page.
        let alone = folder.path().join("alone");
        std::fs::create_dir(&alone).unwrap();
        let corpus = opened(&built(&alone));
        let most = Contents::count(&corpus).unwrap().repeats.unwrap().most_repeated;
        assert_eq!((&*most[0].docno, &*most[0].text), ("a", "site menu"));
    }

    #[test]
    fn every_label_is_counted_and_none_of_a_new_index_is_added() {
        let folder = tempfile::tempdir().unwrap();
        let corpus = opened(&built(folder.path()));
        let labels = Contents::count(&corpus).unwrap().labels;
        assert_eq!(
            labels.iter().map(|label| &label.name).collect::<Vec<_>>(),
            Vec::from_iter(&corpus.indexes[0].manifest.classifiers)
        );
        assert!(
            labels
                .iter()
                .all(|label| label.blocks <= 5 && label.origin.is_none() && label.lacking == 0)
        );
    }

    #[test]
    fn pages_and_bytes_are_those_of_the_index() {
        let folder = tempfile::tempdir().unwrap();
        let contents = Contents::count(&opened(&built(folder.path()))).unwrap();
        assert_eq!(
            contents.pages_by.encodings.into_iter().collect::<Vec<_>>(),
            [("UTF-8".to_owned(), 3)]
        );
        assert_eq!(contents.revisits, RevisitCounts::default());
        let Size { total, stored_texts, density_columns, codes, counts_of_repeats } =
            contents.bytes;
        assert!(
            total > stored_texts + density_columns + codes + counts_of_repeats,
            "{:?}",
            contents.bytes
        );
        assert!(
            [stored_texts, density_columns, codes, counts_of_repeats]
                .iter()
                .all(|bytes| *bytes > 0)
        );
    }

    #[test]
    fn several_indexes_are_not_counted_as_one() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let paths =
            [built(folders[0].path()), built_of(folders[1].path(), &[("d", "<p>fourth</p>")])];
        let indexes = paths.iter().map(|path| Index::open(path).unwrap()).collect();
        let error = Contents::count(&Corpus::new(indexes).unwrap()).unwrap_err().to_string();
        assert!(error.contains("found 2 indexes, expected 1"), "{error}");
    }
}
