//! Draws a sweep over one axis as curves (Figure 7 of Kohlschütter et al. 2010), with judged@10 and
//! the share of the text that is kept in strips below.

use super::naming;
use super::scale::{EMPTY, Scale, around, positions, ticks, widened, width_of};
use super::strip::{self, Strip};
use crate::markup::{Anchor, Svg};
use crate::paint::{Look, Series, TextStyle};
use crate::words;
use tamis_search::experiment::parameter::Value;
use tamis_search::experiment::results::{Point, Sweep};

const WIDTH: f64 = 820.0;
const LEFT: f64 = 66.0;
const RIGHT: f64 = 796.0;
/// The width of the letters of a title, which are bold and larger, relative to other text.
const TITLE: f64 = 1.6;
/// The height of the plot.
const PLOT: f64 = 270.0;
/// The series, in the order of the legend.
const SERIES: [Series; 2] = [Series::One, Series::Two];
/// The distance between a leader and its label.
const ASIDE: f64 = 7.0;
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

/// Draws the curves of at most two measures, the first one on top.
pub fn svg(sweep: &Sweep, measures: &[usize]) -> String {
    svg_with(sweep, measures, None, &[])
}

/// Draws the same with the place of a reader, and dots at other places.
pub fn svg_with(
    sweep: &Sweep,
    measures: &[usize],
    standing: Option<&MarkedValue>,
    others: &[MarkedValue],
) -> String {
    let figure = Figure::new(sweep, measures, standing.into_iter().chain(others));
    let names: Vec<String> =
        measures.iter().map(|&m| words::measure_name(&sweep.measures[m])).collect();
    let axis = &sweep.axes[0].name;
    let titles = [lower_first(&words::axis_title(axis)), axis.clone()]
        .map(|axis| format!("{} over {axis}", words::joined(&names)));
    // The meaning of the axis is below the plot, so a title may do without it.
    let title = titles.iter().find(|title| title_fits(title)).unwrap_or(&titles[1]);
    let findings = measures.iter().map(|&m| words::finding(sweep, m));
    let setting = format!("{}{}", naming::setting(sweep), naming::axis_start(figure.y_domain.0));
    let description: Vec<String> = findings.chain([format!("{setting}.")]).collect();
    let height = figure.strip_bottom() + 52.0;
    let mut svg =
        Svg::new(&naming::id(sweep, measures[0]), WIDTH, height, title, &description.join(" "));
    svg.text(TextStyle::Title, (24.0, 32.0), Anchor::Start, title);
    svg.text(TextStyle::Quiet, (24.0, 52.0), Anchor::Start, setting);
    figure.legend(&mut svg, &names);
    figure.axes(&mut svg);
    figure.strips(&mut svg);
    figure.series(&mut svg);
    figure.best(&mut svg, &names);
    for place in others {
        figure.dots(&mut svg, place);
    }
    if let Some(standing) = standing {
        figure.standing(&mut svg, standing);
    }
    figure.hints(&mut svg);
    svg.finish()
}

/// Whether a title fits into the figure's width.
fn title_fits(title: &str) -> bool {
    24.0 + width_of(title) * TITLE <= WIDTH - 24.0
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or(String::new(), |first| first.to_lowercase().collect::<String>() + chars.as_str())
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
}

impl<'a> Figure<'a> {
    fn new<'m>(
        sweep: &'a Sweep,
        measures: &'a [usize],
        marked: impl Iterator<Item = &'m MarkedValue>,
    ) -> Self {
        let values = positions(&sweep.axes[0].values);
        let ends = widened(EMPTY, values.iter().copied());
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
        let y_domain = around(shown.into_iter());
        let top = 78.0 + 40.0 * measures.len() as f64;
        let x = Scale::new(ends, (LEFT + 10.0, RIGHT - 10.0));
        let y = Scale::new(y_domain, (top + PLOT, top));
        Self { sweep, measures, values, x, y, y_domain, top }
    }

    fn plot_bottom(&self) -> f64 {
        self.top + PLOT
    }

    /// Returns the top of a strip, by its number from above.
    fn strip_top(&self, number: usize) -> f64 {
        self.plot_bottom() + strip::GAP + (strip::HEIGHT + strip::GAP) * number as f64
    }

    /// Returns the bottom of the second and last strip.
    fn strip_bottom(&self) -> f64 {
        self.strip_top(1) + strip::HEIGHT
    }

    fn points(&self, scale: Scale, value: impl Fn(&Point) -> f64) -> Vec<(f64, f64)> {
        self.values
            .iter()
            .zip(&self.sweep.points)
            .map(|(&v, p)| (self.x.at(v), scale.at(value(p))))
            .collect()
    }

    /// One row per series: its curve, and its baseline.
    fn legend(&self, svg: &mut Svg, names: &[String]) {
        let column = 24.0 + 34.0 + names.iter().map(width_of).fold(0.0, f64::max) + 30.0;
        for ((&m, name), series) in self.measures.iter().zip(names).zip(SERIES) {
            let y = 80.0 + 19.0 * self.row(series);
            svg.line(Look::Curve(series), (24.0, y - 4.0), (50.0, y - 4.0));
            svg.text(TextStyle::Name(series), (58.0, y), Anchor::Start, name);
            svg.line(Look::Base(series), (column, y - 4.0), (column + 26.0, y - 4.0));
            let base = words::fixed(self.sweep.baseline.means[m]);
            svg.text(
                TextStyle::Quiet,
                (column + 34.0, y),
                Anchor::Start,
                format!("{name} of the unfiltered text: {base}"),
            );
        }
    }

    fn row(&self, series: Series) -> f64 {
        SERIES.iter().position(|&other| other == series).unwrap_or(0) as f64
    }

    fn axes(&self, svg: &mut Svg) {
        for (value, label) in ticks(self.y_domain.0, self.y_domain.1, 5) {
            let y = self.y.at(value);
            svg.line(Look::tick(value), (LEFT, y), (RIGHT, y));
            svg.text(TextStyle::Quiet, (LEFT - 8.0, y + 4.0), Anchor::End, label);
        }
        for (value, label) in self.x_ticks() {
            let x = self.x.at(value);
            svg.line(Look::Rule, (x, self.top), (x, self.plot_bottom()));
            svg.line(Look::Edge, (x, self.strip_bottom()), (x, self.strip_bottom() + 5.0));
            svg.text(TextStyle::Quiet, (x, self.strip_bottom() + 19.0), Anchor::Middle, label);
        }
        let title = words::axis_title(&self.sweep.axes[0].name);
        svg.text(
            TextStyle::Plain,
            ((LEFT + RIGHT) / 2.0, self.strip_bottom() + 40.0),
            Anchor::Middle,
            title,
        );
        let topics = words::counted(self.sweep.topics.len() as u64, "topic");
        svg.upward(
            TextStyle::Plain,
            (20.0, (self.top + self.plot_bottom()) / 2.0),
            Anchor::Middle,
            format!("Mean over {topics}"),
        );
    }

    /// Returns the axis' own values if they are few, otherwise the first value and round numbers;
    /// skips labels that overlap.
    fn x_ticks(&self) -> Vec<(f64, String)> {
        let written = &self.sweep.axes[0].values;
        let all: Vec<(f64, String)> =
            self.values.iter().copied().zip(written.iter().map(Value::to_string)).collect();
        let (Some(first), Some(last)) = (all.first().cloned(), all.last().cloned()) else {
            return Vec::new();
        };
        let ordinal = written.iter().any(|value| value.number().is_none());
        let candidates = if all.len() <= 20 || ordinal {
            all
        } else {
            [vec![first.clone()], ticks(first.0, last.0, 10)].concat()
        };
        let mut kept: Vec<(f64, String)> = Vec::new();
        for (value, label) in candidates {
            let room = kept.last().is_none_or(|(before, text)| {
                (self.x.at(value) - self.x.at(*before)).abs()
                    > (width_of(text) + width_of(&label)) / 2.0 + 6.0
            });
            if room {
                kept.push((value, label));
            }
        }
        kept
    }

    fn strips(&self, svg: &mut Svg) {
        let judged = "judged@10: share of the first ten pages that were judged; unjudged pages \
                      count as not relevant";
        let kept = "kept: share of the unfiltered text's tokens";
        self.strip(0, judged, false, |point| point.judged_10).draw(svg);
        self.strip(1, kept, true, |point| point.kept).draw(svg);
    }

    /// Returns a strip, by its number from above.
    fn strip<'n>(
        &self,
        number: usize,
        name: &'n str,
        whole: bool,
        share: fn(&Point) -> f64,
    ) -> Strip<'n> {
        let points = self.values.iter().zip(&self.sweep.points);
        let shares = points.map(|(&v, point)| (self.x.at(v), share(point))).collect();
        let base = share(&self.sweep.baseline);
        Strip { name, ends: (LEFT, RIGHT), top: self.strip_top(number), shares, base, whole }
    }

    /// Draws bands and baselines below all curves, and the first measure above the second.
    fn series(&self, svg: &mut Svg) {
        for (&m, series) in self.measures.iter().zip(SERIES).rev() {
            let bottom = self.y_domain.0;
            let low = self.points(self.y, |point| band(self.sweep, point, m).0.max(bottom));
            let mut around = self.points(self.y, |point| band(self.sweep, point, m).1);
            around.extend(low.into_iter().rev());
            svg.polygon(Look::Band(series), &around);
        }
        for (&m, series) in self.measures.iter().zip(SERIES).rev() {
            let base = self.y.at(self.sweep.baseline.means[m]);
            svg.line(Look::Base(series), (LEFT, base), (RIGHT, base));
        }
        for (&m, series) in self.measures.iter().zip(SERIES).rev() {
            let line = self.points(self.y, |p| p.means[m]);
            svg.curve(Look::Curve(series), &line);
            if line.len() <= DOTS {
                for &at in &line {
                    svg.circle(Look::Dot(series), at, 3.0, None);
                }
            }
        }
    }

    /// Draws the best points, each with a leader to its label above the plot.
    fn best(&self, svg: &mut Svg, names: &[String]) {
        let labels: Vec<Label> = self
            .measures
            .iter()
            .zip(names)
            .zip(SERIES)
            .filter_map(|((&m, name), series)| self.label(m, name, series))
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
            svg.circle(Look::Mark(label.series), (label.x, label.y), 5.0, None);
        }
    }

    fn label(&self, measure: usize, name: &str, series: Series) -> Option<Label> {
        let point = words::best(self.sweep, measure)?;
        let value = *self.values.get(*self.sweep.best.get(measure)?)?;
        let mean = point.means[measure];
        let at = words::at(self.sweep, point);
        let p = words::p_phrase(point.p_values[measure]);
        let text = if words::nothing_gained(self.sweep, measure) {
            format!(
                "best on these topics: {name} {} at {at}, no better than the unfiltered text",
                words::fixed(mean)
            )
        } else {
            format!("best on these topics: {name} {} at {at}, {p}", words::fixed(mean))
        };
        Some(Label { x: self.x.at(value), y: self.y.at(mean), series, text })
    }

    /// The position of a place; one beyond the values is at their end.
    fn x_of(&self, place: &MarkedValue) -> Option<f64> {
        let first = *self.values.first()?;
        let last = *self.values.last()?;
        Some(self.x.at(place.value.clamp(first.min(last), first.max(last))))
    }

    /// Draws a line at the place of a reader, and a dot for every curve.
    fn standing(&self, svg: &mut Svg, standing: &MarkedValue) {
        let Some(x) = self.x_of(standing) else { return };
        svg.line(Look::PlainLeader, (x, self.top - 6.0), (x, self.strip_bottom()));
        self.circles(svg, x, standing);
        let (anchor, aside) = aside(x);
        let at = (x + aside, self.plot_bottom() - 8.0);
        svg.text_with_halo(TextStyle::Plain, at, anchor, &standing.name);
    }

    /// Draws a dot for every curve, with the name of the place beside it.
    fn dots(&self, svg: &mut Svg, place: &MarkedValue) {
        let Some(x) = self.x_of(place) else { return };
        self.circles(svg, x, place);
        let (anchor, aside) = aside(x);
        for &m in self.measures {
            let at = (x + aside, self.y.at(place.means[m]) + 4.0);
            svg.text_with_halo(TextStyle::Plain, at, anchor, &place.name);
        }
    }

    /// Draws a dot for every curve.
    fn circles(&self, svg: &mut Svg, x: f64, place: &MarkedValue) {
        for (&m, series) in self.measures.iter().zip(SERIES).rev() {
            let name = words::measure_name(&self.sweep.measures[m]);
            let hint = format!("{}: {name} {}", place.name, words::fixed(place.means[m]));
            svg.circle(Look::Mark(series), (x, self.y.at(place.means[m])), 5.0, Some(&hint));
        }
    }

    /// Draws invisible circles that show the numbers of a point on hover.
    fn hints(&self, svg: &mut Svg) {
        for (&m, series) in self.measures.iter().zip(SERIES).rev() {
            let name = words::measure_name(&self.sweep.measures[m]);
            for (at, point) in
                self.points(self.y, |p| p.means[m]).into_iter().zip(&self.sweep.points)
            {
                let hint = format!(
                    "{}: {name} {}, {}; judged@10 {}, kept {}",
                    words::at(self.sweep, point),
                    words::fixed(point.means[m]),
                    words::p_phrase(point.p_values[m]),
                    words::fixed(point.judged_10),
                    words::fixed(point.kept)
                );
                svg.circle(Look::Hit(series), at, 6.0, Some(&hint));
            }
        }
    }
}

/// Where a text beside a place begins: to its right, if there is room.
fn aside(x: f64) -> (Anchor, f64) {
    if x + 50.0 < RIGHT { (Anchor::Start, ASIDE) } else { (Anchor::End, -ASIDE) }
}

/// Returns the 95 % confidence interval of a point's difference from the unfiltered text, shifted
/// by the mean of the latter. A point whose interval does not contain that mean differs at p <
/// 0.05.
fn band(sweep: &Sweep, point: &Point, measure: usize) -> (f64, f64) {
    let base = sweep.baseline.means[measure];
    let interval = point.intervals.get(measure).copied().flatten();
    interval.map_or((point.means[measure], point.means[measure]), |(low, high)| {
        (base + low, base + high)
    })
}

/// The label of a best point, in pixels.
struct Label {
    x: f64,
    y: f64,
    series: Series,
    text: String,
}

/// The position of a label: its row from the bottom, and the end that touches the leader.
#[derive(Debug, Clone, Copy, PartialEq)]
struct LabelRow {
    above: usize,
    anchor: Anchor,
}

impl Label {
    fn anchor(&self) -> Anchor {
        if !self.fits(Anchor::Start) && self.fits(Anchor::End) {
            Anchor::End
        } else {
            Anchor::Start
        }
    }

    /// Returns the position beside the leader; a label too long for either side is moved into the
    /// figure.
    fn text_x(&self, anchor: Anchor) -> f64 {
        let width = width_of(&self.text);
        if anchor == Anchor::End {
            self.x - ASIDE
        } else {
            (self.x + ASIDE).min(WIDTH - 6.0 - width).max(6.0)
        }
    }

    fn fits(&self, anchor: Anchor) -> bool {
        let width = width_of(&self.text) + ASIDE;
        if anchor == Anchor::Start { self.x + width <= WIDTH } else { self.x - width >= 0.0 }
    }
}

/// Returns rows in which the leader of the upper label does not cross the lower label, if there is
/// room.
fn stacked(labels: &[Label]) -> Vec<LabelRow> {
    let [a, b] = labels else {
        return labels.iter().map(|label| LabelRow { above: 0, anchor: label.anchor() }).collect();
    };
    let (left, right) = if a.x <= b.x { (a, b) } else { (b, a) };
    let lower_is_right = right.fits(Anchor::Start) || !left.fits(Anchor::End);
    let a_is_right = a.x > b.x;
    vec![
        label_row(a, a_is_right, a_is_right == lower_is_right),
        label_row(b, !a_is_right, a_is_right != lower_is_right),
    ]
}

/// Returns the row of one of two labels. The lower one is on its own side of the leader, if it has
/// room there.
fn label_row(label: &Label, is_right: bool, is_lower: bool) -> LabelRow {
    let own_side = if is_right { Anchor::Start } else { Anchor::End };
    if is_lower && label.fits(own_side) {
        return LabelRow { above: 0, anchor: own_side };
    }
    LabelRow { above: usize::from(!is_lower), anchor: label.anchor() }
}
