//! What is done for owners besides the promise of the method, between reading and grouping: those who were published before stay
//! with whom they were.

pub(crate) mod budget;
pub(crate) mod candidates;
pub(crate) mod close_words;
pub(crate) mod ledger;
