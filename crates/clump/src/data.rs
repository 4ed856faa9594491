//! The input of a run after reading and mapping: transactions, and the taxonomy in which losses are measured.

use std::borrow::Cow;
use std::time::Instant;

use clump_core::ceilings::Ceilings;
use clump_core::containers::Ragged;
use clump_core::floor::{Floor, floor};
use clump_core::information::Information;
use clump_core::inspect::TaxonomySize;
use clump_core::loss;
use clump_core::measure::{Measures, lost};
use clump_core::names::Names;
use clump_core::progress::{Cancelled, Progress};
use clump_core::release::Release;
use clump_core::taxonomy::{Node, PricedIn, Renumbered, Taxonomy};
use clump_core::transactions::Transactions;
use clump_io::taxonomy::TaxonomySource;
use clump_io::{Input, OwnerIs, ReadCounts, ReadError, Unknown, UnknownWords, read_log};
use clump_noise::{NoiseError, Outlook, outlook};
use clump_report::{BitsFigures, Cost, Noun, ProvedFloor, TaxonomyFacts, UnknownWord};

use crate::data::known_owners::leave_out_known_owners;
use crate::data::queries::Queries;
use crate::error::Dropped;
use crate::job::{Job, Scope};
use crate::paths::is_same_file;
use crate::taxonomy::{load_taxonomy, taxonomy_facts};
use crate::{DataError, JobError};

pub mod gone_before;
pub mod known_owners;
pub mod memory_limit;
pub mod queries;

/// Transactions, their taxonomy, and facts about the input that they were read from.
#[derive(Clone, Debug)]
pub struct Data {
    /// The transactions of all owners; transactions of one owner are adjacent.
    pub transactions: Transactions,
    /// Whole queries that at least k owners asked; none if the method does not publish whole queries.
    pub queries: Queries,
    /// The tree of the items. It has only them and their ancestors, unless the job asks for the full scope.
    pub taxonomy: Taxonomy,
    /// Size of the taxonomy before it was pruned to the data.
    pub taxonomy_given: TaxonomySize,
    /// Source and hash of the taxonomy, for the certificate.
    pub taxonomy_facts: TaxonomyFacts,
    /// Unit that was counted as one owner.
    pub owner_is: OwnerIs,
    /// Name of each owner, indexed by the number of the owner. Private.
    pub owner_names: Names,
    /// Numbers of lines, owners and words that the reader counted.
    pub counts: ReadCounts,
    /// Words that the taxonomy does not have. Private.
    pub unknown: UnknownWords,
    /// The node to which unknown words were mapped; `None` if no word was.
    pub stand_in: Option<Node>,
    /// The nodes that replace everything below them in the release.
    pub ceilings: Ceilings,
    /// Number of owners who were left out because they are in the earlier release.
    pub known_owners: usize,
    /// Wall-clock seconds that reading and mapping took.
    pub seconds: f64,
}

impl Data {
    /// Reads and maps the input of `job`.
    ///
    /// # Errors
    /// When an input, the taxonomy or the override file cannot be read.
    pub fn read(job: &Job, progress: &dyn Progress) -> Result<Data, DataError> {
        Data::read_counting(job, job.counted_nodes()?, progress)
    }

    /// Like [`Data::read`]. The reader also counts the owners of each node in `counted_nodes`.
    pub(crate) fn read_counting(
        job: &Job,
        counted_nodes: Vec<String>,
        progress: &dyn Progress,
    ) -> Result<Data, DataError> {
        let start = Instant::now();
        let inputs = job.input.expanded()?;
        refuse_repeats(&inputs)?;
        let source = job.taxonomy.source.clone();
        let mut options = job.read_options();
        options.room.leaves = memory_limit::most_leaves(job);
        options.counted_nodes = counted_nodes;
        let mut log = read_log(&inputs, &options, &source, progress)?;
        let known_owners =
            leave_out_known_owners(job, &log.counts, &mut log.transactions, &mut log.owner_names)?;
        let mut transactions = log.transactions;
        let asked = log.queries.unwrap_or_default();
        let mut queries = Queries::common(asked, &transactions, job.k.unwrap_or(1));
        let taxonomy_given = TaxonomySize::of(&log.taxonomy);
        let taxonomy_facts = taxonomy_facts(job, &log.given);
        let taxonomy = match job.taxonomy.scope {
            Scope::Pruned => transactions.prune_with(&log.taxonomy, &mut queries.whole.items),
            Scope::Full => log.taxonomy,
        };
        // In a cluster run, other machines read the words in another order. So nodes are numbered by name.
        let taxonomy = match job.method.shards() {
            Some(_) => {
                let Renumbered { taxonomy, numbers } = taxonomy.by_name();
                transactions.renumber_with(&numbers, &mut queries.whole.items);
                taxonomy
            }
            None => taxonomy,
        };
        let stand_in = match &job.words.unknown {
            Some(Unknown::As(name)) if log.counts.words.placed > 0 => taxonomy.find_meant(name),
            _ => None,
        };
        let ceilings = ceilings(job, &taxonomy)?;
        Ok(Data {
            transactions,
            queries,
            taxonomy,
            taxonomy_given,
            taxonomy_facts,
            owner_is: log.owner_is,
            owner_names: log.owner_names,
            counts: log.counts,
            unknown: log.unknown,
            stand_in,
            ceilings,
            known_owners,
            seconds: start.elapsed().as_secs_f64(),
        })
    }

    /// The transactions that methods work on: every item below a ceiling is replaced by the ceiling. O(items)
    /// if there are ceilings.
    pub fn lifted(&self) -> Cow<'_, Transactions> {
        if self.ceilings.is_empty() {
            Cow::Borrowed(&self.transactions)
        } else {
            Cow::Owned(self.ceilings.lift(&self.transactions, &self.taxonomy))
        }
    }

    /// Refuses data without any transaction.
    ///
    /// # Errors
    /// When no owner has a known item.
    pub fn require_owners(&self) -> Result<(), DataError> {
        if self.transactions.is_empty() {
            return Err(DataError::NothingKnown);
        }
        Ok(())
    }

    /// Numbers of owners who were dropped, for the error that too few are left; `None` if none was dropped.
    pub fn dropped(&self) -> Option<Dropped> {
        (self.counts.empty_owners > 0).then(|| Dropped {
            read: self.counts.owners + self.counts.empty_owners,
            empty: self.counts.empty_owners,
            unknown: self.unknown.len(),
        })
    }

    /// The taxonomy with prices in the unit `cost`, which a method minimises. O(items + nodes) for bits.
    pub fn priced_in(&self, cost: PricedIn) -> Cow<'_, Taxonomy> {
        match cost {
            PricedIn::Lm => Cow::Borrowed(&self.taxonomy),
            PricedIn::Bits => {
                let information = Information::of(&self.taxonomy, &self.transactions);
                Cow::Owned(self.taxonomy.priced_in_bits(&information))
            }
        }
    }

    /// The proved lower bound of the loss of every k-anonymous grouping, in items or in bits.
    ///
    /// # Errors
    /// When the run is cancelled.
    pub fn floor(&self, k: usize, cost: PricedIn, progress: &dyn Progress) -> Result<ProvedFloor, Cancelled> {
        let taxonomy = self.priced_in(cost);
        let Floor { least, is_cut_short } = floor(&self.transactions, &taxonomy, k, progress)?;
        Ok(ProvedFloor { loss: loss::reported(&taxonomy, least), cut_short: is_cut_short })
    }

    /// Loss if every item is suppressed: the number of items, or their bits.
    pub fn worth(&self, cost: PricedIn) -> f64 {
        let taxonomy = self.priced_in(cost);
        loss::reported(&taxonomy, loss::worth(&taxonomy, self.transactions.bags().items()))
    }

    /// The loss `lost` as a share of the loss if every item is suppressed. It is 0 if all items are equal,
    /// since they have no bits.
    pub fn share_of_worth(&self, lost: f64, cost: PricedIn) -> f64 {
        let all = self.worth(cost);
        if all > 0.0 { lost / all } else { 0.0 }
    }

    /// Loss of `release` in bits, with the lower bound `floor` if it was computed.
    pub fn bits(&self, release: &Release, floor: Option<ProvedFloor>) -> BitsFigures {
        let taxonomy = self.priced_in(PricedIn::Bits);
        let bits = |units: u64| loss::reported(&taxonomy, units);
        let all = loss::worth(&taxonomy, self.transactions.bags().items());
        BitsFigures::new(bits(all), bits(lost(&self.transactions, &taxonomy, release)), floor)
    }

    /// Estimates the share of items in published rows of `counts` with noise, at usual settings. Each item of
    /// an owner is a fact. O(items).
    ///
    /// # Errors
    /// When this build has no noise.
    pub fn outlook(&self) -> Result<Vec<Outlook>, NoiseError> {
        let rows = &self.transactions;
        let items = |row| rows.get(row).iter().map(|item| item.0);
        self.outlook_of(
            (0..rows.len()).flat_map(|row| items(row).map(move |item| (row, item))),
            self.taxonomy.len(),
        )
    }

    /// Estimates the same share for whole queries. Each query of an owner is a fact. O(queries).
    ///
    /// # Errors
    /// When this build has no noise.
    pub fn outlook_of_queries(&self) -> Result<Vec<Outlook>, NoiseError> {
        let asked = &self.queries.whole.of;
        let queries = (0..asked.len()).flat_map(|row| asked.get(row).iter().map(move |&query| (row, query)));
        self.outlook_of(queries, self.queries.texts.len())
    }

    /// Estimates the share for `facts` facts, given pairs of a transaction and one of its facts.
    fn outlook_of(
        &self,
        of_rows: impl Iterator<Item = (usize, u32)> + Clone,
        facts: usize,
    ) -> Result<Vec<Outlook>, NoiseError> {
        let rows = &self.transactions;
        let of_owners = of_rows.map(|(row, fact)| (rows.owner(row) as usize, fact));
        let mut owners = Ragged::by_key(rows.owners(), of_owners);
        owners.make_sets();
        outlook(owners.iter(), facts)
    }

    /// The losses in `measured` for a comparison. `whole` is the release if it publishes whole rows, not
    /// parts.
    pub fn losses(&self, measured: &Measures, whole: Option<&Release>, cost: PricedIn) -> Cost {
        let whole = whole.filter(|_| cost == PricedIn::Bits);
        Cost {
            loss_per_item: Some(measured.loss_per_item),
            loss_bits_share: whole.map(|release| self.bits(release, None).loss_bits_share),
            ncp: Some(measured.ncp),
            mean_length: Some(measured.mean_length),
            mean_level: Some(measured.mean_level),
            ..Cost::default()
        }
    }

    /// The numbers that the summary states about the input.
    pub fn summary(&self) -> ReadSummary {
        ReadSummary {
            owner_is: self.owner_is.clone(),
            counts: self.counts,
            unknown: self.unknown.len(),
            known_owners: self.known_owners,
        }
    }

    /// The unknown words with their numbers of occurrences, for the private report.
    pub fn unknown_words(&self) -> Vec<UnknownWord> {
        self.unknown.iter().map(|(word, count)| UnknownWord { word: word.to_owned(), count }).collect()
    }
}

/// Finds the nodes of the ceilings of `job`. Each must exist at least in the unpruned tree: a misspelt
/// ceiling would hold for any release.
fn ceilings(job: &Job, taxonomy: &Taxonomy) -> Result<Ceilings, DataError> {
    let Some(ceiling) = job.ceilings()? else { return Ok(Ceilings::default()) };
    require_nodes(ceiling.nodes(), taxonomy, job, JobError::CeilingAtUnknown)?;
    let nodes = ceiling.nodes().iter().filter_map(|name| taxonomy.find_meant(name));
    Ok(Ceilings::new(taxonomy, nodes))
}

/// Returns the error `unknown` if the tree [lacks](lacks_nodes) one of `names`.
pub(crate) fn require_nodes(
    names: &[String],
    taxonomy: &Taxonomy,
    job: &Job,
    unknown: JobError,
) -> Result<(), DataError> {
    if lacks_nodes(names, taxonomy, job)? { Err(unknown.into()) } else { Ok(()) }
}

/// True if one of `names` is a node neither in `taxonomy`, which may be pruned, nor in the unpruned tree of
/// `job`.
pub(crate) fn lacks_nodes(names: &[String], taxonomy: &Taxonomy, job: &Job) -> Result<bool, ReadError> {
    let is_missing = |taxonomy: &Taxonomy| names.iter().any(|name| taxonomy.find_meant(name).is_none());
    Ok(is_missing(taxonomy)
        && match &job.taxonomy.source {
            TaxonomySource::Flat | TaxonomySource::Prefix { .. } => true,
            TaxonomySource::WordNet | TaxonomySource::Topics | TaxonomySource::File(_) => {
                is_missing(&load_taxonomy(job)?.taxonomy)
            }
        })
}

/// The numbers that the summary of a run states about its input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadSummary {
    /// Unit that was counted as one owner.
    pub owner_is: OwnerIs,
    /// Counts of lines, owners and words.
    pub counts: ReadCounts,
    /// Distinct words that the taxonomy does not have.
    pub unknown: usize,
    /// Number of owners who were left out because they are in an earlier release.
    pub known_owners: usize,
}

impl ReadSummary {
    /// The word for an owner, for sentences about these data. Without queries, the sentences speak of items
    /// instead of typed words.
    pub fn noun(&self, noun: &Noun) -> Noun {
        let noun = noun.clone();
        if self.counts.queries == 0 { noun.of_items() } else { noun }
    }
}

/// Refuses the same file as two inputs: each of its owners would count twice, and a group of two would be one
/// person.
pub(crate) fn refuse_repeats(inputs: &[Input]) -> Result<(), DataError> {
    for (index, input) in inputs.iter().enumerate() {
        let repeated = inputs[..index].iter().any(|other| match (other, input) {
            (Input::File(other), Input::File(path)) => is_same_file(other, path),
            (other, input) => other == input,
        });
        if repeated {
            return Err(DataError::RepeatedInput(input.clone().into()));
        }
    }
    Ok(())
}
