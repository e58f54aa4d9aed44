//! A linear support vector machine: a weight for each feature, normalized to 0 to 1 over the
//! training blocks as in Weka's SMO, and a bias. Content is what is above 0.

use super::FeatureColumns;
use crate::classify::classifier::{Classifier, Subject};
use crate::classify::rules::rule::number;
use crate::error::Result;
use crate::model::Model;
use crate::page::Label;
use serde_json::json;

/// Number of features that an explanation names.
const EXPLAINED: usize = 3;

/// A linear function of features of a block.
#[derive(Debug, Clone, PartialEq)]
pub struct Linear {
    /// The names of the features.
    pub features: Vec<String>,
    /// The least value of each feature among the training blocks.
    pub least: Vec<f32>,
    /// The greatest.
    pub greatest: Vec<f32>,
    /// The weight of each feature.
    pub weights: Vec<f32>,
    /// The bias.
    pub bias: f32,
}

impl Linear {
    /// Returns what each feature adds. A feature that had one value only adds nothing.
    fn terms<'a>(&'a self, values: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        values.iter().enumerate().map(|(i, value)| {
            let least = f64::from(self.least[i]);
            let range = f64::from(self.greatest[i]) - f64::from(self.least[i]);
            if range > 0.0 { f64::from(self.weights[i]) * (value - least) / range } else { 0.0 }
        })
    }

    /// Returns the function's value; above 0 is content.
    pub fn value(&self, values: &[f64]) -> f64 {
        f64::from(self.bias) + self.terms(values).sum::<f64>()
    }

    /// Returns the model of this function.
    pub fn to_model(&self, kind: &str) -> Model {
        let n = [self.features.len()];
        Model::new(kind, json!({"features": self.features}))
            .with("least", &n, self.least.clone())
            .with("greatest", &n, self.greatest.clone())
            .with("weights", &n, self.weights.clone())
            .with("bias", &[1], vec![self.bias])
    }
}

#[derive(serde::Deserialize)]
struct LinearSettings {
    features: Vec<String>,
}

/// The classifier of a linear function.
pub(super) struct LinearClassifier {
    linear: Linear,
    columns: FeatureColumns,
    sum: u64,
}

impl LinearClassifier {
    /// # Errors
    /// [`crate::Error::Format`] if the model has no linear function of known features.
    pub(super) fn from_model(model: &Model) -> Result<Self> {
        let LinearSettings { features } = model.settings()?;
        let columns = FeatureColumns::new(&features).ok_or_else(|| {
            model.wrong(format!("the features {features:?}"), "features of a single page")
        })?;
        let n = [features.len()];
        let linear = Linear {
            features,
            least: model.array("least", &n)?.to_vec(),
            greatest: model.array("greatest", &n)?.to_vec(),
            weights: model.array("weights", &n)?.to_vec(),
            bias: model.array("bias", &[1])?[0],
        };
        Ok(Self { linear, columns, sum: model.sum() })
    }
}

impl Classifier for LinearClassifier {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        self.columns.map(subject, |values| {
            if self.linear.value(values) > 0.0 { Label::Content } else { Label::Boilerplate }
        })
    }

    fn model_sum(&self) -> Option<u64> {
        Some(self.sum)
    }

    fn explain(&self, subject: &Subject) -> Vec<String> {
        self.columns.map(subject, |values| explain(&self.linear, values))
    }
}

/// Describes the value and the features that add most to it, either way.
fn explain(linear: &Linear, values: &[f64]) -> String {
    let value = linear.value(values);
    let mut terms: Vec<(usize, f64)> = linear.terms(values).enumerate().collect();
    terms.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let reasons = terms.iter().take(EXPLAINED).filter(|(_, term)| *term != 0.0).map(|(i, term)| {
        format!(
            "; {} {} adds {term:.2}",
            FeatureColumns::published_name(&linear.features[*i]),
            number(values[*i])
        )
    });
    let (verdict, is) = if value > 0.0 { ("content", ">") } else { ("boilerplate", "<=") };
    format!("{verdict} ({value:.2} {is} 0{})", reasons.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Cut;
    use std::path::Path;

    fn linear() -> Linear {
        Linear {
            features: vec!["words (C)".into(), "link_density (C)".into(), "in_h1 (C)".into()],
            least: vec![0.0, 0.0, 1.0],
            greatest: vec![10.0, 1.0, 1.0],
            weights: vec![5.0, -2.0, 7.0],
            bias: -1.0,
        }
    }

    fn read(model: &Model) -> Result<LinearClassifier> {
        LinearClassifier::from_model(&Model::from_bytes(
            &model.to_bytes(),
            Path::new("l.model"),
            "l",
        )?)
    }

    #[test]
    fn a_worked_case() {
        let page = crate::html::parse_str("<p>one two three four<p><a href=x>Home</a>");
        let blocks = crate::block::cut(&page, Cut::Boilerpipe);
        let classifier = read(&linear().to_model("l")).unwrap();
        let subject = Subject::new(&page, &blocks);
        assert_eq!(classifier.linear, linear());
        assert_eq!(classifier.classify(&subject), [Label::Content, Label::Boilerplate]);
        assert_eq!(
            classifier.explain(&subject),
            [
                "content (1.00 > 0; words 4 adds 2.00)",
                "boilerplate (-2.50 <= 0; link density 1 adds -2.00; words 1 adds 0.50)"
            ]
        );
        assert_eq!(classifier.scores(&subject), None);
    }

    /// The error that a model is refused with.
    fn refused(model: Model) -> String {
        read(&model).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn models_of_other_features_and_sizes_are_refused() {
        let mut other = linear();
        other.features[0] = "colour".into();
        let features = "found the features [\"colour\", \"link_density (C)\", \"in_h1 (C)\"]";
        assert_eq!(
            refused(other.to_model("l")),
            format!("l.model: {features}, expected features of a single page")
        );
        let two = json!({"features": ["words (C)", "words (P)"]});
        let expected = "l.model: found 1 numbers, expected an array least of 2";
        assert_eq!(refused(Model::new("l", two.clone()).with("least", &[1], vec![0.0])), expected);
        assert_eq!(
            refused(Model::new("l", two)),
            "l.model: found no array least, expected an array least of 2"
        );
    }
}
