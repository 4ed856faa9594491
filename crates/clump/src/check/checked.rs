//! The answer of a check: each property, how much was found out about it, and what decides the whole.
//!
//! "Holds" means counted: a number of owners that a file only states can be false, and nothing in the file
//! would show it.

use clump_core::promise::{Promise, Property, PropertyName};
use clump_core::verify::{Counted, Verdict};
use clump_report::SensitiveFacts;
use serde::{Deserialize, Serialize};

use crate::check::certificate::CertificateFields;
use crate::check::claim::Stated;
use crate::check::form::Form;

/// The answer of a check, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// Something contradicts the promise.
    Broken,
    /// The given files show nothing about the promise, or nothing is promised.
    Unproved,
    /// Nothing contradicts it, but it was not counted: the file states the numbers of owners, or cannot show
    /// what is promised.
    Consistent,
    /// It was counted: in the originals, or in the rows of a file that has one row per owner.
    Holds,
}

impl Strength {
    /// The answer about `property`, from the verdict of the file `alone` and the verdict of the `owners` in
    /// the originals.
    pub(crate) fn of(property: &Property, alone: Option<&Verdict>, owners: Option<&Verdict>) -> Strength {
        let mut found = [alone, owners].into_iter().flatten().peekable();
        if found.peek().is_none() {
            return Strength::Unproved;
        }
        if !found.all(|verdict| verdict.holds) {
            return Strength::Broken;
        }
        match (property, owners, alone) {
            // Noise cannot be counted.
            (Property::DifferentialPrivacy(_), ..) => Strength::Consistent,
            // The labels themselves show whether a ceiling is kept.
            (Property::Ceiling(_), ..) | (_, Some(_), _) => Strength::Holds,
            // A table states its numbers. No file shows the owner of a line, the items of owners, or the
            // releases they are in.
            (
                Property::CommonFacts(_)
                | Property::CommonQueries(_)
                | Property::Certainty(_)
                | Property::Composition(_),
                ..,
            ) => Strength::Consistent,
            (_, None, Some(verdict)) if verdict.counted == Counted::Stated => Strength::Consistent,
            _ => Strength::Holds,
        }
    }
}

/// All answers about a release file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// True if something is promised and nothing is broken. `strength` says if it was counted too.
    #[serde(rename = "unbroken")]
    pub holds: bool,
    /// Strength of the answer: the weakest answer about any property, and broken if anything else is.
    pub strength: Strength,
    /// Each property that it was checked for, in the order of the promise; empty where nothing is promised.
    pub properties: Vec<CheckedProperty>,
    /// True if the certificate matches the file; none where there is no certificate yet.
    pub certified: Option<bool>,
    /// The fields of the certificate that contradict the file or are impossible.
    pub wrong_in_certificate: Vec<String>,
    /// The fields of the certificate that could not be checked: the publisher states them without proof.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unchecked_in_certificate: Vec<String>,
    /// Form of the file: canonical if it is byte for byte what clump writes for its content. None where it
    /// was written just now.
    pub form: Option<Form>,
    /// Verdict on the owner counts that the file states; none where nothing is promised.
    pub stated: Option<Verdict>,
    /// Verdict on a list of what is never published; none where no list was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<Verdict>,
    /// Findings in the originals; none without them.
    pub originals: Option<AgainstOriginals>,
    /// Number of labels that the promise treats as sensitive; none where it has no sensitive labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sensitive: Option<SensitiveFacts>,
    /// Number of owners about whom a difference between releases of the ledger may reveal something; none
    /// without a ledger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owners_told_apart: Option<usize>,
}

/// The answers about one property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedProperty {
    /// Its name and its parameters.
    #[serde(flatten)]
    pub property: Property,
    /// Strength of the answer about it.
    pub strength: Strength,
    /// Verdict of the file by itself; none if a file of its kind does not show the property. That certainty
    /// holds is no proof: the release shows only what would break it.
    pub alone: Option<Verdict>,
    /// Verdict of the originals, counted in distinct owners; none without them.
    pub owners: Option<Verdict>,
}

/// Effect of a certificate that is about other bytes, or has wrong fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certified {
    /// The certificate says what is promised, so it must be about the file.
    Counts,
    /// The reader says what is promised. What the certificate says is only reported, but it must be about the
    /// file.
    Told,
    /// The reader says what is promised, and that another program saved the file again: no certificate can be
    /// about it.
    Rewritten,
}

impl Certified {
    pub(crate) fn of(stated: &Stated) -> Certified {
        match stated.promise {
            None => Certified::Counts,
            Some(_) if stated.rewritten => Certified::Rewritten,
            Some(_) => Certified::Told,
        }
    }
}

/// Findings about a release once its originals are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgainstOriginals {
    /// Transactions whose released row does not generalize them, lines that differ from their origin, and
    /// pieces (or owners of pieces) that differ from what was typed.
    pub not_generalized: usize,
    /// Rows of the release with no owner, with several owners instead of one, or with a wrong number of
    /// owners. Also rows of an owner who has another row of the group.
    pub unaccounted: usize,
}

impl CheckedProperty {
    /// The verdict that counts: the owners', if they are known. None if nothing was found out.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.owners.as_ref().or(self.alone.as_ref())
    }

    /// True if there is a verdict, and all verdicts hold.
    pub fn holds(&self) -> bool {
        let found = [&self.alone, &self.owners];
        self.verdict().is_some() && found.into_iter().flatten().all(|verdict| verdict.holds)
    }
}

impl Checked {
    /// Verdicts of a file by itself on each property.
    pub(crate) fn alone(alone: impl IntoIterator<Item = (Property, Option<Verdict>)>) -> Checked {
        let properties: Vec<CheckedProperty> = alone
            .into_iter()
            .map(|(property, alone)| CheckedProperty {
                strength: Strength::of(&property, alone.as_ref(), None),
                property,
                alone,
                owners: None,
            })
            .collect();
        let checked = Checked {
            strength: Strength::Unproved,
            holds: false,
            properties,
            certified: None,
            wrong_in_certificate: Vec::new(),
            unchecked_in_certificate: Vec::new(),
            form: None,
            stated: None,
            listed: None,
            originals: None,
            sensitive: None,
            owners_told_apart: None,
        };
        checked.settled()
    }

    /// Decides again, after something was added.
    pub(crate) fn settled(self) -> Checked {
        let is_clean = self.is_sound() && self.listed.as_ref().is_none_or(|verdict| verdict.holds);
        let holds = self.is_promise_kept() && is_clean;
        let is_other = self.certified == Some(false) || !self.wrong_in_certificate.is_empty();
        let strength = match self.properties.iter().map(|checked| checked.strength).min() {
            Some(weakest) if holds => weakest,
            None | Some(Strength::Unproved) if is_clean && !is_other => Strength::Unproved,
            _ => Strength::Broken,
        };
        Checked { holds, strength, ..self }
    }

    /// Weakens the answers for a release in which an owner may have several rows: counted rows are not
    /// owners.
    pub(crate) fn of_several_rows(mut self) -> Checked {
        let is_of_rows = |alone: &Verdict| alone.counted == Counted::Rows;
        for checked in
            self.properties.iter_mut().filter(|checked| checked.alone.as_ref().is_some_and(is_of_rows))
        {
            if checked.strength == Strength::Holds && checked.property.name() != PropertyName::Ceiling {
                checked.strength = Strength::Consistent;
            }
        }
        self.settled()
    }

    /// Removes the originals' verdict on noise, which cannot be counted.
    pub(crate) fn without_noise(mut self) -> Checked {
        let noise =
            |checked: &&mut CheckedProperty| checked.property.name() == PropertyName::DifferentialPrivacy;
        self.properties.iter_mut().filter(noise).for_each(|checked| checked.owners = None);
        self
    }

    /// Adds the findings in the originals about the release and about each property, in order.
    pub(crate) fn with_originals(
        mut self,
        originals: AgainstOriginals,
        owners: impl IntoIterator<Item = Option<Verdict>>,
    ) -> Checked {
        for (checked, owners) in self.properties.iter_mut().zip(owners) {
            checked.strength = Strength::of(&checked.property, checked.alone.as_ref(), owners.as_ref());
            checked.owners = owners;
        }
        Checked { originals: Some(originals), ..self }.settled()
    }

    /// Adds the number of pieces, or owners, that contradict the originals.
    pub(crate) fn with_pieces(mut self, wrong: usize) -> Checked {
        self.originals.iter_mut().for_each(|found| found.not_generalized += wrong);
        self.settled()
    }

    /// Adds the findings about the certificate: if it matches the file, which fields are wrong, and which
    /// were not checked.
    pub(crate) fn with_certificate(
        self,
        certified: Option<bool>,
        fields: CertificateFields,
        counts: Certified,
    ) -> Checked {
        let is_of_others = certified == Some(false);
        let is_refused = match counts {
            Certified::Counts => is_of_others || !fields.wrong.is_empty(),
            Certified::Told => is_of_others,
            Certified::Rewritten => false,
        };
        let [wrong_in_certificate, unchecked_in_certificate] =
            [fields.wrong, fields.unchecked].map(|names| names.into_iter().map(str::to_owned).collect());
        let checked = Checked { certified, wrong_in_certificate, unchecked_in_certificate, ..self }.settled();
        if is_refused { Checked { holds: false, strength: Strength::Broken, ..checked } } else { checked }
    }

    /// Promise that it was checked for.
    pub fn promise(&self) -> Promise {
        Promise::new(self.properties.iter().map(|checked| checked.property.clone()))
            .expect("these are the properties of a promise")
    }

    /// The answers about the property of this name; none if it is not promised.
    pub fn property(&self, name: PropertyName) -> Option<&CheckedProperty> {
        self.properties.iter().find(|checked| checked.property.name() == name)
    }

    /// The properties that do not hold.
    pub fn broken(&self) -> impl Iterator<Item = &CheckedProperty> {
        self.properties.iter().filter(|checked| !checked.holds())
    }

    /// True if something is promised and every property holds, whatever the certificate says.
    pub fn is_promise_kept(&self) -> bool {
        self.is_sound() && !self.properties.is_empty() && self.broken().next().is_none()
    }

    /// True if the release is valid apart from its properties: stated numbers are possible, its form is that
    /// of a release, and its rows match the originals.
    pub fn is_sound(&self) -> bool {
        let originals = self.originals.as_ref();
        !self.form.is_some_and(Form::is_refused)
            && self.stated.as_ref().is_none_or(|verdict| verdict.holds)
            && originals.is_none_or(|originals| originals.not_generalized == 0 && originals.unaccounted == 0)
    }

    /// The verdict that decides: that of the first property that does not hold, or else of the first. None
    /// where nothing is promised.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.broken().next().or(self.properties.first())?.verdict()
    }

    /// True if the promise is kept; a method that promises nothing breaks none.
    pub(crate) fn is_kept(&self) -> bool {
        self.holds || self.properties.is_empty() && self.listed.as_ref().is_none_or(|verdict| verdict.holds)
    }
}
