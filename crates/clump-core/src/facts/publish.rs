//! Makes the published table of facts from counted facts.
//!
//! If facts are divided into cells, a fact has a row for each cell with at least c owners (`k_cell`), provided
//! that these cells have at least k distinct owners together. Otherwise it has no row.
//!
//! **Theorem.** No row of a single table depends on a cell that is not published. Two logs have the same table if
//! they have the same owners in the published cells, and fewer than c owners in each other cell.
//!
//! *Proof.* The size of a cell depends on the cell alone. Whether the cells of a fact are published depends on the
//! owners of the cells that have c owners. So the table is a function of the published cells and their owners. ∎
//!
//! Several tables of one log can be subtracted from each other: [`together`](super::together) has the rule for them.
//! A row for the rest counts all owners of something that has no row: facts with too few owners and facts that a rule
//! excludes. It is published if it has at least k owners.

use super::tallies::{CountedCells, CountedFacts};
use super::{FactColumns, FactTable, Measure, SEPARATOR, ShownCounts, TableSpec};
use crate::anonymize::{Method, ParameterError};
use crate::promise::{CommonFacts, DifferentialPrivacy, Promise, Property};

/// The least numbers of owners with which facts and cells are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// Least number of owners of a published fact, in the whole log or in its published cells.
    pub k: usize,
    /// Least number of owners of one published cell of a fact.
    pub k_cell: usize,
}

/// Parameters of a table of facts that are not checked yet; see [`FactParameters::check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactParameters {
    /// The facts that the table shows, and their cells.
    pub spec: TableSpec,
    /// Least numbers of owners of facts and cells.
    pub thresholds: Thresholds,
    /// Form in which the table shows numbers of owners.
    pub shown: ShownCounts,
    /// True if the table shows how often each fact occurs.
    pub times: bool,
    /// The noise on the numbers; `None` for exact counts. With noise, each owner counts in a bounded number of
    /// facts, every cell is a fact of its own, and [`Tabulate::publish`] receives numbers that already have noise.
    pub noise: Option<DifferentialPrivacy>,
}

impl FactParameters {
    /// The least number of owners that is published for a fact, or for one cell of it if `is_cell`.
    pub fn least(&self, is_cell: bool) -> u64 {
        let Thresholds { k, k_cell } = self.thresholds;
        let least = if is_cell { k_cell } else { k } as u64;
        self.noise.map_or(least, |noise| noise.threshold.max(least))
    }

    /// The columns of the resulting table.
    pub fn columns(&self) -> FactColumns {
        FactColumns {
            texts: self.spec.columns().map(str::to_owned).collect(),
            cells: self.spec.by.len(),
            measure: self.shown.measure(),
            has_times: self.times,
        }
    }
}

/// The method that makes tables of facts, with checked parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tabulate(FactParameters);

impl FactParameters {
    /// Checks the thresholds, the rounding, and that no setting contradicts the noise.
    pub fn check(self) -> Result<Tabulate, ParameterError> {
        let Thresholds { k, k_cell } = self.thresholds;
        if let Some(k) = [k, k_cell].into_iter().find(|&k| k < 2) {
            return Err(ParameterError::KTooSmall { k });
        }
        let exact = [("times", self.times), ("k-cell", k != k_cell)];
        if let Some((parameter, _)) =
            exact.into_iter().find(|&(_, is_asked)| is_asked && self.noise.is_some())
        {
            return Err(ParameterError::WithoutNoise { parameter });
        }
        match self.shown {
            ShownCounts::Rounded(to) if to < 2 => {
                Err(ParameterError::StepTooSmall { parameter: "round", to })
            }
            ShownCounts::Scaled(to) if to < 2 => Err(ParameterError::StepTooSmall { parameter: "scale", to }),
            _ => Ok(Tabulate(self)),
        }
    }
}

impl Tabulate {
    /// The parameters of the table.
    pub fn parameters(&self) -> &FactParameters {
        &self.0
    }

    /// Makes the sorted table of the `counted` facts. O(rows log rows).
    ///
    /// Every row is a fact of at least k owners, or one cell of such a fact with at least `k_cell` owners. A row
    /// for the rest has at least k owners.
    pub fn publish(&self, counted: &CountedFacts) -> FactTable {
        let parameters = &self.0;
        let mut rows: Vec<CountedRow<'_>> = Vec::new();
        let facts = &counted.facts;
        match &counted.cells {
            Some(CountedCells { cells, fact_of }) => {
                let facts = fact_of.iter().map(|&fact| facts.key(fact as usize));
                rows.extend(facts.enumerate().map(|(cell, fact)| CountedRow {
                    fact,
                    cell: Some(cells.key(cell)),
                    owners: cells.owners(cell),
                    times: cells.times(cell),
                }));
            }
            None => rows.extend((0..facts.len()).map(|fact| CountedRow {
                fact: facts.key(fact),
                cell: None,
                owners: facts.owners(fact),
                times: facts.times(fact),
            })),
        }
        rows.retain(|row| row.owners >= parameters.least(row.cell.is_some()));
        let most = rows.iter().map(|row| row.owners).max().unwrap_or(0);
        let rest = &counted.rest;
        let enough = (0..rest.len()).filter(|&at| rest.owners(at) >= parameters.least(false));
        // The rest is no fact: it may be more than the most common one, which has the largest number of a scale.
        let is_scaled = parameters.shown.measure() == Measure::Scaled;
        rows.extend(enough.filter(|_| !is_scaled).map(|at| CountedRow {
            fact: "",
            cell: (!parameters.spec.by.is_empty()).then(|| rest.key(at)),
            owners: rest.owners(at),
            times: rest.times(at),
        }));
        let mut table = FactTable::new(parameters.columns());
        let width = parameters.spec.fact_columns().count();
        for CountedRow { fact, cell, owners, times } in rows {
            let number = parameters.shown.show(owners, parameters.least(cell.is_some()), most);
            let times = parameters.shown.show_times(times, number);
            let is_rest = fact.is_empty();
            let texts =
                fact.split(SEPARATOR).chain(std::iter::repeat_n("", if is_rest { width - 1 } else { 0 }));
            table.push(texts.chain(cell.iter().flat_map(|cell| cell.split(SEPARATOR))), number, times);
        }
        table.sorted()
    }
}

impl Method for Tabulate {
    fn name(&self) -> &'static str {
        "counts"
    }

    fn promise(&self) -> Promise {
        let Thresholds { k, k_cell } = self.0.thresholds;
        let noise = self.0.noise.map(Property::from);
        Promise::new([CommonFacts { k, k_cell }.into()].into_iter().chain(noise))
            .expect("noise stands beside common facts")
    }
}

/// A row of the table with its exact numbers.
struct CountedRow<'c> {
    fact: &'c str,
    cell: Option<&'c str>,
    owners: u64,
    times: u64,
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;
    use crate::facts::Tally;
    use crate::promise::Privacy;

    fn parameters(spec: &str, k: usize, k_cell: usize) -> FactParameters {
        let spec = spec.parse().unwrap();
        let thresholds = Thresholds { k, k_cell };
        FactParameters { spec, thresholds, shown: ShownCounts::Exact, times: true, noise: None }
    }

    /// Counts the facts of test lines, each with an owner, a fact and a cell.
    fn counted(lines: &[(u32, &'static str, &'static str)], k: u64, k_cell: u64) -> CountedFacts {
        let mut facts: BTreeMap<&str, (BTreeSet<u32>, u64)> = BTreeMap::new();
        let mut cells: BTreeMap<(&str, &str), (BTreeSet<u32>, u64)> = BTreeMap::new();
        for &(owner, fact, cell) in lines {
            for (owners, times) in [facts.entry(fact).or_default(), cells.entry((fact, cell)).or_default()] {
                owners.insert(owner);
                *times += 1;
            }
        }
        facts.retain(|_, (owners, _)| owners.len() as u64 >= k);
        let mut tally = Tally::default();
        facts.iter().for_each(|(fact, (owners, times))| tally.push(fact, owners.len() as u64, *times));
        let mut counted_cells = CountedCells::default();
        let mut in_cells = vec![BTreeSet::new(); facts.len()];
        for ((fact, cell), (owners, times)) in cells {
            let Some(number) = facts.keys().position(|other| *other == fact) else { continue };
            if owners.len() as u64 >= k_cell {
                counted_cells.cells.push(cell, owners.len() as u64, times);
                counted_cells.fact_of.push(number as u32);
                in_cells[number].extend(owners);
            }
        }
        let in_cells: Vec<u64> = in_cells.iter().map(|owners| owners.len() as u64).collect();
        CountedFacts { facts: tally, cells: Some(counted_cells), ..CountedFacts::default() }
            .over_cells(&in_cells, k as usize)
    }

    #[test]
    fn cells_and_totals_by_hand() {
        let lines = [
            (1, "dog\u{1f}a.com", "north"),
            (2, "dog\u{1f}a.com", "north"),
            (3, "dog\u{1f}a.com", "south"),
            (4, "dog\u{1f}a.com", "south"),
            (1, "cat\u{1f}b.com", "north"),
            (2, "cat\u{1f}b.com", "north"),
            (3, "cat\u{1f}b.com", "south"),
        ];
        let mut counted = counted(&lines, 3, 2);
        for (cell, owners) in [("north", 2), ("south", 3)] {
            counted.rest.push(cell, owners, 7);
        }
        let table = Tabulate(parameters("query,host:region", 3, 2)).publish(&counted);
        let rows: Vec<String> = (0..table.len())
            .map(|row| {
                let texts: Vec<&str> = table.texts(row).collect();
                format!("{} {} {}", texts.join("|"), table.number(row), table.times(row).unwrap())
            })
            .collect();
        // The row for the two owners of `cat` in the north would reveal that there is an owner in the south,
        // since a published fact has three owners.
        // The rest in the north has fewer than three owners.
        assert_eq!(rows, ["dog|a.com|north 2 2", "dog|a.com|south 2 2", "||south 3 7"]);
        assert_eq!(table.columns.names().collect::<Vec<_>>(), ["query", "host", "region", "owners", "times"]);
    }

    #[test]
    fn a_scale_shows_no_owners() {
        let mut facts = Tally::default();
        facts.push("a\u{1f}x", 400, 0);
        facts.push("b\u{1f}y", 7, 0);
        let counted = CountedFacts { facts, ..CountedFacts::default() };
        let shown = ShownCounts::Scaled(100);
        let table = Tabulate(FactParameters { shown, times: false, ..parameters("query,host", 5, 5) })
            .publish(&counted);
        assert_eq!(table.columns.measure, Measure::Scaled);
        assert_eq!([table.number(0), table.number(1)], [100, 2]);
    }

    #[test]
    fn with_noise_the_threshold_is_that_of_the_noise_and_nothing_exact_stands_beside() {
        let privacy = Privacy::new(1.0, 1e-5, 1).expect("in range");
        let noise = Some(DifferentialPrivacy { privacy, noise_scale: 1.0, threshold: 17, seeded: false });
        let exact = FactParameters { times: false, ..parameters("query,host:region", 5, 5) };
        let noisy = FactParameters { noise, shown: ShownCounts::Rounded(10), ..exact.clone() };
        let mut facts = Tally::default();
        facts.push("a\u{1f}x", 0, 0);
        let mut cells = Tally::default();
        ["north", "south", "west"].into_iter().zip([16, 17, 20]).for_each(|(cell, n)| cells.push(cell, n, 0));
        let cells = CountedCells { cells, fact_of: vec![0, 0, 0] };
        let counted = CountedFacts { facts, cells: Some(cells), ..CountedFacts::default() };
        let tabulate = noisy.clone().check().expect("sound");
        let table = tabulate.publish(&counted);
        let shown: Vec<_> =
            (0..table.len()).map(|row| (table.texts(row).last(), table.number(row))).collect();
        // 17 is rounded to 20 and 16 is suppressed; nothing is rounded below the threshold.
        assert_eq!(shown, [(Some("south"), 20), (Some("west"), 20)]);
        assert_eq!(
            tabulate.promise().to_string(),
            "facts of at least 5 owners and (1, 1e-5)-differential privacy"
        );
        let refused = [
            FactParameters { times: true, ..noisy.clone() },
            FactParameters { thresholds: Thresholds { k: 5, k_cell: 3 }, ..noisy },
        ];
        for (parameters, parameter) in refused.into_iter().zip(["times", "k-cell"]) {
            assert_eq!(parameters.check(), Err(ParameterError::WithoutNoise { parameter }));
        }
        assert!(FactParameters { times: true, ..exact }.check().is_ok());
    }

    proptest! {
        /// For any counts: all rows have at least the threshold, and the largest come first.
        #[test]
        fn every_row_keeps_its_threshold(
            lines in proptest::collection::vec((0u32..9, 0usize..3, 0usize..3), 0..60),
            k in 2u64..6, k_cell in 2u64..6, times in any::<bool>(),
        ) {
            let lines: Vec<_> =
                lines.into_iter().map(|(owner, fact, cell)| (owner, ["a", "b", "c"][fact], ["x", "y", "z"][cell])).collect();
            let parameters = FactParameters { times, ..parameters("query:day", k as usize, k_cell as usize) };
            let table = Tabulate(parameters).publish(&counted(&lines, k, k_cell));
            for row in 0..table.len() {
                prop_assert!(table.number(row) >= k_cell);
                prop_assert!(row == 0 || table.number(row - 1) >= table.number(row));
                let of_fact = (0..table.len()).filter(|&other| table.texts(other).next() == table.texts(row).next());
                let in_cells: u64 = of_fact.map(|row| table.number(row)).sum();
                prop_assert!(in_cells >= k);
            }
        }
    }
}
