//! Every verifier against releases that were broken on purpose: the verdict must be no, and must say where and why.
//! What breaks nothing must change nothing. That verdicts are those of the definitions is tested in `definitions.rs`.

use clump_core::promise::Share;
use clump_core::verify::{
    Counted, Evidence, ROWS_NAMED, Reason, Verdict, Violation, common_queries, k_anonymous_owners,
    k_anonymous_rows, stated_by_groups, stated_by_rows, uncertain_groups, uncertain_owners, uncertain_rows,
};

type Row = Vec<&'static str>;

/// Rows of labels; rows end at `/`, labels at spaces.
fn rows(text: &'static str) -> Vec<Row> {
    text.split('/').map(|row| row.split_whitespace().collect()).collect()
}

/// An audit in which row i stands on line i + 1 and belongs to the i-th of `owners`.
fn audit(owners: &'static str, text: &'static str) -> Vec<(char, usize, Row)> {
    owners.chars().zip(rows(text)).enumerate().map(|(index, (owner, row))| (owner, index + 1, row)).collect()
}

/// Groups with the numbers of owners that they state.
fn stated(owners: &[usize], text: &'static str) -> Vec<(usize, Row)> {
    owners.iter().copied().zip(rows(text)).collect()
}

/// The same bag for any order of its labels, as callers of k-anonymity must make it.
fn sorted(rows: Vec<Row>) -> Vec<Row> {
    rows.into_iter()
        .map(|mut row| {
            row.sort_unstable();
            row
        })
        .collect()
}

fn is_sensitive(label: &&str) -> bool {
    label.starts_with('!')
}

fn share(text: &str) -> Share {
    text.parse().unwrap()
}

fn few(found: usize, needed: usize) -> Reason {
    Reason::TooFew { found, needed }
}

/// The verdict is yes, with the least count.
#[track_caller]
fn yes(verdict: Verdict, smallest: usize) {
    assert!(verdict.holds && verdict.violations == 0 && verdict.first.is_none(), "{verdict:?}");
    assert_eq!(verdict.smallest, smallest);
}

/// The verdict is no, with the number of violations, and the first is at these rows and columns for this reason.
#[track_caller]
fn no(verdict: Verdict, violations: usize, rows: &[usize], columns: &[usize], reason: Reason) {
    assert!(!verdict.holds);
    assert_eq!(verdict.violations, violations);
    assert_eq!(verdict.first, Some(Violation { rows: rows.to_vec(), columns: columns.to_vec(), reason }));
}

#[test]
fn k_anonymity_of_rows() {
    let judge = |text| k_anonymous_rows(sorted(rows(text)), 2);
    yes(judge("c / b a / c / a b / c"), 2);
    // An item of one row is made special, or left out; both halves of a group of two are alone then.
    no(judge("a b / a b / c / c1 / c"), 1, &[4], &[], few(1, 2));
    no(judge("a b / a / c / c / c"), 2, &[1], &[], few(1, 2));
    // An empty row is a row.
    no(judge("a b / a b / / c / c / c"), 1, &[3], &[], few(1, 2));

    let twelve = vec!["a"; 12];
    let named: Vec<usize> = (1..=ROWS_NAMED).collect();
    no(k_anonymous_rows(twelve, 13), 1, &named, &[], few(12, 13));
    assert!(!k_anonymous_rows([[""; 0]; 0], 2).holds);
}

#[test]
fn k_anonymity_of_owners() {
    let judge = |owners, text| k_anonymous_owners(audit(owners, text), 2);
    yes(judge("zxzxy", "a / a / c / c / c"), 2);
    // Two owners become one: rows alone do not show it.
    no(judge("xxxyz", "a / a / c / c / c"), 1, &[1, 2], &[], few(1, 2));
    yes(k_anonymous_rows(rows("a / a / c / c / c"), 2), 2);
    // Several transactions share a line, which is named once.
    let shared = [('x', 7, "a"), ('y', 7, "a"), ('x', 9, "b"), ('x', 9, "b"), ('x', 9, "b")];
    no(k_anonymous_owners(shared, 2), 1, &[9], &[], few(1, 2));
    assert!(!k_anonymous_owners([('x', 1, ""); 0], 2).holds);
}

#[test]
fn numbers_of_owners_that_rows_state() {
    let judge = |owners, text| stated_by_rows(stated(owners, text), 2);
    let verdict = judge(&[2, 3, 2, 3, 3], "a / b / a / b / b");
    assert_eq!((verdict.rows, verdict.sets, verdict.counted), (5, 2, Counted::Stated));
    yes(verdict, 2);
    // An owner has one row of a group, so there are not fewer owners than rows.
    let fewer = Reason::Understated { stated: 2, rows: 3 };
    no(judge(&[2, 2, 2, 2, 2], "a / b / a / b / b"), 1, &[2, 4, 5], &[], fewer);
    no(judge(&[2, 3, 2, 2, 3], "a / b / a / b / b"), 1, &[2, 4, 5], &[], Reason::Contradictory);
    no(judge(&[3, 2, 3, 2], "a / b / a / b"), 1, &[1, 3], &[], Reason::Overstated { stated: 3, rows: 2 });
    no(judge(&[2, 1, 2, 1], "a / b / a / b"), 1, &[2, 4], &[], few(1, 2));
    // Groups taken for rows.
    no(judge(&[5, 7], "a / b"), 2, &[1], &[], Reason::Overstated { stated: 5, rows: 1 });
    yes(stated_by_rows([(3, ""); 0], 2), 0);
}

#[test]
fn numbers_of_owners_that_groups_state() {
    let judge = |owners, text| stated_by_groups(stated(owners, text), 2);
    yes(judge(&[5, 2], "a / b"), 2);
    no(judge(&[5, 1], "a / b"), 1, &[2], &[], few(1, 2));
    // Rows taken for groups.
    no(judge(&[3, 2, 3, 3], "a / b / a / a"), 1, &[1, 3, 4], &[], Reason::Repeated { times: 3 });
}

#[test]
fn queries_of_k_owners() {
    let judge = |owners: &'static str, text: &'static str| {
        // A line of nobody is written with a dash.
        let owners = owners.chars().map(|owner| (owner != '-').then_some(owner));
        common_queries(owners.zip(text.split(" / ")).collect::<Vec<_>>(), 2)
    };
    yes(judge("yxzyx", "dogs / cats / dogs / cats / cats"), 2);
    // One owner writes it otherwise so that both spellings are rare, or turns out to be another.
    no(judge("xyyzx", "cats / Cats / dogs / dogs / cats"), 2, &[1, 5], &[], few(1, 2));
    no(judge("xyyyx", "cats / cats / dogs / dogs / cats"), 1, &[3, 4], &[], few(1, 2));
    // Nothing that was published was asked by too few.
    yes(common_queries([(Some(""), ""); 0], 2), 0);
    // Lines without an owner count one by one; beside them, those of one owner still count once.
    let unnamed = judge("-----", "cats / cats / dogs / dogs / cats");
    assert_eq!(unnamed.counted, Counted::Rows);
    yes(unnamed, 2);
    no(judge("---", "cats / cats / dogs"), 1, &[3], &[], few(1, 2));
    no(judge("--xx", "cats / cats / dogs / dogs"), 1, &[3, 4], &[], few(1, 2));
}

const PAIRS: &str = "a b / b a / a c / c a / b";

/// Evidence of rows, one owner each.
fn alone(text: &'static str) -> Evidence {
    Evidence::of_rows(rows(text), is_sensitive)
}

#[test]
fn km_anonymity_of_owners_and_groups() {
    let judge = |owners| Evidence::of_owners(audit(owners, PAIRS), is_sensitive).km_anonymous(2, 2).unwrap();
    yes(judge("xyxyx"), 2);
    // Two owners become one: c is of one only.
    no(judge("xyyyz"), 1, &[3, 4], &[2], few(1, 2));
    // Lines are named in order and once, whatever the order of owners.
    let shared = [('z', 4, ["a"]), ('y', 2, ["a"]), ('y', 4, ["a"]), ('z', 2, ["a"])];
    let shared = Evidence::of_owners(shared, |_| false);
    yes(shared.km_anonymous(2, 1).unwrap(), 2);
    no(shared.km_anonymous(3, 1).unwrap(), 1, &[2, 4], &[1], few(2, 3));

    let judge = |owners: &[usize]| {
        Evidence::of_groups(stated(owners, "a b / a c / b"), is_sensitive).km_anonymous(3, 2).unwrap()
    };
    yes(judge(&[usize::MAX, usize::MAX, 1]), usize::MAX);
    no(judge(&[2, 3, 1]), 1, &[1], &[1, 2], few(2, 3));
}

#[test]
fn releases_that_say_nothing() {
    let none = Evidence::of_rows([[""; 0]; 0], is_sensitive);
    assert!(!none.km_anonymous(2, 2).unwrap().holds && !none.coherent(share("1"), 2, 2).unwrap().holds);
    let nobody = Evidence::of_owners([('x', 1, ["a"]); 0], |_| false);
    assert!(!nobody.km_anonymous(2, 2).unwrap().holds);
    assert!(!Evidence::of_groups([(3, ["a"]); 0], |_| false).km_anonymous(2, 2).unwrap().holds);
    let empty = alone(" / / ").km_anonymous(2, 2).unwrap();
    assert_eq!((empty.rows, empty.sets), (3, 0));
    yes(empty, 0);
    yes(alone("!s / !s / !s").coherent(share("0"), 2, 2).unwrap(), 0);
    // An attacker who knows more than any row holds knows the rows.
    for m in [100, usize::MAX] {
        yes(alone("a b c / c b a / b").km_anonymous(2, m).unwrap(), 2);
    }
}

/// An audit of owners, rows and what each owner has: `a1` is the owner a with the named nodes 1, on one row each.
fn held(audit: &[(&'static str, &'static str)]) -> Vec<(char, usize, &'static str, Vec<usize>)> {
    let held = |text: &'static str| text[1..].bytes().map(|digit| usize::from(digit - b'0')).collect();
    let of = audit.iter().zip(1..);
    of.map(|(&(owner, row), line)| (owner.chars().next().unwrap(), line, row, held(owner))).collect()
}

fn over(holders: usize, of: usize) -> Reason {
    Reason::TooCertain { holders, of }
}

#[test]
fn a_cap_counts_the_owners_of_each_row_for_each_node() {
    let audit = held(&[("a0", "x"), ("b1", "x"), ("c", "x"), ("d0", "y"), ("e", "y")]);
    yes(uncertain_owners(audit.clone(), share("0.5")), 2);
    // One of two is more than 0.49, one of three is not.
    let verdict = uncertain_owners(audit.clone(), share("0.49"));
    assert_eq!((verdict.rows, verdict.sets, verdict.smallest, verdict.counted), (5, 2, 2, Counted::Owners));
    no(verdict, 1, &[4, 5], &[], over(1, 2));
    // Nodes do not add up: two of three have one of them.
    yes(uncertain_owners(audit[..3].to_vec(), share("0.34")), 3);
    no(uncertain_owners(audit, share("0")), 2, &[1, 2, 3], &[], over(1, 3));
}

#[test]
fn an_owner_counts_once_and_has_what_any_of_its_transactions_has() {
    let audit = held(&[("a0", "x"), ("a", "x"), ("a0", "x"), ("b", "x"), ("a0", "y"), ("b", "y")]);
    yes(uncertain_owners(audit.clone(), share("0.5")), 2);
    let twice = [audit, held(&[("b0", "x")])].concat();
    // Now both have it, whichever row it stands in: both groups tell it.
    no(uncertain_owners(twice, share("0.5")), 2, &[1, 2, 3, 4], &[], over(2, 2));
}

#[test]
fn a_row_that_shows_a_capped_node_tells_it_of_all_of_its_owners() {
    let rows = [("x", vec![]), ("y", vec![0, 0]), ("y", vec![0, 0]), ("x", vec![])];
    no(uncertain_rows(rows.clone(), share("0.99")), 1, &[2, 3], &[], over(2, 2));
    yes(uncertain_rows(rows[..1].to_vec(), share("0")), 1);
    let groups = [(3, "x", vec![]), (4, "y", vec![1])];
    no(uncertain_groups(groups.clone(), share("0.5")), 1, &[2], &[], over(4, 4));
    yes(uncertain_groups(groups[..1].to_vec(), share("0")), 3);
    assert_eq!(uncertain_groups(groups, share("0.5")).counted, Counted::Stated);
    let huge = [(usize::MAX, "x", vec![0]), (usize::MAX, "x", vec![])];
    assert!(!uncertain_groups(huge, share("0.5")).holds);
}

#[test]
fn a_cap_on_nothing_does_not_hold() {
    assert!(!uncertain_owners(held(&[]), share("0.5")).holds);
    assert!(!uncertain_rows(Vec::<(u8, Vec<usize>)>::new(), share("0.5")).holds);
}
