//! The trait of a group of keys, and the macro that declares one.
//!
//! A key that the user did not set has the default of the section that reads it. A key that the user set but
//! no section reads remains at the end, and is refused.

use serde::Deserialize;
use serde::de::{DeserializeOwned, MapAccess};

/// Value of a key: `Option` (not set if `None`), a list (not set if empty), or `bool` (not set if false).
pub trait KeyValue: Default {
    /// True if the user did not set the key.
    fn is_absent(&self) -> bool;

    /// Reads the next value in `map`.
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

    /// Also accepts a single value without brackets.
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

/// The methods that read a key, to explain why it was refused. If the chosen method is not among them, the
/// key belongs to another method. Otherwise another setting makes it idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadBy {
    /// All methods.
    All,
    /// Methods on transactions.
    Transactions,
    /// Methods that publish rows of items or tables of facts, and so can make pages.
    Tables,
    /// Methods that look words up in a taxonomy, and all methods with guards that do.
    Words,
    /// Methods that list the key among their [parameters](crate::MethodName::parameters).
    Named,
}

/// The name, help and readers of a key of a job.
#[derive(Clone, Copy, Debug)]
pub struct JobKey {
    /// Name of the Rust field, with underscores.
    pub field: &'static str,
    /// Help of the key: its documentation in the source.
    pub help: &'static str,
    /// The methods that read the key.
    pub read_by: ReadBy,
}

/// A group of keys that one section of a job reads.
pub trait KeyGroup: Default + PartialEq {
    /// All keys of the group, in the order of declaration.
    fn keys() -> Vec<JobKey>;

    /// Fields of the keys that are set here but not in `other`.
    fn beyond(&self, other: &Self) -> Vec<&'static str>;

    /// Replaces keys by those that `other` has.
    fn overlay(&mut self, other: Self);

    /// Reads the next value of `map` into the key `field`. Returns false if the group has no such key.
    fn read<'de, A: MapAccess<'de>>(&mut self, field: &str, map: &mut A) -> Result<bool, A::Error>;

    /// True if the group has a key with this name.
    fn has(name: &str) -> bool {
        Self::keys().iter().any(|key| is_called(key.field, name))
    }
}

/// Name of a key in flags and files: the name of its Rust field with hyphens.
pub fn key_name(field: &str) -> String {
    field.replace('_', "-")
}

/// True if the Rust field `field` belongs to the key `name`, which has hyphens in place of underscores.
pub(super) fn is_called(field: &str, name: &str) -> bool {
    field.len() == name.len()
        && field
            .bytes()
            .zip(name.bytes())
            .all(|pair| matches!(pair, (b'_', b'-')) || (pair.0 == pair.1 && pair.1 != b'_'))
}

/// Declares a group of keys: a struct whose fields are keys of a job and flags of the command line. The
/// documentation of a field is the help of the key. `read_by` at the struct is the default for its fields.
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

/// Declares a struct of several groups. Their keys are on one level, as flags and in a job.
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
