//! What people do wrong, and what the data may hold.

use std::fs;
use std::time::{Duration, Instant};

use crate::client::Server;

#[test]
fn wrong_files_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let server = Server::start(Vec::new());
    let refused = |path: &str, why: &str| {
        let answer = server.post("open", &[("path", path)]);
        answer.refuses(why);
        answer.has(&["What to do"]);
    };
    refused(&write("empty.csv", b""), "empty");
    refused(&write("book.xlsx", b"PK\x03\x04000000"), "is a spreadsheet");
    refused("/no/such/file.csv", "there is no such file");
    refused(folder.path().to_str().unwrap(), "is a directory");
    refused("", "The path is not given");
    for path in ["d/77/file", "d/77/contents", "r/5", "r/5/rows", "r/x", "d/-1/file"] {
        let status = server.get(path).status;
        assert!(status == 404 || status == 400, "{path}: {status}");
    }
}

#[test]
fn what_a_log_holds_is_shown_and_never_obeyed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log.csv");
    let script = "<script>alert(1)</script>";
    let mut table = format!("user,{script}\n");
    for user in 0..40 {
        table.push_str(&format!("u{},\"{script} \u{1b}[2J \u{202e}gnp.exe\"\n", user % 20));
    }
    fs::write(&file, table).unwrap();
    let server = Server::start(Vec::new());
    let draft = server.open(&file);
    let columns = [("whose", "column:user"), ("query", script)];
    let pages = [server.get(&format!("{draft}/file")).body, {
        server.post(&format!("{draft}/file"), &columns).location();
        server.wait(&format!("{draft}/contents/work"));
        server.get(&format!("{draft}/contents")).body
    }];
    for page in pages {
        assert!(page.contains("&lt;script&gt;alert"), "{page}");
        assert!(!page.contains("<script>alert") && !page.contains(['\u{1b}', '\u{202e}']), "{page}");
    }
}

#[test]
fn settings_that_make_no_sense_are_explained_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("baskets.txt");
    fs::write(&file, "tea milk\n".repeat(30)).unwrap();
    let server = Server::start(Vec::new());
    let draft = server.open(&file);
    server.post(&format!("{draft}/file"), &[("tree", "flat")]).location();
    server.wait(&format!("{draft}/contents/work"));
    let refused = |path: &str, fields: &[(&str, &str)], why: &str| {
        server.post(&format!("{draft}/{path}"), fields).refuses(why);
    };
    refused("purpose", &[("k", "many")], "<code>k</code> cannot have this value");
    refused("purpose", &[("k", "5"), ("certainty", "0.5")], "nothing is sensitive");
    refused("run/toml", &[("toml", "kay = 5")], "Line 1");
    refused("run/toml", &[("toml", "k = 5\nmethod = \"nearest\"\nr = 3")], "What to do");
    // More owners than there are: the run says so, and the next one goes on.
    server.post(&format!("{draft}/run"), &[("k", "500"), ("method", "nearest")]).location();
    let id = server.latest_run(&draft);
    assert_eq!(server.wait(&format!("r/{id}/work")), "failed");
    let page = || server.get(&format!("{draft}/run"));
    page().has(&["30 owners cannot be 500-anonymous"]);
    server.post(&format!("r/{id}/discard"), &[]).location();
    assert!(!page().body.contains("500-anonymous") && server.get(&format!("r/{id}")).status == 404);
}

#[test]
fn a_run_is_cancelled_within_a_second_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("baskets.txt");
    let items = |row: usize| {
        (0..12).map(|item| format!("i{}", (row * 7919 + item * item * 31) % 5_003)).collect::<Vec<_>>()
    };
    let rows: String = (0..60_000).map(|row| items(row).join(" ") + "\n").collect();
    fs::write(&file, rows).unwrap();
    let server = Server::start(Vec::new());
    let draft = server.open(&file);
    server.post(&format!("{draft}/file"), &[("tree", "prefix")]).location();
    server.wait(&format!("{draft}/contents/work"));
    server.post(&format!("{draft}/run"), &[("k", "5"), ("method", "nearest")]).location();
    let id = server.latest_run(&draft);
    std::thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    server.post(&format!("r/{id}/cancel"), &[]).location();
    assert_eq!(server.wait(&format!("r/{id}/work")), "failed");
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    server.get(&format!("{draft}/run")).has(&["Cancelled: nothing was written"]);
}
