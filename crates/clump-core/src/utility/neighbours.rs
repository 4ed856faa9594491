//! Similarity of owners that a release preserves: of the ten rows most similar to a row by tf-idf, the share that
//! are among the ten most similar in the release.
//!
//! The features of a row are its labels *and their ancestors*, each with the number of labels at or below it.
//! Otherwise `dog` and `animal` would have nothing in common, and a published row would only be similar to rows
//! with exactly the same nodes. The data have the same kind of features, so that the overlap is 1 if nothing
//! changed. With items alone for the data and ancestors for the release, 53,058 generated owners published as they
//! are overlap by only 0.28, which is an effect of the features.

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::{UtilityParameters, Weighted};
use crate::containers::Ragged;
use crate::counts::Counts;
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};

const NEIGHBOURS: usize = 10;

/// Number of the random stream that samples rows; queries use other streams.
const STREAM: u64 = 1 << 33;

/// The mean overlap of neighbours in the data and the release over sampled rows; 1 if no row has a neighbour.
pub(super) fn neighbour_overlap(
    data: &Weighted<'_>,
    published: &Weighted<'_>,
    release: &Release,
    taxonomy: &Taxonomy,
    parameters: &UtilityParameters,
) -> f64 {
    let rows = release.rows();
    let mut random = ChaCha8Rng::seed_from_u64(parameters.seed);
    random.set_stream(STREAM);
    let mut all: Vec<usize> = (0..rows).collect();
    let sample = all.partial_shuffle(&mut random, parameters.owners.min(rows)).0;
    if rows < 2 || sample.is_empty() {
        return 1.0;
    }
    let before = TfIdf::with_ancestors(data, taxonomy);
    let after = TfIdf::with_ancestors(published, taxonomy);
    let overlap = |&row: &usize| {
        let own = release.bag_of(row);
        let (before, after) = (before.likeness(row), after.likeness(own));
        let nearest_before = Neighbours::new(&before, &data.rows, row);
        let nearest_after = Neighbours::new(&after, &published.rows, own);
        let others = (0..rows).filter(|&other| other != row);
        let both = others.map(|other| {
            let degree = nearest_before.degree(before[other]);
            degree.min(nearest_after.degree(after[release.bag_of(other)]))
        });
        both.sum::<f64>() / NEIGHBOURS.min(rows - 1) as f64
    };
    let overlaps: Vec<f64> = sample.par_iter().map(overlap).collect();
    overlaps.iter().sum::<f64>() / overlaps.len() as f64
}

/// The nearest rows of a row, each with a degree from 0 to 1: rows that tie at the last place share the remaining
/// places. The overlap of two results is the sum of the lesser degrees. If only one side has ties, it is the mean
/// over random choices among the ties; it is 1 if nothing changed.
struct Neighbours {
    /// The similarity of the last neighbour.
    last: u64,
    /// The degree of each row that is exactly as similar as the last neighbour.
    share: f64,
}

impl Neighbours {
    /// Finds the neighbours of a row of bag `own`, from the similarity of each bag and its number of rows. The row
    /// must not be the only row.
    fn new(likeness: &[u64], rows: &[u32], own: usize) -> Neighbours {
        // Number of rows by similarity to the row, for as few of the highest values as have enough rows.
        let mut highest: BTreeMap<u64, usize> = BTreeMap::new();
        let (mut total, mut least) = (0, 0);
        for (bag, (&likeness, &rows)) in likeness.iter().zip(rows).enumerate() {
            let others = rows as usize - usize::from(bag == own);
            if others == 0 || likeness < least {
                continue;
            }
            *highest.entry(likeness).or_default() += others;
            total += others;
            while let Some(lowest) = highest.first_entry()
                && total - lowest.get() >= NEIGHBOURS
            {
                total -= lowest.remove();
            }
            if total >= NEIGHBOURS {
                least = highest.first_key_value().map_or(0, |(&value, _)| value);
            }
        }
        let (&last, &tied) = highest.first_key_value().expect("there are other rows");
        let places = NEIGHBOURS - (total - tied);
        Neighbours { last, share: places.min(tied) as f64 / tied as f64 }
    }

    #[inline]
    fn degree(&self, likeness: u64) -> f64 {
        match likeness.cmp(&self.last) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => self.share,
            std::cmp::Ordering::Less => 0.0,
        }
    }
}

// Rows as tf-idf vectors. The features of a row are its nodes and their ancestors. tf is the number of nodes of the
// row at or below the feature, and idf = ln(rows / rows with the feature). The similarity of two rows is the cosine
// of their vectors.

struct TfIdf {
    /// For each bag, its features and their counts.
    features: Vec<Vec<(Node, u32)>>,
    /// For each feature, the bags with it, and its count in each.
    holders: Ragged<(u32, u32)>,
    /// The square of idf for each feature, because both vectors of a product have idf as a factor.
    idf_squared: Vec<f64>,
    norm: Vec<f64>,
}

impl TfIdf {
    /// Computes the vectors of `bags`. O(items x depth of the taxonomy), in time and in memory.
    fn with_ancestors(bags: &Weighted<'_>, taxonomy: &Taxonomy) -> TfIdf {
        let features: Vec<Vec<(Node, u32)>> =
            bags.bags.iter().map(|bag| Counts::of(taxonomy, bag).0).collect();
        let mut rows_with = vec![0u64; taxonomy.len()];
        for (features, &rows) in features.iter().zip(&bags.rows) {
            for (node, _) in features {
                rows_with[node.index()] += u64::from(rows);
            }
        }
        let rows: u64 = bags.rows.iter().map(|&rows| u64::from(rows)).sum();
        let idf = |with: u64| if with == 0 { 0.0 } else { (rows as f64 / with as f64).ln() };
        let idf_squared: Vec<f64> = rows_with.into_iter().map(|with| idf(with).powi(2)).collect();
        let square = |&(node, count): &(Node, u32)| idf_squared[node.index()] * f64::from(count).powi(2);
        let norm = features.iter().map(|features| features.iter().map(square).sum::<f64>().sqrt()).collect();
        // A feature that all rows have does not distinguish rows, and would have the longest list.
        let telling = |(node, _): &(Node, u32)| idf_squared[node.index()] > 0.0;
        let by_feature = features.iter().enumerate().flat_map(|(bag, features)| {
            let filed = move |&(node, count): &(Node, u32)| (node.index(), (bag as u32, count));
            features.iter().filter(|feature| telling(feature)).map(filed)
        });
        let holders = Ragged::by_key(taxonomy.len(), by_feature);
        TfIdf { features, holders, idf_squared, norm }
    }

    /// The similarity of each bag to `bag`, from 0 to [`SAME`]. O(bags that share a feature), for each feature of
    /// `bag`.
    fn likeness(&self, bag: usize) -> Vec<u64> {
        let mut sums = vec![0.0; self.norm.len()];
        for &(node, count) in &self.features[bag] {
            let weight = self.idf_squared[node.index()] * f64::from(count);
            for &(other, count) in self.holders.get(node.index()) {
                sums[other as usize] += weight * f64::from(count);
            }
        }
        // A row without distinguishing features has similarity 0 to every row.
        let cosine = |(sum, norm): (f64, &f64)| if sum > 0.0 { sum / (norm * self.norm[bag]) } else { 0.0 };
        sums.into_iter().zip(&self.norm).map(cosine).map(|cosine| (cosine * SAME).round() as u64).collect()
    }
}

/// The similarity of equal rows. Cosines are compared as whole multiples of 2^-32, so that equally similar rows tie
/// despite rounding errors.
const SAME: f64 = 4_294_967_296.0;
