//! The long lists of a page as columns: every name once, and everything else as packed numbers that refer to
//! names.
//!
//! Names are numbered by their frequency in groups, so that the frequent ones take one letter.
//! `script/unpack.js` reads this format.

use std::borrow::Cow;

use clump_core::containers::Interner;
use serde::Serialize;

use super::pack::Packed;
use super::{Page, PageAudience};
use crate::markup::visible;

#[derive(Serialize)]
struct Columns<'a> {
    /// Words for one owner, and for several.
    noun: [&'a str; 2],
    names: Vec<Cow<'a, str>>,
    items: Items,
    tree: Tree,
    groups: Groups,
}

/// One entry per item.
#[derive(Serialize)]
struct Items {
    name: String,
    /// The columns of numbers, in the order of the headings of the view.
    counts: Vec<String>,
    /// For each item the number of ancestors it was published as, then each with its count. Empty on the
    /// public page.
    became: String,
}

/// One entry per node, parents first.
#[derive(Serialize)]
struct Tree {
    name: String,
    /// 0 for a root, else the index of the parent from 1.
    parent: String,
    /// Empty on the public page.
    before: String,
    after: String,
}

/// One entry per group.
#[derive(Serialize)]
struct Groups {
    owners: String,
    rows: String,
    /// Bags of names.
    items: String,
    /// For each group the number of shown rows, then their bags.
    originals: String,
}

/// The JSON that the script of the page reads, safe inside a script element.
pub fn json(page: &Page, audience: PageAudience) -> String {
    let mut names = Interner::default();
    let node_names = name_nodes(page, &mut names);
    let columns = Columns {
        items: match audience {
            PageAudience::Public => published_items(page, &node_names),
            PageAudience::Private => lost_items(page, &mut names),
        },
        tree: tree(page, audience, &node_names),
        groups: groups(page, &node_names),
        noun: [page.noun.one(), page.noun.many()],
        names: names.names().iter().map(visible).collect(),
    };
    serde_json::to_string(&columns).expect("strings and lists are JSON").replace('<', "\\u003c")
}

/// The number of each node's name; nodes that groups use most come first.
fn name_nodes(page: &Page, names: &mut Interner) -> Vec<u32> {
    let mut uses = vec![0u64; page.tree.len()];
    for group in &page.groups {
        for bag in group.originals.iter().flatten().chain([&group.items]) {
            bag.iter().for_each(|&node| uses[node as usize] += 1);
        }
    }
    let mut by_use: Vec<usize> = (0..page.tree.len()).collect();
    by_use.sort_by_key(|&node| std::cmp::Reverse(uses[node]));
    let mut numbers = vec![0; page.tree.len()];
    for node in by_use {
        numbers[node] = names.intern(&page.tree[node].name);
    }
    numbers
}

fn lost_items(page: &Page, names: &mut Interner) -> Items {
    let fates = &page.fates;
    let mut became = Packed::default();
    for fate in fates {
        became.push(fate.became.len() as u64);
        for (ancestor, count) in &fate.became {
            became.push(u64::from(names.intern(ancestor)));
            became.push(*count as u64);
        }
    }
    Items {
        name: pack(fates.iter().map(|fate| u64::from(names.intern(&fate.item)))),
        counts: vec![
            pack(fates.iter().map(|fate| fate.occurrences as u64)),
            pack(fates.iter().map(|fate| fate.exact as u64)),
            pack(fates.iter().map(|fate| fate.generalized as u64)),
            pack(fates.iter().map(|fate| fate.suppressed as u64)),
        ],
        became: became.into_text(),
    }
}

fn published_items(page: &Page, node_names: &[u32]) -> Items {
    let published = || page.tree.iter().zip(node_names).filter(|(node, _)| node.after > 0);
    Items {
        name: pack(published().map(|(_, &name)| u64::from(name))),
        counts: vec![pack(published().map(|(node, _)| node.after))],
        became: String::new(),
    }
}

fn tree(page: &Page, audience: PageAudience, node_names: &[u32]) -> Tree {
    let nodes = &page.tree;
    Tree {
        name: pack(node_names.iter().map(|&name| u64::from(name))),
        parent: pack(nodes.iter().map(|node| node.parent.map_or(0, |parent| u64::from(parent) + 1))),
        before: match audience {
            PageAudience::Public => String::new(),
            PageAudience::Private => pack(nodes.iter().map(|node| node.before)),
        },
        after: pack(nodes.iter().map(|node| node.after)),
    }
}

fn groups(page: &Page, node_names: &[u32]) -> Groups {
    let named = |bag: &[u32]| bag.iter().map(|&node| node_names[node as usize]).collect();
    let (mut items, mut originals) = (Packed::default(), Packed::default());
    for group in &page.groups {
        items.push_bag(named(&group.items));
        let rows = group.originals.as_deref().unwrap_or_default();
        originals.push(rows.len() as u64);
        rows.iter().for_each(|row| originals.push_bag(named(row)));
    }
    Groups {
        owners: pack(page.groups.iter().map(|group| group.owners as u64)),
        rows: pack(page.groups.iter().map(|group| group.rows as u64)),
        items: items.into_text(),
        originals: originals.into_text(),
    }
}

fn pack(numbers: impl Iterator<Item = u64>) -> String {
    numbers.collect::<Packed>().into_text()
}
