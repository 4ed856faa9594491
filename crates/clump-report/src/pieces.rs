//! Further figures of a release in pieces: how close it is to the most that can be kept, and what became of whole
//! queries. Private but for the number of whole queries.

use clump_core::cut::CutFigures;
use serde::{Deserialize, Serialize};

/// The figures of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PieceFigures {
    /// No release in which every row stands for k owners keeps a larger share of the information in words. None where there
    /// was none to keep.
    pub ceiling: Option<f64>,
    /// Rows that are whole queries, word for word.
    pub whole_queries: usize,
    /// Pairs of an owner and a whole query that is published of it.
    pub queries_published: usize,
    /// Pairs of an owner and a query that were read.
    pub queries_asked: usize,
}

impl PieceFigures {
    /// Of `found`, where so many pairs of an owner and a query are published of those that were asked.
    pub fn new(found: &CutFigures, queries_published: usize, queries_asked: usize) -> PieceFigures {
        PieceFigures {
            ceiling: found.ceiling,
            whole_queries: found.whole_queries,
            queries_published,
            queries_asked,
        }
    }
}
