//! All releases of a run, found again by their settings.

use std::collections::BTreeMap;

use super::grid::Grid;
use super::plan::{KS, Plan};
use super::setting::{Algorithm, Setting};
use super::trial::Trial;

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
