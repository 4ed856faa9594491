//! WordNet in memory: one taxonomy of noun synsets, and tables of the words that lead into it.

use std::sync::LazyLock;

use clump_core::taxonomy::{Node, Taxonomy};

use crate::database::{self, DatabaseError, Files};
use crate::format::{Artifact, unpack};
use crate::inflection::{bases, last_word, singulars};
use crate::link::{Endings, Linked};
use crate::table::{Phrases, Table};

mod load;

/// The artifact, compiled into the program.
pub(crate) const EMBEDDED: &[u8] = include_bytes!("../data/words.zst");

/// The content of the artifact, decoded once, at its first use.
static LOADED: LazyLock<WordNet> = LazyLock::new(|| WordNet::from_artifact(EMBEDDED));

/// The noun taxonomy of WordNet and the words that lead into it.
///
/// Phrases are given in lower case with single spaces between words: `new york`. A word of several senses
/// leads to its first one, the most frequent in the texts that WordNet was tagged on.
///
/// ```
/// use clump_wordnet::WordNet;
///
/// let wordnet = WordNet::load();
/// let taxonomy = wordnet.taxonomy();
///
/// let dog = wordnet.exact("dog").expect("dog is a noun");
/// assert_eq!(wordnet.noun("dogs"), Some(dog)); // regular plural
/// assert_eq!(wordnet.noun("mice"), wordnet.exact("mouse")); // irregular plural
///
/// let animal = wordnet.exact("animal").expect("animal is a noun");
/// assert!(taxonomy.is_ancestor(animal, dog));
/// assert_eq!(taxonomy.name(dog), "<dog>");
/// ```
#[derive(Clone, Debug)]
pub struct WordNet {
    taxonomy: Taxonomy,
    lemmas: Phrases<Node>,
    /// Words that are not nouns, each with its link and the endings that it takes.
    linked: Table<(Linked, Endings)>,
    /// Irregular plurals, each with its bases, which bars separate.
    exceptions: Table<String>,
    /// Irregular forms of linked words, each with its bases, which bars separate.
    forms: Table<String>,
    web_senses: Phrases<Node>,
}

impl WordNet {
    /// The WordNet that is embedded in the program. The first call of a process takes some milliseconds and
    /// about 10 MB, which stay allocated; later calls return the same value.
    ///
    /// # Panics
    /// Never with an intact program: the artifact is part of it, and a test loads it.
    pub fn load() -> &'static WordNet {
        &LOADED
    }

    /// The compressed bytes that [`WordNet::load`] decodes.
    pub fn artifact() -> &'static [u8] {
        EMBEDDED
    }

    /// Decodes an artifact that the generator made.
    ///
    /// # Panics
    /// When the bytes are not such an artifact.
    pub fn from_artifact(packed: &[u8]) -> WordNet {
        let artifact = Artifact::parse(&unpack(packed));
        load::wordnet(&artifact).expect("the generator writes each lemma once")
    }

    /// Reads the files of a WordNet database, of version 3.0 or another one. Labels are skipped as in the
    /// embedded tree; the files of version 3.0 give that same tree. If the database lacks a synset that we
    /// skip, that is no error. So review the labels before you publish with another version. With files of
    /// nouns only, no word is linked.
    ///
    /// # Errors
    /// When the files are not a database whose nouns are one tree.
    pub fn from_database(files: &Files) -> Result<WordNet, DatabaseError> {
        load::wordnet(&database::read(files, false)?).ok_or(DatabaseError::RepeatedLemma)
    }

    /// The tree of synsets. Its names are fit for publication: the crate's documentation describes the
    /// synsets that are skipped.
    pub fn taxonomy(&self) -> &Taxonomy {
        &self.taxonomy
    }

    /// The tree without the tables of words.
    pub fn into_taxonomy(self) -> Taxonomy {
        self.taxonomy
    }

    /// The first sense of the lemma `phrase`, without inflection. This is the plain rule of the paper.
    #[inline]
    pub fn exact(&self, phrase: &str) -> Option<Node> {
        self.lemmas.get(phrase)
    }

    /// The first sense of a lemma or of its plural. Exact matches come first, then WordNet's irregular forms,
    /// then its suffix rules. In a phrase, only the last word is inflected. No rule may leave a word of fewer
    /// than three letters (`was`, `las`), and none applies to a word that ends in `ss` (`boss`).
    ///
    /// Do not use it for function words: `in` is an inch and `he` is helium. Match phrases first
    /// (`bill of rights`), then test [`is_stop_word`], then call this.
    ///
    /// [`is_stop_word`]: crate::is_stop_word
    pub fn noun(&self, phrase: &str) -> Option<Node> {
        self.exact(phrase)
            .or_else(|| self.irregular(phrase))
            .or_else(|| singulars(phrase).find_map(|singular| self.exact(&singular)))
    }

    /// The largest number of words of a lemma that begins with `first_word`; 1 if no lemma of several words
    /// does.
    ///
    /// To find the longest match at some word of a query, try [`WordNet::noun`] on that many words, then on
    /// one fewer, and so on. The largest number is nine ("united nations office for drug control and crime
    /// prevention"). Most words begin no phrase, so one look-up here replaces all the longer attempts.
    #[inline]
    pub fn longest_phrase(&self, first_word: &str) -> usize {
        self.lemmas.longest(first_word)
    }

    /// The place of a word that is not a noun: an adjective, a verb, an adverb or an inflected form of one,
    /// in lower case. Exact matches come first, then WordNet's irregular forms, then its suffix rules, as
    /// strict as [`WordNet::noun`]. A form has the place of its base. `None` for a lemma of nouns; plurals
    /// may be forms of verbs too, so ask [`WordNet::noun`] first.
    ///
    /// ```
    /// use clump_wordnet::{Link, WordNet};
    ///
    /// let wordnet = WordNet::load();
    /// let pulmonary = wordnet.linked("pulmonary").expect("an adjective");
    /// assert_eq!(wordnet.taxonomy().name(pulmonary.node), "<lung>");
    /// assert_eq!(pulmonary.link, Link::Pertainym);
    /// assert_eq!(wordnet.linked("cheapest"), wordnet.linked("cheap"));
    /// assert_eq!(wordnet.linked("lung"), None); // a noun
    /// ```
    pub fn linked(&self, word: &str) -> Option<Linked> {
        if self.exact(word).is_some() {
            return None;
        }
        let entry = |word: &str| self.linked.get(word).copied();
        let found =
            entry(word).or_else(|| irregular_bases(&self.forms, word).find_map(entry)).or_else(|| {
                bases(word)
                    .find_map(|(base, endings)| entry(&base).filter(|(_, takes)| takes.include(endings)))
            });
        found.map(|(linked, _)| linked)
    }

    /// All words that [`WordNet::linked`] finds without inflection, by node.
    pub fn linked_words(&self) -> impl Iterator<Item = (&str, Linked)> {
        let all = self.linked.iter().filter(|(word, _)| self.exact(word).is_none());
        all.map(|(word, &(linked, _))| (word, linked))
    }

    /// The meaning on the web of `text`, a word or a phrase in lower case; `None` if it is the first noun
    /// sense. Names that WordNet lacks have a place here too. We made the list: see the crate's
    /// documentation.
    ///
    /// ```
    /// use clump_wordnet::WordNet;
    ///
    /// let wordnet = WordNet::load();
    /// let name = |node| wordnet.taxonomy().name(node);
    /// assert_eq!(wordnet.exact("yahoo").map(name), Some("<yokel>"));
    /// assert_eq!(wordnet.web_sense("yahoo").map(name), Some("<web site>"));
    /// assert_eq!(wordnet.web_sense("dog"), None); // what WordNet says
    /// ```
    #[inline]
    pub fn web_sense(&self, text: &str) -> Option<Node> {
        self.web_senses.get(text)
    }

    /// The largest number of words of a phrase that begins with `first_word` and has a
    /// [`WordNet::web_sense`]; 1 if no such phrase exists.
    #[inline]
    pub fn longest_web_phrase(&self, first_word: &str) -> usize {
        self.web_senses.longest(first_word)
    }

    /// All words and phrases with a [`WordNet::web_sense`], in alphabetical order.
    pub fn web_senses(&self) -> impl ExactSizeIterator<Item = (&str, Node)> {
        self.web_senses.iter()
    }

    /// All lemmas in lower case with their first senses, by node and then in alphabetical order.
    pub fn lemmas(&self) -> impl ExactSizeIterator<Item = (&str, Node)> {
        self.lemmas.iter()
    }

    /// The lemmas that are one word, in the order of [`WordNet::lemmas`].
    pub fn words(&self) -> impl Iterator<Item = (&str, Node)> {
        self.lemmas().filter(|(lemma, _)| !lemma.contains(' '))
    }

    fn irregular(&self, phrase: &str) -> Option<Node> {
        let bases = |plural| irregular_bases(&self.exceptions, plural);
        if let Some(node) = bases(phrase).find_map(|base| self.exact(base)) {
            return Some(node);
        }
        match last_word(phrase) {
            0 => None,
            word => bases(&phrase[word..]).find_map(|base| self.exact(&[&phrase[..word], base].concat())),
        }
    }
}

/// The bases that `table` has for the irregular form `form`, best first.
fn irregular_bases<'a>(table: &'a Table<String>, form: &str) -> impl Iterator<Item = &'a str> {
    table.get(form).into_iter().flat_map(|bases| bases.split('|'))
}
