//! The pages of a run: one that may be published, and one for the publisher alone.

use std::time::{SystemTime, UNIX_EPOCH};

use clump_core::taxonomy::Node;
use clump_report::page::{FactRow, GroupRow, Page, PageAudience, RiskPair, TableSample, TreeNode, html};
use clump_report::{Certificate, Date, FactCount, FactFigures, Report, Runs, Sample};

use super::make::{MadeRelease, MadeRows, MadeTable};
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
        date: Some(job.report.date.unwrap_or_else(today)),
        certificate: Some(certificate.clone()),
        sample: Some(sample.clone()),
        figures: Some(report.figures.clone()),
        ..Page::default()
    };
    let assessment = report.assessment.as_ref();
    match made {
        MadeRelease::Rows(_) => Page {
            certain: report.certain.clone(),
            risk: assessment.map(|found| RiskPair {
                before: found.before.clone(),
                after: found.after.clone(),
                pieces: found.pieces.clone(),
            }),
            utility: assessment.map(|found| found.utility.clone()),
            ..page
        },
        MadeRelease::Lines(_) => page,
        MadeRelease::Facts(made) => with_facts(page, made, report),
    }
}

/// The current day, in UTC: the only use of the clock for something that is written. 1970-01-01 on a machine
/// whose clock is before that.
fn today() -> Date {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    Date::after_epoch(seconds / (24 * 60 * 60))
}

fn with_facts(page: Page, MadeTable { table, .. }: &MadeTable, report: &Report) -> Page {
    let texts = table.columns.texts.len();
    let names: Vec<String> = table.columns.names().map(str::to_owned).collect();
    let row = |row: usize| FactRow {
        texts: table.texts(row).map(str::to_owned).collect(),
        numbers: [table.number(row)].into_iter().chain(table.times(row)).collect(),
    };
    // Exact figures are not shown beside noise: the report has them.
    let figures = report.figures.facts().filter(|figures| figures.noise.is_none());
    let facts = TableSample {
        columns: names[..texts].to_vec(),
        numbers: names[texts..].to_vec(),
        rows: table.len(),
        top: (0..table.len().min(TOP_FACTS)).map(row).collect(),
        kept_at: figures.map(|figures| figures.kept_at.clone()).unwrap_or_default(),
        excluded: figures.map(|figures| figures.excluded.clone()).unwrap_or_default(),
        excluded_cells: figures.map(excluded_cells).unwrap_or_default(),
    };
    let figures = figures.map(|_| report.figures.clone());
    Page { facts: Some(facts), figures, ..page }
}

/// The public and the private page. Only the private page has losses at other k.
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

/// Cells that rules excluded, and lines that are in no cell.
fn excluded_cells(figures: &FactFigures) -> Vec<FactCount> {
    let lines = FactCount {
        name: format!("lines without `{}`", figures.by.as_deref().unwrap_or("cell")),
        count: figures.lines_without_cell,
    };
    figures.excluded_cells.iter().cloned().chain(Some(lines).filter(|lines| lines.count > 0)).collect()
}

/// Number of rows of a table of facts that a page shows.
const TOP_FACTS: usize = 100;

/// All nodes in preorder, with their own occurrences before and after.
fn tree(MadeRows { data, rows, .. }: &MadeRows) -> Vec<TreeNode> {
    let (transactions, release) = rows.release(data);
    let taxonomy = &data.taxonomy;
    let (mut before, mut after) = (vec![0; taxonomy.len()], vec![0; taxonomy.len()]);
    for &item in data.transactions.bags().items() {
        before[item.index()] += 1;
    }
    // An owner counts once in a group: the public page must not reveal more than the release.
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

/// The groups in the order of the release, with the originals of each row.
fn groups(MadeRows { data, rows, .. }: &MadeRows) -> Vec<GroupRow> {
    let (transactions, release) = rows.release(data);
    let places = |items: &[Node]| items.iter().map(|item| item.0).collect::<Vec<u32>>();
    let sizes = release.group_sizes(transactions);
    let mut groups: Vec<GroupRow> = sizes
        .iter()
        .zip(release.bags().iter())
        .map(|(size, bag)| GroupRow {
            owners: size.owners,
            rows: size.transactions,
            items: places(bag),
            originals: Some(Vec::with_capacity(size.transactions)),
        })
        .collect();
    for row in 0..release.rows() {
        if let Some(originals) = &mut groups[release.bag_of(row)].originals {
            originals.push(places(transactions.get(row)));
        }
    }
    groups
}
