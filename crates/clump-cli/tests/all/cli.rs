//! The command line as its users meet it: the built binary, run in a fresh folder. Sessions of commands and what they print are
//! `scripts`; tests that also look elsewhere are functions. A snapshot holds status, stdout and stderr of one run together.
//! `cargo insta review` or `INSTA_UPDATE=always` accept a change after it was read.

mod accounts;
mod anonymize;
mod apply;
mod attacks;
mod ceilings;
mod certain;
mod certain_facts;
mod compare;
mod control_characters;
mod cost;
mod counts;
mod disguises;
mod divided;
mod drop_rare;
mod figures;
mod floor;
mod folders;
mod formats;
mod generate;
mod guards;
mod hashes;
mod help;
mod identifiers;
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
mod scripts;
mod sensitive;
mod serve;
mod sign;
mod tables;
mod targets;
mod taxonomy;
mod taxonomy_build;
mod transactions;
mod verify;
mod words;
