//! Releases over time: whoever subtracts all published numbers from each other finds nothing about 1 to k - 1 people.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::over_time::{Judgement, NewRow, OverTime, Past, PastRow, settle};
use clump_core::verify::differing_numbers;
use proptest::prelude::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const K: usize = 5;

/// The queries of all people: (month, query, person).
type Log = BTreeSet<(u32, u32, u32)>;

/// Months of a release, one bit for each.
type Months = u32;

/// A log in which few queries are common, and people ask some of their queries again in later months.
fn log(seed: u64, people: u32, queries: u32, months: u32) -> Log {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut log = Log::new();
    for person in 0..people {
        let own: Vec<u32> = (0..6).map(|_| common(&mut random, queries)).collect();
        for month in (0..months).filter(|_| random.random_bool(0.3)).collect::<Vec<_>>() {
            log.insert((month, own[random.random_range(0..own.len())], person));
            log.insert((month, common(&mut random, queries), person));
        }
    }
    log
}

/// A query: number n is asked about as often as 1 / n.
fn common(random: &mut impl Rng, queries: u32) -> u32 {
    let at = f64::from(queries).powf(random.random_range(0.0..1.0));
    at as u32 - 1
}

/// The people of each query in these months.
fn asked(log: &Log, months: Months) -> BTreeMap<u32, Vec<u32>> {
    let mut asked: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for &(month, query, person) in log.iter().filter(|(month, ..)| months >> month & 1 == 1) {
        let _ = month;
        asked.entry(query).or_default().insert(person);
    }
    asked.into_iter().map(|(query, people)| (query, people.into_iter().collect())).collect()
}

/// The view of an attacker: months and numbers of each release.
type Published = Vec<(Months, BTreeMap<u32, usize>)>;

/// Publishes the queries of K people in each of `releases`, with the rules or without.
fn publish(log: &Log, releases: &[Months], has_ledger: bool) -> Published {
    let (mut past, mut published) = (Vec::new(), Published::new());
    for &months in releases {
        let asked = asked(log, months).into_iter().filter(|(_, people)| people.len() >= K);
        let rows = asked
            .map(|(query, people)| NewRow { attributes: vec![query], people, ..NewRow::default() })
            .collect();
        let known = Past::new(if has_ledger { past.clone() } else { Vec::new() });
        let entered: Vec<PastRow> = judged(&known, rows, K);
        let mut all = past.clone();
        all.push(entered.clone());
        let lines = vec![vec![1]; entered.len()];
        assert!(!has_ledger || entered.is_empty() || differing_numbers(&all, all.len() - 1, &lines, K).holds);
        published.push((months, entered.iter().map(|row| (row.attributes[0], row.people.len())).collect()));
        past.push(entered);
    }
    published
}

/// Numbers of 1 to K - 1 people that follow from differences of releases inside each other, and from the sums of
/// their parts.
fn derived(published: &Published) -> usize {
    let inside = |a: Months, b: Months| a & b == a && a != b;
    let mut found = 0;
    for (months, numbers) in published {
        let mut all: Vec<_> = published.iter().filter(|(part, _)| inside(*part, *months)).collect();
        all.sort_by_key(|(part, _)| *part);
        all.dedup_by_key(|(part, _)| *part);
        let outer = all.iter().filter(|(a, _)| !all.iter().any(|(b, _)| inside(*a, *b)));
        let inner = all.iter().filter(|(a, _)| !all.iter().any(|(b, _)| inside(*b, *a)));
        let (outer, inner): (Vec<_>, Vec<_>) = (outer.collect(), inner.collect());
        for (query, &number) in numbers {
            let sum = |parts: &[&&(Months, BTreeMap<u32, usize>)]| {
                parts.iter().filter_map(|(_, numbers)| numbers.get(query)).sum::<usize>()
            };
            let earlier = all.iter().filter_map(|(_, numbers)| numbers.get(query)).copied();
            for other in earlier.chain([sum(&outer), sum(&inner)]) {
                found += usize::from((1..K).contains(&number.abs_diff(other)));
            }
        }
    }
    found
}

/// Twelve monthly tables, twelve cumulative ones, and mixtures of months, quarters and years in several orders.
fn calendars() -> Vec<(&'static str, Vec<Months>)> {
    let month = |month: u32| 1 << month;
    let until = |month: u32| (1 << (month + 1)) - 1;
    let quarter = |quarter: u32| 0b111 << (3 * quarter);
    let year = until(11);
    vec![
        ("twelve cumulative tables", (0..12).map(until).collect()),
        ("cumulative tables, the last first", (0..12).rev().map(until).collect()),
        ("months, then the year", (0..12).map(month).chain([year]).collect()),
        ("the year, then months", [year].into_iter().chain((0..12).map(month)).collect()),
        (
            "months, quarters and years",
            (0..4)
                .flat_map(|q| [month(3 * q), month(3 * q + 1), month(3 * q + 2), quarter(q)])
                .chain([year])
                .collect(),
        ),
        ("each month, and all months until then", (0..12).flat_map(|m| [month(m), until(m)]).collect()),
        ("the same twice", [year, year, month(3), month(3)].to_vec()),
    ]
}

#[test]
fn nothing_about_few_people_follows_from_releases_over_a_year() {
    for seed in 0..3 {
        let log = log(seed, 1500, 400, 12);
        for (name, releases) in calendars() {
            let (with, without) = (publish(&log, &releases, true), publish(&log, &releases, false));
            assert_eq!(derived(&with), 0, "{name}, seed {seed}");
            if name != "the same twice" {
                assert!(derived(&without) > 5, "the attack works: {name}, seed {seed}");
            }
            let people = |published: &Published| -> usize {
                published.iter().flat_map(|(_, numbers)| numbers.values()).sum()
            };
            assert!(people(&with) * 100 > people(&without) * 60, "most is published: {name}, seed {seed}");
        }
    }
}

#[test]
fn twelve_monthly_tables_lose_almost_nothing() {
    let months: Vec<Months> = (0..12).map(|month| 1 << month).collect();
    let log = log(7, 1500, 400, 12);
    let rows = |published: Published| published.iter().map(|(_, numbers)| numbers.len()).sum::<usize>();
    let (with, without) = (rows(publish(&log, &months, true)), rows(publish(&log, &months, false)));
    assert!(with * 100 >= without * 99, "{with} of {without}");
}

/// Sets of people in the same row of earlier releases, and of the new one.
fn rows() -> impl Strategy<Value = (Vec<BTreeSet<u32>>, BTreeSet<u32>)> {
    let set = || proptest::collection::btree_set(0u32..12, 2..10);
    (proptest::collection::vec(set(), 0..4), set())
}

proptest! {
    /// Reference implementation: all sizes of the new row, from the largest, against all earlier rows and their sums.
    #[test]
    fn a_row_counts_as_many_people_as_the_rules_allow((earlier, now) in rows(), k in 2usize..4) {
        // The earlier releases have different rows of another query too, so that none is inside another.
        let other = |release: u32| PastRow {
            attributes: vec![1], people: (100 * (release + 1)..100 * (release + 1) + 5).collect(), ..PastRow::default()
        };
        let past = earlier.iter().zip(0..).map(|(people, release)| {
            let people = people.iter().copied().collect();
            vec![PastRow { attributes: vec![0], people, ..PastRow::default() }, other(release)]
        });
        let past = Past::new(past.collect());
        let row = NewRow { attributes: vec![0], people: now.iter().copied().collect(), ..NewRow::default() };
        let other = NewRow { attributes: vec![1], people: (900..905).collect(), ..NewRow::default() };
        let rows = [row, other].map(|row| NewRow { least: k, ..row });
        let counted = rows.each_ref().map(|row| Some(row.people.clone()));
        let judged = OverTime::new(&past, &rows, &counted).judge(0, &rows[0], &rows[0].people);

        let out = match judged {
            Judgement::Keep => Some(BTreeSet::new()),
            Judgement::LeaveOut(people) => Some(people.into_iter().collect()),
            Judgement::Suppress => None,
        };
        let counted = out.map(|out: BTreeSet<u32>| &now - &out);
        let is_safe = |counted: &BTreeSet<u32>| {
            counted.len() >= k && earlier.iter().all(|earlier| {
                let is_nested = earlier.is_subset(&now) || counted.is_subset(earlier);
                !is_nested || !(1..k).contains(&counted.len().abs_diff(earlier.len()))
            })
        };
        if let Some(counted) = &counted {
            prop_assert!(is_safe(counted));
        }
        // No larger number is safe for every choice of people.
        let found = counted.map_or(0, |counted| counted.len());
        for size in found + 1..=now.len() {
            let is_safe_for_all = subsets(&now, size).iter().all(is_safe);
            prop_assert!(!is_safe_for_all, "{size} people instead of {found}");
        }
    }

    /// Cells after their total, and totals after their cells.
    #[test]
    fn cells_and_totals_do_not_differ_by_few(
        cells in proptest::collection::vec(proptest::collection::btree_set(0u32..30, 2..12), 1..4),
        more in proptest::collection::btree_set(0u32..30, 0..4),
        is_total_first: bool,
        k in 2usize..5,
    ) {
        let all: BTreeSet<u32> = cells.iter().flatten().chain(&more).copied().collect();
        let total = NewRow { attributes: vec![0], people: all.into_iter().collect(), ..NewRow::default() };
        let cells: Vec<NewRow> = (1u32..).zip(&cells).map(|(day, people)| {
            NewRow {
                table: 1,
                attributes: vec![0, day],
                cell: vec![day],
                people: people.iter().copied().collect(),
                ..NewRow::default()
            }
        }).collect();
        let mut past = Vec::new();
        for rows in if is_total_first { [vec![total], cells] } else { [cells, vec![total]] } {
            let published = judged(&Past::new(past.clone()), rows, k);
            past.push(published);
        }
        for (which, rows) in past.iter().enumerate().filter(|(_, rows)| !rows.is_empty()) {
            prop_assert!(differing_numbers(&past, which, &vec![vec![1]; rows.len()], k).holds, "{which}");
        }
        let of = |is_total: bool| past.iter().flatten().filter(move |row| (row.attributes.len() == 1) == is_total);
        let Some(total) = of(true).next() else { return Ok(()) };
        let sum: i64 = of(false).map(PastRow::number).sum();
        prop_assert!(of(false).all(|cell| !(1..k as i64).contains(&(total.number() - cell.number()))));
        prop_assert!(sum == 0 || !(1..k as i64).contains(&(total.number() - sum).abs()));
    }
}

/// The rows that may be published next to `past`.
fn judged(past: &Past, rows: Vec<NewRow>, k: usize) -> Vec<PastRow> {
    let rows = rows.into_iter().filter(|row| row.people.len() >= k);
    let rows: Vec<NewRow> = rows.map(|row| NewRow { least: k, ..row }).collect();
    let published = settle(past, &rows, rows.iter().map(|row| Some(row.people.clone())).collect());
    let entered = rows.into_iter().zip(published).filter_map(|(row, people)| {
        let people = people?;
        let left_out = row.people.iter().filter(|person| !people.contains(person)).copied().collect();
        Some(PastRow {
            table: row.table,
            attributes: row.attributes,
            cell: row.cell,
            implied: row.implied,
            people,
            left_out,
        })
    });
    entered.collect()
}

fn subsets(of: &BTreeSet<u32>, size: usize) -> Vec<BTreeSet<u32>> {
    let all: Vec<u32> = of.iter().copied().collect();
    let chosen = (0u32..1 << all.len()).filter(|bits| bits.count_ones() as usize == size);
    chosen.map(|bits| (0..all.len()).filter(|at| bits >> at & 1 == 1).map(|at| all[at]).collect()).collect()
}
