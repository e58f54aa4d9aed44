//! The figures of Table 2 for any number of classes, as Weka has them: the means over the classes,
//! each weighted by its words.

use super::table::heaviest;
use serde::Serialize;

/// What a learner predicted for a block.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    pub class: usize,
    pub weight: f64,
    /// The probability of each class.
    pub shares: Vec<f64>,
}

/// The figures of a row of Table 2, 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Figures {
    pub precision: f64,
    pub recall: f64,
    /// F1.
    pub f1: f64,
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
    let mut right = 0.0;
    let mut wrong = 0.0;
    let mut positive = 0.0;
    let mut negative = 0.0;
    for prediction in predictions {
        let is_predicted = heaviest(&prediction.shares) == class;
        if prediction.class == class {
            positive += prediction.weight;
            right += if is_predicted { prediction.weight } else { 0.0 };
        } else {
            negative += prediction.weight;
            wrong += if is_predicted { prediction.weight } else { 0.0 };
        }
    }
    let precision = ratio(right, right + wrong);
    let recall = ratio(right, positive);
    let f1 = ratio(2.0 * precision * recall, precision + recall);
    Figures { precision, recall, f1, fpr: ratio(wrong, negative), auc: area(predictions, class) }
}

/// The area under the ROC curve of a class: the chance that a word of the class has a higher
/// probability than one of another, half of it for equal ones.
fn area(predictions: &[Prediction], class: usize) -> f64 {
    // Probability, weight of the class, weight of the others.
    let mut ranked: Vec<(f64, f64, f64)> = Vec::with_capacity(predictions.len());
    for prediction in predictions {
        let probability = prediction.shares[class];
        ranked.push(if prediction.class == class {
            (probability, prediction.weight, 0.0)
        } else {
            (probability, 0.0, prediction.weight)
        });
    }
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut below = 0.0;
    let mut area = 0.0;
    let mut positive = 0.0;
    for equal in ranked.chunk_by(|a, b| a.0 == b.0) {
        let mut yes = 0.0;
        let mut no = 0.0;
        for (_, of_class, of_others) in equal {
            yes += of_class;
            no += of_others;
        }
        area += yes * (below + no / 2.0);
        below += no;
        positive += yes;
    }
    ratio(area, positive * below)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prediction(class: usize, weight: f64, shares: [f64; 2]) -> Prediction {
        Prediction { class, weight, shares: shares.into() }
    }

    #[test]
    fn a_worked_case() {
        // Content: 60 right, 20 lost, 10 wrong; boilerplate: 10 kept out.
        let all = [
            prediction(1, 60.0, [0.1, 0.9]),
            prediction(1, 20.0, [0.6, 0.4]),
            prediction(0, 10.0, [0.4, 0.6]),
            prediction(0, 10.0, [0.9, 0.1]),
        ];
        let found = figures(&all);
        assert_near(found.precision, 0.8 * (60.0 / 70.0) + 0.2 * (10.0 / 30.0));
        assert_near(found.recall, 0.7);
        assert_near(found.fpr, 0.8 * 0.5 + 0.2 * 0.25);
        // Of 80 x 20 pairs of words, 60 x 20 + 20 x 10 are in order; the same for the other class.
        assert_near(found.auc, 1400.0 / 1600.0);
    }

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    #[test]
    fn equal_shares_count_half() {
        let all = [prediction(1, 5.0, [0.5, 0.5]), prediction(0, 3.0, [0.5, 0.5])];
        assert_eq!(figures(&all).auc, 0.5);
        assert_eq!(figures(&[]), Figures::default());
    }

    #[test]
    fn keep_all_is_table_2_s_first_row() {
        let found = figures(&[prediction(1, 638.0, [0.0, 1.0]), prediction(0, 362.0, [0.0, 1.0])]);
        let printed = [found.precision, found.recall, found.f1, found.fpr]
            .map(|figure| format!("{:.1}", 100.0 * figure));
        assert_eq!(printed, ["40.7", "63.8", "49.7", "63.8"]);
    }
}
