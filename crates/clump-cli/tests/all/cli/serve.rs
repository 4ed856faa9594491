//! `clump serve`, as far as it can be run without a browser.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::desk::{Desk, example_log};

/// A server, and the address that it told.
struct Server {
    child: Child,
    host: String,
    token: String,
}

impl Server {
    /// Starts one whose temporary files are in `place`.
    fn start(desk: &Desk, place: &Path) -> Server {
        let mut child =
            desk.command("serve log.tsv").env("TMPDIR", place).stdin(Stdio::null()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut said).unwrap();
        let address = said.trim().rsplit("http://").next().unwrap().trim_end_matches('/');
        let (host, token) = address.split_once('/').unwrap();
        Server { host: host.to_owned(), token: token.to_owned(), child }
    }

    /// Sends a form and returns the answer.
    fn post(&self, path: &str, form: &str) -> String {
        let headers = format!(
            "origin: http://{}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n",
            self.host,
            form.len()
        );
        self.ask("POST", path, &headers, form)
    }

    fn ask(&self, verb: &str, path: &str, headers: &str, body: &str) -> String {
        let Server { host, token, .. } = self;
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        write!(
            stream,
            "{verb} /{token}/{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Names of everything in `place`.
fn names(place: &Path) -> Vec<PathBuf> {
    fs::read_dir(place).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn a_killed_server_leaves_no_page_behind() {
    let desk = Desk::new();
    desk.file("log.tsv", example_log());
    let place = tempfile::tempdir().unwrap();
    let server = Server::start(&desk, place.path());
    let opened = server.post("open", &format!("path={}", desk.path("log.tsv").display()));
    let draft = opened.split("/d/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    server.post(&format!("d/{draft}/file"), "tree=wordnet");
    server.post(&format!("d/{draft}/purpose"), "purpose=phrases&k=5");
    server.post(&format!("d/{draft}/run"), "k=5&method=pieces");
    // Drafts and runs are numbered together.
    let run = draft.parse::<u32>().unwrap() + 1;
    let begun = Instant::now();
    // There are no pages before the run is done.
    while !server.ask("GET", &format!("r/{run}/files/page.private.html"), "", "").contains(" 200 OK") {
        assert!(begun.elapsed() < Duration::from_secs(60), "no pages were made");
        server.post(&format!("r/{run}/pages"), "");
        assert_eq!(names(place.path()), Vec::<PathBuf>::new());
    }
    drop(server);
    assert_eq!(names(place.path()), Vec::<PathBuf>::new());
}

#[test]
fn a_port_that_is_taken_is_explained() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let said = Desk::with_food().refused(&format!("serve --port {port}")).to_string();
    assert!(said.contains(&format!("error: the server cannot use port {port} of 127.0.0.1: ")), "{said}");
    assert!(said.contains("hint: choose another `--port`"), "{said}");
}
