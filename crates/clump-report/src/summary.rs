//! The summary: a report in a few lines for the terminal.

use clump_core::anonymize::apply::Applied;
use clump_core::information::InformationKept;
use clump_core::measure::Measures;
use clump_core::promise::{Among, DifferentialPrivacy, Property, PropertyName, SealedQueries};
use clump_core::verify::{Counted, Verdict};

use crate::figures::LowerBound;
use crate::report::{REMEDIES, named};
use crate::{
    BitsFigures, CUT_SHORT, CertainFacts, CloseWord, FactCount, FactFigures, Figures, LedgerFacts, LinesRead,
    Noun, OwnersRead, PieceFigures, Report, Timing, Words, count, counted, range,
};

pub(crate) const NOTHING_PUBLISHED: &str = "nothing is published";
pub(crate) const NOTHING_REMEDY: &str =
    "lower `--k`, name a taxonomy whose categories people share, or choose another method (`clump methods`)";

/// The summary of a run, a line for each topic: fate of the input, loss, release, check and times. `noun`
/// replaces "owner". Only published values of the data appear in it.
pub fn summary(report: &Report, noun: &Noun) -> Vec<String> {
    let mut lines = outcome(report, noun);
    lines.push(took(&report.timing));
    lines
}

fn took(timing: &Timing) -> String {
    let stages: Vec<String> =
        timing.stages().map(|(stage, seconds)| format!("{stage} {seconds:.2}")).collect();
    format!("Took      {:.2} s: {}", timing.seconds_total, stages.join(", "))
}

fn outcome(report: &Report, noun: &Noun) -> Vec<String> {
    match &report.figures {
        Figures::Rows { words, pieces, measures, bits, sensitive_items, applied, .. } => {
            let mut lines: Vec<String> = verdict_lines(report, noun).collect();
            lines.extend(nothing_published(words.as_typed + words.generalized));
            lines.extend(little_published(words, measures).map(|line| noun.say(&line)));
            lines.extend(report.certain.iter().flat_map(|certain| caution(certain, noun)));
            lines.push(noun.say(&words_line(words, report)));
            lines.extend(kept_line(&words.information, pieces.as_ref(), report).map(|line| noun.say(&line)));
            match pieces {
                Some(pieces) => lines.extend(queries_line(pieces)),
                None => lines.push(loss_line(measures, words)),
            }
            lines.extend(bits.as_ref().map(bits_line));
            lines.extend(report.figures.lower_bound().map(|bound| floor_line(report, &bound)));
            lines.push(made(report, measures, noun));
            lines.extend(report.ledger.map(|ledger| ledger_line(ledger, measures.owners, noun)));
            lines.extend(applied.map(|applied| noun.say(&applied_line(applied))));
            lines.extend(sensitive_items.map(|facts| format!("Sensitive {}", facts.of("the data"))));
            lines.extend(report.ledger.and_then(|ledger| told_apart_line(ledger, noun)));
            lines.extend(close_words_lines(&report.close_words, noun));
            lines
        }
        Figures::Lines { lines, read, owners, facts } => {
            let facts: Vec<String> =
                facts.iter().map(|fact| format!("{}: {}", fact.name, count(fact.count as usize))).collect();
            let mut said = if report.promise.is_nothing() {
                vec![noun.say(&format!("Promise   {}", report.promise.promise().sentence()))]
            } else {
                verdict_lines(report, noun).collect()
            };
            said.extend(nothing_published(*lines));
            said.push(noun.say(&lines_line(read, owners)));
            said.push(format!(
                "Rewrote   the log with {} to {} in {:.2} s",
                report.method,
                counted(*lines, "line", "lines"),
                report.timing.seconds
            ));
            if !facts.is_empty() {
                said.push(format!("Counted   {}", facts.join(", ")));
            }
            said
        }
        Figures::Facts { tables, owners } => {
            let mut said: Vec<String> = verdict_lines(report, noun).collect();
            said.extend(nothing_published(tables.iter().map(|table| table.rows).sum()));
            said.extend(facts_lines(tables, owners, report, noun));
            said.extend(report.ledger.map(|ledger| ledger_line(ledger, owners.owners_read, noun)));
            said.extend(close_words_lines(&report.close_words, noun));
            said
        }
    }
}

/// A caution if nothing is `published`: an empty release keeps any promise.
fn nothing_published(published: usize) -> Option<String> {
    (published == 0).then(|| format!("Caution   {NOTHING_PUBLISHED}: {}", NOTHING_REMEDY))
}

/// Share of the input below which a release is of little use. The loss can still be small, because it covers
/// only the grouped items.
const LITTLE: f64 = 0.1;

/// A caution in two cases: most items were gone before grouping and few words are published, or the published
/// words keep little information.
fn little_published(words: &Words, measures: &Measures) -> Option<String> {
    let published = words.as_typed + words.generalized;
    let share = published as f64 / words.words.max(1) as f64;
    let is_of_few = 2 * measures.items < words.words;
    if published > 0 && share < LITTLE && is_of_few {
        return Some(format!(
            "Caution   {} of what was read is published, and the loss is that of {} alone: give a taxonomy that has the \
             others, or `flat`",
            percent(share),
            counted(measures.items, "item", "items")
        ));
    }
    let kept = words.information.information_kept.filter(|&kept| published > 0 && kept < LITTLE)?;
    Some(format!(
        "Caution   the release keeps {} of the information in words: give a taxonomy of these words, lower `--k`, or choose \
         another method (`clump methods`)",
        percent(kept)
    ))
}

/// Lines on tables of facts: their shares of the input, and the excluded facts. With noise, only what the table
/// shows.
fn facts_lines(tables: &[FactFigures], owners: &OwnersRead, report: &Report, noun: &Noun) -> Vec<String> {
    let noisy = report.promise.get(PropertyName::DifferentialPrivacy).map(|certified| &certified.property);
    let mut said = match (noisy, tables) {
        (Some(Property::DifferentialPrivacy(promised)), _) => noise_lines(promised, noun),
        (_, [table]) => exact_lines(table, owners, noun),
        _ => tables.iter().flat_map(|table| table_lines(table, owners, noun)).collect(),
    };
    let rows = tables.iter().map(|table| table.rows).sum();
    let what = match tables.len() {
        1 => "a table".to_owned(),
        number => format!("{number} tables"),
    };
    said.push(format!(
        "Made      {what} of {} with {} in {:.2} s",
        counted(rows, "row", "rows"),
        report.method,
        report.timing.seconds
    ));
    said
}

/// Lines on one of several tables.
fn table_lines(table: &FactFigures, owners: &OwnersRead, noun: &Noun) -> Vec<String> {
    let in_table = table.in_table.unwrap_or_default();
    let mut said = vec![noun.say(&format!(
        "Table     {}: {} with {} of the pairs of an owner and a fact; {} of {} owners have one",
        table.table,
        counted(table.rows, "row", "rows"),
        percent(in_table.pairs_share),
        count(table.owners),
        count(owners.owners_read),
    ))];
    if table.left_out + table.hidden > 0 {
        said.push(noun.say(&format!(
            "          so that no subtraction counts few owners: {} not counted, {} not published",
            counted(table.left_out as usize, "pair of an owner and a row", "pairs of an owner and a row"),
            counted(table.hidden as usize, "row", "rows"),
        )));
    }
    said
}

/// Lines on a table with exact numbers: its share of the input, and the facts that rules excluded.
fn exact_lines(figures: &FactFigures, owners: &OwnersRead, noun: &Noun) -> Vec<String> {
    let FactFigures { nouns, facts_read, kept, excluded, excluded_cells, .. } = figures;
    let (excluded_facts, rules) = by_rule(excluded);
    let shared = kept.facts + excluded_facts;
    let share = if *facts_read == 0 { 0.0 } else { shared as f64 / *facts_read as f64 };
    let in_table = figures.in_table.unwrap_or_default();
    let mut said = vec![
        noun.say(&format!(
            "Facts     {} of {} distinct {} have at least {} owners ({})",
            count(shared as usize),
            count(*facts_read as usize),
            nouns[1],
            kept.k,
            percent(share),
        )),
        noun.say(&format!(
            "Kept      {} of the pairs of an owner and a fact, {} of how often facts were there; {} of {} owners have one",
            percent(in_table.pairs_share),
            percent(in_table.times_share),
            count(owners.owners_read - owners.owners_dropped),
            count(owners.owners_read),
        )),
    ];
    if !excluded.is_empty() {
        let facts = counted(excluded_facts as usize, &nouns[0], &nouns[1]);
        said.push(format!("Excluded  {facts} whatever k ({rules})"));
    }
    if !excluded_cells.is_empty() {
        let (all, rules) = by_rule(excluded_cells);
        said.push(format!(
            "Excluded  {} whatever k ({rules})",
            counted(all as usize, "cell of a fact", "cells of facts")
        ));
    }
    if let (Some(by), 1..) = (&figures.by, figures.lines_without_cell) {
        let lines = counted(figures.lines_without_cell as usize, "line", "lines");
        said.push(format!("Excluded  {lines} without `{by}`: in no cell"));
    }
    said
}

/// Total number of facts that rules excluded, and a text with the number for each rule.
fn by_rule(excluded: &[FactCount]) -> (u64, String) {
    let rules: Vec<String> =
        excluded.iter().map(|rule| format!("{}: {}", rule.name, count(rule.count as usize))).collect();
    (excluded.iter().map(|rule| rule.count).sum(), rules.join(", "))
}

/// Sentences on a table with noise. They do not depend on the log, so they reveal nothing about an owner.
fn noise_lines(promised: &DifferentialPrivacy, noun: &Noun) -> Vec<String> {
    let mut said = vec![
        noun.say(&format!(
            "Noise     of scale {} on the number of owners who count in a fact; none below {} is published",
            promised.scale(),
            count(promised.threshold as usize),
        )),
        "Figures   exact ones are not shown beside noise: --report FILE has them".to_owned(),
        "          delta should be below 1 in `owners_read`, and `lines_left_out` counts malformed lines"
            .to_owned(),
    ];
    if promised.is_loose() {
        let epsilon = promised.privacy.epsilon();
        said.push(noun.say(&format!(
            "Caution   epsilon {epsilon} is above 10: against whoever knows much, it protects no owner"
        )));
    }
    said
}

fn verdict_lines(report: &Report, noun: &Noun) -> impl Iterator<Item = String> {
    let properties = report.promise.properties().iter();
    properties.map(|certified| noun.say(&verified(&certified.property, &certified.verdict)))
}

/// A caution, with a remedy, about owners of whom something sensitive is certain although the promise holds.
fn caution(facts: &CertainFacts, noun: &Noun) -> Vec<String> {
    let CertainFacts { nodes, holders, certain, .. } = facts;
    if certain.owners == 0 {
        return Vec::new();
    }
    let found = noun.say(&format!(
        "is certain for {} of the {} owners who hold it: {}",
        count(certain.owners),
        count(*holders),
        match certain.groups {
            1 => "the row of 1 group shows it".to_owned(),
            groups => format!("the rows of {} groups show it", count(groups)),
        }
    ));
    let remedies = REMEDIES.map(|remedy| noun.say(&format!("          {remedy}")));
    [vec![format!("Caution   {} {found}", named(nodes))], remedies.to_vec()].concat()
}

/// Published words that a guard may have missed, for the publisher to review.
fn close_words_lines(words: &[CloseWord], noun: &Noun) -> Vec<String> {
    if words.is_empty() {
        return Vec::new();
    }
    let words =
        words.iter().map(|CloseWord { word, owners }| format!("{word} ({})", count(*owners as usize)));
    vec![
        noun.say(&format!(
            "Look at   published words close to the guard and not covered by it, with owners: {}",
            words.collect::<Vec<_>>().join(", ")
        )),
        "          to cover one, use a topic (`--ceiling health`), or place it with `--overrides FILE`"
            .to_owned(),
    ]
}

fn applied_line(applied: Applied) -> String {
    let (used, suppressed, empty) = match applied {
        Applied::Rows { earlier, used, empty } => {
            let fit_none = if empty == 1 { "fits none" } else { "fit none" };
            let empty = (empty > 0)
                .then(|| format!("{} {fit_none} that k owners share", counted(empty, "new row", "new rows")));
            (format!("{} of {}", count(used), counted(earlier, "row", "rows")), None, empty)
        }
        Applied::Labels { earlier, used, suppressed, empty } => (
            format!("{} of {}", count(used), counted(earlier, "label", "labels")),
            (suppressed > 0).then(|| format!("{} suppressed to keep the promise", count(suppressed))),
            (empty > 0).then(|| format!("{} left empty", counted(empty, "new row", "new rows"))),
        ),
    };
    let mut line = format!("Applied   {used} of the earlier release");
    for more in [suppressed, empty].into_iter().flatten() {
        line.push_str("; ");
        line.push_str(&more);
    }
    line
}

fn ledger_line(ledger: LedgerFacts, owners: usize, noun: &Noun) -> String {
    match ledger {
        LedgerFacts::Rows { releases, owners_before, .. } => format!(
            "Ledger    {} in it now; {} of {} were published before",
            counted(releases, "release", "releases"),
            count(owners_before),
            noun.counted(owners)
        ),
        LedgerFacts::Numbers { releases, suppressed: 0, left_out: 0, .. } => {
            format!("Ledger    {} in it now", counted(releases, "release", "releases"))
        }
        LedgerFacts::Numbers { releases, suppressed, rows_smaller, left_out, .. } => format!(
            "Ledger    {} in it now; too close to earlier numbers: {} without {}, {} suppressed",
            counted(releases, "release", "releases"),
            counted(rows_smaller, "row", "rows"),
            noun.counted(left_out),
            count(suppressed),
        ),
        LedgerFacts::Noise { tables, epsilon_spent, delta_spent, budget } => {
            let of = budget.map(|budget| format!(" of {budget}")).unwrap_or_default();
            format!(
                "Ledger    epsilon {epsilon_spent}{of} and delta {delta_spent} are spent, by {}",
                counted(tables, "table", "tables")
            )
        }
    }
}

/// A caution if few others share the rows of owners who joined or left between releases.
fn told_apart_line(ledger: LedgerFacts, noun: &Noun) -> Option<String> {
    match ledger {
        LedgerFacts::Rows { owners_told_apart, .. } if owners_told_apart > 0 => Some(format!(
            "Caution   {} came or left with too few others of the same rows: whoever compares the releases may learn what they \
             have or lack",
            noun.counted(owners_told_apart)
        )),
        _ => None,
    }
}

fn made(report: &Report, measures: &Measures, noun: &Noun) -> String {
    let owners = noun.counted(measures.owners);
    let (method, seconds) = (&report.method, report.timing.seconds);
    match report.promise.has(PropertyName::KAnonymity) {
        true if report.figures.pieces().is_some() => format!(
            "Cut       the data of {owners} into {}, each shared by {}, in {seconds:.2} s",
            counted(measures.groups, "piece", "pieces"),
            noun.say(&format!("{} owners", range(measures.smallest_group, measures.largest_group))),
        ),
        true => format!(
            "Grouped   {owners} into {} of {} with {method} in {seconds:.2} s",
            counted(measures.groups, "group", "groups"),
            range(measures.smallest_group, measures.largest_group),
        ),
        false => format!(
            "Recoded   {} of {owners} with {method} in {seconds:.2} s",
            counted(measures.rows, "row", "rows")
        ),
    }
}

fn verified(property: &Property, verdict: &Verdict) -> String {
    let least = match verdict.counted {
        Counted::Rows => counted(verdict.smallest, "row", "rows"),
        Counted::Stated | Counted::Owners => counted(verdict.smallest, "owner", "owners"),
    };
    let found = match property {
        Property::KAnonymity(_) => format!("every published row is shared by at least {least}"),
        Property::KmAnonymity(_) | Property::Coherence(_) => match verdict.sets {
            0 => "no item is published, so an attacker can know none".to_owned(),
            sets => format!("{}, each in the rows of at least {least}", counted(sets, "set", "sets")),
        },
        Property::CommonQueries(_) => match verdict.sets {
            0 => "no query is published".to_owned(),
            sets => {
                format!("{}, each of at least {least}", counted(sets, "different line", "different lines"))
            }
        },
        Property::CommonFacts(_) => match verdict.sets {
            0 => "no fact is published".to_owned(),
            sets => format!("{}, each of at least {least}", counted(sets, "row", "rows")),
        },
        Property::DifferentialPrivacy(promised) => match verdict.sets {
            0 if verdict.rows > 0 => "the table states none of its numbers".to_owned(),
            0 => "no number is published".to_owned(),
            sets => format!("{}, none below {}", counted(sets, "number", "numbers"), promised.threshold),
        },
        Property::SealedQueries(SealedQueries { k }) => format!(
            "of {}, none opens with fewer than {k} shares",
            counted(verdict.sets, "sealed query", "sealed queries")
        ),
        Property::Composition(_) => format!("every owner is among at least {least}"),
        Property::Differences(_) => format!("{} compared", counted(verdict.sets, "row", "rows")),
        Property::Certainty(certainty) if certainty.published() != Among::Rows => {
            format!("{} checked, none makes it more certain", counted(verdict.sets, "row", "rows"))
        }
        Property::Certainty(_) => match verdict.sets {
            1 => "1 group checked, it keeps the limit".to_owned(),
            sets => format!("{} groups checked, all keep the limit", count(sets)),
        },
        _ => {
            let [one, many] = property.looked_at();
            format!("{} checked, none breaks it", counted(verdict.sets, one, many))
        }
    };
    format!("Verified  {property}: {found}")
}

/// The line on the fate of all words that were read.
///
/// The line states the unit of a transaction. A word counts once per transaction unless repeats are kept, so
/// counts of different units are not comparable.
fn words_line(words: &Words, report: &Report) -> String {
    let unit = report.job.get("unit").and_then(|unit| unit.as_str()).unwrap_or("owner");
    let times = match report.job.get("keep-repeats").and_then(|keeps| keeps.as_bool()) {
        Some(true) => "with repeats".to_owned(),
        _ => format!("each once per {unit}"),
    };
    let reasons = [
        (words.words_unknown, "not in the taxonomy"),
        (words.words_dropped, "excluded by your settings"),
        (words.suppressed(), "suppressed"),
    ];
    let reasons: Vec<String> = reasons
        .into_iter()
        .filter(|&(number, _)| number > 0)
        .map(|(number, why)| format!("{} {why}", count(number)))
        .collect();
    let why = if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join(", ")) };
    let part =
        |part: usize, became: &str| format!("{} {became} ({}", count(part), percent(words.share(part)));
    format!(
        "Words     {}, {times}: {}), {}), {}{why})",
        count(words.words),
        part(words.as_typed, "as typed"),
        part(words.generalized, "generalized"),
        part(words.gone, "gone"),
    )
}

/// The line on the information that is kept; `None` if the words have no information.
fn kept_line(kept: &InformationKept, pieces: Option<&PieceFigures>, report: &Report) -> Option<String> {
    let most = pieces.and_then(|pieces| pieces.upper_bound).map_or_else(String::new, |most| {
        let k = report.promise.promise().k().unwrap_or(1);
        format!(" (with k = {k} no release keeps more than {})", percent(most))
    });
    let words =
        kept.information_kept.map(|share| format!("{} of the information in words{most}", percent(share)));
    let links = kept.links_kept.map(|share| format!("{} of the links between words", percent(share)));
    let kept: Vec<String> = words.into_iter().chain(links).collect();
    (!kept.is_empty()).then(|| format!("Kept      {}", kept.join(", ")))
}

fn lines_line(read: &LinesRead, owners: &OwnersRead) -> String {
    let part =
        |part: usize, became: &str| format!("{} {became} ({})", count(part), percent(read.share(part)));
    let gone = part(read.lines_gone, "gone");
    format!(
        "Lines     {} read: {}, {}, {}",
        count(read.lines_read),
        part(read.lines_as_typed, "with the query as typed"),
        part(read.lines_changed, "changed"),
        match owners.owners_dropped {
            0 => gone,
            dropped => format!("{gone}, and {} with them", counted(dropped, "owner", "owners")),
        },
    )
}

fn queries_line(pieces: &PieceFigures) -> Option<String> {
    let PieceFigures { upper_bound: _, whole_queries, queries_published, queries_asked } = *pieces;
    (queries_asked > 0).then(|| {
        format!(
            "Queries   {} published as typed: they are {} of the {} queries that people asked ({})",
            counted(whole_queries, "whole query is", "whole queries are"),
            count(queries_published),
            count(queries_asked),
            percent(queries_published as f64 / queries_asked as f64),
        )
    })
}

fn loss_line(measures: &Measures, words: &Words) -> String {
    let left = words.words - words.words_unknown - words.words_dropped;
    let merged = match left.saturating_sub(measures.items) {
        0 => String::new(),
        merged => format!(
            "; {} before that: the row has their category already",
            counted(merged, "item was", "items were")
        ),
    };
    format!(
        "Loss      {} by the paper's measure (GGD), of {} grouped{merged}",
        percent(measures.loss_per_item),
        counted(measures.items, "item that was", "items that were"),
    )
}

/// A share as a percentage with its significant digits, and with a plain space for the terminal.
fn percent(share: f64) -> String {
    crate::number::percent(share).replace('\u{a0}', " ")
}

fn bits_line(bits: &BitsFigures) -> String {
    format!(
        "Bits      {} of what these items tell is lost: {:.0} of {:.0} bits, which is what was minimised",
        percent(bits.loss_bits_share),
        bits.loss_bits,
        bits.bits_grouped
    )
}

/// The line on the lower bound: the bound, the loss relative to it, and a note if the search was cut short.
fn floor_line(report: &Report, bound: &LowerBound) -> String {
    let groups = report.promise.get(PropertyName::KAnonymity);
    let promise = groups.map_or_else(|| report.promise.promise().to_string(), |k| k.property.to_string());
    let of = if bound.in_bits { " of the bits" } else { "" };
    let times =
        bound.times_optimum.map(|times| format!(": this one loses at most {times:.2} times the optimum"));
    let cut_short = if bound.cut_short { format!(" ({CUT_SHORT})") } else { String::new() };
    format!(
        "Bound     every grouping with {promise} loses at least {:.1} %{of}{}{cut_short}",
        100.0 * bound.share,
        times.unwrap_or_default()
    )
}

/// Note on malformed lines that were skipped; `None` if there were none.
pub fn skipped(bad_lines: u64, lines: u64) -> Option<String> {
    (bad_lines > 0).then(|| {
        let lines = counted(lines as usize, "line", "lines");
        format!("{} of {lines}: malformed, left out", count(bad_lines as usize))
    })
}
