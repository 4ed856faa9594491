//! Does the promise hold, what does it say, and what does it not cover? Printed, it is the one sheet that is signed: what
//! has the class `printed` stands on it.

use std::collections::BTreeSet;

use clump_core::promise::PropertyName;
use maud::{Markup, html};

use super::{View, tiles};
use crate::glossary::Term;
use crate::markup::with_code;
use crate::number::{decimal, percent};
use crate::page::Page;
use crate::summary::{count, counted};
use crate::{CUT_SHORT, Cell, Certificate, Noun, OwnersRead, PublishedFigures, Runs};

mod sheet;
mod stamp;

use stamp::Look;

/// The certificate of a release, or how many runs of a comparison kept their promise.
pub fn view(page: &Page) -> Option<View> {
    let body = match (&page.certificate, &page.comparison) {
        (Some(certificate), _) => html! {
            (stamp::of_release(page, certificate))
            (figures(certificate, &page.noun))
            (not_covered(certificate, &page.noun))
            (sheet::identity(page, certificate))
            (sheet::signature())
            (sheet::facts(certificate))
        },
        (None, Some(runs)) => of_all(runs),
        (None, None) => return None,
    };
    Some(View { id: "verdict", name: "Verdict", heading: "Verdict".to_owned(), body })
}

fn figures(certificate: &Certificate, noun: &Noun) -> Markup {
    match &certificate.published {
        PublishedFigures::Lines { lines, lines_read, read } => {
            let share = |part: usize| percent(lines_read.share(part));
            let all = format!("of {} read", count(lines_read.lines_read));
            let dropped = owners_read(read);
            let figures = [
                ("As typed", share(lines_read.lines_as_typed), all.as_str()),
                ("Changed", share(lines_read.lines_changed), "published with another text"),
                ("Gone", share(lines_read.lines_gone), "not published"),
                ("Owners dropped", count(read.owners_dropped), dropped.as_str()),
                ("Lines", count(*lines), "published"),
            ];
            tiles(noun, Some("printed"), figures)
        }
        PublishedFigures::Facts(facts) => {
            let rows = format!("about {}", counted(facts.facts, "fact", "facts"));
            let mut figures = vec![("Rows", count(facts.fact_rows), rows)];
            if let Some(of_log) = facts.of_log {
                let dropped = format!("of {} read have no such fact", count(of_log.read.owners_read));
                figures.splice(
                    0..0,
                    [
                        (
                            "Facts kept",
                            percent(of_log.facts_kept),
                            "of all distinct facts have enough owners".into(),
                        ),
                        (
                            "Pairs kept",
                            percent(of_log.pairs_kept),
                            "of all pairs of an owner and a fact".into(),
                        ),
                        ("Volume kept", percent(of_log.times_kept), "of how often facts were there".into()),
                        ("Owners dropped", count(of_log.read.owners_dropped), dropped),
                    ],
                );
            }
            let figures =
                figures.iter().map(|(name, figure, meaning)| (*name, figure.clone(), meaning.as_str()));
            tiles(noun, Some("printed"), figures)
        }
        PublishedFigures::Rows(rows) => {
            let length = format!("{} items each on average", decimal(rows.mean_length));
            let groups_meaning = format!(
                "{} The smallest has {}; no owner has more than {} of one.",
                Term::Group.sentence(),
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
            let information = &words.information;
            let kept = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), percent);
            let queries = rows.pieces.filter(|pieces| pieces.queries_asked > 0).map(|pieces| {
                let meaning = format!(
                    "published word for word: {} of {} times that an owner asked a query",
                    count(pieces.queries_published),
                    count(pieces.queries_asked)
                );
                (count(pieces.whole_queries), meaning)
            });
            let ceiling = rows.pieces.and_then(|pieces| pieces.ceiling);
            let mut figures = vec![
                ("As typed", share(words.as_typed), as_typed.as_str()),
                ("Generalized", share(words.generalized), generalized.as_str()),
                ("Gone", share(words.gone), gone.as_str()),
                (Term::InformationKept.name(), kept(information.information_kept), "in bits, of all words"),
                (Term::LinksKept.name(), kept(information.links_kept), "in bits, of words together in a row"),
                ("Owners dropped", count(rows.read.owners_dropped), dropped.as_str()),
                ("Owners", count(rows.owners), "stand behind the release"),
                ("Rows", count(rows.rows), length.as_str()),
                (Term::Group.name(), count(rows.groups), groups_meaning.as_str()),
            ];
            match ceiling {
                Some(share) => {
                    figures.insert(4, (Term::Ceiling.name(), percent(share), Term::Ceiling.sentence()))
                }
                None => {
                    let loss = percent(rows.loss_per_item);
                    figures.insert(6, (Term::LossPerItem.name(), loss, Term::LossPerItem.sentence()));
                }
            }
            if let Some((number, meaning)) = &queries {
                figures.push(("Whole queries", number.clone(), meaning));
            }
            figures.extend(
                rows.loss_bits_share.map(|share| (Term::Bits.name(), percent(share), Term::Bits.sentence())),
            );
            let floor = rows
                .floor
                .map(|floor| (Term::Floor.name(), floor.loss_per_item, floor.times_optimum, floor.cut_short));
            let in_bits = rows
                .floor_bits
                .map(|floor| ("Floor, in bits", floor.loss_bits_share, floor.times_optimum, floor.cut_short));
            let meaning;
            if let Some((name, share, times, cut_short)) = floor.or(in_bits) {
                let times = times.map(|times| format!(" This one: at most {} times that.", decimal(times)));
                let cut_short = if cut_short { format!(" In this case {CUT_SHORT}.") } else { String::new() };
                meaning = Term::Floor.sentence().to_owned() + &times.unwrap_or_default() + &cut_short;
                figures.push((name, percent(share), &meaning));
            }
            tiles(noun, Some("printed"), figures)
        }
    }
}

fn owners_read(read: &OwnersRead) -> String {
    format!("of {} read", count(read.owners_read))
}

fn not_covered(certificate: &Certificate, noun: &Noun) -> Markup {
    let sentences = certificate.not_covered.iter().map(String::as_str).chain(sensitive(certificate));
    html! {
        div class="open printed" {
            h3 { "What the promise does not cover" }
            ul { @for sentence in sentences { li { (with_code(&noun.say(sentence))) } } }
        }
        "\n"
    }
}

/// Whether it was looked at what whole groups share; none where the promise itself bounds it, or where it is broken or
/// the stamp tells what was found.
fn sensitive(certificate: &Certificate) -> Option<&'static str> {
    let promises = |name| certificate.promise.has(name);
    if let Some(certain) = &certificate.certain {
        return (certain.groups == 0).then_some("What was named sensitive is shown by no published row.");
    }
    if promises(PropertyName::KAnonymity) {
        return Some(
            "Nothing was named sensitive (`--sensitive`), so whether whole groups share something sensitive was not \
             looked at.",
        );
    }
    promises(PropertyName::KmAnonymity)
        .then_some("Whether all rows that match share something sensitive was not looked at.")
}

fn of_all(runs: &Runs) -> Markup {
    let checked = runs.cells.iter().filter_map(|cell| cell.holds);
    let (kept, all) = (checked.clone().filter(|&holds| holds).count(), checked.count());
    let failed = runs.cells.iter().filter(|cell| cell.error.is_some()).count();
    let promises_nothing = |cell: &&Cell| cell.holds.is_none() && cell.error.is_none();
    let silent: BTreeSet<&str> =
        runs.cells.iter().filter(promises_nothing).map(|cell| cell.method.as_str()).collect();
    let (look, said) = if kept == all && failed == 0 {
        (Look::Holds, format!("All {} promises hold", count(all)))
    } else if kept == all {
        (
            Look::Caution,
            format!("{} promises hold, {} gave no result", count(all), counted(failed, "run", "runs")),
        )
    } else {
        (Look::Broken, format!("{} of {} promises do not hold", count(all - kept), count(all)))
    };
    let meaning = match silent.len() {
        0 => "Each run was checked on its own release.".to_owned(),
        methods => format!(
            "Each run was checked on its own release; {} nothing.",
            counted(methods, "method promises", "methods promise")
        ),
    };
    stamp::stamp(look, &said, &[meaning])
}
