//! The property `KmAnonymity`: at least k owners have any m items that an attacker knows of a person, or no
//! published row has all of them.

use serde::{Deserialize, Serialize};

use super::property::{ABSENT, LENGTH, MINIMAL, REPEATED};
use super::{Promised, Wording};

/// Any at most `m` items that an attacker knows of an owner match the rows of at least `k` owners, or of none
/// (Terrovitis, Mamoulis and Kalnis).
///
/// Checked by [`Evidence::km_anonymous`](crate::verify::Evidence::km_anonymous).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KmAnonymity {
    /// The least number of owners.
    pub k: usize,
    /// Most items that the attacker knows.
    pub m: usize,
}

impl Promised for KmAnonymity {
    fn k(&self) -> Option<usize> {
        Some(self.k)
    }

    fn wording(&self) -> Wording {
        let KmAnonymity { k, m } = self;
        Wording {
            short: format!("{}^{}-anonymity", self.k, self.m),
            sentence: format!(
                "Whoever knows at most {m} items of an owner finds the rows of at least {k} owners that match, or none."
            ),
            looked_at: ["set of items", "sets of items"],
            not_covered: vec![
                "Whoever knows more than m items of an owner may find one row.",
                "If all rows that match share something sensitive, it is known of each of their owners.",
                REPEATED,
                LENGTH,
                MINIMAL,
                ABSENT,
            ],
            remedy: "do not publish it: make it again from the originals, or promise only the k and the m that it has",
        }
    }
}
