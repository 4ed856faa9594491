//! Protects owners beyond the promise of the method, between reading and grouping. Owners who were published
//! before stay in groups with the same owners, and numbers do not change by few people.

pub(crate) mod candidates;
pub(crate) mod close_words;
pub(crate) mod ledger;
mod numbered_rows;
pub(crate) mod over_time;
pub(crate) mod pieces_over_time;
