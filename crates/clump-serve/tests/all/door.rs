//! Who does not come in.

use crate::client::Server;

#[test]
fn wrong_tokens_hosts_and_origins_are_refused() {
    let server = Server::start(Vec::new());
    let Server { host, token, .. } = &server;
    let zeros = "0".repeat(32);
    let other = "http://evil.example";
    for (line, headers) in [
        ("GET /".to_owned(), format!("host: {host}")),
        (format!("GET /{zeros}/"), format!("host: {host}")),
        (format!("GET /{token}/"), "host: evil.example".to_owned()),
        (format!("POST /{token}/end"), format!("host: {host}\r\norigin: {other}")),
        (format!("POST /{token}/end"), format!("host: {host}\r\norigin: null")),
        (format!("POST /{token}/end"), format!("host: {host}")),
    ] {
        let end = "connection: close\r\ncontent-length: 0\r\n\r\n";
        let answer = server.send(&format!("{line} HTTP/1.1\r\n{headers}\r\n{end}"));
        assert_eq!(answer.status, 403, "{line} {headers}");
    }
    assert_eq!(server.get("").status, 200, "nobody ended it");
}

#[test]
fn every_answer_says_what_a_browser_may_do_with_it() {
    let server = Server::start(Vec::new());
    for path in ["", "style.css", "script.js", "no/such/page"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{path}"));
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
    }
    assert_eq!(server.get("no/such/page").status, 404);
    // What a policy forbids must not be there.
    let page = server.get("").body;
    assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains("onclick"), "{page}");
}

#[test]
fn it_ends_on_request_and_when_it_is_told_to() {
    let mut server = Server::start(Vec::new());
    assert_eq!(server.post("end", &[]).status, 200);
    server.join();
    assert!(std::net::TcpStream::connect(&server.host).is_err(), "nobody listens");
    assert!(Server::start(Vec::new()).end() < std::time::Duration::from_secs(1));
}
