//! What is asked of the program in one run.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::fuzz::released::Format;
use crate::fuzz::world::World;

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    Aol,
    Csv,
    Semicolons,
    Jsonl,
    Basket,
}

/// What one transaction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Owner,
    Session,
    Query,
    /// By a column of the table.
    Visit,
}

/// What is promised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Promise {
    KAnonymity,
    KmAnonymity { m: usize },
    Coherence { p: usize, h: f64 },
}

/// One command line, by its parts.
#[derive(Debug)]
pub struct Plan {
    pub input: Input,
    pub unit: Unit,
    pub format: Format,
    pub promise: Promise,
    pub k: usize,
    pub keeps_root: bool,
    /// Nodes that are sensitive, for coherence: those that are named, and everything below them.
    pub sensitive: Vec<usize>,
    /// The nodes that are named.
    named: Vec<usize>,
    method: &'static str,
    flags: Vec<String>,
    layout: Option<&'static str>,
    packing: &'static str,
}

impl Plan {
    pub fn random(world: &World, random: &mut ChaCha8Rng) -> Plan {
        let mut flags: Vec<String> = Vec::new();
        let input = *[Input::Aol, Input::Aol, Input::Csv, Input::Semicolons, Input::Jsonl, Input::Basket]
            .choose(random)
            .unwrap();
        let unit = match input {
            Input::Aol => *[Unit::Owner, Unit::Session, Unit::Query].choose(random).unwrap(),
            Input::Csv | Input::Semicolons | Input::Jsonl => {
                *[Unit::Owner, Unit::Visit].choose(random).unwrap()
            }
            Input::Basket => Unit::Owner,
        };
        let method =
            *["nearest", "nearest", "clump", "partition", "apriori", "coherence"].choose(random).unwrap();
        let (mut named, mut sensitive) = (Vec::new(), Vec::new());
        let promise = match method {
            "nearest" => {
                let effort = ["fast", "normal", "best"].choose(random).unwrap();
                let form = ["bags", "sets"].choose(random).unwrap();
                flags.push(format!("--effort {effort} --form {form}"));
                Promise::KAnonymity
            }
            "clump" => {
                let order = ["descending", "ascending", "random"].choose(random).unwrap();
                let lcg = ["least", "printed"].choose(random).unwrap();
                let r = random.random_range(1..12);
                flags.push(format!("--order {order} --lcg {lcg} --r {r}"));
                Promise::KAnonymity
            }
            "partition" => {
                flags.push(format!("--publish {}", ["cut", "lcg"].choose(random).unwrap()));
                Promise::KAnonymity
            }
            "apriori" => {
                let m = random.random_range(1..4);
                let recoding = ["global", "local", "vertical"].choose(random).unwrap();
                flags.push(format!("--m {m} --recoding {recoding}"));
                if *recoding != "global" {
                    flags.push(format!("--parts {}", random.random_range(1..4)));
                }
                Promise::KmAnonymity { m }
            }
            _ => {
                let p = random.random_range(1..4);
                let h = *[0.3, 0.5, 0.8].choose(random).unwrap();
                named = (1..world.names.len()).filter(|_| random.random_bool(0.1)).collect();
                let is_below = |&node: &usize| named.iter().any(|&top| world.is_at_or_below(node, top));
                let nodes: Vec<usize> = (1..world.names.len()).filter(is_below).collect();
                sensitive = nodes.iter().flat_map(|&node| [node, world.typed(node)]).collect();
                flags.push(format!("--p {p} --h {h} --sensitive file:sensitive.txt"));
                Promise::Coherence { p, h }
            }
        };
        let k = random.random_range(2..7);
        let keeps_root = random.random_bool(0.3);
        let format = *Format::ALL.choose(random).unwrap();
        let can_be_packed = matches!(format, Format::Tsv | Format::Csv | Format::Jsonl);
        let packing = if can_be_packed { *["", "", ".gz", ".zst"].choose(random).unwrap() } else { "" };
        let layout = *[None, Some("rows"), Some("groups")].choose(random).unwrap();
        flags.push(format!("--threads {}", random.random_range(1..4)));
        Plan { input, unit, format, promise, k, keeps_root, sensitive, named, method, flags, layout, packing }
    }

    /// What stands in the list of sensitive nodes.
    pub fn sensitive_names<'w>(&self, world: &'w World) -> Vec<&'w str> {
        self.named.iter().map(|&node| world.names[node].as_str()).collect()
    }

    /// The name of the log.
    pub fn input(&self) -> &'static str {
        match self.input {
            Input::Aol => "log.tsv",
            Input::Csv => "log.csv",
            Input::Semicolons => "semicolons.csv",
            Input::Jsonl => "log.jsonl",
            Input::Basket => "baskets.txt",
        }
    }

    /// The name of the release.
    pub fn release(&self) -> String {
        format!("release.{}{}", self.format.extension(), self.packing)
    }

    fn reading(&self) -> String {
        let columns = match self.input {
            Input::Aol => "--matching paper",
            Input::Csv | Input::Semicolons => "--owner user --items item",
            Input::Jsonl => "--owner user",
            Input::Basket => "",
        };
        let unit = match self.unit {
            Unit::Owner => "",
            Unit::Session => "--unit session",
            Unit::Query => "--unit query",
            Unit::Visit => "--transaction visit",
        };
        format!("{} {columns} {unit} --taxonomy tree.csv", self.input())
    }

    pub fn command_line(&self) -> String {
        let root = if self.keeps_root { "--keep-root" } else { "" };
        let layout = self.layout.map_or(String::new(), |layout| format!("--layout {layout}"));
        format!(
            "anonymize {} --method {} --k {} {} {root} {layout} --accept-loss --output {} --audit audit.tsv",
            self.reading(),
            self.method,
            self.k,
            self.flags.join(" "),
            self.release(),
        )
    }

    /// The questions whose answer must be yes.
    pub fn verify_lines(&self) -> [String; 2] {
        let alone = format!("verify {}", self.release());
        let against = format!("verify {} --audit audit.tsv --input {}", self.release(), self.reading());
        [alone, against]
    }

    /// What of a run is counted.
    pub fn facts(&self) -> Vec<String> {
        vec![
            format!("method {}", self.method),
            format!("input {:?}", self.input),
            format!("unit {:?}", self.unit),
            format!("format {:?}{}", self.format, self.packing),
            format!("layout {}", self.layout.unwrap_or("by default")),
        ]
    }
}
