//! Writes a table as tab-separated values: a header line, then a line per row.

use super::{Column, Columns, Value};
use crate::words::fixed;
use tamis_place::Escaped;

impl<R> Columns<'_, R> {
    /// Returns the file. No cell breaks its line, whatever its text is. Rows are taken one by one:
    /// a sweep has millions of values.
    pub fn tsv(&self, rows: impl IntoIterator<Item = R>) -> String {
        let columns: Vec<&Column<'_, R>> =
            self.0.iter().filter(|column| !column.head.keys.is_empty()).collect();
        let keys: Vec<&str> =
            columns.iter().flat_map(|column| &column.head.keys).map(String::as_str).collect();
        let mut text = String::new();
        push_line(&mut text, &keys);
        for row in rows {
            let mut fields = Vec::with_capacity(keys.len());
            for column in &columns {
                push_fields(&mut fields, &(column.cell)(&row).value, column.head.keys.len());
            }
            push_line(&mut text, &fields);
        }
        text
    }
}

/// Adds a cell, as so many fields.
fn push_fields(fields: &mut Vec<String>, value: &Value<'_>, count: usize) {
    match value {
        Value::Interval(low, high) => fields.extend([low, high].map(|end| fixed(*end))),
        Value::WinTieLoss(counts) => fields.extend(counts.map(|count| count.to_string())),
        Value::Blank | Value::Absent => fields.extend(vec!["-".to_owned(); count]),
        Value::Measure(name) => fields.push((*name).to_owned()),
        Value::Share(number)
        | Value::Percent(number)
        | Value::Difference(number)
        | Value::Effect(Ok(number)) => fields.push(fixed(*number)),
        other => fields.push(other.to_string()),
    }
}

fn push_line(text: &mut String, fields: &[impl AsRef<str>]) {
    let fields: Vec<String> =
        fields.iter().map(|field| Escaped(field.as_ref()).to_string()).collect();
    text.push_str(&fields.join("\t"));
    text.push('\n');
}
