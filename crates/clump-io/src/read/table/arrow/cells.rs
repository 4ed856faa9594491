//! Reads the cells of record batch columns: texts, items in one text or in lists, counts, and times.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, BooleanArray, Float64Array, LargeStringArray, OffsetSizeTrait, StringArray, StringViewArray,
};
use arrow_schema::{DataType, TimeUnit};
use jiff::Timestamp;
use jiff::tz::Offset;

use crate::error::Fault;
use crate::layout::Separator;
use crate::read::table::count;
use crate::split::cell_items;

pub(super) struct TextColumn<'a> {
    array: &'a dyn Array,
    kind: TextKind<'a>,
}

enum TextKind<'a> {
    Text(&'a StringArray),
    Large(&'a LargeStringArray),
    View(&'a StringViewArray),
    Signed(Vec<i64>),
    Unsigned(Vec<u64>),
    Dictionary { keys: Vec<usize>, values: Box<TextColumn<'a>> },
    Null,
}

impl<'a> TextColumn<'a> {
    pub(super) fn new(array: &'a dyn Array) -> Option<Self> {
        let kind = match array.data_type() {
            DataType::Utf8 => TextKind::Text(array.as_string_opt()?),
            DataType::LargeUtf8 => TextKind::Large(array.as_string_opt()?),
            DataType::Utf8View => TextKind::View(array.as_string_view_opt()?),
            DataType::Int8 => TextKind::Signed(whole::<Int8Type, _>(array)?),
            DataType::Int16 => TextKind::Signed(whole::<Int16Type, _>(array)?),
            DataType::Int32 => TextKind::Signed(whole::<Int32Type, _>(array)?),
            DataType::Int64 => TextKind::Signed(whole::<Int64Type, _>(array)?),
            DataType::UInt8 => TextKind::Unsigned(whole::<UInt8Type, _>(array)?),
            DataType::UInt16 => TextKind::Unsigned(whole::<UInt16Type, _>(array)?),
            DataType::UInt32 => TextKind::Unsigned(whole::<UInt32Type, _>(array)?),
            DataType::UInt64 => TextKind::Unsigned(whole::<UInt64Type, _>(array)?),
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary_opt()?;
                let values = dictionary.values().as_ref();
                // Dictionaries of dictionaries are refused, so that a file cannot cause deep recursion.
                if matches!(values.data_type(), DataType::Dictionary(..)) {
                    return None;
                }
                let values = Box::new(TextColumn::new(values)?);
                // An empty dictionary has no values, so all cells of the column are null.
                if values.array.is_empty() {
                    TextKind::Null
                } else {
                    TextKind::Dictionary { keys: dictionary.normalized_keys(), values }
                }
            }
            DataType::Null => TextKind::Null,
            _ => return None,
        };
        Some(TextColumn { array, kind })
    }

    pub(super) fn get(&self, index: usize) -> Option<Cow<'_, str>> {
        if self.array.is_null(index) {
            return None;
        }
        Some(match &self.kind {
            TextKind::Text(array) => array.value(index).into(),
            TextKind::Large(array) => array.value(index).into(),
            TextKind::View(array) => array.value(index).into(),
            TextKind::Signed(numbers) => numbers[index].to_string().into(),
            TextKind::Unsigned(numbers) => numbers[index].to_string().into(),
            TextKind::Dictionary { keys, values } => return values.get(keys[index]),
            TextKind::Null => return None,
        })
    }
}

/// Numbers of a column, converted to a type that can hold all of them; `None` if the column has another type.
/// A null cell has an arbitrary number.
fn whole<T: ArrowPrimitiveType, N: From<T::Native>>(array: &dyn Array) -> Option<Vec<N>> {
    Some(array.as_primitive_opt::<T>()?.values().iter().map(|&number| number.into()).collect())
}

pub(super) enum Bags<'a> {
    One(TextColumn<'a>),
    Lists(TextColumn<'a>, Vec<Range<usize>>),
}

impl<'a> Bags<'a> {
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

    pub(super) fn null_items(&self, row: usize) -> u64 {
        match self {
            Bags::One(_) => 0,
            Bags::Lists(texts, ranges) => {
                let is_none =
                    |&index: &usize| texts.get(index).is_none_or(|name: Cow<'_, str>| name.trim().is_empty());
                ranges[row].clone().filter(is_none).count() as u64
            }
        }
    }

    /// Passes the items of a row to `item`. Null and empty items are left out.
    pub(super) fn items(
        &self,
        row: usize,
        separator: Option<Separator>,
        mut item: impl FnMut(&str) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        match self {
            Bags::One(texts) => match texts.get(row) {
                Some(name) => cell_items(&name, separator, item),
                None => Ok(()),
            },
            Bags::Lists(texts, ranges) => {
                let mut names = ranges[row].clone().filter_map(|index| texts.get(index));
                names.try_for_each(|name: Cow<'_, str>| cell_items(&name, None, &mut item))
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

pub(super) struct Numbers<'a> {
    array: &'a dyn Array,
    kind: NumberKind<'a>,
}

enum NumberKind<'a> {
    Truth(&'a BooleanArray),
    Float(Vec<f64>),
    /// Counts as text. Columns of whole numbers are included, since their texts are short.
    Text(TextColumn<'a>),
}

impl<'a> Numbers<'a> {
    pub(super) fn new(array: &'a dyn Array) -> Option<Self> {
        let kind = match array.data_type() {
            DataType::Boolean => NumberKind::Truth(array.as_boolean_opt()?),
            DataType::Float32 => NumberKind::Float(whole::<Float32Type, _>(array)?),
            DataType::Float64 => NumberKind::Float(whole::<Float64Type, _>(array)?),
            _ => NumberKind::Text(TextColumn::new(array)?),
        };
        Some(Numbers { array, kind })
    }

    pub(super) fn count(&self, index: usize) -> Option<u64> {
        if self.array.is_null(index) {
            return Some(0);
        }
        match &self.kind {
            NumberKind::Truth(truth) => Some(u64::from(truth.value(index))),
            NumberKind::Float(numbers) => count::of_float(numbers[index]),
            NumberKind::Text(texts) => texts.get(index).map_or(Some(0), |name| count::of_text(&name)),
        }
    }
}

pub(super) enum Times<'a> {
    /// Times as text, or as whole numbers whose number of digits decides the unit.
    Text(TextColumn<'a>),
    /// Times as whole numbers that a program stored as floats because some values are missing.
    Floats(&'a Float64Array),
    Stamps {
        array: &'a dyn Array,
        numbers: Vec<i64>,
        nanoseconds: i128,
    },
}

const SECOND: i128 = 1_000_000_000;

impl<'a> Times<'a> {
    /// Returns `None` if the column has a type that cannot be a time.
    pub(super) fn new(array: &'a dyn Array) -> Option<Self> {
        let (numbers, nanoseconds) = match array.data_type() {
            DataType::Timestamp(TimeUnit::Second, _) => (whole::<TimestampSecondType, _>(array)?, SECOND),
            DataType::Timestamp(TimeUnit::Millisecond, _) => {
                (whole::<TimestampMillisecondType, _>(array)?, SECOND / 1_000)
            }
            DataType::Timestamp(TimeUnit::Microsecond, _) => {
                (whole::<TimestampMicrosecondType, _>(array)?, SECOND / 1_000_000)
            }
            DataType::Timestamp(TimeUnit::Nanosecond, _) => (whole::<TimestampNanosecondType, _>(array)?, 1),
            DataType::Date32 => (whole::<Date32Type, _>(array)?, 86_400 * SECOND),
            DataType::Date64 => (whole::<Date64Type, _>(array)?, SECOND / 1_000),
            DataType::Float64 => return array.as_primitive_opt().map(Times::Floats),
            _ => return TextColumn::new(array).map(Times::Text),
        };
        Some(Times::Stamps { array, numbers, nanoseconds })
    }

    /// Writes the time of a row to `text`, or nothing if it is null. `None` if no calendar has this time.
    pub(super) fn write(&self, index: usize, text: &mut String) -> Option<()> {
        match self {
            Times::Text(texts) => {
                if let Some(name) = texts.get(index) {
                    text.push_str(name.trim());
                }
            }
            Times::Floats(numbers) if numbers.is_null(index) => {}
            Times::Floats(numbers) => write!(text, "{}", numbers.value(index)).ok()?,
            Times::Stamps { array, .. } if array.is_null(index) => {}
            Times::Stamps { numbers, nanoseconds, .. } => {
                let since = i128::from(numbers[index]) * nanoseconds;
                let stamp = Timestamp::from_nanosecond(since).ok()?;
                let time = Offset::UTC.to_datetime(stamp);
                let (year, month, day) = (time.year(), time.month(), time.day());
                let (hour, minute, second) = (time.hour(), time.minute(), time.second());
                write!(text, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}").ok()?;
                match time.subsec_nanosecond() {
                    0 => {}
                    fraction => write!(text, ".{fraction:09}").ok()?,
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::{Date32Array, Int64Array, TimestampMicrosecondArray, TimestampNanosecondArray};

    use super::*;
    use crate::time::Clock;

    fn text(array: &dyn Array, index: usize) -> Option<String> {
        let mut text = String::new();
        Times::new(array).unwrap().write(index, &mut text).map(|()| text)
    }

    #[test]
    fn stamps_are_the_text_of_a_log() {
        let seconds_since = 1_141_197_432;
        let micro = TimestampMicrosecondArray::from(vec![Some(seconds_since * 1_000_000), None]);
        assert_eq!(text(&micro, 0).unwrap(), "2006-03-01 07:17:12");
        assert_eq!(text(&micro, 1).unwrap(), "");
        let nano = TimestampNanosecondArray::from(vec![seconds_since * 1_000_000_000 + 5, -1]);
        assert_eq!(text(&nano, 0).unwrap(), "2006-03-01 07:17:12.000000005");
        assert_eq!(Clock::default().seconds(&text(&nano, 0).unwrap()), Ok(seconds_since));
        assert_eq!(text(&nano, 1).unwrap(), "1969-12-31 23:59:59.999999999");
        assert_eq!(text(&Date32Array::from(vec![1]), 0).unwrap(), "1970-01-02 00:00:00");
        assert_eq!(text(&TimestampMicrosecondArray::from(vec![i64::MAX]), 0), None);
        assert!(Times::new(&BooleanArray::from(vec![true])).is_none());
    }

    #[test]
    fn numbers_stay_as_they_are() {
        let whole = Int64Array::from(vec![Some(1_141_197_432_000), None]);
        assert_eq!([text(&whole, 0).unwrap(), text(&whole, 1).unwrap()], ["1141197432000", ""]);
        let floats = Float64Array::from(vec![Some(1_141_197_432.0), Some(1_141_197_432_000.5), None]);
        let texts = [0, 1, 2].map(|index| text(&floats, index).unwrap());
        assert_eq!(texts, ["1141197432", "1141197432000.5", ""]);
    }
}
