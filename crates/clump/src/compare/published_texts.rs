//! Finds the texts that a release publishes word for word in the data, and measures the error of their
//! numbers for the top queries.

use std::cmp::Reverse;

use clump_core::containers::Ragged;
use clump_core::cut::WholeQueries;
use clump_core::facts::FactTable;
use clump_core::log::Table;
use clump_core::taxonomy::Node;
use clump_core::transactions::{Bags, Transactions};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::data::Data;

/// Facts that are published, by their texts.
pub(super) struct TextFacts {
    numbers: FxHashMap<String, u64>,
}

impl TextFacts {
    /// The facts of a table whose facts are one text each.
    pub fn of_table(table: &FactTable) -> TextFacts {
        let row = |row| Some((table.texts(row).next()?.to_owned(), table.number(row)));
        TextFacts { numbers: (0..table.len()).filter_map(row).collect() }
    }

    /// The queries of lines in the columns of a log, with the number of lines that say that the query was
    /// asked: one for each owner. Lines with an address do not count, because they say something else.
    pub fn of_lines(table: &Table) -> TextFacts {
        let column = |name: &str| table.header().iter().position(|&column| column == name);
        let mut numbers: FxHashMap<String, u64> = FxHashMap::default();
        if let (Some(query), Some(url)) = (column("Query"), column("ClickURL")) {
            for row in 0..table.len() {
                let cells: Vec<&str> = table.row(row).collect();
                if cells[url].is_empty() {
                    *numbers.entry(cells[query].to_owned()).or_default() += 1;
                }
            }
        }
        TextFacts { numbers }
    }

    /// Texts without numbers.
    #[cfg(test)]
    pub fn of_texts<'t>(texts: impl Iterator<Item = &'t str>) -> TextFacts {
        TextFacts { numbers: texts.map(|text| (text.to_owned(), 0)).collect() }
    }

    /// Published number of a fact; 0 if it is not published.
    pub fn number(&self, text: &str) -> u64 {
        self.numbers.get(text).copied().unwrap_or(0)
    }

    /// The queries of `data` whose texts, in the given `form`, are published. A query covers the words of its
    /// transactions.
    pub fn queries(&self, data: &Data, form: impl Fn(&str) -> String) -> FactPlaces {
        let queries = &data.queries;
        let is_published = |query: usize| self.numbers.contains_key(&form(queries.texts.get(query)));
        let mut items = Bags::default();
        let number: Vec<Option<u32>> = (0..queries.texts.len())
            .map(|query| {
                let bag = queries.whole.items.get(query);
                is_published(query).then(|| items.push(bag.iter().copied()) as u32)
            })
            .collect();
        let mut of = Ragged::default();
        for row in 0..data.transactions.len() {
            let asked = if queries.whole.of.is_empty() { &[][..] } else { queries.whole.of.get(row) };
            of.push(asked.iter().filter_map(|&query| number[query as usize]));
        }
        FactPlaces {
            facts: WholeQueries { items, of },
            numbers: numbers(&number, |query| self.number(&form(queries.texts.get(query)))),
        }
    }

    /// The items of `data` whose names are published.
    pub fn items(&self, data: &Data) -> FactPlaces {
        let mut items = Bags::default();
        let number: Vec<Option<u32>> = data
            .taxonomy
            .nodes()
            .map(|node| {
                let is_published = self.numbers.contains_key(data.taxonomy.name(node));
                is_published.then(|| items.push([node]) as u32)
            })
            .collect();
        let mut of = Ragged::default();
        for bag in data.transactions.bags().iter() {
            of.open().extend(bag.iter().filter_map(|item| number[item.index()]));
            of.close_as_set();
        }
        let name = |node: usize| data.taxonomy.name(Node(node as u32));
        FactPlaces {
            facts: WholeQueries { items, of },
            numbers: numbers(&number, |node| self.number(name(node))),
        }
    }
}

/// Published number of each fact that has a place among those that are published.
fn numbers(places: &[Option<u32>], told: impl Fn(usize) -> u64) -> Vec<u64> {
    (0..places.len()).filter(|&at| places[at].is_some()).map(told).collect()
}

/// Published facts with their places in the data, and the number of each.
pub(super) struct FactPlaces {
    /// By transaction, the facts that hold of it.
    pub facts: WholeQueries,
    numbers: Vec<u64>,
}

impl FactPlaces {
    /// The facts, limited to as many owners as the table states: it does not count the others.
    pub fn of_told_owners(self, transactions: &Transactions) -> WholeQueries {
        let FactPlaces { facts, numbers } = self;
        let mut counted: Vec<FxHashSet<u32>> = vec![FxHashSet::default(); numbers.len()];
        let mut of = Ragged::default();
        for row in 0..transactions.len() {
            let owner = transactions.owner(row);
            of.push(facts.of.get(row).iter().copied().filter(|&fact| {
                let owners = &mut counted[fact as usize];
                let is_told = (owners.len() as u64) < numbers[fact as usize] || owners.contains(&owner);
                if is_told {
                    owners.insert(owner);
                }
                is_told
            }));
        }
        WholeQueries { items: facts.items, of }
    }
}

/// Number of queries that are compared.
const MOST: usize = 100;

/// Queries of several owners, those of most owners first; among equal ones the first by text.
pub(super) struct TopQueries<'d> {
    /// Text, number of the query, and owners.
    top: Vec<(&'d str, usize, u32)>,
}

impl<'d> TopQueries<'d> {
    /// The top queries of `data`. Queries of only one owner are not among them.
    pub fn of(data: &'d Data) -> TopQueries<'d> {
        let owners = data.queries.owners(&data.transactions);
        let texts = &data.queries.texts;
        let mut top: Vec<(&str, usize, u32)> =
            owners.iter().enumerate().map(|(query, &owners)| (texts.get(query), query, owners)).collect();
        top.retain(|&(_, _, owners)| owners > 1);
        top.sort_unstable_by_key(|&(text, _, owners)| (Reverse(owners), text));
        top.truncate(MOST);
        TopQueries { top }
    }

    /// Mean of |told - owners| / owners, where `told` is the published number of a text; none where no two
    /// owners asked the same.
    pub fn error(&self, told: impl Fn(&str) -> u64) -> Option<f64> {
        self.mean(|&(text, _, _)| told(text))
    }

    /// The same, where `told` is the published number of a query by its number.
    pub fn error_by_number(&self, told: impl Fn(usize) -> u64) -> Option<f64> {
        self.mean(|&(_, query, _)| told(query))
    }

    fn mean(&self, told: impl Fn(&(&'d str, usize, u32)) -> u64) -> Option<f64> {
        let error = |query: &(&'d str, usize, u32)| {
            let owners = f64::from(query.2);
            (told(query) as f64 - owners).abs() / owners
        };
        let sum: f64 = self.top.iter().map(error).sum();
        (!self.top.is_empty()).then(|| sum / self.top.len() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_holds_of_as_many_owners_as_are_told() {
        let mut transactions = Transactions::default();
        let (mut items, mut of) = (Bags::default(), Ragged::default());
        items.push([Node(1)]);
        for owner in [0, 1, 1, 2, 0] {
            transactions.push(owner, [Node(1)]);
            of.push([0u32]);
        }
        let told = FactPlaces { facts: WholeQueries { items, of }, numbers: vec![2] };
        let facts = told.of_told_owners(&transactions);
        let has: Vec<bool> = facts.of.iter().map(|facts| !facts.is_empty()).collect();
        assert_eq!(has, [true, true, true, false, true]);
    }
}
