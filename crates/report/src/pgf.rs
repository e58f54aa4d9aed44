//! Writes a drawing as PGF, which LaTeX draws where it is `\input`, with the font of its document.
//! The text is that of the basic layer: it needs the package pgf alone, and no character is active
//! in it, whatever language babel has.

use super::drawing::{Anchor, Drawing, Pair, Shape, Text};
use super::ink::Paint;
use super::paint::PAPER;
use super::table::latex::escape;
use std::collections::BTreeSet;
use std::fmt::Write;
use tamis_place::Escaped;

/// The distance of lines by the size of their letters.
const LEADING: f64 = 1.2;
/// The room around a text above lines, in points.
const ROOM: f64 = 0.7;

/// Returns the picture, below a comment with its caption.
pub(super) fn pgf(drawing: &Drawing) -> String {
    let mut picture = Picture { drawing, out: String::new(), pen: String::new() };
    let mut colours = BTreeSet::new();
    for shape in &drawing.shapes {
        colours.extend(picture.push(shape));
    }
    let mut text = format!(
        "% {}. {}\n% needs \\usepackage{{pgf}} in the preamble; \\input it where it belongs\n\
         \\begingroup\n",
        Escaped(&drawing.title),
        Escaped(&drawing.caption)
    );
    for colour in colours {
        let hexadecimal = colour.trim_start_matches('#').to_ascii_uppercase();
        let _ = writeln!(text, "\\definecolor{{{}}}{{HTML}}{{{hexadecimal}}}%", name(colour));
    }
    let corner = picture.place((drawing.style.units(), 0.0));
    let _ = write!(
        text,
        "\\begin{{pgfpicture}}%\n\\pgfpathrectangle{{\\pgfpointorigin}}{{{corner}}}\
         \\pgfusepath{{use as bounding box}}%\n{}\\end{{pgfpicture}}%\n\\endgroup\n",
        picture.out
    );
    text
}

/// The name of a colour in LaTeX.
fn name(colour: &str) -> String {
    format!("tamis{}", colour.trim_start_matches('#'))
}

struct Picture<'a> {
    drawing: &'a Drawing,
    out: String,
    /// What the last shape was painted with.
    pen: String,
}

impl Picture<'_> {
    /// Adds a shape, and returns its colours. What can only be pointed at is not drawn.
    fn push(&mut self, shape: &Shape) -> Vec<&'static str> {
        let paper = self.drawing.style.is_paper();
        let (look, opacity, path) = match shape {
            Shape::Text(text) => return self.text(text),
            Shape::Curve(look, points) => (look, None, self.path(points, "")),
            Shape::Polygon(look, points) => (look, None, self.path(points, "\\pgfpathclose")),
            Shape::Line(look, ends) => (look, None, self.path(ends, "")),
            Shape::Circle(look, at, radius, _) => {
                let radius = number(self.drawing.style.points(*radius));
                let at = self.place(*at);
                (look, None, format!("\\pgfpathcircle{{{at}}}{{{radius}bp}}"))
            }
            Shape::Rect(look, [at, size], opacity, _) => {
                let corner = self.place((at.0, at.1 + size.1));
                let [w, h] = [size.0, size.1].map(|of| number(self.drawing.style.points(of)));
                let size = format!("\\pgfqpoint{{{w}bp}}{{{h}bp}}");
                (look, *opacity, format!("\\pgfpathrectangle{{{corner}}}{{{size}}}"))
            }
        };
        let paint = look.paint(paper);
        if paint.is_hit {
            return Vec::new();
        }
        let paint = Paint { opacity: opacity.or(paint.opacity), ..paint };
        self.take(&paint);
        let uses = match (paint.fill, paint.stroke) {
            (Some(_), Some(_)) => "fill,stroke",
            (Some(_), None) => "fill",
            _ => "stroke",
        };
        let _ = writeln!(self.out, "{path}\\pgfusepath{{{uses}}}%");
        paint.fill.into_iter().chain(paint.stroke.map(|stroke| stroke.colour)).collect()
    }

    /// Takes the pen and the colour of a shape, if it is not in the hand.
    fn take(&mut self, paint: &Paint) {
        let mut pen = String::new();
        if let Some(fill) = paint.fill {
            let opacity = number(paint.opacity.unwrap_or(1.0));
            let _ =
                write!(pen, "\\pgfsetfillcolor{{{}}}\\pgfsetfillopacity{{{opacity}}}", name(fill));
        }
        if let Some(stroke) = paint.stroke {
            let points = |units: f64| number(self.drawing.style.points(units));
            let dashes: String =
                stroke.dashes.iter().map(|units| format!("{{{}bp}}", points(*units))).collect();
            let ends = if stroke.is_round {
                "\\pgfsetroundcap\\pgfsetroundjoin"
            } else {
                "\\pgfsetbuttcap\\pgfsetmiterjoin"
            };
            let colour = name(stroke.colour);
            let width = points(stroke.width);
            let _ = write!(
                pen,
                "\\pgfsetstrokecolor{{{colour}}}\\pgfsetlinewidth{{{width}bp}}\
                 \\pgfsetdash{{{dashes}}}{{0bp}}%\n{ends}"
            );
        }
        if pen != self.pen {
            let _ = writeln!(self.out, "{pen}%");
            self.pen = pen;
        }
    }

    fn text(&mut self, text: &Text) -> Vec<&'static str> {
        let style = &self.drawing.style;
        let size = style.points(style.size(text.style));
        let colour = text.style.colour(style.is_paper());
        let [x, y] = self.points(text.at).map(number);
        let anchor = match text.anchor {
            Anchor::Start => "left,",
            Anchor::Middle => "",
            Anchor::End => "right,",
        };
        let rotated = if text.upward { ",rotate=90" } else { "" };
        let bold = if text.style.is_bold() { "\\bfseries" } else { "" };
        let letters = format!(
            "\\color{{{}}}\\fontsize{{{}}}{{{}}}{bold}\\selectfont {}",
            name(colour),
            number(size),
            number(size * LEADING),
            escape(&text.text)
        );
        let letters = if text.halo {
            format!(
                "\\kern-{ROOM}bp\\fboxsep={ROOM}bp\\colorbox{{{}}}{{%\n{letters}}}\\kern-{ROOM}bp",
                name(PAPER)
            )
        } else {
            letters
        };
        // An opacity would be that of the letters too.
        if !self.pen.is_empty() {
            self.out.push_str("\\pgfsetfillopacity{1}%\n");
            self.pen.clear();
        }
        let _ =
            writeln!(self.out, "\\pgftext[x={x}bp,y={y}bp,{anchor}base{rotated}]{{%\n{letters}}}%");
        [Some(colour), text.halo.then_some(PAPER)].into_iter().flatten().collect()
    }

    fn path(&self, points: &[Pair], end: &str) -> String {
        let mut path = String::new();
        for (number, point) in points.iter().enumerate() {
            let step = if number == 0 { "moveto" } else { "lineto" };
            let _ = write!(path, "\\pgfpath{step}{{{}}}", self.place(*point));
        }
        path + end
    }

    fn place(&self, at: Pair) -> String {
        let [x, y] = self.points(at).map(number);
        format!("\\pgfqpoint{{{x}bp}}{{{y}bp}}")
    }

    /// Returns a place in points, from the lower left corner.
    fn points(&self, at: Pair) -> [f64; 2] {
        [at.0, self.drawing.height - at.1].map(|units| self.drawing.style.points(units))
    }
}

/// Formats a number with at most two decimals, as TeX reads it; never `-0`.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::{Look, Series, TextStyle};
    use crate::style::Style;

    fn drawn() -> String {
        let style = Style { width: Some(240.0), ..Style::default() };
        let mut drawing = Drawing::new("f", &style, "50 % of a_b\n", "");
        drawing.line(Look::Base(Series::Two), (0.0, 30.0), (360.0, 30.0));
        drawing.circle(Look::Hit(Series::One), (3.0, 3.0), 6.0, Some("hint"));
        drawing.shade(Look::Better, (15.0, 15.0), (30.0, 30.0), 0.25, None);
        drawing.text_with_halo(TextStyle::Plain, (30.0, 45.0), Anchor::End, "p < 0.05 & -1 %");
        drawing.upward(TextStyle::Title, (0.0, 0.0), Anchor::Middle, "{#}");
        pgf(&drawing.finish(90.0, "one topic"))
    }

    #[test]
    fn a_drawing_is_a_picture_in_points_from_the_lower_left() {
        let expected = r"% 50 % of a_b\n. one topic
% needs \usepackage{pgf} in the preamble; \input it where it belongs
\begingroup
\definecolor{tamis0b4f8a}{HTML}{0B4F8A}%
\definecolor{tamis1f2328}{HTML}{1F2328}%
\definecolor{tamisd95f02}{HTML}{D95F02}%
\definecolor{tamisffffff}{HTML}{FFFFFF}%
\begin{pgfpicture}%
\pgfpathrectangle{\pgfpointorigin}{\pgfqpoint{240bp}{60bp}}\pgfusepath{use as bounding box}%
\pgfsetstrokecolor{tamisd95f02}\pgfsetlinewidth{1bp}\pgfsetdash{{0.67bp}{1.33bp}}{0bp}%
\pgfsetbuttcap\pgfsetmiterjoin%
\pgfpathmoveto{\pgfqpoint{0bp}{40bp}}\pgfpathlineto{\pgfqpoint{240bp}{40bp}}\pgfusepath{stroke}%
\pgfsetfillcolor{tamis0b4f8a}\pgfsetfillopacity{0.25}%
\pgfpathrectangle{\pgfqpoint{10bp}{30bp}}{\pgfqpoint{20bp}{20bp}}\pgfusepath{fill}%
\pgfsetfillopacity{1}%
\pgftext[x=20bp,y=30bp,right,base]{%
\kern-0.7bp\fboxsep=0.7bp\colorbox{tamisffffff}{%
\color{tamis1f2328}\fontsize{8}{9.6}\selectfont p \textless{} 0.05 \& $-$1~\%}\kern-0.7bp}%
\pgftext[x=0bp,y=60bp,base,rotate=90]{%
\color{tamis1f2328}\fontsize{9}{10.8}\bfseries\selectfont \{\#\}}%
\end{pgfpicture}%
\endgroup
";
        assert_eq!(drawn(), expected);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, 0.125, -0.001, 100.0].map(number), ["1", "0.12", "0", "100"]);
    }
}
