//! The `data` and `index` files of the parts of speech, as documented in WordNet's `wndb(5)`.

use rustc_hash::FxHashMap;

use super::files::{BySpeech, Fields, Files, PartFiles, Speech, rows};
use super::{DatabaseError, text};

/// Index of a synset in the data file of its part of speech, from 0.
pub(super) type SynsetNumber = usize;

/// Word index of a pointer that belongs to the whole synset.
pub(super) const ALL_WORDS: usize = 0;

/// Relations of WordNet that are read from pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// `@` and `@i`: from a synset to its hypernym, of a class or an instance.
    Hypernym,
    /// `;u`: from a word to the usage that marks it, such as slur.
    Usage,
    /// `\`: from an adjective to the noun that it describes, or from an adverb to its adjective.
    Pertainym,
    /// `+`: from a word to a word of the same stem.
    Derived,
    /// `=`: from an adjective to the noun of which it is a value.
    Attribute,
    /// `&`: from a satellite adjective to the head of its cluster, and back.
    Similar,
    /// `<`: from a participle used as an adjective to its verb.
    Participle,
}

/// A pointer from a synset to another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointer {
    pub(super) relation: Relation,
    pub(super) speech: Speech,
    pub(super) synset: SynsetNumber,
    /// Index, from 1, of the word in this synset that the pointer starts from, or [`ALL_WORDS`].
    from: usize,
    /// Index, from 1, of the word in the other synset that the pointer leads to, or [`ALL_WORDS`].
    pub(super) to: usize,
}

/// One line of a data file: the fields that are needed.
#[derive(Debug)]
pub(super) struct Synset<'a> {
    /// The words of the synset in their own case, with underscores for spaces; at least one.
    pub(super) words: Vec<&'a str>,
    pointers: Vec<Pointer>,
    /// The first hypernym; `None` if there is none.
    pub(super) parent: Option<SynsetNumber>,
}

impl Synset<'_> {
    /// The pointers of `relation` to one part of speech, from the word with index `word` or from all words.
    pub(super) fn pointers(
        &self,
        relation: Relation,
        speech: Speech,
        word: usize,
    ) -> impl Iterator<Item = Pointer> {
        self.pointers.iter().copied().filter(move |pointer| {
            pointer.relation == relation
                && pointer.speech == speech
                && (pointer.from == ALL_WORDS || pointer.from == word)
        })
    }
}

/// One line of an index file: a lemma and its synsets.
#[derive(Debug)]
pub(super) struct Lemma<'a> {
    /// The lemma in lower case, with underscores for spaces.
    pub(super) word: &'a str,
    /// The synsets of the lemma, the most frequent sense first.
    pub(super) senses: Vec<SynsetNumber>,
}

/// The files of one part of speech. It is empty if the database has no files for it.
#[derive(Debug)]
pub(super) struct Part<'a> {
    pub(super) synsets: Vec<Synset<'a>>,
    pub(super) lemmas: Vec<Lemma<'a>>,
    /// For each lemma, its index in `lemmas`.
    numbers: FxHashMap<&'a str, usize>,
}

impl Part<'_> {
    /// The synsets of `lemma`, the most frequent sense first; empty for an unknown lemma.
    pub(super) fn senses(&self, lemma: &str) -> &[SynsetNumber] {
        self.numbers.get(lemma).map_or(&[], |&number| &self.lemmas[number].senses)
    }

    /// The hypernyms of a synset, the nearest first. A maximum length ends cycles.
    pub(super) fn ancestors(&self, synset: &Synset<'_>) -> impl Iterator<Item = SynsetNumber> {
        std::iter::successors(synset.parent, |&above| self.synsets[above].parent).take(self.synsets.len())
    }
}

/// The contents of a WordNet database: all parts of speech.
#[derive(Debug)]
pub(super) struct Database<'a> {
    pub(super) licence: String,
    pub(super) parts: BySpeech<Part<'a>>,
}

impl<'a> Database<'a> {
    pub(super) fn parse(Files(files): &'a Files) -> Result<Database<'a>, DatabaseError> {
        let offsets = BySpeech::try_new(|speech| offsets(&files[speech]))?;
        let parts = BySpeech::try_new(|speech| part(&files[speech], speech, &offsets))?;
        Ok(Database { licence: licence(text(&files[Speech::Noun].data)?), parts })
    }
}

/// For each part of speech, the synset at each byte offset of a line. Files refer to synsets by such offsets.
type Offsets = BySpeech<FxHashMap<u32, SynsetNumber>>;

fn offsets(files: &PartFiles) -> Result<FxHashMap<u32, SynsetNumber>, DatabaseError> {
    let rows = rows(text(&files.data)?).enumerate();
    rows.map(|(number, (line, row))| {
        Ok((Fields::new(files.data.name, line, row).number("an offset", 10)?, number))
    })
    .collect()
}

fn part<'a>(files: &'a PartFiles, speech: Speech, offsets: &Offsets) -> Result<Part<'a>, DatabaseError> {
    let synsets = rows(text(&files.data)?)
        .map(|(line, row)| synset(Fields::new(files.data.name, line, row), speech, offsets))
        .collect::<Result<_, _>>()?;
    let lemmas: Vec<Lemma<'a>> = rows(text(&files.index)?)
        .map(|(line, row)| lemma(Fields::new(files.index.name, line, row), &offsets[speech]))
        .collect::<Result<_, _>>()?;
    let numbers = lemmas.iter().enumerate().map(|(number, lemma)| (lemma.word, number)).collect();
    Ok(Part { synsets, lemmas, numbers })
}

fn synset<'a>(
    mut fields: Fields<'a>,
    speech: Speech,
    offsets: &Offsets,
) -> Result<Synset<'a>, DatabaseError> {
    fields.skip(3, "offset, file and part of speech")?;
    let count = fields.number("the number of words", 16)?;
    let mut words = Vec::new();
    for _ in 0..count.max(1) {
        let word = fields.next("a word")?;
        // Removes a syntactic marker after an adjective, as in galore(ip).
        words.push(word.split_once('(').map_or(word, |(word, _)| word));
        fields.skip(1, "the identifier of a word")?;
    }
    let count = fields.number("the number of pointers", 10)?;
    let mut pointers = Vec::new();
    for _ in 0..count {
        pointers.extend(pointer(&mut fields, offsets)?);
    }
    let is_parent = |pointer: &&Pointer| pointer.relation == Relation::Hypernym && pointer.speech == speech;
    let parent = pointers.iter().find(is_parent).map(|pointer| pointer.synset);
    Ok(Synset { words, pointers, parent })
}

/// Reads a pointer; `None` for a relation that is not read, or for a part of speech without files.
fn pointer(fields: &mut Fields<'_>, offsets: &Offsets) -> Result<Option<Pointer>, DatabaseError> {
    let relation = match fields.next("a pointer")? {
        "@" | "@i" => Some(Relation::Hypernym),
        ";u" => Some(Relation::Usage),
        "\\" => Some(Relation::Pertainym),
        "+" => Some(Relation::Derived),
        "=" => Some(Relation::Attribute),
        "&" => Some(Relation::Similar),
        "<" => Some(Relation::Participle),
        _ => None,
    };
    let offset = fields.number("the offset of a pointer", 10)?;
    let speech = match fields.next("the part of speech of a pointer")? {
        "n" => Speech::Noun,
        "a" | "s" => Speech::Adjective,
        "v" => Speech::Verb,
        "r" => Speech::Adverb,
        _ => return Err(fields.wrong("the part of speech of a pointer")),
    };
    let words = fields.number("the words of a pointer", 16)? as usize;
    let (offsets, Some(relation)) = (&offsets[speech], relation) else { return Ok(None) };
    match offsets.get(&offset) {
        Some(&synset) => Ok(Some(Pointer { relation, speech, synset, from: words >> 8, to: words & 0xff })),
        None if offsets.is_empty() => Ok(None),
        None => Err(fields.unknown(offset)),
    }
}

fn lemma<'a>(
    mut fields: Fields<'a>,
    offsets: &FxHashMap<u32, SynsetNumber>,
) -> Result<Lemma<'a>, DatabaseError> {
    let word = fields.next("a lemma")?;
    fields.skip(1, "a part of speech")?;
    let senses = fields.number("the number of senses", 10)?;
    let pointers = fields.number("the number of pointers", 10)? as usize;
    fields.skip(pointers + 2, "pointers and counts")?;
    let senses = (0..senses)
        .map(|_| {
            let offset = fields.number("the offset of a sense", 10)?;
            offsets.get(&offset).copied().ok_or(fields.unknown(offset))
        })
        .collect::<Result<_, _>>()?;
    Ok(Lemma { word, senses })
}

/// The licence at the head of the file, whose lines begin with blanks and a number.
fn licence(text: &str) -> String {
    let mut licence = String::new();
    for row in text.lines().take_while(|row| row.starts_with(' ')) {
        let row = row.trim_start().trim_start_matches(|digit: char| digit.is_ascii_digit());
        licence.push_str(row.strip_prefix(' ').unwrap_or(row).trim_end());
        licence.push('\n');
    }
    licence
}
