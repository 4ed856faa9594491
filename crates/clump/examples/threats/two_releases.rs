//! The attack with a second release of the same people.

use std::collections::BTreeSet;

use clump::Data;
use clump::core::release::Release;

use crate::{Figure, Tried, share, those, whole_rows};

/// Nine owners of ten are published, and later all. Who knows both rows of somebody looks for owners that have both.
pub fn composition(data: &Data, k: usize) -> Tried<Figure> {
    let Data { transactions, taxonomy, .. } = data;
    let (some, was) = those(transactions, |owner| owner % 10 != 9);
    let [first, second] = [whole_rows(&some, taxonomy, k)?, whole_rows(transactions, taxonomy, k)?];
    let members = |release: &Release, bag: usize, name: &dyn Fn(usize) -> u32| -> BTreeSet<u32> {
        (0..release.rows()).filter(|&row| release.bag_of(row) == bag).map(name).collect()
    };
    let few = (0..some.len()).filter(|&row| {
        let owner = was[row];
        let in_first = members(&first, first.bag_of(row), &|row| was[row]);
        let in_second = members(&second, second.bag_of(owner as usize), &|row| transactions.owner(row));
        in_first.intersection(&in_second).count() < k
    });
    Ok(Figure {
        attack: "composition",
        counted: "owners of two releases with fewer than k candidates in both",
        shares: vec![("whole rows", share(few.count(), some.len()))],
    })
}
