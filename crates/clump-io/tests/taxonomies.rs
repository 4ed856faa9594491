//! Taxonomy files: every format, every fault, and the dirty files that people have.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use std::path::Path;

use clump_core::taxonomy::TaxonomyError;
use clump_io::taxonomy::{Loaded, Repeated, TaxonomyFormat, load_file};
use clump_io::{Fault, ReadError};
use common::Desk;

fn load(content: &str, format: Option<TaxonomyFormat>, repeated: Repeated) -> Result<Loaded, ReadError> {
    let desk = Desk::new();
    load_file(&desk.file("tree.txt", content), format, repeated)
}

fn tree(content: &str) -> String {
    shown(&load(content, None, Repeated::Error).unwrap())
}

/// Nodes as `child<parent`.
fn shown(loaded: &Loaded) -> String {
    let taxonomy = &loaded.taxonomy;
    let name = |node| taxonomy.name(node);
    let edges: Vec<String> = taxonomy
        .nodes()
        .skip(1)
        .map(|node| format!("{}<{}", name(node), name(taxonomy.parent(node))))
        .collect();
    edges.join(" ")
}

fn fault(content: &str) -> TaxonomyError {
    match load(content, None, Repeated::Error).unwrap_err() {
        ReadError::Taxonomy { source, .. } => source,
        other => panic!("{other}"),
    }
}

const FRUIT: &str = "orange<fruit apple<fruit fruit<* milk<*";

fn sorted(edges: &str) -> Vec<&str> {
    let mut edges: Vec<&str> = edges.split(' ').collect();
    edges.sort_unstable();
    edges
}

#[test]
fn every_format_gives_the_same_tree() {
    for content in [
        "orange,fruit\napple,fruit\nfruit,*\nmilk,*\n",
        "Child,Parent\n*\norange,fruit\napple,\"fruit\"\nfruit,*\nmilk, *\n",
        "# note\n\n*\t\norange\tfruit\napple\tfruit\nfruit\t*\nmilk\t*\n",
        "orange;fruit;*\napple;fruit;fruit;*\nmilk;*;*\n",
        "* > fruit > orange\n* > fruit > apple\n* > milk\n",
        "*\n* > fruit\n* > fruit > orange\n* > fruit > apple\n* > milk\n",
    ] {
        assert_eq!(sorted(&tree(content)), sorted(FRUIT), "{content}");
    }
}

#[test]
fn faults_of_edges() {
    assert_eq!(fault("a,b\nb,a\n"), TaxonomyError::Cycle { line: 1, length: 2 });
    assert_eq!(fault("a,r\n\nb,r\na,b\n"), TaxonomyError::TwoParents { first: 1, line: 4 });
    assert_eq!(fault("a,r\na,r\n"), TaxonomyError::RepeatedName { first: 1, line: 2 });
    assert_eq!(fault("a,r\nb,s\n"), TaxonomyError::SeveralRoots { first: 1, line: 2, count: 2 });
    assert_eq!(fault("r,\na,r\nb,x\n"), TaxonomyError::UnknownParent { line: 3, root: 1 });
    assert_eq!(fault(",r\n"), TaxonomyError::BadName { line: 1 });
    assert_eq!(fault("# nothing\n"), TaxonomyError::Empty);
    let columns = load("a,b\na,b,c\n", None, Repeated::Error).unwrap_err();
    assert!(matches!(columns, ReadError::Malformed { line: 2, fault: Fault::EdgeColumns { found: 3 }, .. }));
    assert!(matches!(
        load("only\nnames\n", None, Repeated::Error).unwrap_err(),
        ReadError::UnknownTaxonomyFormat { .. }
    ));
}

#[test]
fn faults_of_rows_and_paths() {
    assert_eq!(fault("a;x;*\nb;x;*\na;x;*\n"), TaxonomyError::RepeatedName { first: 1, line: 3 });
    assert_eq!(fault("a;x;*\nb;y;*\na;y;*\n"), TaxonomyError::TwoParents { first: 1, line: 3 });
    assert_eq!(fault("a;x;*\nb;x;y;*\n"), TaxonomyError::TwoParents { first: 1, line: 2 });
    assert_eq!(fault("a;x;*\nb;y;z\n"), TaxonomyError::SeveralRoots { first: 1, line: 2, count: 2 });
    assert_eq!(fault("a;;*\n"), TaxonomyError::BadName { line: 1 });
    assert_eq!(fault("a;x;a;*\n"), TaxonomyError::Cycle { line: 1, length: 2 });
    assert_eq!(fault("A > B\nC > D\nE\n"), TaxonomyError::SeveralRoots { first: 1, line: 2, count: 3 });
    assert_eq!(fault("A > A\n"), TaxonomyError::Cycle { line: 1, length: 1 });
    assert_eq!(fault("R > A\nA\n"), TaxonomyError::SeveralRoots { first: 1, line: 2, count: 2 });
    let error = load("a;x;*\nb;y;*\na;y;*\n", None, Repeated::Error).unwrap_err();
    assert!(error.hint().unwrap().contains("--repeated qualify"));
}

#[test]
fn repeated_names_are_qualified_on_request_and_counted() {
    let loaded = load("other;x;*\nother;y;*\na;x;*\n", None, Repeated::Qualify).unwrap();
    assert_eq!((shown(&loaded), loaded.qualified), ("x<* other<x a<x y<* y/other<y".to_owned(), 1));
    let loaded = load("* > x > x > b\n* > y > x > c\n", None, Repeated::Qualify).unwrap();
    assert_eq!(shown(&loaded), "x<* x/x<x b<x/x y<* y/x<y c<y/x");
    assert_eq!(loaded.qualified, 2);
    let loaded = load("o,x\no,y\nx,*\ny,*\n", None, Repeated::Qualify).unwrap();
    assert_eq!((sorted(&shown(&loaded)), loaded.qualified), (sorted("x<* o<x y<* y/o<y"), 1));
    let again = load("a;x;*\na;x;*\n", None, Repeated::Qualify).unwrap_err();
    assert!(matches!(again, ReadError::Taxonomy { source: TaxonomyError::RepeatedName { .. }, .. }));
}

#[test]
fn a_stated_format_is_obeyed() {
    let loaded = load("a;b,c;d\n", Some(TaxonomyFormat::Edges), Repeated::Error).unwrap();
    assert_eq!(shown(&loaded), "a;b<c;d");
}

/// Runs where a directory of hierarchies is given; the files are not part of this crate.
#[test]
fn real_hierarchies_load_or_say_why() {
    let Some(shared) = std::env::var_os("CLUMP_SHARED").map(std::path::PathBuf::from) else { return };
    let mut count = 0;
    for (folder, suffix) in [("data", "hierarchy.csv"), ("cases", "taxonomy.txt")] {
        let Ok(entries) = std::fs::read_dir(shared.join(folder)) else { continue };
        for directory in entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
            let files = std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path());
            for path in files.filter(|path| path.to_string_lossy().ends_with(suffix)) {
                check(&path);
                count += 1;
            }
        }
    }
    assert!(count > 0, "CLUMP_SHARED has hierarchies");
}

fn check(path: &Path) {
    let plain = load_file(path, None, Repeated::Error);
    let qualified = load_file(path, None, Repeated::Qualify).unwrap();
    match plain {
        Ok(loaded) => {
            assert_eq!((loaded.taxonomy.len(), 0), (qualified.taxonomy.len(), qualified.qualified));
        }
        Err(ReadError::Taxonomy { .. }) => assert!(qualified.qualified > 0),
        Err(other) => panic!("{other}"),
    }
}
