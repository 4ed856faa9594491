//! Whole runs, from what is asked to what is written and checked. What needs no feature stands in `weight`; everything
//! else is tested with all of them. Two programs stand beside this one: `cancel`, since it measures how soon a run ends, and
//! `examples`, since Cargo builds examples only where all of a crate is tested.

#![allow(
    clippy::unwrap_used,
    reason = "a test ends at the first surprise; clippy knows only functions marked as tests"
)]

#[cfg(feature = "default")]
mod common;

#[cfg(feature = "default")]
mod advice;
#[cfg(feature = "default")]
mod apply;
#[cfg(feature = "default")]
mod bits;
#[cfg(feature = "default")]
mod certain_facts;
#[cfg(feature = "default")]
mod certificate;
#[cfg(feature = "default")]
mod changes;
#[cfg(feature = "default")]
mod cluster;
#[cfg(feature = "default")]
mod cluster_facts;
#[cfg(feature = "default")]
mod compare;
#[cfg(feature = "default")]
mod ends;
#[cfg(feature = "default")]
mod extremes;
#[cfg(feature = "default")]
mod forms;
#[cfg(feature = "default")]
mod golden;
#[cfg(feature = "default")]
mod hidden_cells;
#[cfg(feature = "default")]
mod ledger;
#[cfg(feature = "default")]
mod methods;
#[cfg(feature = "default")]
mod never;
#[cfg(feature = "default")]
mod pieces;
#[cfg(feature = "default")]
mod places;
#[cfg(feature = "default")]
mod promise;
#[cfg(feature = "schema")]
mod schema;
#[cfg(feature = "default")]
mod signature;
#[cfg(feature = "default")]
mod units;
mod weight;
