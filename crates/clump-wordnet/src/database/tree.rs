//! The tree: synsets in preorder below their first hypernyms, their names, and the lemmas that lead to them.
//!
//! Nodes are synsets and not words: words as nodes give cycles, and most nouns would not reach the root.
//!
//! - The children of a skipped synset move to its nearest ancestor that is not skipped.
//! - A lemma leads to its first sense that is not skipped: `taco` to the dish, not to an insult. If all are
//!   skipped, it leads to the nearest ancestor of its first sense that is not skipped.
//! - The name of a synset is its first lemma. If that lemma leads to another synset, WordNet's sense number
//!   follows: `lemma.n.NN`. So looking up a name without number gives its node, and all names differ.

use super::DatabaseError;
use super::links::LinkedWord;
use super::parts::{Part, SynsetNumber};
use super::skipped::Skipped;

/// The columns of the artifact that have one entry for each node.
pub(super) struct Tree {
    pub(super) depths: Vec<u8>,
    /// The sense number in the name of each node; 0 for a name without number.
    pub(super) senses: Vec<u8>,
    /// For each node a line: name, lemmas (without a name that has no number), linked words, `|` between.
    pub(super) lines: String,
}

/// The synsets that are not skipped, in preorder.
pub(super) struct Order {
    synsets: Vec<SynsetNumber>,
    depths: Vec<u8>,
}

pub(super) fn build(
    nouns: &Part<'_>,
    skipped: &Skipped,
    order: Order,
    linked_words: &[LinkedWord<'_>],
) -> Result<Tree, DatabaseError> {
    let mut lemmas: Vec<Vec<&str>> = vec![Vec::new(); nouns.synsets.len()];
    for lemma in &nouns.lemmas {
        let first = *lemma.senses.first().ok_or(DatabaseError::UnknownSense)?;
        let stays = lemma.senses.iter().copied().find(|&sense| !skipped.nouns[sense]);
        let target = stays.or_else(|| skipped.staying(nouns, first));
        lemmas[target.ok_or(DatabaseError::UnknownSense)?].push(lemma.word);
    }
    let mut linked: Vec<Vec<&LinkedWord<'_>>> = vec![Vec::new(); nouns.synsets.len()];
    for word in linked_words {
        linked[word.noun].push(word);
    }

    let mut senses = Vec::with_capacity(order.synsets.len());
    let mut lines = String::new();
    for &synset in &order.synsets {
        let word = nouns.synsets[synset].words[0];
        let lower = word.to_ascii_lowercase();
        lines.push_str(word);
        let bare = lemmas[synset].contains(&lower.as_str());
        senses.push(if bare { 0 } else { sense_number(nouns, &lower, synset)? });
        for lemma in lemmas[synset].iter().filter(|&&lemma| lemma != lower) {
            lines.push('|');
            lines.push_str(lemma);
        }
        for &LinkedWord { word, link, endings, .. } in &linked[synset] {
            lines.extend(['|', link.symbol(), endings.digit()]);
            lines.push_str(word);
        }
        lines.push('\n');
    }
    Ok(Tree { depths: order.depths, senses, lines: lines.replace('_', " ") })
}

/// Orders the synsets that are not skipped, children as in `data.noun`, and finds their distances from the
/// root. Returns an error if the hypernyms do not form exactly one tree.
pub(super) fn preorder(nouns: &Part<'_>, skipped: &Skipped) -> Result<Order, DatabaseError> {
    let mut children: Vec<Vec<SynsetNumber>> = vec![Vec::new(); nouns.synsets.len()];
    let mut pending = Vec::new();
    let stays = (0..nouns.synsets.len()).filter(|&synset| !skipped.nouns[synset]);
    for synset in stays.clone().rev() {
        match nouns.ancestors(&nouns.synsets[synset]).find(|&above| !skipped.nouns[above]) {
            Some(parent) => children[parent].push(synset),
            None => pending.push((synset, 0)),
        }
    }
    // Only one of several roots is visited, so that the count below detects the others.
    pending.truncate(1);
    let (mut order, mut depths) = (Vec::new(), Vec::new());
    while let Some((synset, depth)) = pending.pop() {
        order.push(synset);
        depths.push(u8::try_from(depth).map_err(|_| DatabaseError::TooDeep)?);
        pending.extend(children[synset].iter().map(|&child| (child, depth + 1)));
    }
    let (reached, synsets) = (order.len(), stays.count());
    if reached == synsets && reached > 0 {
        Ok(Order { synsets: order, depths })
    } else {
        Err(DatabaseError::NotATree { reached, synsets })
    }
}

fn sense_number(nouns: &Part<'_>, lemma: &str, synset: SynsetNumber) -> Result<u8, DatabaseError> {
    let position = nouns.senses(lemma).iter().position(|&sense| sense == synset);
    match position.ok_or(DatabaseError::UnknownSense)? {
        position @ ..99 => Ok(position as u8 + 1),
        _ => Err(DatabaseError::TooDeep),
    }
}
