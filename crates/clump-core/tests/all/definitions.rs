//! On tiny inputs every verdict, counts and place included, is that of the definition tried on all subsets; and neither
//! names nor order nor threads change it.

use std::collections::BTreeSet;

use clump_core::promise::Share;
use clump_core::verify::{
    Counted, Evidence, ROWS_NAMED, Reason, Verdict, Violation, common_queries, k_anonymous_groups,
    k_anonymous_owners, k_anonymous_rows, stated_by_rows,
};
use proptest::prelude::*;

use crate::common::on_threads;

/// Published lines of labels 0 to 5, of which 4 and 5 may be sensitive, and transactions as (owner, line from 1).
#[derive(Clone, Debug)]
struct Published {
    lines: Vec<Vec<u8>>,
    transactions: Vec<(u8, usize)>,
    owners: Vec<usize>,
}

fn any_published() -> impl Strategy<Value = Published> {
    let line = prop::collection::vec(0u8..6, 0..6);
    prop::collection::vec((line, 0usize..4), 1..8).prop_flat_map(|lines| {
        let (lines, owners): (Vec<_>, Vec<_>) = lines.into_iter().unzip();
        let transaction = (0u8..5, 1..=lines.len());
        let transactions = prop::collection::vec(transaction, 1..12);
        transactions.prop_map(move |transactions| Published {
            lines: lines.clone(),
            transactions,
            owners: owners.clone(),
        })
    })
}

#[derive(Clone, Copy, Debug)]
struct Asked {
    h: Share,
    k: usize,
    p: usize,
    secrets: u8,
}

impl Asked {
    fn is_sensitive(self, label: u8) -> bool {
        label >= 6 - self.secrets
    }
}

fn asked() -> impl Strategy<Value = Asked> {
    let h = prop::sample::select(vec!["0", "0.25", "0.333333", "0.5", "0.75", "1"]);
    (h, 1usize..4, 1usize..5, 0u8..3).prop_map(|(h, k, p, secrets)| Asked {
        h: h.parse().unwrap(),
        k,
        p,
        secrets,
    })
}

impl Published {
    fn audit(&self) -> impl Iterator<Item = (u8, usize, &Vec<u8>)> {
        self.transactions.iter().map(|&(owner, line)| (owner, line, &self.lines[line - 1]))
    }

    fn stated(&self) -> impl Iterator<Item = (usize, &Vec<u8>)> {
        self.owners.iter().copied().zip(&self.lines)
    }

    /// Answers of every verifier.
    fn verdicts(&self, Asked { h, k, p, secrets }: Asked) -> Vec<Verdict> {
        let is_sensitive = |&label: &u8| label >= 6 - secrets;
        let bag = |line: &Vec<u8>| {
            let mut bag = line.clone();
            bag.sort_unstable();
            bag
        };
        vec![
            k_anonymous_rows(self.lines.iter().map(bag), k),
            k_anonymous_groups(self.stated().map(|(owners, line)| (owners, bag(line))), k),
            k_anonymous_owners(self.audit().map(|(owner, number, line)| (owner, number, bag(line))), k),
            Evidence::of_rows(&self.lines, |_| false).km_anonymous(k, p).unwrap(),
            Evidence::of_groups(self.stated(), |_| false).km_anonymous(k, p).unwrap(),
            Evidence::of_owners(self.audit(), |_| false).km_anonymous(k, p).unwrap(),
            Evidence::of_rows(&self.lines, is_sensitive).coherent(h, k, p).unwrap(),
            Evidence::of_groups(self.stated(), is_sensitive).coherent(h, k, p).unwrap(),
            Evidence::of_owners(self.audit(), is_sensitive).coherent(h, k, p).unwrap(),
            common_queries(self.audit().map(|(owner, _, line)| (Some(owner), bag(line))), k),
        ]
    }
}

/// A row as the definitions see it: whose it is, for how many it stands, and on which line.
type Naive<'a> = (usize, usize, usize, &'a Vec<u8>);

/// Owners count once, with what they stand for.
fn support(rows: &[Naive]) -> usize {
    let behind: BTreeSet<(usize, usize)> = rows.iter().map(|&(owner, many, ..)| (owner, many)).collect();
    behind.iter().map(|(_, many)| many).sum()
}

fn many(rows: &[Naive]) -> usize {
    rows.iter().map(|&(_, many, ..)| many).sum()
}

/// Coherence by its definition: all subsets of all labels, the smallest first.
fn naive_coherence(counted: Counted, rows: &[Naive], asked: Asked) -> Verdict {
    let mut verdict = Verdict {
        holds: true,
        counted,
        rows: many(rows),
        sets: 0,
        smallest: usize::MAX,
        violations: 0,
        first: None,
    };
    for size in 1..=asked.p {
        for mask in (1u8..64).filter(|mask| mask.count_ones() as usize == size) {
            let set: Vec<u8> = (0..6).filter(|label| mask & 1 << label != 0).collect();
            let holds_all = |row: &Naive, set: &[u8]| set.iter().all(|label| row.3.contains(label));
            let holders: Vec<Naive> = rows.iter().copied().filter(|row| holds_all(row, &set)).collect();
            if holders.is_empty() || set.iter().any(|&label| asked.is_sensitive(label)) {
                continue;
            }
            let (found, of) = (support(&holders), many(&holders));
            verdict.sets += 1;
            verdict.smallest = verdict.smallest.min(found);
            let with =
                |item: u8| holders.iter().copied().filter(|row| row.3.contains(&item)).collect::<Vec<_>>();
            let items = (0..6).filter(|&item| asked.is_sensitive(item));
            let with_item = items.map(|item| many(&with(item))).max().unwrap_or(0);
            let reason = if found < asked.k {
                Reason::TooFew { found, needed: asked.k }
            } else if asked.h.is_exceeded(with_item, of) {
                Reason::Breach { with_item, of }
            } else {
                continue;
            };
            let lines: BTreeSet<usize> = holders.iter().map(|&(_, _, line, _)| line).collect();
            let top = holders.iter().min_by_key(|row| row.2).unwrap().3;
            let mut columns: Vec<usize> =
                set.iter().map(|label| top.iter().position(|other| other == label).unwrap() + 1).collect();
            columns.sort_unstable();
            let rows = lines.into_iter().take(ROWS_NAMED).collect();
            let violation = Violation { rows, columns, reason };
            verdict.violations += 1;
            let key = |violation: &Violation| (violation.rows[0], violation.columns.clone());
            if verdict.first.as_ref().is_none_or(|first| key(&violation) < key(first)) {
                verdict.first = Some(violation);
            }
        }
        if verdict.violations > 0 {
            break;
        }
    }
    verdict.holds = verdict.violations == 0;
    if verdict.sets == 0 {
        verdict.smallest = 0;
    }
    verdict
}

/// k-anonymity, and common queries, by their definition: of every row, all rows that are the same.
fn naive_equal_rows(counted: Counted, rows: &[Naive], k: usize) -> Verdict {
    let bag = |row: &Naive| {
        let mut bag = row.3.clone();
        bag.sort_unstable();
        bag
    };
    let bags: BTreeSet<Vec<u8>> = rows.iter().map(bag).collect();
    let groups: Vec<Vec<Naive>> =
        bags.iter().map(|equal| rows.iter().copied().filter(|row| bag(row) == *equal).collect()).collect();
    let broken = groups.iter().filter(|group| support(group) < k).map(|group| {
        let lines: BTreeSet<usize> = group.iter().map(|&(_, _, line, _)| line).collect();
        let rows: Vec<usize> = lines.into_iter().take(ROWS_NAMED).collect();
        Violation { rows, columns: Vec::new(), reason: Reason::TooFew { found: support(group), needed: k } }
    });
    Verdict {
        holds: broken.clone().count() == 0,
        counted,
        rows: many(rows),
        sets: groups.len(),
        smallest: groups.iter().map(|group| support(group)).min().unwrap_or(0),
        violations: broken.clone().count(),
        first: broken.min_by_key(|violation| violation.rows[0]),
    }
}

/// Number of rows that are published for owners: one for each owner of each group of equal rows.
fn of_owners(rows: &[Naive]) -> usize {
    let owned = rows.iter().map(|&(owner, .., line)| {
        let mut bag = line.clone();
        bag.sort_unstable();
        (owner, bag)
    });
    owned.collect::<BTreeSet<_>>().len()
}

/// Counts of a verdict without the place of its first violation.
fn counts(verdicts: &[Verdict]) -> Vec<Verdict> {
    verdicts.iter().map(|verdict| Verdict { first: None, ..verdict.clone() }).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000 * ProptestConfig::default().cases / 256))]

    #[test]
    fn verdicts_are_those_of_the_definitions(published in any_published(), asked in asked()) {
        let lines: Vec<Naive> =
            published.lines.iter().enumerate().map(|(index, line)| (index, 1, index + 1, line)).collect();
        let groups: Vec<Naive> =
            published.stated().enumerate().map(|(index, (owners, line))| (index, owners, index + 1, line)).collect();
        let transactions: Vec<Naive> =
            published.audit().map(|(owner, number, line)| (usize::from(owner), 1, number, line)).collect();
        // Transactions of one owner on one line are one row.
        let mut audit = transactions.clone();
        audit.sort_by_key(|&(owner, _, number, _)| (owner, number));
        audit.dedup_by_key(|&mut (owner, _, number, _)| (owner, number));
        // A log has a line for each transaction.
        let log: Vec<Naive> = transactions
            .iter()
            .enumerate()
            .map(|(index, &(owner, many, _, line))| (owner, many, index + 1, line))
            .collect();
        let all = [(Counted::Rows, &lines), (Counted::Stated, &groups), (Counted::Owners, &audit)];
        let nothing_sensitive = Asked { secrets: 0, ..asked };
        let expected: Vec<Verdict> = all
            .iter()
            .map(|&(counted, rows)| {
                let verdict = naive_equal_rows(counted, rows, asked.k);
                // An owner counts once in a group, also with equal rows on several lines.
                let rows = if counted == Counted::Owners { of_owners(rows) } else { verdict.rows };
                Verdict { rows, ..verdict }
            })
            .chain(all.iter().map(|&(counted, rows)| naive_coherence(counted, rows, nothing_sensitive)))
            .chain(all.iter().map(|&(counted, rows)| naive_coherence(counted, rows, asked)))
            .chain([naive_equal_rows(Counted::Owners, &log, asked.k)])
            .collect();
        prop_assert_eq!(published.verdicts(asked), expected);
    }

    #[test]
    fn names_and_order_change_no_verdict(
        published in any_published(),
        asked in asked(),
        names in Just([0u8, 1, 2, 3]).prop_shuffle(),
        owners in Just([0u8, 1, 2, 3, 4]).prop_shuffle(),
        order in Just((0..8).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        let verdicts = published.verdicts(asked);
        // Public labels and owners get other names: nothing changes, not even which violation is the first.
        let mut renamed = published.clone();
        for label in renamed.lines.iter_mut().flatten().filter(|label| **label < 4) {
            *label = names[usize::from(*label)];
        }
        for (owner, _) in &mut renamed.transactions {
            *owner = owners[usize::from(*owner)];
        }
        prop_assert_eq!(&renamed.verdicts(asked), &verdicts);

        // Lines, the labels of each line and transactions change places.
        let mut moved = published.clone();
        let order: Vec<usize> = order.into_iter().filter(|&line| line < moved.lines.len()).collect();
        moved.lines = order.iter().map(|&line| published.lines[line].iter().rev().copied().collect()).collect();
        moved.owners = order.iter().map(|&line| published.owners[line]).collect();
        for (_, line) in &mut moved.transactions {
            *line = order.iter().position(|&place| place == *line - 1).unwrap() + 1;
        }
        moved.transactions.reverse();
        prop_assert_eq!(counts(&moved.verdicts(asked)), counts(&verdicts));
    }

    #[test]
    fn stated_numbers_are_those_of_equal_rows(rows in prop::collection::vec((0usize..4, 0u8..5), 1..40)) {
        let equal = |row: u8| rows.iter().filter(move |other| other.1 == row);
        let is_wrong = |&row: &u8| equal(row).any(|&(stated, _)| stated != equal(row).count());
        prop_assert_eq!(stated_by_rows(rows.iter().copied(), 0).violations, (0..5).filter(is_wrong).count());
    }

    #[test]
    fn threads_change_no_verdict(published in any_published(), asked in asked()) {
        let on = |threads| on_threads(threads, || published.verdicts(asked));
        prop_assert_eq!(on(1), on(4));
    }
}
