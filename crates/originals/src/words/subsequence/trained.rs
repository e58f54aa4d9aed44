//! The supervised variant of Maximum Subsequence Segmentation: the scores come from a classifier of
//! tokens.
//!
//! Pasternack and Roth, WWW 2009, specify: a naive Bayes classifier gives the probability that a
//! token is inside the article; its features are the trigram at the token and the most recent tag
//! that is not closed; the score is the probability - 0.5, and a feature that training has not seen
//! has 0.5. Our choices:
//!
//! - A trigram is the token and the two before it. Words are distinguished if they are in a
//!   vocabulary of frequent words, else by their first letter and their last mark alone; the
//!   paper's model knew the words of its sites.
//! - Inside and outside are equally probable before any feature is seen.
//! - The model has the odds of the most informative features, so that it is small; the others count
//!   as not seen.
//!
//! The authors' release is not available: the model is trained by us, see the card beside it.

use super::features::{FeatureKey, TokenFeatures, TrigramWords, features};
use super::keep_best_run;
use crate::words::on_tokens::{KeptTokens, OnTokens, WordMajority};
use crate::words::written::WrittenPage;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use tamis_blocks::Result;
use tamis_blocks::classify::Classifier;
use tamis_blocks::model::Model;

/// The kind of its models.
pub const KIND: &str = "mss-trained";

/// The score 1. Scores are integers, so that their sums are exact.
const ONE: i64 = 1 << 20;

/// The classifier's name in explanations is [`KIND`].
pub(crate) struct TrainedWords {
    table: Arc<OddsTable>,
    sum: Option<u64>,
}

struct OddsTable {
    vocabulary: TrigramWords,
    /// How many times more probable each feature is inside than outside.
    odds: FxHashMap<FeatureKey, f32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TrainedSettings {
    words: usize,
    features: usize,
}

/// The two halves of a key, as numbers that are exact.
const HALF: u32 = 24;

/// Makes a model of the keys of a vocabulary, and of features with their odds: how many times more
/// probable each is inside the content than outside.
pub fn model(words: &[FeatureKey], features: &[(FeatureKey, f32)]) -> Model {
    let settings = TrainedSettings { words: words.len(), features: features.len() };
    let word_rows = words.iter().flat_map(|&word| halves(word)).collect();
    let mut feature_rows = Vec::with_capacity(3 * features.len());
    for &(key, odds) in features {
        feature_rows.extend(halves(key));
        feature_rows.push(odds);
    }
    Model::new(KIND, serde_json::json!(settings)).with("words", &[words.len(), 2], word_rows).with(
        "features",
        &[features.len(), 3],
        feature_rows,
    )
}

fn halves(key: FeatureKey) -> [f32; 2] {
    [(key >> HALF) as f32, (key & ((1 << HALF) - 1)) as f32]
}

/// Returns the key of two halves, the first two numbers of a row.
fn key_of_halves(row: &[f32]) -> FeatureKey {
    (row[0] as FeatureKey) << HALF | row[1] as FeatureKey
}

impl OddsTable {
    fn from_model(model: &Model) -> Result<Self> {
        let TrainedSettings { words, features } = model.settings()?;
        let words = model.array("words", &[words, 2])?.chunks_exact(2);
        let vocabulary = words.map(key_of_halves).collect();
        let rows = model.array("features", &[features, 3])?.chunks_exact(3);
        if let Some(row) = rows.clone().find(|row| !(row[2] > 0.0 && row[2].is_finite())) {
            return Err(model.wrong(format!("the odds {}", row[2]), "odds above 0"));
        }
        Ok(Self { vocabulary, odds: rows.map(|row| (key_of_halves(row), row[2])).collect() })
    }

    /// Returns the score of a token, in parts of [`ONE`].
    fn score(&self, token: &TokenFeatures) -> i64 {
        let odds = self.odds(token.trigram) * self.odds(token.unclosed);
        ((odds / (1.0 + odds) - 0.5) * ONE as f64).round() as i64
    }

    /// Returns the odds of a feature; 1 if the model does not know it.
    fn odds(&self, key: FeatureKey) -> f64 {
        f64::from(self.odds.get(&key).copied().unwrap_or(1.0))
    }
}

/// The model of this program.
static OURS: LazyLock<Result<(Arc<OddsTable>, u64)>> = LazyLock::new(|| {
    let bytes = include_bytes!("mss-trained.model");
    let model = Model::from_bytes(bytes, Path::new("mss-trained.model"), KIND)?;
    Ok((Arc::new(OddsTable::from_model(&model)?), model.sum()))
});

impl TrainedWords {
    /// Reads the model of a path, or takes this program's.
    ///
    /// # Errors
    /// The file cannot be read or is no model of this kind.
    pub(crate) fn build(path: Option<&str>) -> Result<Box<dyn Classifier>> {
        match path {
            Some(path) => Self::from_model(&Model::read(Path::new(path), KIND)?),
            None => match &*OURS {
                Ok((table, sum)) => Ok(Box::new(WordMajority(
                    KIND,
                    Self { table: Arc::clone(table), sum: Some(*sum) },
                ))),
                Err(error) => Err(tamis_blocks::Error::setting(error.to_string())),
            },
        }
    }

    /// Builds the classifier with a model.
    ///
    /// # Errors
    /// The model is of another kind, or has odds of 0 or less.
    pub(crate) fn from_model(model: &Model) -> Result<Box<dyn Classifier>> {
        Ok(Box::new(WordMajority(
            KIND,
            Self { table: Arc::new(OddsTable::from_model(model)?), sum: Some(model.sum()) },
        )))
    }
}

impl OnTokens for TrainedWords {
    fn judge(&self, written: &WrittenPage) -> KeptTokens {
        let features = features(written, &self.table.vocabulary);
        keep_best_run(features.iter().map(|token| self.table.score(token)), ONE)
    }

    fn model_sum(&self) -> Option<u64> {
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_probabilities_less_a_half() {
        let key = (1 << 47) + 12_345;
        let table = OddsTable::from_model(&model(&[7, key], &[(key, 3.0), (9, 0.25)])).unwrap();
        let score = |trigram, unclosed| table.score(&TokenFeatures { trigram, unclosed });
        assert_eq!(score(key, 1), ONE / 4, "odds of 3 are a probability of 0.75");
        assert_eq!(score(key, 9), (-0.5 / 7.0 * ONE as f64).round() as i64, "3/4 to 1");
        assert_eq!(score(1, 2), 0, "not seen");
    }

    fn assert_refused(model: &Model, expected: &str) {
        let error = TrainedWords::from_model(model).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn invalid_models_are_refused() {
        assert_refused(&model(&[], &[(1, 0.0)]), "odds above 0");
        assert_refused(&Model::new(KIND, serde_json::json!({"words": 1, "features": 0})), "words");
        assert_refused(&Model::new(KIND, serde_json::json!({})), "settings");
        assert!(TrainedWords::build(Some("/no/such.model")).is_err());
    }

    #[test]
    fn the_model_of_this_program_keeps_a_text_and_drops_a_menu() {
        let text = "The council said on Monday that it would not, as it had planned, close the \
                    road to the north. ";
        let menu = "<li><a href=/x>Home</a></li><li><a href=/y>Sport</a></li>".repeat(10);
        let markup = format!("<body><ul>{menu}</ul><p>{}</p><ul>{menu}</ul>", text.repeat(5));
        let written = WrittenPage::read(&markup);
        let Ok((table, _)) = &*OURS else { panic!("the model is damaged") };
        let kept = TrainedWords { table: Arc::clone(table), sum: None }.judge(&written).kept;
        let kept = written.kept_text(&kept);
        assert_eq!(kept.matches("council").count(), 5, "{kept}");
        assert!(kept.matches("Home").count() <= 1, "{kept}");
    }
}
