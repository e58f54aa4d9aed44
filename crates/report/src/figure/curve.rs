//! Draws a sweep over one axis as curves (Figure 7 of Kohlschütter et al. 2010), with judged@10 and
//! the share of the text that is kept in strips below.

use super::labels::{self, Label, stacked};
use super::naming;
use super::plot::{self, Line};
use super::scale::{EMPTY, Scale, are_ordered, around, positions, ticks, widened};
use super::strip::{self, Strip};
use crate::drawing::{Anchor, Drawing};
use crate::equivalence;
use crate::paint::{Look, Series, TextStyle};
use crate::style::Style;
use crate::words;
use tamis_search::experiment::parameter::Value;
use tamis_search::experiment::results::{Point, Sweep};

/// The left end of the plot on a page.
const LEFT: f64 = 66.0;
/// The least room of a name below the axis.
const NAME: f64 = 30.0;
/// The height of the plot.
const PLOT: f64 = 270.0;
/// The series, in the order of the legend.
const SERIES: [Series; 2] = [Series::One, Series::Two];
/// The maximum number of points that are drawn as dots.
const DOTS: usize = 40;

/// A place on the axis with a name, such as where a reader stands, and what is measured there.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkedValue {
    /// The name.
    pub name: String,
    /// The value on the axis.
    pub value: f64,
    /// The means, one per measure of the sweep.
    pub means: Vec<f64>,
}

impl MarkedValue {
    /// A place with a name.
    pub fn new(name: String, value: f64, means: Vec<f64>) -> Self {
        Self { name, value, means }
    }
}

/// Draws the curves of at most two measures, the first one on top, with the place of a reader if
/// there is one, and dots at other places.
pub fn draw(
    sweep: &Sweep,
    measures: &[usize],
    style: &Style,
    standing: Option<&MarkedValue>,
    others: &[MarkedValue],
) -> Drawing {
    let names: Vec<String> =
        measures.iter().map(|&m| words::measure_name(&sweep.measures[m])).collect();
    let axis = words::axis_words(&sweep.axes[0].name);
    let title = format!("{} over {axis}", words::joined(&names));
    let findings = measures.iter().map(|&m| words::finding(sweep, m));
    let id = naming::id(sweep, measures[0]);
    let y_domain = y_domain(sweep, measures, standing.into_iter().chain(others));
    let setting = format!("{}{}", naming::setting(sweep), naming::axis_start(y_domain.0));
    let description: Vec<String> = findings.chain([format!("{setting}.")]).collect();
    let mut svg = Drawing::new(&id, style, &title, &description.join(" "));
    let head = svg.head(&setting);
    let figure = Figure::new(sweep, measures, style, y_domain, head);
    figure.legend(&mut svg, &names);
    figure.axes(&mut svg);
    figure.strips(&mut svg);
    figure.series(&mut svg);
    figure.best(&mut svg, &names);
    figure.enough(&mut svg);
    for place in others {
        figure.dots(&mut svg, place);
    }
    if let Some(standing) = standing {
        figure.standing(&mut svg, standing);
    }
    figure.hints(&mut svg);
    let below = if style.is_compact() { 36.0 } else { 52.0 };
    let enough = measures.iter().any(|&measure| equivalence::enough(sweep, measure).is_some());
    let enough = match enough {
        true => format!("; enough: loses less than {}", sweep.margin),
        false => String::new(),
    };
    let caption = format!("{}; bands: 95 % of the difference{enough}", naming::brief(sweep));
    svg.finish(figure.strip_bottom() + below, caption)
}

/// Returns the ends of the axis of values, which holds the curves and their bands.
fn y_domain<'m>(
    sweep: &Sweep,
    measures: &[usize],
    marked: impl Iterator<Item = &'m MarkedValue>,
) -> (f64, f64) {
    let drawn = sweep.points.iter().chain([&sweep.baseline]);
    let means: Vec<f64> =
        drawn.flat_map(|point| measures.iter().map(|&m| point.means[m])).collect();
    // A band below 0 would take the room of the curves.
    let least = if means.iter().all(|mean| *mean >= 0.0) { 0.0 } else { f64::NEG_INFINITY };
    let mut shown = means;
    for &m in measures {
        for point in &sweep.points {
            let (low, high) = band(sweep, point, m);
            shown.extend([low.max(least), high.max(least)]);
        }
    }
    for place in marked {
        shown.extend(measures.iter().map(|&m| place.means[m]));
    }
    around(shown.into_iter())
}

struct Figure<'a> {
    sweep: &'a Sweep,
    measures: &'a [usize],
    /// The positions of the points on the axis.
    values: Vec<f64>,
    x: Scale,
    y: Scale,
    y_domain: (f64, f64),
    top: f64,
    left: f64,
    right: f64,
    /// How far the legend is below its place on a page.
    head: f64,
    style: &'a Style,
}

impl<'a> Figure<'a> {
    fn new(
        sweep: &'a Sweep,
        measures: &'a [usize],
        style: &'a Style,
        y_domain: (f64, f64),
        head: f64,
    ) -> Self {
        let values = positions(&sweep.axes[0].values);
        let ends = widened(EMPTY, values.iter().copied());
        let top = 78.0 + 40.0 * measures.len() as f64 + head;
        let left = style.left(LEFT, &ticks(y_domain.0, y_domain.1, 5));
        let right = style.right();
        let x = Scale::new(ends, (left + 10.0, right - 10.0));
        let y = Scale::new(y_domain, (top + style.height(PLOT), top));
        Self { sweep, measures, values, x, y, y_domain, top, left, right, head, style }
    }

    fn plot_bottom(&self) -> f64 {
        self.top + self.style.height(PLOT)
    }

    /// Returns the top of a strip, by its number from above.
    fn strip_top(&self, number: usize) -> f64 {
        self.plot_bottom()
            + strip::gap(self.style)
            + (strip::height(self.style) + strip::gap(self.style)) * number as f64
    }

    /// Returns the bottom of the second and last strip.
    fn strip_bottom(&self) -> f64 {
        self.strip_top(1) + strip::height(self.style)
    }

    fn points(&self, scale: Scale, value: impl Fn(&Point) -> f64) -> Vec<(f64, f64)> {
        self.values
            .iter()
            .zip(&self.sweep.points)
            .map(|(&v, p)| (self.x.at(v), scale.at(value(p))))
            .collect()
    }

    /// One row per series: its curve, and its baseline.
    fn legend(&self, svg: &mut Drawing, names: &[String]) {
        let left = self.style.margin();
        let widest = names.iter().map(|name| self.style.width_of(name)).fold(0.0, f64::max);
        let apart = if self.style.is_compact() { 16.0 } else { 30.0 };
        let column = left + 34.0 + widest + apart;
        let room = self.style.units() - column - 34.0;
        let texts = self.measures.iter().zip(names).map(|(&m, name)| {
            let base = words::fixed(self.sweep.baseline.means[m]);
            let whole = format!("{name} of the unfiltered text: {base}");
            [whole, format!("unfiltered text: {base}"), base]
        });
        let texts = self.style.fitting_alike(room, &texts.collect::<Vec<_>>());
        for ((text, name), series) in texts.into_iter().zip(names).zip(SERIES) {
            let y = 80.0 + 19.0 * self.row(series) + self.head;
            svg.line(Look::Curve(series), (left, y - 4.0), (left + 26.0, y - 4.0));
            svg.text(TextStyle::Name(series), (left + 34.0, y), Anchor::Start, name);
            svg.line(Look::Base(series), (column, y - 4.0), (column + 26.0, y - 4.0));
            svg.text(TextStyle::Quiet, (column + 34.0, y), Anchor::Start, text);
        }
    }

    fn row(&self, series: Series) -> f64 {
        SERIES.iter().position(|&other| other == series).unwrap_or(0) as f64
    }

    fn axes(&self, svg: &mut Drawing) {
        let ends = (self.left, self.right);
        plot::rows(svg, self.y, self.y_domain, ends, Look::tick);
        for (value, label) in self.x_ticks() {
            let x = self.x.at(value);
            svg.line(Look::Rule, (x, self.top), (x, self.plot_bottom()));
            svg.line(Look::Edge, (x, self.strip_bottom()), (x, self.strip_bottom() + 5.0));
            let below = if self.style.is_compact() { 16.0 } else { 19.0 };
            let middle = self.label_x(value, &label);
            svg.text(
                TextStyle::Quiet,
                (middle, self.strip_bottom() + below),
                Anchor::Middle,
                label,
            );
        }
        let axis = &self.sweep.axes[0].name;
        let names = [words::axis_meaning(axis), words::axis_words(axis)];
        let below = if self.style.is_compact() { 32.0 } else { 40.0 };
        let topics = words::counted(self.sweep.topics.len() as u64, "topic");
        let beside = (format!("Mean over {topics}"), self.top, self.plot_bottom());
        plot::titles(svg, (self.strip_bottom() + below, names), ends, beside);
    }

    /// Returns a value as it stands below the axis: of a name that is too long, the start.
    fn label_of(&self, value: &Value) -> String {
        let label = value.to_string();
        let places = self.values.len().saturating_sub(1).max(1) as f64;
        // The last one stands beside its point, for it does not leave the figure.
        let room = (self.right - self.left - 20.0) / places * 0.75;
        if value.number().is_some() || room < NAME || self.style.width_of(&label) <= room {
            return label;
        }
        let mut start = label;
        while self.style.width_of(format!("{start}…")) > room {
            start.pop();
        }
        start + "…"
    }

    /// Returns the middle of a label below the axis, which does not leave the figure.
    fn label_x(&self, value: f64, label: &str) -> f64 {
        let half = self.style.width_of(label) / 2.0;
        self.x.at(value).min(self.style.units() - half).max(half)
    }

    /// Returns the axis' own values if they are few, otherwise the first value and round numbers;
    /// skips labels that overlap.
    fn x_ticks(&self) -> Vec<(f64, String)> {
        let written = &self.sweep.axes[0].values;
        let all: Vec<(f64, String)> =
            self.values.iter().copied().zip(written.iter().map(|v| self.label_of(v))).collect();
        let (Some(first), Some(last)) = (all.first().cloned(), all.last().cloned()) else {
            return Vec::new();
        };
        let ordinal = !are_ordered(written);
        let candidates = if all.len() <= 20 || ordinal {
            all
        } else {
            [vec![first.clone()], ticks(first.0, last.0, 10)].concat()
        };
        let mut kept: Vec<(f64, String)> = Vec::new();
        for (value, label) in candidates {
            let room = kept.last().is_none_or(|(before, text)| {
                (self.label_x(value, &label) - self.label_x(*before, text)).abs()
                    > (self.style.width_of(text) + self.style.width_of(&label)) / 2.0 + 6.0
            });
            if room {
                kept.push((value, label));
            }
        }
        kept
    }

    fn strips(&self, svg: &mut Drawing) {
        let judged = [
            "judged@10: share of the first ten pages that were judged; unjudged pages count as not \
             relevant",
            "judged@10: judged among the first ten pages",
            "judged@10",
        ];
        let kept = ["kept: share of the unfiltered text's tokens", "kept share of tokens", "kept"];
        self.strip(0, judged, false, |point| point.judged_10).draw(svg);
        self.strip(1, kept, true, |point| point.kept).draw(svg);
    }

    /// Returns a strip, by its number from above.
    fn strip<'n>(
        &self,
        number: usize,
        names: [&'n str; 3],
        whole: bool,
        share: fn(&Point) -> f64,
    ) -> Strip<'n> {
        let points = self.values.iter().zip(&self.sweep.points);
        let shares = points.map(|(&v, point)| (self.x.at(v), share(point))).collect();
        let base = share(&self.sweep.baseline);
        let ends = (self.left, self.right);
        Strip { names, ends, top: self.strip_top(number), shares, base, whole }
    }

    fn line(&self, series: Series) -> Line {
        Line { series, is_ordered: are_ordered(&self.sweep.axes[0].values) }
    }

    /// Draws bands and baselines below all curves, and the first measure above the second.
    fn series(&self, svg: &mut Drawing) {
        for (&m, series) in self.measures.iter().zip(SERIES).rev() {
            let bottom = self.y_domain.0;
            let low = self.points(self.y, |point| band(self.sweep, point, m).0.max(bottom));
            let high = self.points(self.y, |point| band(self.sweep, point, m).1);
            self.line(series).band(svg, low, high);
        }
        for (&m, series) in self.measures.iter().zip(SERIES).rev() {
            let base = self.y.at(self.sweep.baseline.means[m]);
            svg.line(Look::Base(series), (self.left, base), (self.right, base));
        }
        for (&m, series) in self.measures.iter().zip(SERIES).rev() {
            let line = self.points(self.y, |p| p.means[m]);
            let is_dotted = line.len() <= DOTS || !self.line(series).is_ordered;
            self.line(series).curve(svg, &line, is_dotted.then(|| self.style.dot(3.0)));
        }
    }

    /// Draws the best points, each with a leader to its label above the plot.
    fn best(&self, svg: &mut Drawing, names: &[String]) {
        let found: Vec<(usize, Series, [String; 4])> = self
            .measures
            .iter()
            .zip(names)
            .zip(SERIES)
            .filter_map(|((&m, name), series)| Some((m, series, self.texts(m, name)?)))
            .collect();
        let texts: Vec<[String; 4]> = found.iter().map(|(_, _, texts)| texts.clone()).collect();
        let room = self.style.units() - if self.style.is_compact() { 40.0 } else { 0.0 };
        let texts = self.style.fitting_alike(room, &texts);
        let labels: Vec<Label> = found
            .into_iter()
            .zip(texts)
            .filter_map(|((m, series, _), text)| self.label(m, series, text))
            .collect();
        let rows = stacked(&labels);
        for (label, row) in labels.iter().zip(&rows) {
            let y = self.top - 12.0 - 19.0 * row.above as f64;
            svg.line(Look::Leader(label.series), (label.x, y - 8.0), (label.x, label.y - 5.0));
        }
        for (label, row) in labels.iter().zip(&rows) {
            let y = self.top - 12.0 - 19.0 * row.above as f64;
            let x = label.text_x(row.anchor);
            svg.text_with_halo(TextStyle::Label(label.series), (x, y), row.anchor, &label.text);
            svg.circle(Look::Mark(label.series), (label.x, label.y), self.style.dot(5.0), None);
        }
    }

    /// Marks the smallest share of the text that is enough, with a leader to the word at the bottom
    /// of the plot.
    fn enough(&self, svg: &mut Drawing) {
        for (row, (&m, series)) in self.measures.iter().zip(SERIES).enumerate() {
            let Some((number, text)) = equivalence::enough(self.sweep, m) else { continue };
            let (x, point) = self.points(self.y, |point| point.means[m])[number];
            let y = self.plot_bottom() - 10.0 - 17.0 * row as f64;
            let (anchor, aside) = if x + labels::ASIDE + self.style.width_of(&text) < self.right {
                (Anchor::Start, labels::ASIDE)
            } else {
                (Anchor::End, -labels::ASIDE)
            };
            svg.line(Look::Leader(series), (x, point + 5.0), (x, y + 4.0));
            svg.text_with_halo(TextStyle::Label(series), (x + aside, y), anchor, text);
            svg.circle(Look::Mark(series), (x, point), self.style.dot(5.0), None);
        }
    }

    /// Returns what a best point is, at length and ever shorter.
    fn texts(&self, measure: usize, name: &str) -> Option<[String; 4]> {
        let point = words::best(self.sweep, measure)?;
        let at = words::at_words(self.sweep, point);
        let p = words::p_phrase(point.p(measure));
        let mean = words::fixed(point.means[measure]);
        let values = words::at_values(self.sweep, point);
        Some(if words::nothing_gained(self.sweep, measure) {
            let best = format!("best on these topics: {name} {mean} at {at}");
            [
                format!("{best}, no better than the unfiltered text"),
                format!("{name} {mean} at {at}, no better than unfiltered"),
                format!("{name} {mean} at {values}, not better"),
                format!("{mean} at {values}"),
            ]
        } else {
            [
                format!("best on these topics: {name} {mean} at {at}, {p}"),
                format!("best: {name} {mean} at {at}, {p}"),
                format!("best: {name} {mean} at {values}, {p}"),
                format!("{mean} at {values}, {p}"),
            ]
        })
    }

    fn label(&self, measure: usize, series: Series, text: String) -> Option<Label> {
        let point = words::best(self.sweep, measure)?;
        let value = *self.values.get(*self.sweep.best.get(measure)?)?;
        let width = self.style.width_of(&text);
        let mean = point.means[measure];
        let end = self.style.units();
        Some(Label { x: self.x.at(value), y: self.y.at(mean), series, text, width, end })
    }

    /// The position of a place; one beyond the values is at their end.
    fn x_of(&self, place: &MarkedValue) -> Option<f64> {
        let first = *self.values.first()?;
        let last = *self.values.last()?;
        Some(self.x.at(place.value.clamp(first.min(last), first.max(last))))
    }

    /// Draws a line at the place of a reader, and a dot for every curve.
    fn standing(&self, svg: &mut Drawing, standing: &MarkedValue) {
        let Some(x) = self.x_of(standing) else { return };
        svg.line(Look::PlainLeader, (x, self.top - 6.0), (x, self.strip_bottom()));
        self.circles(svg, x, standing);
        let (anchor, aside) = self.aside(x);
        let at = (x + aside, self.plot_bottom() - 8.0);
        svg.text_with_halo(TextStyle::Plain, at, anchor, &standing.name);
    }

    /// Draws a dot for every curve, with the name of the place beside it.
    fn dots(&self, svg: &mut Drawing, place: &MarkedValue) {
        let Some(x) = self.x_of(place) else { return };
        self.circles(svg, x, place);
        let (anchor, aside) = self.aside(x);
        for &m in self.measures {
            let at = (x + aside, self.y.at(place.means[m]) + 4.0);
            svg.text_with_halo(TextStyle::Plain, at, anchor, &place.name);
        }
    }

    /// Where a text beside a place begins: to its right, if there is room.
    fn aside(&self, x: f64) -> (Anchor, f64) {
        let is_left = x + 50.0 < self.right;
        if is_left { (Anchor::Start, labels::ASIDE) } else { (Anchor::End, -labels::ASIDE) }
    }

    /// Draws a dot for every curve.
    fn circles(&self, svg: &mut Drawing, x: f64, place: &MarkedValue) {
        for (&m, series) in self.measures.iter().zip(SERIES).rev() {
            let name = words::measure_name(&self.sweep.measures[m]);
            let hint = format!("{}: {name} {}", place.name, words::fixed(place.means[m]));
            svg.circle(
                Look::Mark(series),
                (x, self.y.at(place.means[m])),
                self.style.dot(5.0),
                Some(&hint),
            );
        }
    }

    /// Draws invisible circles that show the numbers of a point on hover.
    fn hints(&self, svg: &mut Drawing) {
        for (&m, series) in self.measures.iter().zip(SERIES).rev() {
            let name = words::measure_name(&self.sweep.measures[m]);
            for (at, point) in
                self.points(self.y, |p| p.means[m]).into_iter().zip(&self.sweep.points)
            {
                let hint = format!(
                    "{}: {name} {}, {}; judged@10 {}, kept {}",
                    words::at_words(self.sweep, point),
                    words::fixed(point.means[m]),
                    words::p_phrase(point.p(m)),
                    words::fixed(point.judged_10),
                    words::fixed(point.kept)
                );
                svg.circle(Look::Hit(series), at, 6.0, Some(&hint));
            }
        }
    }
}

/// Returns the 95 % confidence interval of a point's difference from the unfiltered text, shifted
/// by the mean of the latter. A point whose interval does not contain that mean differs at p <
/// 0.05.
pub(super) fn band(sweep: &Sweep, point: &Point, measure: usize) -> (f64, f64) {
    let base = sweep.baseline.means[measure];
    let interval = point.intervals.get(measure).copied().flatten();
    interval.map_or((point.means[measure], point.means[measure]), |(low, high)| {
        (base + low, base + high)
    })
}
