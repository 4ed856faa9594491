//! What a release in pieces is measured by besides: how close it is to the most that can be kept, and what became of whole
//! queries.

use clump_core::cut::CutFigures;
use serde::{Deserialize, Serialize};

use crate::rounded;

/// The figures of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

    /// The same as far as it may be published: shares to three decimals, and what was asked to three digits.
    #[must_use]
    pub fn rounded(&self) -> PieceFigures {
        PieceFigures {
            ceiling: self.ceiling.map(rounded),
            queries_asked: self.queries_published
                + crate::words::three_digits(self.queries_asked - self.queries_published),
            ..*self
        }
    }

    /// Whether no more is published than was asked, and the ceiling is a share. What was read from a file may be anything.
    pub fn adds_up(&self) -> bool {
        self.queries_published <= self.queries_asked
            && self.whole_queries <= self.queries_published
            && self.ceiling.is_none_or(|share| (0.0..=1.0).contains(&share))
    }
}
