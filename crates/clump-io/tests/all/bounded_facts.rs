//! Facts of owners who count in only so many of them, against the definition of who chooses what.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use clump_core::facts::{By, CountedFacts, FactKind, NormalForm, SEPARATOR, TableSpec, Thresholds};
use clump_io::facts::{CountedTable, FactLog, FactRequest, count_facts};
use clump_io::{BadLines, Input, ReadOptions, ReadingMemory, RowOwner};
use clump_noise::Bounding;
use proptest::prelude::*;

use crate::common::request_of;

type Lines = Vec<(u16, u8, u8)>;

fn query(number: u8) -> String {
    format!("query {}", char::from(b'a' + number))
}

fn day(number: u8) -> String {
    format!("2006-03-{:02}", number + 1)
}

fn counted(
    lines: &Lines,
    k: usize,
    by: Option<By>,
    bounding: Option<&Bounding>,
    bytes: usize,
) -> CountedTable {
    let mut text = String::from("AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n");
    for &(owner, asked, on) in lines {
        writeln!(text, "owner{owner}\t{}\t{} 10:00:00\t\t", query(asked), day(on))
            .expect("writing to a string");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log.tsv");
    std::fs::write(&path, text).expect("a file");
    let room = ReadingMemory { bytes, ..ReadingMemory::default() };
    let request = FactRequest { bounding: bounding.cloned(), ..request(FactKind::Query, by, k) };
    let log =
        count_facts(&[Input::from(path)], &ReadOptions { room, ..ReadOptions::default() }, &request, &())
            .expect("a log that can be read");
    only_table(log)
}

fn only_table(mut log: FactLog) -> CountedTable {
    assert_eq!(log.tables.len(), 1);
    log.tables.remove(0)
}

fn request(kind: FactKind, by: Option<By>, k: usize) -> FactRequest {
    let table = TableSpec { by: by.into_iter().collect(), ..kind.into() };
    request_of(table, Thresholds { k, k_cell: k })
}

fn numbers(counted: &CountedFacts) -> BTreeMap<String, u64> {
    let facts = &counted.facts;
    match &counted.cells {
        None => (0..facts.len()).map(|fact| (facts.key(fact).to_owned(), facts.owners(fact))).collect(),
        Some(cells) => cells
            .fact_of
            .iter()
            .enumerate()
            .map(|(cell, &fact)| {
                let key = format!("{}{SEPARATOR}{}", facts.key(fact as usize), cells.cells.key(cell));
                (key, cells.cells.owners(cell))
            })
            .collect(),
    }
}

/// What each owner chooses, counted.
fn by_definition(lines: &Lines, k: u64, by_day: bool, bounding: &Bounding) -> BTreeMap<String, u64> {
    let mut facts: BTreeMap<u16, BTreeSet<String>> = BTreeMap::new();
    for &(owner, asked, on) in lines {
        let key = if by_day { format!("{}{SEPARATOR}{}", query(asked), day(on)) } else { query(asked) };
        facts.entry(owner).or_default().insert(key);
    }
    let mut numbers: BTreeMap<String, u64> = BTreeMap::new();
    for (owner, facts) in facts {
        for fact in bounding.choose(format!("owner{owner}").as_bytes(), facts) {
            *numbers.entry(fact).or_default() += 1;
        }
    }
    numbers.retain(|_, owners| *owners >= k);
    numbers
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64 * ProptestConfig::default().cases / 256))]

    #[test]
    fn owners_count_in_what_they_choose(
        lines in proptest::collection::vec((0_u16..20, 0_u8..6, 0_u8..3), 1..150),
        secret in any::<u8>(), per_owner in 1_u32..5, k in 2_usize..5, by_day in any::<bool>(),
    ) {
        let bounding = Bounding::new([secret; 32], per_owner);
        let by = by_day.then_some(By::Day);
        let log = counted(&lines, k, by, Some(&bounding), 1 << 20);
        prop_assert_eq!(numbers(&log.counted), by_definition(&lines, k as u64, by_day, &bounding));
    }

    /// Whoever is left out, at most N numbers change, and by one.
    #[test]
    fn without_an_owner_few_numbers_change(
        lines in proptest::collection::vec((0_u16..8, 0_u8..6, 0_u8..3), 1..100),
        secret in any::<u8>(), per_owner in 1_u32..4, by_day in any::<bool>(), gone in 0_u16..8,
    ) {
        let bounding = Bounding::new([secret; 32], per_owner);
        let by = || by_day.then_some(By::Day);
        let others: Lines = lines.iter().copied().filter(|&(owner, ..)| owner != gone).collect();
        prop_assume!(!others.is_empty());
        // With k = 1 every number is told.
        let [with, without] =
            [&lines, &others].map(|lines| numbers(&counted(lines, 1, by(), Some(&bounding), 1 << 20).counted));
        let facts: BTreeSet<&String> = with.keys().chain(without.keys()).collect();
        let number = |of: &BTreeMap<String, u64>, fact: &String| of.get(fact).copied().unwrap_or(0);
        let changed: Vec<u64> = facts
            .into_iter()
            .map(|fact| number(&with, fact) - number(&without, fact))
            .filter(|&by| by > 0)
            .collect();
        prop_assert!(changed.len() <= per_owner as usize && changed.iter().all(|&by| by == 1), "{:?}", changed);
    }

    /// The same of facts of every kind in every form, whatever strange things an owner types, and wherever its lines are.
    #[test]
    fn no_owner_decides_what_is_counted_of_others(
        lines in proptest::collection::vec((0_u8..6, 0..TYPED.len(), 0..TIMES.len(), any::<bool>()), 1..60),
        (secret, per_owner, by_day) in (any::<u8>(), 1_u32..4, any::<bool>()), gone in 0_u8..6,
    ) {
        let bounding = Bounding::new([secret; 32], per_owner);
        let others: Vec<StrangeLine> = lines.iter().copied().filter(|&(owner, ..)| owner != gone).collect();
        for kind in FactKind::NAMED {
            let forms = if kind.has_whole_queries() { FORMS.as_slice() } else { &FORMS[..1] };
            for &form in forms {
                let by = (by_day && kind != FactKind::ItemPair).then_some(By::Day);
                let [with, without] =
                    [&lines, &others].map(|lines| strange(lines, kind, form, by.clone(), &bounding));
                let facts: BTreeSet<&String> = with.keys().chain(without.keys()).collect();
                let number = |of: &BTreeMap<String, u64>, fact: &String| of.get(fact).copied().unwrap_or(0);
                let changes = facts.into_iter().map(|fact| (number(&without, fact), number(&with, fact)));
                let changed: Vec<(u64, u64)> = changes.filter(|(before, after)| before != after).collect();
                prop_assert!(
                    changed.len() <= per_owner as usize
                        && changed.iter().all(|&(before, after)| after == before + 1),
                    "{kind:?} {form:?} {changed:?}"
                );
            }
        }
    }
}

/// An owner, what is typed, its time, and whether it was clicked.
type StrangeLine = (u8, usize, usize, bool);

const FORMS: [NormalForm; 3] = [NormalForm::CaseAndSpace, NormalForm::Words, NormalForm::AsTyped];

/// The same words in several orders, some of which a rule excludes, or a list.
const TYPED: [&str; 14] = [
    "street zulu 45",
    "45 zulu street",
    "Zulu 45 Street",
    "call 212-555-0123",
    "212-555-0123 call",
    "call 0123 555 212",
    "mail jane@example.com",
    "jane@example.com mail",
    "acme corp",
    "corp acme",
    "tea",
    " Tea ",
    "rain",
    "",
];

/// Some are numbers of different kinds, and one is no time.
const TIMES: [&str; 5] =
    ["2006-03-01 10:00:00", "2006-03-01 10:05:00", "1141197432", "1141197432000", "yesterday"];

fn strange(
    lines: &[StrangeLine],
    kind: FactKind,
    form: NormalForm,
    by: Option<By>,
    bounding: &Bounding,
) -> BTreeMap<String, u64> {
    let is_log = kind.is_of_queries();
    let mut text =
        if is_log { "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n" } else { "who,item,time\n" }.to_owned();
    for &(owner, typed, time, is_clicked) in lines {
        let (typed, time) = (TYPED[typed], TIMES[time]);
        let click = if is_clicked { "1\thttp://tea.example" } else { "\t" };
        if is_log {
            writeln!(text, "owner{owner}\t{typed}\t{time}\t{click}")
        } else {
            writeln!(text, "owner{owner},{typed},{time}")
        }
        .expect("writing to a string");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(if is_log { "log.tsv" } else { "log.csv" });
    let never = folder.path().join("never.txt");
    std::fs::write(&path, text).expect("a file");
    std::fs::write(&never, "corp acme\n").expect("a file");
    let bounding = Some(bounding.clone());
    let request = FactRequest { normal_form: form, never: Some(never), bounding, ..request(kind, by, 1) };
    let mut options = ReadOptions::default();
    if !is_log {
        options.columns.owner = Some(RowOwner::Column("who".to_owned()));
    }
    let log = count_facts(&[Input::from(path)], &options, &request, &()).expect("no line ends a run");
    numbers(&only_table(log).counted)
}

/// A blank line of an owner does not turn this owner's next query into a click on the query of somebody else.
#[test]
fn a_blank_query_hides_no_query() {
    let bounding = Bounding::new([0; 32], 3);
    let lines: [StrangeLine; 3] = [(0, 10, 0, false), (1, 13, 0, false), (1, 10, 0, false)];
    let facts = strange(&lines, FactKind::Query, NormalForm::default(), None, &bounding);
    assert_eq!(facts, BTreeMap::from([("tea".to_owned(), 2)]));
}

/// A time column divides items as it divides queries.
#[test]
fn items_are_counted_by_their_day_week_or_month() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sales.csv");
    std::fs::write(&path, "who,item,time\na,tea,2006-03-01\na,tea,2006-04-02\nb,tea,2006-03-31\nb,gin,\n")
        .unwrap();
    let counted = |by: By, bad_lines| {
        let request = request(FactKind::Item, Some(by), 1);
        let mut options = ReadOptions { bad_lines, ..ReadOptions::default() };
        options.columns.owner = Some(RowOwner::Column("who".to_owned()));
        count_facts(&[Input::from(path.as_path())], &options, &request, &())
    };
    let cells = |by| {
        let log = counted(by, BadLines::Skip).unwrap();
        assert_eq!((log.counts.bad_lines, log.counts.lines_without_cell), (1, 0));
        numbers(&only_table(log).counted)
            .into_iter()
            .map(|(key, owners)| (key.replace(SEPARATOR, " "), owners))
            .collect::<Vec<_>>()
    };
    let of = |cells: &[(&str, u64)]| {
        cells.iter().map(|&(key, owners)| (key.to_owned(), owners)).collect::<Vec<_>>()
    };
    assert_eq!(cells(By::Month), of(&[("tea 2006-03-01", 2), ("tea 2006-04-01", 1)]));
    assert_eq!(cells(By::Week), of(&[("tea 2006-02-27", 1), ("tea 2006-03-27", 2)]));
    assert_eq!(cells(By::Day), of(&[("tea 2006-03-01", 1), ("tea 2006-03-31", 1), ("tea 2006-04-02", 1)]));
    // A row without a time is malformed, as it is among queries.
    assert!(counted(By::Month, BadLines::Error).is_err());
}

#[test]
fn without_a_bound_all_owners_count() {
    let lines: Lines = (0..5).flat_map(|owner| [(owner, 0, 0), (owner, 1, 0), (owner, 2, 1)]).collect();
    let all = counted(&lines, 5, None, None, 1 << 20);
    assert_eq!((numbers(&all.counted).len(), all.pairs_counted), (3, None));
    let bounded = counted(&lines, 2, None, Some(&Bounding::new([1; 32], 2)), 1 << 20);
    assert_eq!(bounded.pairs_counted, Some(10));
    assert_eq!(numbers(&bounded.counted).values().sum::<u64>(), 10);
}

#[test]
fn what_went_to_disk_counts_as_what_stayed() {
    let lines: Lines =
        (0..3_000).flat_map(|owner| (0..4).map(move |n| (owner, (owner % 5) as u8 + n, n % 2))).collect();
    let bounding = Bounding::new([9; 32], 2);
    for by_day in [false, true] {
        let expected = by_definition(&lines, 10, by_day, &bounding);
        for bytes in [1, 1 << 30] {
            let log = counted(&lines, 10, by_day.then_some(By::Day), Some(&bounding), bytes);
            assert_eq!(numbers(&log.counted), expected, "{bytes} bytes, by day: {by_day}");
        }
    }
}
