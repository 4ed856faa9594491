//! Payment card numbers: 13 to 19 digits of a known issuer. The last digit is Luhn's check digit.

use crate::cursor::{Cursor, is_hyphen};

/// Lengths of Maestro cards in digits: all that occur.
const ANY: &[usize] = &[13, 14, 15, 16, 17, 18, 19];

/// First digits of each issuer's cards, and their lengths in digits. Issuers may use more lengths, but only
/// those in use are listed: each further length would make one in ten numbers of that length a card.
const ISSUERS: &[(std::ops::RangeInclusive<u32>, &[usize])] = &[
    // Visa.
    (4..=4, &[13, 16, 19]),
    // Mastercard.
    (51..=55, &[16]),
    (2221..=2720, &[16]),
    // American Express.
    (34..=34, &[15]),
    (37..=37, &[15]),
    // Diners Club.
    (300..=305, &[14]),
    (3095..=3095, &[14]),
    (36..=36, &[14]),
    (38..=39, &[14]),
    // Discover.
    (6011..=6011, &[16, 19]),
    (644..=659, &[16, 19]),
    // JCB.
    (3528..=3589, &[16, 19]),
    // UnionPay.
    (62..=62, &[16, 17, 18, 19]),
    // Maestro.
    (5018..=5018, ANY),
    (5020..=5020, ANY),
    (5038..=5038, ANY),
    (5893..=5893, ANY),
    (6304..=6304, ANY),
    (6759..=6759, ANY),
    (6761..=6763, ANY),
];

/// Ways in which cards show their digits: the number of digits of each group.
const GROUPINGS: &[&[usize]] =
    &[&[4, 4, 4, 4, 3], &[4, 4, 4, 4], &[4, 6, 5], &[4, 6, 4], &[4, 3, 3, 3], &[6, 13]];

/// Position after the card number that begins at `start`; `None` if none begins there.
pub(crate) fn end(start: Cursor<'_>) -> Option<Cursor<'_>> {
    if !start.free_behind() || !start.peek()?.is_ascii_digit() {
        return None;
    }
    let mut bare = start;
    let digits = bare.eat_while(|char| char.is_ascii_digit());
    if bare.free_ahead() && is_card(digits) {
        return Some(bare);
    }
    GROUPINGS.iter().find_map(|grouping| grouped(start, grouping))
}

/// Position after a card number whose digits have the groups of `grouping`. The check digit is proof enough,
/// so any signs may separate the groups.
fn grouped<'a>(start: Cursor<'a>, grouping: &[usize]) -> Option<Cursor<'a>> {
    let mut cursor = start;
    let mut digits = cursor.digits(grouping[0])?.to_owned();
    for &length in &grouping[1..] {
        cursor.gap(|char| is_hyphen(char) || matches!(char, '.' | ',' | '/' | '*' | '_' | ':'))?;
        digits += cursor.digits(length)?;
    }
    (cursor.free_ahead() && is_card(&digits)).then_some(cursor)
}

fn is_card(digits: &str) -> bool {
    (13..=19).contains(&digits.len()) && has_issuer(digits) && passes_luhn(digits)
}

fn has_issuer(digits: &str) -> bool {
    ISSUERS.iter().any(|(prefixes, lengths)| {
        let width = prefixes.start().to_string().len();
        let prefix = digits[..width].parse().is_ok_and(|prefix| prefixes.contains(&prefix));
        prefix && lengths.contains(&digits.len())
    })
}

/// Luhn's check: every second digit from the right is doubled and replaced by the sum of the digits of its
/// double. The total must be a multiple of ten.
fn passes_luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .map(|byte| u32::from(byte - b'0'))
        .enumerate()
        .map(|(place, digit)| if place % 2 == 0 { digit } else { digit * 2 / 10 + digit * 2 % 10 })
        .sum();
    sum.is_multiple_of(10)
}
