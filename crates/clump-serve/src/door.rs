//! Access control for requests. The address contains a secret token. The `Host` header must name this
//! machine, and a request that changes something must come from a page of this server. This stops other pages
//! in the browser, other users of the machine, and foreign host names that resolve to 127.0.0.1.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Number of random bytes in a token.
const TOKEN: usize = 16;

/// The port and the token that a request must have to be accepted.
pub struct Door {
    port: u16,
    token: String,
}

impl Door {
    /// Makes a door with a new random token.
    pub fn new(port: u16) -> Result<Door, getrandom::Error> {
        let mut bytes = [0; TOKEN];
        getrandom::fill(&mut bytes)?;
        Ok(Door { port, token: bytes.iter().map(|byte| format!("{byte:02x}")).collect() })
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// The reason to refuse a request; `None` if the request is accepted.
    fn refuses(&self, method: &Method, path: &str, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let Some(host) =
            headers.get(HOST).and_then(|host| host.to_str().ok()).filter(|host| self.is_own(host))
        else {
            return Some("This page answers only at the address that `clump serve` printed.");
        };
        let token = path.trim_start_matches('/').split('/').next().unwrap_or_default();
        // Compares hashes, which takes the same time for every wrong token.
        if blake3::hash(token.as_bytes()) != blake3::hash(self.token.as_bytes()) {
            return Some("The address is not the one that `clump serve` printed.");
        }
        let is_safe = matches!(*method, Method::GET | Method::HEAD);
        let is_ours =
            |origin: &HeaderValue| origin.to_str().is_ok_and(|origin| origin == format!("http://{host}"));
        match headers.get(ORIGIN) {
            Some(origin) if !is_ours(origin) => return Some("This request comes from another page."),
            None if !is_safe => return Some("This request does not say which page it comes from."),
            _ => {}
        }
        // Another page may link here, but may not load this page as a script, image or frame.
        let is_other = matches!(text("sec-fetch-site"), Some("cross-site" | "same-site"));
        let is_navigation =
            text("sec-fetch-mode") == Some("navigate") && text("sec-fetch-dest") == Some("document");
        (is_other && !(is_safe && is_navigation)).then_some("This request comes from another page.")
    }

    fn is_own(&self, host: &str) -> bool {
        ["127.0.0.1", "localhost"].iter().any(|name| host == format!("{name}:{}", self.port))
    }
}

/// Content security policy of our pages: they load everything from this server only.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Handles a request if it is accepted, and adds security headers to every response.
pub async fn guard(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let refused = door.refuses(request.method(), request.uri().path(), request.headers());
    let mut response = match refused {
        Some(reason) => (StatusCode::FORBIDDEN, format!("{reason}\n")).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        ("cache-control", "no-store"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        // With `no-referrer`, browsers would not send the `Origin` header of a form.
        ("referrer-policy", "same-origin"),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // A handler that serves a page of a release sets its own policy.
    headers.entry("content-security-policy").or_insert(HeaderValue::from_static(POLICY));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(method: Method, path: &str, headers: &[(&'static str, &str)]) -> bool {
        let door = Door { port: 8000, token: "secret".to_owned() };
        let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        door.refuses(&method, path, &headers.collect()).is_some()
    }

    const HERE: (&str, &str) = ("host", "127.0.0.1:8000");

    #[test]
    fn the_address_must_be_right() {
        assert!(!refused(Method::GET, "/secret/", &[HERE]));
        assert!(!refused(Method::GET, "/secret/style.css", &[("host", "localhost:8000")]));
        for path in ["/", "/secre/", "/secrets/", "//secret/x", "/x/secret/"] {
            let is_right = path.trim_start_matches('/').starts_with("secret/");
            assert_eq!(refused(Method::GET, path, &[HERE]), !is_right, "{path}");
        }
        for host in
            ["127.0.0.1", "127.0.0.1:8001", "evil.example:8000", "127.0.0.1:8000.evil.example", "[::1]:8000"]
        {
            assert!(refused(Method::GET, "/secret/", &[("host", host)]), "{host}");
        }
        assert!(refused(Method::GET, "/secret/", &[]));
    }

    #[test]
    fn what_changes_something_must_come_from_our_page() {
        let ours = ("origin", "http://127.0.0.1:8000");
        assert!(!refused(Method::POST, "/secret/open", &[HERE, ours]));
        assert!(!refused(Method::POST, "/secret/open", &[HERE, ours, ("sec-fetch-site", "same-origin")]));
        assert!(refused(Method::POST, "/secret/open", &[HERE]));
        for origin in ["null", "http://localhost:8000", "https://127.0.0.1:8000", "http://evil.example"] {
            assert!(refused(Method::POST, "/secret/open", &[HERE, ("origin", origin)]), "{origin}");
            assert!(refused(Method::GET, "/secret/", &[HERE, ("origin", origin)]), "{origin}");
        }
    }

    #[test]
    fn other_pages_may_link_here_and_no_more() {
        let link = [
            HERE,
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "document"),
        ];
        assert!(!refused(Method::GET, "/secret/", &link));
        for (mode, dest) in
            [("no-cors", "image"), ("no-cors", "script"), ("navigate", "iframe"), ("cors", "empty")]
        {
            let headers =
                [HERE, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", mode), ("sec-fetch-dest", dest)];
            assert!(refused(Method::GET, "/secret/", &headers), "{mode} {dest}");
        }
    }

    #[test]
    fn a_token_is_new_each_time() {
        let (one, other) = (Door::new(1).unwrap(), Door::new(1).unwrap());
        assert!(one.token != other.token && one.token.len() == 2 * TOKEN);
    }
}
