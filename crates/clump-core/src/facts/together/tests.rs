//! Attacks on rows that are safe together: by the rules, by exhaustion, and by knowledge of the method.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use proptest::prelude::*;

use super::*;

const T: u64 = 3;

/// Rows with their owners, and families that link them.
#[derive(Default)]
struct Log {
    rows: Vec<BTreeSet<u32>>,
    linked: LinkedRows,
}

impl Log {
    fn row(&mut self, owners: impl IntoIterator<Item = u32>) -> u32 {
        self.rows.push(owners.into_iter().collect());
        let owners = self.rows[self.rows.len() - 1].len() as u64;
        self.linked.owners.push(owners);
        self.linked.least.push(T);
        self.linked.names.push(self.rows.len() as u32);
        self.rows.len() as u32 - 1
    }

    /// Links the children that have enough owners with their parent.
    fn family(&mut self, parent: u32, children: &[u32], cover: Option<Cover>) {
        let is_enough = |&child: &u32| self.linked.owners[child as usize] >= T;
        self.linked.children.push(children.iter().copied().filter(is_enough));
        self.linked.heads.push(FamilyHead { parent, link: 0, least: T, cover });
    }

    fn safe(&self) -> SafeRows {
        let fetch = |is_needed: &[bool]| {
            let rows = self.rows.iter().zip(is_needed);
            Ok::<_, Infallible>(
                rows.map(|(row, &is)| row.iter().copied().filter(|_| is).collect::<Vec<_>>()).collect(),
            )
        };
        match self.linked.safe(fetch) {
            Ok(safe) => safe,
            Err(never) => match never {},
        }
    }

    /// Number of a row, if it is published.
    fn shown(&self, safe: &SafeRows, row: u32) -> Option<u64> {
        let is_shown = safe.is_kept[row as usize] && safe.owners[row as usize] >= T;
        is_shown.then(|| safe.owners[row as usize])
    }
}

/// One fact whose owners are divided by a column that is constant for each owner: total and cells.
fn of_cells(sizes: &[u32]) -> (Log, Vec<u32>) {
    let mut log = Log::default();
    let all = log.row(0..sizes.iter().sum());
    let mut first = 0;
    let mut rows = vec![all];
    for &size in sizes {
        rows.push(log.row(first..first + size));
        first += size;
    }
    let cover = Cover { names: Some(sizes.len() as u64), is_free: true };
    log.family(all, &rows[1..], Some(cover));
    (log, rows)
}

#[test]
fn a_small_rest_is_left_out() {
    let (log, rows) = of_cells(&[20, 9, 2]);
    let safe = log.safe();
    assert_eq!(
        rows.iter().map(|&row| log.shown(&safe, row)).collect::<Vec<_>>(),
        [Some(29), Some(20), Some(9), None]
    );
    assert_eq!(safe.left_out, [(0, 29), (0, 30)]);
}

#[test]
fn a_large_rest_in_many_cells_stays() {
    let (log, rows) = of_cells(&[20, 2, 2, 1, 1]);
    let safe = log.safe();
    assert_eq!((log.shown(&safe, rows[0]), safe.left_out.len()), (Some(26), 0));
}

#[test]
fn a_pair_that_nearly_always_occurs_takes_few_people_from_the_word() {
    let mut log = Log::default();
    let (rhode, island) = (log.row(0..22), log.row(0..40));
    let pair = log.row(0..20);
    log.family(rhode, &[pair], None);
    log.family(island, &[pair], None);
    let safe = log.safe();
    let shown = [rhode, island, pair].map(|row| log.shown(&safe, row));
    assert_eq!(shown, [Some(20), Some(40), Some(20)]);
}

#[test]
fn a_child_is_hidden_if_that_costs_less() {
    let mut log = Log::default();
    let all = log.row(0..5);
    let children: Vec<u32> = [0..3, 2..5, 2..5, 2..5].map(|owners| log.row(owners)).into();
    log.family(all, &children, None);
    let safe = log.safe();
    // Without child 0, people 0 and 1 would be left out of one row; with them the pair of 3 goes.
    assert!(safe.owners.iter().zip(&safe.is_kept).all(|(&owners, &is_kept)| !is_kept || owners >= T));
    for &child in &children {
        let (Some(all), Some(child)) = (log.shown(&safe, all), log.shown(&safe, child)) else { continue };
        assert!(all == child || all >= child + T);
    }
}

/// A pair of words whose owners are those of one word makes this word lie within the other. With cells of both words,
/// the pair would show that one owner has the other word alone in a cell.
#[test]
fn a_pair_as_large_as_its_word_is_hidden_beside_near_cells() {
    let mut log = Log::default();
    let (rhode, island) = (log.row(0..22), log.row(0..40));
    let (of_rhode, of_island) = (log.row(0..7), log.row((0..7).chain([30])));
    log.linked.names[of_island as usize] = log.linked.names[of_rhode as usize];
    let pair = log.row(0..22);
    let cover = Some(Cover { names: Some(20), is_free: true });
    log.family(rhode, &[of_rhode], cover);
    log.family(island, &[of_island], cover);
    log.family(rhode, &[pair], None);
    log.family(island, &[pair], None);
    log.linked.crossings.push([pair, rhode, island]);
    let safe = log.safe();
    assert!(!safe.is_kept[pair as usize] && safe.is_kept[of_island as usize]);
}

/// All people of a query clicked one host, so those who clicked another host too are among them, in each cell.
#[test]
fn a_host_within_another_is_hidden_if_their_cells_are_near() {
    let published = |of_one: u32| {
        let mut log = Log::default();
        let query = log.row(0..20);
        let (all, some) = (log.row(0..20), log.row((0..of_one).chain(10..16)));
        let (all_north, all_south) = (log.row(0..10), log.row(10..20));
        let (some_north, some_south) = (log.row(0..of_one), log.row(10..16));
        for (one, other) in [(all_north, some_north), (all_south, some_south)] {
            log.linked.names[other as usize] = log.linked.names[one as usize];
        }
        let cover = Some(Cover { names: Some(2), is_free: true });
        log.family(query, &[all, some], None);
        log.family(all, &[all_north, all_south], cover);
        log.family(some, &[some_north, some_south], cover);
        let safe = log.safe();
        [query, all, some, some_north, some_south].map(|row| log.shown(&safe, row).is_some())
    };
    assert_eq!(published(8), [true, true, false, false, false]);
    assert_eq!(published(7), [true; 5]);
}

/// An attacker who knows the method looks at all logs that give the same release: no hidden cell has 1 to t - 1
/// people in all of them.
#[test]
fn knowing_the_method_does_not_help() {
    const MOST: u32 = 8;
    for cells in [2, 3, 4] {
        let mut by_release: BTreeMap<Vec<Option<u64>>, Vec<BTreeSet<u32>>> = BTreeMap::new();
        let mut sizes = vec![0u32; cells];
        loop {
            let (log, rows) = of_cells(&sizes);
            let safe = log.safe();
            let release: Vec<Option<u64>> = rows.iter().map(|&row| log.shown(&safe, row)).collect();
            let known = by_release.entry(release).or_insert_with(|| vec![BTreeSet::new(); cells]);
            sizes.iter().zip(known).for_each(|(&size, known)| _ = known.insert(size));
            let Some(at) = sizes.iter().position(|&size| size < MOST) else { break };
            sizes[at] += 1;
            sizes[..at].fill(0);
        }
        for (release, known) in by_release {
            for (cell, known) in known.iter().enumerate().filter(|&(cell, _)| release[cell + 1].is_none()) {
                let is_few = |&people: &u32| people > 0 && u64::from(people) < T;
                assert!(!known.iter().all(is_few), "{release:?} reveals cell {cell}: {known:?}");
            }
        }
    }
}

/// A log of one fact: for each owner the region (constant), and the days, as bits; owners without days lack the fact.
fn arb_log() -> impl Strategy<Value = Vec<(u32, u32)>> {
    prop::collection::vec((0u32..3, 0u32..16), 0..16)
}

proptest! {
    /// For any log with regions and days: the release is the exact count of a smaller log, and keeps all rules.
    #[test]
    fn all_rules_hold_and_the_numbers_are_of_one_log(owners in arb_log(), is_free in any::<bool>()) {
        let mut log = Log::default();
        let of = |is: &dyn Fn(u32, u32) -> bool| {
            let owners = (0u32..).zip(&owners);
            owners.filter(|&(_, &(region, days))| days > 0 && is(region, days)).map(|(owner, _)| owner).collect::<Vec<_>>()
        };
        let all = log.row(of(&|_, _| true));
        let regions: Vec<u32> = (0..3).map(|name| log.row(of(&|region, _| region == name))).collect();
        let days: Vec<u32> = (0..4).map(|day| log.row(of(&|_, days| days >> day & 1 == 1))).collect();
        let cover = |names| Some(Cover { names: Some(names), is_free });
        log.family(all, &regions, cover(3));
        log.family(all, &days, cover(4));
        let safe = log.safe();
        // Without the people who were left out, rows have the numbers that are stated, and stay within their parents.
        let out: BTreeSet<(u32, u32)> = safe.left_out.iter().copied().collect();
        let rest = |row: u32| log.rows[row as usize].iter().copied().filter(|&owner| !out.contains(&(row, owner))).collect::<BTreeSet<u32>>();
        for row in (0..log.rows.len() as u32).filter(|&row| safe.is_kept[row as usize]) {
            prop_assert_eq!(rest(row).len() as u64, safe.owners[row as usize]);
        }
        let is_few = |people: u64| people > 0 && people < T;
        if let Some(total) = log.shown(&safe, all) {
            for (children, names) in [(&regions, 3), (&days, 4)] {
                let shown: Vec<u64> = children.iter().filter_map(|&child| log.shown(&safe, child)).collect();
                for &child in children.iter().filter(|&&child| log.shown(&safe, child).is_some()) {
                    prop_assert!(rest(child).is_subset(&rest(all)));
                }
                prop_assert!(shown.iter().all(|&child| child <= total && !is_few(total - child)));
                let sum: u64 = shown.iter().sum();
                prop_assert!(!is_free && shown.is_empty() || !is_few(sum.abs_diff(total)));
                prop_assert!(is_free || shown.is_empty() || sum >= total && total > names * (T - 1));
                prop_assert!(is_free || (shown.len() as u64) < names || sum == total);
                let most = (names - shown.len() as u64).saturating_sub(1) * (T - 1);
                prop_assert!(sum >= total || total - sum <= most || shown.is_empty());
            }
        }
    }
}
