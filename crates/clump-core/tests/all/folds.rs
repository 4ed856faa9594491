//! Measures are folds: cut anywhere, folded apart and merged, a release is measured as a whole. Short checks are those of the
//! definitions.

use std::collections::BTreeMap;

use clump_core::measure::{Measuring, measure};
use clump_core::release::{Release, RootItems};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::verify::{generalizes, generalizes_sorted, stated_by_rows};
use proptest::prelude::*;

use crate::random::{any_bags, numbered};

/// Cuts `rows` at `cuts`, wherever they are.
fn parts<'a, T>(rows: &'a [T], cuts: &[prop::sample::Index]) -> Vec<&'a [T]> {
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(rows.len() + 1)).collect();
    places.extend([0, rows.len()]);
    places.sort_unstable();
    places.windows(2).map(|ends| &rows[ends[0]..ends[1]]).collect()
}

fn any_cuts() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..5)
}

/// A tree in which node i hangs below some earlier node, and bags of its nodes.
fn any_tree_and_bags() -> impl Strategy<Value = (Taxonomy, Vec<(u32, Vec<Node>)>)> {
    (any_bags(12, 1..20, 5), prop::collection::vec(0u32..4, 20))
        .prop_map(|((taxonomy, bags), owners)| (taxonomy, owners.into_iter().zip(bags).collect()))
}

proptest! {
    /// Counted a second time, naively.
    #[test]
    fn stated_numbers_are_those_of_equal_rows(rows in prop::collection::vec((0usize..4, 0u8..5), 1..40)) {
        let mut lines: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        rows.iter().enumerate().for_each(|(index, row)| lines.entry(row.1).or_default().push(index));
        let wrong = lines.values().filter(|lines| lines.iter().any(|&line| rows[line].0 != lines.len())).count();
        prop_assert_eq!(stated_by_rows(rows, 0).violations, wrong);
    }

    #[test]
    fn the_short_check_of_one_row_is_the_definition((taxonomy, bags) in any_tree_and_bags()) {
        for (_, released) in bags.iter().chain([&(0, Vec::new())]) {
            for (_, original) in &bags {
                prop_assert_eq!(
                    generalizes_sorted(&taxonomy, released, original),
                    generalizes(&taxonomy, released, original)
                );
            }
        }
    }

    /// Every bag is published as what its first item generalizes to, so that groups have several owners and transactions.
    #[test]
    fn measures_are_the_same_in_parts((taxonomy, bags) in any_tree_and_bags(), cuts in any_cuts()) {
        let transactions = numbered(bags.iter().cloned());
        let published = bags.iter().map(|(_, bag)| [taxonomy.parent(bag[0])]).collect();
        let release = Release::new(published, (0..bags.len() as u32).collect());
        let release = release.canonical(&taxonomy, RootItems::Keep);
        let rows: Vec<usize> = (0..transactions.len()).collect();
        let mut merged = Measuring::new(&taxonomy);
        for part in parts(&rows, &cuts).into_iter().rev() {
            let mut measuring = Measuring::new(&taxonomy);
            for &row in part {
                let group = release.bag_of(row) as u32;
                measuring.push(transactions.owner(row), group, transactions.get(row), release.get(row));
            }
            merged.merge(measuring);
        }
        let measures = measure(&transactions, &taxonomy, &release);
        prop_assert_eq!(merged.finish(), measures.clone());
        let sizes = release.group_sizes(&transactions);
        prop_assert_eq!(measures.rows, sizes.iter().map(|size| size.owners).sum::<usize>());
        prop_assert_eq!(measures.owners, transactions.owners());
    }
}
