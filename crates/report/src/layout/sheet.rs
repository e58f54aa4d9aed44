//! A table that the script of the page makes sortable and filterable: its markup says how.

use crate::markup::escape;
use std::fmt::Write;

/// What the cells of a column hold, and what is best when it is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// Names, in the order of the alphabet.
    Names,
    /// Numbers, the highest first.
    Highest,
    /// Numbers, the lowest first.
    Lowest,
}

impl Order {
    /// The name that the script knows.
    fn name(self) -> &'static str {
        match self {
            Self::Names => "names",
            Self::Highest => "highest",
            Self::Lowest => "lowest",
        }
    }

    /// The value of `aria-sort` for a column that is sorted with its best first.
    fn direction(self) -> &'static str {
        if self == Self::Highest { "descending" } else { "ascending" }
    }
}

/// A column.
pub(crate) struct Column {
    /// Its head.
    pub head: String,
    /// What it holds.
    pub order: Order,
    /// Whether a narrow screen has room for it.
    pub is_narrow: bool,
}

impl Column {
    /// A column that shows on every screen.
    pub fn new(head: impl Into<String>, order: Order) -> Self {
        Self { head: head.into(), order, is_narrow: true }
    }

    /// A column that shows on wide screens and on paper.
    pub fn wide(head: impl Into<String>, order: Order) -> Self {
        Self { is_narrow: false, ..Self::new(head, order) }
    }
}

/// A cell: HTML, its class, and a text that shows at it.
#[derive(Default)]
pub(crate) struct Cell {
    /// The content as HTML.
    pub html: String,
    /// The class: `best`, or none.
    pub class: &'static str,
    /// What shows when one points at it; none if empty.
    pub hint: String,
}

impl Cell {
    /// A cell of text.
    pub fn text(text: impl AsRef<str>) -> Self {
        Self { html: escape(text.as_ref()), ..Self::default() }
    }
}

/// A row.
pub(crate) struct Row {
    /// Whether it stays on top, as that of the unfiltered text.
    pub is_base: bool,
    /// The cells, the first the head of the row.
    pub cells: Vec<Cell>,
}

/// A table whose first column heads its rows.
pub(crate) struct Sheet {
    /// Its id.
    pub id: String,
    /// What it holds: its caption, as HTML.
    pub caption: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The column by which the rows are sorted as they come, if by one.
    pub sorted: Option<usize>,
    /// The rows.
    pub rows: Vec<Row>,
    /// The number of rows that show until all are asked for.
    pub shown: usize,
}

impl Sheet {
    /// Returns the table.
    pub fn html(&self) -> String {
        let mut table = format!(
            "<div class=\"wide\">\n<table class=\"sheet\" id=\"{}\" data-shown=\"{}\">\n\
             <caption>{}</caption>\n<thead><tr>",
            self.id, self.shown, self.caption
        );
        for (number, column) in self.columns.iter().enumerate() {
            let sorted = if self.sorted == Some(number) {
                format!(" aria-sort=\"{}\"", column.order.direction())
            } else {
                String::new()
            };
            let _ = write!(
                table,
                "<th scope=\"col\"{} data-order=\"{}\"{sorted}>{}</th>",
                class_of(column, ""),
                column.order.name(),
                escape(&column.head)
            );
        }
        table.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            self.push_row(&mut table, row);
        }
        table.push_str("</tbody>\n</table>\n</div>\n");
        table
    }

    fn push_row(&self, table: &mut String, row: &Row) {
        table.push_str(if row.is_base { "<tr class=\"base\">" } else { "<tr>" });
        for (number, (column, cell)) in self.columns.iter().zip(&row.cells).enumerate() {
            let class = class_of(column, cell.class);
            let hint = if cell.hint.is_empty() {
                String::new()
            } else {
                format!(" title=\"{}\"", escape(&cell.hint))
            };
            let _ = if number == 0 {
                write!(table, "<th scope=\"row\"{class}{hint}>{}</th>", cell.html)
            } else {
                write!(table, "<td{class}{hint}>{}</td>", cell.html)
            };
        }
        table.push_str("</tr>\n");
    }
}

/// Returns the attribute of a cell's classes; nothing if there are none.
fn class_of(column: &Column, class: &str) -> String {
    let names = [
        if column.order == Order::Names { "name" } else { "" },
        if column.is_narrow { "" } else { "roomy" },
        class,
    ];
    let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
    if names.is_empty() { String::new() } else { format!(" class=\"{}\"", names.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_how_it_is_sorted_and_what_a_narrow_screen_leaves_out() {
        let sheet = Sheet {
            id: "points".to_owned(),
            caption: "Means".to_owned(),
            columns: vec![
                Column::new("label", Order::Names),
                Column::new("P@10", Order::Highest),
                Column::wide("p", Order::Lowest),
            ],
            sorted: Some(1),
            rows: vec![
                Row { is_base: true, cells: ["all", "0.1", ""].map(Cell::text).into() },
                Row {
                    is_base: false,
                    cells: vec![
                        Cell::text("<b>"),
                        Cell { class: "best", hint: "\"x\"".to_owned(), ..Cell::text("0.2") },
                        Cell::text("0.01"),
                    ],
                },
            ],
            shown: 10,
        };
        let expected = "<div class=\"wide\">\n<table class=\"sheet\" id=\"points\" \
                        data-shown=\"10\">\n<caption>Means</caption>\n<thead><tr><th \
                        scope=\"col\" class=\"name\" data-order=\"names\">label</th><th \
                        scope=\"col\" data-order=\"highest\" \
                        aria-sort=\"descending\">P@10</th><th scope=\"col\" class=\"roomy\" \
                        data-order=\"lowest\">p</th></tr></thead>\n<tbody>\n<tr \
                        class=\"base\"><th scope=\"row\" \
                        class=\"name\">all</th><td>0.1</td><td \
                        class=\"roomy\"></td></tr>\n<tr><th scope=\"row\" \
                        class=\"name\">&lt;b&gt;</th><td class=\"best\" \
                        title=\"&quot;x&quot;\">0.2</td><td \
                        class=\"roomy\">0.01</td></tr>\n</tbody>\n</table>\n</div>\n";
        assert_eq!(sheet.html(), expected);
    }
}
