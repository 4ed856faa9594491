//! Chances of success for guesses in the order of ratings, with random order between equal ratings.

use std::cmp::Ordering;

/// Number of guesses in attacks with several guesses.
pub(super) const GUESSES: usize = 10;

/// The chances that a right row is among the first guess, and among the first ten.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chances {
    pub at_one: f64,
    pub at_ten: f64,
}

/// A set of rows with equal ratings, which are guessed in random order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tie {
    pub rows: usize,
    /// Number of the rows with this rating that are right guesses.
    pub right: usize,
}

/// Chances for guessing the rows of `ties`, best rating first. Exact: tied rows are drawn without replacement.
pub(super) fn chances(ties: impl IntoIterator<Item = Tie>) -> Chances {
    let (mut left, mut at_one, mut all_wrong) = (GUESSES, None, 1.0);
    for Tie { rows, right } in ties.into_iter().filter(|tie| tie.rows > 0) {
        at_one.get_or_insert(right as f64 / rows as f64);
        let tried = left.min(rows);
        for before in 0..tried {
            all_wrong *= (rows - right).saturating_sub(before) as f64 / (rows - before) as f64;
        }
        left -= tried;
        if left == 0 {
            break;
        }
    }
    Chances { at_one: at_one.unwrap_or(0.0), at_ten: 1.0 - all_wrong }
}

/// A row that may be guessed, with its rating.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rated {
    pub rating: f64,
    /// Decides between rows with equal `rating`: the larger number comes first.
    pub then: u32,
    pub is_right: bool,
}

impl Rated {
    /// Order of guesses: the row with the better rating comes first.
    fn order(&self, other: &Rated) -> Ordering {
        other.rating.total_cmp(&self.rating).then(other.then.cmp(&self.then))
    }
}

/// Chances for guessing rows by descending ratings. O(rows): only the first rows are sorted.
pub(super) fn try_best(mut rated: Vec<Rated>) -> Chances {
    if rated.len() > GUESSES {
        let (_, &mut last, _) = rated.select_nth_unstable_by(GUESSES - 1, Rated::order);
        rated.retain(|row| row.order(&last) != Ordering::Greater);
    }
    rated.sort_unstable_by(Rated::order);
    let ties = rated.chunk_by(|a, b| a.order(b) == Ordering::Equal);
    chances(ties.map(|tie| Tie { rows: tie.len(), right: tie.iter().filter(|row| row.is_right).count() }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reference implementation: goes through all orders with better rows first, each with the same chance.
    fn by_all_orders(rated: &[Rated]) -> [f64; 2] {
        fn orders(left: &[Rated], done: &mut Vec<bool>, found: &mut [f64; 3]) {
            let Some(best) = left.iter().min_by(|a, b| a.order(b)).copied() else {
                found[0] += f64::from(u8::from(done[0]));
                found[1] += f64::from(u8::from(done.iter().take(GUESSES).any(|&right| right)));
                found[2] += 1.0;
                return;
            };
            for place in (0..left.len()).filter(|&place| left[place].order(&best) == Ordering::Equal) {
                let mut rest = left.to_vec();
                done.push(rest.remove(place).is_right);
                orders(&rest, done, found);
                done.pop();
            }
        }
        let mut found = [0.0; 3];
        orders(rated, &mut Vec::new(), &mut found);
        [found[0] / found[2], found[1] / found[2]]
    }

    proptest! {
        #[test]
        fn ties_are_draws(tail in prop::collection::vec((0u32..2, any::<bool>()), 1..6)) {
            // Seven wrong rows come first, so that only three guesses are left for the others.
            let row = |rating: f64, then, is_right| Rated { rating, then, is_right };
            let mut rated: Vec<Rated> = (0..7).map(|place| row(9.0 - f64::from(place), 0, false)).collect();
            rated.extend(tail.iter().map(|&(then, is_right)| row(1.0, then, is_right)));
            for rated in [&rated[..], &rated[7..]] {
                let [at_one, at_ten] = by_all_orders(rated);
                let found = try_best(rated.to_vec());
                prop_assert!((found.at_one - at_one).abs() < 1e-9 && (found.at_ten - at_ten).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn who_has_no_row_to_try_finds_nothing() {
        assert_eq!(try_best(Vec::new()), Chances { at_one: 0.0, at_ten: 0.0 });
    }
}
