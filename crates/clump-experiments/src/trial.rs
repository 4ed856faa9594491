//! A trial: one release of the experiments, made, timed, verified and measured.

use std::collections::BTreeMap;
use std::time::Instant;

use clump_core::anonymize::AnonymizeError;
use clump_core::measure::measure;
use clump_core::progress::Progress;
use clump_core::release::{Release, RootItems};
use clump_core::verify;
use rayon::prelude::*;
use serde::Serialize;

use super::grid::Grid;
use super::plan::{KS, Plan};
use super::setting::{Algorithm, Setting};
use super::source::Subset;

/// Figures of the release of a [`Setting`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Trial {
    /// Its setting.
    #[serde(flatten)]
    pub setting: Setting,
    /// Transactions.
    pub rows: usize,
    /// Item occurrences in them.
    pub items: usize,
    /// Nodes of the taxonomy.
    pub nodes: usize,
    /// Groups: distinct published rows.
    pub groups: usize,
    /// Owners of the smallest group.
    pub smallest_group: usize,
    /// Owners of the largest group.
    pub largest_group: usize,
    /// Sum of GGD over the groups, the paper's information loss.
    pub loss: f64,
    /// The same, for each item.
    pub loss_per_item: f64,
    /// He and Naughton's penalty.
    pub ncp: f64,
    /// Mean number of items of a published row.
    pub mean_length: f64,
    /// Mean level of published items, the root being level 1.
    pub mean_level: f64,
    /// Items published as they were.
    pub exact: usize,
    /// Items published as an ancestor.
    pub generalized: usize,
    /// Items not published.
    pub suppressed: usize,
    /// True if the release is k-anonymous and each row generalizes its transaction. The check is independent
    /// of the method.
    pub verified: bool,
    /// Wall-clock seconds of the method alone: the least of `timed`.
    pub seconds: f64,
    /// Number of runs. Short runs are repeated, since the first ones are noise.
    pub timed: usize,
}

/// A run is repeated until it has taken this long in all ...
const SECONDS_TIMED: f64 = 0.4;

/// ... or was run this often.
const MOST_TIMED: usize = 9;

/// Makes the release of `setting`, publishing root items as the paper's tables do.
pub(super) fn run(
    setting: Setting,
    subset: &Subset,
    progress: &dyn Progress,
) -> Result<(Trial, Release), AnonymizeError> {
    let Subset { transactions, taxonomy } = subset;
    let method = setting.method();
    let (mut seconds, mut all, mut timed) = (f64::INFINITY, 0.0, 0);
    let release = loop {
        let start = Instant::now();
        let release = method.anonymize(transactions, taxonomy, progress)?;
        let taken = start.elapsed().as_secs_f64();
        (seconds, all, timed) = (seconds.min(taken), all + taken, timed + 1);
        if all >= SECONDS_TIMED || timed == MOST_TIMED {
            break release;
        }
    };
    let release = release.canonical(taxonomy, RootItems::Keep);
    let measures = measure(transactions, taxonomy, &release);
    let trial = Trial {
        setting,
        rows: measures.rows,
        items: measures.items,
        nodes: taxonomy.len(),
        groups: measures.groups,
        smallest_group: measures.smallest_group,
        largest_group: measures.largest_group,
        loss: measures.loss,
        loss_per_item: measures.loss_per_item,
        ncp: measures.ncp,
        mean_length: measures.mean_length,
        mean_level: measures.mean_level,
        exact: measures.items_exact,
        generalized: measures.items_generalized,
        suppressed: measures.items_suppressed,
        verified: verified(&release, subset, setting.k),
        seconds,
        timed,
    };
    Ok((trial, release))
}

/// Checks the published rows by the definitions of [`verify`].
fn verified(release: &Release, Subset { transactions, taxonomy }: &Subset, k: usize) -> bool {
    let audit = (0..transactions.len()).map(|row| (transactions.owner(row), row + 1, release.get(row)));
    verify::k_anonymous_owners(audit, k).holds
        && (0..transactions.len())
            .into_par_iter()
            .all(|row| verify::generalizes(taxonomy, release.get(row), transactions.get(row)))
}

// All releases of a run, by their settings.

/// Releases by setting.
#[derive(Debug, Default)]
pub(super) struct Trials(BTreeMap<Setting, Trial>);

impl Trials {
    pub(super) fn add(&mut self, trial: Trial) {
        self.0.insert(trial.setting, trial);
    }

    /// The release of `setting`.
    ///
    /// # Panics
    /// When it was not planned.
    pub(super) fn get(&self, setting: Setting) -> &Trial {
        self.0.get(&setting).expect("exhibits ask for what was planned")
    }

    /// One figure of `algorithm` over all sizes and k.
    pub(super) fn grid(&self, plan: &Plan, algorithm: Algorithm, figure: impl Fn(&Trial) -> f64) -> Grid {
        let values = plan.grid(algorithm).map(|setting| figure(self.get(setting))).collect();
        Grid::new(&plan.sizes, &KS, values)
    }

    pub(super) fn into_vec(self) -> Vec<Trial> {
        self.0.into_values().collect()
    }
}
