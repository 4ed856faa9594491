//! Runs that publish to the same names at the same time.

use crate::times;
use crate::workshop::{Found, Workshop, said};

#[test]
fn of_two_runs_that_replace_each_other_one_stands_whole() {
    let workshop = Workshop::new();
    let races = times("CLUMP_FAULTS_RACES", 20);
    // Files of one would show beside those of the other.
    assert_ne!(workshop.publish(5, ""), workshop.publish(7, "--force"));
    let mut mixtures = 0;
    for _ in 0..races {
        let runs = [5, 7].map(|k| workshop.run(k, "--force").spawn().unwrap());
        for run in runs {
            let output = run.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", said(&output));
        }
        mixtures += usize::from(!matches!(workshop.found(), Found::Whole(_)) || !workshop.is_accepted());
        assert!(workshop.leftovers().is_empty(), "{:?}", workshop.leftovers());
    }
    println!("races: {races} of two runs, {mixtures} mixtures");
    assert_eq!(mixtures, 0);
}

#[test]
fn of_two_runs_that_keep_what_is_there_one_is_refused() {
    let workshop = Workshop::new();
    for _ in 0..5 {
        workshop.clear();
        let runs = [5, 7].map(|k| workshop.run(k, "").spawn().unwrap());
        let outputs = runs.map(|run| run.wait_with_output().unwrap());
        let codes = outputs.each_ref().map(|output| output.status.code());
        assert!(
            [[Some(0), Some(2)], [Some(2), Some(0)]].contains(&codes),
            "{}",
            outputs.map(|one| said(&one)).join("\n")
        );
        assert!(matches!(workshop.found(), Found::Whole(_)));
        assert!(workshop.leftovers().is_empty(), "{:?}", workshop.leftovers());
    }
}
