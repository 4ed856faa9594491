//! The setting of one experiment: algorithm, number of owners, k and r.

use clump_core::anonymize::clump::{ClumpParameters, LcgRule};
use clump_core::anonymize::nearest::NearestParameters;
use clump_core::anonymize::partition::PartitionParameters;
use clump_core::anonymize::{Anonymizer, Form};
use clump_report::chart::Look;
use serde::Serialize;

/// An algorithm of the experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// Clump, which publishes an item as often as the group shares it.
    Clump1,
    /// Clump, which publishes each item of a row once.
    Clump2,
    /// Partition by He and Naughton, which publishes cuts of the taxonomy.
    Partition,
    /// Our method `nearest`.
    Nearest,
    /// Clump1 with Algorithm 2 as printed instead of the least common generalization.
    Printed,
}

impl Algorithm {
    /// The algorithms of Figures 3 to 5: three of the paper, and ours.
    pub const COMPARED: [Algorithm; 4] =
        [Algorithm::Clump1, Algorithm::Clump2, Algorithm::Partition, Algorithm::Nearest];

    /// Name of the algorithm in tables and charts.
    pub fn title(self) -> &'static str {
        match self {
            Algorithm::Clump1 => "Clump1",
            Algorithm::Clump2 => "Clump2",
            Algorithm::Partition => "Partition",
            Algorithm::Nearest => "ours",
            Algorithm::Printed => "Clump1 as printed",
        }
    }

    /// Color and style of the algorithm, the same in every chart.
    pub(super) fn look(self) -> Look {
        Look::Nth(self as usize)
    }

    fn reads_r(self) -> bool {
        matches!(self, Algorithm::Clump1 | Algorithm::Clump2 | Algorithm::Printed)
    }
}

/// Input and parameters of a release. The order is by owners first, so that each subset is made once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Setting {
    /// Number of owners (|D|). The release has the first owners of the log.
    pub owners: usize,
    /// The algorithm that makes the release.
    pub algorithm: Algorithm,
    /// Minimum number of owners of a group.
    pub k: usize,
    /// Number of open groups that Clump tries for a row; `None` for the other algorithms.
    pub r: Option<usize>,
}

/// The paper's r, if it does not state another.
pub(super) const R: usize = 10;

impl Setting {
    /// A setting with the paper's r, or without r if the algorithm has none.
    pub(super) fn new(algorithm: Algorithm, owners: usize, k: usize) -> Setting {
        Setting { owners, algorithm, k, r: algorithm.reads_r().then_some(R) }
    }

    /// The same setting with another `r`, if the algorithm reads it.
    pub(super) fn with_r(self, r: usize) -> Setting {
        Setting { r: self.algorithm.reads_r().then_some(r), ..self }
    }

    /// The method that makes the release, with its parameters.
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
