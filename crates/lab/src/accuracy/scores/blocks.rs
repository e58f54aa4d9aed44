//! Labels of blocks against the gold's, weighted by words, over all pages together (Kohlschütter,
//! Fankhauser, Nejdl 2010, section 4.3.1): of the class content, and as in Table 2, which has
//! Weka's means over both classes, weighted by words.

use super::overlap::harmonic;
use super::{PagePair, Scorer};

pub(super) const SCORER: Scorer = Scorer {
    name: "blocks",
    describe: "blocks of all pages weighted by words: P, R, F1, false positive rate, ROC AUC of \
               content, and as Table 2 has them",
    source: "Kohlschütter, Fankhauser, Nejdl, WSDM 2010, section 4.3.1, Table 2",
    // Words of content that is kept, boilerplate that is kept, content that is dropped, boilerplate
    // that is dropped.
    columns: &["block_tp", "block_fp", "block_fn", "block_tn"],
    page,
    figures: &[
        "block_p",
        "block_r",
        "block_f1",
        "block_fpr",
        "block_auc",
        "table2_p",
        "table2_r",
        "table2_f1",
        "table2_fpr",
        "table2_auc",
    ],
    shown: &[("block_f1", "blocks F1"), ("block_fpr", "FPR"), ("table2_f1", "table 2 F1")],
    summary,
};

/// The values of a class.
const FIGURES: [fn(&WordCounts) -> f64; 5] = [
    WordCounts::precision,
    WordCounts::recall,
    WordCounts::f1,
    WordCounts::false_positive_rate,
    WordCounts::auc,
];

fn summary(pages: &[Vec<f64>]) -> Vec<f64> {
    let content = WordCounts::sum(pages);
    let boilerplate = content.swapped();
    let mut figures: Vec<f64> = FIGURES.iter().map(|figure| figure(&content)).collect();
    for figure in FIGURES {
        let content_words = content.positives();
        let boilerplate_words = boilerplate.positives();
        let sum = content_words * figure(&content) + boilerplate_words * figure(&boilerplate);
        figures.push(share(sum, content_words + boilerplate_words));
    }
    figures
}

/// Words by their gold class and their label.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct WordCounts {
    true_positives: f64,
    false_positives: f64,
    false_negatives: f64,
    true_negatives: f64,
}

fn page(judged: &PagePair) -> Vec<f64> {
    let mut counts = [0u64; 4];
    for block in judged.blocks {
        let place = match (block.gold, block.predicted) {
            (true, true) => 0,
            (false, true) => 1,
            (true, false) => 2,
            (false, false) => 3,
        };
        counts[place] += u64::from(block.words);
    }
    counts.map(|count| count as f64).into()
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

impl WordCounts {
    /// The sums of the columns. Words are whole numbers, so their order does not matter.
    fn sum(pages: &[Vec<f64>]) -> Self {
        let [true_positives, false_positives, false_negatives, true_negatives] =
            [0, 1, 2, 3].map(|column| pages.iter().map(|page| page[column]).sum());
        Self { true_positives, false_positives, false_negatives, true_negatives }
    }

    /// Returns the table with boilerplate as the positive class.
    fn swapped(&self) -> Self {
        Self {
            true_positives: self.true_negatives,
            false_positives: self.false_negatives,
            false_negatives: self.false_positives,
            true_negatives: self.true_positives,
        }
    }

    fn positives(&self) -> f64 {
        self.true_positives + self.false_negatives
    }

    fn precision(&self) -> f64 {
        share(self.true_positives, self.true_positives + self.false_positives)
    }

    fn recall(&self) -> f64 {
        share(self.true_positives, self.positives())
    }

    fn f1(&self) -> f64 {
        harmonic(self.precision(), self.recall())
    }

    fn false_positive_rate(&self) -> f64 {
        share(self.false_positives, self.false_positives + self.true_negatives)
    }

    /// The area under the ROC curve of a single operating point: straight lines to it from (0, 0)
    /// and on to (1, 1).
    fn auc(&self) -> f64 {
        (1.0 + self.recall() - self.false_positive_rate()) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worked_case() {
        let pages = [vec![6.0, 2.0, 1.0, 0.0], vec![0.0, 0.0, 1.0, 10.0]];
        assert_eq!(summary(&pages)[..5], [0.75, 0.75, 0.75, 2.0 / 12.0, (1.75 - 2.0 / 12.0) / 2.0]);
    }

    #[test]
    fn keep_all_is_table_2_s_first_row() {
        // 63.8 % of the words are content: precision .638^2, recall and false positive rate .638,
        // AUC .5.
        let figures = summary(&[vec![638.0, 362.0, 0.0, 0.0]]);
        let printed: Vec<String> =
            figures[5..].iter().map(|figure| format!("{:.1}", 100.0 * figure)).collect();
        assert_eq!(printed, ["40.7", "63.8", "49.7", "63.8", "50.0"]);
    }
}
