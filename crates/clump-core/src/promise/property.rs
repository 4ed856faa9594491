//! One property of a promise, of any kind, and the interface of all of them.

use std::fmt;

use super::{Property, PropertyName};
use crate::verify::{PublishedRow, Verdict};

/// Interface of every property.
pub trait Promised {
    /// The property that this one needs to say anything; none for those that need no other.
    fn beside(&self) -> Option<PropertyName> {
        None
    }

    /// The least number of owners in it; none if it has no such number.
    fn k(&self) -> Option<usize> {
        None
    }

    /// Names of the nodes of the taxonomy that it is about.
    fn nodes(&self) -> &[String] {
        &[]
    }

    /// Its words for people.
    fn wording(&self) -> Wording;

    /// See [`Wording`].
    fn short(&self) -> String {
        self.wording().short
    }

    /// See [`Wording`].
    fn sentence(&self) -> String {
        self.wording().sentence
    }

    /// See [`Wording`].
    fn looked_at(&self) -> [&'static str; 2] {
        self.wording().looked_at
    }

    /// See [`Wording`].
    fn not_covered(&self) -> Vec<&'static str> {
        self.wording().not_covered
    }

    /// See [`Wording`].
    fn remedy(&self) -> &'static str {
        self.wording().remedy
    }

    /// Sentences of other properties that it closes.
    fn closes(&self) -> &'static [&'static str] {
        &[]
    }

    /// The verdict on it from the rows of a file. None where it is not about rows, and where its check needs
    /// more than the rows: `check/property.rs` of `clump-anon` has these checks.
    fn shown_by_rows(&self, _rows: &[PublishedRow<'_>]) -> Option<Verdict> {
        None
    }
}

/// Words of a property for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    /// Its short form, as in `5-anonymity`: the text that `Display` shows of a [`Property`].
    pub short: String,
    /// Its meaning, in a sentence for people who do not know its name.
    pub sentence: String,
    /// Things that its check looks at, one by one: singular and plural of their name.
    pub looked_at: [&'static str; 2],
    /// Its gaps, in sentences for people: the most important first.
    pub not_covered: Vec<&'static str>,
    /// Remedy where it does not hold. Names no flag and no button: the caller that shows it knows their names.
    pub remedy: &'static str,
}

/// The things that a property is about, and so the things that its check looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// Rows of items.
    Rows,
    /// The lines of a log.
    Lines,
    /// Rows of a table of facts.
    Facts,
    /// Labels and texts, in rows of items or in a table of facts.
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

        /// The property itself, as what all of them have in common.
        impl std::ops::Deref for Property {
            type Target = dyn Promised;

            fn deref(&self) -> &(dyn Promised + 'static) {
                match self {
                    $(Property::$name(property) => property,)*
                }
            }
        }

        impl Property {
            /// Its name in certificates, jobs and flags.
            pub fn name(&self) -> PropertyName {
                match self {
                    $(Property::$name(_) => PropertyName::$name,)*
                }
            }

            /// Its subject.
            pub fn subject(&self) -> Subject {
                self.name().subject()
            }
        }

        impl PropertyName {
            /// All of them.
            pub const ALL: &'static [PropertyName] = &[$(PropertyName::$name,)*];

            /// The word for it.
            pub fn word(self) -> &'static str {
                match self {
                    $(PropertyName::$name => $word,)*
                }
            }

            /// Its subject.
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
    /// The property with the name `word`; none if there is none.
    pub fn parse(word: &str) -> Option<PropertyName> {
        PropertyName::ALL.iter().copied().find(|name| name.word() == word)
    }
}

impl fmt::Display for PropertyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

// Gaps that several properties share.

/// Gap: two releases together.
pub(super) const REPEATED: &str =
    "Two releases that cover the same people can be combined; the promise is about one.";

/// Gap: items that are absent from a row.
pub(super) const ABSENT: &str = "That a row lacks an item does not say that its owner never asked for it.";

/// Gap: the number of items. All methods on whole rows have it: none adds items, and a least common
/// generalization has as many as the shortest transaction of the group.
pub const LENGTH: &str =
    "The number of items of a published row can tell nearly exactly how many items its owner had.";

/// Gap of exact numbers of owners.
pub(super) const COUNTED: &str = "How many owners a fact has is published: who knows all of them but one learns that there is one more, and who can add \
     owners can lift a rare fact over the threshold.";

/// Gap of the least label: what it says besides its meaning.
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
