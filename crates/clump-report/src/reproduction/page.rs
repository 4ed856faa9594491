//! The page of a reproduction: one HTML file that needs nothing else, in light and dark, on paper too.

use std::fmt::Write;

use super::{Origin, Reproduction};
use crate::markup::escape;
use crate::{count, counted, number};

mod section;

use section::{badge, section};

const STYLE: &str = include_str!("page.css");

/// The page. Each exhibit links to `ID.csv` beside it.
pub fn page(reproduction: &Reproduction) -> String {
    let mut html = String::new();
    let origin = reproduction.log.origin.word();
    // The foot of every printed page says it too.
    let foot =
        format!("@page{{@bottom-right{{content:\"{origin} log, \" counter(page);font:9pt system-ui}}}}");
    let _ = write!(
        html,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>The paper's experiments on a {origin} log</title>\n<style>\n{STYLE}{foot}\n</style>\n</head>\n<body>\n<main>\n"
    );
    head(&mut html, reproduction);
    summary(&mut html, reproduction);
    for exhibit in &reproduction.exhibits {
        section(&mut html, exhibit, reproduction);
    }
    foot_of(&mut html, reproduction);
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

fn head(html: &mut String, reproduction: &Reproduction) {
    let log = &reproduction.log;
    let _ = writeln!(
        html,
        "<header>\n<h1>The paper's experiments, run again</h1>\n\
         <p>A. Milani Fard and K. Wang: <cite>An Effective Clustering Approach to Web Query Log Anonymization</cite>, \
         Section V. The parameters are the paper's, the code is ours.</p>\n<p class=\"origin\">{}</p>",
        origin_of(reproduction)
    );
    let paper = ["53,058", "20.93", "25,645", "not told", "18"].map(str::to_owned);
    let here = [
        count(log.owners),
        number(log.mean_length, 2),
        count(log.nodes),
        count(log.leaves),
        log.height.to_string(),
    ];
    html.push_str("<div class=\"wide\"><table class=\"facts\">\n<thead><tr><th scope=\"col\">Log</th>");
    for name in ["owners", "mean items an owner", "nodes of the taxonomy", "leaves", "height"] {
        let _ = write!(html, "<th scope=\"col\">{name}</th>");
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for (name, facts) in [("here", here), ("the paper", paper)] {
        let _ = write!(html, "<tr><th scope=\"row\">{name}</th>");
        for fact in facts {
            let _ = write!(html, "<td>{fact}</td>");
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table></div>\n");
    if !log.left_out.is_empty() {
        let sizes: Vec<String> = log.left_out.iter().map(|&size| count(size)).collect();
        let _ = writeln!(
            html,
            "<p class=\"left-out\">Left out: |D| = {}. The log has {}.</p>",
            sizes.join(", "),
            counted(log.owners, "owner", "owners")
        );
    }
    html.push_str("</header>\n");
}

fn origin_of(reproduction: &Reproduction) -> String {
    match reproduction.log.origin {
        Origin::Generated { seed } => format!(
            "<strong>Generated log.</strong> Nobody asked these queries: <code>clump generate --owners {} --seed {seed}</code>. \
             The generator was shaped after the lengths and densities that the paper reports, so Table III is no test of it.",
            reproduction.log.owners
        ),
        Origin::Given => {
            "<strong>Given log.</strong> The first owners of the log that was given. Only aggregates are shown."
                .to_owned()
        }
    }
}

fn summary(html: &mut String, reproduction: &Reproduction) {
    let _ = writeln!(
        html,
        "<section id=\"claims\">\n<h2>Did it hold?</h2>\n<p>Of {}: {}.</p>\n<div class=\"wide\"><table class=\"claims\">\n\
         <thead><tr><th scope=\"col\">where</th><th scope=\"col\">the paper says</th><th scope=\"col\">verdict</th></tr></thead>\n<tbody>",
        counted(reproduction.claims().count(), "claim", "claims"),
        reproduction.tally()
    );
    for (exhibit, claim) in reproduction.claims() {
        let _ = writeln!(
            html,
            "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td><td>{}</td></tr>",
            escape(&exhibit.id),
            escape(exhibit.name()),
            escape(&claim.paper),
            badge(claim.verdict)
        );
    }
    html.push_str("</tbody>\n</table></div>\n</section>\n");
}

fn foot_of(html: &mut String, reproduction: &Reproduction) {
    let Reproduction { version, threads, releases, verified, seconds, log, .. } = reproduction;
    let _ = writeln!(
        html,
        "<footer><p>clump {} on a {} log. {} made and measured, {} of them verified: k-anonymous, and every row \
         generalizes its transaction. {} s on {}. Everything but the timings is the same in every run. \
         All numbers: <a href=\"results.json\">results.json</a>.</p></footer>",
        escape(version),
        log.origin.word(),
        counted(*releases, "release", "releases"),
        count(*verified),
        number(*seconds, 0),
        counted(*threads, "thread", "threads"),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduction::{Cell, Claim, Column, Exhibit, Held, LogFacts, Shown, Table};

    fn reproduction(origin: Origin) -> Reproduction {
        let claim =
            Claim { paper: "a < b".to_owned(), verdict: Held::InPart, here: "1 of 2 & more".to_owned() };
        let exhibit = Exhibit {
            id: "figure-3".to_owned(),
            title: "Figure 3: <loss>".to_owned(),
            data: Shown::Log,
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
        assert!(html.contains("<td>1,000</td>") && html.contains("href=\"figure-3.csv\""));
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
