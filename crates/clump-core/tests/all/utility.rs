//! Measures of use and loss on the paper's food example, worked out by hand, and at their ends: everything published, and
//! nothing.

use clump_core::anonymize::Anonymizer;
use clump_core::anonymize::nearest::NearestParameters;
use clump_core::measure::{classification_metric, measure};
use clump_core::release::{Release, RootItems};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::{Bags, Transactions};
use clump_core::utility::{ItemSource, Utility, UtilityParameters, utility};

use crate::common::branches::{branches, people, random_groups};
use crate::common::{bag, food, table_one, taxonomy};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

/// t1 and t2 as <fruit, beef>, t3 to t5 as <chicken>.
fn published(taxonomy: &Taxonomy) -> Release {
    Release::new(
        ["fruit beef", "chicken"].map(|row| bag(taxonomy, row)).into_iter().collect(),
        vec![0, 0, 1, 1, 1],
    )
}

fn as_they_are(transactions: &Transactions) -> Release {
    Release::new(transactions.bags().clone(), (0..transactions.len() as u32).collect())
}

fn nothing(transactions: &Transactions) -> Release {
    let empty: Bags = [vec![]].into_iter().collect();
    Release::new(empty, vec![0; transactions.len()])
}

fn with_top(top: usize, release: impl Fn(&Taxonomy) -> Release) -> Utility {
    let taxonomy = food();
    let parameters = UtilityParameters { top, ..UtilityParameters::default() };
    utility(&table_one(&taxonomy), &taxonomy, &release(&taxonomy), &parameters)
}

#[test]
fn nothing_is_lost_when_rows_are_published_as_they_are() {
    let utility = with_top(100, |taxonomy| as_they_are(&table_one(taxonomy)));
    // No row has four items.
    let workloads: Vec<(ItemSource, usize, usize)> =
        utility.count_queries.iter().map(|errors| (errors.drawn, errors.items, errors.queries)).collect();
    let (data, uniform) = (ItemSource::Data, ItemSource::Uniform);
    let drawn = [(data, 1), (data, 2), (data, 3), (uniform, 1), (uniform, 2), (uniform, 3), (uniform, 4)];
    assert_eq!(workloads, drawn.map(|(drawn, items)| (drawn, items, 1000)));
    assert!(
        utility.count_queries.iter().all(|errors| errors.mean_error == 0.0 && errors.median_error == 0.0)
    );
    assert!(utility.frequent_itemsets.iter().all(|itemsets| itemsets.kept == itemsets.top));
    assert_eq!(
        (utility.pair_support_error, utility.item_distance, utility.neighbour_overlap.unwrap()),
        (0.0, 0.0, 1.0)
    );
}

#[test]
fn all_is_lost_when_nothing_is_published() {
    let utility = with_top(100, |taxonomy| nothing(&table_one(taxonomy)));
    let from_data = utility.count_queries.iter().filter(|errors| errors.drawn == ItemSource::Data);
    assert!(from_data.clone().count() == 3);
    assert!(from_data.into_iter().all(|errors| errors.mean_error == 1.0 && errors.median_error == 1.0));
    assert!(utility.frequent_itemsets.iter().all(|itemsets| itemsets.kept == 0));
    assert_eq!(utility.pair_support_error, 1.0);
    // All items alike is still something: only where the data has one item of many is that the end.
    assert!(utility.item_distance > 0.2 && utility.item_distance < 1.0);
}

#[test]
fn a_rare_item_is_an_error_of_a_thousandth_of_the_rows() {
    let taxonomy = food();
    let rows = std::iter::repeat_n("apple", 2000).chain(["beef"]);
    let transactions = Transactions::one_per_owner(rows.map(|row| bag(&taxonomy, row)));
    let release = nothing(&transactions);
    let errors: Vec<f64> = (0..20)
        .map(|seed| {
            let parameters = UtilityParameters { seed, queries: 1, top: 0, owners: 0 };
            let workloads = utility(&transactions, &taxonomy, &release, &parameters).count_queries;
            workloads.iter().find(|errors| errors.drawn == ItemSource::Uniform).unwrap().mean_error
        })
        .collect();
    assert!(errors.iter().all(|&error| error == 1.0 || close(error, 1.0 / 2.001)));
    assert!(errors.contains(&1.0) && errors.iter().any(|&error| error < 1.0), "both items are asked for");
}

/// Each figure is perfect on the data, worst on nothing, and clearly better of near groups than of random ones.
#[test]
fn words_rows_and_rules_against_controls() {
    let tree = branches();
    let rows = people(&tree, 400, 3, 4);
    let of = |release: &Release| utility(&rows, &tree, release, &UtilityParameters::default());
    let near = NearestParameters::new(5).check().unwrap().anonymize(&rows, &tree, &()).unwrap();
    let near = of(&near.canonical(&tree, RootItems::Drop));
    let random = of(&random_groups(&tree, &rows, 5));
    let (all, none) = (of(&as_they_are(&rows)), of(&nothing(&rows)));
    assert!(all.rules.iter().any(|rules| rules.level.is_none() && rules.rules >= 50), "{:?}", all.rules);

    assert_eq!((all.top_words.top, all.top_rows.top), (32, 32));
    let errors: [fn(&Utility) -> f64; 2] =
        [|utility| utility.top_words.mean_error, |utility| utility.top_rows.mean_error];
    for error in errors {
        assert_eq!((error(&all), error(&none)), (0.0, 1.0));
        assert!(error(&near) < 0.5 * error(&random), "{} {}", error(&near), error(&random));
    }
    let kept = |utility: &Utility| {
        let as_typed = utility.rules.iter().find(|rules| rules.level.is_none()).unwrap();
        (as_typed.kept as f64 / as_typed.rules as f64, as_typed.spurious)
    };
    assert_eq!((kept(&all), kept(&none)), ((1.0, 0), (0.0, 0)));
    assert!(kept(&near).0 > 0.5 && kept(&random).0 < 0.1, "{:?} {:?}", near.rules, random.rules);
}

#[test]
fn a_row_that_one_owner_has_often_is_not_frequent() {
    let taxonomy = food();
    let mut transactions = Transactions::default();
    for (owner, row) in [(0, "apple"), (0, "apple"), (0, "apple"), (1, "beef"), (2, "beef")] {
        transactions.push(owner, bag(&taxonomy, row));
    }
    let top = |release: &Release| {
        utility(&transactions, &taxonomy, release, &UtilityParameters::default()).top_rows
    };
    // Beef alone, of two owners. A group has a row for each of its owners.
    let release = Release::new(
        ["apple", "beef"].map(|row| bag(&taxonomy, row)).into_iter().collect(),
        vec![0, 0, 0, 1, 1],
    );
    assert_eq!((top(&release).top, top(&release).mean_error), (1, 0.0));
    assert_eq!(top(&nothing(&transactions)).mean_error, 1.0);
}

#[test]
fn a_row_of_what_nobody_typed_is_not_among_the_top_rows() {
    let taxonomy = taxonomy(&[("<long number>", "<all>"), ("tea", "<all>")]);
    let node = |name: &str| taxonomy.find(name).unwrap();
    let rows = ["<long number>", "<long number>", "<long number>", "tea", "tea"];
    let transactions = Transactions::one_per_owner(rows.map(|row| [node(row)]));
    let found = utility(&transactions, &taxonomy, &as_they_are(&transactions), &UtilityParameters::default());
    assert_eq!((found.top_rows.top, found.top_rows.mean_error), (1, 0.0));
}

#[test]
fn no_rows() {
    let (taxonomy, transactions) = (food(), Transactions::default());
    let release = Release::new(Bags::default(), Vec::new());
    let utility = utility(&transactions, &taxonomy, &release, &UtilityParameters::default());
    assert!(utility.count_queries.is_empty());
    assert!(utility.frequent_itemsets.iter().all(|itemsets| itemsets.top == 0));
    assert_eq!(
        (utility.pair_support_error, utility.item_distance, utility.neighbour_overlap.unwrap()),
        (0.0, 0.0, 1.0)
    );
    let measures = measure(&transactions, &taxonomy, &release);
    assert_eq!((measures.discernibility, measures.average_group_size, measures.lm), (0.0, 0.0, 0.0));
    assert_eq!(classification_metric(&transactions, &release, &[]), 0.0);
}

#[test]
fn metrics_of_the_literature() {
    let taxonomy = food();
    let transactions = table_one(&taxonomy);
    let release = published(&taxonomy);
    let measures = measure(&transactions, &taxonomy, &release);
    assert_eq!(measures.discernibility, 13.0);
    assert_eq!(measures.average_group_size, 2.5);
    // Two fruits at 2/7; six items are covered by nothing.
    assert!(close(measures.lm, (2.0 * 2.0 / 7.0 + 6.0) / 13.0));
    assert_eq!(classification_metric(&transactions, &release, &[0, 1, 1, 1, 0]), 2.0 / 5.0);
    assert_eq!(classification_metric(&transactions, &release, &[7, 7, 3, 3, 3]), 0.0);
    assert_eq!(classification_metric(&transactions, &as_they_are(&transactions), &[0, 1, 1, 1, 0]), 0.0);

    // One label may cover several items: LM then counts them all as seen.
    let fruit = Transactions::one_per_owner([bag(&taxonomy, "apple banana")]);
    let release = Release::new([bag(&taxonomy, "fruit")].into_iter().collect(), vec![0]);
    let measures = measure(&fruit, &taxonomy, &release);
    assert!(close(measures.lm, 2.0 / 7.0) && close(measures.loss_per_item, (2.0 / 7.0 + 1.0) / 2.0));
    // An inner item that is published as it is costs what the paper says it costs.
    let inner = Transactions::one_per_owner([bag(&taxonomy, "fruit")]);
    assert!(close(measure(&inner, &taxonomy, &release).lm, 2.0 / 7.0));
    let suppressed = measure(&inner, &taxonomy, &nothing(&inner));
    assert!(close(suppressed.lm, 1.0) && taxonomy.lm(Node::ROOT) == 1.0);
}
