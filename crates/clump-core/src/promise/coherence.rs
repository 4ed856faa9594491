//! The property `Coherence`, (h, k, p)-coherence: an attacker who knows at most p public items of a person finds at
//! least k owners, and too few of their rows share a sensitive item to make it likely.

use serde::{Deserialize, Serialize};

use super::property::{LENGTH, REPEATED};
use super::{Promised, Share, Wording};

/// Any at most `p` public items that occur together do so for at least `k` owners, and no sensitive item is in more
/// than the share `h` of the rows that hold them (Xu, Wang, Fu and Yu).
///
/// Checked by [`Evidence::coherent`](crate::verify::Evidence::coherent). Which labels are sensitive is said beside the
/// promise: it depends on what is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coherence {
    /// The largest share of rows that may have a sensitive item in common.
    pub h: Share,
    /// The least number of owners.
    pub k: usize,
    /// Most public items that the attacker knows.
    pub p: usize,
}

impl Promised for Coherence {
    fn k(&self) -> Option<usize> {
        Some(self.k)
    }

    fn wording(&self) -> Wording {
        let Coherence { h, k, p } = self;
        Wording {
            short: format!("({h}, {k}, {p})-coherence"),
            sentence: format!(
                "Whoever knows at most {p} public items of an owner finds the rows of at least {k} owners that match, \
                 or none, and no sensitive item is in more than {h} of those rows."
            ),
            looked_at: ["set of items", "sets of items"],
            not_covered: vec![
                "Whoever knows more than p public items of an owner, or a sensitive one, may find one row.",
                "Sensitive items are published as they are, also those of a single owner.",
                "Several sensitive items may be certain together although none is alone.",
                REPEATED,
                LENGTH,
            ],
            remedy: "do not publish it: make it again from the originals, or promise only the h, the k and the p that it has",
        }
    }
}
