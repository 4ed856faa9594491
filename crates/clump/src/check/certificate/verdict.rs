//! The verdicts that a certificate states, against what the file shows.

use clump_core::facts::FactTable;
use clump_core::promise::{CommonFacts, Composition, Promised, Property, PropertyName};
use clump_core::verify::{Counted, Verdict};
use clump_report::{CertifiedProperty, RowsOfAnOwner};

use super::settings::rows_of_an_owner;
use super::{Shown, ShownContent};

/// Whether the verdict of each property is that which the file shows.
pub(super) fn are_the_verdicts(shown: &Shown<'_>) -> bool {
    let certified = shown.certificate.promise.properties();
    certified.len() == shown.properties.len()
        && certified
            .iter()
            .zip(shown.properties)
            .all(|(certified, found)| is_the_verdict(shown, certified, found.alone.as_ref()))
}

/// Whether the verdict of the certificate on a property is yes, with the counts that the file shows. For rows it
/// counted owners, which a file alone does not show where an owner has several rows: then there may be fewer than rows,
/// but not fewer than k.
fn is_the_verdict(shown: &Shown<'_>, certified: &CertifiedProperty, alone: Option<&Verdict>) -> bool {
    if let (Property::Ceiling(_), None) = (&certified.property, alone) {
        return is_a_verdict_on_ceilings(shown, certified);
    }
    if let ShownContent::Facts(table) = &shown.content {
        return is_the_verdict_on_facts(certified, alone, table);
    }
    let (ShownContent::Rows(recount), Some(alone)) = (&shown.content, alone) else {
        return is_the_verdict_on_lines(certified, alone);
    };
    let CertifiedProperty { property, verdict: stated, .. } = certified;
    let smallest = match rows_of_an_owner(shown.certificate) {
        RowsOfAnOwner::One => alone.smallest..=alone.smallest,
        RowsOfAnOwner::Several | RowsOfAnOwner::Pieces => {
            property.k().unwrap_or(0).min(alone.smallest)..=alone.smallest
        }
    };
    let expected = Verdict {
        holds: true,
        counted: Counted::Owners,
        rows: recount.rows,
        sets: alone.sets,
        smallest: stated.smallest,
        violations: 0,
        first: None,
    };
    let is_smallest = match property {
        // Candidates are owners of a group.
        Property::Composition(Composition { k }) => (*k..=recount.smallest_group).contains(&stated.smallest),
        Property::KAnonymity(_) | Property::Certainty(_) => stated.smallest == recount.smallest_group,
        _ => smallest.contains(&stated.smallest),
    };
    *stated == expected && is_smallest
}

/// Whether a verdict on ceilings can be so where nobody knows the places of labels.
fn is_a_verdict_on_ceilings(shown: &Shown<'_>, certified: &CertifiedProperty) -> bool {
    let rows = match &shown.content {
        ShownContent::Rows(recount) => recount.rows,
        ShownContent::Facts(table) => table.len(),
        ShownContent::Lines(_) => return false,
    };
    let CertifiedProperty { verdict, .. } = certified;
    let expected = Verdict {
        holds: true,
        counted: Counted::Owners,
        rows,
        sets: verdict.sets,
        smallest: 0,
        violations: 0,
        first: None,
    };
    *verdict == expected
}

/// Of a table of facts whoever made it counted the owners that the table states. A scale states none: then the least number is the
/// threshold, and says no more than the promise.
fn is_the_verdict_on_facts(
    certified: &CertifiedProperty,
    alone: Option<&Verdict>,
    table: &FactTable,
) -> bool {
    let least = match certified.property {
        Property::CommonFacts(CommonFacts { k, k_cell }) if !table.is_empty() => k.min(k_cell),
        _ => 0,
    };
    let on_a_scale = Verdict {
        holds: true,
        counted: Counted::Owners,
        rows: table.len(),
        sets: table.len(),
        smallest: least,
        violations: 0,
        first: None,
    };
    let expected = alone.map_or(on_a_scale, |alone| Verdict { counted: Counted::Owners, ..alone.clone() });
    certified.verdict == expected
}

/// Of lines without owners a reader counts lines, where whoever made them counted owners: as many, if no owner has two
/// equal ones.
fn is_the_verdict_on_lines(certified: &CertifiedProperty, alone: Option<&Verdict>) -> bool {
    let counted = |alone: &Verdict| match certified.property {
        Property::CommonQueries(_) => Verdict { counted: Counted::Owners, ..alone.clone() },
        _ => alone.clone(),
    };
    Some(&certified.verdict) == alone.map(counted).as_ref()
}

/// Whether a certificate says that lines of one owner are linked exactly where they are.
pub(super) fn are_links_stated(shown: &Shown<'_>) -> bool {
    let mut found = shown.properties.iter().map(|found| (&found.property, &found.alone));
    match found.find(|(property, _)| property.name() == PropertyName::CommonQueries) {
        Some((_, Some(alone))) if alone.rows > 0 => {
            let is_linked = alone.counted == Counted::Owners;
            shown.certificate.parameters.get("link-owners") == Some(&is_linked.into())
        }
        _ => true,
    }
}
