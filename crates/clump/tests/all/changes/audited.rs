//! Releases with their originals: who stands behind which group is changed, and what groups state.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use clump::core::promise::PropertyName;
use clump::io::release::ReleaseLayout;
use clump::{Data, Job, Nearest, ReleaseFile, Stated, run};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::rows::{RARE, Row, baskets, parsed, table};
use super::{Changed, hold_against, one_of};
use crate::common::Desk;

const K: usize = 3;
const SENSITIVE: [&str; 1] = [RARE];

#[derive(Clone)]
struct Audited {
    desk: Rc<Desk>,
    data: Rc<Data>,
    groups: Vec<Row>,
    /// What each owner has, and the number of its group, from 0.
    owners: Vec<(Vec<&'static str>, usize)>,
}

impl Audited {
    fn make(random: &mut ChaCha8Rng) -> Audited {
        let desk = Desk::new("");
        let baskets = baskets(random);
        desk.write("table.csv", &table(&baskets));
        let mut job = Job::anonymize(desk.path("table.csv"))
            .owner("owner")
            .taxonomy("prefix")
            .k(K)
            .method(Nearest::default())
            .layout(ReleaseLayout::Groups)
            .output(desk.path("release.tsv"))
            .audit(desk.path("audit.tsv"));
        job.words.accept_loss = true;
        run(&job, &()).unwrap();
        let data = Data::read(&job, &()).unwrap();
        let group_of: BTreeMap<String, usize> = desk.audit().into_iter().collect();
        let owners = baskets.into_iter().enumerate();
        let owners = owners.map(|(owner, items)| (items, group_of[&format!("p{owner}")] - 1)).collect();
        let groups = parsed(&desk.read("release.tsv"));
        Audited { desk: Rc::new(desk), data: Rc::new(data), groups, owners }
    }

    /// What the owners of a group have.
    fn of_group(&self, group: usize) -> Vec<&Vec<&'static str>> {
        self.owners.iter().filter(|owner| owner.1 == group).map(|owner| &owner.0).collect()
    }
}

/// Whether every label stands for an item of its own: tries all ways.
fn stands_for(labels: &[String], items: &[&str]) -> bool {
    let Some((label, rest)) = labels.split_first() else { return true };
    (0..items.len()).any(|place| {
        let mut others = items.to_vec();
        let item = others.remove(place);
        let fits = match label.strip_prefix('<').and_then(|label| label.strip_suffix('>')) {
            Some(prefix) => item.starts_with(prefix),
            None => item == label,
        };
        fits && stands_for(rest, &others)
    })
}

impl Changed for Audited {
    fn change(&mut self, random: &mut ChaCha8Rng) {
        let owner = random.random_range(0..self.owners.len());
        let group = random.random_range(0..self.groups.len());
        match random.random_range(0..4) {
            0 => self.owners[owner].1 = group,
            kind @ (1 | 2) => {
                // Another owner with the same items can take the place, and nobody is the worse for it.
                let may_be = |&other: &usize| kind == 1 || self.owners[other].0 == self.owners[owner].0;
                let others: Vec<usize> = (0..self.owners.len()).filter(may_be).collect();
                let other = *one_of(&others, random);
                let exchanged = self.owners[owner].1;
                self.owners[owner].1 = std::mem::replace(&mut self.owners[other].1, exchanged);
            }
            _ => self.groups[group].owners = random.random_range(1..8),
        }
        if random.random_bool(0.7) {
            for group in 0..self.groups.len() {
                self.groups[group].owners = self.of_group(group).len() as u64;
            }
        }
    }

    fn is_kept(&self) -> Option<Vec<bool>> {
        let numbers = 0..self.groups.len();
        // Of nobody a group says nothing that could break a promise; that it stands for somebody is asked below.
        let owned: Vec<usize> = numbers.clone().filter(|&group| !self.of_group(group).is_empty()).collect();
        let shows = |group: usize, node: &str| {
            self.groups[group].items.iter().any(|label| label.trim_matches(['<', '>']).starts_with(node))
        };
        let has_k = |&group: &usize| self.of_group(group).len() >= K && self.groups[group].owners >= K as u64;
        let is_capped = |&group: &usize| {
            SENSITIVE.iter().all(|node| {
                let of_group = self.of_group(group);
                let has = |items: &&&Vec<&str>| items.iter().any(|item| item.starts_with(node));
                of_group.iter().filter(has).count() * 10 <= of_group.len() * 9
                    && (!shows(group, node) || self.groups[group].owners == 0)
            })
        };
        let all_state_k = self.groups.iter().all(|group| group.owners >= K as u64);
        let all_are_capped = numbers
            .clone()
            .all(|group| SENSITIVE.iter().all(|node| !shows(group, node) || self.groups[group].owners == 0));
        let is_sound = |group: usize| {
            let of_group = self.of_group(group);
            self.groups[group].owners == of_group.len() as u64
                && !of_group.is_empty()
                && of_group.iter().all(|items| stands_for(&self.groups[group].items, items))
        };
        let are_distinct =
            self.groups.iter().map(Row::content).collect::<BTreeSet<_>>().len() == self.groups.len();
        Some(vec![
            all_state_k && owned.iter().all(has_k),
            all_are_capped && owned.iter().all(is_capped),
            are_distinct && numbers.clone().all(is_sound),
        ])
    }

    fn is_verified(&self) -> Option<Vec<bool>> {
        let text = self.text();
        self.desk.write("changed.tsv", &text);
        let hash = blake3::hash(text.as_bytes()).to_hex();
        let entries =
            self.owners.iter().enumerate().map(|(owner, (_, group))| format!("p{owner}\t{}\n", group + 1));
        let (rows, owners) = (self.groups.len(), self.owners.len());
        let header = format!("#release={hash}\trows={rows}\tentries={owners}\nowner\trow\n");
        self.desk.write("changed-audit.tsv", &std::iter::once(header).chain(entries).collect::<String>());
        let stated = Stated {
            promise: Some(vec![PropertyName::KAnonymity, PropertyName::Certainty]),
            k: Some(K),
            certainty: Some("0.9".parse().unwrap()),
            sensitive: Some(SENSITIVE.map(str::to_owned).into()),
            rewritten: true,
            ..Stated::default()
        };
        let layout = Some(ReleaseLayout::Groups);
        let file = ReleaseFile::read(&self.desk.path("changed.tsv"), stated.promise.as_deref(), None, layout);
        let checked =
            file.unwrap().check_against(stated, &self.desk.path("changed-audit.tsv"), &self.data).unwrap();
        let properties = checked.properties.iter().map(clump::CheckedProperty::holds);
        let verified: Vec<bool> = properties.chain([checked.is_sound()]).collect();
        assert_eq!(checked.holds, verified.iter().all(|&holds| holds));
        Some(verified)
    }

    fn text(&self) -> String {
        let line = |row: &Row| format!("{}\t{}\n", row.owners, row.items.join("|"));
        let header = "owners_in_group\titems\n".to_owned();
        std::iter::once(header).chain(self.groups.iter().map(line)).collect()
    }
}

#[test]
fn owners_and_their_groups() {
    hold_against("k-anonymity and a certainty, with originals", |random| {
        loop {
            let made = Audited::make(random);
            if made.is_kept() == Some(vec![true; 3]) {
                return made;
            }
        }
    });
}
