//! `clump taxonomy`: shows, checks or exports a taxonomy.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use clump::core::remedy::Naming;
use clump::core::taxonomy::{Node, Taxonomy as Tree};
use clump::io::Items;
use clump::io::taxonomy::{ExportError, TaxonomyFormat, export};
use clump::report::counted;

use super::taxonomy_build::TaxonomyBuild;
use crate::failure::UsageError;
use crate::flags::{taxonomy_formats, tree_job};
use crate::progress::Bars;
use crate::{Answer, output, say};
use clump::keys::TreeKeys;

mod check;

/// Shows, checks, builds or exports a taxonomy.
#[derive(Debug, Args)]
pub struct Taxonomy {
    #[command(subcommand)]
    command: TaxonomyCommand,
}

#[derive(Debug, Subcommand)]
enum TaxonomyCommand {
    /// Shows a category or item: its path, its loss and its children
    Show {
        /// Category or item, for example `dog` [default: the root]
        node: Option<String>,
        #[command(flatten)]
        taxonomy: TreeKeys,
    },
    Check(Box<check::Check>),
    Build(Box<TaxonomyBuild>),
    /// Writes a taxonomy in another format
    Export {
        #[command(flatten)]
        taxonomy: TreeKeys,
        /// Format of the output, for example `--to json`
        #[arg(long, value_name = "FORMAT", value_parser = taxonomy_formats(), default_value = "edges", help_heading = "Output")]
        to: TaxonomyFormat,
        /// File of the taxonomy, for example `--output tree.json` [default: standard output]
        #[arg(long, short, value_name = "FILE", help_heading = "Output")]
        output: Option<PathBuf>,
        /// Replaces an existing file
        #[arg(long, requires = "output", help_heading = "Output")]
        force: bool,
    },
}

pub fn run(command: Taxonomy, show_values: bool) -> anyhow::Result<Answer> {
    match command.command {
        TaxonomyCommand::Show { node, taxonomy } => {
            let tree = load(&taxonomy)?;
            // In WordNet, words that are not nouns also belong to nodes.
            let places = tree_job(&taxonomy)?.taxonomy.source.given(Items::Words)?;
            show(if places.len() > tree.len() { &places } else { &tree }, node.as_deref())
        }
        TaxonomyCommand::Check(command) => check::run(&command, show_values),
        TaxonomyCommand::Build(command) => super::taxonomy_build::run(&command),
        TaxonomyCommand::Export { taxonomy, to, output, force } => {
            write(&taxonomy, to, output.filter(|path| path.as_os_str() != "-"), force)
        }
    }
}

/// Loads the taxonomy that the flags select, and prints its repairs.
fn load(flags: &TreeKeys) -> anyhow::Result<Tree> {
    refuse_made(flags.taxonomy.as_deref())?;
    let job = tree_job(flags)?;
    let loaded = clump::load_taxonomy(&job)?;
    if let Some(line) = super::repaired_line(&loaded.repaired) {
        say!("{line}");
    }
    Ok(loaded.taxonomy)
}

fn refuse_made(taxonomy: Option<&str>) -> Result<(), UsageError> {
    match taxonomy {
        Some("flat" | "prefix") => Err(UsageError::new(
            "that taxonomy is made from the items of the data",
            "look at it with `clump inspect INPUT --taxonomy flat` or `prefix`",
        )),
        _ => Ok(()),
    }
}

fn show(tree: &Tree, name: Option<&str>) -> anyhow::Result<Answer> {
    let node = match name {
        None => Node::ROOT,
        Some(name) => tree.find_meant(name).ok_or_else(|| {
            UsageError::new("the taxonomy has no such node", "list its nodes with `clump taxonomy export`")
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

fn write(
    flags: &TreeKeys,
    format: TaxonomyFormat,
    output: Option<PathBuf>,
    force: bool,
) -> anyhow::Result<Answer> {
    if let Some(output) = &output {
        clump::check_targets(std::slice::from_ref(output), &tree_job(flags)?, force)?;
    }
    let tree = load(flags)?;
    let refuse = |error: ExportError| match error {
        ExportError::Io(error) => anyhow::Error::from(error),
        error => {
            let remedy = error.remedy().map(|remedy| remedy.render(Naming::Flags));
            UsageError::new(error.to_string(), remedy.unwrap_or_default()).into()
        }
    };
    // Makes the text before it opens the file, so that an error leaves no file.
    let mut bytes = Vec::new();
    export(&tree, format, &mut bytes).map_err(refuse)?;
    match output {
        None => output::write(|out| out.write_all(&bytes))?,
        Some(path) => {
            let text = String::from_utf8(bytes)?;
            clump::publish_texts([(path.as_path(), &text)], force, &Bars::new())?;
        }
    }
    Ok(Answer::Yes)
}
