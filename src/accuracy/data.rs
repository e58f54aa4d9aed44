//! The plain result of judging: everything that a table, a figure or a list of it needs.

use super::datasets::Unscored;
use serde::Serialize;

/// Classifiers on data sets.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Accuracy {
    /// The command that repeats it.
    pub command: String,
    /// The program's version.
    pub version: String,
    /// How pages were cut into blocks: `boilerpipe` or `atomic`.
    pub cut: String,
    /// What counts as content: `all` or `main`.
    pub content: String,
    /// Whose text was scored: the classifiers' `own`, or that of the `blocks` that they label.
    pub text: String,
    /// The names of a page's values, in the order of [`Judgement::pages`].
    pub columns: Vec<&'static str>,
    /// The names of a data set's values, in the order of [`Judgement::figures`].
    pub figures: Vec<&'static str>,
    /// The figures of the short table, with what stands above them there.
    #[serde(skip)]
    pub shown: Vec<(&'static str, &'static str)>,
    /// The data sets, as named.
    pub datasets: Vec<Judged>,
}

/// All classifiers on one data set.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Judged {
    /// The folder's name.
    pub dataset: String,
    /// The folder, as the user named it.
    pub path: String,
    /// Its format.
    pub format: &'static str,
    /// The names of the pages that were scored, in order.
    #[serde(skip)]
    pub pages: Vec<String>,
    /// How many they are.
    pub scored: usize,
    /// What could not be scored, and why.
    pub unscored: Vec<Unscored>,
    /// One for each classifier, as named.
    pub classifiers: Vec<Judgement>,
}

/// One classifier on one data set.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Judgement {
    /// The classifier's name.
    pub classifier: String,
    /// The data set's values; NaN (in JSON `null`) where there is none.
    pub figures: Vec<f64>,
    /// `pages[page][column]`; NaN where there is none.
    #[serde(skip)]
    pub pages: Vec<Vec<f64>>,
}
