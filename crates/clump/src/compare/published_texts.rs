//! Finds the texts that a release publishes in the data, and measures the error of the published numbers for
//! the top queries.

use std::cmp::Reverse;

use clump_core::containers::Ragged;
use clump_core::cut::WholeQueries;
use clump_core::facts::FactTable;
use clump_core::log::Table;
use clump_core::taxonomy::Node;
use clump_core::transactions::{Bags, Transactions};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::data::Data;

/// The published number of each text: a query, a word or an item.
pub(super) struct TextFacts {
    numbers: FxHashMap<String, u64>,
}

impl TextFacts {
    /// Reads the rows of a table in which each fact is one text.
    pub fn of_table(table: &FactTable) -> TextFacts {
        let row = |row| Some((table.texts(row).next()?.to_owned(), table.number(row)));
        TextFacts { numbers: (0..table.len()).filter_map(row).collect() }
    }

    /// Reads the queries in the lines of a log. Counts the lines of each query, one for each owner who asked
    /// it. Skips lines with an address, which are about a click.
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

    /// Texts with the number 0.
    #[cfg(test)]
    pub fn of_texts<'t>(texts: impl Iterator<Item = &'t str>) -> TextFacts {
        TextFacts { numbers: texts.map(|text| (text.to_owned(), 0)).collect() }
    }

    /// The published number of a text; 0 if the text is not published.
    pub fn number(&self, text: &str) -> u64 {
        self.numbers.get(text).copied().unwrap_or(0)
    }

    /// Finds the queries of `data` that are published; `form` turns a text into its published form. Each
    /// covers its words in the transactions that have it.
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

    /// Finds the items of `data` whose names are published.
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

/// Number of each published fact by `told`. An entry of `places` is `None` if its fact is not published.
fn numbers(places: &[Option<u32>], told: impl Fn(usize) -> u64) -> Vec<u64> {
    (0..places.len()).filter(|&at| places[at].is_some()).map(told).collect()
}

/// Published facts, the transactions that have them, and the number of each.
pub(super) struct FactPlaces {
    /// For each transaction, the published facts that are true of it.
    pub facts: WholeQueries,
    numbers: Vec<u64>,
}

impl FactPlaces {
    /// Limits each fact to as many owners as its row states. With noise, some owners of a fact do not count.
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

/// Number of top queries whose numbers are compared.
const MOST: usize = 100;

/// The queries that most owners asked, in descending order. Equal ones are in the order of their texts.
pub(super) struct TopQueries<'d> {
    /// Text, number of the query in the data, and number of owners.
    top: Vec<(&'d str, usize, u32)>,
}

impl<'d> TopQueries<'d> {
    /// Selects the top queries of `data`. Excludes queries of only one owner.
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

    /// Mean of |told - owners| / owners over the top queries, where `told` is the published number for a
    /// text. `None` if there are no top queries.
    pub fn error(&self, told: impl Fn(&str) -> u64) -> Option<f64> {
        self.mean(|&(text, _, _)| told(text))
    }

    /// The same mean, where `told` is the published number for the query with this number in the data.
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
