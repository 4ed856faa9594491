//! Does the promise hold, what does it say, and what does it not cover?

use std::collections::BTreeSet;
use std::fmt::Write;

use clump_core::promise::Promise;
use clump_core::verify::{Counted, Verdict};

use super::by_k;
use super::{View, tiles};
use crate::markup::escape;
use crate::page::numbers::{decimal, percent};
use crate::page::{Comparison, ComparisonCell, Page};
use crate::summary::{count, counted};
use crate::{Certificate, OwnersRead, PublishedFigures};

/// The certificate of a release, or how many runs of a comparison kept their promise.
pub fn view(page: &Page) -> Option<View> {
    let body = match (&page.certificate, &page.comparison) {
        (Some(certificate), _) => {
            stamp(certificate) + &figures(certificate) + &not_covered(certificate) + &facts(certificate)
        }
        (None, Some(comparison)) => of_all(comparison),
        (None, None) => return None,
    };
    Some(View { id: "verdict", name: "Verdict", heading: "Verdict".to_owned(), body })
}

fn stamp(certificate: &Certificate) -> String {
    let (class, mark, said) = match &certificate.verdict {
        Some(verdict) if verdict.holds => ("holds", "✓", format!("{} holds", certificate.promise)),
        Some(_) => ("broken", "✗", format!("{} does not hold", certificate.promise)),
        None => ("nothing", "!", "Nothing is promised".to_owned()),
    };
    let checked = certificate
        .verdict
        .as_ref()
        .map(|verdict| checked(&certificate.promise, verdict))
        .unwrap_or_default();
    stamped(class, mark, &said, &format!("{} {checked}", certificate.meaning))
}

fn stamped(class: &str, mark: &str, said: &str, meaning: &str) -> String {
    format!(
        "<div class=\"stamp {class}\"><span aria-hidden=\"true\">{mark}</span><div><p class=\"said\">{}</p>\n\
         <p>{}</p></div></div>\n",
        escape(said),
        escape(meaning.trim())
    )
}

/// What the independent check found.
fn checked(promise: &Promise, verdict: &Verdict) -> String {
    let looked_at = match promise {
        Promise::KAnonymity { .. } => counted(verdict.sets, "group", "groups"),
        Promise::KmAnonymity { .. } | Promise::Coherence { .. } => {
            counted(verdict.sets, "set of items", "sets of items")
        }
        Promise::CommonQueries { .. } | Promise::SealedQueries { .. } | Promise::Nothing => {
            counted(verdict.sets, "query", "queries")
        }
    };
    let least = match verdict.counted {
        Counted::Rows => counted(verdict.smallest, "row", "rows"),
        Counted::Stated | Counted::Owners => counted(verdict.smallest, "owner", "owners"),
    };
    match verdict.violations {
        0 => format!("Checked on the written file: {looked_at}, the smallest of {least}."),
        broken => format!("Checked on the written file: of {looked_at}, {} break it.", count(broken)),
    }
}

fn figures(certificate: &Certificate) -> String {
    match &certificate.published {
        PublishedFigures::Lines { lines, lines_read, read } => {
            let share = |part: usize| percent(lines_read.share(part));
            let all = format!("of {} read", count(lines_read.lines_read));
            tiles(&[
                ("As typed", share(lines_read.lines_as_typed), all.as_str()),
                ("Changed", share(lines_read.lines_changed), "published with another text"),
                ("Gone", share(lines_read.lines_gone), "not published"),
                ("Owners dropped", count(read.owners_dropped), &owners_read(read)),
                ("Lines", count(*lines), "published"),
            ])
        }
        PublishedFigures::Rows(rows) => {
            let length = format!("{} items each on average", decimal(rows.mean_length));
            let groups_meaning = format!(
                "distinct rows, the smallest for {}; no owner has more than {} of one",
                counted(rows.smallest_group, "owner", "owners"),
                percent(rows.largest_share)
            );
            let words = &rows.words;
            let share = |part: usize| percent(words.share(part));
            let as_typed =
                format!("{} of {} read", count(words.as_typed), counted(words.words, "word", "words"));
            let generalized = format!("{} published as something more general", count(words.generalized));
            let gone = format!(
                "{} not published; {} of them are not in the taxonomy",
                count(words.gone),
                count(words.words_unknown)
            );
            let dropped = owners_read(&rows.read);
            let mut figures = vec![
                ("As typed", share(words.as_typed), as_typed.as_str()),
                ("Generalized", share(words.generalized), generalized.as_str()),
                ("Gone", share(words.gone), gone.as_str()),
                ("Owners dropped", count(rows.read.owners_dropped), dropped.as_str()),
                ("Owners", count(rows.owners), "stand behind the release"),
                ("Rows", count(rows.rows), length.as_str()),
                ("Groups", count(rows.groups), groups_meaning.as_str()),
                (
                    "The paper's loss (GGD)",
                    percent(rows.loss_per_item),
                    "of the items that were grouped: 0 % tells all, 100 % nothing",
                ),
            ];
            let meaning;
            if let Some(floor) = rows.floor {
                meaning = match floor.times_optimum {
                    Some(times) => {
                        format!("proved for every grouping: at most {} times the optimum", decimal(times))
                    }
                    None => "proved for every grouping".to_owned(),
                };
                figures.push(("Floor", percent(floor.loss_per_item), &meaning));
            }
            tiles(&figures)
        }
    }
}

fn owners_read(read: &OwnersRead) -> String {
    format!("of {} read", count(read.owners_read))
}

fn not_covered(certificate: &Certificate) -> String {
    let mut html = "<div class=\"open\"><h3>What the promise does not cover</h3>\n<ul>\n".to_owned();
    for sentence in &certificate.not_covered {
        let _ = writeln!(html, "<li>{}</li>", escape(sentence));
    }
    html + "</ul></div>\n"
}

/// How the release was made, for those who check it.
fn facts(certificate: &Certificate) -> String {
    let mut rows = vec![
        ("Method", certificate.method.clone()),
        ("Owners", certificate.owner_is.clone()),
        ("Layout", format!("{}, {}", certificate.release.layout, certificate.release.format)),
        ("BLAKE3 of the release", certificate.release.blake3.clone()),
    ];
    if let Some(taxonomy) = &certificate.taxonomy {
        rows.push(("Taxonomy", taxonomy.source.clone()));
        rows.extend(taxonomy.blake3.clone().map(|hash| ("BLAKE3 of the taxonomy", hash)));
    }
    if !certificate.sensitive_items.is_empty() {
        rows.push(("Sensitive items", certificate.sensitive_items.join(", ")));
    }
    let parameters: Vec<String> =
        certificate.parameters.iter().map(|(name, value)| format!("{name} = {}", plain(value))).collect();
    rows.push(("Parameters", parameters.join(", ")));
    let mut html = "<details class=\"facts\"><summary>How it was made</summary><dl>\n".to_owned();
    for (name, value) in rows {
        let _ = writeln!(html, "<dt>{name}</dt><dd>{}</dd>", escape(&value));
    }
    html + "</dl></details>\n"
}

fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn of_all(comparison: &Comparison) -> String {
    let checked = comparison.cells.iter().filter_map(|cell| cell.verdict);
    let (kept, all) = (checked.clone().filter(|&holds| holds).count(), checked.count());
    let failed = comparison.cells.iter().filter(|cell| cell.error.is_some()).count();
    let promises_nothing = |cell: &&ComparisonCell| cell.verdict.is_none() && cell.error.is_none();
    let silent: BTreeSet<String> = comparison.cells.iter().filter(promises_nothing).map(by_k::name).collect();
    let (class, mark, said) = if kept == all && failed == 0 {
        ("holds", "✓", format!("All {} promises hold", count(all)))
    } else if kept == all {
        (
            "nothing",
            "!",
            format!("{} promises hold, {} gave no result", count(all), counted(failed, "run", "runs")),
        )
    } else {
        ("broken", "✗", format!("{} of {} promises do not hold", count(all - kept), count(all)))
    };
    let meaning = match silent.len() {
        0 => "Each run was checked on its own release.".to_owned(),
        methods => format!(
            "Each run was checked on its own release; {} nothing.",
            counted(methods, "method promises", "methods promise")
        ),
    };
    stamped(class, mark, &said, &meaning)
}
