//! Labels of Web2Text's blocks against the gold's, every block with the same weight, over all pages
//! together (Vogels, Ganea, Eickhoff, ECIR 2018, Table 1). Gold and kept text are aligned with the
//! page's source; a block is content if more than two thirds of its text is aligned.

use super::overlap::harmonic;
use super::{PagePair, Scorer};

pub(super) const SCORER: Scorer = Scorer {
    name: "web2text",
    describe: "text nodes of all pages, by aligning the text with the page: accuracy, P, R, F1",
    source: "Vogels, Ganea, Eickhoff, ECIR 2018, Table 1",
    columns: &["leaf_tp", "leaf_fp", "leaf_fn", "leaf_tn"],
    page,
    figures: &["leaf_accuracy", "leaf_p", "leaf_r", "leaf_f1"],
    shown: &[("leaf_accuracy", "leaves acc."), ("leaf_f1", "leaves F1")],
    summary,
};

/// Counts the blocks that are content and kept, only kept, only content, and neither.
fn page(judged: &PagePair) -> Vec<f64> {
    let Some(leaves) = judged.leaves else { return vec![f64::NAN; 4] };
    let mut counts = [0u32; 4];
    for (gold, kept) in leaves.gold.iter().zip(leaves.kept(judged.text)) {
        let column = match (gold, kept) {
            (true, true) => 0,
            (false, true) => 1,
            (true, false) => 2,
            (false, false) => 3,
        };
        counts[column] += 1;
    }
    counts.map(f64::from).into()
}

fn summary(pages: &[Vec<f64>]) -> Vec<f64> {
    // Counts are whole numbers, so their order does not matter.
    let [tp, fp, lost, tn] =
        [0, 1, 2, 3].map(|column| pages.iter().map(|page| page[column]).sum::<f64>());
    let precision = share(tp, tp + fp);
    let recall = share(tp, tp + lost);
    vec![share(tp + tn, tp + fp + lost + tn), precision, recall, harmonic(precision, recall)]
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_count_alike_on_all_pages() {
        let figures = summary(&[vec![6.0, 2.0, 1.0, 0.0], vec![0.0, 0.0, 1.0, 10.0]]);
        assert_eq!(figures, [0.8, 0.75, 0.75, 0.75]);
        assert_eq!(summary(&[]), [0.0; 4]);
    }
}
