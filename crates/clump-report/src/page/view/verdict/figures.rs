//! The figures below the verdict. Both pages and the printed sheet show those of the certificate. Only the
//! private page shows those of the run.

use clump_core::measure::Measures;
use maud::{Markup, html};

use super::super::tiles;
use crate::glossary::Term;
use crate::number::{count, counted, decimal, percent};
use crate::page::Page;
use crate::{
    BitsFigures, CUT_SHORT, Certificate, FactFigures, Figures, FloorFacts, LinesRead, OwnersRead,
    PieceFigures, PublishedFigures, Words,
};

/// A name, a figure, and its meaning.
type Tile = (&'static str, String, String);

/// Counts of the run, if they may be shown, and then the figures of the certificate.
pub fn figures(page: &Page, certificate: &Certificate) -> Markup {
    let private: Vec<Tile> = match &page.figures {
        Some(Figures::Rows { words, owners, pieces, measures, floor, bits, .. }) => {
            let mut figures = of_words(words, pieces.as_ref(), measures, owners);
            figures.extend(of_queries(pieces.as_ref()));
            figures.extend(of_floor(*floor, *bits));
            figures
        }
        Some(Figures::Lines { read, owners, .. }) => of_lines(read, owners),
        Some(Figures::Facts { counted, owners, .. }) => of_facts(counted, owners),
        None => Vec::new(),
    };
    html! {
        @if !private.is_empty() { (tiles_of(page, None, &private)) }
        (tiles_of(page, Some("printed"), &published(certificate)))
    }
}

fn tiles_of(page: &Page, class: Option<&str>, figures: &[Tile]) -> Markup {
    let figures = figures.iter().map(|(name, figure, meaning)| (*name, figure.clone(), meaning.as_str()));
    tiles(&page.noun, class, figures)
}

/// The figures of the certificate.
fn published(certificate: &Certificate) -> Vec<Tile> {
    match &certificate.published {
        PublishedFigures::Lines { lines } => vec![("Lines", count(*lines), "published".to_owned())],
        PublishedFigures::Facts(facts) => {
            let about = format!("about {}", counted(facts.facts, "fact", "facts"));
            vec![("Rows", count(facts.fact_rows), about)]
        }
        PublishedFigures::Rows(rows) => {
            let length = format!("{} items each on average", decimal(rows.mean_length));
            let smallest = counted(rows.smallest_group, "owner", "owners");
            let group = format!("{} The smallest has {smallest}.", Term::Group.sentence());
            let queries = rows.whole_queries.filter(|&queries| queries > 0);
            let queries =
                queries.map(|queries| ("Whole queries", count(queries), "published as typed".to_owned()));
            [("Rows", count(rows.rows), length), (Term::Group.name(), count(rows.groups), group)]
                .into_iter()
                .chain(queries)
                .collect()
        }
    }
}

fn of_words(
    words: &Words,
    pieces: Option<&PieceFigures>,
    measures: &Measures,
    owners: &OwnersRead,
) -> Vec<Tile> {
    let share = |part: usize| percent(words.share(part));
    let kept = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), percent);
    let as_typed = format!("{} of {} read", count(words.as_typed), counted(words.words, "word", "words"));
    let generalized = format!("{} published as a category", count(words.generalized));
    let gone = format!(
        "{} not published; {} of them are not in the taxonomy",
        count(words.gone),
        count(words.words_unknown)
    );
    let most = pieces.and_then(|pieces| pieces.upper_bound);
    let most =
        most.map(|most| (Term::UpperBound.name(), percent(most), Term::UpperBound.sentence().to_owned()));
    let loss = percent(measures.loss_per_item);
    let loss = (Term::LossPerItem.name(), loss, Term::LossPerItem.sentence().to_owned());
    let information = &words.information;
    let in_bits = "in bits, of all words".to_owned();
    let links = "in bits, of pairs of words in a row".to_owned();
    let mut tiles = vec![
        ("As typed", share(words.as_typed), as_typed),
        ("Generalized", share(words.generalized), generalized),
        ("Gone", share(words.gone), gone),
        (Term::InformationKept.name(), kept(information.information_kept), in_bits),
    ];
    let is_in_pieces = most.is_some();
    tiles.extend(most);
    tiles.push((Term::LinksKept.name(), kept(information.links_kept), links));
    tiles.push(dropped(owners));
    tiles.extend(Some(loss).filter(|_| !is_in_pieces));
    tiles.push(("Owners", count(measures.owners), "whose data are published".to_owned()));
    tiles
}

/// Fate of whole queries, if the input has any.
fn of_queries(pieces: Option<&PieceFigures>) -> Option<Tile> {
    let pieces = pieces.filter(|pieces| pieces.queries_asked > 0)?;
    let meaning = format!("of all {} that owners asked", count(pieces.queries_asked));
    Some(("Queries published", count(pieces.queries_published), meaning))
}

/// Loss in bits, and the lower bound of the loss of any grouping.
fn of_floor(floor: Option<FloorFacts>, bits: Option<BitsFigures>) -> Vec<Tile> {
    let in_bits =
        bits.map(|bits| (Term::Bits.name(), percent(bits.loss_bits_share), Term::Bits.sentence().to_owned()));
    let floor = floor
        .map(|floor| (Term::LowerBound.name(), floor.loss_per_item, floor.times_optimum, floor.cut_short));
    let floor_bits = bits
        .and_then(|bits| bits.floor_bits)
        .map(|floor| ("Lower bound, in bits", floor.loss_bits_share, floor.times_optimum, floor.cut_short));
    let floor = floor.or(floor_bits).map(|(name, share, times, cut_short)| {
        let times = times.map(|times| format!(" This release loses at most {} times that.", decimal(times)));
        let cut_short = if cut_short { format!(" In this case {CUT_SHORT}.") } else { String::new() };
        let meaning = Term::LowerBound.sentence().to_owned() + &times.unwrap_or_default() + &cut_short;
        (name, percent(share), meaning)
    });
    in_bits.into_iter().chain(floor).collect()
}

fn of_lines(read: &LinesRead, owners: &OwnersRead) -> Vec<Tile> {
    let share = |part: usize| percent(read.share(part));
    vec![
        ("As typed", share(read.lines_as_typed), format!("of {} read", count(read.lines_read))),
        ("Changed", share(read.lines_changed), "published with another text".to_owned()),
        ("Gone", share(read.lines_gone), "not published".to_owned()),
        dropped(owners),
    ]
}

/// Share of the log in a table; empty if its numbers have noise, because the share is counted without noise.
fn of_facts(figures: &FactFigures, owners: &OwnersRead) -> Vec<Tile> {
    let Some(kept) = figures.in_table.filter(|_| figures.noise.is_none()) else { return Vec::new() };
    let no_fact = format!("of {} read have no such fact", count(owners.owners_read));
    vec![
        ("Facts kept", percent(kept.facts_share), "of all distinct facts have enough owners".to_owned()),
        ("Pairs kept", percent(kept.pairs_share), "of all pairs of an owner and a fact".to_owned()),
        ("Volume kept", percent(kept.times_share), "of how often facts were there".to_owned()),
        ("Owners dropped", count(owners.owners_dropped), no_fact),
    ]
}

fn dropped(owners: &OwnersRead) -> Tile {
    ("Owners dropped", count(owners.owners_dropped), format!("of {} read", count(owners.owners_read)))
}
