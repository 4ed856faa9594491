//! The view of attacks: their success on the original data and on the release.

use clump_core::risk::{GuessedBy, Linkage, PieceCertainty, PieceRisk, Proportion, Reassociation, Risk};
use maud::{Markup, html};

use super::{View, is_empty, term_tiles, terms};
use crate::chart::{Chart, Look, Point, Series};
use crate::glossary::Term;
use crate::number::{count, counted, percent};
use crate::page::Page;
use crate::table::{Cell, Column, Table};
use crate::{Assessment, FigureByK, Noun, NumberFormat, Runs};

/// The view of measured risks before and after the release, and of the runs of a comparison.
pub fn view(page: &Page) -> Option<View> {
    let k = page.certificate.as_ref().and_then(|certificate| certificate.promise.promise().k());
    let noun = &page.noun;
    let body = html! {
        @if let Some(pair) = &page.assessment { (of_release(pair, k, noun)) }
        @if let Some(chart) = page.comparison.as_ref().and_then(|runs| of_runs(runs, noun)) { (chart.figure()) }
    };
    let heading = if page.assessment.is_some() { "Risk before and after" } else { "Risk" };
    (!is_empty(&body)).then(|| View { id: "risk", name: "Risk", heading: heading.to_owned(), body })
}

fn of_release(pair: &Assessment, k: Option<usize>, noun: &Noun) -> Markup {
    let mut charts = vec![unique(pair, noun), linkage(pair, k, noun)];
    charts.extend(pair.pieces.as_ref().map(|risk| by_query(risk, k, noun)));
    html! {
        (numbers(pair, noun))
        div.pair { @for chart in charts.iter().filter(|chart| chart.has_points()) { (chart.figure()) } }
        @if let Some(risk) = &pair.pieces {
            @if !risk.reassociation.is_empty() { (reassociated(&risk.reassociation, noun)) }
            (certain(&risk.certainty, noun))
        }
    }
}

fn of_runs(runs: &Runs, noun: &Noun) -> Option<Chart> {
    let bound = runs.ks().into_iter().filter(|&k| k > 0).map(|k| (k, 1.0 / k as f64)).collect();
    runs.by_k(FigureByK {
        id: "linkage-by-k",
        title: "Success of a linkage attack, by method",
        note: noun.say(Term::Linkage.sentence()),
        of: |cost| cost.linkage.map(|linkage| linkage.share),
        bound: ("1 / k", bound),
    })
}

fn numbers(pair: &Assessment, noun: &Noun) -> Markup {
    let (before, after) = (&pair.before, &pair.after);
    let change = |figure: fn(&Risk) -> f64| changed(Some(percent(figure(before))), &percent(figure(after)));
    let mut figures = vec![
        (Term::Prosecutor, change(|risk| risk.prosecutor_highest)),
        (Term::Marketer, change(|risk| risk.prosecutor_mean)),
    ];
    if let (Some(was), Some(is)) = (before.journalist, after.journalist) {
        figures.push((Term::Journalist, changed(Some(percent(was)), &percent(is))));
    }
    if let Some(homogeneous) = after.homogeneous {
        let was = before.homogeneous.map(|was| count(was.groups));
        figures.push((Term::Homogeneous, changed(was, &count(homogeneous.groups))));
    }
    term_tiles(noun, figures)
}

fn changed(was: Option<String>, is: &str) -> Markup {
    html! { @if let Some(was) = was { span.was { (was) " →" } " " } (is) }
}

fn unique(pair: &Assessment, noun: &Noun) -> Chart {
    let series = |name: &str, look, risk: &Risk| {
        Series::new(name, look, risk.unique.iter().map(|unique| (unique.known as f64, unique.share)))
    };
    chart(
        "unique",
        &noun.say("Owners that known items single out"),
        noun.say(Term::Unique.sentence()),
        "items",
        vec![series("before", Look::Before, &pair.before), series("after", Look::After, &pair.after)],
    )
}

fn linkage(pair: &Assessment, k: Option<usize>, noun: &Noun) -> Chart {
    let (before, after) = (&pair.before.linkage, &pair.after.linkage);
    let mut all = vec![
        success("right row, before", Look::Before, before, |attack| attack.right_row),
        success("right row, after", Look::After, after, |attack| attack.right_row),
        success("right group, after", Look::Nth(1), after, |attack| attack.right_group),
    ];
    all.extend(k.map(|k| one_in(k, after)));
    let attacked = pair.after.linkage.iter().map(|attack| attack.attacked).max().unwrap_or(0);
    let note = format!(
        "{} Tried on {}, with 95 % intervals.",
        Term::Linkage.sentence(),
        counted(attacked, "owner", "owners")
    );
    chart("linkage", "Success of a linkage attack", noun.say(&note), "items", all)
}

fn success(name: &str, look: Look, attacks: &[Linkage], right: fn(&Linkage) -> Proportion) -> Series {
    let point = |attack: &Linkage| {
        let Proportion { share, low, high } = right(attack);
        Point { x: attack.known as f64, y: share, interval: Some((low, high)) }
    };
    Series { name: name.to_owned(), look, points: attacks.iter().map(point).collect() }
}

/// The line `1 / k` for comparison: the success of a guess among k owners of a row.
fn one_in(k: usize, attacks: &[Linkage]) -> Series {
    let level = |attack: &Linkage| (attack.known as f64, 1.0 / k as f64);
    Series::new(format!("1 / {k}"), Look::Bound, attacks.iter().map(level))
}

/// A chart of success against the number of things that the attacker knows.
fn chart(id: &'static str, title: &str, note: String, known: &str, series: Vec<Series>) -> Chart {
    Chart { note, series, ..Chart::of_shares(id, title, format!("{known} that the attacker knows")) }
}

fn by_query(risk: &PieceRisk, k: Option<usize>, noun: &Noun) -> Chart {
    let attacks = &risk.linkage_by_query;
    let mut series = vec![
        success("right row", Look::After, attacks, |attack| attack.right_row),
        success("right group", Look::Nth(1), attacks, |attack| attack.right_group),
    ];
    series.extend(k.map(|k| one_in(k, attacks)));
    let note = noun.say(Term::KnownQueries.sentence());
    chart("linkage-by-query", "Success of linkage by queries", note, "queries", series)
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
        let side = |found: fn(&Reassociation) -> Proportion, lift: Option<f64>| {
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
