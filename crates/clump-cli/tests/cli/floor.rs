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
    let (loss, floor) =
        (certificate["loss"].as_f64().unwrap(), certificate["floor"]["loss"].as_f64().unwrap());
    let times = certificate["floor"]["times_optimum"].as_f64().unwrap();
    assert!((times - loss / floor).abs() < 1e-9 && times >= 1.0);
}

#[test]
fn without_enough_owners_there_is_no_floor() {
    let desk = Desk::with_food();
    assert_snapshot!(desk.refused("floor baskets.txt --taxonomy food.csv --k 6"));
    assert_snapshot!(desk.refused("floor baskets.txt --taxonomy food.csv --k 1"));
}
