//! Columns as a table that Python takes over through Arrow's C stream interface: nothing is copied
//! per cell.

use crate::errors::Result;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, LargeListArray, LargeStringArray,
    RecordBatch, RecordBatchIterator, StructArray,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{Field, Schema};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use tamis::table::{self, Column, Order, Value};

/// A table; `pyarrow.table(it)` takes it over.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Table {
    batch: RecordBatch,
}

#[pymethods]
impl Table {
    /// Gives the table to a consumer of Arrow's C stream interface. May be called again and again.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface permits a producer to ignore the requested schema.
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }
}

/// The columns of a table to come.
#[derive(Default)]
pub(crate) struct Columns {
    fields: Vec<Field>,
    arrays: Vec<ArrayRef>,
}

impl Columns {
    /// Adds the columns of these rows of a result. What the values of a column are is its type.
    pub fn result(
        mut self,
        columns: &[Column<'_, usize>],
        rows: impl Iterator<Item = usize> + Clone,
    ) -> Self {
        for column in columns {
            for (field, key) in column.head.keys.iter().enumerate() {
                let cells = rows.clone().map(|row| plain(&column.value(&row), field));
                let cells: Vec<Json> = cells.collect();
                let any = |is: fn(&Json) -> bool| cells.iter().any(is);
                let is_missing = !any(|cell| !cell.is_null());
                self = if any(Json::is_string) || is_missing && column.head.order == Order::Names {
                    self.maybe_texts(key, cells.iter().map(text))
                } else if any(Json::is_f64) || is_missing && !column.head.whole {
                    self.numbers(key, cells.iter().map(Json::as_f64))
                } else {
                    self.wholes(key, cells.iter().map(Json::as_i64))
                };
            }
        }
        self
    }

    /// Adds a column of texts.
    pub fn texts(self, name: &str, values: impl IntoIterator<Item: AsRef<str>>) -> Self {
        self.column(name, LargeStringArray::from_iter_values(values))
    }

    /// Adds a column of texts, some of which are missing.
    pub fn maybe_texts<S: AsRef<str>>(
        self,
        name: &str,
        values: impl IntoIterator<Item = Option<S>>,
    ) -> Self {
        self.column(name, values.into_iter().collect::<LargeStringArray>())
    }

    /// Adds a column of whole numbers, some of which may be missing.
    pub fn wholes(self, name: &str, values: impl IntoIterator<Item: Into<Option<i64>>>) -> Self {
        self.column(name, values.into_iter().map(Into::into).collect::<Int64Array>())
    }

    /// Adds a column of numbers, some of which may be missing.
    pub fn numbers(self, name: &str, values: impl IntoIterator<Item: Into<Option<f64>>>) -> Self {
        self.column(name, values.into_iter().map(Into::into).collect::<Float64Array>())
    }

    /// Adds a column of truth values, some of which may be missing.
    pub fn flags(self, name: &str, values: impl IntoIterator<Item: Into<Option<bool>>>) -> Self {
        self.column(name, values.into_iter().map(Into::into).collect::<BooleanArray>())
    }

    /// Adds a column of lists. `of_lists` has the columns of their elements, one list after the
    /// other; a list has as many as `lengths` says.
    pub fn lists(
        self,
        name: &str,
        of_lists: Self,
        lengths: impl IntoIterator<Item = usize>,
    ) -> Self {
        let elements = StructArray::new(of_lists.fields.into(), of_lists.arrays, None);
        let field = Arc::new(Field::new("item", elements.data_type().clone(), true));
        let offsets = OffsetBuffer::from_lengths(lengths);
        self.column(name, LargeListArray::new(field, offsets, Arc::new(elements), None))
    }

    fn column(mut self, name: &str, array: impl Array + 'static) -> Self {
        self.fields.push(Field::new(name, array.data_type().clone(), true));
        self.arrays.push(Arc::new(array));
        self
    }

    /// Returns the table of these columns, which have one length.
    pub fn table(self) -> Result<Table> {
        let batch = RecordBatch::try_new(Arc::new(Schema::new(self.fields)), self.arrays);
        let batch = batch.map_err(|error| crate::errors::Failure::Panic(error.to_string()))?;
        Ok(Table { batch })
    }
}

/// A field of a cell as a number, a text or nothing.
fn plain(value: &Value<'_>, field: usize) -> Json {
    match value {
        Value::Count(count) => json!(count),
        Value::WinTieLoss(counts) => json!(counts[field]),
        Value::Interval(low, high) => json!([low, high][field]),
        Value::Mean(number)
        | Value::Number(number)
        | Value::Plain(number)
        | Value::Share(number)
        | Value::Percent(number)
        | Value::Difference(number)
        | Value::P(Ok(number))
        | Value::Effect(Ok(number)) => json!(number),
        Value::Parameter(value) => match (value.whole(), value.number()) {
            (Some(whole), _) => json!(whole),
            (None, Some(number)) => json!(number),
            (None, None) => json!(value.to_string()),
        },
        Value::Name(text) => json!(text),
        Value::Measure(name) => json!(name),
        Value::Blank | Value::Absent | Value::P(_) | Value::Effect(_) | Value::Html(_) => {
            Json::Null
        }
    }
}

/// The text of a field that is there.
fn text(plain: &Json) -> Option<String> {
    match plain {
        Json::Null => None,
        Json::String(text) => Some(text.clone()),
        number => Some(number.to_string()),
    }
}

/// The columns of a result without those of these keys.
pub(crate) fn without<'a>(
    columns: table::Columns<'a, usize>,
    keys: &[&str],
) -> Vec<Column<'a, usize>> {
    let is_left = |column: &Column<'_, usize>| !keys.contains(&column.head.keys[0].as_str());
    columns.0.into_iter().filter(is_left).collect()
}

/// Gives columns other names, key and name.
pub(crate) fn rename(columns: &mut [Column<'_, usize>], names: &[(&str, &str)]) {
    for column in columns {
        if let Some((_, name)) = names.iter().find(|(key, _)| *key == column.head.keys[0]) {
            column.head.keys = vec![(*name).to_owned()];
        }
    }
}

/// Adds a column behind the one of this key.
pub(crate) fn add<'a>(columns: &mut Vec<Column<'a, usize>>, key: &str, column: Column<'a, usize>) {
    let at = columns.iter().position(|column| column.head.keys[0] == key);
    columns.insert(at.map_or(columns.len(), |at| at + 1), column);
}

/// Returns the `f64` of the shortest decimal that means this score: the number that a reader of a
/// run file sees.
pub(crate) fn score(score: f32) -> f64 {
    score.to_string().parse().unwrap_or(f64::from(score))
}
