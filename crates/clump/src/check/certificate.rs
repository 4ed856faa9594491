//! The check of a certificate: whatever it says that the release shows is counted again. A field that nothing at hand
//! shows is named as not checked. The answer names fields, never values.
//!
//! A field is one line of [`OF_ALL`], [`OF_ROWS`], [`OF_FACTS`], [`NOT_SHOWN`] or [`WITH_ORIGINALS`]: its name, and whether it is
//! right, or whether it is left open. A field that is added to the certificate is added there.

mod settings;
mod verdict;

use clump_core::facts::FactTable;
use clump_core::promise::{Promised, Property, PropertyName};
use clump_core::release::Release;
use clump_core::risk;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_io::release::ReleaseColumns;
use clump_io::{Items, OwnerIs};
use clump_report::{
    CertainGroups, Certificate, PublishedFacts, PublishedFigures, RowFigures, TaxonomyFacts, not_covered,
};

use crate::check::CheckedProperty;
use crate::check::facts::distinct_facts;
use crate::check::recount::Recount;
use crate::data::Data;

use settings::{are_the_parameters, is_promised_by_method, items, method};
pub(crate) use settings::{built_in_source, built_in_tree, counts_of, is_built_in, job, rows_of_an_owner};
pub(crate) use verdict::public_smallest;
use verdict::{are_links_stated, are_the_verdicts};

/// A field of a certificate, and how to tell whether it is right.
type Field<IsRight> = (&'static str, IsRight);
type ShownCheck = fn(&Shown<'_>) -> bool;
type ShownFactsCheck = fn(&ShownFacts<'_>) -> bool;
type ShownRowsCheck = fn(&ShownRows<'_>) -> bool;
type OriginalsCheck = fn(&Originals<'_>) -> bool;

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
    /// Whether its taxonomy is a built-in one of this version.
    is_built_in: bool,
    /// The built-in taxonomy with all labels, if it is known where they are.
    built_in: Option<Taxonomy>,
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
        // Only what is sensitive asks where labels are, and loading the tree takes time.
        let asks = certificate.certain.is_some() || certificate.promise.has(PropertyName::Certainty);
        let built_in = asks.then(|| built_in_tree(certificate, labels.iter().map(String::as_str))).flatten();
        let is_built_in = is_built_in(certificate);
        Shown { certificate, properties, format, layout, content, is_built_in, built_in }
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

/// What the certificate of a table of facts is held against besides.
struct ShownFacts<'a> {
    certificate: &'a Certificate,
    table: &'a FactTable,
    figures: &'a PublishedFacts,
}

/// What it is held against where the originals are known.
struct Originals<'a> {
    certificate: &'a Certificate,
    taxonomy: &'a TaxonomyFacts,
    owner_is: String,
    /// What the release shows of the sensitive nodes that the certificate names.
    certain: Option<CertainGroups>,
}

/// The fields of a certificate that are wrong, and those that nothing at hand shows.
#[derive(Debug, Default)]
pub(crate) struct CertificateFields {
    pub wrong: Vec<&'static str>,
    pub unchecked: Vec<&'static str>,
}

impl CertificateFields {
    /// Adds a field that was checked with more than the release.
    pub fn check(&mut self, field: &'static str, is_right: bool) {
        self.unchecked.retain(|&other| other != field);
        if !is_right && !self.wrong.contains(&field) {
            self.wrong.push(field);
        }
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

const OF_FACTS: &[Field<ShownFactsCheck>] = &[
    ("fact_rows", |of| of.figures.fact_rows == of.table.len()),
    ("facts", |of| of.figures.facts == distinct_facts(of.table)),
    ("columns", |of| {
        let parameters = counts_of(of.certificate).map(|(counts, k)| counts.parameters(k));
        parameters.is_some_and(|parameters| parameters.columns() == of.table.columns)
    }),
];

const OF_ROWS: &[Field<ShownRowsCheck>] = &[
    ("rows", |of| of.figures.rows == of.recount.rows),
    ("groups", |of| of.figures.groups == of.recount.groups),
    ("smallest_group", |of| of.figures.smallest_group == of.recount.smallest_group),
    ("mean_length", |of| of.figures.mean_length == of.recount.mean_length()),
    ("whole_queries", |of| {
        let is_in_pieces = of.recount.columns == ReleaseColumns::Pieces;
        of.figures.whole_queries == is_in_pieces.then_some(of.recount.texts)
    }),
    ("sensitive_items", |of| {
        let items = &of.shown.certificate.sensitive_items;
        let may_be = items.is_empty() || of.shown.certificate.promise.has(PropertyName::Coherence);
        may_be && items.is_sorted_by(|a, b| a < b) && items.iter().all(|item| of.recount.has_label(item))
    }),
    ("certain", |of| of.shown.certificate.certain.as_ref().is_none_or(|certain| can_be_certain(certain, of))),
];

/// Fields that a release alone may leave open, and whether it does.
const NOT_SHOWN: &[Field<ShownCheck>] = &[
    ("version", |_| true),
    ("owner_is", |_| true),
    // Those of the promise are held against it; no release shows the others.
    ("parameters", |_| true),
    ("verdict", |shown| shown.properties.iter().any(|property| property.verdict().is_none())),
    ("taxonomy", |shown| shown.certificate.taxonomy.is_some() && !shown.is_built_in),
    ("certain", |shown| shown.certificate.certain.is_some() && shown.built_in.is_none()),
];

const WITH_ORIGINALS: &[Field<OriginalsCheck>] = &[
    ("owner_is", |known| known.certificate.owner_is == known.owner_is),
    ("taxonomy", |known| known.certificate.taxonomy.as_ref() == Some(known.taxonomy)),
    ("certain", |known| known.certificate.certain == known.certain),
];

/// The fields that are not what the release shows, or could not be, and those that it does not show.
pub(crate) fn fields(shown: &Shown<'_>) -> CertificateFields {
    let mut fields = wrong(OF_ALL, |is_right| is_right(shown));
    match (&shown.content, &shown.certificate.published) {
        (ShownContent::Rows(recount), PublishedFigures::Rows(figures)) => {
            let of = ShownRows { shown, figures, recount };
            fields.extend(wrong(OF_ROWS, |is_right| is_right(&of)));
        }
        (&ShownContent::Lines(found), PublishedFigures::Lines { lines }) if found == *lines => {}
        (ShownContent::Facts(table), PublishedFigures::Facts(figures)) => {
            let of = ShownFacts { certificate: shown.certificate, table, figures };
            fields.extend(wrong(OF_FACTS, |is_right| is_right(&of)));
        }
        (ShownContent::Rows(_), _) => fields.push("rows"),
        (ShownContent::Lines(_), _) => fields.push("lines"),
        (ShownContent::Facts(_), _) => fields.push("facts"),
    }
    let mut unchecked = wrong(NOT_SHOWN, |is_open| !is_open(shown));
    unchecked.retain(|field| !fields.contains(field));
    CertificateFields { wrong: fields, unchecked }
}

/// Checks the fields that `data`, of which `release` is made of `transactions`, shows.
pub(crate) fn check_with_originals(
    fields: &mut CertificateFields,
    certificate: &Certificate,
    (transactions, release): (&Transactions, &Release),
    data: &Data,
) {
    let shown = |certain| shown_again(certain, (transactions, release), data);
    let known = Originals {
        certificate,
        taxonomy: &data.taxonomy_facts,
        owner_is: data.owner_is.to_string(),
        certain: certificate.certain.as_ref().map(shown),
    };
    WITH_ORIGINALS.iter().for_each(|(field, is_right)| fields.check(field, is_right(&known)));
}

fn wrong<F>(fields: &[Field<F>], is_right: impl Fn(&F) -> bool) -> Vec<&'static str> {
    fields.iter().filter(|(_, check)| !is_right(check)).map(|&(field, _)| field).collect()
}

/// Whether so many groups show these nodes, or could: which labels are below a node is known of WordNet alone.
fn can_be_certain(CertainGroups { groups, nodes }: &CertainGroups, of: &ShownRows<'_>) -> bool {
    let is_counted = match &of.shown.built_in {
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
    match (promised.map(|certified| &certified.property), &shown.built_in) {
        (Some(Property::Certainty(certainty)), Some(tree)) if items(shown.certificate) == Items::Senses => {
            certainty.nodes().iter().all(|name| tree.find_meant(name).is_some())
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
        "wordnet" | "topics" => blake3.as_deref().is_some_and(is_hash),
        "file" => blake3.as_deref().is_none_or(is_hash),
        "prefix" | "flat" => blake3.is_none(),
        _ => false,
    };
    let is_ours = certificate.version == env!("CARGO_PKG_VERSION") && built_in_source(certificate).is_some();
    needs_one && is_possible && (!is_ours || shown.is_built_in)
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
