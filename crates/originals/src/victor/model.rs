//! Models of Victor: those of CRF++, and our own.

use super::crf::{Crf, LABELS, PerLabel, VictorKind};
use super::template::{FeatureTemplate, TemplateKey};
use super::text_model;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use tamis_blocks::Result;
use tamis_blocks::model::{self, Model};

/// The kind of model files.
pub const KIND: &str = "victor";

/// The settings of a model file.
#[derive(Serialize, Deserialize)]
struct VictorSettings {
    /// The labels, in the order of the weights.
    labels: Vec<String>,
    /// Templates with the features that have weights, in the order of the weights.
    templates: Vec<TemplateValues>,
}

#[derive(Serialize, Deserialize)]
struct TemplateValues {
    template: String,
    /// What stands in place of each `%x[…]`.
    values: Vec<String>,
}

impl Crf {
    /// Reads a model: a text model of CRF++, or a file of this program.
    ///
    /// # Errors
    /// The file cannot be read, or is no model of Victor: what was found where, and what was
    /// expected.
    pub fn read(path: &Path) -> Result<(Self, u64)> {
        let bytes = model::read(path)?;
        if bytes.starts_with(text_model::START.as_bytes()) {
            let text = String::from_utf8_lossy(&bytes);
            return Ok((text_model::read(&text, path)?, xxhash_rust::xxh3::xxh3_64(&bytes)));
        }
        let model = Model::from_bytes(&bytes, path, KIND)?;
        Ok((Self::from_model(&model)?, model.sum()))
    }

    /// Builds a model from the contents of its file.
    ///
    /// # Errors
    /// Labels, templates or features are not those of such a model, or numbers are missing.
    pub fn from_model(model: &Model) -> Result<Self> {
        let settings: VictorSettings = model.settings()?;
        let names = VictorKind::ALL.map(VictorKind::name);
        if settings.labels != names {
            return Err(
                model.wrong(format!("the labels {}", settings.labels.join(" ")), names.join(" "))
            );
        }
        let features = settings.templates.iter().map(|one| one.values.len()).sum();
        let mut weights = model.array("weights", &[features, LABELS])?.chunks_exact(LABELS);
        let transitions = model.array("transitions", &[LABELS, LABELS])?;
        let mut templates = Vec::new();
        let mut weighted = Vec::new();
        for TemplateValues { template: text, values } in &settings.templates {
            let template = FeatureTemplate::parse(text)
                .map_err(|expected| model.wrong(format!("the template {text}"), expected))?;
            let mut of_template = BTreeMap::<TemplateKey, PerLabel>::new();
            for (value, weights) in values.iter().zip(weights.by_ref()) {
                let key = template.key_of_values(value);
                let key = key.ok_or_else(|| {
                    model.wrong(format!("the feature {value}"), format!("one of {text}"))
                })?;
                of_template.insert(key, per_label(weights));
            }
            templates.push(template);
            weighted.push(of_template);
        }
        let mut crf = Self::new(templates, weighted);
        for (row, weights) in crf.transitions.iter_mut().zip(transitions.chunks_exact(LABELS)) {
            *row = per_label(weights);
        }
        Ok(crf)
    }

    /// Returns the contents of the model's file. Weights are rounded to 32 bits.
    pub fn to_model(&self) -> Model {
        let mut templates = Vec::new();
        let mut weights = Vec::new();
        for weighted in self.templates.iter().filter(|one| !one.features.is_empty()) {
            let template = &weighted.template;
            let values = weighted.features.iter().map(|(key, _)| template.values(*key)).collect();
            templates.push(TemplateValues { template: template.text(), values });
            for (_, per_label) in &weighted.features {
                weights.extend(per_label.map(|weight| weight as f32));
            }
        }
        let labels = VictorKind::ALL.map(|kind| kind.name().to_owned()).to_vec();
        let settings =
            serde_json::to_value(VictorSettings { labels, templates }).unwrap_or_default();
        let features = weights.len() / LABELS;
        let transitions = self.transitions.iter().flatten().map(|weight| *weight as f32).collect();
        Model::new(KIND, settings).with("weights", &[features, LABELS], weights).with(
            "transitions",
            &[LABELS, LABELS],
            transitions,
        )
    }
}

fn per_label(weights: &[f32]) -> PerLabel {
    std::array::from_fn(|label| f64::from(weights[label]))
}
