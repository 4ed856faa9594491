//! Attacks where an owner has many rows: how often somebody asked, and which rows are of one owner.

use clump::Data;
use clump::core::anonymize::Cutter;
use clump::core::anonymize::pieces::PiecesParameters;
use clump::core::cut::WholeQueries;
use clump::core::risk::{GuessedBy, RiskParameters, risk_of_pieces};

use crate::{Figure, Tried, share, whole_rows};

/// A group of k owners in which one asked again and again, if every query had a row.
pub fn intensity(data: &Data, k: usize) -> Tried<Figure> {
    let Data { transactions, taxonomy, .. } = data;
    let groups = whole_rows(transactions, taxonomy, k)?.group_sizes(transactions);
    let is_most = |part: usize, whole: usize| 2 * part > whole;
    let told = groups.iter().filter(|group| is_most(group.most_of_one, group.transactions)).count();
    let now = groups.iter().filter(|group| is_most(1, group.owners)).count();
    Ok(Figure {
        attack: "intensity",
        counted: "groups of queries of which one owner has more than half of the rows",
        shares: vec![
            ("a row for each query", share(told, groups.len())),
            ("a row for each owner", share(now, groups.len())),
        ],
    })
}

/// Given one piece of somebody, another one is guessed.
pub fn reassociation(data: &Data, k: usize) -> Tried<Figure> {
    let Data { transactions, taxonomy, .. } = data;
    let queries = WholeQueries::default();
    let cut = PiecesParameters::new(k).check()?.cut(transactions, &queries, taxonomy, &())?;
    let cut = cut.canonical(taxonomy, &Default::default());
    let found = risk_of_pieces(transactions, &queries, taxonomy, &cut, &[], RiskParameters::default());
    let right = |by: GuessedBy| {
        let guessed = found.reassociation.iter().find(|guessed| guessed.by == by);
        guessed.map_or(0.0, |guessed| guessed.at_ten.share)
    };
    Ok(Figure {
        attack: "re-association",
        counted: "owners of whom another piece is among ten guesses, given one",
        shares: vec![
            ("by what goes together", right(GuessedBy::Reference)),
            ("control: the pieces of most owners", right(GuessedBy::Size)),
        ],
    })
}
