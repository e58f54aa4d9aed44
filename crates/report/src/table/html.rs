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

/// The class of a table that the script of reports sorts and filters.
const SHEET: &str = "sheet";

/// The names and values of an element's attributes.
pub type HtmlAttributes = Vec<(&'static str, String)>;

/// How a page shows a table, whose first column heads its rows.
#[derive(Debug, Clone, Copy)]
pub struct Sheet<'a> {
    /// Its id, unique on its page; empty for none.
    pub id: &'a str,
    /// What it holds: its caption in a report, and the name of the part that scrolls elsewhere.
    pub caption: &'a str,
    /// Its classes. In a `stacked` table, whose rows narrow screens show as lines, cells bring the
    /// head of their column along.
    pub class: &'a str,
    /// The attributes of rows, in their order; none for rows behind the last.
    pub rows: &'a [HtmlAttributes],
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
        Self { id, caption, class: SHEET, rows: &[], sorted: None, base: 0, shown: None }
    }

    /// A table outside of reports: it scrolls in a part of the page with this name.
    pub fn scrolled(caption: &'a str, class: &'a str) -> Self {
        Self { class, ..Self::whole("", caption) }
    }

    /// Returns the table as HTML; nothing for a table without rows.
    pub fn html(&self, table: &Table<'_>) -> String {
        if table.rows.is_empty() {
            return String::new();
        }
        let is_sheet = self.class == SHEET;
        let id = attribute("id", self.id);
        let (class, caption) = (attribute("class", self.class), escape(self.caption));
        let shown = self.shown.unwrap_or(table.rows.len());
        let mut html = if is_sheet {
            format!(
                "<div class=\"wide\">\n<table{class}{id} data-shown=\"{shown}\">\n\
                 <caption>{caption}</caption>\n<thead><tr>"
            )
        } else {
            format!(
                "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{caption}\">\n\
                 <table{class}{id}>\n<thead><tr>"
            )
        };
        for (number, head) in table.heads.iter().enumerate() {
            let sorted = if self.sorted == Some(number) {
                format!(" aria-sort=\"{}\"", head.order.direction())
            } else {
                String::new()
            };
            let _ = write!(
                html,
                "<th scope=\"col\"{}{}{sorted}{}>{}</th>",
                class_of(head, ""),
                attribute("data-order", if is_sheet { head.order.name() } else { "" }),
                attribute("title", &head.meaning),
                escape(head.name.trim())
            );
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for (number, row) in table.rows.iter().enumerate() {
            html.push_str(if number < self.base { "<tr class=\"base\"" } else { "<tr" });
            for (name, value) in self.rows.get(number).into_iter().flatten() {
                html.push_str(&attribute(name, value));
            }
            html.push('>');
            self.push_cells(&mut html, &table.heads, row);
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody>\n</table>\n</div>\n");
        html
    }

    fn push_cells(&self, html: &mut String, heads: &[Head], row: &[Cell<'_>]) {
        let is_stacked = self.class.split(' ').any(|class| class == "stacked");
        for (number, (head, cell)) in heads.iter().zip(row).enumerate() {
            let class = match cell.mark {
                Some('*' | '+') => "best",
                Some('▲') => "moved up",
                Some('▼') => "moved down",
                _ => "",
            };
            let class = class_of(head, class);
            let title = attribute("title", &cell.hint);
            let text = content(cell, head.order, self.class == SHEET);
            let label = attribute("data-label", if is_stacked { &head.name } else { "" });
            let _ = if number == 0 {
                write!(html, "<th scope=\"row\"{class}{title}>{text}</th>")
            } else {
                write!(html, "<td{class}{label}{title}>{text}</td>")
            };
        }
    }
}

/// Returns the content of a cell. The best number is shaded and needs no mark.
fn content(cell: &Cell<'_>, order: Order, is_sheet: bool) -> String {
    let mut text = match &cell.value {
        Value::Html(html) => html.clone(),
        Value::Count(count) => grouped(*count),
        Value::Share(share) => decimals(*share, 3),
        Value::Absent if !is_sheet => "–".to_owned(),
        // Text of others has a direction of its own.
        Value::Name(name) if !is_sheet && order == Order::Names && !name.is_empty() => {
            format!("<bdi>{}</bdi>", escape(name))
        }
        other => escape(&other.to_string()),
    };
    match cell.mark {
        Some(arrow @ ('▲' | '▼')) => text = format!("{arrow} {text}"),
        mark => text.extend(mark.filter(|mark| !matches!(mark, '*' | ' '))),
    }
    let Some(compared) = &cell.compared else { return text };
    let compared = compared.iter().filter_map(|(name, value)| match value {
        Value::Absent => None,
        // Its sign says what it is.
        Value::Difference(_) => Some(value.to_string()),
        value => Some(format!("{name} {value}")),
    });
    let compared = escape(&compared.collect::<Vec<_>>().join(", "));
    format!("<strong>{text}</strong> <span class=\"quiet\">{compared}</span>")
}

/// Returns an attribute; nothing for an empty value.
fn attribute(name: &str, value: &str) -> String {
    if value.is_empty() { String::new() } else { format!(" {name}=\"{}\"", escape(value)) }
}

/// Returns the attribute of a cell's classes; nothing if there are none.
fn class_of(head: &Head, class: &str) -> String {
    let names = [
        if matches!(head.order, Order::Names | Order::Values) { "name" } else { "" },
        if head.room == Room::Always { "" } else { "roomy" },
        head.class,
        class,
    ];
    let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty()).collect();
    attribute("class", &names.join(" "))
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
    #[test]
    fn a_table_outside_of_reports_scrolls_and_its_cells_bring_their_heads() {
        let columns = Columns(vec![
            Column::names("Label", |row: &(&'static str, u64)| row.0),
            Column::counts("Blocks", |row: &(&'static str, u64)| row.1).class("few"),
        ]);
        let rows = [vec![("data-kind", "a\"b".to_owned())]];
        let sheet = Sheet { rows: &rows, ..Sheet::scrolled("Labels", "counts stacked") };
        let expected = "<div class=\"scroll\" tabindex=\"0\" role=\"group\" \
                        aria-label=\"Labels\">\n<table class=\"counts stacked\">\n<thead><tr><th \
                        scope=\"col\" class=\"name\">Label</th><th scope=\"col\" \
                        class=\"few\">Blocks</th></tr></thead>\n<tbody>\n<tr \
                        data-kind=\"a&quot;b\"><th scope=\"row\" class=\"name\"><bdi>x</bdi></th>\
                        <td class=\"few\" \
                        data-label=\"Blocks\">1,000</td></tr>\n</tbody>\n</table>\n\
                        </div>\n";
        assert_eq!(sheet.html(&columns.for_page([("x", 1000)])), expected);
    }

    #[test]
    fn a_mean_is_compared_beside_it_and_an_arrow_stands_before_a_number() {
        let compared = vec![
            ("difference", Value::Difference(0.1)),
            ("p", Value::p(Some(0.02))),
            ("p (Holm)", Value::Absent),
        ];
        let cell = Cell { compared: Some(compared), ..Value::Mean(0.5).into() };
        let expected = "<strong>0.5000</strong> <span class=\"quiet\">+0.1000, p 0.0200</span>";
        assert_eq!(content(&cell, Order::Highest, false), expected);
        let cell = Cell { mark: Some('▼'), ..Value::Difference(-0.1).into() };
        assert_eq!(content(&cell, Order::Highest, false), "▼ -0.1000");
    }
}
