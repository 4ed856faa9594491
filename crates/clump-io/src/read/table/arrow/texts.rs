//! A column of names: text of any kind, whole numbers, or a dictionary of these.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, LargeStringArray, StringArray, StringViewArray};
use arrow_schema::DataType;

use super::digits::Digits;

pub(super) struct Texts<'a> {
    array: &'a dyn Array,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Text(&'a StringArray),
    Large(&'a LargeStringArray),
    View(&'a StringViewArray),
    Signed(Vec<i64>),
    Unsigned(Vec<u64>),
    Dictionary {
        keys: Vec<usize>,
        values: Box<Texts<'a>>,
    },
    /// Nothing is there.
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

impl<'a> Texts<'a> {
    /// `None` if the column is of another type.
    pub(super) fn new(array: &'a dyn Array) -> Option<Self> {
        let kind = match array.data_type() {
            DataType::Utf8 => Kind::Text(array.as_string_opt()?),
            DataType::LargeUtf8 => Kind::Large(array.as_string_opt()?),
            DataType::Utf8View => Kind::View(array.as_string_view_opt()?),
            DataType::Int8 => Kind::Signed(whole::<Int8Type, _>(array)?),
            DataType::Int16 => Kind::Signed(whole::<Int16Type, _>(array)?),
            DataType::Int32 => Kind::Signed(whole::<Int32Type, _>(array)?),
            DataType::Int64 => Kind::Signed(whole::<Int64Type, _>(array)?),
            DataType::UInt8 => Kind::Unsigned(whole::<UInt8Type, _>(array)?),
            DataType::UInt16 => Kind::Unsigned(whole::<UInt16Type, _>(array)?),
            DataType::UInt32 => Kind::Unsigned(whole::<UInt32Type, _>(array)?),
            DataType::UInt64 => Kind::Unsigned(whole::<UInt64Type, _>(array)?),
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary_opt()?;
                let values = dictionary.values().as_ref();
                // The values of a dictionary are none themselves; a file that says otherwise is not followed down.
                if matches!(values.data_type(), DataType::Dictionary(..)) {
                    return None;
                }
                let values = Box::new(Texts::new(values)?);
                // An empty dictionary has no key to normalize to.
                if values.array.is_empty() {
                    Kind::Null
                } else {
                    Kind::Dictionary { keys: dictionary.normalized_keys(), values }
                }
            }
            DataType::Null => Kind::Null,
            _ => return None,
        };
        Some(Texts { array, kind })
    }

    /// The name in a row; `None` where it is null.
    pub(super) fn get(&self, index: usize) -> Option<Name<'_>> {
        if self.array.is_null(index) {
            return None;
        }
        Some(match &self.kind {
            Kind::Text(array) => Name::Text(array.value(index)),
            Kind::Large(array) => Name::Text(array.value(index)),
            Kind::View(array) => Name::Text(array.value(index)),
            Kind::Signed(numbers) => Name::Number(numbers[index].into()),
            Kind::Unsigned(numbers) => Name::Number(numbers[index].into()),
            Kind::Dictionary { keys, values } => return values.get(keys[index]),
            Kind::Null => return None,
        })
    }
}

/// The numbers of a column, in a type that has room for all; what stands for nulls is there too.
pub(super) fn whole<T: ArrowPrimitiveType, N: From<T::Native>>(array: &dyn Array) -> Option<Vec<N>> {
    Some(array.as_primitive_opt::<T>()?.values().iter().map(|&number| number.into()).collect())
}
