//! Completes a job from the data: chooses the method and the unit of a transaction if the user did not.
//!
//! Logs of queries are published in pieces. Whole rows of such logs keep almost no word as typed. Pieces keep
//! nearly as many as any release with the same promise can; `docs/explanation/pieces.md` has the figures.
//! Each query is a transaction there, so a piece joins words that were typed together. Baskets, lists of
//! codes and all other items are published in whole rows, because such data are mined for whole rows.

use std::borrow::Cow;

use clump_core::release::RootItems;
use clump_core::taxonomy::PricedIn;
use clump_io::{Repeats, Unit, holds_queries};

use super::Job;
use crate::RunError;
use crate::methods::{Method, MethodChoice, MethodName};

impl Job {
    /// Returns the job with its method, its unit and its taxonomy decided. A guard with a topic selects the
    /// tree that has topics.
    ///
    /// # Errors
    /// When no file matches a pattern, or a list of names cannot be read.
    pub fn decided(&self) -> Result<Cow<'_, Job>, RunError> {
        let mut taxonomy = self.taxonomy.clone();
        taxonomy.add_topics(&self.guarded_nodes()?);
        if !self.method.is_open() && self.input.unit.is_some() && taxonomy == self.taxonomy {
            return Ok(Cow::Borrowed(self));
        }
        let may_be_pieces = self.method.is_open() && !self.asks_for_whole_rows();
        let has_queries = (may_be_pieces || self.is_in_pieces())
            && holds_queries(&self.input.expanded()?, &self.read_options());
        let mut job = Job { taxonomy, ..self.clone() };
        if may_be_pieces && has_queries {
            job.method = MethodChoice::Stated(MethodName::Pieces.into());
        }
        job.method = job.method.closed();
        let unit = if has_queries { Unit::Query } else { Unit::default() };
        job.input.unit.get_or_insert(unit);
        Ok(Cow::Owned(job))
    }

    /// The data that are one transaction: all of an owner, a session, a query, or rows with the same value.
    pub fn transaction_is(&self) -> Unit {
        self.input.unit.unwrap_or_default()
    }

    /// True if the method is `pieces`.
    pub(crate) fn is_in_pieces(&self) -> bool {
        matches!(*self.method, Method::Pieces(_))
    }

    /// True if the job has a setting that only methods on whole rows support.
    fn asks_for_whole_rows(&self) -> bool {
        let Job { input, output, cost, .. } = self;
        let keeps_items = output.root_items == RootItems::Keep || input.repeats == Repeats::Keep;
        output.floor || keeps_items || *cost != PricedIn::Lm
    }
}
