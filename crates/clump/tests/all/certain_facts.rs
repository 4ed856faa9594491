//! Tables of facts on tiny logs, against what everybody did: nothing sensitive follows with more certainty than was asked for.

use std::collections::{BTreeMap, BTreeSet};

use clump::core::facts::FactKind;
use clump::core::promise::Share;
use clump::{Counts, Job, ReleaseFile, Stated, run};
use proptest::prelude::*;

use crate::common::{Desk, HEADER};

/// Words, of which the first two are sensitive.
const WORDS: [&str; 6] = ["diabetes", "cancer", "boston", "clinic", "garden", "music"];

fn is_sensitive(word: &str) -> bool {
    WORDS[..2].contains(&word)
}

/// What each owner asked, as sets of words.
type Asked = Vec<BTreeSet<&'static str>>;

fn desk(asked: &[Asked]) -> Desk {
    let mut log = HEADER.to_owned();
    for (owner, queries) in asked.iter().enumerate() {
        for query in queries.iter().filter(|query| !query.is_empty()) {
            let words: Vec<&str> = query.iter().copied().collect();
            log += &format!("owner{owner}\t{}\t2006-03-01 07:00:00\t\t\n", words.join(" "));
        }
    }
    Desk::new(&log)
}

/// The rows of a table: the words of each, and how many owners it states.
fn table(desk: &Desk) -> Vec<(BTreeSet<String>, usize)> {
    let text = desk.read("table.tsv");
    let row = |line: &str| {
        let (texts, owners) = line.rsplit_once('\t').unwrap();
        (texts.split(['\t', ' ']).map(str::to_owned).collect(), owners.parse().unwrap())
    };
    text.lines().skip(1).map(row).collect()
}

/// The largest certainty, over all sets of words that are not sensitive and that an owner may be known to have typed in one query: of
/// the owners who did, the share who are counted in a row with these words and a sensitive one.
fn most_certain(asked: &[Asked], rows: &[(BTreeSet<String>, usize)], fact: FactKind) -> f64 {
    let owners_with = |known: &BTreeSet<String>| -> BTreeSet<usize> {
        let has = |query: &BTreeSet<&str>| known.iter().all(|word| query.contains(word.as_str()));
        (0..asked.len()).filter(|&owner| asked[owner].iter().any(has)).collect()
    };
    // A row of a query counts those who asked just this, one of two words all who asked for both.
    let counted_in = |words: &BTreeSet<String>| -> BTreeSet<usize> {
        let is_it = |query: &BTreeSet<&str>| fact != FactKind::Query || query.len() == words.len();
        let asked_it = |owner: &usize| {
            let has = |query: &BTreeSet<&str>| words.iter().all(|word| query.contains(word.as_str()));
            asked[*owner].iter().any(|query| has(query) && is_it(query))
        };
        (0..asked.len()).filter(asked_it).collect()
    };
    let mut seen: BTreeMap<BTreeSet<String>, BTreeSet<usize>> = BTreeMap::new();
    for (words, _) in rows.iter().filter(|(words, _)| words.iter().any(|word| is_sensitive(word))) {
        let plain: Vec<&String> = words.iter().filter(|word| !is_sensitive(word)).collect();
        for chosen in 1u32..1 << plain.len() {
            let known = (0..plain.len()).filter(|at| chosen >> at & 1 == 1).map(|at| plain[at].clone());
            seen.entry(known.collect()).or_default().extend(counted_in(words));
        }
    }
    let share = |(known, seen): (&BTreeSet<String>, &BTreeSet<usize>)| {
        seen.len() as f64 / owners_with(known).len() as f64
    };
    seen.iter().map(share).fold(0.0, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60 * ProptestConfig::default().cases / 256, ..ProptestConfig::default() })]

    #[test]
    fn nothing_follows_with_more_certainty(
        asked in prop::collection::vec(
            prop::collection::vec(
                prop::collection::btree_set(prop::sample::select(WORDS.to_vec()), 1..4), 1..4), 6..24),
        share in prop::sample::select(vec!["0.3", "0.5", "0.8"]),
        fact in prop::sample::select(vec![FactKind::Query, FactKind::WordPair]),
    ) {
        let desk = desk(&asked);
        let most: Share = share.parse().unwrap();
        let plain = Job::anonymize(desk.path("log.tsv"))
            .method(Counts::of([fact]))
            .k(2)
            .output(desk.path("table.tsv"))
            .force();
        let job = plain.clone().sensitive(["illness"]).certainty(most);
        run(&plain, &()).unwrap().published.expect("the promise is kept");
        let before = table(&desk);
        run(&job, &()).unwrap().published.expect("the promise is kept");
        let after = table(&desk);
        prop_assert!(most_certain(&asked, &after, fact) <= most.as_f64() + 1e-9, "{after:?}");
        // What is left stood there before, and what is not sensitive still does.
        prop_assert!(after.iter().all(|row| before.contains(row)));
        let is_plain = |row: &&(BTreeSet<String>, usize)| !row.0.iter().any(|word| is_sensitive(word));
        prop_assert!(before.iter().filter(is_plain).all(|row| after.contains(row)));
        let release = ReleaseFile::read(&desk.path("table.tsv"), None, None, None).unwrap();
        prop_assert!(release.check(Stated::default()).unwrap().holds);
        let again = release.check_facts_against(Stated::default(), &plain, &()).unwrap();
        prop_assert!(again.holds, "{again:?}");
    }
}

/// The control: the attacker of the test above concludes much from a table that was made without the guard.
#[test]
fn without_it_something_is_certain() {
    let asked: Vec<Asked> = (0..6).map(|_| vec![["diabetes", "clinic"].into_iter().collect()]).collect();
    let desk = desk(&asked);
    let job = Job::anonymize(desk.path("log.tsv"))
        .method(Counts::default())
        .k(2)
        .output(desk.path("table.tsv"))
        .force();
    run(&job, &()).unwrap();
    assert_eq!(most_certain(&asked, &table(&desk), FactKind::Query), 1.0);
    run(&job.sensitive(["illness"]).certainty("0.5".parse().unwrap()), &()).unwrap();
    assert_eq!(table(&desk), []);
}
