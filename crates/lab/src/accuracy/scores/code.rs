//! The code of a page: the gold's Markdown against that of what a classifier keeps.

use super::Scorer;
use super::edit::PreparedText;
use super::overlap::{mean, median};
use super::pairs::GoldPairs;
use crate::accuracy::markdown::{Code, parts};

pub(super) const SCORER: Scorer = Scorer {
    name: "code",
    describe: "code of Markdown, where the gold has some: mean edit similarity of the blocks \
               paired in order, share of the gold's blocks found with .5 or more, share of its \
               languages",
    source: "1 - Levenshtein distance of the characters / the longer length",
    columns: &["code_similarity", "code_recall", "code_language"],
    page: |judged| {
        judged.markdowns().map_or(vec![f64::NAN; 3], |(found, gold)| {
            let code = compare(found, gold);
            vec![code.pairs.score(), code.pairs.recall(), code.language()]
        })
    },
    figures: &[
        "code_similarity_mean",
        "code_similarity_median",
        "code_recall_mean",
        "code_language_mean",
    ],
    shown: &[("code_similarity_mean", "code"), ("code_recall_mean", "code found")],
    summary: |pages| vec![mean(pages, 0), median(pages, 0), mean(pages, 1), mean(pages, 2)],
};

#[derive(Debug, Clone, Default, PartialEq)]
pub struct ComparedCode {
    /// The blocks, paired by their edit similarity.
    pub pairs: GoldPairs,
    /// How many of the gold's blocks name a language.
    pub labelled: usize,
    /// How many of these are in a pair whose other block names the same.
    pub agreed: usize,
}

impl ComparedCode {
    /// Returns the share, 0 to 1, of the gold's blocks with a language that are paired with one of
    /// the same; NaN if none names one.
    pub fn language(&self) -> f64 {
        self.agreed as f64 / self.labelled as f64
    }
}

/// Pairs the code of two Markdown texts.
pub fn compare(found: &str, gold: &str) -> ComparedCode {
    let [found, gold] = [found, gold].map(|text| parts(text).code);
    let texts = prepared(&found);
    let of = |code: &PreparedText| texts.iter().map(|other| code.similarity(other)).collect();
    let similarities: Vec<Vec<f64>> = prepared(&gold).iter().map(of).collect();
    let pairs = GoldPairs::new(&similarities, found.len());
    let labelled = gold.iter().filter(|code| code.language.is_some()).count();
    let agree = |&&(of_gold, of_found, _): &&(usize, usize, f64)| {
        gold[of_gold].language.is_some() && gold[of_gold].language == found[of_found].language
    };
    ComparedCode { labelled, agreed: pairs.pairs.iter().filter(agree).count(), pairs }
}

fn prepared(code: &[Code]) -> Vec<PreparedText> {
    code.iter().map(|code| PreparedText::new(&code.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_paired_in_order_and_its_languages_compared() {
        let gold = "```sh\nls -a\n```\n\n```rust\nlet a = 1;\n```\n\n```\nplain\n```\n";
        let same = compare(gold, gold);
        assert_eq!((same.pairs.score(), same.pairs.recall(), same.language()), (1.0, 1.0, 1.0));
        // One character of five, one of ten; bash is sh, and one language is missing.
        let found = compare("```bash\nls -l\n```\n```\nlet b = 1;\n```\n", gold);
        assert_eq!(found.pairs.pairs, [(0, 0, 0.8), (1, 1, 0.9)]);
        assert!((found.pairs.score() - 1.7 / 3.0).abs() < 1e-12);
        assert_eq!((found.labelled, found.agreed, found.language()), (2, 1, 0.5));
        let missed = compare("", gold);
        assert_eq!((missed.pairs.score(), missed.language()), (0.0, 0.0));
        assert!(compare(gold, "").language().is_nan());
    }
}
