//! Overrides: meanings that the user states where the lexicon is wrong, such as `java<TAB>coffee` or
//! `john<TAB>drop`.

use std::path::Path;

use clump_core::taxonomy::Taxonomy;

use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::lexicon::{Meaning, Phrases};
use crate::lines::Lines;
use crate::tokens::fold;

/// The target that leaves a word out. A node of this name is targeted in angle brackets.
const DROP: &str = "drop";

#[derive(Default)]
pub(crate) struct Overrides {
    phrases: Phrases,
    /// `None` for a statement that is ignored.
    meanings: Vec<Option<Meaning>>,
}

impl Overrides {
    /// Reads lines `word or phrase<TAB>node or drop`; blank lines and those that begin with `#` are skipped.
    ///
    /// Without a `taxonomy` (it is made from the data later) only `drop` is a target.
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

    /// The stated meaning of `phrase`, which is in lower case with single spaces.
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
