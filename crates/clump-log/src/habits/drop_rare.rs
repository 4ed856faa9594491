//! The habit `drop-rare`: suppresses queries and clicks that fewer than k owners share.
//!
//! A release states two kinds of facts: an owner asked a query, and an owner who asked it clicked an address.
//! Each fact has one line for each of its owners, and is published only if it has at least k owners. So equal
//! lines can be counted, and their number is a number of owners. No rank and no time is published. Links
//! between the lines of one owner are published only on request.

use clump_core::anonymize::{AnonymizeError, Method, ParameterError};
use clump_core::containers::Ragged;
use clump_core::log::{LOG_COLUMNS, QueryItems, QueryLog, Table};
use clump_core::progress::Progress;
use clump_core::promise::{CommonQueries, Promise};
use clump_core::rewrite::{Rewriter, Rewritten};
use clump_scrub::{Text, find};

use super::{NOBODY, fact};
use crate::texts::NormalForms;

/// Published links between the lines of one owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OwnerLinks {
    /// No links: every owner is replaced by `-`.
    #[default]
    None,
    /// Every owner has a number in place of the name. A number reveals no name, but it links the lines of an
    /// owner, and the promise does not cover such lines together.
    Numbers,
}

/// Parameters of [`DropRare`] before they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropRareParameters {
    /// Least number of owners of a published line.
    pub k: usize,
    /// Published links between the lines of one owner.
    pub links: OwnerLinks,
}

impl DropRareParameters {
    /// Checks the parameters and makes the method.
    ///
    /// # Errors
    /// When k < 2.
    pub fn check(self) -> Result<DropRare, ParameterError> {
        ParameterError::require_k(self.k)?;
        Ok(DropRare(self))
    }
}

/// Publishes one line for each owner and query, if at least k owners share the line. For each address that
/// the owner clicked after the query it publishes one more line, under the same condition. Queries that
/// differ only in case and white space are the same. They are published in lower case, with one space between
/// words. Otherwise the spelling "Dogs" could point to one owner among the many who asked for "dogs".
///
/// An address counts together with its query: if k owners clicked it after different queries, they share none
/// of these lines. A line for a click is published only with the line for its query, so both count the same
/// owners.
///
/// A query or an address that looks like an identifier of a person is excluded.
///
/// O(lines x log lines). Do not use it if the lines of one owner must stay together: lines that many owners
/// share are seldom shared as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropRare(DropRareParameters);

impl Method for DropRare {
    fn name(&self) -> &'static str {
        "drop-rare"
    }

    fn promise(&self) -> Promise {
        CommonQueries { k: self.0.k }.into()
    }
}

/// One action of an owner: asked a query, and clicked an address after it, if `url` is not 0. Actions are
/// ordered by their published fields.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Deed {
    /// Number of the query's normal form.
    query: u32,
    /// Number of the clicked address among the texts of the log; 0 for the action of asking.
    url: u32,
    owner: u32,
    /// The first line of the log with this action.
    origin: u32,
}

impl Rewriter for DropRare {
    /// # Errors
    /// When the log has fewer than k owners, so that no line can have k.
    fn rewrite(
        &self,
        log: &QueryLog,
        _: Option<&QueryItems>,
        progress: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError> {
        let DropRareParameters { k, links } = self.0;
        let owners = log.owners.len();
        AnonymizeError::require_owners(owners, k)?;
        let normal = NormalForms::of(&log.queries);
        progress.go_on()?;
        let mut deeds = deeds(log, &normal);
        let excluded = exclude_identifiers(log, &normal, &mut deeds);
        let is_same = |a: &Deed, b: &Deed| (a.query, a.url) == (b.query, b.url);
        let (common, rare): (Vec<&[Deed]>, Vec<&[Deed]>) =
            deeds.chunk_by(is_same).partition(|deeds| deeds.len() >= k);
        let published: Vec<Deed> = common.iter().copied().flatten().copied().collect();

        let names = match links {
            OwnerLinks::None => vec![NOBODY.to_owned(); owners],
            OwnerLinks::Numbers => {
                numbers(&common, owners, |deed| (normal.text(deed.query), log.text(deed.url)))
            }
        };
        let mut table = Table::new(LOG_COLUMNS);
        for deed in &published {
            progress.go_on()?;
            let name = &names[deed.owner as usize];
            table.push([name, normal.text(deed.query), "", "", log.text(deed.url)]);
        }
        let queries = |lines: &[&[Deed]]| lines.iter().filter(|deeds| deeds[0].url == 0).count();
        let facts = vec![
            fact("lines read", log.lines.len()),
            fact("lines published", table.len()),
            fact("queries published", queries(&common)),
            fact("queries dropped", queries(&rare)),
            fact("clicked addresses published", common.len() - queries(&common)),
            fact("clicked addresses dropped", rare.len() - queries(&rare)),
            fact("queries and clicked addresses with an identifier", excluded),
        ];
        Ok(Rewritten { table, origin: published.iter().map(|deed| deed.origin).collect(), facts })
    }
}

/// The distinct actions of all owners, sorted by query, address and owner.
fn deeds(log: &QueryLog, normal: &NormalForms) -> Vec<Deed> {
    let lines = (0u32..).zip(&log.lines);
    let mut deeds: Vec<Deed> = lines
        .flat_map(|(origin, line)| {
            let asked = Deed { query: normal.number(line.query), url: 0, owner: line.owner, origin };
            let is_clicked = !log.text(line.url).is_empty();
            [Some(asked), is_clicked.then_some(Deed { url: line.url, ..asked })]
        })
        .flatten()
        .collect();
    deeds.sort_unstable();
    deeds.dedup_by_key(|deed| (deed.query, deed.url, deed.owner));
    deeds
}

/// Removes queries and addresses that look like an identifier of a person, however many owners share them. It
/// uses the scanner of all releases. Returns the number of distinct queries and clicked addresses that it
/// removed.
fn exclude_identifiers(log: &QueryLog, normal: &NormalForms, deeds: &mut Vec<Deed>) -> usize {
    let is_identifier = |deed: &Deed| match deed.url {
        0 => find(normal.text(deed.query), Text::Query).is_some(),
        url => find(log.text(url), Text::Link).is_some(),
    };
    let is_same = |a: &Deed, b: &Deed| (a.query, a.url) == (b.query, b.url);
    // Actions are sorted, so the action of asking a query comes before the clicks after it.
    let (mut kept, mut excluded, mut hidden) = (Vec::with_capacity(deeds.len()), 0, None);
    for same in deeds.chunk_by(is_same) {
        if hidden == Some(same[0].query) || is_identifier(&same[0]) {
            excluded += 1;
            hidden = if same[0].url == 0 { Some(same[0].query) } else { hidden };
        } else {
            kept.extend_from_slice(same);
        }
    }
    *deeds = kept;
    excluded
}

/// Gives each owner a number that depends only on the owner's published lines; owners with equal lines are
/// interchangeable. So a number reveals nothing about the order of the input or about a name.
fn numbers<'a>(
    published: &[&[Deed]],
    owners: usize,
    texts: impl Fn(&Deed) -> (&'a str, &'a str),
) -> Vec<String> {
    let mut lines: Vec<&[Deed]> = published.to_vec();
    lines.sort_by_key(|deeds| texts(&deeds[0]));
    let pairs = (0u32..)
        .zip(&lines)
        .flat_map(|(line, deeds)| deeds.iter().map(move |deed| (deed.owner as usize, line)));
    let lines_of = Ragged::by_key(owners, pairs);
    let mut order: Vec<usize> = (0..owners).filter(|&owner| !lines_of.get(owner).is_empty()).collect();
    order.sort_by_key(|&owner| lines_of.get(owner));
    let mut numbers = vec![String::new(); owners];
    for (number, owner) in (1..).zip(order) {
        numbers[owner] = format!("{number}");
    }
    numbers
}
