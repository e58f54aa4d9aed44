//! Turns figures into PDF and PNG. Text is set in Arimo, which has the widths of Helvetica and is
//! part of the program, so the same figure gives the same bytes on every machine; only characters
//! that Arimo lacks come from the machine's fonts, or all if its user names one.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, ID, Query, Weight};
use resvg::usvg::{FontResolver, Options, Tree};
use std::fmt::Display;
use std::io;
use std::sync::Arc;
use svg2pdf::{ConversionOptions, PageOptions};

/// The font, regular and bold.
const FONTS: [&[u8]; 2] =
    [include_bytes!("font/arimo-regular.ttf.zst"), include_bytes!("font/arimo-bold.ttf.zst")];
/// The lowest weight that is set in bold.
const BOLD: u16 = 600;
/// The pixels of a PNG by those of the figure.
const SCALE: f32 = 2.0;
/// The pixels of a figure per inch, as in CSS.
const DPI: f32 = 96.0;

/// The number of tries for fonts in their order.
const TRIES: u32 = 64;

/// Reads figures, with the fonts for their text.
pub(super) struct Renderer {
    options: Options<'static>,
    /// The names of the regular and the bold font, as PDF has them.
    names: [String; 2],
}

impl Renderer {
    /// Unpacks the fonts, or takes one of the machine by its name.
    pub fn new(font: Option<&str>) -> io::Result<Self> {
        let mut fonts = Database::new();
        for font in FONTS {
            fonts.load_font_data(zstd::decode_all(font)?);
        }
        let mut faces: Vec<ID> = fonts.faces().map(|face| face.id).collect();
        if let Some(name) = font {
            fonts.load_system_fonts();
            let families = [Family::Name(name)];
            let weights = [Weight::NORMAL, Weight::BOLD].into_iter();
            let query = |weight| Query { families: &families, weight, ..Query::default() };
            faces = weights.filter_map(|weight| fonts.query(&query(weight))).collect();
        }
        let [regular, bold] = faces[..] else {
            let name = font.unwrap_or_default();
            let fonts = "`fc-list : family` lists what it has";
            return Err(failed(format!("this machine has no font \"{name}\"; {fonts}")));
        };
        let name = |id| fonts.face(id).map_or(String::new(), |face| face.post_script_name.clone());
        let names = [name(regular), name(bold)];
        let default = FontResolver::default_fallback_selector();
        let with_system = font.is_some();
        let font_resolver = FontResolver {
            select_font: Box::new(move |font, _| {
                Some(if font.weight() >= BOLD { bold } else { regular })
            }),
            select_fallback: Box::new(move |missing, used, fonts| {
                if !with_system && fonts.len() == FONTS.len() {
                    Arc::make_mut(fonts).load_system_fonts();
                }
                default(missing, used, fonts)
            }),
        };
        let options = Options { fontdb: Arc::new(fonts), font_resolver, ..Options::default() };
        Ok(Self { options, names })
    }

    /// Returns a figure as a page of PDF, its text as text. A pixel of the figure is 3/4 of a
    /// point.
    pub fn pdf(&self, svg: &str) -> io::Result<Vec<u8>> {
        let tree = self.tree(svg)?;
        // svg2pdf writes fonts and resources in the order of hash tables, which is another one each
        // time. Of two fonts one is the first in every second try.
        let mut pdf = converted(&tree)?;
        let mut tries = 0..TRIES;
        while self.is_bold_first(&pdf) && tries.next().is_some() {
            pdf = converted(&tree)?;
        }
        sort_resources(&mut pdf);
        Ok(pdf)
    }

    /// Returns a figure as a PNG of twice its width and height in pixels.
    pub fn png(&self, svg: &str) -> io::Result<Vec<u8>> {
        let tree = self.tree(svg)?;
        let size = tree.size().to_int_size().scale_by(SCALE);
        let pixmap = size.and_then(|size| Pixmap::new(size.width(), size.height()));
        let mut pixmap = pixmap.ok_or_else(|| failed("the figure is too large for a PNG"))?;
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixmap.as_mut());
        pixmap.encode_png().map_err(failed)
    }

    /// Whether the bold font comes before the regular one.
    fn is_bold_first(&self, pdf: &[u8]) -> bool {
        let [regular, bold] = &self.names;
        let bold = place(pdf, format!("+{bold}").as_bytes());
        let regular =
            ["/", "\n"].iter().find_map(|end| place(pdf, format!("+{regular}{end}").as_bytes()));
        bold.zip(regular).is_some_and(|(bold, regular)| bold < regular)
    }

    fn tree(&self, svg: &str) -> io::Result<Tree> {
        Tree::from_str(svg, &self.options).map_err(failed)
    }
}

fn converted(tree: &Tree) -> io::Result<Vec<u8>> {
    svg2pdf::to_pdf(tree, ConversionOptions::default(), PageOptions { dpi: DPI }).map_err(failed)
}

/// Returns the place of the first `name`.
fn place(pdf: &[u8], name: &[u8]) -> Option<usize> {
    pdf.windows(name.len()).position(|bytes| bytes == name)
}

/// Sorts the entries of the dictionaries of resources, a line each. Their length and so every
/// offset stays.
fn sort_resources(pdf: &mut [u8]) {
    for kind in ["ExtGState", "Font", "XObject", "ColorSpace", "Pattern", "Shading"] {
        let head = format!("/{kind} <<\n");
        let mut from = 0;
        while let Some(start) = place(&pdf[from..], head.as_bytes()) {
            let start = from + start + head.len();
            from = start;
            let Some(length) = place(&pdf[start..], b">>") else { return };
            let body = &mut pdf[start..start + length];
            let Some(end) = body.iter().rposition(|byte| *byte == b'\n') else { continue };
            let mut lines: Vec<Vec<u8>> =
                body[..=end].split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            lines.sort();
            body[..=end].copy_from_slice(&lines.concat());
        }
    }
}

fn failed(error: impl Display) -> io::Error {
    io::Error::other(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Anchor, Drawing};
    use crate::paint::{Look, TextStyle};
    use crate::style::Style;

    fn figure(text: &str) -> String {
        let style = Style { pixels: Some(200.0), ..Style::default() };
        let mut svg = Drawing::new("f", &style, "a figure", "with a bar and text");
        svg.rect(Look::Better, (100.0, 10.0), (50.0, 20.0));
        for tenths in 1..9 {
            svg.rect(Look::Tie, (190.0, 40.0), (1.0, 1.0)).opacity(f64::from(tenths) / 10.0);
        }
        svg.text(TextStyle::Small, (10.0, 45.0), Anchor::Start, "regular");
        svg.text(TextStyle::Title, (10.0, 30.0), Anchor::Start, text);
        crate::svg::svg(&svg.finish(50.0, ""))
    }

    fn colour(drawn: &Pixmap, x: u32, y: u32) -> Option<(u8, u8, u8, u8)> {
        let pixel = drawn.pixel(x, y)?;
        Some((pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()))
    }

    #[test]
    fn a_png_has_twice_the_pixels_and_the_colours_of_the_figure() {
        let png = Renderer::new(None).unwrap().png(&figure("NDCG@10")).unwrap();
        let drawn = Pixmap::decode_png(&png).unwrap();
        assert_eq!((drawn.width(), drawn.height()), (400, 100));
        assert_eq!(
            (colour(&drawn, 250, 40), colour(&drawn, 390, 90)),
            (Some((0, 0x60, 0xa8, 255)), Some((255, 255, 255, 255)))
        );
        let dark =
            drawn.pixels().iter().filter(|pixel| pixel.red() < 64 && pixel.blue() < 64).count();
        assert!((300..4000).contains(&dark), "{dark} pixels of ink");
    }

    #[test]
    fn a_pdf_embeds_the_font_whatever_the_machine_has() {
        let renderer = Renderer::new(None).unwrap();
        let pdf = renderer.pdf(&figure("NDCG@10")).unwrap();
        assert!(pdf.starts_with(b"%PDF-") && pdf.windows(5).any(|bytes| bytes == b"Arimo"));
        // Whatever the order of the hash tables is.
        for _ in 0..8 {
            assert!(pdf == Renderer::new(None).unwrap().pdf(&figure("NDCG@10")).unwrap());
        }
        renderer.pdf(&figure("語")).unwrap();
    }
}
