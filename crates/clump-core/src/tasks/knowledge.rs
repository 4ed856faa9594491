//! Knowledge: all that a reader learns from a release, as weights of facts.

use std::collections::BTreeMap;

use crate::facts::{FactTable, SEPARATOR};

/// Kind of fact that a reader learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Learned {
    /// A query.
    Query,
    /// A word.
    Word,
    /// Two words of one query, in alphabetical order.
    WordPair,
    /// A query and the host that was clicked after it.
    QueryHost,
    /// A query and the next one.
    QueryNext,
    /// A query and a day.
    QueryDay,
    /// An item.
    Item,
    /// Two items of one transaction, in alphabetical order.
    ItemPair,
    /// The label of a category, without its angle brackets.
    Category,
}

impl Learned {
    /// All kinds of facts.
    pub const ALL: [Learned; 9] = [
        Learned::Query,
        Learned::Word,
        Learned::WordPair,
        Learned::QueryHost,
        Learned::QueryNext,
        Learned::QueryDay,
        Learned::Item,
        Learned::ItemPair,
        Learned::Category,
    ];
}

/// Facts with their weights, which are numbers of owners. A fact of several texts has
/// [`SEPARATOR`] between them.
pub type FactWeights = BTreeMap<String, u64>;

/// All that a reader learns from one release. Facts that the release does not have have the weight 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    weights: [FactWeights; Learned::ALL.len()],
}

/// Meaning of the labels of a published row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowContent {
    /// The labels are words of a query.
    Words,
    /// The labels are items.
    Items,
}

impl Knowledge {
    /// The facts of one kind with their weights.
    pub fn of(&self, kind: Learned) -> &FactWeights {
        &self.weights[kind as usize]
    }

    /// The weight of a fact; 0 if the release does not have it.
    pub fn weight(&self, kind: Learned, key: &str) -> u64 {
        self.of(kind).get(key).copied().unwrap_or(0)
    }

    /// True if nothing is known.
    pub fn is_empty(&self) -> bool {
        self.weights.iter().all(FactWeights::is_empty)
    }

    /// Adds `weight` to a fact. A weight of 0 teaches nothing.
    pub fn learn(&mut self, kind: Learned, key: &str, weight: u64) {
        if weight == 0 {
            return;
        }
        let weights = &mut self.weights[kind as usize];
        match weights.get_mut(key) {
            Some(known) => *known = known.saturating_add(weight),
            None => drop(weights.insert(key.to_owned(), weight)),
        }
    }

    /// Learns the rows of a table whose facts, with their cells, are of this `kind`. Skips rows with an empty text: a
    /// total, or what is not published.
    pub fn learn_table(&mut self, kind: Learned, table: &FactTable) {
        let mut key = String::new();
        for row in 0..table.len() {
            key.clear();
            for (place, text) in table.texts(row).enumerate() {
                if place > 0 {
                    key.push(SEPARATOR);
                }
                key.push_str(text);
            }
            if table.texts(row).all(|text| !text.is_empty()) {
                self.learn(kind, &key, table.number(row));
            }
        }
    }

    /// Learns a row that is published for `owners` people: a whole row, a piece or a line. `labels` are its words or
    /// items; each counts once, and labels in angle brackets are categories. `query` is the whole query if the row
    /// shows it. O(labels^2).
    pub fn learn_row(&mut self, content: RowContent, labels: &[&str], query: Option<&str>, owners: u64) {
        let (single, pair) = match content {
            RowContent::Words => (Learned::Word, Learned::WordPair),
            RowContent::Items => (Learned::Item, Learned::ItemPair),
        };
        let mut known: Vec<&str> = labels.to_vec();
        known.sort_unstable();
        known.dedup();
        known.retain(|label| match label.strip_prefix('<').and_then(|label| label.strip_suffix('>')) {
            Some(category) => {
                self.learn(Learned::Category, category, owners);
                false
            }
            None => true,
        });
        for (place, one) in known.iter().enumerate() {
            self.learn(single, one, owners);
            for other in &known[place + 1..] {
                self.learn(pair, &pair_key(one, other), owners);
            }
        }
        if let Some(query) = query {
            self.learn(Learned::Query, query, owners);
        }
    }

    /// Adds what another release of the same owners teaches about facts of one kind. Of a fact in both, the larger
    /// weight is known.
    pub fn and(&mut self, kind: Learned, other: &Knowledge) {
        let weights = &mut self.weights[kind as usize];
        for (key, &weight) in other.of(kind) {
            let known = weights.entry(key.clone()).or_default();
            *known = weight.max(*known);
        }
    }

    /// The facts with a weight of at least `k`: what `GROUP BY fact HAVING count(DISTINCT owner) >= k` selects, if
    /// `self` has exact numbers of owners.
    #[must_use]
    pub fn at_least(&self, k: u64) -> Knowledge {
        let select = |kind: Learned| -> FactWeights {
            let common = self.of(kind).iter().filter(|&(_, &weight)| weight >= k);
            common.map(|(key, &weight)| (key.clone(), weight)).collect()
        };
        Knowledge { weights: Learned::ALL.map(select) }
    }
}

/// The key of two texts, the first in the alphabet first.
pub(super) fn pair_key(one: &str, other: &str) -> String {
    let (first, second) = if one <= other { (one, other) } else { (other, one) };
    format!("{first}{SEPARATOR}{second}")
}

/// The two texts of a key; `None` if the key does not have two.
pub(super) fn two(key: &str) -> Option<(&str, &str)> {
    key.split_once(SEPARATOR)
}

/// The facts of the highest weights, at most `most`, heaviest first. Equal weights are in the order of the texts.
pub(super) fn heaviest<'w>(
    weights: impl Iterator<Item = (&'w str, u64)>,
    most: usize,
) -> Vec<(&'w str, u64)> {
    let mut sorted: Vec<(&str, u64)> = weights.collect();
    sorted.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    sorted.truncate(most);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::FactColumns;

    #[test]
    fn a_row_teaches_labels_pairs_and_its_query_but_no_category_as_a_word() {
        let mut known = Knowledge::default();
        known.learn_row(RowContent::Words, &["dog", "cheap", "<food>", "dog"], Some("cheap dog food"), 7);
        known.learn_row(RowContent::Words, &["dog"], None, 5);
        assert_eq!(known.weight(Learned::Word, "dog"), 12);
        assert_eq!(known.weight(Learned::WordPair, "cheap\u{1f}dog"), 7);
        assert_eq!(known.weight(Learned::Query, "cheap dog food"), 7);
        assert_eq!(known.weight(Learned::Category, "food"), 7);
        assert_eq!(known.of(Learned::Word).len() + known.of(Learned::WordPair).len(), 3);
        assert!(known.of(Learned::Item).is_empty());
    }

    #[test]
    fn a_table_teaches_its_rows_but_no_totals() {
        let columns = FactColumns::of_names(&["query", "day", "owners"]).unwrap();
        let mut table = FactTable::new(columns);
        for (query, day, owners) in [("a", "2006-03-01", 5), ("a", "", 9), ("b", "2006-03-02", 6)] {
            table.push([query, day], owners, 0);
        }
        let mut known = Knowledge::default();
        known.learn_table(Learned::QueryDay, &table);
        let days: Vec<_> =
            known.of(Learned::QueryDay).iter().map(|(key, &owners)| (two(key).unwrap(), owners)).collect();
        assert_eq!(days, [(("a", "2006-03-01"), 5), (("b", "2006-03-02"), 6)]);
    }

    #[test]
    fn sql_selects_the_facts_of_k_owners_and_a_combination_knows_the_larger_number() {
        let mut known = Knowledge::default();
        known.learn(Learned::Word, "a", 4);
        known.learn(Learned::Word, "b", 5);
        let mut sql = known.at_least(5);
        assert_eq!((sql.of(Learned::Word).len(), sql.weight(Learned::Word, "b")), (1, 5));
        sql.learn(Learned::Word, "b", 3);
        known.and(Learned::Word, &sql);
        known.and(Learned::Query, &sql);
        assert_eq!([known.weight(Learned::Word, "a"), known.weight(Learned::Word, "b")], [4, 8]);
        assert!(known.at_least(9).is_empty());
    }
}
