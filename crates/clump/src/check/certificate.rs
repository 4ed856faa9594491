//! Checks a certificate: recomputes every figure that the release shows. A field that cannot be checked is
//! reported as unchecked. The result names fields of the certificate, never their values.
//!
//! [`fields`] has one line for each field of a certificate. A new field of the certificate needs a line
//! there.

mod settings;
mod verdict;

use std::collections::BTreeSet;

use clump_core::facts::{FactParameters, FactTable};
use clump_core::promise::{Property, PropertyName};
use clump_core::release::Release;
use clump_core::risk;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_io::release::ReleaseColumns;
use clump_io::{Items, OwnerIs};
use clump_report::{
    CertainGroups, Certificate, CertifiedProperty, PublishedFigures, TableFile, TaxonomyFacts, not_covered,
};

use crate::check::CheckedProperty;
use crate::check::facts::distinct_facts;
use crate::check::recount::Recount;
use crate::data::Data;

use settings::{are_the_parameters, is_promised_by_method, items, method};
pub(crate) use settings::{
    built_in_source, built_in_tree, counts_of, is_built_in, job, parameters_of, rows_of_an_owner,
};
pub(crate) use verdict::public_smallest;
use verdict::{are_links_stated, are_the_verdicts};

/// The release that a certificate is compared with, and the certificate.
struct ReleaseView<'a> {
    certificate: &'a Certificate,
    properties: &'a [CheckedProperty],
    content: ShownContent<'a>,
    /// True if the release was generalized in a built-in taxonomy of this version.
    is_built_in: bool,
    /// The built-in taxonomy with all labels of the release; `None` if the release uses another taxonomy.
    built_in: Option<Taxonomy>,
}

pub(crate) enum ShownContent<'a> {
    Rows(&'a Recount<'a>),
    /// Number of lines of a log.
    Lines(usize),
    Facts(&'a [FactTable]),
}

/// Fields of a certificate that are wrong, and fields that could not be checked.
#[derive(Debug, Default)]
pub(crate) struct CertificateFields {
    pub wrong: Vec<&'static str>,
    pub unchecked: Vec<&'static str>,
}

impl CertificateFields {
    /// Records the result for a field that was checked, and removes it from the unchecked fields.
    pub fn check(&mut self, field: &'static str, is_right: bool) {
        self.unchecked.retain(|&other| other != field);
        if !is_right && !self.wrong.contains(&field) {
            self.wrong.push(field);
        }
    }

    /// Records a field as unchecked if `is_open` is true, unless it is already known to be wrong.
    fn leave(&mut self, field: &'static str, is_open: bool) {
        if is_open && !self.wrong.contains(&field) {
            self.unchecked.push(field);
        }
    }
}

/// Finds fields that contradict the release or are impossible, and fields that it cannot confirm.
/// `properties` has the findings about each promised property, in the order of the certificate.
pub(crate) fn fields(
    certificate: &Certificate,
    properties: &[CheckedProperty],
    (format, layout): (&str, &str),
    content: ShownContent<'_>,
) -> CertificateFields {
    let promise = &certificate.promise;
    // Only a promise about sensitive nodes needs the tree, and loading the tree takes time.
    let asks = certificate.certain.is_some() || promise.has(PropertyName::Certainty);
    let tree = || match &content {
        ShownContent::Rows(recount) => built_in_tree(certificate, recount.released.labels().iter()),
        ShownContent::Lines(_) | ShownContent::Facts(_) => built_in_tree(certificate, []),
    };
    let built_in = asks.then(tree).flatten();
    let is_built_in = is_built_in(certificate);
    let shown = &ReleaseView { certificate, properties, content, is_built_in, built_in };
    let mut found = CertificateFields::default();
    found.check("tool", certificate.tool == "clump");
    found.check("version", is_version(&certificate.version));
    found.check("promise", is_promised_by_method(certificate) && are_nodes(shown));
    let is_meant = |certified: &CertifiedProperty| certified.meaning == certified.property.sentence();
    found.check("meaning", promise.properties().iter().all(is_meant));
    found.check("owner_is", is_an_owner(&certificate.owner_is));
    found.check("verdict", are_the_verdicts(shown));
    found.check("method", method(certificate).is_some());
    found.check("parameters", are_the_parameters(certificate) && are_links_stated(shown));
    found.check("release.format", certificate.release.format == format);
    found.check("release.layout", certificate.release.layout == layout);
    found.check("taxonomy", is_a_taxonomy(shown));
    let open = not_covered(&promise.promise(), rows_of_an_owner(certificate), &certificate.parameters);
    found.check("not_covered", certificate.not_covered == open);
    match (&shown.content, &certificate.published) {
        (ShownContent::Rows(recount), PublishedFigures::Rows(figures)) => {
            found.check("rows", figures.rows == recount.rows);
            found.check("groups", figures.groups == recount.groups());
            found.check("smallest_group", figures.smallest_group == recount.smallest_group);
            found.check("mean_length", figures.mean_length == recount.mean_length());
            let is_in_pieces = recount.released.columns() == ReleaseColumns::Pieces;
            found.check("whole_queries", figures.whole_queries == is_in_pieces.then(|| recount.texts()));
            let items = &certificate.sensitive_items;
            let may_be = items.is_empty() || promise.has(PropertyName::Coherence);
            let labels: BTreeSet<&str> = recount.released.labels().iter().collect();
            let are_labels = items.iter().all(|item| labels.contains(item.as_str()));
            found.check("sensitive_items", may_be && items.is_sorted_by(|a, b| a < b) && are_labels);
            let certain = certificate.certain.as_ref();
            found.check("certain", certain.is_none_or(|certain| can_be_certain(certain, shown, recount)));
        }
        (&ShownContent::Lines(lines), PublishedFigures::Lines { lines: stated }) => {
            found.check("lines", lines == *stated);
        }
        (ShownContent::Facts(tables), PublishedFigures::Facts(figures)) => {
            let all = |number: fn(&FactTable) -> usize| tables.iter().map(number).sum::<usize>();
            found.check("fact_rows", figures.fact_rows == all(FactTable::len));
            found.check("facts", figures.facts == all(distinct_facts));
            let columns = tables.iter().map(|table| table.columns.clone());
            let stated = parameters_of(certificate);
            found.check("columns", stated.iter().map(FactParameters::columns).eq(columns));
            let files = certificate.release.tables.iter();
            let of_files = |(file, table): (&TableFile, &FactTable)| {
                file.fact_rows == table.len() && file.facts == distinct_facts(table)
            };
            let is_folder = tables.len() > 1;
            let has_files = certificate.release.tables.len() == if is_folder { tables.len() } else { 0 };
            found.check("release", has_files && files.zip(*tables).all(of_files));
        }
        (ShownContent::Rows(_), _) => found.check("rows", false),
        (ShownContent::Lines(_), _) => found.check("lines", false),
        (ShownContent::Facts(_), _) => found.check("facts", false),
    }
    found.leave("version", true);
    found.leave("owner_is", true);
    // `is_promised_by_method` checks the parameters of the promise. No release shows the others.
    found.leave("parameters", true);
    found.leave("verdict", shown.properties.iter().any(|property| property.verdict().is_none()));
    found.leave("taxonomy", certificate.taxonomy.is_some() && !shown.is_built_in);
    found.leave("certain", certificate.certain.is_some() && shown.built_in.is_none());
    found
}

/// Checks the fields that need the original data. `release` was made from `transactions`.
pub(crate) fn check_with_originals(
    fields: &mut CertificateFields,
    certificate: &Certificate,
    (transactions, release): (&Transactions, &Release),
    data: &Data,
) {
    let certain = certificate.certain.as_ref();
    let certain = certain.map(|certain| shown_again(certain, (transactions, release), data));
    fields.check("owner_is", certificate.owner_is == data.owner_is.to_string());
    fields.check("taxonomy", certificate.taxonomy.as_ref() == Some(&data.taxonomy_facts));
    fields.check("certain", certificate.certain == certain);
}

/// True if `groups` groups of the release show these `nodes`. If the taxonomy is not built-in, it is unknown
/// which labels are below a node: then true if the number is possible.
fn can_be_certain(
    CertainGroups { groups, nodes }: &CertainGroups,
    shown: &ReleaseView<'_>,
    recount: &Recount<'_>,
) -> bool {
    let is_counted = match &shown.built_in {
        Some(taxonomy) => recount.groups_that_show(nodes, taxonomy) == Some(*groups),
        None => *groups <= recount.groups() && (*groups > 0) != nodes.is_empty(),
    };
    let is_about_groups = shown.certificate.promise.has(PropertyName::KAnonymity);
    is_about_groups && is_counted && nodes.is_sorted_by(|a, b| a < b)
}

/// Counts again the groups of `release` that show one of the nodes in `certain`. The result names only nodes
/// that a group shows.
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

/// True if `text` is one of the texts by which a certificate states what was counted as one owner.
fn is_an_owner(text: &str) -> bool {
    let [row, line] = [OwnerIs::EachRow, OwnerIs::EachLine].map(|owner| owner.to_string());
    text == row || text == line || text.strip_prefix("column ").is_some_and(|name| !name.is_empty())
}

/// True if all nodes in the certainty promise exist, or if no tree is known. A bound on a missing node would
/// hold for any release. If items are words, this is not checked: the node may be unpublished.
fn are_nodes(shown: &ReleaseView<'_>) -> bool {
    let promised = shown.certificate.promise.get(PropertyName::Certainty);
    match (promised.map(|certified| &certified.property), &shown.built_in) {
        (Some(Property::Certainty(certainty)), Some(tree)) if items(shown.certificate) == Items::Senses => {
            certainty.nodes().iter().all(|name| tree.find_meant(name).is_some())
        }
        _ => true,
    }
}

/// True if the stated taxonomy is possible. For a built-in one of this version, its hash must match.
fn is_a_taxonomy(shown: &ReleaseView<'_>) -> bool {
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

/// True for three numbers with dots, as in `0.3.0`, and an optional pre-release: `0.3.0-rc.1`.
fn is_version(version: &str) -> bool {
    let (numbers, before) = version.split_once('-').unwrap_or((version, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_word = |part: &str| {
        !part.is_empty() && part.len() <= 16 && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    numbers.split('.').count() == 3 && numbers.split('.').all(is_number) && before.split('.').all(is_word)
}

/// True for a BLAKE3 hash in lower-case hexadecimal digits.
fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
