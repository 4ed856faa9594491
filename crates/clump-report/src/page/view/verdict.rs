//! The view of the verdict, with the promise and its gaps. Printed, it is one sheet for signing: elements of
//! the class `printed` are on it.

use std::collections::BTreeSet;

use clump_core::promise::PropertyName;
use maud::{Markup, html};

use super::View;
use crate::markup::with_code;
use crate::number::{count, counted};
use crate::page::Page;
use crate::{Certificate, ComparedRun, Noun, Runs};

mod figures;
mod sheet;
mod stamp;

use stamp::VerdictLook;

/// The certificate of a release, or the number of runs of a comparison that kept their promise.
pub fn view(page: &Page) -> Option<View> {
    let body = match (&page.certificate, &page.comparison) {
        (Some(certificate), _) => html! {
            (stamp::of_release(page, certificate))
            (figures::figures(page, certificate))
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

/// Sentence on whether the check covered sensitive items that whole groups share. `None` if the promise
/// bounds that, if it is broken, or if the stamp reports the finding.
fn sensitive(certificate: &Certificate) -> Option<&'static str> {
    let promises = |name| certificate.promise.has(name);
    if let Some(certain) = &certificate.certain {
        return (certain.groups == 0).then_some("No published row shows an item that was named sensitive.");
    }
    if promises(PropertyName::Certainty) {
        return None;
    }
    if promises(PropertyName::KAnonymity) {
        return Some(
            "No item was named sensitive (`--sensitive`), so clump did not check whether whole groups share something \
             sensitive.",
        );
    }
    promises(PropertyName::KmAnonymity)
        .then_some("clump did not check whether all rows that match share something sensitive.")
}

fn of_all(runs: &Runs) -> Markup {
    let checked = runs.cells.iter().filter_map(|cell| cell.holds);
    let (kept, all) = (checked.clone().filter(|&holds| holds).count(), checked.count());
    let failed = runs.cells.iter().filter(|cell| cell.error.is_some()).count();
    let promises_nothing = |cell: &&ComparedRun| cell.holds.is_none() && cell.error.is_none();
    let silent: BTreeSet<&str> =
        runs.cells.iter().filter(promises_nothing).map(|cell| cell.method.as_str()).collect();
    let (look, said) = if kept == all && failed == 0 {
        (VerdictLook::Holds, format!("All {} promises hold", count(all)))
    } else if kept == all {
        (
            VerdictLook::Caution,
            format!("{} promises hold, {} gave no result", count(all), counted(failed, "run", "runs")),
        )
    } else {
        (VerdictLook::Broken, format!("{} of {} promises do not hold", count(all - kept), count(all)))
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
