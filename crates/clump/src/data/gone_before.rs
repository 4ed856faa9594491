//! Stops a run before it groups anything, if more than half of the words or owners that were read are gone
//! already. With the wrong taxonomy, a release could lose nothing of the few words that are left.

use std::fmt;

use clump_io::ReadCounts;
use clump_report::count;

use crate::DataError;
use crate::job::Job;

/// Words and owners that are lost before anything is grouped. Words are counted as in
/// [`Words`](clump_report::Words).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct GoneBefore {
    /// Words that were read.
    pub words: u64,
    /// Words that are not in the taxonomy.
    pub words_unknown: u64,
    /// Words that an override drops.
    pub words_dropped: u64,
    /// Owners that were read.
    pub owners: u64,
    /// Owners without a known item.
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

    /// Subject of the error message: the things of which most are lost.
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

/// Makes sure that at least half of what was read is left, or that `job` accepts less. Also makes sure that
/// at least half of the items of baskets are in the taxonomy, or that `job` says what becomes of the others.
/// People type anything, but with unknown baskets the user most likely named no taxonomy. An item that is
/// known by its shape alone, such as a number, is not in the taxonomy: its category does not say what it is.
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
