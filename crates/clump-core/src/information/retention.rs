//! Share of the typed information that a release keeps: of single words, and of words together.
//!
//! Every label of a published row stands for one item of the transaction ([`fate`](crate::fate) says for
//! which). So a sum over the labels that stand for cells is a sum over labels, whatever stands for what. With
//! I of an item, or of such a label:
//! - information kept: the sum of I(label) over the cells, divided by the sum of I(item). Cells that are not
//!   published count 0.
//! - links kept: the same over pairs of cells of one transaction, I(a) + I(b), where a pair counts as
//!   published if both of its cells are, in one row. A label without information (the root) links nothing. In
//!   a row of n cells with information, each is in n - 1 pairs; so the sum over the pairs is (n - 1) x the
//!   sum of I, and no pair is looked at.
//!
//! Everything typed is in the denominator. If a word is excluded and only its node is known, it counts there
//! as a word that no other owner typed, which is the most information it can have had. Words that were left
//! out before the grouping ([`Ungrouped`]) are words below the root and have an I of their own. The
//! transactions they were in are not known any more. So links are exact where nothing was left out. Otherwise
//! they are an estimate, as if the words left out were spread over the rows as the others are.
//!
//! Sums are in whole units, so that they are the same for any number of threads.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::Information;
use crate::release::{Release, common};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Shares of the information of everything that was typed. Each is from 0 to 1; none where there was no
/// information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InformationKept {
    /// Information of the published labels, as a share of that of the words that were typed, in bits. Bits compare releases in one tree,
    /// never trees.
    pub information_kept: Option<f64>,
    /// The same of pairs of words of one transaction: a pair counts if both words are published in one row. None where no
    /// transaction has two words.
    pub links_kept: Option<f64>,
}

/// Share that a release keeps of everything that was grouped and of everything that was typed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Retention {
    /// Items that are published as the words that were typed.
    pub as_typed: usize,
    /// Items that are published as something else: as an ancestor, or as a node that was not typed.
    pub generalized: usize,
    /// In bits.
    pub information: InformationKept,
}

/// Words that were typed and are in no transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ungrouped {
    /// Number of cells of each of them.
    pub words: Vec<u64>,
    /// Cells of unknown words. Each counts as a word that no other owner typed, which is the most information
    /// it can have had: so the kept share is never overstated.
    pub unnamed: u64,
    /// Words that a category replaces as an item.
    pub placed: u64,
}

impl Ungrouped {
    fn cells(&self) -> u64 {
        self.words.iter().sum::<u64>() + self.unnamed
    }
}

/// The typed words, and the information of each of them.
#[derive(Clone, Debug)]
pub struct Typed {
    information: Information,
    /// True if the node, as an item, is a word that was typed.
    is_word: Vec<bool>,
    /// Information of an excluded word of which only a node is known: that of a word which no other owner
    /// typed. None where no item is a word and none was excluded: then only nodes were ever known.
    excluded_units: Option<u32>,
    /// Cells of the words that were left out, and their information.
    ungrouped: u64,
    ungrouped_units: u64,
}

impl Typed {
    /// The cells of `transactions` and of what was left out. Items with names that are
    /// [marked](crate::taxonomy::is_marked) are no words. Neither is `stand_in`, the node for unknown words.
    /// O(nodes + items).
    pub fn new(
        taxonomy: &Taxonomy,
        transactions: &Transactions,
        stand_in: Option<Node>,
        ungrouped: &Ungrouped,
    ) -> Typed {
        Typed::of_cells(taxonomy, transactions.items_by_node(taxonomy), stand_in, ungrouped)
    }

    /// The same from the number of cells that have each item, by node. O(nodes).
    pub fn of_cells(
        taxonomy: &Taxonomy,
        mut cells: Vec<u64>,
        stand_in: Option<Node>,
        ungrouped: &Ungrouped,
    ) -> Typed {
        let is_word = |node: Node| !taxonomy.is_marked(node) && Some(node) != stand_in;
        let is_word: Vec<bool> = taxonomy.nodes().map(is_word).collect();
        let has_words = cells.iter().zip(&is_word).any(|(&cells, &is_word)| cells > 0 && is_word);
        cells[Node::ROOT.index()] += ungrouped.cells();
        let information = Information::of_cells(taxonomy, cells);
        let units = |cells: u64| u64::from(information.units_of_cells(cells));
        let ungrouped_units = ungrouped.words.iter().map(|&cells| cells * units(cells)).sum::<u64>()
            + ungrouped.unnamed * units(1);
        Typed {
            excluded_units: (has_words || ungrouped.placed > 0).then(|| information.units_of_cells(1)),
            is_word,
            ungrouped: ungrouped.cells(),
            ungrouped_units,
            information,
        }
    }

    /// Information of labels.
    pub fn information(&self) -> &Information {
        &self.information
    }

    /// Information of the word that became `item`.
    fn units(&self, item: Node) -> u32 {
        match self.excluded_units {
            Some(units) if !self.is_word[item.index()] => units,
            _ => self.information.units(item),
        }
    }
}

/// Sums of what a release keeps. Those of parts of the transactions add up, in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptSums {
    as_typed: usize,
    generalized: usize,
    /// Of the items.
    before: InformationSums,
    /// Of the labels that are published for them.
    after: InformationSums,
}

/// Sums over rows of n cells with information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct InformationSums {
    /// n.
    cells: u64,
    /// n^2.
    squares: u128,
    /// The sum of I.
    units: u64,
    /// n x the sum of I.
    units_by_length: u128,
}

impl InformationSums {
    fn push(&mut self, units: impl Iterator<Item = u32>) {
        let (mut cells, mut sum) = (0, 0);
        for units in units.filter(|&units| units > 0) {
            cells += 1;
            sum += u64::from(units);
        }
        self.merge(InformationSums {
            cells,
            squares: u128::from(cells).pow(2),
            units: sum,
            units_by_length: u128::from(cells) * u128::from(sum),
        });
    }

    fn merge(&mut self, other: InformationSums) {
        self.cells += other.cells;
        self.squares += other.squares;
        self.units += other.units;
        self.units_by_length += other.units_by_length;
    }

    /// I(a) + I(b) over all pairs of a row: (n - 1) x the sum of I.
    fn links(&self) -> u128 {
        self.units_by_length - u128::from(self.units)
    }
}

impl KeptSums {
    /// Adds the items of a transaction.
    pub(crate) fn push_original(&mut self, typed: &Typed, original: &[Node]) {
        self.before.push(original.iter().map(|&item| typed.units(item)));
    }

    /// Adds a row that is published for `part` of a transaction. Both bags are sorted, and `published` generalizes
    /// `part`.
    pub(crate) fn push_published(&mut self, typed: &Typed, part: &[Node], published: &[Node]) {
        let as_typed = common(part, published).filter(|item| typed.is_word[item.index()]).count();
        self.as_typed += as_typed;
        self.generalized += published.len() - as_typed;
        self.after.push(published.iter().map(|&label| typed.information.units(label)));
    }

    /// The sums of these and of other transactions.
    #[must_use]
    pub fn and(mut self, other: KeptSums) -> KeptSums {
        self.as_typed += other.as_typed;
        self.generalized += other.generalized;
        self.before.merge(other.before);
        self.after.merge(other.after);
        self
    }

    /// Share that is kept of what was `typed`, all of which was added.
    pub fn finish(&self, typed: &Typed) -> Retention {
        let information = InformationKept {
            information_kept: share(self.after.units as f64, self.units_typed(typed) as f64),
            links_kept: share(self.after.links() as f64, self.links_typed(typed)),
        };
        Retention { as_typed: self.as_typed, generalized: self.generalized, information }
    }

    /// Information of all cells, and of the words that were left out.
    pub(crate) fn units_typed(&self, typed: &Typed) -> u64 {
        self.before.units + typed.ungrouped_units
    }

    /// If the words left out were spread evenly, a row of n cells had n x `longer`. The mean length of the
    /// row of a cell is that of the grouped cells.
    fn links_typed(&self, typed: &Typed) -> f64 {
        let InformationSums { cells, squares, units, units_by_length } = self.before;
        let Typed { ungrouped, ungrouped_units, .. } = *typed;
        if ungrouped == 0 || cells == 0 {
            return self.before.links() as f64;
        }
        let longer = (cells + ungrouped) as f64 / cells as f64;
        let length_of_row = longer * squares as f64 / cells as f64;
        longer * units_by_length as f64 - units as f64 + ungrouped_units as f64 * (length_of_row - 1.0)
    }
}

pub(crate) fn share(kept: f64, of: f64) -> Option<f64> {
    (of > 0.0).then(|| kept / of)
}

/// Share of what was `typed` that `release` keeps; `transactions` is the grouped part of it. Each published
/// bag must generalize its transactions. O(items), in parallel.
///
/// ```
/// use clump_core::information::{Typed, Ungrouped, kept};
/// use clump_core::release::Release;
/// use clump_core::taxonomy::Taxonomy;
/// use clump_core::transactions::{Bags, Transactions};
///
/// let tree = Taxonomy::from_pairs([("tea", "<drink>"), ("gin", "<drink>"), ("<drink>", "<all>"), ("rice", "<all>"), ("oil", "<all>")])?;
/// let node = |name: &str| tree.find(name).expect("a node");
/// let rows = Transactions::one_per_owner([[node("tea"), node("rice")], [node("gin"), node("oil")]]);
/// // Two owners share a drink: 1 bit of the 2 + 2 that each of them typed, and no pair of words.
/// let release = Release::new([[node("<drink>")]].into_iter().collect::<Bags>(), vec![0, 0]);
/// let kept = kept(&rows, &release, &Typed::new(&tree, &rows, None, &Ungrouped::default()));
/// assert_eq!((kept.as_typed, kept.generalized), (0, 2));
/// assert_eq!(kept.information.information_kept, Some(0.25));
/// assert_eq!(kept.information.links_kept, Some(0.0));
/// # Ok::<(), clump_core::taxonomy::TaxonomyError>(())
/// ```
pub fn kept(transactions: &Transactions, release: &Release, typed: &Typed) -> Retention {
    kept_sums(transactions, release, typed).finish(typed)
}

/// Sums of [`kept`], where `transactions` are those of some owners.
pub fn kept_sums(transactions: &Transactions, release: &Release, typed: &Typed) -> KeptSums {
    let is_published = release.is_published(transactions);
    sums_of_rows(transactions.len(), |sums, row| {
        sums.push_original(typed, transactions.get(row));
        let published = if is_published[row] { release.get(row) } else { &[] };
        sums.push_published(typed, transactions.get(row), published);
    })
}

/// Sums of so many `rows`, each of which `push` adds. In parallel.
pub(crate) fn sums_of_rows(rows: usize, push: impl Fn(&mut KeptSums, usize) + Sync) -> KeptSums {
    let add = |mut sums: KeptSums, row| {
        push(&mut sums, row);
        sums
    };
    (0..rows).into_par_iter().fold(KeptSums::default, add).reduce(KeptSums::default, KeptSums::and)
}
