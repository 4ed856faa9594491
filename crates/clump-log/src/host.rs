//! The host of a clicked address: what two clicks have in common that lead to the same site.

/// The host of an address, without its scheme and a leading `www.`.
///
/// ```
/// use clump_log::host;
///
/// assert_eq!(host("http://www.dog.example/food?x=1"), "dog.example");
/// assert_eq!((host("dog.example?x"), host("")), ("dog.example", ""));
/// ```
pub fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    host.strip_prefix("www.").unwrap_or(host)
}
