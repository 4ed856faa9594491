//! What a job leaves open, decided by its data: what one transaction is.
//!
//! Pieces of a log are pieces of queries: a query is what people mean by one thing that somebody asked, and words are put
//! together that were typed together.

use std::borrow::Cow;

use clump_io::{Unit, holds_queries};

use super::Job;
use crate::RunError;
use crate::methods::Method;

impl Job {
    /// The job with its unit decided. One that says it is as it was.
    ///
    /// # Errors
    /// When no file matches a pattern.
    pub fn decided(&self) -> Result<Cow<'_, Job>, RunError> {
        let is_open = self.input.unit.is_none() && self.is_in_pieces();
        if !is_open || !holds_queries(&self.input.expanded()?, &self.read_options()) {
            return Ok(Cow::Borrowed(self));
        }
        Ok(Cow::Owned(self.clone().unit(Unit::Query)))
    }

    /// What one transaction is.
    pub fn transaction_is(&self) -> Unit {
        self.input.unit.unwrap_or_default()
    }

    /// Whether pieces are published.
    pub(crate) fn is_in_pieces(&self) -> bool {
        matches!(self.method, Method::Pieces(_))
    }
}
