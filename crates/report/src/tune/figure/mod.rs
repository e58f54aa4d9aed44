//! The measure over the rules of each kind: a panel per kind, with a line per weight.

mod panel;

use self::panel::{HEIGHT_BELOW, Panel, bands};
use crate::drawing::Drawing;
use crate::figure::scale::around;
use crate::style::Style;
use crate::svg;
use crate::words::{counted, measure_name};
use tamis_search::tune::{Curve, Tuned};

/// The panels side by side on a page, and the width of one.
const COLUMNS: f64 = 2.0;
const WIDTH: f64 = 400.0;
/// The least width of a panel.
const NARROWEST: f64 = 320.0;
/// The height of the figure's title.
const HEAD: f64 = 66.0;

/// What bands and whiskers are.
const BAND: &str = "band: 95 % confidence of the difference from it";

/// Draws all kinds of rules for a page.
pub fn svg(tuned: &Tuned) -> String {
    svg::svg(&draw(tuned, &Style::default()))
}

/// Draws all kinds of rules, as many panels side by side as have room.
pub(super) fn draw(tuned: &Tuned, style: &Style) -> Drawing {
    let name = measure_name(tuned.measure);
    let title = format!("{name} over the rules of each kind");
    let topics = counted(tuned.topics as u64, "pseudo-topic");
    let pages = counted(tuned.pages, "page");
    let setting = format!("{topics}, {pages}; ring: the choice; dashed: the sieve; {BAND}");
    let on_page = Style { pixels: Some(COLUMNS * WIDTH), ..style.clone() };
    let style = if style.is_paper() { style } else { &on_page };
    let columns = (style.units() / NARROWEST).floor().max(1.0);
    let width = style.units() / columns;
    let columns = columns as usize;
    let mut panels = Vec::with_capacity(tuned.curves.len());
    panels.extend(tuned.curves.iter().map(|curve| new_panel(tuned, curve, style, width)));
    let mut svg = Drawing::new("tamis-tune", style, &title, &format!("{setting}."));
    let mut top = HEAD + svg.head(&setting);
    for row in panels.chunks(columns) {
        for (column, panel) in row.iter().enumerate() {
            panel.draw(&mut svg, (column as f64 * width, top));
        }
        top += row.iter().map(Panel::height).fold(0.0, f64::max);
    }
    let below = if style.is_paper() { 0.0 } else { HEIGHT_BELOW };
    svg.finish(top + below, format!("{topics}; ring: choice; dotted: sieve; bands: 95 %"))
}

/// Draws one kind of rules, as narrow as a telephone.
pub(super) fn panel(tuned: &Tuned, curve: &Curve) -> String {
    let style = Style { pixels: Some(WIDTH), ..Style::default() };
    let panel = new_panel(tuned, curve, &style, WIDTH);
    let id = format!("tamis-tune-{}", curve.name);
    let title = format!("{} over the rules of {}", measure_name(tuned.measure), curve.name);
    let mut drawing = Drawing::new(&id, &style, &title, &panel.description());
    panel.draw(&mut drawing, (0.0, 0.0));
    svg::svg(&drawing.finish(panel.height() + HEIGHT_BELOW, ""))
}

/// Returns a panel. All have the same axis of values, so that they can be compared.
fn new_panel<'a>(tuned: &'a Tuned, curve: &'a Curve, style: &'a Style, width: f64) -> Panel<'a> {
    let points = tuned.curves.iter().flat_map(|curve| &curve.points);
    let values = points.map(|point| point.value).chain([tuned.sieve]);
    let bands = tuned.curves.iter().flat_map(|curve| bands(curve, tuned.sieve));
    let shown = values.chain(bands.flat_map(|(low, high)| [low.max(0.0), high]));
    Panel::new(curve, tuned.sieve, around(shown), style, width)
}
