//! What the seven habits do to whole logs: layout, columns, counts, and how well `scrub` does on a real one.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::anonymize::{AnonymizeError, ParameterError};
use clump_core::log::{LOG_COLUMNS, QueryLog};
use clump_core::promise::{CommonQueries, Promise};
use clump_core::rewrite::{Rewriter, Rewritten};
use clump_core::verify;
use clump_log::Key;
use clump_log::habits::{
    DropAll, DropIds, DropRare, DropRareParameters, HashIds, HashQueries, OwnerLinks, Scrub, ShortSessions,
    ShortSessionsParameters,
};
use proptest::prelude::*;

use crate::common::log;

/// A log of Excite, 1997; the time is not read here.
const EXCITE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../clump/tests/all/data/excite.tsv"));

const SMALL: &str = "\
anna\tDogs\t0\t1\thttp://dogs.example
anna\tjane@example.com\t50\t\t
anna\tdogs \t100\t2\thttp://users.example/~anna
ben\tdogs\t10\t1\thttp://dogs.example
ben\tçédille  ÉTÉ 狗\t-10\t\t
cleo\tDOGS\t20\t\t
cleo\tcats\t199\t\t";

fn short_sessions(period: u64) -> ShortSessions {
    ShortSessionsParameters { key: Key::from_seed(7), period }.check().expect("a period")
}

fn drop_rare(k: usize) -> DropRare {
    DropRareParameters { k, links: OwnerLinks::None }.check().expect("k >= 2")
}

/// Each habit that is a filter on lines, with the columns that it may change.
fn habits() -> Vec<(Box<dyn Rewriter>, &'static [usize])> {
    vec![
        (Box::new(DropAll), &[]),
        (Box::new(HashQueries::new(Key::from_seed(7))), &[1, 4]),
        (Box::new(DropIds), &[0]),
        (Box::new(Scrub), &[1, 4]),
        (Box::new(HashIds::new(Key::from_seed(7))), &[0]),
        (Box::new(short_sessions(100)), &[0]),
    ]
}

/// All seven.
fn all_habits() -> Vec<Box<dyn Rewriter>> {
    let filters = habits().into_iter().map(|(habit, _)| habit);
    filters.chain([Box::new(drop_rare(2)) as Box<dyn Rewriter>]).collect()
}

fn run(habit: &dyn Rewriter, log: &QueryLog) -> Result<Rewritten, AnonymizeError> {
    habit.rewrite(log, None, &())
}

/// The cells that are published, line by line.
fn published(habit: &dyn Rewriter, log: &QueryLog) -> Vec<Vec<String>> {
    let table = run(habit, log).expect("a release").table;
    (0..table.len()).map(|row| table.row(row).map(str::to_owned).collect()).collect()
}

fn column(rows: &[Vec<String>], column: usize) -> Vec<&str> {
    rows.iter().map(|row| row[column].as_str()).collect()
}

fn fact(rewritten: &Rewritten, name: &str) -> u64 {
    rewritten.facts.iter().find(|fact| fact.name == name).expect("a fact of this name").count
}

#[test]
fn names_and_promises() {
    let habits = all_habits();
    let names: Vec<&str> = habits.iter().map(|habit| habit.name()).collect();
    assert_eq!(
        names,
        ["drop-all", "hash-queries", "drop-ids", "scrub", "hash-ids", "short-sessions", "drop-rare"]
    );
    for habit in &habits {
        let expected =
            if habit.name() == "drop-rare" { CommonQueries { k: 2 }.into() } else { Promise::nothing() };
        assert_eq!(habit.promise(), expected);
        assert!(!habit.needs_items());
    }
}

#[test]
fn columns_that_are_not_named_stay() {
    let original: Vec<Vec<&str>> = SMALL.lines().map(|line| line.split('\t').collect()).collect();
    for (habit, changes) in habits() {
        let name = habit.name();
        let log = log(SMALL);
        let rewritten = run(&*habit, &log).expect("a release");
        assert_eq!(rewritten.table.header(), LOG_COLUMNS, "{name}");
        assert_eq!(fact(&rewritten, "lines read"), 7, "{name}");
        assert_eq!(run(&*habit, &log).as_ref(), Ok(&rewritten), "{name}: not the same twice");
        // The time of each line of this log is its own, so that it tells which line it was.
        for row in published(&*habit, &log) {
            let before = original.iter().find(|cells| cells[2] == row[2]).expect("times stay");
            for (column, (cell, before)) in row.iter().zip(before).enumerate() {
                assert!(cell == before || changes.contains(&column), "{name}: column {column} changed");
                assert!(!cell.contains(['\t', '\n']), "{name}");
            }
        }
    }
}

#[test]
fn logs_of_no_line_and_of_one() {
    for habit in all_habits() {
        let name = habit.name();
        for (text, owners) in [("", 0), ("anna\tdogs\t0", 1)] {
            let log = log(text);
            match run(&*habit, &log) {
                Ok(release) => {
                    let lines = if name == "drop-all" { 0 } else { log.lines.len() };
                    assert_eq!(release.table.len(), lines, "{name}");
                }
                Err(error) => {
                    assert_eq!((name, error), ("drop-rare", AnonymizeError::TooFewOwners { owners, k: 2 }));
                }
            }
        }
    }
}

#[test]
fn equal_queries_have_equal_pseudonyms() {
    let rows = published(&HashQueries::new(Key::from_seed(7)), &log(SMALL));
    let queries = column(&rows, 1);
    assert!([2, 3, 5].iter().all(|&line| queries[line] == queries[0]));
    assert_eq!(queries.iter().collect::<BTreeSet<_>>().len(), 4);
    assert!(queries.iter().all(|query| query.len() == 16));
    let addresses = column(&rows, 4);
    assert_eq!(addresses[0], addresses[3]);
    assert_eq!(addresses[1], "", "no click is no address");
    // A query that is an address does not give itself away by the click on it.
    let rows = published(&HashQueries::new(Key::from_seed(7)), &log("anna\texample.com\t0\t1\texample.com"));
    assert_ne!(rows[0][1], rows[0][4]);
    let other = published(&HashQueries::new(Key::from_seed(8)), &log(SMALL));
    assert!(column(&other, 1).iter().all(|query| !queries.contains(query)));
}

#[test]
fn owners_have_one_name_none_or_one_a_period() {
    assert_eq!(column(&published(&DropIds, &log(SMALL)), 0), ["-"; 7]);
    let owners = |habit: &dyn Rewriter| {
        let rows = published(habit, &log(SMALL));
        let names = column(&rows, 0).into_iter().map(str::to_owned).collect::<Vec<_>>();
        // Which lines have the same name, by the first of them.
        names.iter().map(|name| names.iter().position(|other| other == name).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(owners(&HashIds::new(Key::from_seed(7))), [0, 0, 0, 3, 3, 5, 5]);
    // Seconds 0 and 50 are in one period, 100 is in the next, and -10 in the one before.
    assert_eq!(owners(&short_sessions(100)), [0, 0, 2, 3, 4, 5, 6]);
    assert_eq!(owners(&short_sessions(u64::MAX)), [0, 0, 0, 3, 4, 5, 5]);
    assert_eq!(fact(&run(&short_sessions(100), &log(SMALL)).unwrap(), "pseudonyms of owners"), 6);
    assert_eq!(fact(&run(&short_sessions(100), &log(SMALL)).unwrap(), "periods"), 3);
}

#[test]
fn a_period_needs_times() {
    let error = run(&short_sessions(100), &log("anna\tdogs\t0\nanna\tdogs\tnoon")).unwrap_err();
    assert_eq!(error, AnonymizeError::NoTime { line: 2 });
    let parameters = ShortSessionsParameters { key: Key::from_seed(7), period: 0 };
    assert_eq!(parameters.check().map(drop), Err(ParameterError::NoPeriod));
}

/// The lines of a release by `drop-rare` as `query address`, sorted as they are published.
fn said(log: &QueryLog, links: OwnerLinks, k: usize) -> Vec<String> {
    let method = DropRareParameters { k, links }.check().expect("k >= 2");
    let table = run(&method, log).expect("a release").table;
    let rows = table.canonical().into_iter().map(|row| table.row(row).collect::<Vec<_>>().join(" "));
    rows.collect()
}

#[test]
fn rare_queries_and_clicks_go() {
    let rewritten = run(&drop_rare(2), &log(SMALL)).unwrap();
    // Three owners asked, in four lines; two of them clicked the same. Nobody has a name, and no line has a time or a rank.
    let asked = "- dogs   ".to_owned();
    let clicked = "- dogs   http://dogs.example".to_owned();
    let expected = [&asked, &asked, &asked, &clicked, &clicked].map(String::clone);
    assert_eq!(said(&log(SMALL), OwnerLinks::None, 2), expected);
    for (name, count) in [
        ("lines published", 5),
        ("queries published", 1),
        ("queries dropped", 2),
        ("clicked addresses published", 1),
        ("clicked addresses dropped", 0),
        ("queries and clicked addresses with an identifier", 2),
    ] {
        assert_eq!(fact(&rewritten, name), count, "{name}");
    }
    assert_eq!(said(&log(SMALL), OwnerLinks::None, 3), [&asked, &asked, &asked].map(String::clone));
    assert_eq!(
        run(&drop_rare(4), &log(SMALL)).unwrap_err(),
        AnonymizeError::TooFewOwners { owners: 3, k: 4 }
    );
    let parameters = DropRareParameters { k: 1, links: OwnerLinks::None };
    assert_eq!(parameters.check().map(drop), Err(ParameterError::KTooSmall { k: 1 }));
}

#[test]
fn an_address_counts_with_its_query() {
    // Two owners clicked it, but after different queries, which two owners asked each.
    let text = "a\tx\t0\t1\tu\nb\tx\t1\t\t\nb\ty\t2\t1\tu\na\ty\t3\t\t";
    assert_eq!(said(&log(text), OwnerLinks::None, 2), ["- x   ", "- x   ", "- y   ", "- y   "]);
}

#[test]
fn linked_owners_have_numbers_that_tell_nothing_of_the_input() {
    let log_of = |lines: &[&str]| log(&lines.join("\n"));
    let lines =
        ["zoe\tdogs\t0", "zoe\tcats\t1", "ann\tdogs\t2", "bea\tcats\t3", "bea\tdogs\t4", "bea\town\t5"];
    let release = said(&log_of(&lines), OwnerLinks::Numbers, 2);
    assert_eq!(release, ["1 cats   ", "1 dogs   ", "2 cats   ", "2 dogs   ", "3 dogs   "]);
    let mut turned = lines;
    turned.reverse();
    assert_eq!(said(&log_of(&turned), OwnerLinks::Numbers, 2), release);
}

/// The log of Excite without its header.
fn excite() -> QueryLog {
    log(EXCITE.split_once('\n').expect("a header").1)
}

#[test]
fn drop_rare_keeps_its_promise_on_excite() {
    let log = excite();
    for (k, lines) in [(2, 247), (5, 197)] {
        let rows = published(&drop_rare(k), &log);
        assert_eq!(rows.len(), lines, "k = {k}");
        assert!(rows.iter().all(|row| row[0] == "-" && row[2].is_empty() && row[3].is_empty()));
        let said = rows.iter().map(|row| (None::<&str>, (&row[1], &row[4])));
        assert!(verify::common_queries(said, k).holds, "k = {k}");
    }
}

/// The lines of the log of Excite, from 1 and without the header, that hold an identifier, labelled by one reader. A user name
/// is any name under which somebody goes online, in an address or not, and the call sign of a radio amateur.
const LABELS: [(&str, &[usize]); 6] = [
    ("[card]", &[]),
    ("[ssn]", &[]),
    ("[phone]", &[]),
    ("[email]", &[910, 918, 1503, 1504, 4489, 4490]),
    ("[address]", &[]),
    ("[user]", &[3044, 3046, 3047, 3048, 3051, 3864, 4280]),
];

/// The table in the documentation of `scrub`.
#[test]
fn scrub_on_excite_is_as_good_as_documented() {
    let rows = published(&Scrub, &excite());
    assert_eq!(rows.len(), 4501);
    let table = LABELS.map(|(mark, labelled)| {
        let labelled: BTreeSet<usize> = labelled.iter().copied().collect();
        let found: BTreeSet<usize> =
            (1..=rows.len()).filter(|line| rows[line - 1].iter().any(|cell| cell.contains(mark))).collect();
        let right = found.intersection(&labelled).count();
        (mark, right, found.len() - right, labelled.len() - right)
    });
    let documented = [
        ("[card]", 0, 0, 0),
        ("[ssn]", 0, 0, 0),
        ("[phone]", 0, 0, 0),
        ("[email]", 6, 0, 0),
        ("[address]", 0, 0, 0),
        ("[user]", 0, 0, 7),
    ];
    assert_eq!(table, documented, "class, found, found wrongly, missed");
}

#[test]
fn scrub_counts_what_it_replaces() {
    let text = "a\tjane@example.com\t0\t1\thttp://example.edu/~jane\na\tjane@example.com or 212-555-0123\t1";
    let rewritten = run(&Scrub, &log(text)).unwrap();
    for (name, count) in [
        ("lines changed", 2),
        ("e-mail addresses replaced", 2),
        ("user names replaced", 1),
        ("phone numbers replaced", 1),
        ("card numbers replaced", 0),
    ] {
        assert_eq!(fact(&rewritten, name), count, "{name}");
    }
}

proptest! {
    /// Against the definition, by counting: each owner has one line for each query that enough owners asked, and one for
    /// each address that enough owners clicked after it.
    #[test]
    fn drop_rare_drops_what_is_rare_and_nothing_else(
        lines in prop::collection::vec((0..6u8, "[aA] ?[bB]?", 0..4u8), 6..40),
        k in 2..5usize,
    ) {
        // Every owner asks something, so that there are enough of them.
        let everyone = (0..6).map(|owner| (owner, format!("own{owner}"), 0));
        let lines: Vec<(u8, String, u8)> = lines.into_iter().chain(everyone).collect();
        let address = |url: u8| if url == 0 { String::new() } else { format!("u{url}") };
        let text: Vec<String> =
            lines.iter().map(|(owner, query, url)| format!("{owner}\t{query}\t0\t1\t{}", address(*url))).collect();
        let log = log(&text.join("\n"));
        let normal = |query: &str| query.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        let mut owners: BTreeMap<(String, String), BTreeSet<u8>> = BTreeMap::new();
        for (owner, query, url) in &lines {
            owners.entry((normal(query), String::new())).or_default().insert(*owner);
            owners.entry((normal(query), address(*url))).or_default().insert(*owner);
        }
        let mut expected = Vec::new();
        for ((query, url), owners) in owners.iter().filter(|(_, owners)| owners.len() >= k) {
            expected.extend(vec![format!("- {query}   {url}"); owners.len()]);
        }
        expected.sort();
        let mut found = said(&log, OwnerLinks::None, k);
        found.sort();
        prop_assert_eq!(&found, &expected);
        // Linked, the same is said by as many.
        let linked = said(&log, OwnerLinks::Numbers, k);
        let mut unlinked: Vec<String> =
            linked.iter().map(|line| format!("- {}", line.split_once(' ').expect("a number").1)).collect();
        unlinked.sort();
        prop_assert_eq!(unlinked, expected);
        prop_assert_eq!(linked.iter().collect::<BTreeSet<_>>().len(), linked.len(), "no owner says anything twice");
    }
}
