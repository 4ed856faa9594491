//! `data.noun` and `index.noun` as they are documented in WordNet's `wndb(5)`.

use rustc_hash::FxHashMap;

use super::{DatabaseError, text};

const DATA: &str = "data.noun";
const INDEX: &str = "index.noun";

/// The number of a synset in the order of `data.noun`.
pub(super) type SynsetNumber = usize;

/// What is needed of a line of `data.noun`.
#[derive(Debug)]
pub(super) struct Synset<'a> {
    /// The first word, in its own case and with underscores.
    pub(super) word: &'a str,
    /// The first hypernym; of classes (`@`) and of instances (`@i`) alike.
    pub(super) parent: Option<SynsetNumber>,
    /// The usage domains (`;u`) of the synset as a whole.
    pub(super) usages: Vec<SynsetNumber>,
}

/// A line of `index.noun`.
#[derive(Debug)]
pub(super) struct Lemma<'a> {
    /// In lower case and with underscores.
    pub(super) word: &'a str,
    /// Its synsets, the most frequent sense first.
    pub(super) senses: Vec<SynsetNumber>,
}

/// The two files, read.
#[derive(Debug)]
pub(super) struct Database<'a> {
    pub(super) licence: String,
    pub(super) synsets: Vec<Synset<'a>>,
    pub(super) lemmas: Vec<Lemma<'a>>,
    /// Where a lemma stands in `lemmas`.
    numbers: FxHashMap<&'a str, usize>,
}

impl<'a> Database<'a> {
    pub(super) fn parse(data: &'a [u8], index: &'a [u8]) -> Result<Database<'a>, DatabaseError> {
        let (data, index) = (text(data, DATA)?, text(index, INDEX)?);
        let mut offsets = FxHashMap::default();
        for (number, (line, row)) in rows(data).enumerate() {
            offsets.insert(Fields::new(DATA, line, row).number("an offset", 10)?, number);
        }
        let synsets = rows(data).map(|(line, row)| synset(line, row, &offsets)).collect::<Result<_, _>>()?;
        let lemmas: Vec<Lemma<'a>> =
            rows(index).map(|(line, row)| lemma(line, row, &offsets)).collect::<Result<_, _>>()?;
        let numbers = lemmas.iter().enumerate().map(|(number, lemma)| (lemma.word, number)).collect();
        Ok(Database { licence: licence(data), synsets, lemmas, numbers })
    }

    /// The synsets of a lemma; none for an unknown one.
    pub(super) fn senses(&self, lemma: &str) -> &[SynsetNumber] {
        self.numbers.get(lemma).map_or(&[], |&number| &self.lemmas[number].senses)
    }
}

/// The lines after the licence, with their numbers from 1.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, row)| (index + 1, row)).filter(|(_, row)| !row.starts_with(' '))
}

/// The text of the head of the file, whose lines begin with blanks and a number.
fn licence(text: &str) -> String {
    let mut licence = String::new();
    for row in text.lines().take_while(|row| row.starts_with(' ')) {
        let row = row.trim_start().trim_start_matches(|digit: char| digit.is_ascii_digit());
        licence.push_str(row.strip_prefix(' ').unwrap_or(row).trim_end());
        licence.push('\n');
    }
    licence
}

fn synset<'a>(
    line: usize,
    row: &'a str,
    offsets: &FxHashMap<u32, SynsetNumber>,
) -> Result<Synset<'a>, DatabaseError> {
    let mut fields = Fields::new(DATA, line, row);
    fields.skip(3, "offset, file and part of speech")?;
    let words = fields.number("the number of words", 16)? as usize;
    let word = fields.next("a word")?;
    fields.skip((words * 2).saturating_sub(1), "words and their identifiers")?;
    let pointers = fields.number("the number of pointers", 10)?;
    let (mut parent, mut usages) = (None, Vec::new());
    for _ in 0..pointers {
        let symbol = fields.next("a pointer")?;
        let offset = fields.number("the offset of a pointer", 10)?;
        let part_of_speech = fields.next("the part of speech of a pointer")?;
        let words = fields.next("the words of a pointer")?;
        let target = || find(offsets, DATA, line, offset);
        match symbol {
            "@" | "@i" if parent.is_none() => parent = Some(target()?),
            // Other than 0000, the pointer is about one of the words only.
            ";u" if part_of_speech == "n" && words == "0000" => usages.push(target()?),
            _ => {}
        }
    }
    Ok(Synset { word, parent, usages })
}

fn lemma<'a>(
    line: usize,
    row: &'a str,
    offsets: &FxHashMap<u32, SynsetNumber>,
) -> Result<Lemma<'a>, DatabaseError> {
    let mut fields = Fields::new(INDEX, line, row);
    let word = fields.next("a lemma")?;
    fields.skip(1, "a part of speech")?;
    let senses = fields.number("the number of senses", 10)?;
    let pointers = fields.number("the number of pointers", 10)? as usize;
    fields.skip(pointers + 2, "pointers and counts")?;
    let senses = (0..senses)
        .map(|_| find(offsets, INDEX, line, fields.number("the offset of a sense", 10)?))
        .collect::<Result<_, _>>()?;
    Ok(Lemma { word, senses })
}

fn find(
    offsets: &FxHashMap<u32, SynsetNumber>,
    file: &'static str,
    line: usize,
    offset: u32,
) -> Result<SynsetNumber, DatabaseError> {
    offsets.get(&offset).copied().ok_or(DatabaseError::UnknownSynset { file, line, offset })
}

/// The fields of a line, with where they stand.
struct Fields<'a> {
    file: &'static str,
    line: usize,
    rest: std::str::SplitAsciiWhitespace<'a>,
}

impl<'a> Fields<'a> {
    fn new(file: &'static str, line: usize, row: &'a str) -> Fields<'a> {
        Fields { file, line, rest: row.split_ascii_whitespace() }
    }

    fn next(&mut self, wanted: &'static str) -> Result<&'a str, DatabaseError> {
        self.rest.next().ok_or(DatabaseError::Field { file: self.file, line: self.line, wanted })
    }

    fn skip(&mut self, count: usize, wanted: &'static str) -> Result<(), DatabaseError> {
        (0..count).try_for_each(|_| self.next(wanted).map(drop))
    }

    fn number(&mut self, wanted: &'static str, radix: u32) -> Result<u32, DatabaseError> {
        let field = self.next(wanted)?;
        u32::from_str_radix(field, radix).map_err(|_| DatabaseError::Field {
            file: self.file,
            line: self.line,
            wanted,
        })
    }
}
