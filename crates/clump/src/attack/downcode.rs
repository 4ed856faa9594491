//! The attack on labels that are the least that a group shares, from files to figures.
//!
//! Originals and reference are read alike and brought into one tree: the attacker knows the taxonomy, and not which words of it the
//! originals have.

use std::path::Path;
use std::time::Instant;

use clump_core::progress::Progress;
use clump_core::release::Release;
use clump_core::risk::{Downcoding, DowncodingParameters, downcoding};
use clump_core::taxonomy::{Edge, Node, Taxonomy};
use clump_core::transactions::{Bags, Transactions};
use clump_io::Input;
use serde::Serialize;

use crate::check::release_file::ReleaseFile;
use crate::data::Data;
use crate::job::{Job, Scope};
use crate::release::made_rows::MadeRows;
use crate::{AttackError, RunError};

/// What the attack achieved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DowncodeAttack {
    /// Groups of the release.
    pub groups: usize,
    /// How often labels were lifted, as the certificate states.
    pub lift: f64,
    /// How sure the attacker is of what he claims.
    pub confidence: f64,
    /// What was claimed, and what of it is right.
    #[serde(flatten)]
    pub found: Downcoding,
    /// Wall-clock seconds of the attack.
    pub seconds: f64,
}

/// Attacks the release at `release` with the logs of `reference`, other people's rows of the same kind. The input of `job`, which are the
/// originals, and the `audit` say which claims are right; the attacker does not see them.
///
/// # Errors
/// When a file cannot be read, they do not belong together, or the release is not in whole rows.
pub fn attack_downcode(
    release: &Path,
    audit: &Path,
    job: Job,
    reference: Vec<Input>,
    confidence: f64,
    progress: &dyn Progress,
) -> Result<DowncodeAttack, AttackError> {
    let file = ReleaseFile::read(release, None, None, None).map_err(RunError::from)?;
    if file.is_in_pieces() {
        return Err(AttackError::NotWholeRows { path: release.to_owned() });
    }
    let mut job = file.reading(job)?;
    job.taxonomy.scope = Scope::Full;
    let originals = Data::read(&job, progress).map_err(RunError::from)?;
    let MadeRows::Whole(published) = file.published(audit, &originals).map_err(RunError::from)? else {
        return Err(AttackError::NotWholeRows { path: release.to_owned() });
    };
    job.input.files = reference;
    let reference = Data::read(&job, progress).map_err(RunError::from)?;
    let start = Instant::now();
    let tree = joint(&originals.taxonomy, &reference.taxonomy);
    let lift = file.lift();
    let found = downcoding(
        &in_tree(&originals.transactions, &originals.taxonomy, &tree),
        &tree,
        &published_in(&published, &originals.taxonomy, &tree),
        &in_tree(&reference.transactions, &reference.taxonomy, &tree),
        DowncodingParameters { seed: 0, confidence, lift },
    );
    let groups = published.bags().len();
    Ok(DowncodeAttack { groups, lift, confidence, found, seconds: start.elapsed().as_secs_f64() })
}

/// One tree with the nodes of two that were read from the same taxonomy, each with words of its own.
fn joint(ours: &Taxonomy, theirs: &Taxonomy) -> Taxonomy {
    let new = theirs.nodes().filter(|&node| ours.find(theirs.name(node)).is_none());
    let edges = ours.nodes().map(|node| edge(ours, node)).chain(new.map(|node| edge(theirs, node)));
    Taxonomy::from_edges(edges).expect("both are parts of one tree")
}

/// A node and its parent. The root has none.
fn edge(tree: &Taxonomy, node: Node) -> Edge<'_> {
    let parent = (node != Node::ROOT).then(|| tree.name(tree.parent(node)));
    Edge { child: tree.name(node), parent, line: node.index() + 1 }
}

/// `transactions` of `from` as nodes of `tree`.
fn in_tree(transactions: &Transactions, from: &Taxonomy, tree: &Taxonomy) -> Transactions {
    let mut moved = Transactions::default();
    for row in 0..transactions.len() {
        moved.push(
            transactions.owner(row),
            transactions.get(row).iter().map(|&item| moved_to(item, from, tree)),
        );
    }
    moved
}

/// A release of `from` in nodes of `tree`.
fn published_in(release: &Release, from: &Taxonomy, tree: &Taxonomy) -> Release {
    let bags: Bags =
        release.bags().iter().map(|bag| bag.iter().map(|&label| moved_to(label, from, tree))).collect();
    Release::new(bags, (0..release.rows()).map(|row| release.bag_of(row) as u32).collect())
}

fn moved_to(node: Node, from: &Taxonomy, tree: &Taxonomy) -> Node {
    tree.find(from.name(node)).expect("the tree has all nodes of both")
}
