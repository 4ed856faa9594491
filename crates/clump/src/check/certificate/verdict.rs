//! Compares the verdicts that a certificate states with those that the file shows.

use clump_core::facts::FactTable;
use clump_core::promise::{CommonFacts, Composition, Property, PropertyName};
use clump_core::verify::{Counted, Verdict};
use clump_report::{CertifiedProperty, RowsOfAnOwner};

use super::settings::rows_of_an_owner;
use super::{ReleaseView, ShownContent};

/// The smallest number of owners that a certificate states for `property`, if `smallest` was counted. It
/// states more than k only where the release shows it. A release shows neither candidates, which a ledger
/// counts, nor owners of several rows, which only the data show.
pub(crate) fn public_smallest(property: &Property, rows: RowsOfAnOwner, smallest: usize) -> usize {
    match (property, rows) {
        (Property::Composition(Composition { k }), _) => smallest.min(*k),
        (Property::KAnonymity(_) | Property::Certainty(_), _) | (_, RowsOfAnOwner::One) => smallest,
        (property, _) => property.k().map_or(smallest, |k| smallest.min(k)),
    }
}

/// True if the verdict of each property is the one that the file shows.
pub(super) fn are_the_verdicts(shown: &ReleaseView<'_>) -> bool {
    let certified = shown.certificate.promise.properties();
    certified.len() == shown.properties.len()
        && certified
            .iter()
            .zip(shown.properties)
            .all(|(certified, found)| is_the_verdict(shown, certified, found.alone.as_ref()))
}

/// True if the certificate says that a property holds, with the counts that the file shows. If an owner has
/// several rows, the file does not show the number of owners. Then the certificate does not state it either:
/// the smallest number is k.
fn is_the_verdict(shown: &ReleaseView<'_>, certified: &CertifiedProperty, alone: Option<&Verdict>) -> bool {
    let is_of_rows = matches!(shown.content, ShownContent::Rows(_));
    match (&certified.property, alone) {
        (Property::Ceiling(_), None) => return is_a_verdict_without_places(shown, certified),
        (Property::Certainty(_), None) if is_of_rows => return is_a_verdict_without_places(shown, certified),
        _ => {}
    }
    if let ShownContent::Facts(table) = &shown.content {
        return is_the_verdict_on_facts(certified, alone, table);
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

/// A verdict that holds, counted in owners.
fn of_owners(rows: usize, sets: usize, smallest: usize) -> Verdict {
    Verdict { holds: true, counted: Counted::Owners, rows, sets, smallest, violations: 0, first: None }
}

/// True if a verdict on ceilings, or on the certainty of rows, is possible where the places of labels are
/// unknown.
fn is_a_verdict_without_places(shown: &ReleaseView<'_>, certified: &CertifiedProperty) -> bool {
    let (rows, smallest_group) = match &shown.content {
        ShownContent::Rows(recount) => (recount.rows, recount.smallest_group),
        ShownContent::Facts(table) => (table.len(), 0),
        ShownContent::Lines(_) => return false,
    };
    let is_of_groups = certified.property.name() == PropertyName::Certainty;
    let smallest = if is_of_groups { smallest_group } else { 0 };
    certified.verdict == of_owners(rows, certified.verdict.sets, smallest)
}

/// True if this verdict on a table of facts is right. The run counted the owners that the table states. A
/// scale states none: then the least number is the threshold, which shows no more than the promise.
fn is_the_verdict_on_facts(
    certified: &CertifiedProperty,
    alone: Option<&Verdict>,
    table: &FactTable,
) -> bool {
    let least = match certified.property {
        Property::CommonFacts(CommonFacts { k, k_cell }) if !table.is_empty() => k.min(k_cell),
        _ => 0,
    };
    let on_a_scale = of_owners(table.len(), table.len(), least);
    let expected = alone.map_or(on_a_scale, |alone| Verdict { counted: Counted::Owners, ..alone.clone() });
    certified.verdict == expected
}

/// True if this verdict on lines is right. Without numbered owners a reader counts lines, while the run
/// counted owners. Both are equal if no owner has two equal lines.
fn is_the_verdict_on_lines(certified: &CertifiedProperty, alone: Option<&Verdict>) -> bool {
    let counted = |alone: &Verdict| match certified.property {
        Property::CommonQueries(_) => Verdict { counted: Counted::Owners, ..alone.clone() },
        _ => alone.clone(),
    };
    Some(&certified.verdict) == alone.map(counted).as_ref()
}

/// True if a certificate says that lines of one owner are linked exactly where they are.
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
