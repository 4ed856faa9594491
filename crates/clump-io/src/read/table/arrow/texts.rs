//! A column of names: text of any kind, whole numbers, or a dictionary of these.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, LargeStringArray, StringArray, StringViewArray};
use arrow_schema::DataType;

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
    Dictionary {
        keys: Vec<usize>,
        values: Box<TextColumn<'a>>,
    },
    /// A column of nulls.
    Null,
}

/// A name.
pub(super) enum Name<'a> {
    Text(&'a str),
    Number(Digits),
}

impl Name<'_> {
    pub(super) fn as_str(&self) -> &str {
        match self {
            Name::Text(text) => text,
            Name::Number(digits) => digits.as_str(),
        }
    }
}

impl<'a> TextColumn<'a> {
    /// `None` if the column is of another type.
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
                // A dictionary of dictionaries is refused, so that a file cannot cause deep recursion.
                if matches!(values.data_type(), DataType::Dictionary(..)) {
                    return None;
                }
                let values = Box::new(TextColumn::new(values)?);
                // An empty dictionary has no key to normalize to.
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

    /// The name in a row; `None` where it is null.
    pub(super) fn get(&self, index: usize) -> Option<Name<'_>> {
        if self.array.is_null(index) {
            return None;
        }
        Some(match &self.kind {
            TextKind::Text(array) => Name::Text(array.value(index)),
            TextKind::Large(array) => Name::Text(array.value(index)),
            TextKind::View(array) => Name::Text(array.value(index)),
            TextKind::Signed(numbers) => Name::Number(numbers[index].into()),
            TextKind::Unsigned(numbers) => Name::Number(numbers[index].into()),
            TextKind::Dictionary { keys, values } => return values.get(keys[index]),
            TextKind::Null => return None,
        })
    }
}

/// The numbers of a column, in a type that has room for all of them. Nulls have some number too.
pub(super) fn whole<T: ArrowPrimitiveType, N: From<T::Native>>(array: &dyn Array) -> Option<Vec<N>> {
    Some(array.as_primitive_opt::<T>()?.values().iter().map(|&number| number.into()).collect())
}

/// Number of characters of the longest number: `-9223372036854775808`.
const LENGTH: usize = 20;

pub(in crate::read) struct Digits {
    bytes: [u8; LENGTH],
    start: usize,
}

impl Digits {
    pub(super) fn new(is_negative: bool, mut magnitude: u64) -> Self {
        let mut digits = Digits { bytes: [b'0'; LENGTH], start: LENGTH };
        loop {
            digits.push(b'0' + (magnitude % 10) as u8);
            magnitude /= 10;
            if magnitude == 0 {
                break;
            }
        }
        if is_negative {
            digits.push(b'-');
        }
        digits
    }

    fn push(&mut self, byte: u8) {
        self.start -= 1;
        self.bytes[self.start] = byte;
    }

    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[self.start..]).expect("digits are ASCII")
    }
}

impl From<i64> for Digits {
    fn from(number: i64) -> Self {
        Digits::new(number < 0, number.unsigned_abs())
    }
}

impl From<u64> for Digits {
    fn from(number: u64) -> Self {
        Digits::new(false, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_standard_library_writes_them() {
        for number in [0, 7, -7, 10, 1234567890, i64::MAX, i64::MIN] {
            assert_eq!(Digits::from(number).as_str(), number.to_string());
        }
        assert_eq!(Digits::from(u64::MAX).as_str(), u64::MAX.to_string());
    }
}
