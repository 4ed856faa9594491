//! Labels of a release that are lifted to their parents, and the secret that says which.

use clump_core::anonymize::Form;
use clump_core::lift::lift;
use clump_core::promise::Share;
use clump_core::release::{Release, RootItems};
use clump_core::taxonomy::Taxonomy;
use clump_log::Key;

use crate::JobError;
use crate::job::Job;
use crate::methods::KeySource;

/// Which labels are lifted.
#[derive(Debug)]
pub(crate) struct Lifting {
    chance: Share,
    key: Key,
    form: Form,
}

impl Lifting {
    /// What `job` asks for; none if it does not. The secret is from the operating system and forgotten with this value, unless the
    /// job has a seed: then the release can be made again, and whoever knows the seed knows what was lifted. Certificates say so.
    ///
    /// # Errors
    /// When the system has no randomness.
    pub fn of(job: &Job) -> Result<Option<Lifting>, JobError> {
        let Some(chance) = job.lift else { return Ok(None) };
        let source = job.method.seed().map_or(KeySource::System, KeySource::Seed);
        let form = if job.method.publishes_sets() { Form::Sets } else { Form::Bags };
        Ok(Some(Lifting { chance, key: source.load()?.derive("lift"), form }))
    }

    /// `release`, which is in canonical form, with labels lifted, and in canonical form again.
    pub fn lifted(&self, release: &Release, taxonomy: &Taxonomy, root_items: RootItems) -> Release {
        lift(release, taxonomy, self.form, |bag, place| self.is_lifted(bag, place))
            .canonical(taxonomy, root_items)
    }

    /// Whether a label is, with the chance that is asked for, to 32 bits.
    fn is_lifted(&self, bag: usize, place: usize) -> bool {
        let hash = self.key.hash(&[(bag as u64).to_le_bytes(), (place as u64).to_le_bytes()].concat());
        let draw = u32::from_le_bytes([hash[0], hash[1], hash[2], hash[3]]);
        (draw as usize) < self.chance.of(u32::MAX as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_labels_are_lifted_as_is_asked_for() {
        for millionths in [50_000, 100_000, 500_000, 999_999] {
            let chance = Share::from_millionths(millionths).expect("a share");
            let lifting = Lifting { chance, key: Key::from_seed(7), form: Form::Bags };
            let places = (0..1_000).flat_map(|bag| (0..100).map(move |place| (bag, place)));
            let lifted = places.filter(|&(bag, place)| lifting.is_lifted(bag, place)).count();
            // Five standard deviations of 100,000 draws.
            let far = 5.0 * (100_000.0 * chance.as_f64() * (1.0 - chance.as_f64())).sqrt() + 1.0;
            assert!((lifted as f64 - 100_000.0 * chance.as_f64()).abs() < far, "{lifted} at {chance}");
        }
    }
}
