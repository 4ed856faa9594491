//! A cluster that lives in this process: rows divided in several ways give the release of one process with the same shards.

use std::collections::BTreeMap;
use std::sync::Arc;

use clump::cluster::{Keys, Part, Tree, group, owner_id};
use clump::core::shards::{CutPoints, Refining};
use clump::io::arrow_array::cast::AsArray;
use clump::io::arrow_array::types::{Int8Type, Int32Type, Int64Type};
use clump::io::arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use clump::io::release::{ReleaseFormat, ReleaseLayout, read_release};
use clump::io::{Batches, Input, Unit};
use clump::{Job, Nearest, run};

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

fn job(input: Batches, unit: Unit) -> Job {
    let method = Nearest::default().shards(SHARDS);
    Job::anonymize(input).owner("who").unit(unit).k(K).method(method)
}

/// What is published, by items: how many owners.
type Published = BTreeMap<Vec<String>, u64>;

fn in_one_process(lines: &[(String, String)], unit: Unit) -> Published {
    let mut job = job(table(lines), unit).output("-").layout(ReleaseLayout::Groups);
    job.output.format = Some(ReleaseFormat::Arrow);
    let release = run(&job, &()).unwrap().published.unwrap().release.unwrap();
    published(&release.to_batches().unwrap())
}

fn published(batches: &Batches) -> Published {
    let input = Input::from(batches.clone());
    let rows = read_release(&input, ReleaseFormat::Arrow, ReleaseLayout::Groups, &()).unwrap();
    let row = |row| (rows.items(row).map(str::to_owned).collect(), rows.owners(row));
    (0..rows.len()).map(row).collect()
}

fn cells<'b>(table: &'b Batches, name: &str) -> Vec<&'b ArrayRef> {
    table.kept().unwrap().iter().map(|batch| batch.column_by_name(name).unwrap()).collect()
}

/// The same on `machines`, each of which gets the lines of some owners in another order.
fn on_machines(lines: &[(String, String)], unit: Unit, machines: usize) -> Published {
    let mut parts: Vec<Vec<(String, String)>> = vec![Vec::new(); machines];
    for line in lines.iter().rev() {
        parts[owner_id(&line.0)[0] as usize % machines].push(line.clone());
    }
    let read = |part: &Vec<_>| Part::read(&job(table(part), unit), &()).unwrap().records().unwrap();
    let records: Vec<Batches> = parts.iter().filter(|part| !part.is_empty()).map(read).collect();
    let tree = Tree::of_edges(records.iter().flat_map(edges)).unwrap();
    let tree = Tree::from_bytes(&tree.to_bytes()).unwrap();
    let rows: Vec<Batches> = records.iter().map(|records| tree.number(records).unwrap()).collect();
    let mut counts = vec![0; tree.taxonomy().nodes().len()];
    for counted in rows.iter().map(|rows| tree.count(rows).unwrap()) {
        let [node, number] = ["node", "rows"].map(|name| cells(&counted, name)[0]);
        for row in 0..node.len() {
            let node = node.as_primitive::<Int32Type>().value(row) as usize;
            counts[node] += number.as_primitive::<Int64Type>().value(row) as u64;
        }
    }
    let keys = Keys::new(tree, counts, K);
    let cuts = cuts(&keys, &rows);
    let all = rows.iter().flat_map(|rows| keys.divide(rows, &cuts).unwrap().kept().unwrap().to_vec());
    let all: Vec<RecordBatch> = all.collect();
    let shards = (0..cuts.shards() as i32).map(|shard| shard_of(&all, shard));
    let mut owners: BTreeMap<Vec<i32>, std::collections::BTreeSet<Vec<u8>>> = BTreeMap::new();
    for shard in shards {
        let grouped = group(&job(table(lines), unit), &keys, &shard, &()).unwrap();
        let [owner, nodes] = ["owner", "nodes"].map(|name| cells(&grouped.rows, name)[0]);
        for row in 0..owner.len() {
            let bag = nodes.as_list::<i32>().value(row).as_primitive::<Int32Type>().values().to_vec();
            owners.entry(bag).or_default().insert(owner.as_binary::<i32>().value(row).to_vec());
        }
    }
    let name = |node: &i32| keys.tree().taxonomy().name(clump::core::taxonomy::Node(*node as u32)).to_owned();
    let named = |(bag, owners): (Vec<i32>, std::collections::BTreeSet<Vec<u8>>)| {
        let mut names: Vec<String> = bag.iter().map(name).collect();
        names.sort_unstable();
        (names, owners.len() as u64)
    };
    owners.into_iter().map(named).collect()
}

fn edges(records: &Batches) -> Vec<(String, Option<String>)> {
    let [kind, items] = ["kind", "items"].map(|name| cells(records, name)[0]);
    let edge = |row| {
        let names = items.as_list::<i32>().value(row);
        let names = names.as_string::<i32>();
        (names.value(0).to_owned(), (names.len() > 1).then(|| names.value(1).to_owned()))
    };
    (0..kind.len()).filter(|&row| kind.as_primitive::<Int8Type>().value(row) == 1).map(edge).collect()
}

fn cuts(keys: &Keys, rows: &[Batches]) -> CutPoints {
    let keyed: Vec<Batches> = rows.iter().map(|rows| keys.add(rows).unwrap()).collect();
    let mut refining = Refining::new(SHARDS as u64);
    while !refining.is_done() {
        let open = refining.prefixes_to_count().to_vec();
        let mut counts: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        for table in &keyed {
            let column = cells(table, "key")[0].as_binary::<i32>();
            for key in column.iter().flatten() {
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
        let mut owners = vec![std::collections::BTreeSet::new(); cuts.shards()];
        for rows in rows {
            let divided = keys.divide(rows, &cuts).unwrap();
            let [owner, shard] = ["owner", "shard"].map(|name| cells(&divided, name)[0]);
            for row in 0..owner.len() {
                let shard = shard.as_primitive::<Int32Type>().value(row) as usize;
                owners[shard].insert(owner.as_binary::<i32>().value(row).to_vec());
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

/// The rows of one shard, one batch each, the last first.
fn shard_of(all: &[RecordBatch], shard: i32) -> Batches {
    let mut rows = Vec::new();
    for batch in all.iter().rev() {
        let column = batch.column_by_name("shard").unwrap().as_primitive::<Int32Type>();
        rows.extend(
            (0..batch.num_rows())
                .rev()
                .filter(|&row| column.value(row) == shard)
                .map(|row| batch.slice(row, 1)),
        );
    }
    Batches::new("shard", all[0].schema(), rows)
}

#[test]
fn machines_make_the_release_of_one_process() {
    let lines = lines();
    for unit in [Unit::Owner, Unit::Query] {
        let alone = in_one_process(&lines, unit);
        assert!(alone.len() > 30 && alone.values().all(|&owners| owners >= K as u64));
        for machines in [1, 2, 5] {
            assert!(on_machines(&lines, unit, machines) == alone, "{machines} machines, {unit:?}");
        }
    }
}
