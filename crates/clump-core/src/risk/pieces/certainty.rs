//! Conclusions from one known word: if every published row that has label a also has label b, then a person
//! who is known to have a, has b.
//!
//! Every owner of a row has a word at or below each of its labels, so the conclusion is right for all owners
//! whose word is published as a. It may be wrong for owners whose word is published as something else or not
//! at all. The attacker cannot separate these from the others, so the count here is the most that can be
//! learned. A row that has a twice makes a certain by itself: there is another word at or below it.
//!
//! For sensitive things b need not be one label: it is enough that every row with a has something at or below
//! the node. Labels at or below the node reveal it themselves, so a is none of these. The same is counted for
//! the data as they are, where a word that one person typed makes everything beside it certain.

use serde::{Deserialize, Serialize};

use crate::containers::{Ragged, SparseCounts, count_sorted, set_of};
use crate::risk::published::{Lists, PublishedRows};
use crate::taxonomy::Node;

const SHOWN: usize = 10;

/// Conclusions that known words make certain. All but `sensitive` can be counted in the release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceCertainty {
    /// Distinct labels that are published.
    pub labels: usize,
    /// Those of them that make another certain.
    pub certain_labels: usize,
    /// Their share of all labels that are published, each counted for every owner of its rows.
    pub share: f64,
    /// Of the labels that make another certain those with the most occurrences, at most ten.
    pub shown: Vec<Implication>,
    /// By sensitive node; empty if none is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sensitive: Vec<SensitiveCertainty>,
}

/// Every row that has one label also has another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Implication {
    /// The label that is known.
    pub known: String,
    /// Label that is certain then; of several, the first in the taxonomy.
    pub certain: String,
    /// Owners of the rows that have them, added up over rows.
    pub occurrences: u64,
}

/// Number of owners of whom something sensitive is certain to an attacker who knows one word of them that is
/// not sensitive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SensitiveCertainty {
    /// The node at or below which everything is sensitive.
    pub node: String,
    /// Number of owners of whom it is certain with the data as they are.
    pub owners_before: usize,
    /// The same with the release.
    pub owners: usize,
}

/// Counts what `published` makes certain, with its `lists`. `before` are the data as they are; needed if
/// something is `sensitive`. O(labels x length of rows), plus, for each sensitive node, the rows that show
/// it.
pub(super) fn certainty(
    published: &PublishedRows<'_>,
    lists: &Lists,
    before: Option<&PublishedRows<'_>>,
    sensitive: &[Node],
) -> PieceCertainty {
    let taxonomy = published.taxonomy;
    let (mut labels, mut all, mut behind) = (0, 0, 0);
    let mut found: Vec<(u64, Node, Node)> = Vec::new();
    for label in taxonomy.nodes().filter(|&label| !lists.of(label).is_empty()) {
        let owners = |group: u32| u64::from(published.owners[group as usize]);
        let occurrences: u64 =
            lists.of(label).iter().map(|found| u64::from(found.times) * owners(found.group)).sum();
        labels += 1;
        all += occurrences;
        if let Some(certain) = implied(published, lists, label) {
            behind += occurrences;
            found.push((lists.of(label).iter().map(|found| owners(found.group)).sum(), label, certain));
        }
    }
    let certain_labels = found.len();
    // Most owners first; equal ones in the order of the taxonomy.
    found.sort_by_key(|&(occurrences, ..)| std::cmp::Reverse(occurrences));
    let name = |node: Node| taxonomy.name(node).to_owned();
    let show = |&(occurrences, label, certain): &(u64, Node, Node)| Implication {
        known: name(label),
        certain: name(certain),
        occurrences,
    };
    let by_node = |before: &PublishedRows<'_>| {
        let lists_before = Lists::new(before);
        let [mut before, mut after] = [Beside::new(before, &lists_before), Beside::new(published, lists)];
        let of_node = |&node: &Node| SensitiveCertainty {
            node: name(node),
            owners_before: before.owners_given_away(node),
            owners: after.owners_given_away(node),
        };
        sensitive.iter().map(of_node).collect()
    };
    PieceCertainty {
        labels,
        certain_labels,
        share: behind as f64 / (all as f64).max(1.0),
        shown: found.iter().take(SHOWN).map(show).collect(),
        sensitive: before.map(by_node).unwrap_or_default(),
    }
}

/// The first other label that all rows with `label` have.
fn implied(published: &PublishedRows<'_>, lists: &Lists, label: Node) -> Option<Node> {
    let mut rows = lists.of(label).iter().map(|found| published.groups.get(found.group as usize));
    let mut certain: Vec<Node> = without_one(rows.next()?, label);
    certain.dedup();
    for row in rows {
        if certain.is_empty() {
            break;
        }
        let others = without_one(row, label);
        certain.retain(|node| others.binary_search(node).is_ok());
    }
    certain.first().copied()
}

/// `row` without one occurrence of `label`, which it has.
fn without_one(row: &[Node], label: Node) -> Vec<Node> {
    let place = row.partition_point(|&node| node < label);
    [&row[..place], &row[place + 1..]].concat()
}

struct Beside<'a> {
    published: &'a PublishedRows<'a>,
    lists: &'a Lists,
    owners_of: Ragged<u32>,
    /// By label, the number of rows that show it beside something sensitive; 0 between nodes.
    beside: SparseCounts,
}

impl<'a> Beside<'a> {
    fn new(published: &'a PublishedRows<'a>, lists: &'a Lists) -> Beside<'a> {
        let beside = SparseCounts::new(published.taxonomy.len());
        Beside { published, lists, owners_of: published.owners_by_group(), beside }
    }

    /// Number of owners of a row with a label that is not at or below `sensitive`, and that only occurs in
    /// rows with something that is.
    fn owners_given_away(&mut self, sensitive: Node) -> usize {
        let PublishedRows { taxonomy, groups, .. } = self.published;
        let mut shown = set_of(self.lists.at_or_below(taxonomy, sensitive).iter().map(|found| found.group));
        let labels = |group: u32| count_sorted(groups.get(group as usize)).map(|(label, _)| label);
        shown.iter().flat_map(|&group| labels(group)).for_each(|label| self.beside.add(label.0, 1));
        let gives_away = |label: Node| {
            let is_everywhere = self.beside.get(label.0) as usize == self.lists.of(label).len();
            is_everywhere && !taxonomy.is_ancestor(sensitive, label)
        };
        shown.retain(|&group| labels(group).any(gives_away));
        self.beside.clear();
        set_of(shown.iter().flat_map(|&group| self.owners_of.get(group as usize)).copied()).len()
    }
}
