//! A target that compares the checks of all properties with their definitions. There are so few rows that
//! brute force is possible.

use std::collections::{BTreeMap, BTreeSet};

use clump::core::promise::Share;
use clump::core::verify::{self, FactNumbers, ShownFact, Standing};

use crate::choices::Choices;

/// Maximum number of rows; `LABELS` and `OWNERS` are those of labels and owners.
const ROWS: usize = 8;
const LABELS: usize = 5;
const OWNERS: usize = 5;

/// Published rows with the number of owners that each states, and an audit of their owners.
struct Published {
    rows: Vec<Vec<usize>>,
    stated: Vec<usize>,
    /// Pairs of an owner and the index of a row.
    audit: Vec<(usize, usize)>,
    is_sensitive: [bool; LABELS],
}

/// Parameters of all properties that are checked.
#[derive(Clone, Copy)]
struct Limits {
    h: Share,
    k: usize,
    p: usize,
}

/// Checks all properties of rows, lines and facts. Each verdict must equal that of counting every set.
pub fn promises(bytes: &[u8]) -> bool {
    let mut choices = Choices::new(bytes);
    let limits = Limits {
        h: choices.of(["0", "0.25", "0.5", "0.75", "1"]).parse().expect("a share"),
        k: 2 + choices.below(3),
        p: 1 + choices.below(3),
    };
    let published = Published::of(&mut choices);
    published.k_anonymity(limits.k);
    published.coherence(
        limits,
        |_| false,
        verify::Evidence::of_rows(&published.rows, |_| false).km_anonymous(limits.k, limits.p),
    );
    let sensitive = |label: usize| published.is_sensitive[label];
    let is_sensitive = |label: &usize| sensitive(*label);
    let Limits { h, k, p } = limits;
    published.coherence(
        limits,
        sensitive,
        verify::Evidence::of_rows(&published.rows, is_sensitive).coherent(h, k, p),
    );
    published.coherence_by_owners(limits);
    published.certainty(h);
    published.queries(k);
    facts(&mut choices, k);
    true
}

impl Published {
    fn of(choices: &mut Choices<'_>) -> Published {
        let rows: Vec<Vec<usize>> = (0..choices.below(ROWS + 1))
            .map(|_| {
                let mut row: Vec<usize> = (0..choices.below(LABELS)).map(|_| choices.below(LABELS)).collect();
                row.sort_unstable();
                row
            })
            .collect();
        let stated = rows.iter().map(|_| choices.of([0, 1, 2, 3, 4, usize::MAX])).collect();
        let audit = match rows.len() {
            0 => Vec::new(),
            rows => {
                (0..choices.below(2 * ROWS)).map(|_| (choices.below(OWNERS), choices.below(rows))).collect()
            }
        };
        Published { rows, stated, audit, is_sensitive: std::array::from_fn(|_| choices.coin()) }
    }

    /// For each distinct row, the results of `counted` for the indices of all rows equal to it.
    fn by_content<T>(&self, counted: impl Fn(usize) -> T) -> BTreeMap<&Vec<usize>, Vec<T>> {
        let mut found: BTreeMap<&Vec<usize>, Vec<T>> = BTreeMap::new();
        for (number, row) in self.rows.iter().enumerate() {
            found.entry(row).or_default().push(counted(number));
        }
        found
    }

    /// For each distinct row in the audit, the set of its owners.
    fn owners_by_content(&self) -> BTreeMap<&Vec<usize>, BTreeSet<usize>> {
        let mut found: BTreeMap<&Vec<usize>, BTreeSet<usize>> = BTreeMap::new();
        for &(owner, row) in &self.audit {
            found.entry(&self.rows[row]).or_default().insert(owner);
        }
        found
    }

    /// For each entry of the audit: the owner, the number of the row from 1, and the row.
    fn audited(&self) -> impl Iterator<Item = (usize, usize, &Vec<usize>)> {
        self.audit.iter().map(|&(owner, row)| (owner, row + 1, &self.rows[row]))
    }

    fn k_anonymity(&self, k: usize) {
        let stated = self.by_content(|row| self.stated[row]);
        let rows = verify::k_anonymous_rows(&self.rows, k);
        assert_eq!(rows.holds, !stated.is_empty() && stated.values().all(|rows| rows.len() >= k));
        let groups = verify::k_anonymous_groups(self.stated.iter().copied().zip(&self.rows), k);
        let enough = |stated: &Vec<usize>| sum(stated.iter().copied()) >= k;
        assert_eq!(groups.holds, !stated.is_empty() && stated.values().all(enough));
        let behind = self.owners_by_content();
        let owners = verify::k_anonymous_owners(self.audited(), k);
        assert_eq!(owners.holds, !behind.is_empty() && behind.values().all(|owners| owners.len() >= k));
    }

    /// All sets of up to `p` labels that occur together in a row of `rows` and have no sensitive label.
    fn known(rows: &[&Vec<usize>], p: usize, is_sensitive: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let sets =
            (1..1usize << LABELS).map(|set| (0..LABELS).filter(|label| set >> label & 1 == 1).collect());
        sets.filter(|set: &Vec<usize>| {
            set.len() <= p
                && !set.iter().any(|&label| is_sensitive(label))
                && rows.iter().any(|row| set.iter().all(|label| row.contains(label)))
        })
        .collect()
    }

    /// Compares coherence if each row is an owner (`found`), and if rows state their numbers of owners.
    fn coherence(
        &self,
        limits: Limits,
        is_sensitive: impl Fn(usize) -> bool,
        found: Result<verify::Verdict, verify::TooManySets>,
    ) {
        let Limits { h, k, p } = limits;
        let rows: Vec<&Vec<usize>> = self.rows.iter().collect();
        let known = Published::known(&rows, p, &is_sensitive);
        let holds_with = |stands_for: &dyn Fn(usize) -> usize| {
            let count = |set: &[usize]| {
                let holding =
                    (0..rows.len()).filter(|&row| set.iter().all(|label| rows[row].contains(label)));
                sum(holding.map(stands_for))
            };
            let is_kept = |set: &Vec<usize>| {
                let (all, sensitive) = (count(set), (0..LABELS).filter(|&label| is_sensitive(label)));
                let with = |label: usize| count(&[&set[..], &[label]].concat());
                all >= k && sensitive.into_iter().all(|label| !is_more(with(label), all, h))
            };
            !rows.is_empty() && known.iter().all(is_kept)
        };
        assert_eq!(found.expect("few sets").holds, holds_with(&|_| 1), "coherence of rows");
        let stated = self.stated.iter().copied().zip(&self.rows);
        let groups = verify::Evidence::of_groups(stated, |&label| is_sensitive(label)).coherent(h, k, p);
        assert_eq!(
            groups.expect("few sets").holds,
            holds_with(&|row| self.stated[row]),
            "coherence of groups"
        );
    }

    /// Compares coherence by the audit: owners count for k, pairs of an owner and a row count for h.
    fn coherence_by_owners(&self, Limits { h, k, p }: Limits) {
        let lines: BTreeSet<(usize, usize)> = self.audit.iter().copied().collect();
        let rows: Vec<&Vec<usize>> = lines.iter().map(|&(_, row)| &self.rows[row]).collect();
        let holding = |set: &[usize]| -> Vec<usize> {
            let lines =
                lines.iter().filter(|&&(_, row)| set.iter().all(|label| self.rows[row].contains(label)));
            lines.map(|&(owner, _)| owner).collect()
        };
        let known = Published::known(&rows, p, |label| self.is_sensitive[label]);
        let is_kept = |set: &Vec<usize>| {
            let all = holding(set);
            let with = |label: usize| holding(&[&set[..], &[label]].concat()).len();
            BTreeSet::from_iter(&all).len() >= k
                && (0..LABELS).all(|label| !self.is_sensitive[label] || !is_more(with(label), all.len(), h))
        };
        let found =
            verify::Evidence::of_owners(self.audited(), |&label| self.is_sensitive[label]).coherent(h, k, p);
        let holds = !lines.is_empty() && known.iter().all(is_kept);
        assert_eq!(found.expect("few sets").holds, holds, "coherence of owners");
    }

    /// Compares certainty by rows, by stated numbers, and by owners. A row shows its own sensitive labels.
    /// For owners, their number decides if they have a sensitive item.
    fn certainty(&self, certainty: Share) {
        let shown = |row: &Vec<usize>| -> Vec<usize> {
            row.iter().copied().filter(|&label| self.is_sensitive[label]).collect()
        };
        let by_content = self.by_content(|row| self.stated[row]);
        let is_kept = |row: &Vec<usize>, owners: usize| {
            !is_more(if shown(row).is_empty() { 0 } else { owners }, owners, certainty)
        };
        let rows = verify::uncertain_rows(self.rows.iter().map(|row| (row, shown(row))), certainty);
        let are_kept = by_content.iter().all(|(row, stated)| is_kept(row, stated.len()));
        assert_eq!(rows.holds, !by_content.is_empty() && are_kept, "certainty of rows");
        let stated = self.stated.iter().zip(&self.rows).map(|(&owners, row)| (owners, row, shown(row)));
        let are_kept = by_content.iter().all(|(row, stated)| is_kept(row, sum(stated.iter().copied())));
        assert_eq!(
            verify::uncertain_groups(stated, certainty).holds,
            !by_content.is_empty() && are_kept,
            "certainty of groups"
        );

        let has = |owner: usize| if self.is_sensitive[owner] { vec![owner % 2] } else { Vec::new() };
        let audited = self.audited().map(|(owner, line, row)| (owner, line, row, has(owner)));
        let behind = self.owners_by_content();
        let is_kept = |owners: &BTreeSet<usize>| {
            let holders = |node: usize| owners.iter().filter(|&&owner| has(owner).contains(&node)).count();
            [0, 1].into_iter().all(|node| !is_more(holders(node), owners.len(), certainty))
        };
        let are_kept = !behind.is_empty() && behind.values().all(is_kept);
        assert_eq!(verify::uncertain_owners(audited, certainty).holds, are_kept, "certainty of owners");
    }

    /// Compares common queries. Each entry of the audit is a line; owner 0 means a line without an owner.
    fn queries(&self, k: usize) {
        let named = |owner: usize| (owner > 0).then_some(owner);
        let lines: Vec<(Option<usize>, &Vec<usize>)> =
            self.audited().map(|(owner, _, row)| (named(owner), row)).collect();
        let is_common = |said: &Vec<usize>| {
            let saying: Vec<Option<usize>> =
                lines.iter().filter(|line| line.1 == said).map(|&(owner, _)| owner).collect();
            let unnamed = saying.iter().filter(|owner| owner.is_none()).count();
            saying.iter().flatten().collect::<BTreeSet<_>>().len() + unnamed >= k
        };
        let found = verify::common_queries(lines.iter().copied(), k);
        assert_eq!(found.holds, lines.iter().all(|&(_, said)| is_common(said)), "common queries");
    }
}

/// Compares common facts: every row has enough owners, no row occurs twice, and the cells of a fact
/// have enough owners together.
fn facts(choices: &mut Choices<'_>, k: usize) {
    let k_cell = 2 + choices.below(3);
    let numbers = choices.of([FactNumbers::Changed, FactNumbers::Exact]);
    let has_cells = choices.coin();
    let rows: Vec<ShownFact<usize, usize>> = (0..choices.below(ROWS))
        .map(|_| ShownFact {
            fact: choices.below(2),
            standing: match choices.below(4) {
                _ if !has_cells => Standing::Fact,
                cell => Standing::Cell(cell),
            },
            owners: choices.of([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, usize::MAX]),
            times: None,
        })
        .collect();
    let found = verify::common_facts(rows.iter().cloned(), k, k_cell, numbers);
    let is_cell = |row: &ShownFact<usize, usize>| matches!(row.standing, Standing::Cell(_));
    let is_enough = |row: &ShownFact<usize, usize>| {
        let is_alone =
            |other: &ShownFact<usize, usize>| (other.fact, &other.standing) == (row.fact, &row.standing);
        row.owners >= if is_cell(row) { k_cell } else { k }
            && rows.iter().filter(|other| is_alone(other)).count() == 1
    };
    let mut holds = rows.iter().all(is_enough);
    if numbers == FactNumbers::Exact {
        holds &= (0..2).all(|fact| counts_cells(&rows, fact, k));
    }
    assert_eq!(found.holds, holds, "common facts");
}

/// True if the cells of `fact` have k owners together.
fn counts_cells(rows: &[ShownFact<usize, usize>], fact: usize, k: usize) -> bool {
    let is_cell =
        |row: &&ShownFact<usize, usize>| row.fact == fact && matches!(row.standing, Standing::Cell(_));
    let cells: Vec<usize> = rows.iter().filter(is_cell).map(|row| row.owners).collect();
    cells.is_empty() || sum(cells.into_iter()) >= k
}

/// True if `part` divided by `whole` is more than `most`.
fn is_more(part: usize, whole: usize, most: Share) -> bool {
    let hundredths = (most.as_f64() * 100.0).round() as u128;
    part as u128 * 100 > whole as u128 * hundredths
}

/// Sum that saturates, since a file may state any number.
fn sum(numbers: impl Iterator<Item = usize>) -> usize {
    numbers.fold(0, usize::saturating_add)
}
