//! Tables of facts: with exact numbers, with cells, and with noise.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use clump::core::facts::{By, FactKind, TableSpec};
use clump::core::promise::{Privacy, PropertyName};
use clump::{Counts, Job, ReleaseFile, Stated, run};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use super::{Changed, hold_against, one_of};
use crate::common::Desk;

const K: u64 = 5;
const K_CELL: u64 = 3;

#[derive(Clone)]
struct Facts {
    desk: Rc<Desk>,
    kind: Kind,
    header: String,
    rows: Vec<Fact>,
    certificate: Value,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Plain,
    Cells,
    Noise,
}

#[derive(Clone, PartialEq, Eq)]
struct Fact {
    item: String,
    /// Empty for all cells together, or where there are none.
    cell: String,
    owners: u64,
}

impl Facts {
    fn make(random: &mut ChaCha8Rng, kind: Kind) -> Facts {
        let items = ["tea", "gin", "milk", "rum", "ale", "ice"];
        let mut table = "owner,item,region\n".to_owned();
        for owner in 0..random.random_range(30..60) {
            let region = one_of(&["north", "south", "east"], random);
            for _ in 0..random.random_range(1..6) {
                table += &format!("p{owner},{},{region}\n", one_of(&items, random));
            }
        }
        let desk = Desk::new("");
        desk.write("table.csv", &table);
        let of_items = TableSpec::of(FactKind::Item);
        let counts = match kind {
            Kind::Plain => Counts::of([of_items]),
            Kind::Cells => {
                let by_region = of_items.by(By::Column("region".to_owned()));
                Counts::of([by_region]).k_cell(Some(K_CELL as usize))
            }
            Kind::Noise => Counts::of([of_items]).noise(Privacy::new(8.0, 0.001, 4).unwrap()),
        };
        let job = Job::anonymize(desk.path("table.csv")).owner("owner").k(K as usize).method(counts);
        run(&job.output(desk.path("release.tsv")), &()).unwrap();
        let text = desk.read("release.tsv");
        let (header, rows) = text.split_once('\n').unwrap();
        let fact = |line: &str| {
            let cells: Vec<&str> = line.split('\t').collect();
            let cell = if cells.len() == 3 { cells[1] } else { "" };
            Fact {
                item: cells[0].to_owned(),
                cell: cell.to_owned(),
                owners: cells[cells.len() - 1].parse().unwrap(),
            }
        };
        let rows = rows.lines().map(fact).collect();
        let certificate = serde_json::from_str(&desk.read("release.tsv.certificate.json")).unwrap();
        Facts { header: header.to_owned(), desk: Rc::new(desk), kind, rows, certificate }
    }

    /// The promise of noise, as the certificate states it.
    fn noise(&mut self) -> &mut Value {
        let properties = self.certificate["promise"].as_array_mut().unwrap();
        properties.iter_mut().find(|property| property["property"] == "differential-privacy").unwrap()
    }

    /// True if every row has enough owners and occurs once, and the cells of a fact have k owners together.
    fn are_common(&self) -> bool {
        let least = |_: &Fact| if self.kind == Kind::Cells { K_CELL } else { K };
        let keys: BTreeSet<(&str, &str)> =
            self.rows.iter().map(|fact| (fact.item.as_str(), fact.cell.as_str())).collect();
        let are_enough =
            self.rows.iter().all(|fact| fact.owners >= least(fact)) && keys.len() == self.rows.len();
        are_enough && (self.kind != Kind::Cells || self.has_enough_in_cells())
    }

    /// Published cells of a fact have k owners together.
    fn has_enough_in_cells(&self) -> bool {
        let mut by_item: BTreeMap<&str, Vec<&Fact>> = BTreeMap::new();
        for fact in &self.rows {
            by_item.entry(&fact.item).or_default().push(fact);
        }
        by_item.values().all(|facts| facts.iter().map(|fact| fact.owners).sum::<u64>() >= K)
    }

    /// Whether scale and threshold are enough, by adding up the probabilities of noise, and no number is below the threshold.
    fn is_private(&self) -> bool {
        let mut this = self.clone();
        let noise = this.noise();
        let number = |key: &str| noise[key].as_f64().unwrap();
        let (scale, threshold) = (number("noise-scale"), number("threshold"));
        let p = (-1.0 / scale).exp();
        let of = |noise: i64| (1.0 - p) / (1.0 + p) * p.powi(noise.unsigned_abs() as i32);
        let least = threshold as i64 - K as i64;
        let passes: f64 = (least..least + 2_000).map(of).sum();
        let any_passes = 1.0 - (1.0 - passes).powf(number("per-owner"));
        number("per-owner") / scale <= number("epsilon") * (1.0 + 1e-9)
            && any_passes <= number("delta")
            && self.rows.iter().all(|fact| fact.owners as f64 >= threshold)
    }
}

impl Changed for Facts {
    fn change(&mut self, random: &mut ChaCha8Rng) {
        if self.kind == Kind::Noise && random.random_bool(0.3) {
            let scale = *one_of(&[0.4, 0.5, 0.6, 1.0, 3.0], random);
            let threshold = random.random_range(1..16);
            let noise = self.noise();
            if random.random_bool(0.5) {
                noise["noise-scale"] = scale.into()
            } else {
                noise["threshold"] = threshold.into()
            }
            return;
        }
        if self.rows.is_empty() {
            return;
        }
        let row = random.random_range(0..self.rows.len());
        let other = one_of(&self.rows, random).clone();
        match random.random_range(0..6) {
            0 => drop(self.rows.remove(row)),
            1 => self.rows.insert(row, other),
            2 => self.rows[row].item = one_of(&[other.item.as_str(), "zz"], random).to_string(),
            3 if self.kind == Kind::Cells => {
                self.rows[row].cell = one_of(&[other.cell.as_str(), "west"], random).to_string();
            }
            _ => {
                let owners = self.rows[row].owners;
                let numbers = [
                    0,
                    K_CELL - 1,
                    K_CELL,
                    K - 1,
                    K,
                    owners + 1,
                    owners + 3,
                    owners + 40,
                    owners.saturating_sub(1),
                ];
                self.rows[row].owners = *one_of(&numbers, random);
            }
        }
    }

    fn is_kept(&self) -> Option<Vec<bool>> {
        let common = self.are_common();
        Some(if self.kind == Kind::Noise { vec![common, self.is_private()] } else { vec![common] })
    }

    fn is_verified(&self) -> Option<Vec<bool>> {
        self.desk.write("changed.tsv", &self.text());
        self.desk.write("changed.tsv.certificate.json", &self.certificate.to_string());
        let mut promise = vec![PropertyName::CommonFacts];
        promise.extend((self.kind == Kind::Noise).then_some(PropertyName::DifferentialPrivacy));
        let stated = Stated { promise: Some(promise.clone()), rewritten: true, ..Stated::default() };
        let file = ReleaseFile::read(&self.desk.path("changed.tsv"), Some(&promise), None, None).unwrap();
        let checked = file.check(stated).unwrap();
        Some(checked.properties.iter().map(clump::CheckedProperty::holds).collect())
    }

    fn text(&self) -> String {
        let line = |fact: &Fact| match self.kind {
            Kind::Cells => format!("{}\t{}\t{}\n", fact.item, fact.cell, fact.owners),
            _ => format!("{}\t{}\n", fact.item, fact.owners),
        };
        std::iter::once(format!("{}\n", self.header)).chain(self.rows.iter().map(line)).collect()
    }
}

#[test]
fn common_facts() {
    hold_against("common facts", |random| Facts::make(random, Kind::Plain));
    hold_against("common facts with cells", |random| Facts::make(random, Kind::Cells));
}

#[test]
fn noisy_facts() {
    hold_against("facts with noise", |random| Facts::make(random, Kind::Noise));
}
