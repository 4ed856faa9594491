//! The reader of a release: opens the queries that at least k owners asked.

use clump_core::names::Names;
use clump_core::verify::ROWS_NAMED;
use rayon::prelude::*;

use super::bundle::{Bundle, ByTag};
use super::polynomial::Interpolant;
use super::row::SealedRow;

/// The readable content of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The opened queries, in the order of their first rows.
    pub queries: Names,
    /// The lines of the opened queries, in the order of the released rows.
    pub lines: Vec<DecodedLine<'a>>,
    /// Number of queries that stay sealed because too few owners asked them.
    pub sealed: usize,
    /// Number of damaged queries: they have enough shares, but they do not open, or some share does not
    /// belong to them.
    pub damaged: usize,
    /// Row numbers of damaged queries, from 1: the wrong rows, or all rows of the query if these are unknown.
    /// At most the first [`ROWS_NAMED`](clump_core::verify::ROWS_NAMED) are listed.
    pub damaged_rows: Vec<usize>,
}

/// A line whose query was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodedLine<'a> {
    /// Pseudonym of the owner who asked the query.
    pub owner: &'a str,
    /// Number of the query in [`Decoded::queries`].
    pub query: u32,
    /// Time of the query, as in the log.
    pub time: &'a str,
}

impl Decoded<'_> {
    /// The text of the query of `line`.
    pub fn query(&self, line: &DecodedLine) -> &str {
        self.queries.get(line.query as usize)
    }
}

/// Opens every query for which `rows` contain the shares of at least `k` owners.
///
/// A query is returned only if all its shares lie on one polynomial and the cipher confirms the text. One
/// wrong share among them makes the whole query damaged, because the right share is unknown. A wrong share
/// among fewer than k cannot be detected. O(rows log rows + shares x k + opened queries x k^2).
pub fn decode(rows: &[SealedRow], k: usize) -> Decoded<'_> {
    let by_tag = ByTag::new(rows);
    let bundles = by_tag.bundles();
    let mut outcomes: Vec<(Bundle, Outcome)> =
        bundles.into_par_iter().map(|bundle| (bundle, read(&bundle, k))).collect();
    outcomes.sort_unstable_by_key(|(bundle, _)| bundle.members()[0]);

    let mut decoded = Decoded {
        queries: Names::default(),
        lines: Vec::new(),
        sealed: 0,
        damaged: 0,
        damaged_rows: Vec::new(),
    };
    let mut query_of = vec![None; rows.len()];
    for (bundle, outcome) in outcomes {
        match outcome {
            Outcome::Opened(text) => {
                let query = decoded.queries.push(&text);
                for &row in bundle.members() {
                    query_of[row as usize] = Some(query);
                }
            }
            Outcome::Sealed => decoded.sealed += 1,
            Outcome::Damaged(wrong) => {
                decoded.damaged += 1;
                decoded.damaged_rows.extend(wrong.into_iter().map(|row| row as usize + 1));
            }
        }
    }
    decoded.damaged_rows.sort_unstable();
    decoded.damaged_rows.truncate(ROWS_NAMED);
    let opened = rows.iter().zip(query_of).filter_map(|(row, query)| Some((row, query?)));
    decoded.lines =
        opened.map(|(row, query)| DecodedLine { owner: &row.owner, query, time: &row.time }).collect();
    decoded
}

enum Outcome {
    Opened(String),
    /// The query has fewer than k shares, so it stays sealed.
    Sealed,
    /// The query is damaged; these are the numbers of its wrong rows, from 0.
    Damaged(Vec<u32>),
}

fn read(bundle: &Bundle, k: usize) -> Outcome {
    let Ok(shares) = bundle.shares() else {
        return Outcome::Damaged(bundle.members().to_vec());
    };
    if shares.len() < k {
        return Outcome::Sealed;
    }
    let mut polynomial = Interpolant::new();
    for &share in shares.iter().take(k) {
        polynomial.push(share);
    }
    let Some(text) = bundle.open(&polynomial.secret(), k) else {
        return Outcome::Damaged(bundle.members().to_vec());
    };
    let is_wrong = |row: &SealedRow| polynomial.at(row.share().x) != row.share().y;
    let rows = bundle.members().iter().zip(bundle.rows());
    let wrong: Vec<u32> = rows.filter(|(_, row)| is_wrong(row)).map(|(&number, _)| number).collect();
    if wrong.is_empty() { Outcome::Opened(text) } else { Outcome::Damaged(wrong) }
}
