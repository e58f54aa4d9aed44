//! The results of scoring classifiers, as plain data for tables and figures.

use super::datasets::Unscored;
use schemars::JsonSchema;
use serde::Serialize;

/// Scores of classifiers on data sets.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Accuracy {
    /// The command that repeats it.
    pub command: String,
    /// The program's version.
    pub version: String,
    /// How pages were cut into blocks: `boilerpipe` or `atomic`.
    pub cut: String,
    /// The text that counts as content: `all`, `article` or `main`.
    pub content: String,
    /// The text that was scored: the classifiers' `own`, or that of the `blocks` that they label as
    /// content.
    pub text: String,
    /// The cross-validation, if classifiers were trained for this scoring; none without
    /// `--cross-validate`.
    pub cross_validation: Option<CrossValidation>,
    /// The part of the pages that was scored: `train`, `validation` or `test` of a file of parts;
    /// none for all pages.
    pub part: Option<&'static str>,
    /// The names of a page's values, in the order of `per_page.tsv`.
    pub columns: Vec<&'static str>,
    /// The names of a data set's values.
    pub figures: Vec<&'static str>,
    /// The figures of the short table, with their headings.
    #[serde(skip)]
    pub shown: Vec<(&'static str, &'static str)>,
    /// The data sets, as named.
    pub datasets: Vec<DatasetScores>,
    /// The means over the data sets; empty with one.
    pub means: Vec<Mean>,
}

/// The mean of a classifier's values over all data sets, each of which counts alike (a macro mean).
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Mean {
    /// The classifier's name.
    pub classifier: String,
    /// The mean of each value of a data set, in the order of the names; none (NaN) if one of the
    /// data sets has no value.
    #[schemars(with = "Vec<Option<f64>>")]
    pub figures: Vec<f64>,
}

/// Returns the means of all classifiers over several data sets; none if there is only one.
pub fn means(datasets: &[DatasetScores]) -> Vec<Mean> {
    let [first, _, ..] = datasets else { return Vec::new() };
    let mut means = Vec::new();
    for (row, judgement) in first.classifiers.iter().enumerate() {
        let figures = 0..judgement.figures.len();
        means.push(Mean {
            classifier: judgement.classifier.clone(),
            figures: figures.map(|figure| macro_mean(datasets, row, figure)).collect(),
        });
    }
    means
}

/// Returns the mean over data sets of one figure of the classifier at `row`.
fn macro_mean(datasets: &[DatasetScores], row: usize, figure: usize) -> f64 {
    let sum: f64 = datasets.iter().map(|dataset| dataset.classifiers[row].figures[figure]).sum();
    sum / datasets.len() as f64
}

/// A cross-validation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CrossValidation {
    /// The number of folds.
    pub folds: usize,
    /// What stayed together: `page`, `site` or `dataset`.
    pub by: &'static str,
    /// The seed of the folds and the trainings.
    pub seed: u64,
    /// The classifiers that were trained for each fold. The others learn nothing.
    pub trained: Vec<String>,
}

impl CrossValidation {
    /// Describes it in a line, for tables: every row of a classifier that was trained comes from
    /// models that have not seen the pages.
    pub fn summary(&self) -> String {
        let Self { folds, by, seed, trained } = self;
        format!(
            "cross-validation: {folds} folds by {by}, seed {seed}; trained for each fold: {}",
            trained.join(", ")
        )
    }
}

/// Scores of all classifiers on one data set.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct DatasetScores {
    /// The folder's name.
    pub dataset: String,
    /// The folder, as the user named it.
    pub path: String,
    /// Its format: l3s-gn1, cleaneval or folders.
    pub format: &'static str,
    /// The names of the pages that were scored, in order.
    #[serde(skip)]
    pub pages: Vec<String>,
    /// The number of pages that were scored.
    pub scored: usize,
    /// The pages that could not be scored, and why.
    pub unscored: Vec<Unscored>,
    /// One for each classifier, as named.
    pub classifiers: Vec<Judgement>,
}

/// Scores of one classifier on one data set.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Judgement {
    /// The classifier's name.
    pub classifier: String,
    /// The data set's values, in the order of the names; none (NaN) for a missing one.
    #[schemars(with = "Vec<Option<f64>>")]
    pub figures: Vec<f64>,
    /// `pages[page][column]`; a missing value is NaN.
    #[serde(skip)]
    pub pages: Vec<Vec<f64>>,
}
