//! User names in addresses of pages: `/~name`, `name@host`, `/users/name`, `?user=name`.
//!
//! Sites that call a page by the bare name of its user are not known here, nor are hosts that carry it. GeoCities gave
//! its users streets and house numbers: `/Paris/1234` is a neighbourhood and stays.

use crate::cursor::{Cursor, is_one_of};

/// Folders that hold a folder for each user.
const FOLDERS: &str = "users user people home members member profile profiles";

/// What stands in such folders and is no user.
const NO_USERS: &str = "\
    about all default edit help home index list login main new page register search signup";

/// Endings of pages.
const PAGES: &str = "asp aspx cfm cgi do gif htm html jpg jsp pdf php php3 pl shtml txt xml";

/// Keys whose value is a user.
const KEYS: &str = "\
    user username user_name userid user_id uid login member memberid screenname screen_name nickname";

/// No site needs more before the name; it bounds how far one looks back.
const LONGEST_LOOK_BACK: usize = 256;

/// Where the user name that begins at `start` ends.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    [after_tilde, before_host, in_folder, as_value].into_iter().find_map(|form| form(start))
}

/// `/~name`, also with the tilde written `%7e`.
fn after_tilde(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let before = ["~", "%7e", "%7E"].iter().find_map(|tilde| start.behind().strip_suffix(tilde))?;
    let name = name(start);
    (before.ends_with('/') && !name.is_empty()).then_some(start.past(name))
}

/// `://name@host` and `://name:password@host`.
fn before_host(start: Cursor<'_>) -> Option<Cursor<'_>> {
    start.behind().strip_suffix("://")?;
    let mut cursor = start;
    let name = cursor.eat_while(|char| is_name(char) || matches!(char, ':' | '%' | '+' | '!' | '*' | '$'));
    (!name.is_empty() && cursor.peek() == Some('@')).then_some(cursor)
}

/// `host/users/name`, where the name is a whole part of the path.
fn in_folder(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let path = start.behind().strip_suffix('/')?;
    let (before, folder) = path.rsplit_once('/')?;
    if !is_one_of(folder, FOLDERS) || !ends_in_address(before) {
        return None;
    }
    let name = name(start);
    let end = start.past(name);
    let whole =
        !matches!(end.peek(), Some(char) if char.is_alphanumeric() || matches!(char, '%' | '=' | '~'));
    let page = name.rsplit_once('.').is_some_and(|(_, ending)| is_one_of(ending, PAGES));
    let user = name.contains(char::is_alphanumeric) && !is_one_of(name, NO_USERS) && !page;
    (whole && user).then_some(end)
}

/// `user=name`.
fn as_value(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let before = start.behind().strip_suffix('=')?;
    let is_key = |char: char| char.is_alphanumeric() || char == '_';
    let key = &before[before.trim_end_matches(is_key).len()..];
    if !is_one_of(key, KEYS) {
        return None;
    }
    let mut cursor = start;
    let value = cursor.eat_while(|char| !char.is_whitespace() && !matches!(char, '&' | ';' | '#' | '"'));
    // The brackets and the full stop of a sentence are around the address, not in it.
    let value = value.trim_end_matches([')', '.', ',', '?', '!']);
    (!value.is_empty()).then_some(start.past(value))
}

/// Whether `text` ends in what can be the address of a host: no white space since a dot or a double slash.
fn ends_in_address(text: &str) -> bool {
    let mut last = ' ';
    text.chars().rev().take(LONGEST_LOOK_BACK).take_while(|char| !char.is_whitespace()).any(|char| {
        let found = char == '.' || (char == '/' && last == '/');
        last = char;
        found
    })
}

fn is_name(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '.' | '_' | '-')
}

/// The name ahead, without the full stop of a sentence.
fn name(mut cursor: Cursor<'_>) -> &str {
    cursor.eat_while(is_name).trim_end_matches('.')
}

#[cfg(test)]
mod tests {
    use crate::clean;
    use crate::tests::assert_kept;

    #[test]
    fn users_are_found() {
        for (text, expected) in [
            ("www.example.edu/~jdoe/cats.html", "www.example.edu/~[user]/cats.html"),
            ("http://example.edu/%7Ejdoe", "http://example.edu/%7E[user]"),
            ("see www.example.edu/~jdoe.", "see www.example.edu/~[user]."),
            ("ftp://jdoe@ftp.example.com/pub", "ftp://[user]@ftp.example.com/pub"),
            ("ftp://jdoe:secret@ftp.example.com", "ftp://[user]@ftp.example.com"),
            ("http://example.com/users/jdoe", "http://example.com/users/[user]"),
            ("example.com/People/jane.doe/", "example.com/People/[user]/"),
            ("http://host/home/jdoe/cv", "http://host/home/[user]/cv"),
            ("http://example.com/p?user=jdoe&x=1", "http://example.com/p?user=[user]&x=1"),
            ("example.com/p?x=1&UserName=jane@example.com", "example.com/p?x=1&UserName=[user]"),
            ("username=jdoe", "username=[user]"),
            ("http://example.com/users/jürgen", "http://example.com/users/[user]"),
        ] {
            assert_eq!(clean(text), expected);
        }
    }

    #[test]
    fn other_addresses_stay() {
        for text in [
            "http://www.geocities.com/Paris/1234",
            "http://example.com/home/index.html",
            "http://example.com/home/",
            "http://example.com/users/login",
            "http://example.com/people.html",
            "http://example.com/superusers/guide",
            "better homes/home/garden",
            "~jdoe",
            "a ~ b",
            "http://example.com/?superuser=1",
            "http://example.com/?user=",
            "?where=excite&what=",
            "http://example.com/@home",
            "user = jane",
            "http://158.18.1.181:80/demo",
        ] {
            assert_kept(text);
        }
    }
}
