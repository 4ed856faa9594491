//! The texts that a release tells word for word, with their numbers, and where they are in the data.

use clump_core::containers::Ragged;
use clump_core::cut::WholeQueries;
use clump_core::facts::FactTable;
use clump_core::log::Table;
use clump_core::transactions::Bags;
use rustc_hash::FxHashMap;

use crate::data::Data;

/// Facts that are published, by their texts.
pub(super) struct TextsTold {
    numbers: FxHashMap<String, u64>,
}

impl TextsTold {
    /// Those of a table whose facts are one text each.
    pub fn of_table(table: &FactTable) -> TextsTold {
        let row = |row| Some((table.texts(row).next()?.to_owned(), table.number(row)));
        TextsTold { numbers: (0..table.len()).filter_map(row).collect() }
    }

    /// The queries of lines in the columns of a log, with how many lines say that the query was asked: an owner has one. A line
    /// with an address says something else besides.
    pub fn of_lines(table: &Table) -> TextsTold {
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
        TextsTold { numbers }
    }

    /// Texts without numbers.
    #[cfg(test)]
    pub fn of_texts<'t>(texts: impl Iterator<Item = &'t str>) -> TextsTold {
        TextsTold { numbers: texts.map(|text| (text.to_owned(), 0)).collect() }
    }

    /// What is told of a fact; 0 if it is not published.
    pub fn number(&self, text: &str) -> u64 {
        self.numbers.get(text).copied().unwrap_or(0)
    }

    /// The queries of `data` whose texts, in the given `form`, are published. A query covers the words of its transactions.
    pub fn queries(&self, data: &Data, form: impl Fn(&str) -> String) -> WholeQueries {
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
        WholeQueries { items, of }
    }

    /// The items of `data` whose names are published.
    pub fn items(&self, data: &Data) -> WholeQueries {
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
        WholeQueries { items, of }
    }
}
