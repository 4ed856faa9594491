//! Who does not come in.

use crate::client::Server;

#[test]
fn wrong_tokens_hosts_and_origins_are_refused() {
    let server = Server::start(Vec::new());
    let Server { host, token, .. } = &server;
    let ask = |request: String| server.send(&request).status;
    assert_eq!(server.get("").status, 200);
    assert_eq!(ask(format!("GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")), 403);
    assert_eq!(
        ask(format!("GET /{}/ HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n", "0".repeat(32))),
        403
    );
    assert_eq!(
        ask(format!("GET /{token}/ HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n")),
        403
    );
    for origin in ["http://evil.example", "null"] {
        let post = format!(
            "POST /{token}/end HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
        );
        assert_eq!(ask(post), 403, "{origin}");
    }
    let silent = format!(
        "POST /{token}/end HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
    );
    assert_eq!(ask(silent), 403);
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
