//! `clump floor`, and `--floor` on `anonymize`.

use insta::assert_snapshot;

use super::desk::Desk;

const BASKETS: &str = "baskets.txt --taxonomy food.csv --k 2";

#[test]
fn the_floor_of_the_papers_baskets_is_below_their_optimum() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.clump(&format!("floor {BASKETS}")));
    let told: serde_json::Value =
        serde_json::from_str(&desk.clump(&format!("floor {BASKETS} --json")).ok().stdout).unwrap();
    // The optimum of these five baskets is 44/7.
    let floor = told["floor"].as_f64().unwrap();
    assert!(floor > 0.0 && floor <= 44.0 / 7.0 + 1e-9);
}

#[test]
fn the_certificate_says_how_far_from_the_optimum_the_release_is_at_most() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.clump(&format!("anonymize {BASKETS} --floor --output release.tsv")));
    let certificate: serde_json::Value =
        serde_json::from_str(&desk.text("release.tsv.certificate.json")).unwrap();
    let figure = |figures: &serde_json::Value, name: &str| figures[name].as_f64().unwrap();
    let (loss, floor) =
        (figure(&certificate, "loss_per_item"), figure(&certificate["floor"], "loss_per_item"));
    let times = figure(&certificate["floor"], "times_optimum");
    assert!((times - loss / floor).abs() < 0.01 && times >= 1.0);
    assert!(desk.clump("verify release.tsv").ok().stderr.contains("these very bytes"));
}

#[test]
fn without_enough_owners_there_is_no_floor() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.refused("floor baskets.txt --taxonomy food.csv --k 6"));
    assert_snapshot!(desk.refused("floor baskets.txt --taxonomy food.csv --k 1"));
}
