//! Small logs, written as text.

use std::collections::HashMap;

use clump_core::log::{Line, QueryLog};
use clump_core::names::Names;

/// The log that `text` writes: on each line owner, query, time, rank and address, separated by tabs; what is missing at
/// the end is empty. Times are seconds.
pub fn log(text: &str) -> QueryLog {
    let mut log = QueryLog::default();
    let mut numbers = HashMap::new();
    let [mut owners, mut queries, mut texts] = [(), (), ()].map(|()| Names::default());
    let mut number = |column: usize, names: &mut Names, text: &str| {
        *numbers.entry((column, text.to_owned())).or_insert_with(|| names.push(text))
    };
    number(2, &mut texts, "");
    for line in text.lines() {
        let mut cells = line.split('\t');
        let mut next = || cells.next().unwrap_or_default();
        let [owner, query, time, rank, url] = [next(), next(), next(), next(), next()];
        log.lines.push(Line {
            owner: number(0, &mut owners, owner),
            query: number(1, &mut queries, query),
            time: number(2, &mut texts, time),
            seconds: time.parse().ok(),
            rank: number(2, &mut texts, rank),
            url: number(2, &mut texts, url),
        });
    }
    QueryLog { owners, queries, texts, ..log }
}
