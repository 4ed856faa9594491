//! Tests that fewer than k shares reveal nothing about the secret. They are exact: over a tiny field they try
//! all polynomials. Over the real field they construct, for any k - 1 shares and any secret, the polynomial
//! that has both.

use std::collections::BTreeMap;
use std::ops::{Add, Mul, Sub};

use curve25519_dalek::Scalar;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use zeroize::DefaultIsZeroes;

use super::polynomial::{Field, Interpolant, Polynomial, Share};
use super::secrets::Secrets;
use crate::Key;

/// The field of the integers modulo 11.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Mod11(u8);

const MOD11: [Mod11; 11] = [
    Mod11(0),
    Mod11(1),
    Mod11(2),
    Mod11(3),
    Mod11(4),
    Mod11(5),
    Mod11(6),
    Mod11(7),
    Mod11(8),
    Mod11(9),
    Mod11(10),
];

impl Add for Mod11 {
    type Output = Mod11;
    fn add(self, other: Mod11) -> Mod11 {
        Mod11((self.0 + other.0) % 11)
    }
}

impl Sub for Mod11 {
    type Output = Mod11;
    fn sub(self, other: Mod11) -> Mod11 {
        Mod11((self.0 + 11 - other.0) % 11)
    }
}

impl Mul for Mod11 {
    type Output = Mod11;
    fn mul(self, other: Mod11) -> Mod11 {
        Mod11(self.0 * other.0 % 11)
    }
}

impl DefaultIsZeroes for Mod11 {}

impl Field for Mod11 {
    const ZERO: Mod11 = Mod11(0);
    const ONE: Mod11 = Mod11(1);

    fn inverse(self) -> Mod11 {
        MOD11.into_iter().find(|&other| self * other == Mod11::ONE).expect("only 0 has no inverse")
    }
}

/// All lists of `length` numbers of the field.
fn lists(length: usize) -> Vec<Vec<Mod11>> {
    (0..length).fold(vec![Vec::new()], |lists, _| {
        lists.iter().flat_map(|list| MOD11.map(|next| [list.as_slice(), &[next]].concat())).collect()
    })
}

/// All ascending lists of `length` numbers except 0, which are the possible arguments of that many shares.
fn places(length: usize) -> Vec<Vec<Mod11>> {
    let mut places = lists(length);
    places.retain(|list| list.first() != Some(&Mod11::ZERO) && list.array_windows().all(|[a, b]| a < b));
    places
}

/// For each list of values at `places`, the number of polynomials of degree k - 1 with this secret that have
/// them.
fn distribution(secret: Mod11, k: usize, places: &[Mod11]) -> BTreeMap<Vec<Mod11>, usize> {
    let mut counts = BTreeMap::new();
    for rest in lists(k - 1) {
        let polynomial = Polynomial::new([&[secret], rest.as_slice()].concat());
        *counts.entry(places.iter().map(|&x| polynomial.at(x)).collect()).or_default() += 1;
    }
    counts
}

#[test]
fn fewer_than_k_shares_are_distributed_alike_for_every_secret() {
    for k in 2..=4 {
        for shares in 1..k {
            for places in places(shares) {
                let of_zero = distribution(Mod11::ZERO, k, &places);
                // All lists of values occur equally often. For k - 1 shares, each is of exactly one
                // polynomial.
                assert_eq!(of_zero.len(), 11_usize.pow(shares as u32));
                let each = 11_usize.pow((k - 1 - shares) as u32);
                assert!(of_zero.values().all(|&count| count == each));
                // Three secrets represent all secrets if k = 4 makes too many cases.
                for secret in MOD11.into_iter().skip(1).step_by(if k < 4 { 1 } else { 4 }) {
                    assert_eq!(distribution(secret, k, &places), of_zero);
                }
            }
        }
    }
}

#[test]
fn k_shares_give_the_secret_and_the_polynomial() {
    for k in 1..=3 {
        for coefficients in lists(k) {
            let polynomial = Polynomial::new(coefficients);
            for places in places(k) {
                let read = through(places.iter().map(|&x| Share { x, y: polynomial.at(x) }));
                assert_eq!(read.secret(), polynomial.constant());
                assert!(MOD11.iter().all(|&x| read.at(x) == polynomial.at(x)));
            }
        }
    }
}

#[test]
fn a_leading_coefficient_that_is_never_0_would_tell_what_the_secret_is_not() {
    // Some implementations have this defect: with k = 2, the value of the share at 1 is never the secret.
    let seen = |y| MOD11[1..].iter().any(|&slope| Polynomial::new(vec![Mod11(4), slope]).at(Mod11::ONE) == y);
    assert!(!seen(Mod11(4)));
    assert!(MOD11.iter().filter(|y| y.0 != 4).all(|&y| seen(y)));
}

fn through<F: Field>(shares: impl IntoIterator<Item = Share<F>>) -> Interpolant<F> {
    let mut interpolant = Interpolant::new();
    shares.into_iter().for_each(|share| interpolant.push(share));
    interpolant
}

fn scalar() -> impl Strategy<Value = Scalar> {
    any::<[u8; 32]>().prop_map(Scalar::from_bytes_mod_order)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64 * ProptestConfig::default().cases / 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// With k - 1 shares of a published query, every secret is possible: a polynomial of degree k - 1 has
    /// that secret and all these shares. It is the only one, because two such polynomials with k common
    /// points are equal.
    #[test]
    fn every_secret_fits_k_minus_1_shares(
        k in 2..8_usize,
        seed: u64,
        query in ".{0,20}",
        candidates in vec(scalar(), 1..4),
        elsewhere in scalar(),
    ) {
        let secret = Secrets::new(&Key::from_seed(seed), k).of_query(&query);
        let shares: Vec<Share<Scalar>> = (1..k)
            .map(|owner| secret.share(&owner.to_string()))
            .map(|(x, y)| Share { x: Scalar::from(x), y })
            .collect();
        let special = [Scalar::ZERO, Scalar::ONE, Scalar::ZERO - Scalar::ONE, secret.polynomial.constant()];
        for candidate in special.into_iter().chain(candidates) {
            let at_zero = Share { x: Scalar::ZERO, y: candidate };
            let fits = through(std::iter::once(at_zero).chain(shares.iter().copied()));
            prop_assert_eq!(fits.secret(), candidate);
            prop_assert!(shares.iter().all(|share| fits.at(share.x) == share.y));
            // The order of the shares does not change the polynomial.
            let again = through(shares.iter().rev().copied().chain([at_zero]));
            prop_assert_eq!(fits.at(elsewhere), again.at(elsewhere));
            // It is the published polynomial exactly if `candidate` is the published secret.
            let is_published = fits.at(elsewhere) == secret.polynomial.at(elsewhere);
            let meets = elsewhere == Scalar::ZERO || shares.iter().any(|share| share.x == elsewhere);
            prop_assert!(meets || is_published == (candidate == secret.polynomial.constant()));
        }
    }

    #[test]
    fn any_k_points_give_the_polynomial(
        coefficients in vec(scalar(), 1..8),
        places in btree_set(1..u128::MAX, 8),
        elsewhere in scalar(),
    ) {
        let k = coefficients.len();
        let polynomial = Polynomial::new(coefficients);
        let shares: Vec<Share<Scalar>> =
            places.into_iter().map(Scalar::from).map(|x| Share { x, y: polynomial.at(x) }).collect();
        for some in shares.windows(k) {
            let read = through(some.iter().copied());
            prop_assert_eq!(read.secret(), polynomial.constant());
            prop_assert_eq!(read.at(elsewhere), polynomial.at(elsewhere));
        }
    }
}

#[test]
fn secrets_differ_by_query_owner_and_k() {
    let of = |k, query| Secrets::new(&Key::from_seed(1), k).of_query(query);
    let dog = of(3, "dog");
    assert_ne!(dog.tag, of(3, "cat").tag);
    assert_ne!(dog.polynomial.constant(), of(3, "cat").polynomial.constant());
    assert_ne!(dog.polynomial.constant(), of(4, "dog").polynomial.constant());
    assert_ne!(dog.share("ann"), dog.share("bob"));
    assert_ne!(dog.share("ann").0, of(3, "cat").share("ann").0);
    assert_eq!(dog.share("ann"), of(3, "dog").share("ann"));
    // The argument x is odd, so it is never 0, at which the value is the secret.
    assert!((0..100).all(|owner| dog.share(&owner.to_string()).0 % 2 == 1));
}
