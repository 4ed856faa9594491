//! The keys of a job: the one list of all settings by name. A key has the name of its flag. It may come from
//! a TOML file, from flags, from JSON or from a program. Later values replace earlier ones.
//!
//! Keys are the settings as the user wrote them, and a [`Job`](super::Job) is their meaning.

use std::fmt;

use clump_io::Input;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

pub mod flags;
pub mod group;
mod list;

pub use self::group::{JobKey, KeyGroup, KeyValue, ReadBy, key_name};
pub use self::list::*;
pub use super::guards::{CeilingKeys, CertaintyKeys, GuardKeys, LedgerKeys, NeverKeys};
pub use crate::methods::ParameterKeys;
use group::is_called;

/// Declares [`Keys`] with all groups of keys as fields.
macro_rules! keys {
    ($($(#[$doc:meta])* $group:ident: $Group:ident,)*) => {
        /// The keys of a job that were given.
        ///
        /// ```
        /// let mut keys: clump::Keys = serde_json::from_str(r#"{ "input": "log.tsv", "k": 5 }"#)?;
        /// keys.overlay(serde_json::from_str(r#"{ "k": 10 }"#)?);
        /// assert_eq!(keys.promise.k, Some(10));
        /// assert!(serde_json::from_str::<clump::Keys>(r#"{ "kay": 5 }"#).is_err());
        /// # Ok::<(), serde_json::Error>(())
        /// ```
        #[derive(Clone, Debug, Default, PartialEq, Serialize, clap::Args)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[group(skip)]
        #[serde(rename_all = "kebab-case")]
        pub struct Keys {
            /// Files to read, or patterns such as `logs/*.gz`; `-` is standard input. One file needs no brackets.
            #[arg(skip)]
            #[serde(skip_serializing_if = "Vec::is_empty")]
            pub input: Vec<Input>,
            $($(#[$doc])* #[command(flatten)] #[serde(flatten)] pub $group: $Group,)*
        }

        impl Keys {
            /// Replaces keys by those that `other` has.
            pub fn overlay(&mut self, other: Keys) {
                if !other.input.is_empty() {
                    self.input = other.input;
                }
                $(self.$group.overlay(other.$group);)*
            }

            /// Names of the keys that are set here but not in `other`.
            pub fn beyond(&self, other: &Keys) -> Vec<String> {
                let input = (!self.input.is_empty() && other.input.is_empty()).then_some("input");
                let groups = [$(self.$group.beyond(&other.$group)),*].concat();
                input.into_iter().chain(groups).map(key_name).collect()
            }

            /// Names of all keys that are set.
            pub fn given(&self) -> Vec<String> {
                self.beyond(&Keys::default())
            }

            /// Reads the next value of `map` into the key `field`.
            fn read<'de, A: MapAccess<'de>>(&mut self, field: &str, map: &mut A) -> Result<(), A::Error> {
                if field == "input" {
                    self.input = KeyValue::read(map)?;
                    return Ok(());
                }
                $(if self.$group.read(field, map)? {
                    return Ok(());
                })*
                unreachable!("the name of a key was looked at when it was read")
            }

            /// All keys except `input`.
            fn keys() -> Vec<JobKey> {
                [$($Group::keys()),*].concat()
            }
        }

        $(impl From<$Group> for Keys {
            fn from($group: $Group) -> Keys {
                Keys { $group, ..Keys::default() }
            }
        })*
    };
}

keys! {
    /// Reading of the input.
    read: InputKeys,
    /// Mapping of words to items.
    words: WordKeys,
    /// Limit of the loss before rows are grouped.
    loss: LossKeys,
    /// Taxonomy of the items.
    tree: TreeKeys,
    /// Fit of the taxonomy to the data.
    scope: ScopeKeys,
    /// Parameters of the promise.
    promise: PromiseKeys,
    /// The method, and parameters that several methods read.
    method: MethodKeys,
    /// Parameters that one method reads.
    parameters: ParameterKeys,
    /// Unit of losses.
    cost: CostKeys,
    /// Earlier release, and the people in it.
    earlier: EarlierKeys,
    /// Sensitive items.
    sensitive: SensitiveKeys,
    /// Rules in addition to the promise of the method.
    guards: GuardKeys,
    /// Target of the release.
    output: OutputKeys,
    /// Files that stay with the publisher, and the pages.
    report: ReportKeys,
    /// The word for a person.
    noun: NounKeys,
    /// Further assessments.
    assess: AssessKeys,
    /// Number of threads.
    threads: ThreadKeys,
    /// Limit of the memory.
    memory: MemoryKeys,
}

impl Keys {
    /// Names of all keys, as in flags, each with its help.
    pub fn help() -> impl Iterator<Item = (String, &'static str)> {
        Keys::keys().into_iter().map(|key| (key_name(key.field), key.help))
    }

    /// The name of the Rust field for the key `name`; `None` if there is no such key.
    fn field(name: &str) -> Option<&'static str> {
        if name == "input" {
            return Some("input");
        }
        Keys::keys().into_iter().map(|key| key.field).find(|field| is_called(field, name))
    }

    /// The class of methods that read the key `name`.
    pub(super) fn read_by(name: &str) -> ReadBy {
        let key = Keys::keys().into_iter().find(|key| is_called(key.field, name));
        key.map_or(ReadBy::All, |key| key.read_by)
    }
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Keys, D::Error> {
        struct Map;
        impl<'de> Visitor<'de> for Map {
            type Value = Keys;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("the keys of a job")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
                let mut keys = Keys::default();
                while let Some(field) = map.next_key_seed(Name)? {
                    keys.read(field, &mut map)?;
                }
                Ok(keys)
            }
        }
        deserializer.deserialize_map(Map)
    }
}

/// Parses the name of a key, so that a parser with line numbers reports the line of an unknown name.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'static str, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = &'static str;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the name of a key")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<&'static str, E> {
        Keys::field(name).ok_or_else(|| E::unknown_field(name, &[]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_hyphens_and_no_underscores() {
        assert_eq!(Keys::field("owner-per-row"), Some("owner_per_row"));
        assert_eq!(Keys::field("owner_per_row"), None);
        assert_eq!(Keys::field("owner"), Some("owner"));
        assert_eq!(Keys::field("ownership"), None);
    }

    #[test]
    fn no_two_keys_have_one_name() {
        let mut keys: Vec<&str> = Keys::keys().iter().map(|key| key.field).collect();
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }
}
