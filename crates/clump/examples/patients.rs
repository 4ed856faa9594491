//! Makes patients who do not exist: `patients HIERARCHY NUMBER > patients.txt`, a line of codes for each.
//!
//! HIERARCHY is a file of rows `code;...;chapter;root`, as ARX has them. A patient has one to four conditions, each a group of
//! codes that stand together in the hierarchy, and one to three codes of each; half of all conditions come from one
//! group in twenty, so that some illnesses are common and most are not. The same arguments give the same patients.

#![allow(clippy::disallowed_methods, reason = "an example is a program")]

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufWriter, Write, stdout};

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(hierarchy), Some(number)) = (arguments.next(), arguments.next()) else {
        return Err("usage: patients HIERARCHY NUMBER".into());
    };
    let text = std::fs::read_to_string(hierarchy)?;
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in text.lines() {
        let mut nodes = line.split(';');
        let (Some(code), Some(group)) = (nodes.next(), nodes.nth(1)) else {
            return Err("too few columns".into());
        };
        groups.entry(group).or_default().push(code);
    }
    let groups: Vec<Vec<&str>> = groups.into_values().collect();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let common: Vec<&Vec<&str>> = groups.sample(&mut random, groups.len().div_ceil(20)).collect();
    let mut out = BufWriter::new(stdout().lock());
    for _ in 0..number.parse::<usize>()? {
        let mut codes: Vec<&str> = Vec::new();
        for _ in 0..random.random_range(1..=4) {
            let group = if random.random_bool(0.5) {
                *common.choose(&mut random).ok_or("no codes")?
            } else {
                groups.choose(&mut random).ok_or("no codes")?
            };
            let number = random.random_range(1..=3);
            codes.extend(group.sample(&mut random, number));
        }
        codes.sort_unstable();
        codes.dedup();
        writeln!(out, "{}", codes.join(" "))?;
    }
    Ok(out.flush()?)
}
