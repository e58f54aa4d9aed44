//! Results as columns of values, for programs that compute with them.

use super::{Column, Columns, Value};
use std::rc::Rc;

/// The columns of a result over its rows, which have numbers from 0.
pub struct Data<'a> {
    /// The columns that files have, in the order of the file.
    pub columns: Columns<'a, usize>,
    pub rows: usize,
}

impl<'a, R: 'a> Columns<'a, R> {
    /// Returns the columns that files have over these rows.
    pub fn over(self, rows: Vec<R>) -> Data<'a> {
        let rows = Rc::new(rows);
        let mut columns = Vec::with_capacity(self.0.len());
        for Column { head, cell } in self.0 {
            let rows = Rc::clone(&rows);
            if !head.keys.is_empty() {
                columns.push(Column { head, cell: Box::new(move |row| cell(&rows[*row])) });
            }
        }
        Data { columns: Columns(columns), rows: rows.len() }
    }
}

impl<'a, R> Column<'a, R> {
    /// Returns its value of a row.
    pub fn value(&self, row: &R) -> Value<'a> {
        (self.cell)(row).value
    }
}
