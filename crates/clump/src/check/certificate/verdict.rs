//! Compares the verdicts in a certificate with the verdicts that the file shows.

use clump_core::facts::FactTable;
use clump_core::promise::{CommonFacts, Composition, Differences, Property, PropertyName};
use clump_core::verify::{Counted, Verdict};
use clump_report::{CertifiedProperty, RowsOfAnOwner};

use super::settings::rows_of_an_owner;
use super::{ReleaseView, ShownContent};

/// The smallest number of owners that a certificate states for `property`, after `smallest` was counted.
/// Numbers that the release does not show are lowered to k: candidates and differences, which only the ledger shows, and
/// owners with several rows, which only the data show.
pub(crate) fn public_smallest(property: &Property, rows: RowsOfAnOwner, smallest: usize) -> usize {
    match (property, rows) {
        (Property::Composition(Composition { k }) | Property::Differences(Differences { k }), _) => {
            smallest.min(*k)
        }
        (Property::KAnonymity(_) | Property::Certainty(_), _) | (_, RowsOfAnOwner::One) => smallest,
        (property, _) => property.k().map_or(smallest, |k| smallest.min(k)),
    }
}

/// True if the certificate states for each property the verdict that the file shows.
pub(super) fn are_the_verdicts(shown: &ReleaseView<'_>) -> bool {
    let certified = shown.certificate.promise.properties();
    certified.len() == shown.properties.len()
        && certified
            .iter()
            .zip(shown.properties)
            .all(|(certified, found)| is_the_verdict(shown, certified, found.alone.as_ref()))
}

/// True if the certificate states that a property holds, with the counts that the file shows. If an owner may
/// have several rows, the file does not show the number of owners. Then the smallest number in the
/// certificate must be k.
fn is_the_verdict(shown: &ReleaseView<'_>, certified: &CertifiedProperty, alone: Option<&Verdict>) -> bool {
    let is_of_rows = matches!(shown.content, ShownContent::Rows(_));
    match (&certified.property, alone) {
        (Property::Ceiling(_), None) => return is_a_verdict_without_places(shown, certified),
        (Property::Certainty(_), None) if is_of_rows => return is_a_verdict_without_places(shown, certified),
        _ => {}
    }
    if let ShownContent::Facts(tables) = &shown.content {
        let rows = tables.iter().map(FactTable::len).sum();
        return is_the_verdict_on_facts(certified, alone, rows);
    }
    let (ShownContent::Rows(recount), Some(alone)) = (&shown.content, alone) else {
        return is_the_verdict_on_lines(certified, alone);
    };
    let CertifiedProperty { property, verdict: stated, .. } = certified;
    let smallest = public_smallest(property, rows_of_an_owner(shown.certificate), alone.smallest);
    let smallest = match property {
        Property::KAnonymity(_) | Property::Certainty(_) => recount.smallest_group,
        _ => smallest,
    };
    *stated == of_owners(recount.rows, alone.sets, smallest)
}

/// The verdict that a property holds, counted in owners.
fn of_owners(rows: usize, sets: usize, smallest: usize) -> Verdict {
    Verdict { holds: true, counted: Counted::Owners, rows, sets, smallest, violations: 0, first: None }
}

/// True if the certificate's verdict on a ceiling, or on the certainty of rows, is possible. Used if it is
/// unknown which labels are below the nodes.
fn is_a_verdict_without_places(shown: &ReleaseView<'_>, certified: &CertifiedProperty) -> bool {
    let (rows, smallest_group) = match &shown.content {
        ShownContent::Rows(recount) => (recount.rows, recount.smallest_group),
        ShownContent::Facts(tables) => (tables.iter().map(FactTable::len).sum(), 0),
        ShownContent::Lines(_) => return false,
    };
    let is_of_groups = certified.property.name() == PropertyName::Certainty;
    let smallest = if is_of_groups { smallest_group } else { 0 };
    certified.verdict == of_owners(rows, certified.verdict.sets, smallest)
}

/// True if this verdict on a table of facts is right: the run counted the same owners that the table states.
/// If the numbers are on a scale, the smallest number must be the threshold.
fn is_the_verdict_on_facts(certified: &CertifiedProperty, alone: Option<&Verdict>, rows: usize) -> bool {
    let least = match certified.property {
        Property::CommonFacts(CommonFacts { k, k_cell }) if rows > 0 => k.min(k_cell),
        _ => 0,
    };
    let on_a_scale = of_owners(rows, rows, least);
    let expected = alone.map_or(on_a_scale, |alone| Verdict { counted: Counted::Owners, ..alone.clone() });
    certified.verdict == expected
}

/// True if this verdict on lines is right. If owners are not numbered, the reader counts lines and the run
/// counted owners. Both numbers are equal if no owner has two equal lines.
fn is_the_verdict_on_lines(certified: &CertifiedProperty, alone: Option<&Verdict>) -> bool {
    let counted = |alone: &Verdict| match certified.property {
        Property::CommonQueries(_) => Verdict { counted: Counted::Owners, ..alone.clone() },
        _ => alone.clone(),
    };
    Some(&certified.verdict) == alone.map(counted).as_ref()
}

/// True if `link-owners` in the certificate matches the file: true if and only if lines have numbered owners.
pub(super) fn are_links_stated(shown: &ReleaseView<'_>) -> bool {
    let mut found = shown.properties.iter().map(|found| (&found.property, &found.alone));
    match found.find(|(property, _)| property.name() == PropertyName::CommonQueries) {
        Some((_, Some(alone))) if alone.rows > 0 => {
            let is_linked = alone.counted == Counted::Owners;
            shown.certificate.parameters.get("link-owners") == Some(&is_linked.into())
        }
        _ => true,
    }
}
