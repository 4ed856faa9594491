//! Addresses of the web, as people type them into a search box.

/// Endings of hosts that people type without `www.` before them; beside these, any two letters may be a country.
const ENDINGS: [&str; 16] = [
    "aero", "arpa", "biz", "com", "coop", "edu", "gov", "info", "int", "jobs", "mil", "mobi", "museum",
    "name", "net", "org",
];

/// The host of a web address in lower case, without `www.`; none if `word` is no web address.
///
/// An address begins with `http://` or `www.`, or its host ends as hosts do. A country alone makes none of one or two
/// letters: `a.m`, `u.s` and `i.e` are abbreviations.
pub(super) fn host(word: &str) -> Option<&str> {
    let (stated, rest) = match word.find("://") {
        Some(at) if is_scheme(&word[..at]) => (true, &word[at + 3..]),
        Some(_) => return None,
        None => (false, word),
    };
    let end = rest.find(['/', '?', '#', ':']).unwrap_or(rest.len());
    let whole = rest[..end].trim_end_matches('.');
    let (host, stated) = match whole.strip_prefix("www.") {
        Some(host) => (host, true),
        None => (whole, stated),
    };
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|char| char.is_alphanumeric() || char == '-' || char == '_')
    };
    if !host.split('.').all(is_label) {
        return None;
    }
    let is_host = match host.rsplit_once('.') {
        // `www.something` is one by intention.
        None => stated,
        Some(_) if stated => true,
        Some((name, ending)) => {
            let is_country = ending.len() == 2 && ending.bytes().all(|byte| byte.is_ascii_lowercase());
            ENDINGS.binary_search(&ending).is_ok() || (is_country && name.len() > 2)
        }
    };
    is_host.then_some(host)
}

fn is_scheme(text: &str) -> bool {
    matches!(text, "http" | "https" | "ftp")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_what_people_type() {
        for (word, expected) in [
            ("www.myspace.com", "myspace.com"),
            ("http://www.bbc.co.uk/news?x=1", "bbc.co.uk"),
            ("https://localhost:80", "localhost"),
            ("amazon.de", "amazon.de"),
            ("mail.yahoo.com/", "mail.yahoo.com"),
            ("www.craigslist", "craigslist"),
        ] {
            assert_eq!(host(word), Some(expected), "{word}");
        }
        for word in
            ["myspace", "u.s", "i.e", "setup.exe", "a..com", ".com", "st.louis", "http://", "x://y.com"]
        {
            assert_eq!(host(word), None, "{word}");
        }
    }
}
