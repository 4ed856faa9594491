//! Measures a release on disk against the original data.

use std::path::Path;

use clump_core::fate::Fate;
use clump_core::measure::{Measures, measure};
use clump_core::progress::Progress;
use clump_core::release::Release;
use clump_core::taxonomy::PricedIn;
use clump_report::{Assessment, BitsFigures, OwnersRead, Words};
use serde::Serialize;

use crate::RunError;
use crate::check::release_file::ReleaseFile;
use crate::data::Data;
use crate::job::Job;
use crate::run::assess::assess;

/// Losses and usefulness of a release, as far as they can be measured.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Measured {
    /// All figures. The audit was given, so the owner of each row is known.
    Aligned(Box<Aligned>),
    /// Only the figures that do not depend on the owners of rows, because no audit was given.
    Unaligned(Box<Unaligned>),
}

/// Figures of a release whose audit is known.
#[derive(Clone, Debug, Serialize)]
pub struct Aligned {
    /// Numbers of words that are published as typed, generalized, or lost.
    #[serde(flatten)]
    pub words: Words,
    /// Number of owners that were read, and number of owners without a row.
    #[serde(flatten)]
    pub owners: OwnersRead,
    /// Losses, lengths of rows, levels of labels, and sizes of groups.
    #[serde(flatten)]
    pub measures: Measures,
    /// The loss in bits; `None` if the job measures another loss.
    #[serde(flatten)]
    pub bits: Option<BitsFigures>,
    /// Risk from attackers, and usefulness for analyses.
    pub assessment: Assessment,
    /// For each item: how often it was published as typed, as a category, or not at all.
    pub fates: Vec<Fate>,
}

/// Figures that need no audit: a part of [`Measures`] under the same names.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "they are those of `Measures`")]
pub struct Unaligned {
    pub rows: usize,
    pub owners: usize,
    pub items: usize,
    pub groups: usize,
    pub average_group_size: f64,
    pub loss: f64,
    pub loss_per_item: f64,
    pub discernibility: f64,
    pub mean_length: f64,
    pub mean_level: f64,
    pub items_suppressed: usize,
    pub density: f64,
    #[serde(flatten)]
    pub bits: Option<BitsFigures>,
}

impl Measured {
    /// The figures that do not depend on the owners of rows.
    pub fn unaligned(&self) -> Unaligned {
        match self {
            Measured::Aligned(found) => Unaligned::new(&found.measures, found.bits),
            Measured::Unaligned(found) => (**found).clone(),
        }
    }

    /// The figures that depend on the owners of rows; `None` without an audit.
    pub fn aligned(&self) -> Option<&Aligned> {
        match self {
            Measured::Aligned(found) => Some(found),
            Measured::Unaligned(_) => None,
        }
    }
}

impl Unaligned {
    fn new(measures: &Measures, bits: Option<BitsFigures>) -> Unaligned {
        Unaligned {
            rows: measures.rows,
            owners: measures.owners,
            items: measures.items,
            groups: measures.groups,
            average_group_size: measures.average_group_size,
            loss: measures.loss,
            loss_per_item: measures.loss_per_item,
            discernibility: measures.discernibility,
            mean_length: measures.mean_length,
            mean_level: measures.mean_level,
            items_suppressed: measures.items_suppressed,
            density: measures.density,
            bits,
        }
    }
}

impl ReleaseFile {
    /// Measures the release against the input of `job`. Without an `audit`, the owners of rows are unknown,
    /// and only figures that do not depend on them are returned.
    ///
    /// # Errors
    /// When the input or the audit cannot be read, or the release was not made of this input.
    pub fn measure(
        &self,
        job: Job,
        audit: Option<&Path>,
        progress: &dyn Progress,
    ) -> Result<(Data, Measured), RunError> {
        let mut job = self.reading(job)?;
        // With k, the data have only those whole queries that the run could publish. Attackers know no
        // others.
        job.k = self.k();
        let data = Data::read(&job, progress)?;
        let in_bits = |release: &Release| match job.cost {
            PricedIn::Lm => None,
            PricedIn::Bits => Some(data.bits(release, None)),
        };
        let measured = match audit {
            Some(audit) => {
                let published = self.published(audit, &data)?;
                let measures = published.measure(&data);
                Measured::Aligned(Box::new(Aligned {
                    words: data.words_of(&published, self.k()).0,
                    owners: data.owners_published(measures.owners),
                    bits: published.whole().and_then(in_bits),
                    assessment: assess(&data, &published, &job, progress)?,
                    fates: published.fates(&data),
                    measures,
                }))
            }
            None => {
                let release = self.unaligned(&data)?;
                let measures = measure(&data.transactions, &data.taxonomy, &release);
                Measured::Unaligned(Box::new(Unaligned::new(&measures, in_bits(&release))))
            }
        };
        Ok((data, measured))
    }
}
