//! One kind of rules as curves: a place for each rule, in the order of thresholds, and a line for
//! each weight.

use crate::drawing::{Anchor, Drawing, Pair};
use crate::figure::plot::{Plot, PlotLine};
use crate::figure::scale::{AxisScale, ticks};
use crate::paint::{Look, Series, TextStyle};
use crate::style::Style;
use crate::words::{fixed, shortened};
use std::cmp::Ordering;
use std::ops::Range;
use tamis_search::tune::{Curve, CurveRule};

/// The room below the last panel.
pub const HEIGHT_BELOW: f64 = 14.0;
const LEFT: f64 = 52.0;
/// The room right of the plot.
const RIGHT: f64 = 12.0;
/// The top of the plot, below name, choice and legend.
const TOP: f64 = 80.0;
/// The most rules that are drawn on a page and on paper; of more, the best.
const MOST: usize = 24;
const FEW: usize = 16;
/// The most characters of a text in a panel of a page, and of a rule below one on paper.
const LONGEST: usize = 58;
const SHORT: usize = 26;

/// A rule as it is typed, empty for no rule, and its parts: `repeats >` and `10`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct RuleText<'a> {
    rule: &'a str,
    field: &'a str,
    threshold: &'a str,
}

impl<'a> RuleText<'a> {
    fn new(point: &'a CurveRule) -> Self {
        let Some(rule) = &point.rule else {
            return Self { rule: "", field: "", threshold: "none" };
        };
        let (field, threshold) = rule.rsplit_once(' ').unwrap_or(("", rule));
        Self { rule, field, threshold }
    }

    /// Returns the threshold; none for a name.
    fn number(&self) -> Option<f64> {
        self.threshold.parse().ok()
    }
}

/// The curves of one kind.
pub struct Panel<'a> {
    curve: &'a Curve,
    sieve: f64,
    y_domain: Pair,
    places: Vec<RuleText<'a>>,
    left_out: usize,
    weights: Vec<f64>,
    style: &'a Style,
    width: f64,
}

impl<'a> Panel<'a> {
    pub fn new(curve: &'a Curve, sieve: f64, y_domain: Pair, style: &'a Style, width: f64) -> Self {
        let all = places(curve);
        let places = best(curve, &all, if style.is_paper() { FEW } else { MOST });
        let left_out = all.len() - places.len();
        let mut weights: Vec<f64> = rules(curve).map(|point| point.weight).collect();
        weights.sort_by(f64::total_cmp);
        weights.dedup();
        Self { curve, sieve, y_domain, places, left_out, weights, style, width }
    }

    /// Returns the height with its labels.
    pub fn height(&self) -> f64 {
        let labels = if self.is_upright() {
            38.0
        } else {
            let width = |rule: &str| self.small_width(rule);
            let longest = self.places.iter().map(|place| width(&self.shown(place.rule)));
            14.0 + longest.fold(width("no rule"), f64::max)
        };
        TOP + self.plot() + labels
    }

    /// The height of the plot.
    fn plot(&self) -> f64 {
        if self.style.is_paper() { 90.0 } else { 150.0 }
    }

    /// The width of a text of small letters, where widths are known.
    fn small_width(&self, text: &str) -> f64 {
        self.style.width_of(text) * if self.style.is_paper() { 0.9 } else { 1.0 }
    }

    /// Returns the start of a text that would not fit.
    fn shown(&self, text: &str) -> String {
        shortened(text, if self.style.is_paper() { SHORT } else { LONGEST })
    }

    /// Returns what it shows, in a sentence.
    pub fn description(&self) -> String {
        format!("{}; the sieve has {}.", self.choice(), fixed(self.sieve))
    }

    fn choice(&self) -> String {
        let Some(point) = self.curve.points.iter().find(|point| point.chosen) else {
            return "none is chosen".to_owned();
        };
        let value = fixed(point.value);
        match &point.rule {
            Some(rule) => format!("chosen: {}: {}, {value}", self.shown(rule), point.weight),
            None => format!("chosen: no rule, {value}"),
        }
    }

    /// Draws the panel with its upper left corner at `origin`.
    pub fn draw(&self, svg: &mut Drawing, origin: Pair) {
        let ends = (origin.0 + LEFT, origin.0 + self.width - RIGHT);
        let x = AxisScale::new((-0.5, self.places.len() as f64 - 0.5), ends);
        let top = origin.1 + TOP;
        let y = AxisScale::new(self.y_domain, (top + self.plot(), top));
        let count = if self.style.is_paper() { 4 } else { 5 };
        let labels = ticks(self.y_domain.0, self.y_domain.1, count);
        let plot = Plot { x, y, ends, labels };
        self.head(svg, origin);
        plot.rows_of(svg, |_| Look::Rule, (TextStyle::QuietSmall, 6.0));
        plot.across(svg, Look::QuietBase, self.sieve);
        self.labels(svg, &plot);
        self.band(svg, &plot);
        for &weight in &self.weights {
            self.line(svg, weight, &plot);
        }
        self.marks(svg, &plot);
    }

    /// Draws the name, the choice and the legend.
    fn head(&self, svg: &mut Drawing, (left, top): Pair) {
        let shown = self.places.len();
        let name = match self.left_out {
            0 => self.curve.name.to_owned(),
            more => format!("{} (the best {shown} of {} rules)", self.curve.name, shown + more),
        };
        let left = left + if self.style.is_paper() { 1.0 } else { 12.0 };
        svg.text(TextStyle::Plain, (left, top + 20.0), Anchor::Start, name);
        svg.text(TextStyle::QuietSmall, (left, top + 38.0), Anchor::Start, self.choice());
        let y = top + 58.0;
        svg.text(TextStyle::QuietSmall, (left, y), Anchor::Start, "weight");
        let mut x = left + 44.0;
        for &weight in &self.weights {
            svg.line(Look::Curve(self.series(weight)), (x, y - 4.0), (x + 16.0, y - 4.0));
            svg.text(TextStyle::Small, (x + 20.0, y), Anchor::Start, weight);
            x += 30.0 + self.style.width_of(weight);
        }
        svg.line(Look::QuietBase, (x + 6.0, y - 4.0), (x + 26.0, y - 4.0));
        let text = format!("sieve {}", fixed(self.sieve));
        svg.text(TextStyle::QuietSmall, (x + 30.0, y), Anchor::Start, text);
    }

    /// Whether thresholds and the fields below them fit side by side.
    fn is_upright(&self) -> bool {
        let room = (self.width - RIGHT - LEFT) / self.places.len().max(1) as f64;
        let fields = self.fields();
        self.places.iter().all(|place| self.small_width(place.threshold) <= room)
            && fields
                .iter()
                .all(|(places, field)| self.style.width_of(field) <= room * places.len() as f64)
    }

    /// Returns the places of each field that stand side by side.
    fn fields(&self) -> Vec<(Range<usize>, &str)> {
        let mut fields = Vec::new();
        let mut first = 0;
        for places in self.places.chunk_by(|one, next| one.field == next.field) {
            fields.push((first..first + places.len(), places[0].field));
            first += places.len();
        }
        fields
    }

    fn labels(&self, svg: &mut Drawing, plot: &Plot) {
        let bottom = plot.bottom();
        let is_upright = self.is_upright();
        for (number, place) in self.places.iter().enumerate() {
            let x = plot.x.at(number as f64);
            if is_upright {
                let at = (x, bottom + 16.0);
                svg.text(TextStyle::QuietSmall, at, Anchor::Middle, place.threshold);
                continue;
            }
            let text = self.shown(if place.rule.is_empty() { "no rule" } else { place.rule });
            let at = (x + 4.0, bottom + 8.0);
            svg.text(TextStyle::QuietSmall, at, Anchor::End, text).upward = true;
        }
        for (places, field) in self.fields().into_iter().filter(|_| is_upright) {
            let middle = (places.start + places.end) as f64 / 2.0 - 0.5;
            let at = (plot.x.at(middle), bottom + 32.0);
            svg.text(TextStyle::QuietSmall, at, Anchor::Middle, field);
        }
    }

    /// Draws the 95 % confidence of one weight: a band where its line is joined, whiskers
    /// elsewhere.
    fn band(&self, svg: &mut Drawing, plot: &Plot) {
        let Some(weight) = banded(self.curve) else { return };
        for (line, points) in self.lines(weight) {
            let ends = points.iter().map(|&(place, point)| {
                let (low, high) = interval(point, self.sieve);
                (plot.at(place, low.max(self.y_domain.0)), plot.at(place, high))
            });
            let (low, high) = ends.unzip();
            line.band(svg, low, high);
        }
    }

    /// Draws the points of a weight.
    fn line(&self, svg: &mut Drawing, weight: f64, plot: &Plot) {
        for (line, points) in self.lines(weight) {
            let at = |&(place, point): &(f64, &CurveRule)| plot.at(place, point.value);
            let points: Vec<Pair> = points.iter().map(at).collect();
            line.curve(svg, &points, Some(self.style.dot(2.5)));
        }
    }

    /// Returns the points of a weight with their places, a line for each field, joined if all have
    /// thresholds. Names have no order: their points stay apart.
    fn lines(&self, weight: f64) -> Vec<(PlotLine, Vec<(f64, &CurveRule)>)> {
        let series = self.series(weight);
        let of_field = |(places, _): (Range<usize>, &str)| {
            let is_ordered =
                self.places[places.clone()].iter().all(|place| place.number().is_some());
            let points = places.filter_map(|number| {
                let mut of_weight = rules(self.curve).filter(|point| point.weight == weight);
                let point = of_weight.find(|point| RuleText::new(point) == self.places[number])?;
                Some((number as f64, point))
            });
            (PlotLine { series, is_ordered }, points.collect())
        };
        self.fields().into_iter().map(of_field).collect()
    }

    /// The series of a weight; further ones begin again.
    fn series(&self, weight: f64) -> Series {
        let number = self.weights.iter().position(|other| *other == weight).unwrap_or_default();
        Series::ALL[number % Series::ALL.len()]
    }

    /// Draws no rule, the choice, and what shows the numbers of a point on hover.
    fn marks(&self, svg: &mut Drawing, plot: &Plot) {
        for point in &self.curve.points {
            let place = RuleText::new(point);
            let Some(number) = self.places.iter().position(|other| *other == place) else {
                continue;
            };
            let at = plot.at(number as f64, point.value);
            let series = self.series(point.weight);
            if point.rule.is_none() {
                svg.circle(Look::Tie, at, 3.5);
            }
            if point.chosen {
                svg.circle(Look::Mark(series), at, self.style.dot(5.0));
            }
            let value = fixed(point.value);
            let hint = match &point.rule {
                Some(rule) => format!("{rule}: {}: {value}", point.weight),
                None => format!("no rule: {value}"),
            };
            svg.circle(Look::Hit(series), at, 6.0).hint(&hint);
        }
    }
}

/// The points that have a rule.
fn rules(curve: &Curve) -> impl Iterator<Item = &CurveRule> {
    curve.points.iter().filter(|point| point.rule.is_some())
}

/// The weight whose confidence is drawn, since those of all would hide each other: that of the
/// choice, or of the best rule.
fn banded(curve: &Curve) -> Option<f64> {
    let chosen = rules(curve).find(|point| point.chosen);
    let best = rules(curve).reduce(|best, next| if next.value > best.value { next } else { best });
    chosen.or(best).map(|point| point.weight)
}

/// The confidence intervals that are drawn, as values of the measure.
pub fn bands(curve: &Curve, sieve: f64) -> impl Iterator<Item = Pair> {
    let weight = banded(curve);
    let of_weight = rules(curve).filter(move |point| Some(point.weight) == weight);
    of_weight.map(move |point| interval(point, sieve))
}

fn interval(point: &CurveRule, sieve: f64) -> Pair {
    let value = point.value;
    point.interval.map_or((value, value), |(low, high)| (sieve + low, sieve + high))
}

/// Returns the places of all rules: no rule, then the fields as they come, each in the order of
/// its thresholds.
fn places(curve: &Curve) -> Vec<RuleText<'_>> {
    let mut fields: Vec<Vec<RuleText<'_>>> = Vec::new();
    for place in curve.points.iter().map(RuleText::new) {
        match fields.iter_mut().find(|field| field[0].field == place.field) {
            None => fields.push(vec![place]),
            Some(field) if !field.contains(&place) => field.push(place),
            Some(_) => {}
        }
    }
    for field in &mut fields {
        // A name comes where it stands.
        field.sort_by(|a, b| {
            let numbers = a.number().zip(b.number());
            numbers.map_or(Ordering::Equal, |(a, b)| a.total_cmp(&b))
        });
    }
    // No rule has no field, which comes first.
    fields.sort_by_key(|field| !field[0].field.is_empty());
    fields.into_iter().flatten().collect()
}

/// Returns the places with the highest values, in their order, if there are too many. No rule and
/// the choice stay.
fn best<'a>(curve: &Curve, places: &[RuleText<'a>], most: usize) -> Vec<RuleText<'a>> {
    let rank = |number: usize| {
        let here = |point: &&CurveRule| RuleText::new(point) == places[number];
        let points = || curve.points.iter().filter(here);
        let stays = places[number].rule.is_empty() || points().any(|point| point.chosen);
        (stays, points().map(|point| point.value).fold(f64::NEG_INFINITY, f64::max))
    };
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (rank(a), rank(b));
        b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    order.truncate(most);
    order.sort_unstable();
    order.into_iter().map(|number| places[number]).collect()
}
