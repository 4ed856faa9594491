//! Methods on the lines of a log, and what an attacker reads in their releases.

#![allow(
    clippy::unwrap_used,
    reason = "a test ends at the first surprise; clippy knows only functions marked as tests"
)]

mod common;

mod habits;
mod hash;
mod linkage;
mod share;
mod split;
