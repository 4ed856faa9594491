//! Splitting owners by interest: what an interest is, and how well the parts can be linked again.

use clump_core::anonymize::{Method, ParameterError};
use clump_core::log::{Line, QueryItems, QueryLog};
use clump_core::names::Names;
use clump_core::promise::Promise;
use clump_core::rewrite::{Rewriter, Rewritten};
use clump_core::taxonomy::{Edge, Taxonomy};
use clump_core::transactions::Bags;
use clump_log::Key;
use clump_log::split::{Interests, Split, SplitParameters};
use proptest::prelude::*;

fn number(names: &mut Names, text: &str) -> u32 {
    let known = names.iter().position(|name| name == text);
    known.map_or_else(|| names.push(text), |known| known as u32)
}

/// A log of lines with owner, query, half hour (none if negative) and address.
fn log<'a>(lines: impl IntoIterator<Item = (&'a str, &'a str, i64, &'a str)>) -> QueryLog {
    let mut log = QueryLog { texts: [""].into_iter().collect(), ..QueryLog::default() };
    for (owner, query, half_hour, url) in lines {
        let line = Line {
            owner: number(&mut log.owners, owner),
            query: number(&mut log.queries, query),
            time: number(&mut log.texts, &format!("time {half_hour}")),
            seconds: (half_hour >= 0).then_some(half_hour * 1_800 + 7),
            rank: 0,
            url: number(&mut log.texts, url),
        };
        log.lines.push(line);
    }
    log
}

fn split(interests: Interests) -> Split {
    SplitParameters { interests, key: Key::from_seed(1) }.check().expect("the parameters are good")
}

fn similar(log: &QueryLog) -> Rewritten {
    split(Interests::Similar).rewrite(log, None, &()).expect("splitting cannot fail")
}

/// The queries of each part, sorted.
fn parts(rewritten: &Rewritten) -> Vec<Vec<String>> {
    let table = &rewritten.table;
    let mut rows: Vec<Vec<&str>> = (0..table.len()).map(|row| table.row(row).collect()).collect();
    rows.sort_unstable();
    let mut parts: Vec<Vec<String>> = rows
        .chunk_by(|a, b| a[0] == b[0])
        .map(|part| part.iter().map(|row| row[1].to_owned()).collect())
        .collect();
    parts.sort_unstable();
    parts
}

fn fact(rewritten: &Rewritten, name: &str) -> u64 {
    rewritten
        .facts
        .iter()
        .find(|fact| fact.name == name)
        .map(|fact| fact.count)
        .expect("the fact is reported")
}

/// root { animal { dog { poodle, terrier }, cat }, car { sedan } }
fn taxonomy() -> Taxonomy {
    let edges = [
        ("animal", "root"),
        ("dog", "animal"),
        ("poodle", "dog"),
        ("terrier", "dog"),
        ("cat", "animal"),
        ("car", "root"),
        ("sedan", "car"),
    ];
    let edges =
        edges.iter().zip(1..).map(|(&(child, parent), line)| Edge { child, parent: Some(parent), line });
    Taxonomy::from_edges(edges).expect("the edges make a tree")
}

/// Each word that is a name in the taxonomy is an item.
fn items(log: &QueryLog) -> QueryItems {
    let taxonomy = taxonomy();
    let mut items = Bags::default();
    for query in log.queries.iter() {
        items.push(query.split(' ').filter_map(|word| taxonomy.find(word)));
    }
    QueryItems { taxonomy, items }
}

fn subtree(log: &QueryLog, level: u32) -> Rewritten {
    let split = split(Interests::Subtree { level });
    assert!(split.needs_items());
    split.rewrite(log, Some(&items(log)), &()).expect("splitting cannot fail")
}

#[test]
fn an_interest_is_the_subtree_of_most_items() {
    let log = log([
        ("ann", "poodle cat", -1, ""),
        ("ann", "terrier", -1, ""),
        ("ann", "sedan car poodle", -1, ""),
        ("ann", "unheard of", -1, ""),
        ("ann", "root", -1, ""),
        ("bob", "poodle", -1, ""),
    ]);
    let at_two = subtree(&log, 2);
    let expected =
        [&["poodle"][..], &["poodle cat", "terrier"], &["root", "unheard of"], &["sedan car poodle"]];
    assert_eq!(parts(&at_two), expected);
    assert_eq!(fact(&at_two, "owners"), 2);
    assert_eq!(fact(&at_two, "owners split into several parts"), 1);
    assert_eq!(fact(&at_two, "parts"), 4);
}

#[test]
fn a_tie_goes_to_the_lowest_node_and_items_above_the_level_do_not_count() {
    let queries = ["poodle cat", "cat", "terrier", "car", "animal cat"];
    let log = log(queries.map(|query| ("ann", query, -1, "")));
    let dog_is_first = taxonomy().find("dog") < taxonomy().find("cat");
    let expected = if dog_is_first {
        [&["animal cat", "cat"][..], &["car"], &["poodle cat", "terrier"]]
    } else {
        [&["animal cat", "cat", "poodle cat"][..], &["car"], &["terrier"]]
    };
    assert_eq!(parts(&subtree(&log, 3)), expected);
}

#[test]
fn similar_queries_are_connected_by_words_that_are_not_common() {
    let rewritten = similar(&log([
        ("ann", "tax forms", -1, ""),
        ("ann", "the income Tax", -1, ""),
        ("ann", "income in spring", -1, ""),
        ("ann", "the spaniel", -1, ""),
        ("ann", "in the", -1, ""),
        ("bob", "tax forms", -1, ""),
    ]));
    let expected = [
        &["in the"][..],
        &["income in spring", "tax forms", "the income Tax"],
        &["tax forms"],
        &["the spaniel"],
    ];
    assert_eq!(parts(&rewritten), expected);
    assert!(!split(Interests::Similar).needs_items());
}

#[test]
fn words_of_many_owners_connect_nothing() {
    let others: Vec<String> = (0..30).map(|owner| format!("other {owner}")).collect();
    let lines = || vec![("ann", "free songs", -1, ""), ("ann", "free maps", -1, "")];
    let few = others[..9].iter().map(|owner| (owner.as_str(), "free", -1, ""));
    assert!(
        parts(&similar(&log(lines().into_iter().chain(few))))
            .contains(&vec!["free maps".into(), "free songs".into()])
    );
    let many = others.iter().map(|owner| (owner.as_str(), "free", -1, ""));
    assert!(parts(&similar(&log(lines().into_iter().chain(many)))).contains(&vec!["free maps".into()]));
}

/// `owners` owners with an interest in dogs and one in cars; what `show` adds makes the link, or not.
fn planted(owners: i64, show: impl Fn(i64, i64) -> (i64, String)) -> QueryLog {
    let mut lines = Vec::new();
    for owner in 0..owners {
        for (interest, query) in ["poodle", "sedan"].into_iter().enumerate() {
            let (half_hour, url) = show(owner, interest as i64);
            lines.push((format!("owner {owner}"), query, half_hour, url));
        }
    }
    log(lines.iter().map(|(owner, query, half_hour, url)| (owner.as_str(), *query, *half_hour, url.as_str())))
}

#[test]
fn parts_that_share_hours_or_sites_are_linked_again() {
    let same_hours = planted(20, |owner, _| (owner, String::new()));
    let same_sites =
        planted(20, |owner, interest| (-1, format!("http://www.site{owner}.example/{interest}")));
    for log in [same_hours, same_sites] {
        let rewritten = subtree(&log, 2);
        assert_eq!(fact(&rewritten, "parts"), 40);
        assert_eq!(fact(&rewritten, "parts linked again"), 40);
        assert_eq!(fact(&rewritten, "owners with parts linked again"), 20);
        // 40 x 1 / 39.
        assert_eq!(fact(&rewritten, "parts linked by guessing at random"), 1);
    }
}

#[test]
fn parts_that_share_nothing_are_not_linked() {
    let log = planted(20, |owner, interest| (2 * owner + interest, String::new()));
    let rewritten = subtree(&log, 2);
    assert_eq!(fact(&rewritten, "parts linked again"), 0);
    assert_eq!(fact(&rewritten, "owners with parts linked again"), 0);
}

#[test]
fn owners_are_renamed_and_all_else_stays() {
    let log =
        log([("ann", "tax", 3, "http://tax.example"), ("ann", "poodle", 4, ""), ("annpoodle", "", 4, "")]);
    let rewritten = similar(&log);
    for (row, line) in log.lines.iter().enumerate() {
        let cells: Vec<&str> = rewritten.table.row(row).collect();
        assert!(!cells[0].contains("ann"));
        assert_eq!(
            cells[1..],
            [log.query(line), log.text(line.time), log.text(line.rank), log.text(line.url)]
        );
    }
    let other = SplitParameters { interests: Interests::Similar, key: Key::from_seed(2) }.check();
    let other =
        other.expect("the parameters are good").rewrite(&log, None, &()).expect("splitting cannot fail");
    assert_ne!(rewritten.table, other.table);
    assert_eq!(rewritten.facts, other.facts);
    // `ann` in `poodle` and `annpoodle` in nothing are two parts.
    assert_eq!(parts(&rewritten).len(), 3);
}

#[test]
fn the_level_of_the_root_is_refused() {
    for level in [0, 1] {
        let refused =
            SplitParameters { interests: Interests::Subtree { level }, key: Key::from_seed(1) }.check();
        assert_eq!(refused.map(drop), Err(ParameterError::LevelTooHigh { level }));
    }
    let split = split(Interests::Subtree { level: 2 });
    assert_eq!((split.name(), split.promise()), ("split", Promise::nothing()));
}

#[test]
fn a_log_without_lines_and_a_log_of_one_line() {
    for (lines, expected) in [(vec![], 0), (vec![("ann", "poodle", 0, "")], 1)] {
        let log = log(lines);
        for rewritten in [similar(&log), subtree(&log, 2)] {
            assert_eq!(rewritten.table.len(), expected);
            assert_eq!(fact(&rewritten, "parts"), expected as u64);
            assert_eq!(fact(&rewritten, "parts linked again"), 0);
        }
    }
}

#[test]
fn threads_change_nothing() {
    let log =
        planted(200, |owner, interest| (owner / 3, format!("http://site{}.example", owner % 7 + interest)));
    let run = |threads| {
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        pool.install(|| subtree(&log, 2))
    };
    assert_eq!(run(1), run(4));
}

/// The parts of one owner by definition: while two of them share a word, they become one.
fn merged(queries: &[String]) -> Vec<Vec<String>> {
    let share = |a: &[String], b: &[String]| {
        let words = |part: &[String]| {
            part.iter().flat_map(|query| query.split(' ')).map(str::to_owned).collect::<Vec<_>>()
        };
        words(a).iter().any(|word| words(b).contains(word))
    };
    let mut parts: Vec<Vec<String>> = queries.iter().map(|query| vec![query.clone()]).collect();
    while let Some((a, b)) =
        (0..parts.len()).flat_map(|b| (0..b).map(move |a| (a, b))).find(|&(a, b)| share(&parts[a], &parts[b]))
    {
        let moved = parts.remove(b);
        parts[a].extend(moved);
    }
    for part in &mut parts {
        part.sort_unstable();
    }
    parts.sort_unstable();
    parts
}

proptest! {
    #[test]
    fn connected_queries_are_those_that_merge(
        queries in prop::collection::vec(prop::collection::vec(0..20u32, 1..4), 0..12)
    ) {
        let text = |words: &Vec<u32>| words.iter().map(|word| format!("w{word}")).collect::<Vec<_>>().join(" ");
        let queries: Vec<String> = queries.iter().map(text).collect();
        let rewritten = similar(&log(queries.iter().map(|query| ("ann", query.as_str(), -1, ""))));
        prop_assert_eq!(parts(&rewritten), merged(&queries));
    }
}
