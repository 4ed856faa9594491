//! The result of a check: a verdict on each property, how well each was proved, and the overall strength.
//!
//! "Holds" means that the check itself counted owners. A number that the file only states can be false, and
//! nothing in the file would show it.

use clump_core::promise::{Promise, Property, PropertyName};
use clump_core::verify::{Counted, Verdict, Violation};
use clump_report::SensitiveFacts;
use serde::{Deserialize, Serialize};

use crate::check::certificate::CertificateFields;
use crate::check::claim::Stated;
use crate::check::form::Form;

/// Strength of the result of a check, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// The file or the originals contradict the promise, or the certificate is wrong.
    Broken,
    /// The given files show nothing about the promise, or the release promises nothing.
    Unproved,
    /// Nothing contradicts the promise, but owners were not counted: the file only states their numbers, or a
    /// file of this kind cannot show the property.
    Consistent,
    /// The check counted owners: in the originals, or in the rows of a file that has one row per owner.
    Holds,
}

impl Strength {
    /// Strength of the result about `property`. `alone` is the verdict from the file alone, and `owners` is
    /// the verdict from the originals.
    pub(crate) fn of(property: &Property, alone: Option<&Verdict>, owners: Option<&Verdict>) -> Strength {
        let mut found = [alone, owners].into_iter().flatten().peekable();
        if found.peek().is_none() {
            return Strength::Unproved;
        }
        if !found.all(|verdict| verdict.holds) {
            return Strength::Broken;
        }
        match (property, owners, alone) {
            // Noise cannot be counted, so a check never proves differential privacy.
            (Property::DifferentialPrivacy(_), ..) => Strength::Consistent,
            // The labels themselves show whether the release keeps to a ceiling.
            (Property::Ceiling(_), ..) | (_, Some(_), _) => Strength::Holds,
            // A table only states its numbers. No file shows the owner of a line, the items of owners, or the
            // other releases that owners are in.
            (
                Property::CommonFacts(_)
                | Property::CommonQueries(_)
                | Property::Certainty(_)
                | Property::Composition(_)
                | Property::Differences(_),
                ..,
            ) => Strength::Consistent,
            (_, None, Some(verdict)) if verdict.counted == Counted::Stated => Strength::Consistent,
            _ => Strength::Holds,
        }
    }
}

/// The complete result of checking a release file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// True if something is promised and nothing is broken. `strength` says if owners were counted.
    #[serde(rename = "unbroken")]
    pub holds: bool,
    /// The weakest strength of any property; broken if anything else about the file is broken.
    pub strength: Strength,
    /// Results for each property that was checked, in the order of the promise; empty if nothing is promised.
    pub properties: Vec<CheckedProperty>,
    /// True if the certificate matches the file; `None` if there is no certificate yet.
    pub certified: Option<bool>,
    /// The fields of the certificate that contradict the file or are impossible.
    pub wrong_in_certificate: Vec<String>,
    /// The fields of the certificate that could not be checked: the publisher states them without proof.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unchecked_in_certificate: Vec<String>,
    /// Form of the file: canonical if every byte is what clump writes for this content. `None` if clump has
    /// just written the file.
    pub form: Option<Form>,
    /// Verdict on the owner counts that the file states; `None` if nothing is promised.
    pub stated: Option<Verdict>,
    /// Verdict on the list of terms that must never be published; `None` if no list was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<Verdict>,
    /// The table that the first fault is in, for a release of several tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken_table: Option<String>,
    /// Number of facts and cells that enough owners have, but that have no row, although no rule excludes them.
    /// `None` unless a single table was counted again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<usize>,
    /// Findings from comparing the release with its originals; `None` if these were not given.
    pub originals: Option<AgainstOriginals>,
    /// Number of labels that the promise treats as sensitive; `None` if it has no sensitive labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sensitive: Option<SensitiveFacts>,
    /// Number of owners about whom a difference between releases of the ledger may reveal something; `None`
    /// without a ledger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owners_told_apart: Option<usize>,
}

/// The result for one property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedProperty {
    /// The property with its name and its parameters.
    #[serde(flatten)]
    pub property: Property,
    /// Strength of the result about this property.
    pub strength: Strength,
    /// Verdict from the file alone; `None` if a file of this kind does not show the property. For certainty
    /// it is no proof: the release shows only what would break the property.
    pub alone: Option<Verdict>,
    /// Verdict from the originals, counted in distinct owners; `None` without originals.
    pub owners: Option<Verdict>,
}

/// Consequence of a certificate that is about another file, or has wrong fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certified {
    /// The certificate states the promise, so it must match the file and have no wrong field.
    Counts,
    /// The reader states the promise. The certificate must match the file, but wrong fields are only
    /// reported.
    Told,
    /// The reader states the promise, and that another program saved the file again. Then no certificate can
    /// match the file.
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

/// Findings from comparing a release with its originals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgainstOriginals {
    /// Sum of three numbers: transactions that their row does not generalize, lines that differ from their
    /// origin, and pieces (or their owners) that differ from what was typed.
    pub not_generalized: usize,
    /// Number of rows with the wrong owners: none, several instead of one, or not as many as stated. Also
    /// counts rows of an owner who has another row in the same group.
    pub unaccounted: usize,
}

impl CheckedProperty {
    /// The originals' verdict if there is one, else that of the file alone. `None` without either.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.owners.as_ref().or(self.alone.as_ref())
    }

    /// True if there is a verdict, and every verdict on this property holds.
    pub fn holds(&self) -> bool {
        let found = [&self.alone, &self.owners];
        self.verdict().is_some() && found.into_iter().flatten().all(|verdict| verdict.holds)
    }
}

impl Checked {
    /// The result for a file that is checked without originals: each property with its verdict.
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
            broken_table: None,
            missing: None,
            originals: None,
            sensitive: None,
            owners_told_apart: None,
        };
        checked.settled()
    }

    /// The result for a release of several tables, from the result for each, with its name. All have the same
    /// properties. Rows are those of all tables together, except in the first fault, which names its table.
    pub(crate) fn of_tables(parts: Vec<(String, Checked)>) -> Checked {
        let mut parts = parts.into_iter();
        let (name, mut all) = parts.next().expect("a release has a table");
        if parts.len() == 0 {
            return all;
        }
        all.broken_table = (!all.is_unbroken()).then_some(name);
        for (name, part) in parts {
            if all.broken_table.is_none() && !part.is_unbroken() {
                all.broken_table = Some(name);
            }
            for (property, more) in all.properties.iter_mut().zip(part.properties) {
                property.strength = property.strength.min(more.strength);
                let both = |one: Option<Verdict>, other: Option<Verdict>| Some(one?.and(other?));
                property.alone = both(property.alone.take(), more.alone);
                property.owners = both(property.owners.take(), more.owners);
            }
            all.listed = all.listed.take().zip(part.listed).map(|(one, other)| one.and(other));
            if let (Some(found), Some(more)) = (&mut all.originals, part.originals) {
                found.not_generalized += more.not_generalized;
                found.unaccounted += more.unaccounted;
            }
        }
        all.settled()
    }

    fn is_unbroken(&self) -> bool {
        let listed = self.listed.as_ref();
        self.is_sound() && self.broken().next().is_none() && listed.is_none_or(|verdict| verdict.holds)
    }

    /// Adds the first difference of two tables that counts few people, if there is one: the name of the table, and the
    /// violation. Without the property of common facts, such differences are no fault.
    pub(crate) fn with_subtracted(mut self, found: Option<(String, Violation)>) -> Checked {
        let Some((table, first)) = found else { return self };
        let common =
            self.properties.iter_mut().find(|checked| checked.property.name() == PropertyName::CommonFacts);
        if let Some(common) = common {
            common.strength = Strength::Broken;
            for verdict in [&mut common.alone, &mut common.owners].into_iter().flatten() {
                verdict.holds = false;
                verdict.violations += 1;
                if verdict.first.is_none() {
                    verdict.first = Some(first.clone());
                    self.broken_table = Some(table.clone());
                }
            }
        }
        self.settled()
    }

    /// Computes `holds` and `strength` again, after findings were added.
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

    /// Lowers `Holds` to `Consistent` where rows were counted: here an owner may have several rows.
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

    /// Removes the originals' verdict on differential privacy, because noise cannot be counted.
    pub(crate) fn without_noise(mut self) -> Checked {
        let noise =
            |checked: &&mut CheckedProperty| checked.property.name() == PropertyName::DifferentialPrivacy;
        self.properties.iter_mut().filter(noise).for_each(|checked| checked.owners = None);
        self
    }

    /// Adds the findings from the originals, and the verdict for each property in order.
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

    /// Adds the number of pieces, or of their owners, that contradict the originals.
    pub(crate) fn with_pieces(mut self, wrong: usize) -> Checked {
        self.originals.iter_mut().for_each(|found| found.not_generalized += wrong);
        self.settled()
    }

    /// Adds the findings about the certificate: if it matches the file, its wrong fields, and its unchecked
    /// fields.
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

    /// The promise that the release was checked for.
    pub fn promise(&self) -> Promise {
        Promise::new(self.properties.iter().map(|checked| checked.property.clone()))
            .expect("these are the properties of a promise")
    }

    /// The result for the property of this name; `None` if it is not promised.
    pub fn property(&self, name: PropertyName) -> Option<&CheckedProperty> {
        self.properties.iter().find(|checked| checked.property.name() == name)
    }

    /// The properties whose verdicts do not hold, or that have no verdict.
    pub fn broken(&self) -> impl Iterator<Item = &CheckedProperty> {
        self.properties.iter().filter(|checked| !checked.holds())
    }

    /// True if the release is sound, promises something, and every property holds. Ignores the certificate.
    pub fn is_promise_kept(&self) -> bool {
        self.is_sound() && !self.properties.is_empty() && self.broken().next().is_none()
    }

    /// True if everything apart from the properties is valid: stated numbers are possible, the file has the
    /// form of a release, and rows match the originals.
    pub fn is_sound(&self) -> bool {
        let originals = self.originals.as_ref();
        !self.form.is_some_and(Form::is_refused)
            && self.stated.as_ref().is_none_or(|verdict| verdict.holds)
            && originals.is_none_or(|originals| originals.not_generalized == 0 && originals.unaccounted == 0)
            && self.missing.unwrap_or(0) == 0
    }

    /// Verdict of the first property that does not hold, or else of the first property. `None` if nothing is
    /// promised.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.broken().next().or(self.properties.first())?.verdict()
    }

    /// True if all promised properties hold, or if nothing is promised and no listed term is published.
    pub(crate) fn is_kept(&self) -> bool {
        self.holds || self.properties.is_empty() && self.listed.as_ref().is_none_or(|verdict| verdict.holds)
    }
}
