//! Secret sharing from the log to the reader: what opens, what does not, and what is noticed.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::anonymize::{AnonymizeError, Method, ParameterError};
use clump_core::log::{Line, QueryLog, Table};
use clump_core::promise::{Promise, SealedQueries};
use clump_core::rewrite::Rewriter;
use clump_core::verify::{Counted, Reason};
use clump_log::share::{
    Decoded, SEALED_COLUMNS, SealedRow, SecretSharing, ShareParameters, decode, sealed_queries,
};
use clump_log::{Key, normal_form};
use proptest::prelude::*;

/// A log of (owner, query) lines, asked one after the other, each with a click.
fn log(lines: &[(&str, &str)]) -> QueryLog {
    let mut log = QueryLog::default();
    let rank = log.texts.push("7");
    for (number, &(owner, query)) in lines.iter().enumerate() {
        let owner = log.owners.iter().position(|known| known == owner).map(|number| number as u32);
        let owner = owner.unwrap_or_else(|| log.owners.push(lines[number].0));
        let query = log.queries.push(query);
        let time = log.texts.push(&format!("2006-03-01 00:00:{number:02}"));
        let url = log.texts.push(&format!("http://www.{}.example", lines[number].1.replace(' ', "-")));
        log.lines.push(Line { owner, query, time, seconds: None, rank, url });
    }
    log
}

fn share(k: usize, seed: u64) -> SecretSharing {
    ShareParameters { k, key: Key::from_seed(seed) }.check().unwrap()
}

fn table(lines: &[(&str, &str)], k: usize, seed: u64) -> Table {
    share(k, seed).rewrite(&log(lines), None, &()).unwrap().table
}

/// The cells of all rows, as they are published.
fn published(table: &Table) -> Vec<Vec<String>> {
    table.canonical().into_iter().map(|row| table.row(row).map(str::to_owned).collect()).collect()
}

fn parse(cells: &[Vec<String>]) -> Vec<SealedRow> {
    let rows = cells.iter().enumerate();
    rows.map(|(row, cells)| SealedRow::parse(row + 1, cells.iter().map(String::as_str)).unwrap()).collect()
}

/// The queries and times that were read, by time.
fn read(decoded: &Decoded) -> BTreeMap<String, String> {
    decoded.lines.iter().map(|line| (line.time.to_owned(), decoded.query(line).to_owned())).collect()
}

/// Three owners ask for dog food, one of them twice; two for cats; one alone.
const LINES: &[(&str, &str)] = &[
    ("4417749", "dog food"),
    ("ann", "Dog  Food"),
    ("bob", " dog food "),
    ("ann", "dog food"),
    ("4417749", "kittens"),
    ("bob", "kittens"),
    ("ann", "numb fingers"),
];

const TAG: usize = 2;
const X: usize = 3;
const Y: usize = 4;
const SEALED: usize = 5;

#[test]
fn k_owners_open_a_query_and_fewer_do_not() {
    let cells = published(&table(LINES, 3, 1));
    let rows = parse(&cells);
    let decoded = decode(&rows, 3);
    assert_eq!(decoded.queries.iter().collect::<Vec<_>>(), ["dog food"]);
    assert_eq!((decoded.lines.len(), decoded.sealed, decoded.damaged), (4, 2, 0));
    let times: Vec<String> = read(&decoded).into_keys().collect();
    assert_eq!(times, (0..4).map(|second| format!("2006-03-01 00:00:{second:02}")).collect::<Vec<_>>());

    // Without the rows of any one owner, two shares are left, and nothing opens.
    for missing in decoded.lines.iter().map(|line| line.owner) {
        let rest: Vec<Vec<String>> = cells.iter().filter(|cells| cells[0] != missing).cloned().collect();
        let rows = parse(&rest);
        let decoded = decode(&rows, 3);
        assert_eq!((decoded.queries.len(), decoded.damaged), (0, 0));
        assert!(sealed_queries(&rows, 3).holds);
    }
}

#[test]
fn the_verdict_counts_owners_of_tags() {
    let verdict = sealed_queries(&parse(&published(&table(LINES, 2, 1))), 2);
    assert!(verdict.holds);
    assert_eq!(verdict.counted, Counted::Owners);
    assert_eq!((verdict.rows, verdict.sets, verdict.smallest, verdict.violations), (7, 3, 2, 0));
    let apart = [("ann", "dog"), ("bob", "cat"), ("ann", "fox")];
    let verdict = sealed_queries(&parse(&published(&table(&apart, 2, 1))), 2);
    assert!(verdict.holds);
    assert_eq!((verdict.sets, verdict.smallest), (3, 0));
}

#[test]
fn a_release_for_fewer_owners_is_not_one_for_more() {
    let rows = parse(&published(&table(LINES, 2, 1)));
    for k in [3, 4, 5] {
        let verdict = sealed_queries(&rows, k);
        assert_eq!((verdict.violations, verdict.smallest), (2, 2));
        assert_eq!(verdict.first.unwrap().reason, Reason::Readable { shares: 2 });
    }
    // The other way round what has enough shares does not open.
    let rows = parse(&published(&table(LINES, 3, 1)));
    assert_eq!(sealed_queries(&rows, 2).first.unwrap().reason, Reason::Damaged);
    assert_eq!(decode(&rows, 2).damaged, 2);
}

#[test]
fn who_asks_again_repeats_the_share() {
    let cells = published(&table(&[("ann", "dog"), ("ann", "DOG"), ("ann", "dog "), ("bob", "dog")], 2, 1));
    let shares: BTreeSet<&[String]> = cells.iter().map(|cells| &cells[TAG..]).collect();
    assert_eq!((cells.len(), shares.len()), (4, 2));
    let alone = [("ann", "dog"), ("ann", "DOG"), ("ann", "dog "), ("bob", "cat")];
    let rows = parse(&published(&table(&alone, 2, 1)));
    assert_eq!((decode(&rows, 2).sealed, sealed_queries(&rows, 2).holds), (2, true));
}

#[test]
fn the_facts_say_what_can_be_read() {
    let rewritten = share(3, 1).rewrite(&log(LINES), None, &()).unwrap();
    let counts: Vec<u64> = rewritten.facts.iter().map(|fact| fact.count).collect();
    assert_eq!(counts, [1, 2, 4, 0]);
    assert_eq!(rewritten.table.header(), SEALED_COLUMNS);
}

#[test]
fn parameters_are_checked_and_the_promise_is_named() {
    for k in [0, 1] {
        let refused = ShareParameters { k, key: Key::from_seed(1) }.check();
        assert_eq!(refused.map(drop), Err(ParameterError::KTooSmall { k }));
    }
    assert_eq!(share(5, 1).name(), "share");
    assert_eq!(share(5, 1).promise(), Promise::from(SealedQueries { k: 5 }));
}

#[test]
fn the_edges_are_stated_results() {
    for (lines, owners, k) in [(LINES, 3, 4), (LINES, 3, usize::MAX), (&[], 0, 2)] {
        let refused = share(k, 1).rewrite(&log(lines), None, &());
        assert_eq!(refused, Err(AnonymizeError::TooFewOwners { owners, k }));
    }
    let verdict = sealed_queries(&[], 2);
    assert_eq!((verdict.holds, verdict.rows, verdict.sets, verdict.smallest), (true, 0, 0, 0));
    assert_eq!(decode(&[], 2).lines, []);
    // The empty query is a query.
    let rows = parse(&published(&table(&[("ann", ""), ("bob", "  ")], 2, 1)));
    assert_eq!(decode(&rows, 2).queries.iter().collect::<Vec<_>>(), [""]);
    // No k at all makes a reader panic.
    for k in [0, 1, usize::MAX] {
        assert_eq!((decode(&rows, k).queries.len(), sealed_queries(&rows, k).holds), (0, false));
    }
}

#[test]
fn a_seed_repeats_every_byte_and_another_changes_every_cell() {
    assert_eq!(table(LINES, 3, 1), table(LINES, 3, 1));
    let (one, other) = (table(LINES, 3, 1), table(LINES, 3, 2));
    for column in [0, TAG, X, Y, SEALED] {
        let cells = |table: &Table| -> BTreeSet<String> {
            published(table).into_iter().map(|mut cells| cells.swap_remove(column)).collect()
        };
        assert!(cells(&one).is_disjoint(&cells(&other)));
    }
    assert_ne!(published(&one)[0][TAG], published(&one)[0][X]);
}

#[test]
fn queries_are_read_in_the_order_of_the_rows() {
    let queries: Vec<String> = (0..9).map(|query| format!("query {query}")).collect();
    let lines: Vec<(&str, &str)> =
        queries.iter().flat_map(|query| [("ann", &**query), ("bob", &**query)]).collect();
    let mut cells = published(&table(&lines, 2, 1));
    cells.sort_by(|a, b| a[1].cmp(&b[1]));
    assert!(decode(&parse(&cells), 2).queries.iter().eq(&queries));
    cells.reverse();
    assert!(decode(&parse(&cells), 2).queries.iter().eq(queries.iter().rev()));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let lines: Vec<(String, String)> =
        (0..500).map(|line| (format!("owner {}", line % 7), format!("query {}", line % 90))).collect();
    let lines: Vec<(&str, &str)> = lines.iter().map(|(owner, query)| (&**owner, &**query)).collect();
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let table = table(&lines, 3, 1);
            let rows = parse(&published(&table));
            let read: Vec<String> = decode(&rows, 3).queries.iter().map(str::to_owned).collect();
            (table, read, sealed_queries(&rows, 3))
        })
    };
    assert_eq!(run(1), run(4));
}

#[test]
fn nothing_of_the_log_but_the_times_is_left() {
    let cells = published(&table(LINES, 2, 1));
    let text = cells.concat().join("\t").to_lowercase();
    // Words with a letter after f cannot turn up in hexadecimal digits by chance.
    for word in ["dog", "food", "kittens", "numb", "fingers", "ann", "bob", "http", "www", "example"] {
        assert!(!text.contains(word));
    }
    assert!(cells.concat().iter().all(|cell| cell != "4417749" && cell != "7"));
}

/// Queries read, queries damaged and the verifier's reason after a change of the published cells. The first three rows
/// are those of the query that three owners asked.
fn after(change: impl FnOnce(&mut [Vec<String>])) -> (usize, usize, Option<Reason>) {
    let once: Vec<(&str, &str)> = [&LINES[..3], &LINES[4..]].concat();
    let mut cells = published(&table(&once, 3, 1));
    let rows_of = |tag: &str| cells.iter().filter(|row| row[TAG] == tag).count();
    let common = cells.iter().map(|row| row[TAG].clone()).find(|tag| rows_of(tag) == 3).unwrap();
    cells.sort_by_key(|row| row[TAG] != common);
    change(&mut cells);
    let rows = parse(&cells);
    let decoded = decode(&rows, 3);
    (decoded.queries.len(), decoded.damaged, sealed_queries(&rows, 3).first.map(|first| first.reason))
}

/// Another digit in the cell, at the end of the number.
fn nudge(cell: &mut String) {
    let last = cell.pop().unwrap();
    cell.push(if last == '0' { '1' } else { '0' });
}

#[test]
fn changes_are_noticed() {
    let damaged = (0, 1, Some(Reason::Damaged));
    assert_eq!(after(|_| ()), (1, 0, None));
    for row in 0..3 {
        for column in [X, Y, SEALED] {
            assert_eq!(after(|cells| nudge(&mut cells[row][column])), damaged);
        }
        // A row that leaves for another tag leaves two shares, which stay sealed.
        assert_eq!(after(|cells| nudge(&mut cells[row][TAG])), (0, 0, None));
    }
    // The sealed text of all rows alike.
    assert_eq!(after(|cells| cells[..3].iter_mut().for_each(|row| nudge(&mut row[SEALED]))), damaged);
    // The tag of all rows alike: the shares still fit, but the text was sealed under the old one.
    assert_eq!(after(|cells| cells[..3].iter_mut().for_each(|row| nudge(&mut row[TAG]))), damaged);
    // The sealed text of another query under this tag.
    let other_text = |cells: &mut [Vec<String>]| {
        let text = cells[3][SEALED].clone();
        cells[..3].iter_mut().for_each(|row| row[SEALED].clone_from(&text));
    };
    assert_eq!(after(other_text), damaged);
    // The share of another tag, without its text and with it.
    for columns in [X..SEALED, X..SEALED + 1] {
        let swapped = |cells: &mut [Vec<String>]| {
            let (ours, others) = cells.split_at_mut(3);
            ours[0][columns.clone()].swap_with_slice(&mut others[0][columns]);
        };
        let (opened, damaged, reason) = after(swapped);
        assert!(opened == 0 && damaged >= 1 && reason == Some(Reason::Damaged));
    }
}

#[test]
fn an_owner_who_holds_two_shares_is_noticed() {
    let twice = |cells: &mut [Vec<String>]| cells[1][0] = cells[0][0].clone();
    assert_eq!(after(twice), (0, 1, Some(Reason::TooFew { found: 2, needed: 3 })));
}

#[test]
fn a_wrong_share_beyond_k_is_named() {
    let lines: Vec<(String, &str)> = (0..9).map(|owner| (format!("owner {owner}"), "dog")).collect();
    let lines: Vec<(&str, &str)> = lines.iter().map(|(owner, query)| (&**owner, *query)).collect();
    let mut cells = published(&table(&lines, 3, 1));
    cells.sort_by(|a, b| a[X].cmp(&b[X]));
    nudge(&mut cells[7][Y]);
    let rows = parse(&cells);
    let decoded = decode(&rows, 3);
    assert_eq!((decoded.damaged, decoded.damaged_rows.clone(), decoded.lines.len()), (1, vec![8], 0));
    // Among the first k it cannot be told which one it is.
    nudge(&mut cells[0][Y]);
    let rows = parse(&cells);
    assert_eq!(decode(&rows, 3).damaged_rows, (1..=9).collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// What is read is exactly the lines of the queries that at least k owners asked, and the verdict agrees.
    #[test]
    fn readers_get_the_lines_of_queries_with_k_owners(
        k in 2..5_usize,
        seed: u64,
        lines in proptest::collection::vec((0..6_usize, 0..8_usize), 0..60),
    ) {
        let owners = ["ann", "bob", "cid", "dan", "eve", "fay"];
        let queries = ["dog", "Dog", "cat", " cat  food", "CAT food", "a b", "ab", "höhle\u{a0}X"];
        let lines: Vec<(&str, &str)> = lines.into_iter().map(|(owner, query)| (owners[owner], queries[query])).collect();

        let mut asked: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for &(owner, query) in &lines {
            asked.entry(normal_form(query)).or_default().insert(owner);
        }
        let expected: BTreeMap<String, String> = lines
            .iter()
            .enumerate()
            .map(|(number, &(_, query))| (format!("2006-03-01 00:00:{number:02}"), normal_form(query)))
            .filter(|(_, query)| asked[query].len() >= k)
            .collect();
        let common: Vec<usize> = asked.values().map(BTreeSet::len).filter(|&owners| owners >= k).collect();

        let asking: BTreeSet<&str> = lines.iter().map(|&(owner, _)| owner).collect();
        prop_assume!(asking.len() >= k);
        let rows = parse(&published(&table(&lines, k, seed)));
        let decoded = decode(&rows, k);
        prop_assert_eq!(read(&decoded), expected);
        prop_assert_eq!(decoded.queries.len(), common.len());
        prop_assert_eq!((decoded.sealed, decoded.damaged), (asked.len() - common.len(), 0));

        let verdict = sealed_queries(&rows, k);
        prop_assert!(verdict.holds);
        prop_assert_eq!((verdict.rows, verdict.sets), (lines.len(), asked.len()));
        prop_assert_eq!(verdict.smallest, common.into_iter().min().unwrap_or(0));

        // Lines of one owner are under one pseudonym, and of two under two.
        let pseudonyms: BTreeSet<&str> = decoded.lines.iter().map(|line| line.owner).collect();
        let readers: BTreeSet<&str> =
            lines.iter().filter(|(_, query)| asked[&normal_form(query)].len() >= k).map(|&(owner, _)| owner).collect();
        prop_assert_eq!(pseudonyms.len(), readers.len());
    }
}
