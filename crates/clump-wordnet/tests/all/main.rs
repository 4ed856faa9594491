//! The nouns of WordNet: read from its files, embedded, and looked up.

mod database;
mod linked;
mod nouns;
#[cfg(feature = "generate")]
mod rebuild;
mod stable;
mod web_senses;
