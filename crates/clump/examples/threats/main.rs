//! Simulates attacks on a log of queries and on its releases, and prints what each of them achieves: the figures of `docs/explanation/threats.md`.
//!
//! ```text
//! cargo run --release -p clump-anon --example threats -- LOG K SENSITIVE
//! cargo run --release -p clump-anon --example threats -- examples/queries.tsv 5 illness
//! ```
//!
//! SENSITIVE is a node of WordNet that nobody should learn of an owner. Everything that is drawn has a seed, so the same log gives the
//! same figures.
//!
//! With baskets instead of a log, and the file of their taxonomy, it prints what made-up owners achieve:
//!
//! ```text
//! cargo run --release -p clump-anon --example threats -- sybils BASKETS TAXONOMY K
//! ```

#![allow(clippy::disallowed_methods, reason = "an example is a program")]

use std::error::Error;
use std::io::{Write, stdout};
use std::path::Path;

use clump::core::anonymize::Anonymizer;
use clump::core::anonymize::nearest::NearestParameters;
use clump::core::release::{Release, RootItems};
use clump::core::taxonomy::Taxonomy;
use clump::core::transactions::Transactions;
use clump::io::{Layout, Unit};
use clump::{Data, Job, Nearest};

mod language;
mod many_rows;
mod one_release;
mod sybils;
#[cfg(test)]
mod tests;
mod two_releases;

/// A result that may be any error: this is a program.
type Tried<T> = Result<T, Box<dyn Error>>;

fn main() -> Tried<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let table = match arguments[..] {
        ["sybils", baskets, taxonomy, k] => of_baskets(Path::new(baskets), Path::new(taxonomy), k.parse()?)?,
        [log, k, sensitive] => table(Path::new(log), k.parse()?, sensitive)?,
        _ => return Err("usage: threats LOG K SENSITIVE, or threats sybils BASKETS TAXONOMY K".into()),
    };
    write!(stdout().lock(), "{table}")?;
    Ok(())
}

/// What made-up owners achieve against the baskets at `path`.
fn of_baskets(path: &Path, taxonomy: &Path, k: usize) -> Tried<String> {
    let mut job = Job::anonymize(path).taxonomy(taxonomy.to_owned()).method(Nearest::default()).k(k);
    job.input.layout = Some(Layout::Basket);
    let data = Data::read(&job, &())?;
    Ok(written([sybils::sybils_who_know(&data.transactions, &data.taxonomy, k)?]))
}

/// What an attack achieved.
struct Figure {
    attack: &'static str,
    /// What of all is counted.
    counted: &'static str,
    /// Against what, and the share.
    shares: Vec<(&'static str, f64)>,
}

/// All attacks on the log at `path`, a line of Markdown each.
fn table(path: &Path, k: usize, sensitive: &str) -> Tried<String> {
    let by_owner = read(path, Unit::Owner, k)?;
    let by_query = read(path, Unit::Query, k)?;
    let rows = whole_rows(&by_owner.transactions, &by_owner.taxonomy, k)?;
    let figures = [
        one_release::linkage(&by_owner, &rows, k)?,
        one_release::homogeneity(&by_owner, &rows, sensitive)?,
        two_releases::composition(&by_owner, k)?,
        one_release::sybils(&by_owner, k)?,
        sybils::sybils_who_know(&by_owner.transactions, &by_owner.taxonomy, k)?,
        many_rows::intensity(&by_query, k)?,
        one_release::length(&by_owner, &rows),
        many_rows::reassociation(&by_query, k)?,
        language::pseudonyms(path)?,
    ];
    Ok(written(figures))
}

/// The `figures`, a line of Markdown each.
fn written(figures: impl IntoIterator<Item = Figure>) -> String {
    let mut table = "| attack | what is counted | share |\n|---|---|---|\n".to_owned();
    for Figure { attack, counted, shares } in figures {
        let shares: Vec<String> =
            shares.iter().map(|(against, share)| format!("{against} {:.1} %", 100.0 * share)).collect();
        table.push_str(&format!("| {attack} | {counted} | {} |\n", shares.join("; ")));
    }
    table
}

fn read(path: &Path, unit: Unit, k: usize) -> Tried<Data> {
    Ok(Data::read(&Job::anonymize(path).method(Nearest::default()).unit(unit).k(k), &())?)
}

/// Whole rows, as `nearest` publishes them.
fn whole_rows(transactions: &Transactions, taxonomy: &Taxonomy, k: usize) -> Tried<Release> {
    let release = NearestParameters::new(k).check()?.anonymize(transactions, taxonomy, &())?;
    Ok(release.canonical(taxonomy, RootItems::Drop))
}

/// The rows of the owners for whom `is_in` holds, renumbered, and which owner each of them was.
fn those(transactions: &Transactions, is_in: impl Fn(u32) -> bool) -> (Transactions, Vec<u32>) {
    let (mut some, mut was) = (Transactions::default(), Vec::new());
    for row in (0..transactions.len()).filter(|&row| is_in(transactions.owner(row))) {
        let owner = transactions.owner(row);
        if was.last() != Some(&owner) {
            was.push(owner);
        }
        some.push(was.len() as u32 - 1, transactions.get(row).iter().copied());
    }
    (some, was)
}

/// A part of a whole; nothing of nothing.
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}
