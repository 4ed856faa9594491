//! Advice on the best kind of release for each purpose, from the tasks of one comparison.
//!
//! The advice has no built-in knowledge of methods. For each purpose, it ranks the runs that keep their promise by
//! their task. It names the first run in display order that is within [`NEAR`] of the best: a table comes before a
//! combination of tables. If even the best keeps little, the sentence says so.

use clump_core::promise::PropertyName;
use clump_core::tasks::Purpose;
use serde::Serialize;

use super::{ComparedRun, Runs};
use crate::number::percent;

/// Share of the best figure that the advised run may miss. Half of the 2 % that a test on other owners allows.
const NEAR: f64 = 0.01;

/// Share below which the advice says that a release does not serve the purpose.
const SMALL_SHARE: f64 = 0.05;

/// Number of other runs whose figures are in the sentence.
const OTHERS: usize = 3;

/// Advice for one purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// The purpose that the advice is about.
    pub purpose: Purpose,
    /// Name of the advised run; `None` if no run serves the purpose.
    pub run: Option<String>,
    /// The advice in words, with the figures that support it.
    pub sentence: String,
}

impl Runs {
    /// Advice for each measured purpose, at the first k. From a sample, it never concludes that a proof costs too
    /// much: noise hides less of a larger log.
    pub fn advice(&self, is_sample: bool) -> Vec<Advice> {
        self.purposes().into_iter().filter_map(|purpose| self.advise(purpose, is_sample)).collect()
    }

    fn advise(&self, purpose: Purpose, is_sample: bool) -> Option<Advice> {
        let measured: Vec<(&ComparedRun, f64)> = self
            .at_first_k()
            .filter(|run| run.holds == Some(true))
            .filter_map(|run| Some((run, run.kept(purpose)?)))
            .collect();
        let (noisy, exact): (Vec<_>, Vec<_>) = measured.into_iter().partition(|(run, _)| is_noisy(run));
        let best = |runs: &[(&ComparedRun, f64)]| runs.iter().map(|run| run.1).max_by(f64::total_cmp);
        let most = best(&exact)?;
        let advised = exact.iter().position(|&(_, kept)| kept >= most * (1.0 - NEAR))?;
        let (run, kept) = exact[advised];
        let name = run.name();
        let what = purpose.name();
        let place = if is_sample { " in this sample" } else { "" };
        let proof = proof(&noisy, best(&noisy), is_sample);
        let (run, sentence) = if most == 0.0 {
            (None, format!("No kind keeps anything of {what}{place}.{proof}"))
        } else {
            let figures =
                format!("keeps {} of {what}{}", percent(kept), self.beside(&exact, advised, purpose));
            let sentence = if most < SMALL_SHARE {
                format!("No kind keeps much of {what}{place}. The best, {name}, {figures}.{proof}")
            } else {
                format!("{name} {figures}.{proof}")
            };
            (Some(name), sentence)
        };
        Some(Advice { purpose, run, sentence })
    }

    /// The best other runs and plain SQL, in brackets.
    fn beside(&self, runs: &[(&ComparedRun, f64)], advised: usize, purpose: Purpose) -> String {
        let mut others: Vec<&(&ComparedRun, f64)> =
            runs.iter().enumerate().filter(|&(place, _)| place != advised).map(|(_, run)| run).collect();
        // The sort is stable, so equal runs stay in display order.
        others.sort_by(|a, b| b.1.total_cmp(&a.1));
        let k = runs.iter().find_map(|(run, _)| run.k);
        let sql = self.references.iter().filter(|found| found.k.is_some() && found.k == k);
        let sql = sql.filter_map(|found| {
            let task = found.tasks.iter().find(|task| task.purpose == purpose)?;
            Some(format!("{} {}", found.name, percent(task.kept)))
        });
        let others =
            others.iter().take(OTHERS).map(|(run, kept)| format!("{} {}", run.name(), percent(*kept)));
        let all: Vec<String> = others.chain(sql).collect();
        if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
    }
}

fn is_noisy(run: &ComparedRun) -> bool {
    run.promise.has(PropertyName::DifferentialPrivacy)
}

/// A sentence on the best run with noise, which keeps `most`; empty without noise.
fn proof(noisy: &[(&ComparedRun, f64)], most: Option<f64>, is_sample: bool) -> String {
    let found = most.and_then(|most| noisy.iter().find(|(_, kept)| *kept >= most));
    match found {
        Some((run, kept)) if *kept >= SMALL_SHARE => {
            format!(" Where a proof is needed: {} keeps {}.", run.name(), percent(*kept))
        }
        Some((_, 0.0)) if !is_sample => {
            " A proof costs too much here: with noise, nothing is kept.".to_owned()
        }
        Some((run, kept)) if !is_sample => {
            format!(" A proof costs too much here: {} keeps {}.", run.name(), percent(*kept))
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use clump_core::promise::{CommonFacts, DifferentialPrivacy, KAnonymity, Privacy, Promise};
    use clump_core::tasks::KeptUse;

    use super::*;
    use crate::{Kind, Reference};

    const PURPOSES: [Purpose; 2] = [Purpose::Completion, Purpose::Words];

    fn tasks(kept: [f64; 2]) -> Vec<KeptUse> {
        PURPOSES.into_iter().zip(kept).map(|(purpose, kept)| KeptUse { purpose, score: kept, kept }).collect()
    }

    fn run(method: &str, kind: Kind, kept: [f64; 2]) -> ComparedRun {
        ComparedRun {
            holds: Some(true),
            tasks: tasks(kept),
            ..ComparedRun::new(method, kind, Some(5), KAnonymity { k: 5 }.into())
        }
    }

    fn noisy(kept: [f64; 2]) -> ComparedRun {
        let privacy = Privacy::new(2.0, 1e-5, 3).unwrap();
        let noise = DifferentialPrivacy { privacy, noise_scale: 1.5, threshold: 20, seeded: false };
        let promise = Promise::from(CommonFacts { k: 5, k_cell: 5 }).and(noise).unwrap();
        ComparedRun { setting: Some("with noise".to_owned()), promise, ..run("counts", Kind::Facts, kept) }
    }

    fn runs(cells: Vec<ComparedRun>) -> Runs {
        let reference = |name: &str, k, kept| Reference { name: name.to_owned(), k, tasks: tasks(kept) };
        let references = vec![
            reference("original", None, [1.0, 1.0]),
            reference("plain SQL", Some(5), [0.75, 1.0]),
            reference("empty release", None, [0.0, 0.0]),
        ];
        Runs { cells, references, ..Runs::default() }
    }

    fn find(advice: &[Advice], purpose: Purpose) -> &Advice {
        advice.iter().find(|advice| advice.purpose == purpose).unwrap()
    }

    fn three() -> Vec<ComparedRun> {
        vec![
            run("counts", Kind::Facts, [0.5, 0.995]),
            run("pieces", Kind::Pieces, [0.75, 0.5]),
            run("nearest", Kind::Rows, [0.125, 1.0]),
        ]
    }

    #[test]
    fn every_purpose_has_the_run_that_serves_it_best() {
        let advice = runs(three()).advice(false);
        assert_eq!(
            find(&advice, Purpose::Completion).sentence,
            "pieces keeps 75.0\u{a0}% of query completion (counts 50.0\u{a0}%, nearest 12.5\u{a0}%, plain SQL 75.0\u{a0}%)."
        );
        // Half a percent is no reason for another kind than the first.
        assert_eq!(find(&advice, Purpose::Words).run.as_deref(), Some("counts"));
    }

    /// Swapping the figures of two runs swaps the advice, so no method is preferred by name.
    #[test]
    fn advice_follows_the_figures() {
        let mut cells = three();
        let (first, rest) = cells.split_at_mut(1);
        std::mem::swap(&mut first[0].tasks, &mut rest[0].tasks);
        let advice = runs(cells.clone()).advice(false);
        assert_eq!(find(&advice, Purpose::Completion).run.as_deref(), Some("counts"));
        assert_eq!(find(&advice, Purpose::Words).run.as_deref(), Some("pieces"));
        // A run with a broken promise is never advised.
        cells[0].holds = Some(false);
        let advice = runs(cells).advice(false);
        assert!(advice.iter().all(|advice| advice.run.as_deref() != Some("counts")), "{advice:?}");
        assert!(!advice.iter().any(|advice| advice.sentence.contains("counts 99")), "{advice:?}");
    }

    #[test]
    fn what_no_kind_does_is_said() {
        let advice = runs(vec![run("pieces", Kind::Pieces, [0.0, 0.01])]).advice(false);
        assert_eq!(find(&advice, Purpose::Completion).run, None);
        assert_eq!(
            find(&advice, Purpose::Completion).sentence,
            "No kind keeps anything of query completion."
        );
        let words = find(&advice, Purpose::Words);
        assert_eq!(words.run.as_deref(), Some("pieces"));
        assert!(
            words.sentence.starts_with("No kind keeps much of word counts. The best, pieces,"),
            "{words:?}"
        );
        assert!(runs(Vec::new()).advice(false).is_empty());
    }

    /// A run with noise keeps less, but publishers who need a proof learn how much. A sample cannot tell that.
    #[test]
    fn a_proof_has_its_cost_but_not_by_a_sample() {
        let sentence = |kept: f64, is_sample| {
            let cells = three().into_iter().chain([noisy([kept, kept])]).collect();
            find(&runs(cells).advice(is_sample), Purpose::Words).sentence.clone()
        };
        assert!(
            sentence(0.5, false).ends_with(" Where a proof is needed: counts with noise keeps 50.0\u{a0}%.")
        );
        let costly = " A proof costs too much here: counts with noise keeps 1.0\u{a0}%.";
        assert!(sentence(0.01, false).ends_with(costly), "{}", sentence(0.01, false));
        assert!(sentence(0.0, false).ends_with("with noise, nothing is kept."));
        assert!(!sentence(0.01, true).contains("proof"), "{}", sentence(0.01, true));
        assert!(sentence(0.5, true).contains("proof"));
        let nothing = runs(vec![run("pieces", Kind::Pieces, [0.0, 0.01])]).advice(true);
        assert_eq!(nothing[0].sentence, "No kind keeps anything of query completion in this sample.");
    }
}
