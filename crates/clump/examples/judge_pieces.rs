//! What `pieces` keeps of a log at several weights of links: one line for each weight, a table for the documentation.
//!
//! ```text
//! cargo run --release -p clump-anon --example judge_pieces -- INPUT UNIT TREE K LINKS...
//! cargo run --release -p clump-anon --example judge_pieces -- log.tsv query wordnet 5 0 0.1 0.25 0.5 1 2 4
//! ```
//!
//! UNIT is `owner` or `query`; TREE is `wordnet`, `flat` or a file.

#![allow(clippy::disallowed_methods, reason = "an example is a program")]

use std::error::Error;
use std::io::{Write, stdout};
use std::time::Instant;

use clump::core::anonymize::Cutter;
use clump::core::anonymize::pieces::PiecesParameters;
use clump::core::cut::{WholeQueries, figures};
use clump::core::information::{Typed, Ungrouped};
use clump::io::{Layout, Unit};
use clump::{Data, Job};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, unit, tree, k, links @ ..] = arguments.as_slice() else {
        return Err("usage: judge_pieces INPUT UNIT TREE K LINKS...".into());
    };
    judge(&read(input, unit, tree)?, k.parse()?, links, &mut stdout().lock())
}

fn read(input: &str, unit: &str, tree: &str) -> Result<Data, Box<dyn Error>> {
    let unit = match unit {
        "owner" => Unit::Owner,
        "query" => Unit::Query,
        _ => return Err("UNIT is `owner` or `query`".into()),
    };
    let mut job = Job::anonymize(input).unit(unit).taxonomy(tree);
    job.input.layout = (tree != "wordnet").then_some(Layout::Basket);
    Ok(Data::read(&job, &())?)
}

fn judge(data: &Data, k: usize, links: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let Data { transactions, taxonomy, .. } = data;
    let typed = Typed::new(taxonomy, transactions, data.stand_in, &Ungrouped::default());
    writeln!(
        out,
        "{} owners, {} rows, {} cells, k = {k}",
        transactions.owners(),
        transactions.len(),
        transactions.items()
    )?;
    writeln!(
        out,
        "| links | as typed | generalized | gone | information | links kept | upper bound | rows | distinct | s |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|---|---|")?;
    for links in links {
        let method = PiecesParameters { links: links.parse()?, ..PiecesParameters::new(k) }.check()?;
        let start = Instant::now();
        let cut = method.cut(transactions, &WholeQueries::default(), taxonomy, &())?;
        let seconds = start.elapsed().as_secs_f64();
        let figures = figures(transactions, &cut, taxonomy, &typed, k);
        let share = |cells: usize| cells as f64 / figures.cells as f64;
        writeln!(
            out,
            "| {links} | {:.3} | {:.3} | {:.3} | {:.4} | {:.4} | {:.4} | {} | {} | {seconds:.2} |",
            share(figures.as_typed),
            share(figures.generalized),
            share(figures.gone),
            figures.information_kept.unwrap_or(0.0),
            figures.links_kept.unwrap_or(0.0),
            figures.upper_bound.unwrap_or(0.0),
            figures.rows,
            figures.distinct_rows,
        )?;
    }
    Ok(())
}
