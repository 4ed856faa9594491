//! The check of a release file: what its rows show alone, and what the originals behind them show. Runs on what was
//! read back from the file, never on what the method had in memory.

use clump_core::promise::{KAnonymity, Promise, Property, PropertyName};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_core::verify::{self, Counted, TooManySets, Verdict};
use clump_io::release::{ReleaseLayout, Released};
use clump_report::SensitiveFacts;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::CheckError;
use crate::check::ceiling::Places;
use crate::check::certificate::CertificateFields;
use crate::check::claim::Claim;
use crate::check::form::Form;
use crate::check::generalization::not_generalized;
use crate::check::property::{Originals, RowsShown, shown_by_originals, shown_by_rows};
use crate::check::strength::Strength;
use crate::guards::candidates::InLedger;

pub(crate) mod ceiling;
mod certain_facts;
pub mod certificate;
pub mod claim;
pub(crate) mod facts;
pub mod form;
mod generalization;
pub mod lines;
pub(crate) mod listed;
pub(crate) mod pieces;
pub(crate) mod property;
pub mod recount;
pub mod release_file;
pub mod strength;

/// All answers about a release file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// Whether something is promised and nothing is broken. That it was counted too, `strength` says.
    #[serde(rename = "unbroken")]
    pub holds: bool,
    /// How much was found out: the weakest answer about any property, and broken if anything else is.
    pub strength: Strength,
    /// Each property that it was checked for, in the order of the promise; empty where nothing is promised.
    pub properties: Vec<CheckedProperty>,
    /// Whether the certificate beside the file is about these very bytes; none where there is no certificate yet.
    pub certified: Option<bool>,
    /// The fields of the certificate that are not what the file shows, or could not be.
    pub wrong_in_certificate: Vec<String>,
    /// The fields of the certificate that nothing at hand shows: they are as the publisher states them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unchecked_in_certificate: Vec<String>,
    /// Whether the file is byte for byte what clump writes for its content; none where it was written just now.
    pub form: Option<Form>,
    /// Whether the numbers of owners that the file states can be; none where nothing is promised.
    pub stated: Option<Verdict>,
    /// Whether it shows nothing of a list of what is never published; none where no list was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed: Option<Verdict>,
    /// What the originals show; none without them.
    pub originals: Option<AgainstOriginals>,
    /// How many labels the promise treats as sensitive; none where it knows no such labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sensitive: Option<SensitiveFacts>,
    /// Number of owners of whom a difference between the releases of the ledger may tell something; none without a ledger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owners_told_apart: Option<usize>,
}

/// The answers about one property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedProperty {
    /// Its name and its parameters.
    #[serde(flatten)]
    pub property: Property,
    /// How much was found out about it.
    pub strength: Strength,
    /// What the file shows by itself; none if a file of its kind shows nothing of it. A yes on certainty is no proof: the
    /// release shows only what would break it.
    pub alone: Option<Verdict>,
    /// What the originals show, counted in distinct owners; none without them.
    pub owners: Option<Verdict>,
}

/// What a certificate that is about other bytes, or says what is not so, means for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certified {
    /// The certificate says what is promised, so it must be about the file.
    Counts,
    /// The reader says what is promised. What the certificate says is only reported, but it must be about the file.
    Told,
    /// The reader says what is promised, and that another program saved the file again: no certificate can be about it.
    Rewritten,
}

impl Certified {
    pub(crate) fn of(stated: &crate::check::claim::Stated) -> Certified {
        match stated.promise {
            None => Certified::Counts,
            Some(_) if stated.allows_rewritten() => Certified::Rewritten,
            Some(_) => Certified::Told,
        }
    }
}

/// What a release is found to be once its originals are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgainstOriginals {
    /// Transactions whose released row does not generalize them; lines that their origin does not say; pieces, or the owners of
    /// pieces, that are not what was typed.
    pub not_generalized: usize,
    /// Rows of the release that stand for no owner, for several where it must be one, for an owner who has another one of
    /// the group, or that state another number of owners than there are behind them.
    pub unaccounted: usize,
}

impl CheckedProperty {
    /// The verdict that counts: the owners', if they are known. None if nothing was found out.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.owners.as_ref().or(self.alone.as_ref())
    }

    /// Whether something was found out, and all of it is yes.
    pub fn holds(&self) -> bool {
        let found = [&self.alone, &self.owners];
        self.verdict().is_some() && found.into_iter().flatten().all(|verdict| verdict.holds)
    }
}

impl Checked {
    /// What a file shows by itself of each property.
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
            holds: !properties.is_empty() && properties.iter().all(CheckedProperty::holds),
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

    /// The same with its strength, after something was added.
    pub(crate) fn settled(self) -> Checked {
        let weakest = self.properties.iter().map(|checked| checked.strength).min();
        let is_listed = self.listed.as_ref().is_some_and(|verdict| !verdict.holds);
        let is_other = self.certified == Some(false) || !self.wrong_in_certificate.is_empty();
        let strength = match weakest {
            Some(weakest) if self.holds => weakest,
            None | Some(Strength::Unproved) if self.is_sound() && !is_listed && !is_other => {
                Strength::Unproved
            }
            _ => Strength::Broken,
        };
        Checked { strength, ..self }
    }

    /// The same of a release in which an owner may have several rows: counted rows are no owners.
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

    /// The same without owners of noise: nobody can count it.
    pub(crate) fn without_noise(mut self) -> Checked {
        let noise =
            |checked: &&mut CheckedProperty| checked.property.name() == PropertyName::DifferentialPrivacy;
        self.properties.iter_mut().filter(noise).for_each(|checked| checked.owners = None);
        self
    }

    /// Adds what the file states of owners.
    fn with_stated(self, stated: Option<Verdict>) -> Checked {
        let holds = self.holds && stated.as_ref().is_none_or(|verdict| verdict.holds);
        Checked { holds, stated, ..self }.settled()
    }

    /// Adds what the file shows of a list of what is never published.
    pub(crate) fn with_listed(self, listed: Option<Verdict>) -> Checked {
        let holds = self.holds && listed.as_ref().is_none_or(|verdict| verdict.holds);
        Checked { holds, listed, ..self }.settled()
    }

    /// Adds what the originals show, of the release and of each property.
    pub(crate) fn with_originals(
        self,
        originals: AgainstOriginals,
        owners: impl Fn(&Property) -> Option<Verdict>,
    ) -> Checked {
        let owners: Vec<_> = self.properties.iter().map(|checked| owners(&checked.property)).collect();
        self.with_owners(originals, owners)
    }

    /// Adds what the originals show, of the release and of each property in order.
    fn with_owners(self, originals: AgainstOriginals, owners: Vec<Option<Verdict>>) -> Checked {
        let properties: Vec<CheckedProperty> = self
            .properties
            .into_iter()
            .zip(owners)
            .map(|(checked, owners)| CheckedProperty {
                strength: Strength::of(&checked.property, checked.alone.as_ref(), owners.as_ref()),
                owners,
                ..checked
            })
            .collect();
        let AgainstOriginals { not_generalized, unaccounted } = originals;
        let holds = self.holds
            && properties.iter().all(CheckedProperty::holds)
            && not_generalized == 0
            && unaccounted == 0;
        Checked { holds, properties, originals: Some(originals), ..self }.settled()
    }

    /// Adds how many pieces, or owners, are found not to be what the originals say.
    pub(crate) fn with_pieces(self, wrong: usize) -> Checked {
        let originals = self
            .originals
            .map(|found| AgainstOriginals { not_generalized: found.not_generalized + wrong, ..found });
        Checked { holds: self.holds && wrong == 0, originals, ..self }.settled()
    }

    /// Adds what is found of the certificate: whether it is about these bytes, which fields are wrong, and which were not
    /// checked.
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
        let holds = self.holds && !is_refused;
        Checked { holds, certified, wrong_in_certificate, unchecked_in_certificate, ..self }.settled()
    }

    /// Adds what the form of the file is.
    pub(crate) fn with_form(self, form: Form) -> Checked {
        Checked { holds: self.holds && !form.is_refused(), form: Some(form), ..self }.settled()
    }

    /// What it was checked for.
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

    /// Whether something is promised and every property holds, whatever the certificate says.
    pub fn is_promise_kept(&self) -> bool {
        self.is_sound() && !self.properties.is_empty() && self.broken().next().is_none()
    }

    /// Whether the release is what it must be for any property to count: what it states can be, its form is that of a
    /// release, and its rows stand for the originals.
    pub fn is_sound(&self) -> bool {
        let originals = self.originals.as_ref();
        !self.form.is_some_and(Form::is_refused)
            && self.stated.as_ref().is_none_or(|verdict| verdict.holds)
            && originals.is_none_or(|originals| originals.not_generalized == 0 && originals.unaccounted == 0)
    }

    /// The verdict that decides: that of the first property that does not hold, or else of the first. None where
    /// nothing is promised.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.broken().next().or(self.properties.first())?.verdict()
    }

    /// Whether the promise is kept; a method that promises nothing breaks none.
    pub(crate) fn is_kept(&self) -> bool {
        self.holds || self.properties.is_empty() && self.listed.as_ref().is_none_or(|verdict| verdict.holds)
    }
}

/// Checks a claim about rows from the rows of a file alone. Ceilings and certainty need the `places` of its labels.
///
/// # Errors
/// When the claim says nothing of such rows.
pub(crate) fn check_alone(
    released: &Released,
    claim: &Claim,
    places: Option<&Places<'_>>,
) -> Result<Checked, CheckError> {
    let like = first_like(released);
    check_rows(claim, RowsShown { released, like: &like, sensitive: &claim.sensitive, places })
}

/// The same, where it is known which rows are alike.
fn check_rows(claim: &Claim, shown: RowsShown<'_>) -> Result<Checked, CheckError> {
    let sensitive = claim.sensitive_labels(shown.released.labels())?;
    let shown_of = |property: &Property| Ok((property.clone(), shown_by_rows(property, shown)?));
    let properties: Result<Vec<_>, TooManySets> = claim.promise.properties().iter().map(shown_of).collect();
    let checked = Checked::alone(properties?).with_stated(stated_verdict(shown.released, claim, shown.like));
    Ok(Checked { sensitive, ..checked })
}

/// Checks a claim about rows from the rows and from the originals: `line_of_each` names, from 1, the line that each
/// transaction is published on. What was published before is in a ledger, if there is one.
///
/// # Errors
/// When the claim says nothing of such rows.
///
/// # Panics
/// When a line does not exist.
pub(crate) fn check_against(
    released: &Released,
    claim: &Claim,
    (transactions, taxonomy): (&Transactions, &Taxonomy),
    line_of_each: &[usize],
    places: Option<&Places<'_>>,
    in_ledger: Option<&InLedger>,
) -> Result<Checked, CheckError> {
    let like = first_like(released);
    let shown = RowsShown { released, like: &like, sensitive: &claim.sensitive, places };
    let checked = check_rows(claim, shown)?;
    let not_generalized = not_generalized(released, transactions, taxonomy, line_of_each, &like);
    let unaccounted = unaccounted(released, transactions, line_of_each, &like);
    let originals = Originals { transactions, taxonomy, line_of_each, in_ledger };
    let properties = claim.promise.properties().iter();
    let owners: Result<Vec<_>, TooManySets> =
        properties.map(|property| shown_by_originals(property, shown, originals)).collect();
    Ok(checked.with_owners(AgainstOriginals { not_generalized, unaccounted }, owners?))
}

/// For each label of the file the node of that name.
pub(crate) fn nodes_of_labels(released: &Released, taxonomy: &Taxonomy) -> Vec<Option<Node>> {
    released.labels().iter().map(|label| taxonomy.find(label)).collect()
}

/// Whether what a release states of its owners can be, on top of what [`shown_by_rows`] counts: rows for rows, so that
/// k must be looked for here; for groups what they state.
fn stated_verdict(released: &Released, claim: &Claim, like: &[u32]) -> Option<Verdict> {
    if claim.promise.is_nothing() || released.is_empty() {
        return None;
    }
    let least = match claim.promise.get(PropertyName::KAnonymity) {
        Some(&Property::KAnonymity(KAnonymity { k })) => k,
        _ => 1,
    };
    let rows = like.iter().enumerate().map(|(row, &first)| (stated(released, row), first));
    Some(match released.layout() {
        ReleaseLayout::Rows => verify::stated_by_rows(rows, least),
        ReleaseLayout::Groups => verify::stated_by_groups(rows, 1),
    })
}

/// How many owners a row states. More than can be counted is as many as can be.
pub(crate) fn stated(released: &Released, row: usize) -> usize {
    usize::try_from(released.owners(row)).unwrap_or(usize::MAX)
}

/// How many rows of owners a line stands for.
pub(crate) fn rows_of_line(released: &Released, line: usize) -> usize {
    match released.layout() {
        ReleaseLayout::Rows => 1,
        ReleaseLayout::Groups => stated(released, line),
    }
}

/// For each row the first that has the same labels, in any order, and the same text. So rows are compared once, and by number from then
/// on; rows that are alike mostly stand together.
pub(crate) fn first_like(released: &Released) -> Vec<u32> {
    let mut seen: FxHashMap<(Vec<u32>, Option<u32>), u32> = FxHashMap::default();
    let mut first: Vec<u32> = Vec::with_capacity(released.len());
    for row in 0..released.len() {
        let (labels, text) = (released.row(row), released.text_number(row));
        let like = match first.last() {
            Some(&like) if labels == released.row(row - 1) && text == released.text_number(row - 1) => like,
            _ => {
                let mut bag = labels.to_vec();
                bag.sort_unstable();
                *seen.entry((bag, text)).or_insert(row as u32)
            }
        };
        first.push(like);
    }
    first
}

/// Lines that do not stand for what the audit says: a group for all of its owners, a row for exactly one, and no other
/// row of the group for the same.
fn unaccounted(
    released: &Released,
    transactions: &Transactions,
    line_of_each: &[usize],
    like: &[u32],
) -> usize {
    // A line of groups is a group of its own, whatever else stands there.
    let group_of = |line: usize| match released.layout() {
        ReleaseLayout::Rows => like[line] as usize,
        ReleaseLayout::Groups => line,
    };
    let mut owners_of_group = vec![0u64; released.len()];
    let mut owners_of_line = vec![0u64; released.len()];
    let mut is_repeated = vec![false; released.len()];
    if transactions.is_one_per_owner() {
        // Nobody has two transactions, so none have to be brought together.
        for &line in line_of_each {
            owners_of_group[group_of(line - 1)] += 1;
            owners_of_line[line - 1] += 1;
        }
    } else {
        // Each group with its owners, and each owner of it with its lines there.
        let mut entries: Vec<(u32, u32, u32)> = line_of_each
            .iter()
            .enumerate()
            .map(|(row, &line)| (group_of(line - 1) as u32, transactions.owner(row), line as u32 - 1))
            .collect();
        entries.par_sort_unstable();
        entries.dedup();
        for of_owner in entries.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            owners_of_group[of_owner[0].0 as usize] += 1;
            for &(_, _, line) in of_owner {
                owners_of_line[line as usize] += 1;
                is_repeated[line as usize] |= of_owner.len() > 1;
            }
        }
    }
    (0..released.len())
        .filter(|&line| {
            let stands_for_them = match released.layout() {
                ReleaseLayout::Rows => owners_of_line[line] == 1 && !is_repeated[line],
                ReleaseLayout::Groups => owners_of_line[line] > 0,
            };
            let is_true = released.owners(line) == owners_of_group[group_of(line)];
            !stands_for_them || !is_true
        })
        .count()
}
