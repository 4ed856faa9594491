//! Trees in JSON: nested objects with `name` and `children`, or Amnesia's graph of `nodeList` and `edgeList`.
//!
//! Depth costs heap, not stack: events come from a tokenizer that keeps its own list of what is open, and so does the
//! reader here.

use super::LineFault;
use crate::error::Fault;
use crate::repair::DefectPlace;
use crate::taxonomy::draft::{Draft, NONE};
use crate::taxonomy::text::TaxonomyText;
use tokens::{Event, Tokens};

mod graph;
mod tokens;

/// Keys that hold the name of a node, the best first.
const NAMES: [&str; 5] = ["name", "label", "text", "title", "id"];

/// Where the reader is.
enum OpenValue {
    /// In an object that is a node, at the value of a key.
    Node { spot: usize, key: NodeKey },
    /// In an array of nodes below `parent`.
    Children { parent: u32 },
}

/// What the value that comes next is.
#[derive(Clone, Copy)]
enum NodeKey {
    /// A name, and how good it is: an index of [`NAMES`].
    Name(usize),
    Children,
    Other,
}

/// A node whose name may come after its children.
struct Node {
    parent: u32,
    line: usize,
    name: Option<(usize, String)>,
}

pub(super) fn draft(text: &TaxonomyText) -> Result<Draft, LineFault> {
    if graph::is_graph(text.whole()) { graph::draft(text.whole()) } else { nested(text.whole()) }
}

/// Every object is a node, below the object that its array is in.
fn nested(text: &str) -> Result<Draft, LineFault> {
    let mut tokens = Tokens::new(text);
    let mut nodes: Vec<Node> = Vec::new();
    let mut open = vec![OpenValue::Children { parent: NONE }];
    let mut is_first = true;
    while let Some((line, event)) = tokens.next()? {
        let fault = || (line, Fault::JsonTree);
        let at_start = std::mem::replace(&mut is_first, false);
        let is_within = open.len() > 1;
        match (open.last_mut(), event) {
            (Some(OpenValue::Children { parent }), Event::Object) => {
                nodes.push(Node { parent: *parent, line, name: None });
                open.push(OpenValue::Node { spot: nodes.len() - 1, key: NodeKey::Other });
            }
            (Some(OpenValue::Children { parent }), Event::Text(name)) => {
                nodes.push(Node { parent: *parent, line, name: Some((0, name)) });
            }
            // An array of roots.
            (Some(OpenValue::Children { parent: NONE }), Event::Array) if at_start => {
                open.push(OpenValue::Children { parent: NONE });
            }
            (Some(OpenValue::Node { key, .. }), Event::Key(name)) => {
                *key = match NAMES.iter().position(|known| *known == name) {
                    Some(rank) => NodeKey::Name(rank),
                    None if name == "children" => NodeKey::Children,
                    None => NodeKey::Other,
                };
            }
            (Some(OpenValue::Node { spot, key: NodeKey::Children }), Event::Array) => {
                let parent = *spot as u32;
                open.push(OpenValue::Children { parent });
            }
            (Some(OpenValue::Node { key: NodeKey::Children, .. }), Event::Nothing) => {}
            (Some(OpenValue::Node { spot, key: NodeKey::Name(rank) }), Event::Text(name)) => {
                let node = &mut nodes[*spot];
                if node.name.as_ref().is_none_or(|(known, _)| *rank < *known) {
                    node.name = Some((*rank, name));
                }
            }
            (Some(OpenValue::Node { key: NodeKey::Other, .. }), Event::Array | Event::Object) => {
                tokens.skip()?
            }
            (Some(OpenValue::Node { key: NodeKey::Other, .. }), Event::Text(_) | Event::Nothing) => {}
            (Some(OpenValue::Node { .. } | OpenValue::Children { .. }), Event::End) if is_within => {
                open.pop();
            }
            _ => return Err(fault()),
        }
    }
    Ok(placed(nodes))
}

/// Nodes without a name are noted and left out; what is below them hangs from their parents.
fn placed(nodes: Vec<Node>) -> Draft {
    let mut draft = Draft::default();
    let mut spots: Vec<u32> = Vec::with_capacity(nodes.len());
    for Node { parent, line, name } in nodes {
        // Parents come before their children.
        let parent = if parent == NONE { NONE } else { spots[parent as usize] };
        let name = name.map(|(_, name)| name).unwrap_or_default();
        let name = name.trim();
        spots.push(if name.is_empty() {
            draft.empty.push(DefectPlace::at(line));
            parent
        } else {
            let spot = draft.spot(name, line);
            draft.link(spot, parent, line);
            spot
        });
    }
    draft
}
