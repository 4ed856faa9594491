//! What a job leaves open, decided by its data: the method, and what one transaction is.
//!
//! Logs of text are published in pieces. On the logs tried, whole rows keep a hundredth of the words as they were typed, and
//! pieces about as many as any release with the same promise can; and a query is what people mean by one thing that
//! somebody asked, so that words are put together that were typed together. Baskets, code lists and whatever else has items
//! are published in whole rows, which is what such data are mined for. See [docs/pieces.md] for the figures.
//!
//! [docs/pieces.md]: https://docs.rs/clump-anon

use std::borrow::Cow;

use clump_core::taxonomy::PricedIn;
use clump_io::{Unit, holds_queries};

use super::Job;
use crate::RunError;
use crate::methods::{Method, MethodName};

impl Job {
    /// The job with its method and its unit decided. One that says both is as it was.
    ///
    /// # Errors
    /// When no file matches a pattern.
    pub fn decided(&self) -> Result<Cow<'_, Job>, RunError> {
        let may_be_pieces = self.is_method_open && !self.asks_for_whole_rows();
        let is_open = may_be_pieces || (self.input.unit.is_none() && self.is_in_pieces());
        if !is_open {
            return Ok(Cow::Borrowed(self));
        }
        let has_queries = holds_queries(&self.input.expanded()?, &self.read_options());
        let mut job = self.clone();
        if may_be_pieces && has_queries {
            job = job.method(MethodName::Pieces);
        }
        if job.is_in_pieces() && has_queries {
            job.input.unit.get_or_insert(Unit::Query);
        }
        job.is_method_open = false;
        Ok(Cow::Owned(job))
    }

    /// What one transaction is.
    pub fn transaction_is(&self) -> Unit {
        self.input.unit.unwrap_or_default()
    }

    /// Whether pieces are published.
    pub(crate) fn is_in_pieces(&self) -> bool {
        matches!(self.method, Method::Pieces(_))
    }

    /// Whether something is asked that only whole rows have.
    fn asks_for_whole_rows(&self) -> bool {
        let Job { output, cost, cap, .. } = self;
        output.floor
            || output.root_items == clump_core::release::RootItems::Keep
            || *cost != PricedIn::Lm
            || cap.is_some()
    }
}
