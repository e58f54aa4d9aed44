//! Models in the text format of CRF++ (its option `textmodel`), such as the one that was released
//! with Victor.
//!
//! Four lines of numbers, the labels, the templates, the features with their numbers, the weights:
//! each part ends with an empty line. The weights of a feature are those of its number and of the
//! numbers after it, one for each label. A template `B` has a weight for each pair of labels.

use super::crf::{Crf, LABELS, PerLabel, VictorKind};
use super::features::FEATURES;
use super::template::{FeatureTemplate, TemplateKey};
use std::collections::{BTreeMap, HashMap};
use std::iter::{Enumerate, Peekable};
use std::path::Path;
use std::str::Lines;
use tamis_blocks::{Error, Result};
use tamis_place::{FormatError, Place, shown};

/// The first bytes of every such model.
pub(super) const START: &str = "version:";

/// Reads a model.
///
/// # Errors
/// [`Error::Format`] names the first line that is wrong.
pub(super) fn read(text: &str, path: &Path) -> Result<Crf> {
    let mut parts = ModelLines { path, lines: text.lines().enumerate().peekable(), last: 0 };
    let version = parts.header("version")?;
    if version != 100.0 {
        return Err(
            parts.wrong(format!("version {version}"), "a text model of CRF++ in version 100")
        );
    }
    let factor = parts.header("cost-factor")?;
    let numbers = parts.header("maxid")?;
    let columns = parts.header("xsize")?;
    if columns != (FEATURES + 1) as f64 {
        return Err(parts.wrong(format!("{columns} columns"), format!("{} columns", FEATURES + 1)));
    }
    parts.empty("an empty line before the labels")?;
    let kinds = parts.labels()?;
    let (templates, has_pairs) = parts.templates()?;
    let (starts, pairs) = parts.features(&templates, has_pairs)?;
    // CRF++ multiplies every weight by the factor.
    let weights = parts.weights(numbers)?.into_iter().map(|weight| weight * factor).collect();
    let weights = ModelWeights { kinds, weights };
    let mut weighted = Vec::with_capacity(templates.len());
    for features in starts {
        let mut of_template = BTreeMap::new();
        for (key, number) in features {
            let per_label = weights.per_label(number);
            of_template.insert(key, per_label.ok_or_else(|| parts.no_weights(number, numbers))?);
        }
        weighted.push(of_template);
    }
    let mut crf = Crf::new(templates, weighted);
    if let Some(first) = pairs {
        for (i, from) in weights.kinds.iter().enumerate() {
            let number = first + i * LABELS;
            let per_label = weights.per_label(number);
            crf.transitions[*from as usize] =
                per_label.ok_or_else(|| parts.no_weights(number, numbers))?;
        }
    }
    Ok(crf)
}

/// The weights of a model by number.
struct ModelWeights {
    /// The labels, in the order of the weights of a feature.
    kinds: Vec<VictorKind>,
    weights: Vec<f64>,
}

impl ModelWeights {
    /// Returns the weights of the feature of this number; `None` if one is missing.
    fn per_label(&self, number: usize) -> Option<PerLabel> {
        let mut values = [0.0; LABELS];
        for (i, kind) in self.kinds.iter().enumerate() {
            values[*kind as usize] = *self.weights.get(number + i)?;
        }
        Some(values)
    }
}

/// The numbers of the features of each template.
type Starts = Vec<BTreeMap<TemplateKey, usize>>;

/// Splits a line of the features.
fn number_and_feature(line: &str) -> Option<(usize, &str)> {
    let (number, feature) = line.split_once(' ')?;
    Some((number.parse().ok()?, feature))
}

/// Returns the number of a feature's template, and the feature's key in it.
fn template_and_key(
    feature: &str,
    templates: &[FeatureTemplate],
    by_name: &HashMap<&str, usize>,
) -> Option<(usize, TemplateKey)> {
    let name = feature.split_inclusive(':').next()?;
    let template = *by_name.get(name)?;
    Some((template, templates[template].key_of(feature)?))
}

struct ModelLines<'a> {
    path: &'a Path,
    lines: Peekable<Enumerate<Lines<'a>>>,
    /// The number of the last line read, from 1.
    last: usize,
}

impl<'a> ModelLines<'a> {
    fn wrong(&self, found: impl Into<String>, expected: impl Into<String>) -> Error {
        FormatError::new(Place::line(self.path, self.last as u64), found, expected).into()
    }

    /// The error for a feature whose weights are beyond the number of weights.
    fn no_weights(&self, feature: usize, numbers: f64) -> Error {
        self.wrong(format!("feature {feature}"), format!("features below {numbers}"))
    }

    fn next(&mut self, expected: &str) -> Result<&'a str> {
        match self.lines.next() {
            Some((number, line)) => {
                self.last = number + 1;
                Ok(line)
            }
            None => Err(self.wrong("the end of the file", expected)),
        }
    }

    fn header(&mut self, name: &str) -> Result<f64> {
        let expected = format!("{name}: and a number");
        let line = self.next(&expected)?;
        let value =
            line.strip_prefix(name).and_then(|rest| rest.strip_prefix(':')?.trim().parse().ok());
        value.ok_or_else(|| self.wrong(shown(line), expected))
    }

    fn empty(&mut self, expected: &str) -> Result<()> {
        let line = self.next(expected)?;
        if line.is_empty() { Ok(()) } else { Err(self.wrong(shown(line), expected)) }
    }

    /// Returns the next line of a part, or `None` at the empty line after it.
    fn of_part(&mut self, expected: &str) -> Result<Option<&'a str>> {
        Ok(Some(self.next(expected)?).filter(|line| !line.is_empty()))
    }

    fn labels(&mut self) -> Result<Vec<VictorKind>> {
        let expected = "the labels continuation, header, list, other and paragraph";
        let mut kinds = Vec::new();
        while let Some(line) = self.of_part(expected)? {
            let kind = VictorKind::from_name(line).filter(|kind| !kinds.contains(kind));
            kinds.push(kind.ok_or_else(|| self.wrong(shown(line), expected))?);
        }
        if kinds.len() == LABELS {
            Ok(kinds)
        } else {
            Err(self.wrong(format!("{} labels", kinds.len()), expected))
        }
    }

    /// Returns the templates of blocks, and whether there is one of pairs.
    fn templates(&mut self) -> Result<(Vec<FeatureTemplate>, bool)> {
        let mut templates = Vec::new();
        let mut has_pairs = false;
        while let Some(line) = self.of_part("templates, and an empty line after them")? {
            match line {
                "B" => has_pairs = true,
                _ if line.starts_with('U') => {
                    templates.push(
                        FeatureTemplate::parse(line)
                            .map_err(|expected| self.wrong(shown(line), expected))?,
                    );
                }
                _ => {
                    return Err(
                        self.wrong(shown(line), "a template that begins with U, or B alone")
                    );
                }
            }
        }
        Ok((templates, has_pairs))
    }

    /// Returns the number of each feature, and of the pairs of labels.
    fn features(
        &mut self,
        templates: &[FeatureTemplate],
        has_pairs: bool,
    ) -> Result<(Starts, Option<usize>)> {
        let by_name: HashMap<&str, usize> =
            templates.iter().enumerate().map(|(i, one)| (one.name(), i)).collect();
        let expected = "the number of a feature, a space and the feature of a template";
        let mut starts = vec![BTreeMap::new(); templates.len()];
        let mut pairs = None;
        while let Some(line) = self.of_part("features, and an empty line after them")? {
            let Some((number, feature)) = number_and_feature(line) else {
                return Err(self.wrong(shown(line), expected));
            };
            if feature == "B" && has_pairs {
                pairs = Some(number);
                continue;
            }
            let Some((template, key)) = template_and_key(feature, templates, &by_name) else {
                return Err(self.wrong(shown(line), expected));
            };
            starts[template].insert(key, number);
        }
        Ok((starts, pairs))
    }

    fn weights(&mut self, numbers: f64) -> Result<Vec<f64>> {
        let mut weights = Vec::new();
        while self.lines.peek().is_some() {
            let line = self.next("a weight")?;
            let weight = line.parse::<f64>().ok().filter(|weight| weight.is_finite());
            weights.push(weight.ok_or_else(|| self.wrong(shown(line), "a weight"))?);
        }
        if weights.len() as f64 == numbers {
            return Ok(weights);
        }
        Err(self.wrong(
            format!("{} weights", weights.len()),
            format!("{numbers} weights, as maxid says"),
        ))
    }
}
