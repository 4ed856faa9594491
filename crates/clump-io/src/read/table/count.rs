//! Reads counts from the cells of a wide table, where each column is an item: yes, no, or a number.

/// Maximum sum of the counts in one row. So many items need 40 MB.
pub(in crate::read) const MOST: u64 = 10_000_000;

/// Maximum count in one cell. With this maximum, sums over all rows of a file fit in 64 bits.
const LARGEST: u64 = 1_000_000_000_000;

#[inline]
pub(super) fn of_text(text: &str) -> Option<u64> {
    match text.trim() {
        "" | "0" => Some(0),
        "1" => Some(1),
        text => of_word(text),
    }
}

fn of_word(text: &str) -> Option<u64> {
    let is = |word: &str| text.eq_ignore_ascii_case(word);
    if is("false") || is("no") {
        return Some(0);
    }
    if is("true") || is("yes") {
        return Some(1);
    }
    // The text must begin with a digit: a sign or a word like `nan` is not a count.
    if !text.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|&count| count <= LARGEST).or_else(|| of_float(text.parse().ok()?))
}

/// Reads a count that a program stored as a float because a value of the column is missing. NaN is such a
/// missing value and counts as 0; `None` if the number is no count.
pub(super) fn of_float(number: f64) -> Option<u64> {
    if number.is_nan() {
        return Some(0);
    }
    (number.fract() == 0.0 && (0.0..=LARGEST as f64).contains(&number)).then_some(number as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cells_say() {
        for text in ["", " ", "0", "false", "No", "0.0", "00"] {
            assert_eq!(of_text(text), Some(0), "{text}");
        }
        for text in ["1", " 1", "TRUE", "yes", "1.0"] {
            assert_eq!(of_text(text), Some(1), "{text}");
        }
        assert_eq!((of_text("65536"), of_text("7e4")), (Some(65_536), Some(70_000)));
        assert_eq!(of_text("1000000000000"), Some(LARGEST));
        for text in ["-1", "1.5", "x", "nan", "+1", "1e300", "inf", "1000000000001", "18446744073709551615"] {
            assert_eq!(of_text(text), None, "{text}");
        }
        assert_eq!((of_float(f64::NAN), of_float(-1.0), of_float(2.5)), (Some(0), None, None));
    }
}
