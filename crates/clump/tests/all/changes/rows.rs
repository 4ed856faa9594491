//! Releases of rows: one for each owner, groups, and pieces.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use clump::core::promise::PropertyName;
use clump::io::release::ReleaseLayout;
use clump::{Job, Method, MethodName, ReleaseFile, Stated, run};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Changed, hold_against, one_of};
use crate::common::{Desk, with_share};

const K: usize = 3;
/// Labels that nobody should learn of.
const SENSITIVE: [&str; 2] = ["c1", "c2"];
/// What few have, so that most groups keep to a certainty.
pub(super) const RARE: &str = "d9";
/// Of what is below it, no more is told than it.
const CEILING: &str = "a";
const CODES: [&str; 8] = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2"];

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row {
    pub items: Vec<String>,
    pub text: String,
    pub owners: u64,
}

impl Row {
    /// What is the same in rows that are alike.
    pub fn content(&self) -> (Vec<&str>, &str) {
        let mut items: Vec<&str> = self.items.iter().map(String::as_str).collect();
        items.sort_unstable();
        (items, &self.text)
    }
}

#[derive(Clone)]
struct Rows {
    desk: Rc<Desk>,
    layout: ReleaseLayout,
    has_text: bool,
    stated: Stated,
    rows: Vec<Row>,
}

/// Owners with items that often go together.
pub(super) fn baskets(random: &mut ChaCha8Rng) -> Vec<Vec<&'static str>> {
    (0..random.random_range(20..40))
        .map(|_| {
            let favourite = random.random_range(0..4);
            let mut items: Vec<&str> = (0..random.random_range(1..5))
                .map(|_| {
                    if random.random_bool(0.7) {
                        CODES[favourite * 2 + random.random_range(0..2)]
                    } else {
                        *one_of(&CODES, random)
                    }
                })
                .collect();
            if random.random_bool(0.1) {
                items.push(RARE);
            }
            items.sort_unstable();
            items.dedup();
            items
        })
        .collect()
}

/// A table of them.
pub(super) fn table(baskets: &[Vec<&str>]) -> String {
    let rows = baskets
        .iter()
        .enumerate()
        .flat_map(|(owner, items)| items.iter().map(move |item| format!("p{owner},{item}\n")));
    std::iter::once("owner,item\n".to_owned()).chain(rows).collect()
}

/// The rows that stand in the text of a release.
pub(super) fn parsed(text: &str) -> Vec<Row> {
    let row = |line: &str| {
        let mut cells = line.split('\t');
        let owners = cells.next().unwrap().parse().unwrap();
        let items = cells.next().unwrap().split('|').filter(|item| !item.is_empty());
        let items = items.map(str::to_owned).collect();
        Row { owners, items, text: cells.next().unwrap_or_default().to_owned() }
    };
    text.lines().skip(1).map(row).collect()
}

impl Rows {
    fn make(random: &mut ChaCha8Rng, method: MethodName, layout: ReleaseLayout, stated: &Stated) -> Rows {
        let desk = Desk::new("");
        desk.write("table.csv", &table(&baskets(random)));
        let mut job = Job::anonymize(desk.path("table.csv"))
            .owner("owner")
            .taxonomy("prefix")
            .k(K)
            .method(Method::seeded(method, Some(7)))
            .output(desk.path("release.tsv"));
        job.words.accept_loss = true;
        if method != MethodName::Pieces {
            job = job.layout(layout);
        }
        if let Some(ceiling) = &stated.ceiling {
            job = job.ceiling(ceiling.iter().cloned());
        }
        if method == MethodName::Coherence {
            job = with_share(job.sensitive(SENSITIVE), "0.8");
        }
        run(&job, &()).unwrap();
        let rows = parsed(&desk.read("release.tsv"));
        let has_text = method == MethodName::Pieces;
        Rows { desk: Rc::new(desk), layout, has_text, stated: stated.clone(), rows }
    }

    /// Numbers of the rows that are like row `number`.
    fn alike(&self, number: usize) -> Vec<usize> {
        let is_alike = |&other: &usize| self.rows[other].content() == self.rows[number].content();
        (0..self.rows.len()).filter(is_alike).collect()
    }

    /// Makes what the rows state true again.
    fn restate(&mut self) {
        match self.layout {
            ReleaseLayout::Rows => {
                let counts: Vec<u64> = (0..self.rows.len()).map(|row| self.alike(row).len() as u64).collect();
                for (row, owners) in self.rows.iter_mut().zip(counts) {
                    row.owners = owners;
                }
            }
            ReleaseLayout::Groups => {
                let mut merged: Vec<Row> = Vec::new();
                for row in std::mem::take(&mut self.rows) {
                    match merged.iter_mut().find(|other| other.content() == row.content()) {
                        Some(other) => other.owners = other.owners.saturating_add(row.owners),
                        None => merged.push(row),
                    }
                }
                self.rows = merged;
            }
        }
    }

    /// What is stated of each distinct row.
    fn groups(&self) -> BTreeMap<(Vec<&str>, &str), Vec<u64>> {
        let mut groups: BTreeMap<_, Vec<u64>> = BTreeMap::new();
        for row in &self.rows {
            groups.entry(row.content()).or_default().push(row.owners);
        }
        groups
    }

    /// How many owners the rows that hold all of `labels` stand for.
    fn holding(&self, labels: &[&str]) -> u64 {
        let holds = |row: &&Row| labels.iter().all(|&label| row.items.iter().any(|item| item == label));
        self.rows.iter().filter(holds).fold(0, |sum, row| sum.saturating_add(self.stands_for(row)))
    }

    fn stands_for(&self, row: &Row) -> u64 {
        match self.layout {
            ReleaseLayout::Rows => 1,
            ReleaseLayout::Groups => row.owners,
        }
    }

    /// Sets of up to `most` labels that are not in `left_out` and stand in some row.
    fn known(&self, most: usize, left_out: &BTreeSet<String>) -> BTreeSet<Vec<&str>> {
        let mut all = BTreeSet::new();
        for row in &self.rows {
            let labels: BTreeSet<&str> =
                row.items.iter().filter(|item| !left_out.contains(*item)).map(String::as_str).collect();
            let labels: Vec<&str> = labels.into_iter().collect();
            let sets = (1..1u32 << labels.len()).filter(|set| set.count_ones() as usize <= most);
            all.extend(sets.map(|set| -> Vec<&str> {
                (0..labels.len()).filter(|place| set >> place & 1 == 1).map(|place| labels[place]).collect()
            }));
        }
        all
    }

    fn keeps(&self, property: PropertyName) -> Option<bool> {
        let nothing = BTreeSet::new();
        let sensitive = self.stated.sensitive.as_ref().unwrap_or(&nothing);
        let labels: BTreeSet<&String> = self.rows.iter().flat_map(|row| &row.items).collect();
        let has_rows = !self.rows.is_empty();
        let groups = self.groups();
        let owners = |stated: &Vec<u64>| match self.layout {
            ReleaseLayout::Rows => stated.len() as u64,
            ReleaseLayout::Groups => stated.iter().fold(0, |sum: u64, &owners| sum.saturating_add(owners)),
        };
        let k = K as u64;
        Some(match property {
            PropertyName::KAnonymity => has_rows && groups.values().all(|stated| owners(stated) >= k),
            PropertyName::KmAnonymity => {
                let m = self.stated.m.unwrap();
                has_rows && self.known(m, &nothing).iter().all(|set| self.holding(set) >= k)
            }
            PropertyName::Coherence => {
                let named = labels.iter().filter(|label| sensitive.contains(**label)).count();
                if named == 0 || named == labels.len() {
                    return None;
                }
                let is_kept = |set: &Vec<&str>| {
                    let all = self.holding(set);
                    let with = |label: &String| self.holding(&[&set[..], &[label.as_str()]].concat());
                    // The share of the test is 8 of 10.
                    let is_unsure = |label: &String| u128::from(with(label)) * 10 <= u128::from(all) * 8;
                    all >= k && sensitive.iter().all(is_unsure)
                };
                has_rows && self.known(self.stated.p.unwrap(), sensitive).iter().all(is_kept)
            }
            // All owners of a row have what stands in it, so a certainty allows nothing sensitive but in rows of nobody.
            PropertyName::Certainty => {
                let shows = |content: &(Vec<&str>, &str)| {
                    content.0.iter().any(|label| sensitive.contains(label.trim_matches(['<', '>'])))
                };
                has_rows && groups.iter().all(|(content, stated)| !shows(content) || owners(stated) == 0)
            }
            // Of a code below the ceiling nothing is told but the ceiling.
            PropertyName::Ceiling => {
                let ceilings = self.stated.ceiling.as_ref().unwrap_or(&nothing);
                let is_below = |label: &String, ceiling: &String| {
                    label.trim_matches(['<', '>']).starts_with(ceiling.as_str())
                        && *label != format!("<{ceiling}>")
                };
                has_rows
                    && labels.iter().all(|label| !ceilings.iter().any(|ceiling| is_below(label, ceiling)))
            }
            _ => unreachable!("no property of rows"),
        })
    }

    /// Whether what the rows state can be.
    fn is_stated_right(&self) -> bool {
        let promised = self.stated.promise.as_ref().unwrap();
        let least = if promised.contains(&PropertyName::KAnonymity) { K as u64 } else { 1 };
        self.groups().values().all(|stated| match self.layout {
            ReleaseLayout::Rows => {
                let rows = stated.len() as u64;
                stated.iter().all(|&owners| owners == rows) && rows >= least
            }
            ReleaseLayout::Groups => stated.len() == 1 && stated[0] >= 1,
        })
    }
}

impl Changed for Rows {
    fn change(&mut self, random: &mut ChaCha8Rng) {
        if self.rows.is_empty() {
            return;
        }
        let row = random.random_range(0..self.rows.len());
        let other = one_of(&self.rows, random).clone();
        let mut labels: Vec<String> = self.rows.iter().flat_map(|row| row.items.clone()).collect();
        labels.extend(["zz", "c1", "a1", "<a>", RARE].map(str::to_owned));
        let label = one_of(&labels, random).clone();
        let alike = self.alike(row);
        let changed = if random.random_bool(0.5) { alike } else { vec![row] };
        match random.random_range(0..8) {
            0 => {
                for &row in changed.iter().rev() {
                    self.rows.remove(row);
                }
            }
            1 => self.rows.insert(row, self.rows[row].clone()),
            2 | 3 => {
                let place = random.random_range(0..=self.rows[row].items.len());
                for row in changed {
                    match self.rows[row].items.get_mut(place) {
                        Some(item) => item.clone_from(&label),
                        None => self.rows[row].items.push(label.clone()),
                    }
                }
            }
            4 => {
                let place = random.random_range(0..=self.rows[row].items.len());
                for row in changed {
                    if place < self.rows[row].items.len() {
                        self.rows[row].items.remove(place);
                    }
                }
            }
            5 => {
                let stated = self.rows[row].owners;
                let owners = [0, 1, K as u64 - 1, K as u64, stated + 1, stated.saturating_sub(1), 1_000];
                let owners = *one_of(&owners, random);
                for row in changed {
                    self.rows[row].owners = owners;
                }
            }
            6 => {
                for row in changed {
                    self.rows[row] = other.clone();
                }
            }
            _ => {
                let text = one_of(&["", "zz"], random).to_string();
                let text = if random.random_bool(0.5) { other.text } else { text };
                for row in changed.into_iter().filter(|_| self.has_text) {
                    self.rows[row].text.clone_from(&text);
                }
            }
        }
        if random.random_bool(0.6) {
            self.restate();
        }
    }

    fn is_kept(&self) -> Option<Vec<bool>> {
        let properties = self.stated.promise.as_ref().unwrap().iter();
        let kept: Option<Vec<bool>> = properties.map(|&property| self.keeps(property)).collect();
        Some([kept?, vec![self.is_stated_right()]].concat())
    }

    fn is_verified(&self) -> Option<Vec<bool>> {
        self.desk.write("changed.tsv", &self.text());
        let path = self.desk.path("changed.tsv");
        let file = ReleaseFile::read(&path, self.stated.promise.as_deref(), None, Some(self.layout)).unwrap();
        // Where codes have their places, whoever checks a guard must know.
        let file = file.with_source(Job::anonymize(path.clone()).taxonomy("prefix"));
        let checked = file.check(self.stated.clone()).ok()?;
        let properties = checked.properties.iter().map(clump::CheckedProperty::holds);
        let is_stated_right = checked.stated.as_ref().is_none_or(|verdict| verdict.holds);
        let verified: Vec<bool> = properties.chain([is_stated_right]).collect();
        assert_eq!(checked.is_promise_kept(), verified.iter().all(|&holds| holds));
        Some(verified)
    }

    fn text(&self) -> String {
        let header =
            if self.has_text { "owners_in_group\titems\ttext\n" } else { "owners_in_group\titems\n" };
        let line = |row: &Row| {
            let text = if self.has_text { format!("\t{}", row.text) } else { String::new() };
            format!("{}\t{}{text}\n", row.owners, row.items.join("|"))
        };
        std::iter::once(header.to_owned()).chain(self.rows.iter().map(line)).collect()
    }
}

fn stated(promise: &[PropertyName]) -> Stated {
    Stated { promise: Some(promise.to_vec()), k: Some(K), rewritten: true, ..Stated::default() }
}

fn sensitive() -> Option<BTreeSet<String>> {
    Some(SENSITIVE.map(str::to_owned).into())
}

const LAYOUTS: [(ReleaseLayout, &str); 2] =
    [(ReleaseLayout::Rows, "rows"), (ReleaseLayout::Groups, "groups")];

#[test]
fn k_anonymity() {
    let stated = stated(&[PropertyName::KAnonymity]);
    for (layout, word) in LAYOUTS {
        hold_against(&format!("k-anonymity of {word}"), |random| {
            let methods = [MethodName::Nearest, MethodName::Clump, MethodName::Partition];
            let method = *one_of(&methods, random);
            Rows::make(random, method, layout, &stated)
        });
    }
}

#[test]
fn pieces() {
    let stated = stated(&[PropertyName::KAnonymity]);
    hold_against("k-anonymity of pieces", |random| {
        Rows::make(random, MethodName::Pieces, ReleaseLayout::Groups, &stated)
    });
}

#[test]
fn km_anonymity() {
    let stated = Stated { m: Some(2), ..stated(&[PropertyName::KmAnonymity]) };
    for (layout, word) in LAYOUTS {
        hold_against(&format!("km-anonymity of {word}"), |random| {
            Rows::make(random, MethodName::Apriori, layout, &stated)
        });
    }
}

#[test]
fn coherence() {
    let h = Some("0.8".parse().unwrap());
    let stated = Stated { h, p: Some(2), sensitive: sensitive(), ..stated(&[PropertyName::Coherence]) };
    for (layout, word) in LAYOUTS {
        hold_against(&format!("coherence of {word}"), |random| {
            loop {
                let made = Rows::make(random, MethodName::Coherence, layout, &stated);
                // Where no sensitive label is left, nothing is said.
                if made.is_kept().is_some() {
                    return made;
                }
            }
        });
    }
}

#[test]
fn certainty() {
    let promise = [PropertyName::KAnonymity, PropertyName::Certainty];
    let certainty = Some("0.5".parse().unwrap());
    let stated = Stated { certainty, sensitive: Some([RARE.to_owned()].into()), ..stated(&promise) };
    for (layout, word) in LAYOUTS {
        hold_against(&format!("a certainty on {word}"), |random| {
            loop {
                let made = Rows::make(random, MethodName::Nearest, layout, &stated);
                if made.is_kept() == Some(vec![true; 3]) {
                    return made;
                }
            }
        });
    }
}

#[test]
fn ceilings() {
    let promise = [PropertyName::KAnonymity, PropertyName::Ceiling];
    let stated = Stated { ceiling: Some([CEILING.to_owned()].into()), ..stated(&promise) };
    for (layout, word) in LAYOUTS {
        hold_against(&format!("a ceiling on {word}"), |random| {
            Rows::make(random, MethodName::Nearest, layout, &stated)
        });
    }
}
