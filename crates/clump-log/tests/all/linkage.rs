//! The linkage attack on releases of lines: what the habits of practice leave open, against the bound of k-anonymity.

use clump_core::log::{LOG_COLUMNS, QueryLog, Table};
use clump_core::rewrite::{Rewriter, Rewritten};
use clump_core::risk::{Linkage, RiskParameters};
use clump_log::habits::{
    DropAll, DropIds, DropRareParameters, HashIds, HashQueries, OwnerLinks, Scrub, ShortSessionsParameters,
};
use clump_log::hash::Hash;
use clump_log::linkage::link_lines;
use clump_log::share::ShareParameters;
use clump_log::split::{Interests, SplitParameters};
use clump_log::{Key, normal_form};

use crate::common::log;

const QUERIES: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/queries.tsv"));

const K: usize = 5;

/// The example log, its times as seconds of their month.
fn example() -> QueryLog {
    let text = QUERIES.split_once('\n').expect("a header").1;
    let mut log = log(text);
    for line in &mut log.lines {
        let time = log.texts.get(line.time as usize);
        let number = |place: usize| time[place..place + 2].parse::<i64>().expect("a time of the example");
        line.seconds = Some(((number(8) * 24 + number(11)) * 60 + number(14)) * 60 + number(17));
    }
    log
}

fn key() -> Key {
    Key::from_seed(3)
}

/// All methods that publish lines.
fn methods() -> Vec<Box<dyn Rewriter>> {
    vec![
        Box::new(Hash::new(key())),
        Box::new(DropIds),
        Box::new(HashIds::new(key())),
        Box::new(Scrub),
        Box::new(HashQueries::new(key())),
        Box::new(ShortSessionsParameters { key: key(), period: 3_600 }.check().expect("a period")),
        Box::new(SplitParameters { interests: Interests::Similar, key: key() }.check().expect("good")),
        Box::new(ShareParameters { k: K, key: key() }.check().expect("k >= 2")),
        Box::new(DropRareParameters { k: K, links: OwnerLinks::None }.check().expect("k >= 2")),
    ]
}

fn rewrite(method: &dyn Rewriter, log: &QueryLog) -> Rewritten {
    method.rewrite(log, None, &()).expect("a release")
}

fn attack(log: &QueryLog, rewritten: &Rewritten) -> Vec<Linkage> {
    link_lines(log, rewritten, RiskParameters::default())
}

#[test]
fn practice_fails_the_bound_of_k_anonymity_unless_nothing_links_lines() {
    let log = example();
    assert!(log.owners.len() >= 300);
    for method in methods() {
        let linkage = attack(&log, &rewrite(&*method, &log));
        assert_eq!(linkage.len(), 5, "{}", method.name());
        for (known, found) in linkage.iter().enumerate() {
            assert_eq!(found.known, known + 1);
            assert_eq!(found.right_group, found.right_row);
            // Lines of drop-rare are linked by nothing, and each is that of k owners: it keeps the bound.
            let bound = 1.0 / K as f64;
            match method.name() {
                "drop-rare" => assert!(found.right_row.high < bound, "{} known", found.known),
                name => assert!(found.right_row.low > bound, "{name}, {} known", found.known),
            }
        }
    }
}

#[test]
fn there_is_nothing_to_find_where_nothing_is_published() {
    let log = example();
    let linkage = attack(&log, &rewrite(&DropAll, &log));
    assert_eq!(linkage.len(), 5);
    assert_eq!(linkage[0].attacked, log.owners.len());
    assert!(linkage.iter().all(|found| found.right_row.share == 0.0));
    assert_eq!(attack(&QueryLog::default(), &rewrite(&DropAll, &QueryLog::default())), []);
}

#[test]
fn a_log_in_which_all_ask_alike_hides_them() {
    let text: String = (0..8).map(|owner| format!("{owner}\tdogs\t7\n{owner}\tcats\t9\n")).collect();
    let log = log(&text);
    for linkage in [
        attack(&log, &rewrite(&HashIds::new(key()), &log)),
        attack(&log, &rewrite(&DropIds, &log)),
        attack(&log, &rewrite(&Hash::new(key()), &log)),
    ] {
        let shares: Vec<f64> = linkage.iter().map(|found| found.right_row.share).collect();
        assert_eq!(shares, [0.125, 0.125]);
    }
}

/// Scores worked out by hand.
#[test]
fn ties_are_shared() {
    let log = log("a\tdogs\t1\nb\tdogs\t1\nc\tdogs\t2\nd\tcats\t3");
    let share = |names: [&str; 4], lines: [(&str, &str); 4]| {
        let mut table = Table::new(LOG_COLUMNS);
        for (name, (query, time)) in names.into_iter().zip(lines) {
            table.push([name, query, time, "", ""]);
        }
        attack(&log, &Rewritten::line_by_line(table, Vec::new()))[0].right_row.share
    };
    let all = [("dogs", "1"), ("dogs", "1"), ("dogs", "2"), ("cats", "3")];
    // a and b share the same line; c and d are alone with theirs. A name for all is a name for none.
    assert_eq!(share(["p", "q", "r", "s"], all), (0.5 + 0.5 + 1.0 + 1.0) / 4.0);
    assert_eq!(share(["-", "-", "-", "-"], all), (0.5 + 0.5 + 1.0 + 1.0) / 4.0);
    // By query alone, in any case: three of dogs, one of cats.
    let no_times = [(" DOGS", ""), ("Dogs", ""), ("dogs", ""), ("cats", "")];
    assert_eq!(share(["p", "q", "r", "s"], no_times), (3.0 * (1.0 / 3.0) + 1.0) / 4.0);
    // By time alone.
    let no_queries = [("x", "1"), ("x", "1"), ("x", "2"), ("x", "3")];
    assert_eq!(share(["p", "q", "r", "s"], no_queries), (0.5 + 0.5 + 1.0 + 1.0) / 4.0);
    // Not at all.
    assert_eq!(share(["p", "q", "r", "s"], [("x", ""); 4]), 0.25);
}

#[test]
fn origins_are_the_lines_that_rows_were_made_from() {
    let log = example();
    for method in methods() {
        let Rewritten { table, origin, .. } = rewrite(&*method, &log);
        assert_eq!(origin.len(), table.len(), "{}", method.name());
        let is_drop_rare = method.name() == "drop-rare";
        let time = table.header().iter().position(|&name| name == "QueryTime").expect("all have the column");
        for (row, &line) in origin.iter().enumerate() {
            let line = &log.lines[line as usize];
            if is_drop_rare {
                assert_eq!(table.row(row).nth(1), Some(normal_form(log.query(line)).as_str()));
            } else {
                assert_eq!(table.row(row).nth(time), Some(log.text(line.time)), "{}", method.name());
            }
        }
        if is_drop_rare {
            // A line may say two things: that a query was asked, and what was clicked.
            continue;
        }
        let mut lines = origin;
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), table.len(), "a line is published once");
    }
}

#[test]
fn the_seed_draws_and_threads_do_not_matter() {
    let log = example();
    let rewritten = rewrite(&Hash::new(key()), &log);
    let attack = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let parameters = RiskParameters { seed, owners: 50, known: 3 };
        pool.install(|| link_lines(&log, &rewritten, parameters))
    };
    assert_eq!(attack(1, 1), attack(3, 1));
    assert_ne!(attack(1, 1), attack(1, 2));
    assert_eq!(attack(1, 1)[0].attacked, 50);
}
