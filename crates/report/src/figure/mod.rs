//! Figures: curves and heat maps of sweeps, forest plots of comparisons, differences by
//! topic, box plots of page scores, and bars of block features.

mod bars;
mod boxes;
mod colours;
mod curve;
mod cut;
mod forest;
mod heat;
mod kept;
mod labels;
mod naming;
pub(crate) mod scale;
mod strip;
mod topics;

pub(super) use bars::{density, gains, words};
pub(super) use boxes::boxes;
pub use curve::MarkedValue;
pub(super) use forest::{Forest, ForestRow, forest};
pub(super) use naming::{brief, file_name, setting};
pub use topics::Differences;
pub(super) use topics::differences;

use super::drawing::Drawing;
use super::save::{File, measured};
use super::style::Style;
use super::svg::svg;
use super::words;
use tamis_search::experiment::results::Sweep;

/// Draws a measure, by its index in [`Sweep::measures`], as a standalone SVG 1.1 document.
///
/// One axis gives the curve of Figure 7 of the paper (Kohlschütter et al. 2010, section 6.2), with
/// the next measure in the same figure if both are shares, as the paper's P@10 and NDCG@10. Two
/// axes give a heat map of this measure. More axes give a heat map of the two longest, with the
/// others fixed at the best point. Axes that are taken alone give a curve each, over the share of
/// the text that is kept; if rankings are swept too, the heat map of the axis with the best point.
///
/// # Panics
/// If the sweep has no such measure.
pub fn sweep_svg(sweep: &Sweep, measure: usize) -> String {
    svg(&draw(sweep, measure, &Style::default()))
}

/// Draws the same in a style.
pub(super) fn draw(sweep: &Sweep, measure: usize, style: &Style) -> Drawing {
    let alone = sweep.each_alone();
    if !alone.is_empty() && alone.iter().all(|of_axis| of_axis.axes.len() == 1) {
        return kept::draw(sweep, &alone, measure, style);
    }
    let best = alone.into_iter().reduce(|best, next| {
        if best_mean(&next, measure) > best_mean(&best, measure) { next } else { best }
    });
    match best {
        Some(of_axis) => draw(&of_axis, measure, style),
        None if sweep.axes.len() == 1 => {
            curve::draw(sweep, &companions(sweep, measure), style, None, &[])
        }
        None => heat::draw(sweep, measure, style),
    }
}

fn best_mean(sweep: &Sweep, measure: usize) -> f64 {
    words::best(sweep, measure).map_or(f64::NEG_INFINITY, |point| point.means[measure])
}

/// Returns figures of a sweep with the names of their files: one per measure and one of its
/// differences by topic, and the same for every axis that is taken alone.
pub(super) fn files(sweep: &Sweep, style: &Style) -> Vec<File> {
    let mut figures = files_of_kind(sweep, "", style);
    for (of_axis, named) in sweep.each_alone().iter().zip(&sweep.alone) {
        let axis: String =
            named.axis.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        figures.extend(files_of_kind(of_axis, &format!("-{axis}"), style));
    }
    figures
}

/// Returns the figures of all measures with the names of their files, which contain `kind`.
fn files_of_kind(sweep: &Sweep, kind: &str, style: &Style) -> Vec<File> {
    let own = format!("sweep{kind}");
    let by_topic = format!("topics{kind}");
    let mut figures =
        measured(&own, &sweep.measures, |measure| Some(draw_alone(sweep, measure, style)));
    figures
        .extend(measured(&by_topic, &sweep.measures, |measure| by_topics(sweep, measure, style)));
    figures
}

/// Draws a measure alone, by its index in [`Sweep::measures`], as [`sweep_svg`] draws it with
/// others.
///
/// # Panics
/// If the sweep has no such measure.
pub fn measure_svg(sweep: &Sweep, measure: usize) -> String {
    svg(&draw_alone(sweep, measure, &Style::default()))
}

fn draw_alone(sweep: &Sweep, measure: usize, style: &Style) -> Drawing {
    if sweep.axes.len() == 1 && sweep.alone.is_empty() {
        curve::draw(sweep, &[measure], style, None, &[])
    } else {
        draw(sweep, measure, style)
    }
}

/// Draws the curves of the first measures of a sweep over one axis, with the place of a reader on
/// it, and dots at other places.
pub fn curve_with(sweep: &Sweep, standing: Option<&MarkedValue>, others: &[MarkedValue]) -> String {
    svg(&curve::draw(sweep, &companions(sweep, 0), &Style::default(), standing, others))
}

/// Draws all measures of a sweep, each in one of the figures.
pub fn all(sweep: &Sweep) -> Vec<String> {
    let mut figures = Vec::new();
    let mut measure = 0;
    while measure < sweep.measures.len() {
        figures.push(sweep_svg(sweep, measure));
        measure += if sweep.axes.len() == 1 { companions(sweep, measure).len() } else { 1 };
    }
    figures
}

/// Draws the differences by topic of the best point of a measure; with cross-validation, of
/// the point that was chosen without the topic. `None` for a sweep without points.
pub fn topics(sweep: &Sweep, measure: usize) -> Option<String> {
    by_topics(sweep, measure, &Style::default()).map(|drawing| svg(&drawing))
}

fn by_topics(sweep: &Sweep, measure: usize, style: &Style) -> Option<Drawing> {
    let name = words::measure_name(&sweep.measures[measure]);
    let held_out = sweep.choices.get(measure).and_then(|choice| choice.held_out.as_ref());
    let point = words::best(sweep, measure)?;
    let (values, what) = match held_out {
        Some(found) => (&found.per_topic, "chosen on other topics".to_owned()),
        None => (&point.per_topic[measure], words::at_words(sweep, point)),
    };
    let id = format!("{}-topics", naming::id(sweep, measure));
    let title = format!("{name} by topic: {what}, less the unfiltered text");
    let base = &sweep.baseline.per_topic[measure];
    let topics = &sweep.topics;
    let setting = &naming::setting(sweep);
    let caption = &naming::brief(sweep);
    let figure = Differences { id: &id, title: &title, setting, caption, topics, base, values };
    Some(differences(&figure, style))
}

/// Draws differences by topic as a standalone SVG 1.1 document.
pub fn differences_svg(figure: &Differences) -> String {
    svg(&differences(figure, &Style::default()))
}

/// Returns the measures in the figure of this one: itself, and the next one if all values of both
/// are between 0 and 1.
fn companions(sweep: &Sweep, measure: usize) -> Vec<usize> {
    let next = measure + 1;
    if next < sweep.measures.len() && is_share(sweep, measure) && is_share(sweep, next) {
        vec![measure, next]
    } else {
        vec![measure]
    }
}

fn is_share(sweep: &Sweep, measure: usize) -> bool {
    sweep
        .points
        .iter()
        .chain([&sweep.baseline])
        .all(|point| (0.0..=1.0).contains(&point.means[measure]))
}
