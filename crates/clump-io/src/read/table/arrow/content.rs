//! Columns with the content of rows: items, one per row or in lists; and counts, as numbers, truth values or
//! text.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, BooleanArray, OffsetSizeTrait};
use arrow_schema::DataType;

use super::texts::{Name, TextColumn, whole};
use crate::layout::Separator;
use crate::read::table::count;
use crate::split::cell_items;

/// A column of items.
pub(super) enum Bags<'a> {
    One(TextColumn<'a>),
    /// All items of all lists, and the range of each row.
    Lists(TextColumn<'a>, Vec<Range<usize>>),
}

impl<'a> Bags<'a> {
    /// `None` if the column is of another type.
    pub(super) fn new(array: &'a dyn Array) -> Option<Self> {
        let (values, mut ranges) = match array.data_type() {
            DataType::List(_) => of_list::<i32>(array)?,
            DataType::LargeList(_) => of_list::<i64>(array)?,
            DataType::ListView(_) => of_view::<i32>(array)?,
            DataType::LargeListView(_) => of_view::<i64>(array)?,
            DataType::FixedSizeList(..) => {
                let lists = array.as_fixed_size_list_opt()?;
                let length = usize::try_from(lists.value_length()).ok()?;
                let start = |row| lists.value_offset_at(row);
                let ranges = (0..lists.len()).map(|row| start(row)..start(row) + length).collect();
                (lists.values().as_ref(), ranges)
            }
            _ => return TextColumn::new(array).map(Bags::One),
        };
        for (row, range) in ranges.iter_mut().enumerate() {
            if array.is_null(row) {
                *range = 0..0;
            }
        }
        Some(Bags::Lists(TextColumn::new(values)?, ranges))
    }

    /// Number of null or empty items in the list of a row.
    pub(super) fn null_items(&self, row: usize) -> u64 {
        match self {
            Bags::One(_) => 0,
            Bags::Lists(texts, ranges) => {
                let is_none = |&index: &usize| {
                    texts.get(index).is_none_or(|name: Name<'_>| name.as_str().trim().is_empty())
                };
                ranges[row].clone().filter(is_none).count() as u64
            }
        }
    }

    /// Passes the items of a row to `item`, without nulls and empty ones. Only a cell that is not a list is
    /// cut.
    pub(super) fn items<E>(
        &self,
        row: usize,
        separator: Option<Separator>,
        mut item: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Bags::One(texts) => match texts.get(row) {
                Some(name) => cell_items(name.as_str(), separator, item),
                None => Ok(()),
            },
            Bags::Lists(texts, ranges) => {
                let mut names = ranges[row].clone().filter_map(|index| texts.get(index));
                names.try_for_each(|name: Name<'_>| cell_items(name.as_str(), None, &mut item))
            }
        }
    }
}

type Lists<'a> = Option<(&'a dyn Array, Vec<Range<usize>>)>;

fn of_list<O: OffsetSizeTrait>(array: &dyn Array) -> Lists<'_> {
    let lists = array.as_list_opt::<O>()?;
    let ranges = lists.value_offsets().windows(2).map(|ends| ends[0].as_usize()..ends[1].as_usize());
    Some((lists.values().as_ref(), ranges.collect()))
}

fn of_view<O: OffsetSizeTrait>(array: &dyn Array) -> Lists<'_> {
    let lists = array.as_list_view_opt::<O>()?;
    let starts = lists.value_offsets().iter().zip(lists.value_sizes());
    let ranges = starts.map(|(start, size)| start.as_usize()..start.as_usize() + size.as_usize());
    Some((lists.values().as_ref(), ranges.collect()))
}

/// A column of counts.
pub(super) struct Numbers<'a> {
    array: &'a dyn Array,
    kind: NumberKind<'a>,
}

enum NumberKind<'a> {
    Truth(&'a BooleanArray),
    Float(Vec<f64>),
    /// Also whole numbers, because they have few digits.
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

    /// The count in a row; `None` if the cell is not a count.
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
