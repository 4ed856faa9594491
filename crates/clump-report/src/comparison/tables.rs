//! Runs of a comparison as tables: a file with all figures in full, a page with the readable ones, and the figures of
//! privacy for both a page and a terminal.

use clump_core::promise::PropertyName;
use clump_core::utility::RulesKept;

use super::{ComparedRun as Run, Cost, FloorAt, Kind, Runs};
use crate::table::{Cell, Column, Table};
use crate::{CUT_SHORT, NumberFormat};

pub(super) const DIGITS: usize = 3;

struct Measure {
    /// Column of the figure in the CSV file.
    key: &'static str,
    /// Column on the page; `None` if the page omits the figure.
    on_page: Option<&'static str>,
    format: NumberFormat,
    of: fn(&Cost) -> Option<f64>,
}

const PERCENT: NumberFormat = NumberFormat::Percent;
const DECIMAL: NumberFormat = NumberFormat::Decimals(2);
const COUNT: NumberFormat = NumberFormat::Decimals(0);

const fn measure(
    key: &'static str,
    on_page: Option<&'static str>,
    format: NumberFormat,
    of: fn(&Cost) -> Option<f64>,
) -> Measure {
    Measure { key, on_page, format, of }
}

/// All figures. Each table of a comparison takes its columns from this list.
const MEASURES: [Measure; 21] = [
    measure("as_typed_share", Some("as typed"), PERCENT, |cost| cost.as_typed_share),
    measure("generalized_share", Some("generalized"), PERCENT, |cost| cost.generalized_share),
    measure("gone_share", Some("gone"), PERCENT, |cost| cost.gone_share),
    measure("information_kept", Some("information"), PERCENT, |cost| cost.information_kept),
    measure("upper_bound", Some("bound"), PERCENT, |cost| cost.upper_bound),
    measure("links_kept", Some("links"), PERCENT, |cost| cost.links_kept),
    measure("loss_per_item", Some("loss (GGD)"), PERCENT, |cost| cost.loss_per_item),
    measure("loss_bits_share", Some("bits lost"), PERCENT, |cost| cost.loss_bits_share),
    measure("ncp", None, PERCENT, |cost| cost.ncp),
    measure("mean_length", None, DECIMAL, |cost| cost.mean_length),
    measure("mean_level", None, DECIMAL, |cost| cost.mean_level),
    measure("count_error", Some("COUNT error"), PERCENT, |cost| cost.count_error),
    measure("top_words_error", Some("top words, error"), PERCENT, |cost| cost.top_words_error),
    measure("top_queries_error", Some("top queries, error"), PERCENT, |cost| cost.top_queries_error),
    measure("top_rows_error", None, PERCENT, |cost| cost.top_rows_error),
    measure("pairs_kept", Some("top pairs"), PERCENT, |cost| cost.pairs_kept),
    measure("rules_kept", Some("rules"), PERCENT, |cost| cost.rules_kept),
    measure("linkage", Some("linkage"), PERCENT, |cost| cost.linkage.map(|linkage| linkage.share)),
    measure("linkage_low", None, PERCENT, |cost| cost.linkage.map(|linkage| linkage.low)),
    measure("linkage_high", None, PERCENT, |cost| cost.linkage.map(|linkage| linkage.high)),
    measure("certain_owners", Some("certain owners"), COUNT, |cost| {
        cost.certain_owners.map(|owners| owners as f64)
    }),
];

impl Runs {
    /// All figures as CSV with a header. Unknown values are empty.
    pub fn csv(&self) -> String {
        let mut columns = ["method", "setting", "kind", "k", "promise", "holds"].map(Column::text).to_vec();
        columns.extend(MEASURES.iter().map(|measure| Column::new(measure.key)));
        let purposes = self.purposes();
        columns.extend(purposes.iter().map(|purpose| Column::new(format!("kept_{}", purpose.word()))));
        columns.extend(["rules_by_level", "seconds", "error"].map(Column::text));
        let row = |run: &Run| {
            let holds = run.holds.map(|holds| holds.to_string()).unwrap_or_default();
            let mut cells = vec![
                Cell::text(&run.method),
                Cell::text(run.setting.as_deref().unwrap_or_default()),
                Cell::text(run.kind.words()),
                Cell::count(run.k),
                Cell::Text(run.promise.to_string()),
                Cell::Text(holds),
            ];
            cells.extend(MEASURES.iter().map(|measure| figure(run, measure)));
            cells.extend(purposes.iter().map(|&purpose| Cell::number(run.kept(purpose))));
            cells.extend([Cell::Text(rules_in_words(run)), Cell::number(run.seconds), error(run)]);
            cells
        };
        Table { columns, rows: self.cells.iter().map(row).collect() }.csv()
    }

    /// The table for the page, without figures that no run has.
    pub(crate) fn table(&self) -> Table {
        let shown: Vec<&Measure> = MEASURES.iter().filter(|measure| measure.on_page.is_some()).collect();
        let mut columns =
            vec![Column::text("method"), Column::new("k"), Column::text("promise"), Column::text("verdict")];
        columns.extend(on_page(&shown));
        columns.extend([seconds(), Column::text("error")]);
        let row = |run: &Run| {
            let mut cells = vec![
                Cell::Text(run.name()),
                Cell::count(run.k),
                Cell::Text(run.promise.to_string()),
                Cell::text(answer(run, "–", "–")),
            ];
            cells.extend(shown.iter().map(|measure| figure(run, measure)));
            cells.extend([Cell::number(run.seconds), error(run)]);
            cells
        };
        Table { columns, rows: self.cells.iter().map(row).collect() }.without_empty_columns()
    }

    /// The figures of privacy of each run: its promise, and the success of attackers.
    fn privacy(&self, share: impl Fn(&str) -> Column) -> Table {
        let columns = vec![
            Column::text("method"),
            Column::new("k"),
            Column::text("promise"),
            share("linkage"),
            Column::with_decimals("certain", 0),
            seconds(),
        ];
        let row = |run: &Run| {
            let cost = run.cost.as_ref();
            vec![
                Cell::Text(run.name()),
                Cell::count(run.k),
                Cell::text(answer(run, "none", "no run")),
                Cell::number(cost.and_then(|cost| Some(cost.linkage?.share))),
                Cell::number(cost.and_then(|cost| Some(cost.certain_owners? as f64))),
                Cell::number(run.seconds),
            ]
        };
        Table { columns, rows: self.cells.iter().map(row).collect() }.without_empty_columns()
    }

    /// The table of privacy for a page.
    pub(crate) fn privacy_on_page(&self) -> Table {
        self.privacy(|name| Column::with_format(name, NumberFormat::Percent))
    }

    /// The table of privacy for a terminal: a header and a line for each run.
    pub fn privacy_text(&self) -> Vec<String> {
        self.privacy(|name| Column::with_decimals(name, DIGITS)).text()
    }

    /// Shares of association rules that are kept, by taxonomy level; `None` if the data have no rules.
    pub(crate) fn rules_on_page(&self) -> Option<Table> {
        let with_rules = || self.cells.iter().filter_map(|run| Some((run, &run.cost.as_ref()?.rules)));
        let mut levels: Vec<Option<u32>> = with_rules()
            .flat_map(|(_, rules)| rules.iter().filter(|kept| kept.rules > 0).map(|kept| kept.level))
            .collect();
        levels.sort_unstable();
        levels.dedup();
        let name = |level: &Option<u32>| {
            level.map_or_else(|| "items as they are".to_owned(), |level| format!("level {level}"))
        };
        let mut columns = vec![Column::text("method"), Column::new("k")];
        columns.extend(levels.iter().map(|level| Column::with_format(name(level), NumberFormat::Percent)));
        let row = |(run, rules): (&Run, &Vec<RulesKept>)| {
            let kept = |level: &Option<u32>| {
                let at = rules.iter().find(|kept| kept.level == *level && kept.rules > 0);
                Cell::number(at.map(|kept| kept.kept as f64 / kept.rules as f64))
            };
            let mut cells = vec![Cell::Text(run.name()), Cell::count(run.k)];
            cells.extend(levels.iter().map(kept));
            cells
        };
        let rows: Vec<Vec<Cell>> = with_rules().filter(|(_, rules)| !rules.is_empty()).map(row).collect();
        (!levels.is_empty()).then_some(Table { columns, rows })
    }

    /// The lower bounds in words, one line for each k. They apply only to whole rows.
    pub fn floors_text(&self) -> Vec<String> {
        let line = |floor: &FloorAt| {
            let bound = match (floor.loss_per_item, floor.loss_bits_share) {
                (Some(loss), _) => format!("loses at least {loss:.DIGITS$} of each item (GGD)"),
                (None, Some(share)) => format!("loses at least {share:.DIGITS$} of the bits"),
                (None, None) => return None,
            };
            let least = self.cells.iter().filter(|run| run.k == Some(floor.k) && run.kind == Kind::Rows);
            let least = least.filter_map(|run| {
                let cost = run.cost.as_ref()?;
                let loss = match floor.loss_per_item {
                    Some(_) => cost.loss_per_item,
                    None => cost.loss_bits_share,
                };
                Some((loss?, run.name()))
            });
            let least = least.min_by(|a, b| a.0.total_cmp(&b.0));
            let least = least.map(|(loss, name)| format!("; {name} {loss:.DIGITS$}")).unwrap_or_default();
            let cut_short = if floor.cut_short { format!(" ({CUT_SHORT})") } else { String::new() };
            Some(format!("k = {}: every release of whole rows {bound}{least}{cut_short}", floor.k))
        };
        self.floors.iter().filter_map(line).collect()
    }
}

fn on_page(measures: &[&'static Measure]) -> impl Iterator<Item = Column> {
    measures.iter().filter_map(|measure| Some(Column::with_format(measure.on_page?, measure.format)))
}

fn seconds() -> Column {
    Column::with_decimals("seconds", DIGITS)
}

/// Kept and all rules by level: `items 3/7, level 2 9/9`.
fn rules_in_words(run: &Run) -> String {
    let rules = run.cost.iter().flat_map(|cost| &cost.rules).filter(|kept| kept.rules > 0);
    let at = |kept: &RulesKept| {
        let level = kept.level.map_or_else(|| "items".to_owned(), |level| format!("level {level}"));
        format!("{level} {}/{}", kept.kept, kept.rules)
    };
    rules.map(at).collect::<Vec<_>>().join(", ")
}

fn figure(run: &Run, measure: &Measure) -> Cell {
    Cell::number(run.cost.as_ref().and_then(measure.of))
}

fn error(run: &Run) -> Cell {
    Cell::text(run.error.as_deref().unwrap_or_default())
}

/// The verdict in a word. `none` is the word for no promise, `failed` for no release.
fn answer(run: &Run, none: &'static str, failed: &'static str) -> &'static str {
    match (run.holds, &run.error) {
        (_, Some(_)) => failed,
        // `clump verify` uses the same word: owners cannot be counted from numbers with noise.
        (Some(true), None) if run.promise.has(PropertyName::DifferentialPrivacy) => "consistent",
        (Some(true), None) => "holds",
        (Some(false), None) => "broken",
        (None, None) => none,
    }
}

#[cfg(test)]
mod tests {
    use clump_core::promise::Promise;
    use clump_core::taxonomy::PricedIn;

    use super::*;

    fn runs() -> Runs {
        let run = |method: &str, setting: Option<&str>, kind, k: Option<usize>, error: Option<&str>| Run {
            setting: setting.map(str::to_owned),
            holds: Some(true),
            seconds: Some(0.5),
            cost: Some(Cost {
                gone_share: Some(0.75),
                information_kept: Some(0.625),
                loss_per_item: Some(1.0 / 3.0),
                rules: vec![
                    RulesKept { level: None, rules: 0, kept: 0, published: 0, spurious: 0 },
                    RulesKept { level: Some(2), rules: 8, kept: 2, published: 3, spurious: 1 },
                ],
                certain_owners: k.map(|k| 200 * k),
                ..Cost::default()
            }),
            error: error.map(str::to_owned),
            ..Run::new(method, kind, k, Promise::nothing())
        };
        Runs {
            cells: vec![
                run("coherence", None, Kind::Rows, Some(5), Some("a, \"b\"")),
                run("counts", Some("of queries"), Kind::Facts, None, None),
            ],
            floors: vec![FloorAt::new(5, PricedIn::Lm, 0.125, false)],
            ..Runs::default()
        }
    }

    #[test]
    fn a_file_has_every_figure_in_full_and_quotes_what_holds_commas() {
        assert_eq!(
            runs().csv(),
            "method,setting,kind,k,promise,holds,as_typed_share,generalized_share,gone_share,information_kept,upper_bound,\
             links_kept,loss_per_item,loss_bits_share,ncp,mean_length,mean_level,count_error,top_words_error,\
             top_queries_error,top_rows_error,pairs_kept,rules_kept,linkage,linkage_low,linkage_high,certain_owners,\
             rules_by_level,seconds,error\r\n\
             coherence,,whole rows,5,nothing,true,,,0.75,0.625,,,0.3333333333333333,,,,,,,,,,,,,,1000,level 2 2/8,0.5,\
             \"a, \"\"b\"\"\"\r\n\
             counts,of queries,table of facts,,nothing,true,,,0.75,0.625,,,0.3333333333333333,,,,,,,,,,,,,,,level 2 2/8,0.5,\r\n"
        );
    }

    #[test]
    fn a_terminal_shows_privacy_and_names_floors() {
        assert_eq!(
            runs().privacy_text(),
            [
                "method             k  promise  certain  seconds",
                "coherence          5  no run     1,000    0.500",
                "counts of queries  -  holds          -    0.500",
            ]
        );
        assert_eq!(
            runs().floors_text(),
            ["k = 5: every release of whole rows loses at least 0.125 of each item (GGD); coherence 0.333"]
        );
    }

    #[test]
    fn a_page_leaves_out_what_no_run_has() {
        let names =
            |table: &Table| table.columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
        assert_eq!(
            names(&runs().table()),
            [
                "method",
                "k",
                "promise",
                "verdict",
                "gone",
                "information",
                "loss (GGD)",
                "certain owners",
                "seconds",
                "error"
            ]
        );
        let rules = runs().rules_on_page().unwrap();
        assert_eq!(names(&rules), ["method", "k", "level 2"], "levels without rules are left out");
        assert_eq!(rules.rows[1][2], Cell::Number(0.25));
        assert!(Runs::default().rules_on_page().is_none());
    }
}
