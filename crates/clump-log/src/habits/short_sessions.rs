//! `short-sessions`: every owner has a pseudonym, and a new one every so often.

use clump_core::anonymize::{AnonymizeError, ParameterError};
use clump_core::log::{QueryItems, QueryLog};
use clump_core::progress::Progress;
use clump_core::rewrite::{Rewriter, Rewritten};
use rustc_hash::FxHashMap;

use super::{filtered, published};
use crate::Key;

/// Parameters of [`ShortSessions`] before they are checked.
#[derive(Clone, Debug)]
pub struct ShortSessionsParameters {
    /// Key that the pseudonyms belong to.
    pub key: Key,
    /// For how many seconds an owner keeps a pseudonym.
    pub period: u64,
}

impl ShortSessionsParameters {
    /// The method that runs with these parameters.
    ///
    /// # Errors
    /// When the period is 0.
    pub fn check(self) -> Result<ShortSessions, ParameterError> {
        if self.period == 0 {
            return Err(ParameterError::NoPeriod);
        }
        Ok(ShortSessions(self))
    }
}

/// Calls every owner by a pseudonym that depends on the owner and on the period in which the line falls. Periods begin
/// at multiples of their length since 1970, the same for all owners, so a session that crosses such a moment is cut.
///
/// O(lines). The wrong tool where owners repeat queries that nobody else asks: these link their periods.
#[derive(Clone, Debug)]
pub struct ShortSessions(ShortSessionsParameters);

promises_nothing!(ShortSessions, "short-sessions");

impl Rewriter for ShortSessions {
    /// # Errors
    /// When a line has no time: nobody can say in which period it falls.
    fn rewrite(
        &self,
        log: &QueryLog,
        _: Option<&QueryItems>,
        progress: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError> {
        let mut periods: FxHashMap<i128, Key> = FxHashMap::default();
        let mut pseudonyms: FxHashMap<(u32, i128), String> = FxHashMap::default();
        let table = filtered(log, progress, |table, line, [owner, query, time, rank, url]| {
            let seconds = line.seconds.ok_or(AnonymizeError::NoTime { line: table.len() + 1 })?;
            let period = i128::from(seconds).div_euclid(i128::from(self.0.period));
            let pseudonym = pseudonyms.entry((line.owner, period)).or_insert_with(|| {
                let key = periods
                    .entry(period)
                    .or_insert_with(|| self.0.key.derive(&format!("owners in period {period}")));
                key.pseudonym(owner)
            });
            table.push([pseudonym.as_str(), query, time, rank, url]);
            Ok(())
        })?;
        Ok(published(table, [("periods", periods.len()), ("pseudonyms of owners", pseudonyms.len())]))
    }
}
