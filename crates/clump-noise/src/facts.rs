//! Adds noise to the counted facts of a log.

use clump_core::facts::{CountedCells, CountedFacts, Tally};

use crate::{NoiseError, Thresholding};

impl Thresholding {
    /// The published facts of `counted`, with noisy numbers of owners; if there are cells, each has its own
    /// noise. Owners must be [bounded](crate::Bounding) before. Numbers of occurrences become 0.
    ///
    /// # Errors
    /// When the operating system has no randomness.
    pub fn publish_facts(&self, counted: &CountedFacts) -> Result<CountedFacts, NoiseError> {
        let CountedFacts { facts, cells, .. } = counted;
        let Some(CountedCells { cells, fact_of }) = cells else {
            return Ok(CountedFacts { facts: self.publish_tally(facts, |_| {})?, ..CountedFacts::default() });
        };
        let mut of_published = Vec::new();
        let cells = self.publish_tally(cells, |cell| of_published.push(fact_of[cell]))?;
        let cells = CountedCells { cells, fact_of: of_published };
        Ok(CountedFacts { facts: facts.clone(), cells: Some(cells), ..CountedFacts::default() })
    }

    /// The published entries of `tally`, in the same order; calls `published` with the index of each.
    fn publish_tally(&self, tally: &Tally, mut published: impl FnMut(usize)) -> Result<Tally, NoiseError> {
        let owners: Vec<u64> = (0..tally.len()).map(|key| tally.owners(key)).collect();
        let mut noisy = Tally::default();
        for (key, number) in self.publish(&owners)?.into_iter().enumerate() {
            if let Some(number) = number {
                noisy.push(tally.key(key), number, 0);
                published(key);
            }
        }
        Ok(noisy)
    }
}

#[cfg(all(test, feature = "dp"))]
mod tests {
    use clump_core::promise::Privacy;

    use super::*;

    #[test]
    fn facts_and_cells_get_noise_or_are_excluded() -> Result<(), NoiseError> {
        let privacy = Privacy::new(2.0, 1e-5, 1).expect("in range");
        let thresholding = Thresholding::new(5, privacy)?;
        let mut tally = Tally::default();
        [("few", 4), ("many", 10_000), ("none", 0)].into_iter().for_each(|(key, n)| tally.push(key, n, 7));
        let of_facts =
            thresholding.publish_facts(&CountedFacts { facts: tally.clone(), ..CountedFacts::default() })?;
        assert_eq!((of_facts.facts.len(), of_facts.facts.key(0), of_facts.facts.times(0)), (1, "many", 0));
        assert!(of_facts.facts.owners(0).abs_diff(10_000) < 50);

        let cells = CountedCells { cells: tally.clone(), fact_of: vec![0, 1, 2] };
        let of_cells = thresholding.publish_facts(&CountedFacts {
            facts: tally,
            cells: Some(cells),
            ..CountedFacts::default()
        })?;
        let cells = of_cells.cells.expect("there were cells");
        assert_eq!((cells.cells.len(), cells.cells.key(0), cells.fact_of), (1, "many", vec![1]));
        Ok(())
    }
}
