//! What a group of keys can do, and the macro that declares one.
//!
//! A key is absent or given. Absent keys get the default of the section that reads them; a key that is given and that
//! nobody reads is left over in the end, and refused.

use serde::Deserialize;
use serde::de::{DeserializeOwned, MapAccess};

/// The value of a key: `Option`, where absent is none; a list, where absent is empty; or `bool`, where absent is false.
pub trait KeyValue: Default {
    /// Whether nobody gave it.
    fn is_absent(&self) -> bool;

    /// Reads the value that follows in `map`.
    ///
    /// # Errors
    /// When it is of another kind.
    fn read<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Self, A::Error>;
}

impl<T: DeserializeOwned> KeyValue for Option<T> {
    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn read<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Option<T>, A::Error> {
        map.next_value()
    }
}

impl KeyValue for bool {
    fn is_absent(&self) -> bool {
        !self
    }

    fn read<'de, A: MapAccess<'de>>(map: &mut A) -> Result<bool, A::Error> {
        map.next_value()
    }
}

impl<T: DeserializeOwned> KeyValue for Vec<T> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }

    /// One may stand without brackets.
    fn read<'de, A: MapAccess<'de>>(map: &mut A) -> Result<Vec<T>, A::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "one, or several in brackets")]
        enum Several<T> {
            One(T),
            Many(Vec<T>),
        }
        Ok(match map.next_value()? {
            Several::One(one) => vec![one],
            Several::Many(many) => many,
        })
    }
}

/// Keys that belong together.
pub trait KeyGroup: Default {
    /// The keys, as fields of Rust.
    const FIELDS: &'static [&'static str];
    /// The help of each, in the same order: what stands above it.
    const HELP: &'static [&'static str];

    /// The first key that is given here and absent in `other`.
    fn first_beyond(&self, other: &Self) -> Option<&'static str>;

    /// Takes over what `other` has.
    fn overlay(&mut self, other: Self);

    /// Reads the value of the key `field` from `map`; false if the group has no such key.
    ///
    /// # Errors
    /// When the value is of another kind.
    fn read<'de, A: MapAccess<'de>>(&mut self, field: &str, map: &mut A) -> Result<bool, A::Error>;
}

/// The name of a key for people, from the field of Rust.
pub fn key_name(field: &str) -> String {
    field.replace('_', "-")
}

/// Declares a group of keys: a struct whose fields are keys of a job and flags of the command line. The documentation of a key is its help, too.
macro_rules! key_group {
    (
        $(#[doc $($group_doc:tt)*])*
        #[command($($command:tt)*)]
        pub struct $Group:ident {
            $(
                $(#[doc = $doc:literal])*
                #[arg($($arg:tt)*)]
                pub $field:ident: $type:ty,
            )*
        }
    ) => {
        $(#[doc $($group_doc)*])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, clap::Args)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[command($($command)*)]
        #[serde(rename_all = "kebab-case")]
        pub struct $Group {
            $(
                $(#[doc = $doc])*
                #[arg($($arg)*)]
                #[serde(default, skip_serializing_if = "crate::job::keys::group::KeyValue::is_absent")]
                pub $field: $type,
            )*
        }

        impl $crate::job::keys::group::KeyGroup for $Group {
            const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];
            const HELP: &'static [&'static str] = &[$(concat!($($doc, "\n"),*)),*];

            fn first_beyond(&self, other: &$Group) -> Option<&'static str> {
                use $crate::job::keys::group::KeyValue;
                $(if !self.$field.is_absent() && other.$field.is_absent() {
                    return Some(stringify!($field));
                })*
                None
            }

            fn overlay(&mut self, other: $Group) {
                use $crate::job::keys::group::KeyValue;
                $(if !other.$field.is_absent() {
                    self.$field = other.$field;
                })*
            }

            fn read<'de, A: serde::de::MapAccess<'de>>(
                &mut self,
                field: &str,
                map: &mut A,
            ) -> Result<bool, A::Error> {
                match field {
                    $(stringify!($field) => self.$field = $crate::job::keys::group::KeyValue::read(map)?,)*
                    _ => return Ok(false),
                }
                Ok(true)
            }
        }
    };
}
pub(crate) use key_group;
