//! Methods announce their steps, and take as many.

use std::sync::atomic::{AtomicU64, Ordering};

use clump_core::anonymize::Anonymizer;
use clump_core::anonymize::apriori::AprioriParameters;
use clump_core::anonymize::coherence::CoherenceParameters;
use clump_core::progress::{Progress, Stage};
use clump_core::sensitive::Sensitive;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;

use crate::apriori::{RECODINGS, tens};
use crate::common::{bag, of_depths};

#[derive(Default)]
struct Steps {
    all: AtomicU64,
    done: AtomicU64,
}

impl Progress for Steps {
    fn begin(&self, stage: Stage, total: u64) {
        assert_eq!(stage, Stage::Group);
        self.all.fetch_add(total, Ordering::Relaxed);
    }

    fn advance(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }
}

/// Steps that are done, and all steps.
fn steps(method: &dyn Anonymizer, rows: &Transactions, taxonomy: &Taxonomy) -> (u64, u64) {
    let steps = Steps::default();
    method.anonymize(rows, taxonomy, &steps).unwrap();
    (steps.done.into_inner(), steps.all.into_inner())
}

#[test]
fn apriori_counts_rows() {
    let tree = tens(3);
    let rows = Transactions::one_per_owner((0..500u32).map(|row| [Node(1 + row), Node(1 + row * 7 % 1000)]));
    for recoding in RECODINGS {
        let method = AprioriParameters { recoding, ..AprioriParameters::new(3, 3) }.check().unwrap();
        assert_eq!(steps(&method, &rows, &tree), (500, 500));
    }
}

#[test]
fn coherence_counts_walks() {
    let tree = of_depths(&[0, 1, 1, 1, 1, 1, 1, 1, 1]);
    let rows = ["1 2 3 7", "1 2 3", "1 2 4", "1 3 4", "2 3 4 8", "5 6", "5 6", "1 5 6"];
    let rows = Transactions::one_per_owner(rows.map(|row| bag(&tree, row)));
    let sensitive = Sensitive::Nodes(vec!["7".to_owned(), "8".to_owned()]);
    let method = CoherenceParameters { h: "0.9".parse().unwrap(), k: 2, p: 3, sensitive }.check().unwrap();
    let (done, all) = steps(&method, &rows, &tree);
    // Six public items: those of the sets of 2, those of the moles, and what goes.
    assert!(done >= 12 && done <= all && all == 18, "{done} of {all}");
}
