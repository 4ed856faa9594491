//! What two sorted lists of feature numbers have in common.

/// Drops from `list` what `other` does not hold. Both are ascending.
#[inline]
pub(super) fn intersect(list: &mut Vec<u32>, other: &[u32]) {
    let mut at = 0;
    list.retain(|&number| {
        while at < other.len() && other[at] < number {
            at += 1;
        }
        at < other.len() && other[at] == number
    });
}
