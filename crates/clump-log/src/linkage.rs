//! The linkage attack on a release of lines: an attacker who knows some lines of a person looks for the name
//! that the person has in the release.
//!
//! The attacker knows the times and texts of m queries, and reads the columns `QueryTime` and `Query` of the
//! release. A *name* is the content of the first column. For each known line, a name scores 2 if it has a
//! line of that time and that query. It scores 1 if it has only a line of that time or one of that query,
//! else 0. The attacker takes the name with the highest sum, at random among equals. Times are compared as
//! written, queries in their [normal form](crate::normal_form()), so that a method that normalizes queries
//! does not look safer. Tokens and pseudonyms match no query, so only the times are left to the attacker.
//!
//! A name that several owners share identifies no owner. Each of its lines is then a separate suspect, and
//! the attacker takes one of the lines.
//!
//! These releases have no groups of rows, so only the right row counts as found. Results are compared with
//! the bound of 1/k ([`clump_core::risk`]). On the 300 owners of the example log, one known line finds every
//! owner in a release by `hash`, `drop-ids`, `hash-ids`, `scrub`, `hash-queries`, `short-sessions`, `split`
//! and `share`, because all keep times to the second. `drop-rare` at k = 5 publishes no time and links no
//! lines: one known line finds 2 %, five find 6 %, and 14 % with numbered owners (`link-owners`).

use clump_core::containers::{Interner, NameIndex, Ragged, SparseCounts};
use clump_core::log::QueryLog;
use clump_core::normal_form::normal_form;
use clump_core::rewrite::Rewritten;
use clump_core::risk::{Attempt, Linkage, RiskParameters, Victim, draw_victims, tally};
use rayon::prelude::*;

use crate::texts::NormalForms;

/// Attacks randomly drawn owners of `log` in the release `rewritten`: first with one known line, then with
/// two, and so on. Lines of the same time and query count once. Suppressed owners are attacked too; an empty
/// release finds no owner.
///
/// O(lines), plus the released lines of the known times and queries for each attacked owner.
pub fn link_lines(log: &QueryLog, rewritten: &Rewritten, parameters: RiskParameters) -> Vec<Linkage> {
    let queries = NormalForms::of(&log.queries);
    let released = Released::new(log, &queries, rewritten);
    let attempts: Vec<Vec<Attempt>> = victims(log, &queries, parameters)
        .par_iter()
        .map_init(|| Scores::new(released.owner.len()), |scores, victim| scores.attack(&released, victim))
        .collect();
    tally(&attempts)
}

/// A line of the log that the attacker knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct KnownLine {
    /// Number of the time in [`QueryLog::texts`]; 0 if the line has no time.
    time: u32,
    /// Number of the query's normal form.
    query: u32,
}

/// Draws the owners to attack. Each comes with the distinct lines of the owner.
fn victims(log: &QueryLog, queries: &NormalForms, parameters: RiskParameters) -> Vec<Victim<KnownLine>> {
    let mut lines: Vec<(u32, KnownLine)> = log
        .lines
        .iter()
        .map(|line| (line.owner, KnownLine { time: line.time, query: queries.number(line.query) }))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    draw_victims(parameters, log.owners.len(), |owner| {
        let start = lines.partition_point(|&(other, _)| other < owner);
        lines[start..].iter().take_while(|&&(other, _)| other == owner).map(|&(_, asked)| asked).collect()
    })
}

/// The scores of all suspects in the attack on one owner, by number of the suspect.
struct Scores {
    sum: SparseCounts,
    /// The score of each suspect for the known line that is processed; 0 between lines.
    best: SparseCounts,
}

impl Scores {
    fn new(suspects: usize) -> Scores {
        Scores { sum: SparseCounts::new(suspects), best: SparseCounts::new(suspects) }
    }

    fn attack(&mut self, released: &Released, victim: &Victim<KnownLine>) -> Vec<Attempt> {
        let learn = |&asked: &KnownLine| {
            self.learn(released, asked);
            let right = self.chance(released, victim.owner);
            Attempt { right_row: right, right_group: right }
        };
        let attempts = victim.known.iter().map(learn).collect();
        self.sum.clear();
        attempts
    }

    /// Adds the scores for one more known line.
    fn learn(&mut self, released: &Released, asked: KnownLine) {
        let at_that_time = released.at(asked.time).iter().map(|line| {
            let is_that_query = line.query == Some(asked.query);
            (line.suspect, 1 + u32::from(is_that_query))
        });
        let with_that_query = released.asking(asked.query).iter().map(|&suspect| (suspect, 1));
        for (suspect, score) in at_that_time.chain(with_that_query) {
            let best = self.best.at(suspect);
            *best = score.max(*best);
        }
        for (suspect, best) in self.best.drain() {
            self.sum.add(suspect, best);
        }
    }

    /// The probability that a random suspect among those with the highest score is `owner`.
    fn chance(&self, released: &Released, owner: u32) -> f64 {
        let highest = self.sum.iter().map(|(_, sum)| sum).max();
        let Some(highest) = highest else {
            // No suspect has a score, so all are equally likely.
            return f64::from(released.suspects_of[owner as usize]) / released.owner.len().max(1) as f64;
        };
        let tied = || self.sum.iter().filter(|&(_, sum)| sum == highest);
        let right = tied().filter(|&(suspect, _)| released.owner[suspect as usize] == owner).count();
        right as f64 / tied().count() as f64
    }
}

// An index of the released lines for the attacker: suspects by time and by query.

/// Names that the column of owners has in the published layouts.
const NAMES: [&str; 2] = ["AnonID", "Owner"];

/// A line of the release, in the index of the attacker.
#[derive(Clone, Copy, Default)]
struct ReleasedLine {
    /// Number of the suspect that the line belongs to.
    suspect: u32,
    /// Number of the query's normal form in the log; `None` if the log does not have it.
    query: Option<u32>,
}

/// The released lines. A suspect is a name, or each line of a name if several owners share the name.
struct Released {
    /// The true owner of each suspect.
    owner: Vec<u32>,
    /// Number of suspects that belong to each owner of the log.
    suspects_of: Vec<u32>,
    at: Ragged<ReleasedLine>,
    asking: Ragged<u32>,
}

impl Released {
    /// Finds the lines of `rewritten` in `log`; `queries` are the normal forms of its queries. O(lines).
    fn new(log: &QueryLog, queries: &NormalForms, rewritten: &Rewritten) -> Released {
        let table = &rewritten.table;
        let column = |is_it: &dyn Fn(&str) -> bool| table.header().iter().position(|&name| is_it(name));
        let names = column(&|name| NAMES.contains(&name));
        let times = column(&|name| name == "QueryTime");
        let texts = column(&|name| name == "Query");
        let cell = |row: usize, column: Option<usize>| {
            column.and_then(|column| table.row(row).nth(column)).unwrap_or_default()
        };
        let (suspect, owner) = suspects(log, rewritten, |row| cell(row, names));

        let times_and_texts = NameIndex::new(&log.texts);
        let (mut at, mut asking) = (Vec::new(), Vec::new());
        for (row, &suspect) in suspect.iter().enumerate() {
            let text = normal_form(cell(row, texts));
            // An empty query gives the attacker no information.
            let query = queries.find(&text).filter(|_| !text.is_empty());
            let time = times_and_texts.find(&log.texts, cell(row, times)).filter(|&time| time != 0);
            at.extend(time.map(|time| (time as usize, ReleasedLine { suspect, query })));
            asking.extend(query.map(|query| (query as usize, suspect)));
        }
        let mut suspects_of = vec![0; log.owners.len()];
        for &owner in &owner {
            suspects_of[owner as usize] += 1;
        }
        Released {
            owner,
            suspects_of,
            at: Ragged::by_key(log.texts.len(), at.into_iter()),
            asking: Ragged::by_key(queries.len(), asking.into_iter()),
        }
    }

    /// The released lines with this time, given by its number in the log.
    fn at(&self, time: u32) -> &[ReleasedLine] {
        self.at.get(time as usize)
    }

    /// The suspects who asked a query, given by the number of its normal form.
    fn asking(&self, query: u32) -> &[u32] {
        self.asking.get(query as usize)
    }
}

/// The suspect of each released row, and the true owner of each suspect.
fn suspects<'a>(
    log: &QueryLog,
    rewritten: &'a Rewritten,
    name: impl Fn(usize) -> &'a str,
) -> (Vec<u32>, Vec<u32>) {
    let owner_of = |row: usize| log.lines[rewritten.origin[row] as usize].owner;
    let mut names = Interner::default();
    let called: Vec<usize> = (0..rewritten.table.len()).map(|row| names.intern(name(row)) as usize).collect();
    // The owner of each name; `None` for a name that several owners share.
    let mut whose: Vec<Option<u32>> = Vec::with_capacity(names.len());
    for (row, &name) in called.iter().enumerate() {
        let owner = Some(owner_of(row));
        match whose.get_mut(name) {
            None => whose.push(owner),
            Some(known) if *known != owner => *known = None,
            Some(_) => {}
        }
    }
    let mut owners = Vec::new();
    let mut next = |owner: u32| {
        owners.push(owner);
        owners.len() as u32 - 1
    };
    let mut numbers: Vec<Option<u32>> = vec![None; names.len()];
    let suspects = called
        .iter()
        .enumerate()
        .map(|(row, &name)| match whose[name] {
            Some(owner) => *numbers[name].get_or_insert_with(|| next(owner)),
            None => next(owner_of(row)),
        })
        .collect();
    (suspects, owners)
}
