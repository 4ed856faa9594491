//! A promise with the verdict on each of its properties, for certificates and reports.

use clump_core::promise::{Promise, PromiseError, Property, PropertyName};
use clump_core::verify::Verdict;
use serde::{Deserialize, Serialize};

/// The properties of a promise, each with its verdict; empty where nothing is promised. No two have one name.
///
/// ```
/// use clump_core::promise::PropertyName;
/// use clump_report::CertifiedPromise;
///
/// let text = r#"[{
///     "property": "k-anonymity", "k": 5, "meaning": "Every published row is shared by at least 5 owners.",
///     "verdict": {
///         "holds": true, "counted": "owners", "rows": 10, "sets": 2, "smallest": 5, "violations": 0, "first": null
///     }
/// }]"#;
/// let promise: CertifiedPromise = serde_json::from_str(text)?;
/// assert_eq!(promise.promise().k(), Some(5));
/// assert!(promise.holds() && promise.has(PropertyName::KAnonymity));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Vec<CertifiedProperty>")]
pub struct CertifiedPromise(Vec<CertifiedProperty>);

/// A property, and what the independent check of it found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CertifiedProperty {
    /// Its name and its parameters.
    #[serde(flatten)]
    pub property: Property,
    /// Its meaning, in a sentence.
    pub meaning: String,
    /// The check, from the written file and the owners behind its rows.
    pub verdict: Verdict,
}

impl CertifiedProperty {
    /// A property with its sentence and its verdict.
    pub fn new(property: Property, verdict: Verdict) -> CertifiedProperty {
        CertifiedProperty { meaning: property.sentence(), property, verdict }
    }
}

impl CertifiedPromise {
    /// The properties with their verdicts, in the order of the promise.
    pub fn properties(&self) -> &[CertifiedProperty] {
        &self.0
    }

    /// The promised numbers.
    pub fn promise(&self) -> Promise {
        Promise::new(self.0.iter().map(|certified| certified.property.clone()))
            .expect("it was made of properties that make a promise")
    }

    /// The property with this name; `None` if it is not promised.
    pub fn get(&self, name: PropertyName) -> Option<&CertifiedProperty> {
        self.0.iter().find(|certified| certified.property.name() == name)
    }

    /// True if a property of this name is promised.
    pub fn has(&self, name: PropertyName) -> bool {
        self.get(name).is_some()
    }

    /// True if nothing is promised.
    pub fn is_nothing(&self) -> bool {
        self.0.is_empty()
    }

    /// True if something is promised and each property holds.
    pub fn holds(&self) -> bool {
        !self.is_nothing() && self.0.iter().all(|certified| certified.verdict.holds)
    }
}

impl TryFrom<Vec<CertifiedProperty>> for CertifiedPromise {
    type Error = PromiseError;

    fn try_from(properties: Vec<CertifiedProperty>) -> Result<CertifiedPromise, PromiseError> {
        Promise::new(properties.iter().map(|certified| certified.property.clone()))?;
        Ok(CertifiedPromise(properties))
    }
}
