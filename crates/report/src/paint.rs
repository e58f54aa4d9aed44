//! The look of the figures' elements as attributes of SVG 1.1, which every program that reads SVG
//! understands. A page may override them by class: a rule of a style sheet wins over an attribute.

use std::fmt::Write;

/// The fonts of all text, the first one that the reader has. Liberation Sans has the widths of
/// Helvetica and Arial.
pub(super) const FONTS: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

const PAPER: &str = "#ffffff";
const INK: &str = "#1f2328";
const QUIET: &str = "#59636e";
const RULE: &str = "#e4e8ec";
const EDGE: &str = "#8c959f";
/// The colours of series.
const SERIES: [(&str, &str); 5] = [
    ("one", "#0060a8"),
    ("two", "#bc4c00"),
    ("three", "#8250df"),
    ("four", "#1a7f37"),
    ("five", "#9a6700"),
];
const ONE: &str = SERIES[0].1;
const TWO: &str = SERIES[1].1;

/// Returns the attributes of a text, with a space before each: `class` is a list such as `quiet
/// small` or `name one`.
pub(super) fn text(class: &str) -> String {
    let has = |name: &str| class.split(' ').any(|one| one == name);
    let colour = match () {
        () if has("quiet") => QUIET,
        () if has("label") || has("name") => series(class),
        () if has("on") || has("halo") => PAPER,
        () => INK,
    };
    let size = match () {
        () if has("title") => 17,
        () if has("small") => 11,
        () if has("tiny") => 9,
        () => 12,
    };
    let mut attributes = format!(" fill=\"{colour}\" font-size=\"{size}\"");
    if has("title") || has("name") {
        attributes.push_str(" font-weight=\"bold\"");
    }
    if has("halo") {
        push(
            &mut attributes,
            &[("stroke", PAPER), ("stroke-width", "4"), ("stroke-linejoin", "round")],
        );
    }
    attributes
}

/// Returns the attributes of a shape, with a space before each. One of its classes is its look,
/// others its series.
pub(super) fn shape(class: &str) -> String {
    let of_series = series(class);
    let look = class
        .split(' ')
        .find_map(|name| look(name, of_series))
        .unwrap_or_else(|| vec![("fill", INK)]);
    let mut attributes = String::new();
    push(&mut attributes, &look);
    attributes
}

fn series(class: &str) -> &'static str {
    let of =
        |name: &str| SERIES.iter().find(|(series, _)| *series == name).map(|(_, colour)| *colour);
    class.split(' ').find_map(of).unwrap_or(INK)
}

/// Returns the attributes of a class, if it is one of shapes; `series` is the colour of the
/// element's series.
fn look(class: &str, series: &'static str) -> Option<Vec<(&'static str, &'static str)>> {
    let filled = |colour| Some(vec![("fill", colour)]);
    let lined =
        |colour, width| Some(vec![("fill", "none"), ("stroke", colour), ("stroke-width", width)]);
    let dashed = |colour, width| {
        Some(vec![
            ("fill", "none"),
            ("stroke", colour),
            ("stroke-width", width),
            ("stroke-dasharray", "6 4"),
        ])
    };
    match class {
        "paper" | "on" => filled(PAPER),
        "rule" => lined(RULE, "1"),
        "edge" => lined(EDGE, "1"),
        "curve" => {
            let ends = [("stroke-linejoin", "round"), ("stroke-linecap", "round")];
            lined(series, "2.25").map(|look| [look, ends.into()].concat())
        }
        "base" => dashed(series, "1.5"),
        "leader" => lined(series, "1"),
        "dot" => filled(series),
        "mark" => Some(vec![("fill", PAPER), ("stroke", series), ("stroke-width", "2.5")]),
        "band" => Some(vec![("fill", series), ("fill-opacity", "0.13")]),
        "judged" => Some(vec![("fill", QUIET), ("fill-opacity", "0.18")]),
        "judged-line" => lined(QUIET, "1.25"),
        "judged-base" => dashed(QUIET, "1"),
        // Not to be seen, but to be pointed at.
        "hit" => Some(vec![("fill", "none"), ("pointer-events", "all")]),
        "cell" | "bar-2" => filled(ONE),
        "cell-judged" => filled(QUIET),
        "bar-0" | "tie" => filled(EDGE),
        "bar-1" => filled(SERIES[2].1),
        "bar-3" => filled(SERIES[3].1),
        "bar-4" => filled(SERIES[4].1),
        "bar-5" | "below" => filled(TWO),
        "corner" => filled(INK),
        "model" => lined(INK, "1.5"),
        "best" => lined(INK, "2.5"),
        _ => None,
    }
}

fn push(attributes: &mut String, pairs: &[(&str, &str)]) {
    for (name, value) in pairs {
        let _ = write!(attributes, " {name}=\"{value}\"");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_its_look_in_the_colour_of_its_series() {
        assert_eq!(
            shape("base two"),
            " fill=\"none\" stroke=\"#bc4c00\" stroke-width=\"1.5\" stroke-dasharray=\"6 4\""
        );
        assert_eq!(shape("dot one"), " fill=\"#0060a8\"");
        assert_eq!(text("name four"), " fill=\"#1a7f37\" font-size=\"12\" font-weight=\"bold\"");
        assert_eq!(text("quiet small"), " fill=\"#59636e\" font-size=\"11\"");
    }

    /// Every colour is overridden, so that no light figure shines from a dark page.
    #[test]
    fn a_dark_page_overrides_every_class() {
        let style = crate::page::CSS;
        let dark = style.lines().find(|line| line.contains("prefers-color-scheme:dark")).unwrap();
        let shapes = "paper on rule edge curve base leader dot mark band judged judged-line \
                      judged-base cell cell-judged bar-0 bar-1 bar-2 bar-3 bar-4 bar-5 tie below \
                      corner model best one two three four five";
        for class in shapes.split_whitespace().chain("quiet label name halo".split(' ')) {
            assert!(dark.contains(&format!(".tamis .{class}")), "{class}");
        }
    }
}
