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

/// The methods that read a key. Where another method is chosen, the key belongs elsewhere; where such a method is chosen and the
/// key is left over, another setting made it idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadBy {
    /// All methods.
    All,
    /// Methods on transactions.
    Transactions,
    /// Methods that make rows or tables, and so pages.
    Tables,
    /// Methods that know what words mean.
    Words,
    /// Methods that have it among their [parameters](crate::MethodName::parameters).
    Named,
}

/// A key of a job.
#[derive(Clone, Copy, Debug)]
pub struct JobKey {
    /// Its name as a field of Rust.
    pub field: &'static str,
    /// The text above it, which is its help.
    pub help: &'static str,
    /// Methods that read it.
    pub read_by: ReadBy,
}

/// Keys that belong together.
pub trait KeyGroup: Default + PartialEq {
    /// The keys, in order.
    fn keys() -> Vec<JobKey>;

    /// The first key that is given here and absent in `other`.
    fn first_beyond(&self, other: &Self) -> Option<&'static str>;

    /// Takes over what `other` has.
    fn overlay(&mut self, other: Self);

    /// Reads the value of the key `field` from `map`; false if the group has no such key.
    ///
    /// # Errors
    /// When the value is of another kind.
    fn read<'de, A: MapAccess<'de>>(&mut self, field: &str, map: &mut A) -> Result<bool, A::Error>;

    /// True if one of the keys is called `name`.
    fn has(name: &str) -> bool {
        Self::keys().iter().any(|key| is_called(key.field, name))
    }
}

/// The name of a key for people, from the field of Rust.
pub fn key_name(field: &str) -> String {
    field.replace('_', "-")
}

/// True if a field of Rust is the key `name`: hyphens for underscores.
pub(super) fn is_called(field: &str, name: &str) -> bool {
    field.len() == name.len()
        && field
            .bytes()
            .zip(name.bytes())
            .all(|pair| matches!(pair, (b'_', b'-')) || (pair.0 == pair.1 && pair.1 != b'_'))
}

/// Declares a group of keys: a struct whose fields are keys of a job and flags of the command line. The documentation of a key
/// is its help, too. `read_by` above the struct holds of all keys that do not have their own.
macro_rules! key_group {
    (
        $(#[doc $($group_doc:tt)*])*
        #[command($($command:tt)*)]
        #[read_by($all:ident)]
        pub struct $Group:ident {
            $(
                $(#[doc = $doc:literal])*
                #[arg($($arg:tt)*)]
                $(#[read_by($own:ident)])?
                pub $field:ident: $type:ty,
            )*
        }
    ) => {
        $(#[doc $($group_doc)*])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, clap::Args)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[command($($command)*)]
        #[group(skip)]
        #[serde(rename_all = "kebab-case")]
        pub struct $Group {
            $(
                $(#[doc = $doc])*
                #[arg($($arg)*)]
                #[serde(default, skip_serializing_if = "crate::job::keys::group::KeyValue::is_absent")]
                pub $field: $type,
            )*
        }

        #[allow(unused_variables, reason = "a group may be empty")]
        impl $crate::job::keys::group::KeyGroup for $Group {
            fn keys() -> Vec<$crate::job::keys::group::JobKey> {
                vec![$($crate::job::keys::group::JobKey {
                    field: stringify!($field),
                    help: concat!($($doc, "\n"),*),
                    read_by: [
                        $($crate::job::keys::group::ReadBy::$own,)?
                        $crate::job::keys::group::ReadBy::$all,
                    ][0],
                }),*]
            }

            fn first_beyond(&self, other: &$Group) -> Option<&'static str> {
                $(if !$crate::job::keys::group::KeyValue::is_absent(&self.$field) && $crate::job::keys::group::KeyValue::is_absent(&other.$field) {
                    return Some(stringify!($field));
                })*
                None
            }

            fn overlay(&mut self, other: $Group) {
                $(if !$crate::job::keys::group::KeyValue::is_absent(&other.$field) {
                    self.$field = other.$field;
                })*
            }

            fn read<'de, A: serde::de::MapAccess<'de>>(
                &mut self,
                field: &str,
                map: &mut A,
            ) -> Result<bool, A::Error> {
                match field {
                    $(stringify!($field) => {
                        self.$field = $crate::job::keys::group::KeyValue::read(map)?;
                        Ok(true)
                    })*
                    _ => Ok(false),
                }
            }
        }
    };
}
pub(crate) use key_group;

/// Declares a group of groups: their keys stand on one level, as flags and in a job.
macro_rules! key_groups {
    (
        $(#[doc $($groups_doc:tt)*])*
        pub struct $Groups:ident {
            $($(#[$doc:meta])* pub $group:ident: $Group:ty,)*
        }
    ) => {
        $(#[doc $($groups_doc)*])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, clap::Args)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[group(skip)]
        pub struct $Groups {
            $(
                $(#[$doc])*
                #[command(flatten)]
                #[serde(flatten)]
                pub $group: $Group,
            )*
        }

        impl $crate::job::keys::group::KeyGroup for $Groups {
            fn keys() -> Vec<$crate::job::keys::group::JobKey> {
                [$(<$Group as $crate::job::keys::group::KeyGroup>::keys()),*].concat()
            }

            fn first_beyond(&self, other: &$Groups) -> Option<&'static str> {
                None$(.or_else(|| self.$group.first_beyond(&other.$group)))*
            }

            fn overlay(&mut self, other: $Groups) {
                $(self.$group.overlay(other.$group);)*
            }

            fn read<'de, A: serde::de::MapAccess<'de>>(
                &mut self,
                field: &str,
                map: &mut A,
            ) -> Result<bool, A::Error> {
                Ok(false $(|| self.$group.read(field, map)?)*)
            }
        }
    };
}
pub(crate) use key_groups;
