//! One property of a promise, whichever it is, and the interface that all of them have.

use std::fmt;

use super::{Property, PropertyName};

/// Interface of every property. `Display` is its short form, as in `5-anonymity`.
pub trait Promised: fmt::Display {
    /// The property without which it says nothing; none for those that say something alone.
    fn beside(&self) -> Option<PropertyName> {
        None
    }

    /// The least number of owners that it speaks of; none if it speaks of no such number.
    fn k(&self) -> Option<usize> {
        None
    }

    /// Names of the nodes of the taxonomy that it is about.
    fn nodes(&self) -> &[String] {
        &[]
    }

    /// Its meaning, in a sentence for people who do not know its name.
    fn sentence(&self) -> String;

    /// Things that its check looks at, one by one: the word for one of them, and for several.
    fn looked_at(&self) -> [&'static str; 2];

    /// Its gaps, in sentences for people: the most important first.
    fn not_covered(&self) -> &'static [&'static str];

    /// Remedy where it does not hold. Names no flag and no button: whoever shows it knows what they are called.
    fn remedy(&self) -> &'static str;

    /// Sentences of other properties that it closes.
    fn closes(&self) -> &'static [&'static str] {
        &[]
    }
}

/// The things that a property is about, and so what is looked at to check it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// Rows of items.
    Rows,
    /// The lines of a log.
    Lines,
    /// Rows of a table of facts.
    Facts,
    /// Labels and texts, wherever they stand: in rows of items or in a table of facts.
    Labels,
}

macro_rules! properties {
    ($($name:ident, $word:literal, $subject:ident;)*) => {
        /// A property of a release that can be checked without knowing how the release was made.
        ///
        /// ```
        /// use clump_core::promise::{KAnonymity, Promised, Property, PropertyName};
        ///
        /// let property = Property::from(KAnonymity { k: 5 });
        /// assert_eq!(property.name(), PropertyName::KAnonymity);
        /// assert_eq!(property.sentence(), "Every published row stands for at least 5 owners.");
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
        ///
        /// ```
        /// use clump_core::promise::PropertyName;
        ///
        /// assert_eq!(PropertyName::KAnonymity.word(), "k-anonymity");
        /// assert_eq!(PropertyName::parse("certainty"), Some(PropertyName::Certainty));
        /// ```
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

        impl Property {
            /// The property itself, as what all of them have in common.
            fn promised(&self) -> &dyn Promised {
                match self {
                    $(Property::$name(property) => property,)*
                }
            }

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

impl Promised for Property {
    fn beside(&self) -> Option<PropertyName> {
        self.promised().beside()
    }

    fn k(&self) -> Option<usize> {
        self.promised().k()
    }

    fn nodes(&self) -> &[String] {
        self.promised().nodes()
    }

    fn sentence(&self) -> String {
        self.promised().sentence()
    }

    fn looked_at(&self) -> [&'static str; 2] {
        self.promised().looked_at()
    }

    fn not_covered(&self) -> &'static [&'static str] {
        self.promised().not_covered()
    }

    fn closes(&self) -> &'static [&'static str] {
        self.promised().closes()
    }

    fn remedy(&self) -> &'static str {
        self.promised().remedy()
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.promised().fmt(f)
    }
}

impl PropertyName {
    /// The property that is called `word`; none if none is.
    pub fn parse(word: &str) -> Option<PropertyName> {
        PropertyName::ALL.iter().copied().find(|name| name.word() == word)
    }
}

impl fmt::Display for PropertyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

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
