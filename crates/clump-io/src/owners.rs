//! Collects the owners of a log while it is read, numbered from 0 by first appearance. A missing value is not
//! an owner, and no owner may appear under two spellings.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use clump_core::containers::Interner;
use clump_core::names::Names;
use clump_core::promise::Share;
use rustc_hash::FxHashMap;

use crate::error::{Fault, ReadError};
use crate::options::{OwnerSplit, ReadOptions, SplitSide};
use crate::spelling::{Spellings, is_null_word, plain_form};
use crate::time::{Clock, calendar};

const LOOKED_AT: usize = 1000;

/// Twenty years in seconds. If the numbers of a column differ by more than this, they are not times.
const LONGEST_LOG: i64 = 20 * 365 * 24 * 60 * 60;

pub(crate) struct Owners {
    names: Interner,
    /// Number of the previous record's owner, who is likely the owner of the next record too.
    last: Option<u32>,
    spellings: Spellings,
    sample: Option<Share>,
    split: Option<OwnerSplit>,
    /// True if reading must not fail because of the names of owners, since such an error would reveal names.
    with_noise: bool,
}

impl Owners {
    pub(crate) fn new(options: &ReadOptions) -> Self {
        let spellings = match options.spellings {
            // With noise, an error about two spellings would reveal that both occur.
            Spellings::Refuse if options.with_noise => Spellings::Fold,
            spellings => spellings,
        };
        let ReadOptions { sample, split, with_noise, .. } = *options;
        Owners { names: Interner::default(), last: None, spellings, sample, split, with_noise }
    }

    #[inline]
    pub(crate) fn are_read(&self, name: &str) -> bool {
        self.sample.is_none_or(|share| is_sampled(&self.form(name), share))
            && self.split.is_none_or(|split| is_in(&self.form(name), split))
    }

    #[inline]
    pub(crate) fn number(&mut self, name: &str) -> Result<u32, Fault> {
        let name = self.form(name);
        if let Some(last) = self.last.filter(|&last| self.names.get(last) == name) {
            return Ok(last);
        }
        let number = match self.names.find(&name) {
            Some(number) => number,
            None => {
                self.admit(&name)?;
                self.names.intern(&name)
            }
        };
        self.last = Some(number);
        Ok(number)
    }

    /// Adds an owner who has no name in the data, under a unique `name`, and returns the owner's number.
    pub(crate) fn push(&mut self, name: &str) -> u32 {
        self.names.push(name)
    }

    /// Returns the names by owner number. Fails if owners differ only in spelling, unless the options allow
    /// that, and if nearly all names are times. O(bytes of the names); names that are already in plain form
    /// are only scanned once.
    pub(crate) fn finish(self) -> Result<Names, ReadError> {
        if self.spellings != Spellings::AsTheyAre && !self.with_noise && self.are_times() {
            return Err(ReadError::OwnersAreTimes);
        }
        if self.spellings == Spellings::Refuse {
            self.refuse_spellings()?;
        }
        Ok(self.names.into_names())
    }

    #[inline]
    pub(crate) fn form<'n>(&self, name: &'n str) -> Cow<'n, str> {
        match self.spellings {
            Spellings::Fold => plain_form(name),
            Spellings::Refuse | Spellings::AsTheyAre => Cow::Borrowed(name),
        }
    }

    /// Refuses an empty name. Also refuses words for missing values, unless owners are compared exactly as
    /// typed: a person may be called None.
    fn admit(&self, name: &str) -> Result<(), Fault> {
        if plain_form(name).is_empty() {
            Err(Fault::NoOwner)
        } else if self.spellings != Spellings::AsTheyAre && is_null_word(name) {
            Err(Fault::NullOwner)
        } else {
            Ok(())
        }
    }

    /// True if nine of ten names are dates or times, so that the column holds times and not owners. Checks
    /// only the first owners.
    fn are_times(&self) -> bool {
        let mut clock = Clock::default();
        let mut is_time = |name: &str| match clock.seconds(name.trim()) {
            Ok(_) => name.contains(['-', '.', ':']) || is_date_in_digits(name.trim()),
            Err(fault) => {
                fault == Fault::SlashedTime
                    || is_clock(name)
                    || is_date_in_words(name)
                    || is_date_in_digits(name.trim())
            }
        };
        let names = self.names.names();
        let looked_at = names.len().min(LOOKED_AT);
        let are_most = |times: usize| times > 0 && 10 * times >= 9 * looked_at;
        let seconds: Vec<i64> =
            names.iter().take(looked_at).filter_map(|name| seconds_in_digits(name.trim())).collect();
        let span = seconds.iter().max().zip(seconds.iter().min()).map_or(0, |(last, first)| last - first);
        are_most(names.iter().take(looked_at).filter(|name| is_time(name)).count())
            || are_most(seconds.len()) && looked_at > 1 && span < LONGEST_LOG
    }

    fn refuse_spellings(&self) -> Result<(), ReadError> {
        // Of two spellings with the same plain form, at least one is not in this form. So the table only
        // needs names that are not.
        let mut spellings: FxHashMap<String, usize> = FxHashMap::default();
        for name in self.names.names().iter() {
            if let Cow::Owned(form) = plain_form(name)
                && form != name
            {
                let plain = usize::from(self.names.find(&form).is_some());
                *spellings.entry(form).or_insert(plain) += 1;
            }
        }
        let several = spellings.values().filter(|&&count| count > 1);
        let (owners, people) = several.fold((0, 0), |(owners, people), count| (owners + count, people + 1));
        match people {
            0 => Ok(()),
            _ => Err(ReadError::OwnerSpellings { owners, people }),
        }
    }
}

/// True for a time of day, such as `10:05` or `7:17:12`, also with `am` or `pm`.
fn is_clock(name: &str) -> bool {
    let name = name.trim().to_ascii_lowercase();
    let time = name.strip_suffix("am").or(name.strip_suffix("pm")).unwrap_or(&name).trim_end();
    let parts: Vec<&str> = time.split(':').collect();
    let is_below = |part: &str, limit: u8| {
        matches!(part.len(), 1..=2) && part.parse::<u8>().is_ok_and(|number| number < limit)
    };
    matches!(parts.len(), 2..=3)
        && is_below(parts[0], 24)
        && parts[1..].iter().all(|part| part.len() == 2 && is_below(part, 60))
}

/// True for a date of digits, also with a time of day: `20240515`, `20240515101500`.
fn is_date_in_digits(name: &str) -> bool {
    let number = |digits: &str| digits.parse::<u16>().unwrap_or(0);
    matches!(name.len(), 8 | 12 | 14)
        && name.bytes().all(|byte| byte.is_ascii_digit())
        && (1900..2200).contains(&number(&name[..4]))
        && (1..=12).contains(&number(&name[4..6]))
        && (1..=31).contains(&number(&name[6..8]))
}

/// Seconds since 1970 that `name` may mean; `None` if it is no time. 10 or 13 digits count seconds or
/// milliseconds after 2001, and 12 digits are a time like `970910100000`. Numbers that begin with 100 are
/// more often customer numbers, and those from 2000000000 on may be phone numbers.
fn seconds_in_digits(name: &str) -> Option<i64> {
    let number = || name.parse::<i64>().ok().filter(|_| name.bytes().all(|byte| byte.is_ascii_digit()));
    let seconds = match name.len() {
        10 => number()?,
        12 => return number().and_then(|_| calendar(name)),
        13 => number()? / 1_000,
        _ => return None,
    };
    (1_010_000_000..2_000_000_000).contains(&seconds).then_some(seconds)
}

/// True if `name` begins with a day, a month as a word and a year, in any order: `Mar 1, 2006`.
fn is_date_in_words(name: &str) -> bool {
    const MONTHS: &str =
        "january february march april may june july august september october november december";
    let name = name.to_ascii_lowercase();
    let words: Vec<&str> = name.split([' ', ',', '.', '-']).filter(|word| !word.is_empty()).take(3).collect();
    let is_month = |word: &&str| word.len() >= 3 && MONTHS.split(' ').any(|month| month.starts_with(*word));
    let is_number = |word: &str, of: std::ops::RangeInclusive<u16>| {
        word.parse::<u16>().is_ok_and(|number| of.contains(&number))
    };
    let has = |is: &dyn Fn(&&str) -> bool| words.iter().filter(|word| is(word)).count() == 1;
    words.len() == 3
        && has(&is_month)
        && has(&|word| is_number(word, 1..=31))
        && has(&|word| word.len() == 4 && is_number(word, 1900..=2199))
}

fn is_sampled(name: &str, share: Share) -> bool {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    // The hash modulo a million is below the share of a million for about that share of the owners.
    !share.is_exceeded((hasher.finish() % 1_000_000) as usize + 1, 1_000_000)
}

/// True if the owner is on the side of `split`. The division does not depend on that of a sample.
fn is_in(name: &str, split: OwnerSplit) -> bool {
    let mut hasher = DefaultHasher::new();
    ("split", split.seed, name).hash(&mut hasher);
    let side = if hasher.finish().is_multiple_of(5) { SplitSide::HeldOut } else { SplitSide::Train };
    side == split.side
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_owner_is_on_one_side_of_a_split_and_seeds_differ() {
        let held_out = |seed| -> Vec<u32> {
            let is_on = |owner: &u32, side| is_in(&owner.to_string(), OwnerSplit { seed, side });
            assert!(
                (0..10_000).all(|owner| is_on(&owner, SplitSide::Train) != is_on(&owner, SplitSide::HeldOut))
            );
            (0..10_000).filter(|owner| is_on(owner, SplitSide::HeldOut)).collect()
        };
        let [first, second] = [held_out(0), held_out(1)];
        for side in [&first, &second] {
            assert!(side.len().abs_diff(2_000) < 160, "{}", side.len());
        }
        let both = first.iter().filter(|owner| second.contains(owner)).count();
        assert!(both.abs_diff(400) < 100, "{both}");
    }

    fn owners(spellings: Spellings, names: &[&str]) -> Result<Names, ReadError> {
        let mut owners = Owners::new(&ReadOptions { spellings, ..ReadOptions::default() });
        for name in names {
            owners.number(name).unwrap();
        }
        owners.finish()
    }

    #[test]
    fn times_are_no_owners() {
        let is_refused = |names: &[&str]| match owners(Spellings::Refuse, names) {
            Err(ReadError::OwnersAreTimes) => true,
            result => result.is_err(),
        };
        for times in [
            ["2006-03-01 07:17:12", "2006-03-02T08:17:12Z", "2006-03-03"],
            ["01.03.2006 07:17", "1.3.2006", "2.3.2006 7:17:12"],
            ["3/4/2021", "12/31/21", "1/2/2021 10:00"],
            ["10:05:00", "7:17", "11:30 PM"],
            ["Mar 1, 2006", "2 March 2006", "Sept 3 2006 10:00"],
            ["20240515", "20240516", "20240601"],
            ["20240515101500", "202405160900", "20240601"],
            ["1715767200", "1715767201", "1715853600"],
            ["1715767200123", "1715767201456", "1715853600789"],
            ["970910100000", "970910100312", "970911081500"],
            ["2024/05/01", "2024/05/02 10:00", "2024/5/3"],
        ] {
            assert!(is_refused(&times));
            assert_eq!(owners(Spellings::AsTheyAre, &times).unwrap().len(), 3);
        }
        for names in [
            ["1141197432", "1961197433", "1031197434"],
            ["1000000001", "1000000002", "1000000003"],
            ["2015550101", "2015550102", "2015550103"],
            ["20241315", "20240500", "20240532"],
            ["2006-03-01", "anna", "otto"],
            ["1.2.3", "10.0.0.1", "4-4-4"],
            ["12", "060301071712", "20060301"],
            ["971310100000", "970910250000", "970911080060"],
            ["25:00", "10:5", "1:2:3:4"],
            ["May", "April 12", "june 1 north"],
        ] {
            assert!(!is_refused(&names), "{names:?}");
        }
    }

    #[test]
    fn with_noise_two_spellings_are_one_owner_and_times_are_names() {
        let with_noise = || Owners::new(&ReadOptions { with_noise: true, ..ReadOptions::default() });
        let mut times = with_noise();
        for name in ["2006-03-01", "2006-03-02"] {
            times.number(name).unwrap();
        }
        assert!(times.finish().is_ok());
        let mut owners = with_noise();
        assert_eq!(["Anna", "otto", "anna"].map(|name| owners.number(name).unwrap()), [0, 1, 0]);
        assert_eq!(owners.finish().unwrap().len(), 2);
    }

    fn sampled(share: &str) -> usize {
        let share = share.parse().unwrap();
        (0..100_000).filter(|number: &u32| is_sampled(&number.to_string(), share)).count()
    }

    #[test]
    fn as_many_owners_are_taken_as_asked_for() {
        assert_eq!((sampled("0"), sampled("1")), (0, 100_000));
        // The tolerance is six standard deviations of a binomial distribution.
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
