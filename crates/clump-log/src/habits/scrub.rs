//! The habit `scrub`: replaces text that has the form of an identifier of a person.
//!
//! The scanner of `clump-scrub` finds eleven classes of identifiers in any text. It replaces a number if the
//! form of the number or a word next to it proves the class; other long numbers stay.
//!
//! Measured result: one reader labelled all identifiers of persons in the 4,501 lines of a search log of
//! Excite (1997). The labels include every form in which people type identifiers, not only forms that the
//! scanners know. Lines by class:
//!
//! | class | found | found wrongly | missed |
//! |---|---|---|---|
//! | card numbers | 0 | 0 | 0 |
//! | social security numbers | 0 | 0 | 0 |
//! | phone numbers | 0 | 0 | 0 |
//! | e-mail addresses | 6 | 0 | 0 |
//! | street addresses | 0 | 0 | 0 |
//! | user names | 0 | 0 | 7 |
//!
//! So the log shows that the scanners rarely report false finds (130 of its lines contain a digit), but says
//! little about true finds. All user names in it are typed without a URL around them, and such words have no
//! form that a scanner could know. Names of persons, which are not a class here, have no such form either.
//! Some 70 lines name a person who is not famous, ten times as many as all finds. The method leaves those
//! lines as they are.

use clump_core::anonymize::AnonymizeError;
use clump_core::log::QueryLog;
use clump_core::names::Names;
use clump_core::progress::{Cancelled, Progress};
use clump_core::rewrite::Rewritten;
use clump_scrub::{Class, IN_ADDRESSES, IN_QUERIES, Scrubbed, scrub};
use rayon::prelude::*;

use super::{filtered, published};

/// Names of the replacement counts, in the order of [`Class::ALL`]. Long numbers, the last class, are not
/// replaced.
const COUNTS: [&str; Class::ALL.len() - 1] = [
    "card numbers replaced",
    "social security numbers replaced",
    "phone numbers replaced",
    "e-mail addresses replaced",
    "street addresses replaced",
    "user names replaced",
    "passport numbers replaced",
    "bank accounts replaced",
    "vehicle numbers replaced",
    "addresses of devices replaced",
    "coordinates replaced",
];

/// Replaces identifiers by their class in brackets. In the text of queries: `[card]`, `[ssn]`, `[phone]`,
/// `[email]`, `[address]`, `[user]`, `[passport]`, `[account]`, `[vehicle]`, `[device]` and `[coordinates]`.
/// In clicked URLs: all of these except `[address]`, `[phone]`, `[passport]` and `[vehicle]`. The text around
/// them stays as typed, in plain characters.
///
/// Card numbers are those of Visa, Mastercard, American Express, Diners Club, Discover, JCB, UnionPay and
/// Maestro with a correct check digit. Social security numbers are those of the United States. User names are
/// those in URLs.
///
/// Linear in the length of the log. It gives no promise: names of persons stay, and so do identifiers typed
/// in another form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scrub;

habit!(Scrub, "scrub");

impl Scrub {
    fn apply(&self, log: &QueryLog, progress: &dyn Progress) -> Result<Rewritten, AnonymizeError> {
        let queries = scrub_all(&log.queries, IN_QUERIES, progress)?;
        // The texts of the log include times and ranks, whose results are not used.
        let addresses = scrub_all(&log.texts, IN_ADDRESSES, progress)?;
        let mut replaced = [0; COUNTS.len()];
        let mut changed = 0;
        let table = filtered(log, progress, |table, line, [owner, _, time, rank, _]| {
            let (query, url) = (&queries[line.query as usize], &addresses[line.url as usize]);
            table.push([owner, &query.text, time, rank, &url.text]);
            changed += usize::from(query.is_changed() || url.is_changed());
            for (class, count) in Class::ALL.into_iter().zip(&mut replaced) {
                *count += query.count(class) + url.count(class);
            }
            Ok(())
        })?;
        let replaced = COUNTS.into_iter().zip(replaced);
        Ok(published(table, [("lines changed", changed)].into_iter().chain(replaced)))
    }
}

fn scrub_all<'a>(
    texts: &'a Names,
    classes: &[Class],
    progress: &dyn Progress,
) -> Result<Vec<Scrubbed<'a>>, Cancelled> {
    (0..texts.len())
        .into_par_iter()
        .map(|number| progress.go_on().map(|()| scrub(texts.get(number), classes)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_counts_are_in_the_same_order() {
        let words = [
            "card",
            "social",
            "phone",
            "e-mail",
            "street",
            "user",
            "passport",
            "bank",
            "vehicle",
            "addresses",
            "coordinates",
        ];
        assert_eq!(
            Class::ALL[..6],
            [Class::Card, Class::Ssn, Class::Phone, Class::Email, Class::Address, Class::User]
        );
        assert_eq!(Class::ALL[COUNTS.len()], Class::Number);
        assert!(COUNTS.into_iter().zip(words).all(|(name, word)| name.starts_with(word)));
    }
}
