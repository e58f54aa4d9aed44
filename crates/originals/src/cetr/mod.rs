//! CETR: keeps the lines of the source that have much text and few tags.
//!
//! Weninger, Hsu and Han, "CETR: Content Extraction via Tag Ratios", WWW 2010, in five forms.
//! `cetr`, `cetr-km` and `cetr-tm` are those of the paper: characters of text per tag of every
//! line, smoothed by a Gaussian kernel, then k-means on it and its derivative with one mean at the
//! origin, k-means on it alone, or a threshold. Lines are those of our own reading of the page.
//! `cetr-java` and `cetr-java-threshold` are the two programs by Weninger that survive, exactly
//! (`java.rs`). What the paper leaves open and what we chose is in docs/cetr.md.

mod cluster;
mod gaussian;
mod htmlparser;
pub mod java;
mod judge;
mod lines;
mod page;
mod ratio;
#[cfg(test)]
mod tests;
mod weka;

use judge::{CetrForm, ClassifiedLines};
use std::str::FromStr;
use tamis_blocks::classify::{Classifier, Subject};
use tamis_blocks::page::Label;
use tamis_blocks::{Error, Result};

/// The classifier.
pub struct Cetr(CetrForm);

impl Cetr {
    /// CETR with K clusters, or 3.
    pub(super) fn plane(k: Option<&str>) -> Result<Self> {
        Ok(Self(CetrForm::Plane(clusters("cetr", k)?)))
    }

    /// CETR-KM with K clusters, or 3.
    pub(super) fn line(k: Option<&str>) -> Result<Self> {
        Ok(Self(CetrForm::Line(clusters("cetr-km", k)?)))
    }

    /// CETR-TM with this multiple of the standard deviation, or half of it.
    pub(super) fn threshold(tau: Option<&str>) -> Result<Self> {
        Ok(Self(CetrForm::Threshold(multiple("cetr-tm", tau, 0.5)?)))
    }

    /// `TTRExtractor` with K clusters, or 3, which its author recommends.
    pub(super) fn java(k: Option<&str>) -> Result<Self> {
        Ok(Self(CetrForm::Java(clusters("cetr-java", k)?)))
    }

    /// `TTRExtractorThresh` with this multiple of the standard deviation, or 1. The program has no
    /// default; 1 is the standard deviation itself.
    pub(super) fn java_threshold(tau: Option<&str>) -> Result<Self> {
        Ok(Self(CetrForm::JavaThreshold(multiple("cetr-java-threshold", tau, 1.0)?)))
    }

    fn name(&self) -> &'static str {
        match self.0 {
            CetrForm::Plane(_) => "cetr",
            CetrForm::Line(_) => "cetr-km",
            CetrForm::Threshold(_) => "cetr-tm",
            CetrForm::Java(_) => "cetr-java",
            CetrForm::JavaThreshold(_) => "cetr-java-threshold",
        }
    }
}

/// Maximum number of clusters: more than there are lines of content only take time.
const MAX_CLUSTERS: usize = 100;

fn clusters(name: &str, k: Option<&str>) -> Result<usize> {
    let Some(k) = k else { return Ok(3) };
    match k.parse() {
        Ok(count @ 2..=MAX_CLUSTERS) => Ok(count),
        _ => Err(Error::setting(format!(
            "{name}: found '{k}', expected a number of clusters from 2 to {MAX_CLUSTERS}, as in \
             {name}:3"
        ))),
    }
}

fn multiple<T: FromStr + Into<f64> + Copy>(name: &str, tau: Option<&str>, default: T) -> Result<T> {
    let Some(tau) = tau else { return Ok(default) };
    match tau.parse::<T>() {
        Ok(multiple) if multiple.into().is_finite() && multiple.into() >= 0.0 => Ok(multiple),
        _ => Err(Error::setting(format!(
            "{name}: found '{tau}', expected a multiple of the standard deviation, 0 or more, as \
             in {name}:1.5"
        ))),
    }
}

impl Classifier for Cetr {
    fn classify(&self, subject: &Subject) -> Vec<Label> {
        let judged = ClassifiedLines::new(&self.0, subject);
        judged.lines.alignment(subject).labels(|line| judged.keeps(line))
    }

    /// For the originals their text: text nodes, each followed by a space, character references as
    /// they are. For the others the text of the kept lines.
    fn text(&self, subject: &Subject) -> String {
        let mut text = match self.0 {
            CetrForm::Java(k) => {
                let source = judge::source(subject);
                source.text_of_clusters(&source.clustered(k))
            }
            CetrForm::JavaThreshold(tau) => {
                let source = judge::source(subject);
                source.text_over_threshold(&source.thresholded(tau))
            }
            CetrForm::Plane(_) | CetrForm::Line(_) | CetrForm::Threshold(_) => {
                let judged = ClassifiedLines::new(&self.0, subject);
                let lines = judged.lines.texts.iter().map(str::trim).enumerate();
                let kept = lines.filter(|(i, line)| judged.keeps(*i) && !line.is_empty());
                kept.flat_map(|(_, line)| [line, "\n"]).collect()
            }
        };
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    /// For each block, the line with most of its words: ratio, smoothed ratio, cluster or
    /// threshold.
    fn explain(&self, subject: &Subject) -> Vec<String> {
        let judged = ClassifiedLines::new(&self.0, subject);
        let alignment = judged.lines.alignment(subject);
        let shares = alignment.shares(|line| judged.keeps(line));
        let mut explanations = Vec::with_capacity(shares.len());
        for (origin, share) in alignment.origins().into_iter().zip(shares) {
            let why = match (judged.failure(), origin) {
                (Some(failure), _) => failure.to_owned(),
                (None, Some(line)) => judged.why(line),
                (None, None) => "no line has its words".to_owned(),
            };
            let name = self.name();
            let percent = share * 100.0;
            explanations.push(format!("{name}: {percent:.0} % of the words in kept lines; {why}"));
        }
        explanations
    }

    fn needs_markup(&self) -> bool {
        true
    }
}
