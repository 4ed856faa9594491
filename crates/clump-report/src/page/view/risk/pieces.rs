//! Risks of pieces beyond single rows: rows linked to one owner, and facts that a known word makes certain.

use clump_core::risk::{GuessedBy, Linkage, PieceCertainty, PieceRisk, Reassociation};

use maud::{Markup, html};

use super::success;
use crate::chart::{Chart, Look, Series};
use crate::glossary::Term;
use crate::number::{count, counted, percent};
use crate::page::view::{term_tiles, terms};
use crate::table::{Cell, Column, Table};
use crate::{Noun, NumberFormat};

/// Tables of the attacks with their controls.
pub fn view(risk: &PieceRisk, noun: &Noun) -> Markup {
    html! {
        @if !risk.reassociation.is_empty() { (reassociated(&risk.reassociation, noun)) }
        (certain(&risk.certainty, noun))
    }
}

/// Linkage by known queries, if there are any.
pub fn by_query(risk: &PieceRisk, k: Option<usize>, noun: &Noun) -> Chart {
    let attacks = &risk.linkage_by_query;
    let mut series = vec![
        success("right row", Look::After, attacks, |attack| attack.right_row),
        success("right group", Look::Nth(1), attacks, |attack| attack.right_group),
    ];
    if let Some(k) = k {
        let level = |attack: &Linkage| (attack.known as f64, 1.0 / k as f64);
        series.push(Series::new(format!("1 / {k}"), Look::Bound, attacks.iter().map(level)));
    }
    let note = noun.say(Term::KnownQueries.sentence());
    super::chart("linkage-by-query", "Success of linkage by queries", note, "queries", series)
}

fn reassociated(found: &[Reassociation], noun: &Noun) -> Markup {
    let attacked = found.iter().map(|way| way.attacked).max().unwrap_or(0);
    html! {
        figure id="reassociation" {
            figcaption {
                h3 { (noun.say(Term::Reassociation.name())) }
                p {
                    (noun.say(Term::Reassociation.sentence())) " Tried on "
                    (noun.say(&counted(attacked, "owner", "owners"))) ", with 95 % intervals."
                }
            }
            (table(found).html(&noun.say(Term::Reassociation.name()), Some("reassociation-numbers")))
            (terms(noun, &[Term::Reference, Term::Closeness, Term::Rarity, Term::Size, Term::Chance, Term::Lift]))
        }
        "\n"
    }
}

fn term(by: GuessedBy) -> Term {
    match by {
        GuessedBy::Reference => Term::Reference,
        GuessedBy::Closeness => Term::Closeness,
        GuessedBy::Rarity => Term::Rarity,
        GuessedBy::Size => Term::Size,
        GuessedBy::Chance => Term::Chance,
    }
}

fn table(found: &[Reassociation]) -> Table {
    let share = |name: &str| Column::with_format(name, NumberFormat::Percent);
    let times = |name: &str| Column::with_decimals(name, 1);
    let chance = found.iter().find(|way| way.by == GuessedBy::Chance);
    let row = |way: &Reassociation| {
        let side = |found: fn(&Reassociation) -> clump_core::risk::Proportion, lift: Option<f64>| {
            let own = found(way);
            [
                Cell::Number(own.share),
                Cell::text(format!("{} to {}", percent(own.low), percent(own.high))),
                Cell::number(chance.map(|chance| found(chance).share)),
                Cell::number(lift),
            ]
        };
        let name = term(way.by).name();
        let name = if way.by.is_control() { format!("{name} (control)") } else { name.to_owned() };
        [Cell::text(name)]
            .into_iter()
            .chain(side(|way| way.at_one, way.lift_at_one))
            .chain(side(|way| way.at_ten, way.lift_at_ten))
            .collect()
    };
    Table {
        columns: vec![
            Column::text("guessed by"),
            share("right at once"),
            Column::new("interval"),
            share("chance"),
            times("lift"),
            share("right in ten"),
            Column::new("interval"),
            share("chance"),
            times("lift"),
        ],
        rows: found.iter().map(row).collect(),
    }
}

fn certain(certainty: &PieceCertainty, noun: &Noun) -> Markup {
    let of_labels = format!("{} of {}", count(certainty.certain_labels), count(certainty.labels));
    let shown = Table {
        columns: vec![Column::text("who has"), Column::text("certainly has"), Column::new("published")],
        rows: certainty
            .shown
            .iter()
            .map(|found| {
                let times = Cell::Count(found.occurrences as usize);
                vec![Cell::text(&found.known), Cell::text(&found.certain), times]
            })
            .collect(),
    };
    let sensitive = Table {
        columns: vec![
            Column::text("sensitive"),
            Column::new(noun.say("owners before")),
            Column::new(noun.say("owners after")),
        ],
        rows: certainty
            .sensitive
            .iter()
            .map(|found| {
                vec![Cell::text(&found.node), Cell::Count(found.owners_before), Cell::Count(found.owners)]
            })
            .collect(),
    };
    html! {
        (term_tiles(noun, [(Term::CertainLabels, of_labels), (Term::CertainShare, percent(certainty.share))]))
        @if !shown.rows.is_empty() {
            (shown.folded("What is certain", "Labels that make others certain", "certain-labels"))
        }
        @if !sensitive.rows.is_empty() {
            figure id="certain-sensitive" {
                figcaption {
                    h3 { (Term::SensitiveCertain.name()) }
                    p { (noun.say(Term::SensitiveCertain.sentence())) }
                }
                (sensitive.html(Term::SensitiveCertain.name(), Some("certain-sensitive-numbers")))
            }
        }
    }
}
