//! What is read and what is written, in every format.

#![allow(
    clippy::unwrap_used,
    reason = "a test ends at the first surprise; clippy knows only functions marked as tests"
)]

mod common;
mod written;

mod bounded_facts;
mod delimiters;
#[cfg(feature = "columnar")]
mod ends;
mod exports;
mod fact_tables;
mod facts;
mod formats;
mod logs;
mod mapping;
mod owners;
mod reading_memory;
mod releases;
mod rewritten;
mod sources;
mod tables;
mod taxonomies;
mod times;
mod transactions;
mod typed;
mod whole_queries;
mod word_mapper;
