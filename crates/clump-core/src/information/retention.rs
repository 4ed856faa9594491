//! Share of the typed information that a release keeps: of single words, and of pairs of words.
//!
//! Every label of a published row stands for one item of the transaction ([`fate`](crate::fate) defines which). So
//! a sum over the cells that have a label equals a sum over the labels, whatever label stands for whichever item.
//! With I as the information of an item or a label:
//! - Information kept: the sum of I(label) over the cells, divided by the sum of I(item). Cells that are not
//!   published count 0.
//! - Links kept: the same over pairs of cells of one transaction, I(a) + I(b), where a pair counts as published if
//!   both of its cells are in one row. A label without information (the root) links nothing. In a row of n cells
//!   with information, each cell is in n - 1 pairs. So the sum over all pairs is (n - 1) x the sum of I, and no
//!   pair has to be enumerated.
//!
//! The denominator includes everything that was typed. If a word is excluded and only its category is known, it
//! counts as a word that no other owner typed, which is the most information it can have had. Words that were left
//! out before the grouping ([`Ungrouped`]) are words below the root with an I of their own. Their transactions are
//! not known any more. So links are exact if nothing was left out. Otherwise they are an estimate that spreads
//! these words over the rows like the others.
//!
//! Sums are in whole units, so that they are the same for any number of threads.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::Information;
use crate::release::{Release, common};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Shares of the information of everything that was typed. Each is from 0 to 1, or `None` if there was no
/// information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InformationKept {
    /// Information of the published labels, as a share of that of the typed words, in bits. Bits compare releases
    /// in one tree, never trees.
    pub information_kept: Option<f64>,
    /// Information kept of pairs of words of one transaction, as a share: a pair is kept if both words are
    /// published in one row. `None` if no transaction has two words.
    pub links_kept: Option<f64>,
}

/// Numbers of published items, and shares of the information that a release keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Retention {
    /// Number of items that are published as the typed word.
    pub as_typed: usize,
    /// Number of items that are published as an ancestor, or as a node that was not typed.
    pub generalized: usize,
    /// Shares of the information, in bits, that the release keeps.
    pub information: InformationKept,
}

/// Words that were typed but are in no transaction, because they were left out before the grouping.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ungrouped {
    /// For each word that was left out, the number of its cells.
    pub words: Vec<u64>,
    /// Number of cells of unknown words. Each counts as a word that no other owner typed, which is the most
    /// information it can have had, so the kept share is never overstated.
    pub unnamed: u64,
    /// Number of words that were replaced by a category as the item.
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
    /// For each node, true if it is a typed word when it occurs as an item.
    is_word: Vec<bool>,
    /// Information in units of an excluded word of which only a category is known: that of a word which no other
    /// owner typed. `None` if no item is a word and no word was excluded: then the data only ever had categories.
    excluded_units: Option<u32>,
    /// Number of cells of the words that were left out, and the information of these cells.
    ungrouped: u64,
    ungrouped_units: u64,
}

impl Typed {
    /// Collects the cells (items) of `transactions` and of the words that were left out. Items with
    /// [marked](crate::taxonomy::is_marked) names are no words. Neither is `stand_in`, the node for unknown words.
    /// O(nodes + items).
    pub fn new(
        taxonomy: &Taxonomy,
        transactions: &Transactions,
        stand_in: Option<Node>,
        ungrouped: &Ungrouped,
    ) -> Typed {
        Typed::of_cells(taxonomy, transactions.items_by_node(taxonomy), stand_in, ungrouped)
    }

    /// Like [`Typed::new`], from the number of `cells` with exactly this item, for each node. O(nodes).
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

    /// Information of all labels.
    pub fn information(&self) -> &Information {
        &self.information
    }

    /// Information of the typed word that was mapped to `item`, in units of 2^-16 bits.
    fn units(&self, item: Node) -> u32 {
        match self.excluded_units {
            Some(units) if !self.is_word[item.index()] => units,
            _ => self.information.units(item),
        }
    }
}

/// Sums of the information that a release keeps. Sums of separate parts of the transactions can be added in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptSums {
    as_typed: usize,
    generalized: usize,
    /// Sums over the items of the transactions.
    before: InformationSums,
    /// Sums over the labels that are published for the items.
    after: InformationSums,
}

/// Sums over rows; n is the number of cells of a row that have information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct InformationSums {
    /// Sum over rows of n, the number of their cells with information.
    cells: u64,
    /// Sum over rows of n^2, with n cells with information in a row.
    squares: u128,
    /// Sum over rows of the information I of all cells, in units.
    units: u64,
    /// Sum over rows of n x (the sum of I in the row), with n cells in the row.
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

    /// Sum of I(a) + I(b) over all pairs of cells of a row: (n - 1) x the sum of I.
    fn links(&self) -> u128 {
        self.units_by_length - u128::from(self.units)
    }
}

impl KeptSums {
    /// Adds the items of one transaction.
    pub(crate) fn push_original(&mut self, typed: &Typed, original: &[Node]) {
        self.before.push(original.iter().map(|&item| typed.units(item)));
    }

    /// Adds the labels `published` for the items `part` of a transaction. Both are sorted, and `published`
    /// generalizes `part`.
    pub(crate) fn push_published(&mut self, typed: &Typed, part: &[Node], published: &[Node]) {
        let as_typed = common(part, published).filter(|item| typed.is_word[item.index()]).count();
        self.as_typed += as_typed;
        self.generalized += published.len() - as_typed;
        self.after.push(published.iter().map(|&label| typed.information.units(label)));
    }

    /// Adds the sums of other transactions.
    #[must_use]
    pub fn and(mut self, other: KeptSums) -> KeptSums {
        self.as_typed += other.as_typed;
        self.generalized += other.generalized;
        self.before.merge(other.before);
        self.after.merge(other.after);
        self
    }

    /// Shares that are kept of everything `typed`. All transactions must have been added.
    pub fn finish(&self, typed: &Typed) -> Retention {
        let information = InformationKept {
            information_kept: share(self.after.units as f64, self.units_typed(typed) as f64),
            links_kept: share(self.after.links() as f64, self.links_typed(typed)),
        };
        Retention { as_typed: self.as_typed, generalized: self.generalized, information }
    }

    /// Information in units of all typed cells, including the words that were left out.
    pub(crate) fn units_typed(&self, typed: &Typed) -> u64 {
        self.before.units + typed.ungrouped_units
    }

    /// Denominator of the kept links. If the words left out were spread evenly, a row of n cells had n x `longer`
    /// cells. Such a word is assumed to be in a row of the mean length that a grouped cell sees.
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

/// Shares of everything `typed` that `release` keeps; `transactions` are the grouped part of it. Each published bag
/// must generalize its transactions. O(items), in parallel.
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

/// The sums for [`kept`], over `transactions` of some of the owners.
pub fn kept_sums(transactions: &Transactions, release: &Release, typed: &Typed) -> KeptSums {
    let is_published = release.is_published(transactions);
    sums_of_rows(transactions.len(), |sums, row| {
        sums.push_original(typed, transactions.get(row));
        let published = if is_published[row] { release.get(row) } else { &[] };
        sums.push_published(typed, transactions.get(row), published);
    })
}

/// Sums over `rows` rows; `push` adds one row, given by its number. In parallel.
pub(crate) fn sums_of_rows(rows: usize, push: impl Fn(&mut KeptSums, usize) + Sync) -> KeptSums {
    let add = |mut sums: KeptSums, row| {
        push(&mut sums, row);
        sums
    };
    (0..rows).into_par_iter().fold(KeptSums::default, add).reduce(KeptSums::default, KeptSums::and)
}
