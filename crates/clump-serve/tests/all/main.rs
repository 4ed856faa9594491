//! The server as a browser meets it, request by request, without a browser.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod client;
mod door;
mod way;
mod wrong;
