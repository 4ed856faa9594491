//! Links that give words that are not nouns a place among the nouns.

use clump_core::taxonomy::Node;

/// Place of a word that is not a noun, and the link that leads there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linked {
    /// The noun.
    pub node: Node,
    /// The link of WordNet that leads there.
    pub link: Link,
}

/// A relation of WordNet from a word that is not a noun to a noun.
///
/// Ordered by preference. The first three are direct. The others take one step more, and only words without a
/// direct link have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Link {
    /// The subject of the adjective: `pulmonary`, lung. Adverbs use that of their adjective: `annually`,
    /// year.
    Pertainym,
    /// A noun of the same stem: `pregnant`, pregnancy; `write`, writing.
    Derived,
    /// The attribute of which the adjective is a value: `strong`, strength.
    Attribute,
    /// Through the verb that the adjective is a participle of or derived from: `baked`, baking; `addictive`,
    /// addiction.
    Verb,
    /// Through a synonym: `annually`, yearly, year.
    Synonym,
    /// Through the adjective that it resembles: `huge`, large.
    Similar,
    /// Through a more general verb: `overcook`, cooking.
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

    /// The mark of a word of this link in the artifact: mostly WordNet's own symbol. No lemma begins with
    /// one.
    pub(crate) fn symbol(self) -> char {
        char::from(SYMBOLS[self as usize])
    }

    /// The link with this mark.
    pub(crate) fn of_symbol(symbol: u8) -> Option<Link> {
        SYMBOLS.iter().position(|&mark| mark == symbol).map(|link| Link::ALL[link])
    }
}

/// The marks of [`Link::ALL`].
const SYMBOLS: &[u8; 7] = b"\\+=<~&@";

/// The endings that a word takes: those of verbs, of adjectives, of both or none.
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

    pub(crate) fn of_digit(digit: u8) -> Option<Endings> {
        matches!(digit, b'0'..=b'3').then(|| Endings(digit - b'0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_back() {
        for (index, link) in Link::ALL.into_iter().enumerate() {
            assert_eq!(link as usize, index);
            assert_eq!(Link::of_symbol(link.symbol() as u8), Some(link));
        }
        for endings in
            [Endings::default(), Endings::VERB, Endings::ADJECTIVE, Endings::VERB.and(Endings::ADJECTIVE)]
        {
            assert_eq!(Endings::of_digit(endings.digit() as u8), Some(endings));
        }
        assert_eq!((Link::of_symbol(b'd'), Endings::of_digit(b'4')), (None, None));
    }
}
