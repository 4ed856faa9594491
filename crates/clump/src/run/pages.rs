//! Makes the two pages of a run: a public one, and a private one for the publisher.

use std::time::SystemTime;

use clump_core::facts::{FactTable, Tabulate};
use clump_core::taxonomy::Node;
use clump_report::page::{GroupRow, Page, PageAudience, TableSample, TreeNode, html};
use clump_report::table::{Cell, Column, Table};
use clump_report::{Certificate, Date, Report, Runs, Sample};

use super::make::{MadeRelease, MadeRows, MadeTables};
use crate::job::Job;

pub(crate) fn shown(
    made: &MadeRelease,
    job: &Job,
    certificate: &Certificate,
    report: &Report,
    sample: &Sample,
) -> Page {
    let noun = made.summary().noun(&job.report.noun);
    let title = || noun.say(&format!("A release with {}", certificate.promise.promise()));
    let page = Page {
        title: job.report.title.as_ref().map_or_else(title, ToString::to_string),
        noun,
        // The date of today. Nothing else that clump writes depends on the clock.
        date: Some(job.report.date.unwrap_or_else(|| Date::from(SystemTime::now()))),
        certificate: Some(certificate.clone()),
        sample: Some(sample.clone()),
        figures: Some(report.figures.clone()),
        ..Page::default()
    };
    match made {
        MadeRelease::Rows(_) => {
            Page { certain: report.certain.clone(), assessment: report.assessment.clone(), ..page }
        }
        MadeRelease::Lines(_) => page,
        MadeRelease::Facts(made) => with_facts(page, made, report),
    }
}

fn with_facts(page: Page, MadeTables { method, tables, .. }: &MadeTables, report: &Report) -> Page {
    let top = |(tabulate, table): (&Tabulate, &FactTable)| {
        let texts = table.columns.texts.len();
        let column = |(place, name)| {
            if place < texts { Column::text(name) } else { Column::new(page.noun.say(name)) }
        };
        let row = |row: usize| {
            let numbers = [table.number(row)].into_iter().chain(table.times(row));
            let texts = table.texts(row).map(Cell::text);
            texts.chain(numbers.map(|number| Cell::Count(number as usize))).collect()
        };
        let top = Table {
            columns: table.columns.names().enumerate().map(column).collect(),
            rows: (0..table.len().min(TOP_FACTS / tables.len())).map(row).collect(),
        };
        TableSample { name: tabulate.parameters().spec.to_string(), top, rows: table.len() }
    };
    let facts = method.tabulate.iter().zip(tables).map(top).collect();
    // Exact figures would undo the noise, so only the private report has them.
    let is_exact = report.figures.tables().iter().all(|figures| figures.noise.is_none());
    Page { facts, figures: page.figures.filter(|_| is_exact), ..page }
}

/// The public page and the private page. Only the private page shows the losses `by_k`.
pub(crate) fn pages(made: &MadeRelease, shown: &Page, report: &Report, by_k: Option<&Runs>) -> [String; 2] {
    let page = match made {
        MadeRelease::Rows(made) => {
            Page { fates: report.fates.clone(), tree: tree(made), groups: groups(made), ..shown.clone() }
        }
        MadeRelease::Lines(_) | MadeRelease::Facts(_) => shown.clone(),
    };
    let public = html(&page, PageAudience::Public);
    [public, html(&Page { comparison: by_k.cloned(), ..page }, PageAudience::Private)]
}

/// Number of rows of tables of facts that a page shows.
const TOP_FACTS: usize = 100;

/// All nodes of the taxonomy in preorder, each with its occurrences in the data and in the release.
fn tree(MadeRows { data, rows, .. }: &MadeRows) -> Vec<TreeNode> {
    let (transactions, release) = rows.release(data);
    let taxonomy = &data.taxonomy;
    let (mut before, mut after) = (vec![0; taxonomy.len()], vec![0; taxonomy.len()]);
    for &item in data.transactions.bags().items() {
        before[item.index()] += 1;
    }
    // An owner is counted once per group: the public page must not reveal more than the release.
    for (bag, size) in release.bags().iter().zip(release.group_sizes(transactions)) {
        for &item in bag {
            after[item.index()] += size.owners as u64;
        }
    }
    taxonomy
        .nodes()
        .map(|node| TreeNode {
            name: taxonomy.name(node).to_owned(),
            parent: (node != Node::ROOT).then(|| taxonomy.parent(node).0),
            before: before[node.index()],
            after: after[node.index()],
        })
        .collect()
}

/// The groups in the order of the release. Each has the original rows of its owners.
fn groups(MadeRows { data, rows, .. }: &MadeRows) -> Vec<GroupRow> {
    let (transactions, release) = rows.release(data);
    let places = |items: &[Node]| items.iter().map(|item| item.0).collect::<Vec<u32>>();
    let sizes = release.group_sizes(transactions);
    let mut groups: Vec<GroupRow> = sizes
        .iter()
        .zip(release.bags().iter())
        .map(|(size, bag)| GroupRow {
            owners: size.owners,
            items: places(bag),
            originals: Vec::with_capacity(size.transactions),
        })
        .collect();
    for row in 0..release.rows() {
        groups[release.bag_of(row)].originals.push(places(transactions.get(row)));
    }
    groups
}
