//! Releases one after the other, of the same people who come and go: over all of them nobody has fewer than k candidates.

use clump_core::anonymize::clump::ClumpParameters;
use clump_core::anonymize::nearest::NearestParameters;
use clump_core::anonymize::{Anonymizer, Form};
use clump_core::composition::{Composed, EarlierGroup, Histories};
use clump_core::release::{Release, RootItems};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_core::verify::{composed_owners, generalizes};
use proptest::prelude::*;

use crate::common::taxonomy;

/// People there are.
const PEOPLE: usize = 10;

fn tree() -> Taxonomy {
    let edges = [("apple", "fruit"), ("pear", "fruit"), ("fruit", "food"), ("beef", "food"), ("gin", "food")];
    taxonomy(&edges)
}

/// Items of each of the people in one release; none who are not in it.
type People = Vec<Option<Vec<u32>>>;

fn people() -> impl Strategy<Value = People> {
    let bag = proptest::collection::vec(1u32..6, 1..4);
    proptest::collection::vec(proptest::option::weighted(0.8, bag), PEOPLE)
}

/// The groups of a release, each with its people.
type Groups = Vec<Vec<usize>>;

fn groups_of(people: &[usize], release: &Release) -> Groups {
    let mut groups = vec![Vec::new(); release.bags().len()];
    people.iter().enumerate().for_each(|(row, &person)| groups[release.bag_of(row)].push(person));
    groups
}

/// The groups of earlier `releases` that a person was in.
fn history(person: usize, releases: &[Groups]) -> Vec<EarlierGroup> {
    let mut history = Vec::new();
    for (release, groups) in releases.iter().enumerate() {
        let of_person = groups.iter().position(|group| group.contains(&person));
        history.extend(of_person.map(|group| (release as u32, group as u32)));
    }
    history
}

/// By definition: the largest set in which everybody has k candidates is the union of all such sets.
fn publishable(histories: &[Vec<EarlierGroup>], k: usize) -> Vec<bool> {
    let is_candidate =
        |of: usize, other: usize| histories[of].iter().all(|group| histories[other].contains(group));
    let mut can_be = vec![false; histories.len()];
    for set in 0u32..1 << histories.len() {
        let has = |owner: usize| set >> owner & 1 == 1;
        let members = || (0..histories.len()).filter(|&owner| has(owner));
        let candidates = |owner: usize| members().filter(|&other| is_candidate(owner, other)).count();
        // New owners have as many as there are, which is the method's to refuse.
        if members().all(|owner| histories[owner].is_empty() || candidates(owner) >= k) {
            members().for_each(|owner| can_be[owner] = true);
        }
    }
    can_be
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300 * ProptestConfig::default().cases / 256))]

    #[test]
    fn nobody_loses_candidates_over_many_releases(
        of_each in proptest::collection::vec(people(), 2..5),
        k in 2usize..5,
        is_nearest: bool,
        is_of_sets: bool,
    ) {
        let tree = tree();
        let form = if is_of_sets { Form::Sets } else { Form::Bags };
        let nearest = NearestParameters { form, ..NearestParameters::new(k) }.check().unwrap();
        let clump = ClumpParameters { form, ..ClumpParameters::new(k) }.check().unwrap();
        let method: &dyn Anonymizer = if is_nearest { &nearest } else { &clump };
        let mut releases: Vec<Groups> = Vec::new();
        for people in of_each {
            let there: Vec<usize> = (0..PEOPLE).filter(|&person| people[person].is_some()).collect();
            let histories: Vec<_> = there.iter().map(|&person| history(person, &releases)).collect();
            let is_stranded = Histories::new(&histories).stranded(k);
            let can_be = publishable(&histories, k);
            prop_assert!(is_stranded.iter().zip(&can_be).all(|(is_stranded, can_be)| is_stranded != can_be));
            let left: Vec<usize> = (0..there.len()).filter(|&owner| !is_stranded[owner]).collect();
            if left.len() < k {
                continue;
            }
            let histories = Histories::new(&left.iter().map(|&owner| histories[owner].clone()).collect::<Vec<_>>());
            let there: Vec<usize> = left.iter().map(|&owner| there[owner]).collect();
            let bags = there.iter().map(|&person| people[person].clone().unwrap().into_iter().map(Node));
            let transactions = Transactions::one_per_owner(bags);
            let composed = Composed { method, histories: &histories, k, form };
            let release = composed.anonymize(&transactions, &tree, &()).unwrap();
            for row in 0..release.rows() {
                prop_assert!(generalizes(&tree, release.get(row), transactions.get(row)));
                prop_assert!(!is_of_sets || release.get(row).is_sorted_by(|a, b| a < b));
            }
            releases.push(groups_of(&there, &release.canonical(&tree, RootItems::Drop)));
        }
        // Each release against all others, later ones too.
        for (now, groups) in releases.iter().enumerate() {
            let others: Vec<Groups> = [&releases[..now], &releases[now + 1..]].concat();
            let rows = groups.iter().enumerate();
            let audit = rows.flat_map(|(group, people)| people.iter().map(move |&person| (person, person + 1, group)));
            let verdict = composed_owners(audit, &others, k);
            prop_assert!(verdict.holds, "{verdict:?}");
        }
    }
}

#[test]
fn few_who_are_new_join_where_they_lose_least() {
    let tree = tree();
    let node = |name: &str| tree.find(name).unwrap();
    let [apple, beef, gin] = ["apple", "beef", "gin"].map(node);
    let rows = [[beef], [beef], [apple], [apple], [apple], [gin]];
    let histories = Histories::new(&[vec![(0, 1)], vec![(0, 1)], vec![(0, 2)], vec![(0, 2)], vec![], vec![]]);
    let method = NearestParameters::new(2).check().unwrap();
    let published = |rows: &[[Node; 1]], histories| {
        let composed = Composed { method: &method, histories, k: 2, form: Form::Bags };
        composed.anonymize(&Transactions::one_per_owner(rows.iter().copied()), &tree, &()).unwrap()
    };
    // Two who are new have a group of their own, whatever it costs them.
    assert_eq!(published(&rows, &histories).get(4), [Node::ROOT]);
    // One alone goes to those who have the same.
    let histories = Histories::new(&[vec![(0, 1)], vec![(0, 1)], vec![(0, 2)], vec![(0, 2)], vec![]]);
    let release = published(&rows[..5], &histories);
    assert_eq!((release.get(4), release.get(0)), (&[apple] as &[Node], &[beef] as &[Node]));
}
