//! Labels that are lifted: everything that held of a release holds of it afterwards.

use clump_core::anonymize::Form;
use clump_core::lift::lift;
use clump_core::release::RootItems;
use clump_core::taxonomy::Node;
use clump_core::verify;
use proptest::prelude::*;

use crate::common;
use crate::random::{any_bags, any_method, owned_by};

proptest! {
    #[test]
    fn groups_only_grow_and_rows_are_still_generalized(
        (taxonomy, bags) in any_bags(14, 6..20, 4),
        method in any_method(),
        owners_have in 1usize..3,
        ways in proptest::collection::vec(any::<bool>(), 200),
        sets: bool,
    ) {
        let transactions = owned_by(&bags, owners_have);
        let Ok(release) = method.anonymize(&transactions, &taxonomy, &()) else { return Ok(()) };
        let release = release.canonical(&taxonomy, RootItems::Keep);
        let form = if sets { Form::Sets } else { Form::Bags };
        let is_lifted = |bag: usize, place: usize| ways[(7 * bag + place) % ways.len()];
        let raw = lift(&release, &taxonomy, form, is_lifted);
        let k = method.promise().k().unwrap();
        for row in 0..release.rows() {
            // By the definition, and by what the labels were.
            prop_assert!(verify::generalizes(&taxonomy, raw.get(row), transactions.get(row)));
            let bag = release.bag_of(row);
            let mut expected: Vec<Node> = release.get(row).iter().enumerate()
                .map(|(place, &label)| if is_lifted(bag, place) { taxonomy.parent(label) } else { label })
                .collect();
            expected.sort_unstable();
            if sets {
                expected.dedup();
            }
            prop_assert_eq!(raw.get(row), expected);
        }
        let lifted = raw.canonical(&taxonomy, RootItems::Drop);
        for (bag, size) in lifted.group_sizes(&transactions).iter().enumerate() {
            prop_assert!(size.owners >= k, "group {} has {} owners", bag, size.owners);
        }
        // Whoever was alike is alike.
        for a in 0..release.rows() {
            for b in 0..a {
                prop_assert!(release.bag_of(a) != release.bag_of(b) || lifted.bag_of(a) == lifted.bag_of(b));
            }
        }
    }
}

#[test]
fn the_root_stays_and_everything_else_goes_up_by_one() {
    let taxonomy = common::food();
    let transactions = common::table_one(&taxonomy);
    let rows: Vec<u32> = (0..transactions.len() as u32).collect();
    let release = clump_core::release::Release::new(transactions.bags().clone(), rows);
    let once = lift(&release, &taxonomy, Form::Bags, |_, _| true);
    assert_eq!(common::names(&taxonomy, once.get(0)), "fruit meat meat");
    let sets = lift(&release, &taxonomy, Form::Sets, |_, _| true);
    assert_eq!(common::names(&taxonomy, sets.get(0)), "fruit meat");
    let high = (0..3).fold(once, |release, _| lift(&release, &taxonomy, Form::Bags, |_, _| true));
    assert_eq!(common::names(&taxonomy, high.get(0)), "food food food");
}
