//! Draws words by text density and blocks by number of words, a bar per value and a colour per
//! class (Figures 3 to 5 of Kohlschütter et al. 2010), and the information gain of each feature
//! (Figure 1).

use super::naming::file_name;
use super::plot::Plot;
use super::scale::{Scale, from_zero, ticks};
use crate::drawing::{Anchor, Drawing, Pair};
use crate::paint::{BARS, Look, TextStyle};
use crate::style::Style;
use crate::words::{counted, fixed, grouped};
use tamis_lab::accuracy::gold::Class;
use tamis_lab::distribution::fit::Fit;
use tamis_lab::distribution::{Bin, Distribution, Gain};

/// The left end and the top of the plot on a page.
const LEFT: f64 = 74.0;
const TOP: f64 = 92.0;
/// The height of the plot.
const PLOT: f64 = 288.0;
/// The height of a row of the legend on paper.
const ROW: f64 = 16.0;
/// The maximum number of features in the figure of gains, on a page and on paper.
const MAX_GAINS: usize = 30;
const BEST_GAINS: usize = 15;

/// There is a bar for each class of the data set that has most.
const _: () = assert!(Class::ALL.len() <= BARS.len());

/// A figure of bars.
pub struct Bars {
    id: &'static str,
    title: &'static str,
    /// What the bars stand on, at length and in short.
    axes: [&'static str; 2],
    unit: &'static str,
    /// The value of the last bar, which includes all above.
    most: u32,
    model: &'static str,
    count: fn(&Bin) -> &[u64],
    bins: fn(&Distribution) -> &[Bin],
}

/// Words by text density, with the fitted model if there is one.
pub const DENSITY: Bars = Bars {
    id: "tamis-density",
    title: "Words by text density of their block",
    axes: ["text density (words per full line of 80 characters)", "words per line of text"],
    unit: "words",
    most: 25,
    model: "two_betas_and_normal",
    count: |bin| &bin.words,
    bins: |distribution| &distribution.density,
};

/// Blocks by number of words, with the two strata if they could be fitted.
pub const WORDS: Bars = Bars {
    id: "tamis-words",
    title: "Blocks by number of words",
    axes: ["words in the block"; 2],
    unit: "blocks",
    most: 60,
    model: "two_strata",
    count: |bin| &bin.blocks,
    bins: |distribution| &distribution.words,
};

impl Bars {
    /// Draws the figure.
    pub fn draw(&self, distribution: &Distribution, style: &Style) -> Drawing {
        let bins = (self.bins)(distribution);
        let sums = self.sums(distribution, bins);
        // Blocks without words are not part of any model.
        let domain = from_zero(sums[1..].iter().map(|counts| counts.iter().sum::<u64>() as f64));
        let description = self.description(distribution, bins);
        let mut svg = Drawing::new(self.id, style, self.title, &description);
        let pages = counted(distribution.pages, "page");
        let setting = format!("{}, {pages}", file_name(&distribution.source));
        let head = svg.head(&setting);
        let fit = distribution.fits.iter().find(|fit| fit.model == self.model);
        let top = TOP + head + legend(&mut svg, distribution, fit, head + 71.0);
        let mut labels = ticks(domain.0, domain.1, 5);
        for (value, label) in &mut labels {
            *label = grouped(*value as u64);
        }
        let x = (0.5, f64::from(self.most) + 0.5);
        let plot = Plot::new(style, (LEFT, 0.0), x, (domain, labels), (top, PLOT));
        plot.rows(&mut svg, Look::tick);
        for (value, counts) in sums.iter().enumerate().skip(1) {
            self.bar(&mut svg, distribution, (value, counts), &plot);
        }
        self.axis(&mut svg, &plot);
        if let Some(fit) = fit {
            self.curve(&mut svg, fit, bins, &plot);
        }
        svg.finish(plot.bottom() + style.pick(38.0, 56.0), setting)
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
    fn axis(&self, svg: &mut Drawing, plot: &Plot) {
        let (ticks, name) = svg.style.pick((16.0, 34.0), (18.0, 40.0));
        let step = if self.most > 30 { 10 } else { 5 };
        for value in (1..=self.most).filter(|value| *value == 1 || value % step == 0) {
            let more = if value == self.most { "+" } else { "" };
            let at = (plot.x.at(value.into()), plot.bottom() + ticks);
            svg.text(TextStyle::Quiet, at, Anchor::Middle, format!("{value}{more}"));
        }
        let axes = self.axes.map(str::to_owned);
        plot.titles(svg, (plot.bottom() + name, axes), (0.0, self.unit));
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

    /// Draws the bar of a value, a part per class.
    fn bar(
        &self,
        svg: &mut Drawing,
        distribution: &Distribution,
        (value, counts): (usize, &Vec<u64>),
        plot: &Plot,
    ) {
        let width = (plot.x.at(2.0) - plot.x.at(1.0)) * 0.84;
        let mut below = 0;
        for (class, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (x, bottom) = plot.at(value as f64, below as f64);
            below += count;
            let top = plot.y.at(below as f64);
            let name = &distribution.classes[class].class;
            let or_more = if value == self.most as usize { " or more" } else { "" };
            let hint = format!("{name}, {value}{or_more}: {} {}", grouped(*count), self.unit);
            let size = (width, bottom - top);
            svg.rect(Look::Bar(class), (x - width / 2.0, top), size).hint(&hint);
        }
    }

    fn curve(&self, svg: &mut Drawing, fit: &Fit, bins: &[Bin], plot: &Plot) {
        let counted = bins.iter().filter(|bin| bin.value > 0);
        let total = counted.map(|bin| (self.count)(bin).iter().sum::<u64>()).sum::<u64>() as f64;
        // The last bar holds more than its value.
        let shown = fit.curve.iter().filter(|(value, _)| *value < self.most);
        let at = |(value, share): &(u32, f64)| plot.at(f64::from(*value), (share * total).max(0.0));
        svg.curve(Look::Model, &shown.map(at).collect::<Vec<Pair>>());
    }
}

/// Draws the classes, if there are several, and the model, with the first baseline at `y`. Returns
/// the height of further rows.
fn legend(svg: &mut Drawing, distribution: &Distribution, fit: Option<&Fit>, y: f64) -> f64 {
    let left = svg.style.margin();
    let classes = distribution.classes.iter().enumerate();
    let mut entries: Vec<(Look, String)> =
        classes.map(|(class, counts)| (Look::Bar(class), counts.class.clone())).collect();
    if entries.len() == 1 {
        entries.clear();
    }
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
        if look == Look::Model {
            svg.line(look, (at, row - 4.0), (at + mark, row - 4.0));
        } else {
            svg.rect(look, (at, row - 9.0), (mark, mark));
        }
        svg.text(TextStyle::Small, (at + mark + 5.0, row), Anchor::Start, name);
        at += width + 17.0;
    }
    below
}

/// Draws the features with the highest information gain as horizontal bars: two classes above, four
/// below.
pub fn gains(distribution: &Distribution, style: &Style) -> Drawing {
    let row = style.pick(18.0, 22.0);
    let most = if style.is_paper() { BEST_GAINS } else { MAX_GAINS };
    let shown = &distribution.gains[..distribution.gains.len().min(most)];
    let widths = shown.iter().map(|gain| style.width_of(name_of(gain)));
    let left = style.margin() + widths.fold(60.0, f64::max) + 12.0;
    let title = "Information gain of each feature";
    let best = shown.first();
    let best = best.map_or(String::new(), |gain| format!("The highest gain has {}.", gain.feature));
    let mut svg = Drawing::new("tamis-gains", style, title, &best);
    let legend = "bits per word of (C) the current block, (P) the previous one, (N) the next one";
    let head = svg.head(legend);
    let top = TOP + head;
    let bottom = top + shown.len() as f64 * row;
    for (look, at, name) in [(TWO, 0.0, "content or not"), (FOUR, 126.0, "four classes")] {
        let at = style.margin() + at;
        svg.rect(look, (at, head + 62.0), (10.0, 10.0));
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
    svg.finish(bottom + style.pick(24.0, 44.0), legend.replacen('b', "B", 1))
}

/// The bars of the gains for two classes and for four.
const TWO: Look = Look::Bar(2);
const FOUR: Look = Look::Bar(4);

/// The name of a feature in words.
fn name_of(gain: &Gain) -> String {
    gain.feature.replace('_', " ")
}

/// Draws the bars of a feature below `top`, with its gain.
fn gain_row(svg: &mut Drawing, gain: &Gain, x: Scale, top: f64) {
    svg.text(TextStyle::Small, (svg.style.margin(), top + 13.0), Anchor::Start, name_of(gain));
    let left = x.at(0.0);
    for (look, dy, value) in [(TWO, 3.0, Some(gain.two_classes)), (FOUR, 10.0, gain.four_classes)] {
        let Some(value) = value else { continue };
        let hint = format!("{}: {} bits", gain.feature, fixed(value));
        svg.rect(look, (left, top + dy), (x.at(value) - left, 6.0)).hint(&hint);
    }
    let end = x.at(gain.four_classes.unwrap_or_default().max(gain.two_classes));
    svg.text(TextStyle::Small, (end + 6.0, top + 12.0), Anchor::Start, fixed(gain.two_classes));
}
