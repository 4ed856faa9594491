//! The owners of a log while it is read: numbered by first appearance, none of them nobody, and none of them twice under
//! two spellings.

use std::borrow::Cow;

use clump_core::containers::Interner;
use clump_core::names::Names;
use clump_core::promise::Share;
use rustc_hash::FxHashMap;

use crate::error::{Fault, ReadError};
use crate::read::ReadOptions;
use crate::sampled::is_sampled;
use crate::spelling::{Spellings, is_null_word, plain_form};

pub(crate) struct Owners {
    names: Interner,
    spellings: Spellings,
    /// Only so many of them are read.
    sample: Option<Share>,
}

impl Owners {
    pub(crate) fn new(options: &ReadOptions) -> Self {
        Owners { names: Interner::default(), spellings: options.spellings, sample: options.sample }
    }

    /// Whether the records of the owner called `name` are read: those of all owners, unless a sample is.
    #[inline]
    pub(crate) fn are_read(&self, name: &str) -> bool {
        self.sample.is_none_or(|share| is_sampled(&self.form(name), share))
    }

    /// The number of the owner called `name`.
    pub(crate) fn number(&mut self, name: &str) -> Result<u32, Fault> {
        let name = self.form(name);
        match self.names.find(&name) {
            Some(number) => Ok(number),
            None => {
                self.admit(&name)?;
                Ok(self.names.intern(&name))
            }
        }
    }

    /// Whether `number` is that of the owner called `name`.
    #[inline]
    pub(crate) fn is(&self, number: u32, name: &str) -> bool {
        self.names.get(number) == self.form(name)
    }

    /// The number of an owner without a name in the data, who is called `name` as nobody else is.
    pub(crate) fn push(&mut self, name: &str) -> u32 {
        self.names.push(name)
    }

    /// Names by number.
    ///
    /// # Errors
    /// When owners who must not differ only in spelling do. O(bytes of the names), and for names that have their plain
    /// form already only one look at them.
    pub(crate) fn finish(self) -> Result<Names, ReadError> {
        if self.spellings == Spellings::Refuse {
            self.refuse_spellings()?;
        }
        Ok(self.names.into_names())
    }

    #[inline]
    fn form<'n>(&self, name: &'n str) -> Cow<'n, str> {
        match self.spellings {
            Spellings::Fold => plain_form(name),
            Spellings::Refuse | Spellings::AsTheyAre => Cow::Borrowed(name),
        }
    }

    /// Refuses who is nobody. Somebody may be called None, but nobody is called nothing.
    fn admit(&self, name: &str) -> Result<(), Fault> {
        if plain_form(name).is_empty() {
            Err(Fault::NoOwner)
        } else if self.spellings != Spellings::AsTheyAre && is_null_word(name) {
            Err(Fault::NullOwner)
        } else {
            Ok(())
        }
    }

    fn refuse_spellings(&self) -> Result<(), ReadError> {
        // Only a name that is not its own form can be that of another, so only these are put in a table.
        let mut spellings: FxHashMap<String, usize> = FxHashMap::default();
        for name in self.names.names().iter() {
            if let Cow::Owned(form) = plain_form(name)
                && form != name
            {
                let plain = usize::from(self.names.find(&form).is_some());
                *spellings.entry(form).or_insert(plain) += 1;
            }
        }
        let several = spellings.values().filter(|&&count| count > 1);
        let (owners, people) = several.fold((0, 0), |(owners, people), count| (owners + count, people + 1));
        match people {
            0 => Ok(()),
            _ => Err(ReadError::OwnerSpellings { owners, people }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owners(spellings: Spellings, names: &[&str]) -> Result<Names, ReadError> {
        let mut owners = Owners::new(&ReadOptions { spellings, ..ReadOptions::default() });
        for name in names {
            owners.number(name).unwrap();
        }
        owners.finish()
    }

    #[test]
    fn owners_of_one_form_are_counted() {
        let names = ["Anna", "anna", "ANNA", "7", "07", "otto", "Berta", "08.0", "0008"];
        let error = owners(Spellings::Refuse, &names).unwrap_err();
        assert!(matches!(error, ReadError::OwnerSpellings { owners: 7, people: 3 }), "{error:?}");
        assert!(owners(Spellings::Refuse, &["Anna", "Otto", "07", "8"]).is_ok());
        assert_eq!(owners(Spellings::AsTheyAre, &names).unwrap().len(), names.len());
        let folded = owners(Spellings::Fold, &names).unwrap();
        assert_eq!(folded.iter().collect::<Vec<_>>(), ["anna", "7", "otto", "berta", "8"]);
    }

    #[test]
    fn nobody_is_no_owner() {
        for (spellings, null) in
            [(Spellings::Refuse, false), (Spellings::Fold, false), (Spellings::AsTheyAre, true)]
        {
            let mut owners = Owners::new(&ReadOptions { spellings, ..ReadOptions::default() });
            assert_eq!(owners.number("None").is_ok(), null);
            assert_eq!(owners.number("\u{200b}"), Err(Fault::NoOwner));
            assert_eq!(owners.number(""), Err(Fault::NoOwner));
        }
    }
}
