//! Judges taxonomies over the words of one log by what does not depend on the tree: COUNT queries, frequent words, and
//! what people clicked.
//!
//! ```text
//! cargo run --release -p clump-anon --example judge_trees -- INPUT K wordnet flat tree.tsv hierarchy.csv
//! ```
//!
//! Loss and bits of two trees cannot be compared: LM is a share of a tree's own leaves, and bits reward balance. So every
//! tree is judged with a control: the same tree with its words shuffled among their places. What the control scores, a tree
//! scores without meaning anything.

#![allow(clippy::disallowed_methods, reason = "an example is a program")]

use std::error::Error;
use std::io::{Write, stdout};
use std::path::Path;

mod clicks;
mod counts;
mod meaning;
#[cfg(test)]
mod tests;
mod trees;

use clicks::Clicks;
use counts::Asked;
use meaning::Meaning;
use trees::{Judgment, Tree};

/// The seed of the shuffled trees.
const SEED: u64 = 0;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, k, trees @ ..] = arguments.as_slice() else {
        return Err("usage: judge_trees INPUT K TREE...".into());
    };
    judge(Path::new(input), k.parse()?, trees, &mut stdout().lock())
}

/// Judges each of `trees` and its control, a line each.
fn judge(input: &Path, k: usize, trees: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let original = Tree::read(input, k, "flat")?;
    let mut judged = Vec::new();
    for tree in trees {
        let tree = Tree::read(input, k, tree)?;
        let control = tree.shuffled(SEED);
        judged.push((Judgment::new(tree, k)?, Judgment::new(control, k)?));
    }
    let all = || judged.iter().flat_map(|(tree, control)| [tree, control]);
    let asked = Asked::new(&original, k, &all().collect::<Vec<&Judgment>>());
    writeln!(out, "{} owners, {} words asked for", original.transactions.owners(), asked.words())?;
    writeln!(out, "{}", counts::HEADER)?;
    for judged in all() {
        writeln!(out, "{}: {}", judged.tree.name, counts::judge(judged, &asked))?;
    }
    if !trees::is_log(input)? {
        return Ok(());
    }
    writeln!(out, "{}", meaning::HEADER)?;
    for (tree, control) in &judged {
        // The control has the same words, and they were clicked the same.
        let clicks = Clicks::read(input, k, &tree.tree.source)?;
        for judged in [tree, control] {
            writeln!(out, "{}: {}", judged.tree.name, Meaning::new(judged, &clicks))?;
        }
    }
    Ok(())
}
