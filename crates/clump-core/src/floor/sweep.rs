//! A bound on all groups that a few chosen rows can still grow into, from what each candidate would leave.
//!
//! Let `spent` be the price of the rows chosen so far, `need` how many are missing, and a(u) what the chosen rows
//! keep together with candidate u. A completion by the candidates C keeps at most min a(u) over C. With
//! tau = that minimum, all of C is among the candidates with a(u) >= tau, so
//!
//! k * kept - price <= k * tau - spent - (the `need` cheapest prices among candidates with a(u) >= tau).
//!
//! If u is one of C, then also tau <= a(u), and at best the `need - 1` cheapest come with it: that bounds every
//! completion *through u*, and u can be forgotten when even this does not exceed what is already known.

use std::collections::BinaryHeap;

/// A row that may join.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Value that the chosen rows and this one keep together: a(u).
    pub keeps: u32,
    /// The price of the row.
    pub price: i64,
    /// Its number among the candidates of the search.
    pub number: u32,
}

/// A candidate and the bound on every completion through it.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// No completion with this candidate exceeds it.
    pub bound: i64,
    /// The candidate.
    pub number: u32,
}

/// Working memory of [`Sweep::branches`].
#[derive(Default)]
pub struct Sweep {
    cheapest: BinaryHeap<i64>,
    ahead: Vec<i64>,
}

impl Sweep {
    /// The candidates whose completions may exceed `known`, best bound first; none if fewer than `need` are left.
    pub fn branches(
        &mut self,
        candidates: &mut [Candidate],
        (k, need): (i64, usize),
        spent: i64,
        known: i64,
        branches: &mut Vec<Branch>,
    ) {
        branches.clear();
        if candidates.len() < need {
            return;
        }
        candidates.sort_unstable_by(|a, b| b.keeps.cmp(&a.keeps).then(a.number.cmp(&b.number)));
        // ahead[i]: the bound for tau = a(i), with need - 1 prices paid; then its maximum over all tau <= a(i).
        self.cheapest.clear();
        self.ahead.clear();
        let mut sum = 0;
        for candidate in candidates.iter() {
            if need > 1 {
                self.cheapest.push(candidate.price);
                sum += candidate.price;
                if self.cheapest.len() >= need
                    && let Some(dearest) = self.cheapest.pop()
                {
                    sum -= dearest;
                }
            }
            let enough = self.cheapest.len() + 1 == need;
            self.ahead.push(if enough { k * i64::from(candidate.keeps) - spent - sum } else { NEVER });
        }
        let mut most = NEVER;
        for (candidate, &ahead) in candidates.iter().zip(&self.ahead).rev() {
            most = most.max(ahead);
            let bound = most - candidate.price;
            if bound > known {
                branches.push(Branch { bound, number: candidate.number });
            }
        }
        if branches.len() < need {
            branches.clear();
        }
        branches.sort_unstable_by(|a, b| b.bound.cmp(&a.bound).then(a.number.cmp(&b.number)));
    }
}

/// Less than any bound, with room for subtractions.
const NEVER: i64 = i64::MIN / 4;
