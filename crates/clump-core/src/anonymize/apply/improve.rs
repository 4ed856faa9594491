//! Moves rows to bags that keep more, and opens bags that were given up when enough rows gain by it together.
//!
//! A bag draws the rows that gain by it, as long as the bags they leave can spare them. If that makes fewer than k owners,
//! it also draws those that lose least, until there are k. What does not gain in sum is undone.

use super::assign::Problem;
use super::groups::Groups;
use super::index::Rank;
use crate::progress::{Cancelled, Progress};

/// How often all bags are tried. The first time does nearly everything.
const ROUNDS: usize = 4;

/// Looks at the bags from the one that keeps most to the one that keeps least, until nothing changes.
pub(super) fn improve(
    problem: &Problem<'_>,
    groups: &mut Groups<'_>,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    let empty = problem.index.empty();
    let mut rows_of: Vec<Vec<u32>> = vec![Vec::new(); empty as usize];
    for (row, bags) in (0..).zip(&problem.candidates) {
        for &bag in bags.iter().filter(|&&bag| bag != empty) {
            rows_of[bag as usize].push(row);
        }
    }
    for _ in 0..ROUNDS {
        let mut is_better = false;
        for (bag, rows) in (0..).zip(&rows_of) {
            progress.go_on()?;
            is_better |= draw(problem, groups, bag, rows);
        }
        if !is_better {
            break;
        }
    }
    Ok(())
}

/// Lets `bag` draw from `rows`; whether anything was gained.
fn draw(problem: &Problem<'_>, groups: &mut Groups<'_>, bag: Rank, rows: &[u32]) -> bool {
    let kept = |bag: Rank| i128::from(problem.index.kept(bag));
    let mut costs: Vec<(i128, u32)> = rows
        .iter()
        .filter(|&&row| groups.bag_of(row) != bag)
        .map(|&row| (kept(groups.bag_of(row)) - kept(bag), row))
        .collect();
    costs.sort_unstable();
    let (mut gain, mut drawn) = (0, Vec::new());
    for (cost, row) in costs {
        if cost >= 0 && (groups.owners(bag) >= problem.k || gain <= cost) {
            break;
        }
        if groups.can_leave(row, problem.k) {
            drawn.push((row, groups.bag_of(row)));
            groups.put(row, bag);
            gain -= cost;
        }
    }
    if gain > 0 && groups.owners(bag) >= problem.k {
        return true;
    }
    for (row, from) in drawn {
        groups.put(row, from);
    }
    false
}
