//! What the owners of a group could have below one of its labels: rows of other people, drawn together.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::Weights;
use super::chance::chance;
use crate::counts::Counts;
use crate::taxonomy::{Node, Taxonomy};

/// How often as many rows are drawn as there are owners.
const DRAWS: usize = 200;

/// With fewer draws that could be published as it is, all of them count: nothing better is known.
const FEWEST: usize = 20;

/// Children of `label` below which none of the labels `shown` is.
pub(super) fn not_shown(taxonomy: &Taxonomy, label: Node, shown: &[Node]) -> Vec<Node> {
    let is_shown = |child: Node| shown.iter().any(|&node| taxonomy.is_ancestor(child, node));
    taxonomy.children(label).filter(|&child| !is_shown(child)).collect()
}

/// Draws of rows, as far as they are below one label.
pub(super) struct Draws {
    /// Children of the label that the published row does not show.
    children: Vec<Node>,
    /// By child, for each draw, whether somebody has it.
    is_there: Vec<Vec<bool>>,
    /// By draw, the chance that it is published as it is.
    chances: Vec<f64>,
}

impl Draws {
    /// Draws `owners` of `rows`, which have items at or below `label`, where a published row has the labels `shown`. None are drawn if there
    /// are no rows.
    pub fn new(
        taxonomy: &Taxonomy,
        label: Node,
        shown: &[Node],
        rows: &[&[Node]],
        owners: usize,
        lift: f64,
        random: &mut ChaCha8Rng,
    ) -> Draws {
        let children = not_shown(taxonomy, label, shown);
        let child_of = |&item: &Node| {
            let place = children.partition_point(|&child| child <= item).checked_sub(1)?;
            taxonomy.is_ancestor(children[place], item).then_some(place)
        };
        let places: Vec<Vec<usize>> = rows
            .iter()
            .map(|row| {
                let mut places: Vec<usize> = row.iter().filter_map(child_of).collect();
                places.dedup();
                places
            })
            .collect();
        let counts: Vec<Counts> = rows.iter().map(|row| Counts::of(taxonomy, row)).collect();
        let draws = if rows.is_empty() || owners == 0 { 0 } else { DRAWS };
        let mut is_there = vec![vec![false; draws]; children.len()];
        let chances = (0..draws)
            .map(|draw| {
                let mut least: Option<Counts> = None;
                for _ in 0..owners {
                    let row = random.random_range(0..rows.len());
                    places[row].iter().for_each(|&place| is_there[place][draw] = true);
                    match &mut least {
                        Some(least) => least.meet(&counts[row]),
                        None => least = Some(counts[row].clone()),
                    }
                }
                let least = least.map(|least| least.bag(taxonomy)).unwrap_or_default();
                chance(taxonomy, label, &least, shown, lift)
            })
            .collect();
        Draws { children, is_there, chances }
    }

    /// The children that are there together in a share of at least `confidence` of the draws: the surest first, as long as it holds of
    /// all of them.
    pub fn named(&self, confidence: f64, weights: Weights) -> Vec<Node> {
        let possible = self.chances.iter().filter(|&&chance| chance > 0.0).count();
        let mut weights: Vec<f64> = match weights {
            Weights::Chances if possible >= FEWEST => self.chances.clone(),
            _ => vec![1.0; self.chances.len()],
        };
        let all: f64 = weights.iter().sum();
        let share = |weights: &[f64], child: usize| -> f64 {
            let there = weights.iter().zip(&self.is_there[child]).filter(|(_, is_there)| **is_there);
            there.map(|(weight, _)| weight).sum::<f64>() / all
        };
        let mut surest: Vec<(f64, usize)> =
            (0..self.children.len()).map(|child| (share(&weights, child), child)).collect();
        surest.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut named = Vec::new();
        for (_, child) in surest.into_iter().take_while(|&(share, _)| share >= confidence) {
            if share(&weights, child) < confidence {
                break;
            }
            for (weight, is_there) in weights.iter_mut().zip(&self.is_there[child]) {
                *weight = if *is_there { *weight } else { 0.0 };
            }
            named.push(self.children[child]);
        }
        named
    }
}
