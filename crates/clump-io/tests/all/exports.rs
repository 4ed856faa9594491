//! What is exported is read back as the same tree, or the export is refused.

use clump_core::names::Names;
use clump_core::taxonomy::Taxonomy;
use clump_io::taxonomy::{ExportError, TaxonomyFile, TaxonomyFormat, Unfit, export};
use proptest::prelude::*;

use crate::common::Desk;

fn text(taxonomy: &Taxonomy, format: TaxonomyFormat) -> Result<String, ExportError> {
    let mut bytes = Vec::new();
    export(taxonomy, format, &mut bytes)?;
    Ok(String::from_utf8(bytes).unwrap())
}

fn load(content: &str, format: Option<TaxonomyFormat>) -> Taxonomy {
    let desk = Desk::new();
    let path = desk.file("tree", content);
    TaxonomyFile { format, ..path.into() }
        .load()
        .unwrap_or_else(|error| panic!("{error}\n{content}"))
        .taxonomy
}

fn nodes(taxonomy: &Taxonomy) -> Vec<(String, u32)> {
    taxonomy.nodes().map(|node| (taxonomy.name(node).to_owned(), taxonomy.level(node))).collect()
}

fn tree(names: &[&str], depths: &[u32]) -> Taxonomy {
    Taxonomy::from_preorder(names.iter().copied().collect::<Names>(), depths)
}

/// Names as people have them, and as nobody should have them. In brackets they are those of nodes, which are written bare.
fn name() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a", "b", "é", "水", "has", "name", "child", "\"", "'", " ", "  ", ",", ";", " > ", ">", "#", "*",
        "- ", "[", "]", "{", "}", ":", "\\", "/", "@prefix ", "<", ".", "\u{a0}", "\u{feff}", "~", "\u{7f}",
    ]);
    let is_bare = |name: &String| !(name.starts_with('<') && name.ends_with('>'));
    prop::collection::vec(pieces, 1..5).prop_map(|pieces| pieces.concat()).prop_filter("bare names", is_bare)
}

prop_compose! {
    fn any_tree()(names in prop::collection::btree_set(name(), 1..20))(
        names in Just(names.into_iter().collect::<Vec<_>>()).prop_shuffle(),
        steps in prop::collection::vec(any::<prop::sample::Index>(), 20)
    ) -> Taxonomy {
        let mut depths = vec![0u32];
        for (_, step) in names.iter().skip(1).zip(&steps) {
            let last = depths[depths.len() - 1] as usize;
            depths.push(1 + step.index(last + 1) as u32);
        }
        Taxonomy::from_preorder(names.iter().map(String::as_str).collect(), &depths)
    }
}

proptest! {
    #[test]
    fn every_format_carries_the_tree_or_refuses_it(taxonomy in any_tree()) {
        for format in TaxonomyFormat::ALL {
            match text(&taxonomy, format) {
                Ok(content) => {
                    prop_assert_eq!(nodes(&load(&content, Some(format))), nodes(&taxonomy), "{}\n{}", format, content);
                }
                Err(ExportError::Names { count, .. }) => prop_assert!(count > 0),
                Err(error) => prop_assert!(format == TaxonomyFormat::Wordnet, "{}: {}", format, error),
            }
        }
        // These three refuse nothing but what no reader would take as it is.
        let is_plain = taxonomy.nodes().map(|node| taxonomy.name(node)).all(|name| {
            name.trim() == name && !name.starts_with('\u{feff}')
        });
        for format in [TaxonomyFormat::Edges, TaxonomyFormat::Json, TaxonomyFormat::Skos] {
            let content = text(&taxonomy, format);
            prop_assert_eq!(content.is_ok(), is_plain);
            // What they are is told by their text.
            if let (Ok(content), true) = (content, taxonomy.len() > 1) {
                prop_assert_eq!(nodes(&load(&content, None)), nodes(&taxonomy), "{}\n{}", format, content);
            }
        }
    }
}

#[test]
fn each_format_is_written_as_its_readers_expect() {
    let taxonomy = tree(&["*", "fruit", "apple", "red; wine", "milk"], &[0, 1, 2, 2, 1]);
    let shown = |format| text(&taxonomy, format).unwrap();
    assert_eq!(shown(TaxonomyFormat::Edges), "*\t\nfruit\t*\napple\tfruit\nred; wine\tfruit\nmilk\t*\n");
    assert_eq!(shown(TaxonomyFormat::Arx), "apple;fruit;*\n\"red; wine\";fruit;*\nmilk;milk;*\n");
    assert_eq!(shown(TaxonomyFormat::Paths), "* > fruit > apple\n* > fruit > red; wine\n* > milk\n");
    assert_eq!(shown(TaxonomyFormat::Outline), "*\n\tfruit\n\t\tapple\n\t\tred; wine\n\tmilk\n");
    let json: serde_json::Value = serde_json::from_str(&shown(TaxonomyFormat::Json)).unwrap();
    assert_eq!(json["children"][0]["children"][1]["name"], "red; wine");
    let plain = tree(&["*", "fruit", "apple", "red", "milk"], &[0, 1, 2, 2, 1]);
    let amnesia =
        "distinct\nname taxonomy\ntype string\nheight 3\n\nfruit has apple red\n\n* has fruit milk\n";
    assert_eq!(text(&plain, TaxonomyFormat::Amnesia).unwrap(), amnesia);
    for format in TaxonomyFormat::ALL.into_iter().filter(|&format| format != TaxonomyFormat::Wordnet) {
        assert_eq!(nodes(&load(&text(&plain, format).unwrap(), None)), nodes(&plain), "{format}");
    }
}

#[test]
fn a_name_that_does_not_fit_is_refused_with_its_reason() {
    let why = |names: &[&str], format| match text(
        &tree(
            names,
            &vec![1; names.len()]
                .iter()
                .enumerate()
                .map(|(i, &d)| if i == 0 { 0 } else { d })
                .collect::<Vec<u32>>(),
        ),
        format,
    ) {
        Err(ExportError::Names { why, count, .. }) => (why, count),
        other => panic!("{other:?}"),
    };
    assert_eq!(why(&["r", "red wine", "a b"], TaxonomyFormat::Amnesia), (Unfit::Blank, 2));
    assert_eq!(why(&["r", "has"], TaxonomyFormat::Amnesia), (Unfit::Has, 1));
    assert_eq!(why(&["r", "a > b"], TaxonomyFormat::Paths), (Unfit::Separator, 1));
    assert_eq!(why(&["#r", "a"], TaxonomyFormat::Paths), (Unfit::Comment, 1));
    assert_eq!(why(&["r", " a"], TaxonomyFormat::Json), (Unfit::Outer, 1));
    assert!(matches!(text(&tree(&["r"], &[0]), TaxonomyFormat::Wordnet), Err(ExportError::Database)));
}

/// A chain of 100,000 nodes, each with a leaf beside the next: rows and outlines of it would take gigabytes.
#[test]
fn depth_costs_no_stack_and_what_would_be_quadratic_is_refused() {
    let mut names = Names::default();
    let mut depths = Vec::new();
    for level in 0..100_000u32 {
        names.push(&format!("n{level}"));
        depths.push(level);
    }
    let chain = Taxonomy::from_preorder(names.clone(), &depths);
    for level in (1..100_000u32).rev() {
        names.push(&format!("m{level}"));
        depths.push(level);
    }
    let comb = Taxonomy::from_preorder(names, &depths);
    for format in [TaxonomyFormat::Edges, TaxonomyFormat::Json, TaxonomyFormat::Skos, TaxonomyFormat::Amnesia]
    {
        assert_eq!(nodes(&load(&text(&comb, format).unwrap(), None)), nodes(&comb), "{format}");
    }
    for format in [TaxonomyFormat::Arx, TaxonomyFormat::Paths] {
        assert_eq!(nodes(&load(&text(&chain, format).unwrap(), None)), nodes(&chain), "{format}");
        assert!(matches!(text(&comb, format), Err(ExportError::TooLarge { .. })), "{format}");
    }
    assert!(matches!(text(&chain, TaxonomyFormat::Outline), Err(ExportError::TooLarge { .. })));
}
