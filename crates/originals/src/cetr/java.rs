//! The two originals that survive: Weninger's `TTRExtractor` and `TTRExtractorThresh`, an earlier
//! form of CETR.
//!
//! Both remove comments, scripts and style sheets by regular expressions, and compute the ratios of
//! the lines that htmlparser writes. `TTRExtractor` clusters smoothed ratio and derivative by Weka;
//! the cluster with the smallest mean ratio is not content. `TTRExtractorThresh` compares the
//! smoothed ratio with its standard deviation, and prints the lines of the page before htmlparser
//! reads it, whose numbers can differ. The sums in the moving average are cut to integers.

pub use super::cluster::{Clusters, PlanePoint};
use super::htmlparser::{self, Sink};
use super::lines::{LineSpan, LineTexts, separates};
use super::ratio::{self, lines, trim};
use super::weka;
use memchr::memmem;
use std::borrow::Cow;
use std::ops::Range;
use tamis_blocks::page::Tag;

/// A page as the originals read it.
pub struct CetrSource {
    /// The page without comments, scripts and style sheets.
    cleaned: String,
    /// The same as htmlparser writes it. Empty if it takes the page for a file name.
    normalized: String,
    stretches: Vec<Stretch>,
    /// The lines of `normalized`, and the ratio of each.
    lines: Vec<Range<usize>>,
    ratios: Vec<f64>,
}

struct Stretch {
    cleaned: Range<usize>,
    /// Where it begins in the normalized page, if it is printed there.
    normalized: Option<usize>,
    separate: bool,
}

impl Stretch {
    /// Where the text is in the cleaned page.
    fn in_cleaned(&self) -> LineSpan {
        LineSpan { range: self.cleaned.clone(), separate: self.separate }
    }

    /// Where the text is in the normalized page, if it is printed there.
    fn in_normalized(&self) -> Option<LineSpan> {
        let start = self.normalized?;
        Some(LineSpan { range: start..start + self.cleaned.len(), separate: self.separate })
    }
}

struct JavaWriter<'a> {
    cleaned: &'a str,
    normalized: String,
    stretches: Vec<Stretch>,
    separate: bool,
}

impl Sink for JavaWriter<'_> {
    fn text(&mut self, range: Range<usize>, printed: bool) {
        let normalized = printed.then_some(self.normalized.len());
        let separate = std::mem::take(&mut self.separate);
        self.stretches.push(Stretch { cleaned: range.clone(), normalized, separate });
        self.normalized.push_str(if printed { &self.cleaned[range] } else { "" });
    }

    fn tag(&mut self, printed: &str, name: &str, known: Option<Tag>) {
        self.separate |= separates(name, known, printed);
        self.normalized.push_str(printed);
    }

    fn remark(&mut self, printed: &str) {
        self.separate = true;
        self.normalized.push_str(printed);
    }
}

impl CetrSource {
    /// Reads a page. One that does not begin with `<`, after white space, gives no lines:
    /// htmlparser takes it for the name of a file.
    pub fn new(markup: &str) -> Self {
        let cleaned = cleaned(markup);
        let mut writer = JavaWriter {
            cleaned: &cleaned,
            normalized: String::with_capacity(cleaned.len()),
            stretches: Vec::new(),
            separate: false,
        };
        if htmlparser::is_page(&cleaned) {
            htmlparser::read(&cleaned, &mut writer);
        }
        let JavaWriter { normalized, stretches, .. } = writer;
        let lines: Vec<_> = lines(&normalized).collect();
        let ratios = lines.iter().map(|line| ratio_of(&normalized, line.clone())).collect();
        Self { cleaned, normalized, stretches, lines, ratios }
    }

    /// Whether the page begins with `<`.
    pub(super) fn is_page(&self) -> bool {
        htmlparser::is_page(&self.cleaned)
    }

    /// The page as htmlparser writes it.
    pub fn normalized(&self) -> &str {
        &self.normalized
    }

    /// The text of each line of the normalized page.
    pub(super) fn texts(&self) -> LineTexts {
        let spans = self.stretches.iter().filter_map(Stretch::in_normalized);
        LineTexts::new(&self.normalized, self.lines.iter().cloned(), spans)
    }

    /// The text of each line of the cleaned page.
    pub(super) fn cleaned_texts(&self) -> LineTexts {
        let spans = self.stretches.iter().map(Stretch::in_cleaned);
        LineTexts::new(&self.cleaned, lines(&self.cleaned), spans)
    }

    /// Runs `TTRExtractor` with `k` clusters.
    pub fn clustered(&self, k: usize) -> Clustered {
        Clustered::new(self.ratios.clone(), k)
    }

    /// Runs `TTRExtractorThresh` with this multiple of the standard deviation.
    pub fn thresholded(&self, tau: f32) -> Thresholded {
        Thresholded::new(self.ratios.clone(), tau)
    }

    /// The text that `TTRExtractor` extracts.
    pub fn text_of_clusters(&self, clustered: &Clustered) -> String {
        text_of_lines(&self.normalized, |line| clustered.is_content(line))
    }

    /// The text that `TTRExtractorThresh` extracts: none if there are more lines than htmlparser
    /// wrote, where the original fails.
    pub fn text_over_threshold(&self, thresholded: &Thresholded) -> String {
        if self.fails() {
            String::new()
        } else {
            text_of_lines(&self.cleaned, |line| thresholded.is_content(line))
        }
    }

    /// Whether a line that is not blank has no number.
    pub(super) fn fails(&self) -> bool {
        lines(&self.cleaned)
            .skip(self.ratios.len())
            .any(|line| !trim(&self.cleaned[line]).is_empty())
    }
}

fn text_of_lines(page: &str, is_content: impl Fn(usize) -> bool) -> String {
    let mut kept = String::new();
    for (i, range) in lines(page).enumerate() {
        let line = trim(&page[range]);
        if is_content(i) && !line.is_empty() {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    htmlparser::text(&kept)
}

/// Returns the text-to-tag ratio of each line, of the page as htmlparser writes it.
pub fn ratios(normalized: &str) -> Vec<f64> {
    lines(normalized).map(|line| ratio_of(normalized, line)).collect()
}

fn ratio_of(page: &str, line: Range<usize>) -> f64 {
    ratio::ratio(trim(&page[line]))
}

/// What `TTRExtractor` computes.
pub struct Clustered {
    /// Text-to-tag ratios.
    pub ratios: Vec<f64>,
    /// Their moving average over two lines on each side.
    pub smoothed: Vec<f64>,
    /// The derivative of the ratios, not of the average.
    pub derivative: Vec<f64>,
    /// The clusters of `(smoothed, derivative)`.
    pub clusters: Clusters,
    /// The cluster that is not content.
    pub boilerplate: usize,
}

impl Clustered {
    /// Clusters lines with these ratios.
    pub fn new(ratios: Vec<f64>, k: usize) -> Self {
        let smoothed = ratio::smooth(&ratios, 2);
        let derivative = ratio::derivative(&ratios);
        let points: Vec<_> = smoothed.iter().zip(&derivative).map(|(&x, &y)| [x, y]).collect();
        let clusters = weka::cluster(&points, k);
        let boilerplate = clusters.lowest();
        Self { ratios, smoothed, derivative, clusters, boilerplate }
    }

    /// Whether a line is content; not if there is no such line.
    pub fn is_content(&self, line: usize) -> bool {
        self.clusters.assignment.get(line).is_some_and(|&cluster| cluster != self.boilerplate)
    }
}

/// What `TTRExtractorThresh` computes.
pub struct Thresholded {
    /// Text-to-tag ratios.
    pub ratios: Vec<f64>,
    /// Their moving average over three lines on each side.
    pub smoothed: Vec<f64>,
    /// The standard deviation of the average.
    pub deviation: f64,
    /// Lines with an average above this are content.
    pub threshold: f64,
}

impl Thresholded {
    /// Judges lines with these ratios.
    pub fn new(ratios: Vec<f64>, tau: f32) -> Self {
        let smoothed = ratio::smooth(&ratios, 3);
        let deviation = ratio::standard_deviation(&smoothed);
        Self { ratios, smoothed, deviation, threshold: f64::from(tau) * deviation }
    }

    /// Whether a line is content; not if there is no such line.
    pub fn is_content(&self, line: usize) -> bool {
        self.smoothed.get(line).is_some_and(|&smoothed| smoothed > self.threshold)
    }
}

/// Removes comments, scripts and style sheets like the originals: in this order, `<SCRIPT>` and
/// `<script>` but not `<Script>`, and no `<STYLE>`.
fn cleaned(markup: &str) -> String {
    let page = removed(markup.into(), "<!--", "", "-->");
    let page = removed(page, "<script", ">", "</script>");
    let page = removed(page, "<SCRIPT", ">", "</SCRIPT>");
    removed(page, "<style", ">", "</style>").into_owned()
}

/// Removes what lies from `open` over the next `middle` to the next `close`.
fn removed<'a>(page: Cow<'a, str>, open: &str, middle: &str, close: &str) -> Cow<'a, str> {
    let find = |text: &str, what: &str| memmem::find(text.as_bytes(), what.as_bytes());
    let mut out = String::new();
    let mut rest: &str = &page;
    while let Some(start) = find(rest, open) {
        let after = start + open.len();
        let Some(inside) = find(&rest[after..], middle).map(|at| after + at + middle.len()) else {
            break;
        };
        // If there is no end after this start, there is none after later ones.
        let Some(end) = find(&rest[inside..], close).map(|at| inside + at + close.len()) else {
            break;
        };
        out.reserve(page.len() - out.len());
        out.push_str(&rest[..start]);
        rest = &rest[end..];
    }
    if rest.len() == page.len() {
        return page;
    }
    out.push_str(rest);
    out.into()
}
