//! What would be left of a log as counts with noise, of its items or of its queries, before anything is published.

use clump_core::containers::Ragged;
use clump_noise::{NoiseError, Outlook, outlook};

use crate::Data;

impl Data {
    /// What counts of items with noise would keep at usual settings: each item that an owner has is a fact. O(items).
    ///
    /// # Errors
    /// When this build has no noise.
    pub fn outlook(&self) -> Result<Vec<Outlook>, NoiseError> {
        let rows = &self.transactions;
        let items_of_owners = (0..rows.len())
            .flat_map(|row| rows.get(row).iter().map(move |item| (rows.owner(row) as usize, item.0)));
        let mut owners = Ragged::by_key(rows.owners(), items_of_owners);
        owners.make_sets();
        outlook(owners.iter(), self.taxonomy.len())
    }
    /// The same of counts of whole queries: each query that an owner asked is a fact. O(queries).
    ///
    /// # Errors
    /// When this build has no noise.
    pub fn outlook_of_queries(&self) -> Result<Vec<Outlook>, NoiseError> {
        let (rows, asked) = (&self.transactions, &self.queries.whole.of);
        let queries_of_owners = (0..asked.len())
            .flat_map(|row| asked.get(row).iter().map(move |&query| (rows.owner(row) as usize, query)));
        let mut owners = Ragged::by_key(rows.owners(), queries_of_owners);
        owners.make_sets();
        outlook(owners.iter(), self.queries.texts.len())
    }
}
