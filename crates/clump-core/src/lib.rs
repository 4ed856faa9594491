//! Definitions and methods of clump. No files, no printing, no clock.
pub mod names;
pub mod progress;
pub mod taxonomy;
pub mod transactions;
