//! Small figures of bars, with their numbers in a table for those who cannot see them or want to
//! copy them. Colours come from the style of all pages; sizes are attributes, because the policy of
//! the pages forbids styles in elements.

use super::counted;
use super::table::{Column, Sheet, Value, numbers, table};
use maud::{Markup, html};

const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 4.0;
const TOP: f64 = 18.0;
const BOTTOM: f64 = 116.0;
/// The least width of a label below a bar.
const LABEL: f64 = 26.0;

const UNIT: &str = "words";

pub struct Bars {
    pub id: String,
    /// What is counted by what.
    pub title: String,
    pub axis: &'static str,
    /// A remark beside the title; may be empty.
    pub note: &'static str,
    pub bars: Vec<Bar>,
}

pub struct Bar {
    pub label: String,
    pub count: u64,
    /// Whether the rule leaves it out.
    pub is_out: bool,
}

impl Bars {
    pub fn show(&self) -> Markup {
        html! {
            figure.bars {
                figcaption {
                    strong { (self.title) }
                    @if !self.note.is_empty() { " " span.quiet { (self.note) } }
                }
                (self.svg())
                details {
                    summary { "The numbers" }
                    (self.table())
                }
            }
        }
    }

    fn svg(&self) -> Markup {
        let most = self.bars.iter().map(|bar| bar.count).max().unwrap_or(0);
        let step = (WIDTH - 2.0 * LEFT) / self.bars.len().max(1) as f64;
        let height = |count: u64| (BOTTOM - TOP) * count as f64 / most.max(1) as f64;
        let x = |bar: usize| LEFT + step * bar as f64;
        let title = format!("{}-title", self.id);
        html! {
            svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-labelledby=(title) {
                title id=(title) {
                    (self.title) ": " (self.bars.len()) " bars, the highest " (counted(most)) " "
                    (UNIT)
                }
                line.grid x1="0" x2=(WIDTH) y1=(TOP) y2=(TOP) {}
                text x="0" y=(TOP - 5.0) { (counted(most)) " " (UNIT) }
                @for (number, bar) in self.bars.iter().enumerate() {
                    rect.out[bar.is_out] x=(short(x(number) + step * 0.1)) width=(short(step * 0.8))
                        y=(short(BOTTOM - height(bar.count))) height=(short(height(bar.count))) {
                        title { (bar.label) ": " (counted(bar.count)) " " (UNIT) }
                    }
                }
                line.edge x1="0" x2=(WIDTH) y1=(BOTTOM) y2=(BOTTOM) {}
                @for number in self.labelled(step) {
                    @let middle = x(number) + step / 2.0;
                    // A long label of the last bar ends with the figure.
                    @let is_last = number + 1 == self.bars.len();
                    @let x = if is_last { WIDTH - LEFT } else { middle };
                    @let anchor = if is_last { "end" } else { "middle" };
                    text x=(short(x)) y=(BOTTOM + 14.0) text-anchor=(anchor) {
                        (self.bars[number].label)
                    }
                }
                text x=(WIDTH / 2.0) y=(BOTTOM + 30.0) text-anchor="middle" { (self.axis) }
            }
        }
    }

    /// The bars with room for a label: the first and the last one, and every few between.
    fn labelled(&self, step: f64) -> Vec<usize> {
        let last = self.bars.len().saturating_sub(1);
        let every = [1, 2, 5, 10, 20, 50]
            .into_iter()
            .find(|every| f64::from(*every) * step >= LABEL)
            .unwrap_or(100);
        // Labels begin with 1, so every tenth is the one of 10.
        let between = (0..last)
            .filter(|number| (number + 1) % every as usize == 0 || *number == 0)
            .filter(|number| (last - number) as f64 * step >= LABEL);
        between.chain((!self.bars.is_empty()).then_some(last)).collect()
    }

    fn table(&self) -> Markup {
        let columns = vec![
            numbers(self.axis, |bar: &&Bar| Value::name(&bar.label)),
            Column::counts(UNIT, |bar| bar.count),
        ];
        table(&Sheet::scrolled(&self.title, ""), columns, &self.bars)
    }
}

/// A coordinate with one decimal.
fn short(number: f64) -> String {
    format!("{number:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(number: u64) -> Bar {
        Bar { label: number.to_string(), count: number, is_out: number < 3 }
    }

    fn bars(count: u64) -> Bars {
        let [id, title] = ["i", "t"].map(str::to_owned);
        Bars { id, title, axis: "a", note: "", bars: (1..=count).map(bar).collect() }
    }

    #[test]
    fn a_figure_has_no_style_of_its_own() {
        let shown = bars(10).show().into_string();
        assert!(!shown.contains("style"), "{shown}");
        assert_eq!(
            (shown.matches("<rect").count(), shown.matches("class=\"out\"").count()),
            (10, 2)
        );
    }

    fn labelled(count: u64) -> Vec<usize> {
        let step = (WIDTH - 2.0 * LEFT) / count as f64;
        bars(count).labelled(step)
    }

    #[test]
    fn labels_do_not_overlap() {
        assert_eq!(labelled(0), Vec::<usize>::new());
        assert_eq!(labelled(1), [0]);
        assert_eq!(labelled(60), [0, 4, 9, 14, 19, 24, 29, 34, 39, 44, 49, 54, 59]);
        assert_eq!(labelled(10), (0..10).collect::<Vec<_>>());
    }
}
