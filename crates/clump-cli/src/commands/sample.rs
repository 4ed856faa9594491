//! Prints ten rows of the release on the terminal, because a publisher should read some of it.

use clump::report::{Noun, Sample, SampleRow, count, counted};

use crate::output::shown;

/// Approximate number of characters that are printed of a row.
const WIDTH: usize = 88;

/// Lines for the sampled rows, with a heading.
pub fn lines(sample: &Sample, noun: &Noun) -> Vec<String> {
    if sample.rows.is_empty() {
        return vec!["Sample    none: the release is empty".to_owned()];
    }
    let all = match (sample.rows[0].owners, &sample.rows[0].number) {
        (None, None) => counted(sample.of, "line", "lines"),
        _ => counted(sample.of, "distinct row", "distinct rows"),
    };
    let drawn = if sample.rows.len() < sample.of { ", drawn at random" } else { "" };
    let some = count(sample.rows.len());
    let mut lines = vec![format!("Sample    {some} of {all}{drawn}: this is what readers get")];
    lines.extend(sample.rows.iter().map(|row| line(row, noun)));
    lines
}

/// Lines for the rows of one of several releases, with its name in the heading.
pub fn under(name: &str, sample: &Sample, noun: &Noun) -> Vec<String> {
    let [some, all] = [sample.rows.len(), sample.of].map(count);
    let mut lines = vec![format!("Sample    {name}: {some} of {all} rows")];
    lines.extend(sample.rows.iter().map(|row| line(row, noun)));
    lines
}

fn line(row: &SampleRow, noun: &Noun) -> String {
    match (row.owners, &row.number) {
        (Some(owners), _) => format!("  {:>10}  {}", noun.counted(owners), labels(row)),
        (None, Some(number)) => format!("  {number:>14}  {}", labels(row)),
        (None, None) => format!("  {}", cells_of_a_line(&row.cells)),
    }
}

/// The text of a row: a whole query in quotes, or as many labels as fit, each once with its count. The end
/// states the number of labels that do not fit.
fn labels(row: &SampleRow) -> String {
    if let Some(text) = &row.text {
        return format!("\"{}\"", shortened(&shown(text, &[]), WIDTH));
    }
    let labels = row.labels();
    let mut line = String::new();
    for (place, &(label, times)) in labels.iter().enumerate() {
        let mut label = shortened(&shown(label, &[]), WIDTH);
        if times > 1 {
            label.push_str(&format!(" ×{times}"));
        }
        if place > 0 && line.chars().count() + 2 + label.chars().count() > WIDTH {
            return format!("{line} … and {} more", count(labels.len() - place));
        }
        if place > 0 {
            line.push_str(", ");
        }
        line.push_str(&label);
    }
    if line.is_empty() { "(nothing: an empty row)".to_owned() } else { line }
}

fn cells_of_a_line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| shown(cell, &[]).into_owned()).collect();
    shortened(&cells.join(" | "), WIDTH + 12)
}

fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(owners: Option<usize>, cells: &[&str]) -> SampleRow {
        SampleRow {
            owners,
            number: None,
            cells: cells.iter().map(|&cell| cell.to_owned()).collect(),
            text: None,
        }
    }

    #[test]
    fn a_row_is_one_line_that_says_how_much_is_left_out() {
        let names: Vec<String> = (0..40).map(|number| format!("fruit {number:02}")).collect();
        let long: Vec<&str> = names.iter().map(String::as_str).chain(["meat"; 3]).collect();
        let few = row(Some(7), &["a\u{1b}[2J\n", "fruit", "fruit"]);
        let sample = Sample { of: 60, rows: vec![row(Some(5), &long), row(Some(1), &[]), few] };
        let lines = lines(&sample, &Noun::default());
        assert_eq!(lines[0], "Sample    3 of 60 distinct rows, drawn at random: this is what readers get");
        assert!(
            lines[1].ends_with("fruit 08 … and 32 more") && lines[1].chars().count() < 120,
            "{}",
            lines[1]
        );
        assert_eq!(lines[2], "     1 owner  (nothing: an empty row)");
        assert_eq!(lines[3], "    7 owners  a\\u{1b}[2J\\n, fruit ×2");
    }
}
