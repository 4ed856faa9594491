//! The nouns of WordNet: read from its files, embedded, and looked up.

mod database;
#[cfg(feature = "embedded")]
mod linked;
#[cfg(feature = "embedded")]
mod nouns;
#[cfg(feature = "generate")]
mod rebuild;
#[cfg(feature = "embedded")]
mod stable;
#[cfg(feature = "embedded")]
mod web_senses;
