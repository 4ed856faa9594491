//! *balance*: sub-partitions of fewer than k owners dissolve into a leftover that keeps the cut it had, and the
//! leftover has k owners or none.

use super::Problem;
use super::expansion::{Expansion, LEFTOVER};

/// Moves rows of `expansion` to the [`LEFTOVER`] until every class that has rows has at least k owners. There must be a
/// class of k owners. `rows` are those that were expanded.
pub(super) fn balance(problem: &Problem, rows: &[u32], expansion: &mut Expansion) {
    let mut left = Vec::new();
    for (class, &row) in expansion.class_of.iter_mut().zip(rows) {
        if expansion.classes[*class as usize].owners < problem.k {
            *class = LEFTOVER;
            left.push(problem.transactions.owner(row as usize));
        }
    }
    left.dedup();
    if left.is_empty() || left.len() >= problem.k {
        return;
    }
    if let Some(places) = spare(problem, rows, expansion, left) {
        for place in places {
            expansion.class_of[place] = LEFTOVER;
        }
        return;
    }
    // In the order of the rows: of equal classes, the one that is seen first.
    let kept = expansion.class_of.iter().copied().filter(|&class| class != LEFTOVER);
    let least =
        kept.min_by_key(|&class| expansion.classes[class as usize].gain).expect("a class has k owners");
    for class in expansion.class_of.iter_mut().filter(|class| **class == least) {
        *class = LEFTOVER;
    }
}

/// Which rows, by place, bring the leftover of the owners `left` to k owners: those with the least gain that leave k
/// to their classes, the first of equals; none if there are not enough.
///
/// `left` is sorted. A row whose owner is left already would not help. A class is taken to lose an owner with each
/// row. That is so where every owner has one row; elsewhere it may keep more than k.
fn spare(problem: &Problem, rows: &[u32], expansion: &Expansion, mut left: Vec<u32>) -> Option<Vec<usize>> {
    let k = problem.k;
    let mut owners: Vec<usize> = expansion.classes.iter().map(|class| class.owners).collect();
    let class_of = |place: usize| expansion.class_of[place] as usize;
    let mut places: Vec<usize> = (0..rows.len())
        .filter(|&place| expansion.class_of[place] != LEFTOVER && owners[class_of(place)] > k)
        .collect();
    places.sort_by_key(|&place| expansion.gain_of[place]);
    places.retain(|&place| {
        let owner = problem.transactions.owner(rows[place] as usize);
        let owners = &mut owners[class_of(place)];
        match left.binary_search(&owner) {
            Err(at) if left.len() < k && *owners > k => {
                left.insert(at, owner);
                *owners -= 1;
                true
            }
            _ => false,
        }
    });
    (left.len() == k).then_some(places)
}
