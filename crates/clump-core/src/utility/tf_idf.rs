//! Rows as tf-idf vectors. The features of a row are its nodes and their ancestors; tf is how many nodes of the row stand
//! at or below the feature, idf = ln(rows / rows with the feature). Rows are alike by the cosine of their vectors.

use super::Weighted;
use crate::containers::Ragged;
use crate::counts::Counts;
use crate::taxonomy::{Node, Taxonomy};

/// The vectors of some bags.
pub(super) struct TfIdf {
    /// The features of each bag and how often they stand there.
    features: Vec<Vec<(Node, u32)>>,
    /// The bags with each feature, and how often it stands there.
    holders: Ragged<(u32, u32)>,
    /// The square of idf: both vectors of a product have it as a factor.
    idf_squared: Vec<f64>,
    /// The length of each vector.
    norm: Vec<f64>,
}

impl TfIdf {
    /// The vectors of `bags`. O(items x depth of the taxonomy), in time and in memory.
    pub fn with_ancestors(bags: &Weighted<'_>, taxonomy: &Taxonomy) -> TfIdf {
        let features_of = |bag: &[Node]| Counts::of(taxonomy, bag).iter().collect();
        let features: Vec<Vec<(Node, u32)>> = bags.bags.iter().map(features_of).collect();
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
        // What all rows have tells none from another, and would have the longest list.
        let telling = |(node, _): &(Node, u32)| idf_squared[node.index()] > 0.0;
        let by_feature = features.iter().enumerate().flat_map(|(bag, features)| {
            let filed = move |&(node, count): &(Node, u32)| (node.index(), (bag as u32, count));
            features.iter().filter(|feature| telling(feature)).map(filed)
        });
        let holders = Ragged::by_key(taxonomy.len(), by_feature);
        TfIdf { features, holders, idf_squared, norm }
    }

    /// Writes into `likeness` how like each bag is to `bag`, from 0 to [`SAME`]. O(bags that share a feature, for each
    /// feature of `bag`).
    pub fn likeness(&self, bag: usize, sums: &mut Vec<f64>, likeness: &mut Vec<u64>) {
        sums.clear();
        sums.resize(self.norm.len(), 0.0);
        for &(node, count) in &self.features[bag] {
            let weight = self.idf_squared[node.index()] * f64::from(count);
            for &(other, count) in self.holders.get(node.index()) {
                sums[other as usize] += weight * f64::from(count);
            }
        }
        likeness.clear();
        // A row without telling features has nothing in common with any.
        let cosine =
            |(&sum, &norm): (&f64, &f64)| if sum > 0.0 { sum / (norm * self.norm[bag]) } else { 0.0 };
        likeness.extend(sums.iter().zip(&self.norm).map(cosine).map(|cosine| (cosine * SAME).round() as u64));
    }
}

/// Cosines are compared as whole multiples of 2^-32, so that rows that are as like as each other tie whatever the last
/// bits of their cosines are.
const SAME: f64 = 4_294_967_296.0;
