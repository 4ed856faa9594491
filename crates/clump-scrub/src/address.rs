//! Street addresses and post office boxes. The North American form has a house number, the name of a street
//! in up to three words, and a street word such as `road`. Forms of other countries have the number last
//! (`hauptstrasse 12`, `calle mayor 12`, `maple street 100`) or first (`12 rue de la paix`).
//!
//! The street word decides. Some street words have other meanings: `dr` is also a doctor, and `drive` also a
//! disk drive. Such weak words count only if the address visibly ends there, or if a direction, a flat, a
//! post code, or a town and its state follows. `st` is a street unless the name of a saint follows.

use crate::cursor::{Cursor, is_one_of, is_space};

/// Position after the street address that begins at `start`; `None` if none begins there.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    match start.peek()? {
        '0'..='9' => street_after_house(start).or_else(|| street(start)),
        first if first.is_alphabetic() && start.free_behind() => {
            post_office_box(start).or_else(|| house_last(start))
        }
        _ => None,
    }
}

/// Reads an address with the house number last: `hauptstrasse 12`, `maple street 100`, `calle mayor 12`.
fn house_last(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut cursor = start;
    let first = bare_word(&mut cursor)?;
    if is_compound(first) {
        return house_after(cursor, 1);
    }
    let is_at_start = || is_at_start(start);
    // The Spanish abbreviation of `calle`: `c/ mayor 12`.
    let is_calle = is_one_of(first, "c") && cursor.eat(|char| char == '/').is_some();
    if is_calle || is_one_of(first, STREET_FIRST) || (is_one_of(first, FIRST_AT_THE_START) && is_at_start()) {
        for _ in 0..4 {
            let name = word(&mut cursor)?;
            // A street name of one letter is refused: `avenue q` is a musical.
            if let Some(end) = house_after(cursor, 1).filter(|_| name.chars().nth(1).is_some()) {
                return Some(end);
            }
        }
        return None;
    }
    let second = word(&mut cursor)?;
    if is_one_of(second, STREET_LAST) {
        house_after(cursor, 1)
    } else if is_one_of(second, STRONG) {
        // The house number needs two digits: `elm street 3` is a film.
        house_after(cursor, 2)
    } else if is_one_of(second, WEAK_ALONE) && is_at_start() && !is_one_of(first, THINGS) {
        house_after(cursor, 2).filter(|end| is_at_end(*end))
    } else {
        None
    }
}

fn is_at_start(cursor: Cursor<'_>) -> bool {
    !cursor.behind().contains(char::is_alphanumeric)
}

fn is_at_end(cursor: Cursor<'_>) -> bool {
    !cursor.ahead().contains(char::is_alphanumeric)
}

/// Reads `12 rue de la paix` or `5 bis avenue foch`: a house number, a street word, articles, and a name.
fn street_after_house(start: Cursor<'_>) -> Option<Cursor<'_>> {
    if !start.free_behind() {
        return None;
    }
    let mut cursor = start;
    if house(&mut cursor, &[','])? == House::Year {
        return None;
    }
    cursor.eat(|char| char == ',');
    let mut street = word(&mut cursor)?;
    if is_one_of(street, "bis ter quater") {
        street = word(&mut cursor)?;
    }
    let mut name = word(&mut cursor)?;
    // English has these street words too, so an article must follow.
    let is_with_article = is_one_of(street, "place cours passage square route r") && is_article(name);
    if !is_with_article
        && !is_one_of(street, STREET_FIRST)
        && !is_one_of(street, "avenue boulevard bd allée allee")
    {
        return None;
    }
    while is_one_of(name, ARTICLES) {
        name = word(&mut cursor)?;
    }
    (!is_one_of(name, STOP_WORDS) && !is_one_of(name, COMPOUNDS)).then_some(cursor)
}

/// True for an article such as `de` or `la`, and for a name with its article: `d'italie`.
fn is_article(word: &str) -> bool {
    is_one_of(word.split('\'').next().unwrap_or(word), ARTICLES)
}

/// True if `word` ends in a street word, as in German, Dutch and the Nordic languages.
fn is_compound(word: &str) -> bool {
    if word.len() < 6 || is_one_of(word, NO_STREETS) {
        return false;
    }
    let lower = word.to_lowercase();
    SUFFIXES.split(' ').any(|suffix| lower.strip_suffix(suffix).is_some_and(|stem| stem.chars().count() >= 3))
}

/// Position after the house number that follows `street`: at least `least` and at most four digits, and
/// optionally a letter. Years, counts and measures are not house numbers.
fn house_after(street: Cursor<'_>, least: usize) -> Option<Cursor<'_>> {
    let mut cursor = street;
    cursor.eat(|char| char == ',');
    cursor.spaces().then_some(())?;
    if cursor.word_of(BEFORE_HOUSES).is_some() {
        cursor.eat(|char| char == '.');
        cursor.spaces();
    }
    cursor.eat(|char| char == '#');
    let digits = cursor.eat_while(|char| char.is_ascii_digit());
    let is_year = digits.len() == 4 && matches!(&digits[..2], "18" | "19" | "20");
    if !(least..=4).contains(&digits.len()) || digits.starts_with('0') || is_year {
        return None;
    }
    letter_of_house(&mut cursor);
    let is_counted = cursor.words_ahead().next().is_some_and(|next| is_one_of(next, COUNTED));
    let is_part = matches!(cursor.peek(), Some('%' | ':' | ','))
        && !cursor.ahead()[1..].starts_with(is_space)
        && cursor.ahead().len() > 1;
    (cursor.free_ahead() && !is_counted && !is_part).then_some(cursor)
}

/// Reads the letter after a house number, if there is one, optionally after a hyphen: `12b`, `12-b`.
fn letter_of_house(cursor: &mut Cursor<'_>) {
    let mut next = *cursor;
    next.eat(|char| char == '-');
    if next.eat(|char| char.is_ascii_alphabetic()).is_some()
        && !next.peek().is_some_and(char::is_alphanumeric)
    {
        *cursor = next;
    }
}

/// Kind of a house number. It decides how clear the rest of the address must be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum House {
    /// One digit: more often a count than a house number.
    Small,
    /// 1900 to 2099: more often the year of a car or a tax form than a house number.
    Year,
    /// Any other number.
    Plain,
}

/// Reads a North American address: `12 Main Street`, `12b N. Martin Luther King Blvd NW apt 4`.
fn street(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let owned = || start.words_behind().next().is_some_and(|word| is_one_of(word, NAMED_BY_NUMBER));
    if !start.free_behind() || owned() {
        return None;
    }
    let mut cursor = start;
    let house = house(&mut cursor, &[])?;
    let mut name: Vec<&str> = Vec::new();
    let mut longest = None;
    // A direction before the name does not count as one of its words.
    let mut words_left = 3;
    while let Some(word) = word(&mut cursor) {
        let is_end = match name.last() {
            Some(last) => {
                is_street(house, last, word, cursor)
                    || (house == House::Small && is_alone(start, &name, word, cursor))
            }
            None => house != House::Year && is_compound(word),
        };
        if is_end {
            longest = Some(cursor);
        }
        let stops = is_one_of(word, STOP_WORDS) || (name.is_empty() && is_one_of(word, COUNTED));
        if stops || words_left == 0 {
            break;
        }
        words_left -= usize::from(!(name.is_empty() && is_one_of(word, DIRECTIONS)));
        name.push(word);
    }
    let is_title = |end: &Cursor<'_>| is_one_of_titles(&start.ahead()[..end.at() - start.at()]);
    longest.filter(|end| !is_title(end)).map(|end| with_unit(with_direction(end)))
}

/// True if the text has only a house number, a street name of one word and a street word: `6 orchard close`.
fn is_alone(start: Cursor<'_>, name: &[&str], word: &str, end: Cursor<'_>) -> bool {
    let is_name = matches!(name, [name] if !is_one_of(name, THINGS) && !is_one_of(name, STOP_WORDS));
    is_name && is_one_of(word, WEAK_ALONE) && is_at_start(start) && is_at_end(end)
}

/// True if an address is also the title of a film or a book.
fn is_one_of_titles(address: &str) -> bool {
    TITLES.iter().any(|title| address.eq_ignore_ascii_case(title))
}

/// Reads a house number: up to six digits and optionally a letter. A space or one of `signs` must follow.
fn house(cursor: &mut Cursor<'_>, signs: &[char]) -> Option<House> {
    let digits = cursor.eat_while(|char| char.is_ascii_digit());
    letter_of_house(cursor);
    let bare = matches!(cursor.peek(), Some(char) if is_space(char) || signs.contains(&char));
    match digits.len() {
        0 | 7.. => None,
        _ if !bare || digits.starts_with('0') => None,
        1 => Some(House::Small),
        4 if digits.starts_with("19") || digits.starts_with("20") => Some(House::Year),
        _ => Some(House::Plain),
    }
}

/// Reads white space and a word: letters or an ordinal (`42nd`), with apostrophes and hyphens inside. A full
/// stop after it is read too, but not returned.
fn word<'a>(cursor: &mut Cursor<'a>) -> Option<&'a str> {
    let mut next = *cursor;
    if next.eat_while(is_space).is_empty() {
        return None;
    }
    let word = bare_word(&mut next)?;
    *cursor = next;
    Some(word)
}

/// Reads the next word as [`word`] does, but accepts no white space before it.
fn bare_word<'a>(cursor: &mut Cursor<'a>) -> Option<&'a str> {
    let mut next = *cursor;
    let word = next.eat_while(|char| char.is_alphanumeric() || matches!(char, '\'' | '-'));
    let letters = word.trim_start_matches(|char: char| char.is_ascii_digit());
    let ordinal = is_one_of(letters, "st nd rd th");
    if !letters.starts_with(char::is_alphabetic) || (letters.len() < word.len() && !ordinal) {
        return None;
    }
    // `n.y` has a dot inside, not a full stop at its end.
    let mut stop = next;
    if stop.eat(|char| char == '.').is_some() && !stop.peek().is_some_and(char::is_alphanumeric) {
        next = stop;
    }
    *cursor = next;
    Some(word)
}

/// True if `word` means a street. It ends at `end`, and `last` is the word before it.
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

/// True if an address can end at `end`: the end of the text, punctuation, a direction, a flat, a post code,
/// or a town and its state must follow.
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
        // A town has one to three words. A post code, or a state and nothing more, must follow it.
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

/// Position after the direction that follows a street (`nw`), or `end` if none follows.
fn with_direction(end: Cursor<'_>) -> Cursor<'_> {
    let mut cursor = end;
    match word(&mut cursor) {
        Some(word) if is_one_of(word, DIRECTIONS) => cursor,
        _ => end,
    }
}

/// Position after the flat that follows an address (`apt 4b`, `#12`), or `end` if none follows.
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
    // The flat must be a number or a letter; otherwise it is the next word of the text.
    let is_flat = flat.contains(|char: char| char.is_ascii_digit()) || flat.chars().count() == 1;
    if is_flat { cursor } else { end }
}

/// Reads a post office box: `P.O. Box 12`, `po box 12`, `post office box 12`.
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

// Lists of words that distinguish a street address from other text that begins with a number.

/// Street words that mean little else.
const STRONG: &str = "\
    street avenue ave road rd boulevard blvd lane ln parkway pkwy terrace crescent turnpike tpke";

/// Street words that mean something else as well.
const WEAK: &str = "\
    drive dr court ct place pl way circle cir square sq trail trl ter alley close plaza";

/// Weak street words that count if the text has only the name and the house number besides.
const WEAK_ALONE: &str = "drive court close";

/// Titles that have the form of an address.
const TITLES: &[&str] =
    &["21 jump street", "10 cloverfield lane", "84 charing cross road", "666 park avenue"];

/// Saints after whom most towns, islands, schools and hospitals are named.
const SAINTS: &str = "\
    agnes albans andrew andrews ann anne anthony augustine barts barth benedict bernard bonaventure \
    catharines catherine cecilia charles clair cloud croix denis edward elizabeth elmo etienne francis \
    george germain helena helens ignatius ives james jerome joe john johns johnsbury joseph josephs jude \
    judes kitts lawrence louis lucia lucie luke lukes maarten marie mark marks martin mary marys matthew \
    michael michaels moritz nicholas olaf patrick patricks paul pauls pete peter peters petersburg regis \
    rose simons stephen stephens thomas tropez valentine valentines vincent";

/// Words that change the meaning of the street word before them: a `road trip` is no road.
const COMPOUNDS: &str = "\
    bike bikes bryant fighter fighters glide journal lamp lamps legal light lights map maps race racer \
    racing rage rod rods rules runner show sign signs sweeper test tests trip trips warrior warriors wear";

/// Words that change the meaning of the weak street word after them: a `hard drive` is no street.
const THINGS: &str = "\
    blood cd disc disk dvd flash floppy food gb hard jump mb optical pen rom tape test thumb toy usb wheel \
    zip appeals basketball circuit civil claims county criminal district family federal high justice \
    juvenile municipal probate state superior supreme tax tennis traffic best crop easiest easy first four \
    half inch least market milky one only same second so third three too two very work";

/// Units and things after a number, which make it a count or a measure and not a house number.
const COUNTED: &str = "\
    acre acres amp bedroom bit cc cent cents cm day days degree dollar dollars door feet foot ft gb ghz hour \
    hours hp inch inches kg km lane lb lbs man mb men mhz mile miles min minute minutes mm month months off oz \
    pack people percent piece speed star steps things tips ton volt watt ways week weeks wheel women year \
    years";

/// Words that never occur in the name of a street.
const STOP_WORDS: &str = "\
    a an and are at by can do for from how if in into is my near not of on or that the to vs what where who \
    why with your";

/// Words before a number that belongs to them (`chapter 12`), so that it is not a house number.
const NAMED_BY_NUMBER: &str = "\
    area chapter channel class dos episode exit grade highway hwy i interstate mac model part pentium ps \
    route rt rte season section title top under version volume windows";

/// Directions that occur before or after the name of a street.
const DIRECTIONS: &str = "\
    n s e w ne nw se sw north south east west northeast northwest southeast southwest";

/// Words for a part of a house.
const UNITS: &str = "apt apartment bldg floor fl lot room rm ste suite unit";

/// Codes of the states of the United States and the provinces of Canada.
const STATES: &str = "\
    al ak az ar ca co ct dc de fl ga hi ia id il in ks ky la ma md me mi mn mo ms mt nc nd ne nh nj nm nv ny \
    oh ok or pa ri sc sd tn tx ut va vt wa wi wv wy ab bc mb nb nl ns nt nu on pe qc sk yt";

/// Street words that come before the name of the street.
const STREET_FIRST: &str = "\
    rue ruelle chemin impasse quai calle avenida avda rua travessa viale ulica ulitsa улица ул проспект rruga chaussée chaussee \
    jalan carrer";

/// Street words before a name that also have other meanings, and so count only at the start of a text.
const FIRST_AT_THE_START: &str = "via corso ul jl paseo strada piazza plaza avenue camino vicolo largo";

/// Articles between a street word and the name of the street.
const ARTICLES: &str = "de la du des del d le les l los las da do dos das di della dei";

/// Street words between the name of a street and its house number.
const STREET_LAST: &str = "strasse straße str gasse allee platz weg ring damm ufer straat laan utca";

/// Street words that are written together with the name, as in `hauptstrasse`.
const SUFFIXES: &str = "\
    strasse straße str gasse allee platz damm ufer weg straat laan gracht plein gatan gata vägen vagen veien vej gade katu";

/// Words that end in one of [`SUFFIXES`] but are not streets.
const NO_STREETS: &str = "brigade renegade";

/// Words between a street and its house number.
const BEFORE_HOUSES: &str = "nr no n num numero number д дом";
