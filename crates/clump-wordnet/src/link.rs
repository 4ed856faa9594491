//! Links from words that are not nouns to nouns, which give such words a place in the tree.

use clump_core::taxonomy::Node;

/// The place in the tree of a word that is not a noun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linked {
    /// The node of the noun that the word is linked to.
    pub node: Node,
    /// The kind of link that leads from the word to the noun.
    pub link: Link,
}

/// A kind of link from a word that is not a noun to a noun.
///
/// The kinds are in order of preference. The first three are direct. The others take one step more, and only
/// words without a direct link use them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Link {
    /// The noun that the adjective describes: `pulmonary`, lung. Adverbs use the noun of their adjective:
    /// `annually`, year.
    Pertainym,
    /// A noun of the same stem: `pregnant`, pregnancy; `write`, writing.
    Derived,
    /// The attribute of which the adjective is a value: `strong`, strength.
    Attribute,
    /// The noun of the verb that the adjective is a participle of or derived from: `baked`, baking;
    /// `addictive`, addiction.
    Verb,
    /// The noun of a synonym: `annually`, yearly, year.
    Synonym,
    /// The noun of a similar adjective: `huge`, large.
    Similar,
    /// The noun of a more general verb: `overcook`, cooking.
    Hypernym,
}

impl Link {
    /// All kinds of links, in order of preference.
    pub const ALL: [Link; 7] = [
        Link::Pertainym,
        Link::Derived,
        Link::Attribute,
        Link::Verb,
        Link::Synonym,
        Link::Similar,
        Link::Hypernym,
    ];

    /// The character that marks words with this link in the artifact, mostly WordNet's own symbol. No lemma
    /// begins with such a character.
    pub(crate) fn symbol(self) -> char {
        char::from(SYMBOLS[self as usize])
    }

    /// The link that this character marks; `None` for any other character.
    pub(crate) fn of_symbol(symbol: u8) -> Option<Link> {
        SYMBOLS.iter().position(|&mark| mark == symbol).map(|link| Link::ALL[link])
    }
}

/// The characters that mark links, in the order of [`Link::ALL`].
const SYMBOLS: &[u8; 7] = b"\\+=<~&@";

/// The inflected endings that a word can take: those of verbs, of adjectives, of both, or none.
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

    /// The digit for these endings in the artifact.
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
