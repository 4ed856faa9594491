//! Tasks: what a reader can do with a release, measured on owners who are not in it.
//!
//! A release is made from the data of 80 % of the owners. A reader learns [`Knowledge`] from it: counts of queries,
//! words, clicks or items. Every kind of release turns into the same knowledge, so one code measures them all. Each
//! [`Purpose`] has one task, and a task gives a score from 0 to 1. [`Exam`] holds the data of a task:
//!
//! ```text
//! purpose       the purposes of readers, each with its question
//! knowledge     all that a reader learns from a release
//! exam          original training data and held-out owners; scores, and shares of the score of the original
//! counts        the most frequent facts: are their numbers right? Also by day
//! completion    a query from its first letters
//! prediction    the clicked host and the next query
//! neighbours    words that people type together
//! baskets       rules between items, lift, and recommendations for held-out baskets
//! categories    codes by their first three characters
//! ```
//!
//! There are two sorts of tasks. A prediction (completion, clicks, next query, recommendation) is tested on the
//! held-out owners: whoever knows the training data by heart, but no regularity, scores low. A description (counts,
//! trends, neighbours, rules, lift) is compared with the original training data, so the original scores 1. In both,
//! an empty release scores 0. [`Exam::kept`] divides by the score of the original training data. This makes tasks
//! comparable: `0.78` is "keeps 78 % of query completion".
//!
//! No task reads more of a release than its published numbers, and no task knows the method. Ties are broken by text,
//! and sums have a fixed order, so a score depends on the data alone. The time of a task is linear in the facts, up to
//! a factor for sorting; recommendations also take the pairs of the items of each tested basket.

mod baskets;
mod categories;
mod completion;
mod counts;
mod exam;
mod knowledge;
mod neighbours;
mod prediction;
mod purpose;

pub use exam::{Exam, HeldOut, KeptUse};
pub use knowledge::{FactWeights, Knowledge, Learned, RowContent};
pub use purpose::{NotAPurpose, Purpose};
