//! Advice holds for other people: what is advised by one part of the owners is tested on another part. The same holds
//! for the fixed tables of each purpose.

use std::path::PathBuf;

use clump::io::taxonomy::TaxonomySource;
use clump::io::{Layout, Separator};
use clump::report::{ComparedRun, Comparison};
use clump::{CompareParameters, Floors, Job, MethodName, Nearest, PickedKind, Purpose, compare, kind_for};

/// The advised kind keeps at least this share of what the best kind keeps, or misses as much of the original.
const ALLOWED: f64 = 0.02;

fn compared(job: &Job, seed: u64) -> Comparison {
    let parameters = CompareParameters {
        // Of the method, a comparison reads the seed.
        job: job.clone().method(Nearest::default().seed(seed)),
        ks: vec![5],
        methods: Some(vec![MethodName::Counts, MethodName::Pieces, MethodName::Nearest]),
        presets: Vec::new(),
        by: None,
        floor: Floors::Never,
        sample: None,
    };
    compare(&parameters, &()).unwrap()
}

/// What chance alone makes of a recommendation: a fifth of 400 households has about 40 hits in 390 tries, with a
/// standard deviation of 6 hits, or 15 %. So 12 % is less than chance, and these data cannot hold advice to 2 %.
const BY_CHANCE: f64 = 0.12;

fn is_near(purpose: Purpose, kept: f64, best: f64) -> bool {
    let allowed = if purpose == Purpose::Recommendation { BY_CHANCE } else { ALLOWED };
    kept >= best * (1.0 - allowed) || kept >= best - allowed
}

/// The most that a kind keeps; `None` if these owners have no question for the purpose, for example no rule.
fn best(comparison: &Comparison, purpose: Purpose) -> Option<f64> {
    let kept = comparison.runs.cells.iter().filter_map(|run| run.kept(purpose));
    kept.max_by(f64::total_cmp)
}

/// Name of the run of the kind that a purpose picks.
fn name_of(kind: PickedKind) -> String {
    let tables = match kind {
        PickedKind::Tables(tables) => tables,
        PickedKind::Method(method) => return method.word().to_owned(),
    };
    let facts = match tables {
        ["query"] => "queries",
        ["query:day"] => "queries by day",
        ["word"] => "words",
        ["word,word"] => "pairs of words",
        ["query,host"] => "queries with hosts",
        ["query,next"] => "queries with the next ones",
        ["query", "word", "word,word"] => "queries, words and pairs of words",
        ["item"] => "items",
        ["item,item"] => "pairs of items",
        ["item", "item,item"] => "items and pairs of items",
        other => panic!("{other:?}"),
    };
    format!("counts of {facts}")
}

fn holds_on_another_part(job: &Job, expected: &[Purpose]) {
    let [first, second] = [0, 1].map(|seed| compared(job, seed));
    let purposes: Vec<Purpose> = first.advice.iter().map(|advice| advice.purpose).collect();
    assert_eq!(purposes, expected);
    for advice in &first.advice {
        let purpose = advice.purpose;
        let kept = |name: &str| {
            let run = second.runs.cells.iter().find(|run| run.name() == name);
            run.and_then(|run| run.kept(purpose)).unwrap_or(0.0)
        };
        let Some(best) = best(&second, purpose) else { continue };
        let advised = advice.run.as_deref().map_or(0.0, kept);
        assert!(is_near(purpose, advised, best), "{purpose}: {advised} of {best}: {}", advice.sentence);
        let fixed = kept(&name_of(kind_for(purpose)));
        assert!(is_near(purpose, fixed, best), "{purpose}: {fixed} of {best} with {:?}", kind_for(purpose));
    }
    // The controls of each task.
    let references = &first.runs.references;
    assert!(references[0].tasks.iter().all(|task| task.kept == 1.0), "the original keeps all");
    assert!(references.last().unwrap().tasks.iter().all(|task| task.kept == 0.0), "nothing keeps nothing");
    let is_right = |run: &ComparedRun| run.holds == Some(true) && run.tasks.len() == expected.len();
    assert!(first.runs.cells.iter().all(is_right), "{:?}", first.runs.tasks_text());
}

fn in_folder(folder: &str, name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), folder, name].iter().collect()
}

fn data(name: &str) -> PathBuf {
    in_folder("tests/all/data", name)
}

fn example(name: &str) -> PathBuf {
    in_folder("../../examples", name)
}

fn baskets(file: PathBuf, separator: Separator, taxonomy: PathBuf) -> Job {
    let mut job = Job::anonymize(file).taxonomy(taxonomy.to_str().unwrap());
    (job.input.layout, job.input.separator) = (Some(Layout::Basket), Some(separator));
    job
}

#[test]
fn of_a_query_log() {
    let expected: Vec<Purpose> = Purpose::ALL.into_iter().filter(|purpose| purpose.is_of_queries()).collect();
    holds_on_another_part(&Job::anonymize(example("queries.tsv")), &expected);
}

/// A real log of a day, without clicks. No query follows another in both parts.
#[test]
fn of_excite() {
    let expected = [
        Purpose::Completion,
        Purpose::Queries,
        Purpose::Words,
        Purpose::Phrases,
        Purpose::CoOccurrence,
        Purpose::Trends,
    ];
    holds_on_another_part(&Job::anonymize(data("excite.tsv")), &expected);
}

const OF_ITEMS: [Purpose; 5] =
    [Purpose::Prevalence, Purpose::Pairs, Purpose::Rules, Purpose::Recommendation, Purpose::Lift];

#[test]
fn of_completejourney() {
    let tree = data("completejourney-hierarchy.csv");
    let job = baskets(data("completejourney-households.tsv"), Separator::Tab, tree);
    holds_on_another_part(&job, &OF_ITEMS);
}

/// Products are chosen independently, so no rule holds.
#[test]
fn of_foodmart() {
    let tree = data("foodmart-hierarchy.csv");
    let job = baskets(data("foodmart-customers.csv"), Separator::Comma, tree);
    let without_rules: Vec<Purpose> =
        OF_ITEMS.into_iter().filter(|purpose| *purpose != Purpose::Rules).collect();
    holds_on_another_part(&job, &without_rules);
}

#[test]
fn of_codes() {
    let job = baskets(example("codes/patients.txt"), Separator::Space, example("codes/hierarchy.csv"));
    let with_categories = [&[Purpose::Prevalence, Purpose::Categories], &OF_ITEMS[1..]].concat();
    holds_on_another_part(&job, &with_categories);
}

/// Visits to areas of a web site, from the folder of data beside the repository, which cannot be copied.
#[test]
fn of_msweb() {
    let file = in_folder("../../../shared/data/msweb", "transactions.dat");
    if !file.exists() {
        return;
    }
    let mut job = Job::anonymize(file).taxonomy(TaxonomySource::Flat);
    (job.input.layout, job.input.separator) = (Some(Layout::Basket), Some(Separator::Space));
    holds_on_another_part(&job, &OF_ITEMS);
}
