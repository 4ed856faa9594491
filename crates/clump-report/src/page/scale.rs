//! The vertical axis of a chart: from 0 up to a round number, in a few round steps.

/// Round marks from 0 to the top of an axis that holds `largest`. At most six of them.
pub fn marks(largest: f64) -> Vec<f64> {
    if largest <= 0.0 || !largest.is_finite() {
        return vec![0.0, 1.0];
    }
    let magnitude = 10f64.powf((largest / 5.0).log10().floor());
    // Rounding may leave a quotient a hair above its whole number: 1 / 0.2 is 5 marks, not 6.
    let count = |step: f64| (largest / step - 1e-9).ceil();
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .map(|round| round * magnitude)
        .into_iter()
        .find(|&step| count(step) <= 5.0);
    let step = step.unwrap_or(10.0 * magnitude);
    (0..=count(step) as usize).map(|mark| mark as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::marks;

    #[test]
    fn marks_are_round_and_cover_the_largest() {
        assert_eq!(marks(0.0), [0.0, 1.0]);
        assert_eq!(marks(1.0).len(), 6);
        for largest in [0.003, 0.07, 0.361, 0.82, 1.0, 1.7, 12.0, 950.0] {
            let marks = marks(largest);
            let top = marks[marks.len() - 1];
            assert!(top >= largest * (1.0 - 1e-9) && top <= 2.0 * largest, "{largest}: {marks:?}");
            assert!((3..=6).contains(&marks.len()), "{largest}: {marks:?}");
        }
    }
}
