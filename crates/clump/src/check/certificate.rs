//! The check of a certificate: whatever it says that the release shows is counted again, and what cannot be is held
//! against what it can be. The answer names fields, never values.
//!
//! A field is one line of [`OF_ALL`], [`OF_ROWS`], [`OF_LINES`], [`OF_FACTS`], [`WITH_ORIGINALS`] or [`WITH_INPUT`]: its name, and whether it is right. A field that is
//! added to the certificate is added there.

mod settings;
mod verdict;

use clump_core::cut::Cut;
use clump_core::facts::{FactTable, Measure};
use clump_core::measure::measure;
use clump_core::promise::{Promised, Property, PropertyName};
use clump_core::release::Release;
use clump_core::risk;
use clump_core::taxonomy::{Node, PricedIn, Taxonomy};
use clump_core::transactions::Transactions;
use clump_io::release::ReleaseColumns;
use clump_io::{Items, OwnerIs};
use clump_report::{
    CertainGroups, Certificate, FactsOfLog, LinesRead, OwnersRead, PublishedFacts, PublishedFigures,
    PublishedWithheld, RowFigures, RowsOfAnOwner, TaxonomyFacts, Words, not_covered, rounded,
};

use crate::check::CheckedProperty;
use crate::check::facts::{CountedAgain, distinct_facts};
use crate::check::recount::Recount;
use crate::data::Data;

use settings::{are_the_parameters, is_noisy, is_promised_by_method, items, method, rows_of_an_owner};
pub(crate) use settings::{counts_of, is_wordnet, job, withheld_share, wordnet};
use verdict::{are_links_stated, are_the_verdicts};

/// A field of a certificate, and how to tell whether it is right.
type Field<IsRight> = (&'static str, IsRight);
type ShownCheck = fn(&Shown<'_>) -> bool;
type ShownLinesCheck = fn(&ShownLines<'_>) -> bool;
type ShownFactsCheck = fn(&ShownFacts<'_>) -> bool;
type ShownRowsCheck = fn(&ShownRows<'_>) -> bool;
type OriginalsCheck = fn(&Originals<'_>) -> bool;
type InputCheck = fn(&OfInput<'_>) -> bool;

/// What every certificate is held against.
pub(crate) struct Shown<'a> {
    certificate: &'a Certificate,
    /// What the file shows of each property that the certificate promises, in its order.
    properties: &'a [CheckedProperty],
    /// How the file was read.
    format: &'a str,
    layout: &'a str,
    /// What it consists of.
    content: ShownContent<'a>,
    /// Whether its taxonomy is the embedded WordNet.
    is_wordnet: bool,
    /// The embedded WordNet with all labels, if it is known where they are.
    wordnet: Option<Taxonomy>,
}

impl<'a> Shown<'a> {
    /// All that `certificate` is held against.
    pub fn new(
        certificate: &'a Certificate,
        properties: &'a [CheckedProperty],
        format: &'a str,
        layout: &'a str,
        content: ShownContent<'a>,
    ) -> Shown<'a> {
        let labels = match &content {
            ShownContent::Rows(recount) => recount.labels(),
            ShownContent::Lines(_) | ShownContent::Facts(_) => &[],
        };
        let wordnet = wordnet(certificate, labels.iter().map(String::as_str));
        let is_wordnet = is_wordnet(certificate);
        Shown { certificate, properties, format, layout, content, is_wordnet, wordnet }
    }
}

/// What a release file consists of.
pub(crate) enum ShownContent<'a> {
    Rows(&'a Recount),
    /// How many lines.
    Lines(usize),
    Facts(&'a FactTable),
}

/// What the certificate of a release of rows is held against besides.
struct ShownRows<'a> {
    shown: &'a Shown<'a>,
    figures: &'a RowFigures,
    recount: &'a Recount,
}

/// What the certificate of a release of lines is held against besides.
struct ShownLines<'a> {
    /// How many lines the file has, and how many the certificate says.
    shown: usize,
    lines: usize,
    read: &'a LinesRead,
    owners: &'a OwnersRead,
}

/// What the certificate of a table of facts is held against besides.
struct ShownFacts<'a> {
    certificate: &'a Certificate,
    table: &'a FactTable,
    figures: &'a PublishedFacts,
}

/// What it is held against where the originals are known.
struct Originals<'a> {
    certificate: &'a Certificate,
    figures: &'a RowFigures,
    /// What the same run would publish.
    measured: RowFigures,
    taxonomy: &'a TaxonomyFacts,
    owner_is: String,
    /// What the release shows of the sensitive nodes that the certificate names.
    certain: Option<CertainGroups>,
}

/// What the certificate of a table of facts is held against where its input is known.
struct OfInput<'a> {
    certificate: &'a Certificate,
    figures: &'a PublishedFacts,
    again: &'a CountedAgain,
}

impl OfInput<'_> {
    /// Whether a figure of the log, if it is stated, is that which was counted again.
    fn is_counted<T: PartialEq>(&self, figure: fn(&FactsOfLog) -> T) -> bool {
        self.figures.of_log.as_ref().is_none_or(|stated| figure(stated) == figure(&self.again.of_log))
    }
}

const OF_ALL: &[Field<ShownCheck>] = &[
    ("tool", |shown| shown.certificate.tool == "clump"),
    ("version", |shown| is_version(&shown.certificate.version)),
    ("promise", |shown| is_promised_by_method(shown.certificate) && are_nodes(shown)),
    ("meaning", |shown| {
        let mut properties = shown.certificate.promise.properties().iter();
        properties.all(|certified| certified.meaning == certified.property.sentence())
    }),
    ("owner_is", |shown| is_an_owner(&shown.certificate.owner_is)),
    ("verdict", |shown| are_the_verdicts(shown)),
    ("method", |shown| method(shown.certificate).is_some()),
    ("parameters", |shown| are_the_parameters(shown.certificate) && are_links_stated(shown)),
    ("release.format", |shown| shown.certificate.release.format == shown.format),
    ("release.layout", |shown| shown.certificate.release.layout == shown.layout),
    ("taxonomy", |shown| is_a_taxonomy(shown)),
    ("not_covered", |shown| {
        shown.certificate.not_covered
            == not_covered(
                &shown.certificate.promise.promise(),
                rows_of_an_owner(shown.certificate),
                &shown.certificate.parameters,
            )
    }),
];

const OF_LINES: &[Field<ShownLinesCheck>] = &[
    ("lines", |of| of.lines == of.shown),
    ("lines_read", |of| of.read.adds_up() && of.read.rounded() == *of.read),
    ("owners_read", |of| of.owners.owners_dropped <= of.owners.owners_read),
];

const OF_FACTS: &[Field<ShownFactsCheck>] = &[
    ("fact_rows", |of| of.figures.fact_rows == of.table.len()),
    ("facts", |of| of.figures.facts == distinct_facts(of.table)),
    // What was counted without noise stands beside numbers without noise, and nowhere else.
    ("facts_kept", |of| of.figures.of_log.is_none() == is_noisy(of.certificate)),
    ("facts_kept", |of| of.figures.of_log.is_none_or(|of_log| is_share(of_log.facts_kept))),
    ("pairs_kept", |of| of.figures.of_log.is_none_or(|of_log| is_share(of_log.pairs_kept))),
    ("times_kept", |of| of.figures.of_log.is_none_or(|of_log| is_share(of_log.times_kept))),
    ("owners_read", |of| {
        let Some(FactsOfLog { read, .. }) = of.figures.of_log else { return true };
        let OwnersRead { owners_read, owners_dropped } = read;
        // Whoever is in a row is not dropped.
        let in_a_row = (0..of.table.len()).map(|row| of.table.number(row)).max().unwrap_or(0);
        let is_told =
            of.table.columns.measure == Measure::Owners && !of.certificate.parameters.contains_key("round");
        let most = owners_read.checked_sub(owners_dropped);
        most.is_some_and(|most| !is_told || most as u64 >= in_a_row)
    }),
    ("columns", |of| {
        let parameters = counts_of(of.certificate).map(|(counts, k)| counts.parameters(k));
        parameters.is_some_and(|parameters| parameters.columns() == of.table.columns)
    }),
];

const OF_ROWS: &[Field<ShownRowsCheck>] = &[
    ("words", |of| {
        let words = &of.figures.words;
        let rounded = || if is_in_pieces(of) { words.rounded_throughout() } else { words.rounded() };
        words.adds_up() && rounded() == *words
    }),
    ("as_typed", |of| {
        let Words { as_typed, generalized, .. } = of.figures.words;
        let published = as_typed as u128 + generalized as u128;
        // An owner may have a piece from several transactions; three digits are half a thousandth off.
        let least = of.recount.length() * 995 / 1000;
        if is_in_pieces(of) { published >= least } else { published == of.recount.length() }
    }),
    ("pieces", |of| match of.figures.pieces {
        Some(pieces) => {
            let kept = of.figures.words.information.information_kept;
            is_in_pieces(of)
                && pieces.adds_up()
                && pieces.rounded() == pieces
                && pieces.whole_queries == of.recount.texts
                && pieces.queries_published == of.recount.rows_with_text
                && kept.zip(pieces.ceiling).is_none_or(|(kept, ceiling)| kept <= ceiling)
        }
        None => !is_in_pieces(of),
    }),
    ("information_kept", |of| {
        let kept = of.figures.words.information.information_kept;
        can_be_kept(kept, of.recount.length() > 0)
    }),
    ("links_kept", |of| can_be_kept(of.figures.words.information.links_kept, of.recount.has_row_of_two())),
    ("owners_read", |of| {
        let OwnersRead { owners_read, owners_dropped } = of.figures.read;
        owners_read.checked_sub(owners_dropped) == Some(of.figures.owners)
    }),
    ("withheld", |of| match (of.figures.withheld, job(of.shown.certificate).and_then(|job| job.withhold)) {
        (Some(withheld), Some(share)) => {
            let PublishedWithheld { owners, loss_of_published } = withheld;
            !share.is_exceeded(owners, of.figures.owners.saturating_add(owners))
                && owners <= of.figures.read.owners_dropped
                && is_share(loss_of_published)
                && loss_of_published <= of.figures.loss_per_item
        }
        (withheld, share) => withheld.is_none() && share.is_none(),
    }),
    ("rows", |of| of.figures.rows == of.recount.rows),
    ("owners", |of| {
        let most = of.recount.rows;
        let least = match rows_of_an_owner(of.shown.certificate) {
            RowsOfAnOwner::One => most,
            RowsOfAnOwner::Several | RowsOfAnOwner::Pieces => of.recount.largest_group,
        };
        (least..=most).contains(&of.figures.owners)
    }),
    ("groups", |of| of.figures.groups == of.recount.groups),
    ("smallest_group", |of| of.figures.smallest_group == of.recount.smallest_group),
    ("largest_share", |of| of.figures.largest_share == of.recount.largest_share()),
    ("loss_per_item", |of| is_share(of.figures.loss_per_item)),
    ("ncp", |of| is_share(of.figures.ncp)),
    ("mean_length", |of| of.figures.mean_length == of.recount.mean_length()),
    ("mean_level", |of| match &of.shown.wordnet {
        Some(taxonomy) => of.recount.mean_level(taxonomy) == Some(of.figures.mean_level),
        None => of.figures.mean_level >= 0.0 && is_rounded(of.figures.mean_level),
    }),
    ("floor", |of| match of.figures.floor {
        Some(floor) => {
            !is_in_bits(of)
                && is_a_floor(floor.loss_per_item, floor.times_optimum, of.figures.loss_per_item, of)
        }
        None => true,
    }),
    ("loss_bits_share", |of| {
        of.figures.loss_bits_share.is_some() == is_in_bits(of)
            && of.figures.loss_bits_share.is_none_or(is_share)
    }),
    ("floor_bits", |of| match (of.figures.floor_bits, of.figures.loss_bits_share) {
        (Some(floor), Some(loss)) => is_a_floor(floor.loss_bits_share, floor.times_optimum, loss, of),
        (floor, _) => floor.is_none(),
    }),
    ("sensitive_items", |of| {
        let items = &of.shown.certificate.sensitive_items;
        let may_be = items.is_empty() || of.shown.certificate.promise.has(PropertyName::Coherence);
        may_be && items.is_sorted_by(|a, b| a < b) && items.iter().all(|item| of.recount.has_label(item))
    }),
    ("certain", |of| of.shown.certificate.certain.as_ref().is_none_or(|certain| can_be_certain(certain, of))),
];

const WITH_ORIGINALS: &[Field<OriginalsCheck>] = &[
    ("words", |known| known.figures.words == known.measured.words),
    ("information_kept", |known| {
        let kept = |figures: &RowFigures| figures.words.information;
        kept(known.figures) == kept(&known.measured)
    }),
    ("owner_is", |known| known.certificate.owner_is == known.owner_is),
    ("owners_read", |known| known.figures.read == known.measured.read),
    ("owners", |known| known.figures.owners == known.measured.owners),
    ("pieces", |known| known.figures.pieces == known.measured.pieces),
    ("withheld", |known| known.figures.withheld == known.measured.withheld),
    ("loss_per_item", |known| known.figures.loss_per_item == known.measured.loss_per_item),
    ("loss_bits_share", |known| known.figures.loss_bits_share == known.measured.loss_bits_share),
    ("ncp", |known| known.figures.ncp == known.measured.ncp),
    ("mean_level", |known| known.figures.mean_level == known.measured.mean_level),
    ("taxonomy", |known| known.certificate.taxonomy.as_ref() == Some(known.taxonomy)),
    ("certain", |known| known.certificate.certain == known.certain),
];

/// Of a table of facts, what its input shows.
const WITH_INPUT: &[Field<InputCheck>] = &[
    ("owner_is", |known| known.certificate.owner_is == known.again.owner_is.to_string()),
    ("facts_kept", |known| known.is_counted(|of_log| of_log.facts_kept)),
    ("pairs_kept", |known| known.is_counted(|of_log| of_log.pairs_kept)),
    ("times_kept", |known| known.is_counted(|of_log| of_log.times_kept)),
    ("owners_read", |known| known.is_counted(|of_log| of_log.read.owners_read)),
    ("owners_dropped", |known| known.is_counted(|of_log| of_log.read.owners_dropped)),
];

/// The fields that are not what the release shows, or could not be.
pub(crate) fn wrong_fields(shown: &Shown<'_>) -> Vec<&'static str> {
    let mut fields = wrong(OF_ALL, |is_right| is_right(shown));
    match (&shown.content, &shown.certificate.published) {
        (ShownContent::Rows(recount), PublishedFigures::Rows(figures)) => {
            let of = ShownRows { shown, figures, recount };
            fields.extend(wrong(OF_ROWS, |is_right| is_right(&of)));
        }
        (&ShownContent::Lines(found), PublishedFigures::Lines { lines, lines_read, read }) => {
            let of = ShownLines { shown: found, lines: *lines, read: lines_read, owners: read };
            fields.extend(wrong(OF_LINES, |is_right| is_right(&of)));
        }
        (ShownContent::Facts(table), PublishedFigures::Facts(figures)) => {
            let of = ShownFacts { certificate: shown.certificate, table, figures };
            fields.extend(wrong(OF_FACTS, |is_right| is_right(&of)));
        }
        (ShownContent::Rows(_), _) => fields.push("rows"),
        (ShownContent::Lines(_), _) => fields.push("lines"),
        (ShownContent::Facts(_), _) => fields.push("facts"),
    }
    fields
}

/// The fields that are not what `release` is of `data`, which it must generalize.
pub(crate) fn wrong_by_originals(
    certificate: &Certificate,
    release: &Release,
    data: &Data,
) -> Vec<&'static str> {
    let PublishedFigures::Rows(figures) = &certificate.published else { return Vec::new() };
    let shown = |certain| shown_again(certain, (&data.transactions, release), data);
    let measures = measure(&data.transactions, &data.taxonomy, release).with_suppressed(data.withheld.items);
    let withheld = figures.withheld.map(|_| data.withheld_figures(&measures));
    let words = data.words(release);
    let bits = figures.loss_bits_share.map(|_| data.bits(release, None));
    let measured = RowFigures::new(&words, data.owners_read(), None, &measures, withheld, None, bits);
    let known = Originals {
        certificate,
        figures,
        measured,
        taxonomy: &data.taxonomy_facts,
        owner_is: data.owner_is.to_string(),
        certain: certificate.certain.as_ref().map(shown),
    };
    wrong(WITH_ORIGINALS, |is_right| is_right(&known))
}

/// The fields that are not what was counted `again` in the input of a table of facts, whose rows are right.
pub(crate) fn wrong_by_input(certificate: &Certificate, again: &CountedAgain) -> Vec<&'static str> {
    let PublishedFigures::Facts(figures) = &certificate.published else { return Vec::new() };
    let known = OfInput { certificate, figures, again };
    wrong(WITH_INPUT, |is_right| is_right(&known))
}

/// The fields that are not what the pieces of `cut` are of `data`.
pub(crate) fn wrong_by_pieces(certificate: &Certificate, cut: &Cut, data: &Data) -> Vec<&'static str> {
    let PublishedFigures::Rows(figures) = &certificate.published else { return Vec::new() };
    let k = certificate.promise.promise().k().unwrap_or(1);
    let measures = cut.measure(&data.transactions, &data.taxonomy);
    let (words, pieces) = data.words_of_cut(cut, k);
    let owners = data.owners_published(measures.owners);
    let shown = |certain| shown_again(certain, (&cut.parts, &cut.release), data);
    let known = Originals {
        certificate,
        figures,
        measured: RowFigures::new(&words, owners, Some(&pieces), &measures, None, None, None),
        taxonomy: &data.taxonomy_facts,
        owner_is: data.owner_is.to_string(),
        certain: certificate.certain.as_ref().map(shown),
    };
    wrong(WITH_ORIGINALS, |is_right| is_right(&known))
}

fn wrong<F>(fields: &[Field<F>], is_right: impl Fn(&F) -> bool) -> Vec<&'static str> {
    fields.iter().filter(|(_, check)| !is_right(check)).map(|&(field, _)| field).collect()
}

/// Whether such a share can be kept by a release that shows something of it, or nothing.
fn can_be_kept(share: Option<f64>, is_shown: bool) -> bool {
    share.is_none_or(|share| is_share(share) && (is_shown || share == 0.0))
}

/// Whether so many groups show these nodes, or could: which labels are below a node is known of WordNet alone.
fn can_be_certain(CertainGroups { groups, nodes }: &CertainGroups, of: &ShownRows<'_>) -> bool {
    let is_counted = match &of.shown.wordnet {
        Some(taxonomy) => of.recount.groups_that_show(nodes, taxonomy) == Some(*groups),
        None => *groups <= of.recount.groups && (*groups > 0) != nodes.is_empty(),
    };
    let is_about_groups = of.shown.certificate.promise.has(PropertyName::KAnonymity);
    is_about_groups && is_counted && nodes.is_sorted_by(|a, b| a < b)
}

/// How many groups of `release` show one of the nodes that `certain` names, and which of these.
fn shown_again(
    certain: &CertainGroups,
    (transactions, release): (&Transactions, &Release),
    data: &Data,
) -> CertainGroups {
    let nodes: Vec<Node> = certain.nodes.iter().filter_map(|name| data.taxonomy.find(name)).collect();
    let found = risk::certain(transactions, &data.taxonomy, release, &nodes);
    let mut names: Vec<String> =
        found.nodes.iter().map(|&node| data.taxonomy.name(node).to_owned()).collect();
    names.sort_unstable();
    CertainGroups { groups: found.shown.groups, nodes: names }
}

/// Whether this is one of the ways to say what was counted as one owner.
fn is_an_owner(text: &str) -> bool {
    let [row, line] = [OwnerIs::EachRow, OwnerIs::EachLine].map(|owner| owner.to_string());
    text == row || text == line || text.strip_prefix("column ").is_some_and(|name| !name.is_empty())
}

/// Whether certainty is of nodes that there are, as far as the tree is at hand: that of anything else would hold of any
/// release. Where items are words, it may be on one that is not published.
fn are_nodes(shown: &Shown<'_>) -> bool {
    let promised = shown.certificate.promise.get(PropertyName::Certainty);
    match (promised.map(|certified| &certified.property), &shown.wordnet) {
        (Some(Property::Certainty(certainty)), Some(wordnet))
            if items(shown.certificate) == Items::Senses =>
        {
            certainty.nodes().iter().all(|name| wordnet.find_meant(name).is_some())
        }
        _ => true,
    }
}

/// Whether there can be such a taxonomy. The hash of the one that is at hand is known.
fn is_a_taxonomy(shown: &Shown<'_>) -> bool {
    let certificate = shown.certificate;
    let needs_one = job(certificate).is_none_or(|job| job.reads_words());
    let Some(TaxonomyFacts { source, blake3, .. }) = &certificate.taxonomy else { return !needs_one };
    let is_possible = match source.as_str() {
        "wordnet" => blake3.as_deref().is_some_and(is_hash),
        "file" => blake3.as_deref().is_none_or(is_hash),
        "prefix" | "flat" => blake3.is_none(),
        _ => false,
    };
    let is_ours = certificate.version == env!("CARGO_PKG_VERSION") && source == "wordnet";
    needs_one && is_possible && (!is_ours || shown.is_wordnet)
}

/// Whether the release is in pieces.
fn is_in_pieces(of: &ShownRows<'_>) -> bool {
    of.recount.columns == ReleaseColumns::Pieces
}

/// Whether the run minimised bits.
fn is_in_bits(of: &ShownRows<'_>) -> bool {
    job(of.shown.certificate).is_some_and(|job| job.cost == PricedIn::Bits)
}

/// Whether a floor lies between nothing and what the release loses, and tells how far that is from it, as far as three
/// decimals do.
fn is_a_floor(least: f64, times_optimum: Option<f64>, loss: f64, of: &ShownRows<'_>) -> bool {
    const HALF: f64 = 0.000_501;
    let is_times = |times: f64| {
        let most = if least > HALF { (loss + HALF) / (least - HALF) } else { f64::INFINITY };
        (1.0..).contains(&times)
            && is_rounded(times)
            && ((loss - HALF) / (least + HALF) - HALF..=most + HALF).contains(&times)
    };
    of.shown.certificate.promise.has(PropertyName::KAnonymity)
        && is_share(least)
        && least <= loss
        && match times_optimum {
            Some(times) => is_times(times),
            None => least == 0.0,
        }
}

fn is_share(value: f64) -> bool {
    (0.0..=1.0).contains(&value) && is_rounded(value)
}

fn is_rounded(value: f64) -> bool {
    rounded(value) == value
}

/// Three numbers with points between them, as `0.3.0`, and perhaps what comes before a version: `0.3.0-rc.1`.
fn is_version(version: &str) -> bool {
    let (numbers, before) = version.split_once('-').unwrap_or((version, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_word = |part: &str| {
        !part.is_empty() && part.len() <= 16 && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    numbers.split('.').count() == 3 && numbers.split('.').all(is_number) && before.split('.').all(is_word)
}

/// BLAKE3 as it is written.
fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
