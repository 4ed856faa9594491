//! Whole runs, from what is asked to what is written and checked. What needs no feature stands in `weight`; everything
//! else is tested with all of them.

#![allow(
    clippy::unwrap_used,
    reason = "a test ends at the first surprise; clippy knows only functions marked as tests"
)]

mod common;

#[cfg(feature = "default")]
mod apply;
mod bits;
#[cfg(feature = "default")]
mod certain_facts;
mod certificate;
#[cfg(feature = "default")]
mod changes;
#[cfg(feature = "default")]
mod cluster;
#[cfg(feature = "default")]
mod cluster_facts;
#[cfg(feature = "default")]
mod compare;
#[cfg(feature = "columnar")]
mod ends;
#[cfg(feature = "default")]
mod extremes;
#[cfg(feature = "default")]
mod forms;
#[cfg(feature = "default")]
mod golden;
#[cfg(feature = "default")]
mod lift;
#[cfg(feature = "default")]
mod methods;
#[cfg(feature = "default")]
mod mutations;
mod pieces;
#[cfg(feature = "default")]
mod promise;
#[cfg(feature = "signed")]
mod signature;
#[cfg(feature = "default")]
mod units;
