//! Effort of the search for pieces: the larger the data, the less effort for each row, so that the time grows
//! no faster than the data.

use super::cells::Cells;

/// Limits of the search for pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct JoinEffort {
    /// Number of ways to go on from a head that are tried.
    pub(super) tries: usize,
    /// The most labels of a piece.
    pub(super) longest: usize,
    /// A cell is considered if it would gain something in a piece this many times as long.
    pub(super) horizon: usize,
    /// Most cells of a row that are considered.
    pub(super) widest: usize,
    /// True if a head considers only labels that are commoner than itself.
    pub(super) is_one_way: bool,
    /// Least gain of a cell in the first round, in units of the mean information of a cell. None if the first
    /// round only finds out what heads promise.
    pub(super) first: Option<f64>,
    /// A head's turn comes when it promises this share of what the best head promises.
    pub(super) nearly: f64,
    /// True if rows move to better pieces afterwards.
    pub(super) is_second_pass: bool,
}

/// Rows are long if a word has this many companions on average. Then other pieces are short compared with
/// what long rows share (`alike`), and looking both ways takes twice the time for a hundredth of the links.
const LONG: usize = 16;

/// Number of pairs of cells in rows, over all rows, up to which there is time for everything. 5,581 foodmart
/// customers have 2 million; 1,000 owners of a generated log of 32 words each have 3.
const SMALL: usize = 4_000_000;

/// Number of pairs beyond which there is time only for what matters most. 53,058 owners of a generated log
/// have 140 million.
const LARGE: usize = 40_000_000;

const THOROUGH: JoinEffort = JoinEffort {
    tries: 1,
    longest: 16,
    horizon: 4,
    widest: 128,
    is_one_way: false,
    first: None,
    nearly: 0.75,
    is_second_pass: true,
};

const FAST: JoinEffort = JoinEffort {
    tries: 1,
    longest: 6,
    horizon: 1,
    widest: 32,
    is_one_way: true,
    first: Some(1.25),
    nearly: 0.25,
    is_second_pass: false,
};

impl JoinEffort {
    pub(super) fn of(cells: &Cells<'_>) -> JoinEffort {
        let pairs: usize = cells.rows.iter().map(|&row| cells.of_row(row).len().pow(2)).sum();
        let cells: usize = cells.rows.iter().map(|&row| cells.of_row(row).len()).sum();
        let is_one_way = pairs > LONG * cells;
        if pairs <= SMALL {
            JoinEffort { tries: 3, longest: 32, is_one_way, ..THOROUGH }
        } else if pairs <= LARGE {
            JoinEffort { is_one_way, ..THOROUGH }
        } else {
            FAST
        }
    }
}
