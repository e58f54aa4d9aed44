//! Draws the page scores of every classifier as box plots, grouped by dataset (compare Figure 2 of
//! Kohlschütter et al. 2010, with mean and median of every strategy).

use super::scale::AxisScale;
use crate::drawing::{Anchor, Drawing};
use crate::paint::{Look, Series, TextStyle};
use crate::style::Style;
use crate::words::{counted, fixed};
use tamis_lab::accuracy::data::{Accuracy, DatasetScores, Judgement};
use tamis_lab::accuracy::scores::overlap::{mean, quantile};

/// The top of the first dataset on a page.
const TOP: f64 = 84.0;
const MARKS: &str = "Box: first to third quartile; line in it: median; dot: mean; lines: 5th to \
                     95th percentile";

/// Draws the box plots of a column: boxes from the first to the third quartile, lines to the 5th
/// and 95th percentile.
pub fn boxes(accuracy: &Accuracy, column: usize, name: &str, style: &Style) -> Drawing {
    let rows: usize = accuracy.datasets.iter().map(|dataset| dataset.classifiers.len()).sum();
    let mut title = format!("{name} per page");
    title[..1].make_ascii_uppercase();
    let of_dataset = |dataset: &DatasetScores| {
        let means = dataset.classifiers.iter().map(|one| {
            let mean = fixed(mean(&one.pages, column));
            format!("{} on {}: mean {mean}.", one.classifier, dataset.dataset)
        });
        means.collect::<Vec<_>>()
    };
    let means: Vec<String> = accuracy.datasets.iter().flat_map(of_dataset).collect();
    let mut svg = Drawing::new("tamis-accuracy", style, &title, &means.join(" "));
    let mut y = TOP + svg.head(MARKS);
    let sizes = Sizes::new(style);
    let bottom = y + rows as f64 * sizes.row + accuracy.datasets.len() as f64 * sizes.head;
    // CleanEval's scores go to 100.
    let is_hundred = accuracy.columns[column].starts_with("cleaneval");
    let (most, decimals) = if is_hundred { (100.0, 0) } else { (1.0, 1) };
    let x = AxisScale::new((0.0, most), (left(accuracy, style), sizes.mean - sizes.column - 12.0));
    for tick in [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] {
        let at = x.at(tick * most);
        svg.line(Look::tick(tick), (at, y + 8.0), (at, bottom));
        let label = format!("{:.decimals$}", tick * most);
        svg.text(TextStyle::Quiet, (at, bottom + sizes.ticks), Anchor::Middle, label);
    }
    svg.text(TextStyle::QuietSmall, (sizes.mean, y - 2.0), Anchor::End, "mean");
    svg.text(TextStyle::QuietSmall, (sizes.median, y - 2.0), Anchor::End, "median");
    for dataset in &accuracy.datasets {
        let at = (style.margin(), y + sizes.head - 10.0);
        svg.text(TextStyle::Plain, at, Anchor::Start, head(dataset)).halo = true;
        y += sizes.head;
        for one in &dataset.classifiers {
            row(&mut svg, one, column, x, y + sizes.row / 2.0);
            y += sizes.row;
        }
    }
    svg.finish(bottom + style.pick(22.0, 44.0), MARKS)
}

struct Sizes {
    /// The heights of a row and of its box.
    row: f64,
    half_box: f64,
    /// The height of a dataset's name.
    head: f64,
    /// How far the ticks are below the plot.
    ticks: f64,
    /// The right ends of the columns of numbers, and the width of one.
    mean: f64,
    median: f64,
    column: f64,
}

impl Sizes {
    fn new(style: &Style) -> Self {
        let [row, half_box, head, ticks, mean, median, column] = style.pick(
            [17.0, 5.0, 26.0, 16.0, 44.0, 0.0, 40.0],
            [22.0, 6.0, 34.0, 18.0, 76.0, 12.0, 54.0],
        );
        let [mean, median] = [mean, median].map(|from| style.units() - from);
        Self { row, half_box, head, ticks, mean, median, column }
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

/// Draws a classifier's name, box and numbers, with their middle at `y`.
fn row(svg: &mut Drawing, one: &Judgement, column: usize, x: AxisScale, y: f64) {
    let sizes = Sizes::new(&svg.style);
    svg.text(TextStyle::Plain, (svg.style.margin(), y + 4.0), Anchor::Start, &one.classifier);
    let mut values: Vec<f64> =
        one.pages.iter().map(|page| page[column]).filter(|value| !value.is_nan()).collect();
    if values.is_empty() {
        return;
    }
    values.sort_by(f64::total_cmp);
    let at = |share| x.at(quantile(&values, share));
    let mean = mean(&one.pages, column);
    let (mean_text, median) = (fixed(mean), fixed(quantile(&values, 0.5)));
    let hint = format!("{}: mean {mean_text}, median {median}", one.classifier);
    svg.line(Look::Edge, (at(0.05), y), (at(0.95), y));
    let (top, bottom) = (y - sizes.half_box, y + sizes.half_box);
    let from = (at(0.25), top);
    let size = (at(0.75) - at(0.25), 2.0 * sizes.half_box);
    svg.rect(Look::OnShape, from, size);
    svg.rect(Look::Better, from, size).opacity(0.35).hint(&hint);
    svg.line(Look::Curve(Series::One), (at(0.5), top), (at(0.5), bottom));
    svg.circle(Look::Dot(Series::Two), (x.at(mean), y), svg.style.dot(3.0)).hint(&hint);
    svg.text(TextStyle::Plain, (sizes.mean, y + 4.0), Anchor::End, mean_text);
    svg.text(TextStyle::Plain, (sizes.median, y + 4.0), Anchor::End, median);
}
