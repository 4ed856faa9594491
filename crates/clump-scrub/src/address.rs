//! Street addresses as they are written in North America: a house number, the name of a street in up to three words, and
//! the word for a street. Post office boxes too.
//!
//! The word for a street is what decides, and some of them mean other things as well: `dr` a doctor, `drive` what a disk
//! sits in. Such weak words count only where the address visibly ends or goes on as addresses do: with a direction, a
//! flat, a post code, or a town and its state. `st` is a street unless the name of a saint follows.

use crate::cursor::{Cursor, is_one_of, is_space};

mod streets;

use streets::{
    COMPOUNDS, COUNTED, DIRECTIONS, NAMED_BY_NUMBER, SAINTS, STATES, STOP_WORDS, STRONG, THINGS, UNITS, WEAK,
};

/// Where the street address that begins at `start` ends.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    match start.peek()? {
        '0'..='9' => street(start),
        'p' | 'P' => post_office_box(start),
        _ => None,
    }
}

/// What a house number says about the rest.
#[derive(Clone, Copy, PartialEq, Eq)]
enum House {
    /// One digit: more often a count than a house.
    Small,
    /// 1900 to 2099: more often the year of a car or a tax form than a house.
    Year,
    /// Any other.
    Plain,
}

/// `12 Main Street`, `12b N. Martin Luther King Blvd NW apt 4`.
fn street(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let owned = || start.words_behind().next().is_some_and(|word| is_one_of(word, NAMED_BY_NUMBER));
    if !start.free_behind() || owned() {
        return None;
    }
    let mut cursor = start;
    let house = house(&mut cursor)?;
    let mut name: Vec<&str> = Vec::new();
    let mut longest = None;
    // A direction before the name is not counted as a word of it.
    let mut words_left = 3;
    while let Some(word) = word(&mut cursor) {
        if let Some(&last) = name.last()
            && is_street(house, last, word, cursor)
        {
            longest = Some(cursor);
        }
        let stops = is_one_of(word, STOP_WORDS) || (name.is_empty() && is_one_of(word, COUNTED));
        if stops || words_left == 0 {
            break;
        }
        words_left -= usize::from(!(name.is_empty() && is_one_of(word, DIRECTIONS)));
        name.push(word);
    }
    longest.map(|end| with_unit(with_direction(end)))
}

/// Reads a house number: up to six digits, maybe a letter.
fn house(cursor: &mut Cursor<'_>) -> Option<House> {
    let digits = cursor.eat_while(|char| char.is_ascii_digit());
    cursor.eat(|char| char.is_ascii_alphabetic());
    let bare = matches!(cursor.peek(), Some(char) if is_space(char));
    match digits.len() {
        0 | 7.. => None,
        _ if !bare || digits.starts_with('0') => None,
        1 => Some(House::Small),
        4 if digits.starts_with("19") || digits.starts_with("20") => Some(House::Year),
        _ => Some(House::Plain),
    }
}

/// Reads white space and a word: letters or an ordinal (`42nd`), with apostrophes and hyphens inside and a full stop
/// after it, which is not part of what is returned.
fn word<'a>(cursor: &mut Cursor<'a>) -> Option<&'a str> {
    let mut next = *cursor;
    if next.eat_while(is_space).is_empty() {
        return None;
    }
    let word = next.eat_while(|char| char.is_alphanumeric() || matches!(char, '\'' | '-'));
    let letters = word.trim_start_matches(|char: char| char.is_ascii_digit());
    let ordinal = is_one_of(letters, "st nd rd th");
    if !letters.starts_with(char::is_alphabetic) || (letters.len() < word.len() && !ordinal) {
        return None;
    }
    // `n.y` is no word with a full stop after it.
    let mut stop = next;
    if stop.eat(|char| char == '.').is_some() && !stop.peek().is_some_and(char::is_alphanumeric) {
        next = stop;
    }
    *cursor = next;
    Some(word)
}

/// Whether `word`, which ends at `end` and follows `last`, is the word for a street.
fn is_street(house: House, last: &str, word: &str, end: Cursor<'_>) -> bool {
    let goes_on_with = |list| end.words_ahead().next().is_some_and(|next| is_one_of(next, list));
    if is_one_of(word, STRONG) {
        !goes_on_with(COMPOUNDS) && (house != House::Year || is_closed(end))
    } else if is_one_of(word, "st") {
        house == House::Plain && !goes_on_with(SAINTS)
    } else if is_one_of(word, WEAK) {
        house == House::Plain && !is_one_of(last, THINGS) && is_closed(end)
    } else {
        false
    }
}

/// Whether an address can end at `end`: there is nothing, punctuation, a direction, a flat, a post code, or a town and
/// its state.
fn is_closed(end: Cursor<'_>) -> bool {
    let ahead = end.ahead().trim_start_matches(is_space);
    if !ahead.starts_with(|char: char| char.is_alphanumeric() || char == '#') {
        return true;
    }
    if ahead.starts_with('#') {
        return with_unit(end).at() > end.at();
    }
    let words: Vec<&str> = end.words_ahead().take(5).collect();
    match words.as_slice() {
        [next, ..] if is_one_of(next, DIRECTIONS) || is_one_of(next, UNITS) || is_post_code(next) => true,
        // A town of one to three words, then its post code, or its state and nothing more.
        [_, rest @ ..] => {
            let state = rest.last().is_some_and(|last| is_one_of(last, STATES));
            rest.iter().any(|word| is_post_code(word)) || (state && words.len() <= 4)
        }
        [] => true,
    }
}

fn is_post_code(word: &str) -> bool {
    word.len() == 5 && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The direction after a street belongs to it.
fn with_direction(end: Cursor<'_>) -> Cursor<'_> {
    let mut cursor = end;
    match word(&mut cursor) {
        Some(word) if is_one_of(word, DIRECTIONS) => cursor,
        _ => end,
    }
}

/// So does the flat: `apt 4b`, `#12`.
fn with_unit(end: Cursor<'_>) -> Cursor<'_> {
    let mut cursor = end;
    cursor.eat(|char| char == ',');
    let mut sign = cursor;
    sign.eat_while(is_space);
    let numbered = sign.eat(|char| char == '#').is_some();
    if numbered {
        cursor = sign;
    } else if !word(&mut cursor).is_some_and(|word| is_one_of(word, UNITS)) {
        return end;
    }
    cursor.eat_while(|char| is_space(char) || char == '#');
    let flat = cursor.eat_while(char::is_alphanumeric);
    // A number, or a letter: not the next word.
    let is_flat = flat.contains(|char: char| char.is_ascii_digit()) || flat.chars().count() == 1;
    if is_flat { cursor } else { end }
}

/// `P.O. Box 12`, `po box 12`, `post office box 12`.
fn post_office_box(start: Cursor<'_>) -> Option<Cursor<'_>> {
    if !start.free_behind() {
        return None;
    }
    let mut cursor = start;
    let between = |char: char| is_space(char) || char == '.';
    for (long, short) in [("post", "p"), ("office", "o"), ("box", "box")] {
        let ahead = cursor.ahead();
        let form = [long, short]
            .into_iter()
            .find(|form| ahead.get(..form.len()).is_some_and(|text| text.eq_ignore_ascii_case(form)))?;
        cursor = cursor.past(&ahead[..form.len()]);
        cursor.eat_while(between);
    }
    cursor.eat(|char| char == '#');
    let number = cursor.eat_while(|char| char.is_ascii_digit());
    ((1..=6).contains(&number.len()) && cursor.free_ahead()).then_some(cursor)
}

#[cfg(test)]
mod tests {
    use crate::clean;
    use crate::tests::{assert_found, assert_kept};

    #[test]
    fn addresses_are_found() {
        for address in [
            "123 main street",
            "123 Main St.",
            "123 main st",
            "12b oak lane",
            "5 elm street",
            "1234 e. 42nd st",
            "456 n martin luther king blvd",
            "77 o'hara road",
            "89 saint-denis ave",
            "12 st johns road",
            "123 elm street nw",
            "1600 fictional avenue",
            "1997 main street",
            "42 court street",
            "42 park avenue court",
            "100 maple dr",
            "100 maple dr apt 4b",
            "100 maple street, apt. 4",
            "100 maple street #12",
            "100+maple+street",
            "100 maple ct",
            "100 shady oak way",
            "p.o. box 123",
            "PO Box 123",
            "p o box 123",
            "post office box 123",
            "pobox 123",
        ] {
            assert_found("[address]", address);
        }
    }

    #[test]
    fn the_town_stays() {
        for (text, expected) in [
            ("123 main st, springfield", "[address], springfield"),
            ("123 main st springfield il", "[address] springfield il"),
            ("123 main dr new springfield 62701", "[address] new springfield 62701"),
            ("123 main road springfield", "[address] springfield"),
            ("map of 123 main street springfield", "map of [address] springfield"),
            ("123 main st n springfield", "[address] springfield"),
        ] {
            assert_eq!(clean(text), expected);
        }
    }

    #[test]
    fn saints_doctors_and_things_stay() {
        for text in [
            "7 st. louis",
            "100 things st louis",
            "12 hotels st. petersburg",
            "st john",
            "10 tips dr phil",
            "4 wheel drive",
            "80 gb hard drive",
            "160 hard drive",
            "windows 95 disk drive",
            "route 66",
            "route 66 mother road",
            "interstate 76",
            "50 first dates",
            "40 miles of bad road",
            "8 mile road",
            "2004 titan road test",
            "1998 accord drive",
            "2 super street fighter",
            "20 off lane bryant",
            "12 tax court cases",
            "15 supreme court",
            "9 circuit court",
            "3 easy way",
            "one way street",
            "42nd street",
            "sesame street",
            "2 way radio",
            "$12 main street",
            "12, main street",
            "1.5 main street",
            "box 12",
            "po box",
            "top box 12",
            "30 year long bond",
            "ps 180",
            "beverly hills 90210",
            "007 licence to drive",
            "10 things in st",
        ] {
            assert_kept(text);
        }
    }

    /// Known errors, so that nobody takes them for something else: a film, and addresses in a form too weak to trust.
    #[test]
    fn what_it_gets_wrong() {
        assert_eq!(clean("21 jump street"), "[address]");
        for text in ["100 maple drive springfield", "7 maple drive", "100 broadway", "maple street 100"] {
            assert_kept(text);
        }
    }
}
