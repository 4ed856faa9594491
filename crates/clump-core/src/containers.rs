//! The few containers that everything else is made of, each written once.
//!
//! - [`Ragged`]: lists of different lengths end to end in one allocation; [`Bounds`] is where they begin and end.
//! - [`Interner`]: distinct texts with dense numbers; [`NameIndex`] finds a text among [`Names`](crate::names::Names).
//! - [`SparseCounts`]: a count for each of many keys that is cleared by what was counted; [`count_sorted`] counts what
//!   is sorted, and [`set_of`] sorts.
//!
//! Nothing here iterates over a hash table: every order is that of insertion or of the keys.
//!
//! What checks a promise ([`verify`](crate::verify)) does not use them: it shares no code with what it checks.

pub mod names;
mod ragged;
mod sparse;

pub use names::{Interner, NameIndex};
pub use ragged::{Bounds, Ragged};
pub use sparse::{Drain, SparseCounts, count_sorted, set_of};
