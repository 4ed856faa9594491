//! A server on a free port, and as much of a browser as a test needs.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use clump::core::progress::Cancel;
use clump_serve::{ServeError, Serving, serve};

/// A server that ends with the test.
pub struct Server {
    pub host: String,
    pub token: String,
    cancel: Cancel,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
}

/// What a server answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let prefix = format!("{name}: ");
        self.head.lines().find_map(|line| line.strip_prefix(prefix.as_str()))
    }

    /// Requires that the page has each of these texts.
    pub fn has(&self, texts: &[&str]) {
        for text in texts {
            assert!(self.body.contains(text), "no {text}: {} {}", self.status, self.body);
        }
    }

    /// Requires that the page shows an error with this text.
    pub fn refuses(&self, why: &str) {
        assert_eq!(self.status, 422, "{}", self.body);
        self.has(&[why]);
    }

    /// Where it sends the browser, without the token.
    pub fn location(&self) -> &str {
        let location =
            self.header("location").unwrap_or_else(|| panic!("no redirect: {} {}", self.status, self.body));
        location.splitn(3, '/').nth(2).unwrap_or_default()
    }
}

impl Server {
    pub fn start(files: Vec<PathBuf>) -> Server {
        let cancel = Cancel::new();
        let serving = Serving { files, port: None, cancel: cancel.clone() };
        let (tell, told) = channel();
        let thread = thread::spawn(move || serve(serving, |address| tell.send(address.to_string()).unwrap()));
        let address = told.recv_timeout(Duration::from_secs(10)).expect("the server tells its address");
        let mut parts = address.trim_start_matches("http://").trim_end_matches('/').split('/');
        let (host, token) = (parts.next().unwrap().to_owned(), parts.next().unwrap().to_owned());
        Server { host, token, cancel, thread: Some(thread) }
    }

    /// Sends bytes, and reads the answer.
    pub fn send(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// Asks for a page.
    pub fn get(&self, path: &str) -> Answer {
        let Server { host, token, .. } = self;
        self.send(&format!("GET /{token}/{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"))
    }

    /// Sends a form, as a page of the server does.
    pub fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let escaped = |text: &str| -> String { text.bytes().map(|byte| format!("%{byte:02X}")).collect() };
        let pairs: Vec<String> =
            fields.iter().map(|(name, text)| format!("{}={}", escaped(name), escaped(text))).collect();
        self.post_body(path, "application/x-www-form-urlencoded", &pairs.join("&"))
    }

    /// Sends bytes, as a page of the server does.
    pub fn post_body(&self, path: &str, kind: &str, body: &str) -> Answer {
        let Server { host, token, .. } = self;
        let length = body.len();
        self.send(&format!(
            "POST /{token}/{path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: close\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\r\n{body}"
        ))
    }

    /// Opens a file, and returns the path of its draft.
    pub fn open(&self, file: &Path) -> String {
        let opened = self.post("open", &[("path", file.to_str().unwrap())]);
        opened.location().trim_end_matches("/file").to_owned()
    }

    /// The number of the latest run of a draft.
    pub fn latest_run(&self, draft: &str) -> String {
        let runs = self.get(&format!("{draft}/run")).body;
        runs.split("/r/").nth(1).unwrap().chars().take_while(char::is_ascii_digit).collect()
    }

    /// Waits until work has ended, and says how.
    pub fn wait(&self, path: &str) -> String {
        let begun = Instant::now();
        loop {
            let answer = self.get(path);
            let standing: serde_json::Value =
                serde_json::from_str(&answer.body).unwrap_or_else(|_| panic!("{answer:?}"));
            let state = standing["state"].as_str().unwrap().to_owned();
            if state == "done" || state == "failed" {
                return state;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "{path} does not end: {answer:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends it as Ctrl-C does, and says how long that took.
    pub fn end(mut self) -> Duration {
        let begun = Instant::now();
        self.cancel.cancel();
        self.join();
        begun.elapsed()
    }

    /// Waits for its end.
    pub fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it does not panic").expect("it ends well");
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.cancel.cancel();
        if !thread::panicking() {
            self.join();
        }
    }
}
