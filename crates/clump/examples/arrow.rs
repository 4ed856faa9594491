//! Arrow in and out: a table in memory is published as a table in memory, without a file.
//!
//! `cargo run -p clump-anon --example arrow`

#![allow(clippy::print_stdout, reason = "an example is a program")]

use std::error::Error;
use std::sync::Arc;

use clump::io::Batches;
use clump::io::arrow_array::cast::AsArray;
use clump::io::arrow_array::{ArrayRef, RecordBatch, StringArray};
use clump::{Job, run};

fn main() -> Result<(), Box<dyn Error>> {
    let who = StringArray::from(vec!["ada", "ada", "bob", "bob", "cy", "cy", "di"]);
    let item = StringArray::from(vec!["tea", "milk", "tea", "milk", "tea", "gin", "gin"]);
    let columns: [(&str, ArrayRef); 2] = [("who", Arc::new(who)), ("item", Arc::new(item))];
    let batch = RecordBatch::try_from_iter(columns)?;
    let table = Batches::new("visits", batch.schema(), vec![batch]);

    let job = Job::anonymize(table).owner("who").taxonomy("flat").k(2).output("-");
    let published = run(&job, &())?.published.ok_or("the promise does not hold, so nothing is published")?;
    let release = published.release.ok_or("it went to a file")?.to_batches()?;
    for batch in release.batches() {
        let items = batch.column_by_name("items").ok_or("every release of rows has items")?.as_list::<i32>();
        for row in items.iter().flatten() {
            println!("{:?}", row.as_string::<i32>().iter().flatten().collect::<Vec<_>>());
        }
    }
    Ok(())
}
