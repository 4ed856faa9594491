//! Holds the meanings of words: a taxonomy with its lexicon, the user's overrides, and the rules for matching
//! text.
//!
//! The words of a query are mapped from left to right, each time the longest known phrase. A word is mapped
//! alone only if no known phrase begins there. So `bill of rights` is one item although `of` is a stop word.
//! Among phrases of equal length, an override wins.

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

/// Maps words and items to nodes, by a taxonomy with its words, the user's overrides, and the rules for
/// matching text.
///
/// Make one mapper and use it for any number of texts. Mapping does not change it, so threads can share it.
/// WordNet is decoded once per process, however many mappers there are. Reading a log uses the same type.
///
/// The result is the node of the taxonomy that a word belongs to. If [items are words](Items::Words), the
/// word is a leaf below this node, but leaves exist only after a log was read.
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
    /// True if the tree is only a root now, because the rest will be made from the data.
    pub(super) is_unmade: bool,
    pub(super) repaired: RepairCounts,
    pub(super) overrides: Overrides,
    never: NeverList,
    /// Finds dropped texts that map to a node whose owners are counted; `None` if there can be none.
    pub(super) counted: Option<Box<CountedNodes>>,
    matching: Matching,
    pub(super) items: Items,
    pub(super) unknown: OnUnknown,
    /// Nodes that a guard of the run protects.
    guarded: Vec<Node>,
    /// True if items that the tree lacks become leaves below its root. Unknown words of queries stay unknown,
    /// because people type anything.
    grows: bool,
}

enum WordsOf {
    Shared(&'static dyn Lexicon),
    Own(Box<dyn Lexicon>),
}

/// Result of mapping many texts. The parts of a text are its words, and its phrases that are one item.
#[derive(Debug)]
pub struct MappedParts {
    /// Numbers of the parts of each text, in the order of the text. Equal parts have the same number in all
    /// texts. Stop words are not parts.
    pub of_texts: Ragged<u32>,
    /// For each part number, the node of the part; `None` if it has none.
    pub nodes: Vec<Option<Node>>,
}

impl fmt::Debug for WordMapper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WordMapper").field("nodes", &self.taxonomy().len()).finish_non_exhaustive()
    }
}

impl WordMapper {
    /// Makes a mapper to the taxonomy of `source` that matches by [`Matching::Full`]. Unknown words belong
    /// below `<other word>`, or are left out if the taxonomy has no such node.
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

    /// Also uses the overrides in the file at `path`, with lines `word or phrase<TAB>node` or `...<TAB>drop`.
    pub fn overrides(self, path: &Path) -> Result<WordMapper, ReadError> {
        let overrides = Overrides::read(path, self.given_tree())?;
        Ok(WordMapper { overrides, ..self })
    }

    /// Changes the treatment of words that the taxonomy does not have.
    pub fn unknown(self, unknown: &Unknown) -> Result<WordMapper, ReadError> {
        let unknown = unknown.resolve(self.given_tree(), self.lexicon().other_words())?;
        Ok(WordMapper { unknown, ..self })
    }

    /// True if words that the taxonomy lacks become leaves of it, instead of being left out or replaced.
    pub fn keeps_unknown_words(&self) -> bool {
        matches!(self.unknown, OnUnknown::Below(_))
    }

    /// Taxonomy of the returned nodes, without leaves from data.
    pub fn taxonomy(&self) -> &Taxonomy {
        &self.tree
    }

    /// Maps the words of a query to nodes, in the order of the words. A word that occurs twice gives two
    /// nodes.
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

    /// Maps a text as a whole, like an item of a basket; `None` if it has no node.
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

    /// Cuts texts into parts and maps each part. Parts get the same number only if their texts are equal;
    /// synonyms with one node have different numbers.
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

    /// Makes the mapper for reading with `options`. It has only a root if the tree will be made from the
    /// data.
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

    /// Number of nodes of the given tree. Words that are leaves of their own are numbered from here.
    #[inline]
    pub(crate) fn known_nodes(&self) -> u32 {
        self.taxonomy().len() as u32
    }

    /// True if queries are searched for identifiers of persons, because unknown words may be published.
    pub(crate) fn excludes_identifiers(&self) -> bool {
        self.lexicon().identifiers(Class::Email).is_some()
            || self.is_unmade
            || matches!(self.unknown, OnUnknown::Below(_))
    }

    /// True if an item of a basket with this `meaning` is recognized only by its shape, such as a number.
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

    /// Returns the user's meaning for `text`, or else `meaning`. An excluded text can only be dropped.
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

    /// Meaning of a phrase; `None` if the phrase is unknown.
    pub(crate) fn phrase(&self, phrase: &str) -> Option<Meaning> {
        self.stated(phrase).or_else(|| match self.matching {
            Matching::Full => self.lexicon().phrase(phrase),
            Matching::Paper => None,
        })
    }

    /// True if a token with punctuation is not cut, because it is known whole, or because a known phrase
    /// begins with it. `rest` is the text after the token.
    pub(crate) fn stays_whole(&self, token: &str, mut rest: &str) -> bool {
        // A token in angle brackets is cut, so that no word looks like a category.
        if is_marked(token) {
            return false;
        }
        if self.overrides.find(token).is_some() {
            return true;
        }
        match self.alone(token) {
            // If the tree is made from the data, every word has this meaning, so it is no evidence.
            Meaning::Below(Node::ROOT) => return false,
            // A token with signs that cannot be published. Without the signs, it may be another word.
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

    /// Returns `meaning`, which is that of the lexicon, unless `text` contains a word of a guarded node. If
    /// the lexicon lacks `text` as a whole, a word or phrase in it decides. If that is at or below a guarded
    /// node, `text` gets that node: `gay hiv` is about health too, and `cancer cookbook` about illness.
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

    /// Tree of the mapper; `None` if it will be made from the data.
    fn given_tree(&self) -> Option<&Taxonomy> {
        (!self.is_unmade).then(|| self.taxonomy())
    }
}
