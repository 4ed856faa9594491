//! The methods that change the lines of a query log: those used in practice ([`habits`]), and newer ones.
//! Each is a [`Rewriter`](clump_core::rewrite::Rewriter): it reads lines and publishes lines.

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
