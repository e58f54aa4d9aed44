//! Draws words by text density and blocks by number of words, a bar per value and a colour per
//! class (Figures 3 to 5 of Kohlschütter et al. 2010), and the information gain of each feature
//! (Figure 1).

use super::naming::file_name;
use super::scale::{Scale, from_zero, ticks};
use crate::drawing::{Anchor, Drawing, Pair};
use crate::paint::{Bar, Look, TextStyle};
use crate::style::Style;
use crate::words::{counted, fixed, grouped};
use tamis_lab::accuracy::gold::Class;
use tamis_lab::distribution::{Bin, Distribution, Gain};

/// The left end and the top of the plot on a page.
const LEFT: f64 = 74.0;
const TOP: f64 = 92.0;
/// The height of the plot.
const PLOT: f64 = 288.0;
/// The height of a row of the legend on paper.
const ROW: f64 = 16.0;
/// The number of words of the last bar, which includes all above.
const MAX_WORDS: u32 = 60;
/// The density of the last bar, which includes all above.
const MAX_DENSITY: u32 = 25;
/// The maximum number of features in the figure of gains, on a page and on paper.
const MAX_GAINS: usize = 30;
const BEST_GAINS: usize = 15;

/// Draws words by text density, with the fitted model if there is one.
pub fn density(distribution: &Distribution, style: &Style) -> Drawing {
    let bars = Bars {
        id: "tamis-density",
        title: "Words by text density of their block",
        axes: ["text density (words per full line of 80 characters)", "words per line of text"],
        unit: "words",
        most: MAX_DENSITY,
        model: "two_betas_and_normal",
        count: |bin| &bin.words,
    };
    bars.draw(distribution, &distribution.density, style)
}

/// Draws blocks by number of words, with the two strata if they could be fitted.
pub fn words(distribution: &Distribution, style: &Style) -> Drawing {
    let bars = Bars {
        id: "tamis-words",
        title: "Blocks by number of words",
        axes: ["words in the block"; 2],
        unit: "blocks",
        most: MAX_WORDS,
        model: "two_strata",
        count: |bin| &bin.blocks,
    };
    bars.draw(distribution, &distribution.words, style)
}

/// There is a bar for each class of the data set that has most.
const _: () = assert!(Class::ALL.len() <= Bar::ALL.len());

/// Returns the look of the bars of a class, by its number in the distribution.
fn bar_of_class(class: usize) -> Look {
    Look::Bar(Bar::ALL[class])
}

/// A figure of bars.
struct Bars {
    id: &'static str,
    title: &'static str,
    /// What the bars stand on, at length and in short.
    axes: [&'static str; 2],
    unit: &'static str,
    /// The value of the last bar, which includes all above.
    most: u32,
    model: &'static str,
    count: fn(&Bin) -> &[u64],
}

impl Bars {
    fn draw(&self, distribution: &Distribution, bins: &[Bin], style: &Style) -> Drawing {
        let sums = self.sums(distribution, bins);
        // Blocks without words are not part of any model.
        let first = 1;
        let totals = sums[first..].iter().map(|counts| counts.iter().sum::<u64>() as f64);
        let (low, high) = from_zero(totals);
        let description = self.description(distribution, bins);
        let mut svg = Drawing::new(self.id, style, self.title, &description);
        let pages = counted(distribution.pages, "page");
        let setting = format!("{}, {pages}", file_name(&distribution.source));
        let head = svg.head(&setting);
        let top = TOP + head + self.legend(&mut svg, distribution, head + 71.0);
        let bottom = top + style.height(PLOT);
        let mut labels = ticks(low, high, 5);
        for (value, label) in &mut labels {
            *label = grouped(*value as u64);
        }
        let ends = (style.left(LEFT, &labels), style.right());
        let x = Scale::new((0.5, f64::from(self.most) + 0.5), ends);
        let y = Scale::new((low, high), (bottom, top));
        for (value, label) in labels {
            svg.line(Look::tick(value), (ends.0, y.at(value)), (ends.1, y.at(value)));
            svg.text(TextStyle::Quiet, (ends.0 - 8.0, y.at(value) + 4.0), Anchor::End, label);
        }
        let width = (x.at(2.0) - x.at(1.0)) * 0.84;
        for (value, counts) in sums.iter().enumerate().skip(first) {
            self.bar(&mut svg, distribution, (value, counts), (x, y), width);
        }
        self.axis(&mut svg, x, ends, bottom);
        let beside = (style.upward(), (top + bottom) / 2.0);
        svg.upward(TextStyle::Plain, beside, Anchor::Middle, self.unit);
        self.curve(&mut svg, distribution, bins, (x, y));
        svg.finish(bottom + if style.is_compact() { 38.0 } else { 56.0 }, setting)
    }

    /// Returns the counts of the classes for each bar; the last has all above.
    fn sums(&self, distribution: &Distribution, bins: &[Bin]) -> Vec<Vec<u64>> {
        let mut sums = vec![vec![0; distribution.classes.len()]; self.most as usize + 1];
        for bin in bins {
            let sums_of_bar = &mut sums[bin.value.min(self.most) as usize];
            for (sum, count) in sums_of_bar.iter_mut().zip((self.count)(bin)) {
                *sum += count;
            }
        }
        sums
    }

    /// Draws the values below the bars, and what they are.
    fn axis(&self, svg: &mut Drawing, x: Scale, ends: Pair, bottom: f64) {
        let (ticks, name) = if svg.style.is_compact() { (16.0, 34.0) } else { (18.0, 40.0) };
        let step = if self.most > 30 { 10 } else { 5 };
        for value in
            (0..=self.most).filter(|value| *value == 1 || (*value > 0 && value % step == 0))
        {
            let label = if value == self.most { format!("{value}+") } else { value.to_string() };
            svg.text(TextStyle::Quiet, (x.at(value.into()), bottom + ticks), Anchor::Middle, label);
        }
        let axis = svg.style.fitting(ends.1 - ends.0, self.axes.map(str::to_owned));
        let at = ((ends.0 + ends.1) / 2.0, bottom + name);
        svg.text(TextStyle::Plain, at, Anchor::Middle, axis);
    }

    /// Describes the most common value of every class.
    fn description(&self, distribution: &Distribution, bins: &[Bin]) -> String {
        let mut sentences = Vec::new();
        for (class, counts) in distribution.classes.iter().enumerate() {
            let with_words = bins.iter().filter(|bin| bin.value > 0);
            let most = with_words.max_by_key(|bin| (self.count)(bin)[class]);
            let at = most.map_or(0, |bin| bin.value);
            sentences.push(format!("{}: most {} at {at}.", counts.class, self.unit));
        }
        sentences.join(" ")
    }

    /// Draws the legend with its first baseline at `y`, and returns the height of its further rows.
    fn legend(&self, svg: &mut Drawing, distribution: &Distribution, y: f64) -> f64 {
        let left = svg.style.margin();
        let several = distribution.classes.len() > 1;
        let classes = distribution.classes.iter().enumerate().filter(|_| several);
        let mut entries: Vec<(Look, String)> =
            classes.map(|(class, counts)| (bar_of_class(class), counts.class.clone())).collect();
        let fit = distribution.fits.iter().find(|fit| fit.model == self.model);
        entries.extend(fit.map(|fit| {
            (Look::Model, format!("{} (R² {})", fit.model.replace('_', " "), fixed(fit.r2)))
        }));
        let (mut at, mut below) = (left, 0.0);
        for (look, name) in entries {
            let mark = if look == Look::Model { 20.0 } else { 10.0 };
            let width = mark + 5.0 + svg.style.width_of(&name);
            if svg.style.is_compact() && at > left && at + width > svg.style.units() {
                (at, below) = (left, below + ROW);
            }
            let row = y + below;
            match look {
                Look::Model => svg.line(look, (at, row - 4.0), (at + mark, row - 4.0)),
                _ => svg.rect(look, (at, row - 9.0), (mark, mark), None),
            }
            svg.text(TextStyle::Small, (at + mark + 5.0, row), Anchor::Start, name);
            at += width + 17.0;
        }
        below
    }

    fn bar(
        &self,
        svg: &mut Drawing,
        distribution: &Distribution,
        (value, counts): (usize, &Vec<u64>),
        (x, y): (Scale, Scale),
        width: f64,
    ) {
        let mut below = 0;
        for (class, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let bottom = y.at(below as f64);
            let top = y.at((below + count) as f64);
            let name = &distribution.classes[class].class;
            let or_more = if value == self.most as usize { " or more" } else { "" };
            let hint = format!("{name}, {value}{or_more}: {} {}", grouped(*count), self.unit);
            let at = (x.at(value as f64) - width / 2.0, top);
            svg.rect(bar_of_class(class), at, (width, bottom - top), Some(&hint));
            below += count;
        }
    }

    fn curve(
        &self,
        svg: &mut Drawing,
        distribution: &Distribution,
        bins: &[Bin],
        (x, y): (Scale, Scale),
    ) {
        let Some(fit) = distribution.fits.iter().find(|fit| fit.model == self.model) else {
            return;
        };
        let counted = bins.iter().filter(|bin| bin.value > 0);
        let total = counted.map(|bin| (self.count)(bin).iter().sum::<u64>()).sum::<u64>() as f64;
        // The last bar holds more than its value.
        let shown = fit.curve.iter().filter(|(value, _)| *value < self.most);
        let points: Vec<(f64, f64)> = shown
            .map(|(value, share)| (x.at(f64::from(*value)), y.at((share * total).max(0.0))))
            .collect();
        svg.curve(Look::Model, &points);
    }
}

/// Draws the features with the highest information gain as horizontal bars: two classes above, four
/// below.
pub fn gains(distribution: &Distribution, style: &Style) -> Drawing {
    let row = if style.is_compact() { 18.0 } else { 22.0 };
    let most = if style.is_paper() { BEST_GAINS } else { MAX_GAINS };
    let shown = &distribution.gains[..distribution.gains.len().min(most)];
    let widths = shown.iter().map(|gain| style.width_of(name_of(gain)));
    let left = style.margin() + widths.fold(60.0, f64::max) + 12.0;
    let title = "Information gain of each feature";
    let best = shown
        .first()
        .map_or(String::new(), |gain| format!("The highest gain has {}.", gain.feature));
    let mut svg = Drawing::new("tamis-gains", style, title, &best);
    let legend = "bits per word of (C) the current block, (P) the previous one, (N) the next one";
    let head = svg.head(legend);
    let top = TOP + head;
    let bottom = top + shown.len() as f64 * row;
    for (look, at, name) in [
        (Look::Bar(Bar::Blue), 0.0, "content or not"),
        (Look::Bar(Bar::Ochre), 126.0, "four classes"),
    ] {
        let at = style.margin() + at;
        svg.rect(look, (at, head + 62.0), (10.0, 10.0), None);
        svg.text(TextStyle::Small, (at + 15.0, head + 71.0), Anchor::Start, name);
    }
    let all = shown.iter().flat_map(|gain| [Some(gain.two_classes), gain.four_classes]).flatten();
    let (low, high) = from_zero(all);
    let x = Scale::new((low, high), (left, style.right() - 40.0));
    for (value, label) in ticks(low, high, 5) {
        svg.line(Look::tick(value), (x.at(value), top - 4.0), (x.at(value), bottom));
        svg.text(TextStyle::Quiet, (x.at(value), bottom + 18.0), Anchor::Middle, label);
    }
    for (place, gain) in shown.iter().enumerate() {
        gain_row(&mut svg, gain, x, top + place as f64 * row);
    }
    svg.finish(bottom + if style.is_compact() { 24.0 } else { 44.0 }, legend.replacen('b', "B", 1))
}

/// The name of a feature in words.
fn name_of(gain: &Gain) -> String {
    gain.feature.replace('_', " ")
}

/// Draws the bars of a feature below `top`, with its gain.
fn gain_row(svg: &mut Drawing, gain: &Gain, x: Scale, top: f64) {
    svg.text(TextStyle::Small, (svg.style.margin(), top + 13.0), Anchor::Start, name_of(gain));
    let left = x.at(0.0);
    for (look, dy, value) in [
        (Look::Bar(Bar::Blue), 3.0, Some(gain.two_classes)),
        (Look::Bar(Bar::Ochre), 10.0, gain.four_classes),
    ] {
        let Some(value) = value else { continue };
        let hint = format!("{}: {} bits", gain.feature, fixed(value));
        svg.rect(look, (left, top + dy), (x.at(value) - left, 6.0), Some(&hint));
    }
    let end = x.at(gain.four_classes.unwrap_or_default().max(gain.two_classes));
    svg.text(TextStyle::Small, (end + 6.0, top + 12.0), Anchor::Start, fixed(gain.two_classes));
}
