//! The property `CommonQueries`: every published line of a log contains only queries and clicks of at least k owners.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::property::REPEATED;
use super::{Promised, Wording};
use crate::verify::{Counted, Set, Verdict, too_few};

/// Every published query was asked, and every published click after it was made, by at least `k` owners.
///
/// Checked by [`common_queries`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommonQueries {
    /// The least number of owners.
    pub k: usize,
}

impl Promised for CommonQueries {
    fn k(&self) -> Option<usize> {
        Some(self.k)
    }

    fn wording(&self) -> Wording {
        Wording {
            short: format!("queries of at least {} owners", self.k),
            sentence: format!(
                "Every published query, and every clicked address beside one, is that of at least {} owners.",
                self.k
            ),
            looked_at: ["query", "queries"],
            not_covered: vec![
                "A query that names a person is published if k owners asked it.",
                "How many owners asked a query is published: who knows all of them but one learns that there is one more.",
                REPEATED,
            ],
            remedy: "do not publish it: make it again from the log, or remove the lines that too few owners share",
        }
    }
}

/// Checks that at least `k` owners share every published line. Takes the owner and the rest of each line. A
/// line without an owner counts as one owner; the maker of the log must then ensure that no owner has two equal
/// lines. A log without lines passes.
pub fn common_queries<O: Ord, L: Ord>(lines: impl IntoIterator<Item = (Option<O>, L)>, k: usize) -> Verdict {
    let mut behind: BTreeMap<L, (BTreeSet<O>, Vec<usize>, usize)> = BTreeMap::new();
    let (mut rows, mut counted) = (0, Counted::Owners);
    for (owner, line) in lines {
        rows += 1;
        let (named, lines, unnamed) = behind.entry(line).or_insert_with(|| (BTreeSet::new(), Vec::new(), 0));
        lines.push(rows);
        if let Some(owner) = owner {
            named.insert(owner);
        } else {
            *unnamed += 1;
            counted = Counted::Rows;
        }
    }
    let said = behind.into_values().map(|(named, lines, unnamed)| {
        let (rows, count) = (lines.len(), named.len() + unnamed);
        Set { rows, count, fault: too_few(count, k).map(|reason| (lines, reason)) }
    });
    Verdict::of_sets(counted, said).vacuous()
}
