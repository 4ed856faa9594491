//! The linkage attack on a release of lines: who knows some lines of somebody looks for the name they go by.
//!
//! The attacker knows when m queries were asked and what they were, and looks at the columns `QueryTime` and `Query` of
//! the release. A *name* (what stands in the first column) scores for each known line 2 if it has a line of that time
//! and that query, 1 if it has only a line of that time or one of that query, else 0. The name with the highest sum is
//! taken; of several, each as likely. Times are compared as they are written, queries in their
//! [normal form](crate::normal_form()), so that a method that tidies queries up is not safer for it. Tokens and
//! pseudonyms match no query, and leave the attacker with the times.
//!
//! A name that several owners share names nobody: each of its lines stands alone, and the attacker takes one of these.
//!
//! No groups are made of names, so the right group is the right row. The bound of 1/k ([`clump_core::risk`]) is what such
//! releases are held against. On the 300 owners of the example log, one known line finds every owner in a release by
//! `hash`, `drop-ids`, `hash-ids`, `scrub`, `hash-queries`, `short-sessions`, `split` and `share`, because all keep
//! times to the second. `drop-rare` at k = 5 publishes no time and links no lines: one known line finds 2 %, five find 6 %,
//! and 14 % with numbered owners (`link-owners`).

use clump_core::containers::SparseCounts;
use clump_core::log::QueryLog;
use clump_core::rewrite::Rewritten;
use clump_core::risk::{Attempt, Linkage, RiskParameters, Victim, draw_victims, tally};
use rayon::prelude::*;

use crate::texts::NormalForms;

mod released;

use released::Released;

/// Attacks owners of `log`, drawn by the seed, who are published as `rewritten`: with one known line, two, and so on.
/// Lines of the same time and query are one. Attacked is also who was not published; nobody is found in an empty release.
///
/// O(lines), and for each attacked owner the released lines of the known times and queries.
pub fn link_lines(log: &QueryLog, rewritten: &Rewritten, parameters: RiskParameters) -> Vec<Linkage> {
    let queries = NormalForms::of(&log.queries);
    let released = Released::new(log, &queries, rewritten);
    let attempts: Vec<Vec<Attempt>> = victims(log, &queries, parameters)
        .par_iter()
        .map_init(|| Scores::new(released.owner.len()), |scores, victim| scores.attack(&released, victim))
        .collect();
    tally(&attempts)
}

/// Facts that can be known of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct KnownLine {
    /// Number of the text in [`QueryLog::texts`]; 0 is no time.
    time: u32,
    /// Number of the normal form.
    query: u32,
}

/// Owners to attack, with distinct lines of theirs.
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

/// The scores of all suspects against one victim.
struct Scores {
    sum: SparseCounts,
    /// The score for the line at hand; 0 between lines.
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

    /// Takes another known line into account.
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

    /// The chance that a suspect with the highest score is `owner`.
    fn chance(&self, released: &Released, owner: u32) -> f64 {
        let highest = self.sum.iter().map(|(_, sum)| sum).max();
        let Some(highest) = highest else {
            // Nothing is known of anybody: all are alike.
            return f64::from(released.suspects_of[owner as usize]) / released.owner.len().max(1) as f64;
        };
        let tied = || self.sum.iter().filter(|&(_, sum)| sum == highest);
        let right = tied().filter(|&(suspect, _)| released.owner[suspect as usize] == owner).count();
        right as f64 / tied().count() as f64
    }
}
