//! What a job leaves open, decided by its data: the method, and what one transaction is.
//!
//! Logs of text are published in pieces. Of a log of queries, whole rows keep next to no word as it was typed, and pieces
//! nearly as many as any release with the same promise can; `docs/explanation/pieces.md` has the figures. A query is what people mean by
//! one thing that somebody asked, so pieces of a log are pieces of queries: words are put together that were typed together.
//! Baskets, lists of codes and whatever else has items are published in whole rows, which is what such data are mined for.

use std::borrow::Cow;

use clump_core::release::RootItems;
use clump_core::taxonomy::PricedIn;
use clump_io::{Repeats, Unit, holds_queries};

use super::Job;
use crate::RunError;
use crate::methods::{Method, MethodChoice, MethodName};

impl Job {
    /// The job with its method, its unit and its taxonomy decided: guards at topics need the tree that has them.
    ///
    /// # Errors
    /// When no file matches a pattern, or a list of nodes cannot be read.
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

    /// What one transaction is.
    pub fn transaction_is(&self) -> Unit {
        self.input.unit.unwrap_or_default()
    }

    /// Whether pieces are published.
    pub(crate) fn is_in_pieces(&self) -> bool {
        matches!(*self.method, Method::Pieces(_))
    }

    /// Whether something is asked that only whole rows have.
    fn asks_for_whole_rows(&self) -> bool {
        let Job { input, output, cost, guards, .. } = self;
        let keeps_items = output.root_items == RootItems::Keep || input.repeats == Repeats::Keep;
        output.floor || keeps_items || *cost != PricedIn::Lm || guards.ledger.file.is_some()
    }
}
