//! The trait of a group of keys, and the macro that declares one.
//!
//! A key is absent or given. Absent keys get the default of the section that reads them. A given key that no
//! section reads is left over in the end, and refused.

use serde::Deserialize;
use serde::de::{DeserializeOwned, MapAccess};

/// The value of a key: `Option` (absent is none), a list (absent is empty), or `bool` (absent is false).
pub trait KeyValue: Default {
    /// True if it was not given.
    fn is_absent(&self) -> bool;

    /// Reads the value that follows in `map`.
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

    /// Accepts one value without brackets.
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

/// The methods that read a key. If another method is chosen, the key belongs elsewhere. If such a method is
/// chosen and the key is left over, another setting made it idle.
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

    /// The keys that are given here and absent in `other`.
    fn beyond(&self, other: &Self) -> Vec<&'static str>;

    /// Takes over the keys that `other` has.
    fn overlay(&mut self, other: Self);

    /// Reads the value of the key `field` from `map`; false if the group has no such key.
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

/// Declares a group of keys: a struct whose fields are keys of a job and flags of the command line. The
/// documentation of a key is also its help. `read_by` above the struct applies to all keys without their own.
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

            fn beyond(&self, other: &$Group) -> Vec<&'static str> {
                let given = [$((
                    stringify!($field),
                    !$crate::job::keys::group::KeyValue::is_absent(&self.$field)
                        && $crate::job::keys::group::KeyValue::is_absent(&other.$field),
                )),*];
                given.into_iter().filter(|&(_, is_given)| is_given).map(|(field, _)| field).collect()
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

/// Declares a group of groups: their keys are on one level, as flags and in a job.
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

            fn beyond(&self, other: &$Groups) -> Vec<&'static str> {
                [$(self.$group.beyond(&other.$group)),*].concat()
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
