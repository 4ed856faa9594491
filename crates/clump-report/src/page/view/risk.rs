//! What an attacker can do with the data, and with the release.

use clump_core::risk::{Linkage, Proportion, Risk};

use super::by_k::{self, Figure};
use super::{View, term_tiles};
use crate::Noun;
use crate::glossary::Term;
use crate::page::chart::{Chart, Look, Point, Series};
use crate::page::numbers::percent;
use crate::page::{Comparison, Page, RiskPair};
use crate::summary::{count, counted};

/// Risks before and after, and those of the runs of a comparison, as far as they were measured.
pub fn view(page: &Page) -> Option<View> {
    let k = page.certificate.as_ref().and_then(|certificate| certificate.promise.promise().k());
    let noun = &page.noun;
    let mut body = page.risk.as_ref().map(|pair| of_release(pair, k, noun)).unwrap_or_default();
    let runs = page.comparison.as_ref().and_then(|comparison| of_runs(comparison, noun));
    body.extend(runs.map(|chart| chart.html()));
    let heading = if page.risk.is_some() { "Risk before and after" } else { "Risk" };
    (!body.is_empty()).then(|| View { id: "risk", name: "Risk", heading: heading.to_owned(), body })
}

fn of_release(pair: &RiskPair, k: Option<usize>, noun: &Noun) -> String {
    let charts = [unique(pair, noun), linkage(pair, k, noun)];
    let charts: String = charts.iter().filter(|chart| !chart.ticks.is_empty()).map(Chart::html).collect();
    numbers(pair, noun) + "<div class=\"pair\">\n" + &charts + "</div>\n"
}

fn of_runs(comparison: &Comparison, noun: &Noun) -> Option<Chart> {
    let mut ks: Vec<usize> = comparison.cells.iter().map(|cell| cell.k).filter(|&k| k > 0).collect();
    ks.sort_unstable();
    ks.dedup();
    let figure = Figure {
        id: "linkage-by-k",
        title: "Success of a linkage attack, by method",
        note: &noun.say(Term::Linkage.sentence()),
        of: |cell| cell.linkage,
        bound: Some(("1 / k", ks.into_iter().map(|k| (k, 1.0 / k as f64)).collect())),
    };
    by_k::chart(comparison, figure)
}

fn numbers(pair: &RiskPair, noun: &Noun) -> String {
    let (before, after) = (&pair.before, &pair.after);
    let change = |figure: &dyn Fn(&Risk) -> f64| {
        format!("<span class=\"was\">{} →</span> {}", percent(figure(before)), percent(figure(after)))
    };
    let mut figures = vec![
        (Term::Prosecutor, change(&|risk| risk.prosecutor_highest)),
        (Term::Marketer, change(&|risk| risk.prosecutor_mean)),
    ];
    if let (Some(was), Some(is)) = (before.journalist, after.journalist) {
        let value = format!("<span class=\"was\">{} →</span> {}", percent(was), percent(is));
        figures.push((Term::Journalist, value));
    }
    if let Some(homogeneous) = after.homogeneous {
        let was =
            before.homogeneous.map(|was| format!("<span class=\"was\">{} →</span> ", count(was.groups)));
        figures.push((Term::Homogeneous, was.unwrap_or_default() + &count(homogeneous.groups)));
    }
    term_tiles(noun, &figures)
}

fn unique(pair: &RiskPair, noun: &Noun) -> Chart {
    let series = |name: &str, look, risk: &Risk| Series {
        name: name.to_owned(),
        look,
        points: (risk.unique.iter())
            .map(|unique| Point { x: unique.known as f64, y: unique.share, interval: None })
            .collect(),
    };
    chart(
        "unique",
        &noun.say("Owners that known items single out"),
        &noun.say(Term::Unique.sentence()),
        vec![series("before", Look::Before, &pair.before), series("after", Look::After, &pair.after)],
    )
}

fn linkage(pair: &RiskPair, k: Option<usize>, noun: &Noun) -> Chart {
    let series = |name: &str, look, risk: &Risk, right: fn(&Linkage) -> Proportion| Series {
        name: name.to_owned(),
        look,
        points: (risk.linkage.iter())
            .map(|attack| {
                let Proportion { share, low, high } = right(attack);
                Point { x: attack.known as f64, y: share, interval: Some((low, high)) }
            })
            .collect(),
    };
    let mut all = vec![
        series("right row, before", Look::Before, &pair.before, |attack| attack.right_row),
        series("right row, after", Look::After, &pair.after, |attack| attack.right_row),
        series("right group, after", Look::Nth(1), &pair.after, |attack| attack.right_group),
    ];
    if let Some(k) = k {
        let level =
            |&Linkage { known, .. }: &Linkage| Point { x: known as f64, y: 1.0 / k as f64, interval: None };
        let points = pair.after.linkage.iter().map(level).collect();
        all.push(Series { name: format!("1 / {k}"), look: Look::Bound, points });
    }
    let attacked = pair.after.linkage.iter().map(|attack| attack.attacked).max().unwrap_or(0);
    let note = format!(
        "{} Tried on {}, with 95 % intervals.",
        Term::Linkage.sentence(),
        counted(attacked, "owner", "owners")
    );
    chart("linkage", "Success of a linkage attack", &noun.say(&note), all)
}

/// A chart over the number of items that the attacker knows.
fn chart(id: &'static str, title: &str, note: &str, series: Vec<Series>) -> Chart {
    let mut known: Vec<usize> =
        series.iter().flat_map(|line| line.points.iter().map(|point| point.x as usize)).collect();
    known.sort_unstable();
    known.dedup();
    Chart {
        id,
        title: title.to_owned(),
        note: note.to_owned(),
        across: "items that the attacker knows",
        ticks: known.into_iter().map(|known| (known as f64, known.to_string())).collect(),
        series,
        width: 520,
    }
}
