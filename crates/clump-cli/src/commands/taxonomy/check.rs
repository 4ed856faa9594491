//! `clump taxonomy check`: lists the defects of a taxonomy file, and the flags that repair them. With data,
//! it also lists items that are not in the taxonomy.

use std::path::PathBuf;

use clap::Args;
use clump::core::inspect::TaxonomySize;
use clump::core::taxonomy::{Node, Taxonomy};
use clump::io::taxonomy::{Check as Checked, Defect, Repair, RepairCounts, Survey, TaxonomySource};
use clump::report::{count, counted};
use clump::{Data, Job, Scope};
use serde::Serialize;

use super::refuse_made;
use crate::flags::SourceFlags;
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Checks that a taxonomy is one tree, and names the repairs that it needs.
///
/// It lists each defect with its lines and the flag that repairs it. With input, it also lists what the
/// taxonomy lacks. Exit code 1: something needs a repair.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub struct Check {
    /// Data to compare with the taxonomy, for example `baskets.txt`
    ///
    /// clump counts the items that the taxonomy lacks. `--show-values` lists them; they are private.
    #[arg(value_name = "INPUT")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    /// Prints everything as one JSON object on stdout
    #[arg(long, help_heading = "Options")]
    json: bool,
}

/// The end of the help text: all repairs, and an example.
fn after_help() -> String {
    let repairs: String =
        Repair::ALL.iter().map(|repair| format!("  {:<14}{}\n", repair.word(), repair.help())).collect();
    format!("Repairs:\n{repairs}\nExample:\n  clump taxonomy check baskets.txt --taxonomy hierarchy.csv")
}

/// Content of the JSON object that `--json` prints.
#[derive(Debug, Serialize)]
struct CheckOutput<'a> {
    one_tree: bool,
    format: Option<&'static str>,
    /// Size after all repairs: those that were asked for, and the missing ones.
    size: TaxonomySize,
    defects: &'a [Defect],
    repaired: RepairCounts,
    /// Repairs that are still needed to get one tree; `None` if a defect has no repair.
    missing_repairs: Option<Vec<Repair>>,
    survey: &'a Survey,
    data: Option<&'a Items>,
}

/// Items of the data that the taxonomy lacks or has at inner nodes.
#[derive(Debug, Serialize)]
struct Items {
    /// Number of distinct items that are not in the tree; the next field counts their occurrences.
    missing: usize,
    missing_occurrences: u64,
    /// Number of items that were missing and that a repair added as leaves.
    added: u64,
    /// Number of distinct items at inner nodes; the next field counts their occurrences.
    inner: usize,
    inner_occurrences: u64,
    #[serde(skip)]
    names: Vec<String>,
}

pub fn run(command: &Check, show_values: bool) -> anyhow::Result<Answer> {
    let mut job = command.source.job(&command.input, [])?;
    refuse_made(Some(&job.taxonomy.word()))?;
    let checked = match job.taxonomy.source.clone() {
        TaxonomySource::File(file) => Some(file.check()?),
        _ => None,
    };
    let built_in;
    let tree = match &checked {
        Some(checked) => &checked.taxonomy,
        None => {
            built_in = clump::load_taxonomy(&job)?.taxonomy;
            &built_in
        }
    };
    let missing = checked.as_ref().map_or(Some(Vec::new()), Checked::missing_repairs);
    let items = match &missing {
        Some(repairs) if !job.input.files.is_empty() => {
            if let TaxonomySource::File(file) = &mut job.taxonomy.source {
                file.repair.extend(repairs);
            }
            // The comparison needs the full tree: after pruning, an inner node may look like a leaf.
            job.taxonomy.scope = Scope::Full;
            Some(compare(&job)?)
        }
        _ => None,
    };
    let survey = Survey::of(tree);
    let is_tree = checked.as_ref().is_none_or(Checked::is_tree);
    if let Some(checked) = &checked {
        tell_defects(&checked.defects, &checked.repaired);
    }
    if let Some(items) = &items {
        tell_items(items, show_values);
    }
    tell_survey(&survey);
    tell_tree(tree, is_tree, missing.as_deref());
    if command.json {
        output::json(&CheckOutput {
            one_tree: is_tree,
            format: checked.as_ref().map(|checked| checked.format.word()),
            size: TaxonomySize::of(tree),
            defects: checked.as_ref().map_or(&[], |checked| &checked.defects),
            repaired: checked.as_ref().map_or_else(RepairCounts::default, |checked| checked.repaired),
            missing_repairs: missing,
            survey: &survey,
            data: items.as_ref(),
        })?;
    }
    let lacks_none = items.is_none_or(|items| items.missing == 0);
    Ok(if is_tree && lacks_none { Answer::Yes } else { Answer::No })
}

/// Reads the data of `job`, and compares its items with the taxonomy.
fn compare(job: &Job) -> anyhow::Result<Items> {
    let data = Data::read(job, &Bars::new())?;
    let mut uses = vec![0u64; data.taxonomy.len()];
    for row in 0..data.transactions.len() {
        data.transactions.get(row).iter().for_each(|item| uses[item.index()] += 1);
    }
    let is_inner = |node: &Node| !data.taxonomy.is_leaf(*node) && uses[node.index()] > 0;
    let inner: Vec<u64> = data.taxonomy.nodes().filter(is_inner).map(|node| uses[node.index()]).collect();
    Ok(Items {
        missing: data.unknown.len(),
        missing_occurrences: data.unknown.iter().map(|(_, count)| count).sum(),
        added: data.counts.repaired.leaves_added,
        inner: inner.len(),
        inner_occurrences: inner.iter().sum(),
        names: data.unknown.iter().map(|(word, count)| format!("{word}\t{count}")).collect(),
    })
}

fn tell_defects(defects: &[Defect], repaired: &RepairCounts) {
    for defect in defects {
        let places: Vec<String> = defect.places.iter().map(ToString::to_string).collect();
        let more = if defect.count > places.len() as u64 { ", ..." } else { "" };
        let times = counted(defect.count as usize, "time", "times");
        say!("Defect    {}", defect.kind.meaning());
        let line = if defect.count == 1 { "line" } else { "lines" };
        say!("          {times}: {line} {}{more}", places.join(", "));
        match defect.repaired {
            Some(repair) => say!("          repaired: `--repair {repair}` {}", repair.effect()),
            None if defect.kind.repairs().is_empty() => say!("          no repair: correct the file"),
            None => {
                for repair in defect.kind.repairs() {
                    say!("          `--repair {repair}` {}", repair.effect());
                }
            }
        }
    }
    if let Some(line) = crate::commands::repaired_line(repaired) {
        say!("{line}");
    }
}

fn tell_items(items: &Items, show_values: bool) {
    if items.missing > 0 {
        say!("Defect    an item of the data is not in the tree: it is left out of releases");
        say!(
            "          {} that occur {}",
            counted(items.missing, "item", "items"),
            counted(items.missing_occurrences as usize, "time", "times")
        );
        let add = Repair::AddLeaves;
        say!("          `--repair {add}` {} (items of baskets only)", add.effect());
        if show_values {
            items.names.iter().for_each(|name| say!("            {name}"));
        }
    }
    if items.added > 0 {
        say!("Repaired  {}", counted(items.added as usize, "item added as a leaf", "items added as leaves"));
    }
    if items.inner > 0 {
        say!(
            "Note      {} of the data at inner nodes, {}",
            counted(items.inner, "item", "items"),
            counted(items.inner_occurrences as usize, "occurrence", "occurrences")
        );
        say!("          allowed: even published as they are, they cost what the leaves below them cost");
    }
}

fn tell_survey(survey: &Survey) {
    if survey.leaves_by_level.len() > 1 {
        let shown: Vec<String> = survey
            .leaves_by_level
            .iter()
            .take(LEVELS_SHOWN)
            .map(|level| format!("{} at {}", count(level.leaves as usize), level.level))
            .collect();
        let more = survey.leaves_by_level.len().saturating_sub(LEVELS_SHOWN);
        let more =
            if more > 0 { format!(", and {} more", counted(more, "level", "levels")) } else { String::new() };
        say!("Note      uneven depth, leaves by level: {}{more}", shown.join(", "));
        say!(
            "          allowed: losses count the leaves below a node, not its level, and rows need no padding"
        );
    }
    if survey.chains.nodes > 0 {
        say!(
            "Note      {} a single child, at most {} in a row",
            match survey.chains.nodes {
                1 => "1 node has".to_owned(),
                nodes => format!("{} nodes have", count(nodes as usize)),
            },
            count(survey.chains.longest as usize)
        );
        say!("          allowed: to publish such a node or its child loses the same");
    }
}

/// Maximum number of levels in the list. The rest of the levels are only counted.
const LEVELS_SHOWN: usize = 20;

fn tell_tree(tree: &Taxonomy, is_tree: bool, missing: Option<&[Repair]>) {
    let TaxonomySize { nodes, leaves, levels } = TaxonomySize::of(tree);
    let [nodes, leaves, levels] = [
        counted(nodes, "node", "nodes"),
        counted(leaves, "leaf", "leaves"),
        counted(levels, "level", "levels"),
    ];
    match missing {
        _ if is_tree => say!("One tree: {nodes}, {leaves}, {levels}"),
        Some(repairs) => {
            let words: Vec<&str> = repairs.iter().map(|repair| repair.word()).collect();
            say!(
                "Not one tree as it stands; with `--repair {}`: {nodes}, {leaves}, {levels}",
                words.join(",")
            );
        }
        None => say!("Not one tree, and no repair makes it one"),
    }
}
