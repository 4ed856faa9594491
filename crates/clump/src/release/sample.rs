//! Draws ten rows of a release at random. The hash of the release is the seed. So the same release gives the
//! same rows, and the publisher cannot choose them.

use clump_core::facts::{FactTable, Measure};
use clump_core::log::Table;
use clump_core::release::Release;
use clump_core::taxonomy::Taxonomy;
use clump_core::transactions::Transactions;
use clump_report::{SAMPLE_ROWS, Sample, SampleRow};

/// Draws distinct rows of a canonical release. `seed` is the hash of its file. The probability of a row is
/// proportional to its transactions, so rows of many owners are seldom missed.
pub(crate) fn sample_rows<'d>(
    (transactions, release): (&Transactions, &Release),
    text: impl Fn(usize) -> Option<&'d str>,
    taxonomy: &Taxonomy,
    seed: &str,
) -> Sample {
    let sizes = release.group_sizes(transactions);
    let weights: Vec<usize> = sizes.iter().map(|size| size.transactions).collect();
    let row = |bag: usize| {
        let labels = release.bags().get(bag).iter().map(|&item| taxonomy.name(item).to_owned());
        let mut cells: Vec<String> = labels.collect();
        cells.sort_unstable();
        SampleRow { owners: Some(sizes[bag].owners), number: None, cells, text: text(bag).map(str::to_owned) }
    };
    Sample { of: weights.len(), rows: draw(&weights, seed).into_iter().map(row).collect() }
}

/// Draws lines of `table`, all with the same probability. `seed` is the hash of its file.
pub(crate) fn sample_lines(table: &Table, seed: &str) -> Sample {
    let order = table.canonical();
    let line = |place: usize| SampleRow {
        owners: None,
        number: None,
        text: None,
        cells: table.row(order[place]).map(str::to_owned).collect(),
    };
    Sample { of: order.len(), rows: draw(&vec![1; order.len()], seed).into_iter().map(line).collect() }
}

/// Draws rows of `tables`. `seed` is the hash of the release. The probability of a row is proportional to its
/// number. A number with noise or on a scale is marked, because it is not a number of owners.
pub(crate) fn sample_facts(tables: &[FactTable], is_noisy: bool, seed: &str) -> Sample {
    let places = || tables.iter().flat_map(|table| (0..table.len()).map(move |row| (table, row)));
    let weights: Vec<usize> = places().map(|(table, row)| table.number(row) as usize).collect();
    let places: Vec<(&FactTable, usize)> = places().collect();
    let row = |place: usize| {
        let (table, row) = places[place];
        SampleRow {
            text: None,
            owners: (table.columns.measure == Measure::Owners && !is_noisy)
                .then(|| table.number(row) as usize),
            number: match (table.columns.measure, is_noisy) {
                (Measure::Scaled, _) => {
                    Some(format!("{} {}", table.columns.measure.column(), table.number(row)))
                }
                (Measure::Owners, true) => Some(format!("{} ± noise", table.number(row))),
                (Measure::Owners, false) => None,
            },
            cells: table.texts(row).filter(|text| !text.is_empty()).map(str::to_owned).collect(),
        }
    };
    Sample { of: places.len(), rows: draw(&weights, seed).into_iter().map(row).collect() }
}

/// Draws at most [`SAMPLE_ROWS`] distinct indexes of `weights`, and returns them in ascending order. The
/// probability of an index is proportional to its weight. O(weights) for each draw.
fn draw(weights: &[usize], seed: &str) -> Vec<usize> {
    let mut dice = blake3::Hasher::new().update(b"sample").update(seed.as_bytes()).finalize_xof();
    let mut drawn: Vec<usize> = Vec::with_capacity(SAMPLE_ROWS);
    let mut left: u64 = weights.iter().map(|&weight| weight as u64).sum();
    while left > 0 && drawn.len() < SAMPLE_ROWS {
        let mut number = [0; 8];
        dice.fill(&mut number);
        let mut at = ((u128::from(u64::from_le_bytes(number)) * u128::from(left)) >> 64) as u64;
        let places = (0..weights.len()).filter(|place| !drawn.contains(place));
        let mut weighed = places.map(|place| (place, weights[place] as u64));
        let place = weighed.find_map(|(place, weight)| {
            if at < weight {
                return Some(place);
            }
            at -= weight;
            None
        });
        let place = place.expect("less than the weight of those that are left");
        left -= weights[place] as u64;
        drawn.push(place);
    }
    drawn.sort_unstable();
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_distinct_repeatable_and_all_if_there_are_few() {
        assert_eq!(draw(&[3, 1, 2], "x"), [0, 1, 2]);
        assert!(draw(&[], "x").is_empty());
        let drawn = draw(&[2; 500], "x");
        assert!(drawn.len() == SAMPLE_ROWS && drawn.is_sorted_by(|a, b| a < b));
        assert_eq!(drawn, draw(&[2; 500], "x"));
        assert_ne!(drawn, draw(&[2; 500], "y"));
    }

    #[test]
    fn a_row_of_many_owners_is_seldom_missed() {
        let mut weights = vec![5; 200];
        weights[17] = 1000;
        let found = |seed: usize| draw(&weights, &seed.to_string()).contains(&17);
        // A row that has half of all transactions is missed in one of a thousand samples.
        assert!((0..300).filter(|&seed| found(seed)).count() >= 295);
        // Any other row is in about one of twenty samples.
        let common = |seed: usize| draw(&weights, &seed.to_string()).contains(&18);
        assert!((0..300).filter(|&seed| common(seed)).count() < 60);
    }
}
