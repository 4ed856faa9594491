//! Targets for readers of taxonomies, one for each format.

use std::collections::BTreeSet;

use clump::core::taxonomy::{Taxonomy, is_marked, unmarked};
use clump::io::ReadError;
use clump::io::taxonomy::{TaxonomyFile, TaxonomyFormat, export};
use clump::wordnet::{Files, WordNet};

use crate::folder::Folder;

/// Reads a WordNet database. Its files are separated by NUL bytes: data, index and irregular forms of nouns,
/// then those of adjectives, verbs and adverbs.
pub fn wordnet(bytes: &[u8]) -> bool {
    let mut files = bytes.split(|&byte| byte == 0);
    let read = |_| Ok::<_, std::convert::Infallible>(files.next().unwrap_or_default().to_vec());
    let Ok(files) = Files::read(read);
    let Ok(words) = WordNet::from_database(&files) else { return false };
    let nodes = words.taxonomy().len();
    assert!(words.words().chain(words.lemmas()).all(|(_, node)| node.index() < nodes), "a word is at a node");
    is_written_and_read_again(words.taxonomy(), &Folder::new());
    true
}

/// Reads a file as `format`, and tests the result of [`TaxonomyFile::check`]. If it finds a tree, the file
/// can be read. If it suggests repairs, the file can be read with them.
pub(crate) fn reads(bytes: &[u8], format: TaxonomyFormat) -> bool {
    let folder = Folder::new();
    let file = TaxonomyFile { format: Some(format), ..folder.write("tree", bytes).into() };
    let Ok(check) = file.check() else {
        assert!(file.load().is_err(), "what cannot be checked is not read");
        return false;
    };
    if let Some(repairs) = check.missing_repairs() {
        let repaired = TaxonomyFile { repair: repairs, ..file.clone() };
        match repaired.load() {
            Ok(repaired) => assert_eq!(shape(&repaired.taxonomy), shape(&check.taxonomy), "{format}"),
            Err(ReadError::MarkedTwice { .. }) => {}
            Err(error) => panic!("{format}: the repairs that it names do not make it a tree: {error}"),
        }
    }
    let Ok(loaded) = file.load() else { return false };
    assert!(check.is_tree(), "{format}: what is no tree is not read");
    is_written_and_read_again(&loaded.taxonomy, &folder);
    true
}

/// Writes a tree in each format that supports it, and reads the same tree again. Files have names without the
/// angle brackets of categories. If two names would then be equal, all names keep them.
fn is_written_and_read_again(taxonomy: &Taxonomy, folder: &Folder) {
    for format in TaxonomyFormat::ALL {
        let mut written = Vec::new();
        if export(taxonomy, format, &mut written).is_err() {
            continue;
        }
        let again = TaxonomyFile { format: Some(format), ..folder.write("again", &written).into() };
        let again = again.load().expect("what is written can be read").taxonomy;
        let as_it_is = shape(taxonomy);
        let bare: Vec<_> = as_it_is.iter().map(|&(level, name)| (level, unmarked(name))).collect();
        let names: BTreeSet<&str> = as_it_is.iter().map(|&(_, name)| name).collect();
        let are_taken = names.iter().any(|&name| is_marked(name) && names.contains(unmarked(name)));
        assert_eq!(shape(&again), if are_taken { as_it_is } else { bare }, "{format}");
    }
}

/// The level and the name of each node in preorder, which define a tree.
fn shape(taxonomy: &Taxonomy) -> Vec<(u32, &str)> {
    taxonomy.nodes().map(|node| (taxonomy.level(node), taxonomy.name(node))).collect()
}
