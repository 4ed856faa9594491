//! Rules that turn numbers into verdicts. Where a rule has a bound of ours, the claim tells it beside the verdict.

use clump_report::reproduction::Held;

use super::grid::Share;

/// Held where all comparisons came out as claimed, in part where some did.
pub(super) fn of_share(share: Share) -> Held {
    match share {
        Share { of: 0, .. } => Held::Untold,
        Share { hold, of } if hold == of => Held::Yes,
        Share { hold: 0, .. } => Held::No,
        Share { .. } => Held::InPart,
    }
}

/// For "as much as": held from `claimed` on, rounded to `unit`; in part when something was gained at all.
pub(super) fn reaches(found: f64, claimed: f64, unit: f64) -> Held {
    match found {
        found if found >= claimed - unit / 2.0 => Held::Yes,
        found if found > 0.0 => Held::InPart,
        _ => Held::No,
    }
}

/// For a figure that should be small: held up to `small`, in part up to twice that.
pub(super) fn at_most(found: f64, small: f64) -> Held {
    match found {
        found if found <= small => Held::Yes,
        found if found <= 2.0 * small => Held::InPart,
        _ => Held::No,
    }
}

/// The exponent e of the best fit y = c x^e, by least squares of the logarithms; none with fewer than two places.
pub(super) fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let (x, y) = logs.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let (above, below) = logs.iter().fold((0.0, 0.0), |(above, below), point| {
        (above + (point.0 - x) * (point.1 - y), below + (point.0 - x).powi(2))
    });
    (below > 0.0).then(|| above / below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_some_none_and_nothing_to_compare() {
        let verdicts = [(3, 3), (1, 3), (0, 3), (0, 0)].map(|(hold, of)| of_share(Share { hold, of }));
        assert_eq!(verdicts, [Held::Yes, Held::InPart, Held::No, Held::Untold]);
    }

    #[test]
    fn as_much_as_is_rounded_like_the_paper_rounds() {
        let verdicts = [31.0, 29.6, 29.4, 0.1, 0.0, -3.0].map(|found| reaches(found, 30.0, 1.0));
        assert_eq!(verdicts, [Held::Yes, Held::Yes, Held::InPart, Held::InPart, Held::No, Held::No]);
    }

    #[test]
    fn small_is_small_up_to_a_bound() {
        assert_eq!(
            [0.0, 5.0, 9.0, 11.0].map(|found| at_most(found, 5.0)),
            [Held::Yes, Held::Yes, Held::InPart, Held::No]
        );
    }

    #[test]
    fn exponents_of_powers_are_found() {
        let power = |e: f64| [1_000.0, 10_000.0, 53_058.0].map(|x: f64| (x, 0.002 * x.powf(e)));
        for e in [0.5, 1.0, 1.15, 2.0] {
            assert!((exponent(&power(e)).unwrap() - e).abs() < 1e-9);
        }
        assert_eq!(exponent(&[(5.0, 1.0)]), None);
    }
}
