//! A trial: one release of the experiments that is made, timed, verified and measured.

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

/// The measures of the release of one [`Setting`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Trial {
    /// The input and the parameters of the release.
    #[serde(flatten)]
    pub setting: Setting,
    /// Number of transactions.
    pub rows: usize,
    /// Number of items in all transactions.
    pub items: usize,
    /// Number of nodes of the taxonomy.
    pub nodes: usize,
    /// Number of groups, which are distinct published rows.
    pub groups: usize,
    /// Number of owners of the smallest group.
    pub smallest_group: usize,
    /// Number of owners of the largest group.
    pub largest_group: usize,
    /// Sum of GGD over the groups, the paper's information loss.
    pub loss: f64,
    /// The paper's information loss, divided by the number of items.
    pub loss_per_item: f64,
    /// NCP: the penalty for generalization by He and Naughton.
    pub ncp: f64,
    /// Mean number of items of a published row.
    pub mean_length: f64,
    /// Mean level of published items, where the root has level 1.
    pub mean_level: f64,
    /// Number of items that are published as they are.
    pub exact: usize,
    /// Number of items that are published as an ancestor.
    pub generalized: usize,
    /// Number of items that are not published.
    pub suppressed: usize,
    /// True if the release is k-anonymous and each row generalizes its transaction. The check shares no code
    /// with the method.
    pub verified: bool,
    /// Wall-clock seconds of the method alone, in the fastest of `timed` runs.
    pub seconds: f64,
    /// Number of runs. A fast method runs several times, since single timings are unreliable.
    pub timed: usize,
}

/// A method is run again until its runs took this many seconds in total,
const SECONDS_TIMED: f64 = 0.4;

/// or until it has run this often.
const MOST_TIMED: usize = 9;

/// Makes and measures the release of `setting`. Root items are published, as in the paper's tables.
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

/// True if the release is k-anonymous and generalizes the transactions, by the definitions in [`verify`].
fn verified(release: &Release, Subset { transactions, taxonomy }: &Subset, k: usize) -> bool {
    let audit = (0..transactions.len()).map(|row| (transactions.owner(row), row + 1, release.get(row)));
    verify::k_anonymous_owners(audit, k).holds
        && (0..transactions.len())
            .into_par_iter()
            .all(|row| verify::generalizes(taxonomy, release.get(row), transactions.get(row)))
}

/// All measured releases, looked up by their settings.
#[derive(Debug, Default)]
pub(super) struct Trials(BTreeMap<Setting, Trial>);

impl Trials {
    pub(super) fn add(&mut self, trial: Trial) {
        self.0.insert(trial.setting, trial);
    }

    /// The measures of the release of `setting`.
    ///
    /// # Panics
    /// When the plan does not have this setting.
    pub(super) fn get(&self, setting: Setting) -> &Trial {
        self.0.get(&setting).expect("exhibits ask for what was planned")
    }

    /// The values of `figure` for `algorithm` at all sizes and k.
    pub(super) fn grid(&self, plan: &Plan, algorithm: Algorithm, figure: impl Fn(&Trial) -> f64) -> Grid {
        let values = plan.grid(algorithm).map(|setting| figure(self.get(setting))).collect();
        Grid::new(&plan.sizes, &KS, values)
    }

    pub(super) fn into_vec(self) -> Vec<Trial> {
        self.0.into_values().collect()
    }
}
