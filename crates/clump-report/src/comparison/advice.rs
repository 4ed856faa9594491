//! Advice on the best kind of release for each purpose, from the figures of one comparison.
//!
//! The advice has no built-in knowledge of methods. For each purpose, it ranks the runs that keep their
//! promise by the figure for that purpose. The sentence names the first run and its figure, and those of the
//! others. If even the first does badly, the sentence says so.

use clump_core::promise::PropertyName;
use serde::Serialize;

use super::{ComparedRun, ComparedUnit, Cost, Kind, Runs};
use crate::number::percent;

/// Relative error above which frequencies are not usable.
const LARGE_ERROR: f64 = 0.5;

/// Share below which the advice says that a release does not serve the purpose.
const SMALL_SHARE: f64 = 0.05;

/// Purpose for which the publisher releases the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// The data serve to count whole queries.
    Queries,
    /// The data serve to count words or items.
    Words,
    /// The data serve to find words that are typed together.
    Phrases,
    /// The data serve to find links between words, or between categories.
    Links,
    /// The data serve to find association rules.
    Rules,
    /// The data serve to study everything that one owner did.
    Profiles,
}

impl Purpose {
    /// All purposes, in the order of the page.
    pub const ALL: [Purpose; 6] = [
        Purpose::Queries,
        Purpose::Words,
        Purpose::Phrases,
        Purpose::Links,
        Purpose::Rules,
        Purpose::Profiles,
    ];

    /// Heading of the purpose above its advice.
    pub fn words(self) -> &'static str {
        match self {
            Purpose::Queries => "Frequencies of queries",
            Purpose::Words => "Frequencies of words",
            Purpose::Phrases => "Phrases",
            Purpose::Links => "Co-occurrence",
            Purpose::Rules => "Association rules",
            Purpose::Profiles => "Profiles",
        }
    }

    /// Degree to which a run serves the purpose, from 0 to 1; `None` if the run lacks the figure.
    pub fn served(self, cell: &ComparedRun) -> Option<f64> {
        let cost = cell.cost.as_ref()?;
        let right = |error: f64| (1.0 - error).max(0.0);
        match self {
            Purpose::Queries => cost.top_queries_error.map(right),
            Purpose::Words => cost.top_words_error.map(right),
            Purpose::Phrases => cost.pairs_kept,
            Purpose::Links => cost.links_kept,
            Purpose::Rules => rules_kept(cost),
            Purpose::Profiles => cost.links_kept.filter(|_| cell.kind == Kind::Rows),
        }
    }

    /// Name of the figure in [`Purpose::served`], for the axis of a chart.
    pub fn measured(self) -> &'static str {
        match self {
            Purpose::Queries => "how right the numbers of the most frequent queries are",
            Purpose::Words => "how right the numbers of the most frequent words are",
            Purpose::Phrases => "frequent pairs that are found again",
            Purpose::Links => "what links words, kept",
            Purpose::Rules => "association rules that still hold",
            Purpose::Profiles => "what links words in whole rows, kept",
        }
    }
}

/// Share of the association rules that are kept, over all levels of the taxonomy.
fn rules_kept(cost: &Cost) -> Option<f64> {
    let (kept, all) =
        cost.rules.iter().fold((0, 0), |(kept, all), level| (kept + level.kept, all + level.rules));
    (all > 0).then(|| kept as f64 / all as f64)
}

/// Advice for one purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// The purpose that the advice is about.
    pub purpose: Purpose,
    /// Name of the best run for the purpose; `None` if no run serves it.
    pub run: Option<String>,
    /// The advice in words, with the figures that support it.
    pub sentence: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Better {
    More,
    Less,
}

/// Runs with a figure, the best run first.
struct Ranked<'r>(Vec<(&'r ComparedRun, f64)>);

impl<'r> Ranked<'r> {
    /// Ranks `cells` by the figure that `of` returns. Runs with equal figures keep their order.
    fn new(
        cells: impl Iterator<Item = &'r ComparedRun>,
        of: impl Fn(&Cost) -> Option<f64>,
        better: Better,
    ) -> Ranked<'r> {
        let mut ranked: Vec<(&ComparedRun, f64)> =
            cells.filter_map(|cell| Some((cell, of(cell.cost.as_ref()?)?))).collect();
        ranked.sort_by(|a, b| match better {
            Better::More => b.1.total_cmp(&a.1),
            Better::Less => a.1.total_cmp(&b.1),
        });
        Ranked(ranked)
    }

    fn best(&self) -> Option<(&'r ComparedRun, f64)> {
        self.0.first().copied()
    }

    /// The other runs in brackets, ` (pieces 12 %, nearest 40 %)`; empty if there are none.
    fn others(&self) -> String {
        let others: Vec<String> = self
            .0
            .iter()
            .skip(1)
            .map(|(cell, figure)| format!("{} {}", cell.name(), percent(*figure)))
            .collect();
        if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) }
    }
}

impl Runs {
    /// Advice for each purpose with figures, at the first k. `unit` is the kind of transaction, and `items`
    /// the noun for its contents, such as `words`.
    pub fn advice(&self, unit: ComparedUnit, items: &str) -> Vec<Advice> {
        let cells: Vec<&ComparedRun> = self.at_first_k().filter(|cell| cell.holds == Some(true)).collect();
        [
            frequencies(&cells, Purpose::Queries, "queries", |cost| cost.top_queries_error),
            frequencies(&cells, Purpose::Words, items, |cost| cost.top_words_error),
            together(&cells, Purpose::Phrases, |cost| cost.pairs_kept, &|share| {
                format!("{share} of the most frequent pairs of {items} are found again, as they are")
            }),
            together(&cells, Purpose::Links, |cost| cost.links_kept, &|share| {
                format!(
                    "{share} of what links the {items} of {} is kept, words and nodes together",
                    unit.words()
                )
            }),
            rules(&cells),
            self.profiles(&cells, unit, items),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Advice for profiles: only whole rows keep all data of an owner together.
    fn profiles(&self, cells: &[&ComparedRun], unit: ComparedUnit, items: &str) -> Option<Advice> {
        let rows = || cells.iter().copied().filter(|cell| cell.kind == Kind::Rows);
        let cell = match &self.profiles {
            Some(cell) if cell.holds == Some(true) => cell.as_ref(),
            None if unit == ComparedUnit::Owner => {
                Ranked::new(rows(), |cost| cost.links_kept, Better::More).best()?.0
            }
            _ => return None,
        };
        let cost = cell.cost.as_ref()?;
        let [as_typed, kept, links] =
            [cost.as_typed_share?, cost.information_kept.unwrap_or(0.0), cost.links_kept.unwrap_or(0.0)];
        let figures = format!(
            "of all {items} of an owner, {} are in the row of that owner as typed, with {} of their information and {} \
             of what links them",
            percent(as_typed),
            percent(kept),
            percent(links)
        );
        // Backticks keep `Noun::say` from replacing "owner" in the flag.
        let (run, name) = match &self.profiles {
            Some(_) => (format!("{} --unit owner", cell.method), format!("`{} --unit owner`", cell.method)),
            None => (cell.name(), cell.name()),
        };
        let (run, sentence) = if links < SMALL_SHARE {
            (
                (links > 0.0).then_some(run),
                format!(
                    "No kind keeps much of all that one owner did. {name} alone has it in one row: {figures}."
                ),
            )
        } else {
            (Some(run), format!("{name}: {figures}."))
        };
        Some(Advice { purpose: Purpose::Profiles, run, sentence })
    }
}

/// Advice by the errors of counts of the most frequent items or queries.
fn frequencies(
    cells: &[&ComparedRun],
    purpose: Purpose,
    things: &str,
    of: fn(&Cost) -> Option<f64>,
) -> Option<Advice> {
    // Of releases with the same figure, tables of facts come first, since they contain nothing else.
    let tables = || cells.iter().copied().filter(|cell| cell.kind == Kind::Facts);
    let others = cells.iter().copied().filter(|cell| cell.kind != Kind::Facts);
    let ranked = Ranked::new(tables().chain(others), of, Better::Less);
    let (best, error) = ranked.best()?;
    let name = best.name();
    let figures = format!(
        "the numbers of the most frequent {things} are off by {} on average{}",
        percent(error),
        ranked.others()
    );
    let sentence = if error > LARGE_ERROR {
        format!("No kind tells well how often {things} are there. With the best, {name}, {figures}.")
    } else {
        format!("{name}: {figures}.")
    };
    let is_proved = |cell: &ComparedRun| cell.promise.has(PropertyName::DifferentialPrivacy);
    // A table counts either queries or items, so only a table of the right kind can prove its numbers.
    let is_of_queries =
        |cell: &ComparedRun| cell.cost.as_ref().is_some_and(|cost| cost.top_queries_error.is_some());
    let is_meant =
        |cell: &ComparedRun| is_proved(cell) && is_of_queries(cell) == (purpose == Purpose::Queries);
    let proved = ranked.0.iter().find(|(cell, _)| is_meant(cell)).filter(|_| !is_proved(best));
    let proof = proved.map(|(cell, error)| {
        if *error > LARGE_ERROR {
            format!(" A proof costs too much here: {} is off by {}.", cell.name(), percent(*error))
        } else {
            format!(" Where a proof is needed: {}.", cell.name())
        }
    });
    Some(Advice {
        purpose,
        run: (error < 1.0).then_some(name),
        sentence: sentence + &proof.unwrap_or_default(),
    })
}

/// Advice on words that occur together, by the share of frequent pairs that a run keeps.
fn together(
    cells: &[&ComparedRun],
    purpose: Purpose,
    of: fn(&Cost) -> Option<f64>,
    sentence: &dyn Fn(&str) -> String,
) -> Option<Advice> {
    let ranked = Ranked::new(cells.iter().copied(), of, Better::More);
    let (best, share) = ranked.best()?;
    let name = best.name();
    let figures = format!("{}{}", sentence(&percent(share)), ranked.others());
    let sentence = match share < SMALL_SHARE {
        true if share == 0.0 => format!("No kind: {}.", sentence(&percent(share))),
        true => format!("No kind keeps much of what stands together. With the best, {name}, {figures}."),
        false => format!("{name}: {figures}."),
    };
    Some(Advice { purpose, run: (share > 0.0).then_some(name), sentence })
}

/// Advice by kept association rules: rules between original items, or rules of all levels if no run keeps one
/// between items.
fn rules(cells: &[&ComparedRun]) -> Option<Advice> {
    let measured =
        || cells.iter().copied().filter(|cell| cell.cost.as_ref().is_some_and(|cost| !cost.rules.is_empty()));
    measured().next()?;
    let sums = |cost: &Cost, of_items: bool| {
        let levels = cost.rules.iter().filter(|kept| kept.level.is_none() == of_items);
        levels.fold((0, 0), |(kept, all), level| (kept + level.kept, all + level.rules))
    };
    let ranked = |of_items: bool| {
        let share = move |cost: &Cost| match sums(cost, of_items) {
            (_, 0) => None,
            (kept, all) => Some(kept as f64 / all as f64),
        };
        Ranked::new(measured(), share, Better::More)
    };
    let (between_items, by_level) = (ranked(true), ranked(false));
    let advice =
        |run: Option<String>, sentence: String| Some(Advice { purpose: Purpose::Rules, run, sentence });
    for (ranked, of_items, where_) in [
        (&between_items, true, "between items as they are"),
        (&by_level, false, "between nodes of the taxonomy"),
    ] {
        let Some((best, share)) = ranked.best().filter(|(_, share)| *share > 0.0) else { continue };
        let (kept, all) = best.cost.as_ref().map(|cost| sums(cost, of_items)).unwrap_or_default();
        let name = best.name();
        let figures =
            format!("{kept} of {all} rules {where_} still hold, {}{}", percent(share), ranked.others());
        return advice(Some(name.clone()), format!("{name}: {figures}."));
    }
    match between_items.best().or(by_level.best()) {
        Some(_) => advice(None, "No kind keeps an association rule of these data.".to_owned()),
        None => advice(None, "No association rule holds in these data, so none can be kept.".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clump_core::promise::{CommonFacts, DifferentialPrivacy, KAnonymity, Privacy, Promise};
    use clump_core::utility::RulesKept;

    use super::*;

    fn run(method: &str, kind: Kind, cost: Cost) -> ComparedRun {
        let promise = KAnonymity { k: 5 }.into();
        ComparedRun {
            holds: Some(true),
            cost: Some(cost),
            ..ComparedRun::new(method, kind, Some(5), promise)
        }
    }

    fn rules(items: (usize, usize), level: (usize, usize)) -> Vec<RulesKept> {
        let at = |level, (kept, rules)| RulesKept { level, rules, kept, published: 0, spurious: 0 };
        vec![at(None, items), at(Some(2), level)]
    }

    fn cost(queries: Option<f64>, words: f64, links: f64, rules: Vec<RulesKept>) -> Cost {
        Cost {
            as_typed_share: Some(0.25),
            information_kept: Some(0.5),
            links_kept: Some(links),
            pairs_kept: Some(links / 2.0),
            top_queries_error: queries,
            top_words_error: Some(words),
            rules,
            ..Cost::default()
        }
    }

    fn find(advice: &[Advice], purpose: Purpose) -> &Advice {
        advice.iter().find(|advice| advice.purpose == purpose).unwrap()
    }

    fn runs() -> Runs {
        Runs {
            cells: vec![
                run("nearest", Kind::Rows, cost(None, 0.75, 0.125, rules((0, 4), (3, 4)))),
                run("pieces", Kind::Pieces, cost(Some(0.5), 0.25, 0.25, rules((1, 4), (1, 4)))),
                run("counts", Kind::Facts, cost(Some(0.125), 0.5, 0.0, rules((0, 4), (0, 4)))),
            ],
            ..Runs::default()
        }
    }

    #[test]
    fn every_purpose_has_the_run_that_serves_it_best() {
        let runs = runs();
        let advice = runs.advice(ComparedUnit::Owner, "words");
        let best: Vec<Option<&str>> = advice.iter().map(|advice| advice.run.as_deref()).collect();
        let pieces = Some("pieces");
        assert_eq!(best, [Some("counts"), pieces, pieces, pieces, pieces, Some("nearest")]);
        assert_eq!(
            find(&advice, Purpose::Queries).sentence,
            "counts: the numbers of the most frequent queries are off by 12.5\u{a0}% on average (pieces 50.0\u{a0}%)."
        );
        assert_eq!(
            find(&advice, Purpose::Rules).sentence,
            "pieces: 1 of 4 rules between items as they are still hold, 25.0\u{a0}% (nearest 0\u{a0}%, counts 0\u{a0}%)."
        );
    }

    /// Swapping the figures of two runs swaps the advice, so no method is preferred by name.
    #[test]
    fn advice_follows_the_figures() {
        let mut runs = runs();
        let (first, rest) = runs.cells.split_at_mut(1);
        std::mem::swap(&mut first[0].cost, &mut rest[0].cost);
        let advice = runs.advice(ComparedUnit::Query, "words");
        assert_eq!(find(&advice, Purpose::Phrases).run.as_deref(), Some("nearest"));
        assert_eq!(find(&advice, Purpose::Links).run.as_deref(), Some("nearest"));
        assert_eq!(find(&advice, Purpose::Rules).run.as_deref(), Some("nearest"));
        assert!(
            !advice.iter().any(|advice| advice.purpose == Purpose::Profiles),
            "no figure is about owners"
        );
        // A run with a broken promise is never advised.
        runs.cells[0].holds = Some(false);
        let advice = runs.advice(ComparedUnit::Query, "words");
        assert!(advice.iter().all(|advice| !advice.sentence.contains("nearest")), "{advice:?}");
    }

    #[test]
    fn what_no_kind_does_is_said() {
        let nothing = cost(Some(1.0), 1.0, 0.0, rules((0, 4), (0, 4)));
        let runs = Runs { cells: vec![run("nearest", Kind::Rows, nothing)], ..Runs::default() };
        let advice = runs.advice(ComparedUnit::Owner, "items");
        assert!(advice.iter().all(|advice| advice.run.is_none()), "{advice:?}");
        assert!(advice.iter().all(|advice| advice.sentence.starts_with("No kind")), "{advice:?}");
        let none = cost(None, 0.1, 0.5, rules((0, 0), (0, 0)));
        let runs = Runs { cells: vec![run("nearest", Kind::Rows, none)], ..Runs::default() };
        let advice = runs.advice(ComparedUnit::Owner, "items");
        assert!(find(&advice, Purpose::Rules).sentence.starts_with("No association rule holds"));
        assert!(!advice.iter().any(|advice| advice.purpose == Purpose::Queries));
    }

    /// A run with noise has worse figures, but the sentence mentions it for publishers who need a proof.
    #[test]
    fn whoever_needs_a_proof_is_told_what_it_costs() {
        let mut runs = runs();
        let privacy = Privacy::new(2.0, 1e-5, 3).unwrap();
        let noise = DifferentialPrivacy { privacy, noise_scale: 1.5, threshold: 20, seeded: false };
        let common = Promise::from(CommonFacts { k: 5, k_cell: 5 });
        runs.cells.push(ComparedRun {
            setting: Some("with noise".to_owned()),
            promise: common.and(noise).unwrap(),
            ..run("counts", Kind::Facts, cost(Some(0.25), 0.75, 0.0, rules((0, 4), (0, 4))))
        });
        let advice = runs.advice(ComparedUnit::Query, "words");
        let sentence = |purpose| find(&advice, purpose).sentence.clone();
        assert!(
            sentence(Purpose::Queries).ends_with(" Where a proof is needed: counts with noise."),
            "{advice:?}"
        );
        if let Some(cost) = &mut runs.cells[3].cost {
            cost.top_queries_error = Some(1.0);
        }
        let advice = runs.advice(ComparedUnit::Query, "words");
        let said = &find(&advice, Purpose::Queries).sentence;
        assert!(
            said.ends_with("A proof costs too much here: counts with noise is off by 100\u{a0}%."),
            "{said}"
        );
    }

    /// If no run keeps a rule between items, rules of all levels decide.
    #[test]
    fn rules_of_levels_count_where_none_between_items_is_kept() {
        let cells = vec![
            run("nearest", Kind::Rows, cost(None, 0.75, 0.125, rules((0, 4), (3, 4)))),
            run("counts", Kind::Facts, cost(None, 0.5, 0.0, rules((0, 4), (0, 4)))),
        ];
        let advice = Runs { cells, ..Runs::default() }.advice(ComparedUnit::Query, "words");
        assert_eq!(
            find(&advice, Purpose::Rules).sentence,
            "nearest: 3 of 4 rules between nodes of the taxonomy still hold, 75.0\u{a0}% (counts 0\u{a0}%)."
        );
    }
}
