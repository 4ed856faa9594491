//! User names in URLs: `/~name`, `name@host`, `/users/name`, `?user=name&pw=secret`, and the profile pages of
//! some fifty sites: `myspace.com/name`.
//!
//! Host names that contain a user name are found for some known blog services. GeoCities gave its users
//! streets and house numbers: `/Paris/1234` is such an address, not a user name, and stays.

use crate::cursor::{Cursor, is_one_of, is_space};

/// Folders of a website that have a subfolder for each user.
const FOLDERS: &str = "users user usr people home members member profile profiles";

/// Blog hosts that have a subdomain for each user.
const BLOGS: &str = "blogspot tumblr livejournal wordpress typepad deviantart skyrock over-blog";

/// Subdomains of blog hosts that do not belong to a user.
const NO_BLOGS: &str = "www en de fr es pt it blog buzz community developer forums mobile secure static wiki";

/// The streets of GeoCities, whose house numbers stay.
const NEIGHBOURHOODS: &str = "\
    area51 athens augusta baja bourbonstreet broadway capecanaveral capitolhill collegepark colosseum enchantedforest eureka \
    fashionavenue heartland hollywood hotsprings madisonavenue motorcity napavalley nashville paris pentagon petsburg \
    picketfence pipeline rainforest researchtriangle rodeodrive siliconvalley soho southbeach sunsetstrip televisioncity \
    thetropics timessquare tokyo vienna wallstreet wellesley westhollywood yosemite";

/// Websites with a user name in the path, each with the folder before the name; `""` if none.
const SITES: &[(&str, &str)] = &[
    ("about.me", ""),
    ("askfm.com", ""),
    ("bebo.com", ""),
    ("blogger.com", "profile"),
    ("facebook.com", "people"),
    ("fb.com", ""),
    ("fb.me", ""),
    ("flickr.com", "photos people"),
    ("fotolog.com", ""),
    ("friendster.com", ""),
    ("geocities.com", ""),
    ("github.com", ""),
    ("gitlab.com", ""),
    ("hi5.com", ""),
    ("hometown.aol.com", ""),
    ("instagram.com", ""),
    ("last.fm", "user"),
    ("linkedin.com", "in pub"),
    ("medium.com", ""),
    ("members.aol.com", ""),
    ("members.tripod.com", ""),
    ("myspace.com", ""),
    ("ok.ru", "profile"),
    ("onlyfans.com", ""),
    ("orkut.com", ""),
    ("paypal.me", ""),
    ("photobucket.com", "albums"),
    ("picasaweb.google.com", ""),
    ("pinterest.com", ""),
    ("plus.google.com", ""),
    ("quora.com", "profile"),
    ("reddit.com", "user u"),
    ("skyrock.com", ""),
    ("snapchat.com", "add"),
    ("soundcloud.com", ""),
    ("spaces.live.com", ""),
    ("spaces.msn.com", "members"),
    ("steamcommunity.com", "id profiles"),
    ("t.me", ""),
    ("tagged.com", ""),
    ("tiktok.com", ""),
    ("tumblr.com", ""),
    ("twitch.tv", ""),
    ("twitter.com", ""),
    ("venmo.com", ""),
    ("vk.com", ""),
    ("wa.me", ""),
    ("x.com", ""),
    ("xanga.com", ""),
    ("xing.com", "profile"),
    ("youtube.com", "user c"),
];

/// Names in these folders or on these sites that are not user names.
const NO_USERS: &str = "\
    about all ads app apps bin blog browse business careers company contact default developers directory discover download edit \
    error events explore faq feed films forum forums games gaming group groups hashtag help home i index jobs learning legal \
    lib list local login logout mail main marketplace messages mobile movies music new news notifications page pages people photo \
    photos privacy profile profiles public register results school search services settings share shop signin signup sites \
    store support terms tos topics trending tv user users video videos watch web";

/// File extensions of web pages.
const PAGES: &str = "asp aspx cfm cgi do gif htm html jpg jsp pdf php php3 pl shtml txt xml";

/// Keys in URLs whose value is a user name or a user's secret.
const KEYS: &str = "\
    user username user_name userid user_id uid login member memberid screenname screen_name nickname nick pw pwd pass passwd \
    password passwort email e_mail mail phone tel ssn dob birthday firstname first_name fname lastname last_name lname surname \
    fullname full_name realname friendid friend_id profileid sessionid session_id jsessionid phpsessid";

/// Words for a password before a colon and the password.
const PASSWORDS: &str = "pw pwd pass passwd password passwort passcode kennwort";

/// Keys that are also ordinary words, and so count only in a URL.
const KEYS_IN_ADDRESSES: &str = "name address token pin account acct customer patient owner sid";

/// Maximum number of bytes before the user name that are searched. No site needs more.
const LONGEST_LOOK_BACK: usize = 256;

/// Number of characters of the longest entry of [`SITES`], with its folder and spaces.
const LONGEST_SITE: usize = 40;

/// Position after the user name that begins at `start`; `None` if none begins there.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    // No name begins with a space. This check also avoids repeated work in a run of spaces.
    if start.peek().is_none_or(|char| char.is_whitespace() || is_space(char)) {
        return None;
    }
    let is_behind = |signs: &[char]| start.behind().trim_end_matches(is_space).ends_with(signs);
    if is_behind(&['~']) {
        return after_tilde(start);
    }
    if is_behind(&['=']) {
        return as_value(start);
    }
    if is_behind(&[':'])
        && let Some(end) = after_password(start)
    {
        return Some(end);
    }
    if start.behind().ends_with("skype:") {
        return whole_name(start);
    }
    if !is_behind(&['/', '\\', '@', '+']) {
        return below_blog(start);
    }
    if let Some(end) = below_blog(start) {
        return Some(end);
    }
    [before_host, in_folder, on_site, after_at].into_iter().find_map(|form| form(start))
}

/// Reads the name of `host/@name`, a form that many sites use.
fn after_at(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let host = start.behind().strip_suffix("/@")?;
    let is_user = ends_in_address(host) && name(start).chars().nth(2).is_some();
    whole_name(start).filter(|_| is_user)
}

/// Reads the secret of `password: secret`.
fn after_password(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let before = start.behind().trim_end_matches(is_space).strip_suffix(':')?.trim_end_matches(is_space);
    let key = before.rsplit(|char: char| !char.is_alphanumeric()).next()?;
    let mut cursor = start;
    let value = cursor.eat_while(|char| !char.is_whitespace());
    (is_one_of(key, PASSWORDS) && !value.is_empty()).then_some(cursor)
}

/// Reads the name of `/~name` or `~name`. A number after a tilde is an amount.
fn after_tilde(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let before = start.behind().trim_end_matches(is_space).strip_suffix('~')?.trim_end_matches(is_space);
    let is_close = start.behind().ends_with('~');
    let name = name(start);
    let is_page =
        before.ends_with('/') || (is_close && (before.is_empty() || start.behind().ends_with(" ~")));
    let is_name = name.starts_with(char::is_alphabetic) && name.chars().nth(1).is_some();
    (is_page && is_name).then_some(start.past(name))
}

/// Reads the name, with its password, of `://name@host` or `://name:password@host`.
fn before_host(start: Cursor<'_>) -> Option<Cursor<'_>> {
    start.behind().strip_suffix("://")?;
    let mut cursor = start;
    let name = cursor.eat_while(|char| is_name(char) || matches!(char, ':' | '%' | '+' | '!' | '*' | '$'));
    (!name.is_empty() && cursor.peek() == Some('@')).then_some(cursor)
}

/// Reads the name of `host/users/name`, which must be a whole part of the path.
fn in_folder(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let path = start.behind().strip_suffix('/')?;
    let (before, folder) = path.rsplit_once('/')?;
    if !is_one_of(folder, FOLDERS) || !ends_in_address(before) {
        return None;
    }
    whole_name(start)
}

/// Reads the name of `myspace.com/name` or `linkedin.com/in/name`, also with spaces around the slash.
fn on_site(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let path = start.behind().trim_end_matches(is_space).trim_end_matches(['@', '+']);
    let path = path.trim_end_matches(is_space).strip_suffix(['/', '\\'])?;
    // Removes what may precede the name: `facebook.com//name`, `twitter.com/#!/name`, `facebook.com:80/name`.
    let path = path.trim_end_matches(|char| is_space(char) || matches!(char, '/' | '\\' | '#' | '!'));
    let port = path.trim_end_matches(|char: char| char.is_ascii_digit());
    let path = &without_gaps(port.strip_suffix(':').unwrap_or(path));
    let is_here = |site: &str| {
        let before = path.len().checked_sub(site.len()).filter(|&at| path.is_char_boundary(at));
        before.is_some_and(|at| {
            path[at..].eq_ignore_ascii_case(site)
                && !path[..at].ends_with(|char: char| char.is_alphanumeric() || char == '-')
        })
    };
    let folders = SITES.iter().find_map(|(site, folders)| {
        let is_in = |folder: &str| !folder.is_empty() && is_here(&format!("{site}/{folder}"));
        (is_here(site) || folders.split(' ').any(is_in)).then_some(folders)
    })?;
    let is_user = !is_one_of(name(start), folders) && !is_one_of(name(start), NEIGHBOURHOODS);
    whole_name(start).filter(|_| is_user)
}

/// Normalizes the end of a URL such as `facebook . com/people` or `facebook com/people` to
/// `facebook.com/people`.
fn without_gaps(path: &str) -> String {
    let from = path.char_indices().rev().nth(LONGEST_SITE).map_or(0, |(at, _)| at);
    let end = path[from..].replace(" . ", ".").replace(" com", ".com").replace(" / ", "/");
    end.replace('\\', "/")
}

/// Reads the name of `name.blogspot.com`.
fn below_blog(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let behind = start.behind();
    let is_first = !behind.ends_with(|char: char| is_name(char)) || behind.ends_with("www.");
    if !is_first {
        return None;
    }
    let mut cursor = start;
    let name = cursor.eat_while(|char| char.is_alphanumeric() || matches!(char, '-' | '_'));
    let end = cursor;
    cursor.eat(|char| char == '.')?;
    let blog = cursor.eat_while(|char| char.is_alphanumeric() || char == '-');
    let is_host = cursor.peek() == Some('.') && is_one_of(blog, BLOGS);
    let is_user = name.chars().nth(2).is_some() && !is_one_of(name, NO_BLOGS) && !is_one_of(name, NO_USERS);
    (is_host && is_user).then_some(end)
}

/// Position after a name that is a whole part of a path. Pages of the site itself are not names.
fn whole_name(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let name = name(start);
    let end = start.past(name);
    let whole =
        !matches!(end.peek(), Some(char) if char.is_alphanumeric() || matches!(char, '%' | '=' | '~'));
    let page = name.rsplit_once('.').is_some_and(|(_, ending)| is_one_of(ending, PAGES));
    let user = name.contains(char::is_alphanumeric) && !is_one_of(name, NO_USERS) && !page;
    (whole && user).then_some(end)
}

/// Reads the value of `user=name`, and of `?name=...` in a URL.
fn as_value(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let before = start.behind().trim_end_matches(is_space).strip_suffix('=')?.trim_end_matches(is_space);
    let is_key = |char: char| char.is_alphanumeric() || char == '_';
    let (rest, key) = before.split_at(before.trim_end_matches(is_key).len());
    let is_in_address = || rest.ends_with(['?', '&', ';']);
    let names_somebody = is_one_of(key, KEYS) || is_one_of(key, KEYS_IN_ADDRESSES) && is_in_address();
    if !names_somebody {
        return None;
    }
    let mut cursor = start;
    let value = cursor.eat_while(|char| !char.is_whitespace() && !matches!(char, '&' | ';' | '#' | '"'));
    // Closing brackets and punctuation of the sentence are not part of the URL.
    let value = value.trim_end_matches([')', '.', ',', '?', '!']);
    (!value.is_empty()).then_some(start.past(value))
}

/// True if `text` ends in a possible URL: no white space since a dot or a double slash.
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

/// The name that comes next, without a full stop that ends a sentence.
fn name(mut cursor: Cursor<'_>) -> &str {
    cursor.eat_while(is_name).trim_end_matches('.')
}
