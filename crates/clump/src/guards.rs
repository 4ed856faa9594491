//! Protects owners beyond the promise of the method, between reading and grouping. Owners who were published
//! before stay in groups with the same owners.

pub(crate) mod candidates;
pub(crate) mod close_words;
pub(crate) mod ledger;
