//! Draws the differences of a view or a run by topic: a bar per topic, the largest gain first.

use super::naming::without_zeros;
use super::plot::Plot;
use super::scale::{ticks, widened};
use crate::drawing::{Anchor, Drawing, Pair};
use crate::paint::{Look, TextStyle};
use crate::style::Style;
use crate::words::{fixed, signed};

/// The left end and the top of the plot on a page.
const LEFT: f64 = 78.0;
const TOP: f64 = 96.0;
/// The height of the plot.
const PLOT: f64 = 190.0;
/// The maximum number of characters of a topic's id below its bar.
const LONGEST: usize = 12;
/// The room that ids need from bar to bar if they run upwards.
const SMALL: f64 = 11.0;

/// The values of two views, or two runs, of the same topics.
pub struct Differences<'a> {
    /// The id of the figure's elements; unique on its page.
    pub id: String,
    pub title: String,
    /// The line below the title.
    pub setting: String,
    /// The same for a caption, in short.
    pub caption: String,
    pub topics: &'a [String],
    /// One value per topic, of the unfiltered text or the baseline.
    pub base: &'a [f64],
    /// One value per topic, of the compared view or run.
    pub values: &'a [f64],
}

pub(crate) fn differences(figure: &Differences, style: &Style) -> Drawing {
    let order = figure.order();
    let mut svg = Drawing::new(&figure.id, style, &figure.title, &figure.description(&order));
    let top = TOP + svg.head(&figure.setting);
    let domain = figure.domain();
    let values = ticks(domain.0, domain.1, 5).into_iter().map(|(value, _)| value);
    let labels = values.map(|value| (value, without_zeros(signed(value)))).collect();
    let plot = Plot::new(style, (LEFT, 0.0), (0.0, 1.0), (domain, labels), (top, PLOT));
    let step = (plot.ends.1 - plot.ends.0) / order.len().max(1) as f64;
    let ids = order.iter().map(|&topic| figure.topics[topic].as_str());
    let names = BarNames::new(ids, step, plot.bottom(), style);
    let height = plot.bottom() + names.height() + style.pick(28.0, 38.0);
    figure.legend(&mut svg, top - 23.0);
    plot.rows(&mut svg, Look::tick);
    for (place, &topic) in order.iter().enumerate() {
        let x = plot.ends.0 + step * place as f64;
        figure.bar(&mut svg, topic, &plot, (x, step));
        if place % names.every == 0 {
            names.draw(&mut svg, x + step / 2.0, &figure.topics[topic]);
        }
    }
    let largest = "topics, largest gain first";
    let axis = [format!("{largest}{}", names.note()), largest.to_owned()];
    let below = height - style.pick(4.0, 12.0);
    plot.titles(&mut svg, (below, axis), (style.pick(0.0, 2.0), "difference"));
    svg.finish(height, &figure.caption)
}

impl Differences<'_> {
    /// The value of a topic less that of the baseline.
    pub(crate) fn difference(&self, topic: usize) -> f64 {
        self.values[topic] - self.base[topic]
    }

    /// Returns the topics, the largest gain first; those with equal gains in the order of their
    /// ids.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.topics.len()).collect();
        order.sort_by(|&a, &b| {
            let gains = self.difference(b).total_cmp(&self.difference(a));
            gains.then_with(|| self.topics[a].cmp(&self.topics[b]))
        });
        order
    }

    /// Returns the ends of an axis that contains 0 and all differences.
    fn domain(&self) -> Pair {
        let differences = (0..self.topics.len()).map(|topic| self.difference(topic));
        let (low, high) = widened((0.0, 0.0), differences);
        if low == high { (-1.0, 1.0) } else { (low, high) }
    }

    /// Draws the bar of a topic in the `step` from `x` on.
    fn bar(&self, svg: &mut Drawing, topic: usize, plot: &Plot, (x, step): Pair) {
        let value = self.difference(topic);
        let (base, of_topic) = (fixed(self.base[topic]), fixed(self.values[topic]));
        let hint = format!("{}: {base} to {of_topic}, {}", self.topics[topic], signed(value));
        let [top, bottom] = [value.max(0.0), value.min(0.0)].map(|end| plot.y.at(end));
        // A topic without a difference has a bar to point at, if none to see.
        let (look, top, height) = match value {
            0.0 => (Look::Tie, top - 1.5, 3.0),
            below if below < 0.0 => (Look::Worse, top, bottom - top),
            _ => (Look::Better, top, bottom - top),
        };
        svg.rect(look, (x + step * 0.1, top), (step * 0.8, height)).hint(&hint);
    }

    /// Returns the numbers of topics that are better, worse and equal.
    fn counts(&self) -> [usize; 3] {
        let pairs = || self.values.iter().zip(self.base);
        let better = pairs().filter(|(value, base)| value > base).count();
        let worse = pairs().filter(|(value, base)| value < base).count();
        [better, worse, self.topics.len() - better - worse]
    }

    fn legend(&self, svg: &mut Drawing, y: f64) {
        let mut x = svg.style.margin();
        let looks = [(Look::Better, "better"), (Look::Worse, "worse"), (Look::Tie, "equal")];
        for ((look, name), count) in looks.into_iter().zip(self.counts()) {
            let text = format!("{name} on {count}");
            svg.rect(look, (x, y - 9.0), (10.0, 10.0));
            svg.text(TextStyle::Small, (x + 15.0, y), Anchor::Start, &text);
            x += 34.0 + svg.style.width_of(&text);
        }
    }

    fn description(&self, order: &[usize]) -> String {
        let [better, worse, equal] = self.counts();
        let mut text = format!("Better on {better} topics, worse on {worse}, equal on {equal}.");
        if let (Some(&first), Some(&last)) = (order.first(), order.last()) {
            let [most, least] = [first, last].map(|topic| {
                format!("{} on topic {}", signed(self.difference(topic)), self.topics[topic])
            });
            text += &format!(" The most: {most}; the least: {least}.");
        }
        text
    }
}

/// How the bars are named: along the axis if there is room, else upwards, and only some of them if
/// they are very many.
struct BarNames {
    is_upward: bool,
    /// Every how many bars have their names.
    every: usize,
    /// How many characters at the start are left out: the same in all ids, if they are too long.
    skipped: usize,
    /// The most characters of an id that is shown.
    shown: usize,
    /// The bottom of the plot.
    bottom: f64,
}

impl BarNames {
    fn new<'a>(
        ids: impl Iterator<Item = &'a str> + Clone,
        step: f64,
        bottom: f64,
        style: &Style,
    ) -> Self {
        let is_upward = ids.clone().any(|id| style.width_of(id) > step);
        let longest = ids.clone().map(|id| id.chars().count()).max().unwrap_or(0);
        if !is_upward {
            return Self { is_upward, every: 1, skipped: 0, shown: 0, bottom };
        }
        let every = (SMALL / step).ceil().max(1.0) as usize;
        let skipped = if longest > LONGEST { common_start(ids) } else { 0 };
        let shown = longest - skipped + usize::from(skipped > 0);
        Self { is_upward, every, skipped, shown, bottom }
    }

    /// The height of the names.
    fn height(&self) -> f64 {
        if self.is_upward { 12.0 + self.shown.min(LONGEST + 1) as f64 * 6.0 } else { 24.0 }
    }

    fn draw(&self, svg: &mut Drawing, x: f64, id: &str) {
        if !self.is_upward {
            svg.text(TextStyle::QuietSmall, (x, self.bottom + 18.0), Anchor::Middle, id);
            return;
        }
        let own = id.chars().skip(self.skipped);
        let own: String = (self.skipped > 0).then_some('…').into_iter().chain(own).collect();
        let cut: String = own.chars().take(LONGEST).collect();
        let id = if cut.len() < own.len() { cut + "…" } else { cut };
        let at = (x + 3.0, self.bottom + 8.0);
        svg.text(TextStyle::QuietSmall, at, Anchor::End, id).upward = true;
    }

    fn note(&self) -> String {
        let notes = [
            (self.every > 1, format!("; one of {} is named", self.every)),
            (self.skipped > 0, "; the start that all ids share is left out".to_owned()),
            (self.shown > LONGEST, format!("; ids are cut after {LONGEST} characters")),
        ];
        notes.into_iter().filter(|(is_so, _)| *is_so).map(|(_, note)| note).collect()
    }
}

/// Returns the number of characters at the start that all ids share; 0 for a single id.
fn common_start<'a>(mut ids: impl Iterator<Item = &'a str> + Clone) -> usize {
    let Some(first) = ids.next() else { return 0 };
    let shared = ids.map(|id| first.chars().zip(id.chars()).take_while(|(a, b)| a == b).count());
    shared.min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(ids: &[String]) -> String {
        let values: Vec<f64> =
            (0..ids.len()).map(|number| 0.5 - (number % 3) as f64 * 0.25).collect();
        let base = vec![0.25; ids.len()];
        let figure = Differences {
            id: "t".to_owned(),
            title: "t".to_owned(),
            setting: "s".to_owned(),
            caption: "c".to_owned(),
            topics: ids,
            base: &base,
            values: &values,
        };
        crate::svg::svg(&differences(&figure, &Style::default()))
    }

    fn numbered(count: usize) -> Vec<String> {
        (1..=count).map(|n| format!("t{n}")).collect()
    }

    fn names(svg: &str, id: &str) -> bool {
        svg.contains(&format!(">{id}</text>"))
    }

    #[test]
    fn every_bar_is_named_as_long_as_that_can_be_read() {
        for count in [7, 40, 60] {
            let ids = numbered(count);
            let svg = drawn(&ids);
            assert!(ids.iter().all(|id| names(&svg, id)) && !svg.contains("is named"), "{count}");
        }
        for (count, every, named) in [(96, 2, 48), (300, 5, 60)] {
            let ids = numbered(count);
            let svg = drawn(&ids);
            assert!(svg.contains(&format!("; one of {every} is named")), "{count}");
            assert_eq!(svg.matches(" rotate(-90)").count() - 1, named);
            assert_eq!(ids.iter().filter(|id| names(&svg, id)).count(), named);
        }
        let long = drawn(&["a-long-identifier-of-a-topic".to_owned(), "b".repeat(200)]);
        assert!(names(&long, "a-long-ident…") && long.contains("cut after 12 characters"));
        let shared =
            drawn(&(1..=40).map(|n| format!("clueweb09-topic-{n:04}")).collect::<Vec<_>>());
        assert!(
            names(&shared, "…01")
                && names(&shared, "…40")
                && shared.contains("start that all ids share")
        );
    }

    #[test]
    fn ties_are_grey() {
        let svg = drawn(&["a", "b", "c"].map(str::to_owned));
        let colours = [
            (" class=\"cell\" fill=\"#0060a8\"", 2),
            (" class=\"below\" fill=\"#bc4c00\"", 2),
            (" class=\"tie\" fill=\"#8c959f\"", 2),
        ];
        for (colour, count) in colours {
            assert_eq!(svg.matches(colour).count(), count, "{colour}");
        }
        assert!(
            svg.contains("better on 1") && svg.contains("worse on 1") && svg.contains("equal on 1")
        );
    }
}
