//! Overrides: meanings that a file of the user gives to words that the lexicon maps wrongly, such as
//! `java<TAB>coffee` or `john<TAB>drop`.

use std::path::Path;

use clump_core::taxonomy::Taxonomy;

use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::lexicon::{Meaning, Phrases};
use crate::lines::Lines;
use crate::tokens::fold;

/// Target that leaves a word out. To mean a node of this name, the file has `<drop>`.
const DROP: &str = "drop";

#[derive(Default)]
pub(crate) struct Overrides {
    phrases: Phrases,
    /// Meaning for each phrase by its number; `None` for a line that is ignored.
    meanings: Vec<Option<Meaning>>,
}

impl Overrides {
    /// Reads a file with lines `word or phrase<TAB>node or drop`. Blank lines and lines that begin with `#`
    /// are skipped.
    ///
    /// `taxonomy` is `None` if it will be made from the data; then `drop` is the only allowed target.
    pub(crate) fn read(path: &Path, taxonomy: Option<&Taxonomy>) -> Result<Overrides, ReadError> {
        let input = Input::from(path);
        let mut lines = Lines::new(input.clone(), input.open(&())?)?;
        let mut overrides = Overrides::default();
        let mut given: Vec<u64> = Vec::new();
        while let Some(line) = lines.next()? {
            let (number, text) = (line.number, line.text);
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            let columns = text.split('\t').count();
            let (phrase, label) = match text.split_once('\t') {
                Some((phrase, label)) if columns == 2 => (fold(phrase), label.trim()),
                _ => return Err(lines.malformed(number, Fault::OverrideColumns { found: columns })),
            };
            if phrase.is_empty() || label.is_empty() {
                return Err(lines.malformed(number, Fault::OverrideColumns { found: 1 }));
            }
            let meaning = match taxonomy.and_then(|taxonomy| taxonomy.find_meant(label)) {
                _ if label == DROP => Meaning::Dropped,
                Some(node) => Meaning::Item(node),
                None => return Err(lines.malformed(number, Fault::NoSuchNode)),
            };
            let place = overrides.phrases.insert(&phrase) as usize;
            if let Some(&first) = given.get(place) {
                return Err(lines.malformed(number, Fault::RepeatedOverride { first }));
            }
            given.push(number);
            overrides.meanings.push(Some(meaning));
        }
        Ok(overrides)
    }

    /// Meaning that the user gave to `phrase`, which must be in lower case with single spaces.
    #[inline]
    pub(crate) fn find(&self, phrase: &str) -> Option<Meaning> {
        self.phrases.find(phrase).and_then(|number| self.meanings[number as usize])
    }

    pub(crate) fn without_drops(mut self) -> Overrides {
        self.meanings.iter_mut().for_each(|meaning| *meaning = meaning.filter(|&it| it != Meaning::Dropped));
        self
    }

    pub(crate) fn longest(&self, first_word: &str) -> usize {
        self.phrases.longest(first_word)
    }
}
