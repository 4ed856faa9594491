//! Numbers of publications, which are not identifiers of persons. ISBN and ISSN are found by their check
//! digits, DOI, PMID, PMC and arXiv by their prefixes. Numbers of films at imdb.com are found too.
//!
//! One in eleven numbers has the check digit of a ten-digit ISBN. So ten digits without hyphens are a book
//! only after the word `isbn`.

use crate::Class;
use crate::cursor::{Cursor, is_hyphen, is_one_of};

/// Maximum number of bytes of a DOI, which also bounds the search.
const LONGEST_DOI: usize = 256;

/// Classes of identifiers that the part of a DOI after the slash must not contain.
const IN_SUFFIXES: [Class; 6] =
    [Class::User, Class::Email, Class::Card, Class::Account, Class::Ssn, Class::Phone];

/// The names of the archives in arXiv numbers before 2007.
const ARCHIVES: &str = "\
    alg-geom astro-ph cond-mat cs funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph nlin nucl-ex nucl-th physics q-bio \
    quant-ph";

/// Position after the publication number that begins at `start`; `None` if none begins there. A word that
/// announces a number of a person (`tel`) takes precedence.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let first = start.peek()?;
    if !first.is_ascii_alphanumeric()
        || start.behind().ends_with(|char: char| char.is_alphanumeric() || char == '.')
    {
        return None;
    }
    let end = [doi, pubmed, arxiv, archive, film, book, serial].into_iter().find_map(|form| form(start))?;
    let is_of_a_person = Class::ALL.iter().any(|class| start.is_named(class.names()));
    (!is_of_a_person).then_some(end)
}

/// Reads a DOI (`10.1000/182`): registrant, slash, and text without an identifier up to white space.
fn doi(mut cursor: Cursor<'_>) -> Option<Cursor<'_>> {
    if cursor.digits(2)? != "10" {
        return None;
    }
    cursor.eat(|char| char == '.')?;
    let registrant = cursor.eat_while(|char| char.is_ascii_digit() || char == '.');
    cursor.eat(|char| char == '/')?;
    let suffix = cursor.eat_while(|char| !char.is_whitespace());
    let has_form = (4..=9).contains(&registrant.len()) && (1..=LONGEST_DOI).contains(&suffix.len());
    (has_form && !suffix.contains(['@', '=']) && !has_identifier(suffix)).then_some(cursor)
}

fn has_identifier(suffix: &str) -> bool {
    let mut cursor = Cursor::new(suffix);
    while !cursor.ahead().is_empty() {
        if IN_SUFFIXES.iter().any(|class| class.end(cursor).is_some()) {
            return true;
        }
        cursor.eat(|_| true);
    }
    false
}

/// Reads a number of PubMed: `pmid 12345678`, `PMC1234567`.
fn pubmed(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut cursor = start;
    let is_archive = start.ahead().get(..3).is_some_and(|text| text.eq_ignore_ascii_case("pmc"));
    if is_archive {
        cursor = cursor.past(&start.ahead()[..3]);
    }
    let digits = cursor.eat_while(|char| char.is_ascii_digit()).len();
    let is_named = is_archive || start.is_named("pmid pubmed pmc pmcid");
    ((1..=8).contains(&digits) && is_named && cursor.free_ahead()).then_some(cursor)
}

/// Reads a number of arXiv since 2007: `arXiv:2101.00001`.
fn arxiv(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut cursor = start;
    cursor.digits(4)?;
    cursor.eat(|char| char == '.')?;
    let number = cursor.eat_while(|char| char.is_ascii_digit()).len();
    let mut version = cursor;
    if version.eat(|char| matches!(char, 'v' | 'V')).is_some()
        && !version.eat_while(|char| char.is_ascii_digit()).is_empty()
    {
        cursor = version;
    }
    ((4..=5).contains(&number) && start.is_named("arxiv") && cursor.free_ahead()).then_some(cursor)
}

/// Reads a number of arXiv before 2007: archive, year and month, and number (`hep-th/9901001`).
fn archive(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut cursor = start;
    let archive = cursor.eat_while(|char| char.is_ascii_alphabetic() || char == '-');
    cursor.eat(|char| char == '/')?;
    cursor.digits(7)?;
    (is_one_of(archive, ARCHIVES) && cursor.free_ahead()).then_some(cursor)
}

/// Reads the number of a film: `imdb.com/title/tt0111161`.
fn film(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut cursor = start;
    cursor.eat(|char| char == 't').and(cursor.eat(|char| char == 't'))?;
    let digits = cursor.eat_while(|char| char.is_ascii_digit()).len();
    let ends = |char: Option<char>| !char.is_some_and(char::is_alphanumeric);
    ((7..=8).contains(&digits) && start.is_named("title imdb") && ends(cursor.peek())).then_some(cursor)
}

/// Reads an ISBN: `978-3-540-65310-3`, `9783540653103`, `3-540-65310-4`, `isbn 3540653104`.
fn book(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let is_named = start.is_named("isbn 10 13")
        && start.words_behind().take(3).any(|word| word.eq_ignore_ascii_case("isbn"));
    if !is_named && !start.free_behind() {
        return None;
    }
    [13, 10].into_iter().find_map(|length| {
        let (end, values, gaps) = values(start, length, is_named)?;
        let is_book = if length == 13 {
            let prefix = values[..3] == [9, 7, 8] || values[..3] == [9, 7, 9];
            let sum: u32 =
                values.iter().zip([1, 3].into_iter().cycle()).map(|(value, weight)| value * weight).sum();
            prefix && sum.is_multiple_of(10) && !values.contains(&10)
        } else {
            let has_form = is_named || gaps == 3 || values[9] == 10;
            has_form && passes_eleven(&values)
        };
        is_book.then_some(end)
    })
}

/// Reads an ISSN: `1234-567X`, `issn 12345678`.
fn serial(start: Cursor<'_>) -> Option<Cursor<'_>> {
    let is_named = start.is_named("issn eissn");
    if !is_named && !start.free_behind() {
        return None;
    }
    let (end, values, gaps) = values(start, 8, is_named)?;
    let has_form = is_named || (gaps == 1 && start.ahead()[4..].starts_with(is_hyphen));
    (has_form && passes_eleven(&values)).then_some(end)
}

/// Reads `length` digits, of which the last may be X. Hyphens may separate them; so may spaces if `is_named`.
/// Returns the position after them, their values and the number of hyphens.
fn values(start: Cursor<'_>, length: usize, is_named: bool) -> Option<(Cursor<'_>, Vec<u32>, usize)> {
    let mut cursor = start;
    let mut values = Vec::with_capacity(length);
    let mut gaps = 0;
    while values.len() < length {
        let is_last = values.len() + 1 == length;
        match cursor.eat(|char| char.is_ascii_digit() || (is_last && matches!(char, 'x' | 'X'))) {
            Some(digit) => values.push(digit.to_digit(10).unwrap_or(10)),
            None if values.is_empty() => return None,
            None => {
                let may_be_space = is_named || values.starts_with(&[9, 7]);
                cursor.eat(|char| is_hyphen(char) || (may_be_space && char == ' '))?;
                gaps += 1;
            }
        }
    }
    cursor.free_ahead().then_some((cursor, values, gaps))
}

/// The check of ISBN-10 and ISSN: values are weighted, the last by 1, and eleven must divide the sum.
fn passes_eleven(values: &[u32]) -> bool {
    let weights = (1..=values.len() as u32).rev();
    let sum: u32 = values.iter().zip(weights).map(|(value, weight)| value * weight).sum();
    sum > 0 && sum.is_multiple_of(11)
}

#[cfg(test)]
mod tests {
    use crate::{Class, Text, find};

    #[test]
    fn publications_pass() {
        for text in [
            "isbn 0-306-40615-2",
            "isbn 0306406152",
            "isbn-10 3540653104",
            "0-306-40615-2",
            "080442957X",
            "978-0-306-40615-7",
            "9780306406157",
            "978 0 306 40615 7",
            "issn 0378-5955",
            "2049-3630",
            "2434-561x",
            "doi 10.1000/182",
            "doi:10.1038/s41586-020-2649-2",
            "https://doi.org/10.1016/j.cell.2020.02.052",
            "pmid 12345678",
            "PMID: 31452104",
            "pmc3531190",
            "arxiv 2101.00001v2",
            "arXiv:hep-th/9901001",
            "hep-th/9901001",
            "imdb.com/title/tt0111161",
            "10.1007/978-3-540-65310-3",
            "10.1016/S0140-6736(05)67394-1",
            "10.1097/00005053-199901000-00001",
        ] {
            assert_eq!(find(text, Text::Query), None, "{text}");
        }
    }

    #[test]
    fn numbers_with_a_wrong_check_digit_do_not() {
        for (text, class) in [
            ("isbn 0-306-40615-3", Class::Number),
            ("9780306406158", Class::Number),
            ("0306406152", Class::Number),
            ("issn 0378-5956", Class::Number),
            ("31452104", Class::Number),
            ("10.1000/jane@example.com", Class::Email),
            ("tel 0378-5955", Class::Phone),
            ("phone 0378-5955", Class::Phone),
            ("ssn 0378-5955", Class::Number),
            ("acct 4567-8901", Class::Number),
            ("123-4567-8901", Class::Number),
            ("d123-4567-8901", Class::Number),
            ("10.1000/123-45-6789", Class::Number),
            ("10.1000/4111111111111111", Class::Number),
        ] {
            assert_eq!(find(text, Text::Query), Some(class), "{text}");
        }
    }
}
