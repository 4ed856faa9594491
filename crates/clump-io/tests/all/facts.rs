//! Facts of a log: what is counted is what a person would count, whatever the layout and however little memory there is.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clump_core::facts::{By, FactKind, NormalForm, TableSpec, Thresholds};
use clump_io::facts::{CountedTable, ExclusionRule, FactRequest, InTable, count_facts};
use clump_io::{
    ColumnNames, Input, Layout, ReadCounts, ReadError, ReadOptions, ReadingMemory, RowOwner, Stream,
};
use proptest::prelude::*;

use crate::common;

type Line = (u32, &'static str, u32, &'static str);

const QUERIES: [&str; 5] = ["dog", "Dog  Food", "dog food", "cat", "food dog cat"];
const HOSTS: [&str; 3] = ["", "a.example", "b.example"];

fn lines() -> impl Strategy<Value = Vec<Line>> {
    let line = (0u32..6, 0usize..QUERIES.len(), 1u32..4, 0usize..HOSTS.len());
    let line = line.prop_map(|(owner, query, day, host)| (owner, QUERIES[query], day, HOSTS[host]));
    proptest::collection::vec(line, 1..40)
}

fn log(lines: &[Line]) -> Input {
    let line = |(place, (owner, query, day, host)): (usize, &Line)| {
        let url = if host.is_empty() { String::new() } else { format!("http://www.{host}/x") };
        // No two lines of an owner have one time: none is a further click.
        format!("{owner}\t{query}\t2006-03-{day:02} 07:{:02}:{:02}\t\t{url}\n", place / 60, place % 60)
    };
    let text: String = lines.iter().enumerate().map(line).collect();
    Input::from(Stream::of_bytes("log.tsv", text.into_bytes()))
}

fn table(lines: &[Line]) -> Input {
    let row = |(owner, query, day, host): &Line| format!("{owner},{query},{day},{host}\n");
    let text: String = lines.iter().map(row).collect();
    Input::from(Stream::of_bytes("log.csv", format!("who,query,day of march,url\n{text}").into_bytes()))
}

fn of_log() -> ReadOptions {
    ReadOptions { layout: Some(Layout::Aol), ..ReadOptions::default() }
}

fn request(kind: FactKind, by: Option<By>, k: usize) -> FactRequest {
    let table = TableSpec { by: by.into_iter().collect(), ..kind.into() };
    FactRequest { times: true, ..common::request_of(table, Thresholds { k, k_cell: 2 }) }
}

/// The only table of a request, with the counts of reading.
fn counted(
    input: Input,
    options: &ReadOptions,
    request: &FactRequest,
) -> Result<(CountedTable, ReadCounts), ReadError> {
    let mut log = count_facts(&[input], options, request, &())?;
    Ok((log.tables.remove(0), log.counts))
}

/// The keys of the facts of a line, in words that a person would use.
fn facts_of(kind: FactKind, (_, query, _, host): &Line) -> Vec<String> {
    let lower = query.to_lowercase();
    let words: BTreeSet<&str> = lower.split_whitespace().collect();
    let normal = lower.split_whitespace().collect::<Vec<_>>().join(" ");
    match kind {
        FactKind::Query => vec![normal],
        FactKind::QueryHost if host.is_empty() => Vec::new(),
        FactKind::QueryHost => vec![format!("{normal}\u{1f}{host}")],
        FactKind::Word => words.iter().map(|&word| word.to_owned()).collect(),
        FactKind::WordPair => {
            let pairs = words.iter().flat_map(|one| words.iter().map(move |other| (one, other)));
            pairs
                .filter(|(one, other)| one < other)
                .map(|(one, other)| format!("{one}\u{1f}{other}"))
                .collect()
        }
        _ => unreachable!("not tried here"),
    }
}

type Naive = BTreeMap<String, (BTreeSet<u32>, u64)>;

fn naive(lines: &[Line], kind: FactKind, cell: impl Fn(&Line) -> Option<String>) -> Naive {
    let mut counts = Naive::new();
    for line in lines {
        for fact in facts_of(kind, line) {
            let key = cell(line).map_or(fact.clone(), |cell| format!("{fact}\u{1f}{cell}"));
            let (owners, times) = counts.entry(key).or_default();
            owners.insert(line.0);
            *times += 1;
        }
    }
    counts
}

fn tallies(log: &CountedTable) -> [BTreeMap<String, (u64, u64)>; 2] {
    let facts = &log.counted.facts;
    let whole =
        (0..facts.len()).map(|fact| (facts.key(fact).to_owned(), (facts.owners(fact), facts.times(fact))));
    let cells = log.counted.cells.iter().flat_map(|cells| {
        cells.fact_of.iter().enumerate().map(|(cell, &fact)| {
            let key = format!("{}\u{1f}{}", facts.key(fact as usize), cells.cells.key(cell));
            (key, (cells.cells.owners(cell), cells.cells.times(cell)))
        })
    });
    [whole.collect(), cells.collect()]
}

fn of_enough(naive: &Naive, k: usize) -> BTreeMap<String, (u64, u64)> {
    let enough = naive.iter().filter(|(_, (owners, _))| owners.len() >= k);
    enough.map(|(key, (owners, times))| (key.clone(), (owners.len() as u64, *times))).collect()
}

/// The facts that cells of at least 2 owners count, if these have k distinct owners together.
fn over_cells(cells: &Naive, k: usize) -> Naive {
    let mut facts = Naive::new();
    for (key, (owners, times)) in cells.iter().filter(|(_, (owners, _))| owners.len() >= 2) {
        let (fact, _) = key.rsplit_once('\u{1f}').expect("a fact and its cell");
        let of_fact = facts.entry(fact.to_owned()).or_default();
        of_fact.0.extend(owners);
        of_fact.1 += times;
    }
    facts.retain(|_, (owners, _)| owners.len() >= k);
    facts
}

proptest! {
    #[test]
    fn logs_and_tables_are_counted_as_a_person_would(lines in lines(), k in 2usize..4) {
        for kind in [FactKind::Query, FactKind::QueryHost, FactKind::Word, FactKind::WordPair] {
            let whole = naive(&lines, kind, |_| None);
            let day = |line: &Line| Some(format!("2006-03-{:02}", line.2));
            let column = |line: &Line| Some(line.2.to_string());
            if kind.needs_clicks() && whole.is_empty() {
                continue;
            }
            let owner = Some(RowOwner::Column("who".to_owned()));
            let columns = ColumnNames { owner, ..ColumnNames::default() };
            let of_table = ReadOptions { columns, ..ReadOptions::default() };
            let by_column = By::Column("day of march".to_owned());
            for (input, options, by, cells) in [
                (log(&lines), of_log(), By::Day, naive(&lines, kind, day)),
                (table(&lines), of_table, by_column, naive(&lines, kind, column)),
            ] {
                let (found, _) = counted(input, &options, &request(kind, Some(by), k)).unwrap();
                let [facts, found_cells] = tallies(&found);
                let in_cells = over_cells(&cells, k);
                prop_assert_eq!(&facts, &of_enough(&in_cells, k), "{:?}", kind);
                let fact = |key: &str| key.rsplit_once('\u{1f}').unwrap().0.to_owned();
                let expected: BTreeMap<_, _> =
                    of_enough(&cells, 2).into_iter().filter(|(key, _)| facts.contains_key(&fact(key))).collect();
                prop_assert_eq!(found_cells, expected, "{:?}", kind);
                let owners = in_cells.values().flat_map(|(owners, _)| owners).collect::<BTreeSet<_>>().len() as u64;
                let in_table = InTable {
                    facts: in_cells.len() as u64,
                    pairs: in_cells.values().map(|(owners, _)| owners.len() as u64).sum(),
                    times: in_cells.values().map(|(_, times)| times).sum(),
                    owners,
                };
                prop_assert_eq!((found.in_table, found.owners_of_facts), (Some(in_table), owners));
                let all = found.volume.kept_at(1);
                prop_assert_eq!(all.facts, whole.len() as u64);
                prop_assert_eq!(found.volume.pairs(), whole.values().map(|(owners, _)| owners.len() as u64).sum::<u64>());
                prop_assert_eq!(found.volume.times(), whole.values().map(|(_, times)| times).sum::<u64>());
            }
        }
    }
}

#[test]
fn little_memory_changes_nothing() {
    let queries: Vec<String> =
        (0..2_000).map(|number| format!("query number {:04}", number * 7919 % 2_000)).collect();
    let text: String = (0..60_000usize)
        .map(|line| {
            let (owner, query) = (line * 31 % 400, &queries[line * line % 1_999]);
            format!("{owner}\t{query}\t2006-03-{:02} 07:00:00\n", 1 + line % 9)
        })
        .collect();
    let input = || Input::from(Stream::of_bytes("log.tsv", text.clone().into_bytes()));
    let found = |bytes: usize| {
        let room = ReadingMemory { bytes, ..ReadingMemory::default() };
        let options = ReadOptions { room, ..of_log() };
        let (log, _) = counted(input(), &options, &request(FactKind::Query, Some(By::Day), 5)).unwrap();
        (tallies(&log), log.volume, log.in_table, log.owners_of_facts)
    };
    let all = found(1 << 30);
    assert!(all.0[0].len() > 500 && all.0[1].len() > 500);
    assert_eq!(found(1 << 19), all);
    assert_eq!(found(1 << 17), all);
}

#[test]
fn a_further_click_is_not_a_further_time() {
    let text = "1\tdog\t2006-03-01 07:00:00\t1\thttp://a.example\n1\tdog\t2006-03-01 07:00:00\t2\thttp://b.example\n\
                2\tdog\t2006-03-01 07:00:00\n2\tdog\t2006-03-01 08:00:00\n";
    let input = || Input::from(Stream::of_bytes("log.tsv", text.as_bytes().to_vec()));
    let (found, _) = counted(input(), &of_log(), &request(FactKind::Query, None, 2)).unwrap();
    assert_eq!((found.counted.facts.owners(0), found.counted.facts.times(0)), (2, 3));
    let (found, _) = counted(input(), &of_log(), &request(FactKind::QueryHost, None, 2)).unwrap();
    assert_eq!((found.counted.facts.len(), found.volume.facts()), (0, 2));
}

#[test]
fn a_separator_in_the_data_makes_no_further_column() {
    let text = "1\tdog\u{1f}food\t2006-03-01 07:00:00\n2\tdog\u{1f}food\t2006-03-01 07:00:00\n";
    let input = Input::from(Stream::of_bytes("log.tsv", text.as_bytes().to_vec()));
    let (found, _) = counted(input, &of_log(), &request(FactKind::Query, None, 2)).unwrap();
    assert!(found.counted.facts.is_empty());
    assert_eq!(found.excluded.len(), 1);
}

#[test]
fn a_list_that_is_not_there_is_an_error() {
    let never = Some(PathBuf::from("no such list"));
    let request = FactRequest { never, ..request(FactKind::Query, None, 2) };
    let found = counted(log(&[(1, "dog", 1, "")]), &of_log(), &request);
    assert!(matches!(found, Err(ReadError::Missing { .. })));
}

/// Facts of three owners who each ask every one of these queries, with a list of what is never published.
fn excluded_of(
    queries: &[&str],
    kind: FactKind,
    form: NormalForm,
    never: &str,
) -> (CountedTable, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("never.txt");
    std::fs::write(&path, never).expect("a file");
    let line = |owner: usize, (place, query): (usize, &&str)| {
        format!("{owner}\t{query}\t2006-03-01 07:{place:02}:00\n")
    };
    let text: String =
        (0..3).flat_map(|owner| queries.iter().enumerate().map(move |at| line(owner, at))).collect();
    let input = Input::from(Stream::of_bytes("log.tsv", text.into_bytes()));
    let request = FactRequest { normal_form: form, never: Some(path), ..request(kind, None, 2) };
    let (found, _) = counted(input, &of_log(), &request).expect("a log");
    let keys = (0..found.counted.facts.len()).map(|fact| found.counted.facts.key(fact).to_owned()).collect();
    (found, keys)
}

/// A phrase is one in the order in which it was typed, whatever order the words are published in.
#[test]
fn a_phrase_is_excluded_as_it_was_typed() {
    let queries = ["White  House tours", "75 elm ave", "dog food"];
    let (found, keys) = excluded_of(&queries, FactKind::Query, NormalForm::Words, "white house\n");
    assert_eq!(keys, ["dog food"]);
    assert_eq!(found.excluded, [(ExclusionRule::Address, 1), (ExclusionRule::Listed, 1)]);
    let (_, keys) = excluded_of(&["white house"], FactKind::WordPair, NormalForm::default(), "white house\n");
    assert_eq!(keys, [""; 0]);
    let (_, keys) =
        excluded_of(&["ｗｈｉｔｅ house", "cat"], FactKind::Query, NormalForm::AsTyped, "white house\n");
    assert_eq!(keys, ["cat"]);
    // Who never typed the phrase is published.
    let (_, keys) = excluded_of(&["house white"], FactKind::Query, NormalForm::Words, "white house\n");
    assert_eq!(keys, ["house white"]);
}

/// What is not published of cells is counted: those that a rule excludes, and lines that name none.
#[test]
fn excluded_and_nameless_cells_are_counted() {
    let rows = ["bob@x.com", "bob@x.com", "north", "north", "", "", ""];
    let rows: String = rows.iter().enumerate().map(|(who, region)| format!("{who},dog,{region}\n")).collect();
    let input = Input::from(Stream::of_bytes("log.csv", format!("who,query,region\n{rows}").into_bytes()));
    let owner = Some(RowOwner::Column("who".to_owned()));
    let options =
        ReadOptions { columns: ColumnNames { owner, ..ColumnNames::default() }, ..ReadOptions::default() };
    let by = Some(By::Column("region".to_owned()));
    let (found, counts) = counted(input, &options, &request(FactKind::Query, by, 2)).unwrap();
    assert_eq!(found.excluded_cells, [(ExclusionRule::Email, 1)]);
    assert_eq!(counts.lines_without_cell, 3);
    assert_eq!(found.in_table, Some(InTable { facts: 1, pairs: 2, times: 2, owners: 2 }));
}

/// An item in angle brackets would be taken for a node, in a table of items as anywhere else.
#[test]
fn an_item_in_brackets_is_refused() {
    let input = Input::from(Stream::of_bytes("baskets.txt", b"tea <x>\ntea <x>\n".to_vec()));
    let options = ReadOptions { layout: Some(Layout::Basket), ..ReadOptions::default() };
    let found = counted(input, &options, &request(FactKind::Item, None, 2));
    assert!(matches!(found, Err(ReadError::Malformed { fault: clump_io::Fault::Marked { column: 2 }, .. })));
}
