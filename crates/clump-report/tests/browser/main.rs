//! The page in a real browser: it opens without errors, every view is there, and search, sort, tree, groups and
//! downloads do what they say, fast enough.
//!
//! Needs Chromium: `chromium` on the path, or what `CLUMP_BROWSER` names. Where there is none, the tests say that they
//! were skipped; under `CI` that is a failure.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, PoisonError};

use clump_core::risk::Homogeneous;
use clump_report::page::{Page, PageAudience, html};
use clump_report::{CertainFacts, CertainGroups};
use serde_json::Value;

mod synthetic;

use synthetic::{REPORT, Size};

const PROBE: &str = include_str!("probe.js");
/// One browser at a time: they measure time.
static TURN: Mutex<()> = Mutex::new(());

#[allow(clippy::disallowed_methods, reason = "a test that is skipped says so, whoever captures its output")]
fn browser() -> Option<PathBuf> {
    let name = std::env::var("CLUMP_BROWSER").unwrap_or_else(|_| "chromium".to_owned());
    let found = Command::new(&name).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        assert!(std::env::var_os("CI").is_none(), "no `{name}` to run, and under CI no test may be skipped");
        // Straight to stderr: what a test prints is not shown if it passes.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: no `{name}` to run; install chromium, or name a browser in CLUMP_BROWSER"
        );
    }
    found.then(|| name.into())
}

/// Opens a file in a browser with a profile of its own, and does with it what `act` says.
fn browse(browser: &Path, file: &Path, act: &str) -> Output {
    let profile = file.with_extension("profile");
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let output = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--window-size=1280,900"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(["--enable-logging=stderr", act])
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser was there a moment ago");
    drop(turn);
    let _ = std::fs::remove_dir_all(profile);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Opens a file. Returns the page as it is then, and what the console says.
fn open(browser: &Path, file: &Path) -> (String, Vec<String>) {
    let output = browse(browser, file, "--dump-dom");
    let log = String::from_utf8_lossy(&output.stderr);
    // Exceptions, refused requests and markup that cannot be drawn are told there, too.
    let console = log.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_owned).collect();
    (String::from_utf8(output.stdout).expect("a page is UTF-8"), console)
}

/// How many sheets of `paper` the page takes when it is printed. The PDF stays in `target/tmp`. None without a browser.
fn sheets(name: &str, page: &Page, audience: PageAudience, paper: &str) -> Option<usize> {
    let browser = browser()?;
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{paper}.html"));
    let paper = format!("<style>@page {{ size: {paper}; }}</style></head>");
    std::fs::write(&file, html(page, audience).replacen("</head>", &paper, 1))
        .expect("the folder of tests can be written");
    let pdf = file.with_extension("pdf");
    browse(&browser, &file, &format!("--print-to-pdf={}", pdf.display()));
    let pdf = std::fs::read(pdf).expect("the browser has printed");
    let sheet = b"/Type /Page";
    Some(
        pdf.windows(sheet.len() + 1)
            .filter(|found| found.starts_with(sheet) && !found.ends_with(b"s"))
            .count(),
    )
}

/// What the probe found on the page. The page stays in `target/tmp` with the findings beside it. None without a
/// browser.
fn probe(name: &str, page: &Page, audience: PageAudience) -> Option<Value> {
    let browser = browser()?;
    let probe = format!("<script type=\"module\">{PROBE}</script></body>");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.html"));
    std::fs::write(&file, html(page, audience).replacen("</body>", &probe, 1))
        .expect("the folder of tests can be written");
    let (dom, console) = open(&browser, &file);
    assert_eq!(console, Vec::<String>::new());
    let (_, found) = dom.split_once("<pre id=\"findings\">").expect("the probe came to its end");
    let (found, _) = found.split_once("</pre>").expect("the element ends");
    let found = found.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&");
    std::fs::write(file.with_extension("json"), &found).expect("the folder of tests can be written");
    Some(serde_json::from_str(&found).expect("the probe writes JSON"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("the probe found a number")
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

/// What holds of every page.
fn assert_sound(found: &Value, views: &[&str]) {
    assert_eq!(found["network"], serde_json::json!([]));
    assert_eq!(strings(&found["views"]), views);
    let links: Vec<String> = views.iter().map(|view| format!("#{view}")).collect();
    assert_eq!(strings(&found["links"]), links);
    assert_eq!((&found["unnamed"], &found["duplicateIds"]), (&0.into(), &serde_json::json!([])));
    let headings: Vec<u64> =
        found["headings"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    assert_eq!(headings.iter().filter(|&&level| level == 1).count(), 1);
    assert!(headings.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{headings:?}");
    for contrast in found["contrast"].as_array().expect("light and dark") {
        assert!(number(&contrast["ratio"]) >= 4.5, "{contrast}");
    }
    assert_eq!(found["themeChanges"], true);
}

#[test]
fn the_private_page_of_53058_owners_is_small_opens_fast_and_works() {
    let page = synthetic::page(REPORT);
    let size = html(&page, PageAudience::Private).len();
    assert!(size < 5_000_000, "{size} bytes");
    let Some(found) = probe("private", &page, PageAudience::Private) else { return };
    assert_sound(&found, &["sample", "verdict", "risk", "utility", "loss", "items", "taxonomy", "groups"]);
    assert!(number(&found["ready"]) < 2_000.0, "ready after {} ms", found["ready"]);
    assert!(found["title"].as_str().is_some_and(|title| title.starts_with("PRIVATE: ")));
    assert!(found["band"].as_str().is_some_and(|band| band.starts_with("PRIVATE: do not publish")));
    assert_eq!(
        strings(&found["charts"]),
        [
            "unique",
            "linkage",
            "linkage-by-k",
            "count-queries",
            "itemsets",
            "rules",
            "count-error-by-k",
            "loss-bar",
            "loss-by-k"
        ]
    );

    let tree = &found["tree"];
    assert_eq!((&tree["tabStops"], &tree["walked"]), (&1.into(), &"2".into()));
    assert!(number(&tree["opened"]) > number(&tree["atFirst"]) && tree["closed"] == tree["atFirst"]);
    assert_eq!((&tree["home"], &tree["shown"]), (&true.into(), &true.into()));

    let groups = &found["groups"];
    assert_eq!(groups["status"], "10,000 of 10,000, page 1 of 500");
    assert_eq!((&groups["drawn"], &groups["second"]), (&20.into(), &"Group 21".into()));
    assert_eq!(groups["last"], "10,000 of 10,000, page 500 of 500");
    assert_eq!(groups["found"], true);
    assert!(number(&groups["typed"]) < 200.0);

    // Nine charts, the comparison, the items with their heading.
    let csv = found["csv"].as_array().expect("a list");
    assert_eq!(csv.len(), 11);
    assert!(csv.iter().any(|file| file["lines"] == 18_613));
    assert!(csv.iter().any(|file| file["head"][0]
        == "k,nearest,\"clump, r = 10\",\"clump, sets\",partition,\"apriori, m = 2\",floor"
        && file["head"][1] == "2,0.19,0.42,0.45,0.61,0.88,0.171"));
}

#[test]
fn the_public_page_shows_what_is_published_and_no_groups() {
    let Some(found) = probe("public", &synthetic::page(REPORT), PageAudience::Public) else { return };
    assert_sound(&found, &["sample", "verdict", "items", "taxonomy"]);
    assert_eq!((&found["band"], &found["groups"]), (&Value::Null, &Value::Null));
    assert!(number(&found["ready"]) < 2_000.0);
    assert_eq!(found["tree"]["shown"], true);
}

#[test]
fn eighty_thousand_items_are_searched_and_sorted_without_lag() {
    let size = Size { owners: 20_000, nodes: 100_000, items: 80_000, groups: 4_000 };
    let Some(found) = probe("items", &synthetic::page(size), PageAudience::Private) else { return };
    let items = &found["items"];
    assert_eq!(items["status"], "80,000 of 80,000");
    assert_eq!(items["none"], "0 of 80,000");
    assert_eq!(items["foundAll"], true);
    let counts: Vec<f64> = items["counts"].as_array().expect("a list").iter().map(number).collect();
    assert!(counts.is_sorted_by(|a, b| a >= b) && counts[0] > counts[19], "{counts:?}");
    assert_eq!(items["sort"], "ascending");
    assert!(strings(&items["names"]).is_sorted());
    assert!(number(&items["rowsDrawn"]) < 60.0);
    assert!((39_000.0..41_000.0).contains(&number(&items["middle"])), "{}", items["middle"]);
    assert_eq!(items["last"], 80_001);
    assert!(number(&items["gap"]).abs() < 3.0, "the last row ends where the frame does: {}", items["gap"]);
    for (act, limit) in [
        ("typed", 100.0),
        ("cleared", 100.0),
        ("scrolled", 50.0),
        ("sortedByName", 400.0),
        ("sortedByCount", 400.0),
    ] {
        assert!(number(&items[act]) < limit, "{act} took {} ms", items[act]);
    }
}

#[test]
fn a_release_without_a_comparison_has_a_bar_and_all_views() {
    let small = Size { owners: 500, nodes: 800, items: 600, groups: 100 };
    let page = Page { comparison: None, ..synthetic::page(small) };
    for (name, audience) in [("small-public", PageAudience::Public), ("small-private", PageAudience::Private)]
    {
        let Some(found) = probe(name, &page, audience) else { return };
        let is_private = audience == PageAudience::Private;
        let views = ["sample", "verdict", "risk", "utility", "loss", "items", "taxonomy", "groups"];
        assert_sound(&found, if is_private { &views } else { &["sample", "verdict", "items", "taxonomy"] });
        assert_eq!(strings(&found["charts"]).contains(&"loss-bar"), is_private);
    }
}

#[test]
fn a_release_in_pieces_shows_attacks_with_their_controls() {
    let small = Size { owners: 500, nodes: 800, items: 600, groups: 100 };
    let mut page = Page { comparison: None, ..synthetic::page(small) };
    page.assessment.as_mut().expect("there is a risk").pieces = Some(synthetic::piece_risk());
    let Some(found) = probe("pieces-private", &page, PageAudience::Private) else { return };
    let views = ["sample", "verdict", "risk", "utility", "loss", "items", "taxonomy", "groups"];
    assert_sound(&found, &views);
    assert!(strings(&found["charts"]).contains(&"linkage-by-query"));
    let drawn = html(&page, PageAudience::Private);
    assert!(drawn.contains("Common rows (control)") && drawn.contains("francisco"));
    assert!(drawn.contains("certain-sensitive"));
}

/// The longest that can stand on the sheet: an amber verdict of nodes with long names, a long title, a floor, the private
/// band.
fn full_sheet() -> Page {
    let small = Size { owners: 500, nodes: 800, items: 600, groups: 100 };
    let mut page = synthetic::page(small);
    page.title = "Diagnoses of all patients of the psychiatric, neurological and internal wards, first half of 2026, for \
                  research"
        .to_owned();
    page.noun = "psychiatric outpatient".parse().expect("a noun");
    let nodes: Vec<String> = (1..=5)
        .map(|number| format!("{number}: Neurotic, Personality And Other Nonpsychotic Mental Disorders"))
        .collect();
    let shown = CertainGroups { groups: 57, nodes: nodes.clone() };
    let certificate = page.certificate.as_mut().expect("a release has one");
    certificate.certain = Some(shown.clone());
    page.certain = Some(CertainFacts {
        nodes,
        holders: 1_613,
        certain: Homogeneous { groups: 57, owners: 1_403 },
        shown,
    });
    page
}

#[test]
fn a_release_is_printed_on_one_sheet() {
    for audience in [PageAudience::Public, PageAudience::Private] {
        for paper in ["A4", "Letter"] {
            let name = format!("sheet-{audience:?}").to_lowercase();
            let Some(sheets) = sheets(&name, &full_sheet(), audience, paper) else { return };
            assert_eq!(sheets, 1, "{audience:?} on {paper}");
        }
    }
}

#[test]
fn a_comparison_is_printed_in_full() {
    let page =
        Page { certificate: None, ..synthetic::page(Size { owners: 100, nodes: 50, items: 30, groups: 20 }) };
    let Some(sheets) = sheets("comparison", &page, PageAudience::Private, "A4") else { return };
    assert!(sheets > 1, "pages are counted");
}

#[test]
fn a_comparison_alone_is_a_page_too() {
    let comparison = synthetic::page(Size { owners: 100, nodes: 50, items: 30, groups: 20 }).comparison;
    let page = Page { title: "Kinds compared".to_owned(), comparison, ..Page::default() };
    let Some(found) = probe("comparison", &page, PageAudience::Private) else { return };
    assert_sound(&found, &["kinds", "verdict", "risk", "utility", "loss"]);
}
