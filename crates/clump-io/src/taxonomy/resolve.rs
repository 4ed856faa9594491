//! Makes a tree of a draft, and lists all defects of the draft.
//!
//! Each stage finds the defects of one kind and continues as if they were repaired, so that one bad line does
//! not hide another. A defect records its repair if the user asked for that repair. Loading fails if a defect
//! remains. O(draft), no recursion.

use clump_core::containers::Interner;
use clump_core::names::Names;
use clump_core::taxonomy::Taxonomy;
use rustc_hash::FxHashMap;

use super::draft::{Draft, NONE, Spot};
use crate::repair::{Defect, DefectKind, DefectPlace, Repair, RepairCounts};

pub(super) struct Resolved {
    /// The tree in which all defects are repaired in some way.
    pub taxonomy: Taxonomy,
    pub defects: Vec<Defect>,
    pub repaired: RepairCounts,
}

pub(super) fn resolve(draft: Draft, asked: &[Repair]) -> Option<Resolved> {
    let Draft { names, spots, links, empty, unfit, repeats } = draft;
    let mut forest = Forest {
        asked,
        parent: vec![NONE; spots.len()],
        given: vec![0; spots.len()],
        first_spots: spots.len(),
        spots,
        gone: Vec::new(),
        defects: Vec::new(),
        repaired: RepairCounts::default(),
    };
    forest.note(DefectKind::EmptyName, &empty);
    forest.note(DefectKind::UnfitName, &unfit);
    forest.link(links, repeats);
    forest.find_same_names(&names);
    forest.cut_cycles();
    let (names, root) = forest.join_roots(names)?;
    let (order, depths) = preorder(&forest.parent, &forest.gone, root);
    let names = forest.labels(&names, &order);
    Some(Resolved {
        taxonomy: Taxonomy::from_preorder(names, &depths),
        defects: forest.defects,
        repaired: forest.repaired,
    })
}

struct Forest<'a> {
    asked: &'a [Repair],
    spots: Vec<Spot>,
    /// Number of places in the file; repairs added the later places.
    first_spots: usize,
    parent: Vec<u32>,
    /// For each place, the line that gave it a parent or declared it as a root; 0 if it only occurs as a
    /// parent.
    given: Vec<usize>,
    /// True for places that were merged into others; empty if no place was merged.
    gone: Vec<bool>,
    defects: Vec<Defect>,
    repaired: RepairCounts,
}

impl Forest<'_> {
    /// The repair for a defect of this kind: the first that the user asked for, else the first possible one;
    /// `None` if none is possible. The flag is true if the user asked for it.
    fn choose(&self, kind: DefectKind) -> (Option<Repair>, bool) {
        let repairs = kind.repairs();
        match repairs.iter().find(|repair| self.asked.contains(repair)) {
            Some(&repair) => (Some(repair), true),
            None => (repairs.first().copied(), false),
        }
    }

    /// Records a defect if it occurs at least once, with the repair that the user asked for.
    fn settle(&mut self, mut defect: Defect) {
        if defect.count > 0 {
            if let (Some(repair), true) = self.choose(defect.kind) {
                *self.repaired.of(repair) += defect.count;
                defect.repaired = Some(repair);
            }
            self.defects.push(defect);
        }
    }

    fn note(&mut self, kind: DefectKind, places: &[DefectPlace]) {
        let mut defect = Defect::new(kind);
        places.iter().for_each(|&place| defect.push(place));
        self.settle(defect);
    }

    /// Gives each place its first parent. Another parent is ignored, or the child gets a place below it too.
    fn link(&mut self, links: Vec<super::draft::Link>, known: Vec<DefectPlace>) {
        let mut repeated = Defect::new(DefectKind::RepeatedRow);
        known.into_iter().for_each(|place| repeated.push(place));
        let mut two = Defect::new(DefectKind::TwoParents);
        let qualifies = self.choose(DefectKind::TwoParents) == (Some(Repair::Qualify), true);
        let mut others: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        for link in links {
            let child = link.child as usize;
            if self.given[child] == 0 {
                self.parent[child] = link.parent;
                self.given[child] = link.line;
            } else if self.parent[child] == link.parent {
                repeated.push(DefectPlace::after(self.given[child], link.line));
            } else if let Some(&first) = others.get(&(link.child, link.parent)) {
                repeated.push(DefectPlace::after(first, link.line));
            } else {
                two.push(DefectPlace::after(self.given[child], link.line));
                others.insert((link.child, link.parent), link.line);
                // The place is declared as the root although it has a parent, so it gets no second place.
                if qualifies && link.parent != NONE {
                    self.spots.push(Spot { name: self.spots[child].name, line: link.line });
                    self.parent.push(link.parent);
                    self.given.push(link.line);
                }
            }
        }
        self.settle(repeated);
        self.settle(two);
    }

    /// Finds names at several places. Later, the places get different labels or are merged into one.
    fn find_same_names(&mut self, names: &Interner) {
        let mut defect = Defect::new(DefectKind::SameName);
        let merges = self.choose(DefectKind::SameName) == (Some(Repair::FirstParent), true);
        let mut first = vec![NONE; names.names().len()];
        let mut merged: Vec<u32> = (0..self.spots.len() as u32).collect();
        for (spot, number) in self.spots[..self.first_spots].iter().zip(0..) {
            match first[spot.name as usize] {
                NONE => first[spot.name as usize] = number,
                other => {
                    defect.push(DefectPlace::after(self.spots[other as usize].line, spot.line));
                    merged[number as usize] = other;
                }
            }
        }
        if merges && defect.count > 0 {
            self.gone = merged.iter().zip(0..).map(|(&into, number)| into != number).collect();
            for parent in self.parent.iter_mut().filter(|parent| **parent != NONE) {
                *parent = merged[*parent as usize];
            }
        }
        self.settle(defect);
    }

    fn is_gone(&self, spot: usize) -> bool {
        self.gone.get(spot).copied().unwrap_or(false)
    }

    /// Finds cycles. In each cycle, the place whose parent was given last loses its parent.
    fn cut_cycles(&mut self) {
        let mut defect = Defect::new(DefectKind::Cycle);
        // The round in which the search reached each place. Places of earlier rounds lead to a root, or to a
        // cycle that was cut.
        let mut met = vec![NONE; self.spots.len()];
        for start in 0..self.spots.len() as u32 {
            let mut spot = start;
            while spot != NONE && met[spot as usize] == NONE {
                met[spot as usize] = start;
                spot = self.parent[spot as usize];
            }
            if spot == NONE || met[spot as usize] != start {
                continue;
            }
            let (mut last, mut length, mut line, entry) = (spot, 0, usize::MAX, spot);
            loop {
                let given = self.given[spot as usize];
                length += 1;
                line = line.min(given);
                if (given, spot) > (self.given[last as usize], last) {
                    last = spot;
                }
                spot = self.parent[spot as usize];
                if spot == entry {
                    break;
                }
            }
            defect.push(DefectPlace { line, first: None, length: Some(length) });
            self.parent[last as usize] = NONE;
            self.given[last as usize] = 0;
        }
        self.settle(defect);
    }
}

const ROOT: &str = "*";

impl Forest<'_> {
    /// Joins all roots below one root. Returns the names, possibly with that of a new root, and the root.
    fn join_roots(&mut self, mut names: Interner) -> Option<(Interner, u32)> {
        let roots: Vec<u32> = (0..self.spots.len() as u32)
            .filter(|&spot| self.parent[spot as usize] == NONE && !self.is_gone(spot as usize))
            .collect();
        let (&first, others) = roots.split_first()?;
        if others.is_empty() {
            return Some((names, first));
        }
        let is_declared = |spot: &u32| self.given[*spot as usize] != 0;
        let line = |spot: u32| self.spots[spot as usize].line;
        let mut declared = roots.iter().copied().filter(is_declared);
        let (kind, places, root) = match (declared.next(), declared.next()) {
            (Some(root), None) => {
                let others = roots.iter().filter(|&&spot| spot != root);
                let places: Vec<DefectPlace> = others.map(|&spot| DefectPlace::at(line(spot))).collect();
                (DefectKind::UnknownParent, places, Some(root))
            }
            _ => {
                let places = others.iter().map(|&spot| DefectPlace::after(line(first), line(spot))).collect();
                let star = names.find(ROOT);
                let root = roots.iter().copied().find(|&spot| Some(self.spots[spot as usize].name) == star);
                (DefectKind::SeveralRoots, places, root)
            }
        };
        let mut defect = Defect::new(kind);
        places.into_iter().for_each(|place| defect.push(place));
        let root = root.unwrap_or_else(|| {
            let mut name = ROOT.to_owned();
            while names.find(&name).is_some() {
                name.push_str(ROOT);
            }
            let line = self.spots[first as usize].line;
            self.spots.push(Spot { name: names.intern(&name), line });
            self.parent.push(NONE);
            self.given.push(0);
            self.spots.len() as u32 - 1
        });
        let joined = roots.iter().filter(|&&spot| spot != root);
        let count = joined.clone().count() as u64;
        joined.for_each(|&spot| self.parent[spot as usize] = root);
        self.settle(defect);
        // The first root counts as no defect, but it may be below a new root too.
        if self.repaired.roots_joined > 0 {
            self.repaired.roots_joined = count;
        }
        Some((names, root))
    }
}

/// The places below `root` in preorder, siblings by number, and the distance of each from the root. Places
/// that are `gone` are left out; every other place must be below `root`.
fn preorder(parent: &[u32], gone: &[bool], root: u32) -> (Vec<u32>, Vec<u32>) {
    let mut first_child = vec![NONE; parent.len()];
    let mut next_sibling = vec![NONE; parent.len()];
    for spot in (0..parent.len()).rev() {
        let above = parent[spot];
        if above != NONE && !gone.get(spot).copied().unwrap_or(false) {
            next_sibling[spot] = first_child[above as usize];
            first_child[above as usize] = spot as u32;
        }
    }
    let (mut order, mut depths) = (Vec::with_capacity(parent.len()), Vec::with_capacity(parent.len()));
    // Next comes the first child, else the next sibling of the place or of its nearest ancestor that has one.
    let (mut at, mut depth) = (root, 0);
    loop {
        order.push(at);
        depths.push(depth);
        if first_child[at as usize] != NONE {
            at = first_child[at as usize];
            depth += 1;
            continue;
        }
        while at != root && next_sibling[at as usize] == NONE {
            at = parent[at as usize];
            depth -= 1;
        }
        if at == root {
            return (order, depths);
        }
        at = next_sibling[at as usize];
    }
}

/// Maximum number of bytes of a label that contains the labels of its ancestors. In a deep tree with few
/// names, each label would contain all names above it: 0.8 MB of JSON became 3.4 GB.
const LONGEST: usize = 1 << 8;

impl Forest<'_> {
    /// A unique label for each place of `order`, in which parents come first. The first place of a name has
    /// the name as its label, others `parent/name`. If that is longer than [`LONGEST`], the label is the name
    /// with a number. O(size of the file), also for the total length of labels.
    fn labels(&self, names: &Interner, order: &[u32]) -> Names {
        let mut first = vec![NONE; names.names().len()];
        for (spot, number) in self.spots.iter().zip(0..) {
            let holder = &mut first[spot.name as usize];
            if *holder == NONE && !self.is_gone(number as usize) {
                *holder = number;
            }
        }
        // The root gets its bare name, because it has no parent for a longer label.
        if let Some(&root) = order.first() {
            first[self.spots[root as usize].name as usize] = root;
        }
        let mut labels = Names::default();
        let mut longer = Longer { names, labels: Interner::default(), numbers: FxHashMap::default() };
        // The index in `labels` of the label of each place.
        let mut places = vec![NONE; self.spots.len()];
        for &number in order {
            let spot = &self.spots[number as usize];
            let name = names.get(spot.name);
            let place = if first[spot.name as usize] == number {
                labels.push(name)
            } else {
                let above = places[self.parent[number as usize] as usize];
                labels.push(&longer.label(labels.get(above as usize), name))
            };
            places[number as usize] = place;
        }
        labels
    }
}

struct Longer<'a> {
    names: &'a Interner,
    labels: Interner,
    numbers: FxHashMap<String, u64>,
}

impl Longer<'_> {
    fn label(&mut self, parent: &str, name: &str) -> String {
        let is_short = parent.len() + 1 + name.len() <= LONGEST;
        let base = if is_short { format!("{parent}/{name}") } else { name.to_owned() };
        let mut label = base.clone();
        while self.names.find(&label).is_some() || self.labels.find(&label).is_some() {
            // Used numbers are not tried again, because a name may be at a million places.
            let number = self.numbers.entry(base.clone()).or_insert(1);
            *number += 1;
            label = format!("{base} ({number})");
        }
        self.labels.intern(&label);
        label
    }
}
