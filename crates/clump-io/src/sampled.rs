//! Some owners of a log, for a look at a large one: whole owners, never parts of one.
//!
//! Whether an owner is among them depends on its name alone, so that everything that reads the same log takes the same owners,
//! whatever it reads them for and in which order. Names in a row, as numbers are, fall in and out as if by chance.

use std::hash::{DefaultHasher, Hash, Hasher};

use clump_core::promise::Share;

/// Whether the owner called `name` is among `share` of all owners.
pub(crate) fn is_sampled(name: &str, share: Share) -> bool {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    // As many numbers are below the share of a million as the share says.
    !share.is_exceeded((hasher.finish() % 1_000_000) as usize + 1, 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(share: &str) -> usize {
        let share = share.parse().unwrap();
        (0..100_000).filter(|number: &u32| is_sampled(&number.to_string(), share)).count()
    }

    #[test]
    fn as_many_owners_are_taken_as_asked_for() {
        assert_eq!((sampled("0"), sampled("1")), (0, 100_000));
        // Six standard deviations of a binomial distribution.
        assert!(sampled("10%").abs_diff(10_000) < 570, "{}", sampled("10%"));
    }

    #[test]
    fn a_larger_sample_has_the_smaller_one() {
        let [small, large] = ["1%", "5%"].map(|share| share.parse().unwrap());
        assert!(
            (0..10_000)
                .map(|number| format!("owner {number}"))
                .all(|name| { !is_sampled(&name, small) || is_sampled(&name, large) })
        );
    }
}
