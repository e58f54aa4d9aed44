//! Writes a drawing as PGF, which LaTeX draws where it is `\input`, with the font of its document.
//! The text is that of the basic layer: it needs the package pgf alone, and no character is active
//! in it, whatever language babel has.

use super::drawing::{Anchor, Drawing, FigureShape, Pair, ShapeOutline};
use super::ink::Paint;
use super::paint::{PAPER, TextStyle};
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
    let colours = BTreeSet::new();
    let mut picture = Picture { drawing, out: String::new(), pen: String::new(), colours };
    for shape in &drawing.shapes {
        picture.push(shape);
    }
    let mut text = format!(
        "% {}. {}\n% needs \\usepackage{{pgf}} in the preamble; \\input it where it belongs\n\
         \\begingroup\n",
        Escaped(&drawing.title),
        Escaped(&drawing.caption)
    );
    for colour in &picture.colours {
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
    colours: BTreeSet<&'static str>,
}

impl Picture<'_> {
    /// Adds a shape. What can only be pointed at is not drawn.
    fn push(&mut self, shape: &FigureShape) {
        let (look, path) = match &shape.outline {
            ShapeOutline::Text(style, at, anchor, text) => {
                return self.text(shape, (*style, *at, *anchor, text));
            }
            ShapeOutline::Curve(look, points) => (look, self.path(points, "")),
            ShapeOutline::Polygon(look, points) => (look, self.path(points, "\\pgfpathclose")),
            ShapeOutline::Line(look, ends) => (look, self.path(ends, "")),
            ShapeOutline::Circle(look, at, radius) => {
                let at = self.place(*at);
                (look, format!("\\pgfpathcircle{{{at}}}{{{}bp}}", self.length(*radius)))
            }
            ShapeOutline::Rect(look, [at, size]) => {
                let corner = self.place((at.0, at.1 + size.1));
                let [w, h] = [size.0, size.1].map(|of| self.length(of));
                let size = format!("\\pgfqpoint{{{w}bp}}{{{h}bp}}");
                (look, format!("\\pgfpathrectangle{{{corner}}}{{{size}}}"))
            }
        };
        let paint = look.paint(self.drawing.style.is_paper());
        if paint.is_hit {
            return;
        }
        self.take(&Paint { opacity: shape.opacity.or(paint.opacity), ..paint });
        let uses = match (paint.fill, paint.stroke) {
            (Some(_), Some(_)) => "fill,stroke",
            (Some(_), None) => "fill",
            _ => "stroke",
        };
        let _ = writeln!(self.out, "{path}\\pgfusepath{{{uses}}}%");
    }

    /// Takes the pen and the colour of a shape, if it is not in the hand.
    fn take(&mut self, paint: &Paint) {
        let mut pen = String::new();
        if let Some(fill) = paint.fill {
            self.colours.insert(fill);
            let opacity = number(paint.opacity.unwrap_or(1.0));
            let _ =
                write!(pen, "\\pgfsetfillcolor{{{}}}\\pgfsetfillopacity{{{opacity}}}", name(fill));
        }
        if let Some(stroke) = paint.stroke {
            self.colours.insert(stroke.colour);
            let dashes = stroke.dashes.iter().map(|units| format!("{{{}bp}}", self.length(*units)));
            let ends = match stroke.is_round {
                true => "\\pgfsetroundcap\\pgfsetroundjoin",
                false => "\\pgfsetbuttcap\\pgfsetmiterjoin",
            };
            let _ = write!(
                pen,
                "\\pgfsetstrokecolor{{{}}}\\pgfsetlinewidth{{{}bp}}\\pgfsetdash{{{}}}{{0bp}}\
             %\n{ends}",
                name(stroke.colour),
                self.length(stroke.width),
                dashes.collect::<String>()
            );
        }
        if pen != self.pen {
            let _ = writeln!(self.out, "{pen}%");
            self.pen = pen;
        }
    }

    fn text(
        &mut self,
        shape: &FigureShape,
        (of, at, anchor, text): (TextStyle, Pair, Anchor, &str),
    ) {
        let style = &self.drawing.style;
        let size = style.points(style.size(of));
        let colour = of.colour(style.is_paper());
        let [x, y] = self.points(at).map(number);
        let anchor = match anchor {
            Anchor::Start => "left,",
            Anchor::Middle => "",
            Anchor::End => "right,",
        };
        let rotated = if shape.upward { ",rotate=90" } else { "" };
        let bold = if of.is_bold() { "\\bfseries" } else { "" };
        let mut letters = format!(
            "\\color{{{}}}\\fontsize{{{}}}{{{}}}{bold}\\selectfont {}",
            name(colour),
            number(size),
            number(size * LEADING),
            escape(text)
        );
        if shape.halo {
            letters = format!(
                "\\kern-{ROOM}bp\\fboxsep={ROOM}bp\\colorbox{{{}}}{{%\n{letters}}}\\kern-{ROOM}bp",
                name(PAPER)
            );
            self.colours.insert(PAPER);
        }
        self.colours.insert(colour);
        // An opacity would be that of the letters too.
        if !self.pen.is_empty() {
            self.out.push_str("\\pgfsetfillopacity{1}%\n");
            self.pen.clear();
        }
        let _ =
            writeln!(self.out, "\\pgftext[x={x}bp,y={y}bp,{anchor}base{rotated}]{{%\n{letters}}}%");
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

    /// Formats a length in points.
    fn length(&self, units: f64) -> String {
        number(self.drawing.style.points(units))
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
    use crate::paint::{Look, Series};
    use crate::style::Style;

    fn drawn() -> String {
        let style = Style { width: Some(240.0), ..Style::default() };
        let mut drawing = Drawing::new("f", &style, "50 % of a_b\n", "");
        drawing.line(Look::Base(Series::Two), (0.0, 30.0), (360.0, 30.0));
        drawing.circle(Look::Hit(Series::One), (3.0, 3.0), 6.0).hint("hint");
        drawing.rect(Look::Better, (15.0, 15.0), (30.0, 30.0)).opacity(0.25);
        drawing.text(TextStyle::Plain, (30.0, 45.0), Anchor::End, "p < 0.05 & -1 %").halo = true;
        drawing.text(TextStyle::Title, (0.0, 0.0), Anchor::Middle, "{#}").upward = true;
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
