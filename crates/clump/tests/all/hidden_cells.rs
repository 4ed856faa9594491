//! An attack on tables of facts by cells: from everything that may be published, what can be said of a cell that is not?
//!
//! The attacker has the table, the certificate and the public page, and knows the rule by which cells are hidden, all facts and all
//! cells. It tries every number that a hidden cell can have. It shares no code with the library.
//!
//! Then the claim is turned around: for each hidden cell there is another log, in which the cell has another number, and all
//! public files of it are the same, byte for byte. So no attacker tells them apart. Whatever is done to hidden cells, the public files stay
//! the same: also where owners are in several cells, or in one that no row of the table shows, or in none.
//!
//! `CLUMP_HIDDEN_CELLS=20000 cargo test -p clump-anon --all-features --test all hidden_cells -- --nocapture` attacks so many tables
//! and prints what it found.

use std::collections::{BTreeMap, BTreeSet};

use clump::core::facts::{By, FactKind, TableSpec};
use clump::io::Stream;
use clump::report::page::{PageAudience, html};
use clump::{Counts, Job, run};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

/// How many tables are attacked by default.
const SHORT: usize = 300;

/// Owners by fact and by cell; each has one fact in one cell.
type Log = Vec<Vec<u64>>;

/// The view of a reader on a fact: its cells.
type Seen = Vec<Option<u64>>;

/// The settings, which the certificate states.
#[derive(Clone, Copy, Debug)]
struct Setting {
    k: u64,
    k_cell: u64,
    /// Whether it is told how often a fact was there.
    times: bool,
}

/// All files that may be published.
#[derive(PartialEq, Eq)]
struct Public {
    table: String,
    certificate: String,
    page: String,
}

/// Publishes `log` with the library.
fn publish(log: &Log, setting: Setting) -> Public {
    let mut text = "who,query,region\n".to_owned();
    let mut owner = 0;
    for (fact, cells) in log.iter().enumerate() {
        for (cell, &owners) in cells.iter().enumerate() {
            for _ in 0..owners {
                owner += 1;
                text += &format!("p{owner},{},{}\n", FACTS[fact], CELLS[cell]);
            }
        }
    }
    publish_text(text, setting)
}

fn publish_text(text: String, setting: Setting) -> Public {
    let by_region = TableSpec::of(FactKind::Query).by(By::Column("region".to_owned()));
    let counts = Counts::of([by_region]).k_cell(Some(setting.k_cell as usize)).times(setting.times);
    let job = Job::anonymize(Stream::of_bytes("log.csv", text.into_bytes()));
    let job = job.owner("who").k(setting.k as usize).method(counts).output("-");
    let published = run(&job, &()).unwrap().published.unwrap();
    Public {
        table: String::from_utf8(published.release.unwrap().to_bytes().unwrap()).unwrap(),
        certificate: String::from_utf8(published.certificate.to_bytes()).unwrap(),
        page: html(&published.shown, PageAudience::Public),
    }
}

const FACTS: [&str; 4] = ["weather", "taxi", "hiv test", "pizza"];
const CELLS: [&str; 4] = ["north", "south", "west", "east"];

// The attacker.

/// What the table shows, fact by fact.
fn read(table: &str, facts: usize, cells: usize) -> Vec<Seen> {
    let mut seen = vec![vec![None; cells]; facts];
    for line in table.lines().skip(1) {
        let texts: Vec<&str> = line.split('\t').collect();
        let cells_of = &mut seen[FACTS.iter().position(|&fact| fact == texts[0]).unwrap()];
        cells_of[CELLS.iter().position(|&cell| cell == texts[1]).unwrap()] = texts[2].parse().ok();
    }
    seen
}

/// The rule: what is seen of a fact with so many owners in each cell.
fn rule(cells: &[u64], setting: Setting) -> Seen {
    let Setting { k, k_cell, .. } = setting;
    let large: u64 = cells.iter().filter(|&&owners| owners >= k_cell).sum();
    cells.iter().map(|&owners| (owners >= k_cell && large >= k).then_some(owners)).collect()
}

/// All ways in which a fact can have owners in cells, such that the rule shows what is `seen`.
fn ways(seen: &Seen, setting: Setting) -> Vec<Vec<u64>> {
    let has_cells = seen.iter().any(Option::is_some);
    // Without any cell in the table, large ones have fewer than k together.
    let most = if has_cells { setting.k_cell - 1 } else { setting.k.max(setting.k_cell) };
    let mut ways: Vec<Vec<u64>> = vec![Vec::new()];
    for shown in seen {
        let numbers: Vec<u64> = shown.map_or_else(|| (0..=most).collect(), |owners| vec![owners]);
        ways = ways
            .iter()
            .flat_map(|way| numbers.iter().map(move |&owners| [&way[..], &[owners]].concat()))
            .collect();
    }
    ways.retain(|way| rule(way, setting) == *seen);
    ways
}

/// What of a log decides its figures: facts, facts with a row, owners, owners whom a row counts.
type Sums = [u64; 4];

fn sums(way: &[u64], seen: &Seen) -> Sums {
    let owners: u64 = way.iter().sum();
    let counted: u64 = way.iter().zip(seen).filter(|(_, shown)| shown.is_some()).map(|(n, _)| n).sum();
    [u64::from(owners > 0), u64::from(counted > 0), owners, counted]
}

fn added(a: Sums, b: Sums) -> Sums {
    std::array::from_fn(|at| a[at] + b[at])
}

/// The figures that certificates once had, by name. Each owner has one fact, once.
fn figure(name: &str, [facts, facts_kept, owners, kept]: Sums) -> Option<f64> {
    let share = |part: u64, of: u64| (part as f64 / of as f64 * 1000.0).round() / 1000.0;
    match name {
        "owners_read" => Some(owners as f64),
        "owners_dropped" => Some((owners - kept) as f64),
        "facts_kept" => Some(share(facts_kept, facts)),
        "pairs_kept" | "times_kept" => Some(share(kept, owners)),
        _ => None,
    }
}

const FIGURES: [&str; 5] = ["owners_read", "owners_dropped", "facts_kept", "pairs_kept", "times_kept"];

/// By fact and hidden cell, the numbers that the cell can have where all `figures` are as given.
fn attack(
    seen: &[Seen],
    setting: Setting,
    figures: &BTreeMap<String, f64>,
) -> BTreeMap<(usize, usize), BTreeSet<u64>> {
    let all: Vec<Vec<Vec<u64>>> = seen.iter().map(|seen| ways(seen, setting)).collect();
    let is_true = |sums: Sums| {
        let mut known = figures.iter().filter_map(|(name, &value)| Some((figure(name, sums)?, value)));
        known.all(|(found, value)| (found - value).abs() < 1e-9)
    };
    let mut found: BTreeMap<(usize, usize), BTreeSet<u64>> = BTreeMap::new();
    for (fact, ways) in all.iter().enumerate() {
        // The sums that all other facts can have together.
        let mut others: BTreeSet<Sums> = BTreeSet::from([[0; 4]]);
        for (other, ways) in all.iter().enumerate().filter(|&(other, _)| other != fact) {
            let of_other: BTreeSet<Sums> = ways.iter().map(|way| sums(way, &seen[other])).collect();
            others = others.iter().flat_map(|&sum| of_other.iter().map(move |&of| added(sum, of))).collect();
        }
        for way in ways {
            let own = sums(way, &seen[fact]);
            if others.iter().any(|&others| is_true(added(own, others))) {
                for (cell, &owners) in way.iter().enumerate().filter(|&(cell, _)| seen[fact][cell].is_none())
                {
                    found.entry((fact, cell)).or_default().insert(owners);
                }
            }
        }
    }
    found
}

/// All numbers of a certificate with the names of their fields.
fn figures_of(certificate: &str) -> BTreeMap<String, f64> {
    fn collect(value: &Value, figures: &mut BTreeMap<String, f64>) {
        match value {
            Value::Object(map) => map.iter().for_each(|(name, value)| {
                if let Some(number) = value.as_f64() {
                    figures.insert(name.clone(), number);
                }
                collect(value, figures);
            }),
            Value::Array(list) => list.iter().for_each(|value| collect(value, figures)),
            _ => {}
        }
    }
    let mut figures = BTreeMap::new();
    collect(&serde_json::from_str(certificate).unwrap(), &mut figures);
    figures
}

/// How many cells have one number alone, and how many have some.
fn concluded(found: &BTreeMap<(usize, usize), BTreeSet<u64>>) -> [usize; 2] {
    let pinned = found.values().filter(|numbers| numbers.len() == 1).count();
    [pinned, found.values().filter(|numbers| !numbers.contains(&0)).count()]
}

// The defence.

/// A log of one large fact, which some cells may lack, and of small ones.
fn random_log(random: &mut ChaCha8Rng, setting: Setting) -> Log {
    let cells = random.random_range(2..=4);
    let mut large: Vec<u64> = (0..cells).map(|_| setting.k + random.random_range(0..9)).collect();
    large.iter_mut().skip(1).filter(|_| random.random_ratio(1, 4)).for_each(|owners| *owners = 0);
    let mut log = vec![large];
    for _ in 0..random.random_range(1..=3) {
        let most = setting.k_cell + random.random_range(0..5);
        log.push((0..cells).map(|_| random.random_range(0..=most)).collect());
    }
    log
}

#[test]
fn nothing_public_pins_a_hidden_cell_or_proves_it_not_empty() {
    let asked = std::env::var("CLUMP_HIDDEN_CELLS").ok().map(|number| number.parse().unwrap());
    // Each log that is tried is a run of the library: by default one for each table.
    let (tables, logs) = asked.map_or((SHORT, 1), |tables| (tables, usize::MAX));
    let mut random = ChaCha8Rng::seed_from_u64(25);
    let (mut hidden, mut other_logs, mut control) = (0, 0, [0, 0]);
    for _ in 0..tables {
        let k_cell = random.random_range(2..=4);
        let k = k_cell.max(random.random_range(3..=6));
        let setting = Setting { k, k_cell, times: random.random_ratio(1, 5) };
        let log = random_log(&mut random, setting);
        let public = publish(&log, setting);
        let seen = read(&public.table, log.len(), log[0].len());
        assert_eq!(
            seen,
            log.iter().map(|cells| rule(cells, setting)).collect::<Vec<_>>(),
            "the rule is known"
        );

        let found = attack(&seen, setting, &figures_of(&public.certificate));
        hidden += found.len();
        assert_eq!(concluded(&found), [0, 0], "{log:?} with {setting:?}: {found:?}");

        // With the figures that certificates had, the same attacker learns something.
        let all = log.iter().zip(&seen).map(|(cells, seen)| sums(cells, seen)).fold([0; 4], added);
        let old = FIGURES.map(|name| (name.to_owned(), figure(name, all).unwrap())).into();
        let [pinned, some] = concluded(&attack(&seen, setting, &old));
        control = [control[0] + pinned, control[1] + some];

        // Every hidden cell can have another number, and nothing public changes.
        let mut others: BTreeSet<Log> = BTreeSet::new();
        for &(fact, cell) in found.keys() {
            let wanted = if log[fact][cell] == 0 { 1 } else { 0 };
            let way = ways(&seen[fact], setting).into_iter().find(|way| way[cell] == wanted).unwrap();
            let mut other = log.clone();
            other[fact] = way;
            others.insert(other);
        }
        for other in others.into_iter().take(logs) {
            other_logs += 1;
            assert!(publish(&other, setting) == public, "{log:?} and {other:?} with {setting:?} differ");
        }
    }
    println!(
        "{tables} tables, {hidden} hidden cells: none pinned, none proved non-empty; \
         {other_logs} other logs have the same public files; with the old figures {} pinned, {} proved non-empty",
        control[0], control[1]
    );
    assert!(hidden > tables, "{hidden}");
    assert!(control.iter().all(|&cells| cells > tables / 30), "the control learns nothing: {control:?}");
}

/// Three regions, and one owner in the west with a test.
#[test]
fn one_owner_of_149_stays_hidden() {
    let setting = Setting { k: 5, k_cell: 5, times: false };
    let log = vec![vec![30, 30, 30], vec![9, 8, 6], vec![20, 15, 1]];
    let [one, none] = [1, 0].map(|owners| {
        let mut log = log.clone();
        log[2][2] = owners;
        publish(&log, setting)
    });
    assert!(one == none, "a table with the owner and one without are the same");
    let seen = read(&one.table, 3, 3);
    assert_eq!(seen[2], [Some(20), Some(15), None]);
    let old = [("owners_read", 149.0), ("owners_dropped", 1.0), ("facts_kept", 1.0), ("pairs_kept", 0.993)];
    let old = old.map(|(name, value)| (name.to_owned(), value)).into();
    assert_eq!(attack(&seen, setting, &old)[&(2, 2)], BTreeSet::from([1]));
    assert_eq!(attack(&seen, setting, &figures_of(&one.certificate))[&(2, 2)].len(), 5);
    assert!(
        FIGURES.iter().all(|name| !one.certificate.contains(name)) && !one.page.contains("Owners dropped")
    );
}

/// Owners by fact and cell, each of whom may be in several.
type Owned = BTreeMap<(usize, &'static str), BTreeSet<u64>>;

/// What `owned` says, line by line.
fn text_of(owned: &Owned) -> String {
    let mut text = "who,query,region\n".to_owned();
    for ((fact, cell), owners) in owned {
        owners.iter().for_each(|owner| text += &format!("p{owner},{},{cell}\n", FACTS[*fact]));
    }
    text
}

/// Cells that any fact may have. Nothing is published of the last one, which is that of lines without a cell.
const ANY_CELLS: [&str; 6] = ["north", "south", "west", "east", "isle", ""];

/// Hidden cells get other owners, appear, grow or become empty: no public byte changes.
#[test]
fn no_change_of_a_hidden_cell_changes_a_public_byte() {
    let asked: Option<usize> = std::env::var("CLUMP_HIDDEN_CELLS").ok().map(|number| number.parse().unwrap());
    let mut random = ChaCha8Rng::seed_from_u64(26);
    let mut changed = 0;
    for _ in 0..asked.unwrap_or(SHORT) {
        let k_cell = random.random_range(2..=4);
        let k = k_cell + random.random_range(0..4);
        let setting = Setting { k, k_cell, times: random.random_ratio(1, 3) };
        let some_owners = |random: &mut ChaCha8Rng, most: u64| {
            let owners = random.random_range(0..=most);
            (0..owners).map(|_| random.random_range(0..16)).collect::<BTreeSet<u64>>()
        };
        let mut owned = Owned::from([((0, "north"), (0..16).collect())]);
        for fact in 0..FACTS.len() {
            for cell in ANY_CELLS {
                if random.random_ratio(2, 3) {
                    owned.entry((fact, cell)).or_insert_with(|| some_owners(&mut random, 12));
                }
            }
        }
        let public = publish_text(text_of(&owned), setting);
        let is_shown = |fact: usize, cell: &str| {
            let start = format!("{}\t{cell}\t", FACTS[fact]);
            !cell.is_empty() && public.table.lines().any(|line| line.starts_with(&start))
        };
        for fact in 0..FACTS.len() {
            for &cell in ANY_CELLS.iter().filter(|cell| !is_shown(fact, cell)) {
                if random.random_ratio(1, 2) {
                    let most = if cell.is_empty() { 30 } else { k_cell - 1 };
                    owned.insert((fact, cell), some_owners(&mut random, most));
                    changed += 1;
                }
            }
        }
        let other = publish_text(text_of(&owned), setting);
        assert!(other == public, "{owned:?} with {setting:?}:\n{}\nand\n{}", public.table, other.table);
    }
    println!("{changed} hidden cells changed: no public byte did");
    assert!(changed > 3 * SHORT, "{changed}");
}

/// One owner with another fact, in a region that no row shows, has nothing to do with the rows of others.
#[test]
fn an_owner_in_a_region_of_its_own_changes_no_row() {
    let setting = Setting { k: 5, k_cell: 5, times: false };
    let text = || {
        let owner = |number: usize| {
            let region = if number < 6 { "north" } else { "south" };
            format!("p{number},tea,{region}\n")
        };
        format!("who,query,region\n{}", (0..12).map(owner).collect::<String>())
    };
    let public = publish_text(text(), setting);
    assert_eq!(public.table, "query\tregion\towners\ntea\tnorth\t6\ntea\tsouth\t6\n");
    assert!(public == publish_text(text() + "z,rare,east\n", setting));
    assert!(public == publish_text(text() + "z,tea,\n", setting));
}
