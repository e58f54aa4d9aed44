//! Draws the page scores of every classifier as box plots, grouped by dataset (compare Figure 2 of
//! Kohlschütter et al. 2010, with mean and median of every strategy).

use super::scale::{Scale, width_of};
use crate::markup::{Anchor, Svg};
use crate::paint::{Look, Series, TextStyle};
use crate::words::{counted, fixed};
use tamis_lab::accuracy::data::{Accuracy, DatasetScores, Judgement};
use tamis_lab::accuracy::scores::overlap::{mean, quantile};

const WIDTH: f64 = 820.0;
const TOP: f64 = 84.0;
/// The heights of a row and of its box.
const ROW: f64 = 22.0;
const BOX: f64 = 12.0;
/// The width of the numbers on the right.
const NUMBERS: f64 = 130.0;
/// The height of a dataset's name.
const HEAD: f64 = 34.0;

/// Draws the box plots of a column: boxes from the first to the third quartile, lines to the 5th
/// and 95th percentile.
pub fn boxes(accuracy: &Accuracy, column: usize, name: &str) -> String {
    let rows: usize = accuracy.datasets.iter().map(|dataset| dataset.classifiers.len()).sum();
    let bottom = TOP + rows as f64 * ROW + accuracy.datasets.len() as f64 * HEAD;
    let title = format!("{} per page", capital(name));
    let mut means = Vec::new();
    for dataset in &accuracy.datasets {
        for one in &dataset.classifiers {
            let mean = fixed(mean(&one.pages, column));
            means.push(format!("{} on {}: mean {mean}.", one.classifier, dataset.dataset));
        }
    }
    let description = means.join(" ");
    let mut svg = Svg::new("tamis-accuracy", WIDTH, bottom + 44.0, &title, &description);
    svg.text(TextStyle::Title, (24.0, 32.0), Anchor::Start, &title);
    let legend = "Box: first to third quartile; line in it: median; dot: mean; lines: 5th to 95th \
                  percentile";
    svg.text(TextStyle::Quiet, (24.0, 52.0), Anchor::Start, legend);
    let names = accuracy
        .datasets
        .iter()
        .flat_map(|dataset| &dataset.classifiers)
        .map(|one| one.classifier.clone());
    let names = names.chain(accuracy.datasets.iter().map(head));
    let left = 24.0 + names.map(|name| width_of(&name)).fold(60.0, f64::max) + 12.0;
    let right = WIDTH - NUMBERS - 12.0;
    // CleanEval's scores go to 100.
    let most = if accuracy.columns[column].starts_with("cleaneval") { 100.0 } else { 1.0 };
    let x = Scale::new((0.0, most), (left, right));
    for tick in [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] {
        let at = x.at(tick * most);
        svg.line(Look::tick(tick), (at, TOP + 8.0), (at, bottom));
        let label = if most > 1.0 { format!("{:.0}", tick * most) } else { format!("{tick:.1}") };
        svg.text(TextStyle::Quiet, (at, bottom + 18.0), Anchor::Middle, label);
    }
    svg.text(TextStyle::QuietSmall, (WIDTH - 76.0, TOP - 2.0), Anchor::End, "mean");
    svg.text(TextStyle::QuietSmall, (WIDTH - 12.0, TOP - 2.0), Anchor::End, "median");
    let mut y = TOP;
    for dataset in &accuracy.datasets {
        svg.text(TextStyle::Plain, (24.0, y + 24.0), Anchor::Start, head(dataset));
        y += HEAD;
        for one in &dataset.classifiers {
            row(&mut svg, one, column, x, y);
            y += ROW;
        }
    }
    svg.finish()
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

fn row(svg: &mut Svg, one: &Judgement, column: usize, x: Scale, y: f64) {
    let middle = y + ROW / 2.0;
    svg.text(TextStyle::Plain, (24.0, middle + 4.0), Anchor::Start, &one.classifier);
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
    let from = (at(0.25), middle - BOX / 2.0);
    let size = (at(0.75) - at(0.25), BOX);
    svg.rect(Look::OnShape, from, size, None);
    svg.shade(Look::Better, from, size, 0.35, Some(&numbers));
    svg.line(
        Look::Curve(Series::One),
        (at(0.5), middle - BOX / 2.0),
        (at(0.5), middle + BOX / 2.0),
    );
    svg.circle(Look::Dot(Series::Two), (x.at(mean), middle), 3.0, Some(&numbers));
    svg.text(TextStyle::Plain, (WIDTH - 76.0, middle + 4.0), Anchor::End, fixed(mean));
    svg.text(TextStyle::Plain, (WIDTH - 12.0, middle + 4.0), Anchor::End, fixed(median));
}
