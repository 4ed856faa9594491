//! Some rows of a release, drawn at random: what its readers get. No figure says as much.

use serde::{Deserialize, Serialize};

/// Number of rows that are drawn.
pub const SAMPLE_ROWS: usize = 10;

/// Distinct rows that were drawn, in the order of the release. Public, as the release is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// Number of rows to draw from: distinct rows of items, or lines of a log.
    pub of: usize,
    /// At most [`SAMPLE_ROWS`] of them.
    pub rows: Vec<SampleRow>,
}

/// A row that was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleRow {
    /// The owners that it stands for; none of a line of a log.
    pub owners: Option<usize>,
    /// The number that a row of a table of facts shows, with what it is, where that is not a number of owners.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// Its labels as they are published, sorted, or the cells of the line.
    pub cells: Vec<String>,
    /// The whole query that the row is, word for word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl SampleRow {
    /// The labels of a row of items, each once, with how often the row has it.
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
