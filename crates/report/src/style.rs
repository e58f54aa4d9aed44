//! How figures are laid out: for a page of the web, or for a column of a paper. All lengths of a
//! drawing are units, of which text has twelve; a unit is a pixel on a page, and 2/3 of a point on
//! paper. So a figure of a narrow column has less room, not smaller letters.

use super::paint::TextStyle;

/// The units of a point on paper: text of 12 units has 8 points.
const UNITS: f64 = 1.5;
/// The usual width of a figure on a page.
const PAGE: f64 = 820.0;
/// The width of a figure on a telephone, which has 390 pixels and margins.
const TELEPHONE: f64 = 360.0;
/// The narrowest and the widest figure on paper in points: a small column, and two of A3.
pub const WIDTHS: std::ops::RangeInclusive<f64> = 140.0..=1200.0;

/// How a figure looks. The default is that of pages.
#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    /// The width in points, for paper; none for a page.
    pub width: Option<f64>,
    /// The width in pixels on a page, if it is not 820.
    pub pixels: Option<f64>,
    /// The font of text, where the format has one: PGF takes that of its document.
    pub font: Option<String>,
    /// Whether the figure has a title and a line of settings. In a paper the caption has them.
    pub title: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { width: None, pixels: None, font: None, title: true }
    }
}

impl Style {
    /// The layout for a page on a telephone.
    pub(super) fn telephone() -> Self {
        Self { pixels: Some(TELEPHONE), ..Self::default() }
    }

    /// Whether the figure is for paper.
    pub fn is_paper(&self) -> bool {
        self.width.is_some()
    }

    /// Whether there is little room: on paper, and on a telephone.
    pub(super) fn is_compact(&self) -> bool {
        self.is_paper() || self.units() <= TELEPHONE
    }

    /// Returns what belongs where there is little room, or on a page.
    pub(super) fn pick<T>(&self, compact: T, page: T) -> T {
        if self.is_compact() { compact } else { page }
    }

    pub(super) fn units(&self) -> f64 {
        self.width.map_or(self.pixels.unwrap_or(PAGE), |points| points * UNITS)
    }

    /// The points of a length in units; of a pixel, 3/4.
    pub(super) fn points(&self, units: f64) -> f64 {
        if self.is_paper() { units / UNITS } else { units * 0.75 }
    }

    /// The room left of a figure's texts, and right of its plot.
    pub(super) fn margin(&self) -> f64 {
        self.pick(1.0, 24.0)
    }

    /// The right end of the plot.
    pub(super) fn right(&self) -> f64 {
        self.units() - self.pick(8.0, 24.0)
    }

    /// The baseline of a text that runs upwards beside the axis.
    pub(super) fn upward(&self) -> f64 {
        self.pick(10.0, 20.0)
    }

    /// The left end of the plot, right of the labels of its axis; `page` is that of a page.
    pub(super) fn left(&self, page: f64, labels: &[(f64, String)]) -> f64 {
        if !self.is_compact() {
            return page;
        }
        let widest = labels.iter().map(|(_, label)| self.width_of(label)).fold(0.0, f64::max);
        self.upward() + 8.0 + widest + 6.0
    }

    /// The height of a plot that has `page` on a page: less where it is narrow.
    pub(super) fn height(&self, page: f64) -> f64 {
        if self.is_compact() { (self.units() * 0.42).clamp(page * 0.5, page) } else { page }
    }

    /// The radius of a dot.
    pub(super) fn dot(&self, page: f64) -> f64 {
        self.pick(page * 0.7, page)
    }

    /// The size of a text in units. Where there is little room nothing is below 10.5.
    pub(super) fn size(&self, style: TextStyle) -> f64 {
        let page = style.size();
        if !self.is_compact() {
            return page;
        }
        match style {
            TextStyle::Title => 13.5,
            _ if page < 12.0 => 10.5,
            _ => page,
        }
    }

    /// Estimates the width of a text of 12 units, generously.
    pub(super) fn width_of(&self, text: impl ToString) -> f64 {
        let text = text.to_string();
        if !self.is_compact() {
            return text.chars().count() as f64 * 6.5;
        }
        let thousandths: f64 = text.chars().map(|c| f64::from(width(c))).sum();
        thousandths * 12.0 * GENEROUS / 1000.0
    }

    /// Returns the first text that fits into the room; the last one if none does.
    pub(super) fn fitting<const N: usize>(&self, room: f64, texts: [String; N]) -> String {
        self.fitting_alike(room, &[texts]).remove(0)
    }

    /// Returns one of each texts, all of the same length: the first that all fit into the room; the
    /// last ones if none do.
    pub(super) fn fitting_alike<const N: usize>(
        &self,
        room: f64,
        texts: &[[String; N]],
    ) -> Vec<String> {
        let fits = |place: &usize| texts.iter().all(|texts| self.width_of(&texts[*place]) <= room);
        let place = (0..N).find(fits).unwrap_or(N - 1);
        texts.iter().map(|texts| texts[place].clone()).collect()
    }

    /// Breaks a text into lines of at most this width, between words.
    pub(super) fn lines(&self, text: &str, room: f64) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            match lines.last_mut() {
                Some(line) if self.width_of(format!("{line} {word}")) <= room => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }
}

/// By how much other fonts are wider than Helvetica: Computer Modern at 8 points is.
const GENEROUS: f64 = 1.1;

/// The widths of the characters from the space to `~` in Helvetica, in thousandths of its size.
#[rustfmt::skip]
const HELVETICA: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

fn width(c: char) -> u16 {
    let place = (c as usize).checked_sub(' ' as usize);
    let known = place.and_then(|place| HELVETICA.get(place)).copied();
    // Marks and signs are narrower, Chinese has a square.
    known.unwrap_or(if c < '\u{2e80}' { 600 } else { 1000 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column() -> Style {
        Style { width: Some(240.0), ..Style::default() }
    }

    #[test]
    fn a_column_has_less_room_and_letters_of_seven_to_nine_points() {
        let style = column();
        assert_eq!(
            (Style::default().units(), style.units(), style.points(12.0)),
            (820.0, 360.0, 8.0)
        );
        for text in [TextStyle::Title, TextStyle::Plain, TextStyle::QuietSmall] {
            let points = style.points(style.size(text));
            assert!((7.0..=9.0).contains(&points), "{text:?}: {points}");
        }
    }

    #[test]
    fn lines_break_between_words_and_lose_none() {
        let text = "42 topics, 36,044 pages, bm25 k1=0.9 b=0.4, analyzer english";
        let lines = column().lines(text, 150.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| column().width_of(line) <= 150.0));
        assert_eq!(lines.join(" "), text);
        assert_eq!(column().lines("word", 1.0), ["word"]);
    }

    #[test]
    fn the_longest_text_that_fits_is_taken() {
        let texts = || ["much too long for it", "short"].map(str::to_owned);
        assert_eq!(column().fitting(60.0, texts()), "short");
        assert_eq!(column().fitting(1.0, texts()), "short");
        assert_eq!(column().fitting(600.0, texts()), "much too long for it");
    }
}
