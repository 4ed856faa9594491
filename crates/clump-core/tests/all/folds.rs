//! Verdicts and measures are folds: cut anywhere, folded apart and merged, a release is judged and measured as a whole.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::measure::{Measuring, measure};
use clump_core::promise::Share;
use clump_core::release::{Release, RootItems};
use clump_core::taxonomy::{Edge, Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_core::verify::{
    OwnedGroups, OwnedRows, ROWS_NAMED, SaidLines, ShownGroups, ShownRows, coherent_groups, coherent_owners,
    coherent_rows, common_queries, generalizes, generalizes_sorted, k_anonymous_groups, k_anonymous_owners,
    k_anonymous_rows, km_anonymous_groups, km_anonymous_owners, km_anonymous_rows, stated_by_groups,
    stated_by_rows,
};
use proptest::prelude::*;

/// Cuts `rows` at `cuts`, wherever they are.
fn parts<'a, T>(rows: &'a [T], cuts: &[prop::sample::Index]) -> Vec<&'a [T]> {
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(rows.len() + 1)).collect();
    places.extend([0, rows.len()]);
    places.sort_unstable();
    places.windows(2).map(|ends| &rows[ends[0]..ends[1]]).collect()
}

fn shown(rows: &[(usize, u8)]) -> ShownGroups<u8> {
    let mut groups = ShownGroups::default();
    rows.iter().for_each(|&(owners, row)| groups.push(owners, row));
    groups
}

fn owned(rows: &[(u8, usize, u8)]) -> OwnedGroups<u8, u8> {
    let mut groups = OwnedGroups::default();
    rows.iter().for_each(|&(owner, line, row)| groups.push(owner, line, row));
    groups
}

fn any_cuts() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..5)
}

/// A tree in which node i hangs below some earlier node, and bags of its nodes.
fn any_tree_and_bags() -> impl Strategy<Value = (Taxonomy, Vec<(u32, Vec<Node>)>)> {
    prop::collection::vec(any::<prop::sample::Index>(), 1..12).prop_flat_map(|parents| {
        let names: Vec<String> = (0..=parents.len()).map(|number| format!("n{number}")).collect();
        let edges = parents.iter().enumerate().map(|(index, parent)| Edge {
            child: names[index + 1].as_str(),
            parent: Some(names[parent.index(index + 1)].as_str()),
            line: index + 1,
        });
        let taxonomy = Taxonomy::from_edges(edges).unwrap();
        let item = (0..taxonomy.len() as u32).prop_map(Node);
        let bag = prop::collection::vec(item, 1..6).prop_map(|mut bag| {
            bag.sort_unstable();
            bag
        });
        (Just(taxonomy), prop::collection::vec((0u32..4, bag), 1..20))
    })
}

proptest! {
    #[test]
    fn what_rows_show_is_the_same_in_parts(
        rows in prop::collection::vec((0usize..4, 0u8..5), 0..40),
        cuts in any_cuts(),
        k in 1usize..6,
    ) {
        let mut merged = ShownGroups::default();
        parts(&rows, &cuts).into_iter().for_each(|part| merged.merge(shown(part)));
        prop_assert_eq!(merged.k_anonymous_rows(k), k_anonymous_rows(rows.iter().map(|row| row.1), k));
        prop_assert_eq!(merged.k_anonymous_groups(k), k_anonymous_groups(rows.clone(), k));
        prop_assert_eq!(merged.stated_by_rows(k), stated_by_rows(rows.clone(), k));
        prop_assert_eq!(merged.stated_by_groups(k), stated_by_groups(rows, k));
    }

    /// Counted a second time, naively.
    #[test]
    fn what_rows_show_is_what_is_there(rows in prop::collection::vec((0usize..4, 0u8..5), 1..40), k in 1usize..6) {
        let mut lines: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        rows.iter().enumerate().for_each(|(index, row)| lines.entry(row.1).or_default().push(index + 1));
        let few: Vec<&Vec<usize>> = lines.values().filter(|lines| lines.len() < k).collect();
        let verdict = k_anonymous_rows(rows.iter().map(|row| row.1), k);
        prop_assert_eq!((verdict.holds, verdict.violations), (few.is_empty(), few.len()));
        prop_assert_eq!((verdict.rows, verdict.sets), (rows.len(), lines.len()));
        prop_assert_eq!(Some(verdict.smallest), lines.values().map(Vec::len).min());
        let named = few.into_iter().min().map(|lines| lines[..lines.len().min(ROWS_NAMED)].to_vec());
        prop_assert_eq!(verdict.first.map(|first| first.rows), named);
        let stated = stated_by_rows(rows.clone(), 0);
        let wrong = lines.values().filter(|lines| lines.iter().any(|&line| rows[line - 1].0 != lines.len()));
        prop_assert_eq!(stated.violations, wrong.count());
    }

    #[test]
    fn what_owners_show_is_the_same_in_parts_of_any_order(
        lines in prop::collection::vec((0u8..6, 1usize..9), 0..40),
        cuts in any_cuts(),
        k in 1usize..6,
    ) {
        // What stands on a line is the same for all of its transactions.
        let audit: Vec<(u8, usize, u8)> =
            lines.iter().map(|&(owner, line)| (owner, line, line as u8 % 4)).collect();
        let whole = k_anonymous_owners(audit.clone(), k);
        let mut merged = OwnedGroups::default();
        parts(&audit, &cuts).into_iter().rev().for_each(|part| merged.merge(owned(part)));
        prop_assert_eq!(&merged.k_anonymous(k), &whole);
        let mut owners: BTreeMap<u8, BTreeSet<u8>> = BTreeMap::new();
        for &(owner, _, row) in &audit {
            owners.entry(row).or_default().insert(owner);
        }
        prop_assert_eq!(whole.violations, owners.values().filter(|owners| owners.len() < k).count());
        prop_assert_eq!(whole.rows, owners.values().map(BTreeSet::len).sum::<usize>());
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

    #[test]
    fn sets_of_labels_are_the_same_in_parts(
        rows in prop::collection::vec((1usize..4, prop::collection::vec(0u8..5, 0..4)), 0..20),
        cuts in any_cuts(),
        k in 1usize..5,
    ) {
        let h: Share = "0.5".parse().unwrap();
        let is_sensitive = |label: &u8| *label == 4;
        let audit: Vec<(usize, usize, Vec<u8>)> =
            rows.iter().enumerate().map(|(index, (owner, row))| (*owner, index + 1, row.clone())).collect();
        let bags = || rows.iter().map(|(_, row)| row);
        let (mut shown, mut owned) = (ShownRows::default(), OwnedRows::default());
        for part in parts(&rows, &cuts) {
            let mut later = ShownRows::default();
            part.iter().for_each(|(owners, row)| later.push(*owners, row.clone()));
            shown.merge(later);
        }
        for part in parts(&audit, &cuts).into_iter().rev() {
            let mut other = OwnedRows::default();
            part.iter().for_each(|(owner, line, row)| other.push(*owner, *line, row.clone()));
            owned.merge(other);
        }
        prop_assert_eq!(shown.km_anonymous_rows::<u8>(k, 2), km_anonymous_rows::<u8, _>(bags(), k, 2));
        prop_assert_eq!(shown.km_anonymous_groups::<u8>(k, 2), km_anonymous_groups::<u8, _>(rows.clone(), k, 2));
        prop_assert_eq!(shown.coherent_rows(is_sensitive, h, k, 2), coherent_rows(bags(), is_sensitive, h, k, 2));
        prop_assert_eq!(
            shown.coherent_groups(is_sensitive, h, k, 2),
            coherent_groups(rows.clone(), is_sensitive, h, k, 2)
        );
        prop_assert_eq!(owned.km_anonymous::<u8>(k, 2), km_anonymous_owners::<_, u8, _>(audit.clone(), k, 2));
        prop_assert_eq!(owned.coherent(is_sensitive, h, k, 2), coherent_owners(audit, is_sensitive, h, k, 2));
    }

    #[test]
    fn lines_of_a_log_are_the_same_in_parts(
        lines in prop::collection::vec((prop::option::of(0u8..4), 0u8..4), 0..40),
        cuts in any_cuts(),
        k in 1usize..5,
    ) {
        let mut merged = SaidLines::default();
        for part in parts(&lines, &cuts) {
            let mut later = SaidLines::default();
            part.iter().for_each(|&(owner, line)| later.push(owner, line));
            merged.merge(later);
        }
        prop_assert_eq!(merged.common_queries(k), common_queries(lines, k));
    }

    /// Every bag is published as what its first item generalizes to, so that groups have several owners and transactions.
    #[test]
    fn measures_are_the_same_in_parts((taxonomy, bags) in any_tree_and_bags(), cuts in any_cuts()) {
        let mut transactions = Transactions::default();
        let mut numbers: Vec<u32> = Vec::new();
        for (owner, bag) in &bags {
            let number = numbers.iter().position(|number| number == owner).unwrap_or_else(|| {
                numbers.push(*owner);
                numbers.len() - 1
            });
            transactions.push(number as u32, bag.iter().copied());
        }
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
