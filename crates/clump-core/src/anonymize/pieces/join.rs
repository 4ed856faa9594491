//! Puts together what k owners share together.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::cells::{Cells, NONE, TAKEN};
use crate::containers::Ragged;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Node;

/// A piece that may still grow: its labels, what they tell together, and the last cells of its parts in the order of rows.
struct Growing {
    labels: Vec<Node>,
    units: u64,
    parts: Vec<u32>,
}

/// What a part could take besides: a cell, published as `node`.
#[derive(Clone, Copy, Debug, Default)]
struct Offer {
    node: Node2,
    /// Which of the parts.
    part: u32,
    cell: u32,
    /// Links gained less bits lost.
    gain: i64,
}

type Node2 = u32;

/// What parts offer at a node.
#[derive(Clone, Copy, Default)]
struct Tally {
    gain: i64,
    /// The best offer of the last part that made one.
    best: i64,
    owners: u32,
    /// One more than the owner who was counted last.
    owner: u32,
    /// One more than the part that offered last.
    part: u32,
}

pub(super) struct Joining<'a, 'b> {
    cells: &'a mut Cells<'b>,
    k: usize,
    links: f64,
    by_label: Ragged<u32>,
    /// By label, no more than the owners who still have it free.
    owners_left: Vec<u32>,
    tally: Vec<Tally>,
    touched: Vec<u32>,
    offers: Vec<Offer>,
}

pub(super) fn join(
    cells: &mut Cells<'_>,
    k: usize,
    links: f64,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    let by_label = cells.by_label();
    let owners_left = by_label.iter().map(|list| cells.owners(list.iter().copied()) as u32).collect();
    let nodes = cells.taxonomy.len();
    let mut heads: Vec<u32> =
        (0..nodes as u32).filter(|&node| !by_label.get(node as usize).is_empty()).collect();
    heads.sort_by_key(|&node| (by_label.get(node as usize).len(), node));
    let mut joining = Joining {
        cells,
        k,
        links,
        by_label,
        owners_left,
        tally: vec![Tally::default(); nodes],
        touched: Vec::new(),
        offers: Vec::new(),
    };
    for head in heads {
        progress.go_on()?;
        while let Some(growing) = joining.begin(Node(head)) {
            joining.grow(growing, progress)?;
        }
    }
    Ok(())
}

impl Joining<'_, '_> {
    /// Takes one cell of each row that has `head` free.
    fn begin(&mut self, head: Node) -> Option<Growing> {
        let Joining { cells, by_label, owners_left, k, .. } = self;
        let free =
            || by_label.get(head.index()).iter().copied().filter(|&cell| cells.label[cell as usize] == head);
        let mut parts: Vec<u32> = free().collect();
        let mut rest: Vec<u32> = Vec::new();
        parts.dedup_by(|cell, last| {
            let is_same = cells.row(*cell) == cells.row(*last);
            if is_same {
                rest.push(*cell);
            }
            is_same
        });
        if parts.is_empty() {
            return None;
        }
        let left = cells.owners(rest.iter().copied());
        owners_left[head.index()] = if left < *k { 0 } else { left as u32 };
        if left < *k {
            for cell in rest {
                cells.label[cell as usize] = TAKEN;
            }
        }
        for &cell in &parts {
            cells.take(cell, NONE);
        }
        let units = u64::from(cells.information.units(head));
        Some(Growing { labels: vec![head], units, parts })
    }

    fn grow(&mut self, growing: Growing, progress: &dyn Progress) -> Result<(), Cancelled> {
        let mut todo = vec![growing];
        while let Some(growing) = todo.pop() {
            progress.go_on()?;
            let rest = self.split(&growing, &mut todo);
            if !rest.is_empty() {
                debug_assert!(self.cells.owners(rest.iter().copied()) >= self.k, "k owners stay");
                self.cells.publish(&growing.labels, None, rest);
            }
        }
        Ok(())
    }

    /// Lets parts of `growing` take what they share, and returns those that take nothing.
    fn split(&mut self, growing: &Growing, todo: &mut Vec<Growing>) -> Vec<u32> {
        self.offer(growing);
        let mut heap: BinaryHeap<(i64, u32)> = BinaryHeap::new();
        for &node in &self.touched {
            let tally = &self.tally[node as usize];
            if tally.owners as usize >= self.k {
                heap.push((tally.gain, node));
            }
        }
        let mut slot: Vec<u32> = Vec::new();
        if !heap.is_empty() {
            slot = heap.iter().map(|&(_, node)| node).collect();
            slot.sort_unstable();
        }
        let lists = Ragged::by_key(
            slot.len(),
            self.offers.iter().filter_map(|offer| Some((slot.binary_search(&offer.node).ok()?, *offer))),
        );
        for node in self.touched.drain(..) {
            self.tally[node as usize] = Tally::default();
        }
        let mut rest = Rest::new(self.cells, &growing.parts);
        while let Some((gain, node)) = heap.pop() {
            let list = lists.get(slot.binary_search(&node).expect("a candidate"));
            let mut taken: Vec<Offer> = Vec::new();
            for offer in list.iter().filter(|offer| rest.is_in[offer.part as usize]) {
                match taken.last_mut() {
                    Some(last) if last.part == offer.part => {
                        if offer.gain > last.gain {
                            *last = *offer;
                        }
                    }
                    _ => taken.push(*offer),
                }
            }
            let now: i64 = taken.iter().map(|offer| offer.gain).sum();
            if rest.owners_of(&taken) < self.k || now <= 0 {
                continue;
            }
            if now < gain && heap.peek().is_some_and(|&(next, _)| next > now) {
                heap.push((now, node));
                continue;
            }
            if !self.settle(&rest, &mut taken) {
                continue;
            }
            todo.push(self.take(growing, Node(node), &taken, &mut rest));
        }
        growing.parts.iter().zip(&rest.is_in).filter(|&(_, is_in)| *is_in).map(|(&part, _)| part).collect()
    }

    /// What each part could take, and at which nodes they meet.
    fn offer(&mut self, growing: &Growing) {
        self.offers.clear();
        let Joining { cells, tally, touched, offers, links, .. } = self;
        let taxonomy = cells.taxonomy;
        let length = growing.labels.len() as f64;
        for (part, &last) in (0u32..).zip(&growing.parts) {
            let row = cells.row(last);
            let owner = cells.owner(last);
            let range = cells.of_row(row);
            if range.len() < 2 {
                continue;
            }
            let share = *links / (range.len() - 1) as f64;
            for cell in range {
                let label = cells.label[cell];
                if label == TAKEN {
                    continue;
                }
                let units = cells.information.units(label);
                let mut node = label;
                while node != Node::ROOT {
                    let at = cells.information.units(node);
                    let gained = (share * (length * f64::from(at) + growing.units as f64)).round() as i64;
                    let gain = gained - i64::from(units - at);
                    if gain <= 0 {
                        break;
                    }
                    offers.push(Offer { node: node.0, part, cell: cell as u32, gain });
                    let tally = &mut tally[node.index()];
                    if tally.part == 0 {
                        touched.push(node.0);
                    }
                    if tally.part == part + 1 {
                        tally.gain += (gain - tally.best).max(0);
                        tally.best = tally.best.max(gain);
                    } else {
                        tally.part = part + 1;
                        tally.gain += gain;
                        tally.best = gain;
                        if tally.owner != owner + 1 {
                            tally.owner = owner + 1;
                            tally.owners += 1;
                        }
                    }
                    node = taxonomy.parent(node);
                }
            }
        }
    }

    /// Makes `taken` smaller until k owners or none are left of the parts and of every label that cells are taken from.
    fn settle(&self, rest: &Rest, taken: &mut Vec<Offer>) -> bool {
        for _ in 0..4 {
            let mut is_settled = true;
            // Labels.
            let mut labels: Vec<(Node, usize)> = taken
                .iter()
                .enumerate()
                .map(|(at, offer)| (self.cells.label[offer.cell as usize], at))
                .collect();
            labels.sort_unstable();
            let mut back: Vec<usize> = Vec::new();
            for same in labels.chunk_by(|a, b| a.0 == b.0) {
                let label = same[0].0;
                let owners = self.cells.owners(same.iter().map(|&(_, at)| taken[at].cell));
                if self.owners_left[label.index()] as usize >= self.k + owners {
                    continue;
                }
                let mut cells: Vec<u32> = same.iter().map(|&(_, at)| taken[at].cell).collect();
                cells.sort_unstable();
                let free = self.by_label.get(label.index()).iter().copied();
                let left: Vec<u32> = free
                    .filter(|&cell| {
                        self.cells.label[cell as usize] == label && cells.binary_search(&cell).is_err()
                    })
                    .map(|cell| self.cells.owner(cell))
                    .collect();
                let mut have: Vec<u32> = left;
                have.dedup();
                if have.is_empty() || have.len() >= self.k {
                    continue;
                }
                is_settled = false;
                let mut least: Vec<usize> = same.iter().map(|&(_, at)| at).collect();
                least.sort_by_key(|&at| (taken[at].gain, Reverse(at)));
                for at in least {
                    if have.len() >= self.k {
                        break;
                    }
                    let owner = self.cells.owner(taken[at].cell);
                    if !have.contains(&owner) {
                        have.push(owner);
                        back.push(at);
                    }
                }
                if have.len() < self.k {
                    return false;
                }
            }
            give(taken, &mut back);
            // Parts.
            let left = rest.owners_without(taken);
            if left > 0 && left < self.k {
                is_settled = false;
                let mut least: Vec<usize> = (0..taken.len()).collect();
                least.sort_by_key(|&at| (taken[at].gain, Reverse(at)));
                let mut owners: Vec<u32> = rest.owners_left_by(taken);
                for at in least {
                    if owners.len() >= self.k {
                        break;
                    }
                    let owner = rest.owner[taken[at].part as usize];
                    if !owners.contains(&owner) {
                        owners.push(owner);
                        back.push(at);
                    }
                }
                give(taken, &mut back);
            }
            if rest.owners_of(taken) < self.k {
                return false;
            }
            if is_settled {
                return true;
            }
        }
        false
    }

    fn take(&mut self, growing: &Growing, node: Node, taken: &[Offer], rest: &mut Rest) -> Growing {
        let mut labels: Vec<(Node, u32)> = taken
            .iter()
            .map(|offer| (self.cells.label[offer.cell as usize], self.cells.owner(offer.cell)))
            .collect();
        labels.sort_unstable();
        labels.dedup();
        for (label, _) in labels {
            let left = &mut self.owners_left[label.index()];
            *left = left.saturating_sub(1);
        }
        let mut parts = Vec::with_capacity(taken.len());
        for offer in taken {
            rest.remove(offer.part);
            self.cells.take(offer.cell, growing.parts[offer.part as usize]);
            parts.push(offer.cell);
        }
        let mut labels = growing.labels.clone();
        labels.push(node);
        Growing { labels, units: growing.units + u64::from(self.cells.information.units(node)), parts }
    }
}

/// Takes out of `taken` what stands at the places `back`.
fn give(taken: &mut Vec<Offer>, back: &mut Vec<usize>) {
    back.sort_unstable();
    let mut at = 0;
    taken.retain(|_| {
        at += 1;
        back.binary_search(&(at - 1)).is_err()
    });
    back.clear();
}

/// The parts that have taken nothing yet.
struct Rest {
    is_in: Vec<bool>,
    /// By part the number of its owner, from 0.
    owner: Vec<u32>,
    /// By owner how many parts are in.
    parts: Vec<u32>,
    owners: usize,
}

impl Rest {
    fn new(cells: &Cells<'_>, parts: &[u32]) -> Rest {
        let mut owner: Vec<u32> = Vec::with_capacity(parts.len());
        let mut counts: Vec<u32> = Vec::new();
        let mut last = None;
        for &part in parts {
            let this = Some(cells.owner(part));
            if this != last {
                counts.push(0);
                last = this;
            }
            owner.push(counts.len() as u32 - 1);
            *counts.last_mut().expect("an owner") += 1;
        }
        Rest { is_in: vec![true; parts.len()], owner, owners: counts.len(), parts: counts }
    }

    fn remove(&mut self, part: u32) {
        self.is_in[part as usize] = false;
        let left = &mut self.parts[self.owner[part as usize] as usize];
        *left -= 1;
        self.owners -= usize::from(*left == 0);
    }

    fn owners_of(&self, taken: &[Offer]) -> usize {
        taken.chunk_by(|a, b| self.owner[a.part as usize] == self.owner[b.part as usize]).count()
    }

    /// Owners who are left if `taken` go.
    fn owners_without(&self, taken: &[Offer]) -> usize {
        let by_owner = taken.chunk_by(|a, b| self.owner[a.part as usize] == self.owner[b.part as usize]);
        let gone = by_owner
            .filter(|same| same.len() as u32 == self.parts[self.owner[same[0].part as usize] as usize]);
        self.owners - gone.count()
    }

    fn owners_left_by(&self, taken: &[Offer]) -> Vec<u32> {
        let mut gone = vec![0; self.parts.len()];
        taken.iter().for_each(|offer| gone[self.owner[offer.part as usize] as usize] += 1);
        (0..self.parts.len() as u32)
            .filter(|&owner| self.parts[owner as usize] > gone[owner as usize])
            .collect()
    }
}
