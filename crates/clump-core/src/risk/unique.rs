//! Attack by uniqueness: owners whom known items identify.
//!
//! A row *matches* if every known item is covered by a different published item that may stand for it. In the data
//! as they are, such a row holds all known items. An owner is unique if at least one row matches, and all matching
//! rows are of this owner.

use rayon::prelude::*;

use super::UniqueShare;
use super::published::{Lists, PublishedRows};
use super::victim::Victim;
use crate::taxonomy::Node;

/// For m = 1, 2, ... the share of the victims with at least m known items whom the first m items identify. Stops at
/// the first m that no victim has.
///
/// Cheap if groups are large: only an owner who is alone in a group can be unique. For other owners, it visits the
/// groups that publish something for the rarest known item until one matches.
pub(super) fn unique(
    published: &PublishedRows<'_>,
    lists: &Lists,
    victims: &[Victim<Node>],
) -> Vec<UniqueShare> {
    let is_found = |victim: &Victim<Node>| {
        let with = |known: usize| is_unique(published, lists, victim.owner, &victim.known[..known]);
        (1..=victim.known.len()).map(with).collect()
    };
    let found: Vec<Vec<bool>> = victims.par_iter().map(is_found).collect();
    let most = found.iter().map(Vec::len).max().unwrap_or(0);
    let share = |known: usize| {
        let of_as_many = || found.iter().filter_map(|unique| unique.get(known - 1));
        let (unique, attacked) = (of_as_many().filter(|&&unique| unique).count(), of_as_many().count());
        UniqueShare { known, attacked, share: unique as f64 / attacked as f64 }
    };
    (1..=most).map(share).collect()
}

fn is_unique(published: &PublishedRows<'_>, lists: &Lists, owner: u32, known: &[Node]) -> bool {
    let is_alone = |group: u32| {
        published.owners[group as usize] == 1 && published.groups_of(owner).any(|own| own == group)
    };
    let matches = |group: u32| matches(published, published.groups.get(group as usize), known);
    let own = || published.groups_of(owner).filter(|&group| published.owners[group as usize] == 1);
    if !own().any(matches) {
        return false;
    }
    let lists_of = |item: Node| published.may_stand_for(item).map(|node| lists.of(node));
    let length = |item: Node| lists_of(item).map(<[_]>::len).sum::<usize>();
    let rarest = known.iter().copied().min_by_key(|&item| length(item)).expect("something is known");
    // A group that publishes several nodes for the item is visited several times, with the same result.
    lists_of(rarest).flatten().all(|found| is_alone(found.group) || !matches(found.group))
}

/// True if the `known` items can be assigned to different items of `bag` that may stand for them.
///
/// From the last node of the bag to the first, each takes any known item that is not assigned yet. Any other node
/// that could stand for this item comes later, so it is above this node, and may also stand for every other open
/// item below this node.
fn matches(published: &PublishedRows<'_>, bag: &[Node], known: &[Node]) -> bool {
    let mut open = known.to_vec();
    for &node in bag.iter().rev() {
        if let Some(place) = open.iter().position(|&item| published.may_be(node, item)) {
            open.swap_remove(place);
            if open.is_empty() {
                break;
            }
        }
    }
    open.is_empty()
}
