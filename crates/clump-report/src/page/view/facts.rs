//! The view of a table of facts: its first rows, the shares that other thresholds would keep, and the
//! excluded facts.

use clump_core::facts::KeptAt;
use clump_core::promise::PropertyName;
use maud::{Markup, html};

use super::View;
use crate::chart::{Chart, Look, Series};
use crate::markup::with_code;
use crate::number::count;
use crate::page::{Page, TableSample};
use crate::{FactFigures, Figures, Noun};

pub fn view(page: &Page) -> Option<View> {
    if page.facts.is_empty() {
        return None;
    }
    let noun = &page.noun;
    let promise = page.certificate.as_ref().map(|certificate| &certificate.promise);
    let is_noisy = promise.is_some_and(|promise| promise.has(PropertyName::DifferentialPrivacy));
    let figures = page.figures.as_ref().map(Figures::tables).unwrap_or_default();
    let several = page.facts.len() > 1;
    let body = html! {
        @if is_noisy {
            p { (noun.say("Numbers are of the owners who count in a fact, with noise. Each owner counts in a few facts only, so \
                           where owners have more, a number is far below that of all owners of the fact.")) }
        }
        @if several {
            p { (noun.say("The tables are safe together: a number may be slightly lower than in one table alone, so that no \
                           subtraction of two numbers counts few owners.")) }
        }
        @for (place, table) in page.facts.iter().enumerate() {
            @if several { h3 { code { (table.name) } } }
            @if !table.top.rows.is_empty() { (top(table, place)) }
            @if let Some(figures) = figures.get(place) { (counts(figures, noun)) }
        }
    };
    Some(View { id: "facts", name: "Facts", heading: "What many share".to_owned(), body })
}

fn top(table: &TableSample, place: usize) -> Markup {
    let caption = format!("The first {} of {} rows", count(table.top.rows.len()), count(table.rows));
    let id = if place == 0 { "top-facts".to_owned() } else { format!("top-facts-{}", place + 1) };
    table.top.html(&caption, Some(&id))
}

/// The shares that other thresholds would keep, and the facts and cells that rules exclude.
fn counts(figures: &FactFigures, noun: &Noun) -> Markup {
    let FactFigures { kept_at, excluded, excluded_cells, by, lines_without_cell, .. } = figures;
    let has_cells = !excluded_cells.is_empty() || *lines_without_cell > 0;
    html! {
        @if !kept_at.is_empty() { (kept(kept_at, noun)) }
        @if kept_at.iter().any(|at| at.facts > 0) || !excluded.is_empty() {
            h3 { "Excluded by rule" }
            @if excluded.is_empty() {
                p { "No fact that enough share holds what is excluded whatever k: numbers and addresses of persons, and terms of the list." }
            } @else {
                p { "Facts that enough share, and that are not published all the same, by what they hold:" }
                ul { @for rule in excluded { li { (rule.name) ": " (count(rule.count as usize)) } } }
            }
            "\n"
        }
        @if has_cells {
            p { "Cells that enough are in, and that are not published all the same, by what they are called:" }
            ul {
                @for rule in excluded_cells { li { (with_code(&rule.name)) ": " (count(rule.count as usize)) } }
                @if *lines_without_cell > 0 {
                    li { "lines without " code { (by.as_deref().unwrap_or("cell")) } ": " (count(*lines_without_cell as usize)) }
                }
            }
            "\n"
        }
    }
}

/// Chart of the kept shares by threshold, with thresholds at equal distances.
fn kept(kept_at: &[KeptAt], noun: &Noun) -> Markup {
    let line = |name: &str, number, of: fn(&KeptAt) -> f64| {
        let points = kept_at.iter().enumerate().map(|(place, at)| (place as f64, of(at)));
        Series::new(noun.say(name), Look::Nth(number), points)
    };
    Chart {
        note: noun.say(
            "Shares of everything that was read: how often facts were there, pairs of an owner and a fact, and distinct facts. What \
             is excluded by rule is kept at no k.",
        ),
        ticks: kept_at.iter().enumerate().map(|(place, at)| (place as f64, at.k.to_string())).collect(),
        series: vec![
            line("volume", 0, |at| at.times_share),
            line("pairs of an owner and a fact", 1, |at| at.pairs_share),
            line("distinct facts", 2, |at| at.facts_share),
        ],
        width: 1060,
        ..Chart::of_shares("kept-by-k", "What is kept at other k", "k")
    }
    .figure()
}
