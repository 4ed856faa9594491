//! Certain inferences from one known word: if every published row with label a also has label b, then a person who
//! is known to have a has b.
//!
//! Every owner of a row has a word at or below each of its labels, so the inference is right for all owners whose
//! word is published as a. It may be wrong for owners whose word is published as another label or not at all. The
//! attacker cannot separate these owners from the others, so the count here is the most that can be learned. A row
//! with label a twice makes a second word at or below a certain.
//!
//! For sensitive things b need not be one label: it is enough that every row with a has something at or below the
//! sensitive node. Labels at or below the node reveal it themselves, so a is none of them. The same count is made
//! for the data as they are, where a word that one person typed makes all other words of its row certain.

use serde::{Deserialize, Serialize};

use crate::containers::{Ragged, SparseCounts, count_sorted, set_of};
use crate::risk::published::{Lists, PublishedRows};
use crate::taxonomy::Node;

const SHOWN: usize = 10;

/// Inferences that a known word makes certain. Everything except `sensitive` can be counted in the release.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceCertainty {
    /// Number of distinct published labels.
    pub labels: usize,
    /// Number of published labels that make another label certain.
    pub certain_labels: usize,
    /// Share of labels that make another certain among all published labels; a label counts once for every
    /// owner of its rows.
    pub share: f64,
    /// Labels that make another label certain: at most ten, those with the most occurrences.
    pub shown: Vec<Implication>,
    /// Owners of whom something sensitive is certain, by sensitive node; empty if no node is listed as sensitive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sensitive: Vec<SensitiveCertainty>,
}

/// An inference: every row that has one label also has another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Implication {
    /// The label that the attacker knows.
    pub known: String,
    /// The label that follows with certainty; of several, the first in the taxonomy.
    pub certain: String,
    /// Number of owners of the rows with the known label, summed over these rows.
    pub occurrences: u64,
}

/// Number of owners of whom something sensitive is certain to an attacker who knows one of their words that is not
/// sensitive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SensitiveCertainty {
    /// The node at or below which everything is sensitive.
    pub node: String,
    /// Number of owners of whom something at or below the node is certain, if the data are published as they are.
    pub owners_before: usize,
    /// Number of owners of whom something at or below the node is certain, if the release is published.
    pub owners: usize,
}

/// Counts the certain inferences in `published`, with its `lists`. `before` are the data as they are, which are
/// needed if `sensitive` is not empty. O(labels x length of rows), plus, for each sensitive node, the rows that
/// show it.
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
    // Most occurrences first; equal ones in the order of the taxonomy.
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

/// The first label other than `label` that all rows with `label` have; `None` if there is none.
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

/// Copy of `row` with one occurrence of `label` removed; the row must have the label.
fn without_one(row: &[Node], label: Node) -> Vec<Node> {
    let place = row.partition_point(|&node| node < label);
    [&row[..place], &row[place + 1..]].concat()
}

struct Beside<'a> {
    published: &'a PublishedRows<'a>,
    lists: &'a Lists,
    owners_of: Ragged<u32>,
    /// For each label, the number of rows that show it together with something sensitive; 0 between nodes.
    beside: SparseCounts,
}

impl<'a> Beside<'a> {
    fn new(published: &'a PublishedRows<'a>, lists: &'a Lists) -> Beside<'a> {
        let beside = SparseCounts::new(published.taxonomy.len());
        Beside { published, lists, owners_of: published.owners_by_group(), beside }
    }

    /// Number of owners who are exposed: they own a row with a label that is not at or below `sensitive` and that
    /// occurs only in rows with something at or below it.
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
