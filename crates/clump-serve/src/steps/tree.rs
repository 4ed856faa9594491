//! The pruned taxonomy of the data. The user can search and unfold nodes, one screenful at a time.

use axum::extract::Query;
use axum::response::{Html, IntoResponse, Response};
use clump::core::taxonomy::{Node, Taxonomy, is_marked, unmarked};
use clump::report::count;
use clump::report::markup::document;
use maud::{Markup, html};

use super::{Asked, OpenDraft};
use crate::draft::DataSummary;

/// Maximum number of nodes shown at once.
const MOST: usize = 60;

/// The search field and an empty list, which the script fills with nodes.
pub fn picker(seen: Option<&DataSummary>) -> Markup {
    html! {
        @match seen {
            Some(seen) => {
                div.tree {
                    label { "Search the tree " input type="search" data-tree-search autocomplete="off" spellcheck="false"; }
                    p role="status" data-tree-status {}
                    div data-tree-found {}
                    details open { summary { "Unfold the tree" } (below(seen, Node::ROOT)) }
                }
            },
            None => p.note { "The tree of the data is here once they were looked at; names can be typed already." },
        }
    }
}

/// Handler for a list of nodes. It responds with a fragment of HTML.
pub async fn show(OpenDraft(_, draft, _): OpenDraft, Query(asked): Query<Asked>) -> Response {
    let said = draft.said();
    let Some(seen) = said.seen_now() else { return Html(String::new()).into_response() };
    let node = seen.taxonomy.nodes().nth(asked.below as usize).unwrap_or(Node::ROOT);
    let nodes = match asked.called.trim() {
        "" => below(seen, node),
        called => search(seen, called),
    };
    Html(document(nodes)).into_response()
}

/// List of the children of a node, the most frequent first.
fn below(seen: &DataSummary, node: Node) -> Markup {
    let mut children: Vec<Node> = seen.taxonomy.children(node).collect();
    children.sort_by_key(|child| (std::cmp::Reverse(seen.below[child.index()]), child.0));
    list(seen, &children, |_| None)
}

/// Nodes with `called` in their names: first exact matches, then by frequency.
fn search(seen: &DataSummary, called: &str) -> Markup {
    let called = called.to_lowercase();
    let taxonomy = &seen.taxonomy;
    let mut found: Vec<Node> = taxonomy
        .nodes()
        .skip(1)
        .filter(|&node| taxonomy.name(node).to_lowercase().contains(&called))
        .collect();
    let is_other = |node: Node| unmarked(taxonomy.name(node)).to_lowercase() != called;
    // Caches the sort keys, because there may be a million names.
    found.sort_by_cached_key(|&node| (is_other(node), std::cmp::Reverse(seen.below[node.index()]), node.0));
    let way = |node: Node| {
        let mut above: Vec<&str> =
            taxonomy.ancestors(node).skip(1).map(|node| unmarked(taxonomy.name(node))).collect();
        above.truncate(3);
        Some(above.join(" < "))
    };
    list(seen, &found, way)
}

fn list(seen: &DataSummary, nodes: &[Node], way: impl Fn(Node) -> Option<String>) -> Markup {
    let DataSummary { taxonomy, below, .. } = seen;
    html! {
        @if nodes.is_empty() { p.note { "Nothing." } }
        ul.nodes {
            @for &node in nodes.iter().take(MOST) {
                li { (one(taxonomy, node, below[node.index()], way(node).as_deref())) }
            }
        }
        @if nodes.len() > MOST { p.note { (count(nodes.len() - MOST)) " more: search for them." } }
    }
}

/// A node with buttons to pick it. The user can unfold it if it has children.
fn one(taxonomy: &Taxonomy, node: Node, times: u64, way: Option<&str>) -> Markup {
    let full = taxonomy.name(node);
    let name = unmarked(full);
    let said = html! {
        span.node-name { (full) } " " span.note { (count(usize::try_from(times).unwrap_or(usize::MAX)))
            @if let Some(way) = way { " " (way) } }
    };
    // The ceiling button is only for nodes with children: a word has nothing below it to hide.
    let is_node = is_marked(full) || !taxonomy.is_leaf(node);
    let buttons = html! {
        span.pick {
            button type="button" data-pick="sensitive" data-name=(name) aria-label={ (name) " is sensitive" } { "Sensitive" }
            @if is_node { button type="button" data-pick="ceiling" data-name=(name) aria-label={ (name) " is a ceiling" } { "Ceiling" } }
        }
    };
    html! {
        @if taxonomy.is_leaf(node) { div.leaf { (said) } }
        @else { details data-below=(node.0) { summary { (said) } div data-children {} } }
        (buttons)
    }
}
