//! Maps the words of a query, or the items of a basket, to nodes of the taxonomy.
//!
//! At each word of a query, the longest known phrase is taken. The word alone is taken only if there is no
//! phrase. So `bill of rights` is one item although `of` is a stop word. Among phrases of equal length, an
//! override wins.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use clump_core::containers::Ragged;
use clump_core::taxonomy::{Node, Taxonomy, is_marked};
use clump_scrub::{Class, Text, find, plain};
use clump_wordnet::{Languages, WordNet};
use rustc_hash::FxHashMap;

use super::mapper::Mapper;
use super::node_owners::CountedNodes;
use super::overrides::Overrides;
use crate::error::ReadError;
use crate::lexicon::{Lexicon, Meaning, OpenLexicon};
use crate::never::NeverList;
use crate::options::{Items, Matching, ReadOptions, ReadingMemory};
use crate::repair::{Repair, RepairCounts};
use crate::taxonomy::{TaxonomySource, built_in_topics, built_in_words, root};
use crate::tokens::{Words, fold, next_token, trim, words_between_signs};
use crate::unknown::{OnUnknown, Unknown};
use crate::unmapped::{is_lost, is_placed};

/// Maps words by their meaning: a taxonomy with its words, the user's overrides, and the rules for matching
/// text.
///
/// It is made once and used for any number of texts: a query costs what its words cost. It does not change
/// while it is used, so threads can share it. WordNet is decoded once per process, however many mappers there
/// are. Reading a log maps with the same type.
///
/// On its own, it gives the node of the taxonomy that a word belongs to. If [items are words](Items::Words),
/// their leaves exist only together with the data of a log.
///
/// ```
/// use clump_io::WordMapper;
/// use clump_io::taxonomy::TaxonomySource;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// let tree = folder.path().join("tree.csv");
/// std::fs::write(&tree, "red wine,drink\nbeer,drink\ndrink,\n")?;
///
/// let mapper = WordMapper::new(&TaxonomySource::from(tree))?;
/// let items = mapper.map("red wine or BEER")?;
/// let names: Vec<&str> = items.iter().map(|&item| mapper.taxonomy().name(item)).collect();
/// assert_eq!(names, ["red wine", "beer"]);
/// # Ok(())
/// # }
/// ```
pub struct WordMapper {
    words: WordsOf,
    pub(super) tree: Cow<'static, Taxonomy>,
    /// True if the tree is only a root, because the rest will be made from what is read.
    pub(super) is_unmade: bool,
    pub(super) repaired: RepairCounts,
    pub(super) overrides: Overrides,
    never: NeverList,
    /// Finds texts that lead to nodes whose owners are counted; `None` if lists drop nothing, or nothing is
    /// counted.
    pub(super) counted: Option<Box<CountedNodes>>,
    matching: Matching,
    pub(super) items: Items,
    pub(super) unknown: OnUnknown,
    /// Nodes that guards are about.
    guarded: Vec<Node>,
    /// True if items that the tree lacks become leaves below its root. Words of queries that were unknown stay
    /// unknown, because people type anything.
    grows: bool,
}

enum WordsOf {
    Shared(&'static dyn Lexicon),
    Own(Box<dyn Lexicon>),
}

/// Many texts in parts: words, and phrases that are one item.
#[derive(Debug)]
pub struct MappedParts {
    /// The parts of each text by number, in their order. The same part has the same number in all texts; stop
    /// words are not parts.
    pub of_texts: Ragged<u32>,
    /// The node that each part belongs to; `None` if it has none.
    pub nodes: Vec<Option<Node>>,
}

impl fmt::Debug for WordMapper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WordMapper").field("nodes", &self.taxonomy().len()).finish_non_exhaustive()
    }
}

impl WordMapper {
    /// Maps words to the taxonomy of `source` by [`Matching::Full`]. Unknown words belong below
    /// `<other word>`, or are left out if the taxonomy has no such node.
    ///
    /// # Errors
    /// When the taxonomy cannot be loaded; [`ReadError::MadeFromData`] if it will be made from data.
    pub fn new(source: &TaxonomySource) -> Result<WordMapper, ReadError> {
        match source {
            TaxonomySource::Prefix { .. } | TaxonomySource::Flat => Err(ReadError::MadeFromData),
            TaxonomySource::WordNet | TaxonomySource::Topics | TaxonomySource::File(_) => {
                WordMapper::of(source, Items::Words)
            }
        }
    }

    /// The same, with the meanings that the file at `path` states: lines `word or phrase<TAB>node`, or
    /// `drop`.
    pub fn overrides(self, path: &Path) -> Result<WordMapper, ReadError> {
        let overrides = Overrides::read(path, self.given_tree())?;
        Ok(WordMapper { overrides, ..self })
    }

    /// The same, with another treatment of words that the taxonomy does not have.
    pub fn unknown(self, unknown: &Unknown) -> Result<WordMapper, ReadError> {
        let unknown = unknown.resolve(self.given_tree(), self.lexicon().other_words())?;
        Ok(WordMapper { unknown, ..self })
    }

    /// True if words that the taxonomy does not have become leaves of it.
    pub fn keeps_unknown_words(&self) -> bool {
        matches!(self.unknown, OnUnknown::Below(_))
    }

    /// The taxonomy that the nodes belong to, as it was given.
    pub fn taxonomy(&self) -> &Taxonomy {
        &self.tree
    }

    /// The nodes that the words of a query belong to, in their order. A word that occurs twice gives two.
    ///
    /// # Errors
    /// [`ReadError::UnknownWord`] where unknown words are errors.
    pub fn map(&self, query: &str) -> Result<Vec<Node>, ReadError> {
        let mut nodes = Vec::new();
        let mut mapper = Mapper::new(self, ReadingMemory::default());
        mapper.query(query, &mut nodes).map_err(|_| ReadError::UnknownWord)?;
        nodes.retain(|&node| !is_lost(node));
        let below = mapper.vocabulary.seen().below;
        Ok(nodes.into_iter().map(|node| self.node_of(node, &below)).collect())
    }

    /// The node of a text that is taken as a whole, like an item of a basket; `None` if it has none.
    ///
    /// # Errors
    /// [`ReadError::UnknownWord`] where unknown words are errors.
    pub fn map_item(&self, item: &str) -> Result<Option<Node>, ReadError> {
        match (self.item(item), self.unknown) {
            (Meaning::Item(node) | Meaning::Below(node) | Meaning::Excluded(node), _) => Ok(Some(node)),
            (Meaning::Unknown, OnUnknown::As(node) | OnUnknown::Below(node)) => Ok(Some(node)),
            (Meaning::Unknown, OnUnknown::Error) => Err(ReadError::UnknownWord),
            (Meaning::Unknown, OnUnknown::Drop) | (Meaning::Stop | Meaning::Dropped, _) => Ok(None),
        }
    }

    /// The parts of many texts. Two parts are the same if they were typed alike; the same node is not enough.
    ///
    /// # Errors
    /// [`ReadError::UnknownWord`] where unknown words are errors.
    pub fn map_parts<'q>(&self, texts: impl IntoIterator<Item = &'q str>) -> Result<MappedParts, ReadError> {
        let mut mapper = Mapper::new(self, ReadingMemory::default());
        let (mut numbers, mut found, mut nodes) = (FxHashMap::default(), Vec::new(), Vec::new());
        let mut of_texts = Ragged::default();
        for text in texts {
            nodes.clear();
            mapper.query(text, &mut nodes).map_err(|_| ReadError::UnknownWord)?;
            nodes.retain(|&node| !is_placed(node));
            of_texts.push(nodes.iter().map(|&node| {
                *numbers.entry(node).or_insert_with(|| {
                    found.push(node);
                    found.len() as u32 - 1
                })
            }));
        }
        let below = mapper.vocabulary.seen().below;
        let node = |number| (!is_lost(number)).then(|| self.node_of(number, &below));
        Ok(MappedParts { of_texts, nodes: found.into_iter().map(node).collect() })
    }

    /// The mapper for reading with `options`. Of a tree that will be made from the data, it knows only the
    /// root.
    pub fn for_reading(source: &TaxonomySource, options: &ReadOptions) -> Result<WordMapper, ReadError> {
        let items = options.items.unwrap_or(Items::usual(options.matching));
        if (items, options.matching) == (Items::Words, Matching::Paper) {
            return Err(ReadError::WordsOfThePaper);
        }
        let mut mapper = WordMapper::of(source, items)?;
        mapper.grows =
            matches!(source, TaxonomySource::File(file) if file.repair.contains(&Repair::AddLeaves));
        mapper.matching = options.matching;
        if let Some(path) = &options.overrides {
            mapper = mapper.overrides(path)?;
        }
        if let Some(path) = &options.never {
            mapper.never = NeverList::read(path)?;
        }
        if let Some(unknown) = &options.unknown {
            mapper = mapper.unknown(unknown)?;
        }
        let guarded = options.guarded_nodes.iter().filter_map(|name| mapper.tree.find_meant(name)).collect();
        mapper.guarded = guarded;
        mapper.counted = CountedNodes::of(source, options)?.map(Box::new);
        Ok(mapper)
    }

    pub(super) fn of(source: &TaxonomySource, items: Items) -> Result<WordMapper, ReadError> {
        let mut repaired = RepairCounts::default();
        let (words, tree) = match source {
            TaxonomySource::WordNet if items == Items::Words => {
                let typed = built_in_words();
                (WordsOf::Shared(typed), Cow::Borrowed(typed.tree()))
            }
            TaxonomySource::WordNet => {
                let wordnet = WordNet::load();
                (WordsOf::Shared(wordnet), Cow::Borrowed(wordnet.taxonomy()))
            }
            TaxonomySource::Topics => {
                let topics = built_in_topics(items);
                (WordsOf::Shared(topics), Cow::Borrowed(topics.tree()))
            }
            TaxonomySource::File(file) => {
                let mut loaded = file.load()?;
                let lexicon = loaded.lexicon(items);
                repaired = loaded.repaired;
                (WordsOf::Own(lexicon), Cow::Owned(loaded.taxonomy))
            }
            TaxonomySource::Prefix { .. } | TaxonomySource::Flat => {
                (WordsOf::Shared(&OpenLexicon), Cow::Owned(root()))
            }
        };
        let (overrides, matching, unknown) = (Overrides::default(), Matching::default(), OnUnknown::Drop);
        let (never, counted, guarded, grows) = (NeverList::default(), None, Vec::new(), false);
        let is_unmade = matches!(source, TaxonomySource::Prefix { .. } | TaxonomySource::Flat);
        let mapper = WordMapper {
            words,
            tree,
            is_unmade,
            repaired,
            overrides,
            never,
            counted,
            matching,
            items,
            unknown,
            guarded,
            grows,
        };
        match mapper.lexicon().other_words() {
            Some(_) => mapper.unknown(&Unknown::Keep),
            None => Ok(mapper),
        }
    }

    fn node_of(&self, number: Node, below: &[Option<Node>]) -> Node {
        match number.0.checked_sub(self.known_nodes()) {
            Some(word) => below[word as usize].expect("only leaves have numbers"),
            None => number,
        }
    }

    pub(super) fn read_words(&self, text: &str, words: &mut Words) {
        words.read(text, self.matching.compounds(), |token, rest| self.stays_whole(token, rest));
    }

    /// The first number of a word that is a leaf of its own.
    #[inline]
    pub(crate) fn known_nodes(&self) -> u32 {
        self.taxonomy().len() as u32
    }

    /// True if queries are searched for identifiers of persons: if a word may be published that no taxonomy
    /// names.
    pub(crate) fn excludes_identifiers(&self) -> bool {
        self.lexicon().identifiers(Class::Email).is_some()
            || self.is_unmade
            || matches!(self.unknown, OnUnknown::Below(_))
    }

    /// True if an item of a basket with this `meaning` is recognized only by its shape.
    pub(crate) fn is_by_shape(&self, meaning: Meaning) -> bool {
        match meaning {
            Meaning::Below(node) | Meaning::Excluded(node) => self.lexicon().is_shape(node),
            Meaning::Item(_) | Meaning::Stop | Meaning::Dropped | Meaning::Unknown => false,
        }
    }

    pub(crate) fn languages(&self, word: &str) -> Languages {
        match self.overrides.find(word) {
            Some(_) => Languages::EMPTY,
            None => self.lexicon().languages(word),
        }
    }

    pub(crate) fn item(&self, item: &str) -> Meaning {
        if self.is_never_published(item) {
            return Meaning::Dropped;
        }
        let plain = plain(item);
        let meaning = match find(item, Text::Item) {
            Some(class) => self.lexicon().identifiers(class).map_or(Meaning::Dropped, Meaning::Excluded),
            None => self.item_alone(&plain),
        };
        self.unless_stated(&fold(&plain), meaning)
    }

    pub(super) fn item_alone(&self, item: &str) -> Meaning {
        match self.unless_guarded(item, self.lexicon().item(item)) {
            Meaning::Unknown if self.grows => Meaning::Below(Node::ROOT),
            meaning => meaning,
        }
    }

    pub(crate) fn is_counted(&self, text: &str) -> bool {
        self.counted.as_ref().is_some_and(|counted| counted.has_text(text))
    }

    pub(crate) fn is_never_published(&self, text: &str) -> bool {
        self.never.matches(text)
    }

    pub(crate) fn is_dropped(&self, text: &str) -> bool {
        self.overrides.find(&fold(text)) == Some(Meaning::Dropped)
    }

    pub(crate) fn word(&self, word: &str) -> Meaning {
        self.unless_stated(word, self.alone(word))
    }

    /// The meaning of a text: `meaning`, unless the user states another one. A excluded text can only be
    /// dropped.
    pub(super) fn unless_stated(&self, text: &str, meaning: Meaning) -> Meaning {
        match (self.stated(text), meaning) {
            (Some(Meaning::Dropped), _) | (_, Meaning::Dropped) => Meaning::Dropped,
            (_, Meaning::Excluded(_)) | (None, _) => meaning,
            (Some(stated), _) => stated,
        }
    }

    fn stated(&self, text: &str) -> Option<Meaning> {
        self.overrides.find(text).map(|meaning| match meaning {
            Meaning::Item(node) => self.lexicon().stated(node),
            meaning => meaning,
        })
    }

    pub(crate) fn longest(&self, word: &str) -> usize {
        let stated = self.overrides.longest(word);
        match self.matching {
            Matching::Full => stated.max(self.lexicon().longest_phrase(word)),
            Matching::Paper => stated,
        }
    }

    /// The meaning of a phrase: an item or `Dropped`; `None` if the phrase is not known.
    pub(crate) fn phrase(&self, phrase: &str) -> Option<Meaning> {
        self.stated(phrase).or_else(|| match self.matching {
            Matching::Full => self.lexicon().phrase(phrase),
            Matching::Paper => None,
        })
    }

    /// True if a token with punctuation is known as it is, alone or as the first word of a phrase that
    /// follows.
    pub(crate) fn stays_whole(&self, token: &str, mut rest: &str) -> bool {
        // A token that looks like a node is cut, so that no word looks like one.
        if is_marked(token) {
            return false;
        }
        if self.overrides.find(token).is_some() {
            return true;
        }
        match self.alone(token) {
            // If the tree is made from the data, every word is known, so this decides nothing.
            Meaning::Below(Node::ROOT) => return false,
            // An unknown word with signs that cannot be published. Without them it may be another word.
            Meaning::Excluded(node) if Some(node) == self.lexicon().other_words() => return false,
            Meaning::Item(_) | Meaning::Below(_) | Meaning::Excluded(_) => return true,
            Meaning::Stop | Meaning::Dropped => return true,
            Meaning::Unknown if self.matching == Matching::Paper => return false,
            Meaning::Unknown => {}
        }
        let longest = self.longest(token);
        let mut phrase = if longest > 1 { token.to_owned() } else { return false };
        for _ in 1..longest {
            let Some((next, after)) = next_token(rest) else { return false };
            phrase.push(' ');
            phrase.push_str(trim(next));
            rest = after;
            if self.phrase(&phrase).is_some() {
                return true;
            }
        }
        false
    }

    fn alone(&self, word: &str) -> Meaning {
        match self.matching {
            Matching::Full => self.unless_guarded(word, self.lexicon().word(word)),
            Matching::Paper => self.lexicon().exact(word),
        }
    }

    /// The meaning of a text. `meaning` is that of the lexicon. If the lexicon does not know the text as a whole, and
    /// a word or phrase in it is at or below a guarded node, the text belongs below that node: `gay hiv` is about
    /// health too, and `cancer cookbook` about illness.
    fn unless_guarded(&self, text: &str, meaning: Meaning) -> Meaning {
        let is_below = |above: &Node, node: Node| self.tree.is_ancestor(*above, node);
        match meaning {
            _ if self.guarded.is_empty() => return meaning,
            Meaning::Item(_) | Meaning::Excluded(_) | Meaning::Stop | Meaning::Dropped => return meaning,
            Meaning::Below(node) if self.guarded.iter().any(|above| is_below(above, node)) => return meaning,
            Meaning::Below(_) | Meaning::Unknown => {}
        }
        let folded = fold(text);
        let words: Vec<&str> = words_between_signs(&folded).collect();
        let mut first = 0;
        while words.len() > 1 && first < words.len() {
            let longest = self.lexicon().longest_phrase(words[first]).min(words.len() - first);
            let phrase = |count: usize| self.lexicon().phrase(&words[first..first + count].join(" "));
            let found = (2..=longest).rev().find_map(|count| Some((count, phrase(count)?)));
            let (count, part) = found.unwrap_or_else(|| (1, self.lexicon().word(words[first])));
            if let Meaning::Item(node) | Meaning::Below(node) = part
                && let Some(&guarded) = self.guarded.iter().find(|above| is_below(above, node))
            {
                return self.lexicon().stated(guarded);
            }
            first += count;
        }
        meaning
    }

    pub(super) fn lexicon(&self) -> &dyn Lexicon {
        match &self.words {
            WordsOf::Shared(lexicon) => *lexicon,
            WordsOf::Own(lexicon) => &**lexicon,
        }
    }

    /// The tree, unless it is not made yet.
    fn given_tree(&self) -> Option<&Taxonomy> {
        (!self.is_unmade).then(|| self.taxonomy())
    }
}
