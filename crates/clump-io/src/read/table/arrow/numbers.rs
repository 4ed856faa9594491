//! A column of counts: numbers, truth values, or text that says them.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, BooleanArray};
use arrow_schema::DataType;

use super::texts::{TextColumn, whole};
use crate::read::table::count;

pub(super) struct Numbers<'a> {
    array: &'a dyn Array,
    kind: NumberKind<'a>,
}

enum NumberKind<'a> {
    Truth(&'a BooleanArray),
    Float(Vec<f64>),
    /// Whole numbers too: they are few digits.
    Text(TextColumn<'a>),
}

impl<'a> Numbers<'a> {
    /// `None` if the column is of another type.
    pub(super) fn new(array: &'a dyn Array) -> Option<Self> {
        let kind = match array.data_type() {
            DataType::Boolean => NumberKind::Truth(array.as_boolean_opt()?),
            DataType::Float32 => NumberKind::Float(whole::<Float32Type, _>(array)?),
            DataType::Float64 => NumberKind::Float(whole::<Float64Type, _>(array)?),
            _ => NumberKind::Text(TextColumn::new(array)?),
        };
        Some(Numbers { array, kind })
    }

    /// How often; `None` if the cell does not say so.
    pub(super) fn count(&self, index: usize) -> Option<u64> {
        if self.array.is_null(index) {
            return Some(0);
        }
        match &self.kind {
            NumberKind::Truth(truth) => Some(u64::from(truth.value(index))),
            NumberKind::Float(numbers) => count::of_float(numbers[index]),
            NumberKind::Text(texts) => texts.get(index).map_or(Some(0), |name| count::of_text(name.as_str())),
        }
    }
}
