//! Draws words by text density and blocks by number of words, a bar per value and a colour per
//! class (Figures 3 to 5 of Kohlschütter et al. 2010), and the information gain of each feature
//! (Figure 1), as SVG.

use crate::count::{Bin, Distribution, Gain};
use crate::fit::Fit;
use std::fmt::Write;
use tamis_report::markup::escape;
use tamis_report::words::{counted, fixed, grouped};

/// The width of a figure, the ends of its plot, and its top and bottom.
const WIDTH: f64 = 820.0;
const LEFT: f64 = 74.0;
const RIGHT: f64 = 796.0;
const TOP: f64 = 92.0;
const BOTTOM: f64 = 380.0;
const INK: &str = "#1f2328";
const RULE: &str = "#e4e8ec";
const COLOURS: [&str; 6] = ["#8c959f", "#8250df", "#0060a8", "#1a7f37", "#9a6700", "#bc4c00"];
/// The maximum number of features in the figure of gains.
const MAX_GAINS: usize = 30;
/// The height of a feature in that figure.
const ROW: f64 = 22.0;
/// Number of lines of the grid.
const TICKS: u32 = 5;

pub struct Bars {
    title: &'static str,
    /// What the bars stand on.
    axis: &'static str,
    unit: &'static str,
    /// The value of the last bar, which includes all above.
    most: u32,
    model: &'static str,
    count: fn(&Bin) -> &[u64],
    bins: fn(&Distribution) -> &[Bin],
}

/// Words by text density, with the fitted model if there is one.
pub const DENSITY: Bars = Bars {
    title: "Words by text density of their block",
    axis: "text density (words per full line of 80 characters)",
    unit: "words",
    most: 25,
    model: "two_betas_and_normal",
    count: |bin| &bin.words,
    bins: |distribution| &distribution.density,
};

/// Blocks by number of words, with the two strata if they could be fitted.
pub const WORDS: Bars = Bars {
    title: "Blocks by number of words",
    axis: "words in the block",
    unit: "blocks",
    most: 60,
    model: "two_strata",
    count: |bin| &bin.blocks,
    bins: |distribution| &distribution.words,
};

impl Bars {
    pub fn draw(&self, distribution: &Distribution) -> String {
        let bins = (self.bins)(distribution);
        let sums = self.sums(distribution, bins);
        // Blocks without words are not part of any model.
        let highest = sums[1..].iter().map(|counts| counts.iter().sum::<u64>()).max();
        let highest = highest.unwrap_or_default().max(1) as f64;
        let x = |value: f64| LEFT + (value - 0.5) / f64::from(self.most) * (RIGHT - LEFT);
        let y = |count: f64| BOTTOM - count / highest * (BOTTOM - TOP);
        let mut svg = Svg::new(self.title, &setting(distribution), BOTTOM + 56.0);
        for tick in 0..=TICKS {
            let count = highest * f64::from(tick) / f64::from(TICKS);
            svg.line([LEFT, y(count), RIGHT, y(count)], RULE);
            svg.text(LEFT - 8.0, y(count) + 4.0, "end", &grouped(count as u64));
        }
        for (value, counts) in sums.iter().enumerate().skip(1) {
            let width = (x(2.0) - x(1.0)) * 0.84;
            let mut below = 0;
            for (class, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                below += count;
                let top = y(below as f64);
                let height = y((below - count) as f64) - top;
                let left = x(value as f64) - width / 2.0;
                let hint = format!("{}, {value}: {}", distribution.classes[class].class, count);
                svg.bar([left, top, width, height], COLOURS[class], &hint);
            }
            let step = if self.most > 30 { 10 } else { 5 };
            if value == 1 || value % step == 0 {
                let more = if value == self.most as usize { "+" } else { "" };
                svg.text(x(value as f64), BOTTOM + 18.0, "middle", &format!("{value}{more}"));
            }
        }
        svg.text((LEFT + RIGHT) / 2.0, BOTTOM + 40.0, "middle", self.axis);
        svg.text(LEFT, TOP - 8.0, "end", self.unit);
        let fit = distribution.fits.iter().find(|fit| fit.model == self.model);
        svg.legend(distribution, fit);
        if let Some(fit) = fit {
            let with_words = bins.iter().filter(|bin| bin.value > 0);
            let total: u64 = with_words.flat_map(|bin| (self.count)(bin)).sum();
            // The last bar holds more than its value.
            let shown = fit.curve.iter().filter(|(value, _)| *value < self.most);
            svg.curve(
                shown.map(|(value, share)| {
                    (x(f64::from(*value)), y((share * total as f64).max(0.0)))
                }),
            );
        }
        svg.finish()
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
}

/// Draws the features with the highest information gain as horizontal bars: two classes above, four
/// below.
pub fn gains(distribution: &Distribution) -> String {
    let shown = &distribution.gains[..distribution.gains.len().min(MAX_GAINS)];
    let bottom = TOP + shown.len() as f64 * ROW;
    let setting = "bits per word of (C) the current block, (P) the previous one, (N) the next one; \
                   above: content or not, below: four classes";
    let mut svg = Svg::new("Information gain of each feature", setting, bottom + 24.0);
    let all = shown.iter().flat_map(|gain| [Some(gain.two_classes), gain.four_classes]).flatten();
    let highest = all.fold(f64::MIN_POSITIVE, f64::max);
    for (row, gain) in shown.iter().enumerate() {
        let Gain { feature, two_classes, four_classes } = gain;
        let top = TOP + row as f64 * ROW;
        svg.text(24.0, top + 13.0, "start", &feature.replace('_', " "));
        let four = four_classes.map(|four| (four, 10.0, COLOURS[4]));
        let mut end = 0.0f64;
        for (bits, below, colour) in [(*two_classes, 3.0, COLOURS[2])].into_iter().chain(four) {
            let width = bits / highest * (RIGHT - 60.0 - 260.0);
            svg.bar([260.0, top + below, width, 6.0], colour, &fixed(bits));
            end = end.max(width);
        }
        svg.text(266.0 + end, top + 12.0, "start", &fixed(*two_classes));
    }
    svg.finish()
}

/// Names what was counted, without its folder: a figure is read by people who have other folders.
fn setting(distribution: &Distribution) -> String {
    let source = distribution.source.trim_end_matches('/');
    let name = source.rsplit('/').next().unwrap_or(source);
    format!("{name}, {}", counted(distribution.pages, "page"))
}

struct Svg(String);

impl Svg {
    fn new(title: &str, setting: &str, height: f64) -> Self {
        let mut svg = Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{WIDTH}\" \
             height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"{INK}\">\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             <text x=\"24\" y=\"32\" font-size=\"17\" font-weight=\"bold\">{title}</text>\n"
        ));
        svg.text(24.0, 52.0, "start", setting);
        svg
    }

    fn push(&mut self, element: std::fmt::Arguments) {
        writeln!(self.0, "{element}").expect("a string takes all");
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let text = escape(text);
        self.push(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    fn line(&mut self, [x1, y1, x2, y2]: [f64; 4], colour: &str) {
        self.push(format_args!(
            "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{colour}\"/>"
        ));
    }

    fn bar(&mut self, [x, y, width, height]: [f64; 4], colour: &str, hint: &str) {
        let hint = escape(hint);
        self.push(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"{colour}\"><title>{hint}</title></rect>"
        ));
    }

    fn curve(&mut self, points: impl Iterator<Item = (f64, f64)>) {
        let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let points = points.join(" ");
        self.push(format_args!("<polyline points=\"{points}\" fill=\"none\" stroke=\"{INK}\"/>"));
    }

    /// Draws the classes, if there are several, and the model.
    fn legend(&mut self, distribution: &Distribution, fit: Option<&Fit>) {
        let mut x = 24.0;
        let several = distribution.classes.len() > 1;
        for (class, counts) in distribution.classes.iter().enumerate().filter(|_| several) {
            self.bar([x, 62.0, 10.0, 10.0], COLOURS[class], &counts.class);
            self.text(x + 15.0, 71.0, "start", &counts.class);
            x += 32.0 + counts.class.len() as f64 * 6.5;
        }
        if let Some(fit) = fit {
            let name = fit.model.replace('_', " ");
            self.line([x, 67.0, x + 20.0, 67.0], INK);
            self.text(x + 25.0, 71.0, "start", &format!("{name} (R² {})", fixed(fit.r2)));
        }
    }

    fn finish(self) -> String {
        self.0 + "</svg>\n"
    }
}
