//! Draws the gains and losses of a view or a run by topic: a bar per topic, the largest gain first.

use super::scale::{Scale, ticks};
use crate::report::markup::{Anchor, Svg};
use crate::report::words::{fixed, signed};

const WIDTH: f64 = 820.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 796.0;
const TOP: f64 = 78.0;
const BOTTOM: f64 = 268.0;
/// The maximum number of topics whose bars have names.
const NAMED: usize = 40;

/// The values of two views, or two runs, of the same topics.
pub struct Differences<'a> {
    /// The id of the figure's elements; unique on its page.
    pub id: &'a str,
    /// The title.
    pub title: &'a str,
    /// The line below the title.
    pub setting: &'a str,
    /// The topics' ids.
    pub topics: &'a [String],
    /// One value per topic, of the unfiltered text or the baseline.
    pub base: &'a [f64],
    /// One value per topic, of the compared view or run.
    pub values: &'a [f64],
}

/// Draws the figure as a standalone SVG document.
pub fn differences(figure: &Differences) -> String {
    let difference = |topic: usize| figure.values[topic] - figure.base[topic];
    let mut order: Vec<usize> = (0..figure.topics.len()).collect();
    order.sort_by(|&a, &b| {
        difference(b).total_cmp(&difference(a)).then_with(|| figure.topics[a].cmp(&figure.topics[b]))
    });
    let ends = order.iter().fold((0.0f64, 0.0f64), |(low, high), &t| (low.min(difference(t)), high.max(difference(t))));
    let (low, high) = if ends.0 == ends.1 { (-1.0, 1.0) } else { ends };
    let y = Scale::new((low, high), (BOTTOM, TOP));
    let mut svg = Svg::new(figure.id, WIDTH, BOTTOM + 66.0, figure.title, &description(figure, &order));
    svg.text("title", (24.0, 32.0), Anchor::Start, figure.title);
    svg.text("quiet", (24.0, 52.0), Anchor::Start, figure.setting);
    for (value, _) in ticks(low, high, 5) {
        svg.line(if value == 0.0 { "edge" } else { "rule" }, (LEFT, y.at(value)), (RIGHT, y.at(value)));
        let label = signed(value);
        svg.text(
            "quiet",
            (LEFT - 8.0, y.at(value) + 4.0),
            Anchor::End,
            label.trim_end_matches('0').trim_end_matches('.'),
        );
    }
    let step = (RIGHT - LEFT) / order.len().max(1) as f64;
    for (place, &topic) in order.iter().enumerate() {
        let (value, x) = (difference(topic), LEFT + step * place as f64);
        let (top, bottom) = (y.at(value.max(0.0)), y.at(value.min(0.0)));
        let hint = format!(
            "{}: {} to {}, {}",
            figure.topics[topic],
            fixed(figure.base[topic]),
            fixed(figure.values[topic]),
            signed(value)
        );
        let class = if value < 0.0 { "below" } else { "cell" };
        // A topic without a difference has a bar to point at, if none to see.
        let (top, height) = if value == 0.0 { (top - 1.0, 2.0) } else { (top, bottom - top) };
        svg.rect(class, (x + step * 0.1, top), (step * 0.8, height), Some(&hint));
        if order.len() <= NAMED && figure.topics[topic].len() <= 4 {
            svg.text("quiet small", (x + step / 2.0, BOTTOM + 18.0), Anchor::Middle, &figure.topics[topic]);
        }
    }
    svg.text("", ((LEFT + RIGHT) / 2.0, BOTTOM + 42.0), Anchor::Middle, "topics, largest gain first");
    svg.upward("", (18.0, (TOP + BOTTOM) / 2.0), "difference");
    svg.finish()
}

fn description(figure: &Differences, order: &[usize]) -> String {
    let difference = |topic: usize| figure.values[topic] - figure.base[topic];
    let count = |which: fn(f64) -> bool| order.iter().filter(|topic| which(difference(**topic))).count();
    let (better, worse) = (count(|d| d > 0.0), count(|d| d < 0.0));
    let equal = order.len() - better - worse;
    let mut text = format!("Better on {better} topics, worse on {worse}, equal on {equal}.");
    if let (Some(&first), Some(&last)) = (order.first(), order.last()) {
        let of = |topic: usize| format!("{} on topic {}", signed(difference(topic)), figure.topics[topic]);
        text += &format!(" The most: {}; the least: {}.", of(first), of(last));
    }
    text
}
