//! Lines with their arrays, which of them are kept, and why.

use super::cluster::Clusters;
use super::java::{CetrSource, Clustered, Thresholded};
use super::lines::LineTexts;
use super::page::PageLines;
use super::{cluster, gaussian, ratio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tamis_blocks::block::carry::Alignment;
use tamis_blocks::classify::Subject;

/// One of the five forms.
pub(super) enum CetrForm {
    /// k-means on smoothed ratio and derivative, one mean pinned to the origin.
    Plane(usize),
    /// k-means on the smoothed ratio.
    Line(usize),
    /// This multiple of the standard deviation as threshold.
    Threshold(f64),
    /// `TTRExtractor`.
    Java(usize),
    /// `TTRExtractorThresh`.
    JavaThreshold(f32),
}

/// The texts of a page's lines, aligned with its blocks when that is first needed.
pub(super) struct AlignedLines {
    pub(super) texts: LineTexts,
    alignment: OnceLock<Alignment>,
}

/// The different texts of a page's lines: the three ways to read a page often agree.
#[derive(Default)]
struct Readings(Mutex<Vec<Arc<AlignedLines>>>);

impl AlignedLines {
    /// Returns these texts, aligned once if another form has the same.
    fn shared(texts: LineTexts, subject: &Subject) -> Arc<Self> {
        let readings = subject.shared(Readings::default);
        let mut readings = readings.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = readings.iter().find(|one| one.texts == texts) {
            return Arc::clone(same);
        }
        let new = Arc::new(Self { texts, alignment: OnceLock::new() });
        readings.push(Arc::clone(&new));
        new
    }

    pub(super) fn alignment(&self, subject: &Subject) -> &Alignment {
        self.alignment.get_or_init(|| Alignment::new(&subject.words(), self.texts.iter()))
    }
}

/// What the three forms of the paper share.
struct Own {
    lines: Arc<AlignedLines>,
    ratios: Vec<f64>,
    smoothed: Vec<f64>,
}

/// The lines that htmlparser writes.
struct Normalized(Arc<AlignedLines>);

/// The lines before htmlparser reads them.
struct Cleaned(Arc<AlignedLines>);

/// A page's lines, and which are kept.
pub(super) struct ClassifiedLines {
    pub(super) lines: Arc<AlignedLines>,
    ratios: Vec<f64>,
    smoothed: Vec<f64>,
    verdict: CetrVerdict,
}

enum CetrVerdict {
    /// One cluster is boilerplate. The derivative may be missing.
    Clusters { derivative: Vec<f64>, clusters: Clusters, boilerplate: usize },
    /// Lines above this are content.
    Threshold(f64),
    /// No line is kept.
    Fails(&'static str),
}

/// Returns what both originals share.
pub(super) fn source(subject: &Subject) -> Arc<CetrSource> {
    subject.shared(|| CetrSource::new(subject.markup))
}

impl ClassifiedLines {
    pub(super) fn new(form: &CetrForm, subject: &Subject) -> Self {
        match *form {
            CetrForm::Plane(k) => Self::own(subject, |smoothed| plane(smoothed, k)),
            CetrForm::Line(k) => Self::own(subject, |smoothed| line(smoothed, k)),
            CetrForm::Threshold(tau) => Self::own(subject, |smoothed| {
                CetrVerdict::Threshold(tau * ratio::standard_deviation(smoothed))
            }),
            CetrForm::Java(k) => Self::java(subject, k),
            CetrForm::JavaThreshold(tau) => Self::java_threshold(subject, tau),
        }
    }

    /// Judges the lines that htmlparser writes, as `TTRExtractor` does.
    fn java(subject: &Subject, k: usize) -> Self {
        let source = source(subject);
        let lines = &subject.shared(|| Normalized(AlignedLines::shared(source.texts(), subject))).0;
        let Clustered { ratios, smoothed, derivative, clusters, boilerplate } = source.clustered(k);
        let verdict = CetrVerdict::Clusters { derivative, clusters, boilerplate };
        Self { lines: Arc::clone(lines), ratios, smoothed, verdict: checked(verdict, &source) }
    }

    /// Judges the lines before htmlparser reads them, as `TTRExtractorThresh` does.
    fn java_threshold(subject: &Subject, tau: f32) -> Self {
        let source = source(subject);
        let texts = || AlignedLines::shared(source.cleaned_texts(), subject);
        let lines = &subject.shared(|| Cleaned(texts())).0;
        let Thresholded { ratios, smoothed, threshold, .. } = source.thresholded(tau);
        let verdict = if source.fails() {
            CetrVerdict::Fails("the original fails: the page has more lines than htmlparser writes")
        } else {
            CetrVerdict::Threshold(threshold)
        };
        Self { lines: Arc::clone(lines), ratios, smoothed, verdict: checked(verdict, &source) }
    }

    /// Judges the lines of our own reading.
    fn own(subject: &Subject, verdict: impl FnOnce(&[f64]) -> CetrVerdict) -> Self {
        let own = subject.shared(|| {
            let PageLines { texts, ratios } = PageLines::new(subject.markup);
            Own {
                lines: AlignedLines::shared(texts, subject),
                smoothed: gaussian::smooth(&ratios),
                ratios,
            }
        });
        let ratios = own.ratios.clone();
        let smoothed = own.smoothed.clone();
        Self { lines: Arc::clone(&own.lines), ratios, verdict: verdict(&smoothed), smoothed }
    }

    pub(super) fn keeps(&self, line: usize) -> bool {
        match &self.verdict {
            CetrVerdict::Clusters { clusters, boilerplate, .. } => {
                clusters.assignment.get(line).is_some_and(|cluster| cluster != boilerplate)
            }
            CetrVerdict::Threshold(limit) => {
                self.smoothed.get(line).is_some_and(|smoothed| smoothed > limit)
            }
            CetrVerdict::Fails(_) => false,
        }
    }

    /// Why no line is kept, if the original fails.
    pub(super) fn failure(&self) -> Option<&'static str> {
        if let CetrVerdict::Fails(why) = self.verdict { Some(why) } else { None }
    }

    /// Explains why a line is kept or not. Lines are counted from 1.
    pub(super) fn why(&self, line: usize) -> String {
        let label = if self.keeps(line) { "content" } else { "boilerplate" };
        let arrays = format!(
            "line {}: ratio {:.4}, smoothed {:.4}",
            line + 1,
            self.ratios.get(line).copied().unwrap_or_default(),
            self.smoothed.get(line).copied().unwrap_or_default()
        );
        match &self.verdict {
            CetrVerdict::Clusters { derivative, clusters, .. } => {
                let cluster = clusters.assignment.get(line).copied().unwrap_or_default();
                let count = clusters.centroids.len();
                let [x, y] = clusters.centroids.get(cluster).copied().unwrap_or_default();
                let (at, mean) = match derivative.get(line) {
                    Some(derivative) => {
                        (format!(", derivative {derivative:.4}"), format!("({x:.4}, {y:.4})"))
                    }
                    None => (String::new(), format!("{x:.4}")),
                };
                format!("{arrays}{at}: cluster {} of {count}, mean {mean}: {label}", cluster + 1)
            }
            CetrVerdict::Threshold(limit) => format!("{arrays}, threshold {limit:.4}: {label}"),
            CetrVerdict::Fails(why) => format!("{arrays}: {why}"),
        }
    }
}

fn checked(verdict: CetrVerdict, source: &CetrSource) -> CetrVerdict {
    let no_page =
        "the page does not begin with a tag: the original takes it for the name of a file";
    if source.is_page() { verdict } else { CetrVerdict::Fails(no_page) }
}

/// CETR: the cluster at the origin is not content.
fn plane(smoothed: &[f64], k: usize) -> CetrVerdict {
    let derivative = gaussian::smooth(&ratio::derivative(smoothed));
    let points: Vec<_> = smoothed.iter().zip(&derivative).map(|(&x, &y)| [x, y]).collect();
    CetrVerdict::Clusters {
        derivative,
        clusters: cluster::k_means(&points, k, true),
        boilerplate: 0,
    }
}

/// CETR-KM: the cluster with the lowest mean is not content.
fn line(smoothed: &[f64], k: usize) -> CetrVerdict {
    let points: Vec<_> = smoothed.iter().map(|&x| [x, 0.0]).collect();
    let clusters = cluster::k_means(&points, k, false);
    CetrVerdict::Clusters { derivative: Vec::new(), boilerplate: clusters.lowest(), clusters }
}
