//! Scores classifiers on a data set. Pages are scored in parallel; the result does not depend on
//! the number of threads.

use super::data::{DatasetScores, Judgement};
use super::datasets::{Dataset, PageFiles, Unscored, reason};
#[cfg(feature = "originals")]
use super::leaves::Leaves;
use super::read::GoldBlocks;
use super::scores::{self, JudgedBlock, Scorer};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tamis_blocks::classify::{self, Classifier, Kept};
use tamis_blocks::page::{Blocks, Cut, Inside, Label};
use tamis_index::blocks::classify::CLASSIFIERS;
use tamis_index::error::Result;
use tamis_text::structure::{Options, Structure};

/// Classifiers that differ from page to page, as in a cross-validation.
pub trait OfPages: Sync {
    /// Returns the classifier of this name for a page of a data set; none if it is the same for all
    /// pages.
    fn classifier(&self, name: &str, dataset: &str, page: &str) -> Option<&dyn Classifier>;
}

/// The text that is scored of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoredText {
    #[default]
    Own,
    /// That of the blocks labelled as content.
    Blocks,
}

impl ScoredText {
    /// All of them in their order, each with its name and what it is.
    pub const NAMED: [(Self, &'static str, &'static str); 2] = [
        (Self::Own, "own", "The classifier's own output"),
        (Self::Blocks, "blocks", "The text of the blocks that it labels as content"),
    ];

    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].1
    }
}

/// The settings of a scoring: how pages are read, and by which scorers classifiers are scored.
pub struct AccuracyJudge {
    /// The classifiers, with their names.
    pub classifiers: Vec<(String, Box<dyn Classifier>)>,
    /// The classifiers that differ from page to page, used instead of those of the same names.
    pub of_pages: Option<Box<dyn OfPages>>,
    pub scorers: Vec<&'static Scorer>,
    pub cut: Cut,
    pub text: ScoredText,
    /// The encoding of all pages; overrides the data set's.
    pub encoding: Option<String>,
    /// The language of all pages (ISO 639-1), for classifiers that depend on it.
    pub language: Option<String>,
}

impl AccuracyJudge {
    /// Creates a judge with these classifiers and scorers and default settings.
    ///
    /// # Errors
    /// As [`CLASSIFIERS.by_name`](tamis_blocks::classify::Classifiers::by_name).
    pub fn new(names: &[String], scorers: Vec<&'static Scorer>) -> Result<Self> {
        let mut classifiers = Vec::new();
        for name in names {
            classifiers.push((name.clone(), CLASSIFIERS.by_name(name)?));
        }
        Ok(Self {
            classifiers,
            of_pages: None,
            scorers,
            cut: Cut::default(),
            text: ScoredText::default(),
            encoding: None,
            language: None,
        })
    }

    /// Scores the classifiers on a data set. Calls `done` after each page.
    ///
    /// # Errors
    /// [`tamis_index::Error::Io`] with the first file that cannot be read, in the order of the
    /// pages' names.
    pub fn judge(&self, dataset: &Dataset, done: impl Fn() + Sync) -> Result<DatasetScores> {
        let judged: Vec<Option<Vec<Vec<f64>>>> = dataset
            .pages
            .par_iter()
            .map(|page| {
                let values = self.page(dataset, page)?;
                done();
                Ok(values)
            })
            .collect::<Vec<_>>()
            .into_iter()
            .collect::<Result<_>>()?;
        let mut unscored = dataset.unscored.clone();
        let mut pages = Vec::new();
        let mut values: Vec<Vec<Vec<f64>>> = vec![Vec::new(); self.classifiers.len()];
        for (page, judged) in dataset.pages.iter().zip(judged) {
            let Some(judged) = judged else {
                unscored.push(Unscored { id: page.id.clone(), reason: reason::EMPTY_GOLD });
                continue;
            };
            pages.push(page.id.clone());
            for (pages, page) in values.iter_mut().zip(judged) {
                pages.push(page);
            }
        }
        unscored.sort_by(|a, b| a.id.cmp(&b.id));
        let mut classifiers = Vec::new();
        for ((name, _), pages) in self.classifiers.iter().zip(values) {
            classifiers.push(self.summarise(name.clone(), pages));
        }
        Ok(DatasetScores {
            dataset: dataset.name.clone(),
            path: dataset.path.display().to_string(),
            format: dataset.format.name,
            scored: pages.len(),
            pages,
            unscored,
            classifiers,
        })
    }

    /// Returns the values of a page, `[classifier][column]`; none if its gold is empty.
    fn page(&self, dataset: &Dataset, files: &PageFiles) -> Result<Option<Vec<Vec<f64>>>> {
        let scores_markdown = self.scorers.iter().any(|scorer| scorer.needs_markdown());
        let encoding = self.encoding.as_deref();
        let GoldBlocks { page, gold } =
            GoldBlocks::read(dataset, files, self.cut, encoding, scores_markdown)?;
        if !gold.has_text() {
            return Ok(None);
        }
        let page = page.in_language(self.language.as_deref());
        let blocks = page.cut();
        let content = gold.content(blocks, dataset.content);
        let subject = page.subject();
        #[cfg(feature = "originals")]
        let leaves = scores::needs_leaves(&self.scorers)
            .then(|| Leaves::new(page.html(), gold.marked.as_deref().unwrap_or(&gold.text)));
        let needs_markdown = gold.markdown.is_some() && scores_markdown;
        let mut values = Vec::with_capacity(self.classifiers.len());
        for (name, classifier) in &self.classifiers {
            let of_page = self
                .of_pages
                .as_ref()
                .and_then(|all| all.classifier(name, &dataset.name, &files.id));
            let classifier = of_page.unwrap_or(classifier.as_ref());
            let mut kept = classifier.keep(&subject);
            if self.text == ScoredText::Blocks {
                kept.text = classify::content(blocks, &kept.labels);
            }
            let structure = needs_markdown.then(|| Structure::of_kept(&subject, None, &kept));
            let markdown = structure.map(|structure| structure.markdown(Options::default()));
            let Kept { labels, text } = kept;
            let judged = scores::PagePair {
                text: &text,
                marked: &marked(blocks, &labels),
                gold: &gold.text,
                gold_marked: gold.marked.as_deref(),
                markdown: markdown.as_deref(),
                gold_markdown: gold.markdown.as_deref(),
                blocks: &judged_blocks(blocks, &content, &labels),
                #[cfg(feature = "originals")]
                leaves: leaves.as_ref(),
            };
            values.push(self.scorers.iter().flat_map(|scorer| (scorer.page)(&judged)).collect());
        }
        Ok(Some(values))
    }

    /// Computes the values of a classifier on the data set from those on its pages.
    fn summarise(&self, classifier: String, pages: Vec<Vec<f64>>) -> Judgement {
        let mut figures = Vec::new();
        let mut from = 0;
        for scorer in &self.scorers {
            let columns = from..from + scorer.columns.len();
            let own: Vec<Vec<f64>> =
                pages.iter().map(|page| page[columns.clone()].to_vec()).collect();
            figures.extend((scorer.summary)(&own));
            from = columns.end;
        }
        Judgement { classifier, figures, pages }
    }
}

fn judged_blocks(blocks: &Blocks, gold: &[bool], labels: &[Label]) -> Vec<JudgedBlock> {
    let mut judged = Vec::with_capacity(blocks.blocks.len());
    for ((block, &gold), label) in blocks.blocks.iter().zip(gold).zip(labels) {
        let predicted = *label == Label::Content;
        judged.push(JudgedBlock { words: block.words, gold, predicted });
    }
    judged
}

/// Returns the kept blocks in CleanEval's format: an item in an LI, a header in an H1, H2 or H3,
/// else a paragraph.
fn marked(blocks: &Blocks, labels: &[Label]) -> String {
    let kept = blocks.blocks.iter().zip(labels).filter(|(_, label)| **label == Label::Content);
    kept.flat_map(|(block, _)| [tag(block.inside), blocks.text_of(block), "\n"]).collect()
}

fn tag(inside: Inside) -> &'static str {
    match (inside.any(Inside::HEADING), inside.any(Inside::LI)) {
        (true, _) => "<h>",
        (_, true) => "<l>",
        _ => "<p>",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accuracy::datasets::tests::write;
    use crate::accuracy::gold::Content;
    use tamis_blocks::{block, html};

    #[test]
    fn kept_blocks_have_cleaneval_s_tags() {
        let blocks = block::cut(
            &html::parse_str("<h2>Ice</h2><p>We walk</p><ul><li>far</ul><p>no</p>"),
            Cut::Boilerpipe,
        );
        let labels = [Label::Content, Label::Content, Label::Content, Label::Boilerplate];
        assert_eq!(marked(&blocks, &labels), "<h>Ice\n<p>We walk\n<l>far\n");
    }

    #[test]
    fn tables_and_code_are_scored_where_the_gold_has_some_and_pages_become_markdown() {
        let folder = tempfile::tempdir().unwrap();
        for id in ["a", "b", "c"] {
            let html = "<table><tr><th>Winter<th>Summer</table>";
            write(folder.path(), &format!("html/{id}.html"), html);
            write(folder.path(), &format!("gold/{id}.txt"), "Winter Summer");
        }
        write(folder.path(), "markdown/a.md", "| Winter | Summer |\n|---|---|\n");
        write(folder.path(), "markdown/b.md", "Winter");
        let dataset = Dataset::open(folder.path(), None, Content::All).unwrap();
        assert!(dataset.has_markdown());
        let scorers = scores::by_names(&["tables".to_owned(), "code".to_owned()]).unwrap();
        let judge = AccuracyJudge::new(&["keep-all".to_owned()], scorers).unwrap();
        let pages = judge.judge(&dataset, || {}).unwrap().classifiers.remove(0).pages;
        let known = |value: f64| (!value.is_nan()).then_some(value);
        let values: Vec<Option<f64>> = pages.concat().into_iter().map(known).collect();
        assert_eq!(values, [&[Some(1.0); 2][..], &[None; 13]].concat());
    }
}
