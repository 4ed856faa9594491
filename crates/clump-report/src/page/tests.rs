//! Tests of a page: it shows no secret, and no content of the data can break it.

use clump_core::facts::KeptAt;
use clump_core::fate::Fate;
use clump_core::information::InformationKept;
use clump_core::inspect::TaxonomySize;
use clump_core::measure::Measures;
use clump_core::promise::{self, KAnonymity};
use clump_core::risk::{
    Homogeneous, Implication, PieceCertainty, PieceRisk, Risk, SensitiveCertainty, UniqueShare,
};
use clump_core::tasks::Purpose;
use clump_core::utility::{TopCounts, Utility};
use clump_core::verify::{Counted, Verdict};

use super::*;
use crate::table::{Cell, Column, Table};
use crate::{
    Advice, Assessment, CertainFacts, CertainGroups, Certificate, CertifiedProperty, ComparedRun, Cost,
    FactCount, FactFigures, Figures, Kind, LeftOut, OwnersRead, PublishedFigures, ReleaseFacts, RowFigures,
    Runs, Sample, SampleRow, Words,
};

/// Secret counts. No other number on a page has these digits.
const SECRET_COUNTS: [usize; 4] = [7_316_001, 7_316_002, 7_316_003, 7_316_004];

fn node(name: &str, parent: Option<u32>, before: u64, after: u64) -> TreeNode {
    TreeNode { name: name.to_owned(), parent, before, after }
}

/// Verdict of a check of 40 groups.
fn verdict(holds: bool) -> Verdict {
    Verdict { holds, counted: Counted::Owners, rows: 200, sets: 40, smallest: 5, violations: 0, first: None }
}

fn certificate() -> Certificate {
    let published =
        RowFigures { rows: 5, groups: 1, smallest_group: 5, mean_length: 1.0, whole_queries: None };
    Certificate {
        tool: "clump".to_owned(),
        version: "0.1.0".to_owned(),
        promise: vec![CertifiedProperty::new(KAnonymity { k: 5 }.into(), verdict(true))].try_into().unwrap(),
        sensitive_items: Vec::new(),
        owner_is: "column user_id".to_owned(),
        certain: None,
        method: "nearest".to_owned(),
        parameters: std::collections::BTreeMap::new(),
        published: PublishedFigures::Rows(published),
        release: ReleaseFacts {
            format: "tsv".to_owned(),
            layout: "rows".to_owned(),
            blake3: "00".to_owned(),
            tables: Vec::new(),
        },
        taxonomy: None,
        not_covered: vec!["Much.".to_owned()],
    }
}

/// A page with the taxonomy entity > SECRET-animal > {dog, SECRET-cat}, of which only `dog` is published.
fn page() -> Page {
    let [first, second, third, fourth] = SECRET_COUNTS;
    let risk = Risk {
        prosecutor_highest: 1.0,
        prosecutor_mean: 0.9,
        journalist: None,
        unique: vec![UniqueShare { known: 1, attacked: 5, share: 0.5 }],
        linkage: Vec::new(),
        homogeneous: Some(Homogeneous { groups: first, owners: second }),
    };
    let left_out = LeftOut { unknown: fourth, dropped: 0 };
    let words = Words::new(first + second + third, second, third, left_out)
        .with_information(InformationKept { information_kept: Some(0.312), links_kept: None });
    let row = SampleRow { owners: Some(5), number: None, cells: vec!["dog".to_owned()], text: None };
    Page {
        title: "A log".to_owned(),
        skipped: Some("3 of 40 lines: malformed, left out".to_owned()),
        certificate: Some(certificate()),
        sample: Some(Sample { of: 1, rows: vec![row] }),
        figures: Some(Figures::Rows {
            words,
            owners: OwnersRead { owners_read: third, owners_dropped: second },
            pieces: None,
            taxonomy: TaxonomySize::default(),
            measures: Measures { owners: first, loss_per_item: 0.25, ..Measures::default() },
            floor: None,
            bits: None,
            sensitive_items: None,
            applied: None,
        }),
        certain: Some(CertainFacts {
            nodes: vec!["SECRET-animal".to_owned()],
            holders: third,
            certain: Homogeneous { groups: fourth, owners: first },
            shown: CertainGroups { groups: 0, nodes: Vec::new() },
        }),
        facts: vec![TableSample {
            name: "query".to_owned(),
            top: Table {
                columns: vec![Column::text("query"), Column::new("patients")],
                rows: vec![vec![Cell::text("dog food"), Cell::Count(7)]],
            },
            rows: 1,
        }],
        assessment: Some(Assessment {
            after: Risk { homogeneous: Some(Homogeneous { groups: fourth, owners: first }), ..risk.clone() },
            before: risk,
            pieces: Some(PieceRisk {
                linkage_by_query: Vec::new(),
                reassociation: Vec::new(),
                certainty: PieceCertainty {
                    labels: 2,
                    certain_labels: 1,
                    share: 0.5,
                    shown: vec![Implication {
                        known: "dog".to_owned(),
                        certain: "puppy".to_owned(),
                        occurrences: 5,
                    }],
                    sensitive: vec![SensitiveCertainty {
                        node: "SECRET-node".to_owned(),
                        owners_before: second,
                        owners: third,
                    }],
                },
            }),
            utility: Utility {
                count_queries: Vec::new(),
                top_words: TopCounts { top: 0, mean_error: 0.0 },
                top_rows: TopCounts { top: 0, mean_error: 0.0 },
                frequent_itemsets: Vec::new(),
                rules: Vec::new(),
                pair_support_error: 0.0,
                item_distance: 0.0,
                neighbour_overlap: None,
            },
            sensitive_items: None,
            classification: None,
        }),
        fates: vec![Fate {
            item: "SECRET-cat".to_owned(),
            occurrences: first,
            exact: second,
            generalized: third,
            suppressed: fourth,
            became: vec![("SECRET-ancestor".to_owned(), first)],
        }],
        tree: vec![
            node("SECRET-entity", None, first as u64, 0),
            node("SECRET-animal", Some(0), second as u64, 0),
            node("dog", Some(1), third as u64, 5),
            node("SECRET-cat", Some(1), fourth as u64, 0),
            node("puppy", Some(2), third as u64, 1),
        ],
        groups: vec![GroupRow { owners: first, items: vec![2], originals: vec![vec![2, 3]; 5] }],
        ..Page::default()
    }
}

/// A page of a table of facts.
fn with_table() -> Page {
    let [first, second, ..] = SECRET_COUNTS;
    let excluded = |name: &str| vec![FactCount { name: name.to_owned(), count: second as u64 }];
    let counted = FactFigures {
        kept_at: vec![KeptAt { k: 2, facts: first as u64, ..KeptAt::default() }],
        excluded: excluded("SECRET-rule"),
        excluded_cells: excluded("SECRET-cell"),
        by: Some("SECRET-column".to_owned()),
        lines_without_cell: second as u64,
        ..FactFigures::default()
    };
    let figures = Figures::Facts { tables: vec![counted], owners: OwnersRead::default() };
    Page { figures: Some(figures), ..page() }
}

fn with_comparison() -> Page {
    let row = SampleRow { owners: Some(5), number: None, cells: vec!["SECRET-row".to_owned()], text: None };
    let cost = Cost { loss_per_item: Some(0.2), certain_owners: Some(SECRET_COUNTS[0]), ..Cost::default() };
    let cell = ComparedRun {
        seconds: Some(7_316.5),
        cost: Some(cost),
        error: Some("SECRET-error".to_owned()),
        note: Some("SECRET-note".to_owned()),
        sample: Some(Sample { of: 1, rows: vec![row] }),
        ..ComparedRun::new("nearest", Kind::Rows, Some(5), KAnonymity { k: 5 }.into())
    };
    let advice = Advice { purpose: Purpose::Words, run: None, sentence: "SECRET-advice".to_owned() };
    let runs = Runs { cells: vec![cell], ..Runs::default() };
    Page { comparison: Some(runs), advice: vec![advice], ..page() }
}

/// All ways in which a page can show a secret count: plain, with thousands separators, and packed.
fn forms(number: usize) -> [String; 3] {
    [number.to_string(), crate::count(number), columns::pack(std::iter::once(number as u64))]
}

#[test]
fn the_public_page_holds_nothing_private() {
    for page in [page(), with_table(), with_comparison()] {
        let public = html(&page, PageAudience::Public);
        assert!(!public.contains("SECRET") && !public.contains("7316.5") && !public.contains("7,316.5"));
        for form in SECRET_COUNTS.into_iter().flat_map(forms) {
            assert!(!public.contains(&form), "{form} stands on the public page");
        }
        assert!(!public.contains("PRIVATE") && public.contains("<html lang=\"en\" class=\"public signed\">"));
        assert!(public.contains("\"dog\""));
    }
}

#[test]
fn the_private_page_holds_what_the_public_one_must_not() {
    let [before, table, compared] =
        [page(), with_table(), with_comparison()].map(|page| html(&page, PageAudience::Private));
    for secret in ["SECRET-rule", "SECRET-cell", "SECRET-column"] {
        assert!(table.contains(secret), "{secret}");
    }
    for secret in ["entity", "animal", "cat", "ancestor", "node"].map(|secret| format!("SECRET-{secret}")) {
        assert!(before.contains(&secret), "{secret}");
    }
    assert!(before.contains("PRIVATE: do not publish"));
    for [_, said, packed] in SECRET_COUNTS.map(forms) {
        assert!(before.contains(&said) || before.contains(&packed));
    }
    assert!(compared.contains("SECRET-error") && compared.contains("7,316.50"));
    // The page of a comparison has no certificate.
    let choice = html(&Page { certificate: None, ..with_comparison() }, PageAudience::Private);
    for secret in ["SECRET-row", "SECRET-advice", "SECRET-note"] {
        assert!(choice.contains(secret), "{secret}");
    }
}

#[test]
fn published_nodes_hang_below_their_nearest_published_ancestor() {
    let tree = public::public(&page()).tree;
    assert_eq!(tree, [node("dog", None, 0, 5), node("puppy", Some(0), 0, 1)]);
}

#[test]
fn names_cannot_leave_their_place() {
    let bad = "</script><script>alert(\"1\")</script>{{script}}<!--";
    let mut page = with_comparison();
    page.title = bad.to_owned();
    page.notes = vec![bad.to_owned()];
    page.tree[2].name = bad.to_owned();
    page.fates[0].item = bad.to_owned();
    if let Some(comparison) = &mut page.comparison {
        comparison.cells[0].method = bad.to_owned();
    }
    for audience in [PageAudience::Public, PageAudience::Private] {
        let html = html(&page, audience);
        // The page has two scripts, the columns and the code. Names of items add no markup.
        assert_eq!((html.matches("<script").count(), html.matches("</script>").count()), (2, 2));
        assert!(!html.contains("<!--"));
        assert!(html.contains("&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)"));
        let (_, data) = html.split_once("id=\"data\">").unwrap();
        let (data, _) = data.split_once("</script>").unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        assert!(data["names"].as_array().unwrap().contains(&bad.into()));
    }
}

#[test]
fn views_stand_in_their_order_and_elements_are_closed() {
    let private = html(&with_comparison(), PageAudience::Private);
    let views = ["sample", "verdict", "risk", "utility", "loss", "items", "taxonomy", "groups"];
    let places = views.map(|view| private.find(&format!("<section id=\"{view}\"")).unwrap());
    assert!(places.is_sorted());
    for element in ["section", "figure", "table", "details", "div", "ul", "dl", "svg", "button", "h3", "g"] {
        let opened = private.matches(&format!("<{element} ")).count()
            + private.matches(&format!("<{element}>")).count();
        assert_eq!(opened, private.matches(&format!("</{element}>")).count(), "<{element}>");
    }
}

/// The page of a release that keeps its promise, of which `groups` of 40 groups show an illness.
fn certain_for(groups: Option<usize>) -> Page {
    let mut page = page();
    let certificate = page.certificate.as_mut().unwrap();
    if let PublishedFigures::Rows(figures) = &mut certificate.published {
        figures.groups = 40;
    }
    let nodes = |groups| if groups > 0 { vec!["ill <ness>".to_owned()] } else { Vec::new() };
    certificate.certain = groups.map(|groups| CertainGroups { groups, nodes: nodes(groups) });
    page.certain = groups.map(|groups| CertainFacts {
        nodes: vec!["ill <ness>".to_owned()],
        holders: 1_613,
        certain: Homogeneous { groups, owners: 1_403 * groups.min(1) },
        shown: CertainGroups { groups, nodes: nodes(groups) },
    });
    page
}

#[test]
fn what_is_certain_for_whole_groups_turns_the_verdict_amber() {
    let page = certain_for(Some(9));
    let [public, private] =
        [PageAudience::Public, PageAudience::Private].map(|audience| html(&page, audience));
    for html in [&public, &private] {
        assert!(html.contains("class=\"stamp printed caution\""));
        assert!(
            html.contains("5-anonymity holds, but <code>ill &lt;ness&gt;</code> is certain for whole groups")
        );
        assert!(html.contains("9 of the 40 groups show it in the published row"));
        assert!(html.contains("What to do: bound it with <code>--certainty 0.5</code>"));
        assert!(!html.contains("was not looked at") && !html.contains("is shown by no published row"));
    }
    assert!(private.contains("It is certain of 1,403 of the 1,613 owners who hold it."));
    assert!(!public.contains("1,403") && !public.contains("1,613"));
}

#[test]
fn the_verdict_is_green_where_nothing_is_certain_and_says_whether_it_was_looked_at() {
    let [none, unasked] = [Some(0), None].map(|groups| html(&certain_for(groups), PageAudience::Public));
    for html in [&none, &unasked] {
        assert!(html.contains("class=\"stamp printed holds\"") && html.contains("5-anonymity holds</p>"));
    }
    assert!(none.contains("No published row shows an item that was named sensitive."));
    assert!(
        unasked.contains("No item was named sensitive (<code>--sensitive</code>), so clump did not check")
    );
}

/// Certainty that only the data reveal appears on the private page, not on the public page.
#[test]
fn what_only_the_data_show_is_told_to_the_publisher_alone() {
    let mut page = certain_for(Some(9));
    page.certificate.as_mut().unwrap().certain = Some(CertainGroups { groups: 0, nodes: Vec::new() });
    assert!(html(&page, PageAudience::Public).contains("class=\"stamp printed holds\""));
    assert!(html(&page, PageAudience::Private).contains("class=\"stamp printed caution\""));
}

#[test]
fn the_sheet_says_what_is_signed() {
    let mut page = certain_for(None);
    page.title = "Ward 3, \u{202e}<2026>".to_owned();
    page.noun = "patient".parse().unwrap();
    page.date = Some("2026-01-31".parse().unwrap());
    page.certificate.as_mut().unwrap().release.blake3 = "0123456789abcdef".repeat(4);
    let html = html(&page, PageAudience::Public);
    for said in [
        "<html lang=\"en\" class=\"public signed\">",
        "<h1>Ward 3, \\u{202e}&lt;2026&gt;</h1>",
        "<strong class=\"hash\">0123456789abcdef</strong>",
        &format!("<code>{}</code>", "0123456789abcdef".repeat(4)),
        "<dd>2026-01-31</dd>",
        "<dd>clump 0.1.0</dd>",
        "<dt>A patient is</dt><dd>column user_id</dd>",
        "Every published row is shared by at least 5 patients.",
        "\"noun\":[\"patient\",\"patients\"]",
        "<dt>Signature</dt>",
    ] {
        assert!(html.contains(said), "{said}");
    }
    let (views, _) = html.split_once("<script").unwrap();
    assert!(!views.to_lowercase().contains("owner"), "somebody is still called an owner");
}

#[test]
fn what_became_of_the_words_is_told_to_the_publisher_alone() {
    let [public, private] = [PageAudience::Public, PageAudience::Private]
        .map(|audience| html(&page(), audience).replace('\u{a0}', " "));
    assert!(private.contains("published as a category: 25.0 % (7,316,003)"));
    assert!(private.contains("gone: not in the taxonomy: 25.0 % (7,316,004)"));
    for section in ["loss", "risk", "utility"] {
        assert!(!public.contains(&format!("<section id=\"{section}\"")), "{section}");
    }
    assert!(public.contains("<dt>Rows</dt><dd>5</dd>"));
}

#[test]
fn the_first_figures_of_the_publisher_are_of_everything_that_was_read() {
    let private = html(&page(), PageAudience::Private).replace('\u{a0}', " ");
    let places = [
        "<dt>As typed</dt><dd>25.0 %</dd>",
        "<dt>Gone</dt><dd>50.0 %</dd>",
        "<dt>Information kept</dt><dd>31.2 %</dd>",
        "<dt>Links kept</dt><dd>–</dd>",
        "<dt>Owners dropped</dt><dd>7,316,002</dd>",
        "<dt>Rows</dt><dd>5</dd>",
    ]
    .map(|tile| private.find(tile).expect(tile));
    assert!(places.is_sorted());
}

/// A page with two properties: 5-anonymity, which holds, and certainty of an illness, which may be broken.
fn promised(certainty_holds: bool) -> String {
    let certainty = promise::Certainty::new("0.5".parse().unwrap(), ["ill <ness>".to_owned()]).unwrap();
    let mut page = page();
    page.certificate.as_mut().unwrap().promise = vec![
        CertifiedProperty::new(KAnonymity { k: 5 }.into(), verdict(true)),
        CertifiedProperty::new(certainty.into(), verdict(certainty_holds)),
    ]
    .try_into()
    .unwrap();
    html(&page, PageAudience::Public)
}

#[test]
fn every_property_is_shown_with_its_verdict() {
    let html = promised(true);
    assert!(html.contains("class=\"stamp printed holds\""));
    assert!(html.contains("5-anonymity and at most 0.5 certainty of <code>ill &lt;ness&gt;</code> hold</p>"));
    let meaning = "<p>5-anonymity holds: Every published row is shared by at least 5 owners. Checked on the written file: 40 groups";
    assert!(html.contains(meaning), "{html}");
    assert!(html.contains("<p>at most 0.5 certainty of <code>ill &lt;ness&gt;</code> holds: Of the owners"));
}

#[test]
fn one_property_that_does_not_hold_makes_the_verdict_red() {
    let html = promised(false);
    assert!(html.contains("class=\"stamp printed broken\""));
    assert!(html.contains(
        "<p class=\"said\">at most 0.5 certainty of <code>ill &lt;ness&gt;</code> does not hold</p>"
    ));
    assert!(html.contains("<p>5-anonymity holds: ") && html.contains("<p>What to do: raise k"));
}
