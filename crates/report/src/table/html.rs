//! Writes a table as HTML, which the script of a page makes sortable and filterable: its markup
//! says how. Without the script it is a plain table.

use super::{Cell, Head, Order, Room, Table, Value};
use crate::markup::escape;
use crate::words::{decimals, grouped};
use std::fmt::Write;

impl Order {
    /// The name that the script knows.
    fn name(self) -> &'static str {
        match self {
            Self::Names | Self::Values => "names",
            Self::Highest => "highest",
            Self::Lowest => "lowest",
        }
    }

    /// The value of `aria-sort` for a column that is sorted with its best first.
    fn direction(self) -> &'static str {
        if self == Self::Highest { "descending" } else { "ascending" }
    }
}

/// How a page shows a table, whose first column heads its rows.
#[derive(Debug, Clone, Copy)]
pub struct Sheet<'a> {
    /// Its id; unique on its page.
    pub id: &'a str,
    /// What it holds.
    pub caption: &'a str,
    /// The column by which the rows are sorted as they come, if by one.
    pub sorted: Option<usize>,
    /// The number of first rows that stay on top, as that of the unfiltered text.
    pub base: usize,
    /// The number of rows that show until all are asked for; none for all.
    pub shown: Option<usize>,
}

impl<'a> Sheet<'a> {
    /// A table that shows whole, in the order of its rows.
    pub fn whole(id: &'a str, caption: &'a str) -> Self {
        Self { id, caption, sorted: None, base: 0, shown: None }
    }

    /// Returns the table as HTML; nothing for a table without rows.
    pub fn html(&self, table: &Table<'_>) -> String {
        if table.rows.is_empty() {
            return String::new();
        }
        let mut html = format!(
            "<div class=\"wide\">\n<table class=\"sheet\" id=\"{}\" data-shown=\"{}\">\n\
             <caption>{}</caption>\n<thead><tr>",
            escape(self.id),
            self.shown.unwrap_or(table.rows.len()),
            escape(self.caption)
        );
        for (number, head) in table.heads.iter().enumerate() {
            let sorted = if self.sorted == Some(number) {
                format!(" aria-sort=\"{}\"", head.order.direction())
            } else {
                String::new()
            };
            let _ = write!(
                html,
                "<th scope=\"col\"{} data-order=\"{}\"{sorted}{}>{}</th>",
                class_of(head, ""),
                head.order.name(),
                title_of(&head.meaning),
                escape(head.name.trim())
            );
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for (number, row) in table.rows.iter().enumerate() {
            html.push_str(if number < self.base { "<tr class=\"base\">" } else { "<tr>" });
            push_cells(&mut html, &table.heads, row);
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody>\n</table>\n</div>\n");
        html
    }
}

fn push_cells(html: &mut String, heads: &[Head], row: &[Cell<'_>]) {
    for (number, (head, cell)) in heads.iter().zip(row).enumerate() {
        let class = class_of(head, if matches!(cell.mark, Some('*' | '+')) { "best" } else { "" });
        let title = title_of(&cell.hint);
        let text = content(cell);
        let _ = if number == 0 {
            write!(html, "<th scope=\"row\"{class}{title}>{text}</th>")
        } else {
            write!(html, "<td{class}{title}>{text}</td>")
        };
    }
}

/// Returns the content of a cell. The best number is shaded and needs no mark.
fn content(cell: &Cell<'_>) -> String {
    let mut text = match &cell.value {
        Value::Html(html) => html.clone(),
        Value::Count(count) => grouped(*count),
        Value::Share(share) => decimals(*share, 3),
        other => escape(&other.to_string()),
    };
    text.extend(cell.mark.filter(|mark| !matches!(mark, '*' | ' ')));
    text
}

/// Returns the attribute of what shows when one points at it.
fn title_of(hint: &str) -> String {
    if hint.is_empty() { String::new() } else { format!(" title=\"{}\"", escape(hint)) }
}

/// Returns the attribute of a cell's classes; nothing if there are none.
fn class_of(head: &Head, class: &str) -> String {
    let names = [
        if matches!(head.order, Order::Names | Order::Values) { "name" } else { "" },
        if head.room == Room::Always { "" } else { "roomy" },
        class,
    ];
    let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
    if names.is_empty() { String::new() } else { format!(" class=\"{}\"", names.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::super::{Column, Columns};
    use super::*;

    #[test]
    fn a_table_says_how_it_is_sorted_and_what_a_narrow_screen_leaves_out() {
        type Row = (&'static str, f64, Option<f64>);
        let mean = |row: &Row| Cell {
            mark: (row.1 > 0.1).then_some('+'),
            hint: if row.1 > 0.1 { "\"x\"".to_owned() } else { String::new() },
            ..Value::Mean(row.1).into()
        };
        let columns = Columns(vec![
            Column::new("", "label", Order::Names, |row: &Row| Value::name(row.0)),
            Column::new("", "P@10 ", Order::Highest, mean),
            Column::new("", "p", Order::Lowest, |row: &Row| {
                row.2.map_or(Value::Blank, |p| Value::P(Ok(p)))
            })
            .meaning("chance")
            .room(Room::Wide),
        ]);
        let table = columns.for_page([("all", 0.1, None), ("<b>", 0.2, Some(0.01))]);
        let sheet = Sheet { sorted: Some(1), base: 1, ..Sheet::whole("points", "Means") };
        let expected = "<div class=\"wide\">\n<table class=\"sheet\" id=\"points\" \
                        data-shown=\"2\">\n<caption>Means</caption>\n<thead><tr><th \
                        scope=\"col\" class=\"name\" data-order=\"names\">label</th><th \
                        scope=\"col\" data-order=\"highest\" \
                        aria-sort=\"descending\">P@10</th><th scope=\"col\" class=\"roomy\" \
                        data-order=\"lowest\" title=\"chance\">p</th></tr></thead>\n<tbody>\n<tr \
                        class=\"base\"><th scope=\"row\" \
                        class=\"name\">all</th><td>0.1000</td><td \
                        class=\"roomy\"></td></tr>\n<tr><th scope=\"row\" \
                        class=\"name\">&lt;b&gt;</th><td class=\"best\" \
                        title=\"&quot;x&quot;\">0.2000+</td><td \
                        class=\"roomy\">0.0100</td></tr>\n</tbody>\n</table>\n</div>\n";
        assert_eq!(sheet.html(&table), expected);
    }
}
