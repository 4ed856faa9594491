//! `apply`: publishes new rows of new owners with the rows or labels of an earlier release.
//!
//! The promise of the earlier release decides what is reused. Under k-anonymity a row is published as one
//! whole earlier row, or as an empty row: `index` finds the candidates, `assign` chooses. The promise holds
//! for the new rows alone; earlier owners do not count.
//!
//! Under k^m-anonymity and coherence each item is published as an earlier label or suppressed. Under
//! k^m-anonymity an item is published as the lowest earlier label at or above it. Under coherence labels are
//! items and nothing was generalized, so an item is published as itself. Some sets of labels may be too rare
//! in the new rows for the promise. Then labels are suppressed as [`coherence`](super::coherence) suppresses
//! items; k^m-anonymity is the case without sensitive items. Suppression does not change the rows of the
//! labels that remain, so one pass is enough.

use serde::{Deserialize, Serialize};

use super::coherence::{coherent_items, require_public};
use super::{AnonymizeError, Anonymizer, Method, ParameterError};
use crate::containers::set_of;
use crate::names::Names;
use crate::progress::{Progress, Stage};
use crate::promise::{Coherence, KAnonymity, KmAnonymity, Promise, Property, PropertyName, Share};
use crate::release::Release;
use crate::sensitive::Sensitive;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};
use index::Index;

mod assign;
mod index;
#[cfg(test)]
mod tests;

/// Parameters of [`Apply`] before they are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApplyParameters {
    /// Promise of the new and of the earlier release. Its first property decides whether rows or labels are reused.
    pub promise: Promise,
    /// Names of the sensitive nodes; used for coherence only.
    pub sensitive: Vec<String>,
    /// Rows and labels of the earlier release.
    pub earlier: Earlier,
}

impl ApplyParameters {
    /// Checks the parameters and makes the method. It is an error if k < 2, if an attacker would know no
    /// item, or if the first property is not about rows. A certainty or a ceiling may follow in the promise;
    /// the caller must check these.
    pub fn check(self) -> Result<Apply, ParameterError> {
        let not_passed_on = || ParameterError::NotPassedOn { promise: self.promise.clone() };
        let (first, others) = self.promise.properties().split_first().ok_or_else(not_passed_on)?;
        let is_beside = |name| matches!(name, PropertyName::Certainty | PropertyName::Ceiling);
        if !others.iter().all(|property| is_beside(property.name())) {
            return Err(not_passed_on());
        }
        let (how, k) = match *first {
            Property::KAnonymity(KAnonymity { k }) => (How::Rows, k),
            Property::KmAnonymity(KmAnonymity { k, m }) => {
                (How::Labels(Coherence { h: Share::ONE, k, p: m }, StandsFor::AtOrAbove), k)
            }
            Property::Coherence(Coherence { h, k, p }) => {
                (How::Labels(Coherence { h, k, p }, StandsFor::Exact), k)
            }
            // Other properties do not determine the label of an item.
            _ => return Err(not_passed_on()),
        };
        ParameterError::require_k(k)?;
        if let How::Labels(Coherence { p: 0, .. }, standing) = how {
            let parameter = if standing == StandsFor::Exact { "p" } else { "m" };
            return Err(ParameterError::NothingKnown { parameter });
        }
        let sensitive =
            matches!(how, How::Labels(_, StandsFor::Exact)).then_some(Sensitive::Nodes(self.sensitive));
        Ok(Apply { promise: self.promise, k, how, sensitive, earlier: self.earlier })
    }
}

/// Publishes new rows with the rows or labels of an earlier release.
///
/// Under k-anonymity: O(items x depth), plus for each earlier row the number of new rows that have its rarest
/// item; about 300 bytes per new row. Loses more than a new grouping, because no group is made for the new
/// rows. Use it only if releases must have the same labels.
#[derive(Clone, Debug)]
pub struct Apply {
    promise: Promise,
    k: usize,
    how: How,
    sensitive: Option<Sensitive>,
    earlier: Earlier,
}

/// The part of an earlier release that is reused.
#[derive(Clone, Copy, Debug)]
enum How {
    /// Whole rows, for k-anonymity.
    Rows,
    /// Single labels, suppressed where sets of them would break these limits.
    Labels(Coherence, StandsFor),
}

/// Rule that finds the label of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StandsFor {
    /// The lowest label at or above the item.
    AtOrAbove,
    /// The label equal to the item.
    Exact,
}

/// Figures about the reuse of an earlier release for new rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "applied", rename_all = "lowercase")]
pub enum Applied {
    /// Whole rows of the earlier release were reused.
    Rows {
        /// Number of distinct non-empty rows of the earlier release.
        earlier: usize,
        /// Number of those rows that at least one new row is published as.
        used: usize,
        /// Number of new rows that are published empty.
        empty: usize,
    },
    /// Single labels of the earlier release were reused.
    Labels {
        /// Number of distinct labels of the earlier release.
        earlier: usize,
        /// Number of those labels that new items are published as.
        used: usize,
        /// Number of labels of new items that were suppressed because they would break the promise.
        suppressed: usize,
        /// Number of new rows that are published empty.
        empty: usize,
    },
}

impl Method for Apply {
    fn name(&self) -> &'static str {
        "apply"
    }

    fn promise(&self) -> Promise {
        self.promise.clone()
    }
}

impl Anonymizer for Apply {
    fn anonymize(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Release, AnonymizeError> {
        let k = self.k;
        AnonymizeError::require_owners(transactions.owners(), k)?;
        progress.begin(Stage::Group, transactions.len() as u64);
        let release = match self.how {
            How::Rows => {
                let index = Index::new(&self.earlier.bags(taxonomy), transactions, taxonomy, progress)?;
                let bag_of = assign::assign(&index, transactions, taxonomy, k, progress)?;
                Release::new(index.into_bags(), bag_of)
            }
            How::Labels(limits, standing) => {
                let is_sensitive = match &self.sensitive {
                    None => vec![false; taxonomy.len()],
                    Some(sensitive) => {
                        let sensitive = sensitive.find(transactions, taxonomy);
                        sensitive.require_both()?;
                        sensitive.mask(taxonomy)
                    }
                };
                let label_of = self.earlier.labels_of(taxonomy, standing);
                let label_set = |bag: &[Node]| set_of(bag.iter().filter_map(|item| label_of[item.index()]));
                let sets: Bags = transactions.bags().iter().map(label_set).collect();
                let owner = |row: usize| transactions.owner(row);
                // The walks of coherence do not count transactions as the progress here does, so they report
                // nothing.
                let is_left = coherent_items(&sets, owner, &is_sensitive, limits, &progress.untold())?;
                let is_left = |label: &Node| is_left[label.index()];
                let bags = sets.iter().map(|set| set.iter().copied().filter(is_left)).collect();
                if self.sensitive.is_some() {
                    require_public(&bags, &is_sensitive)?;
                }
                Release::new(bags, (0..transactions.len() as u32).collect())
            }
        };
        progress.end();
        Ok(release)
    }

    fn sensitive(&self) -> Option<&Sensitive> {
        self.sensitive.as_ref()
    }

    fn applied(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        release: &Release,
    ) -> Option<Applied> {
        let empty = (0..release.rows()).filter(|&row| release.get(row).is_empty()).count();
        Some(match self.how {
            How::Rows => {
                let used = release.bags().iter().filter(|bag| !bag.is_empty()).count();
                Applied::Rows { earlier: self.earlier.rows(), used, empty }
            }
            How::Labels(_, standing) => {
                let label_of = self.earlier.labels_of(taxonomy, standing);
                let items = transactions.bags().items().iter();
                let could = set_of(items.filter_map(|item| label_of[item.index()])).len();
                let used = set_of(release.bags().items().iter()).len();
                Applied::Labels { earlier: self.earlier.labels(), used, suppressed: could - used, empty }
            }
        })
    }
}

// An earlier release, with its rows stored as names.

/// The distinct rows of an earlier release. Its labels are stored as names, not as nodes: a taxonomy is
/// pruned to its data, so node numbers differ between the earlier and the new data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Earlier {
    labels: Names,
    /// Rows as indexes into `labels`, sorted. Each row is sorted, and repeats a label as often as it was published.
    rows: Vec<Box<[u32]>>,
}

impl Earlier {
    /// An earlier release from its `rows`, whose numbers are indexes into `labels`.
    ///
    /// # Panics
    /// If a row has an index beyond the end of `labels`.
    pub fn new<R: AsRef<[u32]>>(labels: Names, rows: impl IntoIterator<Item = R>) -> Earlier {
        let sorted = |row: R| {
            let mut row = row.as_ref().to_vec();
            row.sort_unstable();
            assert!(row.last().is_none_or(|&label| (label as usize) < labels.len()), "labels have numbers");
            row.into_boxed_slice()
        };
        let rows = set_of(rows.into_iter().map(sorted));
        Earlier { labels, rows }
    }

    /// Number of distinct non-empty rows.
    pub fn rows(&self) -> usize {
        self.rows.iter().filter(|row| !row.is_empty()).count()
    }

    /// Number of distinct labels.
    pub fn labels(&self) -> usize {
        self.labels.len()
    }

    /// The rows whose labels are all nodes of `taxonomy`; only these can be reused for a new row. A pruned
    /// taxonomy has only nodes with items at or below them. O(text of the labels + labels of the rows).
    fn bags(&self, taxonomy: &Taxonomy) -> Bags {
        let nodes = self.nodes(taxonomy);
        self.rows
            .iter()
            .filter_map(|row| row.iter().map(|&label| nodes[label as usize]).collect::<Option<Vec<Node>>>())
            .collect()
    }

    /// By node of `taxonomy`, the label it is published as, or `None`. The root is never a label: it has no
    /// information.
    fn labels_of(&self, taxonomy: &Taxonomy, standing: StandsFor) -> Vec<Option<Node>> {
        let mut label_of: Vec<Option<Node>> = vec![None; taxonomy.len()];
        for label in self.nodes(taxonomy).into_iter().flatten().filter(|&label| label != Node::ROOT) {
            label_of[label.index()] = Some(label);
        }
        if standing == StandsFor::AtOrAbove {
            for node in taxonomy.nodes().skip(1) {
                label_of[node.index()] = label_of[node.index()].or(label_of[taxonomy.parent(node).index()]);
            }
        }
        label_of
    }

    /// By label, the node with its name; `None` if `taxonomy` has no such node.
    fn nodes(&self, taxonomy: &Taxonomy) -> Vec<Option<Node>> {
        self.labels.iter().map(|label| taxonomy.find(label)).collect()
    }
}
