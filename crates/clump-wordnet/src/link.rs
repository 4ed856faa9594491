//! How a word that is no noun gets its place among the nouns.

use clump_core::taxonomy::Node;

/// Where a word that is no noun belongs, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linked {
    /// The noun.
    pub node: Node,
    /// How WordNet leads there.
    pub link: Link,
}

/// A relation of WordNet from a word that is no noun to one that is.
///
/// In the order in which they are preferred. The first three are direct; the others take one step more, and only words
/// without a direct one have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Link {
    /// What the adjective is about: `pulmonary`, lung. Adverbs go by their adjective: `annually`, year.
    Pertainym,
    /// A noun of the same stem: `pregnant`, pregnancy; `write`, writing.
    Derived,
    /// What the adjective is a value of: `strong`, strength.
    Attribute,
    /// By the verb that the adjective is a participle of or derived from: `baked`, baking; `addictive`, addiction.
    Verb,
    /// By another word for the same: `annually`, yearly, year.
    Synonym,
    /// By the adjective that it resembles: `huge`, large.
    Similar,
    /// By a verb that is more general: `overcook`, cooking.
    Hypernym,
}

impl Link {
    /// All links, the preferred ones first.
    pub const ALL: [Link; 7] = [
        Link::Pertainym,
        Link::Derived,
        Link::Attribute,
        Link::Verb,
        Link::Synonym,
        Link::Similar,
        Link::Hypernym,
    ];

    /// The mark of a word of this link in the artifact: mostly WordNet's own symbol. No lemma begins with one.
    pub(crate) fn symbol(self) -> char {
        char::from(SYMBOLS[self as usize])
    }

    /// The link with this mark.
    #[inline]
    pub(crate) fn of_symbol(symbol: u8) -> Option<Link> {
        SYMBOLS.iter().position(|&mark| mark == symbol).map(|link| Link::ALL[link])
    }
}

/// The marks of [`Link::ALL`].
const SYMBOLS: &[u8; 7] = b"\\+=<~&@";

/// Which endings a word takes: those of verbs, of adjectives, of both or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Endings(u8);

impl Endings {
    pub(crate) const VERB: Endings = Endings(1);
    pub(crate) const ADJECTIVE: Endings = Endings(2);

    pub(crate) fn and(self, other: Endings) -> Endings {
        Endings(self.0 | other.0)
    }

    pub(crate) fn include(self, other: Endings) -> bool {
        self.0 & other.0 == other.0
    }

    /// The mark in the artifact.
    pub(crate) fn digit(self) -> char {
        char::from(b'0' + self.0)
    }

    #[inline]
    pub(crate) fn of_digit(digit: u8) -> Option<Endings> {
        matches!(digit, b'0'..=b'3').then(|| Endings(digit - b'0'))
    }
}

/// A place and the endings of its word in 32 bits, as the table of words keeps them.
#[inline]
pub(crate) fn pack(node: usize, link: Link, endings: Endings) -> u32 {
    // 2^27 nodes would be more than an artifact can hold.
    (node as u32) << 5 | u32::from(link as u8) << 2 | u32::from(endings.0)
}

#[inline]
pub(crate) fn unpack(packed: u32) -> (Linked, Endings) {
    let link = Link::ALL[(packed >> 2 & 7) as usize];
    (Linked { node: Node(packed >> 5), link }, Endings((packed & 3) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_packed_places_are_read_back() {
        for (index, link) in Link::ALL.into_iter().enumerate() {
            assert_eq!(link as usize, index);
            assert_eq!(Link::of_symbol(link.symbol() as u8), Some(link));
            for endings in
                [Endings::default(), Endings::VERB, Endings::ADJECTIVE, Endings::VERB.and(Endings::ADJECTIVE)]
            {
                assert_eq!(Endings::of_digit(endings.digit() as u8), Some(endings));
                let node = Node(81_998);
                assert_eq!(unpack(pack(node.index(), link, endings)), (Linked { node, link }, endings));
            }
        }
        assert_eq!((Link::of_symbol(b'd'), Endings::of_digit(b'4')), (None, None));
    }
}
