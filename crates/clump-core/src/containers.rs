//! The few containers that everything else is made of, each written once.
//!
//! - [`Ragged`]: lists of different lengths end to end in one allocation; [`Bounds`] is where they begin and end.
//! - [`Interner`]: distinct texts with dense numbers; [`NameIndex`] finds a text among [`Names`](crate::names::Names).
//! - [`SparseCounts`]: a count for each of many keys, which is cleared in the time of counting;
//!   [`count_sorted`] counts sorted values, and [`set_of`] sorts values and drops repetitions.
//!
//! Nothing here iterates over a hash table: every order is that of insertion or of the keys.
//!
//! The checks of promises ([`verify`](crate::verify)) do not use them: they share no code with what they
//! check.

pub mod names;
mod ragged;
mod sparse;

pub use names::{Interner, NameIndex};
pub use ragged::{Bounds, Ragged};
pub use sparse::{SparseCounts, count_sorted, set_of};
