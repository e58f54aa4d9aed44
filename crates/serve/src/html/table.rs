//! Tables of pages, whose columns are those of reports: cells are typed values, and markup where
//! there is something to press.

use maud::{Markup, PreEscaped};
use tamis::table::statistics::{Statistic, Tested};
use tamis::table::{Cell, Columns};
use tamis::words::measure_name;

pub use tamis::table::html::{HtmlAttributes, Sheet};
pub use tamis::table::{Column, Order, Value};

/// A column of links and other markup.
pub fn markup<'a, R>(head: &str, cell: impl Fn(&R) -> Markup + 'a) -> Column<'a, R> {
    Column::new("", head, Order::Names, move |row| Value::Html(cell(row).into_string()))
}

pub fn names<'a, R>(head: &str, name: impl Fn(&R) -> String + 'a) -> Column<'a, R> {
    Column::new("", head, Order::Names, move |row| Value::name(name(row)))
}

pub fn numbers<'a, R>(head: &str, number: impl Fn(&R) -> Value<'a> + 'a) -> Column<'a, R> {
    Column::new("", head, Order::Highest, number)
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
pub struct MeasuredRow<'a> {
    /// Its attributes for scripts and tests.
    pub attributes: HtmlAttributes,
    pub name: Value<'static>,
    pub means: &'a [f64],
    /// How each mean is compared, if it is: none where it does not differ.
    pub compared: Option<Vec<Option<Tested<'static>>>>,
    /// The share of the text that it keeps, if that is known.
    pub kept: Option<f64>,
}

/// A table of measures, compared by these statistics; `head` stands above the names.
pub fn measured(
    id: &str,
    head: &str,
    measures: &[String],
    statistics: &'static [Statistic],
    rows: &[MeasuredRow<'_>],
) -> Markup {
    let name = |row: &&MeasuredRow<'_>| row.name.clone();
    let mut columns = vec![Column::new("", head, Order::Names, name)];
    for (number, measure) in measures.iter().enumerate() {
        let mean = move |row: &&MeasuredRow<'_>| {
            let beside =
                |of: &Tested<'static>| statistics.iter().map(|one| one.beside(of)).collect();
            let compared = row.compared.as_ref();
            Cell {
                compared: compared.map(|all| all[number].as_ref().map_or(Vec::new(), beside)),
                ..Value::Mean(row.means[number]).into()
            }
        };
        columns.push(Column::new("", measure_name(measure), Order::Highest, mean));
    }
    columns.push(numbers("Text kept", |row: &&MeasuredRow<'_>| {
        Value::maybe(row.kept, Value::Percent)
    }));
    let attributes: Vec<HtmlAttributes> = rows.iter().map(|row| row.attributes.clone()).collect();
    let sheet = Sheet { id, rows: &attributes, ..Sheet::scrolled("Means", "stacked") };
    table(&sheet, columns, rows)
}
