//! The queries that most owners asked, by their texts, and how far the numbers are off that a release tells of them.

use std::cmp::Reverse;

use crate::data::Data;

/// How many queries are looked at.
const MOST: usize = 100;

/// Queries of several owners, those of most owners first; of queries with as many the first by text.
pub(super) struct TopQueries<'d> {
    /// Text, number of the query, and owners.
    top: Vec<(&'d str, usize, u32)>,
}

impl<'d> TopQueries<'d> {
    /// The top queries of `data`. What only one owner asked is not among them.
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

    /// Mean of |told - owners| / owners, by what is told of a text; none where no two owners asked the same.
    pub fn error(&self, told: impl Fn(&str) -> u64) -> Option<f64> {
        self.mean(|&(text, _, _)| told(text))
    }

    /// The same by what is told of a query with a number.
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
