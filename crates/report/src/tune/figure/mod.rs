//! The measure over the rules of each kind: a panel per kind, with a line per weight.

mod panel;

use self::panel::{HEIGHT_BELOW, Panel, WIDTH};
use crate::figure::scale::around;
use crate::markup::{Anchor, Svg};
use crate::paint::TextStyle;
use crate::words::{counted, measure_name};
use tamis_search::tune::{Curve, Tuned};

/// The panels side by side.
const COLUMNS: usize = 2;
/// The height of the figure's title.
const HEAD: f64 = 66.0;

/// Draws all kinds of rules.
pub fn svg(tuned: &Tuned) -> String {
    let name = measure_name(tuned.measure);
    let title = format!("{name} over the rules of each kind");
    let setting = format!(
        "{}, {}; the rules of the other kinds as chosen; ring: the choice; dashed: the sieve",
        counted(tuned.topics as u64, "pseudo-topic"),
        counted(tuned.pages, "page")
    );
    let panels: Vec<Panel> = tuned.curves.iter().map(|curve| new_panel(tuned, curve)).collect();
    let mut heights = Vec::new();
    for row in panels.chunks(COLUMNS) {
        heights.push(row.iter().map(Panel::height).fold(0.0, f64::max));
    }
    let width = COLUMNS as f64 * WIDTH;
    let height = HEAD + heights.iter().sum::<f64>() + HEIGHT_BELOW;
    let mut svg = Svg::new("tamis-tune", width, height, &title, &format!("{setting}."));
    svg.text(TextStyle::Title, (24.0, 32.0), Anchor::Start, &title);
    svg.text(TextStyle::Quiet, (24.0, 52.0), Anchor::Start, &setting);
    let mut top = HEAD;
    for (row, height) in panels.chunks(COLUMNS).zip(heights) {
        for (column, panel) in row.iter().enumerate() {
            panel.draw(&mut svg, (column as f64 * WIDTH, top));
        }
        top += height;
    }
    svg.finish()
}

/// Draws one kind of rules, as narrow as a telephone.
pub(super) fn panel(tuned: &Tuned, curve: &Curve) -> String {
    let panel = new_panel(tuned, curve);
    let id = format!("tamis-tune-{}", curve.name);
    let title = format!("{} over the rules of {}", measure_name(tuned.measure), curve.name);
    let mut svg = Svg::new(&id, WIDTH, panel.height() + HEIGHT_BELOW, &title, &panel.description());
    panel.draw(&mut svg, (0.0, 0.0));
    svg.finish()
}

/// Returns a panel. All have the same axis of values, so that they can be compared.
fn new_panel<'a>(tuned: &'a Tuned, curve: &'a Curve) -> Panel<'a> {
    let points = tuned.curves.iter().flat_map(|curve| &curve.points);
    let values = points.map(|point| point.value).chain([tuned.sieve]);
    Panel::new(curve, tuned.sieve, around(values))
}
