//! Tables of pages, whose columns are those of reports: cells are typed values or markup.

use maud::{Markup, PreEscaped, html};
use tamis::table::Columns;
use tamis::words::{fixed, measure_name};

pub use tamis::table::html::{Attributes, Sheet};
pub use tamis::table::{Column, Order, Value};

/// A column of texts as a page shows them.
pub fn texts<'a, R>(head: impl Into<String>, cell: impl Fn(&R) -> Markup + 'a) -> Column<'a, R> {
    Column::new("", head, Order::Names, move |row| Value::Html(cell(row).into_string()))
}

/// A column of numbers as a page shows them.
pub fn numbers<'a, R>(head: impl Into<String>, cell: impl Fn(&R) -> Markup + 'a) -> Column<'a, R> {
    Column::new("", head, Order::Highest, move |row| Value::Html(cell(row).into_string()))
}

/// A column of shares in per cent.
pub fn shares<'a, R>(head: &str, share: impl Fn(&R) -> f64 + 'a) -> Column<'a, R> {
    Column::new("", head, Order::Highest, move |row| Value::Percent(share(row)))
}

/// A table with these columns and rows.
pub fn table<'a, R>(
    sheet: &Sheet<'_>,
    columns: Vec<Column<'a, R>>,
    rows: impl IntoIterator<Item = R>,
) -> Markup {
    PreEscaped(sheet.html(&Columns(columns).for_page(rows)))
}

/// A row of a table of measures.
#[derive(Default)]
pub struct MeasuredRow {
    /// Its attributes for scripts and tests.
    pub attributes: Attributes,
    /// Its name, as it is shown.
    pub name: Markup,
    /// Its means; one that is compared has how it differs, which is empty if it does not.
    pub means: Vec<(f64, Option<String>)>,
    /// The share of the text that it keeps.
    pub kept: String,
}

/// A table of measures; `head` stands above the names.
pub fn measured(id: &str, head: &str, measures: &[String], rows: &[MeasuredRow]) -> Markup {
    let mut columns = vec![texts(head, |row: &&MeasuredRow| row.name.clone())];
    for (number, measure) in measures.iter().enumerate() {
        columns.push(numbers(measure_name(measure), move |row: &&MeasuredRow| {
            let (mean, compared) = &row.means[number];
            html! {
                @match compared {
                    None => (fixed(*mean)),
                    Some(difference) => {
                        strong { (fixed(*mean)) } " " span.quiet { (difference) }
                    }
                }
            }
        }));
    }
    columns.push(numbers("Text kept", |row: &&MeasuredRow| html! { (row.kept) }));
    let attributes: Vec<Attributes> = rows.iter().map(|row| row.attributes.clone()).collect();
    let sheet = Sheet { id, rows: &attributes, ..Sheet::scrolled("Means", "stacked") };
    table(&sheet, columns, rows)
}
