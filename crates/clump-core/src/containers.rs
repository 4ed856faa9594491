//! The basic containers that the rest of the library uses.
//!
//! - [`Ragged`]: lists of different lengths, end to end in one allocation; [`Bounds`] stores where they begin and end.
//! - [`Interner`]: distinct texts with consecutive numbers; [`NameIndex`] finds a text among
//!   [`Names`](crate::names::Names).
//! - [`SparseCounts`]: a count for each of many keys, which can be cleared fast; [`count_sorted`] counts sorted
//!   values, and [`set_of`] sorts values and removes repetitions.
//!
//! Nothing here iterates over a hash table: the order is always that of insertion or of the keys.
//!
//! The checks of promises ([`verify`](crate::verify)) do not use these containers, because checks share no code
//! with the methods.

pub mod names;
mod ragged;
mod sparse;

pub use names::{Interner, NameIndex};
pub use ragged::{Bounds, Ragged};
pub use sparse::{SparseCounts, count_sorted, set_of};
