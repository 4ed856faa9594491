//! Attacks with more than one release: by rows of other people, and by a second release of the same people.

use std::collections::BTreeSet;

use clump::Data;
use clump::core::anonymize::Form;
use clump::core::lift::lift;
use clump::core::release::{Release, RootItems};
use clump::core::risk::{Claims, Downcoding, DowncodingParameters, downcoding};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{Figure, Tried, share, those, whole_rows};

/// Half of the owners are published, the other half is what the attacker knows of people.
pub fn downcoding_of_half(data: &Data, k: usize, chance: f64) -> Tried<Downcoding> {
    let taxonomy = &data.taxonomy;
    let [published, reference] = [0, 1].map(|half| those(&data.transactions, |owner| owner % 2 == half).0);
    let mut rows: Release = whole_rows(&published, taxonomy, k)?;
    if chance > 0.0 {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        rows = lift(&rows, taxonomy, Form::Bags, |_, _| random.random_bool(chance))
            .canonical(taxonomy, RootItems::Drop);
    }
    let parameters = DowncodingParameters { lift: chance, ..DowncodingParameters::default() };
    Ok(downcoding(&published, taxonomy, &rows, &reference, parameters))
}

/// Who knows other people, and that labels are the least that is shared, names what is behind them.
pub fn downcoding_figure(data: &Data, k: usize) -> Tried<Figure> {
    let right = |claims: Claims, found: Downcoding| share(claims.right, found.labels);
    let of = |chance: f64| downcoding_of_half(data, k, chance);
    let [not_lifted, lifted, lifted_more] = [of(0.0)?, of(0.1)?, of(0.2)?];
    Ok(Figure {
        attack: "downcoding",
        counted: "labels above leaves that are made more exact, and rightly, by somebody who is 90 % sure",
        shares: vec![
            ("whole rows", right(not_lifted.by_minimality, not_lifted)),
            ("control: any children", right(not_lifted.control, not_lifted)),
            ("with lift 0.1", right(lifted.by_minimality, lifted)),
            ("with lift 0.2", right(lifted_more.by_minimality, lifted_more)),
        ],
    })
}

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
