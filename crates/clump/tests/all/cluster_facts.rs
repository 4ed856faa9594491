//! A cluster that counts facts, and lives in this process: however owners are divided among machines, table, certificate and figures
//! are those of one process.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use clump::cluster::facts::{FactPlan, FactSums, OwnersCounted};
use clump::cluster::owner_id;
use clump::core::facts::{By, CountedFacts, FactKind, NormalForm, ShownCounts, TableSpec};
use clump::core::promise::Privacy;
use clump::io::arrow_array::cast::AsArray;
use clump::io::arrow_array::types::{Int8Type, Int64Type};
use clump::io::arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, StringArray};
use clump::io::facts::{FactLog, count_facts};
use clump::io::release::{ReleaseFormat, read_fact_table};
use clump::io::{Batches, Input, ReadCounts};
use clump::{AnyMethod, Counts, Job, Made, Outcome, run};

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

    /// The lines as the table that the fact is about.
    fn table(&self, lines: &[Line]) -> Batches {
        let columns: &[(&str, usize)] = if self.counts.tables()[0].kind.is_of_queries() {
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
        if !self.counts.tables()[0].kind.is_of_queries() {
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
        let told = records.typed.into_iter().map(|[form, rule]| (form, rule));
        let plan = plan.and_as_typed(told).unwrap();
        let plan = FactPlan::from_bytes(&job, &plan.to_bytes()).unwrap();
        // By fact, and by fact and cell: owners, owners who count, and times.
        let mut facts: BTreeMap<&str, Sum> = BTreeMap::new();
        let mut cells: BTreeMap<(&str, Option<&str>), Sum> = BTreeMap::new();
        for record in &records.owned {
            let cell = record.cell.as_deref();
            for sum in
                [facts.entry(&record.fact).or_default(), cells.entry((&record.fact, cell)).or_default()]
            {
                sum.owners.insert(&record.owner);
                sum.counting += i64::from(record.counts);
                sum.times += record.times;
            }
        }
        let rows = facts.iter().map(|(&fact, sum)| (fact, None, sum.owners.len() as i64, sum.times));
        let judged = Judgment::of(&plan.judge_facts(&sums(rows.collect())).unwrap());
        let kept: BTreeSet<&str> = judged.kept().map(|(fact, ..)| fact).collect();
        let cells_judged = match (plan.is_bounded(), !self.counts.tables()[0].by.is_empty()) {
            (false, false) => Judgment::default(),
            (is_bounded, _) => {
                let is_asked = |fact: &str| is_bounded || kept.contains(fact);
                let rows =
                    cells.iter().filter(|((fact, _), _)| is_asked(fact)).map(|(&(fact, cell), sum)| {
                        let owners = if is_bounded { sum.counting } else { sum.owners.len() as i64 };
                        (fact, cell, owners, sum.times)
                    });
                Judgment::of(&plan.judge_cells(&sums(rows.collect())).unwrap())
            }
        };
        let mut volume: BTreeMap<(i64, Option<&str>), [i64; 2]> = BTreeMap::new();
        for row in &judged.rows {
            let [facts, times] = volume.entry((row.owners, row.rule.as_deref())).or_default();
            *facts += 1;
            *times += row.times;
        }
        let mut excluded_cells: BTreeMap<&str, i64> = BTreeMap::new();
        let of_cells = cells_judged.rows.iter().filter(|row| row.cell.is_some());
        for rule in of_cells.filter_map(|row| row.rule.as_deref()) {
            *excluded_cells.entry(rule).or_default() += 1;
        }
        let kept_cells: BTreeSet<(&str, Option<&str>)> =
            cells_judged.kept().map(|(fact, cell, ..)| (fact, cell)).collect();
        let mut totals: BTreeMap<&str, BTreeSet<&Vec<u8>>> = BTreeMap::new();
        for record in records.owned.iter().filter(|_| !plan.is_bounded()) {
            if kept_cells.contains(&(record.fact.as_str(), record.cell.as_deref())) {
                totals.entry(&record.fact).or_default().insert(&record.owner);
            }
        }
        let totals = totals.iter().map(|(&fact, owners)| (fact, None, owners.len() as i64, 0));
        let gathered = plan
            .gather(&FactSums {
                volume: table_of(vec![
                    ("owners", integers(volume.keys().map(|&(owners, _)| owners))),
                    ("rule", texts(volume.keys().map(|&(_, rule)| rule))),
                    ("facts", integers(volume.values().map(|sums| sums[0]))),
                    ("times", integers(volume.values().map(|sums| sums[1]))),
                ]),
                facts: sums(if plan.is_bounded() { Vec::new() } else { judged.kept().collect() }),
                cells: sums(cells_judged.kept().collect()),
                excluded_cells: table_of(vec![
                    ("rule", texts(excluded_cells.keys().map(|&rule| Some(rule)))),
                    ("cells", integers(excluded_cells.values().copied())),
                ]),
                totals: sums(totals.collect()),
                pairs_counted: records.owned.iter().filter(|record| record.counts).count() as u64,
            })
            .unwrap();
        let shown = shown(&gathered.shown().unwrap());
        let is_whole = plan.is_bounded() || self.counts.tables()[0].by.is_empty();
        let is_shown = |record: &&Record| {
            if is_whole {
                kept.contains(record.fact.as_str())
            } else {
                record.cell.as_ref().is_some_and(|cell| shown.contains(&(record.fact.clone(), cell.clone())))
            }
        };
        let in_table: Vec<&Record> = records.owned.iter().filter(is_shown).collect();
        let pairs = in_table.iter().map(|record| (&record.owner, &record.fact)).collect::<BTreeSet<_>>();
        let owners = OwnersCounted {
            owners: in_table.iter().map(|record| &record.owner).collect::<BTreeSet<_>>().len() as u64,
            pairs: pairs.len() as u64,
            times: in_table.iter().map(|record| record.times as u64).sum(),
        };
        (gathered.log(records.counts, owners).unwrap(), plan)
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

#[derive(Default)]
struct Sum<'r> {
    owners: BTreeSet<&'r Vec<u8>>,
    counting: i64,
    times: i64,
}

struct Record {
    owner: Vec<u8>,
    fact: String,
    cell: Option<String>,
    times: i64,
    counts: bool,
}

#[derive(Default)]
struct Records {
    owned: Vec<Record>,
    typed: Vec<[String; 2]>,
    counts: ReadCounts,
}

impl Records {
    fn take(&mut self, records: &Batches) {
        for batch in records.batches() {
            let column = |name: &str| batch.column_by_name(name).unwrap();
            for row in 0..batch.num_rows() {
                let cell = column("cell").as_string::<i32>();
                let cell = cell.is_valid(row).then(|| cell.value(row).to_owned());
                let fact = column("fact").as_string::<i32>().value(row).to_owned();
                match column("kind").as_primitive::<Int8Type>().value(row) {
                    0 => self.owned.push(Record {
                        owner: column("owner").as_binary::<i32>().value(row).to_vec(),
                        fact,
                        cell,
                        times: column("times").as_primitive::<Int64Type>().value(row),
                        counts: column("counts").as_boolean().value(row),
                    }),
                    1 => self.typed.push([fact, cell.unwrap()]),
                    _ => self.counts = added(&self.counts, &serde_json::from_str(&fact).unwrap()),
                }
            }
        }
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
    fact: String,
    cell: Option<String>,
    owners: i64,
    times: i64,
    rule: Option<String>,
    is_kept: bool,
}

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

    fn kept(&self) -> impl Iterator<Item = (&str, Option<&str>, i64, i64)> {
        let kept = self.rows.iter().filter(|row| row.is_kept);
        kept.map(|row| (row.fact.as_str(), row.cell.as_deref(), row.owners, row.times))
    }
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

fn sums(rows: Vec<(&str, Option<&str>, i64, i64)>) -> Batches {
    table_of(vec![
        ("fact", texts(rows.iter().map(|row| Some(row.0)))),
        ("cell", texts(rows.iter().map(|row| row.1))),
        ("owners", integers(rows.iter().map(|row| row.2))),
        ("times", integers(rows.iter().map(|row| row.3))),
    ])
}

/// The facts and cells that rows count.
fn shown(table: &Batches) -> BTreeSet<(String, String)> {
    let mut shown = BTreeSet::new();
    for batch in table.batches() {
        let text = |name: &str, row: usize| {
            batch.column_by_name(name).unwrap().as_string::<i32>().value(row).to_owned()
        };
        shown.extend((0..batch.num_rows()).map(|row| (text("fact", row), text("cell", row))));
    }
    shown
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
    let ([one], [other]) = (one.tables.as_slice(), other.tables.as_slice()) else { panic!("one table") };
    assert!(numbers(&one.counted) == numbers(&other.counted), "{told}: counted facts differ");
    assert_eq!(one.pairs_counted, other.pairs_counted, "{told}");
    assert_eq!(one.volume, other.volume, "{told}");
    assert_eq!(one.excluded, other.excluded, "{told}");
    assert_eq!(one.excluded_cells, other.excluded_cells, "{told}");
    assert_eq!(one.in_table, other.in_table, "{told}");
    assert_eq!(one.owners_of_facts, other.owners_of_facts, "{told}");
}

fn published(made: &Made) -> Outcome {
    let mut output = clump::OutputSettings::default();
    (output.release, output.format) = (Some("-".into()), Some(ReleaseFormat::Arrow));
    made.publish(output, clump::ReportSettings::default(), &()).unwrap()
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
        let ours = published(&plan.make(log, 0.0).unwrap()).published.unwrap();
        let release = ours.release.as_ref().unwrap().to_batches().unwrap();
        let found = plan.verify(release.clone(), &()).unwrap();
        assert!(found.holds && found.violations == 0, "{found:?}");
        if !plan.is_bounded() {
            let mut job = case.job(&lines);
            job.output.format = Some(ReleaseFormat::Arrow);
            let theirs = run(&job, &()).unwrap().published.unwrap();
            let table =
                |batches: Batches| read_fact_table(&batches.into(), ReleaseFormat::Arrow, None, &()).unwrap();
            assert!(table(release) == table(theirs.release.as_ref().unwrap().to_batches().unwrap()));
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
        plan.verify(table, &()).unwrap().violations
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
    let nothing = || table_of(vec![("rule", texts([].into_iter())), ("cells", integers([].into_iter()))]);
    let volume = table_of(
        ["owners", "facts", "times"]
            .map(|name| (name, integers([].into_iter())))
            .into_iter()
            .chain([("rule", texts([].into_iter()))])
            .collect(),
    );
    let sums = FactSums {
        volume,
        facts: sums(Vec::new()),
        cells: sums(Vec::new()),
        excluded_cells: nothing(),
        totals: sums(Vec::new()),
        pairs_counted: 0,
    };
    let error = plan.gather(&sums).unwrap_err().to_string();
    assert!(error.contains("click"), "{error}");
    let each_row = Job::anonymize(case.table(&[])).owner_per_row().k(K).method(Counts::default());
    assert!(FactPlan::new(&each_row).unwrap_err().to_string().contains("owner of a query"));
}
