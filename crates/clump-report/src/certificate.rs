//! The certificate: the public statement of the promise and its check.
//!
//! **Rule.** Every figure of a certificate can be counted from the release alone. So the two together reveal
//! nothing about the input that the release does not reveal. A certificate has no number of owners who were
//! read, no share that was kept and no loss. These are in the private report.
//!
//! Three digits of such figures are not safe. A table of 149 owners hid one cell and its total;
//! `owners_dropped: 1` and `pairs_kept: 0.993` revealed that the cell had one owner.

use std::collections::BTreeMap;

use clump_core::promise::{LENGTH, Promise, PromiseError, Property, PropertyName};
use clump_core::verify::Verdict;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{CertainGroups, Figures, PublishedFacts};

/// Lies beside a release as `<release>.certificate.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Certificate {
    /// Always `clump`.
    pub tool: String,
    /// The version that made the release.
    pub version: String,
    /// The promise: every property with its numbers, what it says in a sentence, and what the independent check of
    /// it found. Empty where nothing is promised.
    pub promise: CertifiedPromise,
    /// Unit that was counted as one owner: `column user_id`, `each row counted as one owner`, `each line counted as one owner`.
    pub owner_is: String,
    /// Published items that the promise treats as sensitive, by name. Empty for promises that know no such items.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sensitive_items: Vec<String>,
    /// Groups that show something sensitive for certain; none if nothing was named sensitive, and for promises that are
    /// not about groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certain: Option<CertainGroups>,
    /// The method.
    pub method: String,
    /// Its parameters and those of reading that change the release.
    pub parameters: BTreeMap<String, Value>,
    /// The size of the release.
    #[serde(flatten)]
    pub published: PublishedFigures,
    /// The file this certificate is about.
    pub release: ReleaseFacts,
    /// The taxonomy its words come from; none where the method needs none.
    pub taxonomy: Option<TaxonomyFacts>,
    /// Sentences on what the promise does not cover.
    pub not_covered: Vec<String>,
}

/// The figures that may be published: those that can be counted from the release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum PublishedFigures {
    /// Of rows of items.
    Rows(RowFigures),
    /// Of lines of a log.
    Lines {
        /// Published lines.
        lines: usize,
    },
    /// Of a table of facts.
    Facts(PublishedFacts),
}

/// The figures of rows. All of them can be counted from the release.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowFigures {
    /// Published rows: one for each owner of each group.
    pub rows: usize,
    /// Distinct rows.
    pub groups: usize,
    /// Owners of the smallest group.
    pub smallest_group: usize,
    /// Mean length of a published row, with three decimals.
    pub mean_length: f64,
    /// Distinct rows that are whole queries, word for word; none where the release is not in pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole_queries: Option<usize>,
}

/// Which file a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReleaseFacts {
    /// `tsv`, `csv`, `jsonl`, `parquet` or `arrow`. That text may be compressed shows in its first bytes.
    pub format: String,
    /// `rows` or `groups` of items, the lines of a `log`, the `shares` of sealed queries, or a table of `facts`.
    pub layout: String,
    /// BLAKE3 of its bytes. Of a folder, as clusters write it: of the hashes of its Parquet files in ascending order, a line for each.
    /// Of a folder of tables: of the lines `HASH NAME` of its files, in the order of `tables`.
    pub blake3: String,
    /// The files of a folder of tables; none for a release in one file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TableFile>,
}

/// One of several tables of a release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableFile {
    /// Name of the file in the folder.
    pub name: String,
    /// The table: its facts, and after a colon the columns of its cells.
    pub table: String,
    /// BLAKE3 of the file.
    pub blake3: String,
    /// Number of rows.
    pub fact_rows: usize,
    /// Number of distinct facts that have a row.
    pub facts: usize,
}

/// Which taxonomy a release was generalized in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TaxonomyFacts {
    /// `wordnet`, `file`, `prefix` or `flat`.
    pub source: String,
    /// BLAKE3 of its nodes and parents as given. None where the tree is made from the items of the data: a hash of
    /// those could be guessed.
    pub blake3: Option<String>,
    /// True if the publisher said of some words where they belong, so that they may be elsewhere than the taxonomy has them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overrides: bool,
}

impl Certificate {
    /// The certificate as the bytes of its file. The same certificate always gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).expect("a certificate is plain data");
        bytes.push(b'\n');
        bytes
    }
}

impl From<&Figures> for PublishedFigures {
    fn from(figures: &Figures) -> PublishedFigures {
        match figures {
            Figures::Rows { pieces, measures, .. } => PublishedFigures::Rows(RowFigures {
                rows: measures.rows,
                groups: measures.groups,
                smallest_group: measures.smallest_group,
                mean_length: rounded(measures.mean_length),
                whole_queries: pieces.map(|pieces| pieces.whole_queries),
            }),
            Figures::Lines { lines, .. } => PublishedFigures::Lines { lines: *lines },
            Figures::Facts { tables, .. } => PublishedFigures::Facts(PublishedFacts {
                fact_rows: tables.iter().map(|table| table.rows).sum(),
                facts: tables.iter().map(|table| table.facts).sum(),
            }),
        }
    }
}

/// Rounds to three decimals; ties go to the even digit.
pub fn rounded(value: f64) -> f64 {
    format!("{value:.3}").parse().expect("a number was written")
}

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
    /// A property with its verdict. The sentence on its meaning is that of the property.
    pub fn new(property: Property, verdict: Verdict) -> CertifiedProperty {
        CertifiedProperty { meaning: property.sentence(), property, verdict }
    }
}

impl CertifiedPromise {
    /// The properties with their verdicts, in the order of the promise.
    pub fn properties(&self) -> &[CertifiedProperty] {
        &self.0
    }

    /// The properties without their verdicts.
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

/// Settings that leave a gap: key, start of the value (empty for a switch), and a sentence on the gap.
const BY_CHOICE: [(&str, &str, &str); 5] = [
    (
        "skip-bad-lines",
        "",
        "Lines of the input that could not be read were left out: the release says nothing of them, nor how many they were.",
    ),
    ("link-owners", "", "All lines of an owner carry one number: together they may identify the owner."),
    (
        "earlier-owners",
        "none",
        "That no owner is in the earlier release too was not checked: rows of one owner in both can be combined.",
    ),
    (
        "times",
        "",
        "How often a fact was there is published: where it is far more often than owners, somebody asked again and again.",
    ),
    (
        "numbers",
        "scale:",
        "The table does not state numbers of owners: that the promise holds can be seen only by whoever has the log.",
    ),
];

/// Text of a gap: an owner can have many rows, even if each counts once in a group.
const INTENSITY: &str = "An owner may have several different rows: the promise is about each row alone, and the number of all rows \
     tells how many different ones owners had on average.";

/// Text of a gap: a reader may guess which pieces belong to one owner.
const PIECES: &str = "Pieces of one owner are not linked: the promise is about each row alone. Who knows what goes with what may guess which \
     rows are of one owner.";

/// Number of published rows that an owner can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsOfAnOwner {
    /// Every owner has one row.
    One,
    /// An owner may have several rows, because the unit is a session or a query.
    Several,
    /// An owner may have any number of rows, because pieces are published.
    Pieces,
}

/// Sentences on what `promise` does not cover. `rows` and `parameters` describe the release.
pub fn not_covered(
    promise: &Promise,
    rows: RowsOfAnOwner,
    parameters: &BTreeMap<String, Value>,
) -> Vec<&'static str> {
    let is_chosen = |key: &str, value: &str| match parameters.get(key) {
        Some(Value::Bool(is_on)) => *is_on,
        Some(Value::String(text)) => text.starts_with(value),
        _ => false,
    };
    let by_choice = BY_CHOICE.iter().filter(|(key, value, _)| is_chosen(key, value)).map(|&(.., open)| open);
    let intensity = match rows {
        RowsOfAnOwner::One => None,
        RowsOfAnOwner::Several => Some(INTENSITY),
        RowsOfAnOwner::Pieces => Some(PIECES),
    };
    let said = |gap: &'static str| match gap {
        // A piece has the items that k owners share, so its length says nothing about the length of their
        // rows.
        LENGTH if rows == RowsOfAnOwner::Pieces => None,
        gap => Some(gap),
    };
    promise.not_covered().into_iter().filter_map(said).chain(intensity).chain(by_choice).collect()
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn three_decimals_half_to_even() {
        // Multiples of 1/16 are exact in binary, so these are true ties.
        let found = [0.0625, 0.1875, 1.0 / 3.0, 0.9996, 0.0004, 12_345.678_9].map(rounded);
        assert_eq!(found, [0.062, 0.188, 0.333, 1.0, 0.0, 12_345.679]);
    }
}
