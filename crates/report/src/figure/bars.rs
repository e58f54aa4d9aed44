//! Draws words by text density and blocks by number of words, a bar per value and a colour per
//! class (Figures 3 to 5 of Kohlschütter et al. 2010), and the information gain of each feature
//! (Figure 1).

use super::naming::file_name;
use super::scale::{Scale, from_zero, ticks, width_of};
use crate::markup::{Anchor, Svg};
use crate::paint::{Bar, Look, TextStyle};
use crate::words::{counted, fixed, grouped};
use tamis_lab::accuracy::gold::Class;
use tamis_lab::distribution::{Bin, Distribution};

const WIDTH: f64 = 820.0;
const LEFT: f64 = 74.0;
const RIGHT: f64 = 796.0;
const TOP: f64 = 92.0;
const BOTTOM: f64 = 380.0;
/// The number of words of the last bar, which includes all above.
const MAX_WORDS: u32 = 60;
/// The density of the last bar, which includes all above.
const MAX_DENSITY: u32 = 25;
/// The maximum number of features in the figure of gains.
const MAX_GAINS: usize = 30;

/// Draws words by text density, with the fitted model if there is one.
pub fn density(distribution: &Distribution) -> String {
    let bars = Bars {
        id: "tamis-density",
        title: "Words by text density of their block",
        axis: "text density (words per full line of 80 characters)",
        unit: "words",
        most: MAX_DENSITY,
        model: "two_betas_and_normal",
        count: |bin| &bin.words,
    };
    bars.draw(distribution, &distribution.density)
}

/// Draws blocks by number of words, with the two strata if they could be fitted.
pub fn words(distribution: &Distribution) -> String {
    let bars = Bars {
        id: "tamis-words",
        title: "Blocks by number of words",
        axis: "words in the block",
        unit: "blocks",
        most: MAX_WORDS,
        model: "two_strata",
        count: |bin| &bin.blocks,
    };
    bars.draw(distribution, &distribution.words)
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
    axis: &'static str,
    unit: &'static str,
    /// The value of the last bar, which includes all above.
    most: u32,
    model: &'static str,
    count: fn(&Bin) -> &[u64],
}

impl Bars {
    fn draw(&self, distribution: &Distribution, bins: &[Bin]) -> String {
        let classes = &distribution.classes;
        let mut sums = vec![vec![0; classes.len()]; self.most as usize + 1];
        for bin in bins {
            let sums_of_bar = &mut sums[bin.value.min(self.most) as usize];
            for (sum, count) in sums_of_bar.iter_mut().zip((self.count)(bin)) {
                *sum += count;
            }
        }
        // Blocks without words are not part of any model.
        let first = 1;
        let x = Scale::new((0.5, f64::from(self.most) + 0.5), (LEFT, RIGHT));
        let totals = sums[first..].iter().map(|counts| counts.iter().sum::<u64>() as f64);
        let (low, high) = from_zero(totals);
        let y = Scale::new((low, high), (BOTTOM, TOP));
        let description = self.description(distribution, bins);
        let mut svg = Svg::new(self.id, WIDTH, BOTTOM + 56.0, self.title, &description);
        svg.text(TextStyle::Title, (24.0, 32.0), Anchor::Start, self.title);
        let pages = counted(distribution.pages, "page");
        svg.text(
            TextStyle::Quiet,
            (24.0, 52.0),
            Anchor::Start,
            format!("{}, {pages}", file_name(&distribution.source)),
        );
        self.legend(&mut svg, distribution);
        for (value, _) in ticks(low, high, 5) {
            svg.line(Look::tick(value), (LEFT, y.at(value)), (RIGHT, y.at(value)));
            svg.text(
                TextStyle::Quiet,
                (LEFT - 8.0, y.at(value) + 4.0),
                Anchor::End,
                grouped(value as u64),
            );
        }
        let width = (x.at(2.0) - x.at(1.0)) * 0.84;
        for (value, counts) in sums.iter().enumerate().skip(first) {
            self.bar(&mut svg, distribution, (value, counts), (x, y), width);
        }
        let step = if self.most > 30 { 10 } else { 5 };
        for value in
            (0..=self.most).filter(|value| *value == 1 || (*value > 0 && value % step == 0))
        {
            let label = if value == self.most { format!("{value}+") } else { value.to_string() };
            svg.text(TextStyle::Quiet, (x.at(value.into()), BOTTOM + 18.0), Anchor::Middle, label);
        }
        svg.text(
            TextStyle::Plain,
            ((LEFT + RIGHT) / 2.0, BOTTOM + 40.0),
            Anchor::Middle,
            self.axis,
        );
        svg.upward(TextStyle::Plain, (20.0, (TOP + BOTTOM) / 2.0), Anchor::Middle, self.unit);
        self.curve(&mut svg, distribution, bins, (x, y));
        svg.finish()
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

    fn legend(&self, svg: &mut Svg, distribution: &Distribution) {
        let mut at = 24.0;
        for (class, counts) in
            distribution.classes.iter().enumerate().filter(|_| distribution.classes.len() > 1)
        {
            svg.rect(bar_of_class(class), (at, 62.0), (10.0, 10.0), None);
            svg.text(TextStyle::Small, (at + 15.0, 71.0), Anchor::Start, &counts.class);
            at += 32.0 + width_of(&counts.class);
        }
        if let Some(fit) = distribution.fits.iter().find(|fit| fit.model == self.model) {
            svg.line(Look::Model, (at, 67.0), (at + 20.0, 67.0));
            let name = format!("{} (R² {})", fit.model.replace('_', " "), fixed(fit.r2));
            svg.text(TextStyle::Small, (at + 26.0, 71.0), Anchor::Start, name);
        }
    }

    fn bar(
        &self,
        svg: &mut Svg,
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
        svg: &mut Svg,
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
pub fn gains(distribution: &Distribution) -> String {
    const ROW: f64 = 22.0;
    let shown = &distribution.gains[..distribution.gains.len().min(MAX_GAINS)];
    let left = 24.0 + shown.iter().map(|gain| width_of(&gain.feature)).fold(60.0, f64::max) + 12.0;
    let bottom = TOP + shown.len() as f64 * ROW;
    let title = "Information gain of each feature";
    let best = shown
        .first()
        .map_or(String::new(), |gain| format!("The highest gain has {}.", gain.feature));
    let mut svg = Svg::new("tamis-gains", WIDTH, bottom + 44.0, title, &best);
    svg.text(TextStyle::Title, (24.0, 32.0), Anchor::Start, title);
    let legend = "bits per word of (C) the current block, (P) the previous one, (N) the next one";
    svg.text(TextStyle::Quiet, (24.0, 52.0), Anchor::Start, legend);
    for (look, at, name) in [
        (Look::Bar(Bar::Blue), 24.0, "content or not"),
        (Look::Bar(Bar::Ochre), 150.0, "four classes"),
    ] {
        svg.rect(look, (at, 62.0), (10.0, 10.0), None);
        svg.text(TextStyle::Small, (at + 15.0, 71.0), Anchor::Start, name);
    }
    let all = shown.iter().flat_map(|gain| [Some(gain.two_classes), gain.four_classes]).flatten();
    let (low, high) = from_zero(all);
    let x = Scale::new((low, high), (left, RIGHT - 40.0));
    for (value, label) in ticks(low, high, 5) {
        svg.line(Look::tick(value), (x.at(value), TOP - 4.0), (x.at(value), bottom));
        svg.text(TextStyle::Quiet, (x.at(value), bottom + 18.0), Anchor::Middle, label);
    }
    for (row, gain) in shown.iter().enumerate() {
        let y = TOP + row as f64 * ROW;
        svg.text(TextStyle::Small, (24.0, y + 13.0), Anchor::Start, &gain.feature);
        for (look, dy, value) in [
            (Look::Bar(Bar::Blue), 3.0, Some(gain.two_classes)),
            (Look::Bar(Bar::Ochre), 10.0, gain.four_classes),
        ] {
            let Some(value) = value else { continue };
            let hint = format!("{}: {} bits", gain.feature, fixed(value));
            svg.rect(look, (left, y + dy), (x.at(value) - left, 6.0), Some(&hint));
        }
        let end = x.at(gain.four_classes.unwrap_or_default().max(gain.two_classes));
        svg.text(TextStyle::Small, (end + 6.0, y + 12.0), Anchor::Start, fixed(gain.two_classes));
    }
    svg.finish()
}
