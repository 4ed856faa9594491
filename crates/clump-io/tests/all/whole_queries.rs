//! Whole queries travel with the items of their transactions, whatever the unit and however little memory there is.

use clump_io::taxonomy::TaxonomySource;
use clump_io::{AskedQueries, Input, Log, ReadOptions, ReadingMemory, Stream, Unit, read_log};

const LOG: &str = "AnonID\tQuery\tQueryTime\tItemRank\tClickURL
1\tDog  Food\t2006-03-01 00:00:00\t\t
2\tdog food\t2006-03-01 00:00:01\t\t
1\tthe weather\t2006-03-01 00:10:00\t\t
1\tdog food\t2006-03-05 00:00:00\t\t
2\tmail joe@example.com\t2006-03-05 00:00:00\t\t
3\tcall 206 555 0123\t2006-03-05 00:00:00\t\t
";

fn read(unit: Unit, room: ReadingMemory) -> (Log, AskedQueries) {
    let options = ReadOptions { unit, room, whole_queries: true, ..ReadOptions::default() };
    let log = Input::from(Stream::of_bytes("log.tsv", LOG.as_bytes().to_vec()));
    let mut log = read_log(&[log], &options, &TaxonomySource::WordNet, &()).unwrap();
    let queries = log.queries.take().unwrap();
    (log, queries)
}

fn texts(log: &Log, queries: &AskedQueries) -> Vec<(u32, Vec<String>)> {
    (0..log.transactions.len())
        .map(|row| {
            let items = log.transactions.get(row);
            let of = queries.whole.of.get(row);
            for &query in of {
                let words = queries.whole.items.get(query as usize);
                assert!(!words.is_empty() && words.iter().all(|word| items.contains(word)));
            }
            let text = |&query: &u32| queries.texts.get(query as usize).to_owned();
            (log.transactions.owner(row), of.iter().map(text).collect())
        })
        .collect()
}

#[test]
fn queries_are_one_if_their_normal_form_is_and_what_is_excluded_is_in_none() {
    let none = || ReadingMemory { bytes: 0, ..ReadingMemory::default() };
    for room in [ReadingMemory::default(), none()] {
        let (log, queries) = read(Unit::Owner, room);
        let strings = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let expected = [(0, vec![]), (1, strings(&["dog food", "the weather"])), (2, strings(&["dog food"]))];
        assert_eq!(texts(&log, &queries), expected);
    }
}

#[test]
fn a_transaction_that_is_a_query_has_it() {
    let (log, queries) = read(Unit::Query, ReadingMemory::default());
    let counts: Vec<usize> = texts(&log, &queries).iter().map(|(_, texts)| texts.len()).collect();
    // One owner asked for dog food twice.
    assert_eq!(counts, [0, 1, 1, 1, 0]);
    assert_eq!((log.counts.repeated_queries, log.counts.transactions), (1, 5));
}

#[test]
fn debug_shows_no_text() {
    let (_, queries) = read(Unit::Owner, ReadingMemory::default());
    assert!(!format!("{queries:?}").contains("dog"));
}
