//! The check of the promise "queries sealed for k owners" from the released rows alone. It is the executable
//! definition of the promise, and uses no key and no code of the method.

use clump_core::verify::{Counted, ROWS_NAMED, Reason, Verdict, Violation};
use curve25519_dalek::Scalar;
use rayon::prelude::*;

use super::bundle::{Bundle, ByTag, Irregular};
use super::polynomial::{Interpolant, Share};
use super::row::SealedRow;

/// Checks that every query of a release opens with the shares of `k` owners and not with fewer.
///
/// The rows with one tag are a set. `smallest` is the least number of shares of a tag that opens, or the
/// smaller number that is enough to open it; 0 if no tag opens. A tag breaks the promise when
/// - it opens with t < k of its shares ([`Reason::Readable`]). The check tries each share alone, and for
///   every t the t shares with the lowest x, both with the text as sealed for `k` owners and as sealed for t.
///   At t = k - 1 that covers *every* choice of k - 1 shares of a tag that opens. A polynomial through k - 1
///   of them with the secret at 0 agrees with that of the tag at k points, so it is the same one, and then
///   any k - 1 shares give it;
/// - one owner has two of its shares and would count twice ([`Reason::TooFew`]: owners found, shares they
///   have);
/// - it has k shares and does not open, or a share is off the polynomial; its rows have different sealed
///   texts; or one x has two owners or two values ([`Reason::Damaged`]). A changed share among fewer than k
///   cannot be detected.
///
/// The check cannot detect that a pseudonym is not a person, or that a sealed text opens in some other way. A
/// release without rows shows no query at all, so the promise holds.
///
/// O(rows log rows + shares x k), and for each tag one attempt to open it per share, up to k.
pub fn sealed_queries(rows: &[SealedRow], k: usize) -> Verdict {
    let by_tag = ByTag::new(rows);
    let bundles = by_tag.bundles();
    let found: Vec<Result<Option<usize>, Reason>> =
        bundles.par_iter().map(|bundle| examine(bundle, k)).collect();

    let opening = found.iter().filter_map(|found| match *found {
        Ok(shares) => shares,
        Err(Reason::Readable { shares }) => Some(shares),
        Err(_) => None,
    });
    let broken = bundles.iter().zip(&found).filter_map(|(bundle, found)| Some((bundle, (*found).err()?)));
    let first =
        broken.clone().min_by_key(|(bundle, _)| bundle.members()[0]).map(|(bundle, reason)| Violation {
            rows: bundle.members().iter().map(|&row| row as usize + 1).take(ROWS_NAMED).collect(),
            columns: Vec::new(),
            reason,
        });
    Verdict {
        holds: first.is_none(),
        counted: Counted::Owners,
        rows: rows.len(),
        sets: bundles.len(),
        smallest: opening.min().unwrap_or(0),
        violations: broken.count(),
        first,
    }
}

/// Returns the number of shares of a tag that opens, `None` if the tag rightly stays sealed, or the reason
/// why it breaks the promise.
fn examine(bundle: &Bundle, k: usize) -> Result<Option<usize>, Reason> {
    let shares = bundle.shares().map_err(|irregular| match irregular {
        Irregular::Owner { owners, shares } => Reason::TooFew { found: owners, needed: shares },
        Irregular::Texts | Irregular::Share => Reason::Damaged,
    })?;

    let mut polynomial = Interpolant::new();
    for (before, &share) in shares.iter().take(k).enumerate() {
        polynomial.push(share);
        let taken = before + 1;
        if taken < k && opens(bundle, &polynomial.secret(), taken, k) {
            return Err(Reason::Readable { shares: taken });
        }
    }
    if shares.len() < k {
        let opens_alone = |share: &Share<Scalar>| opens(bundle, &share.y, 1, k);
        // The loop above tried the first share alone.
        let is_readable = shares.iter().skip(1).any(opens_alone);
        return if is_readable { Err(Reason::Readable { shares: 1 }) } else { Ok(None) };
    }

    let secret = polynomial.secret();
    let is_whole = shares[k..].iter().all(|share| polynomial.at(share.x) == share.y);
    if !is_whole || bundle.open(&secret, k).is_none() {
        return Err(Reason::Damaged);
    }
    if shares.iter().any(|share| share.y == secret) {
        return Err(Reason::Readable { shares: 1 });
    }
    Ok(Some(shares.len()))
}

/// True if `secret`, computed from `taken` shares, opens the text as sealed for `k` or for `taken` owners.
fn opens(bundle: &Bundle, secret: &Scalar, taken: usize, k: usize) -> bool {
    bundle.open(secret, k).is_some() || bundle.open(secret, taken).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::polynomial::Polynomial;
    use crate::share::seal::seal;

    /// Rows of one tag as a careless or malicious publisher might make them: owners numbered `1..=owners`
    /// have the points at x = 1, 2, ... of the polynomial with `coefficients`, sealed for `k`.
    fn forged(coefficients: &[u64], owners: u128, k: usize) -> Vec<SealedRow> {
        let polynomial = Polynomial::new(coefficients.iter().copied().map(Scalar::from).collect());
        let tag = [3; 16];
        let sealed = seal(&polynomial.constant(), &tag, k, "dog food");
        let row = |x: u128| SealedRow {
            owner: x.to_string(),
            time: String::new(),
            tag,
            x,
            y: polynomial.at(Scalar::from(x)),
            sealed: sealed.clone(),
        };
        (1..=owners).map(row).collect()
    }

    fn reason(rows: &[SealedRow], k: usize) -> Option<Reason> {
        let verdict = sealed_queries(rows, k);
        assert_eq!(verdict.holds, verdict.first.is_none());
        verdict.first.map(|first| first.reason)
    }

    #[test]
    fn shares_of_the_right_degree_hold() {
        for owners in 0..8 {
            let verdict = sealed_queries(&forged(&[5, 7, 11, 13], owners, 4), 4);
            assert!(verdict.holds);
            assert_eq!(verdict.smallest, if owners < 4 { 0 } else { owners as usize });
        }
    }

    #[test]
    fn a_polynomial_of_too_low_a_degree_is_readable() {
        // For any number of owners, with the text sealed for k = 4 owners or for fewer.
        for degree in 0..3 {
            let coefficients = &[5, 7, 11][..=degree];
            for owners in 1..8 {
                for sealed_for in [4, degree + 1] {
                    let verdict = sealed_queries(&forged(coefficients, owners, sealed_for), 4);
                    let is_readable = owners as usize > degree;
                    assert_eq!(verdict.holds, !is_readable);
                    let reason = is_readable.then_some(Reason::Readable { shares: degree + 1 });
                    assert_eq!(verdict.first.map(|first| first.reason), reason);
                    assert_eq!(verdict.smallest, if is_readable { degree + 1 } else { 0 });
                }
            }
        }
    }

    #[test]
    fn a_polynomial_of_too_high_a_degree_is_damaged() {
        assert_eq!(reason(&forged(&[5, 7, 11, 13, 17], 6, 4), 4), Some(Reason::Damaged));
        assert_eq!(reason(&forged(&[5, 7, 11, 13, 17], 6, 5), 4), Some(Reason::Damaged));
        assert_eq!(reason(&forged(&[5, 7, 11, 13, 17], 3, 5), 4), None);
    }

    #[test]
    fn a_share_that_is_the_secret_is_readable() {
        let minus = |value: u64| Scalar::ZERO - Scalar::from(value);
        for with_secret in 0..3 {
            let mut rows = forged(&[5, 7, 11, 13], 3, 4);
            rows[with_secret].y = Scalar::from(5u64);
            assert_eq!(reason(&rows, 4), Some(Reason::Readable { shares: 1 }));
        }
        // x^3 - 6 x^2 + 8 x = x (x - 2) (x - 4) is 0 at 2 and 4, so two of the shares equal the secret.
        let polynomial = Polynomial::new(vec![Scalar::from(5u64), Scalar::from(8u64), minus(6), Scalar::ONE]);
        let mut rows = forged(&[5, 7, 11, 13], 6, 4);
        for row in &mut rows {
            row.y = polynomial.at(Scalar::from(row.x));
        }
        assert_eq!(reason(&rows, 4), Some(Reason::Readable { shares: 1 }));
    }

    #[test]
    fn an_owner_with_two_shares_counts_once() {
        let mut rows = forged(&[5, 7, 11, 13], 5, 4);
        rows[3].owner = rows[0].owner.clone();
        assert_eq!(reason(&rows, 4), Some(Reason::TooFew { found: 4, needed: 5 }));
    }

    #[test]
    fn changes_are_found_and_named_by_row() {
        let whole = forged(&[5, 7, 11, 13], 6, 4);
        for row in 0..6 {
            let mut rows = whole.clone();
            rows[row].y += Scalar::ONE;
            assert_eq!(reason(&rows, 4), Some(Reason::Damaged));
            rows = whole.clone();
            rows[row].sealed[0] ^= 1;
            assert_eq!(reason(&rows, 4), Some(Reason::Damaged));
            rows = whole.clone();
            rows[row].x = 99;
            assert_eq!(reason(&rows, 4), Some(Reason::Damaged));
            rows = whole.clone();
            rows[row].x = 7 - rows[row].x;
            assert_eq!(reason(&rows, 4), Some(Reason::Damaged));
        }
        // One share occurs with two different values y.
        let mut twice = whole.clone();
        twice.push(SealedRow { y: Scalar::ONE, ..whole[5].clone() });
        assert_eq!(reason(&twice, 4), Some(Reason::Damaged));
        twice[6] = SealedRow { owner: "other".to_owned(), ..whole[5].clone() };
        assert_eq!(reason(&twice, 4), Some(Reason::Damaged));
    }

    #[test]
    fn the_first_violation_is_that_of_the_first_row() {
        // The first tag keeps the promise. Of the two broken tags, the later rows have the lower tag.
        let with_tag = |tag: u8, coefficients: &[u64], owners| {
            let rows = forged(coefficients, owners, 4).into_iter();
            rows.map(move |row| SealedRow { tag: [tag; 16], ..row }).collect::<Vec<_>>()
        };
        let whole = forged(&[5, 7, 11, 13], 4, 4);
        let verdict = sealed_queries(&[whole, with_tag(9, &[5, 7], 12), with_tag(1, &[5, 7], 4)].concat(), 4);
        assert_eq!((verdict.rows, verdict.sets, verdict.violations, verdict.smallest), (20, 3, 2, 4));
        let first = verdict.first.expect("two tags are broken");
        assert_eq!((first.rows, first.reason), ((5..15).collect::<Vec<_>>(), Reason::Damaged));
    }
}
