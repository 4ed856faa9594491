//! A cluster that counts facts, and lives in this process: however owners are divided among machines, tables, certificate and figures
//! are those of one process.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use clump::cluster::facts::{FactPlan, FactSums, OwnersCounted};
use clump::cluster::owner_id;
use clump::core::facts::{By, CountedFacts, FactKind, NormalForm, ShownCounts, TableSpec};
use clump::core::promise::Privacy;
use clump::io::arrow_array::cast::AsArray;
use clump::io::arrow_array::types::{Int8Type, Int32Type, Int64Type};
use clump::io::arrow_array::{Array, ArrayRef, Int32Array, Int64Array, RecordBatch, StringArray};
use clump::io::facts::{FactLog, count_facts};
use clump::io::release::{ReleaseFormat, read_fact_table};
use clump::io::{Batches, Input, ReadCounts};
use clump::{AnyMethod, Counts, Job, Made, Outcome, Published, run};

const K: usize = 4;

/// Owner, query, time, address, region and an item.
type Line = [String; 6];

/// The example log, with lines that six owners asked one after the other, each in one of two ways. Rules exclude most of them.
fn lines() -> Vec<Line> {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/queries.tsv")).unwrap();
    let mut lines: Vec<[String; 4]> = text
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            [cells[0], cells[1], cells[2], cells[4]].map(str::to_owned)
        })
        .collect();
    let asked = [
        ["weather map", "Weather  map"],
        ["road map", "Road map"],
        ["mail jane@example.com", "mail jane@example.com"],
        ["live at 12 elm street", "live at 12 elm street"],
        ["zeta acme", "acme zeta"],
        // The same words, excluded for two reasons.
        ["zeta acme elm street at 12", "acme zeta at 12 elm street"],
        ["visit acme", "acme visit"],
    ];
    for (place, ways) in asked.iter().enumerate() {
        for owner in 0..6 {
            let [query, time] =
                [ways[owner % 2].to_owned(), format!("2006-06-0{} 10:0{place}:00", owner % 2 + 1)];
            lines.push([format!("extra{owner}"), query, time, "http://www.acme.example/".to_owned()]);
        }
    }
    let regions = ["north", "south", "west", "", "ann@example.com"];
    let line = |[owner, query, time, url]: [String; 4]| {
        // An owner is in a region, and sometimes elsewhere.
        let place =
            usize::from(blake3::hash(owner.as_bytes()).as_bytes()[1]) + usize::from(query.len() % 7 == 0);
        let item = query.split(' ').next().unwrap_or_default().to_owned();
        [owner, query, time, url, regions[place % regions.len()].to_owned(), item]
    };
    lines.into_iter().map(line).collect()
}

/// What is counted, and how.
struct Case {
    counts: Counts,
    never: Option<tempfile::NamedTempFile>,
}

impl Case {
    fn of(counts: Counts) -> Case {
        Case { counts, never: None }
    }

    fn is_of_queries(&self) -> bool {
        self.counts.tables().iter().any(|table| table.kind.is_of_queries())
    }

    /// The lines as the table that the fact is about.
    fn table(&self, lines: &[Line]) -> Batches {
        let columns: &[(&str, usize)] = if self.is_of_queries() {
            &[("who", 0), ("query", 1), ("time", 2), ("url", 3), ("region", 4)]
        } else {
            &[("who", 0), ("item", 5), ("region", 4)]
        };
        let column = |&(name, place): &(&'static str, usize)| {
            let texts = StringArray::from_iter_values(lines.iter().map(|line| &line[place]));
            (name, Arc::new(texts) as ArrayRef)
        };
        let batch = RecordBatch::try_from_iter(columns.iter().map(column)).unwrap();
        Batches::new("frame", batch.schema(), vec![batch])
    }

    fn job(&self, lines: &[Line]) -> Job {
        let mut job = Job::anonymize(self.table(lines)).owner("who").k(K).method(self.counts.clone());
        job.guards.never.list = self.never.as_ref().map(|file| file.path().to_owned());
        if !self.is_of_queries() {
            job.input.columns.items = vec!["item".to_owned()];
        }
        job.output("-")
    }

    fn in_one_process(&self, lines: &[Line]) -> FactLog {
        let job = self.job(lines);
        let AnyMethod::Facts(method) = job.ready_method().unwrap() else { panic!("counts are facts") };
        count_facts(&job.input.files, &job.read_options(), &method.request, &()).unwrap()
    }

    /// The same on `machines`, each of which has some owners, in another order.
    fn on_machines(&self, lines: &[Line], machines: usize) -> (FactLog, FactPlan) {
        let job = self.job(&[]);
        let plan = FactPlan::new(&job).unwrap();
        let records = self.records(&plan, lines, machines);
        let told = records.typed.iter().map(|[form, rule]| (form.clone(), rule.clone()));
        let plan = plan.and_as_typed(told).unwrap();
        let plan = FactPlan::from_bytes(&job, &plan.to_bytes()).unwrap();
        let mut totals = plan.gather(&records.sums(&plan)).unwrap();
        while let Some(wanted) = totals.wanted().unwrap() {
            totals.add_owners(&records.places(&wanted)).unwrap();
        }
        let shown = keys(&totals.shown().unwrap());
        let judged = records.judged(&plan);
        let common: BTreeSet<&str> = judged.kept().map(|((_, fact, _), ..)| fact).collect();
        let is_shown = |record: &Record| {
            if plan.is_bounded() {
                common.contains(record.fact.as_str())
            } else {
                shown.contains(&record.key())
            }
        };
        let mut owners = Vec::new();
        for table in 0..self.counts.tables().len() as i32 {
            let in_table: Vec<&Record> =
                records.owned.iter().filter(|record| record.table == table && is_shown(record)).collect();
            let pairs = in_table.iter().map(|record| (&record.owner, &record.fact)).collect::<BTreeSet<_>>();
            owners.push(OwnersCounted {
                owners: in_table.iter().map(|record| &record.owner).collect::<BTreeSet<_>>().len() as u64,
                pairs: pairs.len() as u64,
                times: in_table.iter().map(|record| record.times as u64).sum(),
            });
        }
        let mut rests: BTreeMap<Key<'_>, Sum<'_>> = BTreeMap::new();
        let tables = self.counts.tables().len() as i32;
        let is_rest = |record: &&Record| {
            record.table < tables && record.cell.as_deref() != Some("") && !is_shown(record)
        };
        for record in records.owned.iter().filter(is_rest) {
            rests.entry((record.table, "", record.cell.as_deref())).or_default().add(record);
        }
        let rests = sums(rests.iter().map(|(&key, sum)| (key, sum.owners.len() as i64, sum.times)));
        (totals.log(records.counts, &owners, &rests).unwrap(), plan)
    }

    /// What all machines read.
    fn records(&self, plan: &FactPlan, lines: &[Line], machines: usize) -> Records {
        let mut parts: Vec<Vec<Line>> = vec![Vec::new(); machines];
        let mut by_owner: BTreeMap<[u8; 16], Vec<&Line>> = BTreeMap::new();
        // Each run has its own key, and no table depends on it.
        let secret = [machines as u8; 32];
        lines.iter().for_each(|line| by_owner.entry(owner_id(&line[0], &secret)).or_default().push(line));
        for (id, lines) in by_owner {
            parts[usize::from(id[0]) % machines].extend(lines.into_iter().cloned());
        }
        let mut records = Records::default();
        for part in parts.iter().filter(|part| !part.is_empty()) {
            let worker = FactPlan::from_bytes(&self.job(&[]), &plan.to_bytes()).unwrap();
            records.take(&worker.read(&[Input::from(self.table(part))], &secret, &()).unwrap());
        }
        records
    }
}

/// Number of the table, fact and cell.
type Key<'r> = (i32, &'r str, Option<&'r str>);

#[derive(Default)]
struct Sum<'r> {
    owners: BTreeSet<&'r Vec<u8>>,
    counting: i64,
    times: i64,
}

impl<'r> Sum<'r> {
    fn add(&mut self, record: &'r Record) {
        self.owners.insert(&record.owner);
        self.counting += i64::from(record.counts);
        self.times += record.times;
    }
}

struct Record {
    owner: Vec<u8>,
    table: i32,
    fact: String,
    cell: Option<String>,
    times: i64,
    counts: bool,
}

impl Record {
    fn key(&self) -> (i32, String, Option<String>) {
        (self.table, self.fact.clone(), self.cell.clone())
    }
}

#[derive(Default)]
struct Records {
    owned: Vec<Record>,
    typed: Vec<[String; 2]>,
    counts: ReadCounts,
    /// The name of each owner, if there are several tables.
    names: BTreeMap<Vec<u8>, String>,
}

impl Records {
    fn take(&mut self, records: &Batches) {
        for batch in records.batches() {
            let column = |name: &str| batch.column_by_name(name).unwrap();
            for row in 0..batch.num_rows() {
                let cell = column("cell").as_string::<i32>();
                let cell = cell.is_valid(row).then(|| cell.value(row).to_owned());
                let fact = column("fact").as_string::<i32>().value(row).to_owned();
                let owner = || column("owner").as_binary::<i32>().value(row).to_vec();
                match column("kind").as_primitive::<Int8Type>().value(row) {
                    0 => self.owned.push(Record {
                        owner: owner(),
                        table: column("table").as_primitive::<Int32Type>().value(row),
                        fact,
                        cell,
                        times: column("times").as_primitive::<Int64Type>().value(row),
                        counts: column("counts").as_boolean().value(row),
                    }),
                    1 => self.typed.push([fact, cell.unwrap()]),
                    2 => self.counts = added(&self.counts, &serde_json::from_str(&fact).unwrap()),
                    _ => assert_eq!(self.names.insert(owner(), fact), None),
                }
            }
        }
    }

    /// All facts, judged.
    fn judged(&self, plan: &FactPlan) -> Judgment {
        let mut facts: BTreeMap<Key<'_>, Sum<'_>> = BTreeMap::new();
        for record in &self.owned {
            facts.entry((record.table, &record.fact, None)).or_default().add(record);
        }
        let rows = facts.iter().map(|(&key, sum)| (key, sum.owners.len() as i64, sum.times));
        Judgment::of(&plan.judge_facts(&sums(rows)).unwrap())
    }

    /// The rows that the driver collects.
    fn sums(&self, plan: &FactPlan) -> FactSums {
        let mut cells: BTreeMap<Key<'_>, Sum<'_>> = BTreeMap::new();
        for record in &self.owned {
            cells.entry((record.table, &record.fact, record.cell.as_deref())).or_default().add(record);
        }
        let judged = self.judged(plan);
        let mut kept: Vec<Row<'_>> = judged.kept().collect();
        let commonest = |&((table, fact, _), owners, _): &Row<'_>| (table, -owners, fact.to_owned());
        kept.sort_by_key(commonest);
        let top = plan.top().unwrap_or(usize::MAX);
        let kept: Vec<Row<'_>> = kept
            .chunk_by(|a, b| a.0.0 == b.0.0)
            .flat_map(|of_table| of_table.iter().take(top).copied())
            .collect();
        let is_kept: BTreeSet<Key<'_>> = kept.iter().map(|row| row.0).collect();
        let is_asked = |(table, fact, cell): &Key<'_>| {
            plan.is_bounded() || cell.is_some() && is_kept.contains(&(*table, *fact, None))
        };
        let rows = cells.iter().filter(|(key, _)| is_asked(key)).map(|(&key, sum)| {
            (key, if plan.is_bounded() { sum.counting } else { sum.owners.len() as i64 }, sum.times)
        });
        let cells = Judgment::of(&plan.judge_cells(&sums(rows)).unwrap());
        let mut volume: BTreeMap<(i32, i64, Option<&str>), [i64; 2]> = BTreeMap::new();
        for row in &judged.rows {
            let [facts, times] = volume.entry((row.table, row.owners, row.rule.as_deref())).or_default();
            *facts += 1;
            *times += row.times;
        }
        let mut excluded_cells: BTreeMap<(i32, &str), i64> = BTreeMap::new();
        for row in cells.rows.iter().filter(|row| row.cell.is_some()) {
            row.rule.iter().for_each(|rule| *excluded_cells.entry((row.table, rule)).or_default() += 1);
        }
        let kept_cells: BTreeSet<Key<'_>> = cells.kept().map(|row| row.0).collect();
        let mut totals: BTreeMap<Key<'_>, Sum<'_>> = BTreeMap::new();
        for record in self.owned.iter().filter(|_| !plan.is_bounded()) {
            if kept_cells.contains(&(record.table, &record.fact, record.cell.as_deref())) {
                totals.entry((record.table, &record.fact, None)).or_default().add(record);
            }
        }
        FactSums {
            volume: table_of(vec![
                ("table", tables(volume.keys().map(|key| key.0))),
                ("owners", integers(volume.keys().map(|key| key.1))),
                ("rule", texts(volume.keys().map(|key| key.2))),
                ("facts", integers(volume.values().map(|sums| sums[0]))),
                ("times", integers(volume.values().map(|sums| sums[1]))),
            ]),
            facts: sums(kept.into_iter().filter(|_| !plan.is_bounded())),
            cells: sums(cells.kept()),
            excluded_cells: table_of(vec![
                ("table", tables(excluded_cells.keys().map(|key| key.0))),
                ("rule", texts(excluded_cells.keys().map(|key| Some(key.1)))),
                ("cells", integers(excluded_cells.values().copied())),
            ]),
            totals: sums(totals.iter().map(|(&key, sum)| (key, sum.owners.len() as i64, 0))),
            names: self.known_names(plan),
            pairs_counted: self.owned.iter().filter(|record| record.counts).count() as u64,
        }
    }

    /// The names in each table that enough people have.
    fn known_names(&self, plan: &FactPlan) -> Batches {
        let mut names: Vec<(i32, String)> = Vec::new();
        for (table, width, least) in plan.named_tables() {
            let mut people: BTreeMap<String, BTreeSet<&Vec<u8>>> = BTreeMap::new();
            let of_table = self.owned.iter().filter(|record| record.table as usize == table);
            for record in of_table.filter(|record| record.cell.as_deref() != Some("")) {
                let key = std::iter::once(record.fact.as_str()).chain(record.cell.as_deref());
                let key = key.collect::<Vec<_>>().join("\u{1f}");
                let parts: Vec<&str> = key.split('\u{1f}').collect();
                people.entry(parts[parts.len() - width..].join("\u{1f}")).or_default().insert(&record.owner);
            }
            let known = people.into_iter().filter(|(_, people)| people.len() >= least);
            names.extend(known.map(|(name, _)| (table as i32, name)));
        }
        table_of(vec![
            ("table", tables(names.iter().map(|name| name.0))),
            ("name", texts(names.iter().map(|name| Some(name.1.as_str())))),
        ])
    }

    /// The owners of the rows that are wanted, with places that have gaps.
    fn places(&self, wanted: &Batches) -> Batches {
        let mut names: Vec<(&String, &Vec<u8>)> = self.names.iter().map(|(id, name)| (name, id)).collect();
        names.sort();
        let places: BTreeMap<&Vec<u8>, i64> =
            (0..).zip(names).map(|(place, (_, id))| (id, 7 * place)).collect();
        let wanted = keys_by_row(wanted);
        let mut found: Vec<(i64, i64)> = Vec::new();
        for record in &self.owned {
            let row = wanted.get(&record.key());
            found.extend(row.map(|&row| (row, places[&record.owner])));
        }
        table_of(vec![
            ("row", integers(found.iter().map(|pair| pair.0))),
            ("place", integers(found.iter().map(|pair| pair.1))),
        ])
    }
}

/// Numbers of the same name added up, as the driver does it.
fn added(one: &ReadCounts, other: &ReadCounts) -> ReadCounts {
    fn add(one: serde_json::Value, other: &serde_json::Value) -> serde_json::Value {
        match one {
            serde_json::Value::Object(fields) => {
                let sum = |(name, value): (String, serde_json::Value)| {
                    let other = other.get(&name).cloned().unwrap_or(0.into());
                    (name, add(value, &other))
                };
                let mut fields: serde_json::Map<_, _> = fields.into_iter().map(sum).collect();
                for (name, value) in other.as_object().unwrap() {
                    fields.entry(name.clone()).or_insert_with(|| value.clone());
                }
                fields.into()
            }
            value => (value.as_u64().unwrap() + other.as_u64().unwrap()).into(),
        }
    }
    let [one, other] = [one, other].map(|counts| serde_json::to_value(counts).unwrap());
    serde_json::from_value(add(one, &other)).unwrap()
}

/// Sums that were judged.
#[derive(Default)]
struct Judgment {
    rows: Vec<JudgedRow>,
}

struct JudgedRow {
    table: i32,
    fact: String,
    cell: Option<String>,
    owners: i64,
    times: i64,
    rule: Option<String>,
    is_kept: bool,
}

/// The key of a sum, its owners and its times.
type Row<'r> = (Key<'r>, i64, i64);

impl Judgment {
    fn of(judged: &Batches) -> Judgment {
        let mut rows = Vec::new();
        for batch in judged.batches() {
            let column = |name: &str| batch.column_by_name(name).unwrap();
            let text = |name: &str, row: usize| {
                let column = column(name).as_string::<i32>();
                column.is_valid(row).then(|| column.value(row).to_owned())
            };
            rows.extend((0..batch.num_rows()).map(|row| JudgedRow {
                table: column("table").as_primitive::<Int32Type>().value(row),
                fact: text("fact", row).unwrap(),
                cell: text("cell", row),
                owners: column("owners").as_primitive::<Int64Type>().value(row),
                times: column("times").as_primitive::<Int64Type>().value(row),
                rule: text("rule", row),
                is_kept: column("kept").as_boolean().value(row),
            }));
        }
        Judgment { rows }
    }

    fn kept(&self) -> impl Iterator<Item = Row<'_>> {
        let kept = self.rows.iter().filter(|row| row.is_kept);
        kept.map(|row| ((row.table, row.fact.as_str(), row.cell.as_deref()), row.owners, row.times))
    }
}

fn tables(numbers: impl Iterator<Item = i32>) -> ArrayRef {
    Arc::new(Int32Array::from_iter_values(numbers))
}

fn integers(numbers: impl Iterator<Item = i64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(numbers))
}

fn texts<'t>(texts: impl Iterator<Item = Option<&'t str>>) -> ArrayRef {
    Arc::new(texts.collect::<StringArray>())
}

fn table_of(columns: Vec<(&str, ArrayRef)>) -> Batches {
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, column)| (name, column, true)),
    )
    .unwrap();
    Batches::new("sums", batch.schema(), vec![batch])
}

fn sums<'r>(rows: impl Iterator<Item = Row<'r>>) -> Batches {
    let rows: Vec<Row<'_>> = rows.collect();
    table_of(vec![
        ("table", tables(rows.iter().map(|row| row.0.0))),
        ("fact", texts(rows.iter().map(|row| Some(row.0.1)))),
        ("cell", texts(rows.iter().map(|row| row.0.2))),
        ("owners", integers(rows.iter().map(|row| row.1))),
        ("times", integers(rows.iter().map(|row| row.2))),
    ])
}

/// Each row of a table with its table, fact and cell.
fn keys_by_row(table: &Batches) -> BTreeMap<(i32, String, Option<String>), i64> {
    let mut found = BTreeMap::new();
    for batch in table.batches() {
        let column = |name: &str| batch.column_by_name(name).unwrap();
        for at in 0..batch.num_rows() {
            let text = |name: &str| {
                let texts = column(name).as_string::<i32>();
                texts.is_valid(at).then(|| texts.value(at).to_owned())
            };
            let table = column("table").as_primitive::<Int32Type>().value(at);
            let row =
                batch.column_by_name("row").map_or(0, |rows| rows.as_primitive::<Int64Type>().value(at));
            found.insert((table, text("fact").unwrap(), text("cell")), row);
        }
    }
    found
}

fn keys(table: &Batches) -> BTreeSet<(i32, String, Option<String>)> {
    keys_by_row(table).into_keys().collect()
}

/// Fact, cell, owners and times.
type Numbers<'c> = BTreeSet<(&'c str, &'c str, u64, u64)>;

/// Numbers by fact, and by fact and cell, in no order.
fn numbers(counted: &CountedFacts) -> Numbers<'_> {
    let facts = &counted.facts;
    let mut rows: Numbers<'_> =
        (0..facts.len()).map(|fact| (facts.key(fact), "", facts.owners(fact), facts.times(fact))).collect();
    if let Some(cells) = &counted.cells {
        rows.extend(cells.fact_of.iter().enumerate().map(|(cell, &fact)| {
            (
                facts.key(fact as usize),
                cells.cells.key(cell),
                cells.cells.owners(cell),
                cells.cells.times(cell),
            )
        }));
    }
    rows
}

fn assert_same(one: &FactLog, other: &FactLog, told: &str) {
    assert_eq!((&one.owner_is, one.counts), (&other.owner_is, other.counts), "{told}");
    assert_eq!(one.tables.len(), other.tables.len());
    for (one, other) in one.tables.iter().zip(&other.tables) {
        assert!(numbers(&one.counted) == numbers(&other.counted), "{told}: counted facts differ");
        assert_eq!(one.counted.rest, other.counted.rest, "{told}");
        assert_eq!((one.left_out, one.hidden), (other.left_out, other.hidden), "{told}");
        assert_eq!(one.pairs_counted, other.pairs_counted, "{told}");
        assert_eq!(one.volume, other.volume, "{told}");
        assert_eq!(one.excluded, other.excluded, "{told}");
        assert_eq!(one.excluded_cells, other.excluded_cells, "{told}");
        assert_eq!(one.in_table, other.in_table, "{told}");
        assert_eq!(one.owners_of_facts, other.owners_of_facts, "{told}");
    }
}

fn published(made: &Made) -> Outcome {
    let mut output = clump::OutputSettings::default();
    (output.release, output.format) = (Some("-".into()), Some(ReleaseFormat::Arrow));
    made.publish(output, clump::ReportSettings::default(), &()).unwrap()
}

/// The tables of a release in memory.
fn batches_of(published: &mut Published) -> Vec<Batches> {
    let tables = published.release.take().unwrap().into_tables();
    tables.into_iter().map(|table| table.to_batches().unwrap()).collect()
}

fn never() -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "visit\nzeta acme\n").unwrap();
    file
}

/// Whatever is counted, and however owners are divided: the log, the table, what is said of it, and the check of what is written.
fn compare(case: &Case) -> FactLog {
    let lines = lines();
    let alone = case.in_one_process(&lines);
    for machines in [1, 2, 5] {
        let (log, plan) = case.on_machines(&lines, machines);
        assert_same(&log, &alone, &format!("{machines} machines, {:?}", case.counts));
        let mut ours = published(&plan.make(log, 0.0).unwrap()).published.unwrap();
        let release = batches_of(&mut ours);
        for (table, rows) in release.iter().enumerate() {
            let found = plan.verify(table, rows.clone(), &()).unwrap();
            assert!(found.holds && found.violations == 0, "{found:?}");
        }
        if !plan.is_bounded() {
            let mut job = case.job(&lines);
            job.output.format = Some(ReleaseFormat::Arrow);
            let mut theirs = run(&job, &()).unwrap().published.unwrap();
            let tables = |all: Vec<Batches>| -> Vec<_> {
                let read =
                    |batches: Batches| read_fact_table(&batches.into(), ReleaseFormat::Arrow, None, &());
                all.into_iter().map(|table| read(table).unwrap()).collect()
            };
            assert!(tables(release) == tables(batches_of(&mut theirs)));
            let json = |certificate| serde_json::to_value(certificate).unwrap();
            assert_eq!(json(&ours.certificate), json(&theirs.certificate));
            assert_eq!(
                (&ours.report.figures, &ours.report.read),
                (&theirs.report.figures, &theirs.report.read)
            );
        }
    }
    alone
}

#[test]
fn whole_facts() {
    for fact in
        [FactKind::Query, FactKind::QueryHost, FactKind::QueryNext, FactKind::Word, FactKind::WordPair]
    {
        let log = compare(&Case::of(Counts::of([fact]).times(true)));
        assert!(!log.tables[0].counted.facts.is_empty(), "{fact}");
    }
    for fact in [FactKind::Item, FactKind::ItemPair] {
        assert!(compare(&Case::of(Counts::of([fact]))).tables[0].counted.facts.len() > 20, "{fact}");
    }
}

#[test]
fn divided_facts() {
    let of = |kind: FactKind, by: By| Counts::of([TableSpec::of(kind).by(by)]);
    let by_month = of(FactKind::Word, By::Month).k_cell(Some(2));
    let log = compare(&Case::of(by_month));
    assert!(log.tables[0].in_table.is_some_and(|in_table| in_table.pairs > 0));
    let region = By::Column("region".to_owned());
    let by_region = of(FactKind::Word, region.clone());
    let log = compare(&Case::of(by_region));
    assert!(!log.tables[0].excluded_cells.is_empty() && log.counts.lines_without_cell > 0);
    compare(&Case::of(of(FactKind::Query, By::Day).times(true)));
    compare(&Case::of(of(FactKind::Item, region).numbers(ShownCounts::Rounded(5))));
}

#[test]
fn several_tables() {
    let safe = |tables: &[&str]| {
        let tables: Vec<TableSpec> = tables.iter().map(|table| table.parse().unwrap()).collect();
        let log = compare(&Case::of(Counts::of(tables)));
        log.tables
            .iter()
            .map(|table| (table.left_out, table.hidden))
            .fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
    };
    assert!(safe(&["query", "query:month", "query,host"]).0 > 10);
    let (left_out, hidden) = safe(&["query", "word", "word,word", "query,host", "query:month"]);
    assert!(left_out > 100 && hidden > 10);
    // The table of queries, and then that of words, only follows from these.
    assert!(safe(&["query:region", "query:month"]).0 > 0);
    assert!(safe(&["word:region", "word:month"]).0 > 100);
    assert!(safe(&["query:region", "query:month", "word:region,month"]).1 > 100);
    assert!(safe(&["item", "item,item", "item:region"]).0 > 100);
    assert!(safe(&["region", "query,region", "query,region:month"]).1 > 0);
}

#[test]
fn rests_and_the_most_common() {
    for tables in [&["word"][..], &["word:region"], &["query", "query:month", "word"]] {
        let tables = tables.iter().map(|table| table.parse::<TableSpec>().unwrap());
        let log = compare(&Case::of(Counts::of(tables).rest(true).top(Some(30))));
        assert!(log.tables.iter().all(|table| !table.counted.facts.is_empty()));
        assert!(log.tables.iter().any(|table| !table.counted.rest.is_empty()));
    }
}

#[test]
fn owners_that_were_not_counted_are_refused() {
    let case = Case::of(Counts::of([FactKind::Query, FactKind::Word]));
    let plan = FactPlan::new(&case.job(&[])).unwrap();
    let mut records = case.records(&plan, &lines(), 2);
    let mut totals = plan.gather(&records.sums(&plan)).unwrap();
    let wanted = totals.wanted().unwrap().unwrap();
    records.owned.truncate(records.owned.len() / 2);
    assert!(totals.add_owners(&records.places(&wanted)).is_err());
    let nothing = sums(std::iter::empty());
    assert!(totals.log(records.counts, &[], &nothing).is_err());
}

#[test]
fn what_is_excluded() {
    let counts = Counts::default().normal_form(NormalForm::Words);
    let log = compare(&Case { counts: counts.clone(), never: Some(never()) });
    let count = |name: &str| {
        log.tables[0].excluded.iter().find(|(rule, _)| rule.words() == name).map(|&(_, count)| count)
    };
    // Two street addresses, one of which is a term of the list too.
    assert_eq!((count("street addresses"), count("terms of the list")), (Some(2), Some(2)));
    compare(&Case { counts: counts.table([FactKind::QueryHost.into()]), never: Some(never()) });
    compare(&Case {
        counts: Counts::of([FactKind::Word]).numbers(ShownCounts::Scaled(100)),
        never: Some(never()),
    });
}

#[test]
fn owners_who_are_bounded() {
    let noisy = Counts::default().noise(Privacy::new(1.0, 1e-6, 3).unwrap()).seed(Some(7));
    for counts in [
        noisy.clone().table([FactKind::Word.into()]).stop_words(true),
        noisy.clone().normal_form(NormalForm::Words),
        noisy
            .clone()
            .table([TableSpec::of(FactKind::Word).by(By::Column("region".to_owned()))])
            .stop_words(true),
    ] {
        let log = compare(&Case { counts, never: Some(never()) });
        let counted = (log.tables[0].counted.facts.len(), log.tables[0].pairs_counted.unwrap_or(0));
        assert!(counted.0 > 0 && counted.1 > 100, "{counted:?}");
    }
}

#[test]
fn a_drawn_secret_is_the_same_on_all_machines() {
    let case = Case::of(Counts::default().noise(Privacy::new(1.0, 1e-6, 2).unwrap()));
    let lines = lines();
    let plan = FactPlan::new(&case.job(&[])).unwrap();
    let counting = |machines| {
        let mut facts_of: BTreeMap<Vec<u8>, BTreeSet<String>> = BTreeMap::new();
        for record in case.records(&plan, &lines, machines).owned.into_iter().filter(|record| record.counts) {
            facts_of.entry(record.owner).or_default().insert(record.fact);
        }
        // Each run calls owners by hashes of its own.
        let mut facts: Vec<_> = facts_of.into_values().collect();
        facts.sort();
        facts
    };
    assert_eq!(counting(1), counting(5));
    let other = FactPlan::new(&case.job(&[])).unwrap();
    assert_ne!(plan.to_bytes(), other.to_bytes());
}

#[test]
fn what_breaks_the_promise_is_found_in_a_part() {
    let case = Case::of(Counts::default());
    let plan = FactPlan::new(&case.job(&[])).unwrap();
    let found = |rows: &[(&str, i64)]| {
        let table = table_of(vec![
            ("query", texts(rows.iter().map(|row| Some(row.0)))),
            ("owners", integers(rows.iter().map(|row| row.1))),
        ]);
        plan.verify(0, table, &()).unwrap().violations
    };
    assert_eq!(found(&[("dog", 4), ("cat", 9)]), 0);
    assert_eq!(found(&[("dog", 3)]), 1);
    assert_eq!(found(&[("dog", 4), ("dog", 4)]), 1);
    assert_eq!(found(&[("jane@example.com", 9)]), 1);
}

#[test]
fn what_is_not_there_is_said() {
    let case = Case::of(Counts::of([FactKind::QueryHost]));
    let mut lines = lines();
    lines.iter_mut().for_each(|line| line[3].clear());
    let plan = FactPlan::new(&case.job(&[])).unwrap();
    let records = case.records(&plan, &lines, 2);
    assert!(records.owned.is_empty() && records.counts.lines == lines.len() as u64);
    let error = plan.gather(&records.sums(&plan)).unwrap_err().to_string();
    assert!(error.contains("click"), "{error}");
    let each_row = Job::anonymize(case.table(&[])).owner_per_row().k(K).method(Counts::default());
    assert!(FactPlan::new(&each_row).unwrap_err().to_string().contains("owner of a query"));
}
