//! The two pages of a run: what may be published, and what the publisher alone may see.

use clump_core::release::Release;
use clump_core::taxonomy::Node;
use clump_report::page::{GroupRow, Page, PageAudience, RiskPair, TreeNode, html};
use clump_report::{Certificate, Report};

use crate::data::Data;

/// The public and the private page of a release of rows.
pub(crate) fn pages(
    data: &Data,
    release: &Release,
    certificate: &Certificate,
    report: &Report,
) -> [String; 2] {
    let assessment = report.assessment.as_ref();
    let page = Page {
        title: format!("A release with {}", certificate.promise),
        notes: vec![certificate.meaning.clone()],
        certificate: Some(certificate.clone()),
        measures: report.figures.measures().cloned(),
        risk: assessment.map(|found| RiskPair { before: found.before.clone(), after: found.after.clone() }),
        utility: assessment.map(|found| found.utility.clone()),
        comparison: None,
        fates: report.fates.clone(),
        tree: tree(data, release),
        groups: groups(data, release),
    };
    [PageAudience::Public, PageAudience::Private].map(|audience| html(&page, audience))
}

/// All nodes in preorder, with their own occurrences before and after.
fn tree(data: &Data, release: &Release) -> Vec<TreeNode> {
    let taxonomy = &data.taxonomy;
    let (mut before, mut after) = (vec![0; taxonomy.len()], vec![0; taxonomy.len()]);
    for &item in data.transactions.bags().items() {
        before[item.index()] += 1;
    }
    for row in 0..release.rows() {
        for &item in release.get(row) {
            after[item.index()] += 1;
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
fn groups(data: &Data, release: &Release) -> Vec<GroupRow> {
    let places = |items: &[Node]| items.iter().map(|item| item.0).collect::<Vec<u32>>();
    let sizes = release.group_sizes(&data.transactions);
    let mut groups: Vec<GroupRow> = sizes
        .iter()
        .zip(release.bags().iter())
        .map(|(size, bag)| GroupRow {
            owners: size.owners,
            rows: size.rows,
            items: places(bag),
            originals: Some(Vec::with_capacity(size.rows)),
        })
        .collect();
    for row in 0..release.rows() {
        if let Some(originals) = &mut groups[release.bag_of(row)].originals {
            originals.push(places(data.transactions.get(row)));
        }
    }
    groups
}
