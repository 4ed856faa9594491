//! How hard it is looked for what can be put together: the larger the data, the less for each row, so that the time grows no
//! faster than the data.

use super::cells::Cells;

/// How hard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effort {
    /// How many ways to go on from a head are tried.
    pub(super) tries: usize,
    /// A cell is kept in mind that would gain something if the piece became so many times longer.
    pub(super) horizon: usize,
    /// The most cells of a row that are looked at.
    pub(super) widest: usize,
    /// A head's turn comes when it promises this share of what the best one does.
    pub(super) nearly: f64,
}

/// Cells side by side in a row, counted over all rows, up to which there is time for everything. 5,581 foodmart customers have
/// 2 million; 1,000 owners of a generated log of 32 words each have 3.
const SMALL: usize = 4_000_000;

/// The same, beyond which there is time only for what matters most. 53,058 owners of a generated log have 140 million.
const LARGE: usize = 40_000_000;

impl Effort {
    pub(super) fn of(cells: &Cells<'_>) -> Effort {
        let pairs: usize = cells.rows.iter().map(|&row| cells.of_row(row).len().pow(2)).sum();
        match pairs {
            0..=SMALL => Effort { tries: 3, horizon: 8, widest: 256, nearly: 0.75 },
            pairs if pairs <= LARGE => Effort { tries: 1, horizon: 4, widest: 128, nearly: 0.75 },
            _ => Effort { tries: 1, horizon: 2, widest: 64, nearly: 0.5 },
        }
    }
}
