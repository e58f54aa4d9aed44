//! The figures of Table 2 for any number of classes, as Weka has them: the means over the classes, each weighted by its words.

/// What a learner predicted for a block.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// The block's class.
    pub class: usize,
    /// Its weight.
    pub weight: f64,
    /// The probability of each class.
    pub shares: Vec<f64>,
}

/// The figures of a row of Table 2, 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Figures {
    /// Precision.
    pub precision: f64,
    /// Recall.
    pub recall: f64,
    /// F1.
    pub f1: f64,
    /// False positive rate.
    pub fpr: f64,
    /// Area under the ROC curve of each class against the others.
    pub auc: f64,
}

/// Returns the means over the classes.
pub fn figures(predictions: &[Prediction]) -> Figures {
    let kinds = predictions.first().map_or(0, |prediction| prediction.shares.len());
    let all: f64 = predictions.iter().map(|prediction| prediction.weight).sum();
    let mut means = Figures::default();
    for class in 0..kinds {
        let of = of_class(predictions, class);
        let words: f64 = predictions.iter().filter(|p| p.class == class).map(|p| p.weight).sum();
        let share = ratio(words, all);
        means.precision += share * of.precision;
        means.recall += share * of.recall;
        means.f1 += share * of.f1;
        means.fpr += share * of.fpr;
        means.auc += share * of.auc;
    }
    means
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

fn of_class(predictions: &[Prediction], class: usize) -> Figures {
    let (mut right, mut wrong, mut positive, mut negative) = (0.0, 0.0, 0.0, 0.0);
    for prediction in predictions {
        let said = super::table::heaviest(&prediction.shares) == class;
        *(if prediction.class == class { &mut positive } else { &mut negative }) += prediction.weight;
        match (said, prediction.class == class) {
            (true, true) => right += prediction.weight,
            (true, false) => wrong += prediction.weight,
            _ => {}
        }
    }
    let (precision, recall) = (ratio(right, right + wrong), ratio(right, positive));
    let f1 = ratio(2.0 * precision * recall, precision + recall);
    Figures { precision, recall, f1, fpr: ratio(wrong, negative), auc: area(predictions, class) }
}

/// The area under the ROC curve of a class: the chance that a word of the class has a higher probability than one of
/// another, half of it for equal ones.
fn area(predictions: &[Prediction], class: usize) -> f64 {
    let mut ranked: Vec<(f64, f64, f64)> = predictions
        .iter()
        .map(|p| if p.class == class { (p.shares[class], p.weight, 0.0) } else { (p.shares[class], 0.0, p.weight) })
        .collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut below, mut area, mut positive) = (0.0, 0.0, 0.0);
    for equal in ranked.chunk_by(|a, b| a.0 == b.0) {
        let [yes, no] = equal.iter().fold([0.0, 0.0], |[yes, no], (_, y, n)| [yes + y, no + n]);
        area += yes * (below + no / 2.0);
        below += no;
        positive += yes;
    }
    ratio(area, positive * below)
}
