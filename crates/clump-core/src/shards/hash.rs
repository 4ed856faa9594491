//! Hashes that are the same on every machine and in every version: they decide what is published together.

/// A hash of a name: FNV-1a, with its bits mixed.
pub(super) fn of_name(name: &str) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    mixed(name.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// The finalizer of SplitMix64: every bit of the result depends on every bit of `value`.
pub(crate) fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_never_change() {
        // Another number here is another release of the same data.
        assert_eq!(mixed(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(of_name("a"), mixed(0xaf63_dc4c_8601_ec8c));
    }
}
