//! One kind of rules as curves: a place for each rule, in the order of thresholds, and a line for
//! each weight.

use crate::drawing::{Anchor, Drawing, Pair};
use crate::figure::plot::Line;
use crate::figure::scale::{Scale, ticks};
use crate::paint::{Look, Series, TextStyle};
use crate::style::Style;
use crate::words::fixed;
use tamis_search::tune::{Curve, CurveRule};

/// The room below the last panel.
pub const HEIGHT_BELOW: f64 = 14.0;
const LEFT: f64 = 52.0;
/// The room right of the plot.
const RIGHT: f64 = 12.0;
/// The top of the plot, below name, choice and legend.
const TOP: f64 = 80.0;
const PLOT: f64 = 150.0;
/// The most rules that are drawn on a page and on paper; of more, the best.
const MOST: usize = 24;
const FEW: usize = 16;
/// The most characters of a text in a panel of a page, and of a rule below one on paper.
const LONGEST: usize = 58;
const SHORT: usize = 26;

/// A rule without its threshold, and the threshold: `repeats >` and `10`.
#[derive(Debug, Clone, PartialEq)]
struct Place {
    /// The rule as it is typed; empty for no rule.
    rule: String,
    field: String,
    threshold: String,
}

impl Place {
    fn new(point: &CurveRule) -> Self {
        let Some(rule) = &point.rule else {
            let threshold = "none".to_owned();
            return Self { rule: String::new(), field: String::new(), threshold };
        };
        let (field, threshold) = rule.rsplit_once(' ').unwrap_or(("", rule));
        let rule = rule.clone();
        Self { rule, field: field.to_owned(), threshold: threshold.to_owned() }
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
    y_domain: (f64, f64),
    places: Vec<Place>,
    left_out: usize,
    /// The weights, ascending.
    weights: Vec<f64>,
    style: &'a Style,
    width: f64,
}

impl<'a> Panel<'a> {
    /// `y_domain` holds all values.
    pub fn new(curve: &'a Curve, sieve: f64, y_domain: Pair, style: &'a Style, width: f64) -> Self {
        let all = places(curve);
        let most = if style.is_paper() { FEW } else { MOST };
        let places = best(curve, &all, most);
        let mut weights: Vec<f64> = Vec::new();
        for point in curve.points.iter().filter(|point| point.rule.is_some()) {
            if !weights.contains(&point.weight) {
                weights.push(point.weight);
            }
        }
        weights.sort_by(f64::total_cmp);
        let left_out = all.len() - places.len();
        Self { curve, sieve, y_domain, places, left_out, weights, style, width }
    }

    /// Returns the height with its labels.
    pub fn height(&self) -> f64 {
        let labels = if self.is_upright() {
            38.0
        } else {
            let width = |rule: &str| self.style.width_of(rule) * self.small();
            let longest = self.places.iter().map(|place| width(&self.shown(&place.rule)));
            14.0 + longest.fold(width("no rule"), f64::max)
        };
        TOP + self.plot() + labels
    }

    /// The height of the plot.
    fn plot(&self) -> f64 {
        if self.style.is_paper() { 90.0 } else { PLOT }
    }

    /// The size of small letters by that of others, where widths are known.
    fn small(&self) -> f64 {
        if self.style.is_paper() { 0.9 } else { 1.0 }
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
    pub fn draw(&self, svg: &mut Drawing, origin: (f64, f64)) {
        let ends = (origin.0 + LEFT, origin.0 + self.width - RIGHT);
        let x = Scale::new((-0.5, self.places.len() as f64 - 0.5), ends);
        let top = origin.1 + TOP;
        let bottom = top + self.plot();
        let y = Scale::new(self.y_domain, (bottom, top));
        self.head(svg, origin);
        for (value, label) in
            ticks(self.y_domain.0, self.y_domain.1, if self.style.is_paper() { 4 } else { 5 })
        {
            let at = y.at(value);
            svg.line(Look::Rule, (ends.0, at), (ends.1, at));
            svg.text(TextStyle::QuietSmall, (ends.0 - 6.0, at + 4.0), Anchor::End, label);
        }
        svg.line(Look::QuietBase, (ends.0, y.at(self.sieve)), (ends.1, y.at(self.sieve)));
        self.labels(svg, x, bottom);
        self.band(svg, x, y);
        for (number, &weight) in self.weights.iter().enumerate() {
            self.line(svg, series(number), weight, x, y);
        }
        self.marks(svg, x, y);
    }

    /// Draws the name, the choice and the legend.
    fn head(&self, svg: &mut Drawing, (left, top): (f64, f64)) {
        let name = if self.left_out == 0 {
            self.curve.name.to_owned()
        } else {
            let all = self.places.len() + self.left_out;
            format!("{} (the best {} of {all} rules)", self.curve.name, self.places.len())
        };
        let left = left + if self.style.is_paper() { 1.0 } else { 12.0 };
        svg.text(TextStyle::Plain, (left, top + 20.0), Anchor::Start, name);
        svg.text(TextStyle::QuietSmall, (left, top + 38.0), Anchor::Start, self.choice());
        let y = top + 58.0;
        svg.text(TextStyle::QuietSmall, (left, y), Anchor::Start, "weight");
        let mut x = left + 44.0;
        for (number, weight) in self.weights.iter().enumerate() {
            let text = weight.to_string();
            svg.line(Look::Curve(series(number)), (x, y - 4.0), (x + 16.0, y - 4.0));
            svg.text(TextStyle::Small, (x + 20.0, y), Anchor::Start, &text);
            x += 30.0 + self.style.width_of(text);
        }
        svg.line(Look::QuietBase, (x + 6.0, y - 4.0), (x + 26.0, y - 4.0));
        let text = format!("sieve {}", fixed(self.sieve));
        svg.text(TextStyle::QuietSmall, (x + 30.0, y), Anchor::Start, text);
    }

    /// Whether thresholds and the fields below them fit side by side.
    fn is_upright(&self) -> bool {
        let room = (self.width - RIGHT - LEFT) / self.places.len().max(1) as f64;
        let fits = |place: &Place| self.style.width_of(&place.threshold) * self.small() <= room;
        let fields = self.fields();
        let mut all_fit = self.places.iter().all(fits);
        for (places, field) in &fields {
            all_fit &= self.style.width_of(field) <= room * places.len() as f64;
        }
        all_fit
    }

    /// Returns the places of each field that stand side by side.
    fn fields(&self) -> Vec<(std::ops::Range<usize>, &str)> {
        let mut fields = Vec::new();
        let mut first = 0;
        for places in self.places.chunk_by(|one, next| one.field == next.field) {
            fields.push((first..first + places.len(), places[0].field.as_str()));
            first += places.len();
        }
        fields
    }

    fn labels(&self, svg: &mut Drawing, x: Scale, bottom: f64) {
        if !self.is_upright() {
            for (number, place) in self.places.iter().enumerate() {
                let text = if place.rule.is_empty() { "no rule" } else { &place.rule };
                let at = (x.at(number as f64) + 4.0, bottom + 8.0);
                svg.upward(TextStyle::QuietSmall, at, Anchor::End, self.shown(text));
            }
            return;
        }
        for (number, place) in self.places.iter().enumerate() {
            let at = (x.at(number as f64), bottom + 16.0);
            svg.text(TextStyle::QuietSmall, at, Anchor::Middle, &place.threshold);
        }
        for (places, field) in self.fields() {
            let middle = (places.start + places.end) as f64 / 2.0 - 0.5;
            svg.text(TextStyle::QuietSmall, (x.at(middle), bottom + 32.0), Anchor::Middle, field);
        }
    }

    /// Draws the 95 % confidence of one weight: a band where its line is joined, whiskers
    /// elsewhere.
    fn band(&self, svg: &mut Drawing, x: Scale, y: Scale) {
        let Some(weight) = banded(self.curve) else { return };
        let number = self.weights.iter().position(|other| *other == weight);
        let series = series(number.unwrap_or_default());
        for (places, _) in self.fields() {
            let (mut low, mut high) = (Vec::new(), Vec::new());
            for number in places.clone() {
                let Some(point) = self.point(&self.places[number], weight) else { continue };
                let (from, to) = interval(point, self.sieve);
                low.push((x.at(number as f64), y.at(from.max(self.y_domain.0))));
                high.push((x.at(number as f64), y.at(to)));
            }
            self.joined(series, places).band(svg, low, high);
        }
    }

    /// Draws the points of a weight, joined where their thresholds are of one field. Names have no
    /// order: their points stay apart.
    fn line(&self, svg: &mut Drawing, series: Series, weight: f64, x: Scale, y: Scale) {
        for (places, _) in self.fields() {
            let mut points = Vec::new();
            for number in places.clone() {
                let point = self.point(&self.places[number], weight);
                points.extend(point.map(|point| (x.at(number as f64), y.at(point.value))));
            }
            self.joined(series, places).curve(svg, &points, Some(self.style.dot(2.5)));
        }
    }

    /// The line over places, joined if all have thresholds.
    fn joined(&self, series: Series, places: std::ops::Range<usize>) -> Line {
        let mut places = self.places[places].iter();
        Line { series, is_ordered: places.all(|place| place.number().is_some()) }
    }

    fn point(&self, place: &Place, weight: f64) -> Option<&CurveRule> {
        let is_here = |point: &&CurveRule| {
            point.rule.as_deref() == Some(&place.rule) && point.weight == weight
        };
        self.curve.points.iter().find(is_here)
    }

    /// Draws no rule, the choice, and what shows the numbers of a point on hover.
    fn marks(&self, svg: &mut Drawing, x: Scale, y: Scale) {
        for point in &self.curve.points {
            let place = Place::new(point);
            let Some(number) = self.places.iter().position(|other| *other == place) else {
                continue;
            };
            let at = (x.at(number as f64), y.at(point.value));
            let weight = self.weights.iter().position(|weight| *weight == point.weight);
            let series = series(weight.unwrap_or_default());
            if point.rule.is_none() {
                svg.circle(Look::Tie, at, 3.5, None);
            }
            if point.chosen {
                svg.circle(Look::Mark(series), at, self.style.dot(5.0), None);
            }
            let rule = point.rule.as_deref().unwrap_or("no rule");
            let hint = match &point.rule {
                Some(_) => format!("{rule}: {}: {}", point.weight, fixed(point.value)),
                None => format!("{rule}: {}", fixed(point.value)),
            };
            svg.circle(Look::Hit(series), at, 6.0, Some(&hint));
        }
    }
}

/// The weight whose confidence is drawn, since those of all would hide each other: that of the
/// choice, or of the best rule.
fn banded(curve: &Curve) -> Option<f64> {
    let with_rule = || curve.points.iter().filter(|point| point.rule.is_some());
    let chosen = with_rule().find(|point| point.chosen);
    let best =
        || with_rule().reduce(|best, next| if next.value > best.value { next } else { best });
    chosen.or_else(best).map(|point| point.weight)
}

/// The confidence intervals that are drawn, as values of the measure.
pub fn bands(curve: &Curve, sieve: f64) -> impl Iterator<Item = Pair> {
    let weight = banded(curve);
    let of_weight = curve
        .points
        .iter()
        .filter(move |point| point.rule.is_some() && Some(point.weight) == weight);
    of_weight.map(move |point| interval(point, sieve))
}

fn interval(point: &CurveRule, sieve: f64) -> Pair {
    let value = point.value;
    point.interval.map_or((value, value), |(low, high)| (sieve + low, sieve + high))
}

/// The series of a weight, by its number; further ones begin again.
fn series(number: usize) -> Series {
    Series::ALL[number % Series::ALL.len()]
}

/// Returns the places of all rules: no rule, then the fields as they come, each in the order of
/// its thresholds.
fn places(curve: &Curve) -> Vec<Place> {
    let mut fields: Vec<Vec<Place>> = Vec::new();
    for point in &curve.points {
        let place = Place::new(point);
        match fields.iter_mut().find(|field| field[0].field == place.field) {
            None => fields.push(vec![place]),
            Some(field) if !field.contains(&place) => field.push(place),
            Some(_) => {}
        }
    }
    for field in &mut fields {
        // A name comes where it stands.
        field.sort_by(|a, b| match (a.number(), b.number()) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            _ => std::cmp::Ordering::Equal,
        });
    }
    // No rule has no field, which comes first.
    fields.sort_by_key(|field| !field[0].field.is_empty());
    fields.into_iter().flatten().collect()
}

/// Returns the places with the highest values, in their order, if there are too many.
fn best(curve: &Curve, places: &[Place], most: usize) -> Vec<Place> {
    if places.len() <= most {
        return places.to_vec();
    }
    let mut ranked: Vec<(bool, f64, usize)> = Vec::with_capacity(places.len());
    for (number, place) in places.iter().enumerate() {
        let mut highest = f64::NEG_INFINITY;
        let mut stays = place.rule.is_empty();
        for point in curve.points.iter().filter(|point| Place::new(point) == *place) {
            highest = highest.max(point.value);
            stays |= point.chosen;
        }
        ranked.push((stays, highest, number));
    }
    ranked.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
    ranked.truncate(most);
    ranked.sort_by_key(|(_, _, number)| *number);
    ranked.into_iter().map(|(_, _, number)| places[number].clone()).collect()
}

/// Returns the start of a text that has more characters.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let start: String = text.chars().take(most - 1).collect();
    format!("{start}…")
}
