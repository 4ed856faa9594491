//! The graph of a hierarchy that Amnesia's interface answers with: nodes with `id` and `label`, edges `from` parent `to`
//! child.

use rustc_hash::FxHashMap;

use super::tokens::{Event, Tokens};
use crate::error::Fault;
use crate::repair::DefectPlace;
use crate::taxonomy::draft::Draft;
use crate::taxonomy::formats::LineFault;

const LISTS: [&str; 2] = ["nodeList", "edgeList"];

/// Whether a key of the outermost object is one of the two lists.
pub(super) fn is_graph(text: &str) -> bool {
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

/// An object of a list, as far as it matters: `id` and `label`, or `from` and `to`.
#[derive(Default)]
struct GraphObject {
    line: usize,
    keys: [Option<String>; 2],
}

pub(super) fn draft(text: &str) -> Result<Draft, LineFault> {
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

/// The objects of a list, with their two keys.
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
