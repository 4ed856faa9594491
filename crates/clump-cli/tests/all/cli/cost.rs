//! `--cost bits`: what a run, a floor, a comparison and a measurement say in bits, and who refuses it.

use insta::assert_snapshot;

use crate::desk::Desk;

const BASKETS: &str = "baskets.txt --taxonomy food.csv --k 2";

#[test]
fn a_run_in_bits_says_so_and_verifies() {
    let desk = Desk::with_food();
    assert_snapshot!(
        desk.clump(&format!("anonymize {BASKETS} --cost bits --floor --output r.tsv --audit a.tsv"))
    );
    desk.clump("verify r.tsv").ok().says("the certificate matches this file");
    let certificate = desk.certificate("r.tsv");
    assert_eq!(certificate["parameters"]["cost"], "bits");

    let told = desk.clump(&format!("anonymize {BASKETS} --cost bits --floor --json")).ok().json();
    let measured = desk
        .clump("measure baskets.txt r.tsv --audit a.tsv --taxonomy food.csv --cost bits --json")
        .ok()
        .json();
    assert_eq!((&measured["loss_bits"], &measured["loss"]), (&told["loss_bits"], &told["loss"]));
    desk.clump("measure baskets.txt r.tsv --taxonomy food.csv --cost bits").says("share of bits lost");
}

#[test]
fn floors_and_comparisons_in_bits() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.clump(&format!("floor {BASKETS} --cost bits")));
    let of = "compare baskets.txt --taxonomy food.csv --k 2,3 --methods nearest,partition,apriori";
    let told = desk.clump(&format!("{of} --cost bits --json")).ok().json();
    assert!(told["floors"][0]["loss_bits_share"].as_f64().unwrap() > 0.0);
    assert!(told["cells"].as_array().unwrap().iter().all(|cell| cell["cost"]["loss_bits_share"].is_f64()));
    let page = desk.text("comparison.html");
    assert!(page.contains("Share of the bits that is lost, by method"));
    let by_lm = desk.clump(&format!("{of} --force --json")).ok();
    assert!(!by_lm.stdout.contains("bits"), "{by_lm}");
}

#[test]
fn the_page_of_a_run_in_bits_has_both_losses() {
    let desk = Desk::with_food();
    desk.clump(&format!("anonymize {BASKETS} --cost bits --floor --page p.html --output r.tsv")).ok();
    let [public, private] = ["p.html", "p.private.html"].map(|page| desk.text(page));
    for said in ["Bits lost", "Lower bound, in bits", "The paper's loss (GGD)"] {
        assert!(private.contains(said) && !public.contains(said), "{said}");
    }
}

/// An earlier release is applied as it is, whatever its method minimised.
#[test]
fn a_release_in_bits_can_be_applied() {
    let desk = Desk::with_food();
    desk.clump("anonymize log.tsv --taxonomy food.csv --k 2 --cost bits --output r.tsv --audit a.tsv").ok();
    desk.file("new.tsv", desk.of_new_owners("log.tsv"));
    desk.clump("apply r.tsv new.tsv --taxonomy food.csv --earlier-owners a.tsv --output again.tsv").ok();
    desk.clump("verify again.tsv").ok();
}
