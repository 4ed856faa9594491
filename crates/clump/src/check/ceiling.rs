//! Finds labels and texts of a release that are below the node of a ceiling. This check uses only the file
//! and the taxonomy, not the code that replaced items by the node.

use std::borrow::Cow;
use std::collections::BTreeMap;

use clump_core::containers::{Interner, Ragged};
use clump_core::facts::FactTable;
use clump_core::promise::Ceiling;
use clump_core::taxonomy::{Node, Taxonomy, is_marked, marked, unmarked};
use clump_core::verify::{Counted, Reason, Verdict, none_shown};
use clump_io::release::Released;
use clump_io::taxonomy::TaxonomySource;
use clump_io::{ReadError, WordMapper};

use crate::check::facts::columns::{Column, cell, fact, phrases, words_of_address};
use crate::check::shown_lines;
use crate::job::Job;

/// The way to find the nodes above a label or a word.
pub(crate) enum Places<'a> {
    /// A tree with all labels. The mapper finds words of texts; `None` looks words up as labels.
    Tree(Cow<'a, Taxonomy>, Option<Box<WordMapper>>),
    /// Labels are codes: a code is below each of its prefixes.
    Prefixes,
    /// Every label is directly below the root.
    Flat,
}

impl<'a> Places<'a> {
    pub fn of_data(taxonomy: &'a Taxonomy, job: &Job) -> Result<Places<'a>, ReadError> {
        let words = match job.taxonomy.source {
            TaxonomySource::Flat | TaxonomySource::Prefix { .. } => None,
            TaxonomySource::WordNet | TaxonomySource::Topics | TaxonomySource::File(_) => {
                Some(Box::new(mapper(job)?))
            }
        };
        Ok(Places::Tree(Cow::Borrowed(taxonomy), words))
    }

    /// The tree of the data. Labels and words are looked up by name, without a mapper.
    pub fn in_tree(taxonomy: &'a Taxonomy) -> Places<'a> {
        Places::Tree(Cow::Borrowed(taxonomy), None)
    }

    /// The tree of the taxonomy that `job` names, to which these `labels` are added.
    pub fn of_labels<'l>(
        job: &Job,
        labels: impl IntoIterator<Item = &'l str>,
    ) -> Result<Places<'static>, ReadError> {
        Ok(match job.taxonomy.source {
            TaxonomySource::Flat => Places::Flat,
            TaxonomySource::Prefix { .. } => Places::Prefixes,
            TaxonomySource::WordNet | TaxonomySource::Topics | TaxonomySource::File(_) => {
                let words = mapper(job)?;
                Places::Tree(Cow::Owned(words.taxonomy_with(labels)), Some(Box::new(words)))
            }
        })
    }

    /// True if a label is below one of the nodes of `ceiling`; false for the node itself.
    fn is_label_below(&self, label: &str, ceiling: &Ceiling) -> bool {
        let mut names = ceiling.nodes().iter().map(|name| unmarked(name));
        match self {
            Places::Prefixes => {
                let code = unmarked(label);
                names.any(|name| is_root(name) || code.starts_with(name) && code != name)
            }
            Places::Flat => names.any(is_root) && !is_root(unmarked(label)),
            Places::Tree(tree, _) => {
                let mut nodes = names.filter_map(|name| tree.find_meant(name));
                let found =
                    tree.find(label).or_else(|| tree.find(unmarked(label)).filter(|_| is_marked(label)));
                match (found, tree.find(&marked(label))) {
                    (Some(node), _) => nodes.any(|above| above != node && tree.is_ancestor(above, node)),
                    // A typed word with the name of a category is below that category.
                    (None, Some(node)) => nodes.any(|above| tree.is_ancestor(above, node)),
                    // A label that is not in the tree counts as directly below the root.
                    (None, None) => nodes.any(|above| above == Node::ROOT),
                }
            }
        }
    }

    /// True if the taxonomy puts a word of `text` at or below one of the nodes of `ceiling`.
    fn is_text_below(&self, text: &str, ceiling: &Ceiling) -> bool {
        let leads_there = |tree: &Taxonomy, node: Node| {
            let mut nodes = ceiling.nodes().iter().filter_map(|name| tree.find_meant(name));
            nodes.any(|above| tree.is_ancestor(above, node))
        };
        let is_word_below = |word: &str| match self {
            Places::Tree(tree, _) => tree.find(word).is_some_and(|node| leads_there(tree, node)),
            Places::Prefixes => {
                ceiling.nodes().iter().any(|name| is_root(unmarked(name)) || word.starts_with(unmarked(name)))
            }
            Places::Flat => ceiling.nodes().iter().any(|name| is_root(unmarked(name))),
        };
        match self {
            Places::Tree(_, Some(words)) => {
                let nodes = words.map(text).unwrap_or_default();
                nodes.into_iter().any(|node| leads_there(words.taxonomy(), node))
            }
            _ => text.split_whitespace().any(is_word_below),
        }
    }

    /// True if the complete tree is known and lacks one of these nodes. False where the tree gets nodes from
    /// words of the data, because then the data decide.
    pub(super) fn lacks(&self, names: &[String]) -> bool {
        match self {
            Places::Tree(_, Some(words)) if words.keeps_unknown_words() => false,
            Places::Tree(tree, _) => names.iter().any(|name| tree.find_meant(name).is_none()),
            Places::Prefixes | Places::Flat => false,
        }
    }

    /// Indexes into `names` of the nodes that the label equals or is below.
    pub(super) fn nodes_of_label(&self, label: &str, names: &[String]) -> Vec<usize> {
        let is_below = |name: &String| {
            let name = unmarked(name);
            match self {
                Places::Prefixes => is_root(name) || unmarked(label).starts_with(name),
                Places::Flat => is_root(name) || unmarked(label) == name,
                Places::Tree(tree, _) => {
                    let node = tree.find(label).or_else(|| tree.find(unmarked(label)));
                    // A typed category name is below that category; other unknown labels are below the root.
                    let node = node.or_else(|| tree.find(&marked(label))).unwrap_or(Node::ROOT);
                    tree.find_meant(name).is_some_and(|above| tree.is_ancestor(above, node))
                }
            }
        };
        (0..names.len()).filter(|&number| is_below(&names[number])).collect()
    }

    /// Splits texts into numbered words and phrases, and finds for each part the nodes of `names` above it.
    pub(super) fn parts<'t>(
        &self,
        texts: impl Iterator<Item = &'t str>,
        names: &[String],
    ) -> Result<PartsOfTexts, ReadError> {
        if let Places::Tree(_, Some(words)) = self {
            let (parts, tree) = (words.map_parts(texts)?, words.taxonomy());
            let nodes_of = |node: &Option<Node>| {
                let is_below = |name: &String| {
                    let above = tree.find_meant(name);
                    node.zip(above).is_some_and(|(node, above)| tree.is_ancestor(above, node))
                };
                (0..names.len()).filter(|&number| is_below(&names[number])).collect()
            };
            let nodes = parts.nodes.iter().map(nodes_of).collect();
            return Ok(PartsOfTexts { of_texts: parts.of_texts, nodes });
        }
        let mut words = Interner::default();
        let of_texts =
            texts.map(|text| text.split_whitespace().map(|word| words.intern(word)).collect::<Vec<_>>());
        let of_texts = of_texts.collect();
        let nodes = words.names().iter().map(|word| self.nodes_of_label(word, names)).collect();
        Ok(PartsOfTexts { of_texts, nodes })
    }
}

/// The words and phrases that texts consist of. Each such part has a number from 0.
pub(super) struct PartsOfTexts {
    /// For each text, the numbers of its parts.
    pub of_texts: Ragged<u32>,
    /// For each part, the indexes of the given node names that the part equals or is below.
    pub nodes: Vec<Vec<usize>>,
}

/// True for `*`, the name of the root in trees that are made from data.
fn is_root(name: &str) -> bool {
    name == "*"
}

fn mapper(job: &Job) -> Result<WordMapper, ReadError> {
    WordMapper::for_reading(&job.taxonomy.source, &job.read_options())
}

/// Verdict on a ceiling for a file of rows. Labels and texts are numbered together, labels first.
pub(super) fn shown_by_rows(
    ceiling: &Ceiling,
    released: &Released,
    places: &Places<'_>,
    counted: Counted,
) -> Verdict {
    let labels = released.labels().iter().map(|label| places.is_label_below(label, ceiling));
    let texts = released.texts().iter().map(|text| places.is_text_below(text, ceiling));
    let is_below: Vec<bool> = labels.chain(texts).collect();
    none_shown(shown_lines(released), &is_below, Reason::BelowCeiling, counted)
}

/// Verdict on a ceiling for a table of facts. The text of a cell is checked too, unless it is a period.
pub(super) fn shown_by_facts(ceiling: &Ceiling, table: &FactTable, places: &Places<'_>) -> Verdict {
    let mut numbers: BTreeMap<(Column, String), usize> = BTreeMap::new();
    let mut lines: Vec<Vec<usize>> = Vec::with_capacity(table.len());
    for row in 0..table.len() {
        let fact = fact(table, row);
        let texts = fact.iter().zip(&table.columns.texts);
        let mut shown: Vec<(Column, String)> =
            texts.map(|(text, name)| (Column::of(name), (*text).to_owned())).collect();
        shown.extend(phrases(table, &fact).into_iter().flatten().map(|both| (Column::Typed, both)));
        shown.extend(cell(table, row).map(|cell| (Column::Typed, cell.to_owned())));
        let next = |shown: (Column, String)| {
            let count = numbers.len();
            *numbers.entry(shown).or_insert(count)
        };
        lines.push(shown.into_iter().map(next).collect());
    }
    let mut is_below = vec![false; numbers.len()];
    for ((column, text), number) in numbers {
        is_below[number] = match column {
            Column::Label => places.is_label_below(&text, ceiling),
            Column::Typed => places.is_text_below(&text, ceiling),
            Column::Address => places.is_text_below(&words_of_address(&text), ceiling),
        };
    }
    let lines = lines.into_iter().map(|shown| (1, shown));
    none_shown(lines, &is_below, Reason::BelowCeiling, Counted::Rows)
}
