//! A small tree, and a log in its words: the truth that a release is checked against.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::fuzz::plan::{Input, Plan, Unit};

/// Seconds between two queries that begin a new session: more than the 30 minutes of the default.
const PAUSE: i64 = 3_600;

/// A tree and what owners asked.
pub struct World {
    /// Names of the nodes; the first is the root.
    pub names: Vec<String>,
    /// The parent of each node but the root, which is its own.
    pub parents: Vec<usize>,
    /// What was asked, in the order of the log.
    pub asked: Vec<Asked>,
}

/// One line of the log.
pub struct Asked {
    pub owner: String,
    pub visit: String,
    pub time: i64,
    /// Nodes. May be empty where all words are unknown.
    pub items: Vec<usize>,
    /// Words that the tree does not have.
    pub unknown: usize,
}

/// What one owner asked in one unit: items in order, each once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transaction {
    pub owner: String,
    pub items: Vec<usize>,
}

impl World {
    pub fn random(random: &mut ChaCha8Rng) -> World {
        let nodes = random.random_range(3..40);
        let names: Vec<String> = (0..nodes).map(word).collect();
        let mut parents = vec![0];
        for node in 1..nodes {
            // Nodes near the end make deep trees, those near the start flat ones.
            let from = if random.random_bool(0.5) { node / 2 } else { 0 };
            parents.push(random.random_range(from..node));
        }
        let owners = random.random_range(2..40);
        let heavy = random.random_bool(0.3);
        let mut asked = Vec::new();
        for owner in 0..owners {
            let lines = if heavy && owner == 0 { 30 } else { random.random_range(1..5) };
            let favourite = random.random_range(1..nodes);
            let mut time = 1_141_000_000 + random.random_range(0..100_000);
            for line in 0..lines {
                time += if random.random_bool(0.5) { 60 } else { PAUSE };
                let items = (0..random.random_range(0..6))
                    .map(|_| if random.random_bool(0.4) { favourite } else { random.random_range(1..nodes) });
                let items: Vec<usize> = items.collect();
                let unknown = if items.is_empty() { 1 } else { usize::from(random.random_bool(0.1)) };
                asked.push(Asked {
                    owner: format!("owner{owner:02}zz"),
                    visit: format!("visit{}zz", line / 2),
                    time,
                    items,
                    unknown,
                });
            }
        }
        // Owners are scattered over the log; what one of them asked stays in its order.
        let mut order: Vec<(u64, usize)> = (0..asked.len()).map(|line| (random.random(), line)).collect();
        order.sort_unstable();
        let mut asked: Vec<Option<Asked>> = asked.into_iter().map(Some).collect();
        let mut asked: Vec<Asked> = order.iter().map(|&(_, line)| asked[line].take().unwrap()).collect();
        asked.sort_by_key(|asked| asked.time);
        World { names, parents, asked }
    }

    /// Whether `label` stands for `item`.
    pub fn stands_for(&self, label: usize, item: usize) -> bool {
        match label.checked_sub(self.names.len()) {
            Some(typed) => typed == item,
            None => self.is_at_or_below(item, label),
        }
    }

    /// Whether `node` is `ancestor`, or lies below it.
    pub fn is_at_or_below(&self, mut node: usize, ancestor: usize) -> bool {
        while node != ancestor {
            if node == 0 {
                return false;
            }
            node = self.parents[node];
        }
        true
    }

    /// The number of a label. A name in brackets is a node with others below it, and has the node's number; so has the bare
    /// name of a leaf. The bare name of a node with others below it says that just this was typed: see [`World::typed`].
    pub fn label(&self, label: &str) -> Option<usize> {
        let node = |name: &str| self.names.iter().position(|known| known == name);
        let is_inner = |node: usize| self.parents.iter().skip(1).any(|&parent| parent == node);
        match label.strip_prefix('<').and_then(|label| label.strip_suffix('>')) {
            Some(name) => node(name).filter(|&node| is_inner(node)),
            None => node(label).map(|node| if is_inner(node) { self.typed(node) } else { node }),
        }
    }

    /// The number of the label that says that an inner node was typed.
    pub fn typed(&self, node: usize) -> usize {
        self.names.len() + node
    }

    /// What must be published of, by unit: transactions with at least one known item, sorted.
    pub fn transactions(&self, unit: Unit) -> Vec<Transaction> {
        let mut parts: BTreeMap<(&str, String), Vec<usize>> = BTreeMap::new();
        let mut sessions: BTreeMap<&str, (i64, usize)> = BTreeMap::new();
        for (line, asked) in self.asked.iter().enumerate() {
            let session = sessions.entry(&asked.owner).or_insert((asked.time, 0));
            if asked.time - session.0 > 1_800 {
                session.1 += 1;
            }
            session.0 = asked.time;
            let part = match unit {
                Unit::Owner => String::new(),
                Unit::Session => session.1.to_string(),
                Unit::Query => line.to_string(),
                Unit::Visit => asked.visit.clone(),
            };
            parts.entry((&asked.owner, part)).or_default().extend(&asked.items);
        }
        let mut transactions: Vec<Transaction> = parts
            .into_iter()
            .map(|((owner, _), mut items)| {
                items.sort_unstable();
                items.dedup();
                Transaction { owner: owner.to_owned(), items }
            })
            .filter(|transaction| !transaction.items.is_empty())
            .collect();
        transactions.sort();
        transactions
    }

    /// Writes `tree.csv` and the log of `plan`.
    pub fn write(&self, folder: &Path, plan: &Plan) {
        let mut tree = String::from("child,parent\n");
        for node in 1..self.names.len() {
            writeln!(tree, "{},{}", self.names[node], self.names[self.parents[node]]).unwrap();
        }
        fs::write(folder.join("tree.csv"), tree).unwrap();
        fs::write(folder.join(plan.input()), self.log(plan.input)).unwrap();
        fs::write(folder.join("sensitive.txt"), plan.sensitive_names(self).join("\n")).unwrap();
    }

    /// What was typed on one line.
    pub fn words(&self, asked: &Asked) -> Vec<String> {
        let known = asked.items.iter().map(|&item| self.names[item].clone());
        known.chain((0..asked.unknown).map(|number| format!("qqunknown{number}"))).collect()
    }

    /// The log in the layout of query logs.
    pub fn query_log(&self) -> String {
        self.log(Input::Aol)
    }

    fn log(&self, input: Input) -> String {
        let mut log = match input {
            Input::Aol => "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n".to_owned(),
            Input::Csv => "user,visit,item\n".to_owned(),
            Input::Semicolons => "user;visit;item\n".to_owned(),
            Input::Jsonl => String::new(),
            Input::Basket => return self.baskets(),
        };
        for asked in &self.asked {
            let words = self.words(asked);
            let Asked { owner, visit, .. } = asked;
            match input {
                Input::Aol => {
                    let time = moment(asked.time);
                    writeln!(log, "{owner}\t{}\t{time}\t\t", words.join(" ")).unwrap();
                }
                Input::Csv => {
                    words.iter().for_each(|word| writeln!(log, "{owner},{visit},{word}").unwrap());
                }
                Input::Semicolons => {
                    words.iter().for_each(|word| writeln!(log, "{owner};{visit};\"{word}\"").unwrap());
                }
                Input::Jsonl => {
                    let words = serde_json::to_string(&words).unwrap();
                    writeln!(log, r#"{{"user":"{owner}","visit":"{visit}","items":{words}}}"#).unwrap();
                }
                Input::Basket => unreachable!(),
            }
        }
        log
    }

    /// One line for each owner, without its name.
    fn baskets(&self) -> String {
        let mut lines: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for asked in &self.asked {
            lines.entry(&asked.owner).or_default().extend(self.words(asked));
        }
        lines.values().map(|words| words.join(" ") + "\n").collect()
    }
}

/// `2006-03-01 07:17:12` of seconds since 1970.
fn moment(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400);
    let [hour, minute, second] =
        [3_600, 60, 1].map(|unit| seconds.rem_euclid(86_400) / unit % if unit == 3_600 { 24 } else { 60 });
    // All times lie between 2006-02-27 and 2006-03-28.
    let day = days - 13_208;
    let (month, day) = if day < 1 { (2, day + 28) } else { (3, day) };
    format!("2006-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// A word that is no stop word, no plural and no other word's form.
fn word(number: usize) -> String {
    const ONSETS: [&str; 7] = ["b", "d", "g", "k", "m", "p", "v"];
    format!("{}o{}ux", ONSETS[number / 7 % 7], ONSETS[number % 7])
}
