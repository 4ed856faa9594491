//! Twelve releases of one log with a ledger: whoever subtracts their numbers finds nothing about 1 to k - 1 people.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use clump::{Job, run};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::common::HEADER;

const K: usize = 5;

/// A log of twelve months, in which few queries are common. Each line has its month.
fn log(owners: usize) -> Vec<(u32, String)> {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let words = ["dog", "cat", "horse", "apple", "pear", "bread", "river", "house", "garden", "shoe"];
    let mut log = Vec::new();
    for owner in 0..owners {
        for month in 1..=12 {
            for _ in 0..random.random_range(0..3) {
                // Small numbers are common.
                let [one, other] = [0; 2].map(|_| (10f64.powf(random.random_range(0.0..1.0)) - 1.0) as usize);
                let query = format!("{} {}", words[one], words[other]);
                log.push((month, format!("owner{owner}\t{query}\t2006-{month:02}-03 07:17:12\t\t\n")));
            }
        }
    }
    log
}

/// Runs `keys` on the lines of the months until `last`, or on those of this month alone, with or without a ledger.
fn publish(
    folder: &Path,
    log: &[(u32, String)],
    (last, is_cumulative, has_ledger): (u32, bool, bool),
    keys: Value,
) -> String {
    let lines = log.iter().filter(|&&(month, _)| month == last || is_cumulative && month < last);
    let input = folder.join("log.tsv");
    let text: String = lines.map(|(_, line)| line.as_str()).collect();
    std::fs::write(&input, HEADER.to_owned() + &text).unwrap();
    let output = folder.join(format!("{last}.tsv"));
    let mut job = json!({ "input": [input], "k": K, "output": output, "force": true });
    job.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
    if has_ledger {
        job["ledger"] = json!(folder.join("ledger.json"));
    }
    let outcome = run(&serde_json::from_value::<Job>(job).unwrap(), &()).unwrap();
    assert!(outcome.checked.holds);
    std::fs::read_to_string(output).unwrap()
}

/// Owners of each whole query of a release of pieces.
fn whole_queries(release: &str) -> BTreeMap<String, usize> {
    let rows = release.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let whole = rows.filter(|cells| !cells[2].is_empty());
    whole.map(|cells| (cells[2].to_owned(), cells[0].parse().unwrap())).collect()
}

/// Differences of 1 to K - 1 between numbers of the same row.
fn few(releases: &[BTreeMap<String, usize>]) -> usize {
    let pairs = releases
        .iter()
        .enumerate()
        .flat_map(|(at, one)| releases[..at].iter().map(move |other| (one, other)));
    let differences = pairs.flat_map(|(one, other)| {
        one.iter().filter_map(|(row, &number)| Some(number.abs_diff(*other.get(row)?)))
    });
    differences.filter(|difference| (1..K).contains(difference)).count()
}

#[test]
fn cumulative_pieces_do_not_differ_by_few() {
    let log = log(250);
    let [with, without] = [true, false].map(|has_ledger| {
        let folder = tempfile::tempdir().unwrap();
        let release = |month| {
            let pieces = json!({ "method": "pieces" });
            whole_queries(&publish(folder.path(), &log, (month, true, has_ledger), pieces))
        };
        (1..=12).map(release).collect::<Vec<_>>()
    });
    assert_eq!(few(&with), 0);
    assert!(few(&without) > 50, "the attack works: {}", few(&without));
    let people =
        |releases: &[BTreeMap<String, usize>]| releases.iter().flat_map(BTreeMap::values).sum::<usize>();
    assert!(people(&with) * 100 > people(&without) * 80, "most is published");
}

/// Owners of each row of a table.
fn numbers(table: &str) -> BTreeMap<String, usize> {
    let rows = table.lines().skip(1).filter_map(|line| line.rsplit_once('\t'));
    rows.map(|(text, owners)| (text.to_owned(), owners.parse().unwrap())).collect()
}

#[test]
fn cumulative_tables_do_not_differ_by_few() {
    let log = log(250);
    for table in ["query", "word", "query:month"] {
        let [with, without] = [true, false].map(|has_ledger| {
            let folder = tempfile::tempdir().unwrap();
            let release = |month| {
                let counts = json!({ "method": "counts", "table": [table] });
                numbers(&publish(folder.path(), &log, (month, true, has_ledger), counts))
            };
            (1..=12).map(release).collect::<Vec<_>>()
        });
        assert_eq!(few(&with), 0, "{table}");
        // Months do not change after they end.
        assert!(few(&without) > 10 || table == "query:month", "the attack works: {table} {}", few(&without));
        let people =
            |releases: &[BTreeMap<String, usize>]| releases.iter().flat_map(BTreeMap::values).sum::<usize>();
        assert!(people(&with) * 100 > people(&without) * 80, "most is published: {table}");
    }
}

/// Monthly tables by themselves, and the year at the end in months: the same numbers in another form.
#[test]
fn months_are_the_cells_of_a_year() {
    let (folder, log) = (tempfile::tempdir().unwrap(), log(250));
    let table = |(month, is_cumulative), table: &str| {
        let counts = json!({ "method": "counts", "table": [table] });
        numbers(&publish(folder.path(), &log, (month, is_cumulative, true), counts))
    };
    let months: Vec<_> = (1..=12).map(|month| table((month, false), "query")).collect();
    let year = table((12, true), "query:month");
    let mut compared = 0;
    for (month, queries) in (1..).zip(&months) {
        for (query, &number) in queries {
            if let Some(&cell) = year.get(&format!("{query}\t2006-{month:02}-01")) {
                assert!(!(1..K).contains(&number.abs_diff(cell)), "{query}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
    let total = table((12, true), "query");
    for (query, &number) in &total {
        let of_months: usize = months.iter().filter_map(|month| month.get(query)).sum();
        assert!(of_months == 0 || !(1..K).contains(&number.abs_diff(of_months)), "{query}");
    }
}

#[test]
fn the_row_for_the_rest_has_no_ledger() {
    let job =
        json!({ "input": ["log.tsv"], "method": "counts", "k": 5, "rest": true, "ledger": "ledger.json" });
    let error = serde_json::from_value::<Job>(job).unwrap_err();
    assert!(error.to_string().contains("row for the rest"), "{error}");
}

#[test]
fn a_query_log_with_a_ledger_is_published_in_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let log = log(100);
    let first = publish(folder.path(), &log, (1, true, true), json!({}));
    assert!(first.starts_with("owners_in_group\titems\ttext\n"), "{first}");
    // The same log again has the same numbers, and a smaller one has none that differs by few.
    let releases =
        [first, publish(folder.path(), &log, (1, true, true), json!({}))].map(|text| whole_queries(&text));
    assert_eq!(releases[0], releases[1]);
    let ledger = std::fs::read_to_string(folder.path().join("ledger.json")).unwrap();
    assert_eq!(ledger.matches("\"run\"").count(), 1, "the same bytes reveal nothing new");
    let words: BTreeSet<&str> = releases[0].keys().flat_map(|query| query.split(' ')).collect();
    assert!(words.iter().all(|word| !ledger.contains(word)), "the ledger has no words");
}

#[test]
fn whole_rows_and_pieces_have_different_ledgers() {
    for [first, second] in [["pieces", "nearest"], ["nearest", "pieces"]] {
        let folder = tempfile::tempdir().unwrap();
        let log = log(100);
        let job =
            |method| json!({ "method": method, "unit": if method == "nearest" { "owner" } else { "query" } });
        publish(folder.path(), &log, (1, true, true), job(first));
        let mut second = job(second);
        second["input"] = json!([folder.path().join("log.tsv")]);
        second["k"] = json!(K);
        second["ledger"] = json!(folder.path().join("ledger.json"));
        second["output"] = json!(folder.path().join("second.tsv"));
        let error = run(&serde_json::from_value::<Job>(second).unwrap(), &()).unwrap_err();
        assert!(error.to_string().contains("the ledger has releases of"), "{error}");
    }
}
