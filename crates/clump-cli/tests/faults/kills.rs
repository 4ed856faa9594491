//! Runs that are killed at any time: `kill -9`, of which no program hears.

use std::thread::sleep;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::times;
use crate::workshop::{Found, Workshop};

#[test]
fn a_run_that_is_killed_leaves_no_half_file_and_the_next_one_nothing_at_all() {
    let workshop = Workshop::new();
    let timed = |_| {
        let start = Instant::now();
        workshop.publish(5, "--force");
        start.elapsed()
    };
    let whole_run = (0..3).map(timed).min().unwrap();
    let runs = times("CLUMP_FAULTS_KILLS", 20);
    let mut dice = ChaCha8Rng::seed_from_u64(16);
    let (mut hits, mut left, mut mixtures, mut accepted) = (0, 0, 0, 0);
    for run in 0..runs {
        let mut child = workshop.run([5, 7][run % 2], "--force").spawn().unwrap();
        sleep(whole_run.mul_f64(dice.random_range(0.0..1.0)));
        let _ = child.kill();
        hits += usize::from(child.wait().unwrap().code().is_none());
        left += workshop.leftovers().len();
        if !matches!(workshop.found(), Found::Whole(_)) {
            mixtures += 1;
            accepted += usize::from(workshop.is_accepted() && !workshop.is_acceptable());
        }
        // The next run clears the folder before it looks whether it may write there.
        assert_eq!(workshop.run(5, "").output().unwrap().status.code(), Some(2));
        assert!(matches!(workshop.found(), Found::Whole(_)), "{:?}", workshop.found());
        assert!(workshop.leftovers().is_empty(), "{:?}", workshop.leftovers());
    }
    println!(
        "kills: {runs} runs, {hits} hit; until the next run {left} files left and {mixtures} mixtures, {accepted} of them \
         wrongly accepted by verify; after it none"
    );
    assert!(hits > 0, "no run was killed in {whole_run:?}");
    assert_eq!(accepted, 0);
}
