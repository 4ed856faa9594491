//! The methods on the lines of a query log: those of practice ([`habits`]), and those proposed instead. Each
//! is a [`Rewriter`](clump_core::rewrite::Rewriter): lines in, lines out.

pub mod attack;
pub mod habits;
pub mod hash;
mod key;
pub mod linkage;
mod query_history;
pub mod share;
pub mod split;
mod texts;

pub use clump_core::normal_form::normal_form;
pub use key::{Key, KeyError};
pub use texts::{host, words};
