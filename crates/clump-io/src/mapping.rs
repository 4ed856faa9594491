//! Maps words, or items of baskets, to nodes of the taxonomy. A [`WordMapper`] knows the meanings of words; a
//! [`Mapper`] maps a whole log with it and keeps counts.

mod completing;
mod mapper;
mod node_owners;
mod overrides;
mod vocabulary;
mod word_mapper;

pub(crate) use completing::Trees;
pub(crate) use mapper::Mapper;
pub use word_mapper::{MappedParts, WordMapper};
