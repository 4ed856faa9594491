//! The largest number of people that a row may show next to earlier numbers.

/// The largest number from `k` to `most` that differs from each of the `others` by 0 or at least `k`; `None` if there is
/// no such number. Others may be negative: they are differences of sums.
///
/// *Proof.* No safe number is above n: this holds at first, for n = `most`. Let n differ from c by 1 to k - 1. If c < n, all
/// numbers between c and n differ from c by less than k, so no safe number is above c. If c > n, all numbers from
/// c - k + 1 to n do, so no safe number is above c - k. So the bound stays true while n falls, and the n at the end
/// is safe. ∎
///
/// ```
/// use clump_core::over_time::largest_safe;
///
/// assert_eq!(largest_safe(12, 5, &[10]), Some(10), "two new people are left out");
/// assert_eq!(largest_safe(12, 5, &[13]), Some(8), "one person left, and four more are left out");
/// assert_eq!(largest_safe(8, 5, &[9]), None, "fewer than five would stay");
/// ```
pub fn largest_safe(most: usize, k: usize, others: &[i64]) -> Option<usize> {
    let (mut number, k) = (i64::try_from(most).ok()?, i64::try_from(k).ok()?);
    let mut falls = true;
    while falls && number >= k {
        let before = number;
        for &other in others {
            let difference = number - other;
            if 0 < difference && difference < k {
                number = other;
            } else if -k < difference && difference < 0 {
                number = other - k;
            }
        }
        falls = number < before;
    }
    usize::try_from(number).ok().filter(|_| number >= k)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Reference implementation: tries all numbers.
        #[test]
        fn no_larger_number_is_safe(
            most in 0usize..60,
            k in 2usize..8,
            others in proptest::collection::vec(-10i64..70, 0..8),
        ) {
            let is_safe = |number: &usize| {
                others.iter().all(|other| !(1..k as i64).contains(&(*number as i64 - other).abs()))
            };
            let best = (k..=most).rev().find(is_safe);
            prop_assert_eq!(largest_safe(most, k, &others), best);
        }
    }
}
