//! Releases in pieces, from a log to the file: every row stands for k owners, and everything on it is what they typed. Checked
//! here from log, release and audit with nothing of the program but its tree.

use std::collections::{BTreeMap, BTreeSet};

use clump::core::taxonomy::PricedIn;
use clump::io::release::ReleaseLayout;
use clump::io::taxonomy::TaxonomySource;
use clump::io::{Unit, WordMapper};
use clump::{Data, Job, MethodName, ReleaseFile, Stated, run};
use proptest::prelude::*;
use serde::Deserialize;

use crate::common::{Desk, HEADER, SESSION};

/// A line of a release.
#[derive(Debug, Deserialize)]
struct Piece {
    items: Vec<String>,
    owners_in_group: usize,
    text: Option<String>,
}

fn job(desk: &Desk, k: usize, unit: Unit) -> Job {
    Job::anonymize(desk.path("log.tsv"))
        .method(MethodName::Pieces)
        .unit(unit)
        .k(k)
        .output(desk.path("release.jsonl"))
        .audit(desk.path("audit.tsv"))
        .force()
}

fn pieces(desk: &Desk) -> Vec<Piece> {
    desk.read("release.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What each owner asked, each query once, in words: the log of a test has no stop words, and one blank between words.
fn asked(log: &str) -> BTreeMap<String, Vec<BTreeSet<String>>> {
    let mut asked: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in log.lines().skip(1) {
        let mut cells = line.split('\t');
        let (owner, query) = (cells.next().unwrap(), cells.next().unwrap());
        asked.entry(owner.to_owned()).or_default().insert(query.to_owned());
    }
    let words = |query: &String| query.split(' ').map(str::to_owned).collect();
    asked.into_iter().map(|(owner, queries)| (owner, queries.iter().map(words).collect())).collect()
}

/// Whether `label` is `word`, or a node above it.
fn is_at_or_above(tree: &clump::core::taxonomy::Taxonomy, label: &str, word: &str) -> bool {
    let (label, word) = (tree.find(label), tree.find(word));
    label.zip(word).is_some_and(|(label, word)| tree.is_ancestor(label, word))
}

/// Whether every label can stand for a word of its own: tried out, since there are few.
fn finds_words(is_above: &dyn Fn(&str, &str) -> bool, labels: &[&str], words: &mut Vec<&str>) -> bool {
    let Some((label, rest)) = labels.split_first() else { return true };
    for place in 0..words.len() {
        if is_above(label, words[place]) {
            let word = words.remove(place);
            if finds_words(is_above, rest, words) {
                return true;
            }
            words.insert(place, word);
        }
    }
    false
}

const WORDS: [&str; 9] =
    ["hawk", "poodle", "guitar", "violin", "lawyer", "qwfpg", "hotel", "boston", "chicago"];

fn logs() -> impl Strategy<Value = Vec<Vec<Vec<usize>>>> {
    let query = prop::collection::vec(0..WORDS.len(), 1..4);
    prop::collection::vec(prop::collection::vec(query, 1..4), 4..12)
}

/// The log of these queries. Three owners ask the same besides: where nothing is shared, nothing is published.
fn desk(owners: &[Vec<Vec<usize>>]) -> Desk {
    Desk::with_queries(owners.len(), |owner| {
        let text = |query: &Vec<usize>| query.iter().map(|&word| WORDS[word]).collect::<Vec<_>>().join(" ");
        let shared = (owner < 3).then(|| WORDS[0].to_owned());
        owners[owner].iter().map(text).chain(shared).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96 * ProptestConfig::default().cases / 256))]

    #[test]
    fn every_row_is_of_k_owners_and_says_what_they_typed(owners in logs(), k in 2usize..4, unit in 0usize..3) {
        let unit = [Unit::Owner, Unit::Query, SESSION][unit];
        let desk = desk(&owners);
        prop_assert!(run(&job(&desk, k, unit), &()).unwrap().checked.holds);
        let (pieces, audit, asked) = (pieces(&desk), desk.audit(), asked(&desk.read("log.tsv")));
        let mapper = WordMapper::new(&TaxonomySource::WordNet).unwrap();
        let tree = mapper.taxonomy_with(pieces.iter().flat_map(|piece| &piece.items).map(String::as_str).chain(WORDS));
        let is_above = |label: &str, word: &str| is_at_or_above(&tree, label, word);

        let mut owners_of: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); pieces.len()];
        let mut rows_of: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (owner, row) in &audit {
            owners_of[row - 1].insert(owner);
            rows_of.entry(owner).or_default().push(row - 1);
        }
        for (piece, owners) in pieces.iter().zip(&owners_of) {
            prop_assert!(owners.len() >= k);
            prop_assert_eq!(owners.len(), piece.owners_in_group);
            if let Some(text) = &piece.text {
                let words: BTreeSet<String> = text.split(' ').map(str::to_owned).collect();
                prop_assert!(words.iter().eq(&piece.items));
                for owner in owners {
                    prop_assert!(asked[*owner].contains(&words));
                }
            }
        }
        for (owner, rows) in rows_of {
            // A word counts once in a transaction: of all words, or of each query.
            let mut queries: Vec<BTreeSet<String>> = asked[owner].clone();
            if unit != Unit::Query {
                queries = vec![queries.into_iter().flatten().collect()];
            }
            let mut words: Vec<&str> = queries.iter().flatten().map(String::as_str).collect();
            let mut labels: Vec<&str> = rows.iter().flat_map(|&row| &pieces[row].items).map(String::as_str).collect();
            // Words first: they stand for themselves alone.
            labels.sort_by_key(|label| label.starts_with('<'));
            prop_assert!(finds_words(&is_above, &labels, &mut words), "{} of {:?}", labels.len(), asked[owner].len());
        }
    }

    #[test]
    fn a_query_that_k_owners_asked_is_published_for_all_of_them(owners in logs(), k in 2usize..4) {
        let desk = desk(&owners);
        run(&job(&desk, k, Unit::Query), &()).unwrap();
        let mut owners_of: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in desk.read("log.tsv").lines().skip(1) {
            let mut cells = line.split('\t').map(str::to_owned);
            let (owner, query) = (cells.next().unwrap(), cells.next().unwrap());
            owners_of.entry(query).or_default().insert(owner);
        }
        let common = owners_of.into_iter().filter(|(_, owners)| owners.len() >= k);
        let common: BTreeMap<String, usize> = common.map(|(query, owners)| (query, owners.len())).collect();
        let texts = pieces(&desk).into_iter().filter_map(|piece| Some((piece.text?, piece.owners_in_group)));
        prop_assert_eq!(texts.collect::<BTreeMap<String, usize>>(), common);
    }

    #[test]
    fn the_order_of_lines_does_not_matter(owners in logs(), seed: u64, unit in 0usize..2) {
        let unit = [Unit::Owner, Unit::Query][unit];
        let desk = desk(&owners);
        run(&job(&desk, 2, unit), &()).unwrap();
        let first = desk.read("release.jsonl");
        let log = desk.read("log.tsv");
        let mut lines: Vec<&str> = log.lines().skip(1).collect();
        lines.sort_by_key(|line| blake3::hash(format!("{seed}{line}").as_bytes()).to_hex());
        desk.write("log.tsv", &format!("{HEADER}{}\n", lines.join("\n")));
        run(&job(&desk, 2, unit), &()).unwrap();
        prop_assert_eq!(first, desk.read("release.jsonl"));
    }
}

/// Twelve owners: queries that many share, one that two share, and numbers of persons that all typed.
fn shared() -> Desk {
    Desk::with_queries(12, |owner| {
        let mut queries =
            vec!["dog food".to_owned(), "mail joe@example.com".to_owned(), "call 2065550123".to_owned()];
        if owner < 8 {
            queries.push("weather Boston".to_owned());
        }
        if owner < 2 {
            queries.push("violin lessons".to_owned());
        }
        queries
    })
}

#[test]
fn whole_queries_come_word_for_word_and_what_identifies_persons_never() {
    let desk = shared();
    run(&job(&desk, 3, Unit::Query), &()).unwrap();
    let texts: Vec<(String, usize)> =
        pieces(&desk).into_iter().filter_map(|piece| Some((piece.text?, piece.owners_in_group))).collect();
    assert_eq!(texts, [("weather boston".to_owned(), 8), ("dog food".to_owned(), 12)]);
    let release = desk.read("release.jsonl");
    for secret in ["example", "joe", "2065550123", "violin lessons"] {
        assert!(!release.contains(secret), "{secret}");
    }
}

/// The answer about the release with its audit.
fn verified(desk: &Desk) -> bool {
    let file = ReleaseFile::read(&desk.path("release.jsonl"), None, None, None).unwrap();
    let data = Data::read(&file.reading(job(desk, 3, Unit::Query)).unwrap(), &()).unwrap();
    let checked = file.check_against(Stated::default(), &desk.path("audit.tsv"), &data).unwrap();
    assert_eq!(checked.holds, checked.wrong_in_certificate.is_empty() && checked.is_promise_kept());
    checked.holds
}

#[test]
fn the_originals_confirm_it_and_a_forged_audit_does_not() {
    let desk = shared();
    run(&job(&desk, 3, Unit::Query), &()).unwrap();
    assert!(verified(&desk));
    let alone = ReleaseFile::read(&desk.path("release.jsonl"), None, None, None).unwrap();
    assert!(alone.check(Stated::default()).unwrap().holds);

    // One who did not ask for the weather takes the row of one who did.
    let row =
        1 + pieces(&desk).iter().position(|piece| piece.text.as_deref() == Some("weather boston")).unwrap();
    let (from, to) = (format!("owner000\t{row}\n"), format!("owner011\t{row}\n"));
    let audit = desk.read("audit.tsv");
    assert!(audit.contains(&from));
    desk.write("audit.tsv", &audit.replacen(&from, &to, 1));
    assert!(!verified(&desk));
}

#[test]
fn every_owner_may_have_a_line_of_its_own() {
    let desk = shared();
    run(&job(&desk, 3, Unit::Query).layout(ReleaseLayout::Rows), &()).unwrap();
    assert!(verified(&desk));
}

#[test]
fn words_that_no_owner_typed_together_are_seen() {
    let desk = shared();
    let is_right = |labels: &str| {
        let entries: String = (0..4).map(|owner| format!("owner{owner:03}\t1\n")).collect();
        desk.write("forged.tsv", &format!("owners_in_group\titems\ttext\n4\t{labels}\t\n"));
        let hash = blake3::hash(desk.read("forged.tsv").as_bytes()).to_hex();
        desk.write("forged.audit", &format!("#release={hash}\trows=1\tentries=4\nowner\trow\n{entries}"));
        let file = ReleaseFile::read(&desk.path("forged.tsv"), None, None, None).unwrap();
        let data = Data::read(&file.reading(job(&desk, 3, Unit::Query)).unwrap(), &()).unwrap();
        let stated = Stated { k: Some(3), ..Stated::default() };
        file.check_against(stated, &desk.path("forged.audit"), &data).unwrap().holds
    };
    // All of them asked for `dog food`, which is one word, and for the weather in Boston.
    assert!(is_right("boston|weather"));
    assert!(!is_right("boston|dog food"));
}

#[test]
fn pieces_of_a_log_are_pieces_of_queries_unless_somebody_says_otherwise() {
    let desk = shared();
    let open = |name: &str| Job::anonymize(desk.path(name)).k(3).method(MethodName::Pieces);
    let decided = |job: Job| job.decided().unwrap().transaction_is();
    assert_eq!(decided(open("log.tsv")), Unit::Query);
    assert_eq!(decided(open("log.tsv").unit(Unit::Owner)), Unit::Owner);
    assert_eq!(decided(open("log.tsv").method(MethodName::Nearest)), Unit::Owner);
    desk.write("baskets.txt", "tea milk\ntea milk\ntea milk\n");
    assert_eq!(decided(open("baskets.txt")), Unit::Owner);
}

#[test]
fn a_log_is_published_in_pieces_unless_something_is_asked_that_only_whole_rows_have() {
    let desk = shared();
    desk.write("baskets.txt", "tea milk\ntea milk\ntea milk\n");
    let open = |name: &str| Job::anonymize(desk.path(name)).k(3);
    let decided = |job: Job| job.decided().unwrap().method.name();
    assert_eq!(decided(open("log.tsv")), MethodName::Pieces);
    assert_eq!(decided(open("log.tsv").unit(Unit::Owner)), MethodName::Pieces);
    assert_eq!(decided(open("baskets.txt")), MethodName::Nearest);
    let mut with_floor = open("log.tsv");
    with_floor.output.floor = true;
    assert_eq!(decided(with_floor), MethodName::Nearest);
    let mut in_bits = open("log.tsv");
    in_bits.cost = PricedIn::Bits;
    assert_eq!(decided(in_bits), MethodName::Nearest);
    let input = desk.path("log.tsv");
    let of_keys = |keys: serde_json::Value| {
        let mut job = serde_json::json!({ "input": input, "k": 3 });
        job.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
        decided(serde_json::from_value(job).unwrap())
    };
    assert_eq!(of_keys(serde_json::json!({})), MethodName::Pieces);
    assert_eq!(of_keys(serde_json::json!({ "effort": "fast" })), MethodName::Nearest);
    assert_eq!(of_keys(serde_json::json!({ "links": 1.0 })), MethodName::Pieces);
    assert_eq!(of_keys(serde_json::json!({ "method": "nearest" })), MethodName::Nearest);
}

#[test]
fn what_the_publisher_never_publishes_is_not_in_pieces() {
    let desk = shared();
    desk.write("never.txt", "Weather\nlong haired\n");
    let job = job(&desk, 3, Unit::Query).method(clump::Pieces::default()).never(desk.path("never.txt"));
    let published = run(&job, &()).unwrap().published.unwrap();
    let release = desk.read("release.jsonl");
    // Not as a word, nor as a query, nor what else was typed with it.
    assert!(!release.contains("weather") && !release.contains("boston"), "{release}");
    assert!(release.contains("dog food"));
    assert_eq!(published.report.figures.words().unwrap().words_dropped, 16);
}

/// Both spellings of a query have the same words and as many owners: which is published must not depend on which came first.
#[test]
fn queries_of_the_same_words_are_published_whatever_came_first() {
    let lines: Vec<String> = (0..8)
        .flat_map(|owner| {
            ["hotel paris", "paris hotel"].map(|query| format!("{owner}\t{query}\t2006-03-01 07:17:12\t\t\n"))
        })
        .collect();
    let released = |lines: &mut dyn Iterator<Item = &String>| {
        let desk = Desk::new(&format!("{HEADER}{}", lines.map(String::as_str).collect::<String>()));
        run(&job(&desk, 5, Unit::Owner), &()).unwrap();
        desk.read("release.jsonl")
    };
    assert_eq!(released(&mut lines.iter()), released(&mut lines.iter().rev()));
}
