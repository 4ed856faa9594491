//! k^m-anonymity: at least k owners have any m items that an attacker knows of a person, or no published row
//! has them.

use serde::{Deserialize, Serialize};

use super::Promised;
use super::property::{ABSENT, LENGTH, MINIMAL, REPEATED};

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

    fn short(&self) -> String {
        format!("{}^{}-anonymity", self.k, self.m)
    }

    fn sentence(&self) -> String {
        let KmAnonymity { k, m } = self;
        format!(
            "Whoever knows at most {m} items of an owner finds the rows of at least {k} owners that match, or none."
        )
    }

    fn looked_at(&self) -> [&'static str; 2] {
        ["set of items", "sets of items"]
    }

    fn not_covered(&self) -> Vec<&'static str> {
        vec![
            "Whoever knows more than m items of an owner may find one row.",
            "If all rows that match share something sensitive, it is known of each of their owners.",
            REPEATED,
            LENGTH,
            MINIMAL,
            ABSENT,
        ]
    }

    fn remedy(&self) -> &'static str {
        "do not publish it: make it again from the originals, or promise only the k and the m that it has"
    }
}
