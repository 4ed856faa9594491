//! A method of one's own: rows are sorted, and every k that follow each other are published alike. It is run, checked, measured and
//! certified like those of clump.
//!
//! `cargo run -p clump-anon --example own_method` in the top folder of the repository.

#![allow(clippy::print_stdout, reason = "an example is a program")]

use std::error::Error;

use clump::core::anonymize::{AnonymizeError, Anonymizer, Method};
use clump::core::lcg::lcg_of_set;
use clump::core::progress::Progress;
use clump::core::promise::{KAnonymity, Promise};
use clump::core::release::Release;
use clump::core::taxonomy::Taxonomy;
use clump::core::transactions::{Bags, Transactions};
use clump::{AnyMethod, Job, Nearest, Outcome, run, run_with};

/// Groups of k rows that follow each other when all are sorted.
#[derive(Debug)]
struct Neighbours {
    k: usize,
}

impl Method for Neighbours {
    fn name(&self) -> &'static str {
        "neighbours"
    }

    fn promise(&self) -> Promise {
        KAnonymity { k: self.k }.into()
    }
}

impl Anonymizer for Neighbours {
    fn anonymize(
        &self,
        rows: &Transactions,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Release, AnonymizeError> {
        if rows.owners() < self.k {
            return Err(AnonymizeError::TooFewOwners { owners: rows.owners(), k: self.k });
        }
        let mut order: Vec<usize> = (0..rows.len()).collect();
        order.sort_by_key(|&row| rows.get(row));
        let groups = rows.len() / self.k;
        let mut bags = Bags::default();
        let mut bag_of = vec![0; rows.len()];
        for group in 0..groups {
            progress.go_on()?;
            // The last group takes the rows that are left.
            let end = if group + 1 == groups { rows.len() } else { (group + 1) * self.k };
            let members = &order[group * self.k..end];
            let bag = bags.push(lcg_of_set(taxonomy, members.iter().map(|&row| rows.get(row))));
            members.iter().for_each(|&row| bag_of[row] = bag as u32);
        }
        Ok(Release::new(bags, bag_of))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let job = Job::anonymize("examples/codes/patients.txt")
        .taxonomy("examples/codes/hierarchy.csv")
        .k(5)
        .output("-");
    let own = run_with(&AnyMethod::Transactions(Box::new(Neighbours { k: 5 })), &job, &())?;
    let nearest = run(&job.method(Nearest::default()), &())?;
    tell("neighbours", &own)?;
    tell("nearest", &nearest)
}

fn tell(name: &str, outcome: &Outcome) -> Result<(), Box<dyn Error>> {
    let published = outcome.published.as_ref().ok_or("the promise does not hold")?;
    let measures = published.report.figures.measures().ok_or("a release of rows has measures")?;
    println!(
        "{name}: the promise holds, {} groups, {:.1} % is lost",
        measures.groups,
        100.0 * measures.loss_per_item
    );
    Ok(())
}
