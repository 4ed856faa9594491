//! `scrub`: what has the form of an identifier is cut out of the text.
//!
//! Eleven classes are recognised by the scanner of `clump-scrub`, which works on any text. A number is replaced when its form
//! or a word beside it says what it is; other long numbers stay.
//!
//! How well does that work? One reader went through the 4,501 lines of a search log of Excite (1997) and labelled what
//! identifies somebody, in any form in which people type it and not only in those the scanners look for. Lines by class:
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
//! So the log says that the scanners are quiet where there is nothing (130 of its lines hold a digit), and little about
//! what they find. All user names in it are typed bare, without an address around them, and bare words have no form that
//! a scanner could know. The same is true of the names of persons, which are no class here: some 70 lines name one who is
//! not famous, ten times as many as all that was found. Whoever scrubs a log leaves those in.

use clump_core::anonymize::AnonymizeError;
use clump_core::log::QueryLog;
use clump_core::names::Names;
use clump_core::progress::{Cancelled, Progress};
use clump_core::rewrite::Rewritten;
use clump_scrub::{Class, IN_ADDRESSES, IN_QUERIES, Scrubbed, scrub};
use rayon::prelude::*;

use super::{filtered, published};

/// Names of the replacements of each class, in the order of [`Class::ALL`]. Long numbers, the last class, stay.
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

/// Replaces identifiers by their class in brackets: in the text of queries `[card]`, `[ssn]`, `[phone]`, `[email]`,
/// `[address]`, `[user]`, `[passport]`, `[account]`, `[vehicle]`, `[device]` and `[coordinates]`; in clicked addresses all of
/// these but `[address]`, `[phone]`, `[passport]` and `[vehicle]`. The text around them stays as it was written, in plain
/// characters.
///
/// Card numbers are those of Visa, Mastercard, American Express, Diners Club, Discover, JCB, UnionPay and Maestro with
/// a right check digit. Social security numbers are those of the United States. User names are those in addresses of pages.
///
/// Linear in the length of the log. The wrong tool for whoever needs a promise: names of persons stay, and so does
/// whatever is typed in another form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scrub;

habit!(Scrub, "scrub");

impl Scrub {
    fn apply(&self, log: &QueryLog, progress: &dyn Progress) -> Result<Rewritten, AnonymizeError> {
        let queries = scrub_all(&log.queries, IN_QUERIES, progress)?;
        // Times and ranks are among these and are not used.
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
