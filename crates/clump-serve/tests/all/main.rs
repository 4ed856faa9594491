//! The server as a browser meets it, request by request, without a browser.

mod client;
mod door;
mod way;
mod wrong;
