//! The check and the certificate of a cluster run, made from sums over all machines.

use std::collections::BTreeSet;

use clump_core::cut::{Cut, CutFigures, upper_bound_of_counts};
use clump_core::inspect::TaxonomySize;
use clump_core::measure::{GroupCount, GroupSums};
use clump_core::progress::Progress;
use clump_core::promise::{KAnonymity, Property};
use clump_core::shards::NodeCounts;
use clump_core::verify::{Counted, Verdict};
use clump_io::release::{ReleaseFormat, ReleaseLayout, read_release};
use clump_io::{Batches, Input, OwnerIs};
use clump_report::{
    Certificate, CertifiedProperty, Figures, LeftOut, OwnersRead, PieceFigures, ReleaseFacts, Words,
};
use serde::{Deserialize, Serialize};

use super::account::{Account, AllRead};
use super::tree::Tree;
use crate::check::check_alone;
use crate::check::claim::Claim;
use crate::job::Job;
use crate::release::row_release::RowMethod;
use crate::run::certificate::certificate_of;
use crate::{CheckError, JobError, RunError};

/// Checks that at least k owners share every row of `rows`: counts equal rows, and compares with the stated
/// numbers. The release keeps its promise if this is true on all machines.
///
/// # Errors
/// When the table is not a release of rows.
pub fn verify(
    rows: Batches,
    k: usize,
    layout: ReleaseLayout,
    progress: &dyn Progress,
) -> Result<Verdict, CheckError> {
    let released = read_release(&Input::from(rows), ReleaseFormat::Arrow, layout, progress)?;
    let claim = Claim { promise: KAnonymity { k }.into(), sensitive: BTreeSet::new() };
    let checked = check_alone(&released, &claim, None)?;
    let verdict = checked.verdict().expect("a property is promised").clone();
    Ok(Verdict { holds: checked.is_promise_kept(), ..verdict })
}

/// Sums over all published groups.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Groups {
    /// Number of groups of each size, ascending. The size is the number of owners.
    pub sizes: Vec<GroupCount>,
    /// Number of groups whose row is a whole query.
    pub whole_queries: usize,
    /// Sum of the numbers of owners over these groups.
    pub queries_published: usize,
}

/// Sums and verdicts of all machines about the release, for its certificate.
#[derive(Clone, Debug)]
pub struct ClusterFindings {
    /// Sums over the rows of all owners.
    pub account: Account,
    /// Sums over all published groups.
    pub groups: Groups,
    /// Verdict of [`verify`] on each written part of the release. The caller must also compare the stated
    /// numbers of owners with the data.
    pub verdicts: Vec<Verdict>,
    /// For each node, the number of owners with an item at or below it.
    pub owners: Vec<u64>,
}

impl ClusterFindings {
    /// Combines the verdicts on all parts into the verdict on the whole release.
    pub fn verdict(&self) -> Verdict {
        let sum = |number: fn(&Verdict) -> usize| self.verdicts.iter().map(number).sum();
        let smallest =
            self.verdicts.iter().filter(|verdict| verdict.sets > 0).map(|verdict| verdict.smallest);
        Verdict {
            holds: !self.verdicts.is_empty() && self.verdicts.iter().all(|verdict| verdict.holds),
            counted: Counted::Owners,
            rows: sum(|verdict| verdict.rows),
            sets: sum(|verdict| verdict.sets),
            smallest: smallest.min().unwrap_or(0),
            violations: sum(|verdict| verdict.violations),
            first: None,
        }
    }

    /// Number of rows, or of parts of rows, that do not match the input.
    pub fn wrong(&self) -> usize {
        self.account.wrong
    }
}

/// The certificate of a release that keeps its promise, and the private figures of the run. `read` and
/// `found` are the sums over the input and the release.
///
/// # Errors
/// When the method of the job does not support clusters.
pub fn certificate(
    job: &Job,
    tree: &Tree,
    read: &AllRead,
    found: &ClusterFindings,
    release: ReleaseFacts,
) -> Result<(Certificate, Figures), RunError> {
    let method = job.ready_method()?;
    let stray = || JobError::StrayKey { key: "shards".to_owned(), method: job.method.name() };
    let method = RowMethod::of(&method).ok_or_else(stray)?.method();
    let promise = method.promise();
    let verdict = found.verdict();
    let certified: Vec<CertifiedProperty> = promise
        .properties()
        .iter()
        .map(|property: &Property| CertifiedProperty::new(property.clone(), verdict.clone()))
        .collect();
    let certified = certified.try_into().expect("these are the properties of a promise");
    let owner_is = OwnerIs::from(job.input.columns.owner.as_ref().ok_or_else(stray)?);
    let figures = figures(job, tree, read, found)?;
    let taxonomy = Some(&read.taxonomy);
    let certificate = certificate_of(job, method.name(), certified, &owner_is, &figures, release, taxonomy)?;
    Ok((certificate, figures))
}

/// The same figures as those of a run in one process, computed from sums.
fn figures(job: &Job, tree: &Tree, read: &AllRead, found: &ClusterFindings) -> Result<Figures, RunError> {
    let (taxonomy, ClusterFindings { account, groups, .. }) = (tree.taxonomy(), found);
    let sizes = GroupSums { sizes: groups.sizes.clone(), ..GroupSums::default() };
    let typed = read.typed(taxonomy);
    let kept = account.kept.finish(&typed);
    let (mut measures, mut pieces) = (account.lines.finish(&sizes, taxonomy), None);
    if job.is_in_pieces() {
        let lost = account.owners.finish(&GroupSums::default(), taxonomy);
        measures = Cut::measures(account.transactions, lost, measures);
        let owners = NodeCounts::from_counts(found.owners.clone());
        let most =
            upper_bound_of_counts(&read.cells, &owners, taxonomy, &typed, &account.kept, job.require_k()?);
        let cut =
            CutFigures { whole_queries: groups.whole_queries, ..CutFigures::new(account.cells, kept, most) };
        pieces = Some(PieceFigures::new(&cut, groups.queries_published, read.asked));
    }
    let left_out =
        LeftOut { unknown: read.counts.words_unknown as usize, dropped: read.counts.words_dropped as usize };
    let owners_read = read.counts.owners_read() as usize;
    let merged = read.counts.words_merged as usize;
    Ok(Figures::Rows {
        words: Words::new(account.cells + merged, kept.as_typed, kept.generalized, left_out)
            .with_information(kept.information),
        owners: OwnersRead { owners_read, owners_dropped: owners_read - measures.owners },
        pieces,
        taxonomy: TaxonomySize::of(taxonomy),
        measures,
        floor: None,
        bits: None,
        sensitive_items: None,
        applied: None,
    })
}
