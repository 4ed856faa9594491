//! Draws what a log loses at several k. The picture in docs/how-to/choosing-k.md is made by
//!
//! ```text
//! cargo run --release -p clump-anon --example loss_by_k -- examples/queries.tsv docs/loss-by-k.svg
//! ```

use std::error::Error;
use std::path::Path;

use clump::report::NumberFormat;
use clump::report::chart::{Axis, Chart, Look, Series};
use clump::{Job, MethodName};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, figure] = arguments.as_slice() else { return Err("usage: loss_by_k INPUT FIGURE".into()) };
    std::fs::write(figure, draw(Path::new(input))?)?;
    Ok(())
}

fn draw(input: &Path) -> Result<String, Box<dyn Error>> {
    let (mut ticks, mut losses) = (Vec::new(), Vec::new());
    let (mut as_typed, mut generalized, mut gone) = (Vec::new(), Vec::new(), Vec::new());
    for (place, k) in [2, 3, 4, 5, 7, 10, 15, 20].into_iter().enumerate() {
        let job = Job::anonymize(input).k(k).method(MethodName::Nearest);
        let report = clump::run(&job, &())?.published.ok_or("the promise was not kept")?.report;
        let measures = report.figures.measures().ok_or("not a release of rows")?;
        let words = report.figures.words().ok_or("not a release of rows")?;
        ticks.push((place as f64, format!("k = {k}")));
        losses.push((place as f64, measures.loss_per_item));
        as_typed.push((place as f64, words.share(words.as_typed)));
        generalized.push((place as f64, words.share(words.generalized)));
        gone.push((place as f64, words.share(words.gone)));
    }
    let name = input.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let chart = Chart {
        title: format!("What becomes of the words of {name}"),
        x: Axis::new("owners behind every published row, at least", NumberFormat::Decimals(0)),
        y: Axis::new("", NumberFormat::Percent),
        ticks,
        series: vec![
            Series::new("as typed", Look::Nth(0), as_typed),
            Series::new("generalized", Look::Nth(2), generalized),
            Series::new("gone", Look::Nth(7), gone),
            Series::new("the paper's loss per item (GGD)", Look::Nth(1), losses),
        ],
        width: 760,
        ..Chart::default()
    };
    Ok(chart.svg())
}
