//! The scorers: compare the text that a classifier keeps with the gold. One list, one file per
//! scorer.

mod blocks;
pub mod cetr;
pub mod characters;
pub mod cleaneval;
pub mod code;
mod edit;
pub(crate) mod lcs;
pub mod overlap;
pub mod pairs;
pub mod rouge;
pub mod shingles;
pub mod tables;
mod teds;
pub mod tokens;
mod trees;
#[cfg(feature = "originals")]
mod web2text;
pub mod words;

#[cfg(feature = "originals")]
use super::leaves::Leaves;
use tamis_index::error::{Error, Result};

/// A page to score: the kept text and the gold.
#[derive(Clone, Copy, Default)]
pub struct PagePair<'a> {
    pub text: &'a str,
    /// The kept blocks in CleanEval's format, each after `<h>`, `<l>` or `<p>`.
    pub marked: &'a str,
    /// The text that should be kept.
    pub gold: &'a str,
    /// The same text with CleanEval's tags, if the data set has them.
    pub gold_marked: Option<&'a str>,
    /// The kept blocks as Markdown, if a page's Markdown can be made.
    pub markdown: Option<&'a str>,
    /// The page's Markdown as it should be, if the data set has it.
    pub gold_markdown: Option<&'a str>,
    pub blocks: &'a [JudgedBlock],
    /// The page in Web2Text's blocks, if a scorer [needs](needs_leaves) them.
    #[cfg(feature = "originals")]
    pub leaves: Option<&'a Leaves<'a>>,
}

impl<'a> PagePair<'a> {
    /// Returns the Markdown of what is kept, and the gold's; none if one is missing.
    fn markdowns(&self) -> Option<(&'a str, &'a str)> {
        self.markdown.zip(self.gold_markdown)
    }
}

/// A block, as labelled by the gold and by a classifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JudgedBlock {
    /// Its words, which are its weight.
    pub words: u32,
    /// Whether it is content in the gold.
    pub gold: bool,
    /// Whether the classifier labels it as content.
    pub predicted: bool,
}

pub struct Scorer {
    pub name: &'static str,
    /// A description of its values.
    pub describe: &'static str,
    pub source: &'static str,
    /// The names of a page's values.
    pub columns: &'static [&'static str],
    /// Computes the values of a page; a missing value is NaN.
    pub page: fn(&PagePair) -> Vec<f64>,
    /// The names of a data set's values.
    pub figures: &'static [&'static str],
    /// The figures of the short table, with their headings.
    pub shown: &'static [(&'static str, &'static str)],
    /// Computes the values of a data set from those of its pages.
    pub summary: fn(&[Vec<f64>]) -> Vec<f64>,
}

impl Scorer {
    /// Whether it looks at [`PagePair::markdown`].
    pub fn needs_markdown(&self) -> bool {
        [tables::SCORER.name, code::SCORER.name].contains(&self.name)
    }
}

/// All scorers, in the order in which they are shown.
pub const SCORERS: &[Scorer] = &[
    blocks::SCORER,
    words::SCORER,
    tokens::SCORER,
    cleaneval::SCORER,
    cetr::SCORER,
    rouge::SCORER,
    shingles::SCORER,
    characters::SCORER,
    tables::SCORER,
    code::SCORER,
    #[cfg(feature = "originals")]
    web2text::SCORER,
];

/// Whether one of these scorers looks at [`PagePair::leaves`].
#[cfg(feature = "originals")]
pub fn needs_leaves(scorers: &[&Scorer]) -> bool {
    scorers.iter().any(|scorer| scorer.name == web2text::SCORER.name)
}

/// Returns the scorers with these names, in the order of the list; `all` means all of them.
///
/// # Errors
/// [`Error::Setting`] for an unknown name, or without a name.
pub fn by_names(names: &[String]) -> Result<Vec<&'static Scorer>> {
    let known: Vec<&str> = SCORERS.iter().map(|scorer| scorer.name).chain(["all"]).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(Error::unknown_name("scorer", name, known));
    }
    let all = names.iter().any(|name| name == "all");
    let scorers: Vec<&Scorer> = SCORERS
        .iter()
        .filter(|scorer| all || names.iter().any(|name| name == scorer.name))
        .collect();
    if scorers.is_empty() {
        return Err(Error::settings("scorers: found none, expected one or more"));
    }
    Ok(scorers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scorer_fills_its_columns_and_figures_and_scores_the_gold_best() {
        let blocks = [true, false].map(|content| JudgedBlock {
            words: 3,
            gold: content,
            predicted: content,
        });
        let gold = "Winter is near.\nThe kettle boils.";
        #[cfg(feature = "originals")]
        let leaves = Leaves::new("<p>Home<p>Winter is near.<p>The kettle boils.", gold);
        let marked = "<h>Winter is near.\n<p>The kettle boils.";
        let markdown = "| a | b |\n|---|---|\n| 1 | 2 |\n\n```rust\nfn\n```\n";
        let judged = PagePair {
            text: gold,
            marked,
            gold,
            gold_marked: Some(marked),
            markdown: Some(markdown),
            gold_markdown: Some(markdown),
            blocks: &blocks,
            #[cfg(feature = "originals")]
            leaves: Some(&leaves),
        };
        for scorer in SCORERS {
            let page = (scorer.page)(&judged);
            assert_eq!(page.len(), scorer.columns.len(), "{}", scorer.name);
            let figures = (scorer.summary)(&[page.clone(), page]);
            assert_eq!(figures.len(), scorer.figures.len(), "{}", scorer.name);
            for (shown, _) in scorer.shown {
                let place = scorer.figures.iter().position(|figure| figure == shown).expect(shown);
                let best = if shown.ends_with("fpr") { 0.0 } else { 1.0 };
                assert!(
                    [best, 100.0 * best].contains(&figures[place]),
                    "{shown} {}",
                    figures[place]
                );
            }
        }
    }

    #[test]
    fn names_are_distinct() {
        let names: Vec<&str> =
            SCORERS.iter().flat_map(|s| s.columns.iter().chain(s.figures)).copied().collect();
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len());
    }

    #[test]
    fn scorers_are_found_by_name() {
        let two = by_names(&["rouge".to_owned(), "words".to_owned()]).unwrap();
        assert_eq!(two.iter().map(|scorer| scorer.name).collect::<Vec<_>>(), ["words", "rouge"]);
        assert_eq!(by_names(&["all".to_owned()]).unwrap().len(), SCORERS.len());
        let error = by_names(&["rogue".to_owned()]).err().unwrap().to_string();
        assert_eq!(error, "unknown scorer 'rogue'; did you mean 'rouge'?");
    }
}
