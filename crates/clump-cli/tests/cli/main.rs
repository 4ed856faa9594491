//! The command line as its users meet it: the built binary, run in a fresh folder. A snapshot holds status, stdout and
//! stderr of one run together. `cargo insta review` or `INSTA_UPDATE=always` accept a change after it was read.

#![allow(
    clippy::unwrap_used,
    reason = "a test ends at the first surprise; clippy knows only functions marked as tests"
)]

mod desk;

mod anonymize;
mod apply;
mod arguments;
mod attacks;
mod ceilings;
mod certain;
mod certain_facts;
mod compare;
mod control_characters;
mod cost;
mod counts;
mod divided;
mod drop_rare;
mod figures;
mod files;
mod floor;
mod formats;
mod generate;
mod guards;
mod hashes;
mod help;
mod input;
mod inspect;
mod interrupt;
mod measure;
mod methods;
mod noise;
mod order;
mod owners;
mod remedies;
mod reproduce;
mod sensitive;
mod sign;
mod tables;
mod targets;
mod taxonomy;
mod taxonomy_build;
mod transactions;
mod verify;
mod words;
