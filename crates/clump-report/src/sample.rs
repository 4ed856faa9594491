//! A sample: rows of a release, drawn at random. It shows readers more than any figure.

use serde::{Deserialize, Serialize};

/// Number of sampled rows.
pub const SAMPLE_ROWS: usize = 10;

/// The distinct sampled rows, in the order of the release. Public, as the release is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// Number of rows to draw from: distinct rows of items, or lines of a log.
    pub of: usize,
    /// At most [`SAMPLE_ROWS`] of them.
    pub rows: Vec<SampleRow>,
}

/// A sampled row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleRow {
    /// Number of owners who share it; `None` for a line of a log.
    pub owners: Option<usize>,
    /// The number in a row of a table of facts, with its meaning, if it is not a number of owners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// Its published labels, sorted, or the cells of the line.
    pub cells: Vec<String>,
    /// The text of the row, if it is a whole query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl SampleRow {
    /// The distinct labels of a row of items, with their counts.
    pub fn labels(&self) -> Vec<(&str, usize)> {
        self.cells.chunk_by(|a, b| a == b).map(|same| (same[0].as_str(), same.len())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_labels_are_told_once() {
        let cells = ["act", "act", "dog"].map(str::to_owned).to_vec();
        assert_eq!(
            SampleRow { owners: Some(5), number: None, cells, text: None }.labels(),
            [("act", 2), ("dog", 1)]
        );
    }
}
