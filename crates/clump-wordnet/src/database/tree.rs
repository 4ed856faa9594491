//! Synsets in preorder under their first hypernyms, named, with the lemmas that lead to each.
//!
//! Nodes are synsets and not words: words as nodes give cycles, and most nouns would never reach the root.
//!
//! - A skipped synset passes its children to its nearest ancestor that stays.
//! - A lemma leads to its first sense that stays: `taco` to the dish, not to an insult. One without such a sense
//!   leads to the nearest ancestor that stays of its first sense.
//! - A synset is called by its first lemma, bare if that lemma leads to it, else as `lemma.n.NN` with WordNet's
//!   number of the sense. So a bare name looked up gives the node it names, and all names differ.

use super::DatabaseError;
use super::files::{Database, SynsetNumber};

/// The columns of the artifact that are by node.
pub(super) struct Tree {
    pub(super) depths: Vec<u8>,
    /// 0 for a bare name.
    pub(super) senses: Vec<u8>,
    /// `name|lemma|lemma`; a bare name is not repeated among its lemmas.
    pub(super) lines: String,
}

pub(super) fn build(database: &Database<'_>, skipped: &[bool]) -> Result<Tree, DatabaseError> {
    let (order, depths) = preorder(database, skipped)?;
    let mut lemmas: Vec<Vec<&str>> = vec![Vec::new(); database.synsets.len()];
    for lemma in &database.lemmas {
        let first = *lemma.senses.first().ok_or(DatabaseError::UnknownSense)?;
        let stays = lemma.senses.iter().copied().find(|&sense| !skipped[sense]);
        let target = stays.or_else(|| staying_ancestor(database, skipped, first));
        lemmas[target.ok_or(DatabaseError::UnknownSense)?].push(lemma.word);
    }

    let mut senses = Vec::with_capacity(order.len());
    let mut lines = String::new();
    for &synset in &order {
        let word = database.synsets[synset].word;
        let lower = word.to_ascii_lowercase();
        lines.push_str(word);
        let bare = lemmas[synset].contains(&lower.as_str());
        senses.push(if bare { 0 } else { sense_number(database, &lower, synset)? });
        for lemma in lemmas[synset].iter().filter(|&&lemma| lemma != lower) {
            lines.push('|');
            lines.push_str(lemma);
        }
        lines.push('\n');
    }
    Ok(Tree { depths, senses, lines: lines.replace('_', " ") })
}

/// The synsets that stay, children in the order of `data.noun`, and their distances from the root.
fn preorder(
    database: &Database<'_>,
    skipped: &[bool],
) -> Result<(Vec<SynsetNumber>, Vec<u8>), DatabaseError> {
    let mut children: Vec<Vec<SynsetNumber>> = vec![Vec::new(); database.synsets.len()];
    let mut pending = Vec::new();
    let stays = (0..database.synsets.len()).filter(|&synset| !skipped[synset]);
    for synset in stays.clone().rev() {
        match staying_ancestor(database, skipped, synset) {
            Some(parent) => children[parent].push(synset),
            None => pending.push((synset, 0)),
        }
    }
    // With several roots only one is walked, so that the count below says it.
    pending.truncate(1);
    let (mut order, mut depths) = (Vec::new(), Vec::new());
    while let Some((synset, depth)) = pending.pop() {
        order.push(synset);
        depths.push(u8::try_from(depth).map_err(|_| DatabaseError::TooDeep)?);
        pending.extend(children[synset].iter().map(|&child| (child, depth + 1)));
    }
    let (reached, synsets) = (order.len(), stays.count());
    if reached == synsets { Ok((order, depths)) } else { Err(DatabaseError::NotATree { reached, synsets }) }
}

/// The nearest proper ancestor that is not skipped. A chain longer than the database is a cycle and has none.
fn staying_ancestor(database: &Database<'_>, skipped: &[bool], synset: SynsetNumber) -> Option<SynsetNumber> {
    let ancestors =
        std::iter::successors(database.synsets[synset].parent, |&above| database.synsets[above].parent);
    ancestors.take(database.synsets.len()).find(|&above| !skipped[above])
}

fn sense_number(database: &Database<'_>, lemma: &str, synset: SynsetNumber) -> Result<u8, DatabaseError> {
    let position = database.senses(lemma).iter().position(|&sense| sense == synset);
    match position.ok_or(DatabaseError::UnknownSense)? {
        position @ ..99 => Ok(position as u8 + 1),
        _ => Err(DatabaseError::TooDeep),
    }
}
