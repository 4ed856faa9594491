//! Limits the memory of a run: estimates it from a sample of the input before the run begins, and again after
//! reading.
//!
//! The estimate is linear in rows and items, at measured rates ({clump anonymize json?} states the peak). The
//! rates are those of the worst log tried, so an accepted run stays below its limit. Memory for names
//! (`vocabulary`) and facts (`of_facts`) is added.

use std::sync::atomic::{AtomicU64, Ordering};

use clump_core::log::QueryLog;
use clump_core::progress::{Cancel, Progress, Stage};
use clump_core::transactions::Transactions;
use clump_io::{Input, Unit, read_log};

use crate::data::Data;
use crate::job::Job;
use crate::methods::WorksOn;
use crate::{ByteSize, DataError, MethodName};

mod of_facts;
mod vocabulary;

pub(crate) use of_facts::{check_counting, does_not_fit, kept_cost};
use vocabulary::Vocabulary;

/// Bytes of memory for the program, its built-in taxonomy and its buffers.
const BASE: f64 = 96e6;

/// Number of lines that the estimate reads from each file of its sample.
const SAMPLE: u64 = 400_000;

/// Number of input files from which the estimate takes a sample.
const FILES: usize = 4;

/// Size of the data of a run: numbers of rows, items and names.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shape {
    rows: f64,
    items: f64,
    names: Vocabulary,
}

/// Peak memory in bytes. For rows: for each row and each item. For the lines of a log: for each line (`row`)
/// and each byte of text (`item`).
#[derive(Clone, Copy)]
struct Rate {
    row: f64,
    item: f64,
}

/// Refuses a job that needs more than its memory limit, estimated from a sample of its files. Streams and
/// batches from a program are not sampled, since they may be readable only once.
pub(crate) fn check_sample(job: &Job, progress: &dyn Progress) -> Result<(), DataError> {
    let Some(memory) = job.resources.memory else { return Ok(()) };
    let names = Vocabulary::of_source(&job.taxonomy.source);
    require(job, memory, Shape { rows: 0.0, items: 0.0, names })?;
    if job.input.files.iter().any(|input| !matches!(input, Input::File(_)))
        || job.method.name().facts().works_on != WorksOn::Transactions
    {
        return Ok(());
    }
    let mut options = job.read_options();
    options.first = Some(SAMPLE);
    let consumed = Consumed { bytes: AtomicU64::new(0), cancel: progress.untold() };
    let inputs = job.input.expanded()?;
    let sampled = &inputs[..inputs.len().min(FILES)];
    // The full read reports errors of the input and a cancelled run.
    let Ok(log) = read_log(sampled, &options, &job.taxonomy.source, &consumed) else { return Ok(()) };
    let total: u64 = inputs.iter().map(Input::bytes).sum();
    let parts = (total as f64 / consumed.bytes.into_inner().max(1) as f64).max(1.0);
    let sample = Shape::of(&log.transactions, log.taxonomy.len(), job);
    let names = sample.names.of_parts(parts, sample.items);
    require(job, memory, Shape { rows: sample.rows * parts, items: sample.items * parts, names })
}

/// Largest number of distinct words that may become leaves of the tree within the memory limit of `job`, if
/// nothing else needs memory. `None` without a limit.
pub(crate) fn most_leaves(job: &Job) -> Option<usize> {
    let memory = job.resources.memory?;
    let method = job.method.name();
    let given = Vocabulary::of_source(&job.taxonomy.source).bytes(method);
    Some(Vocabulary::most_leaves(memory.0 as f64 - BASE - given, method))
}

/// Refuses a job if the data that it has read need more than its memory limit.
pub(crate) fn check_data(job: &Job, data: &Data) -> Result<(), DataError> {
    match job.resources.memory {
        Some(memory) => require(job, memory, Shape::of(&data.transactions, data.taxonomy_given.nodes, job)),
        None => Ok(()),
    }
}

impl Shape {
    /// `nodes` is the number of nodes of the tree before pruning.
    fn of(transactions: &Transactions, nodes: usize, job: &Job) -> Shape {
        Shape {
            rows: transactions.len() as f64,
            items: transactions.items() as f64,
            names: Vocabulary::of(transactions, nodes, &job.taxonomy.source),
        }
    }
}

fn require(job: &Job, memory: ByteSize, shape: Shape) -> Result<(), DataError> {
    let needed = needed(job, shape);
    if needed <= memory {
        return Ok(());
    }
    let instead = alternatives(job)
        .into_iter()
        .map(|(change, job)| (change, self::needed(&job, shape)))
        .find(|&(_, bytes)| bytes <= memory);
    Err(DataError::Memory { needed: needed.rounded_up(), memory, instead: instead.map(|(change, _)| change) })
}

/// Refuses a job that needs `bytes` if its limit is lower. The error suggests no other setting.
fn require_bytes(job: &Job, bytes: f64) -> Result<(), DataError> {
    let needed = ByteSize(bytes as u64);
    match job.resources.memory {
        Some(memory) if needed > memory => {
            Err(DataError::Memory { needed: needed.rounded_up(), memory, instead: None })
        }
        _ => Ok(()),
    }
}

/// Assumed bytes of a line of a log.
const LINE: f64 = 100.0;

/// Refuses a method on lines, which holds all lines in memory, if it needs more than the limit of the job.
///
/// Measured on 300,000 lines of 82 bytes: `hash` takes 153 MB above what the program takes. `share` takes 333
/// MB for 300,000 lines of 56 bytes and 322 MB for as many of 51: what it writes for a line hardly depends on
/// the line. The program with `split` takes 233 MiB for 300,000 lines of 30 bytes, each of another owner, and
/// 335 MiB for 100,000 lines of 410 bytes.
fn require_lines(job: &Job, lines: f64, bytes: f64) -> Result<(), DataError> {
    let Rate { row, item } = match job.method.name() {
        MethodName::Share => Rate { row: 850.0, item: 9.0 },
        MethodName::Split => Rate { row: 420.0, item: 6.0 },
        _ => Rate { row: 200.0, item: 4.0 },
    };
    require_bytes(job, BASE + row * lines + item * bytes)
}

/// Refuses a job that needs too much memory by the sizes of its files alone. Compressed files need more than
/// this estimate.
pub(crate) fn check_files(job: &Job) -> Result<(), DataError> {
    let bytes: u64 = job.input.expanded()?.iter().map(Input::bytes).sum();
    require_lines(job, bytes as f64 / LINE, bytes as f64)
}

/// Refuses a job if the lines that it has read need more than its memory limit.
pub(crate) fn check_lines(job: &Job, log: &QueryLog) -> Result<(), DataError> {
    let bytes = log.owners.bytes() + log.queries.bytes() + log.texts.bytes();
    require_lines(job, log.lines.len() as f64, bytes as f64)
}

/// Changes of the job that need less memory, the change with the least effect first.
fn alternatives(job: &Job) -> [(&'static str, Job); 3] {
    let mut plain = job.clone();
    (plain.report.report, plain.report.page, plain.output.floor) = (None, None, false);
    let partition = |job: &Job| job.clone().method(MethodName::Partition);
    let both = partition(&plain);
    [
        ("leave out {report}, {page} and {floor!}", plain),
        ("use {method=partition}, which needs less memory and loses more", partition(job)),
        ("use {method=partition}, which loses more, without {report}, {page} and {floor!}", both),
    ]
}

/// Peak memory that `job` needs for data of size `shape`.
fn needed(job: &Job, shape: Shape) -> ByteSize {
    let Rate { row, item } = rate(job);
    let room = job.read_options().room.bytes as f64;
    let base = BASE + shape.names.bytes(job.method.name());
    // Buffers for reading are freed before the method starts, so the peak is the larger of the two, not the
    // sum.
    let row_read = if job.transaction_is() == Unit::Transaction { 60.0 + NAME } else { 60.0 };
    let reading =
        base + room.min(4.0 * READ_PER_ITEM * shape.items) + row_read * shape.rows + 4.0 * shape.items;
    let working = base + row * shape.rows + item * shape.items;
    ByteSize(reading.max(working) as u64)
}

/// Bytes for the name of a transaction while it is read, if a column has it.
const NAME: f64 = 60.0;

/// Minimum bytes of input text for an item.
const READ_PER_ITEM: f64 = 4.0;

fn rate(job: &Job) -> Rate {
    let method = match job.method.name() {
        MethodName::Nearest => Rate { row: 90.0, item: 54.0 },
        MethodName::Coherence => Rate { row: 100.0, item: 32.0 },
        _ => Rate { row: 110.0, item: 18.0 },
    };
    let assessed = job.report.is_assessed();
    let more = if assessed { Rate { row: 150.0, item: 44.0 } } else { Rate { row: 0.0, item: 0.0 } };
    let bound =
        if job.output.floor { Rate { row: 2_000.0, item: 80.0 } } else { Rate { row: 0.0, item: 0.0 } };
    let unit = if job.transaction_is() == Unit::Owner { 0.0 } else { 60.0 };
    // With ceilings, there is a second copy of the rows.
    let lifted = if job.guards.ceilings().is_empty() {
        Rate { row: 0.0, item: 0.0 }
    } else {
        Rate { row: 16.0, item: 4.0 }
    };
    let rates = [method, more, bound, lifted];
    Rate {
        row: unit + rates.iter().map(|rate| rate.row).sum::<f64>(),
        item: rates.iter().map(|rate| rate.item).sum(),
    }
}

/// Counts the bytes of input that were read.
struct Consumed {
    bytes: AtomicU64,
    cancel: Cancel,
}

impl Progress for Consumed {
    fn begin(&self, _: Stage, _: u64) {}

    fn advance(&self, steps: u64) {
        self.bytes.fetch_add(steps, Ordering::Relaxed);
    }

    fn end(&self) {}

    fn cancel(&self) -> Option<&Cancel> {
        Some(&self.cancel)
    }
}

#[cfg(test)]
mod tests {
    use clump_io::taxonomy::TaxonomySource;

    use super::*;

    const NO_NAMES: Vocabulary = Vocabulary { nodes: 0.0, items: 0.0 };
    const SHAPE: Shape = Shape { rows: 1e6, items: 2e7, names: NO_NAMES };

    #[test]
    fn a_run_that_does_not_fit_is_told_what_would() {
        let job = Job::default().report("report.json");
        let (all, plain) = (needed(&job, SHAPE), needed(&Job::default(), SHAPE));
        assert!(require(&job, all, SHAPE).is_ok() && plain < all);
        let instead = |memory| match require(&job, memory, SHAPE) {
            Err(DataError::Memory { needed, instead, .. }) if needed == all.rounded_up() => instead,
            other => panic!("{other:?}"),
        };
        assert!(instead(plain).is_some_and(|change| change.starts_with("leave out")));
        assert!(instead(ByteSize(plain.0 - 1)).is_some_and(|change| change.contains("partition")));
        assert_eq!(instead(ByteSize(1)), None);
    }

    /// With the memory that the error states, the same job is accepted.
    #[test]
    fn the_memory_of_the_hint_is_enough() {
        let job = Job::default().report("report.json");
        for rows in [1e5, 1.234_567e6, 9.87e7] {
            let shape = Shape { rows, items: 20.0 * rows, names: NO_NAMES };
            let Err(error) = require(&job, ByteSize(1), shape) else { panic!("one byte is enough") };
            let DataError::Memory { needed, .. } = error else { panic!("{error:?}") };
            let hinted: ByteSize = needed.to_string().parse().unwrap();
            assert!(require(&job, hinted, shape).is_ok(), "{needed}");
        }
        let mut job = Job::default();
        for bytes in [1_000_000, 99_000_000, 5_000_000_000] {
            job.resources.memory = Some(ByteSize(40 << 20));
            let DataError::Memory { needed, .. } = does_not_fit(&job, bytes) else { panic!("another error") };
            job.resources.memory = Some(needed.to_string().parse().unwrap());
            assert!(kept_cost(&job).is_some_and(|cost| cost.most >= bytes), "{needed} for {bytes}");
        }
    }

    #[test]
    fn names_of_transactions_are_held_while_they_are_read() {
        // With rows of two items, reading needs the most memory.
        let (shape, method) = (Shape { rows: 1e7, items: 2e7, names: NO_NAMES }, MethodName::Partition);
        let plain = Job::default().method(method).unit(Unit::Query);
        let named = plain.clone().unit(Unit::Transaction);
        assert!(needed(&named, shape) >= needed(&plain, shape));
        let owners = plain.unit(Unit::Owner);
        assert!(needed(&named, shape) > needed(&owners, shape));
    }

    #[test]
    fn a_sample_tells_the_size_of_the_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("many.dat");
        std::fs::write(&path, "apple pear plum\n".repeat(3 * SAMPLE as usize)).unwrap();
        let job = Job::anonymize(&path).taxonomy(TaxonomySource::Flat).k(5);
        let rows = 3.0 * SAMPLE as f64;
        let exact = needed(&job, Shape { rows, items: 3.0 * rows, names: NO_NAMES });
        let with = |memory: f64| {
            let mut job = job.clone();
            job.resources.memory = Some(ByteSize((memory * exact.0 as f64) as u64));
            job
        };
        assert!(check_sample(&with(1.1), &()).is_ok());
        assert!(matches!(check_sample(&with(0.9), &()), Err(DataError::Memory { .. })));
    }

    #[test]
    fn names_need_memory_before_and_after_they_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let (tree, rows) = (folder.path().join("tree.csv"), folder.path().join("rows.dat"));
        let edges: Vec<String> = (0..300_000).map(|node| format!("x{node},*\n")).collect();
        std::fs::write(&tree, edges.concat()).unwrap();
        std::fs::write(&rows, "x1 x2\nx1 x2\n").unwrap();
        let with = |job: Job, memory: f64| {
            let mut job = job;
            job.resources.memory = Some(ByteSize(memory as u64));
            job
        };
        let few = Job::anonymize(&rows).k(2);
        let in_tree = few.clone().taxonomy(TaxonomySource::File(tree.into()));
        assert!(check_sample(&with(few.clone().taxonomy(TaxonomySource::Flat), BASE + 4e6), &()).is_ok());
        let Err(DataError::Memory { needed, .. }) = check_sample(&with(in_tree.clone(), BASE + 4e6), &())
        else {
            panic!("300,000 nodes fit nowhere")
        };
        assert!(needed.0 as f64 > BASE + 200.0 * 300_000.0);
        assert!(check_sample(&with(in_tree, 1.1 * needed.0 as f64), &()).is_ok());
        // Every item occurs once.
        let distinct: Vec<String> = (0..100_000).map(|item| format!("a{item} b{item} c{item}\n")).collect();
        std::fs::write(&rows, distinct.concat()).unwrap();
        let codes = with(few.taxonomy(TaxonomySource::Flat), BASE + 60e6);
        assert!(matches!(check_sample(&codes, &()), Err(DataError::Memory { .. })));
    }

    #[test]
    fn lines_are_held_and_counted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.tsv");
        std::fs::write(&path, "1\tsome words\t2006-03-01 07:17:12\n".repeat(100_000)).unwrap();
        let mut job = Job::anonymize(&path).method(MethodName::Hash);
        for (memory, fits) in [(BASE + 10e6, false), (BASE + 100e6, true)] {
            job.resources.memory = Some(ByteSize(memory as u64));
            assert_eq!(check_files(&job).is_ok(), fits, "{memory}");
        }
    }
}
