//! Maps the words of queries and the items of baskets to nodes of the taxonomy. A [`WordMapper`] holds the
//! meanings of words; a [`Mapper`] uses it to map a whole log and counts the results.

mod completing;
mod mapper;
mod node_owners;
mod overrides;
mod vocabulary;
mod word_mapper;

pub(crate) use completing::Trees;
pub(crate) use mapper::Mapper;
pub use word_mapper::{MappedParts, WordMapper};
