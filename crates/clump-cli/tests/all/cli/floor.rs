//! `clump floor`, and `--floor` on `anonymize`.

use insta::assert_snapshot;

use crate::desk::Desk;

const BASKETS: &str = "baskets.txt --taxonomy food.csv --k 2";

#[test]
fn the_floor_of_the_papers_baskets_is_below_their_optimum() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.clump(&format!("floor {BASKETS}")));
    let told = desk.clump(&format!("floor {BASKETS} --json")).ok().json();
    // The optimum of these five baskets is 44/7.
    let floor = told["floor"].as_f64().unwrap();
    assert!(floor > 0.0 && floor <= 44.0 / 7.0 + 1e-9);
    let refused = [("--k 6", "5 owners cannot be 6-anonymous"), ("--k 1", "k must be at least 2")];
    desk.refuses("floor baskets.txt --taxonomy food.csv", refused);
}

#[test]
fn the_report_says_how_far_from_the_optimum_the_release_is_at_most() {
    let desk = Desk::with_food();
    assert_snapshot!(
        desk.clump(&format!("anonymize {BASKETS} --floor --output release.tsv --report r.json"))
    );
    let report = desk.json("r.json");
    let figure = |figures: &serde_json::Value, name: &str| figures[name].as_f64().unwrap();
    let (loss, floor) =
        (figure(&report["measures"], "loss_per_item"), figure(&report["floor"], "loss_per_item"));
    let times = figure(&report["floor"], "times_optimum");
    assert!((times - loss / floor).abs() < 0.01 && times >= 1.0);
    desk.clump("verify release.tsv").ok().says("the certificate matches this file");
}
