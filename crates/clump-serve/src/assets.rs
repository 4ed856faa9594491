//! What pages load: a style and a script, inside the binary.

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use clump::report::page::{DARK, STYLE};

const OWN_STYLE: &str = include_str!("assets/serve.css");
const SCRIPT: &str = include_str!("assets/serve.js");

/// The style of the pages of a release, with what only these pages have.
pub async fn style() -> Response {
    let dark = format!("@media screen and (prefers-color-scheme: dark) {{\n{DARK}}}\n");
    typed("text/css; charset=utf-8", format!("{STYLE}\n{dark}\n{OWN_STYLE}"))
}

/// The script.
pub async fn script() -> Response {
    typed("text/javascript; charset=utf-8", SCRIPT.to_owned())
}

/// A text with its type.
fn typed(kind: &'static str, text: String) -> Response {
    ([(CONTENT_TYPE, kind)], text).into_response()
}
