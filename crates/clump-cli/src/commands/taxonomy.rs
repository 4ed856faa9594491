//! `clump taxonomy`: look at a taxonomy before it is used.

use clap::{Args, Subcommand};
use clump::core::inspect::TaxonomySize;
use clump::core::taxonomy::{Node, Taxonomy as Tree};
use clump::report::counted;

use crate::failure::Refused;
use crate::flags::TreeFlags;
use crate::{Answer, output, say};

/// Shows, checks or exports a taxonomy.
#[derive(Debug, Args)]
pub struct Taxonomy {
    #[command(subcommand)]
    command: TaxonomyCommand,
}

#[derive(Debug, Subcommand)]
enum TaxonomyCommand {
    /// Prints a node with its path, loss metric and children
    Show {
        /// The node; the root when not given
        node: Option<String>,
        #[command(flatten)]
        taxonomy: TreeFlags,
    },
    /// Says whether a taxonomy is one tree, and how large it is
    Check {
        #[command(flatten)]
        taxonomy: TreeFlags,
    },
    /// Prints a taxonomy as `child<TAB>parent` lines, the root first
    Export {
        #[command(flatten)]
        taxonomy: TreeFlags,
    },
}

pub fn run(command: Taxonomy) -> anyhow::Result<Answer> {
    match command.command {
        TaxonomyCommand::Show { node, taxonomy } => show(&load(&taxonomy)?, node.as_deref()),
        TaxonomyCommand::Check { taxonomy } => check(&load(&taxonomy)?),
        TaxonomyCommand::Export { taxonomy } => export(&load(&taxonomy)?),
    }
}

fn load(flags: &TreeFlags) -> anyhow::Result<Tree> {
    if matches!(flags.taxonomy.as_deref(), Some("flat" | "prefix")) {
        return Err(Refused::new(
            "that taxonomy is made from the items of the data",
            "look at it with `clump inspect INPUT --taxonomy flat` or `prefix`",
        )
        .into());
    }
    Ok(clump::load_taxonomy(&flags.job()?)?)
}

fn show(tree: &Tree, name: Option<&str>) -> anyhow::Result<Answer> {
    let node = match name {
        None => Node::ROOT,
        Some(name) => tree.find(name).ok_or_else(|| {
            Refused::new("the taxonomy has no such node", "list its nodes with `clump taxonomy export`")
        })?,
    };
    let mut path = vec![node];
    while path[path.len() - 1] != Node::ROOT {
        path.push(tree.parent(path[path.len() - 1]));
    }
    let names: Vec<&str> = path.iter().rev().map(|&node| tree.name(node)).collect();
    output::write(|out| {
        writeln!(out, "{}", names.join(" > "))?;
        writeln!(
            out,
            "level {}, {}, LM {:.6}, {} at or below",
            tree.level(node),
            counted(tree.leaves(node) as usize, "leaf", "leaves"),
            tree.lm(node),
            counted((tree.end(node).0 - node.0) as usize, "node", "nodes")
        )?;
        for child in tree.children(node) {
            let leaves = counted(tree.leaves(child) as usize, "leaf", "leaves");
            writeln!(out, "  {} ({leaves})", tree.name(child))?;
        }
        Ok(())
    })?;
    Ok(Answer::Yes)
}

fn check(tree: &Tree) -> anyhow::Result<Answer> {
    let TaxonomySize { nodes, leaves, levels } = TaxonomySize::of(tree);
    let [nodes, leaves, levels] = [
        counted(nodes, "node", "nodes"),
        counted(leaves, "leaf", "leaves"),
        counted(levels, "level", "levels"),
    ];
    say!("One tree: {nodes}, {leaves}, {levels}");
    Ok(Answer::Yes)
}

fn export(tree: &Tree) -> anyhow::Result<Answer> {
    output::write(|out| {
        for node in tree.nodes() {
            let parent = if node == Node::ROOT { "" } else { tree.name(tree.parent(node)) };
            writeln!(out, "{}\t{parent}", tree.name(node))?;
        }
        Ok(())
    })?;
    Ok(Answer::Yes)
}
