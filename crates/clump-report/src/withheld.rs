//! Owners who get no row so that the others lose less. What they had counts as lost; beside that stands what those lose who
//! are published.

use clump_core::measure::Measures;
use serde::{Deserialize, Serialize};

use crate::rounded;

/// Who was left out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WithheldFigures {
    /// How many owners.
    pub owners: usize,
    /// How many items they have.
    pub items: usize,
    /// The loss for each item of those who are published.
    pub loss_of_published: f64,
}

/// The same as far as it may be published.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublishedWithheld {
    /// How many owners were left out.
    pub owners: usize,
    /// The loss for each item of those who are published, with three decimals.
    pub loss_of_published: f64,
}

impl WithheldFigures {
    /// Of so many owners, whose `items` are counted as lost in `measures`.
    pub fn new(owners: usize, items: usize, measures: &Measures) -> WithheldFigures {
        let published = measures.items - items;
        let lost = measures.loss - items as f64;
        let loss_of_published = if published == 0 { 0.0 } else { lost / published as f64 };
        WithheldFigures { owners, items, loss_of_published }
    }

    /// What may be published of it.
    pub fn published(self) -> PublishedWithheld {
        PublishedWithheld { owners: self.owners, loss_of_published: rounded(self.loss_of_published) }
    }
}
