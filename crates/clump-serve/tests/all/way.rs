//! The whole way, from a file to files that were saved.

use std::fs;
use std::path::{Path, PathBuf};

use crate::client::{Answer, Server};

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

/// Says what is in the file, looks at it, and says what it is for.
fn to_kinds(server: &Server, draft: &str, columns: &[(&str, &str)], purpose: &[(&str, &str)]) -> Answer {
    assert_eq!(server.post(&format!("{draft}/file"), columns).location(), format!("{draft}/contents"));
    assert_eq!(server.wait(&format!("{draft}/contents/work")), "done");
    server.get(&format!("{draft}/contents")).has(&["single people out"]);
    assert_eq!(server.post(&format!("{draft}/purpose"), purpose).location(), format!("{draft}/compare"));
    assert_eq!(server.wait(&format!("{draft}/compare/work")), "done");
    server.get(&format!("{draft}/compare"))
}

/// The first part of `text` between two others.
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let (_, rest) = text.split_once(before).unwrap();
    rest.split_once(after).unwrap().0
}

/// The number of the radio button of a kind.
fn place_of(kinds: &Answer, name: &str) -> String {
    let kind = format!("data-kind=\"{name}\"");
    kinds.has(&[&kind]);
    between(kinds.body.split_once(&kind).unwrap().1, "value=\"", "\"").to_owned()
}

/// Chooses a kind, runs it, and returns the path of the run.
fn run(server: &Server, draft: &str, place: &str) -> String {
    let chosen = server.post(&format!("{draft}/compare"), &[("kind", place)]);
    assert_eq!(chosen.location(), format!("{draft}/run"));
    let form = server.get(&format!("{draft}/run")).body;
    let (before, _) = form.split_once("\" selected>").unwrap();
    let method = before.rsplit('"').next().unwrap();
    let begun = server.post(&format!("{draft}/run"), &[("k", "5"), ("method", method)]);
    assert_eq!(begun.location(), format!("{draft}/run"));
    let id = server.latest_run(draft);
    assert_eq!(server.wait(&format!("r/{id}/work")), "done");
    format!("r/{id}")
}

/// The TOML of a page, as a person copies it.
fn toml_of(page: &str) -> String {
    let text = between(page.split_once("TOML, for clump").unwrap().1, "<code>", "</code>");
    text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[test]
fn a_query_log_is_published_and_what_was_clicked_can_be_repeated() {
    let server = Server::start(vec![example("queries.tsv")]);
    server.get("").has(&["queries.tsv"]);
    let draft = server.open(&example("queries.tsv"));
    let kinds = to_kinds(
        &server,
        &draft,
        &[("tree", "wordnet")],
        &[("purpose", "phrases"), ("k", "5"), ("sensitive", "illness")],
    );
    kinds.has(&["Use against risk", "best for that"]);
    let run = run(&server, &draft, &place_of(&kinds, "pieces"));
    server.get(&run).has(&["This is what readers get", "does not cover"]);
    // The originals, a screenful of them.
    let rows = server.get(&format!("{run}/rows"));
    assert!(rows.body.contains("originals") && rows.body.len() < 60_000, "{}", rows.body.len());
    assert!(server.get(&format!("{run}/rows?from=9999999")).status == 200);
    let items = server.get(&format!("{run}/items?called=weather&by=exact"));
    items.has(&["weather"]);
    assert!(!items.body.contains(">calendar<"), "{}", items.body);
    // Saved, public and private apart.
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().to_str().unwrap();
    let saving = [("folder", at), ("name", "release.csv"), ("page", "on"), ("audit", "on")];
    server.post(&format!("{run}/save"), &saving).location();
    assert_eq!(server.wait(&format!("{run}/save/work")), "done");
    let page = server.get(&run);
    for name in ["release.csv", "release.csv.certificate.json", "page.html", "page.private.html", "audit.tsv"]
    {
        page.has(&[&format!("{at}/{name}")]);
        assert!(folder.path().join(name).exists(), "{name}");
    }
    // The same bytes from the job that the page shows.
    let mut keys: clump::Keys = toml::from_str(&toml_of(&page.body)).unwrap();
    let other = tempfile::tempdir().unwrap();
    keys.output.output = Some(other.path().join("release.csv"));
    (keys.report.page, keys.report.audit) = (None, None);
    let outcome = clump::run(&clump::Job::try_from(keys).unwrap(), &()).unwrap();
    assert!(outcome.checked.holds);
    let read = |folder: &Path| fs::read(folder.join("release.csv")).unwrap();
    assert_eq!(read(folder.path()), read(other.path()));
    // What the browser keeps is the same release.
    assert_eq!(server.get(&format!("{run}/files/release.csv")).body.as_bytes(), read(folder.path()));
}

#[test]
fn baskets_with_a_hierarchy_and_a_second_run_beside_the_first() {
    let server = Server::start(Vec::new());
    let draft = server.open(&example("baskets/households.tsv"));
    let hierarchy = example("baskets/hierarchy.csv");
    let columns = [
        ("whose", "column:household"),
        ("items", "items"),
        ("separator", "pipe"),
        ("tree", "file"),
        ("tree-file", hierarchy.to_str().unwrap()),
    ];
    let kinds = to_kinds(&server, &draft, &columns, &[("purpose", "rules"), ("k", "5")]);
    let first = run(&server, &draft, &place_of(&kinds, "nearest"));
    server.get(&first).has(&["This is what readers get"]);
    // A second one with another method: both stand side by side.
    server.post(&format!("{draft}/run"), &[("k", "10"), ("method", "partition")]).location();
    server.get(&format!("{draft}/run")).has(&["nearest, k = 5", "partition, k = 10"]);
    // Pages for others, in a sandbox.
    server.post(&format!("{first}/pages"), &[]).location();
    assert_eq!(server.wait(&format!("{first}/pages/work")), "done");
    let public = server.get(&format!("{first}/files/page.html"));
    assert!(public.header("content-security-policy").unwrap().starts_with("sandbox"), "{}", public.head);
    assert!(!public.body.contains("PRIVATE"));
    server.get(&format!("{first}/files/page.private.html")).has(&["PRIVATE"]);
}

#[test]
fn a_table_of_codes_is_asked_whose_rows_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("visits.csv");
    let mut table = "patient;code;when\n".to_owned();
    for (patient, visit) in (0..180).map(|row| (row / 3, row % 3)) {
        let code = 250 + (patient * 7 + visit) % 4;
        table.push_str(&format!("p{patient};{code}.{};01.03.2006\n", visit % 2));
    }
    fs::write(&file, table).unwrap();
    let server = Server::start(Vec::new());
    let draft = server.open(&file);
    let page = server.get(&format!("{draft}/file"));
    page.has(&["likely", "semicolon"]);
    // The likely one is marked, and never taken by itself.
    let inputs = page.body.split("<input").filter_map(|input| input.split('>').next());
    let radios: Vec<&str> = inputs.filter(|input| input.contains("name=\"whose\"")).collect();
    assert!(radios.len() == 4 && !radios.iter().any(|radio| radio.contains("checked")), "{radios:?}");
    let unsaid = server.post(&format!("{draft}/file"), &[("items", "code"), ("tree", "prefix")]);
    unsaid.refuses("The owner of each row is not stated");
    let columns = [("whose", "column:patient"), ("items", "code"), ("tree", "prefix"), ("prefixes", "3")];
    let kinds = to_kinds(
        &server,
        &draft,
        &columns,
        &[("k", "5"), ("sensitive", "251"), ("certainty", "0.9"), ("ceiling", "252")],
    );
    let run = run(&server, &draft, &place_of(&kinds, "nearest"));
    server.get(&run).has(&["ceiling", "certain"]);
    let release = server.get(&format!("{run}/files/release.csv")).body;
    assert!(!release.contains("252."), "a ceiling was asked for");
}

#[test]
fn a_dropped_file_is_opened_and_its_name_stands_in_the_command() {
    let server = Server::start(Vec::new());
    let body = fs::read_to_string(example("queries.tsv")).unwrap();
    let dropped = server.post_body("drop?name=..%2Fmy%20log.tsv", "application/octet-stream", &body);
    assert_eq!(dropped.status, 200, "{dropped:?}");
    let draft = dropped.body.splitn(3, '/').nth(2).unwrap().trim_end_matches("/file").to_owned();
    server.post(&format!("{draft}/file"), &[]).location();
    assert_eq!(server.wait(&format!("{draft}/contents/work")), "done");
    server.get(&format!("{draft}/contents")).has(&["clump inspect 'my log.tsv'"]);
    // It is read as often as it is needed.
    server.post(&format!("{draft}/purpose"), &[("k", "5")]).location();
    assert_eq!(server.wait(&format!("{draft}/compare/work")), "done");
    server.get(&format!("{draft}/compare")).has(&["data-kind=\"pieces\""]);
}
