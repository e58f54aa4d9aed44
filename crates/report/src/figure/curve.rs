//! Draws a sweep over one axis as curves (Figure 7 of Kohlschütter et al. 2010), with judged@10 and
//! the share of the text that is kept in strips below.

use super::labels::{ASIDE, PointLabel, stacked};
use super::naming;
use super::plot::{Plot, PlotLine, entry};
use super::scale::{EMPTY, are_ordered, around, positions, ticks, widened};
use super::strip::{self, Strip};
use crate::drawing::{Anchor, Drawing, Pair};
use crate::equivalence;
use crate::paint::{Look, Series, TextStyle};
use crate::style::Style;
use crate::words::{self, fixed, measure_name, value_and_p};
use tamis_search::experiment::parameter::Value;
use tamis_search::experiment::results::{Point, Sweep};

/// The left end of the plot on a page.
const LEFT: f64 = 66.0;
/// The least room of a name below the axis.
const NAME: f64 = 30.0;
/// The height of the plot.
const PLOT: f64 = 270.0;
/// The maximum number of points that are drawn as dots.
const DOTS: usize = 40;

/// A place on the axis with a name, such as where a reader stands, and what is measured there.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkedValue {
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
    let names: Vec<String> = measures.iter().map(|&m| measure_name(&sweep.measures[m])).collect();
    let axis = words::axis_words(&sweep.axes[0].name);
    let title = format!("{} over {axis}", words::joined(&names));
    let findings = measures.iter().map(|&m| words::finding(sweep, m));
    let id = naming::id(sweep, measures[0]);
    let y_domain = y_domain(sweep, measures, standing.into_iter().chain(others));
    let setting = format!("{}{}", naming::setting(sweep), naming::axis_start(y_domain.0));
    let description: Vec<String> = findings.chain([format!("{setting}.")]).collect();
    let mut svg = Drawing::new(&id, style, &title, &description.join(" "));
    let head = svg.head(&setting);
    let figure = CurveFigure::new(sweep, measures, style, y_domain, head);
    figure.legend(&mut svg, 80.0 + head);
    figure.axes(&mut svg);
    figure.strips(&mut svg);
    figure.series(&mut svg);
    figure.best(&mut svg);
    let has_enough = figure.enough(&mut svg);
    for place in others {
        figure.dots(&mut svg, place);
    }
    if let Some(standing) = standing {
        figure.standing(&mut svg, standing);
    }
    figure.hints(&mut svg);
    let enough = match has_enough {
        true => format!("; enough: loses less than {}", sweep.margin),
        false => String::new(),
    };
    let caption = format!("{}; bands: 95 % of the difference{enough}", naming::brief(sweep));
    svg.finish(figure.strip_bottom() + style.pick(36.0, 52.0), caption)
}

/// Returns the ends of the axis of values, which holds the curves and their bands.
fn y_domain<'m>(
    sweep: &Sweep,
    measures: &[usize],
    marked: impl Iterator<Item = &'m MarkedValue>,
) -> Pair {
    let drawn = sweep.points.iter().chain([&sweep.baseline]);
    let mut shown: Vec<f64> =
        drawn.flat_map(|point| measures.iter().map(|&m| point.means[m])).collect();
    // A band below 0 would take the room of the curves.
    let least = if shown.iter().all(|mean| *mean >= 0.0) { 0.0 } else { f64::NEG_INFINITY };
    for &m in measures {
        let bands = sweep.points.iter().map(|point| band(sweep, point, m));
        shown.extend(bands.flat_map(|(low, high)| [low.max(least), high.max(least)]));
    }
    shown.extend(marked.flat_map(|place| measures.iter().map(|&m| place.means[m])));
    around(shown.into_iter())
}

struct CurveFigure<'a> {
    sweep: &'a Sweep,
    /// The measures, with their names and series.
    measures: Vec<(usize, String, Series)>,
    /// The positions of the points on the axis.
    values: Vec<f64>,
    plot: Plot,
    style: &'a Style,
}

impl<'a> CurveFigure<'a> {
    fn new(
        sweep: &'a Sweep,
        measures: &[usize],
        style: &'a Style,
        y_domain: Pair,
        head: f64,
    ) -> Self {
        let values = positions(&sweep.axes[0].values);
        let x_domain = widened(EMPTY, values.iter().copied());
        let y = (y_domain, ticks(y_domain.0, y_domain.1, 5));
        let top = 78.0 + 40.0 * measures.len() as f64 + head;
        let plot = Plot::new(style, (LEFT, 10.0), x_domain, y, (top, PLOT));
        let measures = measures.iter().zip(Series::ALL);
        let named = measures.map(|(&m, series)| (m, measure_name(&sweep.measures[m]), series));
        Self { sweep, measures: named.collect(), values, plot, style }
    }

    /// Returns the top of a strip, by its number from above.
    fn strip_top(&self, number: usize) -> f64 {
        let (height, gap) = strip::heights(self.style);
        self.plot.bottom() + gap + (height + gap) * number as f64
    }

    /// Returns the bottom of the second and last strip.
    fn strip_bottom(&self) -> f64 {
        self.strip_top(1) + strip::heights(self.style).0
    }

    /// Returns the places of all points by a value of theirs.
    fn points(&self, value: impl Fn(&Point) -> f64) -> Vec<Pair> {
        let points = self.values.iter().zip(&self.sweep.points);
        points.map(|(&at, point)| self.plot.at(at, value(point))).collect()
    }

    /// One row per series: its curve, and its baseline.
    fn legend(&self, svg: &mut Drawing, top: f64) {
        let left = self.style.margin();
        let widths = self.measures.iter().map(|(_, name, _)| self.style.width_of(name));
        let column = left + 34.0 + widths.fold(0.0, f64::max) + self.style.pick(16.0, 30.0);
        let room = self.style.units() - column - 34.0;
        let texts = self.measures.iter().map(|(m, name, _)| {
            let base = fixed(self.sweep.baseline.means[*m]);
            let whole = format!("{name} of the unfiltered text: {base}");
            [whole, format!("unfiltered text: {base}"), base]
        });
        let texts = self.style.fitting_alike(room, &texts.collect::<Vec<_>>());
        for (row, ((_, name, series), text)) in self.measures.iter().zip(texts).enumerate() {
            let y = top + 19.0 * row as f64;
            entry(svg, Look::Curve(*series), (left, y), TextStyle::Name(*series), name);
            entry(svg, Look::Base(*series), (column, y), TextStyle::Quiet, text);
        }
    }

    fn axes(&self, svg: &mut Drawing) {
        let plot = &self.plot;
        plot.rows(svg, Look::tick);
        let bottom = self.strip_bottom();
        for (value, label) in self.x_ticks() {
            let x = plot.x.at(value);
            svg.line(Look::Rule, (x, plot.top()), (x, plot.bottom()));
            svg.line(Look::Edge, (x, bottom), (x, bottom + 5.0));
            let at = (self.label_x(value, &label), bottom + self.style.pick(16.0, 19.0));
            svg.text(TextStyle::Quiet, at, Anchor::Middle, label);
        }
        let axis = &self.sweep.axes[0].name;
        let names = [words::axis_meaning(axis), words::axis_words(axis)];
        let below = (bottom + self.style.pick(32.0, 40.0), names);
        let beside = format!("Mean over {}", words::topics(&self.sweep.topics));
        plot.titles(svg, below, (0.0, &beside));
    }

    /// Returns a value as it stands below the axis: of a name that is too long, the start.
    fn label_of(&self, value: &Value) -> String {
        let mut label = value.to_string();
        let places = self.values.len().saturating_sub(1).max(1) as f64;
        // The last one stands beside its point, for it does not leave the figure.
        let room = (self.plot.ends.1 - self.plot.ends.0 - 20.0) / places * 0.75;
        if value.number().is_some() || room < NAME || self.style.width_of(&label) <= room {
            return label;
        }
        while self.style.width_of(format!("{label}…")) > room {
            label.pop();
        }
        label + "…"
    }

    /// Returns the middle of a label below the axis, which does not leave the figure.
    fn label_x(&self, value: f64, label: &str) -> f64 {
        let half = self.style.width_of(label) / 2.0;
        self.plot.x.at(value).min(self.style.units() - half).max(half)
    }

    /// Returns the axis' own values if they are few, otherwise the first value and round numbers;
    /// skips labels that overlap.
    fn x_ticks(&self) -> Vec<(f64, String)> {
        let written = &self.sweep.axes[0].values;
        let labels = written.iter().map(|value| self.label_of(value));
        let mut candidates: Vec<(f64, String)> = self.values.iter().copied().zip(labels).collect();
        if let [first, .., last] = &candidates[..]
            && candidates.len() > 20
            && are_ordered(written)
        {
            candidates = [vec![first.clone()], ticks(first.0, last.0, 10)].concat();
        }
        let mut kept: Vec<(f64, String)> = Vec::new();
        for (value, label) in candidates {
            let has_room = kept.last().is_none_or(|(before, text)| {
                let widths = self.style.width_of(text) + self.style.width_of(&label);
                let apart = self.label_x(value, &label) - self.label_x(*before, text);
                apart.abs() > widths / 2.0 + 6.0
            });
            if has_room {
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
        let shares: [fn(&Point) -> f64; 2] = [|point| point.judged_10, |point| point.kept];
        for (number, (names, share)) in [judged, kept].into_iter().zip(shares).enumerate() {
            let points = self.values.iter().zip(&self.sweep.points);
            let shares = points.map(|(&at, point)| (self.plot.x.at(at), share(point))).collect();
            let (ends, top) = (self.plot.ends, self.strip_top(number));
            let base = share(&self.sweep.baseline);
            Strip { names, ends, top, shares, base, whole: number == 1 }.draw(svg);
        }
    }

    /// Draws bands and baselines below all curves, and the first measure above the second.
    fn series(&self, svg: &mut Drawing) {
        let is_ordered = are_ordered(&self.sweep.axes[0].values);
        let bottom = self.plot.y.domain().0;
        for &(m, _, series) in self.measures.iter().rev() {
            let low = self.points(|point| band(self.sweep, point, m).0.max(bottom));
            let high = self.points(|point| band(self.sweep, point, m).1);
            PlotLine { series, is_ordered }.band(svg, low, high);
        }
        for (m, _, series) in self.measures.iter().rev() {
            self.plot.across(svg, Look::Base(*series), self.sweep.baseline.means[*m]);
        }
        for &(m, _, series) in self.measures.iter().rev() {
            let line = self.points(|point| point.means[m]);
            let is_dotted = line.len() <= DOTS || !is_ordered;
            PlotLine { series, is_ordered }.curve(
                svg,
                &line,
                is_dotted.then(|| self.style.dot(3.0)),
            );
        }
    }

    /// Draws the best points, each with a leader to its label above the plot.
    fn best(&self, svg: &mut Drawing) {
        let found = self.measures.iter().filter_map(|(m, name, series)| {
            let point = words::best(self.sweep, *m)?;
            let at = self.plot.at(*self.values.get(self.sweep.best[*m])?, point.means[*m]);
            Some((at, *series, self.texts(*m, name, point)))
        });
        let (found, texts): (Vec<_>, Vec<_>) =
            found.map(|(at, series, texts)| ((at, series), texts)).unzip();
        let room = self.style.units() - self.style.pick(40.0, 0.0);
        let texts = self.style.fitting_alike(room, &texts);
        let labels = found.into_iter().zip(texts).map(|((at, series), text)| {
            let width = self.style.width_of(&text);
            PointLabel { at, series, text, width, end: self.style.units() }
        });
        let labels: Vec<PointLabel> = labels.collect();
        let rows = stacked(&labels);
        let y = |above: usize| self.plot.top() - 12.0 - 19.0 * above as f64;
        for (label, (above, _)) in labels.iter().zip(&rows) {
            let (x, end) = label.at;
            svg.line(Look::Leader(label.series), (x, y(*above) - 8.0), (x, end - 5.0));
        }
        for (label, (above, anchor)) in labels.iter().zip(&rows) {
            let at = (label.text_x(*anchor), y(*above));
            svg.text(TextStyle::Label(label.series), at, *anchor, &label.text).halo = true;
            svg.circle(Look::Mark(label.series), label.at, self.style.dot(5.0));
        }
    }

    /// Returns what a best point is, at length and ever shorter.
    fn texts(&self, measure: usize, name: &str, point: &Point) -> [String; 4] {
        let at = words::at_words(self.sweep, point);
        let values = words::at_values(self.sweep, point);
        let mean = fixed(point.means[measure]);
        if words::nothing_gained(self.sweep, measure) {
            return [
                format!(
                    "best on these topics: {name} {mean} at {at}, no better than the unfiltered \
                     text"
                ),
                format!("{name} {mean} at {at}, no better than unfiltered"),
                format!("{name} {mean} at {values}, not better"),
                format!("{mean} at {values}"),
            ];
        }
        let p = words::p_phrase(point.p(measure));
        [
            format!("best on these topics: {name} {mean} at {at}, {p}"),
            format!("best: {name} {mean} at {at}, {p}"),
            format!("best: {name} {mean} at {values}, {p}"),
            format!("{mean} at {values}, {p}"),
        ]
    }

    /// Marks the smallest share of the text that is enough, with a leader to the word at the bottom
    /// of the plot. Returns whether there is one.
    fn enough(&self, svg: &mut Drawing) -> bool {
        let mut is_marked = false;
        for (row, &(m, _, series)) in self.measures.iter().enumerate() {
            let Some((number, text)) = equivalence::enough(self.sweep, m) else { continue };
            let (x, point) = self.points(|point| point.means[m])[number];
            let y = self.plot.bottom() - 10.0 - 17.0 * row as f64;
            let (anchor, x_of_text) = self.beside(x, ASIDE + self.style.width_of(&text));
            svg.line(Look::Leader(series), (x, point + 5.0), (x, y + 4.0));
            svg.text(TextStyle::Label(series), (x_of_text, y), anchor, text).halo = true;
            svg.circle(Look::Mark(series), (x, point), self.style.dot(5.0));
            is_marked = true;
        }
        is_marked
    }

    /// Where a text beside a place is that takes so much room: to its right, if there is room.
    fn beside(&self, x: f64, room: f64) -> (Anchor, f64) {
        let is_right = x + room < self.plot.ends.1;
        if is_right { (Anchor::Start, x + ASIDE) } else { (Anchor::End, x - ASIDE) }
    }

    /// The position of a place; one beyond the values is at their end.
    fn x_of(&self, place: &MarkedValue) -> Option<f64> {
        let (first, last) = (*self.values.first()?, *self.values.last()?);
        Some(self.plot.x.at(place.value.clamp(first.min(last), first.max(last))))
    }

    /// Draws a line at the place of a reader, and a dot for every curve.
    fn standing(&self, svg: &mut Drawing, standing: &MarkedValue) {
        let Some(x) = self.x_of(standing) else { return };
        svg.line(Look::PlainLeader, (x, self.plot.top() - 6.0), (x, self.strip_bottom()));
        self.circles(svg, x, standing);
        self.name(svg, (x, self.plot.bottom() - 8.0), standing);
    }

    /// Draws a dot for every curve, with the name of the place beside it.
    fn dots(&self, svg: &mut Drawing, place: &MarkedValue) {
        let Some(x) = self.x_of(place) else { return };
        self.circles(svg, x, place);
        for (m, ..) in &self.measures {
            self.name(svg, (x, self.plot.y.at(place.means[*m]) + 4.0), place);
        }
    }

    /// Writes the name of a place beside it.
    fn name(&self, svg: &mut Drawing, (x, y): Pair, place: &MarkedValue) {
        let (anchor, x) = self.beside(x, 50.0);
        svg.text(TextStyle::Plain, (x, y), anchor, &place.name).halo = true;
    }

    /// Draws a dot for every curve.
    fn circles(&self, svg: &mut Drawing, x: f64, place: &MarkedValue) {
        for (m, name, series) in self.measures.iter().rev() {
            let at = (x, self.plot.y.at(place.means[*m]));
            let hint = format!("{}: {name} {}", place.name, fixed(place.means[*m]));
            svg.circle(Look::Mark(*series), at, self.style.dot(5.0)).hint(&hint);
        }
    }

    /// Draws invisible circles that show the numbers of a point on hover.
    fn hints(&self, svg: &mut Drawing) {
        for (m, name, series) in self.measures.iter().rev() {
            let places = self.points(|point| point.means[*m]);
            for (at, point) in places.into_iter().zip(&self.sweep.points) {
                let hint = format!(
                    "{}: {name} {}; judged@10 {}, kept {}",
                    words::at_words(self.sweep, point),
                    value_and_p(point, *m),
                    fixed(point.judged_10),
                    fixed(point.kept)
                );
                svg.circle(Look::Hit(*series), at, 6.0).hint(&hint);
            }
        }
    }
}

/// Returns the 95 % confidence interval of a point's difference from the unfiltered text, shifted
/// by the mean of the latter. A point whose interval does not contain that mean differs at p <
/// 0.05.
pub(super) fn band(sweep: &Sweep, point: &Point, measure: usize) -> Pair {
    let (base, mean) = (sweep.baseline.means[measure], point.means[measure]);
    let interval = point.intervals.get(measure).copied().flatten();
    interval.map_or((mean, mean), |(low, high)| (base + low, base + high))
}
