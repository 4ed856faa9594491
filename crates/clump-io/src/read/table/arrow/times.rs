//! A column of times, as the text that logs have: stamps in UTC, numbers as they are.

use std::fmt::Write;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType,
};
use arrow_array::{Array, Float64Array};
use arrow_schema::{DataType, TimeUnit};
use jiff::Timestamp;
use jiff::tz::Offset;

use super::texts::{TextColumn, whole};

pub(super) enum Times<'a> {
    /// Text, or whole numbers, whose digits show what they count.
    Text(TextColumn<'a>),
    /// Numbers that became floats because some are missing.
    Floats(&'a Float64Array),
    Stamps {
        array: &'a dyn Array,
        numbers: Vec<i64>,
        /// Number of nanoseconds of one unit.
        nanoseconds: i128,
    },
}

const SECOND: i128 = 1_000_000_000;

impl<'a> Times<'a> {
    /// `None` if the column is of another type.
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

    /// Writes the time of a row to `text`, or nothing if it is null. `None` for a time that no calendar has.
    pub(super) fn write(&self, index: usize, text: &mut String) -> Option<()> {
        match self {
            Times::Text(texts) => {
                if let Some(name) = texts.get(index) {
                    text.push_str(name.as_str().trim());
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
    use arrow_array::{
        BooleanArray, Date32Array, Int64Array, TimestampMicrosecondArray, TimestampNanosecondArray,
    };

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
