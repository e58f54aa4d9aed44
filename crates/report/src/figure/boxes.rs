//! Draws the page scores of every classifier as box plots, grouped by dataset (compare Figure 2 of
//! Kohlschütter et al. 2010, with mean and median of every strategy).

use super::scale::Scale;
use crate::drawing::{Anchor, Drawing};
use crate::paint::{Look, Series, TextStyle};
use crate::style::Style;
use crate::words::{counted, fixed};
use tamis_lab::accuracy::data::{Accuracy, DatasetScores, Judgement};
use tamis_lab::accuracy::scores::overlap::{mean, quantile};

/// The top of the first dataset on a page.
const TOP: f64 = 84.0;
/// What the marks mean.
const MARKS: &str = "Box: first to third quartile; line in it: median; dot: mean; lines: 5th to \
                     95th percentile";

/// Draws the box plots of a column: boxes from the first to the third quartile, lines to the 5th
/// and 95th percentile.
pub fn boxes(accuracy: &Accuracy, column: usize, name: &str, style: &Style) -> Drawing {
    let rows: usize = accuracy.datasets.iter().map(|dataset| dataset.classifiers.len()).sum();
    let title = format!("{} per page", capital(name));
    let mut means = Vec::new();
    for dataset in &accuracy.datasets {
        for one in &dataset.classifiers {
            let mean = fixed(mean(&one.pages, column));
            means.push(format!("{} on {}: mean {mean}.", one.classifier, dataset.dataset));
        }
    }
    let mut svg = Drawing::new("tamis-accuracy", style, &title, &means.join(" "));
    let mut y = TOP + svg.head(MARKS);
    let sizes = Sizes::new(style);
    let bottom = y + rows as f64 * sizes.row + accuracy.datasets.len() as f64 * sizes.head;
    // CleanEval's scores go to 100.
    let most = if accuracy.columns[column].starts_with("cleaneval") { 100.0 } else { 1.0 };
    let x = Scale::new((0.0, most), (left(accuracy, style), sizes.mean - sizes.column - 12.0));
    for tick in [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] {
        let at = x.at(tick * most);
        svg.line(Look::tick(tick), (at, y + 8.0), (at, bottom));
        let label = if most > 1.0 { format!("{:.0}", tick * most) } else { format!("{tick:.1}") };
        svg.text(TextStyle::Quiet, (at, bottom + sizes.ticks), Anchor::Middle, label);
    }
    svg.text(TextStyle::QuietSmall, (sizes.mean, y - 2.0), Anchor::End, "mean");
    svg.text(TextStyle::QuietSmall, (sizes.median, y - 2.0), Anchor::End, "median");
    for dataset in &accuracy.datasets {
        let at = (style.margin(), y + sizes.head - 10.0);
        svg.text_with_halo(TextStyle::Plain, at, Anchor::Start, head(dataset));
        y += sizes.head;
        for one in &dataset.classifiers {
            row(&mut svg, one, column, x, y);
            y += sizes.row;
        }
    }
    let below = if style.is_compact() { 22.0 } else { 44.0 };
    svg.finish(bottom + below, MARKS)
}

/// Where the parts are.
struct Sizes {
    /// The heights of a row and of its box.
    row: f64,
    half_box: f64,
    /// The height of a dataset's name.
    head: f64,
    /// The right ends of the columns of numbers, and the width of one.
    mean: f64,
    median: f64,
    column: f64,
    /// How far the ticks are below the plot.
    ticks: f64,
}

impl Sizes {
    fn new(style: &Style) -> Self {
        let right = style.units();
        if style.is_compact() {
            let (mean, median, column) = (right - 44.0, right, 40.0);
            return Self {
                row: 17.0,
                half_box: 5.0,
                head: 26.0,
                mean,
                median,
                column,
                ticks: 16.0,
            };
        }
        let (mean, median, column) = (right - 76.0, right - 12.0, 54.0);
        Self { row: 22.0, half_box: 6.0, head: 34.0, mean, median, column, ticks: 18.0 }
    }
}

/// Returns the left end of the plot, right of all names.
fn left(accuracy: &Accuracy, style: &Style) -> f64 {
    let datasets = &accuracy.datasets;
    let names = datasets.iter().flat_map(|dataset| &dataset.classifiers).map(|one| &one.classifier);
    // On paper a dataset's name stands above the first box and its lines.
    let heads = datasets.iter().filter(|_| !style.is_compact()).map(head);
    let widths = names.cloned().chain(heads).map(|name| style.width_of(name));
    style.margin() + widths.fold(60.0, f64::max) + 12.0
}

fn head(dataset: &DatasetScores) -> String {
    format!("{}, {}", dataset.dataset, counted(dataset.scored as u64, "page"))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or(String::new(), |first| first.to_uppercase().collect::<String>() + chars.as_str())
}

fn row(svg: &mut Drawing, one: &Judgement, column: usize, x: Scale, y: f64) {
    let sizes = Sizes::new(&svg.style);
    let middle = y + sizes.row / 2.0;
    svg.text(TextStyle::Plain, (svg.style.margin(), middle + 4.0), Anchor::Start, &one.classifier);
    let mut values: Vec<f64> =
        one.pages.iter().map(|page| page[column]).filter(|value| !value.is_nan()).collect();
    if values.is_empty() {
        return;
    }
    values.sort_by(f64::total_cmp);
    let at = |share| x.at(quantile(&values, share));
    let mean = mean(&one.pages, column);
    let median = quantile(&values, 0.5);
    let numbers = format!("{}: mean {}, median {}", one.classifier, fixed(mean), fixed(median));
    svg.line(Look::Edge, (at(0.05), middle), (at(0.95), middle));
    let from = (at(0.25), middle - sizes.half_box);
    let size = (at(0.75) - at(0.25), 2.0 * sizes.half_box);
    svg.rect(Look::OnShape, from, size, None);
    svg.shade(Look::Better, from, size, 0.35, Some(&numbers));
    svg.line(
        Look::Curve(Series::One),
        (at(0.5), middle - sizes.half_box),
        (at(0.5), middle + sizes.half_box),
    );
    svg.circle(Look::Dot(Series::Two), (x.at(mean), middle), svg.style.dot(3.0), Some(&numbers));
    svg.text(TextStyle::Plain, (sizes.mean, middle + 4.0), Anchor::End, fixed(mean));
    svg.text(TextStyle::Plain, (sizes.median, middle + 4.0), Anchor::End, fixed(median));
}
