//! Published labels that go to their parents by chance.
//!
//! A least common generalization tells more than it says: of a label v nobody knows which of the things below it each owner
//! has, but they do not all have one child of v, or that child would stand there. Who knows what people ask can conclude
//! from this what no label says (A. Cohen: Attacks on Deidentification's Defenses, USENIX Security 2022, who calls it
//! downcoding; `risk/downcoding.rs` tries it). Where any label may have been lifted, the conclusion is uncertain. It is not
//! impossible: this is no proof, and noise is.
//!
//! A label is lifted for all owners of a group or for none, so rows that are equal stay equal, groups only become larger, and
//! k-anonymity holds as before. A leaf is lifted too: otherwise a node right above leaves would never be a lifted one. The root
//! stays.

use crate::anonymize::Form;
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Bags;

/// `release` with each label at its parent for which `is_lifted` says so, once for every bag and place in the bag. Bags that are equal
/// should be one before, as in the [canonical](Release::canonical) form, and some may be equal afterwards.
///
/// Every bag still generalizes what it generalized: each label stands for the same item as before. In sets, a label that is
/// there already is not added.
pub fn lift(
    release: &Release,
    taxonomy: &Taxonomy,
    form: Form,
    mut is_lifted: impl FnMut(usize, usize) -> bool,
) -> Release {
    let lifted = |(number, bag): (usize, &[Node])| -> Vec<Node> {
        let place = |(place, &label): (usize, &Node)| match is_lifted(number, place) {
            true => taxonomy.parent(label),
            false => label,
        };
        let mut labels: Vec<Node> = bag.iter().enumerate().map(place).collect();
        if form == Form::Sets {
            labels.sort_unstable();
            labels.dedup();
        }
        labels
    };
    let bags: Bags = release.bags().iter().enumerate().map(lifted).collect();
    Release::new(bags, (0..release.rows()).map(|row| release.bag_of(row) as u32).collect())
}
