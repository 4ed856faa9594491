//! From the words of a query, or the items of a basket, to nodes of the taxonomy.
//!
//! At each word of a query the longest phrase that is known is taken, and only if there is none the word alone. So
//! `bill of rights` is one item although `of` is a stop word. Among phrases of equal length an override wins.

use std::fmt;
use std::path::Path;

use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Bags;

use crate::error::ReadError;
use crate::lexicon::{GrowingLexicon, Lexicon, Meaning, OpenLexicon};
use crate::lost::is_lost;
use crate::mapping::Mapper;
use crate::matching::{MapCounts, Matching};
use crate::overrides::Overrides;
use crate::read::{ReadOptions, temporary};
use crate::reading_memory::ReadingMemory;
use crate::taxonomy::{Made, Repair, RepairCounts, TaxonomySource, built_in, flat, grow, prefixes};
use crate::tokens::{Compounds, fold, next_token, trim};
use crate::unknown::{OnUnknown, Unknown, UnknownWords};

/// Knows what words mean: a taxonomy with its words, what the user says beside it, and how text is matched.
///
/// Made once and used for as many texts as there are: a query costs what its words cost. It does not change while it
/// is used, so threads can share it. WordNet is decoded once a process, however many mappers there are. Reading a log
/// maps with the same type.
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
///
/// let batch = mapper.map_all(["beer", "some tea", "red wine"])?;
/// assert_eq!((batch.items.len(), batch.counts.mapped, batch.counts.unknown), (3, 3, 1));
/// # Ok(())
/// # }
/// ```
pub struct WordMapper {
    words: WordsOf,
    tree: Tree,
    repaired: RepairCounts,
    overrides: Overrides,
    matching: Matching,
    unknown: OnUnknown,
}

/// Whose words are known.
enum WordsOf {
    /// Those of the process.
    Shared(&'static dyn Lexicon),
    Own(Box<dyn Lexicon>),
}

/// What words lead to.
enum Tree {
    /// The one of the process.
    Shared(&'static Taxonomy),
    Own(Taxonomy),
    /// None yet: it will be made from what is read.
    Unmade,
}

/// Many queries as nodes of the taxonomy.
#[derive(Debug)]
pub struct MappedQueries {
    /// The items of each query, in the order of the queries. Words that lead nowhere are left out.
    pub items: Bags,
    /// What became of the words.
    pub counts: MapCounts,
    /// The words that the taxonomy does not have. Private.
    pub unknown: UnknownWords,
}

impl fmt::Debug for WordMapper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.given_tree().map_or(0, Taxonomy::len);
        f.debug_struct("WordMapper").field("nodes", &nodes).finish_non_exhaustive()
    }
}

impl WordMapper {
    /// Maps to the taxonomy of `source` by [`Matching::Full`]; unknown words are left out.
    ///
    /// # Errors
    /// When the taxonomy cannot be loaded; [`ReadError::MadeFromData`] where it is yet to be made from data.
    pub fn new(source: &TaxonomySource) -> Result<WordMapper, ReadError> {
        match source {
            TaxonomySource::Prefix { .. } | TaxonomySource::Flat => Err(ReadError::MadeFromData),
            TaxonomySource::WordNet | TaxonomySource::File(_) => WordMapper::of(source, false),
        }
    }

    /// The same, by another rule of matching.
    #[must_use]
    pub fn matching(self, matching: Matching) -> WordMapper {
        WordMapper { matching, ..self }
    }

    /// The same, with the meanings that the file at `path` states: lines `word or phrase<TAB>node`, or `drop`.
    ///
    /// # Errors
    /// When the file cannot be read, or names a node that the taxonomy does not have.
    pub fn overrides(self, path: &Path) -> Result<WordMapper, ReadError> {
        let overrides = Overrides::read(path, self.given_tree())?;
        Ok(WordMapper { overrides, ..self })
    }

    /// The same, with another answer to words that the taxonomy does not have.
    ///
    /// # Errors
    /// When they are to become a node that the taxonomy does not have.
    pub fn unknown(self, unknown: &Unknown) -> Result<WordMapper, ReadError> {
        let unknown = unknown.resolve(self.given_tree())?;
        Ok(WordMapper { unknown, ..self })
    }

    /// What items are nodes of.
    ///
    /// # Panics
    /// Never with a mapper that [`WordMapper::new`] made.
    pub fn taxonomy(&self) -> &Taxonomy {
        self.given_tree().expect("a mapper for others has a tree")
    }

    /// The items of a query, in the order of its words. A word that is asked twice gives two.
    ///
    /// # Errors
    /// [`ReadError::UnknownWord`] where unknown words are errors.
    pub fn map(&self, query: &str) -> Result<Vec<Node>, ReadError> {
        let mut nodes = Vec::new();
        let mut mapper = Mapper::new(self, ReadingMemory::default());
        mapper.query(query, &mut nodes).map_err(|_| ReadError::UnknownWord)?;
        nodes.retain(|&node| !is_lost(node));
        Ok(nodes)
    }

    /// The item of a text that is taken whole, as baskets have it; `None` where it leads nowhere.
    ///
    /// # Errors
    /// [`ReadError::UnknownWord`] where unknown words are errors.
    pub fn map_item(&self, item: &str) -> Result<Option<Node>, ReadError> {
        match (self.item(item), self.unknown) {
            (Meaning::Item(node), _) | (Meaning::Unknown, OnUnknown::As(node)) => Ok(Some(node)),
            (Meaning::Unknown, OnUnknown::Error) => Err(ReadError::UnknownWord),
            _ => Ok(None),
        }
    }

    /// The items of many queries. Each distinct word is looked up once.
    ///
    /// # Errors
    /// [`ReadError::UnknownWord`] where unknown words are errors, and what the folder for temporary files says, where
    /// so many words are unknown that they do not fit in memory.
    pub fn map_all<'q>(
        &self,
        queries: impl IntoIterator<Item = &'q str>,
    ) -> Result<MappedQueries, ReadError> {
        let (mapped, _) = self.map_within(ReadingMemory::default(), queries, &())?;
        Ok(mapped)
    }

    /// What reading with `options` maps by. Where the tree is yet to be made, or completed, from the data, words stand
    /// for themselves until [`WordMapper::make`].
    pub(crate) fn for_reading(
        source: &TaxonomySource,
        options: &ReadOptions,
    ) -> Result<WordMapper, ReadError> {
        let mut mapper = WordMapper::of(source, true)?.matching(options.matching);
        if let Some(path) = &options.overrides {
            mapper = mapper.overrides(path)?;
        }
        mapper.unknown(&options.unknown)
    }

    /// With `grows`, a taxonomy file that is to be completed from the data knows every item.
    fn of(source: &TaxonomySource, grows: bool) -> Result<WordMapper, ReadError> {
        let mut repaired = RepairCounts::default();
        let (words, tree) = match source {
            TaxonomySource::WordNet => {
                let wordnet = built_in()?;
                (WordsOf::Shared(wordnet), Tree::Shared(wordnet.taxonomy()))
            }
            TaxonomySource::File(file) => {
                let mut loaded = file.load()?;
                let mut lexicon = loaded.lexicon();
                if grows && file.repair.contains(&Repair::AddLeaves) {
                    lexicon = Box::new(GrowingLexicon::new(lexicon, loaded.taxonomy.len()));
                }
                repaired = loaded.repaired;
                (WordsOf::Own(lexicon), Tree::Own(loaded.taxonomy))
            }
            TaxonomySource::Prefix { .. } | TaxonomySource::Flat => {
                (WordsOf::Shared(&OpenLexicon), Tree::Unmade)
            }
        };
        let (overrides, matching, unknown) = (Overrides::default(), Matching::default(), OnUnknown::Drop);
        Ok(WordMapper { words, tree, repaired, overrides, matching, unknown })
    }

    /// The tree of `source` made, or completed, from `words`; `None` if it was whole before.
    ///
    /// # Errors
    /// When it would have too many nodes.
    pub(crate) fn make(
        &self,
        source: &TaxonomySource,
        words: &Names,
        is_item: impl Fn(usize) -> bool,
    ) -> Result<Option<Made>, ReadError> {
        let made = match (source, &self.tree) {
            (TaxonomySource::Flat, _) => flat(words, is_item),
            (TaxonomySource::Prefix { lengths }, _) => prefixes(words, is_item, lengths),
            (TaxonomySource::File(file), Tree::Own(tree)) if file.repair.contains(&Repair::AddLeaves) => {
                grow(tree, words, is_item)
            }
            _ => return Ok(None),
        };
        made.map(Some).map_err(|source| ReadError::MadeTaxonomy { source })
    }

    /// The tree and what was repaired in it, or the one that was `made` from the data in its place.
    pub(crate) fn into_tree(self, made: Option<Taxonomy>) -> (Taxonomy, RepairCounts) {
        let WordMapper { tree, mut repaired, .. } = self;
        match (made, tree) {
            (Some(made), Tree::Own(given)) => {
                repaired.leaves_added = (made.len() - given.len()) as u64;
                (made, repaired)
            }
            (Some(made), _) => (made, repaired),
            (None, Tree::Own(given)) => (given, repaired),
            (None, Tree::Shared(shared)) => (shared.clone(), repaired),
            (None, Tree::Unmade) => unreachable!("a tree that is made from the data was made"),
        }
    }

    /// Maps `queries`, and returns the words that stand for themselves with them.
    pub(crate) fn map_within<'q>(
        &self,
        room: ReadingMemory,
        queries: impl IntoIterator<Item = &'q str>,
        progress: &dyn Progress,
    ) -> Result<(MappedQueries, WordsSeen), ReadError> {
        let folder = room.folder.clone();
        let temporary = |source| temporary(&folder, source);
        let mut mapper = Mapper::new(self, room);
        let mut items = Bags::default();
        let mut nodes = Vec::new();
        for query in queries {
            progress.go_on()?;
            nodes.clear();
            mapper.query(query, &mut nodes).map_err(|_| ReadError::UnknownWord)?;
            items.push(nodes.iter().copied().filter(|&node| !is_lost(node)));
            if mapper.is_full() {
                mapper.relieve().map_err(temporary)?;
            }
        }
        let (words, is_item) = mapper.words();
        let is_item = (0..words.len()).map(is_item).collect();
        let seen = WordsSeen { words: words.clone(), is_item };
        let counts = mapper.counts();
        let unknown = mapper.into_unknown_words().map_err(temporary)?;
        Ok((MappedQueries { items, counts, unknown }, seen))
    }

    /// What became of a word that the taxonomy does not have.
    pub(crate) fn on_unknown(&self) -> OnUnknown {
        self.unknown
    }

    /// What becomes of tokens with punctuation inside.
    pub(crate) fn compounds(&self) -> Compounds {
        self.matching.compounds()
    }

    /// The first number of a text that stands for itself.
    pub(crate) fn known_nodes(&self) -> u32 {
        self.lexicon().known_nodes()
    }

    /// What an item of a basket means.
    pub(crate) fn item(&self, item: &str) -> Meaning {
        self.overrides.find(&fold(item)).unwrap_or_else(|| self.lexicon().item(item))
    }

    /// What a single word of a query means.
    pub(crate) fn word(&self, word: &str) -> Meaning {
        self.overrides.find(word).unwrap_or_else(|| self.alone(word))
    }

    /// Words of the longest phrase that begins with `word`.
    pub(crate) fn longest(&self, word: &str) -> usize {
        let stated = self.overrides.longest(word);
        match self.matching {
            Matching::Full => stated.max(self.lexicon().longest_phrase(word)),
            Matching::Paper => stated,
        }
    }

    /// An item or `Dropped`; `None` where the phrase is not known.
    pub(crate) fn phrase(&self, phrase: &str) -> Option<Meaning> {
        self.overrides.find(phrase).or_else(|| match self.matching {
            Matching::Full => self.lexicon().phrase(phrase).map(Meaning::Item),
            Matching::Paper => None,
        })
    }

    /// Whether a token with punctuation is known as it stands, alone or as the first word of a phrase that follows.
    pub(crate) fn stays_whole(&self, token: &str, mut rest: &str) -> bool {
        if self.overrides.find(token).is_some() {
            return true;
        }
        match self.alone(token) {
            Meaning::Item(_) | Meaning::Stop | Meaning::Dropped => return true,
            // Everything is known where the tree is made from the data, so there this tells nothing.
            Meaning::Itself => return false,
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

    /// What the lexicon says of a single word.
    fn alone(&self, word: &str) -> Meaning {
        match self.matching {
            Matching::Full => self.lexicon().word(word),
            Matching::Paper => self.lexicon().exact(word),
        }
    }

    fn lexicon(&self) -> &dyn Lexicon {
        match &self.words {
            WordsOf::Shared(lexicon) => *lexicon,
            WordsOf::Own(lexicon) => &**lexicon,
        }
    }

    /// The tree, unless it is yet to be made.
    fn given_tree(&self) -> Option<&Taxonomy> {
        match &self.tree {
            Tree::Shared(tree) => Some(tree),
            Tree::Own(tree) => Some(tree),
            Tree::Unmade => None,
        }
    }
}

/// The words of queries by number, and which of them stand for themselves.
pub(crate) struct WordsSeen {
    pub words: Names,
    pub is_item: Vec<bool>,
}
