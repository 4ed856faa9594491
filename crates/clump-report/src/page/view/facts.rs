//! The view of a table of facts: the most common rows, the shares that other thresholds would keep, and the
//! excluded facts.

use clump_core::facts::KeptAt;
use clump_core::promise::PropertyName;
use maud::{Markup, html};

use super::View;
use crate::Noun;
use crate::chart::{Chart, Look, Series};
use crate::markup::with_code;
use crate::number::count;
use crate::page::{Page, TableSample};
use crate::table::{Cell, Column, Table};

/// The view; `None` if the release is not a table of facts.
pub fn view(page: &Page) -> Option<View> {
    let facts = page.facts.as_ref()?;
    let heading = "What many share".to_owned();
    Some(View { id: "facts", name: "Facts", heading, body: body(facts, is_noisy(page), &page.noun) })
}

/// True if numbers have noise.
fn is_noisy(page: &Page) -> bool {
    let promise = page.certificate.as_ref().map(|certificate| &certificate.promise);
    promise.is_some_and(|promise| promise.has(PropertyName::DifferentialPrivacy))
}

fn body(facts: &TableSample, is_noisy: bool, noun: &Noun) -> Markup {
    html! {
        @if is_noisy {
            p { (noun.say("Numbers are of the owners who count in a fact, with noise. Each owner counts in a few facts only, so \
                           where owners have more, a number is far below that of all owners of the fact.")) }
        }
        @if !facts.top.is_empty() { (top(facts, noun)) }
        @if !facts.kept_at.is_empty() { (kept(&facts.kept_at, noun)) }
        @if facts.kept_at.iter().any(|at| at.facts > 0) || !facts.excluded.is_empty() { (excluded(facts)) }
        @if !facts.excluded_cells.is_empty() { (excluded_cells(facts)) }
    }
}

/// The first rows, as published.
fn top(facts: &TableSample, noun: &Noun) -> Markup {
    let texts = facts.columns.iter().map(Column::text);
    let numbers = facts.numbers.iter().map(|name| Column::new(noun.say(name)));
    let rows = facts.top.iter().map(|row| {
        let texts = row.texts.iter().map(|text| Cell::text(text.as_str()));
        texts.chain(row.numbers.iter().map(|&number| Cell::Count(number as usize))).collect()
    });
    let table = Table { columns: texts.chain(numbers).collect(), rows: rows.collect() };
    table.html(
        &format!("The first {} of {} rows", count(facts.top.len()), count(facts.rows)),
        Some("top-facts"),
    )
}

/// Each share by threshold, with the thresholds at even distances.
fn kept(kept_at: &[KeptAt], noun: &Noun) -> Markup {
    let line = |name: &str, number, of: fn(&KeptAt) -> f64| {
        let points = kept_at.iter().enumerate().map(|(place, at)| (place as f64, of(at)));
        Series::new(noun.say(name), Look::Nth(number), points)
    };
    let chart = Chart {
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
    };
    chart.figure()
}

fn excluded_cells(facts: &TableSample) -> Markup {
    html! {
        p { "Cells that enough are in, and that are not published all the same, by what they are called:" }
        ul { @for rule in &facts.excluded_cells { li { (with_code(&rule.name)) ": " (count(rule.count as usize)) } } }
        "\n"
    }
}

fn excluded(facts: &TableSample) -> Markup {
    html! {
        h3 { "ExclusionRule by rule" }
        @if facts.excluded.is_empty() {
            p { "No fact that enough share holds what is excluded whatever k: numbers and addresses of persons, and terms of the list." }
        } @else {
            p { "Facts that enough share, and that are not published all the same, by what they hold:" }
            ul { @for rule in &facts.excluded { li { (rule.name) ": " (count(rule.count as usize)) } } }
        }
        "\n"
    }
}
