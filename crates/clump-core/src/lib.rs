//! Definitions and methods of clump: transactions, generalizations, losses, promises and verdicts, and the methods
//! that turn transactions into a release. This crate reads no files, prints nothing and uses no clock.
//!
//! The flow: [`transactions`] over a [`taxonomy`] -> [`anonymize`] -> [`release`] -> [`verify`], [`measure`],
//! [`fate`], [`utility`] and [`risk`]. [`counts`], [`lcg`] and [`loss`] contain the mathematics; [`containers`]
//! contains the data structures.
//!
//! # Papers
//! - A. Milani Fard, K. Wang: *An Effective Clustering Approach to Web Query Log Anonymization*, SECRYPT 2010. "The
//!   paper". Transactions, LCG, GGD, Clump. Implemented in [`anonymize::clump`]; its Algorithm 2 as printed does
//!   not compute its own Definition 2, see [`lcg`].
//! - Y. He, J. F. Naughton: *Anonymization of Set-Valued Data via Top-Down, Local Generalization*, VLDB 2009. The
//!   promise of k-anonymity for transactions, the penalty reported as `ncp`, and the method in
//!   [`anonymize::partition`].
//! - M. Terrovitis, N. Mamoulis, P. Kalnis: *Privacy-preserving Anonymization of Set-valued Data*, VLDB 2008, and
//!   *Local and Global Recoding Methods for Anonymizing Set-valued Data*, VLDB Journal 2011. The promise of
//!   k^m-anonymity and the method [`anonymize::apriori`].
//! - Y. Xu, K. Wang, A. W.-C. Fu, P. S. Yu: *Anonymizing Transaction Databases for Publication*, KDD 2008. The promise
//!   of (h, k, p)-coherence and the method [`anonymize::coherence`].
//! - V. S. Iyengar: *Transforming Data to Satisfy Privacy Constraints*, KDD 2002. The loss metric LM and the
//!   classification metric CM.
//! - R. J. Bayardo, R. Agrawal: *Data Privacy through Optimal k-Anonymization*, ICDE 2005. The discernibility metric DM.

pub mod anonymize;
pub mod ceilings;
pub mod composition;
pub mod containers;
pub mod counts;
pub mod cut;
pub mod facts;
pub mod fate;
pub mod features;
pub mod floor;
pub mod grow;
pub mod information;
pub mod inspect;
pub mod lcg;
pub mod log;
pub mod loss;
pub mod measure;
pub mod normal_form;
pub mod over_time;
pub mod progress;
pub mod promise;
pub mod release;
pub mod remedy;
pub mod rewrite;
pub mod risk;
pub mod sensitive;
pub mod shards;
pub mod tasks;
pub mod taxonomy;
#[cfg(test)]
mod tests;
pub mod transactions;
pub mod utility;
pub mod verify;

pub use containers::names;
