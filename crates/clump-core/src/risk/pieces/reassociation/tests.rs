//! Compares each way of guessing with its definition.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::ties::{Rated, try_best};
use super::*;
use crate::risk::pieces::tests::{ALL, Example, any_example};
use crate::taxonomy::Node;
use crate::verify;

fn is_near(a: Chances, b: Chances) -> bool {
    (a.at_one - b.at_one).abs() < 1e-9 && (a.at_ten - b.at_ten).abs() < 1e-9
}

/// For every owner with several rows, one case for each row that can be given.
fn all_sought(published: &PublishedRows<'_>) -> Vec<Sought> {
    let sought = |rows: &[Member]| -> Vec<Sought> {
        let others = |given: u32| rows.iter().map(|row| row.group).filter(|&row| row != given).collect();
        rows.iter().map(|row| Sought { given: row.group, others: others(row.group) }).collect()
    };
    published.memberships().filter(|rows| rows.len() > 1).flat_map(sought).collect()
}

/// Reference implementation: guesses all rows except the given one by descending `rate`, if they have one.
fn guess(
    published: &PublishedRows<'_>,
    sought: &Sought,
    rate: impl Fn(u32) -> Option<(f64, u32)>,
) -> Chances {
    let rows = (0..published.groups.len() as u32).filter(|&row| row != sought.given);
    let rated = rows.filter_map(|row| {
        let (rating, then) = rate(row)?;
        Some(Rated { rating, then, is_right: sought.others.contains(&row) })
    });
    try_best(rated.collect())
}

proptest! {
    #[test]
    fn ways_to_guess_are_as_defined(example in any_example(1), half in 1u32..4) {
        let Example { taxonomy, transactions, .. } = &example;
        let published = example.published();
        let lists = Lists::new(&published);
        let is_in = |owner: u32| owner % 4 < half;
        let reference = Reference::new(&published, transactions, is_in);
        let sizes = Sizes::new(&published);
        let weights = Weights::new(&published.owners);
        let mut scratch = (reference::AttackCounts::new(&reference), SparseCounts::new(published.groups.len()));

        let people: Vec<Vec<Node>> = (0..transactions.owners() as u32)
            .filter(|&owner| is_in(owner))
            .map(|owner| {
                let own = (0..transactions.len()).filter(|&row| transactions.owner(row) == owner);
                let mut items: Vec<Node> = own.flat_map(|row| transactions.get(row)).copied().collect();
                items.sort_unstable();
                items
            })
            .collect();
        let owners = |row: u32| published.owners[row as usize];
        let labels = |row: u32| published.groups.get(row as usize);
        let could_have = |rows: &[u32], person: &[Node]| {
            let mut together: Vec<Node> = rows.iter().flat_map(|&row| labels(row)).copied().collect();
            together.sort_unstable();
            verify::generalizes(taxonomy, &together, person)
        };
        let below = |node: Node| {
            transactions.bags().items().iter().filter(|&&item| taxonomy.is_ancestor(node, item)).count()
        };
        let common = |a: Node, b: Node| {
            taxonomy.ancestors(a).find(|&above| taxonomy.is_ancestor(above, b)).expect("the root is above all")
        };
        for sought in all_sought(&published) {
            let alike: Vec<&Vec<Node>> = people.iter().filter(|person| could_have(&[sought.given], person)).collect();
            let by_reference = guess(&published, &sought, |row| {
                let all = people.iter().filter(|person| could_have(&[row], person)).count() as f64;
                let both = alike.iter().filter(|person| could_have(&[row, sought.given], person)).count() as f64;
                let expected = alike.len() as f64 / people.len() as f64 * all;
                Some((f64::from(owners(row)) * (both + reference::PRIOR) / (expected + reference::PRIOR), 0))
            });
            let found = reference.guess(&sought, &mut scratch.0);
            prop_assert!(is_near(found, by_reference), "{found:?} {by_reference:?}");

            let by_closeness = guess(&published, &sought, |row| {
                let pairs = labels(row).iter().flat_map(|&a| labels(sought.given).iter().map(move |&b| (a, b)));
                let closest = pairs.map(|(a, b)| below(common(a, b))).min()?;
                Some((-(closest as f64), owners(row)))
            });
            let found = closest(&published, &lists, &sought, &mut scratch.1);
            prop_assert!(is_near(found, by_closeness), "{found:?} {by_closeness:?}");

            let by_size = |sign: f64| guess(&published, &sought, |row| Some((sign * f64::from(owners(row)), 0)));
            prop_assert!(is_near(sizes.fewest_owners(&sought), by_size(-1.0)));
            prop_assert!(is_near(sizes.most_owners(&sought), by_size(1.0)));

            let all: u32 = (0..published.groups.len() as u32).filter(|&row| row != sought.given).map(owners).sum();
            let right: u32 = sought.others.iter().map(|&row| owners(row)).sum();
            prop_assert!((weights.draw(&sought, 3).at_one - f64::from(right) / f64::from(all)).abs() < 1e-9);
        }
    }

    #[test]
    fn the_attacked_are_not_in_the_reference(example in any_example(1)) {
        let published = example.published();
        let drawn = draw(&published, ALL);
        let rows = |owner: u32| -> Vec<u32> { published.groups_of(owner).collect() };
        let victims: Vec<u32> = (0..example.transactions.owners() as u32)
            .filter(|&owner| coin(ALL.seed, owner) >= 0.5 && rows(owner).len() > 1)
            .collect();
        prop_assert_eq!(drawn.len(), victims.len());
        for (sought, owner) in drawn.iter().zip(victims) {
            let mut all = sought.others.clone();
            all.push(sought.given);
            all.sort_unstable();
            prop_assert_eq!(all, rows(owner));
        }
    }
}

/// Reference implementation: draws single lines of rows with 1 to 30 owners, and removes all lines of a drawn row.
#[test]
fn chance_draws_lines_of_distinct_rows() {
    let weights = Weights::new(&(1..=30).collect::<Vec<u32>>());
    let sought = Sought { given: 29, others: vec![3, 11, 20] };
    let lines: Vec<u32> = (0..30u32).flat_map(|row| vec![row; row as usize + 1]).collect();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut at_one, mut at_ten) = (0, 0);
    const TRIES: usize = 20_000;
    for _ in 0..TRIES {
        let mut drawn = vec![sought.given];
        while drawn.len() < 11 {
            let row = lines[random.random_range(0..lines.len())];
            if !drawn.contains(&row) {
                drawn.push(row);
            }
        }
        at_one += usize::from(sought.others.contains(&drawn[1]));
        at_ten += usize::from(drawn.iter().any(|row| sought.others.contains(row)));
    }
    let found: Vec<Chances> = (0..500).map(|seed| weights.draw(&sought, seed)).collect();
    let mean = found.iter().map(|chances| chances.at_ten).sum::<f64>() / found.len() as f64;
    assert!((found[0].at_one - at_one as f64 / TRIES as f64).abs() < 0.01, "{found:?} {at_one}");
    assert!((mean - at_ten as f64 / TRIES as f64).abs() < 0.015, "{mean} {at_ten}");
}

#[test]
fn halves_are_halves() {
    let in_reference = (0..10_000).filter(|&owner| coin(7, owner) < 0.5).count();
    assert!((4_800..5_200).contains(&in_reference), "{in_reference}");
}
