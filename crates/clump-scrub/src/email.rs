//! E-mail addresses, also in disguise: a mailbox, an at sign and a host. An `@` between letters is enough
//! (`jane@aol`). If the at sign is a word or has spaces around it, the host must have a known ending (`.com`)
//! or be a mail service.

use crate::cursor::{Cursor, is_one_of};

/// Maximum number of characters of a mailbox by the standard. It also bounds the search for the at sign.
const LONGEST_MAILBOX: usize = 64;

/// Mail services that people write without an ending (`jane @ aol`), or with an ending after the word `at`.
const SERVICES: &str = "\
    aim aol att bellsouth bigpond bluewin btinternet charter comcast compuserve cox earthlink fastmail freenet gmail gmx \
    googlemail hotmail hushmail icloud juno laposte libero live mac me msn netscape netzero optonline orange outlook proton \
    protonmail qq rediffmail roadrunner rocketmail rogers sbcglobal shaw sympatico t-online tiscali uol verizon wanadoo web \
    webtv yahoo yandex ymail";

/// Services that offer only mail, so that the word `at` before one is enough for an address.
const MAIL_ONLY: &str = "gmail googlemail hotmail protonmail rocketmail ymail";

/// Words for the at sign in other languages that mean nothing else.
const AT_WORDS: &str = "arroba arobase arobas chiocciola klammeraffe ät";

/// Words before `at` that are not a mailbox, unless the host has an ending.
const NO_MAILBOXES: &str = "\
    account email emails hack help in job jobs log login look looking mail mailbox meet on password sign up work working";

/// Host endings that count after the word `dot` or after a space.
const ENDINGS: &str = "\
    com net org edu gov mil info biz name co ac at au be br ca ch cn cz de dk es eu fi fr gr hu ie in it jp kr mx nl no nz pl \
    pt ru se tr tv uk us za";

/// Form of an at sign. It decides how clear the host must be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// `@` directly between letters or digits.
    Close,
    /// `@` with spaces around it, or any sign or word for it in brackets.
    Apart,
    /// The English word `at`, which also has other uses.
    Word,
}

/// Position after the e-mail address that begins at `start`; `None` if none begins there.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    if start.behind().ends_with(char::is_alphanumeric) || !start.peek()?.is_alphanumeric() {
        return None;
    }
    let ahead = start.ahead();
    let mut window = ahead.char_indices().take(LONGEST_MAILBOX + 1);
    let mailbox = match window.find(|&(_, char)| !is_mailbox(char)) {
        Some((length, _)) => &ahead[..length],
        None if ahead.len() <= LONGEST_MAILBOX => ahead,
        None => return None,
    };
    if let Some((after, at)) = at_sign(start.past(mailbox)) {
        let end = host(after, at)?;
        let is_phrase = at == At::Word && is_one_of(mailbox, NO_MAILBOXES);
        let host = &after.ahead()[..end.at() - after.at()];
        return (!is_phrase || host.contains(['.', ' '])).then_some(end);
    }
    // The mailbox was read too far: all of `jane_at_example` in `jane_at_example.com`.
    ["_at_", "-at-"].iter().find_map(|sign| {
        let place = mailbox.find(sign).filter(|&place| place > 0)?;
        host(start.past(&mailbox[..place + sign.len()]), At::Word)
    })
}

fn is_mailbox(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '.' | '_' | '%' | '+' | '-' | '\'' | '&')
}

/// The position after the at sign that comes next, and its form.
fn at_sign(mut cursor: Cursor<'_>) -> Option<(Cursor<'_>, At)> {
    let has_space = cursor.spaces();
    if let Some(open) = cursor.eat(|char| "([{<".contains(char)) {
        let close = [')', ']', '}', '>']["([{<".find(open)?];
        cursor.spaces();
        if cursor.eat(|char| char == '@').is_none() {
            cursor.word_of("at chez").or_else(|| cursor.word_of(AT_WORDS))?;
        }
        cursor.spaces();
        cursor.eat(|char| char == close)?;
        cursor.spaces();
        return Some((cursor, At::Apart));
    }
    if let Some(at) = at_between_signs(cursor) {
        return Some((at, At::Apart));
    }
    if cursor.eat(|char| char == '@').is_some() {
        cursor.eat(|char| char == '@');
        let is_close = !has_space && cursor.peek().is_some_and(char::is_alphanumeric);
        cursor.spaces();
        return Some((cursor, if is_close { At::Close } else { At::Apart }));
    }
    let mut word = cursor;
    let at = match word.word_of(AT_WORDS) {
        Some(_) => At::Apart,
        None => word.word_of("at").map(|_| At::Word)?,
    };
    (has_space && word.spaces()).then_some((word, at))
}

/// The position after `-at-`, `*at*` or `"at"`, which has the same sign on both sides.
fn at_between_signs(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    let sign = cursor.eat(|char| "-*_\"'|".contains(char))?;
    cursor.spaces();
    cursor.word_of("at")?;
    cursor.spaces();
    cursor.eat(|char| char == sign)?;
    cursor.spaces();
    Some(cursor)
}

/// Position after the host that begins at `cursor`; `None` if it is not clear enough for the form `at`.
fn host(mut cursor: Cursor<'_>, at: At) -> Option<Cursor<'_>> {
    let first = label(&mut cursor)?;
    let (mut dots, mut is_spelt) = (0, false);
    loop {
        let mut next = cursor;
        let Some(dot) = dot(&mut next) else { break };
        let Some(label) = label(&mut next) else { break };
        let is_dot = match dot {
            Dot::Plain => true,
            // A comma or a full stop may end a part of a sentence.
            Dot::Apart => dots == 0 && at != At::Word && is_one_of(label, ENDINGS),
            Dot::Word => is_one_of(label, ENDINGS),
        };
        if !is_dot {
            break;
        }
        is_spelt |= dot == Dot::Word;
        (cursor, dots) = (next, dots + 1);
    }
    let is_host = match at {
        At::Close => true,
        At::Apart => dots > 0 || is_one_of(first, SERVICES),
        At::Word => is_spelt || is_one_of(first, MAIL_ONLY) || (dots > 0 && is_one_of(first, SERVICES)),
    };
    is_host.then_some(cursor)
}

/// Form of a dot between two labels of a host.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dot {
    /// `.` directly between letters or digits.
    Plain,
    /// A dot with spaces or brackets, or a comma: ` . `, `(.)`, `,`.
    Apart,
    /// The word `dot` with signs or spaces around it: ` dot `, `(dot)`, `_dot_`.
    Word,
}

/// Reads a dot between two labels.
fn dot(cursor: &mut Cursor<'_>) -> Option<Dot> {
    let mut next = *cursor;
    if next.eat(|char| char == '.').is_some() && next.peek().is_some_and(char::is_alphanumeric) {
        *cursor = next;
        return Some(Dot::Plain);
    }
    let mut next = *cursor;
    let has_space = next.spaces();
    let bracket = next.eat(|char| "([{<_-".contains(char)).is_some();
    let dot = if next.eat(|char| matches!(char, '.' | ',')).is_some() {
        Dot::Apart
    } else {
        (has_space || bracket).then(|| next.word_of("dot punkt punto"))??;
        Dot::Word
    };
    if bracket {
        next.eat(|char| ")]}>_-".contains(char))?;
    }
    next.spaces();
    *cursor = next;
    Some(dot)
}

/// Reads a label of a host: letters, digits, and hyphens inside.
fn label<'a>(cursor: &mut Cursor<'a>) -> Option<&'a str> {
    let mut next = *cursor;
    let label = next.eat_while(|char| char.is_alphanumeric() || char == '-').trim_end_matches('-');
    // Cuts `gmail-dot-com` before `-dot-`.
    let label = label.split("-dot-").next().unwrap_or(label);
    (!label.is_empty() && !label.starts_with('-')).then(|| *cursor = cursor.past(label))?;
    Some(label)
}
