//! Releases of lines: queries that k owners asked, and shares of sealed ones.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use clump::core::promise::PropertyName;
use clump::{CheckError, Job, Method, MethodName, ReleaseFile, Stated, run};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Changed, hold_against, one_of};
use crate::common::Desk;

const K: usize = 3;
/// Columns of a line of shares.
const OWNER: usize = 0;
const TAG: usize = 2;
const X: usize = 3;
const Y: usize = 4;
const SEALED: usize = 5;

#[derive(Clone)]
struct Lines {
    desk: Rc<Desk>,
    promise: PropertyName,
    header: String,
    lines: Vec<Vec<String>>,
    /// What a run published: of a share whatever is not its owner or its time.
    genuine: Rc<BTreeSet<Vec<String>>>,
}

impl Lines {
    fn make(random: &mut ChaCha8Rng, method: MethodName, promise: PropertyName) -> Lines {
        let words = ["guitar", "violin", "poodle", "terrier", "bread", "cheese"];
        let owners = random.random_range(8..16);
        let asked: Vec<Vec<&str>> = (0..owners)
            .map(|_| (0..random.random_range(1..5)).map(|_| *one_of(&words, random)).collect())
            .collect();
        let desk =
            Desk::with_queries(owners, |owner| asked[owner].iter().map(|&word| word.to_owned()).collect());
        let job = Job::anonymize(desk.path("log.tsv")).k(K).method(Method::seeded(method, Some(7)));
        run(&job.output(desk.path("release.tsv")), &()).unwrap();
        let text = desk.read("release.tsv");
        let (header, lines) = text.split_once('\n').unwrap();
        let lines: Vec<Vec<String>> =
            lines.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect();
        let genuine = lines.iter().map(|line| line[TAG..].to_vec()).collect();
        Lines { header: header.to_owned(), lines, promise, genuine: Rc::new(genuine), desk: Rc::new(desk) }
    }

    /// Whether all that is said is said of k owners.
    fn are_common(&self) -> bool {
        let mut owners: BTreeMap<&[String], BTreeSet<String>> = BTreeMap::new();
        for (number, line) in self.lines.iter().enumerate() {
            let owner = match line[OWNER].as_str() {
                "-" => format!("nobody in line {number}"),
                named => named.to_owned(),
            };
            owners.entry(&line[1..]).or_default().insert(owner);
        }
        owners.values().all(|owners| owners.len() >= K)
    }

    /// Whether owners are called by the numbers from 1 on, or not at all.
    fn are_numbered(&self) -> bool {
        let named: BTreeSet<&str> =
            self.lines.iter().map(|line| line[OWNER].as_str()).filter(|&owner| owner != "-").collect();
        (1..=named.len()).all(|number| named.contains(number.to_string().as_str()))
    }

    /// Whether every query can be read with k shares and not with fewer. What a run published can; a share that was changed lies
    /// on another polynomial, and a sealed text that was changed opens for nobody.
    fn are_sealed(&self) -> bool {
        let mut by_tag: BTreeMap<&str, Vec<&Vec<String>>> = BTreeMap::new();
        for line in &self.lines {
            by_tag.entry(&line[TAG]).or_default().push(line);
        }
        by_tag.values().all(|lines| {
            let distinct = |columns: &[usize]| -> usize {
                let cells = |line: &&&Vec<String>| {
                    columns.iter().map(|&column| line[column].clone()).collect::<Vec<_>>()
                };
                lines.iter().map(|line| cells(&line)).collect::<BTreeSet<_>>().len()
            };
            let shares = distinct(&[X]);
            let is_one_to_one = distinct(&[OWNER]) == shares && distinct(&[OWNER, X, Y]) == shares;
            let is_whole = lines.iter().all(|line| self.genuine.contains(&line[TAG..]));
            distinct(&[SEALED]) == 1 && is_one_to_one && (shares < K || is_whole)
        })
    }
}

impl Changed for Lines {
    fn change(&mut self, random: &mut ChaCha8Rng) {
        if self.lines.is_empty() {
            return;
        }
        let (line, other) = (random.random_range(0..self.lines.len()), one_of(&self.lines, random).clone());
        match random.random_range(0..6) {
            0 => drop(self.lines.remove(line)),
            1 => self.lines.insert(line, self.lines[line].clone()),
            2 => self.lines[line][OWNER].clone_from(&other[OWNER]),
            // All lines of one owner go.
            3 => self.lines.retain(|line| line[OWNER] != other[OWNER]),
            // All lines that say the same, or shares of one query, go.
            4 => self.lines.retain(|line| line[TAG] != other[TAG] || line[1] != other[1]),
            _ => {
                let column = random.random_range(1..self.lines[line].len());
                let cell = &mut self.lines[line][column];
                match self.promise {
                    // The last digits are the least, so that a number stays one of the field.
                    PropertyName::SealedQueries if column >= TAG => {
                        let place = cell.len() - random.random_range(1..8);
                        let digit = *one_of(&["0", "7", "a"], random);
                        cell.replace_range(place..=place, digit);
                    }
                    PropertyName::SealedQueries => cell.clone_from(&other[column]),
                    _ => *cell = one_of(&[other[column].as_str(), "zz"], random).to_string(),
                }
            }
        }
    }

    fn is_kept(&self) -> Option<Vec<bool>> {
        match self.promise {
            PropertyName::SealedQueries => Some(vec![self.are_sealed()]),
            _ => self.are_numbered().then(|| vec![self.are_common()]),
        }
    }

    fn is_verified(&self) -> Option<Vec<bool>> {
        self.desk.write("changed.tsv", &self.text());
        let promise = Some(vec![self.promise]);
        let stated = Stated { promise: promise.clone(), k: Some(K), rewritten: true, ..Stated::default() };
        let file = ReleaseFile::read(&self.desk.path("changed.tsv"), promise.as_deref(), None, None).unwrap();
        match file.check(stated) {
            Ok(checked) => Some(vec![checked.holds]),
            Err(CheckError::NamedOwners { .. }) => None,
            Err(error) => panic!("{error}"),
        }
    }

    fn text(&self) -> String {
        let lines = self.lines.iter().map(|line| line.join("\t") + "\n");
        std::iter::once(format!("{}\n", self.header)).chain(lines).collect()
    }
}

#[test]
fn common_queries() {
    hold_against("common queries", |random| {
        Lines::make(random, MethodName::DropRare, PropertyName::CommonQueries)
    });
}

#[test]
fn sealed_queries() {
    hold_against("sealed queries", |random| {
        Lines::make(random, MethodName::Share, PropertyName::SealedQueries)
    });
}
