//! Attacks on pieces, in lines for a person.

use clump_core::risk::{GuessedBy, PieceRisk, Proportion, Reassociation};

use super::percent;
use crate::count;

/// Each figure with its name.
pub(super) fn lines(risk: &PieceRisk) -> Vec<(String, String)> {
    let PieceRisk { linkage_by_query, reassociation, certainty } = risk;
    let linked = linkage_by_query.iter().map(|attack| {
        let queries = if attack.known == 1 { "query" } else { "queries" };
        (format!("linked by {} {queries}", attack.known), with_interval(attack.right_row))
    });
    let made_certain = format!(
        "by {} of {} labels, {} of all that is published",
        count(certainty.certain_labels),
        count(certainty.labels),
        percent(certainty.share)
    );
    let sensitive = certainty.sensitive.iter().map(|found| {
        let owners =
            format!("of {} owners before, {} after", count(found.owners_before), count(found.owners));
        (format!("{} certain", found.node), owners)
    });
    let guessed = reassociation.iter().map(|found| (format!("row by {}", word(found.by)), guesses(found)));
    linked.chain(guessed).chain([("word certain".to_owned(), made_certain)]).chain(sensitive).collect()
}

fn guesses(found: &Reassociation) -> String {
    let lift = |lift: Option<f64>| lift.map_or(String::new(), |lift| format!(", {lift:.1} times chance"));
    let is_chance = found.by == GuessedBy::Chance;
    let [at_one, at_ten] =
        [found.lift_at_one, found.lift_at_ten].map(|times| lift(times.filter(|_| !is_chance)));
    format!("{}{at_one}; in ten guesses {}{at_ten}", with_interval(found.at_one), percent(found.at_ten.share))
}

fn with_interval(Proportion { share, low, high }: Proportion) -> String {
    format!("{} ({} to {})", percent(share), percent(low), percent(high))
}

fn word(by: GuessedBy) -> &'static str {
    match by {
        GuessedBy::Reference => "reference log",
        GuessedBy::Closeness => "closeness",
        GuessedBy::Rarity => "rarity",
        GuessedBy::Size => "size alone",
        GuessedBy::Chance => "chance",
    }
}
