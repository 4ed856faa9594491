//! Form in which a number of owners is shown.

use super::table::Measure;

/// Exact numbers, rounded ones, or a scale. Whatever is shown is a function of the exact number alone, so that nothing
/// can be told from what is shown that could not be told from the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShownCounts {
    /// As counted.
    #[default]
    Exact,
    /// Rounded to the nearest multiple of this; what lies between two goes up. Never less than the threshold, so that a row
    /// says that its promise is kept: a number that would be rounded below it is shown as the threshold itself.
    Rounded(u64),
    /// From 1 to this, relative to the most common fact; rounded up, so that none is 0. The numbers themselves are not shown.
    Scaled(u64),
}

impl ShownCounts {
    /// Number that is shown for `owners`, which are at least `least`, where the most common row has `most`.
    pub fn show(self, owners: u64, least: u64, most: u64) -> u64 {
        match self {
            ShownCounts::Exact => owners,
            ShownCounts::Rounded(to) => round(owners, to).max(least),
            ShownCounts::Scaled(to) => scale(owners, most, to),
        }
    }

    /// Number that is shown for `times`, which are at least as many as owners. They are rounded where owners are, and never to less
    /// than the owners that are shown beside them.
    pub fn show_times(self, times: u64, shown_owners: u64) -> u64 {
        match self {
            ShownCounts::Exact | ShownCounts::Scaled(_) => times,
            ShownCounts::Rounded(to) => round(times, to).max(shown_owners),
        }
    }

    /// Meaning of the numbers.
    pub fn measure(self) -> Measure {
        match self {
            ShownCounts::Exact | ShownCounts::Rounded(_) => Measure::Owners,
            ShownCounts::Scaled(_) => Measure::Scaled,
        }
    }
}

fn round(number: u64, to: u64) -> u64 {
    let to = to.max(1);
    let below = number - number % to;
    if number % to >= to.div_ceil(2) { below.saturating_add(to) } else { below }
}

fn scale(number: u64, most: u64, to: u64) -> u64 {
    let scaled = (u128::from(number) * u128::from(to)).div_ceil(u128::from(most.max(1)));
    u64::try_from(scaled).unwrap_or(u64::MAX).clamp(1, to.max(1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_by_hand() {
        let rounded = |owners| ShownCounts::Rounded(5).show(owners, 7, 1000);
        assert_eq!([7, 8, 10, 12, 13, 998].map(rounded), [7, 10, 10, 10, 15, 1000]);
        let scaled = |owners| ShownCounts::Scaled(100).show(owners, 5, 1000);
        assert_eq!([1000, 999, 500, 10, 5].map(scaled), [100, 100, 50, 1, 1]);
        assert_eq!(ShownCounts::Rounded(10).show_times(12, 20), 20);
    }

    proptest! {
        /// More owners are never shown as fewer, no row says less than its threshold, and a scale has its ends.
        #[test]
        fn order_and_threshold_stay(
            a in 2u64..10_000, b in 2u64..10_000, least in 2u64..50, to in 1u64..200,
        ) {
            let (a, b) = (a.max(least), b.max(least));
            let most = a.max(b);
            for shown in [ShownCounts::Exact, ShownCounts::Rounded(to), ShownCounts::Scaled(to)] {
                let [x, y] = [a, b].map(|owners| shown.show(owners, least, most));
                prop_assert!((a > b || x <= y) && (a < b || x >= y));
                match shown {
                    ShownCounts::Scaled(to) => {
                        prop_assert_eq!(x.max(y), to);
                        prop_assert!(x.min(y) >= 1);
                    }
                    _ => prop_assert!(x >= least && y >= least),
                }
            }
            prop_assert!(ShownCounts::Rounded(to).show(a, least, most).abs_diff(a) <= to.max(least));
        }
    }
}
