//! Assessment of a release: use and risk, in addition to loss.

use clump_core::risk::{GuessedBy, PieceRisk, Proportion, Reassociation, Risk};
use clump_core::utility::Utility;
use serde::Serialize;

use crate::{SensitiveFacts, count};

/// Risk before and after the release, and the use that remains.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assessment {
    /// Success of attacks on the original data.
    pub before: Risk,
    /// Success of attacks on the release.
    pub after: Risk,
    /// Risks of additional attacks on a release in pieces; `None` for whole rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<PieceRisk>,
    /// Use that remains in the release.
    pub utility: Utility,
    /// Items listed as sensitive; `None` if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensitive_items: Option<SensitiveFacts>,
    /// Iyengar's classification metric; `None` if the data have no class labels.
    pub classification: Option<f64>,
}

impl Assessment {
    /// Lines for display: a name, and a text with the values before and after.
    pub fn lines(&self) -> Vec<(String, String)> {
        let mut lines = self.risk_lines();
        lines.extend(self.utility_lines());
        lines.extend(self.classification.map(|metric| ("classification".to_owned(), format!("{metric:.4}"))));
        lines
    }

    fn risk_lines(&self) -> Vec<(String, String)> {
        let (before, after) = (&self.before, &self.after);
        let pair = |name: &str, before: f64, after: f64| {
            (name.to_owned(), format!("{} before, {} after", percent(before), percent(after)))
        };
        let mut lines = vec![
            pair("prosecutor, highest", before.prosecutor_highest, after.prosecutor_highest),
            pair("prosecutor, mean", before.prosecutor_mean, after.prosecutor_mean),
        ];
        if let (Some(before), Some(after)) = (before.journalist, after.journalist) {
            lines.push(pair("journalist, highest", before, after));
        }
        for (before, after) in before.unique.iter().zip(&after.unique) {
            lines.push(pair(&format!("unique by {} known", before.known), before.share, after.share));
        }
        for (before, after) in before.linkage.iter().zip(&after.linkage) {
            let (name, interval) = (format!("linked by {} known", before.known), after.right_row);
            let (name, text) = pair(&name, before.right_row.share, interval.share);
            lines.push((name, format!("{text} ({} to {})", percent(interval.low), percent(interval.high))));
        }
        lines.extend(self.sensitive_items.map(|facts| ("sensitive".to_owned(), facts.of("the data"))));
        if let (Some(before), Some(after)) = (before.homogeneous, after.homogeneous) {
            let text = format!("{} owners before, {} after", count(before.owners), count(after.owners));
            lines.push(("sensitive, certain".to_owned(), text));
        }
        lines.extend(self.pieces.iter().flat_map(piece_lines));
        lines
    }

    fn utility_lines(&self) -> Vec<(String, String)> {
        let utility = &self.utility;
        let mut lines = Vec::new();
        for errors in &utility.count_queries {
            let drawn = serde_json::to_value(errors.drawn).ok();
            let drawn = drawn.as_ref().and_then(|word| word.as_str()).unwrap_or_default().to_owned();
            let name = format!("COUNT of {}, {drawn}", errors.items);
            lines.push((
                name,
                format!("relative error {:.3}, median {:.3}", errors.mean_error, errors.median_error),
            ));
        }
        let tops = [("top words", utility.top_words), ("top rows", utility.top_rows)];
        for (name, counts) in tops.into_iter().filter(|(_, counts)| counts.top > 0) {
            let text = format!("relative error {:.3} of {}", counts.mean_error, count(counts.top));
            lines.push((name.to_owned(), text));
        }
        let at =
            |level: Option<u32>| level.map_or("as they are".to_owned(), |level| format!("at level {level}"));
        for kept in &utility.frequent_itemsets {
            let level = at(kept.level);
            lines.push((
                format!("top sets of {}", kept.size),
                format!("{} of {} {level}", kept.kept, kept.top),
            ));
        }
        for rules in utility.rules.iter().filter(|rules| rules.rules + rules.published > 0) {
            let text = format!(
                "{} of {} {}; {} of {} published are spurious",
                count(rules.kept),
                count(rules.rules),
                at(rules.level),
                count(rules.spurious),
                count(rules.published)
            );
            lines.push(("rules kept".to_owned(), text));
        }
        lines.push(("pair supports".to_owned(), format!("relative error {:.3}", utility.pair_support_error)));
        lines.push(("item distance".to_owned(), format!("{:.3}", utility.item_distance)));
        lines.extend(
            utility.neighbour_overlap.map(|overlap| ("neighbours kept".to_owned(), percent(overlap))),
        );
        lines
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn piece_lines(risk: &PieceRisk) -> Vec<(String, String)> {
    let PieceRisk { linkage_by_query, reassociation, certainty } = risk;
    let linked = linkage_by_query.iter().map(|attack| {
        let queries = if attack.known == 1 { "query" } else { "queries" };
        (format!("linked by {} {queries}", attack.known), with_interval(attack.right_row))
    });
    let made_certain = format!(
        "by {} of {} labels, {} of all that is published",
        count(certainty.certain_labels),
        count(certainty.labels),
        percent(certainty.share)
    );
    let sensitive = certainty.sensitive.iter().map(|found| {
        let owners =
            format!("of {} owners before, {} after", count(found.owners_before), count(found.owners));
        (format!("{} certain", found.node), owners)
    });
    let guessed = reassociation.iter().map(|found| (format!("row by {}", word(found.by)), guesses(found)));
    linked.chain(guessed).chain([("word certain".to_owned(), made_certain)]).chain(sensitive).collect()
}

fn guesses(found: &Reassociation) -> String {
    let lift = |lift: Option<f64>| lift.map_or(String::new(), |lift| format!(", {lift:.1} times chance"));
    let is_chance = found.by == GuessedBy::Chance;
    let [at_one, at_ten] =
        [found.lift_at_one, found.lift_at_ten].map(|times| lift(times.filter(|_| !is_chance)));
    format!("{}{at_one}; in ten guesses {}{at_ten}", with_interval(found.at_one), percent(found.at_ten.share))
}

fn with_interval(Proportion { share, low, high }: Proportion) -> String {
    format!("{} ({} to {})", percent(share), percent(low), percent(high))
}

fn word(by: GuessedBy) -> &'static str {
    match by {
        GuessedBy::Reference => "reference log",
        GuessedBy::Closeness => "closeness",
        GuessedBy::Rarity => "rarity",
        GuessedBy::Size => "size alone",
        GuessedBy::Chance => "chance",
    }
}
