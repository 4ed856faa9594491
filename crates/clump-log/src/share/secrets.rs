//! The secrets of the method, all derived from one key: the pseudonyms of owners, the tags of queries, their
//! polynomials, and the x of each owner's share. The same key makes the same release.

use curve25519_dalek::Scalar;
use zeroize::Zeroize;

use super::polynomial::Polynomial;
use super::seal::Tag;
use crate::Key;

/// The derived keys, one for each purpose.
pub(super) struct Secrets {
    k: usize,
    owners: Key,
    tags: Key,
    points: Key,
    polynomials: Key,
}

impl Secrets {
    pub(super) fn new(key: &Key, k: usize) -> Secrets {
        Secrets {
            k,
            owners: key.derive("share owners"),
            tags: key.derive("share tags"),
            points: key.derive("share points"),
            // Each k needs its own polynomials. With the same constant term, a release for 3 owners would
            // open a release for 5.
            polynomials: key.derive(&format!("share polynomials for {k} owners")),
        }
    }

    /// The pseudonym of `owner` in the release.
    pub(super) fn pseudonym(&self, owner: &str) -> String {
        self.owners.pseudonym(owner)
    }

    /// The secrets of `query`, which must be in normal form.
    pub(super) fn of_query(&self, query: &str) -> QuerySecrets {
        let hash = self.tags.hash(query.as_bytes());
        let coefficients = self.polynomials.derive(query);
        QuerySecrets {
            tag: *hash.first_chunk().expect("a hash has 32 bytes"),
            points: self.points.derive(query),
            polynomial: Polynomial::new(
                (0..self.k as u64).map(|power| scalar(&coefficients, power)).collect(),
            ),
        }
    }
}

/// The secrets of one query: its tag, its polynomial, and the key for the x of its shares.
pub(super) struct QuerySecrets {
    pub(super) tag: Tag,
    pub(super) polynomial: Polynomial<Scalar>,
    points: Key,
}

impl QuerySecrets {
    /// The share of `owner`: x and y. It is always the same, so that an owner who asks twice counts once.
    ///
    /// x is an odd number below 2^128, hence never 0. Among ten million owners of a query, two have the same
    /// x with a probability below 2^-80. Then the two count as one owner, and the query needs one owner more
    /// than it should, not fewer.
    pub(super) fn share(&self, owner: &str) -> (u128, Scalar) {
        let hash = self.points.hash(owner.as_bytes());
        let x = u128::from_le_bytes(*hash.first_chunk().expect("a hash has 32 bytes")) | 1;
        (x, self.polynomial.at(Scalar::from(x)))
    }
}

/// Scalar with index `number` from `key`: 512 random bits reduced to 252, so it is uniform up to 2^-259.
fn scalar(key: &Key, number: u64) -> Scalar {
    let mut wide = [0; 64];
    for (half, bytes) in wide.chunks_exact_mut(32).enumerate() {
        bytes.copy_from_slice(&key.hash(&(2 * number + half as u64).to_le_bytes()));
    }
    let scalar = Scalar::from_bytes_mod_order_wide(&wide);
    wide.zeroize();
    scalar
}
