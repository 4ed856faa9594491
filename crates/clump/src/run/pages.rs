//! The two pages of a run: what may be published, and what the publisher alone may see.

use std::collections::BTreeMap;

use clump_core::facts::FactTable;
use clump_core::progress::Progress;
use clump_core::taxonomy::{Node, PricedIn};
use clump_report::page::{FactRow, FactsShown, GroupRow, Page, PageAudience, RiskPair, TreeNode, html};
use clump_report::{
    Cell, Certificate, Cost, FactCount, FactFigures, FloorAt, Kind, ProvedFloor, Report, Runs, Sample,
};

use crate::RunError;
use crate::data::Data;
use crate::floor::FLOOR_OWNERS;
use crate::job::Job;
use crate::methods::MethodName;
use crate::release::made_rows::{MadeRows, RowMethod};
use crate::release::targets::Targets;
use crate::run::today::today;
use crate::run::transactions::make;

/// What is shown of a release of rows before its long lists.
pub(crate) fn shown(job: &Job, certificate: &Certificate, report: &Report, sample: &Sample) -> Page {
    let assessment = report.assessment.as_ref();
    Page {
        words: report.figures.words().copied(),
        certain: report.certain.clone(),
        risk: assessment.map(|found| RiskPair {
            before: found.before.clone(),
            after: found.after.clone(),
            pieces: found.pieces.clone(),
        }),
        utility: assessment.map(|found| found.utility.clone()),
        ..headed(job, certificate, sample)
    }
}

/// The public and the private page of a release of rows. What the method loses at other k is for the publisher.
pub(crate) fn pages(
    data: &Data,
    rows: &MadeRows,
    (shown, report): (&Page, &Report),
    by_k: Option<&Runs>,
) -> [String; 2] {
    let page = Page {
        fates: report.fates.clone(),
        tree: tree(data, rows),
        groups: groups(data, rows),
        ..shown.clone()
    };
    let public = html(&page, PageAudience::Public);
    [public, html(&Page { comparison: by_k.cloned(), ..page }, PageAudience::Private)]
}

/// What is shown of a table of facts.
pub(crate) fn shown_facts(
    table: &FactTable,
    job: &Job,
    certificate: &Certificate,
    report: &Report,
    sample: &Sample,
) -> Page {
    let texts = table.columns.texts.len();
    let names: Vec<String> = table.columns.names().map(str::to_owned).collect();
    let row = |row: usize| FactRow {
        texts: table.texts(row).map(str::to_owned).collect(),
        numbers: [table.number(row)].into_iter().chain(table.times(row)).collect(),
    };
    let figures = report.figures.facts();
    let facts = FactsShown {
        columns: names[..texts].to_vec(),
        numbers: names[texts..].to_vec(),
        rows: table.len(),
        top: (0..table.len().min(TOP_FACTS)).map(row).collect(),
        kept_at: figures.map(|figures| figures.kept_at.clone()).unwrap_or_default(),
        withheld: figures.map(|figures| figures.withheld.clone()).unwrap_or_default(),
        withheld_cells: figures.map(withheld_cells).unwrap_or_default(),
    };
    Page { facts: Some(facts), ..headed(job, certificate, sample) }
}

/// The public and the private page of a table of facts. What other k would keep is for the publisher.
pub(crate) fn facts_pages(shown: &Page) -> [String; 2] {
    [PageAudience::Public, PageAudience::Private].map(|audience| html(shown, audience))
}

/// Cells that rules withheld, and lines that are in none.
fn withheld_cells(figures: &FactFigures) -> Vec<FactCount> {
    let lines = FactCount {
        name: format!("lines without `{}`", figures.by.as_deref().unwrap_or("cell")),
        count: figures.lines_without_cell,
    };
    figures.withheld_cells.iter().cloned().chain(Some(lines).filter(|lines| lines.count > 0)).collect()
}

/// How many rows of a table of facts a page shows.
const TOP_FACTS: usize = 100;

/// What stands on every page of a release.
pub(crate) fn headed(job: &Job, certificate: &Certificate, sample: &Sample) -> Page {
    let title = || job.report.noun.say(&format!("A release with {}", certificate.promise.promise()));
    Page {
        title: job.report.title.as_ref().map_or_else(title, ToString::to_string),
        noun: job.report.noun.clone(),
        date: Some(job.report.date.unwrap_or_else(today)),
        certificate: Some(certificate.clone()),
        sample: Some(sample.clone()),
        ..Page::default()
    }
}

/// The k that a page looks at besides its own.
const KS: [usize; 5] = [2, 5, 7, 10, 15];

/// What the method of `job` loses at other k, each run verified; with the floor at its own k if that was computed, and then
/// at the others too, if the log is small enough.
pub(crate) fn loss_by_k(
    data: &Data,
    job: &Job,
    floor: Option<ProvedFloor>,
    progress: &dyn Progress,
) -> Result<Runs, RunError> {
    let mut runs = Runs::default();
    let Some(own) = job.k else { return Ok(runs) };
    let mut ks: Vec<usize> =
        KS.into_iter().chain([own]).filter(|&k| k <= data.transactions.owners()).collect();
    // An earlier release is applied at its own k or at a higher one.
    ks.retain(|&k| job.method.name() != MethodName::Apply || k >= own);
    ks.sort_unstable();
    ks.dedup();
    for k in ks {
        let job = Job { k: Some(k), ..job.clone() };
        let method = job.ready_method()?;
        let Some(row_method) = RowMethod::of(&method) else { continue };
        let made = make(row_method, data, &job, progress)?;
        let staged = made.write(&Targets::nowhere(&job, progress), data, None, &job, progress)?.release;
        let measures = made.rows.measure(data);
        let (words, _) = data.words_of(&made.rows, job.k);
        let cost = Cost {
            loss_per_item: Some(measures.loss_per_item),
            loss_bits_share: match job.cost {
                PricedIn::Lm => None,
                PricedIn::Bits => made.rows.whole().map(|release| data.bits(release, None).loss_bits_share),
            },
            ncp: Some(measures.ncp),
            mean_length: Some(measures.mean_length),
            mean_level: Some(measures.mean_level),
            ..Cost::default()
        };
        runs.cells.push(Cell {
            method: method.name().to_owned(),
            setting: None,
            keys: BTreeMap::new(),
            kind: if made.rows.cut().is_some() { Kind::Pieces } else { Kind::Rows },
            k: Some(k),
            promise: method.promise(),
            holds: Some(staged.checked.holds),
            seconds: Some(made.seconds),
            cost: Some(cost.with_words(&words)),
            error: None,
            note: None,
            sample: None,
        });
    }
    let Some(floor) = floor else { return Ok(runs) };
    for k in runs.cells.iter().filter_map(|cell| cell.k) {
        let least = match k == own {
            true => floor,
            false if data.transactions.owners() <= FLOOR_OWNERS => data.floor(k, job.cost, progress)?,
            false => continue,
        };
        let share = data.share_of_worth(least.loss, job.cost);
        runs.floors.push(FloorAt::new(k, job.cost, share, least.cut_short));
    }
    Ok(runs)
}

/// All nodes in preorder, with their own occurrences before and after.
fn tree(data: &Data, rows: &MadeRows) -> Vec<TreeNode> {
    let (transactions, release) = rows.release(data);
    let taxonomy = &data.taxonomy;
    let (mut before, mut after) = (vec![0; taxonomy.len()], vec![0; taxonomy.len()]);
    for &item in data.transactions.bags().items() {
        before[item.index()] += 1;
    }
    // An owner counts once in a group: the public page must not tell more than the release.
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

/// The groups in the order of the release, with what each row was.
fn groups(data: &Data, rows: &MadeRows) -> Vec<GroupRow> {
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
