//! Runs beside a baseline as pictures: every run's mean difference with its confidence, and one run's difference on every
//! topic.

use super::{ALPHA, correction, mark};
use crate::report::figure::{
    self,
    scale::{Scale, ticks, width_of},
};
use crate::report::markup::{Anchor, Svg};
use crate::report::words::{counted, fixed, grouped, measure_name, p_phrase, signed};
use tamis_eval::runs::{Contender, RunComparison};

const WIDTH: f64 = 820.0;
const RIGHT: f64 = 796.0;
const TOP: f64 = 104.0;
/// The height of a row.
const ROW: f64 = 24.0;
/// The columns of the mean and of the difference, by their right ends.
const MEAN: f64 = 734.0;

/// The differences of all runs in a measure, by its index in [`RunComparison::measures`], in the order of the table.
///
/// # Panics
/// If the comparison has no such measure.
pub fn differences(comparison: &RunComparison, measure: usize) -> String {
    let name = measure_name(&comparison.measures[measure]);
    let title = format!("{name} against {}", comparison.baseline.name);
    let bottom = TOP + ROW * comparison.runs.len() as f64;
    let id = format!("tamis-runs-{measure}");
    let mut svg = Svg::new(&id, WIDTH, bottom + 64.0, &title, &super::page::finding(comparison, measure));
    svg.text("title", (24.0, 32.0), Anchor::Start, &title);
    let topics = counted(comparison.topics.len() as u64, "topic");
    svg.text("quiet", (24.0, 52.0), Anchor::Start, format!("{topics}, {}", comparison.qrels_file));
    let scale = axis(comparison, measure, bottom, &mut svg);
    svg.text("quiet", (MEAN, TOP - 12.0), Anchor::End, &name);
    svg.text("quiet", (RIGHT, TOP - 12.0), Anchor::End, "diff.");
    for (place, run) in comparison.runs.iter().enumerate() {
        draw(&mut svg, run, measure, &scale, TOP + ROW * (place as f64 + 0.5));
    }
    let after = correction(comparison).map_or(String::new(), |name| format!(" after {name}"));
    let note = format!(
        "Mean difference with its 95 % confidence (bootstrap, {} draws); filled: p < {ALPHA} ({}){after}",
        grouped(comparison.bootstrap_samples.into()),
        comparison.test
    );
    svg.text("quiet small", (24.0, bottom + 46.0), Anchor::Start, note);
    svg.finish()
}

/// Draws the axis and the line of the baseline.
fn axis(comparison: &RunComparison, measure: usize, bottom: f64, svg: &mut Svg) -> Scale {
    let ends = |run: &Contender| {
        let against = &run.against[measure];
        let (low, high) = against.bootstrap.unwrap_or((against.difference, against.difference));
        [low, high, against.difference]
    };
    let names = comparison.runs.iter().map(|run| width_of(&run.system.name));
    let left = (24.0 + names.fold(60.0, f64::max) + 14.0).min(WIDTH / 2.0);
    let scale = around_zero(comparison.runs.iter().flat_map(ends), (left, MEAN - 64.0));
    for (value, label) in scale.1 {
        let x = scale.0.at(value);
        svg.line("rule", (x, TOP), (x, bottom));
        svg.text("quiet", (x, bottom + 18.0), Anchor::Middle, label);
    }
    let zero = scale.0.at(0.0);
    svg.line("edge", (zero, TOP - 6.0), (zero, bottom));
    let text = format!("{}: {}", comparison.baseline.name, fixed(comparison.baseline.means[measure]));
    let half = width_of(&text) / 2.0;
    let x = zero.min(MEAN - 64.0 - half).max(24.0 + half);
    svg.text("quiet", (x, TOP - 12.0), Anchor::Middle, text);
    scale.0
}

/// A scale that holds all values and 0 with some room, and its ticks with their signs.
fn around_zero(values: impl Iterator<Item = f64>, range: (f64, f64)) -> (Scale, Vec<(f64, String)>) {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((0.0f64, 0.0f64), |(low, high), value| (low.min(value), high.max(value)));
    let room = ((high - low) * 0.03).max(0.001);
    let (low, high) = (low - room, high + room);
    let label = |value: f64, text: String| if value > 0.0 { format!("+{text}") } else { text };
    let ticks = ticks(low, high, 6).into_iter().map(|(value, text)| (value, label(value, text)));
    (Scale::new((low, high), range), ticks.collect())
}

fn draw(svg: &mut Svg, run: &Contender, measure: usize, scale: &Scale, y: f64) {
    let (mean, against) = (run.system.means[measure], &run.against[measure]);
    svg.text("", (24.0, y + 4.0), Anchor::Start, &run.system.name);
    if let Some((low, high)) = against.bootstrap {
        svg.line("leader one", (scale.at(low), y), (scale.at(high), y));
    }
    let shape = if mark(against).is_some() { "dot" } else { "mark" };
    let (raw, corrected) = (p_phrase(against.p), p_phrase(against.corrected));
    let hint = format!("{}: {}, {raw}; corrected: {corrected}", run.system.name, fixed(mean));
    svg.circle(&format!("{shape} one"), (scale.at(against.difference), y), 5.0, Some(&hint));
    svg.text("", (MEAN, y + 4.0), Anchor::End, fixed(mean));
    svg.text("quiet", (RIGHT, y + 4.0), Anchor::End, signed(against.difference));
}

/// The difference of a run, by its index in [`RunComparison::runs`], on every topic in the first measure: a bar per topic,
/// from the largest gain to the largest loss.
///
/// # Panics
/// If the comparison has no such run, or no measure.
pub fn topics(comparison: &RunComparison, run: usize) -> String {
    let (id, contender) = (format!("tamis-topics-{run}"), &comparison.runs[run]);
    let title = format!("{}, topic by topic", measure_name(&comparison.measures[0]));
    let against = &contender.against[0];
    let counts = format!("{} better, {} level, {} worse", against.win, against.tie, against.loss);
    let setting = format!("{} less {}: {counts}", contender.system.name, comparison.baseline.name);
    figure::differences(&figure::Differences {
        id: &id,
        title: &title,
        setting: &setting,
        topics: &comparison.topics,
        base: &comparison.baseline.per_topic[0],
        values: &contender.system.per_topic[0],
    })
}
