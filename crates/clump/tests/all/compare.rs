//! Kinds of release side by side: what is said of each against what a reader would count by hand.

use std::collections::{BTreeMap, BTreeSet};

use clump::io::Unit;
use clump::report::{ComparedRun, ComparedUnit, Comparison};
use clump::{CompareParameters, Floors, Job, MethodName, Preset, Purpose, compare, presets};
use proptest::prelude::*;

use crate::common::{Desk, HEADER, example};

fn parameters(desk: &Desk, k: usize, methods: &[MethodName]) -> CompareParameters {
    CompareParameters {
        job: Job::anonymize(desk.path("log.tsv")),
        ks: vec![k],
        methods: Some(methods.to_vec()),
        presets: Vec::new(),
        by: None,
        floor: Floors::Never,
        sample: None,
    }
}

fn compared(parameters: &CompareParameters) -> Comparison {
    compare(parameters, &()).unwrap()
}

fn cell<'c>(comparison: &'c Comparison, name: &str) -> &'c ComparedRun {
    comparison.runs.cells.iter().find(|cell| cell.name() == name).unwrap()
}

const WORDS: [&str; 6] = ["dog", "guitar", "bread", "hotel", "boston", "qwfpg"];

/// Queries of each owner, as numbers of words.
fn logs() -> impl Strategy<Value = Vec<Vec<Vec<usize>>>> {
    let query = prop::collection::vec(0..WORDS.len(), 1..3);
    prop::collection::vec(prop::collection::vec(query, 1..4), 4..12)
}

fn text(query: &[usize]) -> String {
    query.iter().map(|&word| WORDS[word]).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48 * ProptestConfig::default().cases / 256))]

    /// A word of a query is published as typed if the query has k owners, and is gone if not: in a table of facts and in
    /// lines alike. Queries of fewer owners are told as none.
    #[test]
    fn a_table_of_queries_keeps_the_words_of_common_queries(owners in logs(), k in 2usize..4) {
        let desk = Desk::with_queries(owners.len(), |owner| owners[owner].iter().map(|query| text(query)).collect());
        let mut asked: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for (owner, queries) in owners.iter().enumerate() {
            for query in queries {
                asked.entry(text(query)).or_default().insert(owner);
            }
        }
        let words = |query: &str| query.split(' ').collect::<BTreeSet<_>>().len();
        let cells = |least: usize| -> usize {
            let common = asked.iter().filter(|(_, owners)| owners.len() >= least);
            common.map(|(query, owners)| words(query) * owners.len()).sum()
        };
        let shared = asked.values().filter(|owners| owners.len() > 1).count();
        let rare = asked.values().filter(|owners| owners.len() > 1 && owners.len() < k).count();

        let comparison = compared(&parameters(&desk, k, &[MethodName::Counts, MethodName::DropRare]));
        prop_assert_eq!(comparison.words, cells(1));
        for name in ["counts of queries", "drop-rare"] {
            let cost = cell(&comparison, name).cost.as_ref().unwrap();
            let share = cells(k) as f64 / cells(1) as f64;
            prop_assert!((cost.as_typed_share.unwrap() - share).abs() < 1e-9, "{}: {:?}", name, cost);
            prop_assert_eq!(cost.generalized_share, Some(0.0));
            prop_assert!(cost.information_kept.unwrap_or(0.0) <= cost.upper_bound.unwrap_or(0.0) + 1e-9);
            let error = (shared > 0).then(|| rare as f64 / shared as f64);
            prop_assert_eq!(cost.top_queries_error.map(|error| (error * 1e9).round()), error.map(|error| (error * 1e9).round()));
        }
    }
}

#[test]
fn kinds_are_measured_on_the_same_words_whatever_they_publish() {
    let desk = Desk::new(&example());
    let comparison = compared(&CompareParameters { methods: None, ..parameters(&desk, 5, &[]) });
    let names: Vec<String> = comparison.runs.cells.iter().map(ComparedRun::name).collect();
    let tables = [
        "counts of queries",
        "counts of queries by day",
        "counts of words",
        "counts of pairs of words",
        "counts of queries with hosts",
        "counts of queries with the next ones",
        "counts of queries, words and pairs of words",
    ];
    let noisy = tables.iter().filter(|name| !name.contains(" and ")).map(|name| format!("{name} with noise"));
    let expected: Vec<String> = tables
        .iter()
        .map(|&name| name.to_owned())
        .chain(noisy)
        .chain(["pieces", "nearest", "drop-rare"].map(str::to_owned))
        .collect();
    assert_eq!(names, expected);
    assert_eq!(comparison.unit, ComparedUnit::Query);
    let most = cell(&comparison, "pieces").cost.as_ref().unwrap().upper_bound;
    for cell in &comparison.runs.cells {
        assert_eq!(cell.holds, Some(true), "{}", cell.name());
        let cost = cell.cost.as_ref().unwrap();
        let is_noisy = cell.name().ends_with("with noise");
        // Rows with noise would spend epsilon.
        assert_eq!(cell.sample.is_some(), !is_noisy, "{}", cell.name());
        assert!(cost.linkage.is_none_or(|linkage| linkage.low <= 0.2), "{}: {:?}", cell.name(), cost.linkage);
        assert!(cost.linkage.is_some() || is_noisy, "{}", cell.name());
        // Facts of several texts have no words that could be compared.
        let shares = [cost.as_typed_share, cost.generalized_share, cost.gone_share];
        let Some(sum) = shares.into_iter().sum::<Option<f64>>() else {
            assert!(cell.name().starts_with("counts of"), "{}", cell.name());
            continue;
        };
        assert!((sum - 1.0).abs() < 1e-9, "{}: {shares:?}", cell.name());
        assert_eq!(cost.upper_bound, most, "{}", cell.name());
        assert!(cost.information_kept <= most, "{}", cell.name());
    }
    let noisy = cell(&comparison, "counts of queries with noise");
    assert!(
        noisy.note.as_ref().unwrap().starts_with("epsilon 2, delta 0.00001, and an owner counts in at most ")
    );
}

/// A table for a purpose keeps what plain SQL keeps. A combination knows a little less than its tables alone: where a
/// difference would count few people, they are left out.
#[test]
fn tables_keep_what_plain_sql_keeps() {
    let desk = Desk::new(&example());
    let comparison = compared(&parameters(&desk, 5, &[MethodName::Counts]));
    let sql = &comparison.runs.references[1];
    assert_eq!((sql.name.as_str(), sql.k), ("plain SQL", Some(5)));
    let sql = |purpose| sql.tasks.iter().find(|task| task.purpose == purpose).unwrap().kept;
    let kept = |name: &str, purpose| cell(&comparison, name).kept(purpose).unwrap();
    for (name, purpose) in [
        ("counts of queries", Purpose::Queries),
        ("counts of words", Purpose::Words),
        ("counts of queries with hosts", Purpose::Clicks),
    ] {
        assert_eq!(kept(name, purpose), sql(purpose), "{name}");
    }
    let combined = "counts of queries, words and pairs of words";
    for (name, purpose) in [
        ("counts of queries", Purpose::Queries),
        ("counts of words", Purpose::Words),
        ("counts of pairs of words", Purpose::Phrases),
        ("counts of pairs of words", Purpose::CoOccurrence),
    ] {
        let [together, alone] = [combined, name].map(|name| kept(name, purpose));
        assert!(together > 0.9 * alone && together <= alone, "{name}: {together} of {alone}");
    }
    assert!(kept(combined, Purpose::Completion) >= kept("counts of queries", Purpose::Completion));
}

/// A sample is a sample only if somebody asked for it, and it does not judge proofs.
#[test]
fn a_sample_says_so_and_never_that_a_proof_costs_too_much() {
    let desk = Desk::new(&example());
    let all = parameters(&desk, 5, &[MethodName::Counts]);
    let costs = |comparison: &Comparison| {
        comparison.advice.iter().any(|advice| advice.sentence.contains("proof costs too much"))
    };
    let whole = compared(&all);
    assert!(whole.sample_note().is_none() && costs(&whole));
    let sampled = compared(&CompareParameters { sample: Some("60%".parse().unwrap()), ..all });
    assert!(sampled.sample_note().unwrap().contains("figures of a sample") && !costs(&sampled));
}

#[test]
fn an_owner_is_the_unit_if_somebody_says_so() {
    let desk = Desk::new(&example());
    let mut of_owners = parameters(&desk, 5, &[MethodName::Nearest, MethodName::Counts]);
    of_owners.job = of_owners.job.unit(Unit::Owner);
    let comparison = compared(&of_owners);
    assert_eq!((comparison.unit, comparison.rows), (ComparedUnit::Owner, 300));
    // Two queries of an owner may share a word, which counts once; whoever reads the table finds all owners of each.
    let cost = cell(&comparison, "counts of queries").cost.as_ref().unwrap();
    assert!(cost.as_typed_share.unwrap() > 0.05 && cost.linkage.unwrap().low <= 0.2);
}

/// Forty owners ask for a hotel and click, six of them for dog food, three for bread; and each asks something that nobody else
/// does. 89 queries, 49 clicks.
fn clicked() -> String {
    let mut log = HEADER.to_owned();
    for owner in 0..40 {
        let mut ask = |query: &str, day: usize, url: &str| {
            log.push_str(&format!("u{owner}\t{query}\t2006-03-0{day} 07:00:12\t1\t{url}\n"));
        };
        ask("hotel boston", 1, "http://hotel.example/");
        ask(&format!("guitar {owner}"), 2, "");
        if owner < 6 {
            ask("dog food", 3, "http://dog.example/");
        }
        if owner < 3 {
            ask("bread", 4, "http://bread.example/");
        }
    }
    log
}

fn all_presets() -> Vec<&'static Preset> {
    presets().iter().collect()
}

#[test]
fn rules_of_others_keep_what_they_say() {
    let desk = Desk::new(&clicked());
    let with_presets =
        CompareParameters { presets: all_presets(), ..parameters(&desk, 2, &[MethodName::Counts]) };
    let runs = compared(&with_presets).runs.presets;
    let told: Vec<String> = runs
        .iter()
        .map(|run| {
            let kept = run.kept.unwrap();
            format!("{}, {}: {} rows, volume {:.2}", run.preset, run.facts, kept.rows, kept.volume_kept)
        })
        .collect();
    assert_eq!(
        told,
        [
            "google-dma, queries: 1 rows, volume 0.45",
            // Enough owners clicked after `dog food`, but too few asked it.
            "google-dma, queries with addresses: 1 rows, volume 0.82",
            "bing, queries by day: 2 rows, volume 0.52",
            "brave, queries: 1 rows, volume 0.45",
            "orcas-like, queries with addresses: 2 rows, volume 0.94",
        ]
    );
    for run in &runs {
        assert!(run.holds == Some(true) && !run.source.is_empty());
        let linkage = run.kept.unwrap().linkage.map_or(0.0, |linkage| linkage.low);
        assert!(linkage <= 1.0 / run.k as f64, "{}: {linkage}", run.preset);
    }
}

#[test]
fn a_rule_of_more_owners_than_there_are_says_so() {
    let desk = Desk::with_queries(9, |_| vec!["hotel boston".to_owned()]);
    let with_presets =
        CompareParameters { presets: all_presets(), ..parameters(&desk, 2, &[MethodName::Counts]) };
    let runs = compared(&with_presets).runs.presets;
    assert_eq!(runs[0].error.as_deref(), Some("9 owners cannot be 30-anonymous"));
}

#[test]
fn a_rule_about_what_a_log_does_not_have_says_so_and_the_others_run() {
    let log: String = clicked()
        .lines()
        .skip(1)
        .map(|line| line.split('\t').take(2).collect::<Vec<_>>().join(",") + "\n")
        .collect();
    let desk = Desk::new("");
    desk.write("log.csv", &format!("user,query\n{log}"));
    let mut of_table = parameters(&desk, 2, &[MethodName::Counts]);
    of_table.job = Job::anonymize(desk.path("log.csv")).owner("user");
    of_table.presets = all_presets();
    let comparison = compared(&of_table);
    let said: Vec<(&str, Option<&str>)> =
        comparison.runs.presets.iter().map(|run| (run.preset.as_str(), run.error.as_deref())).collect();
    let (clicks, times) = (Some("no clicks"), Some("no times"));
    assert_eq!(
        said,
        [
            ("google-dma", None),
            ("google-dma", clicks),
            ("bing", times),
            ("brave", None),
            ("orcas-like", clicks)
        ]
    );
}

/// A query that enough owners asked is told country by country, where enough of them did.
#[test]
fn a_column_divides_the_owners_of_rules_that_do() {
    let desk = Desk::new("");
    let mut table = "user,query,url,country\n".to_owned();
    for owner in 0..40 {
        let country = if owner < 36 { "fr" } else { "lu" };
        table.push_str(&format!("u{owner},hotel boston,http://hotel.example/,{country}\n"));
    }
    desk.write("log.csv", &table);
    let mut of_table = parameters(&desk, 2, &[MethodName::Counts]);
    of_table.job = Job::anonymize(desk.path("log.csv")).owner("user");
    (of_table.presets, of_table.by) = (all_presets(), Some("country".to_owned()));
    let runs = compared(&of_table).runs.presets;
    let divided = &runs[1];
    // Four owners in Luxembourg are too few.
    assert_eq!(divided.facts, "queries with addresses by country");
    assert_eq!((divided.kept.unwrap().rows, divided.kept.unwrap().volume_kept), (1, 0.9));
    assert_eq!(
        divided.sample.as_ref().unwrap().rows[0].cells,
        ["hotel boston", "http://hotel.example/", "fr"]
    );
    // Nothing else is divided.
    assert_eq!(runs[0].facts, "queries");
}
