//! `apriori`: k^m-anonymity by replacing items with nodes of one or several cuts through the taxonomy.
//!
//! M. Terrovitis, N. Mamoulis, P. Kalnis: *Privacy-preserving Anonymization of Set-valued Data*, VLDB 2008
//! (AA), and *Local and global recoding methods for anonymizing set-valued data*, VLDB Journal 2011 (LRA and
//! VPA). If an attacker knows at most m items of an owner, the rows of at least k owners match these items,
//! or no row does. Rows need not be equal, so much more is kept than under k-anonymity if m is small.
//!
//! A cut determines the node that each item is published as, the same in all its rows. If one item is
//! replaced by its parent, so is everything below that parent. Rows are published as sets of nodes of the
//! cut. The root of the taxonomy carries no information and is left out.
//!
//! `climb` is AA; it works on rows `extended` by the ancestors of their items. `parts` makes the chunks of
//! LRA and the item groups of VPA.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{AnonymizeError, Anonymizer, Method, ParameterError};
use crate::progress::{Cancelled, Progress, Stage};
use crate::promise::{KmAnonymity, Promise};
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

mod climb;
mod extended;
mod hierarchy;
mod parts;

use climb::RowMeter;
use extended::{Extended, Records};
use hierarchy::{Hierarchy, TaxonomyCut};

/// Reach of a cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Recoding {
    /// One cut for all rows: AA.
    #[default]
    Global,
    /// A cut for each chunk of similar rows: LRA. An item may have different labels in different chunks. It
    /// pays if rows form clusters. Otherwise a set is rarer in a chunk than in all rows, and more is lost: on
    /// the FoodMart baskets at k = 5 and m = 2, NCP is 0.56 with ten chunks and 0.09 with one cut.
    Local,
    /// One cut for all rows, made for groups of items first and then for all items: VPA.
    Vertical,
}

/// Parameters of [`Apriori`] before they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AprioriParameters {
    /// Least number of owners whose rows match the items that the attacker knows.
    pub k: usize,
    /// Largest number of items of an owner that the attacker knows.
    pub m: usize,
    /// Rows that share one cut: all rows, or the rows of a chunk.
    pub recoding: Recoding,
    /// Number of chunks of [`Recoding::Local`] or of item groups of [`Recoding::Vertical`];
    /// [`Recoding::Global`] ignores it.
    pub parts: usize,
}

impl AprioriParameters {
    /// Parameters for one cut through the taxonomy for all rows.
    pub fn new(k: usize, m: usize) -> AprioriParameters {
        AprioriParameters { k, m, recoding: Recoding::default(), parts: 10 }
    }

    /// Checks the parameters and makes the method. It is an error if k < 2, m < 1 or parts < 1.
    pub fn check(self) -> Result<Apriori, ParameterError> {
        ParameterError::require_k(self.k)?;
        if self.m < 1 {
            return Err(ParameterError::NothingKnown { parameter: "m" });
        }
        if self.parts < 1 {
            return Err(ParameterError::NoParts);
        }
        Ok(Apriori(self))
    }
}

/// AA, LRA and VPA. Worst-case time O(sum over the rows of (items x levels)^m); memory O(sum of items x levels).
///
/// Not suitable if a branch right below the root has fewer than k owners, or if two branches occur together
/// in the rows of fewer than k: only the root hides these, and the root suppresses everything. Query logs
/// over WordNet are such a case: its root has a branch that few owners ask about. [`Recoding::Local`] limits
/// this effect to single chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Apriori(AprioriParameters);

impl Method for Apriori {
    fn name(&self) -> &'static str {
        "apriori"
    }

    fn promise(&self) -> Promise {
        KmAnonymity { k: self.0.k, m: self.0.m }.into()
    }
}

impl Anonymizer for Apriori {
    fn anonymize(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Release, AnonymizeError> {
        let AprioriParameters { k, recoding, parts, .. } = self.0;
        AnonymizeError::require_owners(transactions.owners(), k)?;
        let chunks = match recoding {
            Recoding::Local => parts::chunks(transactions, taxonomy, parts, k),
            Recoding::Global | Recoding::Vertical => vec![transactions.by_owner().into_parts().0],
        };
        let groups = if recoding == Recoding::Vertical { parts } else { 1 };
        progress.begin(Stage::Group, transactions.len() as u64);
        let published: Vec<Vec<Vec<Node>>> = chunks
            .par_iter()
            .map(|rows| self.recode(transactions, taxonomy, rows, groups, progress))
            .collect::<Result<_, Cancelled>>()?;
        progress.end();
        let mut bag_of = vec![0; transactions.len()];
        for (bag, &row) in chunks.iter().flatten().enumerate() {
            bag_of[row as usize] = bag as u32;
        }
        Ok(Release::new(Bags::from_iter(published.into_iter().flatten()), bag_of))
    }
}

impl Apriori {
    /// Labels of `rows`, in their order, by one cut for these rows only. The rows must belong to at least k
    /// owners, and all rows of an owner must follow each other.
    fn recode(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        rows: &[u32],
        groups: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Vec<Node>>, Cancelled> {
        progress.go_on()?;
        let AprioriParameters { k, m, .. } = self.0;
        let k = u32::try_from(k).expect("there are k owners, and owners are numbered by u32");
        let occurring = rows.iter().flat_map(|&row| transactions.get(row as usize)).copied();
        let hierarchy = Hierarchy::new(taxonomy, occurring);
        let records = Records::new(&hierarchy, transactions, rows);
        let mut cut = TaxonomyCut::new(&hierarchy);

        let supports = records.supports(&hierarchy);
        climb::clear_rare_nodes(&supports, k, &mut cut);
        let mut meter = RowMeter::new(progress, rows.len());
        if m > 1 {
            if groups > 1 {
                let extended = Extended::new(&hierarchy, &records, &supports, &cut);
                parts::clear_rare_sets_in_groups(&extended, k, m, groups, &mut cut, progress)?;
            }
            let extended = Extended::new(&hierarchy, &records, &supports, &cut);
            climb::clear_rare_sets(extended, k, m, &mut cut, &mut meter)?;
        }

        let covers = cut.covers();
        let publish = |items: &[u32]| {
            let mut nodes: Vec<Node> =
                items.iter().map(|&item| hierarchy.label[covers[item as usize] as usize]).collect();
            nodes.retain(|&node| node != Node::ROOT);
            nodes.sort_unstable();
            nodes.dedup();
            nodes
        };
        Ok(records.iter().map(|(_, items)| publish(items)).collect())
    }
}
