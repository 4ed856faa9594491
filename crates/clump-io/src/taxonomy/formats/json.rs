//! Trees in JSON: nested objects with `name` and `children`, or Amnesia's graph of `nodeList` and `edgeList`.
//!
//! Depth costs heap and not stack: the tokenizer has its own list of open values, and so has this reader.

use rustc_hash::FxHashMap;

use super::LineFault;
use crate::error::Fault;
use crate::repair::DefectPlace;
use crate::taxonomy::draft::{Draft, NONE};
use crate::taxonomy::format::TaxonomyText;
use tokens::{Event, Tokens};

mod tokens;

const NAMES: [&str; 5] = ["name", "label", "text", "title", "id"];

enum OpenValue {
    Node { spot: usize, key: NodeKey },
    Children { parent: u32 },
}

#[derive(Clone, Copy)]
enum NodeKey {
    /// A key whose value names the node, and its index in [`NAMES`]. The lowest index counts.
    Name(usize),
    Children,
    Other,
}

struct Node {
    parent: u32,
    line: usize,
    name: Option<(usize, String)>,
}

pub(super) fn draft(text: &TaxonomyText) -> Result<Draft, LineFault> {
    if is_graph(text.whole()) { graph(text.whole()) } else { nested(text.whole()) }
}

/// Makes a node of every object and puts it below the object that contains its array.
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
            // The whole text may be an array of roots.
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

/// Makes a draft of `nodes`. A node without a name is recorded as a defect, and its children get its parent.
fn placed(nodes: Vec<Node>) -> Draft {
    let mut draft = Draft::default();
    let mut spots: Vec<u32> = Vec::with_capacity(nodes.len());
    for Node { parent, line, name } in nodes {
        // In `nodes`, parents come before their children.
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

/// Keys of the two lists in the graph that Amnesia's interface returns for a hierarchy: nodes with `id` and
/// `label`, and edges `from` a parent `to` a child.
const LISTS: [&str; 2] = ["nodeList", "edgeList"];

/// True if a key of the outermost object is one of [`LISTS`].
fn is_graph(text: &str) -> bool {
    if !text.contains("\"nodeList\"") {
        return false;
    }
    let mut tokens = Tokens::new(text);
    if !matches!(tokens.next(), Ok(Some((_, Event::Object)))) {
        return false;
    }
    loop {
        match tokens.next() {
            Ok(Some((_, Event::Key(key)))) if LISTS.contains(&key.as_str()) => return true,
            Ok(Some((_, Event::Object | Event::Array))) => {
                if tokens.skip().is_err() {
                    return false;
                }
            }
            Ok(Some((_, Event::End | Event::Key(_) | Event::Text(_) | Event::Nothing))) => {}
            Ok(None) | Err(_) => return false,
        }
    }
}

#[derive(Default)]
struct GraphObject {
    line: usize,
    keys: [Option<String>; 2],
}

fn graph(text: &str) -> Result<Draft, LineFault> {
    let mut tokens = Tokens::new(text);
    tokens.next()?;
    let (mut nodes, mut edges) = (Vec::new(), Vec::new());
    while let Some((line, event)) = tokens.next()? {
        let Event::Key(key) = event else { continue };
        match (key.as_str(), tokens.next()?) {
            ("nodeList", Some((_, Event::Array))) => list(&mut tokens, ["id", "label"], &mut nodes)?,
            ("edgeList", Some((_, Event::Array))) => list(&mut tokens, ["from", "to"], &mut edges)?,
            ("nodeList" | "edgeList", _) => return Err((line, Fault::JsonTree)),
            (_, Some((_, Event::Object | Event::Array))) => tokens.skip()?,
            _ => {}
        }
    }
    let mut draft = Draft::default();
    let mut spots: FxHashMap<String, u32> = FxHashMap::default();
    for GraphObject { line, keys: [id, label] } in nodes {
        let Some(id) = id else { return Err((line, Fault::JsonTree)) };
        let label = label.as_deref().map(str::trim).filter(|label| !label.is_empty());
        let name = label.unwrap_or(id.trim());
        if name.is_empty() {
            draft.empty.push(DefectPlace::at(line));
        } else {
            let spot = draft.spot(name, line);
            spots.entry(id).or_insert(spot);
        }
    }
    for GraphObject { line, keys } in edges {
        let [Some(from), Some(to)] = keys else { return Err((line, Fault::JsonTree)) };
        let [Some(&parent), Some(&child)] = [spots.get(&from), spots.get(&to)] else {
            return Err((line, Fault::JsonTree));
        };
        draft.link(child, parent, line);
    }
    Ok(draft)
}

fn list(tokens: &mut Tokens<'_>, wanted: [&str; 2], entries: &mut Vec<GraphObject>) -> Result<(), LineFault> {
    loop {
        match tokens.next()? {
            Some((line, Event::Object)) => entries.push(entry(tokens, wanted, line)?),
            Some((_, Event::End)) => return Ok(()),
            Some((line, _)) => return Err((line, Fault::JsonTree)),
            None => return Ok(()),
        }
    }
}

fn entry(tokens: &mut Tokens<'_>, wanted: [&str; 2], line: usize) -> Result<GraphObject, LineFault> {
    let mut entry = GraphObject { line, ..GraphObject::default() };
    while let Some((_, Event::Key(key))) = tokens.next()? {
        let place = wanted.iter().position(|wanted| *wanted == key);
        match (place, tokens.next()?) {
            (Some(place), Some((_, Event::Text(text)))) => entry.keys[place] = Some(text),
            (_, Some((_, Event::Object | Event::Array))) => tokens.skip()?,
            _ => {}
        }
    }
    Ok(entry)
}
