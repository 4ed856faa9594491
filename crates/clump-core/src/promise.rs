//! The promise of a release: a list of properties that can be serialized, parsed and checked by anyone. An empty
//! list promises nothing.
//!
//! Each property has a file of its own with its parameters, its sentence, its check, its gaps, and the remedy when
//! the check fails. A new property needs such a file, and entries in the lists of this file.

use std::fmt;

use serde::{Deserialize, Serialize};

mod ceiling;
mod certainty;
mod coherence;
mod common_facts;
mod common_queries;
mod composition;
mod differences;
mod differential_privacy;
mod evidence;
mod inference;
mod k_anonymity;
mod km_anonymity;
mod named_nodes;
mod property;
mod sealed_queries;
mod share;

pub use ceiling::Ceiling;
pub use certainty::{Among, Certainty, CertaintyError};
pub use coherence::Coherence;
pub use common_facts::CommonFacts;
pub use common_queries::CommonQueries;
pub use composition::Composition;
pub use differences::Differences;
pub use differential_privacy::{DifferentialPrivacy, Privacy, PrivacyError};
pub use k_anonymity::KAnonymity;
pub use km_anonymity::KmAnonymity;
pub use named_nodes::{NamedNodes, NamedNodesError};
pub use property::{LENGTH, Promised, Subject, Wording};
pub use sealed_queries::SealedQueries;
pub use share::{Share, ShareError};

/// The checks of all properties, which [`verify`](crate::verify) re-exports.
pub(crate) mod checks {
    pub use super::ceiling::none_shown;
    pub use super::certainty::{uncertain_groups, uncertain_owners, uncertain_rows};
    pub use super::common_facts::{FactNumbers, ShownFact, Standing, common_facts};
    pub use super::common_queries::common_queries;
    pub use super::composition::composed_owners;
    pub use super::differences::differing_numbers;
    pub use super::differential_privacy::noisy_facts;
    pub use super::evidence::{Evidence, TooManySets};
    pub use super::inference::{MOST_BESIDE, ShownRow, uninferred, uninferred_facts};
    pub use super::k_anonymity::{
        k_anonymous_groups, k_anonymous_owners, k_anonymous_rows, stated_by_groups, stated_by_rows,
    };
}

property::properties! {
    KAnonymity, "k-anonymity", Rows;
    KmAnonymity, "km-anonymity", Rows;
    Coherence, "coherence", Rows;
    Certainty, "certainty", Labels;
    Ceiling, "ceiling", Labels;
    Composition, "composition", Rows;
    Differences, "differences", Rows;
    CommonQueries, "common-queries", Lines;
    SealedQueries, "sealed-queries", Lines;
    CommonFacts, "common-facts", Facts;
    DifferentialPrivacy, "differential-privacy", Facts;
}

/// All properties that a release is claimed to have: no two of one name, and what stands beside another only with it.
/// `verify` checks each of them without knowing the method.
///
/// ```
/// use clump_core::promise::{Certainty, KAnonymity, Promise};
///
/// let certainty = Certainty::new("0.5".parse()?, ["illness".to_owned()])?;
/// let promise = Promise::from(KAnonymity { k: 5 }).and(certainty.clone())?;
/// assert_eq!(promise.to_string(), "5-anonymity and at most 0.5 certainty of `illness`");
/// assert_eq!(promise.k(), Some(5));
/// assert!(promise.and(KAnonymity { k: 7 }).is_err(), "k would be 5 and 7");
/// assert!(Promise::new([certainty.into()]).is_err(), "a share of groups needs groups");
/// assert_eq!(Promise::nothing().to_string(), "nothing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Vec<Property>")]
pub struct Promise(Vec<Property>);

/// Reason why a list of properties is not a valid promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum PromiseError {
    /// The list of properties contains two properties with the same name.
    #[error("{name} is in the promise twice")]
    Twice { name: PropertyName },
    /// The property needs another property (`beside`), which is not in the list.
    #[error("{name} promises nothing without {beside}")]
    Without { name: PropertyName, beside: PropertyName },
}

/// Sentence that describes an empty promise.
const NOTHING: &str = "Nothing is promised: no number of owners hides anyone in this release.";

impl Promise {
    /// The promise without any property.
    pub const fn nothing() -> Promise {
        Promise(Vec::new())
    }

    /// Creates a promise of `properties`, in the given order; fails if the list is no valid promise.
    pub fn new(properties: impl IntoIterator<Item = Property>) -> Result<Promise, PromiseError> {
        let properties: Vec<Property> = properties.into_iter().collect();
        let times = |name: PropertyName| properties.iter().filter(|other| other.name() == name).count();
        for property in &properties {
            let name = property.name();
            if times(name) > 1 {
                return Err(PromiseError::Twice { name });
            }
            if let Some(beside) = property.beside().filter(|&beside| times(beside) == 0) {
                return Err(PromiseError::Without { name, beside });
            }
        }
        Ok(Promise(properties))
    }

    /// Copy of this promise with `property` added at the end.
    pub fn and(&self, property: impl Into<Property>) -> Result<Promise, PromiseError> {
        Promise::new(self.0.iter().cloned().chain([property.into()]))
    }

    /// The properties of the promise, in order.
    pub fn properties(&self) -> &[Property] {
        &self.0
    }

    /// The property of the promise with this name; `None` if the promise does not have it.
    pub fn get(&self, name: PropertyName) -> Option<&Property> {
        self.0.iter().find(|property| property.name() == name)
    }

    /// True if the promise has a property of this name.
    pub fn has(&self, name: PropertyName) -> bool {
        self.get(name).is_some()
    }

    /// True if the promise has no property.
    pub fn is_nothing(&self) -> bool {
        self.0.is_empty()
    }

    /// The least number of owners that the first property with such a number promises. `None` if no property has one.
    pub fn k(&self) -> Option<usize> {
        self.0.iter().find_map(|property| property.k())
    }

    /// Explains the promise in sentences for people who do not know the names of the properties.
    pub fn sentence(&self) -> String {
        if self.is_nothing() {
            NOTHING.to_owned()
        } else {
            self.0.iter().map(|property| property.sentence()).collect::<Vec<_>>().join(" ")
        }
    }

    /// The gaps of the promise: sentences that say what it does not protect. Gaps that another property closes are
    /// left out, and no sentence occurs twice.
    pub fn not_covered(&self) -> Vec<&'static str> {
        if self.is_nothing() {
            return vec![
                "Nothing is promised, so nobody is hidden: whoever knows some queries of an owner, or when they were \
                 asked, may find all others.",
            ];
        }
        let closed: Vec<&str> = self.0.iter().flat_map(|property| property.closes()).copied().collect();
        let mut open: Vec<&'static str> = Vec::new();
        for sentence in self.0.iter().flat_map(|property| property.not_covered()) {
            if !open.contains(&sentence) && !closed.contains(&sentence) {
                open.push(sentence);
            }
        }
        open
    }
}

macro_rules! promises_of_their_own {
    ($($name:ident),*) => {
        $(
            impl From<$name> for Promise {
                fn from(property: $name) -> Promise {
                    Promise(vec![property.into()])
                }
            }
        )*
    };
}

// Properties that are a valid promise without any other property.
promises_of_their_own!(KAnonymity, KmAnonymity, Coherence, CommonQueries, CommonFacts, SealedQueries);

impl TryFrom<Vec<Property>> for Promise {
    type Error = PromiseError;

    fn try_from(properties: Vec<Property>) -> Result<Promise, PromiseError> {
        Promise::new(properties)
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_nothing() {
            return f.write_str("nothing");
        }
        for (place, property) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str(" and ")?;
            }
            property.fmt(f)?;
        }
        Ok(())
    }
}
