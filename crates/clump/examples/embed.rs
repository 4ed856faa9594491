//! A run inside another program: a job, its progress, what it found, and the release in memory.
//!
//! `cargo run -p clump-anon --example embed` in the top folder of the repository.

#![allow(clippy::print_stdout, reason = "an example is a program")]

use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};

use clump::core::progress::{Progress, Stage};
use clump::{Job, run};

/// Counts the bytes that are read. A window would draw a bar, and cancel the run by its token.
#[derive(Default)]
struct BytesRead(AtomicU64);

impl Progress for BytesRead {
    fn begin(&self, _: Stage, _: u64) {}

    fn advance(&self, steps: u64) {
        self.0.fetch_add(steps, Ordering::Relaxed);
    }

    fn end(&self) {}
}

fn main() -> Result<(), Box<dyn Error>> {
    let progress = BytesRead::default();
    let job = Job::anonymize("examples/queries.tsv").k(5).output("-");
    let outcome = run(&job, &progress)?;
    println!("read {} bytes, {} queries", progress.0.into_inner(), outcome.read.counts.queries);

    let published = outcome.published.ok_or("the promise does not hold, so nothing is published")?;
    for property in published.certificate.promise.properties() {
        println!("{}", property.meaning);
    }
    let words = published.report.figures.words().ok_or("a release of lines has no words")?;
    println!("{:.1} % of the words as they were typed", 100.0 * words.share(words.as_typed));

    let release = published.release.ok_or("it went to a file")?;
    let text = String::from_utf8(release.to_bytes()?)?;
    text.lines().take(6).for_each(|row| println!("{row}"));
    Ok(())
}
