//! The results of the paper's experiments on a log: the paper's tables and figures with our numbers, and a
//! verdict on each claim of the paper.
//!
//! [`page`], [`Exhibit::csv`] and JSON are written from these results. clump never reads them back.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;

use crate::chart::Chart;
use crate::markup::document;
pub use crate::table::{Cell, Column, Table};
use crate::{count, counted, number};

/// All results of a reproduction. They are aggregates, without words or owners of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reproduction {
    /// Version of clump that ran the experiments.
    pub version: String,
    /// The log that the experiments used.
    pub log: LogFacts,
    /// Number of threads. Only the timings depend on it.
    pub threads: usize,
    /// Number of releases that were made and measured.
    pub releases: usize,
    /// Number of releases that an independent check found k-anonymous, with each row generalizing its
    /// transaction.
    pub verified: usize,
    /// Wall-clock seconds of the whole run.
    pub seconds: f64,
    /// The tables and figures, in the paper's order.
    pub exhibits: Vec<Exhibit>,
}

/// Figures of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogFacts {
    /// Source of the log.
    #[serde(flatten)]
    pub origin: Origin,
    /// Number of owners used; at most the number in the paper.
    pub owners: usize,
    /// Mean number of items per owner.
    pub mean_length: f64,
    /// Number of nodes of the taxonomy that these owners use.
    pub nodes: usize,
    /// Number of leaves among these nodes.
    pub leaves: usize,
    /// Deepest level that these owners use; the root is level 1.
    pub height: u32,
    /// Numbers of owners that the paper uses and the log does not have.
    pub left_out: Vec<usize>,
}

/// Source of the queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "origin", rename_all = "lowercase")]
pub enum Origin {
    /// clump generated the log.
    Generated {
        /// Seed of the generator.
        seed: u64,
    },
    /// The log is a file that the user gave.
    Given,
}

impl Origin {
    /// The source in one word, for files.
    pub fn word(self) -> &'static str {
        match self {
            Origin::Generated { .. } => "generated",
            Origin::Given => "given",
        }
    }
}

/// A reproduced table or figure of the paper.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exhibit {
    /// File name without extension, and link target: `figure-3`.
    pub id: String,
    /// Heading of the exhibit, such as `Figure 3: ...`.
    pub title: String,
    /// The data that the exhibit shows.
    pub data: ExhibitData,
    /// Paragraphs of notes on the runs and on reading the exhibit.
    pub about: Vec<String>,
    /// Claims of the paper about the exhibit.
    pub claims: Vec<Claim>,
    /// The charts of a figure; empty for a table.
    #[serde(skip)]
    pub charts: Vec<Chart>,
    /// All numbers of the exhibit.
    pub table: Table,
}

/// Source of the data of an exhibit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ExhibitData {
    /// The five baskets that the paper prints.
    Baskets,
    /// The log that this run used.
    Log,
}

/// A claim of the paper compared with the numbers of this run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Claim {
    /// The claim of the paper, in our words.
    pub paper: String,
    /// The verdict on the claim.
    pub verdict: Held,
    /// The numbers of this run that decide the verdict.
    pub here: String,
}

/// Verdict on a claim, computed by a rule. [`Claim::here`] states the rule if it is not obvious.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "&'static str")]
pub enum Held {
    /// The claim held everywhere.
    Yes,
    /// The claim held in some cases, or to a lesser degree.
    InPart,
    /// The claim held nowhere.
    No,
    /// The log has too few owners to decide if the claim holds.
    Untold,
}

impl Held {
    /// All verdicts, the best first.
    pub const ALL: [Held; 4] = [Held::Yes, Held::InPart, Held::No, Held::Untold];

    /// The verdict in words, for display.
    pub fn words(self) -> &'static str {
        match self {
            Held::Yes => "held",
            Held::InPart => "held in part",
            Held::No => "did not hold",
            Held::Untold => "cannot be told",
        }
    }
}

impl From<Held> for &'static str {
    fn from(held: Held) -> &'static str {
        held.words()
    }
}

impl Reproduction {
    /// All claims, each with its exhibit.
    pub fn claims(&self) -> impl Iterator<Item = (&Exhibit, &Claim)> {
        self.exhibits.iter().flat_map(|exhibit| exhibit.claims.iter().map(move |claim| (exhibit, claim)))
    }

    /// Number of claims by verdict: `9 held, 1 did not hold`.
    pub fn tally(&self) -> String {
        let count = |held| self.claims().filter(|(_, claim)| claim.verdict == held).count();
        let counts = Held::ALL.map(|held| (held, count(held))).into_iter().filter(|&(_, claims)| claims > 0);
        let told: Vec<String> = counts.map(|(held, claims)| format!("{claims} {}", held.words())).collect();
        told.join(", ")
    }
}

impl Exhibit {
    /// The table of the exhibit as CSV. The first cell of every row is `log`, the name of the log.
    pub fn csv(&self, log: &str) -> String {
        self.table.clone().with_first("log", log).csv()
    }

    /// The title of the exhibit up to the colon: `Figure 3`.
    pub fn name(&self) -> &str {
        self.title.split(':').next().unwrap_or(&self.title)
    }
}

const STYLE: &str = concat!(include_str!("reproduction.css"), include_str!("chart/chart.css"));

/// The results as an HTML page. Each exhibit links to its file `ID.csv` in the same folder.
pub fn page(reproduction: &Reproduction) -> String {
    let origin = reproduction.log.origin.word();
    // The footer of every printed page says whether the log is generated or given.
    let foot =
        format!("@page{{@bottom-right{{content:\"{origin} log, \" counter(page);font:9pt system-ui}}}}\n");
    document(html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "The paper's experiments on a " (origin) " log" }
                style { "\n" (PreEscaped(STYLE)) (PreEscaped(foot)) }
            }
            body {
                main {
                    (head(reproduction))
                    (summary(reproduction))
                    @for exhibit in &reproduction.exhibits { "\n" (section(exhibit, reproduction)) }
                    "\n"
                    (foot_of(reproduction))
                }
            }
        }
        "\n"
    })
}

fn head(reproduction: &Reproduction) -> Markup {
    let log = &reproduction.log;
    let sizes: Vec<String> = log.left_out.iter().map(|&size| count(size)).collect();
    html! {
        header {
            h1 { "The paper's experiments, run again" }
            p {
                "A. Milani Fard and K. Wang: "
                cite { "An Effective Clustering Approach to Web Query Log Anonymization" }
                ", Section V. The parameters are the paper's, the code is ours."
            }
            p.origin { (origin_of(reproduction)) }
            (facts(reproduction).html("The log, here and in the paper", None))
            @if !sizes.is_empty() {
                p.left-out {
                    "Left out: |D| = " (sizes.join(", ")) ". The log has " (counted(log.owners, "owner", "owners")) "."
                }
            }
        }
    }
}

fn facts(reproduction: &Reproduction) -> Table {
    let log = &reproduction.log;
    Table {
        columns: vec![
            Column::text("Log"),
            Column::new("owners"),
            Column::with_decimals("mean items an owner", 2),
            Column::new("nodes of the taxonomy"),
            Column::new("leaves"),
            Column::new("height"),
        ],
        rows: vec![
            vec![
                Cell::text("here"),
                Cell::Count(log.owners),
                Cell::Number(log.mean_length),
                Cell::Count(log.nodes),
                Cell::Count(log.leaves),
                Cell::Count(log.height as usize),
            ],
            vec![
                Cell::text("the paper"),
                Cell::Count(53_058),
                Cell::Number(20.93),
                Cell::Count(25_645),
                Cell::text("not told"),
                Cell::Count(18),
            ],
        ],
    }
}

fn origin_of(reproduction: &Reproduction) -> Markup {
    html! {
        @match reproduction.log.origin {
            Origin::Generated { seed } => {
                strong { "Generated log." }
                " Nobody asked these queries: "
                code { "clump generate --owners " (reproduction.log.owners) " --seed " (seed) }
                ". The generator was shaped after the lengths and densities that the paper reports, so Table III is \
                 no test of it."
            }
            Origin::Given => {
                strong { "Given log." }
                " The first owners of the log that was given. Only aggregates are shown."
            }
        }
    }
}

fn summary(reproduction: &Reproduction) -> Markup {
    html! {
        section id="claims" {
            h2 { "Did it hold?" }
            p { "Of " (counted(reproduction.claims().count(), "claim", "claims")) ": " (reproduction.tally()) "." }
            div.wide {
                table.claims {
                    thead { tr { @for name in ["where", "the paper says", "verdict"] { th scope="col" { (name) } } } }
                    tbody {
                        @for (exhibit, claim) in reproduction.claims() {
                            tr {
                                td { a href={ "#" (exhibit.id) } { (exhibit.name()) } }
                                td { (claim.paper) }
                                td { (badge(claim.verdict)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// HTML section of an exhibit with its claims, charts and numbers.
fn section(exhibit: &Exhibit, reproduction: &Reproduction) -> Markup {
    let file = format!("{}.csv", exhibit.id);
    let shown = match (exhibit.data, reproduction.log.origin) {
        (ExhibitData::Baskets, _) => "the paper's five baskets".to_owned(),
        (ExhibitData::Log, Origin::Generated { seed }) => format!("generated log, seed {seed}"),
        (ExhibitData::Log, Origin::Given) => "given log".to_owned(),
    };
    html! {
        section id=(exhibit.id) {
            h2 { (exhibit.title) }
            p.shown { (shown) " · " a href=(file) { (file) } }
            @for paragraph in &exhibit.about { p { (paragraph) } }
            @if !exhibit.claims.is_empty() {
                dl.verdicts {
                    @for claim in &exhibit.claims {
                        dt { (badge(claim.verdict)) " " (claim.paper) }
                        dd { (claim.here) }
                    }
                }
            }
            @if !exhibit.charts.is_empty() {
                div.charts { @for chart in &exhibit.charts { (chart.figure()) } }
            }
            (exhibit.table.html(&format!("The numbers of {}", exhibit.title), None))
        }
    }
}

/// A verdict in words, with its colour, as HTML.
fn badge(held: Held) -> Markup {
    let class = match held {
        Held::Yes => "yes",
        Held::InPart => "part",
        Held::No => "no",
        Held::Untold => "untold",
    };
    html! { span class={ "badge " (class) } { (held.words()) } }
}

fn foot_of(reproduction: &Reproduction) -> Markup {
    let Reproduction { version, threads, releases, verified, seconds, log, .. } = reproduction;
    html! {
        footer {
            p {
                "clump " (version) " on a " (log.origin.word()) " log. " (counted(*releases, "release", "releases"))
                " made and measured, " (count(*verified))
                " of them verified: k-anonymous, and every row generalizes its transaction. "
                (number(*seconds, 0)) " s on " (counted(*threads, "thread", "threads"))
                ". Everything but the timings is the same in every run. All numbers: "
                a href="results.json" { "results.json" } "."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reproduction(origin: Origin) -> Reproduction {
        let claim =
            Claim { paper: "a < b".to_owned(), verdict: Held::InPart, here: "1 of 2 & more".to_owned() };
        let exhibit = Exhibit {
            id: "figure-3".to_owned(),
            title: "Figure 3: <loss>".to_owned(),
            data: ExhibitData::Log,
            about: vec!["A \"paragraph\".".to_owned()],
            claims: vec![claim],
            charts: Vec::new(),
            table: Table { columns: vec![Column::new("k")], rows: vec![vec![Cell::Count(1_000)]] },
        };
        Reproduction {
            version: "0".to_owned(),
            log: LogFacts {
                origin,
                owners: 1_200,
                mean_length: 2.0,
                nodes: 3,
                leaves: 2,
                height: 2,
                left_out: vec![10_000],
            },
            threads: 2,
            releases: 1,
            verified: 1,
            seconds: 1.0,
            exhibits: vec![exhibit],
        }
    }

    #[test]
    fn texts_are_escaped_and_verdicts_are_words() {
        let html = page(&reproduction(Origin::Given));
        assert!(html.contains("Figure 3: &lt;loss&gt;") && html.contains("1 of 2 &amp; more"));
        assert!(!html.contains("<loss>") && html.contains(">held in part</span>"));
        assert!(html.contains(">1,000</th>") && html.contains("href=\"figure-3.csv\""));
        assert!(html.contains("Left out: |D| = 10,000."));
        assert!(!html.contains("http://") && !html.contains("https://") && !html.contains("<script"));
    }

    #[test]
    fn a_generated_log_is_said_to_be_one_at_the_top_and_in_every_section() {
        let html = page(&reproduction(Origin::Generated { seed: 1 }));
        for place in ["experiments on a generated log</title>", "Generated log.", "generated log, seed 1"] {
            assert!(html.contains(place), "{place}");
        }
        let given = page(&reproduction(Origin::Given));
        assert!(!given.contains("generated") && given.contains("Given log."));
    }
}
