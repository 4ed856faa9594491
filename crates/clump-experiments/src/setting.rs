//! The setting of one experiment: algorithm, number of owners and parameters.

use clump_core::anonymize::clump::{ClumpParameters, LcgRule};
use clump_core::anonymize::nearest::NearestParameters;
use clump_core::anonymize::partition::PartitionParameters;
use clump_core::anonymize::{Anonymizer, Form};
use clump_report::chart::Look;
use serde::Serialize;

/// A compared algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// Clump, publishing duplicates.
    Clump1,
    /// Clump, each item of a row once.
    Clump2,
    /// He and Naughton's, publishing cuts.
    Partition,
    /// Ours.
    Nearest,
    /// Clump1 with Algorithm 2 as printed instead of the least common generalization.
    Printed,
}

impl Algorithm {
    /// The algorithms of Figures 3 to 5: the paper's three, and ours.
    pub const COMPARED: [Algorithm; 4] =
        [Algorithm::Clump1, Algorithm::Clump2, Algorithm::Partition, Algorithm::Nearest];

    /// Its name for readers.
    pub fn title(self) -> &'static str {
        match self {
            Algorithm::Clump1 => "Clump1",
            Algorithm::Clump2 => "Clump2",
            Algorithm::Partition => "Partition",
            Algorithm::Nearest => "ours",
            Algorithm::Printed => "Clump1 as printed",
        }
    }

    /// Its look in every chart.
    pub(super) fn look(self) -> Look {
        Look::Nth(self as usize)
    }

    fn reads_r(self) -> bool {
        matches!(self, Algorithm::Clump1 | Algorithm::Clump2 | Algorithm::Printed)
    }
}

/// A release to make. Ordered by size of the log first, so that a subset is cut once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Setting {
    /// Number of owners, the first of the log (|D|).
    pub owners: usize,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Least number of owners of a group.
    pub k: usize,
    /// Number of open groups that Clump tries for a row; `None` for the other algorithms.
    pub r: Option<usize>,
}

/// The paper's r, "unless otherwise stated".
pub(super) const R: usize = 10;

impl Setting {
    /// A setting with the paper's r.
    pub(super) fn new(algorithm: Algorithm, owners: usize, k: usize) -> Setting {
        Setting { owners, algorithm, k, r: algorithm.reads_r().then_some(R) }
    }

    /// The setting with another r.
    pub(super) fn with_r(self, r: usize) -> Setting {
        Setting { r: self.algorithm.reads_r().then_some(r), ..self }
    }

    /// Method that makes the release.
    pub(super) fn method(&self) -> Box<dyn Anonymizer> {
        const CHECKED: &str = "the paper's parameters are in range";
        let clump = |form, lcg| {
            let parameters =
                ClumpParameters { r: self.r.unwrap_or(R), form, lcg, ..ClumpParameters::new(self.k) };
            Box::new(parameters.check().expect(CHECKED))
        };
        match self.algorithm {
            Algorithm::Clump1 => clump(Form::Bags, LcgRule::Least),
            Algorithm::Clump2 => clump(Form::Sets, LcgRule::Least),
            Algorithm::Printed => clump(Form::Bags, LcgRule::Printed),
            Algorithm::Partition => Box::new(PartitionParameters::new(self.k).check().expect(CHECKED)),
            Algorithm::Nearest => Box::new(NearestParameters::new(self.k).check().expect(CHECKED)),
        }
    }
}
