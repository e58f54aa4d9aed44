//! The tables of a page: the gold's Markdown against that of what a classifier keeps.

use super::Scorer;
use super::overlap::{mean, median};
use super::pairs::GoldPairs;
use super::teds::PreparedTables;
use crate::accuracy::markdown::parts;

pub(super) const SCORER: Scorer = Scorer {
    name: "tables",
    describe: "tables of Markdown, where the gold has some: mean TEDS of those paired in order, \
               share of the gold's tables found with a TEDS of .5 or more",
    source: "Zhong, ShafieiBavani, Jimeno Yepes, ECCV 2020",
    columns: &["tables_teds", "tables_recall"],
    page: |judged| {
        judged.markdowns().map_or(vec![f64::NAN; 2], |(found, gold)| {
            let pairs = compare(found, gold);
            vec![pairs.score(), pairs.recall()]
        })
    },
    figures: &["tables_teds_mean", "tables_teds_median", "tables_recall_mean"],
    shown: &[("tables_teds_mean", "TEDS"), ("tables_recall_mean", "tables found")],
    summary: |pages| vec![mean(pages, 0), median(pages, 0), mean(pages, 1)],
};

/// Pairs the tables of two Markdown texts by their TEDS.
pub fn compare(found: &str, gold: &str) -> GoldPairs {
    let [found, gold] = [found, gold].map(|text| PreparedTables::new(parts(text).tables));
    GoldPairs::new(&gold.teds(&found), found.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOLD: &str = "# Ice\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nMore:\n\n| c |\n|---|\n| 3 |\n";

    #[test]
    fn tables_of_a_page_are_paired_in_order() {
        let same = compare(GOLD, GOLD);
        assert_eq!((same.score(), same.recall(), same.gold, same.found), (1.0, 1.0, 2, 2));
        // The second alone: the first is missed.
        let second = compare("| c |\n|---|\n| 3 |\n", GOLD);
        assert_eq!((second.score(), second.right()), (0.5, 1));
        assert_eq!(second.pairs, [(1, 0, 1.0)]);
        // One more than in the gold is in the denominator.
        let more = compare(&format!("{GOLD}\n| d |\n|---|\n| 4 |\n"), GOLD);
        assert_eq!((more.score(), more.recall()), (2.0 / 3.0, 1.0));
        assert_eq!(compare("No table", GOLD).score(), 0.0);
        assert!(compare(GOLD, "No table").score().is_nan());
    }
}
