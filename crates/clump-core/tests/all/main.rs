//! Definitions and methods against the papers' examples, against naive definitions, and as properties of random data.

#![allow(
    clippy::unwrap_used,
    reason = "a test ends at the first surprise; clippy knows only functions marked as tests"
)]

mod common;
mod random;

mod apriori;
mod bits;
mod ceilings;
mod certainty;
mod composition;
mod definitions;
mod fates;
mod grow;
mod information;
mod over_time;
mod paper;
mod parameters;
mod partition;
mod pieces;
mod progress;
mod properties;
mod risk;
mod shards;
mod utility;
mod verdicts;
