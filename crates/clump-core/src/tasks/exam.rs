//! Exam: original training data and held-out owners, with which the knowledge of a reader is scored.

use serde::{Deserialize, Serialize};

use super::baskets::{lift, recommendation, rules};
use super::categories::categories;
use super::completion::completion;
use super::counts::{top_counts, trends};
use super::knowledge::{Knowledge, Learned};
use super::neighbours::co_occurrence;
use super::prediction::{clicks, next_query};
use super::purpose::Purpose;

/// Data of the owners who are in no release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeldOut {
    /// Facts with the numbers of held-out owners.
    pub facts: Knowledge,
    /// Items of each held-out transaction.
    pub baskets: Vec<Vec<String>>,
}

/// All data that a score needs besides the release.
#[derive(Clone, Debug, Default)]
pub struct Exam {
    /// Facts of the owners of the release, with exact numbers of owners and without a threshold.
    pub original: Knowledge,
    /// Number of these owners.
    pub owners: u64,
    /// Data of the other owners.
    pub held_out: HeldOut,
}

/// Score of a release for one purpose, and its share of the score of the original data.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptUse {
    /// The purpose of the task.
    pub purpose: Purpose,
    /// Score of the release, from 0 to 1.
    pub score: f64,
    /// Score of the release divided by that of the original training data.
    pub kept: f64,
}

impl Exam {
    /// Score of a reader with `known` for a purpose, from 0 to 1; `None` if the data has no question for it, for
    /// example clicks in a log without clicks. See the functions of the tasks for their definitions.
    pub fn score(&self, purpose: Purpose, known: &Knowledge) -> Option<f64> {
        let (original, test) = (&self.original, &self.held_out.facts);
        let described = |kind| top_counts(known.of(kind), original.of(kind));
        match purpose {
            Purpose::Completion => completion(known, test.of(Learned::Query)),
            Purpose::Queries => described(Learned::Query),
            Purpose::Words => described(Learned::Word),
            Purpose::Phrases => described(Learned::WordPair),
            Purpose::CoOccurrence => {
                co_occurrence(known.of(Learned::WordPair), original.of(Learned::WordPair))
            }
            Purpose::Clicks => clicks(known.of(Learned::QueryHost), test.of(Learned::QueryHost)),
            Purpose::NextQuery => next_query(known.of(Learned::QueryNext), test.of(Learned::QueryNext)),
            Purpose::Trends => trends(known.of(Learned::QueryDay), original.of(Learned::QueryDay)),
            Purpose::Prevalence => described(Learned::Item),
            Purpose::Categories => categories(known, original),
            Purpose::Pairs => described(Learned::ItemPair),
            Purpose::Rules => rules(known, original, self.owners),
            Purpose::Recommendation => recommendation(known, &self.held_out.baskets),
            Purpose::Lift => lift(known, original),
        }
    }

    /// The purposes for which the original training data scores more than 0, with its scores.
    pub fn originals(&self) -> Vec<(Purpose, f64)> {
        let score = |purpose| Some((purpose, self.score(purpose, &self.original)?));
        Purpose::ALL.into_iter().filter_map(score).filter(|&(_, score)| score > 0.0).collect()
    }

    /// Scores of a reader with `known` for all purposes with a score of the original.
    pub fn scores(&self, known: &Knowledge) -> Vec<KeptUse> {
        self.originals().into_iter().map(|at| self.kept(at, known)).collect()
    }

    /// Score of a reader with `known` for a purpose in which the original has the score `of`, which must not be 0.
    pub fn kept(&self, (purpose, of): (Purpose, f64), known: &Knowledge) -> KeptUse {
        let score = self.score(purpose, known).unwrap_or(0.0);
        KeptUse { purpose, score, kept: score / of }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::RowContent;

    /// Ten owners of each of three queries; a tenth of them is held out.
    fn log() -> Exam {
        let learn = |owners: u64| {
            let mut known = Knowledge::default();
            for (query, words) in [
                ("dog food", ["dog", "food"]),
                ("car rental", ["car", "rental"]),
                ("cat food", ["cat", "food"]),
            ] {
                known.learn_row(RowContent::Words, &words, Some(query), owners);
                known.learn(Learned::QueryHost, &format!("{query}\u{1f}shop.example"), owners);
                known.learn(Learned::QueryNext, &format!("{query}\u{1f}weather"), owners);
                for day in ["2006-03-01", "2006-03-02"] {
                    known.learn(Learned::QueryDay, &format!("{query}\u{1f}{day}"), owners);
                }
            }
            known
        };
        Exam { original: learn(9), owners: 27, held_out: HeldOut { facts: learn(1), baskets: Vec::new() } }
    }

    fn baskets() -> Exam {
        let mut original = Knowledge::default();
        original.learn_row(RowContent::Items, &["A01.0", "B20.1"], None, 8);
        original.learn_row(RowContent::Items, &["A01.0", "C33"], None, 6);
        let basket = |items: [&str; 2]| items.map(str::to_owned).to_vec();
        let baskets = vec![basket(["A01.0", "B20.1"]), basket(["A01.0", "C33"])];
        Exam { original, owners: 14, held_out: HeldOut { facts: Knowledge::default(), baskets } }
    }

    /// The controls: the original scores its top, and an empty release nothing.
    #[test]
    fn the_original_keeps_all_and_an_empty_release_nothing() {
        for (exam, are_queries) in [(log(), true), (baskets(), false)] {
            let originals = exam.originals();
            let expected: Vec<Purpose> =
                Purpose::ALL.into_iter().filter(|purpose| purpose.is_of_queries() == are_queries).collect();
            let found: Vec<Purpose> = originals.iter().map(|&(purpose, _)| purpose).collect();
            assert_eq!(found, expected);
            for at in originals {
                assert_eq!(at.1, 1.0, "{at:?}: these data are regular");
                assert_eq!(exam.kept(at, &exam.original).kept, 1.0, "{at:?}");
                assert_eq!(
                    exam.kept(at, &Knowledge::default()),
                    KeptUse { purpose: at.0, score: 0.0, kept: 0.0 },
                    "{at:?}"
                );
            }
        }
    }

    /// A threshold above all facts leaves nothing, one below all of them everything.
    #[test]
    fn plain_sql_is_between_them() {
        let exam = baskets();
        for at in exam.originals() {
            let kept = |k| exam.kept(at, &exam.original.at_least(k)).kept;
            assert_eq!((kept(6), kept(15)), (1.0, 0.0), "{at:?}");
            assert!(kept(7) < 1.0, "{at:?}");
        }
    }
}
