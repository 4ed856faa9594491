//! The interface of all properties of a promise, and the type of any one of them.

use std::fmt;

use super::{Property, PropertyName};
use crate::verify::{PublishedRow, Verdict};

/// The interface of every property of a promise.
pub trait Promised {
    /// Another property that a promise must have for this one to mean anything; `None` if it needs no other.
    fn beside(&self) -> Option<PropertyName> {
        None
    }

    /// The least number of owners that the property promises; `None` if it has no such number.
    fn k(&self) -> Option<usize> {
        None
    }

    /// Names of the taxonomy nodes that the property is about.
    fn nodes(&self) -> &[String] {
        &[]
    }

    /// Texts about the property for people.
    fn wording(&self) -> Wording;

    /// See [`Wording::short`].
    fn short(&self) -> String {
        self.wording().short
    }

    /// See [`Wording::sentence`].
    fn sentence(&self) -> String {
        self.wording().sentence
    }

    /// See [`Wording::looked_at`].
    fn looked_at(&self) -> [&'static str; 2] {
        self.wording().looked_at
    }

    /// See [`Wording::not_covered`].
    fn not_covered(&self) -> Vec<&'static str> {
        self.wording().not_covered
    }

    /// See [`Wording::remedy`].
    fn remedy(&self) -> &'static str {
        self.wording().remedy
    }

    /// Gaps of other properties (sentences of [`Wording::not_covered`]) that do not exist if this property holds.
    fn closes(&self) -> &'static [&'static str] {
        &[]
    }

    /// Checks the property with the rows of a file. `None` if the property is not about rows, or its check needs
    /// more than the rows: `check/property.rs` of `clump-anon` has these checks.
    fn shown_by_rows(&self, _rows: &[PublishedRow<'_>]) -> Option<Verdict> {
        None
    }
}

/// Texts about a property for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    /// Short form of the property, as in `5-anonymity`: the text that `Display` shows of a [`Property`].
    pub short: String,
    /// Meaning of the property, in a sentence for people who do not know its name.
    pub sentence: String,
    /// Singular and plural of the things that the check of the property counts, such as "row" and "rows".
    pub looked_at: [&'static str; 2],
    /// Gaps of the property, in sentences for people: the most important first.
    pub not_covered: Vec<&'static str>,
    /// Advice for a release that does not have the property. Mentions no flag and no button: the caller that
    /// shows it knows their names.
    pub remedy: &'static str,
}

/// The part of a release that a property is about, and that its check reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// The property is about rows of items.
    Rows,
    /// The property is about the lines of a log.
    Lines,
    /// The property is about rows of a table of facts.
    Facts,
    /// The property is about labels and texts, in rows of items or in a table of facts.
    Labels,
}

macro_rules! properties {
    ($($name:ident, $word:literal, $subject:ident;)*) => {
        /// A property of a release that can be checked without knowing how the release was made.
        ///
        /// ```
        /// use clump_core::promise::{KAnonymity, Property, PropertyName};
        ///
        /// let property = Property::from(KAnonymity { k: 5 });
        /// assert_eq!(property.name(), PropertyName::KAnonymity);
        /// assert_eq!(property.sentence(), "Every published row is shared by at least 5 owners.");
        /// assert_eq!(serde_json::to_string(&property)?, r#"{"property":"k-anonymity","k":5}"#);
        /// # Ok::<(), serde_json::Error>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(tag = "property", rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Property {
            $(
                #[allow(missing_docs, reason = "its struct says what it is")]
                $name($name),
            )*
        }

        /// A property by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum PropertyName {
            $(
                #[doc = concat!("[`", stringify!($name), "`].")]
                $name,
            )*
        }

        $(
            impl From<$name> for Property {
                fn from(property: $name) -> Property {
                    Property::$name(property)
                }
            }
        )*

        /// Gives access to the interface that all properties share.
        impl std::ops::Deref for Property {
            type Target = dyn Promised;

            fn deref(&self) -> &(dyn Promised + 'static) {
                match self {
                    $(Property::$name(property) => property,)*
                }
            }
        }

        impl Property {
            /// Name of the property in certificates, jobs and flags.
            pub fn name(&self) -> PropertyName {
                match self {
                    $(Property::$name(_) => PropertyName::$name,)*
                }
            }

            /// The part of a release that the property is about.
            pub fn subject(&self) -> Subject {
                self.name().subject()
            }
        }

        impl PropertyName {
            /// The names of all properties.
            pub const ALL: &'static [PropertyName] = &[$(PropertyName::$name,)*];

            /// The name as text, for instance `k-anonymity`.
            pub fn word(self) -> &'static str {
                match self {
                    $(PropertyName::$name => $word,)*
                }
            }

            /// The part of a release that the property is about.
            pub fn subject(self) -> Subject {
                match self {
                    $(PropertyName::$name => Subject::$subject,)*
                }
            }
        }
    };
}

pub(super) use properties;

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short())
    }
}

impl PropertyName {
    /// The property with the name `word`; `None` if no property has it.
    pub fn parse(word: &str) -> Option<PropertyName> {
        PropertyName::ALL.iter().copied().find(|name| name.word() == word)
    }
}

impl fmt::Display for PropertyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

// Gaps (sentences of [`Wording::not_covered`]) that several properties share.

/// Gap: two releases of the same people can be combined.
pub(super) const REPEATED: &str =
    "Two releases that cover the same people can be combined; the promise is about one.";

/// Gap: the absence of an item from a row means nothing.
pub(super) const ABSENT: &str = "That a row lacks an item does not show that its owner does not have it.";

/// Gap: the number of items of a row. All methods on whole rows have this gap. None of them adds items, and a least
/// common generalization has as many items as the shortest transaction of the group.
pub const LENGTH: &str =
    "The number of items of a published row can tell nearly exactly how many items its owner had.";

/// Gap: exact numbers of owners.
pub(super) const COUNTED: &str = "How many owners a fact has is published: who knows all of them but one learns that there is one more, and who can add \
     owners can lift a rare fact over the threshold.";

/// Gap: the most exact common label reveals that its owners share nothing more exact.
pub const MINIMAL: &str = "A label is the most exact one that its owners share, so they do not all share something more exact: who knows that, and what people \
     usually have, can conclude more than the label says. Only noise on counts is a proof against that.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_written_and_read_as_its_word() {
        for &name in PropertyName::ALL {
            assert_eq!(PropertyName::parse(name.word()), Some(name));
            let written = serde_json::to_value(name).expect("a word");
            assert_eq!(written, name.word());
        }
        assert_eq!(PropertyName::parse("nothing"), None);
    }
}
