//! Which tables hold data, and not the page's layout.

use super::article::ArticleReader;
use super::html::{Attr, Flag, Id};
use super::page::ReadabilityPage;
use crate::name::{Name, Set};

const DATA_PARTS: Set = Set::from_names("col colgroup tfoot thead th");

impl ArticleReader<'_> {
    /// Notes the tables that hold data.
    pub fn mark_data_tables(&mut self, content: Id) {
        self.page.data_tables.clear();
        for table in self.page.all(content, const { Set::from_names("table") }) {
            if is_data(&self.page, table) {
                self.page.data_tables.insert(table);
                // The counts of what is around contain it.
                self.page.forget(self.page.parent(table));
            }
        }
    }
}

fn is_data(page: &ReadabilityPage, table: Id) -> bool {
    if page.has(table, Flag::Presentation) || page.has(table, Flag::NoDataTable) {
        return false;
    }
    if page.has(table, Flag::Summary) {
        return true;
    }
    let mut parts = TableParts::default();
    for at in page.tree.below(table) {
        match page.name(at) {
            Name::CAPTION if !parts.caption => {
                parts.caption = true;
                if page.tree.children(at).next().is_some() {
                    return true;
                }
            }
            Name::TABLE => parts.table = true,
            name if DATA_PARTS.has(name) => parts.data = true,
            _ => {}
        }
    }
    if parts.data || parts.table {
        return parts.data;
    }
    let (rows, columns) = size(page, table);
    if columns == 1 || rows == 1 {
        return false;
    }
    rows >= 10 || columns > 4 || rows.saturating_mul(columns) > 10
}

#[derive(Default)]
struct TableParts {
    caption: bool,
    data: bool,
    table: bool,
}

/// The number of rows and columns.
fn size(page: &ReadabilityPage, table: Id) -> (i64, i64) {
    let mut rows: i64 = 0;
    let mut columns = 0;
    for row in page.all(table, const { Set::from_names("tr") }) {
        rows = rows.saturating_add(span(page, row, Attr::RowSpan));
        let mut in_row: i64 = 0;
        for cell in page.all(row, const { Set::from_names("td") }) {
            in_row = in_row.saturating_add(span(page, cell, Attr::ColSpan));
        }
        columns = columns.max(in_row);
    }
    (rows, columns)
}

/// The number of rows or columns that a row or a cell spans: 1 unless another number is given.
fn span(page: &ReadabilityPage, id: Id, attr: Attr) -> i64 {
    let Some(value) = page.tree.value(id, attr) else { return 1 };
    let value = super::js::trim(value);
    let digits = value.trim_start_matches(['+', '-']);
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    let number = digits[..length].parse().unwrap_or(0);
    match number {
        0 => 1,
        number if value.starts_with('-') => -number,
        number => number,
    }
}
