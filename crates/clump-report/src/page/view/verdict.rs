//! Does the promise hold, what does it say, and what does it not cover? Printed, it is the one sheet that is signed: what
//! has the class `printed` stands on it.

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

/// The certificate of a release, or how many runs of a comparison kept their promise.
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

/// True if it was looked at what whole groups share; none where the promise itself bounds it, or where it is broken or
/// the stamp tells what was found.
fn sensitive(certificate: &Certificate) -> Option<&'static str> {
    let promises = |name| certificate.promise.has(name);
    if let Some(certain) = &certificate.certain {
        return (certain.groups == 0).then_some("What was named sensitive is shown by no published row.");
    }
    if promises(PropertyName::Certainty) {
        return None;
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
