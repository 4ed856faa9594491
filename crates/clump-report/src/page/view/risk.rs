//! The view of attacks on the data and on the release.

use clump_core::risk::{Linkage, Proportion, Risk};

use maud::{Markup, html};

use super::by_k::{self, Figure};
use super::{View, is_empty, term_tiles};
use crate::chart::{Chart, Look, Point, Series};
use crate::glossary::Term;
use crate::number::{count, counted, percent};
use crate::page::{Page, RiskPair};
use crate::{Noun, Runs};

mod pieces;

/// Risks before and after, and those of the runs of a comparison, if measured.
pub fn view(page: &Page) -> Option<View> {
    let k = page.certificate.as_ref().and_then(|certificate| certificate.promise.promise().k());
    let noun = &page.noun;
    let body = html! {
        @if let Some(pair) = &page.risk { (of_release(pair, k, noun)) }
        @if let Some(chart) = page.comparison.as_ref().and_then(|runs| of_runs(runs, noun)) { (chart.figure()) }
    };
    let heading = if page.risk.is_some() { "Risk before and after" } else { "Risk" };
    (!is_empty(&body)).then(|| View { id: "risk", name: "Risk", heading: heading.to_owned(), body })
}

fn of_release(pair: &RiskPair, k: Option<usize>, noun: &Noun) -> Markup {
    let mut charts = vec![unique(pair, noun), linkage(pair, k, noun)];
    charts.extend(pair.pieces.as_ref().map(|risk| pieces::by_query(risk, k, noun)));
    html! {
        (numbers(pair, noun))
        div.pair { @for chart in charts.iter().filter(|chart| chart.has_points()) { (chart.figure()) } }
        @if let Some(risk) = &pair.pieces { (pieces::view(risk, noun)) }
    }
}

fn of_runs(runs: &Runs, noun: &Noun) -> Option<Chart> {
    let bound = runs.ks().into_iter().filter(|&k| k > 0).map(|k| (k, 1.0 / k as f64)).collect();
    let figure = Figure {
        id: "linkage-by-k",
        title: "Success of a linkage attack, by method",
        note: &noun.say(Term::Linkage.sentence()),
        of: |cost| cost.linkage.map(|linkage| linkage.share),
        bound: Some(("1 / k", bound)),
    };
    by_k::chart(runs, figure)
}

fn numbers(pair: &RiskPair, noun: &Noun) -> Markup {
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

/// Value of a figure after, and before if known.
fn changed(was: Option<String>, is: &str) -> Markup {
    html! { @if let Some(was) = was { span.was { (was) " →" } " " } (is) }
}

fn unique(pair: &RiskPair, noun: &Noun) -> Chart {
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

fn linkage(pair: &RiskPair, k: Option<usize>, noun: &Noun) -> Chart {
    let (before, after) = (&pair.before.linkage, &pair.after.linkage);
    let mut all = vec![
        success("right row, before", Look::Before, before, |attack| attack.right_row),
        success("right row, after", Look::After, after, |attack| attack.right_row),
        success("right group, after", Look::Nth(1), after, |attack| attack.right_group),
    ];
    if let Some(k) = k {
        let level = |attack: &Linkage| (attack.known as f64, 1.0 / k as f64);
        all.push(Series::new(format!("1 / {k}"), Look::Bound, pair.after.linkage.iter().map(level)));
    }
    let attacked = pair.after.linkage.iter().map(|attack| attack.attacked).max().unwrap_or(0);
    let note = format!(
        "{} Tried on {}, with 95 % intervals.",
        Term::Linkage.sentence(),
        counted(attacked, "owner", "owners")
    );
    chart("linkage", "Success of a linkage attack", noun.say(&note), "items", all)
}

/// Success of linkage by the number of known items.
fn success(name: &str, look: Look, attacks: &[Linkage], right: fn(&Linkage) -> Proportion) -> Series {
    let point = |attack: &Linkage| {
        let Proportion { share, low, high } = right(attack);
        Point { x: attack.known as f64, y: share, interval: Some((low, high)) }
    };
    Series { name: name.to_owned(), look, points: attacks.iter().map(point).collect() }
}

/// A chart over the number of things that the attacker knows.
fn chart(id: &'static str, title: &str, note: String, known: &str, series: Vec<Series>) -> Chart {
    Chart { note, series, ..Chart::of_shares(id, title, format!("{known} that the attacker knows")) }
}
