//! A cluster that lives in this process: rows divided in several ways give the release of one process with the same shards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use clump::cluster::{CommonQueries, Counted, Keys, Known, Part, Tree, decide_alone, group, join, owner_id};
use clump::core::anonymize::pieces::PASSES;
use clump::core::shards::{CutPoints, KeyedBy, NodeCounts, Placing, Refining};
use clump::core::taxonomy::Node;
use clump::io::arrow_array::cast::AsArray;
use clump::io::arrow_array::types::{Int8Type, Int32Type, Int64Type};
use clump::io::arrow_array::{Array, ArrayRef, Int64Array, ListArray, RecordBatch, StringArray};
use clump::io::release::{ReleaseFormat, ReleaseLayout, read_release};
use clump::io::{Batches, Input, Unit};
use clump::{Job, Method, Nearest, Pieces, run};

const K: usize = 5;
const SHARDS: usize = 60;

/// The owner and the query of each line of the example log.
fn lines() -> Vec<(String, String)> {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/queries.tsv")).unwrap();
    let cells = |line: &str| {
        let mut cells = line.split('\t');
        (cells.next().unwrap().to_owned(), cells.next().unwrap().to_owned())
    };
    text.lines().skip(1).map(cells).collect()
}

fn table(lines: &[(String, String)]) -> Batches {
    let owner: ArrayRef = Arc::new(StringArray::from_iter_values(lines.iter().map(|(owner, _)| owner)));
    let query: ArrayRef = Arc::new(StringArray::from_iter_values(lines.iter().map(|(_, query)| query)));
    let batch = RecordBatch::try_from_iter([("who", owner), ("query", query)]).unwrap();
    Batches::new("lines", batch.schema(), vec![batch])
}

fn nearest() -> Method {
    Nearest::default().shards(SHARDS).into()
}

fn pieces() -> Method {
    Pieces::default().shards(SHARDS).into()
}

fn job(input: Batches, unit: Unit, method: Method) -> Job {
    Job::anonymize(input).owner("who").unit(unit).k(K).method(method)
}

/// What is published, by items and text: how many owners.
type Published = BTreeMap<(Vec<String>, Option<String>), u64>;

fn in_one_process(lines: &[(String, String)], unit: Unit, method: Method) -> Published {
    let mut job = job(table(lines), unit, method).output("-").layout(ReleaseLayout::Groups);
    job.output.format = Some(ReleaseFormat::Arrow);
    let release = run(&job, &()).unwrap().published.unwrap().release.unwrap();
    let input = Input::from(release.to_batches().unwrap());
    let rows = read_release(&input, ReleaseFormat::Arrow, ReleaseLayout::Groups, &()).unwrap();
    let text = |row| rows.text_number(row).map(|text| rows.texts().get(text as usize).to_owned());
    let row = |row| ((rows.items(row).map(str::to_owned).collect(), text(row)), rows.owners(row));
    (0..rows.len()).map(row).collect()
}

/// Tables of the same columns as one.
fn together(tables: &[Batches]) -> Batches {
    let all = tables.iter().flat_map(|table| table.batches().to_vec()).collect();
    Batches::new("together", tables[0].schema().clone(), all)
}

fn cells<'b>(table: &'b Batches, name: &str) -> Vec<&'b ArrayRef> {
    table.batches().iter().map(|batch| batch.column_by_name(name).unwrap()).collect()
}

/// The rows of a table for which `key` is something, by it: each a batch of its own, the last first.
fn divided<K: Ord>(table: &Batches, key: impl Fn(&RecordBatch, usize) -> Option<K>) -> BTreeMap<K, Batches> {
    let mut parts: BTreeMap<K, Vec<RecordBatch>> = BTreeMap::new();
    for batch in table.batches().iter().rev() {
        for row in (0..batch.num_rows()).rev() {
            if let Some(key) = key(batch, row) {
                parts.entry(key).or_default().push(batch.slice(row, 1));
            }
        }
    }
    let part = |(key, rows)| (key, Batches::new("part", table.schema().clone(), rows));
    parts.into_iter().map(part).collect()
}

fn number(batch: &RecordBatch, name: &str, row: usize) -> i32 {
    batch.column_by_name(name).unwrap().as_primitive::<Int32Type>().value(row)
}

fn is_left(batch: &RecordBatch, row: usize) -> bool {
    batch.column_by_name("is_left").unwrap().as_boolean().value(row)
}

/// Numbers of a list.
fn numbers(list: &ListArray, row: usize) -> Vec<i32> {
    list.value(row).as_primitive::<Int32Type>().values().to_vec()
}

fn strings(list: &ListArray, row: usize) -> Vec<String> {
    list.value(row).as_string::<i32>().iter().map(|text| text.unwrap().to_owned()).collect()
}

/// Counts of all machines, by number.
fn sums(length: usize, tables: impl Iterator<Item = Batches>) -> Vec<u64> {
    let mut sums = vec![0; length];
    for table in tables {
        for batch in table.batches() {
            let count = batch.column_by_name("count").unwrap().as_primitive::<Int64Type>();
            for row in 0..batch.num_rows() {
                sums[number(batch, "number", row) as usize] += count.value(row) as u64;
            }
        }
    }
    sums
}

/// Labels by number, and the text of a whole query.
type Bag = (Vec<i32>, Option<String>);

/// So many machines, and what all of them know.
struct Machines {
    number: usize,
    tree: Tree,
    records: Vec<Batches>,
}

impl Machines {
    /// Each machine gets the lines of some owners, the last first.
    fn read(lines: &[(String, String)], unit: Unit, method: &Method, number: usize) -> Machines {
        let mut parts: Vec<Vec<(String, String)>> = vec![Vec::new(); number];
        // Each run has its own key, and no release depends on it.
        let secret = [number as u8; 32];
        for line in lines.iter().rev() {
            parts[owner_id(&line.0, &secret)[0] as usize % number].push(line.clone());
        }
        let read = |part: &Vec<_>| {
            Part::read(&job(table(part), unit, method.clone()), &()).unwrap().records(&secret).unwrap()
        };
        let records: Vec<Batches> = parts.iter().filter(|part| !part.is_empty()).map(read).collect();
        let tree = Tree::of_edges(records.iter().flat_map(edges)).unwrap();
        Machines { number, tree: Tree::from_bytes(&tree.to_bytes()).unwrap(), records }
    }

    fn rows(&self) -> Vec<Batches> {
        let rows = |records| self.tree.number(&of_kind(records, 0).unwrap()).unwrap();
        self.records.iter().map(rows).collect()
    }

    /// Rows by owner again, on all machines.
    fn by_owner(&self, table: &Batches, is_wanted: impl Fn(&RecordBatch, usize) -> bool) -> Vec<Batches> {
        let machine = |batch: &RecordBatch, row: usize| {
            let owner = batch.column_by_name("owner").unwrap().as_binary::<i32>().value(row);
            is_wanted(batch, row).then_some(owner[1] as usize % self.number)
        };
        divided(table, machine).into_values().collect()
    }

    fn count(&self, rows: &[Batches], counted: Counted<'_>) -> Vec<u64> {
        let nodes = self.tree.taxonomy().nodes().len();
        sums(nodes, rows.iter().map(|rows| self.tree.count(rows, counted).unwrap()))
    }

    /// Every shard of `rows`, worked on by `work`.
    fn in_shards(&self, keys: &Keys, rows: &[Batches], work: impl Fn(&Batches) -> Batches) -> Batches {
        let cuts = cuts(keys, rows);
        let all: Vec<Batches> = rows.iter().map(|rows| keys.divide(rows, &cuts).unwrap()).collect();
        let shards = divided(&together(&all), |batch, row| Some(number(batch, "shard", row)));
        together(&shards.values().map(work).collect::<Vec<_>>())
    }

    /// The labels of what is left.
    fn place(&self, left: &[Batches]) -> Placing {
        let mut placing = Placing::new(self.tree.taxonomy(), K);
        let mut words = left.to_vec();
        loop {
            let counts = self.count(&words, Counted::OwnersBelow(&placing));
            if !placing.advance(self.tree.taxonomy(), &NodeCounts::from_counts(counts)) {
                return Placing::from_labels(placing.labels().to_vec(), K);
            }
            words = words.iter().map(|words| self.tree.unplaced(words, &placing).unwrap()).collect();
        }
    }

    /// What is published of all `parts`.
    fn published(&self, parts: &[Batches]) -> Published {
        let mut owners: BTreeMap<Bag, BTreeSet<Vec<u8>>> = BTreeMap::new();
        for batch in parts.iter().flat_map(|table| table.batches()) {
            let [owner, nodes, text] =
                ["owner", "nodes", "text"].map(|name| batch.column_by_name(name).unwrap());
            for row in (0..batch.num_rows()).filter(|&row| !is_left(batch, row)) {
                let text = text.as_string::<i32>();
                let text = text.is_valid(row).then(|| text.value(row).to_owned());
                let bag = (numbers(nodes.as_list(), row), text);
                owners.entry(bag).or_default().insert(owner.as_binary::<i32>().value(row).to_vec());
            }
        }
        let name = |node: &i32| self.tree.taxonomy().name(Node(*node as u32)).to_owned();
        let named = |((bag, text), owners): (Bag, BTreeSet<_>)| {
            let mut names: Vec<String> = bag.iter().map(name).collect();
            names.sort_unstable();
            ((names, text), owners.len() as u64)
        };
        owners.into_iter().map(named).collect()
    }
}

/// The records of a kind.
fn of_kind(records: &Batches, kind: i8) -> Option<Batches> {
    let is = |batch: &RecordBatch, row: usize| {
        let found = batch.column_by_name("kind").unwrap().as_primitive::<Int8Type>().value(row);
        (found == kind).then_some(())
    };
    divided(records, is).remove(&())
}

fn edges(records: &Batches) -> Vec<(String, Option<String>)> {
    let edges = of_kind(records, 1).unwrap();
    let edge = |items: &&ArrayRef| {
        let mut names = strings(items.as_list(), 0).into_iter();
        (names.next().unwrap(), names.next())
    };
    cells(&edges, "items").iter().map(edge).collect()
}

fn cuts(keys: &Keys, rows: &[Batches]) -> CutPoints {
    let keyed: Vec<Batches> = rows.iter().map(|rows| keys.add(rows).unwrap()).collect();
    let mut refining = Refining::new(SHARDS as u64);
    while !refining.is_done() {
        let open = refining.prefixes_to_count().to_vec();
        let mut counts: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        for column in keyed.iter().flat_map(|table| cells(table, "key")) {
            for key in column.as_binary::<i32>().iter().flatten() {
                let length = open[0].len();
                if open.iter().any(|open| key.starts_with(open)) {
                    *counts.entry(key[..length + Refining::step()].to_vec()).or_default() += 1;
                }
            }
        }
        refining.add_counts(counts);
    }
    let mut cuts = refining.cut_points();
    loop {
        let mut owners = vec![BTreeSet::new(); cuts.shards()];
        for rows in rows {
            let divided = keys.divide(rows, &cuts).unwrap();
            for batch in divided.batches() {
                let owner = batch.column_by_name("owner").unwrap().as_binary::<i32>();
                for row in 0..batch.num_rows() {
                    owners[number(batch, "shard", row) as usize].insert(owner.value(row).to_vec());
                }
            }
        }
        let owners: Vec<u64> = owners.iter().map(|owners| owners.len() as u64).collect();
        let joined = cuts.joined(&owners, K as u64);
        if joined == cuts {
            return cuts;
        }
        cuts = joined;
    }
}

fn nearest_on_machines(lines: &[(String, String)], unit: Unit, number: usize) -> Published {
    let machines = Machines::read(lines, unit, &nearest(), number);
    let rows = machines.rows();
    let counts = machines.count(&rows, Counted::Rows);
    let keys = Keys::new(machines.tree.clone(), KeyedBy::Nodes, counts, K);
    let job = job(table(lines), unit, nearest());
    let grouped = machines.in_shards(&keys, &rows, |shard| group(&job, &keys, shard, &()).unwrap());
    machines.published(&[grouped])
}

/// The whole queries of all machines with their numbers of owners.
fn queries(machines: &Machines, rows: &[Batches]) -> Batches {
    let mut owners: BTreeMap<String, BTreeSet<Vec<u8>>> = BTreeMap::new();
    for batch in rows.iter().flat_map(|rows| rows.batches()) {
        let [owner, texts] = ["owner", "queries"].map(|name| batch.column_by_name(name).unwrap());
        for row in 0..batch.num_rows() {
            for text in strings(texts.as_list(), row) {
                owners.entry(text).or_default().insert(owner.as_binary::<i32>().value(row).to_vec());
            }
        }
    }
    let mut items: BTreeMap<String, ArrayRef> = BTreeMap::new();
    for records in machines.records.iter().filter_map(|records| of_kind(records, 3)) {
        for batch in records.batches() {
            let texts = batch.column_by_name("queries").unwrap().as_list::<i32>();
            let text = strings(texts, 0).remove(0);
            items.insert(text, batch.column_by_name("items").unwrap().clone());
        }
    }
    let batch = |(text, items): (String, ArrayRef)| {
        let owners = Int64Array::from(vec![owners[&text].len() as i64]);
        let text: ArrayRef = Arc::new(StringArray::from(vec![text]));
        RecordBatch::try_from_iter([
            ("text", text),
            ("items", items),
            ("owners", Arc::new(owners) as ArrayRef),
        ])
        .unwrap()
    };
    let batches: Vec<RecordBatch> = items.into_iter().map(batch).collect();
    Batches::new("queries", batches[0].schema(), batches)
}

fn pieces_on_machines(lines: &[(String, String)], unit: Unit, number: usize) -> Published {
    let machines = Machines::read(lines, unit, &pieces(), number);
    let (tree, rows) = (&machines.tree, machines.rows());
    let mut common = CommonQueries::new(tree, &queries(&machines, &rows), K).unwrap();
    loop {
        let told = CommonQueries::from_bytes(&common.to_bytes()).unwrap();
        let owners = sums(common.len(), rows.iter().map(|rows| told.count(rows).unwrap()));
        if !common.advance(&owners) {
            break;
        }
    }
    let told = CommonQueries::from_bytes(&common.to_bytes()).unwrap();
    let mut parts: Vec<Batches> = rows.iter().map(|rows| told.publish(rows).unwrap()).collect();
    let left = machines.by_owner(&together(&parts), is_left);
    let placing = machines.place(&left);
    let mut left: Vec<Batches> = left.iter().map(|left| tree.label(left, Some(&placing)).unwrap()).collect();
    let squares = rows.iter().flat_map(|rows| cells(rows, "nodes"));
    let squares = squares.flat_map(|column| {
        let list = column.as_list::<i32>().clone();
        (0..list.len()).map(move |row| (numbers(&list, row).len() as u64).pow(2))
    });
    let squares: u64 = squares.sum();
    for _ in 0..PASSES {
        let counts = machines.count(&left, Counted::RowsWith);
        let keys = Keys::new(tree.clone(), KeyedBy::Items, counts, K);
        let owners = machines.count(&left, Counted::OwnersWith);
        let known = Known { cells: machines.count(&rows, Counted::Cells), owners, squares };
        let job = job(table(lines), unit, pieces());
        let joined = machines.in_shards(&keys, &left, |shard| join(&job, &keys, &known, shard, &()).unwrap());
        left = machines.by_owner(&joined, is_left);
        left = left.iter().map(|left| tree.label(left, None).unwrap()).collect();
        parts.push(joined);
    }
    let placing = machines.place(&left);
    let left: Vec<Batches> = left.iter().map(|left| tree.label(left, Some(&placing)).unwrap()).collect();
    let alike: Vec<Batches> = left.iter().map(|left| tree.alike(left).unwrap()).collect();
    let alone = decide_alone(&together(&alike), K).unwrap();
    parts.extend(left.iter().map(|left| tree.publish_alone(left, &alone).unwrap()));
    machines.published(&parts)
}

#[test]
fn machines_make_the_groups_of_one_process() {
    let lines = lines();
    for unit in [Unit::Owner, Unit::Query] {
        let alone = in_one_process(&lines, unit, nearest());
        assert!(alone.len() > 30 && alone.values().all(|&owners| owners >= K as u64));
        for machines in [1, 2, 5] {
            assert!(nearest_on_machines(&lines, unit, machines) == alone, "{machines} machines, {unit:?}");
        }
    }
}

#[test]
fn machines_make_the_pieces_of_one_process() {
    let lines = lines();
    for unit in [Unit::Query, Unit::Owner] {
        let alone = in_one_process(&lines, unit, pieces());
        assert!(alone.len() > 30 && alone.values().all(|&owners| owners >= K as u64));
        assert!(
            alone.keys().any(|(_, text)| text.is_some()) && alone.keys().any(|(items, _)| items.len() > 1)
        );
        for machines in [1, 2, 5] {
            let found = pieces_on_machines(&lines, unit, machines);
            assert_eq!(difference(&found, &alone), Published::new(), "{machines} machines, {unit:?}");
        }
    }
}

/// What only one of them has.
fn difference(a: &Published, b: &Published) -> Published {
    let only = |a: &Published, b: &Published| -> Published {
        a.iter()
            .filter(|(key, owners)| b.get(*key) != Some(*owners))
            .map(|(key, owners)| (key.clone(), *owners))
            .collect()
    };
    only(a, b).into_iter().chain(only(b, a)).collect()
}

/// Whoever sees what machines send each other can hash every short id. Without the key of the run that says nothing.
#[test]
fn ids_of_owners_cannot_be_looked_up_without_the_key_of_the_run() {
    let [one, other] = [[1; 32], [2; 32]];
    let sent = owner_id("123", &one);
    assert_eq!(sent, owner_id(" 123 ", &one), "all spellings of one person meet");
    let mut guesses = (0..1_000).map(|number: u32| number.to_string());
    assert!(guesses.clone().all(|name| owner_id(&name, &other) != sent));
    assert!(guesses.clone().all(|name| blake3::hash(name.as_bytes()).as_bytes()[..16] != sent));
    assert!(guesses.any(|name| owner_id(&name, &one) == sent));
}
