//! Draws what a log loses at several k. The picture in the README is made by
//!
//! ```text
//! cargo run --release -p clump-anon --example loss_by_k -- examples/queries.tsv docs/loss-by-k.svg
//! ```

use std::error::Error;
use std::path::Path;

use clump::Job;
use clump::report::figure::{Bar, bars};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, figure] = arguments.as_slice() else { return Err("usage: loss_by_k INPUT FIGURE".into()) };
    std::fs::write(figure, draw(Path::new(input))?)?;
    Ok(())
}

fn draw(input: &Path) -> Result<String, Box<dyn Error>> {
    let mut drawn = Vec::new();
    for k in [2, 3, 4, 5, 7, 10, 15, 20] {
        let job = Job::anonymize(input).k(k);
        let report = clump::run(&job, &())?.published.ok_or("the promise was not kept")?.report;
        let measures = report.figures.measures().ok_or("not a release of rows")?;
        let words = report.figures.words().ok_or("not a release of rows")?;
        drawn.push(Bar {
            label: format!("k = {k}"),
            as_typed: words.share(words.as_typed),
            generalized: words.share(words.generalized),
            gone: words.share(words.gone),
            loss: measures.loss_per_item,
        });
    }
    let name = input.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    Ok(bars(
        &format!("What becomes of the words of {name}"),
        "owners behind every published row, at least",
        &drawn,
    ))
}
