//! Stops a run before grouping if more than half of the words or owners were dropped while reading. With the
//! wrong taxonomy, a release could otherwise have no loss, but only for the few words that remain.

use std::fmt;

use clump_io::ReadCounts;
use clump_report::count;

use crate::DataError;
use crate::job::Job;

/// Numbers of words and owners that were dropped before grouping. Words are counted as in
/// [`Words`](clump_report::Words).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct GoneBefore {
    /// Number of words that were read.
    pub words: u64,
    /// Number of these words that are not in the taxonomy.
    pub words_unknown: u64,
    /// Number of these words that the override file drops.
    pub words_dropped: u64,
    /// Number of owners that were read.
    pub owners: u64,
    /// Number of these owners without any word in the taxonomy.
    pub empty_owners: u64,
}

impl GoneBefore {
    fn of(counts: &ReadCounts) -> GoneBefore {
        GoneBefore {
            words: counts.words_read(),
            words_unknown: counts.words_unknown,
            words_dropped: counts.words_dropped,
            owners: counts.owners_read(),
            empty_owners: counts.empty_owners,
        }
    }

    fn are_most_words(&self) -> bool {
        2 * (self.words_unknown + self.words_dropped) > self.words
    }

    fn are_most_owners(&self) -> bool {
        2 * self.empty_owners > self.owners
    }

    /// Subject of the error message: words, owners, or both.
    pub(crate) fn what(&self) -> &'static str {
        match (self.are_most_words(), self.are_most_owners()) {
            (true, true) => "more than half of the words and of the owners are",
            (false, true) => "more than half of the owners are",
            _ => "more than half of the words are",
        }
    }
}

impl fmt::Display for GoneBefore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: u64| count(number as usize);
        write!(f, "words read: {}, not in the taxonomy: {}", number(self.words), number(self.words_unknown))?;
        if self.words_dropped > 0 {
            write!(f, ", excluded by a list: {}", number(self.words_dropped))?;
        }
        write!(
            f,
            "; owners read: {}, without a known item: {}",
            number(self.owners),
            number(self.empty_owners)
        )
    }
}

/// Refuses data of which more than half of the words or owners were dropped, unless `job` accepts the loss.
/// It also refuses baskets if the taxonomy lacks more than half of their items and `job` has no rule for
/// unknown words: most likely, the user forgot the taxonomy. An item known only by its shape, such as a
/// number, counts as unknown.
///
/// # Errors
/// [`DataError::GoneBefore`] and [`DataError::MostlyUnknown`].
pub fn require_half(job: &Job, counts: &ReadCounts) -> Result<(), DataError> {
    let gone = GoneBefore::of(counts);
    if !job.words.accept_loss && (gone.are_most_words() || gone.are_most_owners()) {
        return Err(DataError::GoneBefore(gone));
    }
    let (unknown, items) = (counts.words.unknown + counts.words.by_shape, counts.words.tokens);
    if counts.queries == 0 && job.words.unknown.is_none() && 2 * unknown > items && !job.words.accept_loss {
        return Err(DataError::MostlyUnknown { unknown, items });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(items: u64, words_unknown: u64, owners: u64, empty_owners: u64) -> Result<(), &'static str> {
        let counts = ReadCounts { items, words_unknown, owners, empty_owners, ..ReadCounts::default() };
        let mut accepted = Job::default();
        accepted.words.accept_loss = true;
        assert!(require_half(&accepted, &counts).is_ok());
        require_half(&Job::default(), &counts).map_err(|error| match error {
            DataError::GoneBefore(gone) => gone.what(),
            _ => "something else",
        })
    }

    #[test]
    fn half_is_enough_and_less_is_not() {
        assert_eq!(answer(5, 5, 2, 2), Ok(()));
        assert_eq!(answer(5, 6, 2, 2), Err("more than half of the words are"));
        assert_eq!(answer(5, 5, 2, 3), Err("more than half of the owners are"));
        assert_eq!(answer(5, 6, 2, 3), Err("more than half of the words and of the owners are"));
    }
}
