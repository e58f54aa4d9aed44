//! Tables as columns: what stands at the head of each, and how it shows a row. On narrow screens a
//! table may show a row as lines, in which cells bring the head of their column along.

use maud::{Markup, html};
use tamis::words::fixed;

/// A column of a table of rows `R`.
pub struct Column<'a, R> {
    head: &'a str,
    classes: &'static str,
    is_name: bool,
    brings_head: bool,
    cell: Box<dyn Fn(&R) -> Markup + 'a>,
}

impl<'a, R> Column<'a, R> {
    /// A column of numbers.
    pub fn of_numbers(head: &'a str, cell: impl Fn(&R) -> Markup + 'a) -> Self {
        Self { head, classes: "", is_name: false, brings_head: true, cell: Box::new(cell) }
    }

    /// A column of texts.
    pub fn of_words(head: &'a str, cell: impl Fn(&R) -> Markup + 'a) -> Self {
        Self { classes: "words", ..Self::of_numbers(head, cell) }
    }

    /// A column of texts that name their rows.
    pub fn of_names(head: &'a str, cell: impl Fn(&R) -> Markup + 'a) -> Self {
        Self { is_name: true, brings_head: false, ..Self::of_words(head, cell) }
    }

    /// The same with texts that are long, or short.
    pub fn sized(self, classes: &'static str) -> Self {
        Self { classes, ..self }
    }

    /// The same in a table that shows no rows as lines, or where the cells say what they are.
    pub fn alone(self) -> Self {
        Self { brings_head: false, ..self }
    }

    fn head(&self) -> Markup {
        let class = self.classes.split(' ').next().filter(|class| !class.is_empty());
        html! { th class=[class] scope="col" { (self.head) } }
    }

    fn cell(&self, row: &R) -> Markup {
        let cell = (self.cell)(row);
        let class = Some(self.classes).filter(|classes| !classes.is_empty());
        let head = Some(self.head).filter(|_| self.brings_head);
        html! {
            @if self.is_name { th class=[class] scope="row" { (cell) } }
            @else { td class=[class] data-label=[head] { (cell) } }
        }
    }
}

/// The head of a table, and its rows.
pub fn table<'r, R: 'r>(
    class: &str,
    id: Option<&str>,
    columns: &[Column<'_, R>],
    rows: impl IntoIterator<Item = &'r R>,
    is_current: impl Fn(&R) -> bool,
) -> Markup {
    html! {
        table class=[Some(class).filter(|class| !class.is_empty())] id=[id] {
            thead { tr { @for column in columns { (column.head()) } } }
            tbody {
                @for row in rows {
                    tr aria-current=[is_current(row).then_some("true")] {
                        @for column in columns { (column.cell(row)) }
                    }
                }
            }
        }
    }
}

/// A table that scrolls within its own part of the page, under a name.
pub fn scrolled<'r, R: 'r>(
    name: &str,
    class: &str,
    columns: &[Column<'_, R>],
    rows: impl IntoIterator<Item = &'r R>,
) -> Markup {
    within(name, &table(class, None, columns, rows, |_| false))
}

/// The part of a page in which a table scrolls.
pub fn within(name: &str, table: &Markup) -> Markup {
    html! { div.scroll tabindex="0" role="group" aria-label=(name) { (table) } }
}

/// A row of a table of measures.
#[derive(Default)]
pub struct MeasuredRow<'a> {
    /// Its id on the page.
    pub id: Option<&'a str>,
    /// Its class.
    pub class: Option<&'a str>,
    /// Its name for scripts and tests.
    pub data_name: Option<String>,
    /// What it is, for the same.
    pub data_kind: Option<&'a str>,
    /// Its name, as it is shown.
    pub name: Markup,
    /// Its value of each measure.
    pub values: Vec<Markup>,
    /// The share of the text that it keeps.
    pub kept: String,
}

/// A mean, with how it differs from another one.
pub fn mean(mean: f64, difference: Option<String>) -> Markup {
    html! {
        strong { (fixed(mean)) }
        @if let Some(difference) = difference { " " span.quiet { (difference) } }
    }
}

/// A table of measures.
pub fn measured(
    id: Option<&str>,
    head: &str,
    names: &[String],
    rows: &[MeasuredRow<'_>],
) -> Markup {
    html! {
        table.stacked id=[id] {
            thead {
                tr {
                    th.words scope="col" { (head) }
                    @for name in names { th scope="col" { (name) } }
                    th scope="col" { "Text kept" }
                }
            }
            tbody {
                @for row in rows {
                    tr class=[row.class] id=[row.id] data-name=[&row.data_name]
                        data-kind=[row.data_kind] {
                        th.words scope="row" { (row.name) }
                        @for (value, name) in row.values.iter().zip(names) {
                            td data-label=(name) { (value) }
                        }
                        td data-label="Text kept" { (row.kept) }
                    }
                }
            }
        }
    }
}
