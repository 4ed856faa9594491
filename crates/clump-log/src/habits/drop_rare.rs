//! `drop-rare`: what fewer than k owners asked is not published.

use clump_core::anonymize::{AnonymizeError, Method, ParameterError};
use clump_core::log::{LOG_COLUMNS, Line, QueryItems, QueryLog, Table};
use clump_core::progress::Progress;
use clump_core::promise::Promise;
use clump_core::rewrite::{Rewriter, Rewritten};

use super::{cells, fact};
use crate::normal_form::NormalForms;

/// Parameters of [`DropRare`] before they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropRareParameters {
    /// Least number of owners a query.
    pub k: usize,
}

impl DropRareParameters {
    /// The method that runs with these parameters.
    ///
    /// # Errors
    /// When k < 2.
    pub fn check(self) -> Result<DropRare, ParameterError> {
        if self.k < 2 {
            return Err(ParameterError::KTooSmall { k: self.k });
        }
        Ok(DropRare(self))
    }
}

/// Publishes the lines whose query at least k owners asked. Queries that differ in case and white space only are one,
/// and are published as one: in lower case, with one space between words. As they were written, "Dogs" could be the
/// query of one owner among the many who asked for "dogs".
///
/// A clicked address can tell as much as a query. It stays, with its rank, if at least k owners clicked it on the lines
/// that are published; otherwise both are emptied.
///
/// O(lines x log lines). The wrong tool against whoever looks for an owner: the owner column stays as it is, and
/// queries that are each common are seldom common together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropRare(DropRareParameters);

impl Method for DropRare {
    fn name(&self) -> &'static str {
        "drop-rare"
    }

    fn promise(&self) -> Promise {
        Promise::CommonQueries { k: self.0.k }
    }
}

impl Rewriter for DropRare {
    /// # Errors
    /// When the log has fewer than k owners: no query of it can have as many.
    fn rewrite(
        &self,
        log: &QueryLog,
        _: Option<&QueryItems>,
        _: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError> {
        let k = self.0.k;
        let owners = log.owners.len();
        if owners < k {
            return Err(AnonymizeError::TooFewOwners { owners, k });
        }
        let normal = NormalForms::of(&log.queries);
        let number = |line: &Line| normal.number(line.query);
        let asked = owners_of(normal.len(), log.lines.iter().map(|line| (number(line), line.owner)));
        let published = || (0u32..).zip(&log.lines).filter(|(_, line)| asked[number(line) as usize] >= k);
        let clicked = owners_of(log.texts.len(), published().map(|(_, line)| (line.url, line.owner)));

        let mut table = Table::new(LOG_COLUMNS);
        let mut clicks_emptied = 0;
        let mut origin = Vec::new();
        for (place, line) in published() {
            origin.push(place);
            let [owner, _, time, rank, url] = cells(log, line);
            // A rank without an address is no click that anybody can count: it goes.
            let common = !url.is_empty() && clicked[line.url as usize] >= k;
            let click = if common { [rank, url] } else { ["", ""] };
            clicks_emptied += usize::from(click != [rank, url]);
            let [rank, url] = click;
            table.push([owner, normal.text(number(line)), time, rank, url]);
        }
        let common = asked.iter().filter(|&&owners| owners >= k).count();
        let facts = vec![
            fact("lines read", log.lines.len()),
            fact("lines published", table.len()),
            fact("lines dropped", log.lines.len() - table.len()),
            fact("queries published", common),
            fact("queries dropped", asked.len() - common),
            fact("clicks emptied", clicks_emptied),
        ];
        Ok(Rewritten { table, origin, facts })
    }
}

/// How many distinct owners each of `texts` texts has, from pairs of a text and an owner.
fn owners_of(texts: usize, pairs: impl Iterator<Item = (u32, u32)>) -> Vec<usize> {
    let mut pairs: Vec<(u32, u32)> = pairs.collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut owners = vec![0; texts];
    for (text, _) in pairs {
        owners[text as usize] += 1;
    }
    owners
}
