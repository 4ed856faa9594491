//! Taxonomy files: every format, every defect, every repair, and the dirty files that people have.

use clump_core::taxonomy::Taxonomy;
use clump_io::taxonomy::{
    Chains, Check, DefectKind, DefectPlace, LevelCount, Loaded, Repair, RepairCounts, Survey, TaxonomyFile,
    TaxonomyFormat,
};
use clump_io::{Fault, Items, Layout, ReadError, ReadOptions};

use crate::common::{Desk, everything, remedy, rows};

fn file(desk: &Desk, content: &str, repair: &[Repair]) -> TaxonomyFile {
    let path = desk.file("tree.txt", content);
    TaxonomyFile { path, format: None, repair: repair.to_vec(), language: None }
}

fn load(content: &str, repair: &[Repair]) -> Result<Loaded, ReadError> {
    file(&Desk::new(), content, repair).load()
}

fn check(content: &str) -> Check {
    file(&Desk::new(), content, &[]).check().unwrap()
}

fn shown(taxonomy: &Taxonomy) -> String {
    let name = |node| taxonomy.name(node);
    let edges: Vec<String> = taxonomy
        .nodes()
        .skip(1)
        .map(|node| format!("{}<{}", name(node), name(taxonomy.parent(node))))
        .collect();
    edges.join(" ")
}

fn tree(content: &str) -> String {
    shown(&load(content, &[]).unwrap().taxonomy)
}

/// The kinds of defects, each with how many there are and where.
fn defects(content: &str) -> Vec<(DefectKind, u64, Vec<DefectPlace>)> {
    check(content).defects.into_iter().map(|defect| (defect.kind, defect.count, defect.places)).collect()
}

fn at(line: usize) -> DefectPlace {
    DefectPlace { line, first: None, length: None }
}

fn after(first: usize, line: usize) -> DefectPlace {
    DefectPlace { line, first: Some(first), length: None }
}

fn cycle(line: usize, length: usize) -> DefectPlace {
    DefectPlace { line, first: None, length: Some(length) }
}

const FRUIT: &str = "fruit<* orange<fruit apple<fruit milk<*";

const SKOS: &str = r#"
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://food.example/> .
:scheme a skos:ConceptScheme ; skos:prefLabel "*" .
:fruit a skos:Concept ; skos:prefLabel "fruit"@en, "Obst"@de ; skos:topConceptOf :scheme ; skos:narrower :orange .
:orange skos:broader :fruit ; skos:prefLabel "Orange"@de, "orange"@en .
:apple skos:broader :fruit ; skos:altLabel "pome"@en .
:milk a skos:Concept ; skos:prefLabel "Milch"@de, "milk"@en-GB ; skos:inScheme :scheme .
"#;

#[test]
fn every_format_gives_the_same_tree() {
    for content in [
        "orange,fruit\napple,fruit\nfruit,*\nmilk,*\n",
        "Child,Parent\n*\norange,fruit\napple,\"fruit\"\nfruit,*\nmilk, *\n",
        "# note\n\n*\t\norange\tfruit\napple\tfruit\nfruit\t*\nmilk\t*\n",
        "orange;fruit;*\napple;fruit;fruit;*\nmilk;*;*\n",
        "* > fruit > orange\n* > fruit > apple\n* > milk\n",
        "*\n* > fruit\n* > fruit > orange\n* > fruit > apple\n* > milk\n",
        "distinct\nname food\ntype string\nheight 3\n\nfruit has orange apple \n\n* has fruit milk \n\n",
        "fruit has orange apple\n* has fruit milk\n",
        r#"{"name": "*", "children": [{"children": ["orange", {"name": "apple"}], "name": "fruit"}, "milk"]}"#,
        r#"[{"id": 1, "label": "*", "x": [{}], "children": [{"text": "fruit", "children": [{"title": "orange"}, "apple"]},
            {"id": "milk", "children": null}]}]"#,
        r#"{"type": "", "nodeList": [{"id": "1", "label": "*", "level": 0}, {"id": "2", "label": "fruit"}, {"id": "3", "label":
            "orange"}, {"id": "4", "label": "apple"}, {"id": "milk"}], "edgeList": [{"from": "1", "to": "2"}, {"from": "1",
            "to": "milk"}, {"from": "2", "to": "3"}, {"from": "2", "to": "4"}]}"#,
        "*\n  fruit\n    orange\n    apple\n  milk\n",
        "*\n\tfruit\n\t\t- orange\n\t\t- apple\n\n\tmilk\n",
        "- *\n   - fruit\n      * orange\n      * apple\n   + milk\n",
        SKOS,
    ] {
        let sorted = |edges: &str| {
            let mut edges: Vec<String> = edges.split(' ').map(str::to_owned).collect();
            edges.sort_unstable();
            edges
        };
        assert_eq!(sorted(&tree(content)), sorted(FRUIT), "{content}");
    }
}

#[test]
fn the_language_of_skos_can_be_chosen_and_other_formats_have_none() {
    let desk = Desk::new();
    let german = TaxonomyFile { language: Some("de".to_owned()), ..file(&desk, SKOS, &[]) };
    assert_eq!(shown(&german.load().unwrap().taxonomy), "Obst<* Orange<Obst apple<Obst Milch<*");
    let edges = TaxonomyFile { language: Some("de".to_owned()), ..file(&desk, "a,b\n", &[]) };
    assert!(matches!(edges.load(), Err(ReadError::IdleLanguage { .. })));
}

#[test]
fn a_single_top_concept_is_the_root_and_schemes_do_not_join_others() {
    let prefix = "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n@prefix : <urn:food:> .\n";
    let one = format!("{prefix}:s s:hasTopConcept :a .\n:b s:broader :a ; s:inScheme :s .");
    assert_eq!(tree(&one), "b<a");
    let two = format!("{prefix}:a s:narrower :b .\n:c s:broader :d .\n");
    assert_eq!(defects(&two), [(DefectKind::SeveralRoots, 1, vec![after(3, 4)])]);
    let poly = format!("{prefix}:b s:broader :a .\n:c s:broader :a .\n:d s:broader :b ;\n s:broader :c .");
    assert_eq!(defects(&poly), [(DefectKind::TwoParents, 1, vec![after(5, 6)])]);
    assert_eq!(shown(&load(&poly, &[Repair::FirstParent]).unwrap().taxonomy), "b<a d<b c<a");
    // Two concepts of one label are two nodes, whatever is done about parents.
    let alike = format!("{prefix}:b s:broader :a .\n:c s:broader :a ; s:prefLabel 'b' .");
    let both = load(&alike, &[Repair::FirstParent, Repair::Qualify]).unwrap();
    assert_eq!((shown(&both.taxonomy).as_str(), both.repaired.qualified), ("b<a a/b<a", 1));
}

#[test]
fn defects_of_edges() {
    assert_eq!(defects("a,b\nb,a\n"), [(DefectKind::Cycle, 1, vec![cycle(1, 2)])]);
    assert_eq!(defects("a,r\n\nb,r\na,b\n"), [(DefectKind::TwoParents, 1, vec![after(1, 4)])]);
    assert_eq!(defects("a,r\na,r\n"), [(DefectKind::RepeatedRow, 1, vec![after(1, 2)])]);
    assert_eq!(defects("a,r\nb,s\n"), [(DefectKind::SeveralRoots, 1, vec![after(1, 2)])]);
    assert_eq!(defects("r,\na,r\nb,x\n"), [(DefectKind::UnknownParent, 1, vec![at(3)])]);
    assert_eq!(defects("a,r\n,r\n"), [(DefectKind::EmptyName, 1, vec![at(2)])]);
    let columns = load("a,b\na,b,c\n", &[]).err().unwrap();
    assert!(matches!(columns, ReadError::Malformed { line: 2, fault: Fault::EdgeColumns { found: 3 }, .. }));
    assert!(matches!(load("only\nnames\n", &[]), Err(ReadError::UnknownTaxonomyFormat { .. })));
    assert!(matches!(load("# nothing\n", &[]), Err(ReadError::EmptyTaxonomy { .. })));
}

#[test]
fn defects_of_rows_and_paths() {
    assert_eq!(defects("a;x;*\nb;x;*\na;x;*\n"), [(DefectKind::RepeatedRow, 1, vec![after(1, 3)])]);
    assert_eq!(defects("a;x;*\nb;y;*\na;y;*\n"), [(DefectKind::SameName, 1, vec![after(1, 3)])]);
    assert_eq!(defects("a;x;*\nb;x;y;*\n"), [(DefectKind::SameName, 1, vec![after(1, 2)])]);
    assert_eq!(defects("a;x;*\nb;y;z\n"), [(DefectKind::SeveralRoots, 1, vec![after(1, 2)])]);
    assert_eq!(defects("a;;*\n"), [(DefectKind::EmptyName, 1, vec![at(1)])]);
    assert_eq!(defects("a;x;a;*\n"), [(DefectKind::SameName, 1, vec![after(1, 1)])]);
    assert_eq!(defects("A > B\nC > D\nE\n"), [(DefectKind::SeveralRoots, 2, vec![after(1, 2), after(1, 3)])]);
    let both = defects("R > A\nA\n");
    assert_eq!(
        both.iter().map(|defect| defect.0).collect::<Vec<_>>(),
        [DefectKind::SameName, DefectKind::SeveralRoots]
    );
}

#[test]
fn defects_of_json_and_outlines() {
    let nameless = r#"{"name": "r", "children": [{"children": ["a"]}, {"name": "a\tb"}, "a"]}"#;
    assert_eq!(
        defects(nameless),
        [
            (DefectKind::EmptyName, 1, vec![at(1)]),
            (DefectKind::UnfitName, 1, vec![at(1)]),
            (DefectKind::SameName, 1, vec![after(1, 1)])
        ]
    );
    assert_eq!(check(nameless).missing_repairs(), None);
    assert_eq!(defects("r\n a\n a\ns\n").len(), 2);
    let malformed = |content: &str| match load(content, &[]) {
        Err(ReadError::Malformed { line, fault, .. }) => (line, fault),
        _ => panic!("{content}"),
    };
    assert_eq!(malformed("{\"name\": \"r\",\n \"children\": [}\n"), (2, Fault::JsonText { column: 15 }));
    assert_eq!(malformed("{\"name\": \"r\",\n \"children\": {}}\n"), (2, Fault::JsonTree));
    assert_eq!(malformed("r\n    a\n  b\n"), (3, Fault::Indent));
    assert_eq!(malformed("r\n\ta\n  b\n"), (3, Fault::MixedIndent));
    assert_eq!(malformed("distinct\nr has a\nb c\n"), (3, Fault::NoFamily));
    assert_eq!(malformed("@prefix : <urn:x:> .\n:a :b zz .\n"), (2, Fault::Turtle { column: 7 }));
}

#[test]
fn one_defect_does_not_hide_another() {
    let content = "a,r\na,r\nb,r\nb,a\nc,d\nd,c\n,x\ne,s\n";
    let kinds: Vec<DefectKind> = defects(content).into_iter().map(|defect| defect.0).collect();
    assert_eq!(
        kinds,
        [
            DefectKind::EmptyName,
            DefectKind::RepeatedRow,
            DefectKind::TwoParents,
            DefectKind::Cycle,
            DefectKind::SeveralRoots
        ]
    );
    let missing = check(content).missing_repairs().unwrap();
    assert_eq!(
        missing,
        [Repair::DropEmpty, Repair::DropRepeats, Repair::FirstParent, Repair::DropCycles, Repair::Root]
    );
    let loaded = load(content, &missing).unwrap();
    assert_eq!(shown(&loaded.taxonomy), "r<* a<r b<r d<* c<d s<* e<s");
    let counted = RepairCounts {
        empty_dropped: 1,
        repeats_dropped: 1,
        parents_dropped: 1,
        cycles_cut: 1,
        roots_joined: 3,
        ..RepairCounts::default()
    };
    assert_eq!(loaded.repaired, counted);
    // All but one is as good as none, and the error names the repair that is missing.
    for (index, repair) in missing.iter().enumerate() {
        let mut others = missing.clone();
        others.remove(index);
        let error = load(content, &others).err().unwrap();
        assert!(remedy(&error).contains(&format!("--repair {repair}`")), "{repair}");
    }
}

#[test]
fn labels_of_a_deep_tree_of_few_names_grow_as_the_file_does() {
    let deep = |names: &[&str]| {
        let nodes: Vec<String> =
            names.iter().map(|name| format!("{{\"name\":\"{name}\",\"children\":[")).collect();
        format!("{}{}", nodes.concat(), "]}".repeat(names.len()))
    };
    let content = deep(&["a", "b"].repeat(10_000));
    let loaded = load(&content, &[Repair::Qualify]).unwrap();
    let taxonomy = loaded.taxonomy;
    assert_eq!((taxonomy.len(), loaded.repaired.qualified), (20_000, 19_998));
    let bytes: usize = taxonomy.nodes().map(|node| taxonomy.name(node).len()).sum();
    assert!(bytes < 10 * content.len(), "{bytes} bytes of labels from {}", content.len());
    assert!(taxonomy.nodes().all(|node| taxonomy.find(taxonomy.name(node)) == Some(node)));
}

#[test]
fn a_name_in_two_places_is_qualified_or_one() {
    let qualified = |content| {
        let loaded = load(content, &[Repair::Qualify]).unwrap();
        (shown(&loaded.taxonomy), loaded.repaired.qualified)
    };
    let expected = |edges: &str, count| (edges.to_owned(), count);
    assert_eq!(qualified("other;x;*\nother;y;*\na;x;*\n"), expected("x<* other<x a<x y<* y/other<y", 1));
    assert_eq!(qualified("* > x > x > b\n* > y > x > c\n"), expected("x<* x/x<x b<x/x y<* y/x<y c<y/x", 2));
    assert_eq!(qualified("o,x\no,y\nx,*\ny,*\n"), expected("x<* o<x y<* y/o<y", 1));
    // The longer name may be taken, too.
    assert_eq!(qualified("a;x;*\ny/a;x;*\na;y;*\n"), expected("x<* a<x y/a<x y<* y/a (2)<y", 1));

    let first = |content| {
        let loaded = load(content, &[Repair::FirstParent]).unwrap();
        (shown(&loaded.taxonomy), loaded.repaired.parents_dropped)
    };
    assert_eq!(first("* > x > x > b\n* > y > x > c\n"), expected("x<* b<x c<x y<*", 2));
    assert_eq!(first("o,x\no,y\nx,*\ny,*\n"), expected("x<* o<x y<*", 1));
    assert!(load("a;x;*\na;x;*\n", &[Repair::Qualify]).is_err());
}

#[test]
fn roots_go_below_one() {
    let joined = |content| {
        let loaded = load(content, &[Repair::Root]).unwrap();
        (shown(&loaded.taxonomy), loaded.repaired.roots_joined)
    };
    assert_eq!(joined("a,r\nb,s\n"), ("r<* a<r s<* b<s".to_owned(), 2));
    assert_eq!(joined("a,*\nb,s\n"), ("a<* s<* b<s".to_owned(), 1));
    assert_eq!(joined("*,r\nb,s\n"), ("r<** *<r s<** b<s".to_owned(), 2));
    assert_eq!(joined("r,\na,r\nb,x\n"), ("a<r x<r b<x".to_owned(), 1));
}

#[test]
fn items_that_the_tree_lacks_become_leaves_on_request() {
    let desk = Desk::new();
    let options = ReadOptions { layout: Some(Layout::Basket), ..ReadOptions::default() };
    let baskets: &[(&str, &[u8])] = &[("b.csv", b"apple,kiwi\nzucchini,fruit,kiwi\n")];
    let plain = desk.tree("apple,fruit\nfruit,food\n");
    assert_eq!(rows(&desk.read(baskets, &options, &plain).unwrap()), ["1: apple", "2: fruit"]);
    let source = file(&desk, "apple,fruit\nfruit,food\n", &[Repair::AddLeaves]);
    let log = desk.read(baskets, &options, &clump_io::taxonomy::TaxonomySource::File(source)).unwrap();
    assert_eq!(rows(&log), ["1: kiwi + apple", "2: kiwi + zucchini + fruit"]);
    let tree = "kiwi<<food> zucchini<<food> <fruit><<food> fruit<<fruit> apple<<fruit>";
    assert_eq!(shown(&log.taxonomy), tree);
    assert_eq!((log.counts.repaired.leaves_added, log.unknown.len()), (2, 0));
}

#[test]
fn a_stated_format_is_obeyed() {
    let desk = Desk::new();
    let stated = TaxonomyFile { format: Some(TaxonomyFormat::Edges), ..file(&desk, "a;b,c;d\n", &[]) };
    assert_eq!(shown(&stated.load().unwrap().taxonomy), "a;b<c;d");
}

#[test]
fn a_survey_tells_levels_and_chains() {
    let survey = Survey::of(&check("* > a > b > c > d\n* > e\n* > f\n").taxonomy);
    assert_eq!(
        survey.leaves_by_level,
        [LevelCount { level: 2, leaves: 2 }, LevelCount { level: 5, leaves: 1 }]
    );
    assert_eq!(survey.chains, Chains { nodes: 3, longest: 3 });
}

#[test]
fn no_error_tells_a_name() {
    for content in [
        "secret,r\nsecret,s\n",
        "secret;secret2;secret\n",
        "{\"name\": \"secret\", \"children\": [secret]}",
        "@prefix : <urn:secret:> .\n:secret :secret \"secret .\n",
        "secret has secret has secret\n",
        "r\n    secret\n  secret\n",
        "a,\"secret\n",
        "secret\nsecret\n",
    ] {
        assert!(!everything(&load(content, &[]).err().unwrap()).contains("secret"), "{content}");
    }
}

/// A database small enough to read.
#[test]
fn a_directory_of_database_files_is_a_taxonomy_with_its_words() {
    let desk = Desk::new();
    desk.file(
        "data.noun",
        "  1 Free to use.  \n00000001 03 n 01 entity 0 000 | all  \n\
         00000002 03 n 02 hot_dog 0 Red_hot 0 001 @ 00000001 n 0000 | a bun  \n",
    );
    desk.file(
        "index.noun",
        "entity n 1 0 1 0 00000001  \nhot_dog n 1 1 @ 1 0 00000002  \nred_hot n 1 1 @ 1 0 00000002  \n",
    );
    let directory = desk.file("x", "").parent().unwrap().to_path_buf();
    let loaded = TaxonomyFile::from(directory.clone()).load().unwrap();
    assert_eq!(shown(&loaded.taxonomy), "<hot dog><<entity>");
    let options = ReadOptions { layout: Some(Layout::Aol), ..ReadOptions::default() };
    let log = desk.read(&[("a.tsv", b"1\tred hots\tt\n")], &options, &directory.clone().into()).unwrap();
    assert_eq!(rows(&log), ["1: red hots"]);
    assert!(shown(&log.taxonomy).contains("red hots<<hot dog>"));
    let senses = ReadOptions { items: Some(Items::Senses), ..options };
    let log = desk.read(&[("a.tsv", b"1\tred hots\tt\n")], &senses, &directory.clone().into()).unwrap();
    assert_eq!(rows(&log), ["1: <hot dog>"]);
    desk.file("data.noun", "00000001 03 n 00 secret\n");
    let error = TaxonomyFile::from(directory.clone()).load().err().unwrap();
    assert!(matches!(error, ReadError::Database { .. }) && !everything(&error).contains("secret"));
    std::fs::remove_file(directory.join("data.noun")).unwrap();
    assert!(matches!(TaxonomyFile::from(directory).load(), Err(ReadError::NoDatabase { .. })));
}

/// Runs where a database is given; it is not part of this crate. `./test` gives one, and under CI there must be one.
#[test]
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn the_database_that_wordnet_was_made_from_gives_the_same_tree() {
    let Some(directory) = std::env::var_os("CLUMP_WORDNET_DIR").map(std::path::PathBuf::from) else {
        assert!(std::env::var_os("CI").is_none(), "no WordNet database, and under CI no test may be skipped");
        eprintln!("skipped: CLUMP_WORDNET_DIR names no WordNet database; `./test` fetches one");
        return;
    };
    let loaded = TaxonomyFile::from(directory).load().unwrap();
    assert_eq!(shown(&loaded.taxonomy), shown(clump_wordnet::WordNet::load().taxonomy()));
}
