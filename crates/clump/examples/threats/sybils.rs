//! Owners whom an attacker makes up, to ask whether somebody has a word.
//!
//! The attacker knows some words of a target and sends k - 1 owners into the data who have these words and the word in question. If
//! the target has it, the target is the k-th owner of a row that shows all of these words as typed. So the answer is yes if the
//! release has such a row, and no otherwise. One question of two is about a word that the target has; a coin is right half of
//! the time.

use clump::core::release::Release;
use clump::core::taxonomy::{Node, Taxonomy};
use clump::core::transactions::Transactions;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{Figure, Tried, share, whole_rows};

/// The most owners who are asked about.
const TARGETS: usize = 120;
/// The least number of words of a target.
const WORDS: usize = 4;

/// How much the attacker knows of a target, besides the word in question.
#[derive(Clone, Copy)]
enum Known {
    AllButOne,
    ThreeQuarters,
    Half,
}

/// Whether the target has the last of `words`; the others are known.
struct Question {
    words: Vec<Node>,
    is_had: bool,
}

/// Questions about owners with enough words, spread over all rows. Every owner has one row.
fn questions(transactions: &Transactions, known: Known) -> Vec<Question> {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let distinct = |row: usize| {
        let mut items = transactions.get(row).to_vec();
        items.dedup();
        items
    };
    let rows: Vec<usize> = (0..transactions.len()).filter(|&row| distinct(row).len() >= WORDS).collect();
    let targets = rows.iter().step_by(rows.len().div_ceil(TARGETS).max(1));
    let mut found = Vec::new();
    for (number, &row) in targets.enumerate() {
        let own = distinct(row);
        let mut words = own.clone();
        words.shuffle(&mut random);
        let had = words.pop().expect("a target has words");
        match known {
            Known::AllButOne => {}
            Known::ThreeQuarters => words.truncate(own.len() * 3 / 4),
            Known::Half => words.truncate(own.len() / 2),
        }
        let is_had = number % 2 == 0;
        let word = if is_had {
            had
        } else {
            // As common as words are: one of somebody else.
            let others = std::iter::repeat_with(|| {
                let other = distinct(random.random_range(0..transactions.len()));
                other[random.random_range(0..other.len())]
            });
            match others.take(1000).find(|word| !own.contains(word)) {
                Some(word) => word,
                None => continue,
            }
        };
        words.push(word);
        found.push(Question { words, is_had });
    }
    found
}

/// What an attacker gets for all questions.
#[derive(Clone, Copy)]
struct Answers {
    /// Share of the questions that are answered rightly.
    right: f64,
    /// Share of the questions that are answered with yes, rightly.
    yes: f64,
    /// Share of the answers of yes that are right.
    right_of_yes: f64,
}

/// Answers the `questions` from `release`.
fn answers(release: &Release, questions: &[Question]) -> Answers {
    let shows_all = |words: &[Node]| {
        release.bags().iter().any(|bag| words.iter().all(|word| bag.binary_search(word).is_ok()))
    };
    let count = |is_counted: fn(bool, bool) -> bool| {
        questions.iter().filter(|question| is_counted(shows_all(&question.words), question.is_had)).count()
    };
    let right = count(|yes, had| yes == had);
    let yes = count(|yes, _| yes);
    let right_yes = count(|yes, had| yes && had);
    Answers {
        right: share(right, questions.len()),
        yes: share(right_yes, questions.len()),
        right_of_yes: share(right_yes, yes),
    }
}

/// What is answered rightly of a release at `published_k`, where `fakes` owners are made up for each question.
fn answered(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    known: Known,
    published_k: usize,
    fakes: usize,
) -> Tried<Answers> {
    let questions = questions(transactions, known);
    let mut joined = transactions.clone();
    for Question { words, .. } in &questions {
        let mut words = words.clone();
        words.sort_unstable();
        (0..fakes).for_each(|_| joined.push(joined.owners() as u32, words.iter().copied()));
    }
    Ok(answers(&whole_rows(&joined, taxonomy, published_k)?, &questions))
}

/// Questions about whole rows at `k`, with k - 1 owners made up for each.
pub fn sybils_who_know(transactions: &Transactions, taxonomy: &Taxonomy, k: usize) -> Tried<Figure> {
    let answered = |known, published_k, fakes| answered(transactions, taxonomy, known, published_k, fakes);
    let half = answered(Known::Half, k, k - 1)?;
    Ok(Figure {
        attack: "sybils who know words",
        counted: "answers that are right to whether an owner has a word, after k - 1 owners were made up for each question",
        shares: vec![
            ("all other words known", answered(Known::AllButOne, k, k - 1)?.right),
            ("three quarters of them", answered(Known::ThreeQuarters, k, k - 1)?.right),
            ("half of them", half.right),
            ("half of them, answered with yes", half.yes),
            ("of these right", half.right_of_yes),
            ("control: nobody made up", answered(Known::AllButOne, k, 0)?.right),
            (
                "all other words known, published with twice that k",
                answered(Known::AllButOne, 2 * k, k - 1)?.right,
            ),
        ],
    })
}
