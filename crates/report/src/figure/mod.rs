//! Figures: curves and heat maps of sweeps, forest plots of comparisons, differences by topic, and
//! box plots of page scores.

mod boxes;
mod colours;
mod curve;
mod cut;
mod forest;
mod heat;
mod kept;
mod labels;
mod naming;
pub(crate) mod plot;
pub(crate) mod scale;
mod strip;
mod topics;

pub(super) use boxes::boxes;
pub use curve::MarkedValue;
pub(super) use forest::{ForestPlot, ForestRow, forest};
pub(super) use naming::{brief, file_name, id_of, ranking, setting};
pub use topics::Differences;
pub(super) use topics::differences;

use super::drawing::Drawing;
use super::save::{File, measured};
use super::style::Style;
pub use super::svg::PageFigure;
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
    let mean = |of_axis: &Sweep| {
        words::best(of_axis, measure).map_or(f64::NEG_INFINITY, |point| point.means[measure])
    };
    let best = alone.into_iter().reduce(|best, next| match mean(&next) > mean(&best) {
        true => next,
        false => best,
    });
    match best {
        Some(of_axis) => draw(&of_axis, measure, style),
        None if sweep.axes.len() == 1 => {
            curve::draw(sweep, &companions(sweep, measure), style, None, &[])
        }
        None => heat::draw(sweep, measure, style),
    }
}

/// Returns figures of a sweep with the names of their files: one per measure and one of its
/// differences by topic, and the same for every axis that is taken alone.
pub(super) fn files(sweep: &Sweep, style: &Style) -> Vec<File> {
    let mut figures = files_of_kind(sweep, "", style);
    for (of_axis, named) in sweep.each_alone().iter().zip(&sweep.alone) {
        let axis = named.axis.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        figures.extend(files_of_kind(of_axis, &format!("-{axis}"), style));
    }
    figures
}

/// Returns the figures of all measures with the names of their files, which contain `kind`.
fn files_of_kind(sweep: &Sweep, kind: &str, style: &Style) -> Vec<File> {
    let own = measured(&format!("sweep{kind}"), &sweep.measures, |measure| {
        Some(draw_alone(sweep, measure, style))
    });
    let by_topic = measured(&format!("topics{kind}"), &sweep.measures, |measure| {
        let shown = held_out_by_topic(sweep, measure).or_else(|| best_by_topic(sweep, measure));
        shown.map(|shown| differences(&shown, style))
    });
    [own, by_topic].concat()
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
pub fn curve_with(
    sweep: &Sweep,
    standing: Option<&MarkedValue>,
    others: &[MarkedValue],
) -> PageFigure {
    let shown = companions(sweep, 0);
    PageFigure::new(|style| curve::draw(sweep, &shown, style, standing, others))
}

/// Draws all measures of a sweep, each in one of the figures.
pub fn all(sweep: &Sweep) -> Vec<PageFigure> {
    let mut figures = Vec::new();
    let mut measure = 0;
    while measure < sweep.measures.len() {
        figures.push(PageFigure::new(|style| draw(sweep, measure, style)));
        measure += if sweep.axes.len() == 1 { companions(sweep, measure).len() } else { 1 };
    }
    figures
}

/// Draws the differences by topic of the best point of a measure. `None` for a sweep without
/// points.
pub fn topics(sweep: &Sweep, measure: usize) -> Option<PageFigure> {
    best_by_topic(sweep, measure).map(|shown| of_topics(&shown))
}

/// Draws the same of the points that were chosen without the topic. `None` without folds.
pub fn held_out_topics(sweep: &Sweep, measure: usize) -> Option<PageFigure> {
    held_out_by_topic(sweep, measure).map(|shown| of_topics(&shown))
}

/// Returns the values of the best point of a measure by topic.
pub(super) fn best_by_topic(sweep: &Sweep, measure: usize) -> Option<Differences<'_>> {
    let point = words::best(sweep, measure)?;
    let what = words::at_words(sweep, point);
    Some(by_topic(sweep, measure, ("topics", &what), &point.per_topic[measure]))
}

/// Returns the same of the points that were chosen without the topic.
fn held_out_by_topic(sweep: &Sweep, measure: usize) -> Option<Differences<'_>> {
    let found = sweep.choices.get(measure)?.held_out.as_ref()?;
    let what = "the point chosen on other topics";
    Some(by_topic(sweep, measure, ("held-out", what), &found.per_topic))
}

/// Returns values of a measure by topic. `id` is a part of that of the figure, and `what` has the
/// values.
fn by_topic<'a>(
    sweep: &'a Sweep,
    measure: usize,
    (id, what): (&str, &str),
    values: &'a [f64],
) -> Differences<'a> {
    let name = words::measure_name(&sweep.measures[measure]);
    Differences {
        id: format!("{}-{id}", naming::id(sweep, measure)),
        title: format!("{name} by topic: {what}, less the unfiltered text"),
        setting: setting(sweep),
        caption: brief(sweep),
        topics: &sweep.topics,
        base: &sweep.baseline.per_topic[measure],
        values,
    }
}

pub fn of_topics(figure: &Differences) -> PageFigure {
    PageFigure::new(|style| differences(figure, style))
}

/// Returns the measures in the figure of this one: itself, and the next one if all values of both
/// are between 0 and 1.
fn companions(sweep: &Sweep, measure: usize) -> Vec<usize> {
    let points = || sweep.points.iter().chain([&sweep.baseline]);
    let is_share = |&measure: &usize| {
        measure < sweep.measures.len()
            && points().all(|point| (0.0..=1.0).contains(&point.means[measure]))
    };
    let both = [measure, measure + 1];
    if both.iter().all(is_share) { both.into() } else { vec![measure] }
}
