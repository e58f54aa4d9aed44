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
use std::sync::Arc;

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
        PyCapsule::new_with_value(
            py,
            FFI_ArrowArrayStream::new(Box::new(batches)),
            c"arrow_array_stream",
        )
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
    /// Adds a column of texts.
    pub fn texts<S: AsRef<str>>(self, name: &str, values: impl IntoIterator<Item = S>) -> Self {
        self.column(name, Arc::new(LargeStringArray::from_iter_values(values)))
    }

    /// Adds a column of texts, some of which are missing.
    pub fn maybe_texts<S: AsRef<str>>(
        self,
        name: &str,
        values: impl IntoIterator<Item = Option<S>>,
    ) -> Self {
        self.column(name, Arc::new(values.into_iter().collect::<LargeStringArray>()))
    }

    /// Adds a column of whole numbers.
    pub fn wholes(self, name: &str, values: impl IntoIterator<Item = i64>) -> Self {
        self.column(name, Arc::new(Int64Array::from_iter_values(values)))
    }

    /// Adds a column of whole numbers, some of which are missing.
    pub fn maybe_wholes(self, name: &str, values: impl IntoIterator<Item = Option<i64>>) -> Self {
        self.column(name, Arc::new(values.into_iter().collect::<Int64Array>()))
    }

    /// Adds a column of numbers.
    pub fn numbers(self, name: &str, values: impl IntoIterator<Item = f64>) -> Self {
        self.column(name, Arc::new(Float64Array::from_iter_values(values)))
    }

    /// Adds a column of numbers, some of which are missing.
    pub fn maybe_numbers(self, name: &str, values: impl IntoIterator<Item = Option<f64>>) -> Self {
        self.column(name, Arc::new(values.into_iter().collect::<Float64Array>()))
    }

    /// Adds a column of truth values.
    pub fn flags(self, name: &str, values: impl IntoIterator<Item = bool>) -> Self {
        self.column(name, Arc::new(BooleanArray::from(values.into_iter().collect::<Vec<_>>())))
    }

    /// Adds a column of truth values, some of which are missing.
    pub fn maybe_flags(self, name: &str, values: impl IntoIterator<Item = Option<bool>>) -> Self {
        self.column(name, Arc::new(values.into_iter().collect::<BooleanArray>()))
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
        let lists = LargeListArray::new(
            field,
            OffsetBuffer::from_lengths(lengths),
            Arc::new(elements),
            None,
        );
        self.column(name, Arc::new(lists))
    }

    fn column(mut self, name: &str, array: ArrayRef) -> Self {
        self.fields.push(Field::new(name, array.data_type().clone(), true));
        self.arrays.push(array);
        self
    }

    /// Returns the table of these columns, which have one length.
    pub fn table(self) -> Result<Table> {
        let batch = RecordBatch::try_new(Arc::new(Schema::new(self.fields)), self.arrays);
        let batch = batch.map_err(|error| crate::errors::Failure::Panic(error.to_string()))?;
        Ok(Table { batch })
    }
}

/// Returns the `f64` of the shortest decimal that means this score: the number that a reader of a
/// run file sees.
pub(crate) fn score(score: f32) -> f64 {
    score.to_string().parse().unwrap_or(f64::from(score))
}
